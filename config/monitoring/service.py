"""How the service stands as a whole: read from the database and the broker when Prometheus asks."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import DatabaseError
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from config.monitoring import broker
from games.limits import MAX_CHECK_ATTEMPTS
from games.metrics import NAMESPACE
from games.models import Game, Match, Proof

_TOLD: Final = {
    "database_up": "1 if the database answers.",
    "broker_up": "1 if the broker answers.",
    "broker_queue_messages": "Messages that wait for a worker.",
    "games_waiting": "Finished games that wait for their check.",
    "games_waiting_oldest_seconds": "For how long the one of them that has waited longest has.",
    "games_stuck": "Finished games whose check has failed too often: they wait for staff.",
    "proofs_waiting": "Deals that wait for a search.",
    "matches_playing": "Matches that are being played.",
}


class ServiceCollector(Collector):
    """Gives the same whichever process of whichever machine is asked."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, value in {**_of_broker(), **_of_database(at=timezone.now())}.items():
            yield GaugeMetricFamily(f"{NAMESPACE}_{name}", _TOLD[name], value=value)


def _of_broker() -> dict[str, float]:
    length = broker.queue_length()
    return {"broker_up": 0} if length is None else {"broker_up": 1, "broker_queue_messages": length}


def _of_database(*, at: datetime) -> dict[str, float]:
    """Return counts that indexes of what is under way answer: none grows with what has ended."""
    finished = Game.objects.filter(status=Game.Status.FINISHED)
    try:
        waiting = finished.filter(checks__lt=MAX_CHECK_ATTEMPTS).aggregate(n=Count("*"), oldest=Min("finished_at"))
        stuck = finished.filter(checks__gte=MAX_CHECK_ATTEMPTS).count()
        proofs = Proof.objects.filter(status=Proof.Status.WAITING).count()
        playing = Match.objects.filter(status=Match.Status.PLAYING).count()
    except DatabaseError:
        return {"database_up": 0}
    oldest: datetime | None = waiting["oldest"]
    return {
        "database_up": 1,
        "games_waiting": waiting["n"],
        "games_waiting_oldest_seconds": 0 if oldest is None else max(0.0, (at - oldest).total_seconds()),
        "games_stuck": stuck,
        "proofs_waiting": proofs,
        "matches_playing": playing,
    }
