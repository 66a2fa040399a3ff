"""Matches that are over, logged fast: without a request, or a service, for each action but the last."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from games import log
from games.engine.match.actions import Event, MatchAction
from games.engine.match.fold import fold_match
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from games.matches.lobby import Choice
from games.matches.table import options_of
from games.models import Match, Stream
from tests.factories import NOON, VECTORS
from tests.games.matches.people import Pair, begun, next_action

EVERY = timedelta(seconds=3)


def played_out(choice: Choice | None = None, *, seed: int = 3, most: int | None = None) -> Pair:
    """A match in which both played as middling players do, an action each three seconds, to its end.

    After `most` events A resigns.
    """
    pair = begun(choice)
    table, random, events = MatchTable(options_of(pair.match)), Random(seed), list[Event]()
    while not table.is_over:
        side = table.turn or random.choice(tuple(Side))
        action = next_action(table, side, random)
        if len(events) == most:
            side, action = Side.A, MatchAction.parse("resign")
        if action is not None:
            table.play(side, action)
            events.append(Event(side, action))
    return _logged(pair, events)


def known(number: str, *, most: int | None = None) -> Pair:
    """A match of the vectors, to its end; or `most` of its events, after which A resigns."""
    (line,) = (line for line in (VECTORS / "matches.jsonl").read_text().splitlines() if f'"{number}"' in line)
    row = json.loads(line)
    options = MatchOptions.parse(row["match"])
    choice = Choice(
        pace=options.pace,
        draw_a=options.draw_a,
        draw_b=options.draw_b,
        redeals=options.redeals,
        solo_bonus=options.solo_bonus,
        ending=options.ending,
        first=options.first,
    )
    actions = row["actions"] if most is None else [*row["actions"][:most], ("A", "resign")]
    return ended_with(begun(choice, number=number), actions)


def ended_with(pair: Pair, actions: Sequence[tuple[str, str]]) -> Pair:
    """A match in play with these actions added, of which the last ends it."""
    return _logged(pair, [Event(Side(side), MatchAction.parse(action)) for side, action in actions])


def table_at(pair: Pair, version: int) -> MatchTable:
    """The table of the engine after so many events."""
    events = log.read(stream_id=pair.match_id, version=version)
    return fold_match(options_of(pair.match), events).table


def append(pair: Pair, events: Sequence[Event]) -> None:
    """Log events that do not end a match."""
    stream = Match.objects.get(pk=pair.match_id).stream
    for event in events:
        log.append(stream=stream, version=stream.version, events=bytes((event.byte,)), at=_time(stream))


def _logged(pair: Pair, events: Sequence[Event]) -> Pair:
    append(pair, events[:-1])
    pair.act(events[-1].side, str(events[-1].action), at=_time(pair.match.stream))
    return pair


def _time(stream: Stream) -> datetime:
    """When the next event is logged."""
    return NOON + EVERY * (stream.version + 1)
