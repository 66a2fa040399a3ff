"""Games as movetext: given out as the service has them, and taken in as somebody has written them."""

from dataclasses import replace

from games import log
from games.engine.cards import FACES, PER_SUIT
from games.engine.deals import DealCode
from games.engine.errors import IllegalMove, MovetextError, Refusal
from games.engine.fold import fold
from games.engine.moves import known_prefix
from games.engine.movetext import Movetext, annotate, count_moves, parse_game
from games.engine.solo import SoloTable
from games.engine.texts import Text
from games.engine.written_move import WrittenMove
from games.errors import LimitExceeded
from games.limits import MAX_LOG_EVENTS
from games.models import Game


def movetext_of(*, game: Game) -> str:
    """Return a game as movetext: up to now if it is in play; without a score if its log is not legal.

    The game needs its stream and player at hand. It is read up to the version that its stream has: more may be
    appended meanwhile.
    """
    return write(game=game, events=log.read(stream_id=game.pk, version=game.stream.version))


def write(*, game: Game, events: bytes) -> str:
    """Return a game with these events as movetext."""
    code, rules = DealCode.parse(game.code), game.stream.rules_version
    played = fold(code, events, rules=rules)
    text = annotate(code, events[: known_prefix(events)], rules=rules)
    return str(
        replace(
            text,
            score=played.table.score if played.error is None else None,
            player=game.player.name,
            day=(game.finished_at or game.started_at).date(),
        )
    )


def filename_of(*, game: Game) -> str:
    """Return what the file of a game is called when it is saved."""
    return f"{game.code}_{game.pk}.txt"


def read(text: str) -> Movetext:
    """Return the one game of a text, all that it says beside its moves held against its deal.

    Whether the moves are legal, and give the score, is for the check to say. Raises LimitExceeded before any work, and
    MovetextError for a text that cannot be read or that contradicts its deal.
    """
    if (got := count_moves(text)) > MAX_LOG_EVENTS:
        raise LimitExceeded(limit="log_events", maximum=MAX_LOG_EVENTS, got=got)
    game = parse_game(text)
    replay = fold(game.deal, game.events, rules=game.rules, claims=game.claims)
    if replay.error is None:
        return game
    written = game.moves[replay.error.index]
    is_false = replay.error.code == MovetextError.code or replay.error.reason is Refusal.WRONG_COUNT
    problem = replay.error.text if is_false else _misplaced(written, table=replay.table)
    if problem is not None:
        raise MovetextError(problem, line=written.line, index=replay.error.index)
    if replay.error.code != IllegalMove.code:
        raise RuntimeError(f"a text was read as moves and then refused as {replay.error.code}")
    return game


def _misplaced(written: WrittenMove, *, table: SoloTable) -> Text | None:
    """Return what is wrong with the card of an illegal move, None if it lies where the move would take it from."""
    source = str(written.move).partition("-")[0]
    if written.card is None or written.card in _cards_in(source, table=table):
        return None
    said = {"move": written.move, "card": written.card}
    return Text("%(move)s is written with the card %(card)s, which is not there", **said)


def _cards_in(pile: str, *, table: SoloTable) -> list[str]:
    """Return the cards of which one leads a move from a pile, as far as they are known."""
    if pile.startswith("T"):
        return table.columns[int(pile[1:]) - 1]
    if pile.startswith("F"):
        place = int(pile[1:]) - 1
        ace = place // 2 * PER_SUIT
        return list(FACES[ace : ace + table.foundations[place]][-1:])
    return table.waste[-1:]
