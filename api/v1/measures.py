"""The JSON of what staff have decided, as far as the player concerned is told: never their reason for themselves."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games import moderation
from games.models import Cause, Decision, Game, Player

CauseText = Annotated[
    str,
    Meta(
        description="Why, for programs; `/docs/moderation/` has them all.",
        extra_json_schema={"enum": Cause.values},
        examples=[Cause.COPIED_GAME.value],
    ),
]
Note = Annotated[str, Meta(description="What staff say to the player about it; often empty.")]


class Measure(Struct, kw_only=True):
    """Something that staff have decided about a player or a game, and what they say of why."""

    at: datetime
    cause: CauseText
    note: Note


class Hiding(Measure, kw_only=True):
    """Why a game is out of public sight."""

    of: Annotated[Literal["game", "player"], Meta(description="Whether it alone is hidden, or its player.")]


class Measures(Struct, kw_only=True):
    """What staff have decided about a player, as it is in force."""

    hidden: Annotated[Measure | None, Meta(description="All of the player's games are out of public sight.")]
    banned: Annotated[Measure | None, Meta(description="No game can be started, continued, finished or posted.")]
    name_reset: Annotated[
        Measure | None,
        Meta(description="The name was taken away; null again once the player has chosen another one."),
    ]


def hiding_of(game: Game) -> Hiding | None:
    """Return why a game is hidden, or its player; None if neither is."""
    if game.hidden_at is not None:
        return Hiding(of="game", **_told(moderation.in_force(action=_HIDE, game=game), at=game.hidden_at))
    if game.player.hidden_at is not None:
        decision = moderation.in_force(action=_HIDE, player=game.player)
        return Hiding(of="player", **_told(decision, at=game.player.hidden_at))
    return None


def measures_of(player: Player) -> Measures:
    """Return what staff have decided about a player."""
    return Measures(
        hidden=_measure(player, action=_HIDE, since=player.hidden_at),
        banned=_measure(player, action=Decision.Action.BAN, since=player.banned_at),
        name_reset=_measure(player, action=Decision.Action.RESET_NAME, since=player.name_reset_at),
    )


_HIDE = Decision.Action.HIDE


def _measure(player: Player, *, action: Decision.Action, since: datetime | None) -> Measure | None:
    if since is None:
        return None
    return Measure(**_told(moderation.in_force(action=action, player=player), at=since))


def _told(decision: Decision | None, *, at: datetime) -> dict[str, Any]:
    """Return what is said of a decision; of one that is in force and not on record, nothing."""
    if decision is None:
        return {"at": at, "cause": Cause.UNSTATED.value, "note": ""}
    return {"at": at, "cause": decision.cause, "note": decision.note}
