"""The texts of the code: every string in Python and in templates that is marked to be translated.

Python is read by its syntax tree. A mark is a call of one of `MARKS`, whose texts must be literals: a text that is put
together first could not be found here, and is refused. Templates are read as Django itself reads them.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from django.utils.translation.template import templatize

PROJECT: Final = Path(__file__).resolve().parent.parent.parent
PARTS: Final = ("api", "config", "games", "leaderboards")

SINGLE: Final = ("text",)
COUNTED: Final = ("text", "plural")
IN_CONTEXT: Final = ("context", "text")
COUNTED_IN_CONTEXT: Final = ("context", "text", "plural")
MARKS: Final = {
    "_": SINGLE,
    "gettext": SINGLE,
    "gettext_lazy": SINGLE,
    "gettext_noop": SINGLE,
    "ngettext": COUNTED,
    "ngettext_lazy": COUNTED,
    "pgettext": IN_CONTEXT,
    "pgettext_lazy": IN_CONTEXT,
    "npgettext": COUNTED_IN_CONTEXT,
    "npgettext_lazy": COUNTED_IN_CONTEXT,
    # games.engine.texts
    "Text": SINGLE,
    "Plural": COUNTED,
}

# What Django makes of a template's marks, between letters that stand for everything else.
_CALL: Final = re.compile(r"""\b(?:(?:np|n|p)?gettext|_)\((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^()'"])*\)""")


class NotFound(ValueError):
    """A mark whose text cannot be found."""

    def __init__(self, place: str, *, mark: str) -> None:
        super().__init__(f"{place}: what {mark}() is given first must be a literal, so that it can be found")


class Ambiguous(ValueError):
    """A text that is marked both with a plural and without, or with two: it could not be told which is looked up."""

    def __init__(self, text: str, *, file: str) -> None:
        super().__init__(f"{file}: {text!r} is marked elsewhere with another plural; a context tells them apart")


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A marked text, with the file where it stands."""

    text: str
    plural: str | None
    context: str | None
    file: str


def of_project() -> Catalog:
    """Return all marked texts of the project as a catalog without translations. Raises NotFound and Ambiguous."""
    return together(_found())


def together(marked: Iterable[Found]) -> Catalog:
    """Return marked texts as a catalog, each once. Raises Ambiguous."""
    catalog = Catalog()
    for found in sorted(marked, key=lambda found: (found.text, found.plural or "", found.context or "", found.file)):
        identity = found.text if found.plural is None else (found.text, found.plural)
        known = catalog.get(found.text, found.context)
        if known is not None and known.id != identity:
            raise Ambiguous(found.text, file=found.file)
        catalog.add(identity, context=found.context, locations=[(found.file, 0)])
    return catalog


def templates() -> list[Path]:
    """Return the templates of the project."""
    return sorted(path for part in PARTS for path in (PROJECT / part).glob("templates/**/*") if path.is_file())


def _found() -> Iterator[Found]:
    for part in PARTS:
        for path in sorted((PROJECT / part).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from in_python(path.read_text(), file=str(path.relative_to(PROJECT)))
    for path in templates():
        yield from in_template(path.read_text(), file=str(path.relative_to(PROJECT)))


def in_python(source: str, *, file: str) -> Iterator[Found]:
    """Yield the marked texts of Python source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (mark := _name(node.func)) in MARKS:
            yield _marked(node, mark=mark, file=file)


def in_template(source: str, *, file: str) -> Iterator[Found]:
    """Yield the marked texts of a template."""
    for call in _CALL.finditer(templatize(source, origin=file)):
        yield from in_python(call[0], file=file)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def _marked(call: ast.Call, *, mark: str, file: str) -> Found:
    names = MARKS[mark]
    said = {
        name: node.value
        for name, node in zip(names, call.args, strict=False)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    if len(said) < len(names):
        raise NotFound(f"{file}:{call.lineno}", mark=mark)
    return Found(text=said["text"], plural=said.get("plural"), context=said.get("context"), file=file)
