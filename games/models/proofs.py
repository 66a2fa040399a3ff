"""Whether a deal can be won: what the solver has shown of a deal code."""

from datetime import datetime
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.solver import SOLVER_VERSION
from games.limits import MAX_PROOF_ATTEMPTS, PROOF_LEASE, PROOF_NODES
from games.models.leases import is_free


class ProofQuerySet(models.QuerySet["Proof"]):
    def waiting(self, *, at: datetime) -> Self:
        """Proofs that no worker holds and that may still be tried."""
        free = is_free(at=at, lease=PROOF_LEASE)
        return self.filter(free, status=Proof.Status.WAITING, attempts__lt=MAX_PROOF_ATTEMPTS)

    def stuck(self, *, at: datetime) -> Self:
        """Proofs whose search was begun too often without an answer."""
        free = is_free(at=at, lease=PROOF_LEASE)
        return self.filter(free, status=Proof.Status.WAITING, attempts__gte=MAX_PROOF_ATTEMPTS)

    def told(self, *, at: datetime) -> Self:
        """Proofs that may be known of: not those of days to come, whose deals nobody may know."""
        return self.filter(asked_at__lte=at)


class Proof(models.Model):
    """What the solver says of whether a deal code can be won. Primary data, and at once the job of finding out.

    It belongs to the code and not to the number: the draw makes another game of the same cards. It never says that a
    deal cannot be won.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        SHOWN = "shown", _("Shown")
        NOT_SHOWN = "not_shown", _("Not shown")

    code = models.CharField(_("deal code"), max_length=15)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.WAITING)
    # When it was asked for first. Of a deal of a day, when the day begins: until then nothing is told of it.
    asked_at = models.DateTimeField(_("asked at"))

    # The answer: by which solver, within which limit of steps, how many it took, and the log of a win.
    solver_version = models.PositiveSmallIntegerField(_("solver version"), null=True, blank=True)
    max_nodes = models.PositiveIntegerField(_("limit of steps"), null=True, blank=True)
    nodes = models.PositiveIntegerField(_("steps"), null=True, blank=True)
    events = models.BinaryField(null=True)
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)

    # The search as a job, as `Game` has its check.
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    error = models.TextField(_("error"), blank=True, default="")

    objects = ProofQuerySet.as_manager()

    class Meta:
        verbose_name = _("proof")
        verbose_name_plural = _("proofs")
        ordering = ("-asked_at", "code")
        constraints = [
            models.UniqueConstraint(name="proof_once", fields=("code", "rules_version")),
            models.CheckConstraint(
                name="proof_answer",
                condition=models.Q(status="waiting")
                | models.Q(
                    solver_version__isnull=False,
                    max_nodes__isnull=False,
                    nodes__isnull=False,
                    answered_at__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="proof_has_win",
                condition=models.Q(status="shown", events__isnull=False)
                | models.Q(status__in=("waiting", "not_shown"), events=None),
            ),
        ]
        indexes = [models.Index(name="proof_waiting", fields=("asked_at",), condition=models.Q(status="waiting"))]

    def __str__(self) -> str:
        return f"{self.code}: {self.status}"

    @property
    def is_outdated(self) -> bool:
        """Whether a win was not found by an older solver, or within a lower limit, than a search has now."""
        searched = (self.solver_version or 0, self.max_nodes or 0)
        return self.status == self.Status.NOT_SHOWN and searched < (SOLVER_VERSION, PROOF_NODES)
