"""`manage.py replay`, run as its users run it: a process without any environment."""

import json
import re
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "vectors" / "games.jsonl"
MATCHES = GAMES.with_name("matches.jsonl")
GOOD = '{"deal":"DS1-D1N-AAAAAAB","moves":["draw"]}\n'
TOLD = (
    '{"deal":"DS1-D1N-AAAAAAB","score":0,"score_text":"0","ranked_score":0,"moves":1,"undos":0,"won":false,"version":1,'
    '"stock":58,"waste":["6H"],"foundations":[0,0,0,0,0,0,0,0],"tableau":["4C","?? QC","?? ?? 8H","?? ?? ?? 4S",'
    '"?? ?? ?? ?? 9C","?? ?? ?? ?? ?? 2C","?? ?? ?? ?? ?? ?? 8D","?? ?? ?? ?? ?? ?? ?? 9S",'
    '"?? ?? ?? ?? ?? ?? ?? ?? KS"],"error":null}\n'
)


def start(*arguments: str) -> Popen[str]:
    """Start the command with pipes on all sides and nothing in its environment."""
    command = [sys.executable, str(ROOT / "manage.py"), "replay", *arguments]
    return Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, env={}, cwd="/")


def replay(*arguments: str, given: str = "") -> tuple[int, str, str]:
    """Return exit status, output and errors of the command."""
    with start(*arguments) as process:
        output, errors = process.communicate(given, timeout=60)
    return process.returncode, output, errors


def test_games_come_from_standard_input_and_go_to_standard_output() -> None:
    assert replay(given=GOOD) == (0, TOLD, "")


def test_games_come_from_a_file_and_legal_moves_are_told_where_asked() -> None:
    status, output, errors = replay(str(GAMES), "--legal")
    results = [json.loads(line) for line in output.splitlines()]

    assert (status, errors) == (0, "")
    assert [result["deal"] for result in results] == [
        json.loads(line)["deal"] for line in GAMES.read_text().splitlines()
    ]
    assert all(result["error"] is None and "legal" in result for result in results)


def test_a_failing_line_stops_nothing_but_the_exit_status_tells() -> None:
    status, output, errors = replay(given=f"no JSON\n{GOOD}")
    wrong, good = output.splitlines(keepends=True)

    assert (status, errors) == (1, "CommandError: 1 of 2 failed\n")
    assert json.loads(wrong)["error"]["message"] == "line 1: it is no JSON: Expecting value at character 1"
    assert good == TOLD


def test_matches_are_read_too_and_end_as_they_must() -> None:
    status, output, errors = replay(str(MATCHES), "--timing")
    finals = [json.loads(line)["final"] for line in MATCHES.read_text().splitlines()]

    assert (status, [json.loads(line) for line in output.splitlines()]) == (
        0,
        [{**final, "error": None} for final in finals],
    )
    assert errors.startswith("timing: 81 games, 33,273 actions, median of 5 pairs\n")


def test_movetext_is_read_too() -> None:
    assert replay(given='[Deal "DS1-D1N-AAAAAAB"]\n\n1. draw=6H\n') == (0, TOLD, "")


@pytest.mark.parametrize(("file", "problem"), (("/no/such/file", "No such file"), ("/", "Is a directory")))
def test_a_file_that_cannot_be_read_is_said_plainly(file: str, problem: str) -> None:
    status, output, errors = replay(file)

    assert (status, output) == (1, "")
    assert errors.startswith(f"CommandError: {file} cannot be read: {problem}")
    assert errors.count("\n") == 1


def test_each_game_is_told_before_the_next_is_there() -> None:
    with start() as process:
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(GOOD)
            process.stdin.flush()

            assert process.stdout.readline() == TOLD


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    with start(str(GAMES)) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()

        assert process.stderr.read() == ""


def test_timing_is_told_on_standard_error(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(GOOD * 50 + GOOD.replace('"draw"', '"draw","W-F","draw"'))

    status, output, errors = replay("--timing", str(file))

    assert (status, output.count("\n")) == (1, 51)
    lines = errors.splitlines()
    assert lines[0] == "timing: 51 games, 51 actions, median of 5 pairs"
    assert re.fullmatch(r"timing: fold [0-9,]+ actions a second of processor time", lines[1])
    assert re.match(r"timing: ratio [0-9,]+ actions in the time of sum\(range\(10_000_000\)\)", lines[2])


def test_nothing_is_timed_where_there_is_nothing() -> None:
    assert replay("--timing") == (0, "", "timing: there is no action to time\n")
