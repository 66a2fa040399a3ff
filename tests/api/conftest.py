"""Who asks, and that a refused request wrote nothing. Imports wait: Django is not set up when this file is read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from games.models import Player
    from games.players import SignedIn
    from tests.api.client import ApiClient

# A time at which no window of a rate ends.
_WITHIN_A_WINDOW = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC).timestamp()
# Rows of these tell that a request had an effect.
_WRITTEN = ("games.Player", "games.AccessToken", "games.Stream", "games.LogBatch", "games.Game", "api.IdempotencyKey")


@pytest.fixture(autouse=True)
def within_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """All requests of a test are counted in one window of each rate, also when an hour or a day ends meanwhile."""
    monkeypatch.setattr("api.v1.throttles.time", SimpleNamespace(time=lambda: _WITHIN_A_WINDOW))


@pytest.fixture
def guest(db: None) -> SignedIn:
    from games import players

    return players.register_guest(name="Quiet Heron 4821")


@pytest.fixture
def player(guest: SignedIn) -> Player:
    return guest.player


@pytest.fixture
def client(guest: SignedIn) -> ApiClient:
    """The guest's client."""
    from tests.api.client import ApiClient

    return ApiClient(token=guest.token)


@pytest.fixture
def anonymous() -> ApiClient:
    from tests.api.client import ApiClient

    return ApiClient()


@pytest.fixture
def writes_nothing(guest: SignedIn) -> Iterator[None]:
    """Fail the test if it leaves rows behind."""
    from django.apps import apps

    def rows() -> dict[str, int]:
        return {name: apps.get_model(name)._default_manager.count() for name in _WRITTEN}

    before = rows()
    yield
    assert rows() == before
