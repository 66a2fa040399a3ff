"""Whether a deal can be won: asked for, searched for by a worker, told.

As with checks, the row is the job and a message is a nudge: a worker claims one deal at a time for a lease, searches
outside of any transaction, and writes the answer if the row still waits for one. The search ends after a number of
steps and not of seconds, so the answer does not depend on the machine, and running it twice changes nothing.
"""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import selectors
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.solver import SOLVER_VERSION, Solution, solve
from games.errors import ProofNotFound
from games.limits import MAX_LOG_EVENTS, PROOF_LEASE, PROOF_NODES
from games.models import Player, Proof
from games.nudge import nudge_provers

_logger = logging.getLogger(__name__)


@transaction.atomic
def ask_for_proof(*, code: DealCode, at: datetime | None = None) -> Proof:
    """Return what is known of a deal; if nothing is, or only what an older search did not find, have it searched."""
    at = at or timezone.now()
    new = Proof(code=str(code), rules_version=RULES_VERSION, asked_at=at)
    Proof.objects.bulk_create([new], ignore_conflicts=True)
    proof = Proof.objects.select_for_update().get(code=new.code, rules_version=new.rules_version)
    if proof.asked_at > at:
        # The deal of a day to come, made ready: whoever names it is answered as of any other.
        proof.asked_at = at
        proof.save(update_fields=["asked_at"])
    if proof.is_outdated:
        proof.status = Proof.Status.WAITING
        proof.attempts = 0
        proof.save(update_fields=["status", "attempts"])
    if proof.status == Proof.Status.WAITING:
        nudge_provers()
    return proof


def proof_of(*, code: DealCode, at: datetime | None = None) -> Proof | None:
    """Return what is known of a deal or being found out; None if nobody has asked."""
    told = Proof.objects.told(at=at or timezone.now())
    return told.filter(code=str(code), rules_version=RULES_VERSION).first()


def see_proof(*, code: DealCode, viewer: Player | None, at: datetime | None = None) -> Proof:
    """Return the proof that a deal can be won, with its events; the gate of replays holds, and it counts as one.

    Raises ProofNotFound and ReplayNotAllowed.
    """
    proof = proof_of(code=code, at=at)
    if proof is None or proof.status != Proof.Status.SHOWN:
        raise ProofNotFound(deal=str(code))
    selectors.see_cards_played(number=code.number, viewer=viewer, at=at)
    return proof


def prove_waiting(*, limit: int, at: datetime | None = None) -> int:
    """Search up to `limit` waiting deals, those that were asked first; return how many were answered here.

    What fails is noted on its row and tried again when the lease has run out.
    """
    answered = 0
    for _ in range(limit):
        proof = _claim(at=at)
        if proof is None:
            return answered
        answered += _prove(proof, at=at)
    # There may be more. They wait in the queue, so that checks come in between.
    nudge_provers()
    return answered


def search(code: DealCode) -> Solution:
    """Return what the solver finds out about a deal within the published limit. Touches no database."""
    solution = solve(code, max_nodes=PROOF_NODES)
    if solution.events is not None and len(solution.events) > MAX_LOG_EVENTS:
        # A win that nobody could post shows nothing to anybody.
        return Solution(events=None, nodes=solution.nodes)
    return solution


def answer_columns(solution: Solution, *, at: datetime) -> dict[str, object]:
    """Return what a search came to, as columns of `Proof`."""
    return {
        "status": Proof.Status.NOT_SHOWN if solution.events is None else Proof.Status.SHOWN,
        "solver_version": SOLVER_VERSION,
        "max_nodes": PROOF_NODES,
        "nodes": solution.nodes,
        "events": solution.events,
        "answered_at": at,
        "claimed_until": None,
        "error": "",
    }


@transaction.atomic
def _claim(*, at: datetime | None) -> Proof | None:
    """Take the deal that waits longest for this worker until the lease runs out."""
    at = at or timezone.now()
    waiting = Proof.objects.waiting(at=at).order_by("asked_at", "pk")
    proof = waiting.select_for_update(skip_locked=True).first()
    if proof is not None:
        Proof.objects.filter(pk=proof.pk).update(attempts=F("attempts") + 1, claimed_until=at + PROOF_LEASE)
    return proof


def _prove(proof: Proof, *, at: datetime | None) -> int:
    """Search a claimed deal and write the answer; return 1 if the row was still waiting for it, else 0."""
    row = Proof.objects.filter(pk=proof.pk, status=Proof.Status.WAITING)
    try:
        solution = search(DealCode.parse(proof.code))
    except Exception as error:
        # Whatever it was: staff must see it on the row, and the lease is what makes another try.
        _logger.exception("proof_failed", extra={"code": proof.code})
        row.update(error=f"{type(error).__name__}: {error}"[:2000])
        return 0
    return row.update(**answer_columns(solution, at=at or timezone.now()))
