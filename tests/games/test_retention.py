"""A guest's dead game may go, with a record that stays; nothing else of a log ever does."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import retention
from games.models import Attempt, ClientTime, Decision, Game, LogBatch, Player, Purge, ShareLink, Stream
from games.retention import Purged
from leaderboards.models import OpenDay
from tests.factories import known_game, make_player, start_and_play, submit_and_check

pytestmark = pytest.mark.django_db

NOW = timezone.now()
LONG_AGO = NOW - timedelta(days=100)
DEAL = "DS1-D1N-KSTNMZC"
LEFT = timedelta(days=90)


@pytest.fixture
def guest() -> Player:
    return make_player()


def dead_game(player: Player, deal: str = DEAL) -> Game:
    """A game that was left long ago after two moves."""
    return start_and_play(player, deal, ["draw", "draw"], at=LONG_AGO)


def printed(command: str, *arguments: str) -> str:
    output = StringIO()
    call_command(command, *arguments, stdout=output, stderr=output)
    return output.getvalue()


def test_a_dead_game_goes_with_its_log_and_leaves_its_attempt_and_a_record(guest: Player) -> None:
    game = dead_game(guest)
    ShareLink.objects.create(game=game, token="x")
    ClientTime.objects.create(stream=game.stream, version=2, at=LONG_AGO)

    assert retention.purge_dead_games(left_for=LEFT, at=NOW) == Purged(games=1, events=2)

    assert [model.objects.count() for model in (Game, LogBatch, Stream, ShareLink, ClientTime)] == [0] * 5
    attempt = Attempt.objects.get()
    assert (attempt.player_id, attempt.number, attempt.game_id) == (guest.pk, "KSTNMZC", None)
    record = Purge.objects.get()
    assert (record.stream_id, record.player_id, record.code) == (game.pk, guest.pk, DEAL)
    assert (record.version, bytes(record.head), record.at) == (2, bytes(game.stream.head), NOW)


def test_the_next_game_on_its_number_is_not_a_first_attempt(guest: Player) -> None:
    dead_game(guest)
    retention.purge_dead_games(left_for=LEFT, at=NOW)

    game = submit_and_check(guest, known_game(DEAL))

    assert list(game.entries.values_list("view", flat=True)) == ["best"]


def test_boards_and_everything_else_are_as_the_logs_say_afterwards(guest: Player) -> None:
    submit_and_check(guest, known_game(DEAL))
    submit_and_check(make_player(), known_game(DEAL))
    for deal in (DEAL, "DS1-D3N-KSTNMZC"):
        dead_game(guest, deal)
    assert retention.purge_dead_games(left_for=LEFT, at=NOW).games == 2

    assert "differences: 0." in printed("audit")
    assert "differences put right: 0." in printed("rebuild_leaderboards")


def of_an_account(game: Game) -> None:
    Player.objects.filter(pk=game.player_id).update(name_key="ana")


def of_somebody_gone(game: Game) -> None:
    Player.objects.filter(pk=game.player_id).update(erased_at=LONG_AGO)


def decided_by_staff(game: Game) -> None:
    staff = make_player(is_staff=True)
    Decision.objects.create(game=game, action="hide", reason="because", by=staff, at=NOW)


def touched_since(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(last_event_at=NOW - timedelta(days=31))


KEPT = (of_an_account, of_somebody_gone, decided_by_staff, touched_since)


@pytest.mark.parametrize("change", KEPT, ids=lambda change: change.__name__)
def test_what_stays(guest: Player, change: object) -> None:
    game = dead_game(guest)
    change(game)  # type: ignore[operator]

    assert retention.dead_games(left_for=LEFT, at=NOW) == Purged()
    assert retention.purge_dead_games(left_for=LEFT, at=NOW) == Purged()
    assert (Game.objects.count(), LogBatch.objects.count(), Purge.objects.count()) == (1, 1, 0)


def record_of(game: Game, **others: object) -> Purge:
    return Purge(**{**vars_of(game), **others})


def vars_of(game: Game) -> dict[str, object]:
    said = retention._record(game, at=NOW)
    return {field.attname: getattr(said, field.attname) for field in Purge._meta.fields}


@pytest.mark.parametrize("change", (*KEPT[:3], None), ids=lambda change: getattr(change, "__name__", "young"))
def test_the_database_itself_lets_no_other_purge_onto_record(guest: Player, change: object) -> None:
    game = dead_game(guest) if change else start_and_play(guest, DEAL, ["draw"], at=NOW - timedelta(days=29))
    if change is not None:
        change(game)  # type: ignore[operator]

    with pytest.raises(IntegrityError, match="is not that of a guest's dead game"), transaction.atomic():
        record_of(game).save(force_insert=True)


@pytest.mark.parametrize("others", ({"version": 1}, {"head": b"x" * 32}, {"code": "DS1-D3N-KSTNMZC"}))
def test_a_record_says_what_the_log_was(guest: Player, others: dict[str, object]) -> None:
    game = dead_game(guest)

    with pytest.raises(IntegrityError, match="is not that of a guest's dead game"), transaction.atomic():
        record_of(game, **others).save(force_insert=True)


@pytest.mark.parametrize("table", ("games_logbatch", "games_stream"))
def test_without_a_record_nothing_of_a_dead_game_goes(guest: Player, table: str) -> None:
    dead_game(guest)

    with pytest.raises(IntegrityError, match="append-only: delete refused"), transaction.atomic():
        connection.cursor().execute(f"DELETE FROM {table}")  # noqa: S608 - one of two tables


def test_a_record_is_no_leave_to_change_a_log(guest: Player) -> None:
    record_of(dead_game(guest)).save(force_insert=True)

    with pytest.raises(IntegrityError, match="append-only: update refused"), transaction.atomic():
        LogBatch.objects.update(events=b"\x01\x01")


def test_a_record_stays(guest: Player) -> None:
    dead_game(guest)
    retention.purge_dead_games(left_for=LEFT, at=NOW)

    with pytest.raises(IntegrityError, match="append-only: delete refused"), transaction.atomic():
        Purge.objects.all().delete()


def test_many_dead_games_go_in_several_transactions(guest: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "_CHUNK", 2)
    for deal in (DEAL, "DS1-D3N-KSTNMZC", "DS1-D1V-KSTNMZC"):
        dead_game(guest, deal)

    assert retention.purge_dead_games(left_for=LEFT, at=NOW) == Purged(games=3, events=6)


def test_many_times_by_clients_clocks_go_in_several_statements(guest: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "_TIMES", 2)
    game = start_and_play(guest, DEAL, ["draw"] * 5)
    ClientTime.objects.bulk_create(ClientTime(stream=game.stream, version=n, at=NOW) for n in range(1, 6))

    assert retention.purge_client_times(kept_for=timedelta(days=365), at=NOW + timedelta(days=400)) == 5
    assert ClientTime.objects.count() == 0


def test_old_times_by_clients_clocks_go_and_newer_ones_stay(guest: Player) -> None:
    game = start_and_play(guest, DEAL, ["draw"])
    ClientTime.objects.create(stream=game.stream, version=1, at=NOW)
    later = NOW + timedelta(days=400)

    assert retention.old_client_times(kept_for=timedelta(days=500), at=later) == 0
    assert retention.purge_client_times(kept_for=timedelta(days=365), at=later) == 1
    assert ClientTime.objects.count() == 0


def test_the_command_changes_nothing_unless_it_is_told_to(guest: Player) -> None:
    dead_game(guest)

    assert printed("purge").splitlines() == [
        "Guests' games without an event for 90 days: 1, of 2 events.",
        "Times by clients' clocks, of games begun 365 days ago: 0.",
        "Ended sign-ins to the admin: 0.",
        "Nothing was deleted; --delete does it.",
    ]
    assert (Game.objects.count(), Purge.objects.count()) == (1, 0)
    assert printed("purge", "--delete").splitlines()[-1] == "Deleted."
    assert (Game.objects.count(), Purge.objects.count()) == (0, 1)


def test_the_command_refuses_to_take_games_that_may_still_be_played(guest: Player) -> None:
    with pytest.raises(CommandError, match="29 days are too few: games stay for 30 days at least"):
        call_command("purge", "--dead-after", "29")


def test_the_command_says_what_to_do_where_the_counts_of_games_are_wrong(guest: Player) -> None:
    dead_game(guest)
    OpenDay.objects.update(n=0)

    with pytest.raises(CommandError, match=r"openday_n_check.* run rebuild_leaderboards"):
        call_command("purge", "--delete")

    assert (Game.objects.count(), Purge.objects.count()) == (1, 0)
    printed("rebuild_leaderboards")
    assert printed("purge", "--delete").splitlines()[-1] == "Deleted."
