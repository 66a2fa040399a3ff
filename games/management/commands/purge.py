"""python manage.py purge [--dead-after 90] [--client-times-after 365] [--delete]"""

from argparse import ArgumentParser
from datetime import timedelta
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError
from django.utils import timezone

from games import retention
from games.constraints import broken_constraint

_REFUSED: Final = (
    "The database refuses to delete some of the dead games: {broken}. What is counted of games is probably wrong: "
    "run rebuild_leaderboards, which puts it right, and then this again. What went before stays deleted."
)


class Command(BaseCommand):
    help = (
        "Say what need not be kept: guests' games that were never finished and that nobody has touched for long, times "
        "by clients' clocks, ended sign-ins to the admin. With --delete, delete it; each game leaves a record."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dead-after", type=int, default=90, metavar="DAYS", help="without an event; 30 at least")
        parser.add_argument("--client-times-after", type=int, default=365, metavar="DAYS", help="after the game began")
        parser.add_argument("--delete", action="store_true", help="delete it; without, nothing is changed")

    def handle(self, *, dead_after: int, client_times_after: int, delete: bool, **_: Any) -> None:
        at = timezone.now()
        left_for, kept_for = timedelta(days=dead_after), timedelta(days=client_times_after)
        ended = Session.objects.filter(expire_date__lt=at).count()
        try:
            dead = (retention.purge_dead_games if delete else retention.dead_games)(left_for=left_for, at=at)
        except retention.TooYoung as error:
            raise CommandError(f"--dead-after: {error}") from error
        except IntegrityError as error:
            raise CommandError(_REFUSED.format(broken=broken_constraint(error) or str(error).strip())) from error
        times = (retention.purge_client_times if delete else retention.old_client_times)(kept_for=kept_for, at=at)
        if delete:
            import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
        self.stdout.write(
            f"Guests' games without an event for {dead_after} days: {dead.games}, of {dead.events} events."
        )
        self.stdout.write(f"Times by clients' clocks, of games begun {client_times_after} days ago: {times}.")
        self.stdout.write(f"Ended sign-ins to the admin: {ended}.")
        self.stdout.write("Deleted." if delete else "Nothing was deleted; --delete does it.")
