"""The documentation as pages."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from api.pages import documents
from api.v1.problems import PROBLEMS

pytestmark = pytest.mark.django_db


class Seen(HTMLParser):
    """The links and the ids of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "a":
            self.links.append(values["href"] or "")
        if identifier := values.get("id"):
            self.ids.add(identifier)


def seen(client: Client, address: str) -> Seen:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return Seen(answer.content.decode())


PAGES = [f"/docs/{document.address}" for part in documents.contents() for document in part.documents]


def test_every_file_has_a_page() -> None:
    written = set(documents.directory().rglob("*.md"))
    assert len(PAGES) == len(written) == len(set(PAGES))


def test_pages_are_listed_as_the_index_lists_them() -> None:
    readers = ("", "For makers of a client", "For operators", "For staff", "For those who change it")
    assert tuple(part.title for part in documents.contents()) == readers
    assert PAGES[:4] == ["/docs/", "/docs/client-guide/", "/docs/rules/", "/docs/match/"]


@pytest.mark.parametrize("address", ("/", *PAGES))
def test_every_link_of_a_page_leads_somewhere(client: Client, address: str) -> None:
    for link in seen(client, address).links:
        target, _, fragment = link.partition("#")
        if re.match(r"https?:", target):
            continue
        answer = client.get(target or address)
        assert answer.status_code in (200, 302), f"{address} links to {link}"
        if fragment and answer.headers["Content-Type"].startswith("text/html"):
            assert fragment in Seen(answer.content.decode()).ids, f"{address} links to {link}"


@pytest.mark.parametrize("code", PROBLEMS)
def test_the_type_of_every_problem_is_an_anchor(client: Client, code: str) -> None:
    assert code in seen(client, "/docs/errors/").ids


def test_what_the_introduction_of_the_api_links_is_there(client: Client) -> None:
    from api.v1.document import INTRODUCTION

    links = re.findall(r"\]\((/[^)]+)\)", INTRODUCTION)
    assert links
    assert {client.get(link).status_code for link in links} == {200}


def test_a_table_and_a_heading_of_the_rules_are_shown(client: Client) -> None:
    html = client.get("/docs/rules/").content.decode()
    assert '<table tabindex="0">' in html
    assert '<h1 id="' in html


def test_test_vectors_are_handed_out_as_they_are(client: Client) -> None:
    answer = client.get("/docs/vectors/deals.jsonl")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content == (documents.directory() / "vectors" / "deals.jsonl").read_bytes()


@pytest.mark.parametrize(
    "address",
    (
        "/docs/nothing/",
        "/docs/rules.md",
        "/docs/../manage.py",
        "/docs/%2e%2e/manage.py",
        "/docs/..%2f..%2fmanage.py",
        "/docs//etc/passwd",
    ),
)
def test_nothing_outside_of_the_documentation_is_handed_out(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_pages_are_read_and_never_written(client: Client) -> None:
    assert [client.post(address).status_code for address in ("/", "/docs/")] == [405, 405]
