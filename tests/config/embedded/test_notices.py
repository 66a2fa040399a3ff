"""The terminal shows errors, one line each, and no flood."""

import io
import json
from pathlib import Path

import pytest

from config.embedded.notices import ErrorTail, Notices, error_in


@pytest.mark.parametrize(
    ("line", "expected"),
    (
        ('{"level": "error", "event": "nudge\\nfailed"}', "error: nudge failed"),
        ('{"level": "info", "event": "started"}', None),
        ('{"level": "error", "event', None),
        ("[ERROR] Unexpected exit from worker-1", "[ERROR] Unexpected exit from worker-1"),
        ("2026-11-30 UTC [7] FATAL:  no room", "2026-11-30 UTC [7] FATAL: no room"),
        ("2026-11-30 UTC [7] ERROR:  duplicate key", None),  # an answer to a client, not a fault of the server
        ("x" * 300 + " PANIC: ", "x" * 199 + "…"),
    ),
)
def test_a_line_of_a_log_tells_of_an_error_or_of_none(line: str, expected: str | None) -> None:
    assert error_in(line) == expected


def error(number: int) -> str:
    return json.dumps({"level": "error", "event": f"fault {number}"}) + "\n"


def test_only_what_is_new_in_a_log_is_shown(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    log.write_text(error(1))
    tail = ErrorTail(log)

    with log.open("a") as file:
        file.write(error(2) + error(3)[:10])
    assert tail.new_errors() == ["error: fault 2"]

    with log.open("a") as file:
        file.write(error(3)[10:])
    assert tail.new_errors() == ["error: fault 3"]
    assert tail.new_errors() == []


def test_a_flood_of_errors_is_cut(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    tail = ErrorTail(log)

    log.write_text("".join(map(error, range(100))))
    assert tail.new_errors() == [*(f"error: fault {number}" for number in range(5)), f"more errors: see {log}"]

    with log.open("a") as file:
        file.write(error(100))
    assert tail.new_errors() == []


def test_a_log_that_was_emptied_is_followed_on(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    log.write_text(error(1))
    tail = ErrorTail(log)

    log.write_text("")
    assert tail.new_errors() == []
    log.write_text(error(2))
    assert tail.new_errors() == ["error: fault 2"]


def test_a_notice_names_its_process() -> None:
    output = io.StringIO()

    Notices(output).tell("web", "started again")

    assert output.getvalue() == "web      | started again\n"


class ClosedTerminal(io.StringIO):
    def flush(self) -> None:
        raise BrokenPipeError


def test_a_closed_terminal_stops_nothing() -> None:
    Notices(ClosedTerminal()).tell("web", "not heard")
