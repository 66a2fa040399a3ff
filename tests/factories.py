"""What tests make games of: players, and real games of known results."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from games import services
from games.check import check_waiting
from games.engine.deals import DealCode
from games.engine.moves import Move, encode
from games.models import Game, Player

VECTORS = Path(__file__).parent / "vectors"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

_numbers = count(1)


@dataclass(frozen=True)
class KnownGame:
    """A real game with the result that an independent implementation of the rules gives it."""

    deal: str
    note: str
    moves: tuple[str, ...]
    final: dict[str, Any]

    @property
    def code(self) -> DealCode:
        return DealCode.parse(self.deal)

    @property
    def events(self) -> bytes:
        return events_of(self.moves)

    @property
    def score(self) -> int:
        score: int = self.final["score"]
        return score


@cache
def known_games() -> tuple[KnownGame, ...]:
    """Games of few deals, several to a deal: wins, games given up, undos, take-backs."""
    lines = (VECTORS / "same_deal.jsonl").read_text().splitlines()
    rows = map(json.loads, lines)
    return tuple(KnownGame(row["deal"], row["note"], tuple(row["moves"]), row["final"]) for row in rows)


def known_game(deal: str = "DS1-D1N-KSTNMZC", *, note: str = "a win", nth: int = 0) -> KnownGame:
    """The nth game of a deal that has this note."""
    return [game for game in known_games() if game.deal == deal and game.note == note][nth]


def events_of(moves: Sequence[str]) -> bytes:
    return encode([Move.parse(text) for text in moves])


def make_player(name: str = "", **fields: Any) -> Player:
    """A guest, or what `fields` make of it."""
    return Player.objects.create(name=name or f"Guest {next(_numbers)}", **fields)


def submit(player: Player, game: KnownGame, *, at: datetime = NOON, **claims: Any) -> Game:
    """A known game posted whole, claiming its true score unless told otherwise; not yet checked."""
    claims.setdefault("claimed_score", game.score)
    return services.submit_game(player=player, code=game.code, events=game.events, at=at, **claims).game


def submit_and_check(player: Player, game: KnownGame, *, at: datetime = NOON, **claims: Any) -> Game:
    """A known game posted whole and decided."""
    submitted = submit(player, game, at=at, **claims)
    check_waiting(limit=100, at=at + timedelta(seconds=1))
    submitted.refresh_from_db()
    return submitted


def start_and_play(player: Player, deal: str, moves: Sequence[str] = (), *, at: datetime = NOON) -> Game:
    """A live game with these moves appended in one go."""
    game = services.start_game(player=player, code=DealCode.parse(deal), at=at)
    if moves:
        steps = [Move.parse(text) for text in moves]
        services.append_moves(game_id=game.id, player=player, version=0, steps=steps, at=at)
    game.refresh_from_db()
    return game
