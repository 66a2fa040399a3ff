"""Texts of the API are in the language that `Accept-Language` asks for; all else is the same in every language."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from api.v1.browse import document
from api.v1.frames import Replay
from api.v1.game_state import GameState, GameSummary
from api.v1.languages import holds_texts
from api.v1.limits import Limits
from api.v1.misfits import sentence_of
from api.v1.problems import MoveProblem
from games.engine.errors import Refusal, refusal_text
from games.texts import worded
from tests.api.client import ApiClient
from tests.api.people import checked, post_moves, start

pytestmark = pytest.mark.django_db

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
