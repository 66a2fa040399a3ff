"""Reports: asking staff to look at a game or at a player."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples, throttles
from api.v1.parsing import Body
from api.v1.resource import Resource, operation
from games import reports
from games.limits import MAX_REPORT_CHARACTERS
from games.models import Player, Report

CauseName = Annotated[
    Literal["cheating", "offensive_name", "impersonation", "abuse", "other"],
    Meta(description="What is wrong; `/docs/moderation/` explains them."),
]
_EXAMPLE = {"cause": "cheating", "text": "The same moves as in my game of yesterday."}


class SendReport(Body, frozen=True):
    """What staff should look at, and why."""

    cause: CauseName
    text: Annotated[
        str, Meta(description="For staff alone; not shown to the player concerned.", max_length=MAX_REPORT_CHARACTERS)
    ] = ""


class SentReport(Struct, kw_only=True):
    """A report, as its sender sees it."""

    id: UUID
    game_id: Annotated[UUID | None, Meta(description="The game that it is about, if it is about one.")]
    player_id: Annotated[UUID | None, Meta(description="The player that it is about, if it is about one.")]
    cause: Annotated[str, Meta(extra_json_schema={"enum": Report.Cause.values})]
    text: str
    at: datetime


class GameReports(Resource):
    """`/api/v1/games/{game_id}/report/`"""

    @operation(
        id="report_game",
        tag="Games",
        body=SendReport,
        returns={201: SentReport},
        errors=("game_not_found", "already_reported", "report_of_oneself", "limit_exceeded"),
        idempotent=True,
        rates=(throttles.REPORT,),
        example=_EXAMPLE,
        answer=lambda: _sent(_example()),
    )
    def post(self, request: Request, *, player: Player, body: SendReport, game_id: UUID) -> SentReport:
        """Report a game to staff.

        Another player's. It waits until a person has looked at it; until then one cannot report the same game again.
        """
        report = reports.report_game(game_id=game_id, reporter=player, cause=Report.Cause(body.cause), text=body.text)
        return _sent(report)


class PlayerReports(Resource):
    """`/api/v1/players/{player_id}/report/`"""

    @operation(
        id="report_player",
        tag="Players",
        body=SendReport,
        returns={201: SentReport},
        errors=("player_not_found", "already_reported", "report_of_oneself", "limit_exceeded"),
        idempotent=True,
        rates=(throttles.REPORT,),
        example=_EXAMPLE,
    )
    def post(self, request: Request, *, player: Player, body: SendReport, player_id: UUID) -> SentReport:
        """Report a player to staff.

        For a name, say, or for many games. Like the report of a game.
        """
        report = reports.report_player(
            player_id=player_id, reporter=player, cause=Report.Cause(body.cause), text=body.text
        )
        return _sent(report)


def _sent(report: Report) -> SentReport:
    return SentReport(
        id=report.pk,
        game_id=report.game_id,
        player_id=report.player_id,
        cause=report.cause,
        text=report.text,
        at=report.at,
    )


def _example() -> Report:
    return Report(
        id=UUID("019ad3d0-1f0b-7a55-9d43-8c0a5c1e2b77"),
        game_id=examples.GAME_ID,
        at=examples.FINISHED_AT,
        **_EXAMPLE,
    )
