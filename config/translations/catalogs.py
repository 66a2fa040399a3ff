"""The catalogs: the texts of the code with their translations into one language, read, written and compiled."""

import os
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from config.translations.files import catalogs, compiled, language_of

_HEADER: Final = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""


def read(path: Path) -> Catalog:
    """Return a catalog as it is in its file; an empty one for a language that is new."""
    if not path.is_file():
        return Catalog(locale=language_of(path))
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path), abort_invalid=True)


def write(catalog: Catalog, *, path: Path) -> None:
    """Write a catalog in its one form: sorted, a text on a line, no dates, no line numbers, no texts that are gone."""
    body = BytesIO()
    write_po(body, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False, ignore_obsolete=True)
    header = _HEADER.format(language=language_of(path), plural=catalog.plural_forms)
    _replace(path, header.encode() + body.getvalue().strip(b"\n") + b"\n")


def updated(catalog: Catalog, *, texts: Catalog) -> Catalog:
    """Return a catalog with the texts of the code, and the translations that it has of them."""
    catalog.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def compile_all() -> None:
    """Compile the catalogs that have changed since they last were."""
    for path in catalogs():
        if not _is_fresh(path):
            body = BytesIO()
            write_mo(body, read(path))
            _replace(compiled(path), body.getvalue())


def _is_fresh(path: Path) -> bool:
    target = compiled(path)
    return target.is_file() and target.stat().st_mtime_ns >= path.stat().st_mtime_ns


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, whoever reads or writes it meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    os.replace(file.name, path)
