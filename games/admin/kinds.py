"""What can be decided in the admin, about which rows, and the service that does it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _

from games import moderation
from games.admin.forms import CauseForm, NameForm, NoteForm, ReasonForm
from games.matches.measures import call_off_match, can_be_called_off
from games.models import Decision, Flag, Game, Match, Player, Report

if TYPE_CHECKING:
    from games.admin.filters import Label

Action = Decision.Action
_GAME, _MATCH, _PLAYER, _FLAG, _REPORT = (
    f"games.change_{name}" for name in ("game", "match", "player", "flag", "report")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One thing that staff can decide about a row: how it is called, what it does, who may, and what does it."""

    action: Action
    button: Label
    effect: Label
    done: Label
    form: type[ReasonForm]
    permissions: tuple[str, ...]
    # Takes the row, who decides, and the values of the form.
    service: Callable[..., object]
    # What the decision is about: rows with the same subject need it once.
    subject: Callable[[Any], Hashable] = lambda row: row.pk


Kinds = Mapping[str, Kind]


def _kinds(*kinds: Kind) -> Kinds:
    return {kind.action.value: kind for kind in kinds}


_HIDE_GAME: Final = _("The game leaves its boards and public sight at once. The player's next best takes its place.")

GAME_KINDS: Final = _kinds(
    Kind(
        action=Action.RECHECK,
        button=_("Re-check"),
        effect=_("The game goes to its check again, as if for the first time. Until then it is on no board."),
        done=_("The game waits for its check."),
        form=NoteForm,
        permissions=(_GAME,),
        service=lambda game, **said: moderation.recheck_game(game_id=game.pk, **said),
    ),
    Kind(
        action=Action.HIDE,
        button=_("Hide"),
        effect=_HIDE_GAME,
        done=_("The game is hidden."),
        form=CauseForm,
        permissions=(_GAME,),
        service=lambda game, **said: moderation.hide_game(game_id=game.pk, **said),
    ),
    Kind(
        action=Action.REINSTATE,
        button=_("Reinstate"),
        effect=_("The game is back in its place, with its original times."),
        done=_("The game is visible again."),
        form=NoteForm,
        permissions=(_GAME,),
        service=lambda game, **said: moderation.reinstate_game(game_id=game.pk, **said),
    ),
)

MATCH_KINDS: Final = _kinds(
    Kind(
        action=Action.CALL_OFF,
        button=_("Call off"),
        effect=_("The match is called off before it begins. Its players are told no reason, and can make another."),
        done=_("The match is called off."),
        form=ReasonForm,
        permissions=(_MATCH,),
        service=lambda match, **said: call_off_match(match_id=match.pk, **said),
    ),
)

PLAYER_KINDS: Final = _kinds(
    Kind(
        action=Action.HIDE,
        button=_("Hide"),
        effect=_("All games of the player leave boards, lists and public sight at once, and so does the player."),
        done=_("The player is hidden."),
        form=CauseForm,
        permissions=(_PLAYER,),
        service=lambda player, **said: moderation.hide_player(player_id=player.pk, **said),
    ),
    Kind(
        action=Action.REINSTATE,
        button=_("Reinstate"),
        effect=_("The player's games are back in their places with their original times, but for those hidden alone."),
        done=_("The player is visible again."),
        form=NoteForm,
        permissions=(_PLAYER,),
        service=lambda player, **said: moderation.reinstate_player(player_id=player.pk, **said),
    ),
    Kind(
        action=Action.BAN,
        button=_("Ban"),
        effect=_("The player can read, and neither start, continue, finish nor post a game. Boards stay as they are."),
        done=_("The player is banned from posting."),
        form=CauseForm,
        permissions=(_PLAYER,),
        service=lambda player, **said: moderation.ban_player(player_id=player.pk, **said),
    ),
    Kind(
        action=Action.LIFT_BAN,
        button=_("Lift the ban"),
        effect=_("The player can play again."),
        done=_("The ban is lifted."),
        form=NoteForm,
        permissions=(_PLAYER,),
        service=lambda player, **said: moderation.lift_ban(player_id=player.pk, **said),
    ),
    Kind(
        action=Action.RESET_NAME,
        button=_("Reset the name"),
        effect=_("The player gets a made-up name, and cannot have the old one again, nor one that looks like it."),
        done=_("The player has a made-up name."),
        form=NameForm,
        permissions=(_PLAYER,),
        service=lambda player, **said: moderation.reset_name(player_id=player.pk, **said),
    ),
)

FLAG_KINDS: Final = _kinds(
    Kind(
        action=Action.DISMISS,
        button=_("Dismiss"),
        effect=_("The flag is closed, and the game stays as it is. Its player sees that it was dismissed."),
        done=_("The flag is dismissed."),
        form=NoteForm,
        permissions=(_FLAG,),
        service=lambda flag, **said: moderation.dismiss_flag(flag_id=flag.pk, **said),
    ),
    Kind(
        action=Action.HIDE,
        button=_("Hide the game"),
        effect=_HIDE_GAME,
        done=_("The game is hidden, and its flags are closed."),
        form=CauseForm,
        permissions=(_FLAG, _GAME),
        service=lambda flag, **said: moderation.hide_game(game_id=flag.game_id, **said),
        subject=lambda flag: flag.game_id,
    ),
)


def _hide_reported(report: Report, **said: Any) -> object:
    if report.game_id is not None:
        return moderation.hide_game(game_id=report.game_id, **said)
    return moderation.hide_player(player_id=report.player_id, **said)  # type: ignore[arg-type]


REPORT_KINDS: Final = _kinds(
    Kind(
        action=Action.RESOLVE,
        button=_("Resolve"),
        effect=_("The report is closed. Nothing is done to what it is about, whose player is told nothing."),
        done=_("The report is resolved."),
        form=ReasonForm,
        permissions=(_REPORT,),
        service=lambda report, **said: moderation.resolve_report(report_id=report.pk, **said),
    ),
    Kind(
        action=Action.HIDE,
        button=_("Hide what is reported"),
        effect=_("The game, or the player with all games, leaves boards and public sight at once."),
        done=_("It is hidden, and its reports are closed."),
        form=CauseForm,
        permissions=(_REPORT, _GAME, _PLAYER),
        service=_hide_reported,
        subject=lambda report: (report.game_id, report.player_id),
    ),
)


def open_to_game(game: Game) -> list[Kind]:
    """Return what can be decided about a game as it stands."""
    hidden = Action.REINSTATE if game.is_hidden else Action.HIDE
    actions = (hidden,) if game.status == Game.Status.PLAYING else (Action.RECHECK, hidden)
    return [GAME_KINDS[action] for action in actions]


def open_to_match(match: Match) -> list[Kind]:
    """Return what can be decided about a match as it stands."""
    return list(MATCH_KINDS.values()) if can_be_called_off(match) else []


def open_to_player(player: Player) -> list[Kind]:
    """Return what can be decided about a player as they stand."""
    if player.erased_at is not None:
        return []
    hidden = Action.REINSTATE if player.is_hidden else Action.HIDE
    banned = Action.LIFT_BAN if player.is_banned else Action.BAN
    return [PLAYER_KINDS[action] for action in (hidden, banned, Action.RESET_NAME)]


def open_to_flag(flag: Flag) -> list[Kind]:
    """Return what can be decided about a flag as it stands."""
    return list(FLAG_KINDS.values()) if flag.decision_id is None else []


def open_to_report(report: Report) -> list[Kind]:
    """Return what can be decided about a report as it stands."""
    return list(REPORT_KINDS.values()) if report.is_open else []
