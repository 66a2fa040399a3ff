"""The page on errors, held to the API's table of problems."""

import re

import pytest
from msgspec.structs import fields

from api.v1.problems import PROBLEMS, TYPE_ROOT
from tests.docs.page import Page

PAGE = Page.of("errors")
SECTIONS = {code: body.strip() for code, body in re.findall(r"^### (\w+)\n\n(.*?)(?=^#|\Z)", PAGE.text, re.M | re.S)}
COMMON = {"type", "title", "status", "detail", "instance", "code"}


def test_every_code_has_a_section_and_no_other_has() -> None:
    assert set(SECTIONS) == set(PROBLEMS)


def test_the_type_of_a_problem_leads_to_its_section() -> None:
    assert TYPE_ROOT == "/docs/errors/#"
    assert set(PROBLEMS) <= PAGE.anchors


@pytest.mark.parametrize("code", PROBLEMS)
def test_a_section_begins_with_the_status(code: str) -> None:
    assert SECTIONS[code].startswith(f"Status {PROBLEMS[code].status}. ")


@pytest.mark.parametrize("code", PROBLEMS)
def test_a_section_names_the_members_that_come_with_the_code(code: str) -> None:
    members = {field.name for field in fields(PROBLEMS[code].shape) if field.required} - COMMON
    assert not {name for name in members if f"`{name}`" not in SECTIONS[code]}
