"""The volume of the database is full: what is not taken is told, nothing is lost, and with room all goes on."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories import events_of, known_game
from tests.faults.client import Client
from tests.faults.conftest import UNHINDERED, running
from tests.faults.promises import Promises, assert_consistent, assert_kept
from tests.supervised import Supervised, wait_until

MEGABYTES = 160


@pytest.fixture
def volume(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A small volume of its own, in memory."""
    if os.geteuid() != 0 and not os.environ.get("CI"):
        pytest.skip("only root may mount a volume that can be filled: this was not tried")
    directory = tmp_path_factory.mktemp("volume")
    for parent in (directory, *directory.parents[:2]):
        parent.chmod(0o711)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=711", "tmpfs", str(directory)]
    mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    assert mounted.returncode == 0, f"this machine mounts no volume: {mounted.stderr}"
    yield directory
    subprocess.run(["umount", "--lazy", str(directory)], check=True)


@pytest.fixture
def service(volume: Path) -> Iterator[Supervised]:
    """The service with its database, broker and logs on that volume."""
    with running(UNHINDERED, directory=volume) as service:
        yield service


def fill(volume: Path) -> Path:
    """A file that takes all the room that there is."""
    filler = volume / "filler"
    with filler.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(64 * 1024))
        except OSError:
            return filler


def refused(statuses: list[int | None]) -> list[int | None]:
    """The statuses of posts that were not taken; None where there was no answer."""
    return [status for status in statuses if status != 202]


def test_a_full_disk_loses_nothing_and_with_room_again_all_goes_on(service: Supervised, volume: Path) -> None:
    client, won, promises = Client(service.url), known_game(), Promises()
    statuses: list[int | None] = []

    def post() -> int | None:
        moves = ["draw", "undo"] * len(statuses) + list(won.moves)
        answer = client.ask("POST", "/scores/", {"deal": won.deal, "moves": moves, "score": won.score})
        statuses.append(answer.status if answer else None)
        if answer and answer.status == 202:
            promises.begun[answer.body["id"]] = events_of(moves)
            promises.closed.add(answer.body["id"])
        return statuses[-1]

    assert post() == 202
    filler = fill(volume)
    # No answer at all where a process died: what it counts for Prometheus is on the same volume here.
    wait_until(lambda: [post(), fill(volume)] and len(refused(statuses)) >= 5, within=120)
    assert {503} <= set(refused(statuses)) <= {503, None}
    filler.unlink()
    wait_until(lambda: post() == 202, within=90)
    assert_kept(service, promises)
    assert_consistent(service)
