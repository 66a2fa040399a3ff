"""Two games side by side."""

from typing import Any

import pytest

from games import sharing
from games.models import Game, ReplayView
from tests.factories import known_game, start_and_play, submit_and_check
from tests.pages.people import Looker, looker

pytestmark = pytest.mark.django_db

ONE, OTHER, VEGAS = known_game(), known_game(nth=1), known_game("DS1-D1V-KSTNMZC")


def beside(a: Game, b: Game, *, query: str = "") -> str:
    return f"/games/{a.pk}/beside/{b.pk}/{query}"


@pytest.fixture
def ana() -> Looker:
    return looker("Ana")


@pytest.fixture
def bo() -> Looker:
    return looker("Bo")


@pytest.fixture
def games(ana: Looker, bo: Looker) -> tuple[Game, Game]:
    return submit_and_check(ana.player, ONE), submit_and_check(bo.player, OTHER)


def test_it_opens_where_the_games_part_and_says_what_each_played_there(ana: Looker, games: Any) -> None:
    html = ana.html(beside(*games))
    parting = next(i for i, (a, b) in enumerate(zip(ONE.moves, OTHER.moves, strict=False)) if a != b)
    assert f'data-parting="{parting}"' in html
    assert html.count(f'data-step="{parting}"') == 3
    assert [f'<code translate="no">{game.moves[parting]}</code>' in html for game in (ONE, OTHER)] == [True, True]
    assert html.count("<polyline") == 2


def test_that_the_other_game_was_seen_is_remembered(ana: Looker, games: Any) -> None:
    ana.html(beside(*games))
    assert ReplayView.objects.get().player_id == ana.player.pk


def test_games_of_one_line_say_so(ana: Looker, bo: Looker) -> None:
    one, other = submit_and_check(ana.player, ONE), submit_and_check(bo.player, ONE)
    assert "Both went the same way to the end." in ana.html(beside(one, other))


def test_a_game_that_ends_where_the_other_goes_on_is_told(ana: Looker) -> None:
    short, longer = (start_and_play(ana.player, ONE.deal, ONE.moves[:count]) for count in (3, 5))
    html = ana.html(beside(short, longer))
    assert "They go the same way for 3 actions. One of them ends there, and the other goes on." in html
    assert "It ends where they part." in html


def test_two_modes_of_the_same_cards_can_be_compared(ana: Looker, bo: Looker) -> None:
    one, other = submit_and_check(ana.player, ONE), submit_and_check(bo.player, VEGAS)
    html = ana.html(beside(one, other))
    assert "Draw 1 (easy) · Vegas" in html
    assert ('class="scale"' in html, "<polyline" in html) == (False, True)


def test_who_may_not_see_one_of_them_is_told_as_on_its_own_page(games: Any) -> None:
    html = looker("Cyd").html(beside(*games))
    assert "Play this deal first, then watch" in html
    assert ("<polyline" in html, ReplayView.objects.exists()) == (False, False)


def test_a_link_opens_each_of_them(games: Any, ana: Looker, bo: Looker) -> None:
    tokens = [
        sharing.share_game(game_id=game.pk, player=player.player)[0].token
        for game, player in zip(games, (ana, bo), strict=True)
    ]
    html = looker("Cyd").html(beside(*games, query=f"?share_a={tokens[0]}&share_b={tokens[1]}"))
    assert html.count("<polyline") == 2
    assert f"/games/{games[1].pk}/frames/?share={tokens[1]}&amp;line=1" in html


def test_a_game_beside_itself_is_its_replay(ana: Looker, games: Any) -> None:
    answer = ana.page(beside(games[0], games[0]))
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/games/{games[0].pk}/")


def test_games_of_other_cards_are_not_found(ana: Looker, games: Any) -> None:
    other = start_and_play(ana.player, "DS1-D1N-AAAAAAB")
    assert ana.page(beside(games[0], other)).status_code == 404


@pytest.mark.parametrize(
    ("step", "status"), (("0", 200), ("283", 200), ("284", 404), ("-1", 404), ("x", 404), ("", 404))
)
def test_a_step_is_one_of_the_longer_line(ana: Looker, games: Any, step: str, status: int) -> None:
    assert max(len(ONE.moves), len(OTHER.moves)) == 283
    assert ana.page(beside(*games, query=f"?step={step}")).status_code == status
