"""The two queues of staff: flags by the check, reports by players. A decision closes each entry."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine.texts import Text
from games.models import Decision, Flag, Player, Report
from games.moderation.errors import NothingToDecide
from games.moderation.games import locked as locked_game
from games.moderation.players import locked as locked_player
from games.moderation.record import Grounds, about

Action = Decision.Action


@transaction.atomic
def dismiss_flag(*, flag_id: int, by: Player, reason: str, note: str = "", at: datetime | None = None) -> Flag:
    """Close a flag that means nothing. Raises Flag.DoesNotExist, NothingToDecide, and what a record does."""
    game = locked_game(Flag.objects.values_list("game_id", flat=True).get(pk=flag_id))
    flag = Flag.objects.select_related("decision").get(pk=flag_id)
    if flag.decision is not None:
        if flag.state is Flag.State.DISMISSED:
            raise NothingToDecide(said=Text("Cannot dismiss a flag that is dismissed."))
        raise NothingToDecide(said=Text("Cannot dismiss a flag that is acted upon."))
    grounds = Grounds(by=by, at=at or timezone.now(), reason=reason, note=note)
    flag.decision = about(game=game, action=Action.DISMISS, grounds=grounds)
    flag.save(update_fields=["decision"])
    return flag


@transaction.atomic
def resolve_report(*, report_id: UUID, by: Player, reason: str, at: datetime | None = None) -> Report:
    """Close a report that asks for nothing, or for something that was done otherwise. Its subject is told nothing.

    Raises Report.DoesNotExist, NothingToDecide, and what a record does.
    """
    game_id, player_id = Report.objects.values_list("game_id", "player_id").get(pk=report_id)
    # The subject first, as whoever decides about it does.
    game = None if game_id is None else locked_game(game_id)
    player = None if player_id is None else locked_player(player_id)
    report = Report.objects.get(pk=report_id)
    if not report.is_open:
        raise NothingToDecide(said=Text("Cannot resolve a report that is resolved."))
    grounds = Grounds(by=by, at=at or timezone.now(), reason=reason)
    report.decision = about(game=game, player=player, action=Action.RESOLVE, grounds=grounds)
    report.save(update_fields=["decision"])
    return report
