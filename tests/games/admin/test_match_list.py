"""The list of matches: what it shows, how it is narrowed and searched, and at what cost."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.engine.match.options import Pace, Side
from games.matches import lobby
from games.matches.lobby import Choice
from games.models import Match, Seat
from tests.factories import NOON, make_player
from tests.games.matches.finished import ended_with
from tests.games.matches.people import ALTERNATING, Pair, begun, joined

LIST = reverse("admin:games_match_changelist")


def found(client: Client, **query: str) -> set[Match]:
    """The matches that the list shows."""
    response = client.get(LIST, query)
    assert response.status_code == 200
    return set(response.context["cl"].result_list)


@pytest.fixture
def over(db: None) -> Pair:
    return ended_with(begun(Choice(draw_b=3)), [("A", "T3-F"), ("B", "resign")])


def test_a_row_says_who_plays_what_and_how_it_stands(moderator: Client, over: Pair) -> None:
    page = moderator.get(LIST).content.decode()

    for text in (">Ana</a>", ">Bo</a>", "Over", "Both at once, Ana draws 1, Bo draws 3", "1 / 1", "2026-11-30"):
        assert text in page
    assert "Ana has won. Bo resigned." in page
    for address in (
        reverse("admin:games_match_change", args=[over.match_id]),
        reverse("admin:games_player_change", args=[over.players[Side.A].pk]),
        f"{LIST}?q={over.match.series_id}",
    ):
        assert f'href="{address}' in page


def test_a_filter_keeps_its_matches(moderator: Client, over: Pair) -> None:
    open_match = lobby.create_match(player=make_player("Cy"), choice=ALTERNATING, is_private=True)
    ready, playing = joined().match, begun().match
    claimed = ended_with(begun(), [("B", "resign")]).match
    Match.objects.filter(pk=claimed.pk).update(timed_out=True)
    Match.objects.filter(pk=playing.pk).update(last_event_at=timezone.now() - timedelta(hours=2))
    Match.objects.exclude(pk=open_match.pk).update(created_at=timezone.now() - timedelta(days=8))

    kept: tuple[tuple[dict[str, str], set[Match]], ...] = (
        ({"status__exact": "over"}, {over.match, claimed}),
        ({"status__exact": "ready"}, {ready}),
        ({"waits": "opponent"}, {open_match}),
        ({"waits": "idle"}, {playing}),
        ({"end": "resigned"}, {over.match}),
        ({"end": "timed_out"}, {claimed}),
        ({"end": "out"}, set()),
        ({"end": "void"}, set()),
        ({"pace": Pace.ALTERNATING}, {open_match}),
        ({"private": "yes"}, {open_match}),
        ({"private": "no"}, {over.match, ready, playing, claimed}),
        ({"created": "week"}, {open_match}),
    )
    for query, matches in kept:
        assert (query, found(moderator, **query)) == (query, matches)


def test_a_filter_that_does_not_exist_is_refused(moderator: Client, over: Pair) -> None:
    response = moderator.get(LIST, {"end": "nonsense"})

    assert (response.status_code, response["Location"]) == (302, f"{LIST}?e=1")


def test_ids_and_names_find_their_matches_once(moderator: Client, over: Pair) -> None:
    other = joined().match
    Seat.objects.filter(match=other, side="A").update(player=make_player("Banana"))
    first = over.match

    assert found(moderator, q=str(first.pk)) == {first}
    assert found(moderator, q=str(first.series_id)) == {first}
    assert found(moderator, q="anan") == {other}
    assert found(moderator, q=" bo ") == {first, other}
    assert found(moderator, q="an") == {first, other}
    assert found(moderator, q="nobody") == set()
    assert len(moderator.get(LIST, {"q": "a"}).context["cl"].result_list) == 2


def test_a_number_finds_nothing(moderator: Client, over: Pair) -> None:
    assert found(moderator, q="TDVR323") == set()


def test_a_page_of_a_player_leads_to_their_matches(moderator: Client, over: Pair) -> None:
    begun()
    player = over.players[Side.B]
    page = moderator.get(reverse("admin:games_player_change", args=[player.pk])).content.decode()

    assert f'<a href="{LIST}?player={player.pk}">1</a>' in page
    assert found(moderator, player=str(player.pk)) == {over.match}


def test_more_rows_cost_no_more_queries(
    moderator: Client, over: Pair, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Session, user, two of permissions, count, matches with their series, seats, players.
    with django_assert_num_queries(8):
        moderator.get(LIST)
    for _ in range(5):
        joined(at=NOON)

    with django_assert_num_queries(8):
        moderator.get(LIST)


def test_nobody_sees_it_without_the_permission(viewer: Client, over: Pair) -> None:
    page = reverse("admin:games_match_change", args=[over.match_id])
    stranger = Client()
    stranger.force_login(make_player())

    for address in (LIST, page, reverse("admin:games_match_frames", args=[over.match_id])):
        assert (viewer.get(address).status_code, stranger.get(address).status_code) == (403, 302)
