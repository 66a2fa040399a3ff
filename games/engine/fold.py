"""A log folded into a table: the good part of it, and the failure that ends it, if one does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.deals import RULES_VERSION, DealCode
from games.engine.errors import CodecError, IllegalMove, MovetextError, Refusal, refusal_text
from games.engine.moves import MOVES, UNDO, Move, known_prefix
from games.engine.solo import SoloTable
from games.engine.texts import Text


@dataclass(frozen=True, slots=True)
class Failure:
    """The event at which a replay ends too early."""

    index: int
    """Which event, counted from 0."""
    move: str | None
    """Its notation; None for a byte that is no action."""
    code: str
    """The code of the error that it is: `illegal_move`, `bad_byte`, ..."""
    reason: Refusal | None
    """Why it is illegal, if that is what it is."""
    text: Text
    """All of it as people are told."""

    @property
    def message(self) -> str:
        """The text in English."""
        return str(self.text)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text says of a move beyond naming it: how many cards move, and the card that leads it."""

    count: int | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A game as far as it goes: the table after its good events, and the failure after them, or None."""

    table: SoloTable
    error: Failure | None


def fold(
    code: DealCode, events: bytes, *, rules: int = RULES_VERSION, claims: Mapping[int, Claim] | None = None
) -> Replay:
    """The replay of a log, in time linear in its length. It never raises on what the log holds.

    `claims` are checked at the events whose indices they are under. Only rules that do not exist raise
    (`UnknownRules`): they are the caller's mistake, not the log's.
    """
    good = known_prefix(events)
    known = events if good == len(events) else events[:good]
    table = SoloTable(code, rules=rules)
    error = _play_claimed(table, known, claims) if claims else _play(table, known)
    if error and table.version > error.index:
        # A claim is wrong of a move that was legal: the good part ends before it.
        table = SoloTable(code, rules=rules)
        table.play_events(events[: error.index])
    if error is None and good < len(events):
        unknown = CodecError(events[good], index=good)
        error = Failure(index=good, move=None, code=unknown.code, reason=None, text=unknown.text)
    return Replay(table, error)


def _play(table: SoloTable, events: bytes) -> Failure | None:
    """Play events that make no claims; why one is refused, or None."""
    first = table.version
    refused = table.play_events(events)
    if refused is None:
        return None
    return _illegal(table.version, MOVES[events[table.version - first]], refused)


def _play_claimed(table: SoloTable, events: bytes, claims: Mapping[int, Claim]) -> Failure | None:
    """Play events, checking each that makes a claim once it is played; why one is refused or wrong, or None."""
    played = 0
    for index in sorted(index for index in claims if index < len(events)):
        error = _play(table, events[played:index]) if played < index else None
        error = error or _play_and_check(table, MOVES[events[index]], claims[index])
        if error:
            return error
        played = index + 1
    return _play(table, events[played:])


def _play_and_check(table: SoloTable, move: Move, claim: Claim) -> Failure | None:
    """Play a move; why it is refused, or what is claimed of it and wrong, or None."""
    index = table.version
    effect = table.play_effect(move)
    if isinstance(effect, Refusal):
        return _illegal(index, move, effect, count=claim.count)
    if claim.count is not None and claim.count != effect.cards:
        return _illegal(index, move, Refusal.WRONG_COUNT, count=claim.count)
    if claim.card is None or claim.card == effect.lead:
        return None
    said = {"move": move, "card": claim.card}
    text = (
        Text("%(move)s is written with the card %(card)s, but the deal has %(lead)s there", lead=effect.lead, **said)
        if effect.lead
        else Text("%(move)s is written with the card %(card)s, but it is about no card", **said)
    )
    return Failure(index=index, move=str(move), code=MovetextError.code, reason=None, text=text)


def _illegal(index: int, move: Move, refused: Refusal, *, count: int | None = None) -> Failure:
    text = str(move) if count is None else f"{move}x{count}"
    said = refusal_text(text, refused)
    return Failure(index=index, move=text, code=IllegalMove.code, reason=refused, text=said)


def effective_line(events: bytes) -> bytes:
    """The events that stand at the end of a log: those undone are set aside, and the undos with them."""
    if UNDO.byte not in events:
        return events
    line = bytearray()
    for event in events:
        if event != UNDO.byte:
            line.append(event)
        elif line:
            line.pop()
    return bytes(line)
