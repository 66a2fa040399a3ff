"""The Django settings, read from the environment; docs/deploy/configuration.md lists every variable.

Without any variable the commands that need no database run. Serving other hosts than this one demands the secrets.
"""

import logging
import os
import secrets
from pathlib import Path
from typing import Any

from corsheaders.defaults import default_headers
from django.core.exceptions import ImproperlyConfigured

from config import environment, logs, mail
from config.database import connections

BASE_DIR = Path(__file__).resolve().parent.parent

# -- Who may reach it, and the secrets that this takes -----------------------------------------------------------------

DEBUG = environment.flag("DEBUG")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
SECRET_KEY = environment.text("SECRET_KEY")
#: Former keys: signatures made with them stay valid while they are listed here.
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")
DATABASE_URL = environment.text("DATABASE_URL")
BROKER_URL = environment.text("CELERY_BROKER_URL")

if not environment.are_loopback(ALLOWED_HOSTS):
    _needed = {"SECRET_KEY": SECRET_KEY, "DATABASE_URL": DATABASE_URL, "CELERY_BROKER_URL": BROKER_URL}
    if _missing := [name for name, value in _needed.items() if not value]:
        raise ImproperlyConfigured(
            f"ALLOWED_HOSTS names other hosts than this machine ({', '.join(ALLOWED_HOSTS)}), "
            f"so {', '.join(_missing)} must be set too (`openssl rand -hex 32` makes a key)."
        )
# Only this machine can reach it: a key that lives as long as the process is enough for a command.
SECRET_KEY = SECRET_KEY or secrets.token_hex(32)

#: True behind a proxy that speaks TLS to the clients and itself sets X-Forwarded-Proto.
HTTPS = environment.flag("HTTPS")
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]  # a load balancer and Prometheus ask by plain HTTP
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Whether its subdomains speak TLS too, and whether browsers learn of it beforehand, is for the domain's owner to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True  # forms carry the secret themselves
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CORS_ALLOWED_ORIGINS = environment.words("CORS_ALLOWED_ORIGINS")
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_HEADERS = [*default_headers, "idempotency-key", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Idempotency-Replayed", "Location", "Retry-After", "WWW-Authenticate"]

#: A request body may be this long, in bytes.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# -- The parts ---------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    "django_structlog",
    "games",
    "leaderboards",
    "api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.monitoring.requests.RequestMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.content_policy.ContentPolicyMiddleware",
    "api.pages.viewers.ViewerMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "api.pages.viewers.viewer",
            ],
        },
    },
]

# -- The database ------------------------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

#: Connections that a process keeps in a pool, for web processes with threads; 0 keeps one open for each thread.
DATABASE_POOL = environment.integer("DATABASE_POOL", 0)
#: Seconds after which the server ends a statement, a wait for a lock among them, or a transaction whose process says
#: nothing more: nobody waits for ever for somebody who hangs. 0 is without end; commands of manage.py have none.
DATABASE_TIMEOUT = environment.integer("DATABASE_TIMEOUT", 10)
#: PostgreSQL itself, where DATABASE_URL names a pooler that hands connections on after each transaction.
DATABASE_DIRECT_URL = environment.text("DATABASE_DIRECT_URL")

DATABASES = {
    "default": connections.served(
        DATABASE_URL, pool=DATABASE_POOL, timeout=DATABASE_TIMEOUT, is_pooler=bool(DATABASE_DIRECT_URL)
    )
}
#: How streams connect to listen, if not like all others: a pooler would have somebody else hear what is for them.
DATABASE_TO_LISTEN = connections.direct(DATABASE_DIRECT_URL)

# -- Tasks -------------------------------------------------------------------------------------------------------------

# Without a broker a send fails at once, and says why; it must not wait for a server that nobody has named.
CELERY_BROKER_URL = BROKER_URL or "unset-CELERY_BROKER_URL://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_HEARTBEAT = 30  # seconds: a connection over AMQP that is dead without an error is given up after two
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for as long as it takes
#: Kombu gives a lost message back only as often as its interval and throttle say, whatever the visibility timeout;
#: without the socket timeouts a broker that accepts and never answers would hold a request for ever.
_REDIS_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
}
CELERY_BROKER_TRANSPORT_OPTIONS = _REDIS_OPTIONS if BROKER_URL.startswith(("redis://", "rediss://")) else {}
CELERY_TASK_DEFAULT_QUEUE = "double-solitaire"  # a broker may serve others too
# The row is the job and the message a nudge: one more tick of the schedule makes good what a send could not do.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_CONSUMER = "config.consumer:SteadyConsumer"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Nobody asks workers anything, and over RabbitMQ only one of those on a machine could have the queue for it.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TASK_TIME_LIMIT = 300
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.schedule:SteadyScheduler"
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "check the games that wait": {
        "task": "games.tasks.check_waiting",
        "schedule": 5.0,
        # Ticks that no worker takes must not pile up for days. Not sooner: a worker whose clock is a little ahead of
        # beat's would take none of them.
        "options": {"expires": 300},
    },
    "search the deals that wait": {
        "task": "games.tasks.prove_waiting",
        "schedule": 15.0,
        "options": {"expires": 300},
    },
    "prepare the deals of the next days": {
        "task": "games.tasks.prepare_daily_deals",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "end the matches that both players have left": {
        "task": "games.tasks.end_left_matches",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "send the mails that wait": {
        "task": "api.tasks.send_recoveries",
        "schedule": 60.0,
        "options": {"expires": 300},
    },
    "purge old idempotency keys": {
        "task": "api.tasks.purge_idempotency_keys",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
}

# -- Players, sign-in --------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.Player"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "admin:login"

#: Whose replay a player may see beside their own: another's once they have a verified game on the same cards,
#: anybody's, or nobody's.
REPLAY_POLICY = environment.choice("REPLAY_POLICY", "after_own_result", among=("after_own_result", "always", "never"))

#: What the deals of days are drawn with. Whoever knows it knows the deals to come, so it has nothing to do with what
#: signs sessions; without it a key is derived from SECRET_KEY. Days that are written down stay as they are.
DAILY_KEY = environment.secret("DAILY_KEY")

# -- Mail, for passwords that were forgotten ---------------------------------------------------------------------------

EMAIL_URL = environment.text("EMAIL_URL")
globals().update(mail.settings_of(EMAIL_URL))
#: Whether mail can be sent; without, nobody is told that it will be.
SENDS_MAIL = bool(EMAIL_URL)
#: Where the service is, for links in mails. Not what a request says of it: anybody can send one.
SITE_URL = environment.text("SITE_URL").rstrip("/")
if SENDS_MAIL and not SITE_URL.startswith(("https://", "http://")):
    raise ImproperlyConfigured(
        "EMAIL_URL is set, so SITE_URL must be too: https://play.example.org, for links in mails."
    )
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "Double Solitaire <webmaster@localhost>")
#: For so long the link in a mail can be used, in seconds.
PASSWORD_RESET_TIMEOUT = 3600

# -- Languages, time ---------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("es", "Español"),
    ("pt-br", "Português (Brasil)"),
    ("ro", "Română"),
    ("ru", "Русский"),
]
USE_I18N = True
#: docs/translations.md tells how they are made.
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
#: What somebody has chosen stays chosen.
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = "UTC"
USE_TZ = True

# -- Static files ------------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / environment.text("STATIC_ROOT", "var/static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFilesStorage"},
}

# -- The API -----------------------------------------------------------------------------------------------------------

#: Proxies between the clients and this service whose X-Forwarded-For can be believed; 0 takes the peer's address.
PROXY_COUNT = environment.integer("PROXY_COUNT", 0)

#: Where clients find the streams of matches: an address, a path of this host, or `:8001/live/` for a port of this host.
STREAM_URL = environment.text("STREAM_URL", "/live/")
#: How many streams one process of them takes.
STREAM_LIMIT = environment.integer("STREAM_LIMIT", 5_000, least=1)

#: How often one may ask, by the name of the rate: `600/minute`, `60/15minutes`, or `off`.
THROTTLE_RATES = {
    "player": environment.text("THROTTLE_PLAYER", "600/minute"),
    "address": environment.text("THROTTLE_ADDRESS", "6000/minute"),
    "registration": environment.text("THROTTLE_REGISTRATION", "600/hour"),
    "sign_in": environment.text("THROTTLE_SIGN_IN", "60/15minutes"),
    "sign_in_name": environment.text("THROTTLE_SIGN_IN_NAME", "30/15minutes"),
    "recovery": environment.text("THROTTLE_RECOVERY", "20/hour"),
    "recovery_email": environment.text("THROTTLE_RECOVERY_EMAIL", "3/hour"),
    "export": environment.text("THROTTLE_EXPORT", "10/hour"),
    "proof": environment.text("THROTTLE_PROOF", "60/hour"),
    "report": environment.text("THROTTLE_REPORT", "20/hour"),
    "match": environment.text("THROTTLE_MATCH", "120/hour"),
    "game": environment.text("THROTTLE_GAME", "20000/day"),
    "key": environment.text("THROTTLE_KEY", "20000/day"),
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["api.v1.rendering.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "api.v1.schema.OperationSchema",
    "EXCEPTION_HANDLER": "api.v1.errors.handle",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Double Solitaire",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v[0-9]+",
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "api.v1.schema.Generator",
    "POSTPROCESSING_HOOKS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# -- Metrics -----------------------------------------------------------------------------------------------------------

#: Processes that keep what they count in one directory are told as one. It must be empty when the first of them starts.
METRICS_DIR = environment.directory("METRICS_DIR")
if METRICS_DIR:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = METRICS_DIR  # read by its client when it is first imported
#: What Prometheus must show. Without it only this machine may read, and only while nobody else is served.
METRICS_TOKEN = environment.secret("METRICS_TOKEN")
#: Where a worker tells its metrics, if no web process of its machine does.
METRICS_HOST = environment.text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = environment.integer("METRICS_PORT", 0)

# -- Logs --------------------------------------------------------------------------------------------------------------

LOG_LEVEL = environment.choice("LOG_LEVEL", "INFO", among=("DEBUG", "INFO", "WARNING", "ERROR"))
# The request's line is ours (config.monitoring.requests); its id goes with the tasks that it sends.
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# The sweep runs every few seconds: only its failures are worth a line.
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_CELERY_TASK_FAILURE_LOG_LEVEL = logging.ERROR

logs.configure_structlog()
LOGGING: dict[str, Any] = logs.logging_config(LOG_LEVEL)
