"""The same request once: `Idempotency-Key` on everything that creates something.

For one player and route a key is kept for 24 hours. The key's row is inserted before the work, in its transaction, so
that a twin at the same moment waits for the first one's commit and then has its answer. A request that fails rolls
the row back with the rest: its key is free again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from rest_framework.request import Request

from api.models import IdempotencyKey
from api.purging import purge_rows
from api.v1.errors import BadIdempotencyKey, KeyReused
from games.models import Player

KEEP: Final = timedelta(hours=24)
HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
"""The header of an answer that was given before."""

_LONGEST: Final = 255


@dataclass(frozen=True, slots=True)
class Answer:
    """A successful answer as it is kept: the bytes that were sent."""

    status: int
    body: bytes
    headers: dict[str, str]
    is_replayed: bool = False


def key_of(request: Request) -> str | None:
    """Return the request's key, None if it has none. Raises BadIdempotencyKey."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not 1 <= len(key) <= _LONGEST or not key.isascii() or not key.isprintable():
        detail = gettext("A key has 1 to %(longest)s printable ASCII characters.") % {"longest": _LONGEST}
        raise BadIdempotencyKey(detail)
    return key


def once(
    *,
    player: Player,
    route: str,
    key: str,
    body: msgspec.Struct | None,
    run: Callable[[], Answer],
    at: datetime | None = None,
) -> Answer:
    """Return what `run` answers, or what it answered when the key came first. Raises KeyReused for another body."""
    at = at or timezone.now()
    fingerprint = _fingerprint(body)
    with transaction.atomic():
        if not _claim(player=player, route=route, key=key, fingerprint=fingerprint, at=at):
            return _answer_given(player=player, route=route, key=key, fingerprint=fingerprint)
        answer = run()
        IdempotencyKey.objects.filter(player=player, route=route, key=key).update(
            status=answer.status, headers=answer.headers, body=answer.body
        )
    return answer


_CLAIM: Final = """
    INSERT INTO api_idempotencykey AS kept (player_id, route, key, fingerprint, headers, body, at)
    VALUES (%(player)s, %(route)s, %(key)s, %(fingerprint)s, '{}', '', %(at)s)
    ON CONFLICT (player_id, route, key) DO UPDATE
        SET fingerprint = excluded.fingerprint, status = NULL, headers = '{}', body = '', at = excluded.at
        WHERE kept.at < %(expired)s
    RETURNING true
"""


def _claim(*, player: Player, route: str, key: str, fingerprint: bytes, at: datetime) -> bool:
    """Return whether the key was free, or its time over; it is taken then. Waits for a twin that has it and works."""
    values: dict[str, Any] = {
        "player": player.pk,
        "route": route,
        "key": key,
        "fingerprint": fingerprint,
        "at": at,
        "expired": at - KEEP,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, values)
        return cursor.fetchone() is not None


def _answer_given(*, player: Player, route: str, key: str, fingerprint: bytes) -> Answer:
    kept = IdempotencyKey.objects.get(player=player, route=route, key=key)
    if bytes(kept.fingerprint) != fingerprint:
        detail = gettext("This Idempotency-Key came with another body before. Send a new key with a new request.")
        raise KeyReused(detail)
    if kept.status is None:
        raise RuntimeError(f"the idempotency key {key!r} on {route} was committed without an answer")
    return Answer(status=kept.status, body=bytes(kept.body), headers=dict(kept.headers), is_replayed=True)


def _fingerprint(body: msgspec.Struct | None) -> bytes:
    """Return a keyed hash of what a body says, passwords too; order and spacing of its JSON make no difference."""
    said = msgspec.json.encode(body, order="sorted").decode()
    return salted_hmac("api.v1.idempotency", said, algorithm="sha256").digest()


def purge(*, at: datetime | None = None) -> int:
    """Delete the keys whose time is over; return how many."""
    return purge_rows(IdempotencyKey.objects.filter(at__lt=(at or timezone.now()) - KEEP))


def forget(*, player: Player) -> None:
    """Delete a player's keys, and with them what their answers said."""
    IdempotencyKey.objects.filter(player=player).delete()
