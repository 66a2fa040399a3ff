"""The page of a game: all that is known of it, to look at and not to change."""

import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games import log, moderation, services
from games.admin.logs import text_of
from games.engine.deals import DealCode
from games.models import (
    AccessToken,
    Attempt,
    BarredName,
    ClientTime,
    Decision,
    Game,
    LogBatch,
    Player,
    ReplayView,
    ShareLink,
    Stream,
)
from tests.factories import make_player
from tests.games.admin import scenes


def page(client: Client, game: Game) -> str:
    response = client.get(reverse("admin:games_game_change", args=[game.pk]))
    assert response.status_code == 200
    return response.content.decode()


def lines_of(shown: str, section: str) -> list[list[str]]:
    """Return the table of a section of the page as lines of texts."""
    (table,) = re.findall(rf'id="{section}".*?<table>(.*?)</table>', shown, re.DOTALL)
    rows = re.findall(r"<tr.*?>(.*?)</tr>", table, re.DOTALL)
    cells = (re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row, re.DOTALL) for row in rows)
    return [[re.sub(r"<.*?>", "", cell).removesuffix("same deal").strip() for cell in row] for row in cells]


def test_a_rejected_game_says_why_and_where(viewer: Client, refused: Game) -> None:
    shown = page(viewer, refused)

    assert "illegal_move at 41 (move 42): recycle stock_not_empty" in shown
    assert lines_of(shown, "judgement")[1:3] == [["Score", "700", "170", "+530"], ["Ranked score", "", "170", ""]]


def test_a_false_claim_is_shown_beside_what_was_computed(viewer: Client, mismatched: Game) -> None:
    shown = page(viewer, mismatched)

    assert "score_mismatch: claimed 99999, computed 1090" in shown
    assert lines_of(shown, "judgement") == [
        ["", "Claimed", "Computed", "Difference"],
        ["Score", "99999", "1090", "+98909"],
        ["Ranked score", "", "1080", ""],
        ["Moves", "", "266", ""],
        ["Undos", "", "0", ""],
        ["Cards on foundations", "", "104", ""],
        ["Won", "", "yes", ""],
    ]


def test_a_true_claim_has_no_difference(viewer: Client, won: Game) -> None:
    assert lines_of(page(viewer, won), "judgement")[1] == ["Score", "1090", "1090", ""]


def test_the_check_is_told_from_the_finish_to_the_decision(viewer: Client, refused: Game) -> None:
    assert lines_of(page(viewer, refused), "check") == [
        ["When", "What", "Note"],
        ["2026-11-30 12:00:00", "finished, waits for its check", ""],
        ["2026-11-30 12:00:01", "decided: Rejected", "illegal_move"],
    ]


def test_a_check_that_staff_asked_for_is_told_with_who_and_why(viewer: Client, won: Game) -> None:
    by = make_player("Mia", is_staff=True)
    later = won.started_at + timedelta(hours=2)
    moderation.recheck_game(game_id=won.pk, by=by, reason="In doubt.", at=later)

    assert lines_of(page(viewer, won), "check")[2:] == [
        ["2026-11-30 12:00:01", "decided, by the check before this one", ""],
        ["2026-11-30 14:00:00", "sent to its check again", "Mia: In doubt."],
    ]


def test_the_players_other_games_of_the_cards_are_listed(viewer: Client, won: Game, ana: Player) -> None:
    hard = services.start_game(player=ana, code=DealCode.parse("DS1-D3N-KSTNMZC"))
    services.start_game(player=ana, code=DealCode.parse("DS1-D3N-AAAAAAB"))
    scenes.copied()

    (_, other) = lines_of(page(viewer, won), "others")
    (_, first) = lines_of(page(viewer, hard), "others")

    assert other[:6] == ["DS1-D3N-KSTNMZC", "Playing", "Live", "-", "-", "-"]
    assert first[:6] == ["DS1-D1N-KSTNMZC", "Verified", "Posted", "1080", "266", "yes"]


def test_a_copy_links_to_the_first_game_and_the_first_to_its_copy(viewer: Client, won: Game, copied: Game) -> None:
    to_first, to_copy = (reverse("admin:games_game_change", args=[game.pk]) for game in (won, copied))

    assert f'<a href="{to_first}">{won.pk}</a> of ana' in page(viewer, copied)
    assert f'<a href="{to_copy}">{copied.pk}</a> of Zoe' in page(viewer, won)


def test_the_log_is_shown_with_its_receipt_batches_and_events(viewer: Client, won: Game) -> None:
    shown = page(viewer, won)
    (batch,) = log.batches(stream_id=won.pk)

    assert bytes(won.stream.head).hex() in shown
    assert bytes(batch.hash).hex() in shown
    assert "verifies" in shown
    assert "claims 1090" in shown
    assert text_of(log.read(stream_id=won.pk)) in shown


def test_a_chain_that_does_not_verify_is_shown_as_such(viewer: Client, won: Game) -> None:
    Game.objects.filter(pk=won.pk).update(code="DS1-D3N-KSTNMZC", mode="D3N")

    shown = page(viewer, won)

    assert "does not verify" in shown
    assert "the hash of the batch at 0 is" in shown


def test_events_are_lines_of_ten_and_an_unknown_byte_is_in_hexadecimal() -> None:
    assert text_of(b"\x00" * 10 + b"\x02\xfe") == "    0  " + "draw    " * 9 + "draw\n   10  undo    0xfe"


def test_a_failed_check_shows_its_attempts_and_error(viewer: Client, waiting: Game) -> None:
    Game.objects.filter(pk=waiting.pk).update(checks=5, check_error="MemoryError: too much")

    shown = page(viewer, waiting)

    assert lines_of(shown, "check")[-1] == ["", "the last attempt failed", "MemoryError: too much"]
    assert "Attempts since it was last sent there: 5." in shown
    assert "check stuck" in shown


def test_a_game_that_has_just_begun_has_a_page(viewer: Client, ana: Player) -> None:
    game = services.start_game(player=ana, code=DealCode.parse("DS1-D3V-AAAAAAB"))

    shown = page(viewer, game)

    assert lines_of(shown, "judgement")[1] == ["Score", "-", "-", ""]
    assert "a check begins when it is finished" in shown
    assert "First attempt at this number." in shown
    assert "0, open; rules version 1" in shown


def test_who_reads_how_a_game_was_played_has_seen_its_replay(viewer: Client, won: Game) -> None:
    page(viewer, won)

    assert list(ReplayView.objects.values_list("player__name", "number")) == [("Viewer", "KSTNMZC")]


def test_markup_in_names_and_reasons_is_escaped(viewer: Client, won: Game) -> None:
    Player.objects.filter(pk=won.player_id).update(name="<script>")
    Decision.objects.create(game=won, action="hide", reason="<b>loud</b>", by=won.player, at=won.started_at)

    shown = page(viewer, won)

    assert "&lt;script&gt;" in shown
    assert "&lt;b&gt;loud&lt;/b&gt;" in shown
    assert "<b>loud</b>" not in shown


@pytest.mark.parametrize("client", ("viewer", "moderator", "superuser"))
def test_nobody_adds_edits_or_deletes_a_game(request: pytest.FixtureRequest, won: Game, client: str) -> None:
    staff: Client = request.getfixturevalue(client)
    before = Game.objects.values().get(pk=won.pk)
    edit = reverse("admin:games_game_change", args=[won.pk])
    delete = reverse("admin:games_game_delete", args=[won.pk])

    assert staff.post(edit, {"score": 1, "status": "rejected"}).status_code == 403
    assert staff.get(delete).status_code == 403
    assert staff.post(delete, {"post": "yes"}).status_code == 403
    assert staff.get(reverse("admin:games_game_add")).status_code == 403
    assert Game.objects.values().get(pk=won.pk) == before


@pytest.mark.parametrize(
    "model", (Stream, LogBatch, Attempt, ReplayView, ClientTime, AccessToken, BarredName, ShareLink)
)
def test_logs_tokens_and_links_have_no_admin_of_their_own(model: type) -> None:
    assert not admin.site.is_registered(model)


def test_a_page_costs_the_same_queries_however_much_it_shows(
    viewer: Client, won: Game, copied: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(19):
        page(viewer, copied)
    for reason in ("one", "two", "three"):
        Decision.objects.create(game=copied, action="hide", reason=reason, by=won.player, at=won.started_at)

    with django_assert_num_queries(19):
        page(viewer, copied)


def test_a_game_that_does_not_exist_leads_back_to_the_index(viewer: Client, db: None) -> None:
    response = viewer.get(reverse("admin:games_game_change", args=["01a22bd9-61e0-73dc-b9d7-8538fa0fc7b6"]))

    assert (response.status_code, response["Location"]) == (302, reverse("admin:index"))
