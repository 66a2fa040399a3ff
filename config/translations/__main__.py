"""`python -m config.translations update | compile | check`."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from config.translations import catalogs, files


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked for; return the exit code."""
    parser = ArgumentParser(prog="python -m config.translations", description="The texts in all languages.")
    parser.add_argument(
        "do",
        choices=("update", "compile", "check"),
        help="update: write the texts of the code into the catalogs. compile: make what the service reads of them. "
        "check: fail for every text that lacks a translation.",
    )
    return {"update": update, "compile": compile_all, "check": check}[parser.parse_args(arguments).do]()


def update() -> int:
    """Write the texts of the code into all catalogs."""
    from config.translations import texts

    found = texts.of_project()
    for path in _wanted():
        catalogs.write(catalogs.updated(catalogs.read(path), texts=found), path=path)
    sys.stdout.write(f"{len(found)} texts in {len(_wanted())} languages.\n")
    return 0


def compile_all() -> int:
    """Make what the service reads of the catalogs that have changed."""
    catalogs.compile_all()
    return 0


def check() -> int:
    """Print what is wrong with the texts and with the catalogs; 1 if anything is."""
    lines = list(faults_of_project())
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 1 if lines else 0


def faults_of_project() -> Iterator[str]:
    """Yield all that is wrong, each with its language."""
    from config.translations import faults, texts

    found = texts.of_project()
    yield from (f"en: {fault}" for fault in faults.of_texts(found))
    for path in _wanted():
        catalog = catalogs.read(path)
        yield from (f"{files.language_of(path)}: {fault}" for fault in faults.of_catalog(catalog, texts=found))


def _wanted() -> list[Path]:
    """Return the catalogs that the settings ask for: one for each language but that of the code."""
    from django.conf import settings
    from django.utils.translation import to_locale

    languages = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    return [files.catalog_of(to_locale(language)) for language in languages]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.exit(main())
