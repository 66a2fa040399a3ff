"""Two players at a match, and how they play: with the services, as the API calls them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from uuid import UUID

from games.engine.match.actions import EVENTS, MatchAction, MatchKind
from games.engine.match.options import Pace, Side
from games.engine.match.table import MatchTable
from games.matches import lobby, play
from games.matches.lobby import Choice
from games.matches.table import events_of, table_of
from games.models import Match, MatchNumber, Player
from tests.factories import NOON, make_player

ALTERNATING = Choice(pace=Pace.ALTERNATING)

# A number whose cards are known to the tests below: it deals what the rules' vectors have under it.
KNOWN = "TDVR323"


@dataclass
class Pair:
    """A match and its players by side."""

    match_id: UUID
    players: dict[Side, Player]

    @property
    def match(self) -> Match:
        return Match.objects.with_seats().get(pk=self.match_id)

    @property
    def table(self) -> MatchTable:
        return table_of(self.match, events=events_of(self.match_id))

    def act(self, side: str, action: str, *, count: int | None = None, at: datetime = NOON) -> play.Acted:
        """The action of a side, at the count that it has unless another is given."""
        return play.act(
            match_id=self.match_id,
            player=self.players[Side(side)],
            count=self.count(side) if count is None else count,
            action=MatchAction.parse(action),
            at=at,
        )

    def play(self, *actions: tuple[str, str]) -> None:
        for side, action in actions:
            self.act(side, action)

    def count(self, side: str) -> int:
        """How many actions a side has in the log."""
        return sum(EVENTS[event].side == side for event in events_of(self.match_id))

    def follow(self) -> "Pair":
        """The match after this one in its series."""
        match = self.match
        (after,) = match.series.matches.filter(ordinal=match.ordinal + 1)
        return Pair(after.pk, self.players)

    def begin(self, *, at: datetime = NOON) -> "Pair":
        """Both say that they are ready."""
        for player in self.players.values():
            lobby.be_ready(match_id=self.match_id, player=player, at=at)
        return self


def joined(choice: Choice | None = None, *, at: datetime = NOON, ana: Player | None = None) -> Pair:
    """A match that both have joined and nobody is ready for; A made it."""
    a, b = ana or make_player("Ana"), make_player("Bo")
    match = lobby.create_match(player=a, choice=choice or Choice(), at=at)
    lobby.join_match(match_id=match.pk, player=b, at=at)
    return Pair(match.pk, {Side.A: a, Side.B: b})


def begun(choice: Choice | None = None, *, at: datetime = NOON, number: str = KNOWN) -> Pair:
    """A match in play, of a known number."""
    pair = joined(choice, at=at)
    MatchNumber.objects.filter(match_id=pair.match_id).update(number=number)
    return pair.begin(at=at)


def next_action(table: MatchTable, side: Side, random: Random, *, patience: int = 30) -> MatchAction | None:
    """What a middling player would do: place a card if one can be placed, else anything, and pass at the end.

    That is when `patience` actions of theirs have come to nothing: with less of it a match is shorter.
    """
    legal = table.legal_actions(side)
    placing = [action for action in legal if action.target == "F"]
    moving = [action for action in legal if action.kind not in (MatchKind.PASS, MatchKind.RESIGN)]
    if placing:
        return random.choice(placing)
    if moving and table.idle(side) < patience:
        return random.choice(moving)
    passes = [action for action in legal if action.kind is MatchKind.PASS]
    return passes[0] if passes else None


def play_out(pair: Pair, random: Random) -> list[tuple[Side, str]]:
    """Play a match to its end by the services, giving up soon; return what was played."""
    played: list[tuple[Side, str]] = []
    table, counts = pair.table, {side: pair.count(side) for side in Side}
    while not table.is_over:
        side = table.turn or random.choice(tuple(Side))
        action = next_action(table, side, random, patience=8)
        if action is None:
            continue
        pair.act(side, str(action), count=counts[side])
        counts[side] += 1
        table.play(side, action)
        played.append((side, str(action)))
    return played


def sides(events: Sequence[tuple[Side, str]], side: str) -> list[str]:
    """What a side played."""
    return [action for who, action in events if who == side]
