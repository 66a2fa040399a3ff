"""What newcomers paste and run first: the README's shell lines, the guide's program, the demonstration."""

import json
import re
import shutil
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django.live_server_helper import LiveServer

from games.models import Flag, Game
from tests.docs.page import PROJECT, Page
from tests.processes import Process

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "http://127.0.0.1:8000"


def first_game() -> str:
    """The README's block that plays a first game."""
    return next(block.text for block in Page(PROJECT / "README.md").blocks if f"API={ADDRESS}" in block.text)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the README's first game needs curl")
@pytest.mark.parametrize("shell", ("sh", "bash"))
def test_the_first_game_of_the_readme_ends_in_a_rank(
    shell: str, live_server: LiveServer, worker_process: Process
) -> None:
    worker_process.start()

    pasted = first_game().replace(ADDRESS, live_server.url)
    run = subprocess.run([shell, "-u"], input=pasted, capture_output=True, text=True, check=True, timeout=180)

    appended, *said = run.stdout.splitlines()
    assert json.loads(appended)["moves"][-2:] == ["W-F", "T6-F"]
    assert said == ["finished", "verified", "rank 1 of 1 with 40 points"]
    assert run.stderr == ""


def test_the_program_of_the_guide_ends_in_a_rank(live_server: LiveServer, worker_process: Process) -> None:
    worker_process.start()

    program = [block.text for block in Page.of("client-guide").blocks if block.language == "python"][-1]
    command = [sys.executable, "-I", "-c", program, live_server.url]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=180)

    game = Game.objects.get()
    assert run.stdout == f"{game.code}: verified, {game.score} in {game.moves} moves\nrank 1 of 1\n"


def test_the_demonstration_ends_in_a_board_and_runs_twice(live_server: LiveServer, worker_process: Process) -> None:
    worker_process.start()

    first, second = StringIO(), StringIO()
    call_command("demo", url=live_server.url, stdout=first)
    call_command("demo", url=live_server.url, stdout=second)

    board = re.findall(r"^ +(\d+)  (\w+) +(\d+) +(\d+)", first.getvalue(), re.MULTILINE)
    assert [(rank, name, ranked) for rank, name, ranked, _ in board] == [
        ("1", "Emre", "1260"),
        ("2", "Dina", "1190"),
        ("3", "Chen", "1150"),
        ("4", "Ana", "1080"),
        ("4", "Bo", "1080"),
        ("4", "Hana", "1080"),
        ("7", "Fay", "425"),
        ("8", "Goran", "0"),
    ]
    assert "conflict, the log is at 150" in first.getvalue()
    assert "16 entries" in second.getvalue()
    assert Game.objects.filter(status=Game.Status.REJECTED).count() == 4
    assert Flag.objects.filter(kind=Flag.Kind.COPY).exists()
