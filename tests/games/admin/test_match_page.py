"""A match's page: what staff see of it, when, and that they call it off with a reason."""

import re
from random import Random

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.engine.cards import TEXT
from games.engine.match import position
from games.engine.match.actions import Event, MatchKind
from games.engine.match.options import Side
from games.matches.events import piles_of
from games.matches.frames import frames
from games.matches.lobby import Choice
from games.matches.table import draw_number, events_of
from games.models import Decision, LogBatch, Match, MatchNumber, Player, Series
from games.moderators import make_moderator
from tests.games.admin import scenes
from tests.games.matches.finished import append, ended_with, played_out, table_at
from tests.games.matches.people import Pair, begun, joined
from tests.pages.test_match_replay import piles_on

LIST = reverse("admin:games_match_changelist")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def page_of(match: Match) -> str:
    return reverse("admin:games_match_change", args=[match.pk])


def shown(client: Client, match: Match, **query: str) -> str:
    response = client.get(page_of(match), query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def over(db: None) -> Pair:
    return ended_with(begun(Choice(length=3)), [("A", "draw"), ("B", "T2-T4"), ("A", "T3-F"), ("B", "resign")])


@pytest.mark.parametrize(("query", "step"), (({}, 4), ({"step": "2"}, 2), ({"step": "0"}, 0)))
def test_a_match_that_is_over_is_replayed(moderator: Client, over: Pair, query: dict[str, str], step: int) -> None:
    page = shown(moderator, over.match, **query)

    assert piles_on(page) == piles_of(table_at(over, step), reveal=True)
    assert f'data-frames="{reverse("admin:games_match_frames", args=[over.match_id])}"' in page


@pytest.mark.parametrize("query", ({"step": "5"}, {"step": "x"}, {"bottom": "C"}))
def test_what_is_no_step_or_no_side_is_not_found(moderator: Client, over: Pair, query: dict[str, str]) -> None:
    assert moderator.get(page_of(over.match), query).status_code == 404


def test_the_frames_are_those_of_the_service(moderator: Client, over: Pair) -> None:
    response = moderator.get(reverse("admin:games_match_frames", args=[over.match_id]))

    expected = frames(over.match, events=events_of(over.match_id))
    assert (response.json()["first"], response.json()["events"]) == (expected["first"], expected["events"])


def test_the_page_says_who_sat_where_what_was_logged_and_how_it_ended(moderator: Client, over: Pair) -> None:
    page = shown(moderator, over.match)

    for text in ("Ana has won. Bo resigned.", "TDVR323", "1 / 3", "A T3-F", "B resign", "2026-11-30 12:00:12"):
        assert text in page
    batches = list(LogBatch.objects.filter(stream=over.match_id))
    assert [bytes(batch.hash).hex() in page for batch in batches] == [True] * 4


def test_the_way_to_a_match_is_told_in_the_language_of_who_goes_it(moderator: Client, over: Pair) -> None:
    response = moderator.get(page_of(over.match), headers={"Accept-Language": "es"})

    assert f"duelo {over.match_id}" in re.sub(r"\s+", " ", response.content.decode())
    assert f"match {over.match_id}" not in response.content.decode()


def test_matches_of_a_series_lead_to_each_other(moderator: Client) -> None:
    pair = begun(Choice(length=3))
    pair = ended_with(pair, [("A", "T3-F"), *((side, "pass") for side in "AB")])
    later = pair.follow().match

    assert page_of(later) in shown(moderator, pair.match)
    assert page_of(pair.match) in shown(moderator, later)


def test_whether_the_chain_verifies_is_computed_anew(moderator: Client) -> None:
    pair = joined().begin()
    pair.play(("A", "draw"), ("B", "draw"))
    assert "verifies" in shown(moderator, pair.match)

    Series.objects.filter(pk=pair.match.series_id).update(redeals="single")  # it begins with the options
    page = shown(moderator, pair.match)

    assert ("verifies" in page, "does not verify" in page) == (False, True)


# -- While it goes on


def test_before_the_end_the_table_of_everybody_is_shown_and_no_number(moderator: Client) -> None:
    pair = begun()
    pair.play(("A", "draw"), ("B", "T2-T4"), ("A", "T3-F"))
    page = shown(moderator, pair.match)

    assert piles_on(page) == piles_of(pair.table)
    assert ("TDVR323" in page, "[" in "".join(re.findall(r'data-card="(.*?)"', page))) == (False, False)
    assert "a secret until the match is over" in page
    assert moderator.get(reverse("admin:games_match_frames", args=[pair.match_id])).status_code == 404


def test_before_it_begins_there_is_no_table(moderator: Client) -> None:
    page = shown(moderator, joined().match)

    assert piles_on(page) == {}


def test_no_page_depends_on_a_card_that_nobody_has_seen(moderator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with the API: the pages are the same, byte for byte, if the unseen cards are dealt in another order."""
    number = draw_number()
    pair, seen = half_played(number)
    shuffle = position.shuffle_deck

    def redealt(number: str, side: Side) -> list[int]:
        deck = shuffle(number, side)
        places = [place for place, card in enumerate(deck) if TEXT[card] not in seen[side]]
        for place, card in zip(places, [deck[place] for place in reversed(places)], strict=True):
            deck[place] = card
        return deck

    def told() -> list[str]:
        addresses = (LIST, page_of(pair.match), reverse("admin:games_match_frames", args=[pair.match_id]))
        return [TOKEN.sub("", moderator.get(address).content.decode()) for address in addresses]

    as_it_is, stock = told(), pair.table.stock(Side.A)
    monkeypatch.setattr(position, "shuffle_deck", redealt)
    assert pair.table.stock(Side.A) != stock
    assert told() == as_it_is
    assert number not in "".join(as_it_is)


def half_played(number: str) -> tuple[Pair, dict[Side, set[str]]]:
    """A match in play, and the cards of each side that have lain face up by now."""
    pair, random, events = begun(number=number), Random(1), list[Event]()
    table, seen = pair.table, {side: set[str]() for side in Side}
    ends = (MatchKind.PASS, MatchKind.RESIGN)
    for _ in range(40):
        side = random.choice(tuple(Side))
        for each in Side:
            seen[each].update(table.waste(each), *table.columns(each))
        moves = [action for action in table.legal_actions(side) if action.kind not in ends]
        events.append(Event(side, random.choice(moves)))
        table.play(*events[-1])
    for each in Side:
        seen[each].update(table.waste(each), *table.columns(each))
    append(pair, events)
    return pair, seen


def test_the_table_of_numbers_has_no_page() -> None:
    assert MatchNumber not in admin.site._registry


# -- Deciding


def call_off(client: Client, match: Match, reason: str = "Made by a program.") -> str:
    response = client.post(
        reverse("admin:games_match_decide", args=[match.pk, "call_off"]), {"reason": reason}, follow=True
    )
    return response.content.decode()


def test_a_match_that_has_not_begun_is_called_off_with_a_reason(moderator: Client) -> None:
    match = joined().match
    assert reverse("admin:games_match_decide", args=[match.pk, "call_off"]) in shown(moderator, match)

    page = call_off(moderator, match)

    assert ("The match is called off." in page, "Made by a program." in page) == (True, True)
    after = Match.objects.get(pk=match.pk)
    assert (after.status, after.revision) == ("cancelled", match.revision + 1)
    decision = Decision.objects.get()
    assert (decision.action, decision.match, decision.by.name) == ("call_off", match, "Moderator")
    record = moderator.get(reverse("admin:games_decision_changelist")).content.decode()
    assert page_of(match) in record


def test_a_match_that_has_begun_or_is_over_stays(moderator: Client, over: Pair) -> None:
    for match in (begun().match, over.match):
        assert "call_off" not in shown(moderator, match)
        before = Match.objects.values().get(pk=match.pk)
        assert "Cannot call off a match that has begun, or has been called off." in call_off(moderator, match)
        assert Match.objects.values().get(pk=match.pk) == before
    assert not Decision.objects.exists()


def test_a_later_match_of_a_series_is_not_called_off(moderator: Client) -> None:
    pair = ended_with(begun(Choice(length=3)), [("A", "T3-F"), ("A", "pass"), ("B", "pass")])
    call_off(moderator, pair.follow().match)
    assert (pair.follow().match.status, Decision.objects.exists()) == ("ready", False)


def test_nobody_calls_off_their_own_or_without_a_reason_or_the_permission(moderator: Client, viewer: Client) -> None:
    pair = joined()
    make_moderator(player=pair.players[Side.A])
    own = scenes.signed_in(Player.objects.get(pk=pair.players[Side.A].pk))

    assert "Only a superuser decides about your own case." in call_off(own, pair.match)
    assert "This field is required." in call_off(moderator, pair.match, reason=" ")
    call_off(viewer, pair.match)

    assert (pair.match.status, Decision.objects.exists()) == ("ready", False)


def test_nothing_is_changed_by_hand(superuser: Client, over: Pair) -> None:
    name = "admin:games_match"
    for page in (reverse(f"{name}_add"), page_of(over.match), reverse(f"{name}_delete", args=[over.match_id])):
        assert superuser.post(page, {"status": "open", "post": "yes"}).status_code == 403


def test_a_longer_match_takes_no_more_queries_and_lists_its_last_batches(
    moderator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pair = played_out()
    with django_assert_max_num_queries(25):
        page = shown(moderator, pair.match)
    version = pair.match.stream.version
    assert f"{version - 100} batches before these are not listed. The chain is verified whole." in page
    assert page.count("<code title=") == 100
