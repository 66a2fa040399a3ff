"""Whether a deal can be won: asked once, searched by one worker, told to those who may know."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games import proofs
from games.engine.deals import DealCode
from games.engine.fold import fold
from games.engine.solver import Solution
from games.errors import ProofNotFound, ReplayNotAllowed
from games.limits import MAX_LOG_EVENTS, MAX_PROOF_ATTEMPTS, PROOF_LEASE, PROOF_NODES
from games.models import Proof, ReplayView
from tests.factories import NOON, known_game, make_player, submit, submit_and_check

pytestmark = pytest.mark.django_db

CODE = DealCode.parse("DS1-D1N-KSTNMZC")
LOST = Solution(events=None, nodes=PROOF_NODES)


@pytest.fixture
def finds(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the search come to something, instead of taking its time."""

    def find(solution: Solution | Exception) -> None:
        def solve(_code: DealCode, *, max_nodes: int) -> Solution:
            if isinstance(solution, Exception):
                raise solution
            return solution

        monkeypatch.setattr(proofs, "solve", solve)

    return find


def ask(code: DealCode = CODE) -> Proof:
    return proofs.ask_for_proof(code=code, at=NOON)


def test_a_deal_that_is_asked_for_is_searched_and_shown_winnable() -> None:
    assert ask().status == "waiting"
    assert proofs.prove_waiting(limit=5, at=NOON) == 1
    proof = Proof.objects.get()
    assert (proof.status, proof.max_nodes, proof.answered_at, proof.claimed_until) == (
        "shown",
        PROOF_NODES,
        NOON,
        None,
    )
    replay = fold(CODE, bytes(proof.events or b""))
    assert (replay.error, replay.table.is_won) == (None, True)


def test_a_deal_is_asked_for_once_however_often_it_is_asked() -> None:
    first = ask()
    proofs.prove_waiting(limit=1, at=NOON)
    again = proofs.ask_for_proof(code=CODE, at=NOON + timedelta(hours=1))
    assert (again.pk, again.status, again.asked_at) == (first.pk, "shown", NOON)
    assert proofs.prove_waiting(limit=1, at=NOON) == 0


def test_a_proof_belongs_to_the_code_and_not_to_the_number() -> None:
    ask()
    proofs.prove_waiting(limit=1, at=NOON)
    assert proofs.proof_of(code=DealCode.parse("DS1-D3N-KSTNMZC")) is None


def test_what_no_search_finds_is_not_shown_and_never_lost(finds: Any) -> None:
    finds(LOST)
    ask()
    proofs.prove_waiting(limit=1, at=NOON)
    proof = Proof.objects.get()
    assert (proof.status, proof.nodes, proof.max_nodes, proof.events) == ("not_shown", PROOF_NODES, PROOF_NODES, None)
    assert ask().status == "not_shown"


@pytest.mark.parametrize("earlier", ({"max_nodes": PROOF_NODES - 1}, {"solver_version": 0}))
def test_a_deal_that_a_lesser_search_has_not_shown_is_searched_again_when_asked(
    finds: Any, earlier: dict[str, int]
) -> None:
    finds(LOST)
    ask()
    proofs.prove_waiting(limit=1, at=NOON)
    Proof.objects.update(**earlier)
    finds(Solution(events=known_game().events, nodes=9))
    assert ask().status == "waiting"
    assert proofs.prove_waiting(limit=1, at=NOON) == 1
    assert Proof.objects.get().status == "shown"


def test_a_win_too_long_to_be_posted_shows_nothing(finds: Any) -> None:
    finds(Solution(events=bytes(MAX_LOG_EVENTS + 1), nodes=9))
    ask()
    proofs.prove_waiting(limit=1, at=NOON)
    assert Proof.objects.get().status == "not_shown"


def test_a_search_that_fails_is_noted_and_tried_again_after_the_lease(finds: Any) -> None:
    finds(RuntimeError("no win after all"))
    ask()
    assert proofs.prove_waiting(limit=5, at=NOON) == 0
    proof = Proof.objects.get()
    assert (proof.status, proof.attempts, proof.error) == ("waiting", 1, "RuntimeError: no win after all")
    assert proofs.prove_waiting(limit=5, at=NOON + PROOF_LEASE - timedelta(seconds=1)) == 0
    finds(Solution(events=known_game().events, nodes=9))
    assert proofs.prove_waiting(limit=5, at=NOON + PROOF_LEASE) == 1
    assert Proof.objects.get().error == ""


def test_after_five_attempts_a_search_waits_for_staff(finds: Any) -> None:
    finds(RuntimeError("never"))
    ask()
    for attempt in range(MAX_PROOF_ATTEMPTS + 2):
        proofs.prove_waiting(limit=1, at=NOON + attempt * PROOF_LEASE)
    late = NOON + timedelta(days=1)
    assert Proof.objects.get().attempts == MAX_PROOF_ATTEMPTS
    assert (Proof.objects.waiting(at=late).count(), Proof.objects.stuck(at=late).count()) == (0, 1)


@pytest.mark.django_db(transaction=True)
def test_two_workers_answer_each_deal_once(finds: Any) -> None:
    finds(LOST)
    for number in range(20):
        ask(DealCode(f"AAAAA{'ABCDEFGHIJKLMNOPQRST'[number]}A", 1, CODE.scoring))
    start = Barrier(2)

    def work(_: int) -> int:
        start.wait()
        try:
            return proofs.prove_waiting(limit=100, at=NOON)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(work, range(2))) == 20
    assert set(Proof.objects.values_list("status", "attempts")) == {("not_shown", 1)}


@pytest.mark.django_db(transaction=True)
def test_eight_who_ask_at_once_ask_for_one_search() -> None:
    start = Barrier(8)

    def work(_: int) -> int:
        start.wait()
        try:
            return ask().pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(work, range(8)))) == 1
    assert Proof.objects.count() == 1


@pytest.mark.parametrize(
    "columns",
    ({"status": "shown"}, {"status": "not_shown", "events": b"\x00"}, {"status": "not_shown"}, {"events": b"\x00"}),
)
def test_the_database_holds_that_an_answer_has_what_shows_it(columns: dict[str, Any]) -> None:
    proof = Proof(code=str(CODE), rules_version=1, asked_at=NOON, **columns)
    with pytest.raises(IntegrityError), transaction.atomic():
        proof.save()
    assert not Proof.objects.exists()


def test_how_a_deal_can_be_won_is_shown_after_ones_own_result_and_remembered() -> None:
    ask()
    proofs.prove_waiting(limit=1, at=NOON)
    zoe = make_player("zoe")
    for viewer in (None, zoe):
        with pytest.raises(ReplayNotAllowed):
            proofs.see_proof(code=CODE, viewer=viewer, at=NOON)
    submit(zoe, known_game())
    with pytest.raises(ReplayNotAllowed):
        proofs.see_proof(code=CODE, viewer=zoe, at=NOON)
    assert not ReplayView.objects.exists()
    submit_and_check(zoe, known_game())
    assert proofs.see_proof(code=CODE, viewer=zoe, at=NOON).status == "shown"
    assert ReplayView.objects.values_list("player", "number").get() == (zoe.pk, "KSTNMZC")


@pytest.mark.parametrize(
    ("policy", "is_staff", "is_let_in"), (("never", False, False), ("never", True, True), ("always", False, True))
)
def test_the_gate_is_that_of_replays(settings: Any, policy: str, is_staff: bool, is_let_in: bool) -> None:
    settings.REPLAY_POLICY = policy
    ask()
    proofs.prove_waiting(limit=1, at=NOON)
    viewer = make_player("sam", is_staff=is_staff)
    if is_let_in:
        assert proofs.see_proof(code=CODE, viewer=viewer, at=NOON).events
    else:
        with pytest.raises(ReplayNotAllowed):
            proofs.see_proof(code=CODE, viewer=viewer, at=NOON)


def test_there_are_no_moves_of_a_deal_that_is_not_shown_winnable(finds: Any) -> None:
    staff = make_player("sam", is_staff=True)
    with pytest.raises(ProofNotFound):
        proofs.see_proof(code=CODE, viewer=staff, at=NOON)
    finds(LOST)
    ask()
    proofs.prove_waiting(limit=1, at=NOON)
    with pytest.raises(ProofNotFound):
        proofs.see_proof(code=CODE, viewer=staff, at=NOON)
