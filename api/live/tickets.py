"""One-use tickets for streams: a browser's EventSource can send no token, and an address must hold none.

The web process issues a ticket to whoever may see the match, and the stream process takes it: in one statement, so that
of two who bring the same one alone is let in.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b, sha256
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.utils import timezone

from api.models import StreamTicket
from api.purging import purge_rows
from games.limits import STREAM_TICKET_FOR
from games.models import AccessToken, Player

_BYTES: Final = 24
_LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class Issued:
    """A ticket as its holder gets it: this text is kept nowhere else."""

    text: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Taken:
    """Whom a ticket let in: a player, or somebody without a name; `holder` is whose streams are counted together.

    `token_id` is the player's token that the stream lasts no longer than.
    """

    player_id: UUID | None
    holder: bytes
    token_id: UUID | None


def issue(
    *, match_id: UUID, player: Player | None, address: str, token_id: UUID | None = None, at: datetime | None = None
) -> Issued:
    """Return a new ticket for a match, for somebody who may see it and asks with this token."""
    ticket = Issued(secrets.token_urlsafe(_BYTES), (at or timezone.now()) + STREAM_TICKET_FOR)
    StreamTicket.objects.create(
        digest=_digest(ticket.text),
        match_id=match_id,
        player=player,
        token_id=token_id,
        holder=_holder("address", address) if player is None else _holder("player", str(player.pk)),
        expires_at=ticket.expires_at,
    )
    return ticket


_TAKE: Final = """
    DELETE FROM api_streamticket WHERE digest = %s AND match_id = %s RETURNING player_id, holder, expires_at, token_id
"""


def take(*, text: str, match_id: UUID, at: datetime | None = None) -> Taken | None:
    """Use a ticket up; None if there is none, or it was for another match, or came too late or after its token."""
    if not text.isascii() or len(text) > _LONGEST:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [_digest(text), match_id])
        row = cursor.fetchone()
    if row is None:
        return None
    player_id, holder, expires_at, token_id = row
    if expires_at <= (at or timezone.now()) or (token_id is not None and not in_force({token_id})):
        return None
    return Taken(player_id, bytes(holder), token_id)


def in_force(token_ids: Collection[UUID]) -> set[UUID]:
    """Return those of the tokens that let in still."""
    return set(AccessToken.objects.in_force().filter(pk__in=token_ids).values_list("pk", flat=True))


def purge(*, at: datetime | None = None) -> int:
    """Delete the tickets that nobody has used in time; return how many."""
    return purge_rows(StreamTicket.objects.filter(expires_at__lte=at or timezone.now()))


def _digest(text: str) -> bytes:
    return sha256(text.encode("ascii")).digest()


def _holder(kind: str, name: str) -> bytes:
    key = settings.SECRET_KEY.encode()[:64]
    return blake2b(f"stream\0{kind}\0{name}".encode(), digest_size=16, key=key).digest()
