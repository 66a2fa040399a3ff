"""Static files in their production form."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import storages
from django.core.management import call_command
from django.test import override_settings

IMPORT = re.compile(r"""(?m)^(?:import|export)\b[\w\s{},*]*["'](?P<address>[^"'\n]+)["'];?""")
COMMENT = re.compile(r"(?ms)/\*.*?\*/|//.*?$")
HASHED = re.compile(r"\.[0-9a-f]{12}\.")
PRODUCTION = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.static_files.StaticFilesStorage"}}


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All static files as they are served in production."""
    root = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=root, STORAGES=PRODUCTION):
        call_command("collectstatic", interactive=False, verbosity=0)
        assert storages["staticfiles"].url("pages/board.js").startswith("/static/pages/board.")
    return root


def modules(root: Path) -> list[Path]:
    """Our own modules under the names that they are served by."""
    found = [*root.glob("pages/**/*.js"), *root.glob("games/**/*.js")]
    return [path for path in found if HASHED.search(path.name)]


def test_modules_import_each_other_by_names_that_change_with_their_contents(collected: Path) -> None:
    imports = [(path, address) for path in modules(collected) for address in IMPORT.findall(path.read_text())]
    assert ("board", "times") in {
        (path.name.split(".")[0], Path(address).name.split(".")[0]) for path, address in imports
    }
    for path, address in imports:
        assert HASHED.search(address), f"{path.name} imports {address}"
        assert (path.parent / address).is_file(), f"{path.name} imports {address}, which is not there"


def test_every_import_is_written_so_that_it_is_found() -> None:
    for root in (settings.BASE_DIR / "api" / "static", settings.BASE_DIR / "games" / "static"):
        for path in root.rglob("*.js"):
            text = COMMENT.sub("", path.read_text())
            written = [match.group() for match in IMPORT.finditer(text)]
            assert len(re.findall(r"\bfrom\s+['\"]|\bimport\s*['\"(]", text)) == len(written), path
            assert all(statement.endswith(";") for statement in written), path
