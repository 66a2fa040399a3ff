"""What wires the parts together: settings, URLs, the Celery application, the embedded servers."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
