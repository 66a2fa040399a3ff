"""What staff decide about a game: hide, reinstate, check again."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine.texts import Text
from games.errors import GameNotFound
from games.models import Cause, Decision, Flag, Game, Player, Report
from games.moderation.errors import NothingToDecide
from games.moderation.record import Grounds, about
from games.nudge import nudge_checkers
from games.results import result_changed

Action = Decision.Action


@transaction.atomic
def hide_game(
    *,
    game_id: UUID,
    by: Player,
    reason: str,
    cause: Cause = Cause.UNSTATED,
    note: str = "",
    at: datetime | None = None,
) -> Game:
    """Take a game off its boards and out of public sight at once; the player's next best steps in.

    That answers the open flags and reports of the game. Raises GameNotFound, NothingToDecide, and what a record does.
    """
    at = at or timezone.now()
    game = locked(game_id)
    if game.is_hidden:
        raise NothingToDecide(said=Text("Cannot hide a game that is hidden."))
    grounds = Grounds(by=by, at=at, reason=reason, cause=cause, note=note)
    decision = about(game=game, action=Action.HIDE, grounds=grounds)
    Flag.objects.filter(game=game, decision=None).update(decision=decision)
    Report.objects.filter(game=game, decision=None).update(decision=decision)
    return _change(game, hidden_at=at)


@transaction.atomic
def reinstate_game(*, game_id: UUID, by: Player, reason: str, note: str = "", at: datetime | None = None) -> Game:
    """Undo a hiding: the game is back in its place with its original times.

    Raises GameNotFound, NothingToDecide, and what a record does.
    """
    game = locked(game_id)
    if not game.is_hidden:
        raise NothingToDecide(said=Text("Cannot reinstate a game that is visible."))
    grounds = Grounds(by=by, at=at or timezone.now(), reason=reason, note=note)
    about(game=game, action=Action.REINSTATE, grounds=grounds)
    return _change(game, hidden_at=None)


@transaction.atomic
def recheck_game(*, game_id: UUID, by: Player, reason: str, note: str = "", at: datetime | None = None) -> Game:
    """Send a finished game to its check again, as if for the first time; until then it is on no board.

    Raises GameNotFound, NothingToDecide, and what a record does.
    """
    game = locked(game_id)
    if game.status == Game.Status.PLAYING:
        raise NothingToDecide(said=Text("Cannot re-check a game that is not finished."))
    grounds = Grounds(by=by, at=at or timezone.now(), reason=reason, note=note)
    about(game=game, action=Action.RECHECK, grounds=grounds)
    game = _change(game, status=Game.Status.FINISHED, checks=0, claimed_until=None, check_error="")
    nudge_checkers()
    return game


def locked(game_id: UUID) -> Game:
    """Return a game for this transaction to change. Raises GameNotFound.

    Rows that refer to it can still be written: a check that holds a board may be about to flag a copy of it.
    """
    games = Game.objects.select_for_update(of=("self",), no_key=True).select_related("stream")
    game = games.filter(pk=game_id).first()
    if game is None:
        raise GameNotFound(game_id=game_id)
    return game


def _change(game: Game, **columns: object) -> Game:
    """Write what a decision changes, and tell the boards."""
    for name, value in columns.items():
        setattr(game, name, value)
    game.save(update_fields=list(columns))
    result_changed(player_id=game.player_id, code=game.code, rules_version=game.stream.rules_version)
    return game
