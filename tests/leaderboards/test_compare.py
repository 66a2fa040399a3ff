"""Two games of the same cards side by side, in games played at random and in known ones."""

from dataclasses import astuple, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.deals import DealCode, Scoring
from games.engine.fold import effective_line, fold
from games.engine.moves import UNDO, Move, encode
from games.engine.solo import SoloTable
from leaderboards.compare import MAX_POINTS, Comparison, Played, Relation, Step, compare, kept
from tests.factories import events_of, known_game
from tests.games.engine.playouts import STYLES, choose, playout
from tests.games.engine.steady import few

ONE = DealCode.parse("DS1-D1N-AAAAAAB")

seeds = st.integers(0, 2**32)
styles = st.sampled_from(tuple(STYLES))
modes = st.sampled_from(ONE.siblings())


def game(*moves: str, code: DealCode = ONE) -> Played:
    return Played(code, events_of(moves), 1)


def random_game(code: DealCode, seed: int, style: str, length: int = 80) -> Played:
    return Played(code, encode(move for move, _ in playout(code, seed=seed, style=style, length=length)), 1)


games = st.builds(random_game, modes, seeds, styles, st.integers(0, 80))


def with_noise(played: Played, seed: int) -> Played:
    """The same game with actions here and there that are undone at once, some of them several together."""
    random, table, noisy = Random(seed), SoloTable(played.code), b""
    for event in played.events:
        for _ in range(random.choice((0, 0, 1, 3))):
            detour = []
            for _ in range(random.randrange(1, 4)):
                move = choose(random, table, "undoing")
                if move is None or move is UNDO or table.is_won:
                    break
                table.play(move)
                detour.append(move)
            if table.is_won:
                break
            table.play_events(encode([UNDO] * len(detour)))
            noisy += encode([*detour, *[UNDO] * len(detour)])
        table.play_events(bytes((event,)))
        noisy += bytes((event,))
    return replace(played, events=noisy)


def test_games_part_at_the_first_action_that_differs() -> None:
    a, b = game("T7-T8", "T3-T5", "draw"), game("T7-T8", "draw", "draw")
    found = compare(a=a, b=b)
    assert (found.relation, found.index) == (Relation.PARTED, 1)
    assert (found.a.version, found.a.step) == (1, Step(Move.parse("T3-T5"), "8H", 1))
    assert (found.b.version, found.b.step) == (1, Step(Move.parse("draw"), "6H", 1))
    assert found.table.version == 1


def test_what_was_undone_is_set_aside_and_versions_are_those_of_each_log() -> None:
    a = game("draw", "draw", "undo", "T7-T8", "undo", "undo", "T7-T8", "T3-T5")
    b = game("T7-T8", "draw", "undo", "draw", "draw")
    found = compare(a=a, b=b)
    assert (found.index, found.a.length, found.b.length) == (1, 2, 3)
    assert (found.a.version, str(found.a.step and found.a.step.move)) == (7, "T3-T5")
    assert (found.b.version, str(found.b.step and found.b.step.move)) == (3, "draw")


@pytest.mark.parametrize(
    ("a", "b", "relation", "versions"),
    (
        (["draw", "draw"], ["draw", "draw"], Relation.EQUAL, (2, 2)),
        (["draw", "draw"], ["draw"], Relation.A_GOES_ON, (1, 1)),
        (["draw", "draw", "undo"], ["draw", "draw"], Relation.B_GOES_ON, (3, 1)),
        (["draw", "undo"], [], Relation.EQUAL, (2, 0)),
        ([], ["draw"], Relation.B_GOES_ON, (0, 0)),
    ),
)
def test_one_line_may_be_the_beginning_of_the_other(
    a: list[str], b: list[str], relation: Relation, versions: tuple[int, int]
) -> None:
    found = compare(a=game(*a), b=game(*b))
    assert (found.relation, (found.a.version, found.b.version)) == (relation, versions)


def test_the_course_says_what_was_counted_after_each_action() -> None:
    moves = known_game("DS1-D1N-AAAAAAB").moves
    table = SoloTable(ONE)
    due = [(0, 0, 0)]
    for event in effective_line(events_of(moves)):
        table.play_events(bytes((event,)))
        due.append((table.score, table.ranked_score, table.home))
    course = compare(a=game(*moves), b=game()).a.course
    assert list(zip(course.score, course.ranked_score, course.cards_home, strict=True)) == due
    assert course.at == list(range(len(due)))


def test_draws_of_one_card_and_of_three_part_at_the_first_of_them() -> None:
    found = compare(a=game("T7-T8", "draw"), b=game("T7-T8", "draw", code=DealCode.parse("DS1-D3V-AAAAAAB")))
    assert (found.relation, found.index) == (Relation.PARTED, 1)
    assert (found.a.step, found.b.step) == (Step(Move.parse("draw"), "6H", 1), Step(Move.parse("draw"), "7H", 3))


def test_the_same_line_in_normal_and_vegas_is_the_same_with_other_points() -> None:
    found = compare(a=game("T7-T8", "T3-T5"), b=game("T7-T8", "T3-T5", code=DealCode.parse("DS1-D1V-AAAAAAB")))
    assert found.relation == Relation.EQUAL
    assert (found.a.course.score[0], found.b.course.score) == (0, [-104, -104, -104])


@pytest.mark.parametrize("other", (DealCode.parse("DS1-D1N-AAAAAAC"), "rules"))
def test_games_of_other_cards_or_rules_are_not_compared(other: DealCode | str) -> None:
    b = Played(ONE, b"", 2) if other == "rules" else Played(other, b"", 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not of the cards and rules"):
        compare(a=game(), b=b)


def test_a_log_that_is_not_legal_is_not_compared() -> None:
    with pytest.raises(ValueError, match="not legal at action 1"):
        compare(a=game("draw", "recycle", "draw"), b=game())


def test_a_long_course_is_thinned_and_keeps_the_parting_and_the_end() -> None:
    long = game(*["draw", "undo"] * 3, *(["draw"] * 59 + ["recycle"]) * 60)
    course = compare(a=long, b=game(*["draw"] * 59, "recycle", "T7-T8")).a.course
    assert len(course.at) <= MAX_POINTS + 2
    assert (course.at[:3], course.at[-1]) == ([0, 4, 8], 3600)
    assert 60 in course.at
    assert {len(values) for values in astuple(course)} == {len(course.at)}


# -- What holds of all games


@few
@given(games)
def test_a_game_never_parts_from_itself(played: Played) -> None:
    found = compare(a=played, b=played)
    assert (found.relation, found.index) == (Relation.EQUAL, found.a.length)
    assert found.a == found.b


@few
@given(modes, seeds, seeds, styles)
def test_the_order_of_two_games_does_not_matter(code: DealCode, one: int, other: int, style: str) -> None:
    a, b = random_game(code, one, style), random_game(code, other, style)
    found, turned = compare(a=a, b=b), compare(a=b, b=a)
    assert (found.index, found.a, found.b) == (turned.index, turned.b, turned.a)
    turned_relation = {Relation.A_GOES_ON: Relation.B_GOES_ON, Relation.B_GOES_ON: Relation.A_GOES_ON}
    assert turned.relation == turned_relation.get(found.relation, found.relation)
    assert found.table.picture(reveal=True) == turned.table.picture(reveal=True)


def _without_versions(found: Comparison) -> tuple[object, ...]:
    sides = [(side.length, side.step, replace(side.course, version=[])) for side in (found.a, found.b)]
    return found.relation, found.index, found.table.picture(reveal=True), sides


@few
@given(modes, seeds, seeds, styles, seeds)
def test_undone_actions_change_nothing(code: DealCode, one: int, other: int, style: str, noise: int) -> None:
    a, b = random_game(code, one, style, 40), random_game(code, other, style, 40)
    noisy = with_noise(a, noise)
    assert _without_versions(compare(a=noisy, b=b)) == _without_versions(compare(a=a, b=b))


@few
@given(modes, modes, seeds, seeds, styles)
def test_both_logs_stood_at_the_common_table_at_their_versions(
    code: DealCode, other_code: DealCode, one: int, other: int, style: str
) -> None:
    a, b = (
        with_noise(random_game(code, one, style, 40), other),
        with_noise(random_game(other_code, one, style, 40), one),
    )
    found = compare(a=a, b=b)
    for played, side in ((a, found.a), (b, found.b)):
        stood = fold(played.code, played.events[: side.version]).table
        assert stood.picture(reveal=True).splitlines()[3:] == found.table.picture(reveal=True).splitlines()[3:]
        if side.step:
            assert side.step.move.byte == played.events[side.version]


@few
@given(modes, seeds, styles, seeds)
def test_at_its_versions_a_log_has_what_the_course_counts(code: DealCode, seed: int, style: str, noise: int) -> None:
    noisy = with_noise(random_game(code, seed, style, 25), noise)
    course = compare(a=noisy, b=noisy).a.course
    for version, *counted in zip(course.version, course.score, course.ranked_score, course.cards_home, strict=True):
        table = fold(noisy.code, noisy.events[:version]).table
        assert counted == [table.score, table.ranked_score, table.home]


@few
@given(games)
def test_a_course_ends_with_the_result_of_its_game(played: Played) -> None:
    table = fold(played.code, played.events).table
    side = compare(a=played, b=played).a
    *_, (at, _, *counted) = zip(*astuple(side.course), strict=True)
    assert (at, counted) == (side.length, [table.score, table.ranked_score, table.home])


@few
@given(games)
def test_the_events_that_are_kept_are_the_effective_line(played: Played) -> None:
    assert bytes(played.events[index] for index in kept(played.events)) == effective_line(played.events)


def test_no_mode_is_left_out() -> None:
    assert {(code.draw, code.scoring) for code in ONE.siblings()} == {
        (n, scoring) for n in (1, 3) for scoring in Scoring
    }
