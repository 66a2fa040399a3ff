"""What a player has played, with the ranks that it has now."""

from datetime import timedelta
from typing import Any

import pytest

from games import players
from games.models import Player
from games.moderation import hide_game, reinstate_game
from tests.api.client import ApiClient, assert_problem
from tests.api.people import checked, post, post_moves, start
from tests.factories import NOON, known_game, make_player
from tests.leaderboards.factories import entered

pytestmark = pytest.mark.django_db

DEAL = "DS1-D1N-AAAAAAB"


@pytest.fixture
def ana() -> Player:
    return make_player("Ana")


def path(player: Player) -> str:
    return f"players/{player.pk}/results/"


def results(client: ApiClient, player: Player, query: str = "") -> list[Any]:
    listed: list[Any] = client.ask("GET", f"{path(player)}{query}").json()["results"]
    return listed


def test_a_result_says_which_game_on_which_deal_and_what_rank_it_has(client: ApiClient, player: Player) -> None:
    state = checked(client, post(client, known_game(DEAL)))
    assert client.ask("GET", path(player)).json() == {
        "player": state["player"],
        "view": "best",
        "results": [
            {
                "code": DEAL,
                "number": "AAAAAAB",
                "draw": 1,
                "scoring": "normal",
                "url": f"/api/v1/deals/{DEAL}/",
                "leaderboard_url": f"/api/v1/deals/{DEAL}/leaderboard/",
                "rules_version": 1,
                "rank": 1,
                "tied": 1,
                "total": 1,
                "percentile": 100,
                "ranked_score": 1015,
                "ranked_score_text": "1015",
                "moves": 322,
                "score": 1025,
                "score_text": "1025",
                "won": True,
                "origin": "posted",
                "finished_at": state["finished_at"],
                "game_id": state["id"],
                "game_url": state["url"],
            }
        ],
        "next": None,
        "previous": None,
    }


def test_results_have_the_ranks_of_now_and_those_of_the_board(anonymous: ApiClient, ana: Player) -> None:
    game = entered(ana, 700, 180)
    for score, moves in ((900, 100), (700, 170), (700, 180), (700, 190), (0, 0)):
        entered(make_player(), score, moves)
    (result,) = results(anonymous, ana)
    assert [result[name] for name in ("rank", "tied", "total", "percentile")] == [3, 2, 6, 40]
    rows = anonymous.ask("GET", f"deals/{DEAL}/leaderboard/").json()["rows"]
    assert [row["rank"] for row in rows if row["game_id"] == str(game.pk)] == [3]


def test_each_deal_has_one_result_the_best_and_the_newest_come_first(anonymous: ApiClient, ana: Player) -> None:
    entered(ana, 700)
    entered(ana, 300, minutes=9)
    entered(ana, -104, code="DS1-D3V-AAAAAAC", minutes=5)
    told = [(row["code"], row["ranked_score"], row["ranked_score_text"]) for row in results(anonymous, ana)]
    assert told == [("DS1-D3V-AAAAAAC", -104, "-$104"), (DEAL, 700, "700")]


def test_first_attempts_can_be_asked_for(anonymous: ApiClient, ana: Player) -> None:
    entered(ana, 300)
    entered(ana, 700, minutes=1)
    entered(ana, 100, code="DS1-D3V-AAAAAAB", minutes=2)
    first = [(row["code"], row["ranked_score"]) for row in results(anonymous, ana, "?view=first")]
    assert first == [(DEAL, 300)]


def test_what_is_on_no_board_is_not_there(client: ApiClient, player: Player) -> None:
    start(client, DEAL)
    checked(client, post_moves(client, DEAL, [], score=9))
    game = entered(player, code="DS1-D1N-AAAAAAC")
    staff = make_player("Sam", is_staff=True)
    hide_game(game_id=game.pk, by=staff, reason="test")
    assert results(client, player) == []
    reinstate_game(game_id=game.pk, by=staff, reason="test")
    assert [row["game_id"] for row in results(client, player)] == [str(game.pk)]


def test_of_who_has_opted_out_or_gone_there_is_nothing(client: ApiClient, ana: Player) -> None:
    entered(ana)
    players.set_on_boards(player=ana, on_boards=False)
    assert_problem(client.ask("GET", path(ana)), "player_not_found")
    players.set_on_boards(player=ana, on_boards=True)
    players.erase(player=ana)
    assert_problem(client.ask("GET", path(ana)), "player_not_found")


def test_results_read_without_a_token_have_no_private_field(anonymous: ApiClient) -> None:
    ana = players.register_account(name="Ana", password="seven lucky foundations", email="ana@example.org").player
    entered(ana)
    answer = anonymous.ask("GET", path(ana))
    assert b"@" not in answer.content
    assert answer.json()["player"] == {"id": str(ana.pk), "name": "Ana", "is_guest": False}


def test_pages_of_results_are_walked_both_ways(anonymous: ApiClient, ana: Player) -> None:
    """Some of the same moment: the game's id then decides."""
    letters = "ABCDEFGHIJK"
    for number, letter in enumerate(letters):
        entered(ana, code=f"DS1-D1N-AAAAAA{letter}", finished_at=NOON + timedelta(minutes=number // 3))
    whole = results(anonymous, ana)
    pages = [anonymous.ask("GET", f"{path(ana)}?limit=4").json()]
    while cursor := pages[-1]["next"]:
        pages.append(anonymous.ask("GET", f"{path(ana)}?limit=4&cursor={cursor}").json())
    assert ([len(page["results"]) for page in pages], len(whole)) == ([4, 4, 3], 11)
    assert [row for page in pages for row in page["results"]] == whole
    assert anonymous.ask("GET", f"{path(ana)}?limit=4&cursor={pages[-1]['previous']}").json() == pages[1]


def test_a_cursor_is_good_for_one_player_and_one_view(anonymous: ApiClient, ana: Player) -> None:
    for letter in "AB":
        entered(ana, code=f"DS1-D1N-AAAAAA{letter}")
    cursor = anonymous.ask("GET", f"{path(ana)}?limit=1").json()["next"]
    for other in (f"{path(make_player('Bo'))}?", f"{path(ana)}?view=first&"):
        answer = anonymous.ask("GET", f"{other}cursor={cursor}")
        assert assert_problem(answer, "invalid_parameters")["errors"][0]["parameter"] == "cursor"


def test_results_cost_the_same_for_one_deal_and_for_many(
    anonymous: ApiClient, ana: Player, django_assert_num_queries: Any
) -> None:
    for letters in ("A", "BCDEFG"):
        for letter in letters:
            entered(ana, code=f"DS1-D1N-AAAAAA{letter}")
        with django_assert_num_queries(5):  # the player; entries and their ranks between the two of a savepoint
            anonymous.ask("GET", path(ana))
