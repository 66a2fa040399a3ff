"""Statements that are composed once: they read what the query itself would have read."""

from functools import cache

import pytest
from django.db.models import Value

from games import log
from games.models import Game
from games.statements import Parameter, Reading
from tests.factories import make_player, start_and_play

pytestmark = pytest.mark.django_db


@cache
def reading() -> Reading[Game]:
    games = Game.objects.filter(pk=Parameter("game_id"), status="playing")
    return Reading.of(games.annotate(events=log.Events("pk"), one=Value(1)), beside=("stream", "player"))


@pytest.fixture
def game() -> Game:
    return start_and_play(make_player("zoe"), "DS1-D1N-KSTNMZC", ["T8-F", "draw"])


def test_what_is_read_is_what_the_query_reads(game: Game) -> None:
    expected = Game.objects.select_related("stream", "player").get(pk=game.pk)
    found = reading().first(game_id=game.pk)
    assert found is not None
    for one, other in ((found, expected), (found.stream, expected.stream), (found.player, expected.player)):
        fields = [field.attname for field in one._meta.concrete_fields]
        assert [getattr(one, name) for name in fields] == [getattr(other, name) for name in fields]


def test_what_is_annotated_is_an_attribute(game: Game) -> None:
    found = reading().first(game_id=game.pk)
    assert (found.events, found.one) == (log.read(stream_id=game.pk), 1)  # type: ignore[union-attr]


def test_what_is_not_there_is_none(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=game.started_at)
    assert reading().first(game_id=game.pk) is None


def test_a_log_without_events_is_read_as_that() -> None:
    game = start_and_play(make_player("zoe"), "DS1-D1N-KSTNMZC")
    assert reading().first(game_id=game.pk).events == b""  # type: ignore[union-attr]
