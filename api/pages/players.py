"""What a player has played: for anybody, and for the player, who also sees what nobody else does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import BadRequest
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from api.pages.cursors import seal, unseal
from api.pages.match_rows import rows_of
from api.pages.matches import played
from api.pages.viewers import COOKIE, viewer_of
from games import moderation, players, selectors
from games.errors import PlayerNotFound
from games.matches import sight
from games.matches.record import record_between
from games.models import Cause, Decision, Game, Player
from games.moment import one_moment
from games.rejections import why_rejected
from games.texts import worded
from leaderboards import results
from leaderboards.models import Entry, View

_ROWS: Final = 25
_MATCHES: Final = 10
_RESULTS: Final = "results"
_OWN_GAMES: Final = "own games"

_STATES: Final[dict[str, Promise | str]] = {
    "playing": _("In play"),
    "abandoned": _("Left unfinished"),
    "finished": _("Waits for its check"),
    "verified": _("Verified"),
    "rejected": _("Rejected"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """A game as its player sees it in the list."""

    game: Game
    state: str
    state_text: Promise | str
    why: str

    @property
    def can_go_on(self) -> bool:
        return self.game.status == Game.Status.PLAYING


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What staff have decided about a player, as the player is told: since when, why, and in which words."""

    action: Decision.Action
    at: datetime
    cause: str
    note: str


@require_safe
def show(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show the results of a player: their entries on all boards, the newest first."""
    try:
        player = players.public_player(player_id=player_id)
    except PlayerNotFound:
        raise Http404(f"nobody to be seen is {player_id}") from None
    cursor = request.GET.get("cursor")
    entries = results.entries_of(player_id=player.pk, view=View.BEST).order_by(*results.NEWEST)
    if cursor is not None:
        entries = entries.filter(_older(cursor, player=player))
    with one_moment():
        found = list(entries[: _ROWS + 1])
        rows = results.ranked(found[:_ROWS])
        sums = results.sums_of(player_id=player.pk)
    last = found[_ROWS - 1] if len(found) > _ROWS else None
    older = None if last is None else _sealed(last, player=player)
    context = {"player": player, "rows": rows, "sums": sums, "cursor": cursor, "older": older}
    if cursor is None:
        context |= _matches(player, viewer=viewer_of(request))
    return render(request, "pages/player.html", context)


@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """Show one's own games and account; whoever is nobody yet may sign in."""
    viewer = viewer_of(request)
    if viewer is None:
        return render(request, "pages/sign_in.html", {"is_unknown": COOKIE in request.COOKIES})
    cursor = request.GET.get("cursor")
    games = selectors.games_of(player=viewer)
    if cursor is not None:
        games = games.filter(stream_id__lt=_own_cursor(cursor, player=viewer))
    found = list(games[: _ROWS + 1])
    context = {
        "games": _own_games(found[:_ROWS]),
        "cursor": cursor,
        "older": seal([str(found[_ROWS - 1].pk)], name=_named(_OWN_GAMES, viewer)) if len(found) > _ROWS else None,
        "matches": played(viewer) if cursor is None else [],
        "told": _told(viewer),
    }
    return render(request, "pages/own.html", context)


def _matches(player: Player, *, viewer: Player | None) -> dict[str, Any]:
    """Return the newest matches of a player, and how the viewer has done against them if they have ever met."""
    record = None
    if viewer is not None and viewer != player:
        record = record_between(player_id=viewer.pk, other_id=player.pk)
    return {
        "matches": rows_of(sight.results_of(player=player)[:_MATCHES], player=player),
        "record": record if record and record.played else None,
    }


def _own_games(games: Sequence[Game]) -> list[OwnGame]:
    at = timezone.now()
    return [_own_game(game, at=at) for game in games]


def _own_game(game: Game, *, at: datetime) -> OwnGame:
    state = "abandoned" if game.is_abandoned(at=at) else game.status
    return OwnGame(
        game=game, state=state, state_text=_STATES[state], why=worded(why_rejected(game)) if game.rejection else ""
    )


def _told(player: Player) -> list[Told]:
    """Return what staff have decided about a player and is in force."""
    actions = (
        (Decision.Action.HIDE, player.hidden_at),
        (Decision.Action.BAN, player.banned_at),
        (Decision.Action.RESET_NAME, player.name_reset_at),
    )
    told = []
    for action, since in actions:
        if since is None:
            continue
        decision = moderation.in_force(action=action, player=player)
        cause = decision.get_cause_display() if decision and decision.cause != Cause.UNSTATED else ""
        told.append(Told(action=action, at=since, cause=cause, note=decision.note if decision else ""))
    return told


def _sealed(entry: Entry, *, player: Player) -> str:
    return seal([entry.finished_at.isoformat(), str(entry.game_id)], name=_named(_RESULTS, player))


def _older(cursor: str, *, player: Player) -> Q:
    """Return the condition of the entries that come after the one of a cursor."""
    try:
        text, game_text = unseal(cursor, name=_named(_RESULTS, player))
        at, game_id = datetime.fromisoformat(text), UUID(game_text)
    except ValueError:
        raise BadRequest(f"{cursor!r} is a cursor of another version of this page") from None
    return Q(finished_at__lte=at) & (Q(finished_at__lt=at) | Q(game_id__lt=game_id))


def _own_cursor(cursor: str, *, player: Player) -> UUID:
    try:
        (text,) = unseal(cursor, name=_named(_OWN_GAMES, player))
        return UUID(text)
    except ValueError:
        raise BadRequest(f"{cursor!r} is a cursor of another version of this page") from None


def _named(name: str, player: Player) -> str:
    return f"{name} {player.pk}"
