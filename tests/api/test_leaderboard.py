"""The board of a deal, and one's own place on it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from games import players, services
from games.check import check_waiting
from games.models import Game, Player
from games.moderation import hide_game, reinstate_game
from leaderboards.projection import rebuild
from tests.api.board import BOARD, PLACE, four, ranked
from tests.api.client import ApiClient, assert_problem
from tests.api.people import Person, append, checked, finish, newcomer, post, post_moves, start
from tests.factories import NOON, known_game, make_player, submit, submit_and_check
from tests.leaderboards.factories import DEAL, decided, entered

__all__ = ["four"]

pytestmark = pytest.mark.django_db


def test_a_board_shows_each_entry_with_all_that_it_points_at(client: ApiClient, anonymous: ApiClient) -> None:
    game = known_game(DEAL)
    state = checked(client, post(client, game))
    assert anonymous.ask("GET", BOARD).json() == {
        "deal": DEAL,
        "rules_version": 1,
        "view": "best",
        "method": "competition",
        "total": 1,
        "rows": [
            {
                "rank": 1,
                "player": state["player"],
                "ranked_score": 1015,
                "ranked_score_text": "1015",
                "moves": 322,
                "score": 1025,
                "score_text": "1025",
                "won": True,
                "origin": "posted",
                "seen_replay": False,
                "finished_at": state["finished_at"],
                "game_id": state["id"],
                "game_url": state["url"],
                "receipt": state["receipt"],
            }
        ],
        "next": None,
        "previous": None,
    }


def test_equal_results_share_a_rank_on_the_board_at_ones_place_and_around_it(
    anonymous: ApiClient, four: dict[str, Person]
) -> None:
    expected = [(1, "Zoe"), (1, "Adam"), (1, "Cyd"), (4, "Dee")]
    assert ranked(anonymous.ask("GET", BOARD).json()) == expected
    for name, (rank, tied, percentile) in {"Adam": (1, 3, 100 / 3), "Dee": (4, 1, 0)}.items():
        place = four[name].client.ask("GET", PLACE).json()
        assert (place["rank"], place["total"], place["tied"], place["method"]) == (rank, 4, tied, "competition")
        assert place["percentile"] == percentile
        assert (place["entry"]["player"]["name"], ranked(place, "around")) == (name, expected)


@pytest.mark.usefixtures("four")
def test_fewer_moves_come_first(anonymous: ApiClient) -> None:
    entered(make_player("Eve"), 700, 210, minutes=-5)
    rows = ranked(anonymous.ask("GET", BOARD).json())
    assert rows == [(1, "Zoe"), (1, "Adam"), (1, "Cyd"), (4, "Eve"), (5, "Dee")]


def test_equal_results_are_listed_by_the_finish_and_not_by_the_check(anonymous: ApiClient) -> None:
    game = known_game(DEAL)
    first, second = make_player("Zoe"), make_player("Adam")
    waiting = submit(first, game, at=NOON)
    Game.objects.filter(pk=waiting.pk).update(claimed_until=NOON + timedelta(minutes=6))
    submit_and_check(second, game, at=NOON + timedelta(minutes=5))
    assert ranked(anonymous.ask("GET", BOARD).json()) == [(1, "Adam")]
    check_waiting(limit=10, at=NOON + timedelta(hours=2))
    assert ranked(anonymous.ask("GET", BOARD).json()) == [(1, "Zoe"), (1, "Adam")]


def test_only_the_better_of_ones_games_counts_and_a_repeat_changes_nothing(client: ApiClient) -> None:
    better, worse = known_game(DEAL, nth=3), known_game(DEAL)
    assert better.final["ranked_score"] > worse.final["ranked_score"]
    checked(client, post(client, worse))
    first = checked(client, post(client, better))
    url = start(client, DEAL)
    append(client, url, 0, *better.moves)
    checked(client, finish(client, url, len(better.moves)))
    (row,) = client.ask("GET", BOARD).json()["rows"]
    assert (row["game_id"], row["ranked_score"], row["origin"]) == (first["id"], better.final["ranked_score"], "posted")


@pytest.mark.parametrize(
    ("deal", "score", "text"), ((DEAL, 0, "0"), ("DS1-D1V-AAAAAAB", -104, "-$104"), ("DS1-D3V-AAAAAAB", -104, "-$104"))
)
def test_a_game_given_up_at_once_is_a_result_like_any_other(
    client: ApiClient, deal: str, score: int, text: str
) -> None:
    checked(client, finish(client, start(client, deal), 0))
    place = client.ask("GET", f"deals/{deal}/leaderboard/me/").json()
    assert (place["rank"], place["total"], place["tied"], place["percentile"]) == (1, 1, 1, 100)
    assert (place["entry"]["ranked_score"], place["entry"]["ranked_score_text"], place["entry"]["moves"]) == (
        score,
        text,
        0,
    )


def test_the_four_modes_of_the_same_cards_have_boards_of_their_own(client: ApiClient) -> None:
    modes = ("D1N", "D3N", "D1V", "D3V")
    for mode in modes:
        checked(client, finish(client, start(client, f"DS1-{mode}-AAAAAAB"), 0))
    totals = [client.ask("GET", f"deals/DS1-{mode}-AAAAAAB/leaderboard/").json()["total"] for mode in modes]
    firsts = [client.ask("GET", f"deals/DS1-{mode}-AAAAAAB/leaderboard/?view=first").json()["total"] for mode in modes]
    assert (totals, firsts) == ([1, 1, 1, 1], [1, 0, 0, 0])


def test_the_first_view_ranks_the_first_game_even_if_a_later_one_is_better(client: ApiClient) -> None:
    checked(client, finish(client, start(client, DEAL), 0))
    checked(client, post(client, known_game(DEAL)))
    scores = [client.ask("GET", f"{PLACE}?view={view}").json()["entry"]["ranked_score"] for view in ("best", "first")]
    assert scores == [1015, 0]


# -- Pages


@pytest.fixture
def tied_130() -> list[str]:
    """The names of 130 players with the same result, in the order of their finishes."""
    names = [f"Player {number:03}" for number in range(130, 0, -1)]
    for minute, name in enumerate(names):
        decided(make_player(name), minutes=minute)
    rebuild(code=DEAL, rules_version=1)
    return names


def walk(client: ApiClient, query: str, *, along: str) -> Iterator[Any]:
    """All pages from the one that the query gives, by `next` or `previous`."""
    page = client.ask("GET", f"{BOARD}?{query}").json()
    yield page
    while cursor := page[along]:
        page = client.ask("GET", f"{BOARD}?limit=50&cursor={cursor}").json()
        yield page


def test_130_tied_players_are_130_different_rows_both_ways(anonymous: ApiClient, tied_130: list[str]) -> None:
    forth = list(walk(anonymous, "limit=50", along="next"))
    assert [len(page["rows"]) for page in forth] == [50, 50, 30]
    assert [row for page in forth for row in ranked(page)] == [(1, name) for name in tied_130]
    back = list(walk(anonymous, f"limit=50&cursor={forth[1]['next']}", along="previous"))
    assert [page["rows"] for page in back] == [page["rows"] for page in reversed(forth)]
    assert back[-1]["previous"] is None


def test_a_page_further_down_shows_the_true_ranks(anonymous: ApiClient, four: dict[str, Person]) -> None:
    first = anonymous.ask("GET", f"{BOARD}?limit=2").json()
    second = anonymous.ask("GET", f"{BOARD}?limit=2&cursor={first['next']}").json()
    assert (ranked(second), second["next"], second["total"]) == ([(1, "Cyd"), (4, "Dee")], None, 4)


def test_a_page_goes_on_where_it_was_whatever_has_come_before_it(anonymous: ApiClient, four: dict[str, Person]) -> None:
    cursor = anonymous.ask("GET", f"{BOARD}?limit=2").json()["next"]
    entered(make_player("New"), 900, 100)
    hide_game(
        game_id=Game.objects.get(player=four["Adam"].player).pk, by=make_player("S", is_staff=True), reason="test"
    )
    page = anonymous.ask("GET", f"{BOARD}?limit=2&cursor={cursor}").json()
    assert ranked(page) == [(2, "Cyd"), (4, "Dee")]


@pytest.mark.usefixtures("four")
@pytest.mark.parametrize(
    ("board", "query"),
    (
        ("deals/DS1-D3N-AAAAAAB/leaderboard/", ""),
        (BOARD, "&view=first"),
        (BOARD, "&origin=posted"),
        (BOARD, "&accounts_only=true"),
        (BOARD, "&unseen=true"),
        ("games/", ""),
        ("deals/", ""),
    ),
)
def test_a_cursor_is_good_for_its_own_board_and_view_only(client: ApiClient, board: str, query: str) -> None:
    cursor = client.ask("GET", f"{BOARD}?limit=2").json()["next"]
    (error,) = assert_problem(client.ask("GET", f"{board}?cursor={cursor}{query}"), "invalid_parameters")["errors"]
    assert (error["parameter"], error["code"]) == ("cursor", "invalid")


@pytest.mark.usefixtures("four")
@pytest.mark.parametrize("place", (0, 10, -1))
def test_an_edited_cursor_is_refused(anonymous: ApiClient, place: int) -> None:
    cursor = anonymous.ask("GET", f"{BOARD}?limit=2").json()["next"]
    letter = "A" if cursor[place] != "A" else "B"
    edited = cursor[:place] + letter + (cursor[place + 1 :] if place >= 0 else "")
    (error,) = assert_problem(anonymous.ask("GET", f"{BOARD}?cursor={edited}"), "invalid_parameters")["errors"]
    assert error["parameter"] == "cursor"


@pytest.mark.parametrize(
    ("path", "parameter"),
    (
        (f"{BOARD}?limit=0", "limit"),
        (f"{BOARD}?limit=-1", "limit"),
        (f"{BOARD}?limit=101", "limit"),
        (f"{BOARD}?limit=abc", "limit"),
        (f"{BOARD}?limit=100000000000000", "limit"),
        (f"{BOARD}?view=worst", "view"),
        (f"{BOARD}?origin=imported", "origin"),
        (f"{BOARD}?accounts_only=perhaps", "accounts_only"),
        (f"{BOARD}?offset=10", "offset"),
        (f"{PLACE}?each_side=51", "each_side"),
        (f"{PLACE}?each_side=-1", "each_side"),
        (f"{PLACE}?limit=5", "limit"),
    ),
)
def test_a_parameter_that_cannot_be_used_is_named(client: ApiClient, path: str, parameter: str) -> None:
    (error,) = assert_problem(client.ask("GET", path), "invalid_parameters")["errors"]
    assert error["parameter"] == parameter


@pytest.mark.parametrize(
    ("query", "rows"),
    (
        ("", [(1, "Live guest"), (2, "Posted guest"), (3, "Account"), (4, "Seen")]),
        ("origin=live", [(1, "Live guest")]),
        ("origin=posted&unseen=true", [(2, "Posted guest"), (3, "Account")]),
        ("accounts_only=true", [(3, "Account")]),
        ("unseen=true&accounts_only=false", [(1, "Live guest"), (2, "Posted guest"), (3, "Account")]),
    ),
)
def test_filters_narrow_the_list_and_leave_the_ranks(anonymous: ApiClient, query: str, rows: list[Any]) -> None:
    entered(make_player("Live guest"), 900, origin="live")
    entered(make_player("Posted guest"), 800)
    entered(make_player("Account", name_key="account"), 700)
    entered(make_player("Seen"), 600, seen_replay=True)
    page = anonymous.ask("GET", f"{BOARD}?{query}").json()
    assert (ranked(page), page["total"]) == (rows, 4)


@pytest.mark.parametrize(("each_side", "names"), ((0, ["Cyd"]), (1, ["Adam", "Cyd", "Dee"])))
def test_around_shows_as_many_rows_as_asked_for(four: dict[str, Person], each_side: int, names: list[str]) -> None:
    place = four["Cyd"].client.ask("GET", f"{PLACE}?each_side={each_side}").json()
    assert [row["player"]["name"] for row in place["around"]] == names


def test_the_highest_and_the_lowest_of_a_hundred_have_exact_percentiles() -> None:
    highest, lowest = newcomer("Highest"), newcomer("Lowest")
    decided(highest.player, 1000)
    decided(lowest.player, 1)
    for score in range(100, 198):
        decided(make_player(), score)
    rebuild(code=DEAL, rules_version=1)
    percentiles = [person.client.ask("GET", PLACE).json()["percentile"] for person in (highest, lowest)]
    assert percentiles == [100, 0]


# -- Who is not there


def test_a_hidden_game_is_gone_at_once_and_back_in_its_place_later(
    anonymous: ApiClient, four: dict[str, Person]
) -> None:
    before = anonymous.ask("GET", BOARD)
    staff = make_player("Sam", is_staff=True)
    game = Game.objects.get(player=four["Zoe"].player)
    hide_game(game_id=game.pk, by=staff, reason="test")
    hidden = anonymous.ask("GET", BOARD, if_none_match=before.headers["ETag"])
    assert (ranked(hidden.json()), hidden.json()["total"]) == ([(1, "Adam"), (1, "Cyd"), (3, "Dee")], 3)
    reinstate_game(game_id=game.pk, by=staff, reason="test")
    assert anonymous.ask("GET", BOARD).json() == before.json()
    assert anonymous.ask("GET", BOARD, if_none_match=before.headers["ETag"]).status_code == 304


def test_who_has_opted_out_or_is_deleted_is_nowhere(anonymous: ApiClient, four: dict[str, Person]) -> None:
    players.set_on_boards(player=four["Zoe"].player, on_boards=False)
    players.erase(player=four["Cyd"].player)
    page = anonymous.ask("GET", BOARD)
    assert ranked(page.json()) == [(1, "Adam"), (2, "Dee")]


def _wait(person: Person) -> None:
    finish(person.client, start(person.client, DEAL), 0)


def _be_rejected(person: Person) -> None:
    checked(person.client, post_moves(person.client, DEAL, [], score=99999))


def _be_hidden(person: Person) -> None:
    game = entered(person.player)
    hide_game(game_id=game.pk, by=make_player("Sam", is_staff=True), reason="test")


def _opt_out(person: Person) -> None:
    entered(person.player)
    players.set_on_boards(player=person.player, on_boards=False)


def _play_another_mode_first(person: Person) -> None:
    start(person.client, "DS1-D3N-AAAAAAB")
    entered(person.player)


@pytest.mark.parametrize(
    ("what_happened", "view", "reason"),
    (
        (lambda person: None, "best", "no_game"),
        (lambda person: start(person.client, "DS1-D3N-AAAAAAB"), "best", "no_game"),
        (lambda person: start(person.client, DEAL), "best", "playing"),
        (_wait, "best", "waiting"),
        (_be_rejected, "best", "rejected"),
        (_be_hidden, "best", "hidden"),
        (_opt_out, "best", "opted_out"),
        (_play_another_mode_first, "first", "not_first_attempt"),
    ),
)
def test_who_has_no_entry_is_told_why(what_happened: Any, view: str, reason: str) -> None:
    person = newcomer("Ana")
    what_happened(person)
    assert assert_problem(person.client.ask("GET", f"{PLACE}?view={view}"), "not_ranked") == {"reason": reason}


def test_what_is_not_verified_is_on_no_board_and_in_no_count(client: ApiClient, anonymous: ApiClient) -> None:
    checked(client, post_moves(client, DEAL, ["undo"]))
    checked(client, post(client, known_game(DEAL), score=99999))
    services.start_game(player=make_player("Bo"), code=known_game(DEAL).code)
    submit(make_player("Cyd"), known_game(DEAL))
    page = anonymous.ask("GET", BOARD).json()
    assert (page["total"], page["rows"]) == (0, [])


def test_a_board_read_without_signing_in_has_no_private_field(anonymous: ApiClient) -> None:
    ana = players.register_account(name="Ana", password="seven lucky foundations", email="ana@example.org").player
    entered(ana)
    answer = anonymous.ask("GET", BOARD)
    assert b"@" not in answer.content
    assert answer.json()["rows"][0]["player"] == {"id": str(ana.pk), "name": "Ana", "is_guest": False}


def test_a_name_is_shown_as_it_is(anonymous: ApiClient) -> None:
    entered(make_player("<b>Zoë 日本 🂡</b>"))
    assert anonymous.ask("GET", BOARD).json()["rows"][0]["player"]["name"] == "<b>Zoë 日本 🂡</b>"


def test_a_guest_who_becomes_an_account_keeps_its_row(client: ApiClient, player: Player) -> None:
    checked(client, post(client, known_game(DEAL)))
    players.make_account(player=player, name="Ana", password="seven lucky foundations")
    (row,) = client.ask("GET", f"{BOARD}?accounts_only=true").json()["rows"]
    assert (row["rank"], row["player"]["name"], row["player"]["is_guest"]) == (1, "Ana", False)


@pytest.mark.usefixtures("four")
def test_a_board_costs_the_same_for_one_row_and_for_many(anonymous: ApiClient, django_assert_num_queries: Any) -> None:
    for limit in (1, 100):
        with django_assert_num_queries(1):  # the rows with their players, their ranks and the total
            anonymous.ask("GET", f"{BOARD}?limit={limit}")
