"""What may be a name, and which names look alike."""

import unicodedata
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import BadName
from games.limits import MAX_NAME_CHARACTERS
from games.names import NameFlaw, is_reserved, key, made_up_name, parse_name


@pytest.mark.parametrize(
    "name",
    (
        "Ana",
        "x",
        "7",
        "日本の遊び人",
        "Иван Петров",
        "Zoë-Łucja O'Neil",
        "กรุงเทพ",
        "नमस्ते",
        "عمر",
        "<b>Ana</b> & co.",
        "'; DROP TABLE--1",
        "Ana 🦊",
        "Ana 👩‍👩‍👧",
        "Ana 👩🏽‍🚀",
        "Ana 🏳️‍🌈",
        "Ana ❤️",
        "Ana 1️⃣",
        "日本 Fox",
        "Иван Fox",
        "ạ̈̂",
        "a" * 24,
    ),
)
def test_a_name_is_kept_in_nfc(name: str) -> None:
    assert parse_name(unicodedata.normalize("NFD", name)) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "flaw"),
    (
        ("", NameFlaw.EMPTY),
        ("a" * 25, NameFlaw.TOO_LONG),
        ("ﷺ" * 24, NameFlaw.TOO_LONG),
        ("...", NameFlaw.NO_LETTER),
        ("🦊", NameFlaw.NO_LETTER),
        (" Ana", NameFlaw.EDGE_SPACE),
        ("Ana ", NameFlaw.EDGE_SPACE),
        ("Ana  B", NameFlaw.DOUBLE_SPACE),
        ("Ana\u00a0B", NameFlaw.OTHER_SPACE),
        ("Ana\u3000B", NameFlaw.OTHER_SPACE),
        ("Ana\tB", NameFlaw.CONTROL),
        ("Ana\0", NameFlaw.CONTROL),
        ("Ana\x85", NameFlaw.CONTROL),
        ("Ana\u2028B", NameFlaw.LINE_BREAK),
        ("\u202eanA", NameFlaw.BIDIRECTIONAL),
        ("Ana\u2066", NameFlaw.BIDIRECTIONAL),
        ("Ana\u200f", NameFlaw.BIDIRECTIONAL),
        ("A\u200bna", NameFlaw.INVISIBLE),
        ("A\u200dna", NameFlaw.INVISIBLE),
        ("A\u200cna", NameFlaw.INVISIBLE),
        ("A\ufeffna", NameFlaw.INVISIBLE),
        ("A\u00adna", NameFlaw.INVISIBLE),
        ("A\u3164na", NameFlaw.INVISIBLE),
        ("A\u2800na", NameFlaw.INVISIBLE),
        ("A\ufe0fna", NameFlaw.INVISIBLE),
        ("Ana 🦊\u200d", NameFlaw.INVISIBLE),
        ("Ana \U000e0041", NameFlaw.INVISIBLE),
        ("Ana \ue000", NameFlaw.PRIVATE_USE),
        ("Ana \U000e1fff", NameFlaw.UNASSIGNED),
        ("Ana \uffff", NameFlaw.UNASSIGNED),
        ("Ana \ud800", NameFlaw.SURROGATE),
        ("Z\u0335\u0321\u0348\u0355\u0316a", NameFlaw.TOO_MANY_MARKS),
        ("раypal", NameFlaw.MIXED_SCRIPTS),
        ("ΝASA", NameFlaw.MIXED_SCRIPTS),
    ),
)
def test_a_name_that_cannot_be_shown_or_told_apart_is_refused_with_its_reason(name: str, flaw: NameFlaw) -> None:
    with pytest.raises(BadName) as refused:
        parse_name(name)
    assert (refused.value.name, refused.value.reason, refused.value.detail) == (name, flaw, flaw.text)


def test_every_flaw_has_a_sentence() -> None:
    assert all(str(flaw.text).endswith(".") for flaw in NameFlaw)


@pytest.mark.parametrize(
    ("name", "look_alike"),
    (
        ("Ana", "ANA"),
        ("paypal", "paypaI"),
        ("paypal", "PAYPA1"),
        ("paypal", "раураl"),
        ("Ivan", "lvan"),
        ("Zoe", "Z0e"),
        ("Anna", "Αnna"),
        ("modern", "rnodern"),
        ("wave", "vvave"),
        ("Ana", "Ａｎａ"),
        ("Ana", "𝐀𝐧𝐚"),
        ("Ana", "A\u200bna"),
        ("Ana ❤️", "Ana ❤"),
        ("Ana B", "Ana  B"),
        ("café", "cafe\u0301"),
        ("Straße", "STRASSE"),
        ("ニ", "二"),
        ("ⅠⅤ", "IV"),
    ),
)
def test_names_that_look_alike_have_one_key(name: str, look_alike: str) -> None:
    assert key(name) == key(look_alike)


@pytest.mark.parametrize(
    ("name", "other"),
    (("Ana", "Ane"), ("café", "cafe"), ("navy", "vavy"), ("hnu", "hnv"), ("日本", "日木"), ("Ana 1", "Ana 2")),
)
def test_names_that_can_be_told_apart_have_different_keys(name: str, other: str) -> None:
    assert key(name) != key(other)


def test_of_ascii_letters_and_digits_only_those_that_look_alike_share_a_key() -> None:
    shared: dict[str, str] = {}
    for character in "abcdefghijklmnopqrstuvwxyz0123456789":
        shared[key(character)] = shared.get(key(character), "") + character
    assert sorted(group for group in shared.values() if len(group) > 1) == ["il1", "o0"]


@pytest.mark.parametrize("name", ("Admin", "ADM1N", "аdmin", "Double Solitaire", "M0derator", "deleted player"))
def test_names_of_those_who_run_the_service_are_reserved(name: str) -> None:
    assert is_reserved(name)


def test_made_up_names_are_names() -> None:
    random = Random(1)
    names = {made_up_name(random) for _ in range(2000)}
    assert len(names) > 1900
    assert all(parse_name(name) == name and not is_reserved(name) for name in names)


def test_the_longest_made_up_name_fits() -> None:
    class Longest(Random):
        def choice(self, words: "list[str]") -> str:  # type: ignore[override]
            return max(words, key=len)

    assert len(made_up_name(Longest())) <= MAX_NAME_CHARACTERS


@given(st.text(max_size=40))
def test_any_text_is_a_name_with_a_key_or_is_refused(text: str) -> None:
    assert isinstance(key(text), str)
    with suppress(BadName):
        name = parse_name(text)
        assert parse_name(name) == name
        assert 0 < len(key(name)) <= 4 * MAX_NAME_CHARACTERS
