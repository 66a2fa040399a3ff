"""The JSON of a replay, as `games.replay.frames` makes it: described here for those who read it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.v1.game_state import Code, GameId, Status
from api.v1.languages import Worded
from api.v1.tables import Counts, MoveText

Pile = Annotated[
    Literal[
        "stock",
        "W",
        "T1",
        "T2",
        "T3",
        "T4",
        "T5",
        "T6",
        "T7",
        "T8",
        "T9",
        "F1",
        "F2",
        "F3",
        "F4",
        "F5",
        "F6",
        "F7",
        "F8",
    ],
    Meta(description="The stock, the waste, the nine columns and the eight foundations."),
]
Shown = Annotated[
    str,
    Meta(
        description="A card. A hidden one is `??`, or, once the game is finished, its face in brackets.",
        pattern=r"^(\?\?|[A2-9TJQK][SHDC]|\[[A2-9TJQK][SHDC]\])$",
        examples=["5S", "[9H]", "??"],
    ),
]


class Change(Struct, kw_only=True, rename={"in_": "in"}):
    """What an event did to a pile: of the cards from place `at` on, `out` lay there before it, `in` after it."""

    pile: Pile
    at: Annotated[int, Meta(description="How many cards of the pile, from its bottom, stay as they are.", ge=0)]
    out: list[Shown]
    in_: list[Shown]


class Dealt(Counts, kw_only=True):
    """The table before the first event."""

    piles: Annotated[dict[Pile, list[Shown]], Meta(description="Every pile from its bottom to its top.")]


class Frame(Counts, kw_only=True):
    """One event, and what is counted after it."""

    index: Annotated[int, Meta(description="Which event, counted from 0.", ge=0)]
    move: MoveText
    marks: Annotated[
        list[Literal["flip", "recycle", "take_back", "undo"]],
        Meta(description="What a viewer may want to point out; `flip`: a hidden card was turned over."),
    ]
    changes: Annotated[
        list[Change],
        Meta(description="Forward is `pile[at:] = in`, in this order; back is `pile[at:] = out`, from the last on."),
    ]


class Stop(Worded, kw_only=True):
    """Where a rejected log stops being legal."""

    index: Annotated[int, Meta(description="Which event, counted from 0.", ge=0)]
    move: MoveText | None
    code: str
    reason: str | None
    message: str
    unplayed: Annotated[int, Meta(description="How many events of the log are left out, this one included.", ge=1)]


class Replay(Struct, kw_only=True):
    """A game for viewers that know no rules."""

    id: GameId
    status: Status
    deal: Code
    rules_version: int
    first: Dealt
    events: list[Frame]
    error: Stop | None
