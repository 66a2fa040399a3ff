"""What the engine's errors have in common."""

import re
from collections.abc import Iterator

import games.engine.errors
from games.engine.errors import REFUSAL_TEXTS, EngineError, IllegalMove, Refusal
from games.engine.match.errors import MATCH_REFUSAL_TEXTS, IllegalAction, MatchRefusal


def error_classes(base: type[EngineError] = EngineError) -> Iterator[type[EngineError]]:
    for error in base.__subclasses__():
        yield error
        yield from error_classes(error)


def test_every_error_stands_in_the_tree_at_the_top_with_its_code() -> None:
    drawn = re.findall(r"\+-- (\w+) +(\w+)", games.engine.errors.__doc__ or "")

    assert drawn == [(error.__name__, error.code) for error in error_classes()]


def test_every_error_has_a_code_of_its_own_but_what_is_illegal_in_a_match_is_told_as_in_a_game() -> None:
    codes = [error.code for error in error_classes()]

    assert [code for code in set(codes) if codes.count(code) > 1] == [IllegalMove.code]
    assert IllegalAction.code == IllegalMove.code


def test_every_reason_has_words_of_its_own() -> None:
    texts = [*REFUSAL_TEXTS.values(), *MATCH_REFUSAL_TEXTS.values()]

    assert (list(REFUSAL_TEXTS), list(MATCH_REFUSAL_TEXTS)) == (list(Refusal), list(MatchRefusal))
    assert len(set(texts)) == len(Refusal) + len(MatchRefusal)
