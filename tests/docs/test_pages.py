"""Every page: its links lead somewhere, and its programs print what the page says they print."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.docs.page import DOCS, PAGES, PROJECT, Page

by_name = pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(PROJECT)))

PROGRAMS = [
    pytest.param(program.text, output.text, id=path.stem)
    for path in PAGES
    for program, output in pairwise(Page(path).blocks)
    if (program.language, output.language) == ("python", "text")
]


@by_name
def test_links_lead_to_files_and_headings_that_are_there(path: Path) -> None:
    for link in Page(path).links:
        target, _, anchor = link.partition("#")
        if target.startswith(("http:", "https:", "/")):
            continue
        file = path.parent / target if target else path
        assert file.exists(), f"{path.name} links to {link}"
        assert not anchor or anchor in Page(file).anchors, f"{path.name} links to {link}"


@by_name
def test_a_page_can_be_read_in_one_sitting(path: Path) -> None:
    # Of the errors nobody reads more than the one that they have met.
    assert len(Page(path).text.splitlines()) <= (400 if path.stem == "errors" else 300)


@pytest.mark.parametrize(("program", "output"), PROGRAMS)
def test_a_program_prints_what_the_page_says(program: str, output: str) -> None:
    printed = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert printed.stdout == output


def test_there_are_programs_to_try() -> None:
    assert {param.id for param in PROGRAMS} >= {"notation", "deal-codes", "hashes"}


def test_the_index_leads_to_every_page() -> None:
    linked = {link.partition("#")[0] for link in Page.of("index").links}
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert pages - linked == {"index.md"}
