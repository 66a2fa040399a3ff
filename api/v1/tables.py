"""The JSON of a table: how it stands, and its piles as a player sees them."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from games.engine.cards import CARDS
from games.engine.moves import COLUMNS, FOUNDATIONS
from games.engine.scores import format_score
from games.engine.solo import SoloTable

Version = Annotated[int, Meta(description="How many events of the log the numbers come after.", ge=0, examples=[3])]
Score = Annotated[int, Meta(description="By the rules; in Vegas in dollars.", examples=[655])]
ScoreText = Annotated[str, Meta(description="As players read it: `655`, `$416`, `-$104`.", examples=["655"])]
RankedScore = Annotated[
    int,
    Meta(description="The score in which no card counts twice on the foundations: boards rank by it.", examples=[655]),
]
Moves = Annotated[int, Meta(description="All actions but undos; what was undone is among them.", ge=0, examples=[180])]
Undos = Annotated[int, Meta(ge=0, examples=[0])]
CardsHome = Annotated[int, Meta(description="Cards on the foundations.", ge=0, le=CARDS, examples=[47])]
Won = Annotated[bool, Meta(description="All 104 cards are on the foundations.")]

Card = Annotated[str, Meta(description="Rank, then suit: `AS`, `TH`.", pattern="^[A2-9TJQK][SHDC]$", examples=["TH"])]
Column = Annotated[
    str,
    Meta(
        description="A column's cards from the bottom, `??` for a hidden one; empty for none.", examples=["?? ?? 5S 4H"]
    ),
]
MoveText = Annotated[
    str,
    Meta(description="A move, as `/docs/notation/` writes them.", examples=["draw", "W-T5", "T3-F", "T3-T5", "F4-T2"]),
]


class Foundation(Struct, kw_only=True):
    """One of the eight foundations."""

    count: Annotated[int, Meta(ge=0, le=13)]
    top: Card | None


class Table(Struct, kw_only=True):
    """The piles, as the player sees them."""

    stock: Annotated[int, Meta(description="How many cards the stock has.", ge=0, le=59, examples=[59])]
    waste: Annotated[list[Card], Meta(description="From the bottom; the last one can be played.")]
    foundations: Annotated[
        list[Foundation], Meta(description="`F1` to `F8`.", min_length=FOUNDATIONS, max_length=FOUNDATIONS)
    ]
    tableau: Annotated[list[Column], Meta(description="`T1` to `T9`.", min_length=COLUMNS, max_length=COLUMNS)]
    undoable: Annotated[int, Meta(description="How many actions can be undone one after another.", ge=0, le=200)]
    legal_moves: Annotated[
        list[MoveText], Meta(description="All moves that the rules allow here, `undo` among them; none after a win.")
    ]


class Counts(Struct, kw_only=True):
    """What is counted on a table."""

    score: Score
    score_text: ScoreText
    ranked_score: RankedScore
    ranked_score_text: ScoreText
    moves: Moves
    undos: Undos
    cards_home: CardsHome
    won: Won


class Standing(Counts, kw_only=True):
    """What is counted on a table, and how far the log had come."""

    version: Version


def table_of(table: SoloTable) -> Table:
    """Return the piles of a table, hidden cards hidden."""
    tops = zip(table.foundations, table.foundation_tops, strict=True)
    return Table(
        stock=table.stock_count,
        waste=table.waste,
        foundations=[Foundation(count=count, top=top) for count, top in tops],
        tableau=table.tableau(),
        undoable=table.undoable,
        legal_moves=list(map(str, table.legal_moves)),
    )


def standing_of(table: SoloTable) -> dict[str, Any]:
    """Return what is counted on a table, by the names of `Standing`."""
    return {
        "version": table.version,
        "score": table.score,
        "score_text": table.score_text,
        "ranked_score": table.ranked_score,
        "ranked_score_text": format_score(table.ranked_score, table.code.scoring),
        "moves": table.moves,
        "undos": table.undos,
        "cards_home": table.home,
        "won": table.is_won,
    }
