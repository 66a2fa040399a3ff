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
    table = _table_at(options_of(match), events=events[:after], rules=match.stream.rules_version)
    times = _times(match.pk, after=after)
    return list(_told(match, table=table, events=events, times=times, reveal=reveal))


def replay(match: Match, *, events: bytes) -> dict[str, Any]:
    """Return a match that is over as its first table, hidden cards told, and all of its events."""
    table = _table_at(options_of(match), events=b"", rules=match.stream.rules_version)
    return {
        "first": {name: _pile(table, name, reveal=True) for name in PILES},
        "events": events_after(match, events=events, after=0, reveal=True),
    }


def piles_of(table: MatchTable, *, reveal: bool = False) -> Piles:
    """Return where the cards of a table lie, hidden ones hidden unless they are to be told."""
    return {name: _pile(table, name, reveal=reveal) for name in PILES}


def _table_at(options: MatchOptions, *, events: bytes, rules: int) -> MatchTable:
    table = MatchTable(options, rules=rules)
    refused = table.play_events(events)
    if refused is not None:
        raise RuntimeError(f"a match's log is not legal at {table.version}: {refused}")
    return table


def _times(match_id: UUID, *, after: int) -> dict[int, datetime]:
    """Return when the events from a version on were taken, by the version before each."""
    rows = LogBatch.objects.filter(stream_id=match_id, first_version__gte=after)
    return dict(rows.values_list("first_version", "at"))


def _told(
    match: Match, *, table: MatchTable, events: bytes, times: Mapping[int, datetime], reveal: bool
) -> Iterator[dict[str, Any]]:
    counts = {side: sum(EVENTS[event].side is side for event in events[: table.version]) for side in Side}
    piles = {name: _pile(table, name, reveal=reveal) for name in PILES}
    for byte in events[table.version :]:
        event = EVENTS[byte]
        at = times[table.version]
        refused = table.play_events(bytes((byte,)))
        if refused is not None:
            raise RuntimeError(f"the log of match {match.pk} is not legal at {table.version}: {refused}")
        counts[event.side] += 1
        yield {
            "n": table.version,
            "side": event.side,
            "count": counts[event.side],
            "action": str(event.action),
            "changes": list(_changes(table, event=event, piles=piles, reveal=reveal)),
            "turn": table.turn,
            "contributions": table.contributions,
            "passed": {side: table.has_passed(side) for side in Side},
            "out": list(table.out),
            "at": at,
            "over": _over(table, match=match),
        }


def _changes(table: MatchTable, *, event: Event, piles: Piles, reveal: bool) -> Iterator[dict[str, Any]]:
    """Yield what an event, just played, changed; `piles` are as before it, and brought up to date."""
    for name in (*SIDE_PILES[event.side], *(FOUNDATION_PILES if event.action.target == "F" else ())):
        before, after = piles[name], _pile(table, name, reveal=reveal)
        if before != after:
            piles[name] = after
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
