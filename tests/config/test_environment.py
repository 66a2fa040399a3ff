"""Environment variables are read by their type, and refused by their name."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment


@pytest.mark.parametrize(
    ("value", "expected"),
    (("1", True), ("true", True), ("Yes", True), ("0", False), ("false", False), ("no", False), ("", False)),
)
def test_a_flag_is_one_of_a_few_words(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("SHINY", value)

    assert environment.flag("SHINY") is expected


@pytest.mark.parametrize("value", ("2", "on", "tru", "None"))
def test_any_other_word_is_no_flag(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("SHINY", value)

    with pytest.raises(ImproperlyConfigured, match=f"^SHINY is '{value}'; it must be 1 or 0.$"):
        environment.flag("SHINY")


@pytest.mark.parametrize("value", ("-1", "1.5", "four", "٤", "0"))
def test_a_number_is_whole_and_large_enough(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("SIZE", value)

    with pytest.raises(ImproperlyConfigured, match=f"^SIZE is '{value}'; it must be a whole number, 1 or more.$"):
        environment.integer("SIZE", 3, least=1)


def test_a_number_has_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIZE", raising=False)
    assert environment.integer("SIZE", 3) == 3

    monkeypatch.setenv("SIZE", " 12 ")
    assert environment.integer("SIZE", 3) == 12


def test_a_choice_is_one_of_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLOUR", "blue")

    with pytest.raises(ImproperlyConfigured, match=r"^COLOUR is 'blue'; it must be one of red, black.$"):
        environment.choice("COLOUR", "red", among=("red", "black"))


def test_words_stand_between_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", " a.example ,, b.example,")

    assert environment.words("HOSTS") == ["a.example", "b.example"]


@pytest.mark.parametrize(
    ("hosts", "expected"),
    (
        (["localhost", "127.0.0.1", "[::1]"], True),
        (["app.localhost"], True),
        ([], True),
        (["localhost", "example.org"], False),
        (["*"], False),
        (["0.0.0.0"], False),  # noqa: S104 - the point of the test
        (["localhost.example.org"], False),
    ),
)
def test_only_names_of_this_machine_are_loopback(hosts: list[str], expected: bool) -> None:
    assert environment.are_loopback(hosts) is expected


def test_serving_without_servers_is_refused_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)

    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL and CELERY_BROKER_URL must be set to serve"):
        environment.require_servers()


def test_a_secret_is_long_or_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KEY", raising=False)
    assert environment.secret("KEY") == ""

    monkeypatch.setenv("KEY", "k" * 32)
    assert environment.secret("KEY") == "k" * 32

    monkeypatch.setenv("KEY", "k" * 31)
    with pytest.raises(ImproperlyConfigured, match=r"^KEY has 31 characters; it must have 32 .*") as refused:
        environment.secret("KEY")
    assert "kkk" not in str(refused.value)
