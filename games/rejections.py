"""Why the check rejected a game: its row keeps a code and what goes with it, and people are told in words."""

from games.engine.deals import DealCode
from games.engine.errors import Refusal, refusal_text
from games.engine.scores import format_score
from games.engine.texts import Text
from games.models import Game


def why_rejected(game: Game) -> Text:
    """Return why a game was rejected. Raises RuntimeError for one that was not, or whose row does not say."""
    if game.rejection == Game.Rejection.ILLEGAL_MOVE:
        return refusal_text(game.refused_move, Refusal(game.refused_reason))
    if game.rejection == Game.Rejection.BAD_BYTE:
        return Text("the byte at index %(index)s stands for no action", index=game.refused_index)
    if game.claimed_score is None or game.score is None:
        raise RuntimeError(f"game {game.pk} has no score that could be wrong; its rejection is {game.rejection!r}")
    scoring = DealCode.parse(game.code).scoring
    return Text(
        "the claimed score is %(claimed)s, but the moves give %(computed)s",
        claimed=format_score(game.claimed_score, scoring),
        computed=format_score(game.score, scoring),
    )
