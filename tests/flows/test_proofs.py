"""Deals that were asked for are searched by real processes."""

import pytest

from games import proofs
from games.engine.deals import DealCode
from games.models import Proof
from tests.processes import Process
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

CODES = tuple(DealCode.parse(f"DS1-D1N-AAAAAA{last}") for last in "ABCDE")


def are_all_shown() -> bool:
    return Proof.objects.filter(status=Proof.Status.SHOWN).count() == len(CODES)


def test_a_worker_searches_what_is_asked_for_whenever_it_comes(worker_process: Process) -> None:
    for code in CODES[:3]:
        proofs.ask_for_proof(code=code)
    assert not Proof.objects.exclude(status=Proof.Status.WAITING).exists()

    worker_process.start()
    for code in CODES[3:]:
        proofs.ask_for_proof(code=code)

    wait_until(are_all_shown)


def test_one_message_is_enough_for_all_that_wait(worker_process: Process) -> None:
    Proof.objects.bulk_create(Proof(code=str(code), rules_version=1, asked_at="2026-11-30T12:00Z") for code in CODES)
    worker_process.start()
    proofs.ask_for_proof(code=CODES[0])

    wait_until(are_all_shown)
