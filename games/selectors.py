"""What may be seen of games, and by whom. One gate for replays: frames, log, movetext, earlier versions."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from games import log, sharing
from games.engine.deals import DealCode
from games.engine.fold import Replay, fold
from games.errors import GameNotFound, ReplayNotAllowed, ShareNotFound
from games.models import Game, Player, ReplayView
from games.models.games import GameQuerySet


def game_for(*, game_id: UUID, viewer: Player | None, share: str | None = None) -> Game:
    """Return a game that the viewer may know of: one's own, any for staff, else a verified one that boards may show.

    With the token of a link, `share`, it is the game that the link leads to, whoever asks. Raises GameNotFound for all
    others, whether they exist or not, and ShareNotFound for a token that opens nothing.
    """
    games = Game.objects.select_related("stream", "player")
    game = games.filter(pk=game_id).first()
    if share is not None:
        if game is None:
            raise ShareNotFound(game_id=game_id)
        sharing.require_link(game=game, token=share)
        return game
    if game is None or not (is_own_or_staff(game, viewer=viewer) or games.ranked().filter(pk=game_id).exists()):
        raise GameNotFound(game_id=game_id)
    return game


def games_of(*, player: Player) -> GameQuerySet:
    """Return a player's own games, the newest first."""
    return Game.objects.filter(player=player).select_related("stream").order_by("-stream_id")


def replay_of(*, game: Game, version: int | None = None) -> Replay:
    """Return the fold of a game's log, or of its first `version` events."""
    events = log.read(stream_id=game.pk, version=version)
    return fold(DealCode.parse(game.code), events, rules=game.stream.rules_version)


def legal_events(*, game: Game) -> bytes:
    """Return a game's log as far as it is legal: of a rejected game, its good part."""
    events = log.read(stream_id=game.pk, version=game.stream.version)
    return events[: fold(DealCode.parse(game.code), events, rules=game.stream.rules_version).table.version]


def may_see_replay(*, game: Game, viewer: Player | None) -> bool:
    """Whether the viewer may see how a game was played, by the setting REPLAY_POLICY."""
    return is_own_or_staff(game, viewer=viewer) or _may_see_cards_played(number=game.number, viewer=viewer)


def see_replay(*, game: Game, viewer: Player | None, share: str | None = None, at: datetime | None = None) -> None:
    """Let the viewer through the gate, and remember that they have seen these cards played by another.

    The token of a link, `share`, opens it under any policy. Raises ReplayNotAllowed, and ShareNotFound for a token
    that opens nothing.
    """
    if share is not None:
        sharing.require_link(game=game, token=share)
    elif not may_see_replay(game=game, viewer=viewer):
        raise ReplayNotAllowed(policy=settings.REPLAY_POLICY)
    if viewer is not None and viewer.pk != game.player_id:
        _note_view(viewer=viewer, number=game.number, at=at)


def see_cards_played(*, number: str, viewer: Player | None, at: datetime | None = None) -> None:
    """Let the viewer see how somebody who is no player has played a number, by the gate of replays; remember it.

    Raises ReplayNotAllowed.
    """
    is_staff = viewer is not None and viewer.is_staff
    if not (is_staff or _may_see_cards_played(number=number, viewer=viewer)):
        raise ReplayNotAllowed(policy=settings.REPLAY_POLICY)
    if viewer is not None:
        _note_view(viewer=viewer, number=number, at=at)


def is_own_or_staff(game: Game, *, viewer: Player | None) -> bool:
    """Whether the viewer is the game's player or a member of staff."""
    return viewer is not None and (viewer.pk == game.player_id or viewer.is_staff)


def _may_see_cards_played(*, number: str, viewer: Player | None) -> bool:
    """Whether the viewer may see how others have played a number, by the setting REPLAY_POLICY."""
    if settings.REPLAY_POLICY == "always":
        return True
    if settings.REPLAY_POLICY == "never" or viewer is None:
        return False
    return Game.objects.filter(player=viewer, number=number, status=Game.Status.VERIFIED).exists()


def _note_view(*, viewer: Player, number: str, at: datetime | None) -> None:
    view = ReplayView(player=viewer, number=number, at=at or timezone.now())
    ReplayView.objects.bulk_create([view], ignore_conflicts=True)
