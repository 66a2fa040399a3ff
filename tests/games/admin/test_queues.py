"""The queues of flags and reports: what waits is shown first, and a decision closes it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games import moderation, players, reports
from games.admin import replays
from games.models import Decision, Flag, Game, Player, Report
from tests.factories import make_player
from tests.games.admin.test_bulk import SAID, select, told

FLAGS = reverse("admin:games_flag_changelist")
REPORTS = reverse("admin:games_report_changelist")


def rows(client: Client, address: str, **query: str) -> list[Any]:
    response = client.get(address, query)
    assert response.status_code == 200
    return list(response.context["cl"].result_list)


@pytest.fixture
def flag(copied: Game) -> Flag:
    """That Zoe's game is a copy of Ana's."""
    return Flag.objects.get()


@pytest.fixture
def reported(ana: Player, won: Game) -> list[Report]:
    """Bo reports Ana's game, and Ana."""
    bo = make_player("Bo")
    return [
        reports.report_game(game_id=won.pk, reporter=bo, cause=Report.Cause.CHEATING, text="<b>Too fast.</b>"),
        reports.report_player(player_id=ana.pk, reporter=bo, cause=Report.Cause.OFFENSIVE_NAME),
    ]


# -- Flags


def test_a_flag_leads_to_its_game_its_replay_its_player_and_the_game_it_copies(
    viewer: Client, flag: Flag, won: Game, copied: Game
) -> None:
    page = viewer.get(FLAGS).content.decode()

    for game in (won, copied):
        assert reverse("admin:games_game_change", args=[game.pk]) in page
        assert replays.address(game) in page
    assert reverse("admin:games_player_change", args=[copied.player_id]) in page


@pytest.mark.parametrize("term", ("DS1-D1N-KSTNMZC", "kstnmzc", "zo", ""))
def test_flags_are_found_by_deal_and_player(viewer: Client, flag: Flag, term: str) -> None:
    assert rows(viewer, FLAGS, q=term) == [flag]
    assert rows(viewer, FLAGS, q=str(flag.game_id)) == [flag]


@pytest.mark.parametrize("query", ({"q": "AAAAAAB"}, {"q": "ana"}, {"kind__exact": "pace"}, {"state": "dismissed"}))
def test_flags_of_others_are_left_out(viewer: Client, flag: Flag, query: dict[str, str]) -> None:
    assert rows(viewer, FLAGS, **query) == []


def test_flags_can_be_narrowed_to_a_player(viewer: Client, flag: Flag, ana: Player) -> None:
    for player_id, found in ((flag.game.player_id, [flag]), (ana.pk, []), ("nobody", [flag])):
        assert rows(viewer, FLAGS, player=str(player_id)) == found


def test_a_dismissed_flag_leaves_the_queue_and_keeps_its_reason(moderator: Client, flag: Flag) -> None:
    response = select(moderator, FLAGS, "dismiss", [flag], reason="The same person.", note="All is well.", decide="")

    assert told(response) == ["Dismiss: done for 1 of 1."]
    assert (rows(moderator, FLAGS), rows(moderator, FLAGS, state="dismissed")) == ([], [flag])
    assert list(Decision.objects.values_list("action", "game", "reason", "note")) == [
        ("dismiss", flag.game_id, "The same person.", "All is well.")
    ]
    assert "The same person." in moderator.get(reverse("admin:games_flag_change", args=[flag.pk])).content.decode()


def test_hiding_flagged_games_closes_all_flags_of_each_in_one_decision(moderator: Client, flag: Flag) -> None:
    other = Flag.objects.create(game=flag.game, kind="pace", at=flag.at)

    response = select(moderator, FLAGS, "hide", [flag, other], **SAID)

    assert told(response) == ["Hide the game: done for 1 of 1."]
    assert Game.objects.get(pk=flag.game_id).is_hidden
    assert {(one.state, one.decision) for one in Flag.objects.all()} == {("acted_upon", Decision.objects.get())}
    assert (rows(moderator, FLAGS), len(rows(moderator, FLAGS, state="acted_upon"))) == ([], 2)


def test_a_flag_is_decided_on_its_own_page_too_and_once(moderator: Client, flag: Flag) -> None:
    address = reverse("admin:games_flag_decide", args=[flag.pk, "dismiss"])

    for _ in range(2):
        moderator.post(address, {"reason": "Nothing in it."})

    page = moderator.get(reverse("admin:games_flag_change", args=[flag.pk])).content.decode()
    assert (Decision.objects.count(), address in page) == (1, False)


@pytest.mark.parametrize("state", ("hidden", "erased", "rechecked"))
def test_flags_of_games_out_of_sight_do_not_wait(viewer: Client, flag: Flag, state: str) -> None:
    staff = make_player("Mo", is_staff=True)
    if state == "hidden":
        moderation.hide_player(player_id=flag.game.player_id, by=staff, reason="A bot.")
    elif state == "erased":
        players.erase(player=flag.game.player)
    else:
        moderation.recheck_game(game_id=flag.game_id, by=staff, reason="A doubt.")

    assert (rows(viewer, FLAGS), rows(viewer, FLAGS, state="all")) == ([], [flag])


# -- Reports


def test_reports_say_who_reports_what_and_why(viewer: Client, reported: list[Report], won: Game, ana: Player) -> None:
    page = viewer.get(REPORTS).content.decode()

    assert set(rows(viewer, REPORTS)) == set(reported)
    assert "&lt;b&gt;Too fast.&lt;/b&gt;" in page
    assert replays.address(won) in page
    assert reverse("admin:games_player_change", args=[ana.pk]) in page


def test_reports_are_narrowed_to_a_player_and_that_players_games(
    viewer: Client, reported: list[Report], ana: Player
) -> None:
    assert set(rows(viewer, REPORTS, player=str(ana.pk))) == set(reported)
    assert rows(viewer, REPORTS, player=str(reported[0].reporter_id)) == []
    assert rows(viewer, REPORTS, cause__exact="cheating") == reported[:1]


def test_a_resolved_report_leaves_the_queue_and_nothing_else_happens(
    moderator: Client, reported: list[Report], won: Game
) -> None:
    response = select(moderator, REPORTS, "resolve", reported, reason="Nothing in it.", decide="")

    assert told(response) == ["Resolve: done for 2 of 2."]
    assert (rows(moderator, REPORTS), len(rows(moderator, REPORTS, state="closed"))) == ([], 2)
    assert (Game.objects.ranked().count(), Decision.objects.filter(action="resolve").count()) == (1, 2)


def test_what_is_reported_can_be_hidden_from_the_queue(
    moderator: Client, reported: list[Report], won: Game, ana: Player
) -> None:
    select(moderator, REPORTS, "hide", reported, **SAID)

    won.refresh_from_db()
    ana.refresh_from_db()
    assert (won.is_hidden, ana.is_hidden, rows(moderator, REPORTS)) == (True, True, [])


@pytest.mark.parametrize(("address", "fixture"), ((FLAGS, "flag"), (REPORTS, "reported")))
def test_who_may_only_look_closes_nothing(
    viewer: Client, request: pytest.FixtureRequest, address: str, fixture: str
) -> None:
    made = request.getfixturevalue(fixture)
    waiting = made if isinstance(made, list) else [made]

    for action in ("dismiss", "resolve", "hide"):
        select(viewer, address, action, waiting, **SAID)

    assert (len(rows(viewer, address)), Decision.objects.exists()) == (len(waiting), False)


@pytest.mark.parametrize(("address", "queries"), ((FLAGS, 6), (REPORTS, 6)))
def test_a_queue_costs_the_same_however_long(
    viewer: Client, flag: Flag, won: Game, django_assert_num_queries: DjangoAssertNumQueries, address: str, queries: int
) -> None:
    for length in (1, 5):
        for number in range(length):
            reporter = make_player(f"Reporter {length} {number}")
            reports.report_game(game_id=won.pk, reporter=reporter, cause=Report.Cause.OTHER)
        # Session, user, two of permissions, count, rows with all that they lead to.
        with django_assert_num_queries(queries):
            viewer.get(address)
