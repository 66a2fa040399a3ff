"""What each event of a match changed on the table, for clients that know no rules.

Like `games.replay` for solo games, and found the same way: by comparing the engine's piles before and after each event.
Piles are called as in actions, a side's own with the side before them: `A:stock`, `A:W`, `B:T3`; foundations are `F1`
to `F8`. Every pile is a list from its bottom. Hidden cards are `??` for everybody, their owner too; once the match is
over a replay can tell them, in brackets.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games.engine.cards import FACES, HIDDEN, PER_SUIT
from games.engine.match.actions import COLUMNS, EVENTS, Event
from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.engine.moves import FOUNDATIONS
from games.matches.table import options_of
from games.models import LogBatch, Match
from games.replay import Piles, change_of, column_cards

FOUNDATION_PILES: Final = tuple(f"F{n}" for n in range(1, FOUNDATIONS + 1))
SIDE_PILES: Final[Mapping[Side, tuple[str, ...]]] = {
    side: tuple(f"{side}:{pile}" for pile in ("stock", "W", *(f"T{n}" for n in range(1, COLUMNS + 1)))) for side in Side
}
PILES: Final = (*SIDE_PILES[Side.A], *SIDE_PILES[Side.B], *FOUNDATION_PILES)


def events_after(match: Match, *, events: bytes, after: int, reveal: bool = False) -> list[dict[str, Any]]:
    """Return the events from version `after` on as JSON-ready data; `events` is the log as far as it is to be told.

        {"n": 17, "side": "A", "count": 9, "action": "T3-F",
         "changes": [{"pile": "A:T3", "at": 2, "out": ["??", "5S"], "in": ["9H"]},
                     {"pile": "F1", "at": 4, "out": [], "in": ["5S"]}],
         "turn": null, "contributions": {"A": 3, "B": 1}, "passed": {"A": false, "B": true}, "out": [],
         "at": ..., "over": null}

    `n` is the version after the event, `count` how many events its side has then. Forward is `pile[at:] = in`, and
    back, from the last change to the first, `pile[at:] = out`. The last event of a match that is over says how it
    ended: `{"winner": "A", "ended": "done", "won_by": "cards", "timed_out": false}`.
    """
    teller = Teller(match, events=events[:after], reveal=reveal)
    times = _times(match.pk, after=after)
    return [teller.tell(byte, at=times[version], match=match) for version, byte in enumerate(events[after:], after)]


def replay(match: Match, *, events: bytes) -> dict[str, Any]:
    """Return a match that is over as its first table, hidden cards told, and all of its events."""
    return {
        "first": Teller(match, events=b"", reveal=True).piles,
        "events": events_after(match, events=events, after=0, reveal=True),
    }


def piles_of(table: MatchTable, *, reveal: bool = False) -> Piles:
    """Return where the cards of a table lie, hidden ones hidden unless they are to be told."""
    return {name: _pile(table, name, reveal=reveal) for name in PILES}


def _times(match_id: UUID, *, after: int) -> dict[int, datetime]:
    """Return when the events from a version on were taken, by the version before each."""
    rows = LogBatch.objects.filter(stream_id=match_id, first_version__gte=after)
    return dict(rows.values_list("first_version", "at"))


class Teller:
    """Tells the events of one match in their order, each by what it changes, and keeps the table that they lead to.

    It begins after some events of the match's log, `events`, which it does not tell. `piles` are as told last.
    """

    def __init__(self, match: Match, *, events: bytes, reveal: bool = False) -> None:
        self.table = MatchTable(options_of(match), rules=match.stream.rules_version)
        self._reveal = reveal
        self._play(events)
        self._counts = {side: sum(EVENTS[event].side is side for event in events) for side in Side}
        self.piles = piles_of(self.table, reveal=reveal)

    def tell(self, byte: int, *, at: datetime, match: Match) -> dict[str, Any]:
        """Return the next event of the log, which was taken at a time; `match` says how it ended, if it is the last."""
        event = EVENTS[byte]
        self._play(bytes((byte,)))
        self._counts[event.side] += 1
        table = self.table
        return {
            "n": table.version,
            "side": event.side,
            "count": self._counts[event.side],
            "action": str(event.action),
            "changes": list(self._changes(event)),
            "turn": table.turn,
            "contributions": table.contributions,
            "passed": {side: table.has_passed(side) for side in Side},
            "out": list(table.out),
            "at": at,
            "over": _over(table, match=match),
        }

    def _play(self, events: bytes) -> None:
        refused = self.table.play_events(events)
        if refused is not None:
            raise RuntimeError(f"a match's log is not legal at {self.table.version}: {refused}")

    def _changes(self, event: Event) -> Iterator[dict[str, Any]]:
        """Yield what an event, just played, changed, and bring the piles up to date."""
        for name in (*SIDE_PILES[event.side], *(FOUNDATION_PILES if event.action.target == "F" else ())):
            before, after = self.piles[name], _pile(self.table, name, reveal=self._reveal)
            if before != after:
                self.piles[name] = after
                yield change_of(name, before, after)


def _over(table: MatchTable, *, match: Match) -> dict[str, Any] | None:
    outcome = table.outcome
    if outcome is None:
        return None
    return {
        "winner": table.winner,
        "ended": outcome.ended,
        "won_by": outcome.won_by,
        "timed_out": match.timed_out,
    }


def _pile(table: MatchTable, name: str, *, reveal: bool) -> list[str]:
    """Return a pile of the table from its bottom."""
    owner, _, pile = name.rpartition(":")
    if not owner:
        index = int(pile[1]) - 1
        ace = index // 2 * PER_SUIT
        return list(FACES[ace : ace + len(table.foundations[index])])
    side = Side(owner)
    if pile == "stock":
        if reveal:
            return [f"[{card}]" for card in reversed(table.stock(side))]
        return [HIDDEN] * table.stock_count(side)
    if pile == "W":
        return table.waste(side)
    return column_cards(table.tableau(side, reveal=reveal)[int(pile[1]) - 1])
