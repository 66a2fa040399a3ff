"""Who stands where, in every list that says so: ties to the microsecond, scores below nothing, edges of boards."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.models import Game
from games.moderation import hide_game, reinstate_game
from tests.api.client import ApiClient, assert_problem
from tests.api.people import Person, append, checked, finish, newcomer, post, post_moves, start
from tests.factories import known_game, make_player
from tests.leaderboards.factories import DEAL, entered

pytestmark = pytest.mark.django_db

BOARD = f"deals/{DEAL}/leaderboard/"
#: Long enough ago that the board of now can be asked for as one of the past.
YESTERDAY = datetime.now(UTC).replace(microsecond=0) - timedelta(days=1)
MICROSECOND = timedelta(microseconds=1)


def ranked(answer: Any, rows: str = "rows") -> list[tuple[int, str]]:
    assert answer.status_code == 200, answer.content
    return [(row["rank"], row["player"]["name"]) for row in answer.json()[rows]]


def tie(*names: str, apart: timedelta = timedelta(minutes=5)) -> list[Person]:
    """Players with the same result, whose finishes came one after another in this order; the last is entered first."""
    people = [newcomer(name) for name in names]
    for number, person in reversed(list(enumerate(people))):
        entered(person.player, finished_at=YESTERDAY + number * apart)
    return people


# -- Equal results


@pytest.mark.parametrize("apart", (timedelta(minutes=5), MICROSECOND), ids=("minutes", "microseconds"))
def test_every_list_has_the_earlier_of_equal_results_first_whatever_their_names(
    anonymous: ApiClient, apart: timedelta
) -> None:
    zoe, adam = tie("Zoe", "adam", apart=apart)
    lists = ("", "?view=first", "?origin=posted", "?unseen=true&accounts_only=false", f"past/?at={now()}")
    for path in lists:
        assert ranked(anonymous.ask("GET", BOARD + path)) == [(1, "Zoe"), (1, "adam")], path
    for person in (zoe, adam):
        assert ranked(person.client.ask("GET", f"{BOARD}me/"), "around") == [(1, "Zoe"), (1, "adam")]
    (lead,) = anonymous.ask("GET", f"{BOARD}history/").json()["leads"]
    assert lead["player"]["name"] == "Zoe"


def now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def test_namesakes_are_found_in_the_order_of_the_board(anonymous: ApiClient) -> None:
    tie("Zoe", "ZOE", "zoe")
    assert ranked(anonymous.ask("GET", f"{BOARD}search/?name=zoe")) == [(1, "Zoe"), (1, "ZOE"), (1, "zoe")]


def test_a_tie_of_microseconds_is_shown_and_paged_by_them(anonymous: ApiClient) -> None:
    tie("Ana", "Bo", "Cyd", apart=MICROSECOND)
    page = anonymous.ask("GET", f"{BOARD}?limit=1").json()
    rows = page["rows"]
    for _ in range(2):
        page = anonymous.ask("GET", f"{BOARD}?limit=1&cursor={page['next']}").json()
        rows += page["rows"]
    told = [(row["player"]["name"], datetime.fromisoformat(row["finished_at"]) - YESTERDAY) for row in rows]
    assert told == [("Ana", 0 * MICROSECOND), ("Bo", MICROSECOND), ("Cyd", 2 * MICROSECOND)]


# -- Values


def test_vegas_begins_at_minus_104_dollars_below_minus_99(client: ApiClient, anonymous: ApiClient) -> None:
    vegas = "DS1-D1V-KSTNMZC"
    for asker, move in ((client, "draw"), (newcomer("Bo").client, "T8-F")):
        url = start(asker, vegas)
        append(asker, url, 0, move)
        checked(asker, finish(asker, url, 1))
    board = anonymous.ask("GET", f"deals/{vegas}/leaderboard/").json()
    rows = [(row["rank"], row["ranked_score"], row["ranked_score_text"]) for row in board["rows"]]
    assert (rows, board["total"]) == ([(1, -99, "-$99"), (2, -104, "-$104")], 2)


def test_scores_of_all_signs_and_widths_are_ordered_as_numbers(anonymous: ApiClient) -> None:
    vegas = "DS1-D3V-AAAAAAB"
    scores = [416, 99, 5, 1, 0, -4, -9, -99, -104]
    for score in sorted(scores, key=str):
        entered(make_player(), score, code=vegas)
    rows = anonymous.ask("GET", f"deals/{vegas}/leaderboard/").json()["rows"]
    assert [(row["rank"], row["ranked_score"]) for row in rows] == list(enumerate(scores, start=1))


# -- Boards


def test_a_board_of_this_version_of_the_rules_has_no_game_of_another(anonymous: ApiClient) -> None:
    ana, bo = newcomer("Ana"), newcomer("Bo")
    other = entered(ana.player, 1000, rules_version=2)
    entered(bo.player, 700)
    assert anonymous.ask("GET", f"games/{other.pk}/").json()["rules_version"] == 2
    board = anonymous.ask("GET", BOARD)
    assert (ranked(board), board.json()["total"], board.json()["rules_version"]) == ([(1, "Bo")], 1, 1)
    place = bo.client.ask("GET", f"{BOARD}me/").json()
    assert (place["rank"], place["total"], place["percentile"]) == (1, 1, 100)
    assert assert_problem(ana.client.ask("GET", f"{BOARD}me/"), "not_ranked") == {"reason": "no_game"}
    assert anonymous.ask("GET", f"deals/{DEAL}/stats/").json()["summary"]["games"]["started"] == 1


def test_the_four_modes_of_the_same_cards_hold_each_its_own_games(client: ApiClient, anonymous: ApiClient) -> None:
    deals = [f"DS1-{mode}-AAAAAAB" for mode in ("D1N", "D3N", "D1V", "D3V")]
    games = {deal: checked(client, post_moves(client, deal, ["draw"]))["id"] for deal in deals}
    for deal in deals:
        page = anonymous.ask("GET", f"deals/{deal}/leaderboard/").json()
        assert (page["total"], game_ids(page)) == (1, [games[deal]])


def test_a_board_has_one_address_in_whatever_letters_its_code_is_written(anonymous: ApiClient) -> None:
    tie("Ana", "Bo")
    first = anonymous.ask("GET", f"{BOARD.replace(DEAL, DEAL.lower())}?limit=1").json()
    second = anonymous.ask("GET", f"{BOARD}?limit=1&cursor={first['next']}")
    assert (first["deal"], ranked(second)) == (DEAL, [(1, "Bo")])


@pytest.mark.parametrize(
    ("results", "percentiles"),
    (
        ((1,), [100]),
        ((7, 7), [0, 0]),
        ((7, 1), [100, 0]),
        ((7, 7, 1), [50, 50, 0]),
        ((9, 7, 7, 1), [100, 100 / 3, 100 / 3, 0]),
    ),
)
def test_a_percentile_is_exact_on_the_smallest_boards(results: tuple[int, ...], percentiles: list[float]) -> None:
    people = [newcomer(f"P{number}") for number in range(len(results))]
    for person, score in zip(people, results, strict=True):
        entered(person.player, score)
    told = [person.client.ask("GET", f"{BOARD}me/").json()["percentile"] for person in people]
    assert told == percentiles


# -- Which of one's games it is


def test_a_game_reinstated_while_a_better_one_waits_stands_until_that_is_checked(client: ApiClient) -> None:
    staff = make_player("Sam", is_staff=True)
    hidden = checked(client, post(client, known_game()))["id"]
    place = f"deals/{known_game().deal}/leaderboard/me/"
    hide_game(game_id=hidden, by=staff, reason="test")
    better = post(client, known_game(nth=1))
    reinstate_game(game_id=hidden, by=staff, reason="test")
    assert client.ask("GET", place).json()["entry"]["game_id"] == hidden
    state = checked(client, better)
    assert client.ask("GET", place).json()["entry"]["game_id"] == state["id"]


def test_a_hidden_first_attempt_leaves_its_place_to_nobody(client: ApiClient, anonymous: ApiClient) -> None:
    first = checked(client, finish(client, start(client, DEAL), 0))
    later = checked(client, post(client, known_game(DEAL)))
    hide_game(game_id=first["id"], by=make_player("Sam", is_staff=True), reason="test")
    ids = {view: game_ids(anonymous.ask("GET", f"{BOARD}?view={view}").json()) for view in ("best", "first")}
    assert ids == {"best": [later["id"]], "first": []}
    refused = assert_problem(client.ask("GET", f"{BOARD}me/?view=first"), "not_ranked")
    assert refused == {"reason": "not_first_attempt"}


def game_ids(page: dict[str, Any]) -> list[str]:
    return [row["game_id"] for row in page["rows"]]


def test_who_is_deleted_while_a_game_waits_is_on_no_board_when_it_is_checked(
    client: ApiClient, anonymous: ApiClient
) -> None:
    post(client, known_game(DEAL))
    assert client.ask("DELETE", "players/me/").status_code == 204
    state = checked(anonymous, post(newcomer("Bo").client, known_game(DEAL, nth=1)))
    assert set(Game.objects.values_list("status", flat=True)) == {"verified"}
    page = anonymous.ask("GET", BOARD).json()
    assert (page["total"], game_ids(page)) == (1, [state["id"]])
    counted = anonymous.ask("GET", f"deals/{DEAL}/stats/").json()["summary"]
    assert (counted["players"], counted["games"]["verified"], counted["games"]["not_shown"]) == (1, 1, 1)
