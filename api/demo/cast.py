"""Who does what in the demonstration: real games of one deal, from the published test vectors."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from django.conf import settings

DEAL: Final = "DS1-D1N-KSTNMZC"
"""The deal on whose board most of them meet; some play its other modes as well."""

_GAMES: Final = Path(settings.BASE_DIR) / "docs" / "vectors" / "same_deal.jsonl"
_ILLEGAL_AT: Final = 41
_FALSE_SCORE: Final = 9999


@dataclass(frozen=True, kw_only=True)
class Part:
    """A game that a player brings along, to post whole or to play live."""

    player: str
    does: str
    deal: str
    moves: tuple[str, ...]
    score: int
    is_live: bool = False


def parts() -> list[Part]:
    """Return the parts in the order in which they are played."""
    drawn_3, vegas, drawn_3_vegas = (DEAL.replace("D1N", mode) for mode in ("D3N", "D1V", "D3V"))
    win = _game("Ana", "posts a win", DEAL, "a win")
    other = _game("Chen", "posts another win", DEAL, "a win", nth=1)
    return [
        win,
        _game("Bo", "posts a win with the same result", DEAL, "a win with the same result by another order"),
        other,
        replace(_game("Dina", "plays live", DEAL, "a win", nth=2), is_live=True),
        _game("Emre", "posts a win with take-backs", DEAL, "a win", nth=3),
        _game("Fay", "places one card twenty times", DEAL, "a card taken back and placed again, twenty times"),
        _game("Goran", "gives up at once", DEAL, "given up at once"),
        replace(win, player="Hana", does="posts Ana's game as her own"),
        replace(other, player="Ivo", does="posts an illegal move", moves=_spoiled(other.moves)),
        replace(other, player="Jun", does="claims a false score", score=_FALSE_SCORE),
        _game("Ana", "plays draw 3 too", drawn_3, "a win"),
        _game("Chen", "plays draw 3 too", drawn_3, "a win", nth=1),
        _game("Dina", "plays Vegas too", vegas, "a win"),
        _game("Bo", "plays Vegas too", vegas, "given up"),
        _game("Fay", "plays Vegas with draw 3 too", drawn_3_vegas, "given up"),
    ]


def _game(player: str, does: str, deal: str, note: str, *, nth: int = 0) -> Part:
    """Return the nth published game of a deal with this note, as a player's part."""
    games = [json.loads(line) for line in _GAMES.read_text().splitlines()]
    game = [game for game in games if (game["deal"], game["note"]) == (deal, note)][nth]
    return Part(player=player, does=does, deal=deal, moves=tuple(game["moves"]), score=game["final"]["score"])


def _spoiled(moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves with an illegal one among them: the stock still has cards, so it cannot be recycled."""
    return (*moves[:_ILLEGAL_AT], "recycle", *moves[_ILLEGAL_AT:])
