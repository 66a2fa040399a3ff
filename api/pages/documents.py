"""The pages of docs/, written in Markdown and served as HTML: one address for each file.

`docs/rules.md` is `/docs/rules/`, `docs/vectors/README.md` is `/docs/vectors/`, `docs/index.md` is `/docs/`; other
files (the test vectors) keep their names. Links between the files lead to these addresses, and every heading has the
id that the code hosts give it, so a link works here and there.
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from django.conf import settings
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT: Final = "/docs/"

_PUNCTUATION: Final = re.compile(r"[^\w\- ]")
_ELSEWHERE: Final = re.compile(r"[a-z][a-z0-9+.-]*:|/|#")


@dataclass(frozen=True, slots=True)
class Document:
    """A page: its address below /docs/, its title, and its body in HTML."""

    address: str
    title: str
    html: str


@dataclass(frozen=True, slots=True)
class Part:
    """The pages for one kind of reader, under the heading that they have in the index."""

    title: str
    documents: tuple[Document, ...]


def directory() -> Path:
    return Path(settings.BASE_DIR) / "docs"


@cache
def files() -> dict[str, Path]:
    """Return every file of docs/ by its address below /docs/. Nothing else can be asked for."""
    found = {_address(path.relative_to(directory()).as_posix()): path for path in directory().rglob("*")}
    return {address: path for address, path in found.items() if path.is_file()}


@cache
def contents() -> tuple[Part, ...]:
    """Return all pages, divided and ordered as the index lists them; the index itself comes first."""
    parts: list[tuple[str, list[str]]] = [("", [""])]
    for token, inline in pairwise(_markdown().parse(files()[""].read_text(encoding="utf-8"))):
        if token.type == "heading_open" and token.tag == "h2":
            parts.append((inline.content, []))
        links = [str(link.attrGet("href")) for link in _links([token])]
        parts[-1][1].extend(_address(link) for link in links if link.endswith(".md"))
    return tuple(Part(title, tuple(map(document, dict.fromkeys(addresses)))) for title, addresses in parts)


def document(address: str) -> Document:
    """Return a page as its file is now. Raises KeyError for an address that is none."""
    path = files()[address]
    return _rendered(address, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=200)
def _rendered(address: str, path: Path, _modified: int) -> Document:
    markdown = _markdown()
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    title = address
    for heading, text in _headings(tokens):
        heading.attrSet("id", anchor(text))
        if heading.tag == "h1" and title == address:
            title = text
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # a wide one scrolls, which the keyboard must reach
    folder = path.relative_to(directory()).parent.as_posix()
    for link in _links(tokens):
        link.attrSet("href", _target(str(link.attrGet("href") or ""), folder=folder))
    return Document(address=address, title=title, html=markdown.renderer.render(tokens, markdown.options, {}))


def _markdown() -> MarkdownIt:
    """Return a parser of one's own: one that threads share is not ready for them all at once."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def anchor(heading: str) -> str:
    """Return the id of a heading: in lower case, punctuation dropped, a hyphen for each space."""
    return _PUNCTUATION.sub("", heading.lower()).replace(" ", "-")


def _headings(tokens: list[Token]) -> Iterator[tuple[Token, str]]:
    """Yield each heading with its plain text."""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            yield token, "".join(child.content for child in inline.children or [])


def _links(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from (child for child in token.children or [] if child.type == "link_open")


def _target(link: str, *, folder: str) -> str:
    """Return where a link in a file of this folder of docs/ leads among the pages."""
    if not link or _ELSEWHERE.match(link):
        return link
    file, hash_sign, fragment = link.partition("#")
    name = posixpath.normpath(posixpath.join(folder, file))
    return ROOT + _address(name) + hash_sign + fragment


def _address(name: str) -> str:
    """Return the address below /docs/ of a file, by its name below docs/."""
    if not name.endswith(".md"):
        return name
    parent, _, last = name.removesuffix(".md").rpartition("/")
    own = "" if last in ("index", "README") else f"{last}/"
    return f"{parent}/{own}" if parent else own
