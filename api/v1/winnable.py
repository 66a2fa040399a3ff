"""The JSON of whether a deal can be won, and who or what has shown it. Nothing here ever says that one cannot."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.urls import reverse
from msgspec import Meta, Struct

from api.v1 import examples
from api.v1.game_state import Code, Url
from games import proofs
from games.engine.deals import RULES_VERSION, DealCode
from games.models import Proof
from leaderboards import stats

Shower = Literal["solver", "players"]


class Winnable(Struct, kw_only=True):
    """Whether a deal code has been shown to be winnable, and by whom."""

    status: Annotated[
        Literal["shown", "waiting", "not_shown", "not_asked"],
        Meta(
            description="`shown`: by a log that the engine has folded to a win. `waiting`: a search is asked for. "
            "`not_shown`: a search has found no win within its limit, which does not say that there is none. "
            "`not_asked`: nobody has asked."
        ),
    ]
    shown_by: Annotated[list[Shower], Meta(description="Who has shown it; empty if nobody has.")]
    players_won: Annotated[int, Meta(description="Players with a verified game that won it.", ge=0)]
    proof_url: Url


class Search(Struct, kw_only=True):
    """What the service's solver, to whom all cards are known, has found out about a deal code."""

    status: Literal["waiting", "shown", "not_shown"]
    asked_at: datetime
    answered_at: datetime | None
    solver_version: Annotated[int | None, Meta(description="Which solver has answered.")]
    nodes: Annotated[int | None, Meta(description="How many steps it has tried.")]
    max_nodes: Annotated[int | None, Meta(description="After how many it would have given up.")]


class DealProof(Winnable, kw_only=True):
    """All that is known of whether a deal code can be won."""

    deal: Code
    rules_version: int
    search: Annotated[Search | None, Meta(description="Null if nobody has asked for one.")]
    moves_url: Annotated[Url | None, Meta(description="How the solver won; null if it has not. The gate is replays'.")]


def winnable_of(code: DealCode) -> Winnable:
    """Return what is said of a deal code in short."""
    return Winnable(**_facts(code, proof=proofs.proof_of(code=code), players_won=players_who_won(code)))


def players_who_won(code: DealCode) -> int:
    """Return how many players have won a deal code, each of whom is a proof too."""
    return stats.winners(code=str(code), rules_version=RULES_VERSION)


def proof_of(code: DealCode, *, proof: Proof | None, players_won: int) -> DealProof:
    """Return all that is known of a deal code: by the row of its search, if there is one, and by players' wins."""
    is_shown = proof is not None and proof.status == Proof.Status.SHOWN
    return DealProof(
        **_facts(code, proof=proof, players_won=players_won),
        deal=str(code),
        rules_version=RULES_VERSION,
        search=None if proof is None else _search(proof),
        moves_url=reverse("proof-moves", kwargs={"code": str(code)}) if is_shown else None,
    )


def example_winnable() -> Winnable:
    """Return what the documentation shows."""
    proof = Proof(status=Proof.Status.SHOWN)
    return Winnable(**_facts(examples.CODE, proof=proof, players_won=3))


def _facts(code: DealCode, *, proof: Proof | None, players_won: int) -> dict[str, Any]:
    shown_by: list[Shower] = []
    if proof is not None and proof.status == Proof.Status.SHOWN:
        shown_by.append("solver")
    if players_won:
        shown_by.append("players")
    searched = "not_asked" if proof is None else proof.status
    return {
        "status": "shown" if shown_by else searched,
        "shown_by": shown_by,
        "players_won": players_won,
        "proof_url": reverse("proof", kwargs={"code": str(code)}),
    }


def _search(proof: Proof) -> Search:
    is_answered = proof.status != Proof.Status.WAITING
    return Search(
        status=proof.status,  # type: ignore[arg-type]
        asked_at=proof.asked_at,
        # While a deal is searched anew, the earlier answer does not count.
        answered_at=proof.answered_at if is_answered else None,
        solver_version=proof.solver_version if is_answered else None,
        nodes=proof.nodes if is_answered else None,
        max_nodes=proof.max_nodes if is_answered else None,
    )
