"""A match over the API: two people, who may look on, and what each of them is told."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.engine.match.table import MatchTable
from games.matches.table import events_of, table_of
from games.models import Match, MatchNumber
from tests.api.client import ApiClient
from tests.api.people import Person, newcomer
from tests.games.matches.people import KNOWN


@dataclass
class AtTable:
    """A match, its players by side, and the address of it."""

    url: str
    people: dict[str, Person]

    @property
    def match(self) -> Match:
        return Match.objects.with_seats().get(pk=UUID(self.url.split("/")[-2]))

    @property
    def table(self) -> MatchTable:
        match = self.match
        return table_of(match, events=events_of(match.pk))

    def client(self, side: str) -> ApiClient:
        return self.people[side].client

    def state(self, side: str) -> Any:
        return self.client(side).ask("GET", self.url).json()

    def send(self, side: str, action: str, *, count: int | None = None, **fields: Any) -> Any:
        """The answer to an action at the count that the side has, unless another is given."""
        body = {"count": self.state(side)["count"] if count is None else count, "action": action, **fields}
        return self.client(side).ask("POST", f"{self.url}actions/", body)

    def play(self, *actions: tuple[str, str]) -> None:
        for side, action in actions:
            assert self.send(side, action).status_code == 200


def opened(**options: Any) -> AtTable:
    """A match that Ana has created and nobody joined."""
    ana = newcomer("Ana")
    answer = ana.client.ask("POST", "matches/", options)
    assert answer.status_code == 201, answer.content
    return AtTable(answer.json()["url"], {"A": ana})


def joined(**options: Any) -> AtTable:
    """A match that Ana has created and Bo joined."""
    at = opened(**options)
    bo = at.people["B"] = newcomer("Bo")
    body = {"invite": at.state("A")["invite"]}
    assert bo.client.ask("POST", f"{at.url}join/", body).status_code == 200
    return at


def begun(number: str = KNOWN, **options: Any) -> AtTable:
    """A match in play, of a known number."""
    at = joined(**options)
    MatchNumber.objects.filter(match=at.match).update(number=number)
    for side in "AB":
        assert at.client(side).ask("POST", f"{at.url}ready/", {}).status_code == 200
    return at
