"""The lobby, and matches on the pages of players: who is shown to whom, in which words, at what cost."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api.pages import matches
from games import players
from games.engine.match.options import Ending, Pace, Redeals, Side
from games.matches import lobby
from games.matches.lobby import Choice
from games.models import Match, Player, Seat
from tests.factories import make_player
from tests.games.matches.people import Pair
from tests.pages.visitor import Visitor, newcomer, text_of

pytestmark = pytest.mark.django_db

LOBBY = "/matches/"
UNUSUAL = Choice(
    pace=Pace.ALTERNATING,
    draw_a=3,
    redeals=Redeals.SINGLE,
    solo_bonus=True,
    ending=Ending.PLAY_OUT,
    length=5,
)


def waiting(player: Player, choice: Choice | None = None, **fields: Any) -> Match:
    """A match that a player has just opened."""
    return lobby.create_match(player=player, choice=choice or Choice(), **fields)


def begun(a: Player, b: Player, choice: Choice | None = None, *, is_private: bool = False) -> Pair:
    """A match in play since now."""
    now = timezone.now()
    match = waiting(a, choice, is_private=is_private)
    lobby.join_match(match_id=match.pk, player=b, invite=match.series.invite or None)
    return Pair(match.pk, {Side.A: a, Side.B: b}).begin(at=now)


def over(a: Player, b: Player, choice: Choice | None = None, *, is_private: bool = False) -> Pair:
    """A match that B has resigned."""
    pair = begun(a, b, choice, is_private=is_private)
    pair.act("B", "resign", at=timezone.now())
    return pair


def rows(html: str, name: str) -> list[str]:
    """The texts of a list's rows; none if there is no such list."""
    if f'id="{name}"' not in html:
        return []
    found = html.split(f'id="{name}"')[1].split("</ul>", maxsplit=1)[0].split("<li ")[1:]
    return [text_of("<li " + row) for row in found]


def test_who_waits_is_shown_with_what_is_not_as_usual_in_words() -> None:
    waiting(make_player("Bo"))
    waiting(make_player("Chen"), UNUSUAL)
    shown = [row.split(" UTC ")[1] for row in rows(Visitor().see(LOBBY), "waiting")]
    assert shown == [
        "is there Series of 5 matches · In turns · Chen draws 3, the opponent 1 · Stock only once · Played out"
        " · Empty columns win Join",
        "is there Both at once · Draw 1 Join",
    ]


def test_who_is_there_comes_before_who_has_gone() -> None:
    bo, chen = waiting(make_player("Bo")), waiting(make_player("Chen"))
    Seat.objects.filter(match=chen).update(seen_at=timezone.now() - timedelta(minutes=5))
    html = Visitor().see(LOBBY)
    assert [row.split(" ")[0] for row in rows(html, "waiting")] == ["Bo", "Chen"]
    assert html.index(f'href="/matches/{bo.pk}/"') < html.index(f'href="/matches/{chen.pk}/"')
    assert "is there" not in rows(html, "waiting")[1]


def test_a_match_by_a_link_is_on_nobodys_page_but_its_players() -> None:
    (ana, own), bo = newcomer("Ana"), make_player("Bo")
    private = waiting(ana, is_private=True)
    begun(ana, bo, is_private=True)
    assert [row.split(" ")[0] for row in rows(own.see(LOBBY), "going-on")] == ["Ana", "Ana"]
    html = Visitor().see(LOBBY)
    assert (str(private.pk) in html, "Ana" in html, private.series.invite in html) == (False, False, False)


def test_ones_own_matches_are_shown_apart_and_those_to_go_on_with_first() -> None:
    (ana, own), bo = newcomer("Ana"), make_player("Bo")
    begun(bo, ana)
    waiting(ana)
    over(ana, bo)
    html = own.see(LOBBY)
    going_on = rows(html, "going-on")
    assert [row.split(" UTC ")[1] for row in going_on] == [
        "In play Both at once · Draw 1 Go on",
        "Waits for an opponent Both at once · Draw 1 Look",
    ]
    assert going_on[0].startswith("Ana – Bo ")
    assert [rows(html, name) for name in ("waiting", "live")] == [[], []]
    assert [row.split(" UTC ")[1] for row in rows(html, "recent")] == ["won resigned Both at once · Draw 1 Replay"]


def test_matches_that_nobody_joined_in_time_keep_none_that_goes_on_from_ones_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matches, "_OWN", 1)
    (ana, own), bo = newcomer("Ana"), make_player("Bo")
    begun(bo, ana)
    for _ in range(2):
        waiting(ana, at=timezone.now() - timedelta(hours=30))
    assert [row.startswith("Ana – Bo ") for row in rows(own.see(LOBBY), "going-on")] == [True]


def test_matches_in_play_can_be_looked_at() -> None:
    pair = begun(make_player("Bo"), make_player("Chen"), Choice(length=3))
    html = Visitor().see(LOBBY)
    (row,) = rows(html, "live")
    assert (row.split(" UTC ")[1], row.startswith("Bo – Chen ")) == (
        "Match 1 of 3 · Both at once · Draw 1 Look on",
        True,
    )
    assert f'href="/matches/{pair.match_id}/"' in html


def test_two_guests_of_one_name_are_told_apart_by_their_sides_as_at_the_table() -> None:
    (ana, own), bo = newcomer("Ana"), make_player("Bo")
    begun(bo, ana, Choice(draw_b=3))
    Player.objects.update(name="Nils")
    (row,) = rows(own.see(LOBBY), "going-on")
    assert row.startswith("Nils (B) – Nils (A) ")
    assert "Nils (B) draws 3, Nils (A)" in row
    (row,) = rows(Visitor().see(LOBBY), "live")
    assert row.startswith("Nils (A) – Nils (B) ")
    assert "Go on against Nils (A)" in own.see(LOBBY)


def test_what_nobody_can_join_any_more_is_not_there() -> None:
    (ana, own) = newcomer("Ana")
    waiting(ana, at=timezone.now() - timedelta(hours=30))
    lobby.cancel_match(match_id=waiting(ana).pk, player=ana)
    for html in (own.see(LOBBY), Visitor().see(LOBBY)):
        assert (rows(html, "going-on"), rows(html, "waiting")) == ([], [])
        assert "Nobody waits just now." in html


@pytest.mark.parametrize("count", (1, 6))
def test_the_lobby_takes_as_many_queries_for_many_matches_as_for_one(count: int) -> None:
    ana, own = newcomer("Ana")
    for number in range(count):
        bo, chen = make_player(f"Bo{number}"), make_player(f"Chen{number}")
        waiting(bo)
        begun(bo, chen)
        begun(ana, bo)
        over(ana, chen)
    with CaptureQueriesContext(connection) as queries:
        own.see(LOBBY)
    assert len(queries) <= 14


def test_the_lists_come_alone_and_are_not_sent_again_until_they_change() -> None:
    visitor = Visitor()
    first: Any = visitor.get(f"{LOBBY}?part=1")
    assert (first.status_code, b"<html" in first.content) == (200, False)
    tag = first.headers["ETag"]
    assert visitor.get(f"{LOBBY}?part=1", headers={"If-None-Match": tag}).status_code == 304
    waiting(make_player("Bo"))
    second: Any = visitor.get(f"{LOBBY}?part=1", headers={"If-None-Match": tag})
    assert (second.status_code, b"Bo" in second.content, second.headers["ETag"] != tag) == (200, True, True)
    assert second.headers["Cache-Control"] == "private, no-cache"


def test_a_players_page_has_their_matches_and_what_the_viewer_has_made_of_them() -> None:
    (ana, own), bo = newcomer("Ana"), make_player("Bo")
    over(bo, ana)
    over(ana, bo, Choice(length=3))
    over(ana, bo, is_private=True)
    address = f"/players/{bo.pk}/"
    assert "You against Bo: 2 : 1 in 3 matches · cards 0 : 0" in own.read(address)
    seen = Visitor().see(address)
    assert [row.split(" UTC ")[0][:12] for row in rows(seen, "matches")] == ["Bo 0 – Ana 0", "Bo 0 – Ana 0"]
    assert [row.split(" UTC ")[1][:13] for row in rows(seen, "matches")] == ["lost resigned", "won resigned "]
    assert "You against" not in seen


def test_ones_own_page_has_all_of_ones_matches() -> None:
    (ana, own), bo = newcomer("Ana"), make_player("Bo")
    over(ana, bo, is_private=True)
    (row,) = rows(own.see("/players/me/"), "matches")
    assert row.startswith("Ana 0 – Bo 0")


def test_of_who_has_left_the_boards_no_page_is_linked_and_no_match_listed() -> None:
    (ana, own), bo = newcomer("Ana"), make_player("Bo")
    over(ana, bo)
    players.set_on_boards(player=bo, on_boards=False)
    (row,) = rows(own.see(LOBBY), "recent")
    assert row.startswith("Ana 0 – Bo 0")
    assert f'href="/players/{bo.pk}/"' not in own.see(LOBBY)
    assert rows(Visitor().see(f"/players/{ana.pk}/"), "matches") == []


def test_the_first_page_says_how_many_wait_and_does_not_count_oneself() -> None:
    ana, own = newcomer("Ana")
    waiting(ana)
    assert "1 player waits for an opponent." in Visitor().read("/")
    assert "wait for an opponent" not in own.read("/")
    waiting(make_player("Bo"))
    assert "2 players wait for an opponent." in Visitor().read("/")


def test_rules_and_questions_say_how_a_match_goes() -> None:
    assert "eight foundations that belong to both" in Visitor().read("/rules/")
    assert "How do I find an opponent?" in Visitor().read("/questions/")
