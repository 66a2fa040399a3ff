"""The server's clock, set by a test."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.utils import timezone

SetClock = Callable[[str], datetime]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Set what time it is for the service: `clock("2026-11-30T23:59:59Z")`."""

    def set_to(text: str) -> datetime:
        at = datetime.fromisoformat(text)
        monkeypatch.setattr(timezone, "now", lambda: at)
        return at

    return set_to
