"""How often one player, or one address, may ask.

Counters stand in PostgreSQL, one row for each subject of a rate, so that all processes share them and no broker is
needed. All rates that a request counts for are counted in one statement. Windows are fixed: at most `hits` requests
in each span of `seconds`. The table is unlogged, so counting writes no WAL and waits for no disk.
"""

import ipaddress
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from typing import Final, Literal

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.http import HttpRequest

from api.purging import purge_rows
from api.v1.errors import TooManyRequests

_RATE: Final = re.compile(r"(?P<hits>[1-9]\d{0,8})/(?P<count>\d{0,5})(?P<unit>second|minute|hour|day)s?")
_UNITS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}

PLAYER: Final = "player"
"""Every request with a token, by its player."""
ADDRESS: Final = "address"
"""Every request, by its address."""
REGISTRATION: Final = "registration"
"""New players, by address."""
SIGN_IN: Final = "sign_in"
"""Attempts to sign in, by address."""
SIGN_IN_NAME: Final = "sign_in_name"
"""Attempts to sign in, by the name that they give."""
RECOVERY: Final = "recovery"
"""Mails to recover a password that are asked for, by address."""
RECOVERY_EMAIL: Final = "recovery_email"
"""Mails to recover a password, by the e-mail address that they go to."""
EXPORT: Final = "export"
"""Exports of all of a player's data, by player."""
PROOF: Final = "proof"
"""Questions whether a deal can be won, by player."""
REPORT: Final = "report"
"""Reports to staff, by player."""
MATCH: Final = "match"
"""Matches that a player creates, joins or asks for again, by player."""

GAME: Final = "game"
"""Games that a player starts or posts: what is kept for ever."""
KEY: Final = "key"
"""Requests with an Idempotency-Key, whose answers are kept for a day, by player."""

COUNTED_BY: Final[Mapping[str, Literal["player", "address", "name", "email"]]] = {
    PLAYER: "player",
    ADDRESS: "address",
    REGISTRATION: "address",
    SIGN_IN: "address",
    SIGN_IN_NAME: "name",
    RECOVERY: "address",
    RECOVERY_EMAIL: "email",
    EXPORT: "player",
    PROOF: "player",
    REPORT: "player",
    MATCH: "player",
    GAME: "player",
    KEY: "player",
}


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests in so many seconds."""

    hits: int
    seconds: int

    @classmethod
    @cache
    def parse(cls, text: str) -> "Rate | None":
        """Return a rate from `600/minute` or `60/15minutes`; None for `off`. Raises ImproperlyConfigured."""
        if text == "off":
            return None
        match = _RATE.fullmatch(text)
        if match is None or match["count"] == "0":
            raise ImproperlyConfigured(f"{text!r} is not a rate; write one like 600/minute, 60/15minutes, or off.")
        return cls(hits=int(match["hits"]), seconds=int(match["count"] or 1) * _UNITS[match["unit"]])


def rates() -> dict[str, Rate]:
    """Return the rates in force by name, from the setting THROTTLE_RATES."""
    parsed = {name: Rate.parse(text) for name, text in settings.THROTTLE_RATES.items()}
    return {name: rate for name, rate in parsed.items() if rate is not None}


# A window may be one ahead, by the clock of another process; one further ahead is of before the clock was set back.
_LASTS: Final = 'counted."window" BETWEEN excluded."window" AND extract(epoch FROM excluded.expires_at)'
_COUNT: Final = """
    INSERT INTO api_throttlecount AS counted (bucket, "window", hits, expires_at)
    SELECT bucket, "window", 1, to_timestamp("window" + seconds)
    FROM unnest(%s::bytea[], %s::bigint[], %s::bigint[]) AS asked (bucket, "window", seconds)
    ORDER BY bucket
    ON CONFLICT (bucket) DO UPDATE SET
        hits = CASE WHEN {lasts} THEN counted.hits + 1 ELSE 1 END,
        "window" = CASE WHEN {lasts} THEN counted."window" ELSE excluded."window" END,
        expires_at = CASE WHEN {lasts} THEN counted.expires_at ELSE excluded.expires_at END
    RETURNING bucket, "window", hits
""".replace("{lasts}", _LASTS)


def count(subjects: dict[str, str], *, at: datetime | None = None) -> None:
    """Count one request for each subject, given by the name of its rate. Raises TooManyRequests with the longest wait.

    Rows are touched in the order of their keys, so two requests cannot lock each other out.
    """
    in_force = rates()
    counted = {_bucket(name, subject): (name, in_force[name]) for name, subject in subjects.items() if name in in_force}
    if not counted:
        return
    now = int(time.time() if at is None else at.timestamp())
    windows = [now - now % rate.seconds for _, rate in counted.values()]
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [list(counted), windows, [rate.seconds for _, rate in counted.values()]])
        rows = cursor.fetchall()
    over = []
    for bucket, window, hits in rows:
        name, rate = counted[bytes(bucket)]
        if hits > rate.hits:
            over.append((max(1, window + rate.seconds - now), name, rate))
    if over:
        wait, name, rate = max(over, key=lambda row: row[0])
        raise TooManyRequests(limit=name, hits=rate.hits, seconds=rate.seconds, retry_after=wait)


def _bucket(name: str, subject: str) -> bytes:
    key = settings.SECRET_KEY.encode()[:64]
    return blake2b(f"{name}\0{subject}".encode(), digest_size=16, key=key).digest()


def purge(*, at: datetime | None = None) -> int:
    """Delete the counters whose window is over; return how many."""
    from api.models import ThrottleCount

    return purge_rows(ThrottleCount.objects.filter(expires_at__lt=at or datetime.now(UTC)))


def address_of(request: HttpRequest) -> str:
    """Return the client's address as rates count it: an IPv4 address, or the /64 that an IPv6 client has for itself.

    `X-Forwarded-For` is believed for as many steps as there are proxies (setting PROXY_COUNT), and not beyond.
    """
    given: str = request.META.get("REMOTE_ADDR", "")
    if settings.PROXY_COUNT:
        hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
        if hops:
            given = hops[-min(settings.PROXY_COUNT, len(hops))]
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return given  # a socket without an address, or a proxy that writes a name
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
