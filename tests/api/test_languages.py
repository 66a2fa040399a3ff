"""Texts of the API are in the language that `Accept-Language` asks for; all else is the same in every language."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from msgspec import Struct, ValidationError, convert
from msgspec.structs import FieldInfo, fields

import api.v1.urls  # noqa: F401 - every body and query that there is
from api.v1.browse import document
from api.v1.frames import Replay
from api.v1.game_state import GameState, GameSummary
from api.v1.languages import holds_texts
from api.v1.limits import Limits
from api.v1.misfits import not_json, sentence_of
from api.v1.parsing import Body, Query
from api.v1.problems import MoveProblem
from config.translations import texts
from games.engine.errors import Refusal, refusal_text
from games.texts import worded
from tests.api.client import ApiClient
from tests.api.people import checked, post_moves, start
from tests.api.test_errors import GAME_ERRORS, subclasses

pytestmark = pytest.mark.django_db

FOUND = {
    form for message in texts.of_project() for form in (message.id if isinstance(message.id, tuple) else [message.id])
}
OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]
ILLEGAL = refusal_text("W-T1", Refusal.WASTE_EMPTY)


def refused(client: ApiClient, **headers: str) -> Any:
    """The answer to a move that is illegal on a fresh table."""
    return client.ask("POST", f"{start(client)}moves/", {"version": 0, "moves": ["W-T1"]}, **headers)


@pytest.mark.parametrize(
    ("asked", "language"),
    (
        ("", "en"),
        ("ru", "ru"),
        ("RU-ru", "ru"),
        ("pt", "pt-br"),
        ("pt-PT, en;q=0.5", "pt-br"),
        ("es-419", "es"),
        ("en;q=0.3, ro;q=0.7", "ro"),
        ("de, ja;q=0.9, es;q=0.5", "es"),
        ("de, en;q=0.8, ru;q=0.5", "en"),
        ("ru;q=0, es;q=0.1", "es"),
        ("*", "en"),
        ("de", "en"),
        ("no language; at all", "en"),
    ),
)
def test_the_language_is_the_one_that_the_client_likes_best(client: ApiClient, asked: str, language: str) -> None:
    answer = refused(client, accept_language=asked)

    assert (answer.headers["Content-Language"], answer.headers["Vary"]) == (language, "Accept-Language, origin")
    with translation.override(language):
        assert worded(ILLEGAL) in answer.json()["detail"]


@pytest.mark.parametrize("language", OTHERS)
def test_only_the_texts_of_a_problem_are_in_another_language(client: ApiClient, language: str) -> None:
    url = start(client)
    english, other = (
        client.ask("POST", f"{url}moves/", {"version": 0, "moves": ["W-T1"]}, accept_language=asked).json()
        for asked in ("en", language)
    )

    assert {name for name in english if english[name] != other[name]} == {"title", "detail"}


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_each_field_is_said_in_the_language_too(anonymous: ApiClient, language: str) -> None:
    (error,) = anonymous.ask("POST", "players/", {"name": 1}, accept_language=language).json()["errors"]

    with translation.override(language):
        assert error == {
            "pointer": "/name",
            "code": "invalid",
            "detail": sentence_of("Expected `str | null`, got `int`"),
        }
    assert error["detail"] != "Expected str | null, got int."


@pytest.mark.parametrize("language", OTHERS)
def test_why_a_game_was_rejected_is_worded_when_it_is_shown(client: ApiClient, language: str) -> None:
    game = checked(client, post_moves(client, "DS1-D1N-AAAAAAB", ["W-T1"]))
    english, other = (client.ask("GET", game["url"], accept_language=asked) for asked in ("en", language))

    assert english.json()["rejection"]["message"] == str(ILLEGAL)
    with translation.override(language):
        assert other.json()["rejection"] == english.json()["rejection"] | {"message": worded(ILLEGAL)}
    assert (other.headers["Content-Language"], other.headers["Vary"]) == (language, "Accept-Language, origin")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("error", [error for error, _ in GAME_ERRORS], ids=lambda error: type(error).__name__)
def test_every_refusal_can_be_said_in_every_language(error: Any, language: str) -> None:
    assert error.text.template in FOUND
    with translation.override(language):
        assert worded(error.text) not in ("", str(error))


@pytest.mark.parametrize("reason", Refusal)
def test_every_reason_is_found_and_so_translated(reason: Refusal) -> None:
    assert reason.text.template in FOUND


# Values that fit few fields, so that all that msgspec says of ours is heard.
MISFITS = [
    None,
    True,
    1,
    -1,
    10**12,
    10**20,
    1.5,
    "",
    "x",
    "x" * 2000,
    "2020-01-01T00:00:00",
    [],
    ["x"] * 5000,
    {},
    {"x": 1},
]


@pytest.mark.parametrize(
    "kind",
    # In one order, or the workers of a run would not agree on what there is to run.
    sorted((kind for root in (Body, Query) for kind in subclasses(root)), key=str),
    ids=lambda kind: kind.__name__,
)
def test_whatever_does_not_fit_a_field_is_said_in_words_of_ours(kind: type[Struct]) -> None:
    said = {message for field in fields(kind) for value in MISFITS if (message := refusal_of(kind, field, value))}
    with translation.override("ru"):
        assert [message for message in said if sentence_of(message) == f"{message.replace('`', '')}."] == []


def refusal_of(kind: type[Struct], field: FieldInfo, value: object) -> str | None:
    """What msgspec says of a value of one field, without where it is."""
    try:
        convert({field.encode_name: value}, kind, strict=issubclass(kind, Body))
    except ValidationError as error:
        message = str(error).partition(" - at ")[0]
        return None if message.startswith("Object ") else message
    return None


@pytest.mark.parametrize(
    "text",
    (
        "",
        "{",
        "{1",
        '{"a" 1}',
        '{"a": }',
        '["a" "b"]',
        '{"a": "b',
        '"\\x"',
        '"\\u00"',
        '"\t"',
        "1 2",
        "\ufeff1",
        "[1,]",
    ),
)
def test_what_is_not_json_is_told_in_words_of_ours(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as refused:
        json.loads(text)
    with translation.override("ru"):
        assert refused.value.msg not in not_json(refused.value)


def test_answers_without_texts_are_the_same_in_all_languages(anonymous: ApiClient) -> None:
    english, russian = (anonymous.ask("GET", "limits/", accept_language=asked) for asked in ("en", "ru"))

    assert english.content == russian.content
    assert ("Content-Language" in russian.headers, russian.headers["Vary"]) == (False, "origin")


def test_which_answers_hold_texts_follows_from_their_fields() -> None:
    assert [holds_texts(kind) for kind in (GameState, GameSummary, Replay, MoveProblem)] == [True] * 4
    assert [holds_texts(kind) for kind in (Limits, str, None)] == [False] * 3


def test_an_answer_that_is_given_again_stays_in_its_language(client: ApiClient) -> None:
    body = {"deal": "DS1-D1N-AAAAAAB", "moves": ["draw"]}
    first, again = (
        client.ask("POST", "scores/", body, idempotency_key="k", accept_language=asked) for asked in ("es", "ru")
    )

    assert (again.headers["Idempotency-Replayed"], again.headers["Content-Language"]) == ("true", "es")
    assert again.content == first.content


def test_the_document_of_the_api_is_in_english_whoever_asks_first() -> None:
    english = document()
    document.cache_clear()
    with translation.override("ru"):
        assert document() == english


def test_the_api_asks_no_cookie_for_the_language(client: ApiClient) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ru"
    answer = refused(client)

    assert (answer.headers["Content-Language"], str(ILLEGAL) in answer.json()["detail"]) == ("en", True)


def test_pages_go_by_what_was_chosen_and_tell_caches_so() -> None:
    answer = Client(headers={"Accept-Language": "es"}).get("/")
    browser = Client(headers={"Accept-Language": "es"})
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "ro"
    chosen = browser.get("/")

    assert (answer.headers["Content-Language"], chosen.headers["Content-Language"]) == ("es", "ro")
    assert {"Cookie", "Accept-Language"} <= set(chosen.headers["Vary"].split(", "))
