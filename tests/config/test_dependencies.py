"""What is installed is what was tested, and nothing secret is in the repository."""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata

import pytest
from packaging.markers import Marker

from config.embedded.options import PROJECT

FILES = ("requirements.txt", "tests/requirements.txt")
_PIN = re.compile(
    r"(?P<name>[A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?==(?P<version>[\w.+-]+)(?:; (?P<marker>[^#]+?))?(?:  #.*)?"
)

# What keys and passwords look like; the words that stand for them in examples and tests are none.
SECRETS = re.compile(
    r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----"
    r"|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abprs]-[0-9A-Za-z-]{10,}|\bAIza[0-9A-Za-z_-]{35}\b"
    r"|\bsk-[A-Za-z0-9]{32,}|\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}"
    r"|\bdst_(?!2Vd1yWkq0cJ8l3hH3sJz6m6C9yq0o5XW8g1tKpR7bLw)[A-Za-z0-9_-]{43}\b"
    r"|\bSECRET_KEY ?= ?[\"']?(?!0123456789abcdef)[0-9A-Za-z+/_-]{40,}"
)


def lines() -> Iterator[str]:
    for name in FILES:
        yield from (line for line in (PROJECT / name).read_text().splitlines() if line and not line.startswith("#"))


@pytest.mark.parametrize("line", list(lines()))
def test_every_requirement_is_pinned_and_installed_in_that_version(line: str) -> None:
    pin = _PIN.fullmatch(line)
    assert pin is not None
    if pin["marker"] is None or Marker(pin["marker"]).evaluate():
        assert metadata.version(pin["name"]) == pin["version"]


def test_what_is_installed_goes_together() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stdout) == (0, "No broken requirements found.\n")


def test_no_file_of_the_repository_holds_a_secret() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True).stdout
    files = [PROJECT / name for name in listed.decode().split("\0") if name]
    texts = {file: file.read_text(errors="replace") for file in files if file.is_file()}
    assert {file: found[0] for file, text in texts.items() if (found := SECRETS.search(text))} == {}
    assert len(texts) > 500


@pytest.mark.parametrize(
    "secret",
    (
        "-----BEGIN " + "PRIVATE KEY-----",
        "dst_" + "A" * 43,
        "AKIA" + "Z" * 16,
        'SECRET_KEY="' + "f" * 64,
        "ghp_" + "a" * 36,
    ),
)
def test_a_secret_would_be_found(secret: str) -> None:
    assert SECRETS.search(f"x {secret} y")
