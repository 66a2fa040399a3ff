"""The game that the documentation shows: made by the code that makes every answer, so that no example grows old."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from api.v1.game_state import Check, GameState, GameSummary, PlayerName, url_of
from api.v1.tables import standing_of, table_of
from games import hashes
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.moves import Move, encode
from games.engine.solo import SoloTable
from games.models import Game, LogBatch, Player, Stream
from games.services import Appended

GAME_ID: Final = UUID("019ad3c4-7a51-7c52-8f0e-3c1f6f0e8a11")
CODE: Final = DealCode.parse("DS1-D1N-AAAAAAB")
MOVES: Final = ("T7-T8", "T3-T5", "draw")
SCORE: Final = 10
ANA: Final = PlayerName(id=UUID("019ad3c4-52fd-7d24-a0b1-2f9c7d7c3e55"), name="Ana", is_guest=True)
STARTED_AT: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
FINISHED_AT: Final = datetime(2026, 11, 30, 12, 7, 30, tzinfo=UTC)

EVENTS: Final = encode(map(Move.parse, MOVES))
GENESIS: Final = hashes.genesis(stream_id=GAME_ID, code=str(CODE), rules_version=RULES_VERSION)
APPENDED: Final = hashes.chain(previous=GENESIS, first_version=0, events=EVENTS)
CLOSED: Final = hashes.chain(previous=APPENDED, first_version=len(MOVES), events=b"", closes=True, claimed_score=SCORE)
POSTED: Final = hashes.chain(previous=GENESIS, first_version=0, events=EVENTS, closes=True, claimed_score=SCORE)


def table(*, version: int = len(MOVES)) -> SoloTable:
    """Return the table of the game after so many of its moves."""
    played = SoloTable(CODE)
    played.play_events(EVENTS[:version])
    return played


def started() -> GameState:
    """Return the game with its log empty."""
    facts = _facts(status="playing", receipt=GENESIS, log_version=0)
    return GameState(**facts, **_shown(table(version=0)), check=None)


def appended() -> Appended:
    """Return what the append of the game's moves does."""
    return Appended(
        game=Game(stream_id=GAME_ID, status=Game.Status.PLAYING),
        table=table(),
        moves=tuple(map(Move.parse, MOVES)),
        first_version=0,
        version=len(MOVES),
        receipt=APPENDED,
    )


def game() -> Game:
    """Return the game verified, as it would be read; it is in no database."""
    stream = Stream(id=GAME_ID, rules_version=RULES_VERSION, version=len(MOVES), is_closed=True, head=CLOSED)
    return Game(
        stream=stream,
        player=Player(id=ANA.id, name=ANA.name),
        code=str(CODE),
        status=Game.Status.VERIFIED,
        started_at=STARTED_AT,
        finished_at=FINISHED_AT,
    )


def batches() -> list[LogBatch]:
    """Return the batches of the game's log: one append, and the finish."""
    at = STARTED_AT.replace(minute=7)
    return [
        LogBatch(stream_id=GAME_ID, first_version=0, events=EVENTS, hash=APPENDED, at=at),
        LogBatch(
            stream_id=GAME_ID,
            first_version=len(MOVES),
            events=b"",
            closes=True,
            claimed_score=SCORE,
            hash=CLOSED,
            at=FINISHED_AT,
        ),
    ]


def finished(status: str = "finished") -> GameState:
    """Return the game finished, or decided."""
    facts = _facts(status=status, receipt=CLOSED, finished_at=FINISHED_AT, claimed_score=SCORE)
    check = (
        Check(state="waiting", begun=0, at=None)
        if status == "finished"
        else Check(state="decided", begun=1, at=FINISHED_AT)
    )
    return GameState(**facts, **_shown(table()), check=check)


def posted() -> GameSummary:
    """Return the game sent whole, before its check."""
    facts = _facts(status="finished", receipt=POSTED, finished_at=STARTED_AT, claimed_score=SCORE, origin="posted")
    uncounted: dict[str, Any] = dict.fromkeys(standing_of(table()))
    return GameSummary(**facts, **uncounted | {"version": len(MOVES)})


def verified() -> GameSummary:
    """Return the game as a list shows it once it is verified."""
    facts = _facts(status="verified", receipt=CLOSED, finished_at=FINISHED_AT, claimed_score=SCORE)
    return GameSummary(**facts, **standing_of(table()))


def _shown(played: SoloTable) -> dict[str, Any]:
    return {**standing_of(played), "table": table_of(played), "hiding": None, "flags": []}


def _facts(*, status: str, receipt: bytes, log_version: int = len(MOVES), **others: Any) -> dict[str, Any]:
    return {
        "id": GAME_ID,
        "url": url_of(GAME_ID),
        "deal": str(CODE),
        "rules_version": RULES_VERSION,
        "player": ANA,
        "origin": "live",
        "status": status,
        "abandoned": False,
        "log_version": log_version,
        "claimed_score": None,
        "rejection": None,
        "receipt": receipt.hex(),
        "started_at": STARTED_AT,
        "finished_at": None,
        "first_attempt": True,
        "seen_replay": False,
        "hidden": False,
    } | others
