"""The page of a game: who may see it played, and what is said of it beside."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import moderation, services, sharing
from games.check import check_waiting
from games.engine.movetext import parse_game
from games.models import Cause, Game, ReplayView
from tests.factories import NOON, events_of, known_game, make_player, start_and_play, submit, submit_and_check
from tests.pages.people import Looker, looker

pytestmark = pytest.mark.django_db

WON = known_game()
ELSEWHERE = known_game("DS1-D3N-KSTNMZC")
CLOSED = "Play this deal first, then watch"
VIEWER = '<section class="viewer"'


def address(game: Game, more: str = "") -> str:
    return f"/games/{game.pk}/{more}"


@pytest.fixture
def ana() -> Looker:
    return looker("Ana")


@pytest.fixture
def game(ana: Looker) -> Game:
    return submit_and_check(ana.player, WON)


# -- Who may see it


def test_the_player_sees_the_game_played_and_that_is_no_replay_seen(ana: Looker, game: Game) -> None:
    html = ana.html(address(game))
    assert (VIEWER in html, CLOSED in html) == (True, False)
    assert not ReplayView.objects.exists()


def test_others_see_its_result_and_no_card_before_they_have_played_it(game: Game) -> None:
    html = looker("Bo").html(address(game))
    assert CLOSED in html
    assert f'href="/play/{game.code}/"' in html
    assert f"<dd>{WON.score}</dd>" in html
    assert (VIEWER in html, 'class="card' in html, "data-frames" in html) == (False, False, False)
    assert not ReplayView.objects.exists()


def test_nobody_signed_in_is_told_of_signing_in(game: Game) -> None:
    html = Client().get(address(game)).content.decode()
    assert CLOSED in html
    assert 'href="/players/me/">Sign in</a> to the account' in html


def test_who_has_played_the_cards_in_any_mode_sees_it_and_that_is_remembered(game: Game) -> None:
    bo = looker("Bo")
    submit_and_check(bo.player, ELSEWHERE)
    assert VIEWER in bo.html(address(game))
    assert ReplayView.objects.filter(player=bo.player, number=game.number).exists()


@pytest.mark.parametrize(
    ("policy", "is_shown", "said"),
    (("always", True, "About this game"), ("never", False, "Replays of other players are not shown here")),
)
def test_the_setting_for_replays_holds(game: Game, settings: Any, policy: str, is_shown: bool, said: str) -> None:
    settings.REPLAY_POLICY = policy
    html = looker("Bo").html(address(game))
    assert (VIEWER in html, said in html) == (is_shown, True)


def test_a_link_opens_it_to_anybody_with_all_that_belongs_to_it(ana: Looker, game: Game) -> None:
    link, _ = sharing.share_game(game_id=game.pk, player=ana.player)
    html = Client().get(address(game, f"?share={link.token}")).content.decode()
    assert VIEWER in html
    assert f'data-frames="/games/{game.pk}/frames/?share={link.token}"' in html
    assert f'href="/games/{game.pk}/movetext/?share={link.token}"' in html
    assert Client().get(address(game, f"frames/?share={link.token}")).status_code == 200


@pytest.mark.parametrize("token", ("", "nonsense", "é"))
def test_a_link_that_opens_nothing_is_not_found(ana: Looker, game: Game, token: str) -> None:
    sharing.share_game(game_id=game.pk, player=ana.player)
    assert ana.page(address(game, f"?share={token}")).status_code == 404


@pytest.mark.parametrize("more", ("frames/", "frames/?line=1", "movetext/"))
def test_frames_and_text_pass_the_same_gate(ana: Looker, game: Game, more: str) -> None:
    assert looker("Bo").page(address(game, more)).status_code == 404
    assert ana.page(address(game, more)).status_code == 200
    assert not ReplayView.objects.exists()


def test_games_that_are_not_verified_are_there_for_their_player_alone(ana: Looker) -> None:
    rejected = submit_and_check(ana.player, WON, claimed_score=1)
    waiting = submit(ana.player, WON)
    live = start_and_play(ana.player, WON.deal, WON.moves[:3])
    for game in (waiting, rejected, live):
        assert ana.page(address(game)).status_code == 200
        assert looker("Bo").page(address(game)).status_code == 404


# -- What is said of it


def test_rank_and_a_better_game_are_told(ana: Looker) -> None:
    better = submit_and_check(ana.player, known_game(nth=3))
    worse = submit_and_check(ana.player, WON, at=NOON + timedelta(hours=1))
    assert better.ranked_score is not None
    assert worse.ranked_score is not None
    assert better.ranked_score > worse.ranked_score
    assert "<dd>1 <small>/ 1</small></dd>" in ana.html(address(better))
    assert f'<a href="/games/{better.pk}/">a better game</a>' in ana.html(address(worse))


def test_a_rejected_game_opens_at_the_move_that_was_refused_and_says_why(ana: Looker) -> None:
    spoiled = (*WON.moves[:41], "recycle", *WON.moves[41:])
    game = submit_moves(ana, spoiled)
    html = ana.html(address(game))
    assert "rejected by its check" in html
    assert "Move 42: recycle is illegal: the stock still has cards." in html
    assert 'data-step="41"' in html


def test_a_false_score_is_told(ana: Looker) -> None:
    html = ana.html(address(submit_and_check(ana.player, WON, claimed_score=9999)))
    assert f"The claimed score is 9999, but the moves give {WON.score}." in html


def test_a_hidden_game_tells_its_player_since_when_and_why_and_is_gone_for_others(ana: Looker, game: Game) -> None:
    staff = make_player("Sam", is_staff=True)
    cause, note = Cause.COPIED_GAME, "Ask us for a review."
    moderation.hide_game(game_id=game.pk, by=staff, reason="for staff alone", cause=cause, note=note)
    html = ana.html(address(game))
    assert "Staff have hidden this game." in html
    assert ("somebody else" in html, note in html, "for staff alone" in html) == (True, True, False)
    assert looker("Bo").page(address(game)).status_code == 404


def test_a_game_in_play_hides_what_is_hidden_and_leads_back_to_the_table(ana: Looker) -> None:
    live = start_and_play(ana.player, WON.deal, WON.moves[:3])
    assert f'href="/play/games/{live.pk}/"' in ana.html(address(live))
    shown = json.loads(ana.page(address(live, "frames/")).content)
    assert "[" not in json.dumps(shown["first"]["piles"]["T9"][0])


def test_a_game_that_waits_says_so_until_it_is_checked(ana: Looker) -> None:
    game = submit(ana.player, WON)
    assert "data-waits" in ana.html(address(game))
    check_waiting(limit=1)
    assert "data-waits" not in ana.html(address(game))


def test_the_owner_can_share_and_others_can_report_and_compare(ana: Looker, game: Game) -> None:
    bo = looker("Bo")
    own = submit_and_check(bo.player, known_game(nth=1))
    mine, theirs = ana.html(address(game)), bo.html(address(game))
    assert ("share-dialog" in mine, "report-dialog" in mine) == (True, False)
    assert ("share-dialog" in theirs, "report-dialog" in theirs) == (False, True)
    assert f'href="/games/{own.pk}/beside/{game.pk}/"' in theirs


# -- Steps, frames, text


@pytest.mark.parametrize("step", ("0", "7", str(len(WON.moves))))
def test_a_step_has_an_address_without_script(ana: Looker, game: Game, step: str) -> None:
    assert f'data-step="{step}"' in ana.html(address(game, f"?step={step}"))


@pytest.mark.parametrize("step", ("-1", "1.5", "x", "", str(len(WON.moves) + 1), "9" * 40, "٣"))
def test_what_is_no_step_is_not_found(ana: Looker, game: Game, step: str) -> None:
    assert ana.page(address(game, f"?step={step}")).status_code == 404


def test_frames_that_have_not_changed_are_not_sent_again(ana: Looker, game: Game) -> None:
    first = ana.page(address(game, "frames/"))
    assert len(first.json()["events"]) == len(WON.moves)
    again = ana.client.get(address(game, "frames/"), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    headers = {"If-None-Match": first.headers["ETag"], "Accept-Language": "es"}
    assert ana.client.get(address(game, "frames/"), headers=headers).status_code == 200
    assert "private" in first.headers["Cache-Control"]


def test_the_line_leaves_out_what_was_undone(ana: Looker) -> None:
    live = start_and_play(ana.player, WON.deal, ("draw", "undo", *WON.moves[:3]))
    shown = ana.page(address(live, "frames/?line=1")).json()
    assert [event["move"] for event in shown["events"]] == list(WON.moves[:3])


def test_the_text_to_save_is_the_game(ana: Looker, game: Game) -> None:
    answer = ana.page(address(game, "movetext/"))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{game.code}_{game.pk}.txt"'
    text = parse_game(answer.content.decode())
    assert (text.events, text.score, text.player) == (WON.events, WON.score, "Ana")


def submit_moves(player: Looker, moves: tuple[str, ...]) -> Game:
    """A game of these moves on the usual deal, decided."""
    services.submit_game(player=player.player, code=WON.code, events=events_of(moves), at=NOON)
    check_waiting(limit=10, at=NOON + timedelta(seconds=1))
    return Game.objects.get()
