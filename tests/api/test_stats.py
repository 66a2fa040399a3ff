"""The numbers of a deal: every game in exactly one count, results as they spread, one's own among them.

Of the cases that went wrong elsewhere: a percentile by a published formula, how many are tied, four modes never mixed,
a rejected game in no other count, and who has opted out or is hidden in none that shows results.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import players, services
from games.check import check_waiting
from games.limits import ABANDONED_AFTER
from games.models import DailyDeal, Game
from games.moderation import hide_game, recheck_game, reinstate_game
from tests.api.client import ApiClient, assert_problem
from tests.api.people import checked, finish, newcomer, post, post_moves, start
from tests.factories import NOON, known_game, make_player, start_and_play, submit, submit_and_check
from tests.leaderboards.factories import DEAL, entered

pytestmark = pytest.mark.django_db

STATS = f"deals/{DEAL}/stats/"

UNPLAYED = {
    "games": dict.fromkeys(("started", "in_play", "abandoned", "waiting", "rejected", "not_shown", "verified"), 0),
    "players": 0,
    "winners": 0,
    "wins": 0,
    "fewest_moves": None,
    "entries": 0,
    "best": None,
    "best_text": None,
    "median": None,
    "worst": None,
    "worst_text": None,
}


def games(client: ApiClient, path: str = STATS) -> dict[str, int]:
    """The counts of games that are not 0; whatever they are, they must add up."""
    counts: dict[str, int] = client.ask("GET", path).json()["summary"]["games"]
    assert counts["started"] == sum(n for name, n in counts.items() if name != "started")
    return {name: n for name, n in counts.items() if n}


def test_a_deal_that_nobody_has_played_has_numbers_too(anonymous: ApiClient) -> None:
    stats = anonymous.ask("GET", STATS).json()
    modes = stats.pop("modes")
    assert stats == {
        "deal": DEAL,
        "rules_version": 1,
        "view": "best",
        "summary": UNPLAYED,
        "distribution": {"scores": [], "buckets": []},
        "own": None,
    }
    assert [(mode["code"], mode["summary"]) for mode in modes] == [
        (f"DS1-{mode}-AAAAAAB", UNPLAYED) for mode in ("D1N", "D1V", "D3N", "D3V")
    ]


def test_real_games_add_up_to_the_numbers_of_their_deal(client: ApiClient) -> None:
    """Two wins of one player, and a game given up by another: the numbers are those of the games' own results."""
    for nth in (0, 3):
        checked(client, post(client, known_game(DEAL, nth=nth)))
    submit_and_check(make_player("Bo"), known_game(DEAL, note="given up at once"))
    summary = client.ask("GET", STATS).json()["summary"]
    assert summary == UNPLAYED | {
        "games": UNPLAYED["games"] | {"started": 3, "verified": 3},  # type: ignore[operator]
        "players": 2,
        "winners": 1,
        "wins": 2,
        "fewest_moves": 322,
        "entries": 2,
        "best": 1280,
        "best_text": "1280",
        "median": 640,
        "worst": 0,
        "worst_text": "0",
    }


def test_a_game_is_counted_in_each_of_its_states_and_never_twice(client: ApiClient) -> None:
    url = start(client, DEAL)
    assert games(client) == {"started": 1, "in_play": 1}
    answer = finish(client, url, 0)
    assert games(client) == {"started": 1, "waiting": 1}
    checked(client, answer)
    assert games(client) == {"started": 1, "verified": 1}


def test_a_rejected_game_is_counted_as_that_and_nowhere_else(client: ApiClient) -> None:
    checked(client, post_moves(client, DEAL, [], score=99999))
    stats = client.ask("GET", STATS).json()
    assert games(client) == {"started": 1, "rejected": 1}
    assert {**stats["summary"], "games": None} == {**UNPLAYED, "games": None}


@pytest.mark.parametrize(
    ("since_last_event", "count"),
    (
        (timedelta(0), "in_play"),
        (ABANDONED_AFTER - timedelta(hours=1), "in_play"),
        (ABANDONED_AFTER, "abandoned"),
        (ABANDONED_AFTER + timedelta(hours=1), "abandoned"),
        (timedelta(days=400), "abandoned"),
    ),
)
def test_a_game_without_an_event_for_seven_days_is_abandoned(
    anonymous: ApiClient, since_last_event: timedelta, count: str
) -> None:
    start_and_play(make_player(), DEAL, ["draw"], at=timezone.now() - since_last_event)
    assert games(anonymous) == {"started": 1, count: 1}


def test_an_abandoned_game_that_is_taken_up_again_is_in_play(client: ApiClient) -> None:
    url = start(client, DEAL)
    Game.objects.update(last_event_at=timezone.now() - timedelta(days=30))
    assert games(client) == {"started": 1, "abandoned": 1}
    client.ask("POST", f"{url}moves/", {"version": 0, "moves": ["draw"]})
    assert games(client) == {"started": 1, "in_play": 1}


def test_what_boards_do_not_show_is_in_one_count_only_and_comes_back_from_it(anonymous: ApiClient) -> None:
    ana, bo, cyd = (make_player(name) for name in ("Ana", "Bo", "Cyd"))
    hidden, *_ = (submit_and_check(player, known_game(DEAL, nth=nth)) for nth, player in enumerate((ana, bo, cyd)))
    staff = make_player("Sam", is_staff=True)
    hide_game(game_id=hidden.pk, by=staff, reason="test")
    players.set_on_boards(player=bo, on_boards=False)
    players.erase(player=cyd)
    stats = anonymous.ask("GET", STATS).json()
    assert games(anonymous) == {"started": 3, "not_shown": 3}
    assert ({**stats["summary"], "games": None}, stats["distribution"]["scores"]) == ({**UNPLAYED, "games": None}, [])
    reinstate_game(game_id=hidden.pk, by=staff, reason="test")
    players.set_on_boards(player=bo, on_boards=True)
    assert games(anonymous) == {"started": 3, "not_shown": 1, "verified": 2}


def test_a_game_that_is_checked_again_waits_again(anonymous: ApiClient) -> None:
    game = submit_and_check(make_player(), known_game(DEAL))
    recheck_game(game_id=game.pk, by=make_player("Sam", is_staff=True), reason="test")
    assert games(anonymous) == {"started": 1, "waiting": 1}
    check_waiting(limit=1)
    assert games(anonymous) == {"started": 1, "verified": 1}


def test_the_same_game_posted_again_is_one_game(client: ApiClient) -> None:
    for _ in range(2):
        post(client, known_game(DEAL))
    assert games(client) == {"started": 1, "waiting": 1}


def test_winners_are_players_and_their_best_game_need_not_be_the_won_one(anonymous: ApiClient) -> None:
    ana = make_player("Ana")
    entered(ana, 460, 333, won=True)
    entered(ana, 460, 300, won=True)
    entered(ana, 1010, 600)
    summary = anonymous.ask("GET", STATS).json()["summary"]
    told = {name: summary[name] for name in ("players", "winners", "wins", "fewest_moves", "best")}
    assert told == {"players": 1, "winners": 1, "wins": 2, "fewest_moves": 300, "best": 1010}


def test_the_distribution_counts_entries_exactly_and_in_buckets(anonymous: ApiClient) -> None:
    for score in (700, 700, 655, 900):
        entered(make_player(), score)
    stats = anonymous.ask("GET", STATS).json()
    spread = stats["distribution"]
    assert spread["scores"] == [
        {"ranked_score": 655, "entries": 1},
        {"ranked_score": 700, "entries": 2},
        {"ranked_score": 900, "entries": 1},
    ]
    assert (spread["buckets"][0], spread["buckets"][-1]) == (
        {"low": 640, "below": 660, "entries": 1},
        {"low": 900, "below": 920, "entries": 1},
    )
    assert (stats["summary"]["best"], stats["summary"]["median"], stats["summary"]["worst"]) == (900, 700, 655)


def test_vegas_is_counted_in_dollars_below_nothing(anonymous: ApiClient) -> None:
    for score in (-104, -99, 416):
        entered(make_player(), score, code="DS1-D1V-AAAAAAB")
    summary = anonymous.ask("GET", "deals/DS1-D1V-AAAAAAB/stats/").json()["summary"]
    assert [summary[name] for name in ("best", "best_text", "median", "worst", "worst_text")] == [
        416,
        "$416",
        -99,
        -104,
        "-$104",
    ]


def test_the_four_modes_stand_side_by_side_and_are_never_mixed(anonymous: ApiClient) -> None:
    scores = {"D1N": 700, "D1V": 11, "D3N": 300, "D3V": -104}
    for mode, score in scores.items():
        entered(make_player(), score, code=f"DS1-{mode}-AAAAAAB")
    for code in scores:
        stats = anonymous.ask("GET", f"deals/DS1-{code}-AAAAAAB/stats/").json()
        assert [(mode["code"][4:7], mode["summary"]["best"]) for mode in stats["modes"]] == [
            ("D1N", 700),
            ("D1V", 11),
            ("D3N", 300),
            ("D3V", -104),
        ]
        assert stats["summary"] == {mode["code"][4:7]: mode["summary"] for mode in stats["modes"]}[code]


def test_another_number_is_another_deal(anonymous: ApiClient) -> None:
    entered(make_player(), code="DS1-D1N-AAAAAAC")
    assert anonymous.ask("GET", STATS).json()["summary"] == UNPLAYED


def test_the_view_of_first_attempts_has_their_results(client: ApiClient) -> None:
    ana = make_player("Ana")
    entered(ana, 300)
    entered(ana, 700, minutes=1)
    summaries = {view: client.ask("GET", f"{STATS}?view={view}").json()["summary"] for view in ("best", "first")}
    assert {view: (summary["best"], summary["entries"]) for view, summary in summaries.items()} == {
        "best": (700, 1),
        "first": (300, 1),
    }


# -- One's own


@pytest.mark.parametrize(
    ("mine", "place"),
    (
        ((900, 100), {"rank": 1, "better": 0, "equal": 0, "worse": 5, "percentile": 100.0}),
        ((700, 180), {"rank": 2, "better": 1, "equal": 2, "worse": 2, "percentile": 40.0}),
        ((700, 210), {"rank": 4, "better": 3, "equal": 1, "worse": 1, "percentile": 20.0}),
        ((0, 0), {"rank": 6, "better": 5, "equal": 0, "worse": 0, "percentile": 0.0}),
    ),
)
def test_ones_own_result_lies_among_better_equal_and_worse_ones(mine: tuple[int, int], place: dict[str, Any]) -> None:
    for score, moves in ((800, 200), (700, 180), (700, 180), (700, 210), (650, 180)):
        entered(make_player(), score, moves)
    person = newcomer("Ana")
    game = entered(person.player, *mine)
    assert person.client.ask("GET", STATS).json()["own"] == place | {
        "ranked_score": mine[0],
        "ranked_score_text": str(mine[0]),
        "moves": mine[1],
        "won": False,
        "game_id": str(game.pk),
        "game_url": f"/api/v1/games/{game.pk}/",
    }


def test_ones_own_place_is_that_on_the_board(client: ApiClient) -> None:
    checked(client, post(client, known_game(DEAL)))
    own = client.ask("GET", STATS).json()["own"]
    place = client.ask("GET", f"deals/{DEAL}/leaderboard/me/").json()
    assert (own["rank"], own["percentile"], own["game_id"]) == (1, place["percentile"], place["entry"]["game_id"])


def test_without_a_token_or_an_entry_there_is_no_own_result(anonymous: ApiClient, client: ApiClient) -> None:
    entered(make_player())
    assert (anonymous.ask("GET", STATS).json()["own"], client.ask("GET", STATS).json()["own"]) == (None, None)


# -- What it costs


def test_a_view_that_is_none_is_refused(anonymous: ApiClient) -> None:
    (error,) = assert_problem(anonymous.ask("GET", f"{STATS}?view=worst"), "invalid_parameters")["errors"]
    assert error["parameter"] == "view"


def test_the_view_of_a_day_is_there_for_the_deal_of_a_day_only(anonymous: ApiClient) -> None:
    DailyDeal.objects.create(code=DEAL, day=NOON.date(), mode="D1N", number="AAAAAAB")
    at = NOON + timedelta(minutes=5)
    entered(make_player(), 300, origin="live", started_at=NOON, finished_at=at)
    entered(make_player(), 700)
    assert anonymous.ask("GET", f"{STATS}?view=daily").json()["summary"]["best"] == 300
    assert_problem(anonymous.ask("GET", "deals/DS1-D3N-AAAAAAB/stats/?view=daily"), "not_daily")


def test_numbers_cost_as_many_statements_for_one_game_as_for_many(
    client: ApiClient, django_assert_num_queries: Any
) -> None:
    entered(make_player())
    for _ in range(2):
        with django_assert_num_queries(8):  # the token; four of numbers and one's place between the two of a savepoint
            client.ask("GET", STATS)
        for _ in range(10):
            entered(make_player())


def test_unchanged_numbers_are_not_sent_again(anonymous: ApiClient) -> None:
    entered(make_player())
    etag = anonymous.ask("GET", STATS).headers["ETag"]
    assert anonymous.ask("GET", STATS, if_none_match=etag).status_code == 304
    services.start_game(player=make_player(), code=known_game(DEAL).code)
    assert anonymous.ask("GET", STATS, if_none_match=etag).status_code == 200


def test_what_waits_is_counted_by_deal(anonymous: ApiClient) -> None:
    submit(make_player(), known_game(DEAL))
    submit(make_player(), known_game("DS1-D3N-AAAAAAB"))
    assert games(anonymous) == {"started": 1, "waiting": 1}
