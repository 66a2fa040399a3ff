"""What staff decide about a game: hide, reinstate, check again. Each is recorded with who, when and why."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.errors import GameNotFound, NothingToDecide, ReasonMissing
from games.models import Decision, Game, Player
from games.nudge import nudge_checkers
from games.results import result_changed


@transaction.atomic
def hide_game(*, game_id: UUID, by: Player, reason: str, at: datetime | None = None) -> Game:
    """Take a game off its boards and out of public sight at once; the player's next best steps in."""
    at = at or timezone.now()
    game = _locked(game_id)
    if game.is_hidden:
        raise NothingToDecide(action="hide", state="hidden")
    return _decide(game, Decision.Action.HIDE, by=by, reason=reason, at=at, hidden_at=at)


@transaction.atomic
def reinstate_game(*, game_id: UUID, by: Player, reason: str, at: datetime | None = None) -> Game:
    """Undo a hiding: the game is back in its place with its original times."""
    game = _locked(game_id)
    if not game.is_hidden:
        raise NothingToDecide(action="reinstate", state="visible")
    return _decide(game, Decision.Action.REINSTATE, by=by, reason=reason, at=at or timezone.now(), hidden_at=None)


@transaction.atomic
def recheck_game(*, game_id: UUID, by: Player, reason: str, at: datetime | None = None) -> Game:
    """Send a finished game to its check again, as if for the first time; until then it is on no board."""
    game = _locked(game_id)
    if game.status == Game.Status.PLAYING:
        raise NothingToDecide(action="re-check", state="not finished")
    game = _decide(
        game,
        Decision.Action.RECHECK,
        by=by,
        reason=reason,
        at=at or timezone.now(),
        status=Game.Status.FINISHED,
        checks=0,
        claimed_until=None,
        check_error="",
    )
    nudge_checkers()
    return game


def _locked(game_id: UUID) -> Game:
    # Rows that refer to the game can still be written: whoever holds a board may be about to make it an entry.
    games = Game.objects.select_for_update(of=("self",), no_key=True).select_related("stream")
    game = games.filter(pk=game_id).first()
    if game is None:
        raise GameNotFound(game_id=game_id)
    return game


def _decide(game: Game, action: Decision.Action, *, by: Player, reason: str, at: datetime, **columns: object) -> Game:
    """Write the decision and the columns it changes, and tell the boards."""
    reason = reason.strip()
    if not reason:
        raise ReasonMissing
    Decision.objects.create(game=game, action=action, by=by, reason=reason, at=at)
    for name, value in columns.items():
        setattr(game, name, value)
    game.save(update_fields=list(columns))
    result_changed(player_id=game.player_id, code=game.code, rules_version=game.stream.rules_version)
    return game
