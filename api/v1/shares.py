"""Links by which anybody may see how a game was played."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples
from api.v1.game_state import Url
from api.v1.parsing import Body, Query
from api.v1.resource import Reply, Resource, operation
from games import sharing
from games.models import Player, ShareLink

ShareToken = Annotated[str, Meta(examples=["hM3nYcS6f0mQeHj2gk9y1w"], max_length=100)]


class ShareQuery(Query, frozen=True):
    """The token of a link, if one came by a link."""

    share: Annotated[
        ShareToken | None, Meta(description="The token of a link to this game: it is shown to whoever has it.")
    ] = None


class ShareGame(Body, frozen=True):
    """Nothing: there is one link to a game."""


class SharedLink(Struct, kw_only=True):
    """A link to a game. Whoever has it sees the game, its replay, log, movetext and earlier versions."""

    token: ShareToken
    url: Annotated[Url, Meta(description="The replay by this link, relative to the service.")]
    page_url: Annotated[
        Url,
        Meta(
            description="The game's page by this link, to send to people, relative to the service.",
            examples=["/games/019ad3c4-7a51-7c52-8f0e-3c1f6f0e8a11/?share=hM3nYcS6f0mQeHj2gk9y1w"],
        ),
    ]
    created_at: datetime


class Share(Resource):
    """`/api/v1/games/{game_id}/share/`"""

    @operation(
        id="share_game",
        tag="Games",
        body=ShareGame,
        returns={201: SharedLink, 200: SharedLink},
        errors=("game_not_found", "game_not_finished", "share_not_found"),
        idempotent=True,
        example={},
        answer=lambda: _link(_example()),
    )
    def post(self, request: Request, *, player: Player, body: ShareGame, game_id: UUID) -> Reply:
        """Share one's own game by a link.

        Makes the link, or answers 200 with the one that there is. Its token, sent as `share`, opens the game and how
        it was played to anybody, signed in or not; a player who is signed in and follows it has seen a replay of
        these cards. A game in play cannot be shared, and one that staff have hidden is `share_not_found`.
        """
        link, is_new = sharing.share_game(game_id=game_id, player=player)
        return Reply(_link(link), status=201 if is_new else 200, location=_address(game_id))

    @operation(
        id="get_share",
        tag="Games",
        returns={200: SharedLink},
        errors=("game_not_found", "game_not_finished", "share_not_found"),
        answer=lambda: _link(_example()),
    )
    def get(self, request: Request, *, player: Player, game_id: UUID) -> SharedLink:
        """Get the link to one's own game."""
        return _link(sharing.link_of(game_id=game_id, player=player))

    @operation(
        id="revoke_share",
        tag="Games",
        returns={204: None},
        errors=("game_not_found", "game_not_finished", "share_not_found"),
    )
    def delete(self, request: Request, *, player: Player, game_id: UUID) -> Reply:
        """Revoke the link to one's own game.

        It opens nothing any more, for good: the next one has another token.
        """
        sharing.revoke_share(game_id=game_id, player=player)
        return Reply()


def _link(link: ShareLink) -> SharedLink:
    game, share = {"game_id": link.game_id}, {"share": link.token}
    return SharedLink(
        token=link.token,
        url=reverse("api-replay", kwargs=game, query=share),
        page_url=reverse("replay", kwargs=game, query=share),
        created_at=link.created_at,
    )


def _address(game_id: UUID) -> str:
    return reverse("share", kwargs={"game_id": game_id})


def _example() -> ShareLink:
    return ShareLink(game_id=examples.GAME_ID, token="hM3nYcS6f0mQeHj2gk9y1w", created_at=examples.FINISHED_AT)  # noqa: S106
