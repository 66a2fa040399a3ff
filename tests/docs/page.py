"""A page of docs/ as tests read it: its headings, links, tables and blocks of code."""

import re
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
DOCS = PROJECT / "docs"
PAGES = (PROJECT / "README.md", *sorted(DOCS.rglob("*.md")))

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language and what stands in it."""

    language: str
    text: str


@dataclass(frozen=True)
class Page:
    path: Path

    @classmethod
    def of(cls, name: str) -> "Page":
        return cls(DOCS / f"{name}.md")

    @property
    def text(self) -> str:
        return self.path.read_text()

    @property
    def prose(self) -> str:
        """The page without its blocks of code."""
        return _FENCE.sub("", self.text)

    @property
    def blocks(self) -> list[Block]:
        return [Block(*parts) for parts in _FENCE.findall(self.text)]

    @property
    def anchors(self) -> set[str]:
        """The ids that its headings have when rendered."""
        headings = re.findall(r"^#+ (.+)$", self.prose, re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}

    @property
    def links(self) -> list[str]:
        return _LINK.findall(self.prose)

    def table(self, *header: str) -> list[list[str]]:
        """The rows of the table with this header, cell by cell; backquotes stay."""
        line = "| " + " | ".join(header) + " |"
        _, found, rest = self.prose.partition(f"{line}\n")
        if not found:
            raise LookupError(f"{self.path.name} has no table {line}")
        rows = rest.split("\n\n")[0].split("\n")[1:]
        return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows if row]


def code(cell: str) -> str:
    """The first thing that a cell has between backquotes."""
    found = _CODE.search(cell)
    if found is None:
        raise LookupError(f"no code in {cell!r}")
    return found[1]
