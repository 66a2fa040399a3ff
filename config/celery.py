"""The Celery application: `celery -A config worker`, `celery -A config beat`."""

import os

from celery import Celery
from django_structlog.celery.steps import DjangoStructLogInitStep

from config.monitoring.listener import MetricsStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("double_solitaire")
app.config_from_object("django.conf:settings", namespace="CELERY")
# The request id of whoever sent a task stands on the worker's log lines too.
app.steps["worker"].add(DjangoStructLogInitStep)
app.steps["worker"].add(MetricsStep)
app.autodiscover_tasks()
