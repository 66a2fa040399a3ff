"""What the process of streams does for all matches, and how it takes faults."""

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn
from uuid import UUID

import pytest

from api.live.hub import _repeat
from api.live.reading import Reader
from api.live.room import Room


def test_what_fails_is_told_in_the_log_and_done_again(caplog: pytest.LogCaptureFixture) -> None:
    faults = [ValueError("a fault")]
    done = asyncio.Event()

    async def look() -> None:
        if faults:
            raise faults.pop()
        done.set()

    async def run() -> None:
        task = asyncio.create_task(_repeat(0, look))
        await asyncio.wait_for(done.wait(), 60)
        task.cancel()

    asyncio.run(run())
    (record,) = caplog.records
    assert ("live_task_failed" in record.getMessage(), record.levelname) == (True, "ERROR")


class FailingReader(Reader):
    async def run(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> NoReturn:
        raise RuntimeError("the log is damaged")


def test_a_match_that_cannot_be_read_keeps_nobody_waiting_and_is_told_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def opened() -> bool:
        room = Room(UUID(int=1), after=0, reader=FailingReader())
        return await asyncio.wait_for(room.is_opened(), 60)

    assert not asyncio.run(opened())
    (record,) = caplog.records
    assert ("live_room_failed" in record.getMessage(), record.levelname) == (True, "ERROR")
