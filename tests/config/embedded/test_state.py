"""What a run keeps for the next, and tells of itself."""

import socket
import stat
from pathlib import Path

import pytest

from config.embedded.errors import AlreadyRunning, EmbeddedError, NotRunning
from config.embedded.state import Running, State

RUNNING = Running(pid=42, url="http://127.0.0.1:8000", environment={"SECRET_KEY": "k"})


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path / "var")


def test_secrets_and_ports_are_made_once(state: State) -> None:
    with state.hold():
        first = state.keep()
    with state.hold():
        assert state.keep() == first


def test_a_server_port_that_another_program_has_taken_is_changed_and_nothing_else(state: State) -> None:
    with state.hold():
        first = state.keep()
        with socket.create_server(("127.0.0.1", first.postgres_port)):
            second = state.keep()

    assert second.postgres_port != first.postgres_port
    assert (second.secret_key, second.postgres_password) == (first.secret_key, first.postgres_password)


def test_only_the_owner_may_read_secrets(state: State) -> None:
    with state.hold():
        state.keep()
        state.record(RUNNING)

        for name in ("kept.json", "running.json"):
            assert stat.S_IMODE((state.directory / name).stat().st_mode) == 0o600


def test_a_damaged_file_is_named_and_not_replaced(state: State) -> None:
    with state.hold():
        (state.directory / "kept.json").write_text("{")

        with pytest.raises(EmbeddedError, match=r"kept\.json is damaged"):
            state.keep()

    assert (state.directory / "kept.json").read_text() == "{"


def test_a_second_supervisor_is_refused_and_told_where_the_first_is(state: State) -> None:
    with state.hold():
        state.record(RUNNING)

        with (
            pytest.raises(AlreadyRunning, match=r"process 42\): http://127.0.0.1:8000/"),
            State(state.directory).hold(),
        ):
            pytest.fail("it was let in")

        assert state.running() == RUNNING


def test_without_a_supervisor_nothing_runs(state: State) -> None:
    with pytest.raises(NotRunning):
        state.running()

    with state.hold():
        state.record(RUNNING)

    with pytest.raises(NotRunning):
        state.running()


def test_a_killed_run_is_seen_by_the_next_and_a_stopped_one_is_not(state: State) -> None:
    with state.hold():
        kept = state.keep()
        state.record(RUNNING)
        assert state.leftover() == [kept.postgres_port, kept.broker_port]  # as the next one would find it

    assert state.leftover() == []
