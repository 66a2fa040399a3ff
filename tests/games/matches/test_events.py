"""What clients are told of each event, and how two players have done."""

from datetime import timedelta
from random import Random

import pytest

from games.engine.match.options import Side
from games.matches.events import PILES, events_after, piles_of, replay
from games.matches.record import Record, record_between
from games.matches.table import events_of
from tests.factories import NOON, make_player
from tests.games.matches.people import Pair, begun, joined, play_out

pytestmark = pytest.mark.django_db


def told(pair: Pair, *, after: int = 0) -> list[dict[str, object]]:
    return events_after(pair.match, events=events_of(pair.match_id), after=after)


def test_an_event_says_who_did_what_and_what_lies_elsewhere_now() -> None:
    pair = begun()
    pair.act("A", "draw")
    before = piles_of(pair.table)
    pair.act("A", "T3-F", at=NOON + timedelta(seconds=3))
    after = piles_of(pair.table)
    (event,) = told(pair, after=1)
    changes = event.pop("changes")
    assert event == {
        "n": 2,
        "side": "A",
        "count": 2,
        "action": "T3-F",
        "turn": None,
        "contributions": {"A": 1, "B": 0},
        "passed": {"A": False, "B": False},
        "out": [],
        "at": NOON + timedelta(seconds=3),
        "over": None,
    }
    (placed,) = (name for name in PILES if name.startswith("F") and after[name])
    assert changes == [
        {"pile": "A:T3", "at": 1, "out": ["??", before["A:T3"][2]], "in": [after["A:T3"][1]]},
        {"pile": placed, "at": 0, "out": [], "in": [before["A:T3"][2]]},
    ]


@pytest.mark.parametrize("seed", (2, 11))
def test_the_changes_alone_lead_from_each_table_to_the_next_whatever_version_one_begins_at(seed: int) -> None:
    pair = joined().begin()
    first = piles_of(pair.table)
    play_out(pair, Random(seed))
    whole = told(pair)
    piles = {name: list(cards) for name, cards in first.items()}
    for event in whole:
        for change in event["changes"]:  # type: ignore[attr-defined]
            assert piles[change["pile"]][change["at"] :] == change["out"]
            piles[change["pile"]][change["at"] :] = change["in"]
    assert piles == piles_of(pair.table)
    assert all(told(pair, after=after) == whole[after:] for after in (1, len(whole) // 2, len(whole) - 1))


def test_the_last_event_says_how_it_ended() -> None:
    pair = begun()
    pair.play(("A", "T3-F"), ("B", "resign"))
    ends = [event["over"] for event in told(pair)]
    assert ends == [None, {"winner": "A", "ended": "resigned", "won_by": "resignation", "timed_out": False}]


def test_a_replay_tells_every_card() -> None:
    pair = begun()
    pair.act("B", "resign")
    first = replay(pair.match, events=events_of(pair.match_id))["first"]
    assert first["A:stock"][-1] == f"[{pair.table.stock(Side.A)[0]}]"
    cards = [card.strip("[]") for pile in first.values() for card in pile]
    assert (len(cards), len(set(cards)), "??" in cards) == (104, 52, False)


def test_a_record_counts_matches_series_and_cards_from_one_side() -> None:
    pair = begun()
    pair.play(("A", "T3-F"), ("B", "resign"))
    a, b = pair.players[Side.A], pair.players[Side.B]
    won = Record(won=1, series_won=1, cards=1, last_at=NOON)
    lost = Record(lost=1, series_lost=1, other_cards=1, last_at=NOON)
    assert record_between(player_id=a.pk, other_id=b.pk) == won
    assert record_between(player_id=b.pk, other_id=a.pk) == lost
    assert record_between(player_id=a.pk, other_id=make_player().pk) == Record()
