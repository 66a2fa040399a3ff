"""Moves as clients send them: texts, and taps for those who send a card instead of a move."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from django.utils.translation import gettext
from msgspec import UNSET, Meta, UnsetType

from api.v1.errors import ApiError, InvalidFields
from api.v1.parsing import Body
from api.v1.problems import FieldError
from games.engine.errors import NotationError
from games.engine.moves import COLUMNS, FOUNDATIONS, Move, encode, states_count
from games.errors import LimitExceeded
from games.services import Step, Tap
from games.texts import worded


def pattern_of(*bare: str, columns: int, foundations: int = 0) -> str:
    """Return the pattern, in ECMA-262, of exactly the moves between so many piles, and of these words."""
    numbers = range(1, columns + 1)
    apart = (f"T{n}-T[{''.join(str(other) for other in numbers if other != n)}]" for n in numbers)
    back = [f"F[1-{foundations}]-T[1-{columns}]"] if foundations else []
    return f"^({'|'.join([*bare, f'W-(F|T[1-{columns}])', f'T[1-{columns}]-F', *back, *apart])})$"


SentMove = Annotated[
    str,
    Meta(
        description="A move, exactly as `/docs/notation/` writes it. A count (`T3-T5x4`) is not accepted.",
        examples=["draw", "recycle", "undo", "W-T5", "W-F", "T3-F", "T3-T5", "F4-T2"],
        # For clients to know. What breaks it is refused as bad_notation, with its index.
        extra_json_schema={
            "pattern": pattern_of("draw", "recycle", "undo", columns=COLUMNS, foundations=FOUNDATIONS),
        },
    ),
]

Pile = Literal["W", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"]


class SentTap(Body, frozen=True):
    """A card instead of a move: the last one of a column, or the top of the waste. It has one of the two fields."""

    rules = {"minProperties": 1, "maxProperties": 1}

    tap: Annotated[Pile | UnsetType, Meta(description="Sends the card to a foundation, if one takes it.")] = UNSET
    double_tap: Annotated[
        Pile | UnsetType,
        Meta(
            description="Sends it to a foundation; else to the longest other column that takes it; else, if it is a "
            "king, to the first empty column."
        ),
    ] = UNSET


class BadNotation(ApiError):
    """A text among the moves that is none."""

    code = "bad_notation"

    def __init__(self, error: NotationError, *, index: int, text: str) -> None:
        reason = "states_count" if states_count(text) else "no_move"
        detail = gettext("Move %(index)s of the request: %(problem)s.") % {
            "index": index,
            "problem": worded(error.text),
        }
        super().__init__(detail, index=index, move=text[:_LONGEST], reason=reason)


_LONGEST: Final = 40
_EARLIEST, _LATEST = 2000, 2100  # as the pattern of ClientTime has it: years as they are written

ClientTime = Annotated[
    datetime,
    Meta(
        tz=True,
        description="By the client's clock, with an offset from UTC. Nothing is ranked by it.",
        examples=["2026-11-30T12:00:00Z"],
        extra_json_schema={"pattern": "^20[0-9]{2}-"},
    ),
]
"""A time that a client sends; `refuse_far_time` belongs to it."""


def parse_moves(texts: Sequence[str], *, limit: str, maximum: int) -> bytes:
    """Return the events that the texts name. Raises LimitExceeded before any work, and BadNotation."""
    refuse_too_many(texts, limit=limit, maximum=maximum)
    return encode([_parse(text, index=index) for index, text in enumerate(texts)])


def parse_steps(sent: Sequence[str | SentTap], *, limit: str, maximum: int) -> list[Step]:
    """Return the moves and taps that were sent. Raises LimitExceeded before any work, BadNotation, InvalidFields."""
    refuse_too_many(sent, limit=limit, maximum=maximum)
    return [
        _parse(step, index=index) if isinstance(step, str) else _parse_tap(step, index=index)
        for index, step in enumerate(sent)
    ]


def refuse_too_many(sent: Sequence[object], *, limit: str, maximum: int) -> None:
    if len(sent) > maximum:
        raise LimitExceeded(limit=limit, maximum=maximum, got=len(sent))


def refuse_far_time(name: str, at: datetime | None) -> None:
    """Refuse a client's time that no clock shows: what comes near the end of the calendar cannot be kept."""
    if at is not None and not _EARLIEST <= at.year < _LATEST:
        said = {"first": _EARLIEST, "last": _LATEST}
        detail = gettext("A time from %(first)s to before %(last)s is expected.") % said
        raise InvalidFields(FieldError(pointer=f"/{name}", code="out_of_range", detail=detail))


def _parse(text: str, *, index: int) -> Move:
    try:
        return Move.parse(text)
    except NotationError as error:
        raise BadNotation(error, index=index, text=text) from None


def _parse_tap(sent: SentTap, *, index: int) -> Tap:
    match sent.tap, sent.double_tap:
        case str(pile), UnsetType():
            return Tap(pile=pile)
        case UnsetType(), str(pile):
            return Tap(pile=pile, double=True)
    detail = gettext("An object here has one field: tap, or double_tap.")
    raise InvalidFields(FieldError(pointer=f"/moves/{index}", code="invalid", detail=detail))
