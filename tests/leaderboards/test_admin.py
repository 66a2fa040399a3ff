"""The boards in the admin: to look at, and to change nothing."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Player
from leaderboards.models import DealDay, DealTotal, Entry, MovesCount, OpenDay, ScoreCount, Tally
from tests.factories import make_player, start_and_play
from tests.leaderboards.factories import BOARD, DEAL, entered

pytestmark = pytest.mark.django_db

MODELS = (Entry, ScoreCount, MovesCount, Tally, DealTotal, DealDay, OpenDay)


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(make_player("staff", name_key="staff", is_staff=True, is_superuser=True))
    return client


def address(model: type[Any], page: str, *args: object) -> str:
    return reverse(f"admin:leaderboards_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("model", MODELS)
def test_every_table_has_a_list_that_is_searched_by_deal_code(staff: Client, model: type[Any]) -> None:
    entered(make_player("zoe"))
    entered(make_player("adam"), code="DS1-D3N-AAAAAAB")
    start_and_play(make_player(), DEAL)
    found = staff.get(address(model, "changelist"), {"q": DEAL}).context["cl"]
    assert {row.code for row in found.result_list} == {DEAL}


def test_the_page_of_an_entry_says_its_place(staff: Client) -> None:
    for name in ("zoe", "adam"):
        entered(make_player(name))
    entered(make_player("eve"), 600)
    entry = Entry.objects.get(**BOARD.columns, player=Player.objects.get(name="adam"))
    shown = staff.get(address(Entry, "change", entry.pk)).content.decode()
    assert "rank 1 of 3, shared by 2" in shown
    assert bytes(entry.receipt).hex() in shown


@pytest.mark.parametrize("model", MODELS)
def test_nobody_changes_a_row(staff: Client, model: type[Any]) -> None:
    entered(make_player("zoe"))
    start_and_play(make_player(), DEAL)
    rows = list(model._default_manager.values())
    pk = rows[0]["id"]
    pages = [address(model, "add"), address(model, "change", pk), address(model, "delete", pk)]
    assert [staff.post(page, {"n": 7, "post": "yes"}).status_code for page in pages] == [403, 403, 403]
    assert list(model._default_manager.values()) == rows
