"""Staff of several kinds, and games for them to look at."""

from dataclasses import replace
from datetime import timedelta

from django.contrib.auth.models import Permission
from django.test import Client

from games import moderators
from games.models import Game, Player
from tests.factories import NOON, known_game, make_player, start_and_play, submit, submit_and_check

DEAL = "DS1-D1N-KSTNMZC"
VIEWER = ("view_game", "view_player", "view_flag", "view_report", "view_decision")
MODERATOR = (*VIEWER, "change_game")


def make_staff(name: str, *permissions: str) -> Player:
    """A member of staff with these permissions and no others."""
    staff = make_player(name, is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return staff


def make_moderator(name: str) -> Player:
    """A member of the group of moderators."""
    moderator = make_player(name)
    moderators.make_moderator(player=moderator)
    return moderator


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def won(player: Player) -> Game:
    return submit_and_check(player, known_game())


def copied() -> Game:
    """The same win by another player, an hour later."""
    return submit_and_check(make_player("Zoe"), known_game(), at=NOON + timedelta(hours=1))


def refused(player: Player) -> Game:
    """A game whose log stops being legal at 41, with 20 more events after that one."""
    moves = known_game().moves
    game = replace(known_game(), moves=(*moves[:41], "recycle", *moves[41:61]))
    return submit_and_check(player, game, claimed_score=700)


def mismatched(player: Player) -> Game:
    return submit_and_check(player, known_game(), claimed_score=99_999)


def live(player: Player) -> Game:
    return start_and_play(player, DEAL, known_game().moves[:5])


def waiting(player: Player) -> Game:
    return submit(player, known_game("DS1-D3N-KSTNMZC"))
