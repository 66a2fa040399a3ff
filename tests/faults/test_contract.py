"""The running service asked by Schemathesis, which knows the OpenAPI document alone: with all of its checks.

It asks as a guest with games, and as nobody. schemathesis.toml says what it may be refused, and why.
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
            *("run", f"{service.url}/api/v1/openapi.json", "--max-examples", "5", "--workers", "2"),
            *("--phases", "examples,coverage,fuzzing,stateful", "--continue-on-failure", "--seed", "1", *arguments),
        ],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )


def test_a_player_finds_nothing_that_the_document_does_not_say(service: Supervised, tmp_path: Path) -> None:
    client = Client(service.url)
    client.start("DS1-D1N-AAAAAAB")
    header = ("--header", f"Authorization: Bearer {client.token}")
    done = asked(service, tmp_path, *header, "--exclude-operation-id-regex", LAST)
    assert done.returncode == 0, done.stdout
    assert "No issues found" in done.stdout


def test_nobody_finds_nothing_that_the_document_does_not_say(service: Supervised, tmp_path: Path) -> None:
    done = asked(service, tmp_path)
    assert done.returncode == 0, done.stdout
    assert "No issues found" in done.stdout
