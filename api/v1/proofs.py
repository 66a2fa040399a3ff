"""Whether a deal can be won: what is known, asking for a search, and how the solver won."""

from typing import Annotated

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples, throttles
from api.v1.game_state import Code
from api.v1.parsing import Body
from api.v1.resource import Reply, Resource, operation
from api.v1.tables import MoveText
from api.v1.winnable import DealProof, players_who_won, proof_of
from games import proofs
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.moves import decode
from games.engine.solver import SOLVER_VERSION
from games.limits import PROOF_NODES
from games.models import Player, Proof


class AskForProof(Body, frozen=True):
    """Nothing: the address says which deal."""


class ProofMoves(Struct, kw_only=True):
    """A game of the deal that ends with a win."""

    deal: Code
    rules_version: int
    moves: list[MoveText]
    events: Annotated[bytes, Meta(description="The same in base64, a byte each, as `/docs/notation/` has them.")]


class DealProofs(Resource):
    """`/api/v1/deals/{code}/proof/`"""

    @operation(
        id="get_proof",
        tag="Deals",
        returns={200: DealProof},
        errors=("bad_deal_code",),
        public=True,
        etag=True,
        answer=lambda: proof_of(examples.CODE, proof=_example(Proof.Status.SHOWN), players_won=3),
    )
    def get(self, request: Request, *, viewer: Player | None, code: str) -> DealProof:
        """Get whether a deal can be won.

        Who or what has shown it: players by verified wins, or the service's solver by a search. It belongs to the
        code, since with another draw the same cards are another game. What is not shown may be winnable all the same.
        """
        deal = DealCode.parse(code)
        return proof_of(deal, proof=proofs.proof_of(code=deal), players_won=players_who_won(deal))

    @operation(
        id="ask_for_proof",
        tag="Deals",
        body=AskForProof,
        returns={202: DealProof, 200: DealProof},
        errors=("bad_deal_code",),
        rates=(throttles.PROOF,),
        idempotent=True,
        example={},
        answer=lambda: proof_of(examples.CODE, proof=_example(Proof.Status.WAITING), players_won=0),
    )
    def post(self, request: Request, *, player: Player, body: AskForProof, code: str) -> Reply:
        """Ask whether a deal can be won.

        Has the deal searched by a worker, within seconds; poll the same address until `search.status` is no longer
        `waiting`. A deal that was searched already is answered with 200 and what was found: the search ends after a
        number of steps and would come to the same.
        """
        deal = DealCode.parse(code)
        proof = proofs.ask_for_proof(code=deal)
        answer = proof_of(deal, proof=proof, players_won=players_who_won(deal))
        is_waiting = proof.status == Proof.Status.WAITING
        return Reply(answer, status=202 if is_waiting else 200, location=answer.proof_url)


class Moves(Resource):
    """`/api/v1/deals/{code}/proof/moves/`"""

    @operation(
        id="get_proof_moves",
        tag="Deals",
        returns={200: ProofMoves},
        errors=("bad_deal_code", "proof_not_found", "replay_not_allowed"),
        public=True,
        etag=True,
        answer=lambda: _moves(examples.CODE, events=examples.EVENTS),
    )
    def get(self, request: Request, *, viewer: Player | None, code: str) -> ProofMoves:
        """Get how the solver won a deal.

        The moves of a win, found with all cards known; it counts no points, and seldom has many. The gate is that of
        replays: one needs a verified game on the same cards, and later games on them say that one had seen a replay.
        """
        deal = DealCode.parse(code)
        proof = proofs.see_proof(code=deal, viewer=viewer)
        return _moves(deal, events=bytes(proof.events or b""))


def _moves(code: DealCode, *, events: bytes) -> ProofMoves:
    return ProofMoves(deal=str(code), rules_version=RULES_VERSION, moves=list(map(str, decode(events))), events=events)


def _example(status: Proof.Status) -> Proof:
    return Proof(
        code=str(examples.CODE),
        rules_version=RULES_VERSION,
        status=status,
        asked_at=examples.STARTED_AT,
        answered_at=examples.STARTED_AT,
        solver_version=SOLVER_VERSION,
        nodes=79,
        max_nodes=PROOF_NODES,
    )
