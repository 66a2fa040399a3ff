"""The environment variables: each read once, by its type, and refused with its name when it makes no sense.

Every read is kept in `READ`, so that a test can hold the table in docs/deploy/configuration.md against the code.
"""

import os
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

#: Every variable that the code has read, with the default as the documentation writes it.
READ: Final[dict[str, str]] = {}

_FLAGS: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
_SECRET_LENGTH: Final = 32
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def text(name: str, default: str = "") -> str:
    """The variable without the white space around it; an empty one counts as not set."""
    READ[name] = default
    return os.environ.get(name, "").strip() or default


def secret(name: str) -> str:
    """A key of at least 32 characters, or nothing; a shorter one, which could be guessed, is refused."""
    value = text(name)
    if value and len(value) < _SECRET_LENGTH:
        raise ImproperlyConfigured(
            f"{name} has {len(value)} characters; it must have {_SECRET_LENGTH} (`openssl rand -hex 32` makes one)."
        )
    return value


def directory(name: str) -> str:
    """A directory that is there, or can be made, and can be written to; or nothing."""
    value = text(name)
    if not value:
        return ""
    try:
        Path(value).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name} is {value!r}, which cannot be made: {error.strerror}.") from None
    if not os.access(value, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name} is {value!r}, where this user may not write.")
    return str(Path(value).resolve())


def flag(name: str, *, default: bool = False) -> bool:
    """True for 1, true, yes; False for 0, false, no; anything else is refused."""
    value = text(name, "1" if default else "0")
    try:
        return _FLAGS[value.lower()]
    except KeyError:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be 1 or 0.") from None


def integer(name: str, default: int, *, least: int = 0) -> int:
    """A whole number of at least `least`; anything else is refused."""
    value = text(name, str(default))
    if not value.isascii() or not value.isdigit() or int(value) < least:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be a whole number, {least} or more.")
    return int(value)


def choice(name: str, default: str, *, among: tuple[str, ...]) -> str:
    """One of the words in `among`; anything else is refused."""
    value = text(name, default)
    if value not in among:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be one of {', '.join(among)}.")
    return value


def words(name: str, default: str = "") -> list[str]:
    """The variable split at its commas, without white space and empty parts."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def are_loopback(hosts: list[str]) -> bool:
    """True if these hosts can only mean this machine itself."""
    return all(host in _LOOPBACK or host.endswith(".localhost") for host in hosts)


def require_servers() -> None:
    """Refuse to serve without a database and a broker, and say what to set."""
    missing = [name for name in ("DATABASE_URL", "CELERY_BROKER_URL") if not text(name)]
    if missing:
        raise ImproperlyConfigured(
            f"{' and '.join(missing)} must be set to serve (`make run` sets them for its embedded servers)."
        )
