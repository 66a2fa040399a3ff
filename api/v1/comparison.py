"""The JSON of two games of the same cards, side by side."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from api.v1 import examples
from api.v1.board_rows import example_places
from api.v1.game_state import GameSummary, name_of, url_of
from api.v1.tables import Card, CardsHome, MoveText, Table, Version, standing_of, table_of
from games.engine.cards import CARDS
from games.engine.deals import RULES_VERSION
from games.engine.solo import SoloTable
from games.limits import MAX_LOG_EVENTS
from leaderboards.compare import MAX_POINTS, Comparison, Played, Relation, Side, compare

Points = Annotated[list[int], Meta(max_length=MAX_POINTS + 2)]


class Step(Struct, kw_only=True):
    """An action at the place where the lines part, and what it does there."""

    move: MoveText
    card: Annotated[
        Card | None,
        Meta(description="The card moved, the first of a run, or a draw's new top of the waste; null for a recycle."),
    ]
    cards: Annotated[int, Meta(description="How many cards move or are turned; 0 for a recycle.", ge=0, le=CARDS)]


class Course(Struct, kw_only=True):
    """How a game went along its line, in lists of equal length to draw: what was counted after so many actions.

    There is a point for every action of a line up to 1,000 long, and evenly spread ones for a longer line, with the
    parting and the end among them.
    """

    at: Annotated[Points, Meta(description="After how many actions of the line; 0 is the table as dealt.")]
    version: Annotated[
        Points, Meta(description="The version of the log right after that action: at it the game can be looked at.")
    ]
    score: Points
    ranked_score: Points
    cards_home: Points


class ComparedGame(Struct, kw_only=True):
    """One of the two games: its result, what it played where the lines part, and how it went."""

    game: GameSummary
    length: Annotated[
        int, Meta(description="How many actions its line has: those that were not undone.", ge=0, le=MAX_LOG_EVENTS)
    ]
    version: Annotated[
        Version,
        Meta(description="The version of its log just before the step, or of its end: there it stood at the table."),
    ]
    step: Annotated[Step | None, Meta(description="What it played next; null if its line ends here.")]
    course: Course


class Parting(Struct, kw_only=True):
    """The last position that both games had: after it they part, or at least one of them ends."""

    index: Annotated[
        int, Meta(description="How many actions the lines have in common; the next is the first that differs.", ge=0)
    ]
    cards_home: CardsHome
    table: Annotated[Table, Meta(description="The position, with the legal moves of the first game's mode.")]


class ComparedGames(Struct, kw_only=True):
    """Two games of the same cards, side by side."""

    relation: Annotated[
        Relation,
        Meta(
            description="`parted`: each went on in another way. `a_goes_on`, `b_goes_on`: one did all that the other "
            "did, and more. `equal`: the same line."
        ),
    ]
    parting: Parting
    a: ComparedGame
    b: ComparedGame


def compared(found: Comparison, *, a: GameSummary, b: GameSummary) -> ComparedGames:
    """Return what a comparison says, with the results of both games."""
    return ComparedGames(
        relation=found.relation,
        parting=Parting(index=found.index, cards_home=found.table.home, table=table_of(found.table)),
        a=_side(found.a, game=a),
        b=_side(found.b, game=b),
    )


def _side(side: Side, *, game: GameSummary) -> ComparedGame:
    step, course = side.step, side.course
    return ComparedGame(
        game=game,
        length=side.length,
        version=side.version,
        step=None if step is None else Step(move=str(step.move), card=step.card, cards=step.cards),
        course=Course(
            at=course.at,
            version=course.version,
            score=course.score,
            ranked_score=course.ranked_score,
            cards_home=course.cards_home,
        ),
    )


def example_comparison() -> ComparedGames:
    """Return the comparison that the documentation shows: Ana's game, and one of Bo's that parts from it."""
    events = examples.EVENTS[:1] + examples.EVENTS[2:]
    table = SoloTable(examples.CODE)
    table.play_events(events)
    bo = example_places()[1].entry
    game = replace(
        examples.verified(),
        id=bo.game_id,
        url=url_of(bo.game_id),
        player=name_of(bo.player),
        log_version=len(events),
        claimed_score=None,
        **standing_of(table),
    )
    a, b = Played(examples.CODE, examples.EVENTS, RULES_VERSION), Played(examples.CODE, events, RULES_VERSION)
    return compared(compare(a=a, b=b), a=examples.verified(), b=game)
