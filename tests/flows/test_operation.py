"""Two web processes and a worker: one scrape tells of all, one id goes through all, and each ends what it is at."""

import json
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import socket
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction

from config.celery import app
from games.models import Game, Player
from games.nudge import CHECK_TASK
from tests.config.monitoring.scrape import Samples, parsed, value
from tests.factories import known_game
from tests.locks import waiting_for_locks
from tests.processes import Broker, Process, web_on_test_database
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def web_process(
    broker: Broker, tmp_path: Path, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Process, str]]:
    """Two web processes and their address; a worker that is started counts into the same directory."""
    monkeypatch.setenv("METRICS_DIR", str(tmp_path / "metrics"))
    process, url = web_on_test_database(directory=tmp_path, broker=broker.url)
    process.start()
    yield process, url
    process.kill()


@pytest.fixture
def web(web_process: tuple[Process, str]) -> str:
    """Where they answer."""
    return web_process[1]


def ask(method: str, url: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, method=method, data=content, headers=headers)  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        return json.load(answer)


def scrape(web: str) -> Samples:
    with urllib.request.urlopen(f"{web}/metrics", timeout=60) as answer:  # noqa: S310
        return parsed(answer.read().decode())


def lines(log: Path, event: str) -> list[dict[str, Any]]:
    written = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line for line in written if line["event"] == event]


def test_one_scrape_tells_of_all_and_one_id_goes_from_the_request_to_its_check(
    web: str, worker_process: Process, tmp_path: Path
) -> None:
    worker_process.start()
    won, token = known_game(), ask("POST", f"{web}/api/v1/players/", {})["token"]
    game = ask("POST", f"{web}/api/v1/scores/", {"deal": won.deal, "moves": won.moves}, token)
    for _ in range(20):  # more than one process can be lucky with
        ask("GET", f"{web}/api/v1/games/{game['id']}/", token=token)
    wait_until(lambda: value(scrape(web), "checks_total", outcome="verified") == 1)

    samples = scrape(web)
    got = {"route": "api/v1/games/<uuid:game_id>/", "method": "GET", "status": "200"}
    assert value(samples, "requests_total", **got) == 20
    assert value(samples, "board_updates_total", result="changed") == 1
    assert value(samples, "database_pool_connections", state="idle") >= 1
    posted = next(line for line in lines(tmp_path / "web.log", "request") if line["route"] == "api/v1/scores/")
    (checked,) = lines(tmp_path / "worker.log", "game_checked")
    assert (checked["request_id"], checked["game"]) == (posted["request_id"], game["id"])
    assert checked["task_id"]


def test_a_sweep_that_reaches_a_worker_is_told_and_is_no_message_of_a_request(
    web: str, worker_process: Process
) -> None:
    worker_process.start()
    won, token = known_game(), ask("POST", f"{web}/api/v1/players/", {})["token"]
    ask("POST", f"{web}/api/v1/scores/", {"deal": won.deal, "moves": won.moves}, token)
    wait_until(lambda: value(scrape(web), "checks_total", outcome="verified") == 1)
    assert value(scrape(web), "sweep_timestamp_seconds") == 0
    app.send_task(CHECK_TASK, headers={"celery_beat_task": True})  # as beat does
    wait_until(lambda: value(scrape(web), "sweep_timestamp_seconds") > 0)


def test_what_is_under_way_ends_well_when_web_and_worker_are_asked_to_stop(
    web_process: tuple[Process, str], worker_process: Process
) -> None:
    web, url = web_process
    worker_process.start()
    won, token = known_game(), ask("POST", f"{url}/api/v1/players/", {})["token"]

    with ThreadPoolExecutor() as threads:
        with transaction.atomic():
            Player.objects.select_for_update(no_key=True).get()  # which a decision and a new name need
            ask("POST", f"{url}/api/v1/scores/", {"deal": won.deal, "moves": won.moves}, token)
            renamed = threads.submit(ask, "PATCH", f"{url}/api/v1/players/me/", {"name": "Eva"}, token)
            wait_until(lambda: waiting_for_locks() == 2)
            stopping = [threads.submit(process.stop) for process in (web, worker_process)]
            wait_until(lambda: not accepts(url))
        assert renamed.result()["name"] == "Eva"
        assert [stopped.result() for stopped in stopping] == [None, None]
    assert [(game.status, game.checks) for game in Game.objects.all()] == [("verified", 1)]


def accepts(url: str) -> bool:
    address = urlsplit(url)
    with socket() as attempt:
        return attempt.connect_ex((address.hostname, address.port)) == 0
