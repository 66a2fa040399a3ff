"""Two games of the same cards compared. Each that is not one's own passes the gate of replays."""

from typing import Annotated
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from api.v1.comparison import ComparedGames, compared, example_comparison
from api.v1.errors import InvalidParameters
from api.v1.game_state import summaries_of
from api.v1.parsing import Query
from api.v1.problems import ParameterError
from api.v1.resource import Resource, operation
from api.v1.shares import ShareToken
from games import selectors
from games.engine.deals import RULES_VERSION, DealCode
from games.models import Game, Player
from leaderboards.compare import Played, compare
from leaderboards.results import best_game_of


class CompareQuery(Query, frozen=True):
    """Which games to compare: any two of the same cards, of different modes too."""

    a: Annotated[UUID, Meta(description="A game.")]
    b: Annotated[
        UUID | None, Meta(description="Another game. Without it, one's own best verified game on the deal.")
    ] = None
    share_a: Annotated[ShareToken | None, Meta(description="The token of a link to `a`.")] = None
    share_b: Annotated[ShareToken | None, Meta(description="The token of a link to `b`.")] = None


class Compare(Resource):
    """`/api/v1/deals/{code}/compare/`"""

    @operation(
        id="compare_games",
        tag="Deals",
        query=CompareQuery,
        returns={200: ComparedGames},
        errors=("bad_deal_code", "game_not_found", "share_not_found", "replay_not_allowed"),
        public=True,
        etag=True,
        answer=example_comparison,
    )
    def get(self, request: Request, *, viewer: Player | None, query: CompareQuery, code: str) -> ComparedGames:
        """Compare two games.

        Where they part: the last position that both had, and what each played there. Compared are their lines, in which
        what was undone is set aside; versions say where that is in their logs. And how each went, to draw: score,
        ranked score and cards home after every action of its line.

        Both must be of the cards that the code deals, in whichever mode; between draws of one card and of three the
        first draw parts them. The gate of replays holds for each that is not one's own; a link to a game opens it.
        """
        deal = DealCode.parse(code)
        a = selectors.game_for(game_id=query.a, viewer=viewer, share=query.share_a)
        b = _second(query, deal=deal, viewer=viewer)
        for name, game in (("a", a), ("b", b)):
            if game.number != deal.number:
                said = {"game": game.pk, "code": game.code, "deal": deal}
                detail = gettext("Game %(game)s is of %(code)s, not of the cards of %(deal)s.") % said
                raise _bad(name, "other_deal", detail)
        if a.stream.rules_version != b.stream.rules_version:
            detail = gettext("Game %(b)s was played by other rules than game %(a)s.") % {"b": b.pk, "a": a.pk}
            raise _bad("b", "other_rules", detail)
        with transaction.atomic():
            for game, share in ((a, query.share_a), (b, query.share_b)):
                selectors.see_replay(game=game, viewer=viewer, share=share)
        summary_a, summary_b = summaries_of([a, b])
        return compared(compare(a=_played(a), b=_played(b)), a=summary_a, b=summary_b)


def _second(query: CompareQuery, *, deal: DealCode, viewer: Player | None) -> Game:
    """Return the game that is named as b, or else the viewer's best verified one, whether boards show it or not."""
    if query.b is not None:
        return selectors.game_for(game_id=query.b, viewer=viewer, share=query.share_b)
    if query.share_b is not None:
        raise _bad("share_b", "not_without_b", gettext("Name the second game as b, which this is the token of."))
    if viewer is None:
        detail = gettext("Name the second game as b, or send a token to compare with your own best one.")
        raise _bad("b", "missing", detail)
    best = best_game_of(player=viewer, code=str(deal), rules_version=RULES_VERSION)
    if best is None:
        detail = gettext("You have no verified game on %(deal)s. Name the second game as b.") % {"deal": deal}
        raise _bad("b", "no_own_game", detail)
    return best


def _played(game: Game) -> Played:
    """Return a game as it is compared: of a rejected one, the good part."""
    return Played(DealCode.parse(game.code), selectors.legal_events(game=game), game.stream.rules_version)


def _bad(parameter: str, code: str, detail: str) -> InvalidParameters:
    return InvalidParameters(ParameterError(parameter=parameter, code=code, detail=detail))
