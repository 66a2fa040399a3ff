"""Identifiers that sort by time: UUID version 7 (RFC 9562, section 5.7)."""

import secrets
import time
import uuid

_VERSION = 7 << 76
_VARIANT = 0b10 << 62
_RANDOM_BITS = (1 << 12) - 1, (1 << 62) - 1


def uuid7() -> uuid.UUID:
    """Return a new UUIDv7: 48 bits of Unix milliseconds, then 74 bits from the system's secure source.

    Ids made in one millisecond are in no particular order. Rows keyed by them lie on disk in the order of their
    making, and the log can be partitioned by ranges of them.
    """
    return uuid7_at(milliseconds=time.time_ns() // 1_000_000, randomness=secrets.randbits(74))


def uuid7_at(*, milliseconds: int, randomness: int) -> uuid.UUID:
    """Return the UUIDv7 of a Unix time in milliseconds and 74 random bits."""
    high, low = _RANDOM_BITS
    value = (milliseconds & ((1 << 48) - 1)) << 80
    value |= _VERSION | ((randomness >> 62) & high) << 64
    value |= _VARIANT | (randomness & low)
    return uuid.UUID(int=value)
