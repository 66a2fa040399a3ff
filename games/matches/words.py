"""What a match is and how it ended, in words for the pages and for staff."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.match.options import Ending, Pace, Redeals, Side
from games.engine.match.outcome import WonBy
from games.models import Match, Series
from games.viewer import Label

_PACES: Final[Mapping[str, Label]] = {
    Pace.SIMULTANEOUS: gettext_lazy("both at once"),
    Pace.ALTERNATING: gettext_lazy("in turns"),
}
_DRAWS: Final[Mapping[int, Label]] = {1: gettext_lazy("draw 1"), 3: gettext_lazy("draw 3")}
_RESULTS: Final[Mapping[str, Label]] = {
    WonBy.CARDS: gettext_lazy("%(winner)s has won: more cards on the foundations, %(cards)s to %(others)s."),
    WonBy.LAST_CARD: gettext_lazy("%(winner)s has won: %(cards)s cards each, and the last of all."),
    WonBy.BONUS: gettext_lazy("%(winner)s has won: the first whose columns were all empty."),
    WonBy.RESIGNATION: gettext_lazy("%(winner)s has won: %(loser)s has resigned."),
}
_TIMED_OUT: Final = gettext_lazy("%(winner)s has won: %(loser)s was away for too long.")
_VOID: Final = pgettext_lazy("match", "Void: nobody placed a card, and the match is dealt again.")


def option_words(series: Series) -> list[str]:
    """Return what was chosen for a match, as short phrases."""
    if series.draw_a == series.draw_b:
        draws = [str(_DRAWS[series.draw_a])]
    else:
        draws = [f"A {_DRAWS[series.draw_a]}", f"B {_DRAWS[series.draw_b]}"]
    return [
        str(_PACES[series.pace]),
        *draws,
        *([_("once through the stock")] if series.redeals == Redeals.SINGLE else []),
        *([_("empty columns win")] if series.solo_bonus else []),
        *([_("played out")] if series.ending == Ending.PLAY_OUT else []),
    ]


def result_words(match: Match, *, names: Mapping[Side, str]) -> str:
    """Return how a match that is over has ended, as a sentence."""
    outcome = match.outcome
    if outcome.winner is None or outcome.won_by is None:
        return str(_VOID)
    cards = outcome.contributions
    said = _TIMED_OUT if match.timed_out else _RESULTS[outcome.won_by]
    return str(said) % {
        "winner": names[outcome.winner],
        "loser": names[outcome.winner.other],
        "cards": cards[outcome.winner],
        "others": cards[outcome.winner.other],
    }
