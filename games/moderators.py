"""Who moderates: the group whose permissions let staff decide, and who is in it."""

from typing import Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from games.models import Player

GROUP: Final = "Moderators"

PERMISSIONS: Final = frozenset(
    {
        "view_game",
        "change_game",
        "view_match",
        "change_match",
        "view_player",
        "change_player",
        "view_flag",
        "change_flag",
        "view_report",
        "change_report",
        "view_decision",
    }
)
"""To change something is, in the admin, to decide about it: nobody edits these rows."""


@transaction.atomic
def make_moderator(*, player: Player) -> None:
    """Make an account staff and a moderator. The group is made again, or put right, if it is not as it should be."""
    group, _ = Group.objects.get_or_create(name=GROUP)
    group.permissions.set(Permission.objects.filter(content_type__app_label="games", codename__in=PERMISSIONS))
    player.is_staff = True
    player.save(update_fields=["is_staff"])
    player.groups.add(group)


@transaction.atomic
def unmake_moderator(*, player: Player) -> None:
    """Take the group away, and with it the right to enter the admin unless the player is a superuser."""
    player.groups.remove(*Group.objects.filter(name=GROUP))
    player.is_staff = player.is_superuser
    player.save(update_fields=["is_staff"])
