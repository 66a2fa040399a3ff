"""Who asks, beside the guest of the fixtures, and how they play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import players
from games.check import check_waiting
from games.models import Player
from tests.api.client import ApiClient
from tests.factories import NOON, KnownGame

DEAL = "DS1-D1N-KSTNMZC"


@dataclass(frozen=True)
class Person:
    """A player and the client that acts for them."""

    player: Player
    client: ApiClient


def newcomer(name: str, **fields: Any) -> Person:
    """A guest who has just registered, with these columns."""
    signed_in = players.register_guest(name=name, at=NOON)
    Player.objects.filter(pk=signed_in.player.pk).update(**fields)
    signed_in.player.refresh_from_db()
    return Person(player=signed_in.player, client=ApiClient(token=signed_in.token))


def start(client: ApiClient, deal: str = DEAL) -> str:
    """The address of a game that has just been started."""
    answer = client.ask("POST", "games/", {"deal": deal})
    assert answer.status_code == 201
    url: str = answer.json()["url"]
    return url


def append(client: ApiClient, url: str, version: int, *moves: Any) -> Any:
    return client.ask("POST", f"{url}moves/", {"version": version, "moves": moves})


def finish(client: ApiClient, url: str, version: int, **fields: Any) -> Any:
    return client.ask("POST", f"{url}finish/", {"version": version, **fields})


def post(client: ApiClient, game: KnownGame, **fields: Any) -> Any:
    """The answer to a known game posted whole, claiming its true score unless told otherwise."""
    return post_moves(client, game.deal, game.moves, **({"score": game.score} | fields))


def post_moves(client: ApiClient, deal: str, moves: Sequence[Any], *, key: str = "", **fields: Any) -> Any:
    headers = {"idempotency_key": key} if key else {}
    return client.ask("POST", "scores/", {"deal": deal, "moves": moves, **fields}, **headers)


def checked(client: ApiClient, answer: Any) -> dict[str, Any]:
    """The state of a game that was posted or finished, after its check."""
    assert answer.status_code == 202, answer.content
    check_waiting(limit=100)
    state: dict[str, Any] = client.ask("GET", answer.headers["Location"]).json()
    return state
