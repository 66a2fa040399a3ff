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
#: The order in which the pages are listed; those not named follow by name.
_FIRST: Final = (
    "",
    "client-guide/",
    "rules/",
    "notation/",
    "rules-module/",
    "deal-codes/",
    "hashes/",
    "movetext/",
    "checking/",
    "leaderboards/",
    "comparing/",
    "daily/",
    "winnable/",
    "errors/",
    "limits/",
    "vectors/",
    "deploy/configuration/",
    "pages/",
)


@dataclass(frozen=True, slots=True)
class Document:
    """A page: its address below /docs/, its title, and its body in HTML."""

    address: str
    title: str
    html: str


def directory() -> Path:
    return Path(settings.BASE_DIR) / "docs"


@cache
def files() -> dict[str, Path]:
    """Return every file of docs/ by its address below /docs/. Nothing else can be asked for."""
    found = {_address(path.relative_to(directory()).as_posix()): path for path in directory().rglob("*")}
    return {address: path for address, path in found.items() if path.is_file()}


@cache
def contents() -> tuple[Document, ...]:
    """Return all pages, in the order of their list."""
    addresses = [address for address, path in files().items() if path.suffix == ".md"]
    order = {address: place for place, address in enumerate(_FIRST)}
    return tuple(document(address) for address in sorted(addresses, key=lambda name: (order.get(name, 99), name)))


def document(address: str) -> Document:
    """Return a page as its file is now. Raises KeyError for an address that is none."""
    path = files()[address]
    return _rendered(address, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=200)
def _rendered(address: str, path: Path, _modified: int) -> Document:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
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
