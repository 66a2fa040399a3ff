"""`manage.py demo`: several players play real games against the running service, and a board is printed."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError

from api.demo import lines, stage
from api.demo.cast import DEAL, Part, parts
from api.demo.client import Client, Json, NotReachable, Refused
from api.demo.stage import Act

_DEFAULT_URL: Final = "http://127.0.0.1:8000"
_ROWS: Final = 20


class Command(BaseCommand):
    """Plays the demonstration; exit status 1 if the service is not there or does not check the games."""

    help = "Have several players post and play real games against the running service, and print their board."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--url",
            default=os.environ.get("SERVICE_URL", _DEFAULT_URL),
            help=f"where the service is; SERVICE_URL or {_DEFAULT_URL} if it is left out",
        )

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        """Play, wait for the checks, and show the board."""
        client = Client(url=_checked(url))
        try:
            self._demonstrate(client)
        except NotReachable as error:
            raise CommandError(f"{error}\n`make run` starts the service; --url says where it is.") from None
        except Refused as refused:
            raise CommandError(f"The service refused what the demonstration needs. {refused}") from None
        except stage.StillUnchecked:
            raise CommandError(
                "The games are posted, but not checked yet: is a worker running? They are checked once there is one."
            ) from None

    def _demonstrate(self, client: Client) -> None:
        client.get("limits/")
        self._say(f"Several players meet on the deal {DEAL} at {client.url}.", "")
        players: dict[str, Client] = {}
        acts = [self._perform(part, client, players) for part in parts()]
        self._say("", "Every game waits for a worker to check it ...")
        games = stage.wait_for_checks(acts)
        self._say_verdicts(acts, games)
        self._say_board(client, own={game["player"]["id"] for game in games})
        self._say_places(acts)
        self._say_where(client.url)

    def _perform(self, part: Part, client: Client, players: dict[str, Client]) -> Act:
        """Play a part; its player registers for the first one."""
        if part.player not in players:
            _, players[part.player] = stage.register(client, part.player)
        self._say(f"{part.player} {part.does} ({part.deal})")
        return stage.perform(part, players[part.player], tell=lambda text: self._say(f"    {text}"))

    def _say_verdicts(self, acts: Sequence[Act], games: Sequence[Json]) -> None:
        for act, game in zip(acts, games, strict=True):
            self._say(f"    {act.part.player:<6} {act.part.deal}  {lines.verdict(game)}")

    def _say_board(self, client: Client, *, own: set[str]) -> None:
        board = client.get(f"deals/{DEAL}/leaderboard/?limit={_ROWS}")
        rows = [
            [
                str(row["rank"]),
                row["player"]["name"] + ("" if row["player"]["id"] in own else " (earlier)"),
                row["ranked_score_text"],
                row["score_text"],
                str(row["moves"]),
                "yes" if row["won"] else "no",
                row["origin"],
            ]
            for row in board["rows"]
        ]
        self._say("", f"The board of {DEAL}: {board['total']} entries, {board['method']} ranks")
        self._say(*lines.table(("rank", "player", "ranked score", "score", "moves", "won", "origin"), rows))

    def _say_places(self, acts: Sequence[Act]) -> None:
        self._say("", "What each of them is told of their own place")
        for name, client in {act.part.player: act.client for act in acts if act.part.deal == DEAL}.items():
            try:
                place = client.get(f"deals/{DEAL}/leaderboard/me/")
            except Refused as refused:
                if refused.code != "not_ranked":
                    raise
                self._say(f"    {name:<6} no place: {refused.problem['detail']}")
                continue
            tied = f", shared by {place['tied']}" if place["tied"] > 1 else ""
            self._say(f"    {name:<6} {place['rank']} of {place['total']}{tied}, percentile {place['percentile']:.0f}")

    def _say_where(self, url: str) -> None:
        self._say("", f"The documentation is at {url}/docs/, the API to try at {url}/api/v1/docs/,")
        self._say(f"and the games with their replays, the flagged ones too, at {url}/admin/.")

    def _say(self, *said: str) -> None:
        for line in said:
            self.stdout.write(line)
        self.stdout.flush()


def _checked(url: str) -> str:
    """Return the address without a slash at its end; only http and https are addresses of the service."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise CommandError(f"--url: {url!r} is no address such as {_DEFAULT_URL}")
    return url.rstrip("/")
