"""How the service logs: a JSON line each on standard error, or lines to read where that is a terminal."""

import logging
import sys
from typing import Any, Final

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from config.database.outage import StillAway

_PROCESSORS: Final[list[Any]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    # What a line of `logging` says beside its text; named, as libraries pass whole requests there.
    structlog.stdlib.ExtraAdder(allow=("code", "error", "games")),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


class FailureFilter(logging.Filter):
    """Leaves out what a request's own line tells as well: in an outage there would be several for each.

    What is left of Django's are faults with their tracebacks, without the addresses, which no log may have.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.request":
            if not record.exc_info:
                return False
            record.msg, record.args = "request_failed", ()
        told = record.msg.get("exc_info") if isinstance(record.msg, dict) else record.exc_info
        error = told[1] if isinstance(told, tuple) else told
        return not isinstance(error, StillAway)


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
        "filters": {"failures": {"()": FailureFilter}},
        "handlers": {
            "standard error": {
                "class": "logging.StreamHandler",
                "filters": ["failures"],
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
