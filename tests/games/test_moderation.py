"""What staff decide: recorded with a reason, told to the boards, never silently."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games import moderation, players, reports, results
from games.check import check_waiting
from games.errors import (
    BadName,
    GameNotFound,
    LimitExceeded,
    NameTaken,
    PlayerNotFound,
)
from games.ids import uuid7
from games.models import BarredName, Cause, Decision, Flag, Game, Player, Report
from games.moderation.errors import DecisionNotYours, NothingToDecide, ReasonMissing
from games.moderation.games import locked
from tests.factories import NOON, known_game, make_player, start_and_play, submit_and_check

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(days=1)


@pytest.fixture
def staff() -> Player:
    return make_player("mia", is_staff=True)


@pytest.fixture
def game() -> Game:
    return submit_and_check(make_player("zoe"), known_game())


def test_hiding_takes_a_game_out_of_the_ranking_and_says_who_and_why(game: Game, staff: Player) -> None:
    moderation.hide_game(game_id=game.id, by=staff, reason=" copied ", at=LATER)
    decision = Decision.objects.get()
    assert (decision.game, decision.action, decision.by, decision.reason, decision.at) == (
        game,
        "hide",
        staff,
        "copied",
        LATER,
    )
    assert not Game.objects.ranked().exists()


def test_reinstating_brings_it_back_with_its_times(game: Game, staff: Player) -> None:
    moderation.hide_game(game_id=game.id, by=staff, reason="a doubt", at=LATER)
    moderation.reinstate_game(game_id=game.id, by=staff, reason="no doubt", at=LATER)
    back = Game.objects.ranked().get()
    assert (back.hidden_at, back.finished_at) == (None, game.finished_at)
    assert list(Decision.objects.values_list("action", flat=True)) == ["reinstate", "hide"]


def test_a_recheck_sends_the_game_through_its_check_again(game: Game, staff: Player) -> None:
    moderation.recheck_game(game_id=game.id, by=staff, reason="rules were mended", at=LATER)
    game.refresh_from_db()
    assert (game.status, game.checks) == ("finished", 0)
    check_waiting(limit=1, at=LATER)
    game.refresh_from_db()
    assert (game.status, game.checks, game.finished_at) == ("verified", 1, NOON)


@pytest.mark.parametrize("decide", (moderation.hide_game, moderation.reinstate_game, moderation.recheck_game))
def test_every_decision_is_told_to_the_boards(
    decide: Callable[..., Game], game: Game, staff: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    if decide is moderation.reinstate_game:
        moderation.hide_game(game_id=game.id, by=staff, reason="a doubt")
    told: list[object] = []
    monkeypatch.setattr(results, "_registered", [lambda **what: told.append(what)])
    decide(game_id=game.id, by=staff, reason="because")
    assert told == [{"player_id": game.player_id, "code": game.code, "rules_version": 1}]


@pytest.mark.parametrize("reason", ("", "  \n"))
def test_a_decision_without_a_reason_changes_nothing(game: Game, staff: Player, reason: str) -> None:
    with pytest.raises(ReasonMissing), transaction.atomic():
        moderation.hide_game(game_id=game.id, by=staff, reason=reason)
    assert not Decision.objects.exists()
    assert Game.objects.ranked().exists()


def test_what_is_in_force_already_is_not_decided_again(game: Game, staff: Player) -> None:
    with pytest.raises(NothingToDecide):
        moderation.reinstate_game(game_id=game.id, by=staff, reason="because")
    moderation.hide_game(game_id=game.id, by=staff, reason="because")
    with pytest.raises(NothingToDecide):
        moderation.hide_game(game_id=game.id, by=staff, reason="because")
    assert Decision.objects.count() == 1


def test_an_open_game_cannot_be_checked(staff: Player) -> None:
    game = start_and_play(make_player(), "DS1-D1N-AAAAAAB")
    with pytest.raises(NothingToDecide):
        moderation.recheck_game(game_id=game.id, by=staff, reason="because")


def test_decisions_are_never_changed(game: Game, staff: Player) -> None:
    moderation.hide_game(game_id=game.id, by=staff, reason="because")
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.update(reason="another")
    assert Decision.objects.get().reason == "because"


# -- Players


@pytest.fixture
def zoe(game: Game) -> Player:
    return game.player


PLAYER_DECISIONS = (moderation.hide_player, moderation.ban_player, moderation.reset_name)


@pytest.mark.parametrize(
    ("decide", "undo", "column"),
    (
        (moderation.hide_player, moderation.reinstate_player, "hidden_at"),
        (moderation.ban_player, moderation.lift_ban, "banned_at"),
    ),
)
def test_a_decision_about_a_player_is_in_force_until_it_is_undone(
    decide: Callable[..., Player], undo: Callable[..., Player], column: str, zoe: Player, staff: Player
) -> None:
    decide(player_id=zoe.pk, by=staff, reason=" a bot ", cause=Cause.NOT_PLAYED, note=" Ask us. ", at=LATER)
    assert getattr(Player.objects.get(pk=zoe.pk), column) == LATER
    with pytest.raises(NothingToDecide):
        decide(player_id=zoe.pk, by=staff, reason="again")
    undo(player_id=zoe.pk, by=staff, reason="no bot", at=LATER)
    assert getattr(Player.objects.get(pk=zoe.pk), column) is None
    with pytest.raises(NothingToDecide):
        undo(player_id=zoe.pk, by=staff, reason="again")
    said = Decision.objects.order_by("id").values_list("player", "reason", "cause", "note", "by", "at")
    assert list(said) == [
        (zoe.pk, "a bot", "not_played", "Ask us.", staff.pk, LATER),
        (zoe.pk, "no bot", "unstated", "", staff.pk, LATER),
    ]


def test_hiding_and_reinstating_a_player_tell_each_board_in_the_order_of_locks(
    zoe: Player, staff: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit_and_check(zoe, known_game("DS1-D1N-AAAAAAB", note="given up"))
    submit_and_check(zoe, known_game(nth=1))
    told: list[str] = []
    monkeypatch.setattr(results, "_registered", [lambda **what: told.append(what["code"])])
    moderation.hide_player(player_id=zoe.pk, by=staff, reason="because")
    moderation.reinstate_player(player_id=zoe.pk, by=staff, reason="because")
    assert told == ["DS1-D1N-AAAAAAB", "DS1-D1N-KSTNMZC"] * 2


def test_a_game_hidden_by_itself_stays_hidden_when_its_player_is_reinstated(
    game: Game, zoe: Player, staff: Player
) -> None:
    moderation.hide_game(game_id=game.pk, by=staff, reason="because")
    moderation.hide_player(player_id=zoe.pk, by=staff, reason="because")
    moderation.reinstate_player(player_id=zoe.pk, by=staff, reason="because")
    assert not Game.objects.ranked().exists()
    moderation.reinstate_game(game_id=game.pk, by=staff, reason="because")
    assert Game.objects.ranked().get() == game


@pytest.mark.parametrize("for_all", (True, False))
def test_a_name_taken_away_is_barred_to_its_player_and_if_so_chosen_to_all(for_all: bool, staff: Player) -> None:
    rude = make_player("Rude Name")
    moderation.reset_name(player_id=rude.pk, by=staff, reason="rude", for_all=for_all)
    rude.refresh_from_db()
    barred = BarredName.objects.get()
    assert (barred.player, barred.name, barred.decision, rude.name != "Rude Name") == (
        rude,
        "Rude Name",
        Decision.objects.get(),
        True,
    )
    with pytest.raises(BadName):
        players.rename(player=rude, name="RUDE NAME")
    if for_all:
        with pytest.raises(BadName):
            players.register_guest(name="Rude Name")
    else:
        assert players.register_guest(name="Rude Name").player.name == "Rude Name"


def test_a_guests_new_name_reserves_nothing_and_an_accounts_does(staff: Player) -> None:
    guest = make_player("Rude Guest")
    account = players.register_account(name="Rude Account", password="seven lucky foundations").player
    for player in (guest, account):
        moderation.reset_name(player_id=player.pk, by=staff, reason="rude")
        player.refresh_from_db()
    assert (guest.is_guest, account.is_guest) == (True, False)
    with pytest.raises(NameTaken):
        players.rename(player=guest, name=account.name)


def test_a_name_goes_with_the_account_and_its_decision_stays(zoe: Player, staff: Player) -> None:
    moderation.reset_name(player_id=zoe.pk, by=staff, reason="rude")
    players.erase(player=zoe)
    assert (BarredName.objects.exists(), Decision.objects.count()) == (False, 1)
    for decide in (moderation.hide_player, moderation.reset_name):
        with pytest.raises(NothingToDecide, match="deleted"):
            decide(player_id=zoe.pk, by=staff, reason="because")


# -- Who may not decide, and on what


@pytest.mark.parametrize("decide", PLAYER_DECISIONS)
def test_nobody_judges_their_own_case_nor_staff_each_other_but_superusers(
    decide: Callable[..., Player], staff: Player
) -> None:
    other, root = make_player("Sam", is_staff=True), make_player("Root", is_staff=True, is_superuser=True)
    for by, subject in ((staff, staff), (staff, other), (staff, root)):
        with pytest.raises(DecisionNotYours):
            decide(player_id=subject.pk, by=by, reason="because")
    assert not Decision.objects.exists()
    for subject in (other, root):
        decide(player_id=subject.pk, by=root, reason="because")
    assert Decision.objects.count() == 2


def test_nobody_decides_about_their_own_game(staff: Player) -> None:
    own = submit_and_check(staff, known_game())
    with pytest.raises(DecisionNotYours):
        moderation.hide_game(game_id=own.pk, by=staff, reason="because")
    assert (Decision.objects.exists(), Game.objects.ranked().get()) == (False, own)


@pytest.mark.parametrize("decide", PLAYER_DECISIONS)
@pytest.mark.parametrize(
    ("said", "refusal"), (({"reason": " "}, ReasonMissing), ({"reason": "x", "note": "x" * 301}, LimitExceeded))
)
def test_a_decision_that_says_too_little_or_too_much_changes_nothing(
    decide: Callable[..., Player], said: dict[str, str], refusal: type[Exception], zoe: Player, staff: Player
) -> None:
    before = Player.objects.values().get(pk=zoe.pk)
    with pytest.raises(refusal):
        decide(player_id=zoe.pk, by=staff, **said)
    assert (Player.objects.values().get(pk=zoe.pk), Decision.objects.exists()) == (before, False)


def test_what_is_not_there_is_not_found(staff: Player) -> None:
    with pytest.raises(GameNotFound):
        moderation.hide_game(game_id=uuid7(), by=staff, reason="because")
    with pytest.raises(PlayerNotFound):
        moderation.hide_player(player_id=uuid7(), by=staff, reason="because")


@pytest.mark.parametrize(
    ("subject", "action"), (("game", "ban"), ("player", "recheck"), ("both", "hide"), ("", "hide"))
)
def test_a_decision_is_about_a_game_or_a_player_and_fits_it(
    subject: str, action: str, game: Game, staff: Player
) -> None:
    about: dict[str, dict[str, Any]] = {
        "game": {"game": game},
        "player": {"player": game.player},
        "both": {"game": game, "player": game.player},
        "": {},
    }
    with pytest.raises(IntegrityError, match="decision_fits_its_subject"), transaction.atomic():
        Decision.objects.create(action=action, reason="because", by=staff, at=NOON, **about[subject])


# -- The queues


@pytest.fixture
def flag(game: Game) -> Flag:
    return Flag.objects.create(game=game, kind=Flag.Kind.PACE, at=NOON)


def report(game: Game, *, cause: Report.Cause = Report.Cause.CHEATING) -> tuple[Report, Report]:
    """A report of the game, and one of its player."""
    bo = make_player("Bo")
    return (
        reports.report_game(game_id=game.pk, reporter=bo, cause=cause),
        reports.report_player(player_id=game.player_id, reporter=bo, cause=cause),
    )


def test_a_flag_waits_until_it_is_dismissed_and_is_dismissed_once(flag: Flag, staff: Player) -> None:
    assert (list(Flag.objects.open()), flag.state) == ([flag], "open")
    dismissed = moderation.dismiss_flag(flag_id=flag.pk, by=staff, reason="quick, and possible")
    assert (list(Flag.objects.open()), dismissed.state, dismissed.game.hidden_at) == ([], "dismissed", None)
    with pytest.raises(NothingToDecide):
        moderation.dismiss_flag(flag_id=flag.pk, by=staff, reason="again")
    assert Decision.objects.count() == 1


def test_a_check_that_runs_again_opens_no_flag_that_was_dismissed(game: Game, staff: Player) -> None:
    copy = submit_and_check(make_player("Bo"), known_game(), at=LATER)
    moderation.dismiss_flag(flag_id=copy.flags.get().pk, by=staff, reason="the same person")
    moderation.recheck_game(game_id=copy.pk, by=staff, reason="a doubt")
    check_waiting(limit=1, at=LATER)
    assert (copy.flags.get().state, Flag.objects.open().exists()) == ("dismissed", False)


def test_hiding_a_game_answers_its_flags_and_reports_and_no_others(game: Game, flag: Flag, staff: Player) -> None:
    of_game, of_player = report(game)
    moderation.hide_game(game_id=game.pk, by=staff, reason="because")
    decision = Decision.objects.get()
    of_game.refresh_from_db()
    of_player.refresh_from_db()
    flag.refresh_from_db()
    assert (flag.decision, flag.state, of_game.decision, of_player.is_open) == (decision, "acted_upon", decision, True)


@pytest.mark.parametrize(
    ("decide", "cause", "is_answered"),
    (
        (moderation.hide_player, Report.Cause.CHEATING, True),
        (moderation.reset_name, Report.Cause.OFFENSIVE_NAME, True),
        (moderation.reset_name, Report.Cause.IMPERSONATION, True),
        (moderation.reset_name, Report.Cause.CHEATING, False),
        (moderation.ban_player, Report.Cause.ABUSE, False),
    ),
)
def test_a_decision_about_a_player_answers_the_reports_that_ask_for_it(
    decide: Callable[..., Player], cause: Report.Cause, is_answered: bool, game: Game, staff: Player
) -> None:
    of_game, of_player = report(game, cause=cause)
    decide(player_id=game.player_id, by=staff, reason="because")
    of_game.refresh_from_db()
    of_player.refresh_from_db()
    assert (of_game.is_open, of_player.is_open) == (True, not is_answered)


def test_a_report_is_resolved_once_and_nothing_happens_to_its_subject(game: Game, staff: Player) -> None:
    for one in report(game):
        moderation.resolve_report(report_id=one.pk, by=staff, reason="nothing in it")
        with pytest.raises(NothingToDecide):
            moderation.resolve_report(report_id=one.pk, by=staff, reason="again")
    assert (Decision.objects.count(), Game.objects.ranked().get()) == (2, game)


# -- At once


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_being_decided_on_can_be_flagged_meanwhile(game: Game) -> None:
    def flag_it() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '2s'")
            Flag.objects.create(game=game, kind=Flag.Kind.COPY, at=NOON)
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as other:
        locked(game.pk)
        other.submit(flag_it).result()
    assert Flag.objects.get().game == game
