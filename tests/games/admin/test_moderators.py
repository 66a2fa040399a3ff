"""The role of moderators: what they may, and what they may not."""

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from games import moderators, players
from games.models import Decision, Game, Player
from tests.factories import make_player
from tests.games.admin.scenes import signed_in

pytestmark = pytest.mark.django_db


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("make_moderator", *arguments, stdout=out)
    return out.getvalue().strip()


@pytest.fixture
def mia() -> Player:
    return players.register_account(name="Mia", password="seven lucky foundations").player


def test_an_account_becomes_a_moderator_and_is_one_no_more(mia: Player) -> None:
    assert command("MIA") == "Mia is a moderator and can sign in at /admin/."
    mia = Player.objects.get(pk=mia.pk)
    assert (mia.is_staff, mia.is_superuser, mia.has_perm("games.change_game")) == (True, False, True)

    assert command("mia", "--remove") == "Mia is no moderator any more."
    mia = Player.objects.get(pk=mia.pk)
    assert (mia.is_staff, mia.groups.exists(), mia.get_all_permissions()) == (False, False, set())


def test_a_guest_cannot_become_one() -> None:
    make_player("Gus")
    with pytest.raises(CommandError, match="No account has the name 'Gus'"):
        command("Gus")
    assert not Player.objects.filter(is_staff=True).exists()


def test_the_group_has_exactly_what_moderating_takes(mia: Player) -> None:
    stray = Permission.objects.get(codename="delete_player")
    Group.objects.get_or_create(name=moderators.GROUP)[0].permissions.add(stray)
    command("Mia")
    expected = {f"games.{codename}" for codename in moderators.PERMISSIONS}
    assert Player.objects.get(pk=mia.pk).get_all_permissions() == expected


def test_the_migrations_make_the_same_group() -> None:
    Group.objects.all().delete()
    with connection.schema_editor(atomic=False) as editor:
        import_module("games.migrations.0005_moderators").make_group(apps, editor)
        import_module("games.migrations.0011_match_decisions").let_moderators_see_matches(apps, editor)
    codenames = Group.objects.get(name=moderators.GROUP).permissions.values_list("codename", flat=True)
    assert set(codenames) == moderators.PERMISSIONS


def test_a_moderator_sees_what_there_is_to_decide_about_and_nothing_else(moderator: Client) -> None:
    seen = {
        model._meta.model_name
        for model in admin.site._registry
        if moderator.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")).status_code
        == 200
    }
    assert seen == {"game", "match", "player", "flag", "report", "decision"}


def test_a_moderator_adds_changes_and_deletes_no_row(moderator: Client, won: Game) -> None:
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        row = model._default_manager.first()
        pages = [reverse(f"{name}_add")]
        if row is not None:
            pages += [reverse(f"{name}_{page}", args=[row.pk]) for page in ("change", "delete")]
        for page in pages:
            assert moderator.post(page, {"post": "yes"}).status_code == 403, page


def test_a_moderator_changes_nobodys_rights(moderator: Client, ana: Player) -> None:
    me = Player.objects.get(name="Moderator")
    for player in (me, ana):
        rights = {"is_superuser": "on", "is_staff": "on", "is_active": "on", "groups": [Group.objects.get().pk]}
        page = reverse("admin:games_player_change", args=[player.pk])
        assert moderator.post(page, rights).status_code == 403
    assert not Player.objects.filter(is_superuser=True).exists()
    assert list(Player.objects.filter(is_staff=True)) == [me]


@pytest.mark.parametrize(
    ("action", "column"), (("hide", "hidden_at"), ("ban", "banned_at"), ("reset_name", "name_reset_at"))
)
def test_a_moderator_decides_about_a_player_from_the_page(
    moderator: Client, ana: Player, action: str, column: str
) -> None:
    page = reverse("admin:games_player_change", args=[ana.pk])
    address = reverse("admin:games_player_decide", args=[ana.pk, action])
    assert address in moderator.get(page).content.decode()

    moderator.post(address, {"reason": "Rude.", "cause": "abuse", "note": "Please be kind."})

    assert getattr(Player.objects.get(pk=ana.pk), column) is not None
    shown = moderator.get(page).content.decode()
    for text in ("Rude.", "the service or other players were abused", "Please be kind."):
        assert text in shown


def test_a_name_that_was_taken_away_is_kept_for_staff(moderator: Client, ana: Player) -> None:
    address = reverse("admin:games_player_decide", args=[ana.pk, "reset_name"])
    moderator.post(address, {"reason": "Rude.", "cause": "offensive_name"})
    page = moderator.get(reverse("admin:games_player_change", args=[ana.pk])).content.decode()
    assert "Reset the name: ana" in page
    assert not Player.objects.filter(name="ana").exists()


@pytest.mark.parametrize("action", ("hide", "ban", "reset_name"))
def test_only_a_superuser_decides_about_staff(moderator: Client, superuser: Client, action: str) -> None:
    sam = make_player("Sam", is_staff=True)
    address = reverse("admin:games_player_decide", args=[sam.pk, action])
    said = {"reason": "Because.", "cause": "abuse"}

    response = moderator.post(address, said, follow=True)
    assert "Only a superuser decides about a member of staff." in response.content.decode()
    assert not Decision.objects.exists()

    superuser.post(address, said)
    assert Decision.objects.get().player == sam


def test_the_record_lists_every_decision(moderator: Client, ana: Player, won: Game) -> None:
    for name, row in (("player", ana), ("game", won)):
        address = reverse(f"admin:games_{name}_decide", args=[row.pk, "hide"])
        moderator.post(address, {"reason": f"About a {name}.", "cause": "other"})
    page = moderator.get(reverse("admin:games_decision_changelist")).content.decode()
    assert ("About a player." in page, "About a game." in page) == (True, True)


def test_staff_without_the_group_decide_nothing(ana: Player) -> None:
    sam = signed_in(make_player("Sam", is_staff=True))
    address = reverse("admin:games_player_decide", args=[ana.pk, "hide"])
    assert sam.post(address, {"reason": "Because.", "cause": "other"}).status_code == 403
    assert not Decision.objects.exists()
