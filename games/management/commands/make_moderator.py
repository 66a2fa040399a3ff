"""python manage.py make_moderator NAME [--remove]"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import names
from games.models import Player
from games.moderators import GROUP, make_moderator, unmake_moderator


class Command(BaseCommand):
    help = f"Make an account staff and put it into the group {GROUP}, or take it out again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the account's name, in any case")
        parser.add_argument("--remove", action="store_true", help="take the account out of the group and of staff")

    def handle(self, *, name: str, remove: bool, **_: Any) -> None:
        player = Player.objects.filter(name_key=names.key(name)).first()
        if player is None:
            raise CommandError(f"No account has the name {name!r}. Guests cannot sign in to the admin.")
        if remove:
            unmake_moderator(player=player)
            self.stdout.write(f"{player.name} is no moderator any more.")
        else:
            make_moderator(player=player)
            self.stdout.write(f"{player.name} is a moderator and can sign in at /admin/.")
