"""A match that is over for the viewer of a page: the first table, then what each event changed.

As `games.replay` gives a solo game, so that one script shows both. A pile's name begins with its side, but for the
foundations'. Whose the cards on those are is told for the first table; later ones are of the side that moved them.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.matches.events import FOUNDATION_PILES, events_after, piles_of
from games.matches.table import table_of
from games.models import Match
from games.replay import turns_over

CARDS: Final = {Side.A: "cards_a", Side.B: "cards_b"}
"""What frames call how many cards of each side's own lie on the foundations."""


def frames(match: Match, *, events: bytes, first: int = 0, last: int | None = None) -> dict[str, Any]:
    """Return the replay of a match that is over as JSON-ready data, or the part of it between two steps.

        {"first": {"piles": {"A:stock": ["[4D]", ...], ..., "F8": []}, "owners": {"F1": "AB", ...},
                   "cards_a": 1, "cards_b": 1, "states": ["turn:A"], "time": "0:00"},
         "start": 0,
         "events": [{"index": 0, "side": "A", "move": "T3-F", "marks": ["flip"],
                     "changes": [{"pile": "A:T3", "at": 2, "out": ["[9H]", "5S"], "in": ["9H"]}, ...],
                     "cards_a": 2, "cards_b": 1, "states": ["turn:A", "passed:B"], "time": "0:03"}, ...],
         "error": null}

    `marks` are among `flip`, `recycle`, `out` (the side is, with this move), `end` and `timed_out`. `states` say how
    the sides stand: `turn:A`, `passed:A`, `out:A`, and on the last event `over` and `won:A`, `resigned:A` or `void`.
    `time` is how long after the beginning, in minutes and seconds.
    """
    table = table_of(match, events=events[:first])
    began = match.started_at or match.created_at
    told = events_after(match, events=events[:last], after=first, reveal=True)
    return {
        "first": {
            "piles": piles_of(table, reveal=True),
            "owners": owners_of(table),
            **_counted(table.contributions),
            "states": states_of(table),
            "time": elapsed(timedelta()),
        },
        "start": first,
        "events": list(_frames(told, out=list(table.out), began=began)),
        "error": None,
    }


def owners_of(table: MatchTable) -> dict[str, str]:
    """Return whose the cards of each foundation are, from the bottom: `{"F1": "ABBA", ...}`."""
    return dict(zip(FOUNDATION_PILES, table.foundations, strict=True))


def states_of(table: MatchTable) -> list[str]:
    """Return how the sides of a table stand on which the match is not over."""
    return _states(turn=table.turn, passed={side: table.has_passed(side) for side in Side}, out=table.out)


def _frames(told: list[dict[str, Any]], *, out: list[Side], began: datetime) -> Iterator[dict[str, Any]]:
    known = out
    for event in told:
        yield {
            "index": event["n"] - 1,
            "side": event["side"],
            "move": event["action"],
            "marks": list(_marks(event, is_out=len(event["out"]) > len(known))),
            "changes": event["changes"],
            **_counted(event["contributions"]),
            "states": [
                *_states(turn=event["turn"], passed=event["passed"], out=event["out"]),
                *_ends(event["over"]),
            ],
            "time": elapsed(event["at"] - began),
        }
        known = event["out"]


def _counted(contributions: dict[Side, int]) -> dict[str, int]:
    return {CARDS[side]: contributions[side] for side in Side}


def _states(*, turn: Side | None, passed: dict[Side, bool], out: Any) -> list[str]:
    return [
        *([f"turn:{turn}"] if turn else []),
        *(f"passed:{side}" for side in Side if passed[side]),
        *(f"out:{side}" for side in out),
    ]


def _ends(over: dict[str, Any] | None) -> Iterator[str]:
    if over is None:
        return
    yield "over"
    if over["winner"] not in tuple(Side):
        yield "void"
        return
    winner = Side(over["winner"])
    yield f"won:{winner}"
    if over["won_by"] == "resignation":
        yield f"{'timed_out' if over['timed_out'] else 'resigned'}:{winner.other}"


def _marks(event: dict[str, Any], *, is_out: bool) -> Iterator[str]:
    if any(turns_over(change) for change in event["changes"]):
        yield "flip"
    if event["action"] == "recycle":
        yield "recycle"
    if is_out:
        yield "out"
    if event["over"] is not None:
        yield "timed_out" if event["over"]["timed_out"] else "end"


def elapsed(time: timedelta) -> str:
    """Return a length of time as people write it: `0:03`, `12:40`, `1:02:03`."""
    minutes, seconds = divmod(max(int(time.total_seconds()), 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
