"""Ports are taken only when nobody listens there."""

import socket
from collections.abc import Iterator

import pytest

from config.embedded import ports

HERE = "127.0.0.1"


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server((HERE, 0)) as server:
        yield server.getsockname()[1]


def test_a_port_that_somebody_listens_on_is_not_free(taken: int) -> None:
    assert not ports.is_free(HERE, taken)


def test_a_port_that_nobody_listens_on_is_free() -> None:
    assert ports.is_free(HERE, ports.any_free())


def test_the_wished_port_is_taken_if_it_is_free() -> None:
    port = ports.any_free()

    assert ports.first_free(HERE, port) == port


def test_else_a_neighbour_is_taken(taken: int) -> None:
    port = ports.first_free(HERE, taken)

    assert port != taken
    assert ports.is_free(HERE, port)


def test_no_port_is_taken_twice() -> None:
    port = ports.any_free()

    assert ports.first_free(HERE, port, but=port) != port


def test_waiting_for_a_port_ends_when_it_is_free_or_after_the_time(taken: int) -> None:
    ports.wait_until_free(HERE, [taken], seconds=0.3)
    assert not ports.is_free(HERE, taken)

    ports.wait_until_free(HERE, [ports.any_free()], seconds=60)  # returns at once
