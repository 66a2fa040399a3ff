"""How two players have done against each other."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples, match_examples
from api.v1.game_state import PlayerName, name_of
from api.v1.resource import Resource, operation
from games import players
from games.matches.record import Record, record_between
from games.models import Player

_Number = Annotated[int, Meta(ge=0)]


class MatchRecord(Struct, kw_only=True):
    """The matches between two players that are over, from the side of the first of them."""

    player: PlayerName
    other: PlayerName
    played: Annotated[int, Meta(description="Void matches among them.", ge=0)]
    won: _Number
    lost: _Number
    void: _Number
    series_won: _Number
    series_lost: _Number
    cards: Annotated[int, Meta(description="Cards that the player has placed on foundations in all of them.", ge=0)]
    other_cards: Annotated[int, Meta(description="Cards that the other has placed.", ge=0)]
    last_at: Annotated[datetime | None, Meta(description="When the last of them ended.")]


class Versus(Resource):
    """`/api/v1/players/{player_id}/versus/{other_id}/`"""

    @operation(
        id="get_record",
        tag="Matches",
        returns={200: MatchRecord},
        errors=("player_not_found",),
        public=True,
        etag=True,
        answer=lambda: _answer(
            examples.ANA,
            match_examples.BO,
            Record(won=1, series_won=1, other_cards=1, last_at=match_examples.ended_at()),
        ),
    )
    def get(self, request: Request, *, viewer: Player | None, player_id: UUID, other_id: UUID) -> MatchRecord:
        """Get the record of two players.

        All matches between them that are over. Both must be players whom anybody may see, unless one asks for one's
        own record.
        """
        player, other = _player(player_id, viewer=viewer), _player(other_id, viewer=viewer)
        return _answer(name_of(player), name_of(other), record_between(player_id=player_id, other_id=other_id))


def _answer(player: PlayerName, other: PlayerName, record: Record) -> MatchRecord:
    return MatchRecord(
        player=player,
        other=other,
        played=record.played,
        won=record.won,
        lost=record.lost,
        void=record.void,
        series_won=record.series_won,
        series_lost=record.series_lost,
        cards=record.cards,
        other_cards=record.other_cards,
        last_at=record.last_at,
    )


def _player(player_id: UUID, *, viewer: Player | None) -> Player:
    """Return a player whom the viewer may see: themselves, or one whom anybody may."""
    if viewer is not None and viewer.pk == player_id:
        return viewer
    return players.public_player(player_id=player_id)
