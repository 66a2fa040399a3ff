"""python manage.py rebuild_leaderboards [--code DS1-D1N-AAAAAAB]"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.deals import DealCode
from games.engine.errors import DealCodeError
from leaderboards import open_days
from leaderboards.management.pace import Pace
from leaderboards.rebuild import boards, rebuild_board


class Command(BaseCommand):
    help = (
        "Recompute results and boards from the logs, while the service runs: one board after another, each in one "
        "transaction. Prints what was not as it should be."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--code", help="only the boards of this deal code")

    def handle(self, *, code: str | None = None, **_: Any) -> None:
        code = None if code is None else self._parse(code)
        to_do = boards(code=code)
        pace = Pace(self.stderr.write)
        games = done = differences = 0

        def progress() -> None:
            nonlocal games
            games += 1
            pace.tell(f"{done} of {len(to_do)} boards rebuilt, {games} games folded")

        for board_code, rules_version in to_do:
            for difference in rebuild_board(code=board_code, rules_version=rules_version, progress=progress):
                differences += 1
                self.stdout.write(difference)
            done += 1
        for difference in open_days.restore(code=code):
            differences += 1
            self.stdout.write(difference)
        self.stdout.write(f"Boards rebuilt: {len(to_do)}, from {games} games, differences put right: {differences}.")

    def _parse(self, code: str) -> str:
        try:
            return str(DealCode.parse(code))
        except DealCodeError as error:
            raise CommandError(f"--code: {error}") from error
