"""The replay of a game: who played it and how, for those who may see; for others its result, and the deal to try."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from api.pages.viewers import viewer_of
from games import log, moderation, movetexts, selectors, sharing
from games.engine.deals import DealCode
from games.engine.fold import effective_line
from games.engine.scores import format_score
from games.errors import GameNotFinished, GameNotFound, ReplayNotAllowed, ShareNotFound
from games.models import Attempt, Cause, Decision, Game, Player, Report
from games.rejections import why_rejected
from games.replay import frames as frames_of
from games.texts import worded
from games.viewer import NoSuchStep, Viewer
from games.viewer import viewer_of as replay_viewer_of
from leaderboards import board
from leaderboards.board import Board, Place, View
from leaderboards.results import best_game_of

REPORT_CAUSES: Final[dict[str, Promise | str]] = {
    Report.Cause.CHEATING: gettext_lazy("Cheating"),
    Report.Cause.OFFENSIVE_NAME: gettext_lazy("An offensive name"),
    Report.Cause.IMPERSONATION: gettext_lazy("A name meant to be taken for somebody else’s"),
    Report.Cause.ABUSE: gettext_lazy("Abuse of the service or of players"),
    Report.Cause.OTHER: gettext_lazy("Something else"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A game as a request may see it."""

    game: Game
    viewer: Player | None
    share: str | None

    @property
    def is_own(self) -> bool:
        return self.viewer is not None and self.viewer.pk == self.game.player_id

    @property
    def query(self) -> str:
        """What the addresses of this game need for the same sight of it."""
        return f"?{urlencode({'share': self.share})}" if self.share else ""

    def address(self, name: str) -> str:
        return reverse(name, kwargs={"game_id": self.game.pk}) + self.query


@require_safe
def show(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game, at the step that `?step=` names; to who may not see it played, its result alone."""
    seen = game_seen(request, game_id)
    context = about(seen)
    try:
        pass_gate(seen)
    except ReplayNotAllowed as refused:
        return render(request, "pages/replay_closed.html", context | {"policy": refused.policy})
    try:
        context["replay"] = _viewer(seen, step=request.GET.get("step"))
    except NoSuchStep as error:
        raise Http404(str(error)) from None
    return render(request, "pages/replay.html", context)


@gzip_page
@require_safe
def frames(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Give the frames of a game to the viewer's script; with `?line=1` those of its line, without what was undone."""
    game = _through_gate(request, game_id).game
    is_line = request.GET.get("line") == "1"
    # Why a move was refused is worded in the language of the request.
    etag = f'"{game.stream.version}-{game.status}-{is_line:d}-{get_language()}"'
    unchanged = get_conditional_response(request, etag=etag)
    return unchanged or JsonResponse(line_frames(game) if is_line else _frames(game), headers={"ETag": etag})


@require_safe
def movetext(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give a game as a text to save."""
    game = _through_gate(request, game_id).game
    disposition = f'attachment; filename="{movetexts.filename_of(game=game)}"'
    return HttpResponse(
        movetexts.movetext_of(game=game),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": disposition},
    )


def game_seen(request: HttpRequest, game_id: UUID, *, share_parameter: str = "share") -> Seen:
    """Return a game that the request may know of, by who looks or by a link. Raises Http404."""
    viewer, share = viewer_of(request), request.GET.get(share_parameter)
    try:
        game = selectors.game_for(game_id=game_id, viewer=viewer, share=share)
    except (GameNotFound, ShareNotFound) as error:
        raise Http404(str(error)) from None
    return Seen(game=game, viewer=viewer, share=share)


def pass_gate(seen: Seen) -> None:
    """Let who looks see the game played, and remember it. Raises ReplayNotAllowed."""
    selectors.see_replay(game=seen.game, viewer=seen.viewer, share=seen.share)


def about(seen: Seen) -> dict[str, Any]:
    """Return what the pages of a game say of it beside the table."""
    game, code = seen.game, DealCode.parse(seen.game.code)
    is_insider = selectors.is_own_or_staff(game, viewer=seen.viewer)
    place = _place(game)
    return {
        "seen": seen,
        "game": game,
        "code": code,
        "score": None if game.score is None else format_score(game.score, code.scoring),
        "ranked_score": None if game.ranked_score is None else format_score(game.ranked_score, code.scoring),
        "first_attempt": Attempt.objects.filter(game=game).exists(),
        "is_player_shown": game.player.is_public,
        "place": place,
        "is_best": place is not None and place.entry.game_id == game.pk,
        "why_rejected": worded(why_rejected(game)) if game.rejection else "",
        "is_insider": is_insider,
        "hiding": _hiding(game) if is_insider else None,
        "own_best": _to_compare(seen),
        "link": _link(seen),
        "causes": [(str(cause), text) for cause, text in REPORT_CAUSES.items()],
        "policy": settings.REPLAY_POLICY,
        "texts": {"url": reverse("game", kwargs={"game_id": game.pk}), "query": seen.query, **_texts()},
    }


def _through_gate(request: HttpRequest, game_id: UUID) -> Seen:
    seen = game_seen(request, game_id)
    try:
        pass_gate(seen)
    except ReplayNotAllowed as refused:
        raise Http404(str(refused)) from None
    return seen


def _viewer(seen: Seen, *, step: str | None) -> Viewer:
    shown = _frames(seen.game)
    if step is None and shown["error"] is not None:
        step = str(len(shown["events"]))  # a rejected game opens at the move that was refused
    return replay_viewer_of(
        frames=shown,
        step=step,
        address=seen.address("replay"),
        frames_address=seen.address("replay-frames"),
        name="replay",
    )


def line_frames(game: Game) -> dict[str, Any]:
    """Return the frames of a game's line as far as it is legal: undone actions are left out, and their undos."""
    return frames_of(
        code=DealCode.parse(game.code),
        events=effective_line(selectors.legal_events(game=game)),
        rules_version=game.stream.rules_version,
        reveal=game.status != Game.Status.PLAYING,
    )


def _frames(game: Game) -> dict[str, Any]:
    """Return the frames of a game; hidden cards are named once it is finished."""
    return frames_of(
        code=DealCode.parse(game.code),
        events=log.read(stream_id=game.pk, version=game.stream.version),
        rules_version=game.stream.rules_version,
        reveal=game.status != Game.Status.PLAYING,
    )


def _place(game: Game) -> Place | None:
    """Return where the game's player stands on its board, whether with this game or a better one."""
    if game.status != Game.Status.VERIFIED:
        return None
    own = Board(code=game.code, rules_version=game.stream.rules_version, view=View.BEST)
    return board.place(board=own, player_id=game.player_id)


def _to_compare(seen: Seen) -> Game | None:
    """Return the game of one's own to set beside this one: one's best on the deal, or in another mode of its cards."""
    if seen.viewer is None or seen.is_own:
        return None
    code, rules_version = DealCode.parse(seen.game.code), seen.game.stream.rules_version
    codes = sorted(map(str, code.siblings()), key=lambda sibling: sibling != str(code))
    own = (best_game_of(player=seen.viewer, code=sibling, rules_version=rules_version) for sibling in codes)
    return next(filter(None, own), None)


def _link(seen: Seen) -> str | None:
    """Return the address of one's own game by its link, if there is one."""
    if not seen.is_own or seen.viewer is None:
        return None
    try:
        link = sharing.link_of(game_id=seen.game.pk, player=seen.viewer)
    except (GameNotFinished, ShareNotFound):
        return None
    return reverse("replay", kwargs={"game_id": seen.game.pk}, query={"share": link.token})


def _hiding(game: Game) -> dict[str, Any] | None:
    """Return since when the game or its player is hidden and what staff say of it; None if neither is."""
    if game.hidden_at is not None:
        decision, at = moderation.in_force(action=Decision.Action.HIDE, game=game), game.hidden_at
    elif game.player.hidden_at is not None:
        decision, at = moderation.in_force(action=Decision.Action.HIDE, player=game.player), game.player.hidden_at
    else:
        return None
    said = decision is not None and decision.cause not in (Cause.UNSTATED, Cause.OTHER)
    return {
        "at": at,
        "of_player": game.hidden_at is None,
        "cause": decision.get_cause_display() if decision is not None and said else "",
        "note": decision.note if decision is not None else "",
    }


def _texts() -> dict[str, str]:
    return {
        "offline": _("The service cannot be reached. Try again in a moment."),
        "copied": _("Copied"),
        "revoked": _("The link is taken back. It opens nothing any more."),
        "reported": _("Thank you. Staff will look at it."),
        "noGuest": _("No guest can be made for you at the moment. Try again later."),
    }
