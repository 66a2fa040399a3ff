"""How mail is sent: the variable EMAIL_URL as Django's settings."""

from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_SMTP: Final = {
    "smtp": {"EMAIL_PORT": 25},
    "smtp+starttls": {"EMAIL_PORT": 587, "EMAIL_USE_TLS": True},
    "smtps": {"EMAIL_PORT": 465, "EMAIL_USE_SSL": True},
}
_BACKENDS: Final = "django.core.mail.backends"
#: Seconds that a mail server has for each answer.
_TIMEOUT: Final = 10


def settings_of(url: str) -> dict[str, Any]:
    """Return Django's settings for a URL; without one, the backend that sends nothing.

    Raises ImproperlyConfigured, which names no part of the URL: it holds a password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured("EMAIL_URL cannot be read.") from None
    match parts.scheme:
        case "" if not url:
            return {"EMAIL_BACKEND": f"{_BACKENDS}.dummy.EmailBackend"}
        case "file" if parts.path:
            return {"EMAIL_BACKEND": f"{_BACKENDS}.filebased.EmailBackend", "EMAIL_FILE_PATH": unquote(parts.path)}
        case scheme if scheme in _SMTP and parts.hostname:
            return {**_SMTP[scheme], **_server(parts, port=port)}
    raise ImproperlyConfigured(
        "EMAIL_URL must be smtp+starttls://user:password@host:587, smtps://user:password@host:465, smtp://host:25 "
        "or file:///directory."
    )


def _server(parts: SplitResult, *, port: int | None) -> dict[str, Any]:
    return {
        "EMAIL_BACKEND": f"{_BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_TIMEOUT": _TIMEOUT,
        **({} if port is None else {"EMAIL_PORT": port}),
    }
