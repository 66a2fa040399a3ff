"""The deals of days, one in each mode."""

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple, Self

from django.db import models
from django.db.models.functions import Concat
from django.utils.translation import gettext_lazy as _

from games.limits import DAILY_GRACE


class Span(NamedTuple):
    """The time of a day by UTC, and until when games that began in it may be finished."""

    begins: datetime
    ends: datetime
    finish_by: datetime

    @classmethod
    def of(cls, day: date) -> Self:
        begins = datetime.combine(day, time(), tzinfo=UTC)
        ends = begins + timedelta(days=1)
        return cls(begins=begins, ends=ends, finish_by=ends + DAILY_GRACE)


class DailyDeal(models.Model):
    """The deal of a day in a mode. Primary data, written once: a later key or solver changes no day that is written."""

    code = models.CharField(_("deal code"), max_length=15, primary_key=True)
    day = models.DateField(_("day"))
    mode = models.CharField(_("mode"), max_length=3)
    # No cards are dealt on two days, or in two modes of one.
    number = models.CharField(_("deal number"), max_length=7, unique=True)

    class Meta:
        verbose_name = _("daily deal")
        verbose_name_plural = _("daily deals")
        ordering = ("-day", "mode")
        constraints = [
            models.UniqueConstraint(name="dailydeal_once", fields=("day", "mode")),
            models.CheckConstraint(
                name="dailydeal_code_parts",
                condition=models.Q(
                    code=Concat(
                        models.Value("DS1-"), "mode", models.Value("-"), "number", output_field=models.CharField()
                    )
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.code}"

    @property
    def span(self) -> Span:
        return Span.of(self.day)
