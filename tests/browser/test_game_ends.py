"""How a game that is played in the browser ends: finished, checked, ranked, or not taken any further."""

import pytest
from django.utils import timezone

from games import services
from games.check import check_waiting
from games.engine.fold import fold
from games.ids import uuid7
from games.models import AccessToken, Game, LogBatch, Player
from tests.browser.game_logs import (
    API,
    FINISHES,
    MOVES,
    WIN,
    Open,
    lose_answer,
    lose_request,
    once,
    play,
    reload,
    resume,
    start,
    start_with,
    stored,
    unsent,
    wait_for,
)
from tests.factories import events_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_finished_game_is_checked_and_ranked(tab: Open) -> None:
    page = tab()
    score = fold(WIN.code, events_of(MOVES[:9])).table.score
    start(page)
    play(page, MOVES[:9])
    page.evaluate("(score) => game.finish(score)", score)
    wait_for(page, "checking")
    check_waiting(limit=100)

    state = wait_for(page, "verified")

    assert (state["game"]["score"], state["game"]["version"], state["place"]["rank"]) == (score, 9, 1)
    assert (stored(), Game.objects.get().claimed_score, page.evaluate("game.isOver")) == (MOVES[:9], score, True)


def test_a_win_finishes_by_itself(tab: Open) -> None:
    page = tab()
    start(page)
    play(page, MOVES)
    wait_for(page, "checking")
    check_waiting(limit=100)

    state = wait_for(page, "verified")

    assert (state["game"]["score"], state["place"]["rank"], state["place"]["total"]) == (WIN.score, 1, 1)
    assert (stored(), page.evaluate("kinds()")) == (MOVES, ["saving", "checking", "verified"])


def test_a_claim_that_the_moves_do_not_give_is_rejected(tab: Open) -> None:
    page = tab()
    start(page)
    play(page, MOVES[:9])
    page.evaluate("game.finish(9000)")
    wait_for(page, "checking")
    check_waiting(limit=100)

    rejection = wait_for(page, "rejected")["game"]["rejection"]

    assert (rejection["code"], rejection["claimed"]) == ("score_mismatch", 9000)


def test_a_finish_survives_a_lost_connection_and_a_reload(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    page.route(API, lose_request)
    play(page, MOVES[3:5])
    page.evaluate("game.finish(0)")
    wait_for(page, "offline")

    page.unroute(API)
    reload(page)
    resume(page)

    wait_for(page, "checking")
    assert (stored(), Game.objects.get().claimed_score, unsent(page)) == (MOVES[:5], 0, [])


def test_a_finish_whose_answer_is_lost_is_done_once(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    once(page, FINISHES, lose_answer)

    page.evaluate("game.finish(0)")

    wait_for(page, "checking")
    assert LogBatch.objects.filter(closes=True).count() == 1


def test_a_game_that_was_finished_elsewhere_takes_no_more(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    game = Game.objects.select_related("player").get()
    services.finish_game(game_id=game.pk, player=game.player, version=3)

    play(page, MOVES[3:5])

    wait_for(page, "checking")
    assert page.evaluate("[kinds().slice(-2), told.replaced, game.isOver]") == [
        ["conflict", "checking"],
        [MOVES[:3]],
        True,
    ]


def test_moves_that_the_rules_refuse_are_dropped_and_the_rest_stands(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])

    play(page, ["recycle"])

    state = wait_for(page, "refused")
    assert (state["problem"]["reason"], state["lost"]) == ("stock_not_empty", 1)
    assert page.evaluate("told.replaced") == [MOVES[:3]]
    play(page, MOVES[3:4])
    wait_for(page, "saved")
    assert stored() == MOVES[:4]


def test_a_banned_player_is_told_why_and_keeps_the_moves(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    Player.objects.update(banned_at=timezone.now())

    play(page, MOVES[3:5])

    state = wait_for(page, "banned")
    assert (state["problem"]["cause"], state["pending"]) == ("unstated", 2)
    Player.objects.update(banned_at=None)
    page.evaluate("game.retry()")
    wait_for(page, "saved")
    assert stored() == MOVES[:5]


def test_who_is_signed_out_goes_on_after_signing_in(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    revoked = AccessToken.objects.get()
    AccessToken.objects.update(revoked_at=timezone.now())

    play(page, MOVES[3:5])
    wait_for(page, "signed-out")
    AccessToken.objects.filter(pk=revoked.pk).update(revoked_at=None)
    page.evaluate("game.retry()")

    wait_for(page, "saved")
    assert stored() == MOVES[:5]


def test_a_game_that_is_not_there_is_not_gone_on_with(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])

    resume(page, uuid7())

    assert page.evaluate("[game, kinds().at(-1)]") == [None, "gone"]
