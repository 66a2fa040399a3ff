"""The running service asked by Schemathesis, which knows the OpenAPI document alone: with all of its checks.

It asks as a guest with games, as an account, and as nobody. schemathesis.toml says what it may be refused, and why.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.client import Client
from tests.faults.conftest import running
from tests.supervised import Supervised

HERE = Path(__file__).parent
RATES = (
    "PLAYER",
    "ADDRESS",
    "REGISTRATION",
    "SIGN_IN",
    "SIGN_IN_NAME",
    "EXPORT",
    "PROOF",
    "REPORT",
    "MATCH",
    "GAME",
    "KEY",
    "RECOVERY",
    "RECOVERY_EMAIL",
)
# After these three the token is worth nothing, and everything else would be asked by nobody.
LAST = "^(delete_own_player|sign_out|end_session)$"


@pytest.fixture(scope="module")
def service() -> Iterator[Supervised]:
    """The service, which counts nobody's requests."""
    with running({f"THROTTLE_{name}": "off" for name in RATES}) as service:
        yield service


def asked(service: Supervised, directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What Schemathesis says of the service; it asks the same with the same seed."""
    return subprocess.run(
        [
            *(str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(HERE / "schemathesis.toml")),
            # One worker: in two threads Python 3.11 may fail to parse what Hypothesis describes its strategies by.
            *("run", f"{service.url}/api/v1/openapi.json", "--workers", "1", "--continue-on-failure", "--seed", "1"),
            *arguments,
        ],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )


def as_player(token: str) -> tuple[str, ...]:
    return ("--header", f"Authorization: Bearer {token}", "--exclude-operation-id-regex", LAST)


# Each asks in other ways, so that all of it takes two minutes: the boundaries of every field and parameter are for the
# guest, whom most operations let in; what is an account's alone is for the account.


def test_a_guest_finds_nothing_that_the_document_does_not_say(service: Supervised, tmp_path: Path) -> None:
    client = Client(service.url)
    client.start("DS1-D1N-AAAAAAB")
    ways = ("--phases", "coverage,stateful", "--max-examples", "2")
    done = asked(service, tmp_path, *as_player(client.token), *ways)
    assert done.returncode == 0, done.stdout
    assert "No issues found" in done.stdout


def test_an_account_finds_nothing_that_the_document_does_not_say(service: Supervised, tmp_path: Path) -> None:
    client = Client(service.url)
    client.insist("POST", "/players/me/account/", {"name": "Ana", "password": "seven lucky foundations"})
    client.start("DS1-D1N-AAAAAAB")
    ways = ("--phases", "examples,coverage,fuzzing", "--max-examples", "5")
    done = asked(service, tmp_path, *as_player(client.token), "--include-tag", "Players", *ways)
    assert done.returncode == 0, done.stdout
    assert "No issues found" in done.stdout


def test_nobody_finds_nothing_that_the_document_does_not_say(service: Supervised, tmp_path: Path) -> None:
    done = asked(service, tmp_path, "--phases", "examples,fuzzing", "--max-examples", "3")
    assert done.returncode == 0, done.stdout
    assert "No issues found" in done.stdout
