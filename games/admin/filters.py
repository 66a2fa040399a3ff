"""What the lists of games, matches, flags and reports can be narrowed by, beside their plain columns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.deals import DRAWS, Scoring
from games.engine.match.options import Pace
from games.engine.match.outcome import VOID, Ended
from games.matches.sight import LIVE_FOR
from games.models import Flag, Match

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Label = str | _StrPromise

Narrowing = Callable[[Any], Any]


class GameFilter(admin.SimpleListFilter):
    """A filter whose choices, each a label and a function from rows to rows, narrow a list."""

    narrowings: ClassVar[dict[str, tuple[Label, Narrowing]]]

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [(value, label) for value, (label, _narrow) in self.narrowings.items()]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        value = self.value()
        if value is None:
            return queryset
        if value not in self.narrowings:
            raise IncorrectLookupParameters(f"{self.parameter_name}={value!r} is none of {', '.join(self.narrowings)}")
        _label, narrow = self.narrowings[value]
        return narrow(queryset)


class StateFilter(GameFilter):
    """A filter of a queue: what is first among its choices is what the list shows unless asked otherwise."""

    title = _("state")
    parameter_name = "state"

    def value(self) -> str:
        return super().value() or next(iter(self.narrowings))

    def choices(self, changelist: Any) -> Any:
        """Yield the choices without Django's own first one, which is that of no filter."""
        yield from list(super().choices(changelist))[1:]


def _of_mode(mode: str) -> Narrowing:
    return lambda games: games.filter(mode=mode)


class ModeFilter(GameFilter):
    title = _("mode")
    parameter_name = "mode"
    narrowings = {
        mode: (mode, _of_mode(mode)) for mode in (f"D{draw}{scoring}" for draw in DRAWS for scoring in Scoring)
    }


class HiddenFilter(GameFilter):
    title = _("hidden")
    parameter_name = "hidden"
    narrowings = {
        "yes": (_("Hidden"), lambda games: games.exclude(hidden_at=None)),
        "no": (_("Visible"), lambda games: games.filter(hidden_at=None)),
    }


class CheckFilter(GameFilter):
    title = _("check")
    parameter_name = "check"
    narrowings = {
        "waiting": (_("Waiting"), lambda games: games.waiting(at=timezone.now())),
        "stuck": (_("Stuck"), lambda games: games.stuck(at=timezone.now())),
    }


class AbandonedFilter(GameFilter):
    title = _("abandoned")
    parameter_name = "abandoned"
    narrowings = {"yes": (_("Abandoned"), lambda games: games.abandoned(at=timezone.now()))}


def _flagged(**condition: str) -> Narrowing:
    return lambda games: games.filter(Exists(Flag.objects.filter(game=OuterRef("pk"), **condition)))


class FlagFilter(GameFilter):
    title = _("flag")
    parameter_name = "flag"
    narrowings = {
        "any": (_("Any"), _flagged()),
        **{kind.value: (kind.value, _flagged(kind=kind.value)) for kind in Flag.Kind},
    }


GAME_FILTERS = ("status", CheckFilter, FlagFilter, HiddenFilter, ModeFilter, "origin", "won", AbandonedFilter)
"""First those by which staff find what needs them."""


def _of_pace(pace: Pace) -> Narrowing:
    return lambda matches: matches.filter(series__pace=pace)


class PaceFilter(GameFilter):
    title = _("pace")
    parameter_name = "pace"
    narrowings = {
        "simultaneous": (_("Both at once"), _of_pace(Pace.SIMULTANEOUS)),
        "alternating": (_("In turns"), _of_pace(Pace.ALTERNATING)),
    }


class PrivateFilter(GameFilter):
    title = _("private")
    parameter_name = "private"
    narrowings = {
        "yes": (_("Yes"), lambda matches: matches.exclude(series__invite="")),
        "no": (_("No"), lambda matches: matches.filter(series__invite="")),
    }


class WaitingFilter(GameFilter):
    """Matches that wait for somebody who may have gone."""

    title = _("waiting")
    parameter_name = "waits"
    narrowings = {
        "opponent": (_("For an opponent"), lambda matches: matches.waiting(at=timezone.now())),
        "idle": (
            _("In play, and idle for an hour"),
            lambda matches: matches.filter(status=Match.Status.PLAYING, last_event_at__lte=timezone.now() - LIVE_FOR),
        ),
    }


def _ended(**condition: object) -> Narrowing:
    return lambda matches: matches.filter(**condition)


class EndFilter(GameFilter):
    """How a match has ended. One that was claimed is told apart from one that was resigned."""

    title = _("end")
    parameter_name = "end"
    narrowings = {
        "out": (_("Somebody was out"), _ended(ended=Ended.OUT)),
        "cleared": (_("Columns were empty"), _ended(ended=Ended.CLEARED)),
        "done": (_("Neither could go on"), _ended(ended=Ended.DONE)),
        "resigned": (_("Resigned"), _ended(ended=Ended.RESIGNED, timed_out=False)),
        "timed_out": (_("Time over"), _ended(timed_out=True)),
        "void": (_("Void"), _ended(winner=VOID)),
    }


def _created_within(**time: int) -> Narrowing:
    return lambda matches: matches.filter(created_at__gt=timezone.now() - timedelta(**time))


class CreatedFilter(GameFilter):
    title = _("created")
    parameter_name = "created"
    narrowings = {
        "day": (_("Past 24 hours"), _created_within(hours=24)),
        "week": (_("Past 7 days"), _created_within(days=7)),
        "month": (_("Past 30 days"), _created_within(days=30)),
    }


MATCH_FILTERS = ("status", WaitingFilter, EndFilter, PaceFilter, PrivateFilter, CreatedFilter)
