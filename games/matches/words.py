"""What a match is and how it ended, in words for the pages and for staff."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.match.options import Ending, Pace, Redeals, Side
from games.engine.match.outcome import WonBy
from games.models import Match, Series
from games.viewer import Label

_RESULTS: Final[Mapping[str, Label]] = {
    WonBy.CARDS: gettext_lazy("%(winner)s has won: more cards on the foundations, %(cards)s to %(others)s."),
    WonBy.LAST_CARD: gettext_lazy("%(winner)s has won: %(cards)s cards each, and the last of all."),
    WonBy.BONUS: gettext_lazy("%(winner)s has won: the first whose columns were all empty."),
    WonBy.RESIGNATION: gettext_lazy("%(winner)s has won: %(loser)s has resigned."),
}
_TIMED_OUT: Final = gettext_lazy("%(winner)s has won: %(loser)s was away for too long.")
_VOID: Final = pgettext_lazy("match", "Void: nobody placed a card, and the match is dealt again.")


def options_in_short(series: Series, *, names: Mapping[Side, str]) -> list[str]:
    """Return the options of a series, a phrase for pace and draw, and for each other that is not as usual.

    `names` are the players' by their sides: of both, or of the one who has come so far.
    """
    said = [_("Both at once") if series.pace == Pace.SIMULTANEOUS else _("In turns"), _draws(series, names=names)]
    if series.redeals == Redeals.SINGLE:
        said.append(_("Stock only once"))
    if series.ending == Ending.PLAY_OUT:
        said.append(_("Played out"))
    if series.solo_bonus:
        said.append(_("Empty columns win"))
    return said


def _draws(series: Series, *, names: Mapping[Side, str]) -> str:
    if series.draw_a == series.draw_b:
        return _("Draw %(n)s") % {"n": series.draw_a}
    draws = {Side.A: series.draw_a, Side.B: series.draw_b}
    side, name = next(iter(names.items()))
    if len(names) == 1:
        # Translators: {name} has created a match, and the cards that each draw turns are others for who joins.
        return _("%(name)s draws %(n)s, the opponent %(m)s") % {"name": name, "n": draws[side], "m": draws[side.other]}
    return _("%(name)s draws %(n)s, %(other)s %(m)s") % {
        "name": name,
        "n": draws[side],
        "other": names[side.other],
        "m": draws[side.other],
    }


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
