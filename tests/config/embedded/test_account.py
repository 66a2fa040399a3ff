"""Whether the servers' user can reach a directory."""

import os
from pathlib import Path

import pytest

from config.embedded.account import Account

SOMEBODY = Account(uid=os.geteuid() + 1, gid=os.getegid() + 1)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for directory in (tmp_path, *list(tmp_path.parents)[:-2]):
        if directory.owner() == tmp_path.owner() and directory != Path("/tmp"):  # noqa: S108 - named to be left alone
            directory.chmod(0o711)
    (tmp_path / "project" / "var").mkdir(parents=True)
    return tmp_path / "project"


def test_an_open_way_is_open(tree: Path) -> None:
    assert SOMEBODY.closed_directory(tree / "var" / "not-there-yet") is None


def test_the_first_closed_directory_on_the_way_is_named(tree: Path) -> None:
    tree.chmod(0o700)

    assert SOMEBODY.closed_directory(tree / "var") == tree


def test_ones_own_user_passes_ones_own_directories(tree: Path) -> None:
    tree.chmod(0o700)

    assert Account(uid=os.geteuid(), gid=os.getegid()).closed_directory(tree / "var") is None
