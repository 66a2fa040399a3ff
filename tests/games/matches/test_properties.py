"""What holds of every match that two players play by the services, whatever they try and in whichever order."""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.engine.cards import FACES, PER_DECK
from games.engine.match.actions import ACTIONS, MatchAction, MatchKind, decode
from games.engine.match.options import Ending, Pace, Redeals, Side
from games.engine.match.outcome import VOID
from games.matches import audit
from games.matches.errors import CountConflict, IllegalMatchAction, WrongStage
from games.matches.events import events_after, piles_of
from games.matches.lobby import Choice
from games.matches.record import Record, record_between
from games.matches.table import events_of
from games.models import Match, Series
from tests.games.matches.people import Pair, joined, next_action

pytestmark = pytest.mark.django_db

choices = st.builds(
    Choice,
    pace=st.sampled_from(Pace),
    draw_a=st.sampled_from((1, 3)),
    draw_b=st.sampled_from((1, 3)),
    redeals=st.sampled_from(Redeals),
    solo_bonus=st.booleans(),
    ending=st.sampled_from(Ending),
    first=st.sampled_from(Side),
    length=st.integers(1, 2),
)
ANYTHING = tuple(action for action in ACTIONS if action.kind not in (MatchKind.PASS, MatchKind.RESIGN))

randoms = st.integers(0, 2**32).map(Random)


class Referee:
    """Plays one match of two players, and holds it to what it must keep to. Its own table has what was let through."""

    def __init__(self, pair: Pair) -> None:
        self.pair, self.match, self.table = pair, pair.match, pair.table
        self.first, self.foundations = piles_of(self.table), self.table.foundations
        self.turn = Side(self.match.first) if self.match.series.pace == Pace.ALTERNATING else None
        self.counts: Counter[Side] = Counter()

    def send(self, side: Side, action: MatchAction) -> bool:
        """Whether the service takes an action of a side, which it must exactly if the rules do."""
        if not self.table.is_legal(side, action):
            with pytest.raises(IllegalMatchAction) as refused:
                self.pair.act(side, str(action), count=self.counts[side])
            assert refused.value.version == self.table.version
            return False
        acted = self.pair.act(side, str(action), count=self.counts[side])
        self.table.play(side, action)
        assert self.turn in (None, side)
        self.counts[side] += 1
        assert acted.version == self.table.version == self.counts.total()
        self._look(side, action)
        return True

    def send_again(self, side: Side, action: MatchAction) -> None:
        """The last action of a side once more, and another in its place, and one at a count that is not reached."""
        count = self.counts[side]
        assert self.pair.act(side, str(action), count=count - 1).version <= self.table.version
        for other, at in (("resign", count - 1), ("draw", count + 1)):
            with pytest.raises(WrongStage if self.table.is_over and at > count else CountConflict):
                self.pair.act(side, other, count=at)

    def _look(self, side: Side, action: MatchAction) -> None:
        """All cards are there, foundations grow, and the turn goes on with a draw or a pass."""
        foundations = self.table.foundations
        homes = Counter("".join(foundations))
        for one in Side:
            columns = [card for column in self.table.columns(one) for card in column]
            assert len(columns) + len(self.table.waste(one)) + self.table.stock_count(one) + homes[one] == PER_DECK
        assert all(now.startswith(before) for now, before in zip(foundations, self.foundations, strict=True))
        self.foundations = foundations
        if self.turn and action.kind in (MatchKind.DRAW, MatchKind.PASS) and side.other not in self.table.out:
            self.turn = side.other
        assert self.table.is_over or self.table.turn is self.turn

    def compare(self, random: Random) -> None:
        """The log leads to the same table, and so does what clients were told of it, in two parts."""
        events = events_of(self.pair.match_id)
        assert self.pair.table.picture(reveal=True) == self.table.picture(reveal=True)
        shown = piles_of(self.table, reveal=True).values()
        assert Counter(card.strip("[]") for pile in shown for card in pile) == dict.fromkeys(FACES, 2)
        half = random.randint(0, len(events))
        told = events_after(self.match, events=events[:half], after=0)
        told += events_after(self.pair.match, events=events, after=half)
        piles = {name: list(cards) for name, cards in self.first.items()}
        for event in told:
            for change in event["changes"]:
                assert piles[change["pile"]][change["at"] :] == change["out"]
                piles[change["pile"]][change["at"] :] = change["in"]
        assert piles == piles_of(self.table)
        assert [(event["side"], event["action"]) for event in told] == [
            (event.side, str(event.action)) for event in decode(events)
        ]
        for side in Side:
            counts = [event["count"] for event in told if event["side"] == side]
            assert counts == list(range(1, self.counts[side] + 1))


def play(pair: Pair, random: Random) -> Referee:
    """Play a match to its end: what makes sense, and now and then anything, or something twice."""
    referee = Referee(pair)
    while not referee.table.is_over:
        side = referee.table.turn or random.choice(tuple(Side))
        action = next_action(referee.table, side, random, patience=4)
        if action is not None and referee.send(side, action) and random.random() < 0.1:
            referee.send_again(side, action)
        if random.random() < 0.2 and not referee.table.is_over:
            referee.send(random.choice(tuple(Side)), random.choice(ANYTHING))
    return referee


def recount(series: Series) -> Record:
    """The record of A against B, from the matches of their only series."""
    over = Match.objects.filter(series=series, status=Match.Status.OVER).order_by("ordinal")
    winners = Counter(match.winner for match in over)
    return Record(
        won=winners["A"],
        lost=winners["B"],
        void=winners[VOID],
        series_won=series.winner == "A",
        series_lost=series.winner == "B",
        cards=sum(match.cards_a for match in over),
        other_cards=sum(match.cards_b for match in over),
        last_at=max((match.ended_at for match in over if match.ended_at), default=None),
    )


# A match is no shorter for a smaller seed.
@settings(max_examples=5, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])
@given(choices, randoms)
def test_a_series_keeps_to_what_holds_of_all(choice: Choice, random: Random) -> None:
    pair = joined(choice)
    for _ in range(4):
        play(pair.begin(), random).compare(random)
        match = pair.match
        if match.series.winner:
            break
        pair = pair.follow()
    series = Series.objects.get(pk=match.series_id)
    a, b = (pair.players[side].pk for side in Side)
    record = recount(series)
    assert record_between(player_id=a, other_id=b) == record
    counted = [one for one in series.matches.all() if one.is_over and one.winner != VOID]
    assert (series.total_a, series.total_b) == (sum(m.cards_a for m in counted), sum(m.cards_b for m in counted))
    assert (record.cards, record.other_cards) == (series.total_a, series.total_b)
    assert list(audit.differences()) == []
