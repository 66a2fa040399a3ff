"""Searches for wins and deals of days in the admin: to look at, and nothing of days to come."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import daily, proofs
from games.engine.deals import DealCode
from games.limits import MAX_PROOF_ATTEMPTS
from games.models import DailyDeal, Proof
from tests.api.clock import SetClock, clock
from tests.factories import make_player
from tests.games.admin import scenes

__all__ = ["clock"]

PROOFS, DAYS = reverse("admin:games_proof_changelist"), reverse("admin:games_dailydeal_changelist")


def codes(client: Client, page: str, **query: str) -> set[str]:
    return {row.code for row in client.get(page, query).context["cl"].result_list}


def test_the_deals_of_days_to_come_are_shown_to_nobody(superuser: Client, clock: SetClock) -> None:
    today = clock("2026-11-30T12:00:00Z").date()
    daily.prepare()
    begun = DailyDeal.objects.filter(day=today)
    to_come = DailyDeal.objects.exclude(day=today)
    assert codes(superuser, DAYS) == {deal.code for deal in begun}
    assert codes(superuser, PROOFS) == {deal.code for deal in begun if deal.mode.endswith("N")}
    for model, pk in (("dailydeal", to_come[0].pk), ("proof", Proof.objects.get(code=to_come[0].code).pk)):
        page = reverse(f"admin:games_{model}_change", args=[pk])
        assert superuser.get(page).headers["Location"] == reverse("admin:index")


def test_a_search_is_shown_without_the_win(superuser: Client) -> None:
    proofs.ask_for_proof(code=DealCode.parse("DS1-D1N-KSTNMZC"))
    proofs.prove_waiting(limit=1)
    proof = Proof.objects.get()
    shown = superuser.get(reverse("admin:games_proof_change", args=[proof.pk])).content.decode()
    assert f">{proof.nodes}<" in shown
    assert bytes(proof.events or b"").hex()[:20] not in shown
    assert str(proof.events)[:20] not in shown


def test_stuck_searches_can_be_found(superuser: Client) -> None:
    for number, attempts in (("AAAAAAA", MAX_PROOF_ATTEMPTS), ("AAAAAAB", 1)):
        Proof.objects.create(code=f"DS1-D1N-{number}", rules_version=1, asked_at=timezone.now(), attempts=attempts)
    assert codes(superuser, PROOFS, search="stuck") == {"DS1-D1N-AAAAAAA"}
    assert len(codes(superuser, PROOFS)) == 2


@pytest.mark.parametrize("page", (PROOFS, DAYS))
def test_staff_see_them_with_the_permission_and_nobody_writes_them(superuser: Client, page: str) -> None:
    assert scenes.signed_in(make_player("Sam", is_staff=True)).get(page).status_code == 403
    assert superuser.get(f"{page}add/").status_code == 403
