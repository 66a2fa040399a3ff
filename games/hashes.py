"""The hashes of a log, in a published byte layout, so that a client can compute each by itself.

All are SHA-256 and 32 bytes long. Integers are big-endian. The *chain* tells that a log is whole and unchanged: its
head is the receipt that a client keeps. The *content hash* is free of batching and time: equal games have equal ones.
The *line hash* sets undone actions and the mode aside: it finds copies.
"""

from hashlib import sha256
from typing import Final
from uuid import UUID

_CHAIN: Final = b"double-solitaire/chain/1\n"
_CONTENT: Final = b"double-solitaire/content/1\n"
_LINE: Final = b"double-solitaire/line/1\n"

# No action has this byte, so a close cannot be mistaken for events.
_CLOSE: Final = b"\xff"


def genesis(*, stream_id: UUID, code: str, rules_version: int) -> bytes:
    """Return what the first batch's hash is chained to: the stream's id, deal code and rules version (u16)."""
    return sha256(_CHAIN + stream_id.bytes + code.encode("ascii") + rules_version.to_bytes(2)).digest()


def chain(
    *, previous: bytes, first_version: int, events: bytes, closes: bool = False, claimed_score: int | None = None
) -> bytes:
    """Return a batch's hash: over the one before it, its first version (u32), its events, and its close if it has one.

    A close is written `FF 00`, or with a claimed score `FF 01` and the score as i32.
    """
    return sha256(previous + first_version.to_bytes(4) + events + _close(closes=closes, claim=claimed_score)).digest()


def content_hash(*, code: str, rules_version: int, events: bytes) -> bytes:
    """Return the hash of a whole game: deal code, rules version (u16) and all events, undone ones included."""
    return sha256(_CONTENT + code.encode("ascii") + rules_version.to_bytes(2) + events).digest()


def line_hash(*, number: str, line: bytes) -> bytes:
    """Return the hash of an effective line on a deal number, whatever the mode it was played in."""
    return sha256(_LINE + number.encode("ascii") + line).digest()


def _close(*, closes: bool, claim: int | None) -> bytes:
    if not closes:
        return b""
    if claim is None:
        return _CLOSE + b"\x00"
    return _CLOSE + b"\x01" + claim.to_bytes(4, signed=True)
