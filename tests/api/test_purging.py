"""Deleting what is out of date, a part at a time."""

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from api.models import IdempotencyKey
from api.purging import purge_rows
from games.models import Player
from tests.factories import NOON

pytestmark = pytest.mark.django_db


def kept(player: Player, key: str, *, days: int) -> None:
    IdempotencyKey.objects.create(
        player=player, route="POST /", key=key, fingerprint=b"1" * 32, at=NOON + timedelta(days=days)
    )


def test_rows_go_in_parts_and_others_stay(player: Player, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(5):
        kept(player, f"old {number}", days=0)
    kept(player, "new", days=1)
    # Three parts, each found and deleted, and one look that finds no more.
    with django_assert_num_queries(7):
        assert purge_rows(IdempotencyKey.objects.filter(at__lte=NOON), at_once=2) == 5
    assert [row.key for row in IdempotencyKey.objects.all()] == ["new"]
