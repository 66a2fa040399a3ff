"""Who is hidden, has opted out or is deleted is absent from every answer that others get, and may come back as before.

The answers are those of all public operations and of another player's own ones, found in the URLs: a new operation is
walked too, or the test asks for what its query needs.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import fields

from api.v1.operation import Operation
from api.v1.parsing import Query
from api.v1.urls import urlpatterns
from games import moderation, players
from games.models import Game, Match, Player
from tests.api.client import ApiClient
from tests.api.people import DEAL, Person, checked, newcomer, post
from tests.factories import known_game, make_player

pytestmark = pytest.mark.django_db

NAME: Final = "Vanessa"

#: Values of parameters that an operation cannot do without, by the names that addresses have.
NEEDED: Final = {
    "get_past_leaderboard": {"at": ""},  # `a_moment_ahead` says it
    "compare_games": {"a": "{game_id}"},
    "search_leaderboard": {"name": NAME},
}
#: Documents about the service.
ABOUT_NOBODY: Final = {"get_openapi_json", "get_openapi_yaml"}


@pytest.fixture(autouse=True)
def a_moment_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time after what the test is about to do, the same for the whole test; a board of the past takes it as now."""
    ahead = datetime.now(UTC) + timedelta(minutes=4)
    clock = type("Ahead", (datetime,), {"now": lambda _: ahead})
    monkeypatch.setattr("api.v1.history.datetime", clock)
    monkeypatch.setitem(NEEDED, "get_past_leaderboard", {"at": f"{ahead:%Y-%m-%dT%H:%M:%SZ}"})


@pytest.fixture
def vanessa() -> Person:
    """An account at the head of the board, and of the deals that are played."""
    signed_in = players.register_account(name=NAME, password="seven lucky foundations", email="v@example.org")
    person = Person(player=signed_in.player, client=ApiClient(token=signed_in.token))
    checked(person.client, post(person.client, known_game(nth=1)))
    checked(person.client, post(person.client, known_game("DS1-D3N-KSTNMZC")))
    wim = newcomer("Wim").client
    for action in ("resign", "draw", None):  # a match that is over, one in play, and one that waits for somebody
        url = person.client.ask("POST", "matches/", {}).json()["url"]
        if action:
            wim.ask("POST", f"{url}join/", {})
            wim.ask("POST", f"{url}ready/", {})
            person.client.ask("POST", f"{url}ready/", {})
            wim.ask("POST", f"{url}actions/", {"count": 0, "action": action})
    return person


@pytest.fixture
def bo(vanessa: Person) -> Person:
    """A player with a result on the same cards, who may see replays of them."""
    person = newcomer("Bo")
    checked(person.client, post(person.client, known_game()))
    return person


def asked(bo: Person, vanessa: Person) -> Iterator[tuple[str, str]]:
    """The operations that read, each with an address about Bo, about Vanessa, about their deal, in every variant."""
    games = {
        person: Game.objects.filter(player=person.player, code=DEAL).values_list("pk", flat=True).get()
        for person in (bo, vanessa)
    }
    match_id = Match.objects.filter(seats__player=vanessa.player, status="over").values_list("pk", flat=True).get()
    for person, other in ((bo, vanessa), (vanessa, bo)):
        names = {"code": DEAL, "player_id": person.player.pk, "game_id": games[person], "day": "2026-11-01"}
        names |= {"other_id": other.player.pk, "match_id": match_id}
        for pattern in urlpatterns[:-1]:
            declared = getattr(getattr(pattern.callback.cls, "get", None), "operation", None)  # type: ignore[union-attr]
            if isinstance(declared, Operation) and declared.id not in ABOUT_NOBODY:
                route = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
                for query in variants(declared):
                    yield declared.id, f"{route}?{query}".format(**names)


def variants(declared: Operation) -> Iterator[str]:
    """Queries of an operation: the plain one, and each choice of each parameter that has choices."""
    needed = NEEDED.get(declared.id, {})
    missing = {field.name for field in fields(declared.query) if field.required} - set(needed)
    assert not missing, f"say in NEEDED what {declared.id} is to be asked with: {missing}"
    plain = "&".join(f"{name}={value}" for name, value in needed.items())
    yield plain
    for name, choice in choices(declared.query):
        yield f"{plain}&{name}={choice}"


def choices(query: type[Query]) -> Iterator[tuple[str, str]]:
    for name, hint in get_type_hints(query).items():
        for option in (hint, *get_args(hint)):
            if get_origin(option) is Literal:
                yield from ((name, str(choice)) for choice in get_args(option))


def seen(bo: Person, vanessa: Person) -> dict[str, bytes]:
    """What anybody, and Bo, are answered."""
    answers = {}
    for _, address in asked(bo, vanessa):
        for client in (ApiClient(), bo.client):
            answers[f"{address} {client.token is None}"] = client.ask("GET", address).content
    return answers


def traces(answers: dict[str, bytes], vanessa: Person) -> set[str]:
    """The addresses whose answers tell of Vanessa; those that name her themselves only by more than that."""
    games = [str(pk) for pk in Game.objects.filter(player=vanessa.player).values_list("pk", flat=True)]
    marks = [NAME, str(vanessa.player.pk), *games]
    return {
        address
        for address, content in answers.items()
        if any(mark in content.decode() for mark in marks if mark not in address)
    }


def hide(vanessa: Person) -> None:
    moderation.hide_player(player_id=vanessa.player.pk, by=make_player("Sam", is_staff=True), reason="test")


def opt_out(vanessa: Person) -> None:
    vanessa.client.ask("PATCH", "players/me/", {"on_boards": False})


def erase(vanessa: Person) -> None:
    vanessa.client.ask("DELETE", "players/me/", {"password": "seven lucky foundations"})


def reinstate(vanessa: Person) -> None:
    moderation.reinstate_player(player_id=vanessa.player.pk, by=Player.objects.get(name="Sam"), reason="test")


def opt_in(vanessa: Person) -> None:
    vanessa.client.ask("PATCH", "players/me/", {"on_boards": True})


def test_before_she_leaves_she_is_in_all_of_these(bo: Person, vanessa: Person) -> None:
    names = {address: name for name, address in asked(bo, vanessa)}
    told = {names[address.rpartition(" ")[0]] for address in traces(seen(bo, vanessa), vanessa)}
    assert told >= {
        "get_leaderboard",
        "get_own_place",
        "list_results",
        "compare_games",
        "get_leaderboard_history",
        "get_past_leaderboard",
        "get_player",
        "get_game",
        "get_movetext",
        "get_match",
        "list_matches",
        "get_record",
    }


@pytest.mark.parametrize("leave", (hide, opt_out, erase))
def test_who_has_left_is_absent_from_every_answer(bo: Person, vanessa: Person, leave: Callable[[Person], None]) -> None:
    leave(vanessa)
    assert traces(seen(bo, vanessa), vanessa) == set()


@pytest.mark.parametrize(("leave", "come_back"), ((hide, reinstate), (opt_out, opt_in)))
def test_who_comes_back_is_where_they_were(
    bo: Person, vanessa: Person, leave: Callable[[Person], None], come_back: Callable[[Person], None]
) -> None:
    seen(bo, vanessa)  # from now on Bo has seen her replays, and his own answers say so
    before = seen(bo, vanessa)
    leave(vanessa)
    come_back(vanessa)
    assert seen(bo, vanessa) == before


def test_what_a_hidden_player_posts_stays_out_of_sight_too(bo: Person, vanessa: Person) -> None:
    hide(vanessa)
    state: dict[str, Any] = checked(vanessa.client, post(vanessa.client, known_game("DS1-D1V-KSTNMZC")))
    assert (state["status"], state["hidden"], state["hiding"]["of"]) == ("verified", True, "player")
    assert traces(seen(bo, vanessa), vanessa) == set()
