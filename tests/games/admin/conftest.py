"""Who looks, and at what. Imports wait: Django is not set up when this file is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Game, Player


@pytest.fixture
def viewer(db: None) -> Client:
    from tests.games.admin import scenes

    return scenes.signed_in(scenes.make_staff("Viewer", *scenes.VIEWER))


@pytest.fixture
def moderator(db: None) -> Client:
    from tests.games.admin import scenes

    return scenes.signed_in(scenes.make_moderator("Moderator"))


@pytest.fixture
def superuser(db: None) -> Client:
    from tests.factories import make_player
    from tests.games.admin import scenes

    return scenes.signed_in(make_player("Superuser", is_staff=True, is_superuser=True))


@pytest.fixture
def ana(db: None) -> Player:
    from tests.factories import make_player

    return make_player("ana")


@pytest.fixture
def won(ana: Player) -> Game:
    from tests.games.admin import scenes

    return scenes.won(ana)


@pytest.fixture
def copied(won: Game) -> Game:
    from tests.games.admin import scenes

    return scenes.copied()


@pytest.fixture
def refused(ana: Player) -> Game:
    from tests.games.admin import scenes

    return scenes.refused(ana)


@pytest.fixture
def mismatched(ana: Player) -> Game:
    from tests.games.admin import scenes

    return scenes.mismatched(ana)


@pytest.fixture
def live(ana: Player) -> Game:
    from tests.games.admin import scenes

    return scenes.live(ana)


@pytest.fixture
def waiting(ana: Player) -> Game:
    from tests.games.admin import scenes

    return scenes.waiting(ana)
