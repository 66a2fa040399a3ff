"""What all pages have in common: who looks, what they may load, languages, and what is shown when things go wrong."""

import re

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext, override_settings

from games import daily, players
from tests.factories import make_player
from tests.pages.visitor import Visitor, newcomer, text_of

STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ("/deals/", "/docs/", "/players/me/", "/nothing/", "/admin/login/", "/api/v1/limits/")
)
def test_every_answer_says_that_nothing_from_elsewhere_and_nothing_written_into_it_is_to_run(address: str) -> None:
    assert Visitor().get(address).headers["Content-Security-Policy"] == STRICT


@pytest.mark.django_db
def test_the_page_of_the_api_may_have_the_pictures_of_its_style_and_nothing_written_into_it_either() -> None:
    visitor = Visitor()
    answer = visitor.get("/api/v1/docs/")
    assert answer.headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    html = answer.content.decode()
    assert "<style" not in html
    assert html.count("<script") == html.count("<script src=") == 3


@pytest.mark.django_db
@pytest.mark.parametrize("address", ("/deals/", "/docs/", "/players/me/", "/deals/DS1-D1N-AAAAAAB/", "/nothing/"))
def test_no_page_has_a_script_or_a_style_written_into_it(address: str) -> None:
    html = Visitor().get(address).content.decode()
    assert " style=" not in html
    assert "<style" not in html
    assert not re.search(r"<[^>]+ on[a-z]+=", html)
    scripts = [tag.split(">")[0] for tag in html.split("<script")[1:]]
    assert all("src=" in script or 'type="application/json"' in script for script in scripts)


@pytest.mark.django_db
def test_a_page_knows_its_viewer_by_a_token_in_a_cookie_with_one_query() -> None:
    _, visitor = newcomer("Ana")
    with CaptureQueriesContext(connection) as queries:
        assert "Ana" in visitor.read("/deals/")
    assert len(queries) == 1


@pytest.mark.django_db
def test_a_token_that_is_revoked_or_none_is_nobodys_and_costs_nothing_else() -> None:
    ana, visitor = newcomer("Ana")
    for access in players.tokens_of(player=ana):
        players.revoke_token(player=ana, token_id=access.pk)
    assert "Sign in" in visitor.read("/deals/")
    visitor.cookies["player_token"] = "nonsense"
    with CaptureQueriesContext(connection) as queries:
        visitor.read("/deals/")
    assert len(queries) == 0


@pytest.mark.django_db
def test_a_page_changes_nothing_by_the_cookie_alone() -> None:
    ana, visitor = newcomer("Ana")
    answers = [visitor.post(address).status_code for address in ("/", "/players/me/", "/deals/", f"/players/{ana.pk}/")]
    assert answers == [405, 405, 405, 405]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "shown"), (("es", '<html lang="es">'), ("pt-br", '<html lang="pt-br">')))
def test_a_language_is_kept_and_so_is_the_page(language: str, shown: str) -> None:
    visitor = Visitor()
    answer = visitor.post("/language/", {"language": language, "next": "/deals/?code=x"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/deals/?code=x")
    assert visitor.cookies["django_language"]["samesite"] == "Lax"
    assert shown in visitor.see("/deals/")


@pytest.mark.django_db
def test_a_choice_of_language_leads_to_no_other_site() -> None:
    answer = Visitor().post("/language/", {"language": "es", "next": "https://example.org/"})
    assert answer.headers["Location"] == "/"


@pytest.mark.django_db
def test_a_page_that_is_not_there_says_so_and_leads_on() -> None:
    html = Visitor().see("/nothing/", status=404)
    assert "Nothing is here" in text_of(html)
    assert 'href="/"' in html


@pytest.mark.parametrize(
    ("fault", "status", "heading", "again"),
    (
        (ZeroDivisionError("a fault"), 500, "Something failed", None),
        (OperationalError("the database is away"), 503, "Back in a moment", "5"),
    ),
)
def test_a_fault_is_answered_without_the_database(
    fault: Exception, status: int, heading: str, again: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise fault

    # pytest-django forbids this test the database, so that asking it would fail here as well.
    monkeypatch.setattr(daily, "deals_of", fail)
    visitor = Visitor(raise_request_exception=False)
    shown = visitor.read("/", status=status)
    assert heading in shown
    assert "Sign in" not in shown
    assert visitor.get("/").headers.get("Retry-After") == again


@pytest.mark.django_db
@override_settings(DEBUG=False)
def test_a_page_with_a_viewer_is_for_nobody_else_and_a_file_is_for_all() -> None:
    _, visitor = newcomer("Ana")
    page, file = visitor.get("/deals/"), visitor.get("/docs/vectors/deals.jsonl")
    assert (page.headers["Cache-Control"], "Cookie" in page.headers["Vary"]) == ("private, no-cache", True)
    assert not file.has_header("Cache-Control")
    assert make_player().is_guest
