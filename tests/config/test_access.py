"""Who may see what outside of the API: one table over all addresses, which each new one must be added to.

The API has a table of its own (tests/api/test_access.py); the process of streams has two addresses (tests/api/live).
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Game, Player, Stream
from tests.factories import make_player
from tests.games.admin import scenes
from tests.pages.visitor import visitor_of

pytestmark = pytest.mark.django_db

# What is answered to nobody, the owner of the game, and another player, who know each other by the pages' cookie.
PAGES: Final[dict[str, tuple[str, tuple[int, int, int]]]] = {
    "favicon.ico": ("favicon.ico", (302, 302, 302)),
    "health/live/": ("health/live/", (200, 200, 200)),
    "health/ready/": ("health/ready/", (200, 200, 200)),
    "metrics": ("metrics", (404, 404, 404)),  # whom it lets in is in tests/config/monitoring
    "": ("", (200, 200, 200)),
    "deals/": ("deals/", (200, 200, 200)),
    "deals/<str:code>/": ("deals/DS1-D1N-KSTNMZC/", (200, 200, 200)),
    "deals/<str:code>/board/": ("deals/DS1-D1N-KSTNMZC/board/", (200, 200, 200)),
    "players/me/": ("players/me/", (200, 200, 200)),
    "players/<uuid:player_id>/": ("players/{player}/", (200, 200, 200)),
    "play/": ("play/", (200, 200, 200)),
    "play/games/<uuid:game_id>/": ("play/games/{live}/", (302, 200, 302)),
    "play/<str:code>/": ("play/DS1-D1N-KSTNMZC/", (200, 200, 200)),
    "games/<uuid:game_id>/": ("games/{live}/", (404, 200, 404)),
    "games/<uuid:game_id>/frames/": ("games/{live}/frames/", (404, 200, 404)),
    "games/<uuid:game_id>/movetext/": ("games/{live}/movetext/", (404, 200, 404)),
    "games/<uuid:a>/beside/<uuid:b>/": ("games/{won}/beside/{live}/", (404, 200, 404)),
    "matches/": ("matches/", (200, 200, 200)),
    "matches/<uuid:match_id>/replay/": ("matches/{none}/replay/", (404, 404, 404)),
    "matches/<uuid:match_id>/replay/frames/": ("matches/{none}/replay/frames/", (404, 404, 404)),
    "matches/<uuid:match_id>/": ("matches/{none}/", (404, 404, 404)),
    "recovery/": ("recovery/", (200, 200, 200)),
    "rules/": ("rules/", (200, 200, 200)),
    "questions/": ("questions/", (200, 200, 200)),
    "examples/": ("examples/", (200, 200, 200)),
    "movetext/": ("movetext/", (200, 200, 200)),
    "docs/": ("docs/", (200, 200, 200)),
    "docs/<path:address>": ("docs/rules/", (200, 200, 200)),
    "language/": ("language/", (302, 302, 302)),
}
# Lists of the admin: what is answered to staff without a permission, to a moderator and to a superuser.
LISTS: Final[dict[str, tuple[int, int, int]]] = {
    "auth/group": (403, 403, 200),
    "games/flag": (403, 200, 200),
    "games/game": (403, 200, 200),
    "games/match": (403, 200, 200),
    "games/player": (403, 200, 200),
    "games/report": (403, 200, 200),
    "games/decision": (403, 200, 200),
    "games/proof": (403, 403, 200),
    "games/dailydeal": (403, 403, 200),
    "leaderboards/entry": (403, 403, 200),
    "leaderboards/scorecount": (403, 403, 200),
    "leaderboards/movescount": (403, 403, 200),
    "leaderboards/tally": (403, 403, 200),
    "leaderboards/dealtotal": (403, 403, 200),
    "leaderboards/dealday": (403, 403, 200),
    "leaderboards/openday": (403, 403, 200),
}
# Beside the lists; they show something only to whom they have let in.
OTHERS: Final = {
    "admin/",
    "admin/logout/",
    "admin/password_change/",
    "admin/password_change/done/",
    "admin/autocomplete/",
    "admin/jsi18n/",
    "admin/r/<path:content_type_id>/<path:object_id>/",
    "admin/games/flag/<int:key>/decide/<str:action>/",
    "admin/games/game/<uuid:game_id>/frames/",
    "admin/games/game/<uuid:key>/decide/<str:action>/",
    "admin/games/match/<uuid:match_id>/frames/",
    "admin/games/match/<uuid:key>/decide/<str:action>/",
    "admin/games/player/<uuid:key>/decide/<str:action>/",
    "admin/games/report/<uuid:key>/decide/<str:action>/",
    "admin/^(?P<app_label>auth|games|leaderboards)/$",
    "admin/(?P<url>.*)$",
}
OPEN: Final = {"admin/login/", "admin/logout/", "admin/jsi18n/"}
OF_A_LIST: Final = ("", "add/", *(f"<path:object_id>/{end}" for end in ("", "history/", "delete/", "change/")))

NOTHING: Final = "0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11"
ASKERS: Final = ("nobody", "owner", "other")
STAFF: Final = ("staff", "moderator", "superuser")


def routes(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """Every route but those of the API."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver) and route != "api/v1/":
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


@pytest.fixture
def owner() -> Player:
    return make_player("Ana")


@pytest.fixture
def names(owner: Player) -> dict[str, Any]:
    """What addresses may name, all of it the owner's."""
    return {"player": owner.pk, "live": scenes.live(owner).pk, "won": scenes.won(owner).pk, "none": NOTHING}


def staff(kind: str) -> Client:
    """The browser of a member of staff, signed in to the admin."""
    if kind == "moderator":
        return scenes.signed_in(scenes.make_moderator("Mo"))
    return scenes.signed_in(make_player("Sam", is_staff=True, is_superuser=kind == "superuser"))


def test_every_route_is_in_the_tables() -> None:
    of_lists = {f"admin/{name}/{end}" for name in LISTS for end in OF_A_LIST}
    assert set(routes()) == PAGES.keys() | of_lists | OTHERS | OPEN
    registered = {f"{model._meta.app_label}/{model._meta.model_name}" for model in admin.site._registry}
    assert registered == LISTS.keys()


@pytest.mark.parametrize("asker", ASKERS)
def test_each_page_is_shown_to_whom_it_should_be(owner: Player, names: dict[str, Any], asker: str) -> None:
    client = Client() if asker == "nobody" else visitor_of(owner if asker == "owner" else make_player("Bo"))
    expected = {address: statuses[ASKERS.index(asker)] for address, statuses in PAGES.values()}
    assert {address: client.get(f"/{address.format(**names)}").status_code for address in expected} == expected


@pytest.mark.parametrize("kind", STAFF)
def test_each_list_of_the_admin_is_shown_to_whom_it_should_be(kind: str) -> None:
    client = staff(kind)
    expected = {name: statuses[STAFF.index(kind)] for name, statuses in LISTS.items()}
    assert {name: client.get(f"/admin/{name}/").status_code for name in expected} == expected


@pytest.mark.parametrize("kind", STAFF)
def test_nobody_adds_or_deletes_rows_in_the_admin_but_groups_of_staff(kind: str, names: dict[str, Any]) -> None:
    client = staff(kind)
    before = (Game.objects.count(), Stream.objects.count(), Player.objects.count())
    for name in LISTS.keys() - {"auth/group"}:
        assert client.post(f"/admin/{name}/add/", {"name": "x"}).status_code == 403
        # 302 where the row that is named is none; nothing is deleted either way.
        assert client.post(f"/admin/{name}/{names['live']}/delete/", {"post": "yes"}).status_code in (302, 403)
    assert (Game.objects.count(), Stream.objects.count(), Player.objects.count()) == before


@pytest.mark.parametrize("asker", ("nobody", "player"))
@pytest.mark.parametrize("method", ("get", "post"))
def test_who_is_not_staff_is_led_to_the_sign_in_by_every_address_of_the_admin(
    asker: str, method: str, owner: Player, names: dict[str, Any]
) -> None:
    client = Client() if asker == "nobody" else scenes.signed_in(owner)
    for route in {route for route in routes() if route.startswith("admin/")} - OPEN:
        address = _address(route, game=names["won"])
        answer: Any = getattr(client, method)(f"/{address}")
        assert answer.status_code == 302, (address, answer.status_code)
        assert answer.headers["Location"].startswith("/admin/login/?next="), address


def _address(route: str, *, game: object) -> str:
    """An address that the route matches."""
    for part in ("game_id", "match_id", "key", "object_id", "content_type_id"):
        route = route.replace(f"<uuid:{part}>", str(game)).replace(f"<path:{part}>", "1").replace(f"<int:{part}>", "1")
    plain = route.replace("<str:action>", "hide")
    return plain.replace("^(?P<app_label>auth|games|leaderboards)/$", "games/").replace("(?P<url>.*)$", "nothing/")
