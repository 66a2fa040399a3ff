"""Games and matches read from lines of JSON or from movetext, and each told as one line of JSON.

A line of JSON is an object with a deal code and moves, `{"deal": "DS1-D1N-AAAAAAB", "moves": ["draw", "W-T5"]}`, or
with a match and actions; whatever else it holds is passed over. A stream whose first line that is not blank begins
with a tag is movetext.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from games.engine.deals import RULES_VERSION, DealCode
from games.engine.errors import DealCodeError, IllegalMove, MovetextError, NotationError
from games.engine.fold import Claim, Failure, Replay, fold
from games.engine.match.errors import MatchOptionsError
from games.engine.match.fold import MatchFailure, MatchReplay
from games.engine.match.lines import MATCH_TOLD, LoggedMatch, read_match, tell_match
from games.engine.moves import parse_counted, stays_in_column, stays_text
from games.engine.movetext import Movetext, is_tag, read_game, split_games
from games.engine.scores import format_score
from games.engine.solo import SoloTable
from games.engine.texts import Text

_SHOWN = 40
"""Characters that are shown of a text that is no move."""


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game read from a line of JSON, as far as its moves could be read."""

    deal: DealCode
    events: bytes
    claims: dict[int, Claim]
    rules: int = RULES_VERSION
    unread: Failure | None = None
    """Why the move after those could not be read."""

    def replay(self) -> Replay:
        """The game played, as far as it goes."""
        replay = fold(self.deal, self.events, rules=self.rules, claims=self.claims)
        return Replay(replay.table, replay.error or self.unread)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a line, or a game of movetext, gives no game at all."""

    code: str
    message: str
    index: int | None = None
    is_match: bool = False
    """Whether it was to be a match."""


Game = LoggedGame | Movetext | LoggedMatch
"""What can be replayed."""


class _LineError(Exception):
    """A line that holds no game."""

    code = "bad_line"


def read_games(stream: Iterable[bytes]) -> Iterator[Game | Trouble]:
    """Each game of a stream of lines as soon as it has been read, or what is wrong with it."""
    lines = iter(stream)
    blank: list[bytes] = []
    for raw in lines:
        line = raw if blank else raw.removeprefix(codecs.BOM_UTF8)
        if line.strip():
            together = chain(blank, (line,), lines)
            yield from _read_movetext(together) if is_tag(_decode(line)) else _read_json(together)
            return
        blank.append(line)


def _decode(line: bytes) -> str:
    """The text of a line of movetext: bytes that are no UTF-8 become half characters, which it never holds."""
    return line.decode("utf-8", "surrogateescape")


def _read_movetext(stream: Iterable[bytes]) -> Iterator[Movetext | Trouble]:
    for first, lines in split_games(map(_decode, stream)):
        try:
            yield read_game(lines, first=first)
        except MovetextError as error:
            yield Trouble(error.code, str(error), error.index)


def _read_json(stream: Iterable[bytes]) -> Iterator[LoggedGame | LoggedMatch | Trouble]:
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        is_match = False
        try:
            read = _json_object(line)
            is_match = "match" in read
            yield _logged_match(read) if is_match else _logged_game(read)
        except (_LineError, DealCodeError, MatchOptionsError) as error:
            yield Trouble(error.code, f"line {number}: {error}", is_match=is_match)


def _json_object(line: bytes) -> dict[str, Any]:
    """The JSON object that a line holds."""
    try:
        value = json.loads(line.decode())
    except UnicodeDecodeError as error:
        raise _LineError(f"it is no UTF-8 at byte {error.start + 1}") from error
    except json.JSONDecodeError as error:
        raise _LineError(f"it is no JSON: {error.msg} at character {error.pos + 1}") from error
    except RecursionError as error:
        raise _LineError("it is nested too deeply") from error
    except ValueError as error:
        raise _LineError("it holds an integer of thousands of digits") from error
    if not isinstance(value, dict):
        raise _LineError('it is no JSON object such as {"deal": ..., "moves": [...]}')
    return value


def _logged_game(line: dict[str, Any]) -> LoggedGame:
    """The game that a JSON object tells of."""
    deal, moves = line.get("deal"), line.get("moves")
    if not isinstance(deal, str):
        raise _LineError('it names no deal: "deal" is a text such as "DS1-D1N-AAAAAAB"')
    code = DealCode.parse(deal)
    if not isinstance(moves, list):
        raise _LineError('it has no moves: "moves" is a list such as ["draw", "W-T5"]')
    events = bytearray()
    claims: dict[int, Claim] = {}
    for index, text in enumerate(moves):
        try:
            move, count = parse_counted(_text(text))
        except NotationError as error:
            return LoggedGame(code, bytes(events), claims, unread=_unread(index, text, error))
        if count is not None:
            claims[index] = Claim(count=count)
        events.append(move.byte)
    return LoggedGame(code, bytes(events), claims)


def _logged_match(line: dict[str, Any]) -> LoggedMatch:
    """The match that a JSON object tells of."""
    actions = line.get("actions")
    if not isinstance(actions, list):
        raise _LineError('it has no actions: "actions" is a list such as [["A", "draw"], ["B", "T3-T5"]]')
    return read_match(line["match"], actions)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotationError(Text("what stands there is not a move: a move is a text"))
    return value


def _unread(index: int, text: object, error: NotationError) -> Failure:
    """Why a move could not be read. `T3-T3`, which reads like a move, is told as one that is never legal."""
    move = text[:_SHOWN] if isinstance(text, str) else None
    if move and stays_in_column(move):
        return Failure(index=index, move=move, code=IllegalMove.code, reason=None, text=stays_text(move))
    return Failure(index=index, move=move, code=error.code, reason=None, text=error.text)


_TOLD: dict[str, Callable[[SoloTable], Any]] = {
    "deal": lambda table: str(table.code),
    "score": lambda table: table.score,
    "score_text": lambda table: table.score_text,
    "ranked_score": lambda table: table.ranked_score,
    "moves": lambda table: table.moves,
    "undos": lambda table: table.undos,
    "won": lambda table: table.is_won,
    "version": lambda table: table.version,
    "stock": lambda table: table.stock_count,
    "waste": lambda table: table.waste,
    "foundations": lambda table: table.foundations,
    "tableau": lambda table: table.tableau(),
}


def tell(game: Game | Trouble, *, legal: bool = False) -> dict[str, Any]:
    """What `replay` prints of a game: how it stands after its good moves, and the error after them, or None.

    With `legal`, the legal moves too, sorted. Of what gives no game, all but the error is None.
    """
    if isinstance(game, Trouble):
        names = MATCH_TOLD if game.is_match else _TOLD
        told = dict.fromkeys((*names, "legal") if legal else names)
        return {**told, "error": _error(game.code, game.message, index=game.index)}
    if isinstance(game, LoggedMatch):
        return _tell_match(game.replay(), legal=legal)
    replay = game.replay()
    told = {name: read(replay.table) for name, read in _TOLD.items()}
    if legal:
        told["legal"] = sorted(map(str, replay.table.legal_moves))
    return {**told, "error": _failure(replay.error) or _score_error(game, replay.table)}


def _tell_match(replay: MatchReplay, *, legal: bool) -> dict[str, Any]:
    return {**tell_match(replay.table, legal=legal), "error": _failure(replay.error)}


def _failure(failure: Failure | MatchFailure | None) -> dict[str, Any] | None:
    """The error that a failure is told as."""
    if failure is None:
        return None
    return _error(failure.code, failure.message, index=failure.index, move=failure.move)


def _error(code: str, message: str, *, index: int | None = None, move: str | None = None) -> dict[str, Any]:
    return {"index": index, "move": move, "code": code, "message": message}


def _score_error(game: LoggedGame | Movetext, table: SoloTable) -> dict[str, Any] | None:
    """That a movetext's score is not what its moves make, or None."""
    if isinstance(game, LoggedGame) or game.score is None or game.score == table.score:
        return None
    claimed = format_score(game.score, table.code.scoring)
    return _error("score_mismatch", f"the tag Score says {claimed}, but the moves make {table.score_text}")
