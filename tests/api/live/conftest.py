"""Streams as clients have them: the application on a port of its own, over the test database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.api.live.streams import Live


@pytest.fixture
def live(transactional_db: None) -> Iterator[Live]:
    """The process of streams, within this one."""
    from tests.api.live.streams import Live

    with Live() as live:
        yield live
