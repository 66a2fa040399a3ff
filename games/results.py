"""The one way up: what happens when a player's results on a deal may have changed.

Checks, moderation, opting out and deletion call `result_changed`; whoever keeps boards registers the function that
recomputes that player's entry. There are no signals, and games knows nothing of boards.
"""

from collections.abc import Iterable
from typing import Protocol
from uuid import UUID

from django.db import connection

from games.models import Game


class ResultChanged(Protocol):
    def __call__(self, *, player_id: UUID, code: str, rules_version: int) -> None: ...


_registered: list[ResultChanged] = []


def on_result_changed(function: ResultChanged) -> ResultChanged:
    """Register the function to call when results change. Raises RuntimeError at the second one."""
    if _registered and _registered[0] is not function:
        raise RuntimeError(f"{_registered[0]!r} is registered already; {function!r} would be a second one")
    _registered[:] = [function]
    return function


def result_changed(*, player_id: UUID, code: str, rules_version: int) -> None:
    """Tell that a player's results on a deal code may have changed, inside the caller's own transaction.

    Who has several to tell calls this in the order of (code, rules_version, player_id): each call may lock its board.
    """
    for function in _registered:
        function(player_id=player_id, code=code, rules_version=rules_version)


def all_results_changed(*, player_id: UUID) -> None:
    """Tell that a player's results on every deal code may have changed, in the order in which boards are locked."""
    boards = Game.objects.filter(player_id=player_id).values_list("code", "stream__rules_version")
    for code, rules_version in boards.order_by("code", "stream__rules_version").distinct():
        result_changed(player_id=player_id, code=code, rules_version=rules_version)


def hold_players(*, player_ids: Iterable[UUID]) -> None:
    """Keep others from changing what these players say of boards (opting out, deletion) until the transaction ends.

    Whoever opts out while a result is being written then sees that result, or is seen by it. The order of locks is
    games, players, boards: who tells of several players in one transaction holds them all before the first board.
    """
    ids = sorted(set(player_ids))
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM games_player WHERE id = ANY(%s) ORDER BY id FOR SHARE", [ids])
