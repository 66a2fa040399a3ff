"""Each metric moves when its thing happens, and the page that explains them names them all."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from prometheus_client import REGISTRY

from api.live.hub import Hub
from config.embedded.options import PROJECT
from config.monitoring import broker, service
from games import nudge
from games.check import check_waiting
from games.models import Game, Match, Proof
from tests.api.client import ApiClient
from tests.api.people import newcomer
from tests.api.table import opened
from tests.config.monitoring.scrape import scraped, value
from tests.factories import known_game, make_player, start_and_play, submit, submit_and_check

pytestmark = pytest.mark.django_db

Commit = Callable[..., Any]


@contextmanager
def moves(commit: Commit, name: str, by: float, **labels: str) -> Iterator[None]:
    """Hold that what is done inside, once committed, moves a metric by so much."""
    before = value(scraped(), name, **labels)
    with commit(execute=True):
        yield
    assert value(scraped(), name, **labels) - before == by


def test_a_request_is_counted_by_its_route_and_not_by_its_address(django_capture_on_commit_callbacks: Commit) -> None:
    ana = newcomer("Ana")
    game = start_and_play(ana.player, "DS1-D1N-AAAAAAB")
    route = {"route": "api/v1/games/<uuid:game_id>/", "method": "GET"}
    with moves(django_capture_on_commit_callbacks, "requests_total", 1, **route, status="200"):
        ana.client.ask("GET", f"games/{game.pk}/?version=0")
    with moves(django_capture_on_commit_callbacks, "request_seconds_count", 1, **route):
        ana.client.ask("GET", f"games/{game.pk}/")


@pytest.mark.parametrize(
    ("address", "route"),
    (
        ("/nowhere/abc/", "none"),
        ("/api/v1/nowhere/abc/", "api/v1/.*"),
        ("/", "/"),
        ("/admin/nowhere/", "admin/(?P<url>.*)$"),
    ),
)
def test_addresses_that_nothing_is_at_share_a_route(
    address: str, route: str, django_capture_on_commit_callbacks: Commit
) -> None:
    with moves(django_capture_on_commit_callbacks, "request_seconds_count", 1, route=route, method="GET"):
        ApiClient().generic("GET", address)


def test_methods_that_nobody_knows_share_a_label(django_capture_on_commit_callbacks: Commit) -> None:
    labels = {"route": "health/live/", "method": "other", "status": "200"}
    with moves(django_capture_on_commit_callbacks, "requests_total", 1, **labels):
        ApiClient().generic("BREW", "/health/live/")


def test_appends_and_their_events_are_counted_when_they_are_committed(
    django_capture_on_commit_callbacks: Commit,
) -> None:
    with moves(django_capture_on_commit_callbacks, "log_appends_total", 1, kind="game"):
        submit(make_player(), known_game())
    with moves(django_capture_on_commit_callbacks, "log_events_total", 2, kind="game"):
        start_and_play(make_player(), "DS1-D1N-AAAAAAB", ["draw", "draw"])


@pytest.mark.parametrize(("claim", "outcome"), ((None, "verified"), (-5, "rejected")))
def test_a_check_is_counted_by_how_it_ends(
    claim: int | None, outcome: str, django_capture_on_commit_callbacks: Commit
) -> None:
    with moves(django_capture_on_commit_callbacks, "checks_total", 1, outcome=outcome):
        submit_and_check(make_player(), known_game(), claimed_score=claim)


def test_a_check_that_fails_is_counted(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Commit
) -> None:
    submit(make_player(), known_game())
    monkeypatch.setattr("games.check.judge", lambda **_: 1 / 0)

    with moves(django_capture_on_commit_callbacks, "checks_total", 1, outcome="failed"):
        check_waiting(limit=1)


def test_what_has_not_failed_yet_is_told_as_none() -> None:
    program = "import games.metrics, prometheus_client; print(prometheus_client.generate_latest().decode())"
    clean = {name: value for name, value in os.environ.items() if name != "PROMETHEUS_MULTIPROC_DIR"}
    told = subprocess.check_output([sys.executable, "-c", program], cwd=PROJECT, env=clean, text=True)
    for name in ("checks", "nudges"):
        assert f'double_solitaire_{name}_total{{outcome="failed"}} 0.0' in told


@pytest.mark.parametrize("name", ("check_seconds_count", "check_wait_seconds_count"))
def test_how_long_a_check_takes_and_was_waited_for_is_told(
    name: str, django_capture_on_commit_callbacks: Commit
) -> None:
    with moves(django_capture_on_commit_callbacks, name, 1):
        submit_and_check(make_player(), known_game())


def test_a_board_that_changes_is_told_from_one_that_does_not(django_capture_on_commit_callbacks: Commit) -> None:
    player = make_player()
    with moves(django_capture_on_commit_callbacks, "board_updates_total", 1, result="changed"):
        submit_and_check(player, known_game(note="a win"))
    with moves(django_capture_on_commit_callbacks, "board_updates_total", 1, result="unchanged"):
        submit_and_check(player, known_game(note="a win"), claimed_score=None)


def test_a_message_is_counted_by_whether_the_broker_took_it(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Commit
) -> None:
    with moves(django_capture_on_commit_callbacks, "nudges_total", 1, outcome="sent"):
        nudge._send(nudge.CHECK_TASK)
    monkeypatch.setattr("games.nudge.current_app.send_task", lambda *_, **__: 1 / 0)
    with moves(django_capture_on_commit_callbacks, "nudges_total", 1, outcome="failed"), suppress(ZeroDivisionError):
        nudge._send(nudge.CHECK_TASK)


def test_what_waits_and_for_how_long_is_told() -> None:
    at = timezone.now()
    submit(make_player(), known_game(), at=at - timedelta(minutes=2))
    submit(make_player(), known_game(), at=at)
    Game.objects.filter(pk=submit(make_player(), known_game(), at=at).pk).update(checks=5)
    Proof.objects.create(code="DS1-D1N-AAAAAAB", rules_version=1, asked_at=at)

    samples = scraped()

    assert [value(samples, name) for name in ("games_waiting", "games_stuck", "proofs_waiting")] == [2, 1, 1]
    assert 120 <= value(samples, "games_waiting_oldest_seconds") < 600


def test_matches_that_are_played_are_told() -> None:
    match = opened().match
    Match.objects.filter(pk=match.pk).update(status=Match.Status.PLAYING, started_at=timezone.now())

    assert value(scraped(), "matches_playing") == 1


def test_an_open_stream_is_counted_as_long_as_it_is_open() -> None:
    hub = Hub()
    with hub.place(), hub.place():
        assert value(scraped(), "streams") == 2
    assert value(scraped(), "streams") == 0


def test_a_broker_that_is_down_is_told_and_hides_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    assert value(scraped(), "broker_up") == 1
    monkeypatch.setattr(broker, "queue_length", lambda: None)

    samples = scraped()

    assert (value(samples, "broker_up"), value(samples, "database_up")) == (0, 1)
    assert ("double_solitaire_broker_queue_messages", ()) not in samples


def test_a_database_that_is_down_is_told_and_hides_nothing_else() -> None:
    def down(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    with connection.execute_wrapper(down):
        samples = scraped()

    assert (value(samples, "broker_up"), value(samples, "database_up")) == (1, 0)
    assert ("double_solitaire_games_waiting", ()) not in samples


def test_no_label_says_who_played_what() -> None:
    player = newcomer("Ana")
    game = submit_and_check(player.player, known_game())
    player.client.ask("GET", f"games/{game.pk}/log/")

    told = {content for _, labels in scraped() for _, content in labels}

    assert not [text for text in told if re.search(r"[0-9a-f]{8}-|DS1-[A-Z0-9]|dst_", text)]


def test_every_metric_is_explained_and_every_one_explained_is_there() -> None:
    page = (PROJECT / "docs" / "deploy" / "monitoring.md").read_text()
    explained = set(re.findall(r"^\| `double_solitaire_(\w+)", page, re.MULTILINE))
    ours = [family for family in REGISTRY.collect() if family.name.startswith("double_solitaire_")]
    counted = {f"{family.name}{'_total' if family.type == 'counter' else ''}" for family in ours}
    told = {f"double_solitaire_{name}" for name in service._TOLD}

    assert {f"double_solitaire_{name}" for name in explained} == counted | told
