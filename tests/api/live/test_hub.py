"""What the process of streams does now and then for all matches."""

import asyncio

import pytest

from api.live.hub import _repeat


def test_what_fails_is_told_in_the_log_and_done_again(caplog: pytest.LogCaptureFixture) -> None:
    faults = [ValueError("a fault")]
    done = asyncio.Event()

    async def look() -> None:
        if faults:
            raise faults.pop()
        done.set()

    async def run() -> None:
        task = asyncio.create_task(_repeat(0, look))
        await asyncio.wait_for(done.wait(), 5)
        task.cancel()

    asyncio.run(run())
    (record,) = caplog.records
    assert ("live_task_failed" in record.getMessage(), record.levelname) == (True, "ERROR")
