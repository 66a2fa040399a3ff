"""Reports: how players ask staff to look at a game or at another player."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import selectors
from games.constraints import broken_constraint
from games.errors import AlreadyReported, GameNotFound, LimitExceeded, ReportOfOneself
from games.limits import MAX_REPORT_CHARACTERS
from games.models import Game, Player, Report
from games.players import public_player


def report_game(
    *, game_id: UUID, reporter: Player, cause: Report.Cause, text: str = "", at: datetime | None = None
) -> Report:
    """Return a new report of a game that its reporter may know of.

    Raises GameNotFound, ReportOfOneself, AlreadyReported and LimitExceeded.
    """
    game = selectors.game_for(game_id=game_id, viewer=reporter)
    return _report(reporter=reporter, whose=game.player_id, game=game, cause=cause, text=text, at=at)


def report_player(
    *, player_id: UUID, reporter: Player, cause: Report.Cause, text: str = "", at: datetime | None = None
) -> Report:
    """Return a new report of a player whom anybody may see.

    Raises PlayerNotFound, ReportOfOneself, AlreadyReported and LimitExceeded.
    """
    player = public_player(player_id=player_id)
    return _report(reporter=reporter, whose=player.pk, player=player, cause=cause, text=text, at=at)


def _report(
    *,
    reporter: Player,
    whose: UUID,
    cause: Report.Cause,
    text: str,
    at: datetime | None,
    game: Game | None = None,
    player: Player | None = None,
) -> Report:
    if whose == reporter.pk:
        raise ReportOfOneself
    text = text.strip()
    if len(text) > MAX_REPORT_CHARACTERS:
        raise LimitExceeded(limit="report_characters", maximum=MAX_REPORT_CHARACTERS, got=len(text))
    try:
        with transaction.atomic():
            if game is not None:
                _keep(game)
            return Report.objects.create(
                reporter=reporter, game=game, player=player, cause=cause, text=text, at=at or timezone.now()
            )
    except IntegrityError as error:
        if broken_constraint(error) not in ("report_of_game_once", "report_of_player_once"):
            raise
        raise AlreadyReported from error


def _keep(game: Game) -> None:
    """Hold a game against its purge until the transaction ends. Raises GameNotFound if it has just gone."""
    if not Game.objects.select_for_update(no_key=True).filter(pk=game.pk).exists():
        raise GameNotFound(game_id=game.pk)
