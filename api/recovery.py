"""Mails to players who have forgotten their password: asked for by anybody, and sent by a worker.

A row waits for each address that was asked for, whether anybody has it or not; the worker is who finds out. So what
the asker is told, and how soon, is the same for all. Several accounts may have one address: one mail tells of them all.
"""

import logging
from datetime import datetime, timedelta
from itertools import groupby
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from api.models import Recovery
from games import recovery
from games.models import Player
from games.nudge import nudge

TASK: Final = "api.tasks.send_recoveries"

#: Accounts of one address that a mail tells of; the newest.
MOST_ACCOUNTS: Final = 10
#: How often a mail is tried, and how long a worker has for one, and a mail server to come back.
_ATTEMPTS: Final = 5
_LEASE: Final = timedelta(minutes=5)

_logger = logging.getLogger(__name__)


@transaction.atomic
def ask(*, email: str, at: datetime | None = None) -> None:
    """Have a mail sent to this address, in the language that is active, if an account has it.

    Raises RecoveryNotPossible where no mail can be sent at all.
    """
    if not settings.SENDS_MAIL:
        raise recovery.RecoveryNotPossible
    language = translation.get_language() or settings.LANGUAGE_CODE
    row = Recovery(email=email.lower(), language=language, due_at=at or timezone.now())
    Recovery.objects.bulk_create([row], ignore_conflicts=True)
    nudge(TASK)


def send_waiting(*, limit: int, at: datetime | None = None) -> int:
    """Send what is due; return how many rows are done with."""
    at = at or timezone.now()
    return sum(_send(row) for row in _claimed(limit=limit, at=at))


@transaction.atomic
def _claimed(*, limit: int, at: datetime) -> list[Recovery]:
    """Return rows that nobody else will take for a while."""
    due = Recovery.objects.filter(due_at__lte=at).order_by("due_at")
    rows = list(due.select_for_update(skip_locked=True)[:limit])
    Recovery.objects.filter(pk__in=[row.pk for row in rows]).update(due_at=at + _LEASE, attempts=F("attempts") + 1)
    return rows


def _send(row: Recovery) -> bool:
    """Send one row's mails and delete it; a mail server that fails is tried again later, and told of in the log."""
    try:
        for address, accounts in groupby(_accounts(row), key=lambda player: player.email):
            _mail(address=address, accounts=list(accounts), language=row.language)
    except (SMTPException, OSError) as error:
        _logger.error("recovery_mail_failed", extra={"error": type(error).__name__})
        if row.attempts + 1 < _ATTEMPTS:
            return False
    row.delete()
    return True


def _accounts(row: Recovery) -> list[Player]:
    newest = recovery.accounts_of(email=row.email)[:MOST_ACCOUNTS]
    return sorted(newest, key=lambda player: player.email)


def _mail(*, address: str, accounts: list[Player], language: str) -> None:
    with translation.override(language):
        rows = [{"name": player.name, "link": _link(player)} for player in accounts]
        minutes = settings.PASSWORD_RESET_TIMEOUT // 60
        said = {"accounts": rows, "minutes": minutes, "site": settings.SITE_URL}
        text = render_to_string("mail/recovery.txt", said)
        send_mail(gettext("Double Solitaire: a new password"), text, None, [address])


def _link(player: Player) -> str:
    """Return the page's address; what is secret stands behind `#`, which browsers send to nobody."""
    return f"{settings.SITE_URL}{reverse('recovery')}#{player.pk}.{recovery.new_token(player=player)}"
