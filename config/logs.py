"""How the service logs: a JSON line each on standard error, or lines to read where that is a terminal."""

import sys
from typing import Any, Final

import structlog
from structlog.tracebacks import ExceptionDictTransformer

_PROCESSORS: Final[list[Any]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    # What a line of `logging` says beside its text; named, as libraries pass whole requests there.
    structlog.stdlib.ExtraAdder(allow=("code", "error", "games")),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def configure_structlog() -> None:
    """Have structlog's loggers write by `logging`, with what is bound to the request or the task."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_PROCESSORS,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.UnicodeDecoder(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_config(level: str) -> dict[str, Any]:
    """Return the configuration of `logging`, for the setting LOGGING; lines below the level are left out."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    # Without the values of local variables: tokens and passwords would be among them.
                    structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
                    structlog.processors.JSONRenderer(),
                ],
                "foreign_pre_chain": _PROCESSORS,
            },
            "console": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.dev.ConsoleRenderer(),
                ],
                "foreign_pre_chain": _PROCESSORS,
            },
        },
        "handlers": {
            "standard error": {
                "class": "logging.StreamHandler",
                "formatter": "console" if sys.stderr.isatty() else "json",
            },
        },
        "root": {"handlers": ["standard error"], "level": level},
        # Django's own handlers print only under DEBUG, or mail; everything goes the one way here.
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # Of a refused request its own line tells; of a fault this one has where it happened.
            "django.request": {"level": "ERROR"},
            # The addresses of streams have tickets in them.
            "uvicorn.access": {"level": "CRITICAL"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
        },
    }
