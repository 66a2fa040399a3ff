"""The page of what went wrong elsewhere: every test that it names is there, and every row names one."""

import ast
import re
from functools import cache

import pytest

from tests.docs.page import PROJECT, Page

PAGE = Page.of("cases")
HEADER = "| tried | what happens here | held by |\n|---|---|---|\n"

ROWS = [row for table in PAGE.prose.split(HEADER)[1:] for row in table.split("\n\n")[0].strip().split("\n")]
NAMED = sorted(set(re.findall(r"`([\w/]+)::(test_\w+)`", PAGE.text)))


@cache
def functions_of(module: str) -> set[str]:
    """The names of a test module's own functions."""
    tree = ast.parse((PROJECT / "tests" / f"{module}.py").read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("module", "name"), NAMED)
def test_a_test_that_the_page_names_is_there(module: str, name: str) -> None:
    assert name in functions_of(module)


@pytest.mark.parametrize("row", ROWS)
def test_every_row_says_what_was_tried_what_happens_and_which_test_holds_it(row: str) -> None:
    tried, happens, held = row.strip("| ").split(" | ")
    assert tried
    assert happens
    assert re.fullmatch(r"`[\w/]+::test_\w+`(, `[\w/]+::test_\w+`)*", held)


def test_every_section_has_its_table() -> None:
    assert PAGE.prose.count("\n## ") == PAGE.prose.count(HEADER) > 0
