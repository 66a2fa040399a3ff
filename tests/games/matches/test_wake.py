"""What those who wait for news of a match are told."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest
from django.db import OperationalError

from games.matches import wake
from games.matches.wake import Message
from tests.games.matches.people import begun

MATCH = UUID(int=1)
AT = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
CASES = (
    (Message(MATCH, 17), f"{MATCH} 17"),
    (Message(MATCH, 17, 0, AT), f"{MATCH} 17 00 2026-11-30T12:00:00.123456+00:00"),
    (Message(MATCH, 2, 255, AT), f"{MATCH} 2 ff 2026-11-30T12:00:00.123456+00:00"),
)


@pytest.mark.parametrize(("message", "text"), CASES)
def test_a_message_reads_as_it_was_written(message: Message, text: str) -> None:
    assert (str(message), Message.parse(text)) == (text, message)


def test_the_time_of_an_event_is_told_in_utc() -> None:
    elsewhere = AT.astimezone(timezone(timedelta(hours=5)))
    assert str(Message(MATCH, 2, 255, elsewhere)) == CASES[2][1]


@pytest.mark.parametrize("text", ("", "17", f"{MATCH}", f"{MATCH} x", f"{MATCH} 17 ff", f"{MATCH} 17 zz 2026-11-30"))
def test_a_text_that_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of whichever part
        Message.parse(text)


@pytest.mark.django_db(transaction=True)
def test_an_action_is_answered_though_its_news_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = begun()

    def fail(message: str) -> None:
        raise OperationalError(message)

    monkeypatch.setattr(wake, "_notify", fail)
    assert pair.act("A", "T3-F").version == 1
    assert pair.match.stream.version == 1
