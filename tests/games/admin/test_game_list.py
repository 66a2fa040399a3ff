"""The list of games: what it shows, how it is narrowed and searched, and at what cost."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.admin import replays
from games.limits import MAX_CHECK_ATTEMPTS
from games.models import Game
from tests.factories import known_game, known_games, make_player, submit_and_check

LIST = reverse("admin:games_game_changelist")


def found(client: Client, **query: str) -> set[Game]:
    """The games that the list shows."""
    response = client.get(LIST, query)
    assert response.status_code == 200
    return set(response.context["cl"].result_list)


def test_a_row_says_what_was_computed_and_links_to_player_replay_and_deal(viewer: Client, copied: Game) -> None:
    page = viewer.get(LIST).content.decode()

    for text in ("DS1-D1N-KSTNMZC", ">Zoe</a>", "Verified", "Posted", "1080", "266", "copy", "2026-11-30", "13:00:00"):
        assert text in page
    for address in (
        reverse("admin:games_game_change", args=[copied.pk]),
        replays.address(copied),
        reverse("admin:games_player_change", args=[copied.player_id]),
        f"{LIST}?code__exact=DS1-D1N-KSTNMZC",
    ):
        assert f'href="{address}' in page


def test_the_ranked_score_of_a_vegas_game_is_in_dollars(viewer: Client) -> None:
    game = submit_and_check(make_player(), known_game("DS1-D1V-KSTNMZC"))

    assert f"${game.ranked_score}" in viewer.get(LIST).content.decode()


KEPT: tuple[tuple[dict[str, str], set[str]], ...] = (
    ({"status__exact": "rejected"}, {"refused", "mismatched"}),
    ({"status__exact": "playing"}, {"live"}),
    ({"mode": "D3N"}, {"waiting"}),
    ({"origin__exact": "live"}, {"live"}),
    ({"flag": "any"}, {"copied"}),
    ({"flag": "copy"}, {"copied"}),
    ({"flag": "pace"}, set()),
    ({"won__exact": "1"}, {"won", "copied", "mismatched"}),
    ({"check": "waiting"}, {"waiting"}),
    ({"check": "stuck"}, set()),
    ({"abandoned": "yes"}, set()),
    ({"hidden": "yes"}, set()),
    ({"hidden": "no"}, {"won", "copied", "refused", "mismatched", "live", "waiting"}),
)


def test_a_filter_keeps_its_games(viewer: Client, request: pytest.FixtureRequest) -> None:
    names = ("won", "copied", "refused", "mismatched", "live", "waiting")
    games: dict[str, Game] = {name: request.getfixturevalue(name) for name in names}
    Game.objects.filter(pk=games["live"].pk).update(last_event_at=timezone.now())

    for query, kept in KEPT:
        assert (query, found(viewer, **query)) == (query, {games[name] for name in kept})


def test_stuck_abandoned_and_hidden_games_are_found(viewer: Client, won: Game, live: Game, waiting: Game) -> None:
    long_ago = timezone.now() - timedelta(days=8)
    Game.objects.filter(pk=waiting.pk).update(checks=MAX_CHECK_ATTEMPTS)
    Game.objects.filter(pk=live.pk).update(last_event_at=long_ago)
    Game.objects.filter(pk=won.pk).update(hidden_at=long_ago)

    assert found(viewer, check="stuck") == {waiting}
    assert found(viewer, check="waiting") == set()
    assert found(viewer, abandoned="yes") == {live}
    assert found(viewer, hidden="yes") == {won}


def test_a_filter_that_does_not_exist_is_refused(viewer: Client, won: Game) -> None:
    response = viewer.get(LIST, {"flag": "nonsense"})

    assert (response.status_code, response["Location"]) == (302, f"{LIST}?e=1")


@pytest.mark.parametrize("term", ("DS1-D3N-KSTNMZC", " ds1-d3n-kstnmzc "))
def test_a_deal_code_finds_the_games_of_the_deal(viewer: Client, won: Game, waiting: Game, term: str) -> None:
    assert found(viewer, q=term) == {waiting}


def test_a_number_an_id_and_a_name_find_their_games(viewer: Client, won: Game, copied: Game, waiting: Game) -> None:
    assert found(viewer, q="kstnmzc") == {won, copied, waiting}
    assert found(viewer, q=str(copied.pk)) == {copied}
    assert found(viewer, q="AN") == {won, waiting}
    assert found(viewer, q="nobody") == set()


def test_a_hundred_rows_cost_no_more_queries_than_one(
    viewer: Client, copied: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Session, user, two of permissions, count, games with their players, flags.
    with django_assert_num_queries(7):
        viewer.get(LIST)
    for known in known_games()[:10]:
        submit_and_check(make_player(), known)

    with django_assert_num_queries(7):
        viewer.get(LIST)


def test_nobody_sees_it_without_the_permission(viewer: Client, won: Game) -> None:
    plain, stranger = Client(), Client()
    plain.force_login(make_player(is_staff=True))
    stranger.force_login(make_player())

    assert plain.get(LIST).status_code == 403
    assert stranger.get(LIST).status_code == 302
    assert Client().get(LIST)["Location"] == f"{reverse('admin:login')}?next={LIST}"
