"""Links by which a player lets anybody see how one of their games was played."""

import secrets
from uuid import UUID

from django.db import transaction
from django.utils.crypto import constant_time_compare

from games.errors import GameNotFinished, GameNotFound, ShareNotFound
from games.models import Game, Player, ShareLink

_TOKEN_BYTES = 16


@transaction.atomic
def share_game(*, game_id: UUID, player: Player) -> tuple[ShareLink, bool]:
    """Return the link to one's own finished game, and whether it was made just now.

    Raises GameNotFound, GameNotFinished for one in play, and ShareNotFound for one that staff have hidden.
    """
    game = _own_finished_game(game_id=game_id, player=player)
    if not _may_be_shared(game):
        raise ShareNotFound(game_id=game_id)
    return ShareLink.objects.get_or_create(game=game, defaults={"token": secrets.token_urlsafe(_TOKEN_BYTES)})


def link_of(*, game_id: UUID, player: Player) -> ShareLink:
    """Return the link in force to one's own game. Raises GameNotFound, GameNotFinished and ShareNotFound."""
    game = _own_finished_game(game_id=game_id, player=player)
    link = ShareLink.objects.filter(game=game).first()
    if link is None or not _may_be_shared(game):
        raise ShareNotFound(game_id=game_id)
    return link


def revoke_share(*, game_id: UUID, player: Player) -> None:
    """End the link to one's own game. Raises GameNotFound, GameNotFinished, and ShareNotFound if there is none."""
    game = _own_finished_game(game_id=game_id, player=player)
    if not ShareLink.objects.filter(game=game).delete()[0]:
        raise ShareNotFound(game_id=game_id)


def require_link(*, game: Game, token: str) -> None:
    """Raise ShareNotFound unless this is the token of the game's link, and the link is in force.

    What staff have hidden is shared with nobody. A player who is on no boards can share all the same: a link is
    their own doing.
    """
    link = ShareLink.objects.filter(game=game).first()
    if link is None or not constant_time_compare(link.token, token) or not _may_be_shared(game):
        raise ShareNotFound(game_id=game.pk)


def _may_be_shared(game: Game) -> bool:
    return not (game.is_hidden or game.player.is_hidden or game.player.erased_at is not None)


def _own_finished_game(*, game_id: UUID, player: Player) -> Game:
    game = Game.objects.select_related("player").filter(pk=game_id, player=player).first()
    if game is None:
        raise GameNotFound(game_id=game_id)
    if game.status == Game.Status.PLAYING:
        raise GameNotFinished(game_id=game_id)
    return game
