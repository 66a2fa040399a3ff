"""EMAIL_URL as Django's settings."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.mail import settings_of

SMTP = {
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "EMAIL_HOST": "mail.example",
    "EMAIL_TIMEOUT": 10,
}


@pytest.mark.parametrize(
    ("url", "expected"),
    (
        ("", {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}),
        (
            "file:///var/lib/a%20b",
            {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": "/var/lib/a b"},
        ),
        (
            "smtp+starttls://app%40x:p%2Fw@mail.example",
            {
                **SMTP,
                "EMAIL_PORT": 587,
                "EMAIL_USE_TLS": True,
                "EMAIL_HOST_USER": "app@x",
                "EMAIL_HOST_PASSWORD": "p/w",
            },
        ),
        (
            "smtps://app:pw@mail.example:4650",
            {**SMTP, "EMAIL_PORT": 4650, "EMAIL_USE_SSL": True, "EMAIL_HOST_USER": "app", "EMAIL_HOST_PASSWORD": "pw"},
        ),
        ("smtp://mail.example", {**SMTP, "EMAIL_PORT": 25, "EMAIL_HOST_USER": "", "EMAIL_HOST_PASSWORD": ""}),
    ),
)
def test_a_url_says_how_mail_is_sent(url: str, expected: dict[str, Any]) -> None:
    assert settings_of(url) == expected


@pytest.mark.parametrize("url", ("mail.example", "smtp://", "http://mail.example", "smtp://app:secret@mail:x", "file:"))
def test_what_says_nothing_of_it_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL") as refused:
        settings_of(url)
    assert "secret" not in str(refused.value)
