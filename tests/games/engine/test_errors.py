"""What the engine's errors have in common."""

from collections.abc import Iterator

import games.engine.errors
from games.engine.errors import REFUSAL_TEXTS, EngineError, Refusal


def error_classes(base: type[EngineError] = EngineError) -> Iterator[type[EngineError]]:
    for error in base.__subclasses__():
        yield error
        yield from error_classes(error)


def test_every_error_has_a_code_of_its_own_and_stands_in_the_tree_at_the_top() -> None:
    codes = {error.__name__: error.code for error in error_classes()}

    assert len(set(codes.values())) == len(codes)
    drawn = (games.engine.errors.__doc__ or "").split()
    assert all(drawn.index(name) < drawn.index(code) for name, code in codes.items())


def test_every_reason_has_words_of_its_own() -> None:
    assert list(REFUSAL_TEXTS) == list(Refusal)
    assert len(set(REFUSAL_TEXTS.values())) == len(Refusal)
