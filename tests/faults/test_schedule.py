"""Beat on RabbitMQ: its sweeps are what finds the games whose messages were lost with the broker."""

import time
from collections.abc import Iterator

import pytest
from celery import Celery

from config.schedule import SteadyScheduler
from tests.faults.rabbitmq import RabbitMQ
from tests.supervised import wait_until


@pytest.fixture
def scheduler(rabbitmq: RabbitMQ) -> Iterator[SteadyScheduler]:
    app = Celery("test", broker=rabbitmq.url, set_as_current=False)
    app.conf.update(task_publish_retry=False, task_default_queue="sweeps", task_ignore_result=True)
    app.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": 0.1}}
    scheduler = SteadyScheduler(app)
    yield scheduler
    scheduler.close()


def send(scheduler: SteadyScheduler) -> None:
    """Let it be time for the sweep, once."""
    while pause := scheduler.tick():
        time.sleep(max(0.0, pause))


def waiting(scheduler: SteadyScheduler) -> int:
    """How many messages the broker has."""
    with scheduler.app.connection_for_read() as connection:
        # It may have been killed before it had kept that there is such a queue.
        declared = connection.default_channel.queue_declare("sweeps", durable=True, auto_delete=False)
        return int(declared.message_count)


def test_sweeps_are_sent_again_once_rabbitmq_is_back(scheduler: SteadyScheduler, rabbitmq: RabbitMQ) -> None:
    send(scheduler)
    rabbitmq.kill()
    send(scheduler)
    rabbitmq.start()
    before = waiting(scheduler)
    send(scheduler)
    wait_until(lambda: waiting(scheduler) == before + 1)  # RabbitMQ says of no message when it has it
