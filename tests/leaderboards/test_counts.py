"""The counts: right after any write of entries by anybody, in SQL too, where no code of ours is asked."""

from collections import Counter
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.db.models.expressions import RawSQL

from leaderboards.models import Entry, MovesCount, ScoreCount
from tests.factories import make_player
from tests.leaderboards.factories import DEAL, entered

pytestmark = pytest.mark.django_db


def enter(*results: tuple[int, int]) -> None:
    for score, moves in results:
        entered(make_player(), score, moves)


Counts = dict[tuple[Any, ...], int]

SCORE = ("code", "rules_version", "view", "ranked_score")
MOVES = (*SCORE, "moves")


def stored() -> tuple[Counts, Counts]:
    scores, moves = ScoreCount.objects.values_list(*SCORE, "n"), MovesCount.objects.values_list(*MOVES, "n")
    return {row[:-1]: row[-1] for row in scores}, {row[:-1]: row[-1] for row in moves}


def counted() -> tuple[Counts, Counts]:
    """What both tables should say, by counting entries."""
    return Counter(Entry.objects.values_list(*SCORE)), Counter(Entry.objects.values_list(*MOVES))


WRITES = (
    "UPDATE leaderboards_entry SET moves = moves",
    "UPDATE leaderboards_entry SET ranked_score = ranked_score, score = score + 1",
    "UPDATE leaderboards_entry SET moves = moves + 1",
    "UPDATE leaderboards_entry SET moves = 181 - moves + 180",
    "UPDATE leaderboards_entry SET ranked_score = 1350 - ranked_score",
    "UPDATE leaderboards_entry SET ranked_score = 0, moves = 0",
    "UPDATE leaderboards_entry SET code = 'DS1-D3N-AAAAAAB' WHERE moves = 180",
    "UPDATE leaderboards_entry SET rules_version = 2 WHERE view = 'first'",
    "DELETE FROM leaderboards_entry WHERE ranked_score = 700",
    "DELETE FROM leaderboards_entry",
    "TRUNCATE leaderboards_entry",
)


@pytest.mark.parametrize("write", WRITES)
def test_counts_are_right_after_any_write(write: str) -> None:
    enter((700, 180), (700, 180), (700, 181), (650, 180))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # TRUNCATE waits for no check of a foreign key
        cursor.execute(write)
    assert stored() == counted()


def test_counts_say_how_many_entries_have_a_result() -> None:
    enter((700, 180), (700, 180), (700, 181), (650, 180))
    scores, moves = stored()
    best = (DEAL, 1, "best")
    assert {key: n for key, n in scores.items() if key[:3] == best} == {(*best, 700): 3, (*best, 650): 1}
    assert {key: n for key, n in moves.items() if key[:3] == best} == {
        (*best, 700, 180): 2,
        (*best, 700, 181): 1,
        (*best, 650, 180): 1,
    }


def versions() -> list[Any]:
    """Where all rows of counts lie, which is elsewhere once a row has been written."""
    return [
        list(model.objects.annotate(version=RawSQL("ctid::text", [])).values_list("pk", "version"))
        for model in (ScoreCount, MovesCount)
    ]


def test_a_write_that_changes_no_result_touches_no_count() -> None:
    enter((700, 180), (650, 180))
    before = versions()
    Entry.objects.update(score=F("score") + 5)
    assert versions() == before


def test_a_count_of_none_is_removed() -> None:
    enter((700, 180))
    Entry.objects.all().delete()
    assert (ScoreCount.objects.count(), MovesCount.objects.count()) == (0, 0)


@pytest.mark.parametrize("wrong", (ScoreCount, MovesCount))
def test_a_count_that_was_wrong_is_not_hidden_by_falling_below_nothing(
    wrong: type[ScoreCount] | type[MovesCount],
) -> None:
    enter((700, 180))
    wrong.objects.all().delete()
    with pytest.raises(IntegrityError, match="not_negative"), transaction.atomic():
        Entry.objects.filter(code=DEAL).delete()
    assert Entry.objects.count() == 2
