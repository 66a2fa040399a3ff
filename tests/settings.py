"""The settings under test, but for what would only make tests slow or need a build."""

from config.settings import *  # noqa: F403

# A slow hash guards passwords of people; the tests know theirs.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Without collectstatic there is no manifest.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True

# What a test sets up may be heavy, and its machine laden; only what hangs is ended.
DATABASE_TIMEOUT = 300  # of the connections on their side
DATABASES["default"]["OPTIONS"]["options"] = " ".join(  # noqa: F405
    f"-c {name}={DATABASE_TIMEOUT}s"
    for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
)

# Tests ask more often than people do; those of the rates set their own.
THROTTLE_RATES = dict.fromkeys(THROTTLE_RATES, "off")  # noqa: F405

# Django keeps what tests send in django.core.mail.outbox.
SENDS_MAIL = True
SITE_URL = "https://play.example.org"

# Messages are sent, and nobody takes them: tests of real deliveries use the fixture `broker`.
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
