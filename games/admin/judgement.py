"""What staff judge a result by: what was claimed beside what was computed, and how the check came to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.deals import DealCode
from games.engine.scores import format_score
from games.models import Decision, Game

if TYPE_CHECKING:
    from games.admin.filters import Label


@dataclass(frozen=True, slots=True)
class Compared:
    """A line of the comparison. Only the score can be claimed; `difference` is empty where there is none."""

    label: Label
    claimed: str
    computed: str
    difference: str = ""


@dataclass(frozen=True, slots=True)
class Happened:
    """What is known to have happened in a game's check, and when; without a time, how it stands."""

    at: datetime | None
    what: str
    note: str = ""


def compared(game: Game) -> list[Compared]:
    """Return what the player claimed and what the service computed, a line for each number."""
    difference = ""
    if game.claimed_score is not None and game.score is not None and game.claimed_score != game.score:
        difference = f"{game.claimed_score - game.score:+d}"
    won = {True: _("yes"), False: _("no"), None: "-"}[game.won]
    return [
        Compared(gettext_lazy("Score"), score_text(game, game.claimed_score), score_text(game, game.score), difference),
        Compared(gettext_lazy("Ranked score"), "", score_text(game, game.ranked_score)),
        Compared(gettext_lazy("Moves"), "", _number(game.moves)),
        Compared(gettext_lazy("Undos"), "", _number(game.undos)),
        Compared(gettext_lazy("Cards on foundations"), "", _number(game.home)),
        Compared(gettext_lazy("Won"), "", won),
    ]


def check_history(game: Game, *, decisions: Iterable[Decision]) -> list[Happened]:
    """Return what is stored of a game's check, in its order. Of attempts that failed only the last error is kept."""
    happened = [
        Happened(decision.at, _("sent to its check again"), f"{decision.by}: {decision.reason}")
        for decision in decisions
        if decision.action == Decision.Action.RECHECK
    ]
    if game.finished_at is not None:
        happened.append(Happened(game.finished_at, _("finished, waits for its check")))
    if game.checked_at is not None:
        happened.append(Happened(game.checked_at, _last_result(game), game.rejection))
    happened.sort(key=lambda one: one.at.timestamp() if one.at else 0)
    if game.claimed_until is not None:
        happened.append(Happened(None, _("claimed by a worker"), f"{game.claimed_until:%Y-%m-%d %H:%M:%S}"))
    if game.check_error:
        happened.append(Happened(None, _("the last attempt failed"), game.check_error))
    return happened


def score_text(game: Game, score: int | None) -> str:
    """Return a score as players of the game's mode read it, or a dash for none."""
    return "-" if score is None else format_score(score, DealCode.parse(game.code).scoring)


def _last_result(game: Game) -> str:
    # The result of a check that is being done again still stands in the row.
    if game.status == Game.Status.FINISHED:
        return _("decided, by the check before this one")
    return _("decided: {status}").format(status=game.get_status_display())


def _number(number: int | None) -> str:
    return "-" if number is None else str(number)
