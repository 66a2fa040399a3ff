"""The rules, and questions with their answers."""

import re
from typing import Any

import pytest
from django.test import Client

from games.engine.deals import Scoring
from games.engine.scores import POINTS

PAGES = ("/rules/", "/questions/", "/examples/", "/movetext/")


def html(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


@pytest.mark.parametrize("address", PAGES)
def test_every_link_within_a_page_leads_somewhere_on_it(address: str) -> None:
    page = html(address)
    wanted = set(re.findall(r'href="#([\w-]+)"', page))
    assert wanted <= set(re.findall(r'id="([\w-]+)"', page))


def test_every_answer_has_an_address_and_links_to_other_pages_reach_their_place() -> None:
    pages = {address: html(address) for address in PAGES}
    assert re.findall(r"<h3>", pages["/questions/"]) == []
    for address, place in re.findall(r'href="(/(?:rules|examples|questions)/)#([\w-]+)"', "".join(pages.values())):
        assert f'id="{place}"' in pages[address]


def test_the_rules_name_the_points_that_the_engine_counts() -> None:
    cells = re.findall(r"<td>([^<]*)</td>", html("/rules/"))
    normal, vegas = POINTS[Scoring.NORMAL], POINTS[Scoring.VEGAS]
    assert cells == [
        *(str(normal.start), f"-${-vegas.start}"),
        *(f"+{normal.home}", f"+${vegas.home}"),
        *(f"+{normal.waste_to_column}", str(vegas.waste_to_column)),
        *(f"+{normal.flip}", str(vegas.flip)),
        *(f"-{normal.recycle_cost}", "not allowed"),
        *("0", "0"),
    ]


@pytest.mark.parametrize(
    ("policy", "said"),
    (
        ("after_own_result", "Those of others once you have a verified game"),
        ("always", "Everybody&#x27;s, as soon as the game is verified."),
        ("never", "Your own, and games that their players share"),
    ),
)
def test_whose_replay_may_be_seen_is_answered_as_it_is_set(settings: Any, policy: str, said: str) -> None:
    settings.REPLAY_POLICY = policy
    assert said in html("/questions/").replace("’", "&#x27;").replace("'", "&#x27;")


@pytest.mark.parametrize("address", PAGES)
def test_pages_write_nothing_and_are_only_read(address: str) -> None:
    assert Client().post(address).status_code == 405
