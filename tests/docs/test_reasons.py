"""The reasons that the page on errors lists, held to the code."""

import re

from games.names import NameFlaw
from tests.docs.page import Page

PAGE = Page.of("errors")


def test_the_reasons_for_refusing_a_name_are_listed() -> None:
    rows = PAGE.table("reason", "the name")
    listed = {reason for cells in rows for reason in re.findall(r"`(\w+)`", cells[0])}
    assert listed == {str(flaw) for flaw in NameFlaw}
