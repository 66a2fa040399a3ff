"""The page of a match's replay: who may see it, from when on, and what it says."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.engine.match.options import Side
from games.matches.events import PILES, piles_of
from games.matches.frames import frames
from games.matches.lobby import Choice
from games.matches.table import events_of
from games.models import Player, Series
from tests.games.matches.finished import ended_with, played_out, table_at
from tests.games.matches.people import Pair, begun, joined
from tests.pages.people import looker
from tests.pages.visitor import Visitor, visitor_of

pytestmark = pytest.mark.django_db

ENDING = (("A", "draw"), ("B", "T2-T4"), ("A", "T3-F"), ("B", "resign"))
PILE = re.compile(r'data-pile="([\w:]+)"[^>]*>(.*?)</div>', re.DOTALL)


def address(pair: Pair, more: str = "") -> str:
    return f"/matches/{pair.match_id}/replay/{more}"


def piles_on(html: str) -> dict[str, list[str]]:
    return {name: re.findall(r'data-card="(.*?)"', cards) for name, cards in PILE.findall(html)}


@pytest.fixture
def over(db: None) -> Pair:
    """A match of four events, which A has won."""
    return ended_with(begun(Choice(length=3)), ENDING)


def invited(pair: Pair) -> Pair:
    Series.objects.update(invite="the-invite")
    return pair


# -- Who may see it, and when


def test_before_the_end_the_page_leads_to_the_match_and_nothing_is_told() -> None:
    for pair in (joined(), begun()):
        answer: Any = Client().get(address(pair, "?invite=a%26b"))
        assert (answer.status_code, answer["Location"]) == (302, f"/matches/{pair.match_id}/?invite=a%26b")
        assert Client().get(address(pair, "frames/")).status_code == 404


@pytest.mark.parametrize("more", ("", "frames/"))
def test_a_private_match_is_for_its_players_and_who_has_its_link(over: Pair, more: str) -> None:
    invited(over)
    assert Client().get(address(over, more)).status_code == 404
    assert Client().get(address(over, f"{more}?invite=another")).status_code == 404
    assert Client().get(address(over, f"{more}?invite=the-invite")).status_code == 200
    assert visitor_of(over.players[Side.B]).get(address(over, more)).status_code == 200


@pytest.mark.parametrize("more", ("", "frames/"))
def test_a_match_of_a_hidden_player_is_for_its_players_and_staff(over: Pair, more: str) -> None:
    Player.objects.filter(pk=over.players[Side.A].pk).update(hidden_at=over.match.ended_at)
    bo, staff = looker("Cy"), looker("Sam")
    Player.objects.filter(pk=staff.player.pk).update(is_staff=True)
    seen = [client.get(address(over, more)).status_code for client in (Client(), bo.client, staff.client)]
    assert seen == [404, 404, 200]


def test_the_link_of_a_private_match_is_in_all_that_the_page_leads_to(over: Pair) -> None:
    html = Visitor().see(address(invited(over), "?invite=the-invite"))
    assert f'data-frames="{address(over)}frames/?invite=the-invite"' in html
    assert f'href="/matches/{over.match_id}/?invite=the-invite"' in html
    assert f'href="{address(over)}?invite=the-invite&amp;step=3#replay"' in html
    assert f'href="{address(over)}?invite=the-invite&amp;bottom=B&amp;step=4#replay"' in html


# -- What it shows


def test_it_opens_at_the_end_and_any_step_has_an_address(over: Pair) -> None:
    for query, step in (("", 4), ("?step=4", 4), ("?step=2", 2), ("?step=0", 0)):
        html = Visitor().see(address(over, query))
        assert f'data-step="{step}" data-first="0"' in html
        assert piles_on(html) == piles_of(table_at(over, step), reveal=True)


def test_all_piles_of_both_sides_are_there_once(over: Pair) -> None:
    found = PILE.findall(Visitor().see(address(over)))
    assert sorted(name for name, _ in found) == sorted(PILES)


@pytest.mark.parametrize("query", ("?step=5", "?step=-1", "?step=x", "?step=", "?bottom=C", "?bottom="))
def test_what_is_no_step_or_no_side_is_not_found(over: Pair, query: str) -> None:
    Visitor().see(address(over, query), status=404)


def test_ones_own_side_lies_at_the_bottom_unless_one_asks_for_the_other(over: Pair) -> None:
    a, b = (visitor_of(over.players[side]) for side in Side)
    seen = [
        re.findall(r'class="half[^"]*" data-side="(\w)"', visitor.see(address(over, query)))
        for visitor, query in ((Visitor(), ""), (a, ""), (b, ""), (b, "?bottom=A"))
    ]
    assert seen == [["B", "A"], ["B", "A"], ["A", "B"], ["B", "A"]]


def test_it_says_who_has_won_and_how_with_what_was_played(over: Pair) -> None:
    text = Visitor().read(address(over))
    for said in ("Match of Ana and Bo", "Ana has won. Bo resigned.", "Both at once · Draw 1", "match 1 of 3"):
        assert said in text
    assert "Dealt by the number TDVR323" in text
    assert ("has won" in text, "has resigned" in text) == (True, True)


def test_a_name_is_never_markup(over: Pair) -> None:
    Player.objects.filter(pk=over.players[Side.A].pk).update(name="<b>x</b>")
    html = Visitor().see(address(over))
    assert ("<b>x</b>" in html, "&lt;b&gt;x&lt;/b&gt;" in html) == (False, True)


def test_whose_the_cards_of_the_foundations_are_is_said_in_words() -> None:
    pair = played_out()
    html = Visitor().see(address(pair))
    table = table_at(pair, pair.match.stream.version)
    for place, owners in enumerate(table.foundations, 1):
        shown = f'data-foundation="F{place}" data-owners="{owners}" data-top="{owners[-1:]}"'
        assert shown in html
        assert f'aria-label="From the bottom:{"".join(f" {side}" for side in owners)}"' in html


def test_the_page_has_no_script_or_style_of_its_own(over: Pair) -> None:
    html = Visitor().see(address(over))
    assert re.findall(r"<script(?![^>]*\b(?:src=|application/json))|<style|\sstyle=|\son\w+=", html) == []


# -- Frames


def test_the_frames_are_those_of_the_service_and_come_compressed_once(over: Pair) -> None:
    client = Client()
    plain = client.get(address(over, "frames/"))
    assert plain.json() == json.loads(json.dumps(frames(over.match, events=events_of(over.match_id))))
    packed = client.get(address(over, "frames/"), headers={"Accept-Encoding": "gzip"})
    assert (packed["Content-Encoding"], len(packed.content) < len(plain.content) / 2) == ("gzip", True)
    again = client.get(address(over, "frames/"), headers={"If-None-Match": plain["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(("more", "most"), (("", 14), ("frames/", 8)))
def test_a_longer_match_takes_no_more_queries(more: str, most: int, django_assert_max_num_queries: Any) -> None:
    pair = played_out()
    visitor = visitor_of(pair.players[Side.A])
    with django_assert_max_num_queries(most):
        assert visitor.get(address(pair, more)).status_code == 200
