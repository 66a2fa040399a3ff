"""Where the catalogs lie: one file for each language but English, and beside it what gettext reads of it."""

from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

LOCALE: Final = Path(__file__).resolve().parent.parent / "locale"


def catalogs() -> list[Path]:
    """Return the catalogs that are there, by language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))


def catalog_of(language: str) -> Path:
    """Return where the catalog of a language is, by gettext's name of it (`pt_BR`)."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def language_of(catalog: Path) -> str:
    """Return the language of a catalog, by gettext's name of it."""
    return catalog.parent.parent.name


def compiled(catalog: Path) -> Path:
    """Return where the compiled form of a catalog is."""
    return catalog.with_suffix(".mo")


def require_compiled() -> None:
    """Refuse to serve languages that would come out in English. Raises ImproperlyConfigured."""
    if missing := [language_of(catalog) for catalog in catalogs() if not compiled(catalog).is_file()]:
        raise ImproperlyConfigured(
            f"The translations are not compiled ({', '.join(missing)}): run python -m config.translations compile."
        )
