"""Who may ask what of whose: one table over all routes, which each new route must be added to."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.apps import apps

from api.v1.operation import Operation
from api.v1.urls import urlpatterns
from games import players, proofs
from games.engine.deals import DealCode
from games.models import AccessToken, Player
from tests.api.client import ApiClient, PlainText
from tests.api.people import DEAL, checked, newcomer, post, post_moves, start
from tests.factories import NOON, known_game

pytestmark = pytest.mark.django_db

PASSWORD = "seven lucky foundations"
ACCOUNT: Final = {"name": "Bea", "password": PASSWORD}
MOVES: Final = {"version": 0, "moves": ["draw"]}
POSTED: Final = {"deal": DEAL, "moves": ["draw"]}
WRITTEN: Final = PlainText(f'[Deal "{DEAL}"]\ndraw\n')
REPORTED: Final = {"cause": "other"}
RECOVERED: Final = {"player": "0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11", "token": "x-y", "password": PASSWORD}

ASKERS = ("owner", "other", "account", "staff", "nobody")

# What each asker is answered: the owner of what the address names, another guest, an account, a member of staff (who is
# a guest here), and somebody without a token. {live} is a game in play, {verified} one that is on the board, {shared}
# one that was rejected and that its player shares by a link with this {token}. {code} was searched for a win. Matches
# are the owner's, {ended} against {other_id}; {open} and {private} wait for an opponent.
ACCESS: Final[dict[tuple[str, str], tuple[Any, tuple[int, int, int, int, int]]]] = {
    ("GET", ""): (None, (200, 200, 200, 200, 200)),
    ("GET", "openapi.json"): (None, (200, 200, 200, 200, 200)),
    ("GET", "openapi.yaml"): (None, (200, 200, 200, 200, 200)),
    ("GET", "docs/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "limits/"): (None, (200, 200, 200, 200, 200)),
    ("POST", "players/"): ({}, (201, 201, 201, 201, 201)),
    ("POST", "players/recovery/"): ({"email": "ana@example.org"}, (202, 202, 202, 202, 202)),
    ("POST", "players/recovery/confirm/"): (RECOVERED, (403, 403, 403, 403, 403)),
    ("GET", "players/me/"): (None, (200, 200, 200, 200, 401)),
    ("PATCH", "players/me/"): ({"on_boards": True}, (200, 200, 200, 200, 401)),
    ("DELETE", "players/me/"): ({"password": PASSWORD}, (204, 204, 204, 204, 401)),
    ("POST", "players/me/account/"): ({"name": "Cyd", "password": PASSWORD}, (200, 200, 409, 200, 401)),
    ("POST", "players/me/password/"): ({"old": PASSWORD, "new": "eight lucky foundations"}, (409, 409, 204, 409, 401)),
    ("GET", "players/me/export/"): (None, (200, 200, 200, 200, 401)),
    ("GET", "players/{player_id}/"): (None, (200, 200, 200, 200, 200)),
    ("POST", "players/{player_id}/report/"): (REPORTED, (403, 201, 201, 201, 401)),
    ("GET", "players/{player_id}/results/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "sessions/"): (None, (200, 200, 200, 200, 401)),
    ("POST", "sessions/"): (ACCOUNT, (201, 201, 201, 201, 201)),
    ("DELETE", "sessions/current/"): (None, (204, 204, 204, 204, 401)),
    ("DELETE", "sessions/{token_id}/"): (None, (204, 404, 404, 404, 401)),
    ("GET", "deals/"): (None, (200, 200, 200, 200, 200)),
    ("POST", "deals/"): ({}, (200, 200, 200, 200, 200)),
    ("GET", "deals/daily/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/daily/days/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/{code}/proof/"): (None, (200, 200, 200, 200, 200)),
    ("POST", "deals/{code}/proof/"): ({}, (200, 200, 200, 200, 401)),
    ("GET", "deals/{code}/proof/moves/"): (None, (200, 403, 403, 200, 403)),
    ("GET", "deals/{code}/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/{code}/leaderboard/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/{code}/leaderboard/search/?name=zoe"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/{code}/leaderboard/players/{player_id}/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/{code}/leaderboard/me/"): (None, (200, 404, 404, 404, 401)),
    ("GET", "deals/{code}/leaderboard/history/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/{code}/leaderboard/past/?at=2026-11-01T12:00:00Z"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/{code}/stats/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "deals/{code}/compare/?a={verified}"): (None, (200, 400, 400, 400, 400)),
    ("GET", "deals/{code}/compare/?a={verified}&b={verified}"): (None, (200, 403, 403, 200, 403)),
    ("GET", "deals/{code}/compare/?a={verified}&b={live}"): (None, (200, 404, 404, 200, 404)),
    ("GET", "games/"): (None, (200, 200, 200, 200, 401)),
    ("POST", "games/"): ({"deal": DEAL}, (201, 201, 201, 201, 401)),
    ("GET", "games/{live}/"): (None, (200, 404, 404, 200, 404)),
    ("GET", "games/{live}/?version=0"): (None, (200, 404, 404, 200, 404)),
    ("GET", "games/{live}/log/"): (None, (200, 404, 404, 200, 404)),
    ("GET", "games/{live}/replay/"): (None, (200, 404, 404, 200, 404)),
    ("GET", "games/{live}/movetext/"): (None, (200, 404, 404, 200, 404)),
    ("POST", "games/{live}/moves/"): (MOVES, (200, 404, 404, 404, 401)),
    ("POST", "games/{live}/finish/"): ({"version": 0}, (202, 404, 404, 404, 401)),
    ("POST", "games/{live}/report/"): (REPORTED, (403, 404, 404, 201, 401)),
    ("POST", "games/{live}/share/"): ({}, (409, 404, 404, 404, 401)),
    ("GET", "games/{live}/share/"): (None, (409, 404, 404, 404, 401)),
    ("DELETE", "games/{live}/share/"): (None, (409, 404, 404, 404, 401)),
    ("GET", "games/{verified}/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "games/{verified}/?version=0"): (None, (200, 403, 403, 200, 403)),
    ("GET", "games/{verified}/log/"): (None, (200, 403, 403, 200, 403)),
    ("GET", "games/{verified}/replay/"): (None, (200, 403, 403, 200, 403)),
    ("GET", "games/{verified}/movetext/"): (None, (200, 403, 403, 200, 403)),
    ("POST", "games/{verified}/moves/"): (MOVES, (409, 404, 404, 404, 401)),
    ("POST", "games/{verified}/finish/"): ({"version": 0}, (409, 404, 404, 404, 401)),
    ("GET", "games/{shared}/?version=0&share={token}"): (None, (200, 200, 200, 200, 200)),
    ("GET", "games/{shared}/log/?share={token}"): (None, (200, 200, 200, 200, 200)),
    ("GET", "games/{shared}/replay/?share={token}"): (None, (200, 200, 200, 200, 200)),
    ("GET", "games/{shared}/movetext/?share={token}"): (None, (200, 200, 200, 200, 200)),
    ("POST", "games/{shared}/share/"): ({}, (200, 404, 404, 404, 401)),
    ("GET", "games/{shared}/share/"): (None, (200, 404, 404, 404, 401)),
    ("DELETE", "games/{shared}/share/"): (None, (204, 404, 404, 404, 401)),
    ("GET", "games/{verified}/log/?share={token}"): (None, (404, 404, 404, 404, 404)),
    ("POST", "games/{verified}/report/"): (REPORTED, (403, 201, 201, 201, 401)),
    ("GET", "matches/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "matches/?of=own"): (None, (200, 200, 200, 200, 401)),
    ("POST", "matches/"): ({}, (201, 201, 201, 201, 401)),
    ("GET", "matches/{open}/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "matches/{open}/events/"): (None, (200, 200, 200, 200, 200)),
    ("POST", "matches/{open}/cancel/"): ({}, (200, 403, 403, 403, 401)),
    ("POST", "matches/{open}/join/"): ({}, (409, 200, 200, 200, 401)),
    ("POST", "matches/{open}/ready/"): ({}, (409, 403, 403, 403, 401)),
    ("POST", "matches/{open}/stream/"): ({}, (201, 201, 201, 201, 201)),
    ("POST", "matches/{private}/stream/"): ({}, (201, 404, 404, 201, 404)),
    ("POST", "matches/{private}/stream/?invite={invite}"): ({}, (201, 201, 201, 201, 201)),
    ("GET", "matches/{private}/"): (None, (200, 404, 404, 200, 404)),
    ("GET", "matches/{private}/?invite={invite}"): (None, (200, 200, 200, 200, 200)),
    ("POST", "matches/{private}/join/"): ({}, (409, 404, 404, 200, 401)),
    ("POST", "matches/{private}/ready/"): ({}, (409, 404, 404, 403, 401)),
    ("GET", "matches/{played}/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "matches/{played}/events/?after=1"): (None, (200, 200, 200, 200, 200)),
    ("GET", "matches/{played}/replay/"): (None, (409, 409, 409, 409, 409)),
    ("GET", "matches/{played}/log/"): (None, (409, 409, 409, 409, 409)),
    ("POST", "matches/{played}/actions/"): ({"count": 1, "action": "draw"}, (200, 403, 403, 403, 401)),
    ("POST", "matches/{played}/claim/"): ({}, (409, 403, 403, 403, 401)),
    ("POST", "matches/{played}/rematch/"): ({}, (409, 403, 403, 403, 401)),
    ("GET", "matches/{ended}/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "matches/{ended}/replay/"): (None, (200, 200, 200, 200, 200)),
    ("GET", "matches/{ended}/log/"): (None, (200, 200, 200, 200, 200)),
    ("POST", "matches/{ended}/rematch/"): ({}, (200, 403, 403, 403, 401)),
    ("GET", "players/{player_id}/versus/{other_id}/"): (None, (200, 200, 200, 200, 200)),
    ("POST", "scores/"): (POSTED, (202, 202, 202, 202, 401)),
    ("POST", "scores/movetext/"): (WRITTEN, (202, 202, 202, 202, 401)),
}


_GAME: Final = re.compile(r"\{(live|verified|shared)\}")
_MATCH: Final = re.compile(r"\{(open|private|played|ended)\}")


@pytest.fixture
def askers() -> dict[str, ApiClient]:
    account = players.register_account(**ACCOUNT, at=NOON)
    return {
        "owner": newcomer("Ana").client,
        "other": newcomer("Bo").client,
        "account": ApiClient(token=account.token),
        "staff": newcomer("Sam", is_staff=True).client,
        "nobody": ApiClient(),
    }


@pytest.fixture
def owned(askers: dict[str, ApiClient]) -> dict[str, str]:
    """What addresses may name, all of it the owner's."""
    owner = askers["owner"]
    token = AccessToken.objects.get(player__name="Ana")
    live = start(owner)
    verified = checked(owner, post(owner, known_game()))
    shared = checked(owner, post_moves(owner, DEAL, ["draw"], score=99999))
    link = owner.ask("POST", f"{shared['url']}share/").json()
    proofs.ask_for_proof(code=DealCode.parse(DEAL))
    proofs.prove_waiting(limit=1)
    matches = {
        "open": opened_by(owner),
        "private": opened_by(owner, private=True),
        "played": played_by(owner, newcomer("Eve").client, "draw"),
        "ended": played_by(owner, newcomer("Flo").client, "draw", "resign"),
    }
    return {
        **{name: url.split("/")[-2] for name, url in matches.items()},
        "invite": owner.ask("GET", matches["private"]).json()["invite"],
        "other_id": str(Player.objects.get(name="Flo").pk),
        "live": live.split("/")[-2],
        "verified": verified["id"],
        "shared": shared["id"],
        "token": link["token"],
        "player_id": str(token.player_id),
        "token_id": str(token.pk),
        "code": DEAL,
    }


def opened_by(owner: ApiClient, **options: Any) -> str:
    """The address of a match that waits for an opponent."""
    url: str = owner.ask("POST", "matches/", options).json()["url"]
    return url


def played_by(owner: ApiClient, other: ApiClient, *actions: str) -> str:
    """The address of a match of two in which the owner has done this."""
    url = opened_by(owner)
    other.ask("POST", f"{url}join/", {})
    for client in (owner, other):
        client.ask("POST", f"{url}ready/", {})
    for count, action in enumerate(actions):
        assert owner.ask("POST", f"{url}actions/", {"count": count, "action": action}).status_code == 200
    return url


@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize(("method", "route"), ACCESS)
def test_each_asker_is_let_in_where_it_should_be_and_nowhere_else(
    askers: dict[str, ApiClient], owned: dict[str, str], method: str, route: str, asker: str
) -> None:
    body, statuses = ACCESS[method, route]
    before = _rows()
    answer = askers[asker].ask(method, route.format(**owned), body)
    assert answer.status_code == statuses[ASKERS.index(asker)], answer.content
    if answer.status_code >= 400:
        assert _rows() == before


def test_every_operation_is_in_the_table() -> None:
    shapes = {
        (method, _MATCH.sub("{match_id}", _GAME.sub("{game_id}", route.partition("?")[0]))) for method, route in ACCESS
    }
    assert shapes == set(_operations())


def _operations() -> Iterator[tuple[str, str]]:
    """Method and route of everything that the URLs lead to, but for the answer to all others at their end."""
    for pattern in urlpatterns[:-1]:
        view: Any = pattern.callback.cls  # type: ignore[union-attr]
        route = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        for method in view.http_method_names:
            handler = getattr(view, method, None)
            if isinstance(getattr(handler, "operation", None), Operation) or (handler and method == "get"):
                yield method.upper(), route


def _rows() -> dict[str, list[Any]]:
    """All rows that a request could have written, whole."""
    tables = (
        "games.Player",
        "games.AccessToken",
        "games.Stream",
        "games.LogBatch",
        "games.Game",
        "games.Proof",
        "games.DailyDeal",
        "games.ReplayView",
        "games.Report",
        "games.ShareLink",
        "games.Series",
        "games.Match",
        "games.MatchNumber",
        "api.StreamTicket",
        "api.Recovery",
    )
    return {name: list(apps.get_model(name)._default_manager.order_by("pk").values()) for name in tables}
