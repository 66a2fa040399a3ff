"""The address of the API itself: where everything begins."""

from typing import Annotated

from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1.resource import Resource, operation
from games.engine.deals import RULES_VERSION
from games.models import Player


class Root(Struct, kw_only=True):
    """Where to begin, as addresses on this service."""

    rules_version: Annotated[int, Meta(description="The rules by which new games are played.", examples=[1])]
    docs: Annotated[str, Meta(description="Every operation, to try in a browser.", examples=["/api/v1/docs/"])]
    openapi: Annotated[str, Meta(description="The OpenAPI document.", examples=["/api/v1/openapi.json"])]
    guide: Annotated[str, Meta(description="How to write a client.", examples=["/docs/client-guide/"])]
    limits: Annotated[str, Meta(description="What is taken at most.", examples=["/api/v1/limits/"])]
    players: Annotated[str, Meta(description="Where one registers.", examples=["/api/v1/players/"])]
    deals: str
    daily_deals: Annotated[str, Meta(description="The deals of today.", examples=["/api/v1/deals/daily/"])]
    games: str
    scores: str
    matches: Annotated[str, Meta(description="Where two players meet.", examples=["/api/v1/matches/"])]


class RootResource(Resource):
    """`/api/v1/`"""

    @operation(id="get_root", tag="Service", returns={200: Root}, public=True)
    def get(self, request: Request, *, viewer: Player | None) -> Root:
        """Get the addresses where everything begins."""
        return Root(
            rules_version=RULES_VERSION,
            docs=reverse("api-docs"),
            openapi=reverse("openapi-json"),
            guide="/docs/client-guide/",
            limits=reverse("limits"),
            players=reverse("players"),
            deals=reverse("deals"),
            daily_deals=reverse("daily-deals"),
            games=reverse("games"),
            scores=reverse("scores"),
            matches=reverse("matches"),
        )
