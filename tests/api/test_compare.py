"""Two games of the same cards compared: what is said, by whom it may be asked, and what is refused."""

from typing import Any
from uuid import UUID

import pytest
from django.test import override_settings

from games.models import ReplayView
from games.moderation import hide_game
from tests.api.client import ApiClient, assert_problem
from tests.api.people import Person, append, checked, finish, newcomer, post, post_moves, start
from tests.factories import known_game, make_player, submit_and_check
from tests.leaderboards.factories import entered

pytestmark = pytest.mark.django_db

DEAL = "DS1-D1N-AAAAAAB"
COMPARE = f"deals/{DEAL}/compare/"


@pytest.fixture
def ana() -> Person:
    return newcomer("Ana")


@pytest.fixture
def bo() -> Person:
    return newcomer("Bo")


def played(person: Person, *moves: str, deal: str = DEAL) -> str:
    """The id of a posted game of these moves, verified."""
    state = checked(person.client, post_moves(person.client, deal, moves))
    assert state["status"] == "verified"
    game_id: str = state["id"]
    return game_id


def compared(person: Person, a: str, b: str | None = None, *, path: str = COMPARE) -> Any:
    return person.client.ask("GET", f"{path}?a={a}" + (f"&b={b}" if b else ""))


def test_a_comparison_says_where_two_games_part_and_how_each_went(ana: Person, bo: Person) -> None:
    one = played(ana, "T7-T8", "draw", "undo", "T3-T5")
    other = played(bo, "T7-T8", "draw")
    found = compared(ana, one, other).json()
    table = ana.client.ask("GET", f"games/{one}/?version=3").json()["table"]
    assert found["parting"] == {"index": 1, "cards_home": 0, "table": table}
    a, b = found["a"], found["b"]
    assert (found["relation"], a["game"]["id"], b["game"]["id"]) == ("parted", one, other)
    assert (a["length"], a["version"], a["step"]) == (2, 3, {"move": "T3-T5", "card": "8H", "cards": 1})
    assert (b["length"], b["version"], b["step"]) == (2, 1, {"move": "draw", "card": "6H", "cards": 1})
    counted = {"score": [0, 5, 10], "ranked_score": [0, 5, 10], "cards_home": [0, 0, 0]}
    assert a["course"] == {"at": [0, 1, 2], "version": [0, 1, 4], **counted}
    assert (b["course"]["version"], b["course"]["score"]) == ([0, 1, 2], [0, 5, 5])


def test_the_results_of_both_games_are_those_that_lists_show(ana: Person, bo: Person) -> None:
    mine, theirs = checked(ana.client, post(ana.client, known_game(DEAL))), played(bo, "draw")
    found = compared(ana, theirs).json()
    assert found["b"]["game"] == ana.client.ask("GET", "games/").json()["games"][0]
    assert found["a"]["game"]["player"]["name"] == "Bo"
    course = found["b"]["course"]
    last = [course[name][-1] for name in ("at", "score", "ranked_score", "cards_home")]
    assert last == [mine["moves"], mine["score"], mine["ranked_score"], 104]


def test_the_second_game_is_ones_own_best_unless_it_is_named(ana: Person, bo: Person) -> None:
    theirs = played(bo, "draw")
    played(ana, "draw")
    best = played(ana, "T7-T8")
    played(ana, "T7-T8", "draw")
    assert compared(ana, theirs).json()["b"]["game"]["id"] == best


def test_ones_own_best_is_that_on_the_deal_of_the_address(ana: Person, bo: Person) -> None:
    theirs = played(bo, "draw")
    played(ana, "T7-T8")
    own = played(ana, deal="DS1-D3V-AAAAAAB")
    answer = compared(ana, theirs, path="deals/DS1-D3V-AAAAAAB/compare/")
    assert answer.json()["b"]["game"]["id"] == own


def test_two_games_of_ones_own_are_compared_a_rejected_one_as_far_as_it_is_legal(ana: Person) -> None:
    rejected = checked(ana.client, post_moves(ana.client, DEAL, ["T7-T8", "draw", "recycle", "draw"]))
    live = start(ana.client, DEAL)
    append(ana.client, live, 0, "T7-T8")
    found = compared(ana, rejected["id"], live.split("/")[-2]).json()
    assert (found["relation"], found["parting"]["index"]) == ("a_goes_on", 1)
    assert (found["a"]["length"], found["a"]["game"]["status"], found["b"]["game"]["status"]) == (
        2,
        "rejected",
        "playing",
    )


def test_games_of_two_modes_part_at_the_first_draw_if_they_draw_differently(ana: Person) -> None:
    one, other = played(ana, "T7-T8", "draw"), played(ana, "T7-T8", "draw", deal="DS1-D3V-AAAAAAB")
    found = compared(ana, one, other).json()
    assert (found["relation"], found["parting"]["index"]) == ("parted", 1)
    assert [found[side]["step"]["cards"] for side in ("a", "b")] == [1, 3]
    assert [found[side]["course"]["score"][0] for side in ("a", "b")] == [0, -104]


def test_a_game_compared_with_itself_is_equal(ana: Person) -> None:
    game = checked(ana.client, post(ana.client, known_game(DEAL, nth=3)))
    found = compared(ana, game["id"], game["id"]).json()
    assert (found["relation"], found["parting"]["index"], found["a"]) == ("equal", found["a"]["length"], found["b"])
    assert (found["a"]["step"], found["a"]["version"]) == (None, game["version"])


def test_face_down_cards_of_the_common_table_stay_hidden(ana: Person) -> None:
    table = compared(ana, played(ana), played(ana, "draw")).json()["parting"]["table"]
    assert table["tableau"][8].startswith("?? ?? ?? ?? ?? ?? ?? ?? ")
    assert (table["waste"], table["stock"]) == ([], 59)


# -- Who may


def test_anothers_game_is_behind_the_gate_of_replays(ana: Person, bo: Person) -> None:
    theirs = played(bo, "draw")
    started = start(ana.client, DEAL).split("/")[-2]
    assert assert_problem(compared(ana, theirs, started), "replay_not_allowed") == {"reason": "after_own_result"}
    played(ana, "draw", deal="DS1-D3V-AAAAAAB")
    assert compared(ana, theirs, started).status_code == 200


@pytest.mark.parametrize("turned", (False, True))
def test_the_gate_holds_for_either_of_the_two_and_nothing_is_seen_unless_both_may_be(
    ana: Person, bo: Person, turned: bool
) -> None:
    theirs, started = played(bo, "draw"), start(ana.client, DEAL).split("/")[-2]
    pair = (started, theirs) if turned else (theirs, started)
    assert_problem(compared(ana, *pair), "replay_not_allowed")
    assert ReplayView.objects.count() == 0


def test_that_anothers_game_was_seen_is_remembered(ana: Person, bo: Person) -> None:
    theirs, own = played(bo, "draw"), played(ana, "T7-T8")
    compared(ana, theirs, own)
    assert [view.player_id for view in ReplayView.objects.all()] == [ana.player.pk]
    again = checked(ana.client, post_moves(ana.client, DEAL, ["T7-T8", "draw"]))
    assert again["seen_replay"] is True


def test_two_games_of_ones_own_are_no_replay_seen(ana: Person) -> None:
    compared(ana, played(ana, "draw"), played(ana, "T7-T8"))
    assert ReplayView.objects.count() == 0


@pytest.mark.parametrize("state", ("playing", "rejected", "hidden", "unknown"))
def test_what_others_may_not_know_of_is_not_found(ana: Person, bo: Person, state: str) -> None:
    own = played(ana, "draw")
    match state:
        case "playing":
            game_id = start(bo.client, DEAL).split("/")[-2]
        case "rejected":
            game_id = checked(bo.client, post_moves(bo.client, DEAL, [], score=9))["id"]
        case "hidden":
            game_id = played(bo, "draw")
            hide_game(game_id=UUID(game_id), by=make_player("Sam", is_staff=True), reason="test")
        case _:
            game_id = "019ad3c4-7a51-7c52-8f0e-3c1f6f0e8a11"
    for pair in ((own, game_id), (game_id, own)):
        assert_problem(compared(ana, *pair), "game_not_found")


@override_settings(REPLAY_POLICY="always")
def test_where_everybody_may_watch_nobody_needs_a_token(anonymous: ApiClient, bo: Person) -> None:
    one, other = played(bo, "draw"), played(bo, "T7-T8")
    assert anonymous.ask("GET", f"{COMPARE}?a={one}&b={other}").json()["relation"] == "parted"


@pytest.mark.parametrize("by", ("a", "b"))
def test_a_link_opens_the_game_that_it_leads_to_and_no_other(
    anonymous: ApiClient, ana: Person, bo: Person, by: str
) -> None:
    theirs, own = played(bo, "draw"), start(ana.client, DEAL).split("/")[-2]
    share = bo.client.ask("POST", f"games/{theirs}/share/", {}).json()["token"]
    pair = {"a": f"a={theirs}&b={own}", "b": f"a={own}&b={theirs}"}[by]
    other = {"a": "b", "b": "a"}[by]
    assert ana.client.ask("GET", f"{COMPARE}?{pair}&share_{by}={share}").json()["relation"] in (
        "a_goes_on",
        "b_goes_on",
    )
    assert_problem(ana.client.ask("GET", f"{COMPARE}?{pair}&share_{other}={share}"), "share_not_found")
    assert_problem(ana.client.ask("GET", f"{COMPARE}?{pair}&share_{by}={share[::-1]}"), "share_not_found")
    assert_problem(anonymous.ask("GET", f"{COMPARE}?{pair}&share_{by}={share}"), "game_not_found")


def test_a_shared_game_is_compared_with_ones_own_best(ana: Person, bo: Person) -> None:
    theirs, own = played(bo, "draw"), played(ana, "T7-T8")
    share = bo.client.ask("POST", f"games/{theirs}/share/", {}).json()["token"]
    assert ana.client.ask("GET", f"{COMPARE}?a={theirs}&share_a={share}").json()["b"]["game"]["id"] == own
    assert parameter(ana.client.ask("GET", f"{COMPARE}?a={theirs}&share_b={share}")) == ("share_b", "not_without_b")


# -- What is refused


def parameter(answer: Any) -> tuple[str, str]:
    (error,) = assert_problem(answer, "invalid_parameters")["errors"]
    return error["parameter"], error["code"]


def test_games_of_other_cards_are_refused_by_the_parameter_that_names_them(ana: Person) -> None:
    here, elsewhere = played(ana, "draw"), played(ana, deal="DS1-D1N-AAAAAAC")
    assert parameter(compared(ana, elsewhere, here)) == ("a", "other_deal")
    assert parameter(compared(ana, here, elsewhere)) == ("b", "other_deal")
    assert parameter(compared(ana, elsewhere, elsewhere)) == ("a", "other_deal")


def test_without_a_second_game_and_one_of_ones_own_there_is_nothing_to_compare(
    anonymous: ApiClient, ana: Person, bo: Person
) -> None:
    theirs = played(bo, "draw")
    finish(ana.client, start(ana.client, DEAL), 0)  # and not checked yet
    assert parameter(compared(ana, theirs)) == ("b", "no_own_game")
    assert parameter(anonymous.ask("GET", f"{COMPARE}?a={theirs}")) == ("b", "missing")


@pytest.mark.parametrize(
    ("query", "name"),
    (("", "a"), ("?a=", "a"), ("?a=12", "a"), (f"?a={'0' * 32}&b=x", "b"), (f"?a={'0' * 32}&c=2", "c")),
)
def test_ids_that_are_none_are_refused(ana: Person, query: str, name: str) -> None:
    assert parameter(ana.client.ask("GET", f"{COMPARE}{query}"))[0] == name


def test_a_comparison_costs_the_same_whatever_else_was_played(ana: Person, django_assert_num_queries: Any) -> None:
    one = submit_and_check(ana.player, known_game(DEAL))
    other = submit_and_check(ana.player, known_game(DEAL, nth=2))
    for _ in range(2):
        with django_assert_num_queries(8):
            compared(ana, str(one.pk), str(other.pk))
        for _ in range(5):
            entered(make_player())
