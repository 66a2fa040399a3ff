"""The page of a match as the service makes it: what each stage says to whom, without a script too."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.pages.match_texts import options_in_words, texts
from games.engine.errors import Refusal
from games.engine.match.errors import MatchRefusal
from games.engine.match.options import Side
from games.limits import MATCH_OPEN_FOR
from games.matches import lobby
from games.matches.lobby import Choice
from games.models import Match, MatchNumber, Player
from tests.games.matches.people import Pair, begun, joined
from tests.pages.visitor import Visitor, newcomer, visitor_of

pytestmark = pytest.mark.django_db

NAMES = {"A": "Ana", "B": "Bo"}
OPTIONS = {
    "pace": "simultaneous",
    "draw": {"A": 1, "B": 1},
    "redeals": "unlimited",
    "solo_bonus": False,
    "ending": "first_out",
    "first": None,
}


def page(pair: Pair) -> str:
    return f"/matches/{pair.match_id}/"


def seated(pair: Pair, side: str) -> Visitor:
    return visitor_of(pair.players[Side(side)])


def given(html: str, name: str) -> Any:
    """What the page hands its script under a name."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', html)
    assert found, name
    return json.loads(found[1])


def still(html: str) -> list[tuple[str, str]]:
    """The piles of the still table and how many cards each has, in their order."""
    return re.findall(r'class="pile [^>]*data-pile="(\w+)" data-count="(\d+)"', html)


# -- Stages


def test_who_waits_has_a_link_to_send_and_others_can_join() -> None:
    ana, own = newcomer("Ana")
    match = lobby.create_match(player=ana, choice=Choice())
    address = f"/matches/{match.pk}/"
    html = own.see(address)
    assert "Your match waits for an opponent" in html
    assert f'value="http://testserver{address}"' in html
    assert "Join" not in html
    said = Visitor().read(address)
    assert "Ana waits for an opponent" in said
    assert "Join the match" in said


def test_a_private_match_opens_by_its_link_alone() -> None:
    ana, own = newcomer("Ana")
    match = lobby.create_match(player=ana, choice=Choice(), is_private=True)
    address = f"/matches/{match.pk}/?invite={match.series.invite}"
    assert f'value="http://testserver{address}"' in own.see(f"/matches/{match.pk}/")
    assert "Join the match" in Visitor().read(address)
    Visitor().see(f"/matches/{match.pk}/", status=404)


def test_each_sees_who_is_ready() -> None:
    pair = joined()
    lobby.be_ready(match_id=pair.match_id, player=pair.players[Side.B])
    assert "Bo is ready. " in seated(pair, "A").read(page(pair))
    assert "I am ready" in seated(pair, "A").read(page(pair))
    assert "Waiting for Ana…" in seated(pair, "B").read(page(pair))
    assert "You can look on." in Visitor().read(page(pair))


def test_a_match_in_play_is_handed_to_the_script_and_shown_without_one() -> None:
    pair = begun()
    pair.play(("A", "T3-F"), ("B", "draw"))
    html = seated(pair, "B").see(page(pair))
    start = given(html, "match-start")
    assert (start["match"]["you"], start["match"]["version"], start["match"]["stage"]) == ("B", 2, "playing")
    assert given(html, "match-texts")["names"] == {"own": "Bo", "other": "Ana"}
    piles = still(html)
    assert (piles[0], piles[9], piles[17:19]) == (("stock", "24"), ("F1", "0"), [("stock", "23"), ("W", "1")])
    assert MatchNumber.objects.get().number not in html
    assert "[" not in "".join(re.findall(r'data-card="([^"]*)"', html))


@pytest.mark.parametrize(
    ("side", "heading"), (("A", "You have won!"), ("B", "Ana has won"), (None, "Ana has won")), ids=str
)
def test_a_match_that_is_over_says_who_has_won_and_why(side: str | None, heading: str) -> None:
    pair = begun(Choice(length=3))
    pair.play(("A", "T3-F"), ("B", "resign"))
    said = (seated(pair, side) if side else Visitor()).read(page(pair))
    assert f"{heading} Bo resigned." in said
    assert "Ana has won the series." in said
    assert ("Play again" in said) == (side is not None)


def test_two_guests_of_one_name_are_told_apart_by_their_sides() -> None:
    pair = begun()
    Player.objects.update(name="Nils")
    pair.play(("B", "resign"))
    assert "Nils (A) has won Nils (B) resigned." in Visitor().read(page(pair))
    assert "Nils (A) has won. Nils (B) resigned." in Visitor().read(f"{page(pair)}replay/")


def test_in_a_series_the_next_match_is_one_press_away() -> None:
    pair = begun(Choice(length=3))
    pair.play(("A", "T3-F"), ("A", "pass"), ("B", "pass"))
    html = seated(pair, "A").see(page(pair))
    after = pair.follow()
    assert f'href="/matches/{after.match_id}/"' in html
    assert "Play again" not in html
    assert "Match 2: ready?" in seated(pair, "B").read(page(after))


def test_a_match_of_a_series_that_was_void_does_not_count() -> None:
    pair = begun(Choice(length=3))
    pair.play(("A", "pass"), ("B", "pass"))
    after = pair.follow()
    assert "Match 1: ready?" in seated(pair, "B").read(page(after))
    after.begin(at=timezone.now())
    assert "Match 1 of 3" in Visitor().read("/matches/")
    after.play(("A", "resign"))
    assert "match 1 of 3" in Visitor().read(f"{page(after)}replay/")


def test_a_rematch_that_is_asked_for_is_there_for_the_other() -> None:
    pair = begun()
    pair.play(("A", "T3-F"), ("B", "resign"))
    again = lobby.rematch(match_id=pair.match_id, player=pair.players[Side.B])
    assert f'href="/matches/{again.pk}/"' in seated(pair, "A").see(page(pair))


@pytest.mark.parametrize("stage", ("cancelled", "expired"))
def test_what_was_not_played_says_so(stage: str) -> None:
    ana, own = newcomer("Ana")
    at = timezone.now() - (MATCH_OPEN_FOR if stage == "expired" else timedelta())
    match = lobby.create_match(player=ana, choice=Choice(), at=at)
    if stage == "cancelled":
        lobby.cancel_match(match_id=match.pk, player=ana)
    expected = {"cancelled": "This match was called off", "expired": "Nobody joined this match in time"}
    assert expected[stage] in own.read(f"/matches/{match.pk}/")


def test_the_part_for_the_script_is_what_stands_beside_the_table_alone() -> None:
    pair = joined()
    html = seated(pair, "A").see(f"{page(pair)}?part=stage")
    assert 'data-stage="ready"' in html
    assert "<html" not in html
    assert "match-start" not in html


# -- Words


def test_each_refusal_has_words() -> None:
    assert {*Refusal, *MatchRefusal} <= {*texts(own="Ana", other="Bo")["refusals"]}


@pytest.mark.parametrize(
    ("changed", "series", "words"),
    (
        ({"pace": "alternating", "first": "B"}, 1, "In turns: Bo begins"),
        ({"draw": {"A": 3, "B": 3}}, 1, "Draw 3"),
        ({"draw": {"A": 1, "B": 3}}, 1, "Ana draws 1, Bo draws 3"),
        ({"redeals": "single"}, 1, "The stock is gone through only once"),
        ({"solo_bonus": True}, 1, "Who first empties all seven columns wins"),
        ({"ending": "play_out"}, 1, "Played out: who is not out goes on alone"),
        ({}, 3, "A series of 3 matches"),
    ),
)
def test_options_are_told_in_words(changed: dict[str, Any], series: int, words: str) -> None:
    plain = options_in_words(OPTIONS, series=1, names=NAMES)
    assert plain == [
        "Both play at once",
        "Draw 1",
        "The stock can be gone through again and again",
        "Ends as soon as somebody is out",
    ]
    assert words in options_in_words({**OPTIONS, **changed}, series=series, names=NAMES)


# -- Who asks


def test_a_page_for_its_player_is_kept_by_nobody_else_and_changes_nothing() -> None:
    pair = begun()
    seat = pair.match.seats.get(side="A").seen_at
    own = seated(pair, "A")
    answer = own.get(page(pair))
    assert (answer["Cache-Control"], "Cookie" in answer["Vary"]) == ("private, no-cache", True)
    assert own.post(page(pair)).status_code == 405
    assert pair.match.seats.get(side="A").seen_at == seat
    assert Match.objects.get().status == "playing"


def test_a_match_that_is_not_there_is_not_found() -> None:
    Visitor().see("/matches/019ad3c4-7a51-7c52-8f0e-3c1f6f0e8a11/", status=404)
