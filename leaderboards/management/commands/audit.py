"""python manage.py audit"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import audit as games_audit
from games.matches import audit as matches_audit
from leaderboards import audit as boards_audit
from leaderboards import open_days
from leaderboards.management.pace import Pace


class Command(BaseCommand):
    help = (
        "Verify everything stored against the logs: hash chains, folds, results, matches, boards and counts. "
        "Prints each difference; exits with 1 if there is any."
    )

    def handle(self, **_: Any) -> None:
        done = {"games": 0, "matches": 0, "boards": 0}
        pace = Pace(self.stderr.write)

        def count(what: str, number: int) -> None:
            done[what] = number
            pace.tell(f"{number} {what} audited")

        found = 0
        differences: Iterator[str] = chain(
            games_audit.differences(progress=lambda number: count("games", number)),
            matches_audit.differences(progress=lambda number: count("matches", number)),
            boards_audit.differences(progress=lambda number: count("boards", number)),
            open_days.differences(),
        )
        for difference in differences:
            found += 1
            self.stdout.write(difference)
        audited = ", ".join(f"{what}: {number}" for what, number in done.items())
        summary = f"Audited {audited}; differences: {found}."
        if found:
            raise CommandError(summary)
        self.stdout.write(summary)
