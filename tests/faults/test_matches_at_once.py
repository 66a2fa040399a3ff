"""Fifty matches at once against the real web server: in one process the clients of all A, in another those of all B."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games import log, players
from games.engine.match.actions import decode
from games.engine.match.options import Pace, Side
from games.matches import audit, lobby
from games.matches.events import piles_of
from games.matches.lobby import Choice
from games.matches.table import table_of
from games.models import LogBatch, Match
from games.players import SignedIn
from tests.faults import sides
from tests.processes import Process, web_on_test_database
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES = 50


@dataclass
class Web:
    """The web server, and where it answers: host and port."""

    process: Process
    address: str


@pytest.fixture
def web(tmp_path: Path, transactional_db: None) -> Iterator[Web]:
    process, url = web_on_test_database(directory=tmp_path)
    process.start()
    yield Web(process, url.partition("//")[2])
    process.kill()


def begin(number: int) -> tuple[Match, dict[Side, SignedIn]]:
    """A match in play; every fifth is played in turns."""
    people = {side: players.register_guest() for side in Side}
    choice = Choice(pace=Pace.SIMULTANEOUS if number % 5 else Pace.ALTERNATING, draw_b=3 if number % 2 else 1)
    match = lobby.create_match(player=people[Side.A].player, choice=choice)
    lobby.join_match(match_id=match.pk, player=people[Side.B].player)
    for person in people.values():
        lobby.be_ready(match_id=match.pk, player=person.player)
    return match, people


def play(address: str, matches: list[tuple[Match, dict[Side, SignedIn]]]) -> dict[Side, Any]:
    """What the clients of each side have seen, both at once."""
    seats = {
        side: [
            [f"/api/v1/matches/{match.pk}/", people[side].token, 2 * number + (side is Side.B)]
            for number, (match, people) in enumerate(matches)
        ]
        for side in Side
    }
    return sides.play(address, seats)


def assert_seen_as_logged(matches: list[tuple[Match, dict[Side, SignedIn]]], seen: dict[Side, list[Any]]) -> None:
    """Fold each log again and hold it against what both clients saw."""
    for number, (begun, _) in enumerate(matches):
        match = Match.objects.with_seats().get(pk=begun.pk)
        events = log.read(stream_id=match.pk)
        table = table_of(match, events=events)
        logged = [(event.side, str(event.action)) for event in decode(events)]
        assert (match.is_over, match.outcome) == (True, table.outcome)
        assert sum(map(len, table.foundations)) == match.cards_a + match.cards_b
        for side in Side:
            client = seen[side][number]
            assert (client["side"], client["over"]["winner"]) == (side, match.winner)
            assert [(who, action) for _, who, _, action in client["events"]] == logged
            assert client["piles"] == piles_of(table)
            own = [[place + 1, action] for place, (who, action) in enumerate(logged) if who is side]
            assert [[version, action] for _, action, version in client["accepted"]] == own
            assert [count for count, _, _ in client["accepted"]] == list(range(len(own)))
    assert list(audit.differences()) == []


def total(seen: dict[Side, list[Any]], count: Callable[[Any], int]) -> int:
    return sum(count(client) for clients in seen.values() for client in clients)


def test_fifty_matches_at_once_are_as_both_clients_saw_them(web: Web) -> None:
    matches = [begin(number) for number in range(MATCHES)]
    seen = play(web.address, matches)
    assert_seen_as_logged(matches, seen)
    assert total(seen, lambda client: client["refused"].get("illegal_action", 0)) > 0, "the clients did not race"
    assert total(seen, lambda client: client["again"]) > 0


def test_a_server_that_dies_in_the_middle_loses_nothing_and_clients_go_on(web: Web) -> None:
    matches = [begin(number) for number in range(6)]
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play, web.address, matches)
        wait_until(lambda: LogBatch.objects.count() > 50)
        web.process.kill()
        web.process.start()
        seen = playing.result()
    assert_seen_as_logged(matches, seen)
    assert total(seen, lambda client: client["broken"]) > 0
