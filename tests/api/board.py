"""A board with four players on it."""

from typing import Any

import pytest

from tests.api.people import Person, newcomer
from tests.leaderboards.factories import DEAL, entered

BOARD = f"deals/{DEAL}/leaderboard/"
PLACE = f"{BOARD}me/"


def ranked(page: Any, rows: str = "rows") -> list[tuple[int, str]]:
    return [(row["rank"], row["player"]["name"]) for row in page[rows]]


@pytest.fixture
def four() -> dict[str, Person]:
    """Zoe, Adam and Cyd with the same result, in the order of their finishes; Dee with a lesser one, finished first."""
    people = {name: newcomer(name) for name in ("Zoe", "Adam", "Cyd", "Dee")}
    for minute, name in enumerate(people):
        entered(people[name].player, *((650, 200) if name == "Dee" else (700, 180)), minutes=minute)
    return people
