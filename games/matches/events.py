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
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from games.engine.moves import FOUNDATIONS
from games.matches.table import options_of
from games.models import LogBatch, Match
from games.replay import Piles, change_of, column_cards

FOUNDATION_PILES: Final = tuple(f"F{n}" for n in range(1, FOUNDATIONS + 1))
SIDE_PILES: Final[Mapping[Side, tuple[str, ...]]] = {
    side: tuple(f"{side}:{pile}" for pile in ("stock", "W", *(f"T{n}" for n in range(1, COLUMNS + 1)))) for side in Side
}
MOST_EVENTS: Final = 500
"""How many events are told at once, at most."""

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
    return Teller(match, events=events[:after], reveal=reveal).tell_all(events, match=match)


def replay(match: Match, *, events: bytes) -> dict[str, Any]:
    """Return a match that is over as its first table, hidden cards told, and all of its events."""
    return {
        "first": Teller(match, events=b"", reveal=True).piles,
        "events": events_after(match, events=events, after=0, reveal=True),
    }


def piles_of(table: MatchTable, *, reveal: bool = False) -> Piles:
    """Return where the cards of a table lie, hidden ones hidden unless they are to be told."""
    own = _own_piles(table, Side.A, reveal=reveal) | _own_piles(table, Side.B, reveal=reveal)
    return own | _foundation_piles(table)


def _times(match_id: UUID, *, first: int, end: int) -> dict[int, datetime]:
    """Return when the events between two versions were taken, by the version before each."""
    rows = LogBatch.objects.filter(stream_id=match_id, first_version__gte=first, first_version__lt=end)
    return dict(rows.values_list("first_version", "at"))


class Teller:
    """Tells the events of one match in their order, each by what it changes, and keeps the table that they lead to.

    It begins after some events of the match's log, `events`, which it does not tell. `piles` are as told last. The
    match's options are read unless they are given.
    """

    def __init__(
        self, match: Match, *, events: bytes, reveal: bool = False, options: MatchOptions | None = None
    ) -> None:
        self.table = MatchTable(options or options_of(match), rules=match.stream.rules_version)
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

    def tell_all(self, events: bytes, *, match: Match) -> list[dict[str, Any]]:
        """Return those events of the log, given from its beginning, that are not told yet."""
        first, end = self.table.version, len(events)
        if first >= end:
            return []
        times = _times(match.pk, first=first, end=end)
        return [self.tell(events[version], at=times[version], match=match) for version in range(first, end)]

    def table_after(self, events: bytes) -> MatchTable:
        """Return the table after all of the log, given from its beginning: what is not told yet is passed over."""
        self._play(events[self.table.version :])
        return self.table

    def _play(self, events: bytes) -> None:
        refused = self.table.play_events(events)
        if refused is not None:
            raise RuntimeError(f"a match's log is not legal at {self.table.version}: {refused}")

    def _changes(self, event: Event) -> Iterator[dict[str, Any]]:
        """Yield what an event, just played, changed, and bring the piles up to date."""
        piles = _own_piles(self.table, event.side, reveal=self._reveal)
        if event.action.target == "F":
            piles |= _foundation_piles(self.table)
        for name, after in piles.items():
            before = self.piles[name]
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


def _own_piles(table: MatchTable, side: Side, *, reveal: bool) -> Piles:
    """Return the piles of a side from their bottom, in the order of SIDE_PILES."""
    if reveal:
        stock = [f"[{card}]" for card in reversed(table.stock(side))]
        columns = [column_cards(column) for column in table.tableau(side, reveal=True)]
    else:
        stock, columns = [HIDDEN] * table.stock_count(side), table.columns(side)
    return dict(zip(SIDE_PILES[side], (stock, table.waste(side), *columns), strict=True))


def _foundation_piles(table: MatchTable) -> Piles:
    """Return the foundations from their aces up; two of them belong to each suit."""
    aces = (index // 2 * PER_SUIT for index in range(FOUNDATIONS))
    heights = map(len, table.foundations)
    piles = (list(FACES[ace : ace + height]) for ace, height in zip(aces, heights, strict=True))
    return dict(zip(FOUNDATION_PILES, piles, strict=True))
