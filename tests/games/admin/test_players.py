"""Players in the admin: looked at by staff, let in or made staff by superusers, and nothing else."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.models import AccessToken, Game, Player
from tests.factories import make_player

LIST = reverse("admin:games_player_changelist")


def page(player: Player) -> str:
    return reverse("admin:games_player_change", args=[player.pk])


def test_the_list_says_kind_games_and_boards(viewer: Client, won: Game, copied: Game) -> None:
    rows = viewer.get(LIST, {"q": "an"}).context["cl"].result_list

    assert [(player.name, player.is_guest, player.number_of_games, player.on_boards) for player in rows] == [
        ("ana", True, 1, True)
    ]


def test_the_list_costs_the_same_for_many_players(
    viewer: Client, won: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Session, user, two of permissions, count, players with their numbers of games.
    with django_assert_num_queries(6):
        viewer.get(LIST)
    for _ in range(10):
        make_player()

    with django_assert_num_queries(6):
        viewer.get(LIST)


@pytest.mark.parametrize(("kind", "names"), (("guest", {"ana"}), ("account", {"Bo"})))
def test_guests_are_told_from_accounts(superuser: Client, ana: Player, kind: str, names: set[str]) -> None:
    make_player("Bo", name_key="bo")
    Player.objects.filter(is_staff=True).update(name_key="staff")

    rows = superuser.get(LIST, {"kind": kind}).context["cl"].result_list

    assert {player.name for player in rows} - {"Superuser"} == names


def test_neither_token_nor_mail_nor_password_is_shown(superuser: Client, ana: Player) -> None:
    AccessToken.objects.create(player=ana, digest=b"d" * 32, label="phone of ana")
    Player.objects.filter(pk=ana.pk).update(email="ana@example.org", password="hashed-secret")

    shown = superuser.get(page(ana)).content.decode()

    for secret in ("phone of ana", "ana@example.org", "hashed-secret", ("d" * 32).encode().hex()):
        assert secret not in shown


def test_a_superuser_makes_a_player_staff_of_a_group_and_nothing_else(superuser: Client, ana: Player) -> None:
    group = Group.objects.create(name="Watchers")
    form = {"is_active": "on", "is_staff": "on", "groups": [group.pk], "name": "mallory", "is_superuser": "on"}

    assert superuser.post(page(ana), form).status_code == 302

    ana.refresh_from_db()
    assert (ana.name, ana.is_active, ana.is_staff, ana.is_superuser) == ("ana", True, True, False)
    assert list(ana.groups.all()) == [group]


def test_other_staff_change_nothing_of_a_player(moderator: Client, ana: Player) -> None:
    before = Player.objects.values().get(pk=ana.pk)

    assert moderator.get(page(ana)).status_code == 200
    assert moderator.post(page(ana), {"is_active": ""}).status_code == 403
    assert Player.objects.values().get(pk=ana.pk) == before


def test_nobody_adds_or_deletes_a_player(superuser: Client, ana: Player) -> None:
    delete = reverse("admin:games_player_delete", args=[ana.pk])

    assert superuser.get(reverse("admin:games_player_add")).status_code == 403
    assert superuser.post(delete, {"post": "yes"}).status_code == 403
    assert Player.objects.filter(pk=ana.pk).exists()
