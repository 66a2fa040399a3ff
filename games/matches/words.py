"""What a match is and how it ended, in words for the pages and for staff."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.match.options import Ending, Pace, Redeals, Side
from games.engine.match.outcome import WonBy
from games.models import Match, Series
from games.viewer import Label

_REASONS: Final[Mapping[str, Label]] = {
    # Translators: the numbers of cards of who has won and of the other.
    WonBy.CARDS: gettext_lazy("More cards on the foundations, {cards} to {others}."),
    WonBy.LAST_CARD: gettext_lazy("Both have as many cards on the foundations, and {winner} placed the last one."),
    WonBy.BONUS: gettext_lazy("{winner} was the first to empty all seven columns."),
    WonBy.RESIGNATION: gettext_lazy("{loser} resigned."),
}
_TIMED_OUT: Final = gettext_lazy("{loser} was away for too long.")


def told_apart(names: Mapping[Side, str]) -> dict[Side, str]:
    """Return how the players of a match are called: by their names, and by their sides too if both have the same.

    Accounts have names of their own; those of guests anybody may have.
    """
    if len({name.casefold() for name in names.values()}) == len(names):
        return dict(names)
    return {side: f"{name} ({side})" for side, name in names.items()}


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
    return _("%(name)s draws %(n)s, %(other)s draws %(m)s") % {
        "name": name,
        "n": draws[side],
        "other": names[side.other],
        "m": draws[side.other],
    }


def result_words(match: Match, *, names: Mapping[Side, str]) -> str:
    """Return how a match that is over has ended: who has won, and why."""
    return f"{result_heading(match, names=names)}. {result_reason(match, names=names)}"


def result_heading(match: Match, *, names: Mapping[Side, str], you: Side | None = None) -> str:
    """Return who has won a match that is over; to `you`, if that is the winner, as such."""
    winner = match.outcome.winner
    if winner is None:
        return _("Nobody has won")
    return _("You have won!") if winner is you else _("{name} has won").format(name=names[winner])


def result_reason(match: Match, *, names: Mapping[Side, str]) -> str:
    """Return why a match that is over has ended as it has, as a sentence."""
    outcome = match.outcome
    if outcome.winner is None or outcome.won_by is None:
        return _("No card was placed, so the match is dealt again.")
    winner, loser, cards = outcome.winner, outcome.winner.other, outcome.contributions
    said = str(_TIMED_OUT if match.timed_out else _REASONS[outcome.won_by])
    return said.format(winner=names[winner], loser=names[loser], cards=cards[winner], others=cards[loser])
