"""What holds of every match, in matches played at random under all options."""

import re
from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import FACES
from games.engine.deals import ALPHABET
from games.engine.match.actions import ACTIONS, Event, MatchAction, MatchKind, encode
from games.engine.match.errors import IllegalAction
from games.engine.match.fold import fold_match
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from games.engine.match.view import view_match
from tests.games.engine.match.playouts import COMBINATIONS, STYLES, playout
from tests.games.engine.steady import few

numbers = st.text(ALPHABET, min_size=7, max_size=32)
matches = st.builds(
    lambda number, chosen: MatchOptions.parse({"number": number, **chosen}), numbers, st.sampled_from(COMBINATIONS)
)
styles = st.sampled_from(tuple(STYLES))
seeds = st.integers(0, 2**32)
HIDDEN = re.compile(r"(?<=\[)[^\]]*(?=\])")


def log_of(options: MatchOptions, *, seed: int, style: str, length: int) -> bytes:
    return encode((side, action) for side, action, _ in playout(options, seed=seed, style=style, length=length))


def cards_of(table: MatchTable) -> dict[Side, Counter[str]]:
    """Return all cards of each side, wherever they lie, by a reading of the revealed picture."""
    cards = {side: Counter[str]() for side in Side}
    foundations, *piles = table.picture(reveal=True).replace("[", " ").replace("]", " ").splitlines()[1:]
    for pile in piles:
        side, _, *names = pile.split()
        cards[Side(side)].update(name for name in names if name != "waste")
    for place, pile in enumerate(foundations.split()[1:]):
        owners = pile.partition(":")[2]
        for rank, owner in enumerate(owners):
            cards[Side(owner)][FACES[place // 2 * 13 + rank]] += 1
    return cards


@few
@given(matches, styles, seeds)
def test_all_104_cards_are_always_there_and_each_is_its_owners(options: MatchOptions, style: str, seed: int) -> None:
    for _, _, table in playout(options, seed=seed, style=style, length=80):
        assert cards_of(table) == {side: Counter(FACES) for side in Side}


@few
@given(matches, styles, seeds)
def test_foundations_never_shrink_and_contributions_are_whose_cards_lie_there(
    options: MatchOptions, style: str, seed: int
) -> None:
    before = [""] * 8
    for _, _, table in playout(options, seed=seed, style=style, length=150):
        owners = "".join(table.foundations)

        assert all(now.startswith(was) for now, was in zip(table.foundations, before, strict=True))
        assert table.contributions == {side: owners.count(side) for side in Side}
        before = table.foundations


@few
@given(matches, styles, seeds)
def test_turns_change_by_a_draw_or_a_pass_and_nothing_else(options: MatchOptions, style: str, seed: int) -> None:
    turn = MatchTable(options).turn
    for side, action, table in playout(options, seed=seed, style=style, length=150):
        assert turn in (None, side) or action.kind is MatchKind.RESIGN
        ends = action.kind in (MatchKind.DRAW, MatchKind.PASS) or side in table.out
        stays = not ends or side.other in table.out

        assert table.turn == (None if turn is None or table.is_over else side if stays else side.other)
        turn = table.turn


@few
@given(matches, styles, seeds)
def test_an_action_touches_nothing_of_the_opponent_but_the_foundations(
    options: MatchOptions, style: str, seed: int
) -> None:
    def piles(table: MatchTable, side: Side) -> tuple[Any, ...]:
        return table.stock(side), table.waste(side), table.tableau(side, reveal=True)

    before = {side: piles(MatchTable(options), side) for side in Side}
    for side, _, table in playout(options, seed=seed, style=style, length=80):
        assert piles(table, side.other) == before[side.other]
        before[side] = piles(table, side)


@few
@given(matches, styles, seeds, st.integers(0, 300))
def test_the_legal_actions_are_those_that_play_takes_and_a_refused_one_changes_nothing(
    options: MatchOptions, style: str, seed: int, length: int
) -> None:
    log = log_of(options, seed=seed, style=style, length=length)
    table = fold_match(options, log).table
    before = table.picture(reveal=True)
    for side in Side:
        legal = table.legal_actions(side)
        assert table.picture(reveal=True) == before
        for action in legal:
            fold_match(options, log).table.play(side, action)
        for action in set(ACTIONS) - set(legal):
            with pytest.raises(IllegalAction):
                table.play(side, action)
            assert table.picture(reveal=True) == before


@few
@given(matches, styles, seeds)
def test_a_log_folds_to_the_table_that_was_played(options: MatchOptions, style: str, seed: int) -> None:
    log = bytearray()
    picture = MatchTable(options).picture(reveal=True)
    for side, action, table in playout(options, seed=seed, style=style, length=200):
        log.append(Event(side, action).byte)
        picture = table.picture(reveal=True)
    replay = fold_match(options, bytes(log))

    assert (replay.error, replay.table.picture(reveal=True)) == (None, picture)
    assert MatchTable.from_picture(picture, options).picture(reveal=True) == picture


@few
@given(matches, st.binary(max_size=300))
def test_a_replay_of_any_bytes_is_its_good_part(options: MatchOptions, events: bytes) -> None:
    replay = fold_match(options, events)
    good = events if replay.error is None else events[: replay.error.index]

    assert replay.table.version == len(good)
    assert str(fold_match(options, good).table) == str(replay.table)


# -- What may be seen


def shuffled(picture: str, random: Random) -> str:
    """Return a revealed picture in which the face-down cards of each side have been shuffled among their places."""
    lines = picture.splitlines()
    for side in Side:
        hidden = [card for line in lines if line.startswith(side) for card in "".join(HIDDEN.findall(line)).split()]
        random.shuffle(hidden)
        for at, line in enumerate(lines):
            if line.startswith(side):
                lines[at] = HIDDEN.sub(partial(_dealt_from, hidden), line)
    return "\n".join(lines)


def _dealt_from(cards: list[str], place: re.Match[str]) -> str:
    return " ".join(cards.pop() for _ in place[0].split())


@few
@given(matches, styles, seeds, st.integers(0, 200))
def test_what_is_seen_does_not_depend_on_hidden_cards_nor_on_the_number(
    options: MatchOptions, style: str, seed: int, length: int
) -> None:
    table = fold_match(options, log_of(options, seed=seed, style=style, length=length)).table
    other = MatchTable.from_picture(
        shuffled(table.picture(reveal=True), Random(seed)), replace(options, number="A" * 32)
    )

    for viewer in (*Side, None):
        assert view_match(other, viewer=viewer) == view_match(table, viewer=viewer)
    assert (str(other), repr(other)) == (str(table), repr(table))
    for side in Side:
        for action in ACTIONS:
            assert other.refusal(side, action) == table.refusal(side, action)


def test_nothing_that_is_shown_of_a_match_names_its_number() -> None:
    number = "MATCHNUMBERTHATISASECRET77"
    options = MatchOptions.parse({**COMBINATIONS[0], "number": number})
    table = MatchTable(options)
    with pytest.raises(IllegalAction) as refused:
        table.play(Side.A, MatchAction.parse("recycle"))
    shown = (options, table, table.picture(reveal=True), view_match(table, viewer=Side.A), refused.value.position)

    assert number not in "".join(f"{what!r} {what}" for what in (*shown, refused.value, fold_match(options, b"\xff")))
