"""Nothing that a player or anybody else is told depends on a card that has never lain face up.

Whole matches are played. All along, everything that either side and somebody who looks on can be told is asked for
twice: once as the match is, and once with the cards that nobody has seen dealt in another order, the log being the
same. Byte for byte the answers must agree: bodies, headers, refusals, answers given again, exports. So whatever told of
a hidden card, in whichever form, would fail here. The number, which deals them, must be nowhere.
"""

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from api.live.feed import Feed
from games import log
from games.engine.cards import TEXT
from games.engine.deals import ALPHABET
from games.engine.match import position
from games.engine.match.actions import EVENTS, Event, MatchAction
from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.matches import wake
from games.matches.table import NUMBER_LENGTH, draw_number
from games.models import LogBatch, MatchNumber
from tests.api.client import ApiClient
from tests.api.clock import SetClock, clock
from tests.api.people import newcomer
from tests.api.table import AtTable, begun
from tests.games.matches.people import next_action

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

# Every so many events all that tells of the table is asked for; the first and the last are among them.
EVERY = 25
# All else that there is is asked for at every so many of those.
BESIDE_EVERY = 4
REFUSED = ("T1-F", "W-F", "recycle", "T7-T6", "W-T4", "pass", "undo")


@dataclass
class Sightings:
    """Which cards of each side have lain face up by now."""

    seen: dict[Side, set[str]] = field(default_factory=lambda: {side: set() for side in Side})

    def look(self, table: MatchTable) -> None:
        for side in Side:
            faces = [*table.waste(side), *(card for column in table.columns(side) for card in column)]
            self.seen[side].update(face for face in faces if face != "??")

    def redealt(self, number: str, side: Side, random: Random) -> list[int]:
        """A side's deck with the cards that nobody has seen in another order."""
        deck = position_shuffle(number, side)
        places = [place for place, card in enumerate(deck) if TEXT[card] not in self.seen[side]]
        cards = [deck[place] for place in places]
        random.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
        return deck


position_shuffle = position.shuffle_deck


class PlainClient(ApiClient):
    """Asks without holding the answer against the document: other tests do, and here thousands are asked for."""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        address = path if path.startswith("/") else f"/api/v1/{path}"
        token = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = b"" if body is None else json.dumps(body).encode()
        return self.generic(method, address, sent, "application/json", headers=token)


class Crowd:
    """Everybody who may ask about a match, and all that they are told."""

    def __init__(self, at: AtTable) -> None:
        self.at = at
        watching = {"watcher": newcomer("Cyd"), "staff": newcomer("Sam", is_staff=True)}
        people = at.people | watching
        self.askers = {name: PlainClient(token=person.client.token) for name, person in people.items()}
        self.askers["nobody"] = PlainClient()
        self.players = [person.player.pk for person in at.people.values()]

    def told(self, *, beside: bool) -> dict[str, tuple[int, bytes, dict[str, str]]]:
        """Every answer by who asked for what: status, body, headers. With what is told beside the table, or without."""
        return {
            f"{name} {what}": (answer.status_code, answer.content, dict(answer.headers))
            for name, client in self.askers.items()
            for what, answer in self._ask(name, client, beside=beside)
        } | self._streamed()

    def _streamed(self) -> dict[str, tuple[int, bytes, dict[str, str]]]:
        """What streams of either side and of who looks on have sent by now."""
        feed = Feed(self.at.match.pk, after=0)
        events = b"".join(feed.read())
        return {f"stream of {side}": (200, events + standing, {}) for side, standing in feed.standings().items()}

    def _ask(self, name: str, client: ApiClient, *, beside: bool) -> Iterator[tuple[str, Any]]:
        for path in (self.at.url, f"{self.at.url}events/"):
            yield path, client.ask("GET", path)
        if name in self.at.people:
            yield from self._act(name, client)
        if beside:
            yield from self._ask_beside(name, client)

    def _ask_beside(self, name: str, client: ApiClient) -> Iterator[tuple[str, Any]]:
        url = self.at.url
        a, b = self.players
        for path in (f"{url}replay/", f"{url}log/", f"players/{a}/versus/{b}/"):
            yield path, client.ask("GET", path)
        for of in ("live", "open", "own"):
            yield of, client.ask("GET", f"matches/?of={of}")
        if client.token:
            for path in ("claim/", "rematch/", "ready/", "join/"):
                yield path, client.ask("POST", f"{url}{path}", {})
        yield "games", client.ask("GET", f"games/{url.split('/')[-2]}/")
        if name in self.at.people:
            yield "export", client.ask("GET", "players/me/export/")

    def _act(self, side: str, client: ApiClient) -> Iterator[tuple[str, Any]]:
        """Refusals of all kinds, and the last answer again."""
        table = self.at.table
        own = [event for event in log.read(stream_id=self.at.match.pk) if EVENTS[event].side == side]
        count = len(own)
        legal = {str(action) for action in table.legal_actions(Side(side))}
        for action in REFUSED:
            if action not in legal:
                yield action, self._send(client, count, action)
        for event in own[-1:]:
            yield "again", self._send(client, count - 1, str(EVENTS[event].action))
            yield "another", self._send(client, count - 1, "pass")

    def _send(self, client: ApiClient, count: int, action: str) -> Any:
        return client.ask("POST", f"{self.at.url}actions/", {"count": count, "action": action, "after": 0})


def both_ways(
    crowd: Crowd, sightings: Sightings, random: Random, monkeypatch: pytest.MonkeyPatch, *, beside: bool = True
) -> None:
    """Ask for everything as the cards are, and again as they could be as well."""
    number = MatchNumber.objects.get(match=crowd.at.match).number
    decks = {side: sightings.redealt(number, side, random) for side in Side}
    as_it_is = crowd.told(beside=beside)
    with monkeypatch.context() as patched:
        patched.setattr(position, "shuffle_deck", lambda number, side: list(decks[side]))
        as_it_could_be = crowd.told(beside=beside)
    differing = [name for name, answer in as_it_is.items() if answer != as_it_could_be[name]]
    assert not differing, f"these depend on cards that nobody has seen: {differing}"
    for name, (status, body, headers) in as_it_is.items():
        assert status < 500, name
        assert number.encode() not in body, name
        assert number not in str(headers), name


def next_event(table: MatchTable, random: Random) -> Event:
    """What either of two players does who soon give up: a match of some hundred events."""
    while True:
        side = table.turn or random.choice(tuple(Side))
        action = next_action(table, side, random, patience=12)
        if action is not None:
            return Event(side, action)


@pytest.mark.parametrize(
    ("seed", "options"),
    (
        (6, {"pace": "simultaneous", "draw": 1}),
        (2, {"pace": "alternating", "draw": {"A": 1, "B": 3}, "ending": "play_out"}),
        (3, {"pace": "simultaneous", "draw": 3, "redeals": "single", "solo_bonus": True, "series": 2}),
    ),
)
def test_no_answer_depends_on_a_card_that_nobody_has_seen(
    seed: int,
    options: dict[str, Any],
    clock: SetClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock("2026-11-30T12:00:00Z")
    caplog.set_level(logging.DEBUG)
    playing, dealing = Random(seed), Random(seed)
    number = "".join(playing.choices(ALPHABET, k=NUMBER_LENGTH))
    at, sightings = begun(number, **options), Sightings()
    crowd, table, stream, asked = Crowd(at), at.table, at.match.stream, 0
    while True:
        sightings.look(table)
        event = next_event(table, playing)
        table.play(*event)
        if stream.version % EVERY == 0 or table.is_over:
            beside = asked % BESIDE_EVERY == 0 or table.is_over
            both_ways(crowd, sightings, dealing, monkeypatch, beside=beside)
            asked += 1
        if table.is_over:
            break
        # As the service logs it, without what it would fold for each.
        log.append(stream=stream, version=stream.version, events=bytes((event.byte,)), at=timezone.now())
    assert asked >= 6
    assert at.send(event.side, str(event.action)).json()["table"]["legal"] == []
    assert number not in caplog.text
    assert at.state("A")["number"] == number


def test_the_test_above_would_find_a_card_that_is_told(clock: SetClock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock("2026-11-30T12:00:00Z")
    at, sightings = begun(draw_number()), Sightings()
    sightings.look(at.table)
    tableau = MatchTable.tableau
    monkeypatch.setattr(MatchTable, "tableau", lambda table, side, reveal=False: tableau(table, side, reveal=True))
    with pytest.raises(AssertionError, match="depend on cards that nobody has seen"):
        both_ways(Crowd(at), sightings, Random(1), monkeypatch)


def sent_by(told: Callable[[], object], capture: DjangoCaptureOnCommitCallbacks) -> list[str]:
    """The statements that a request sends to who waits for news, and after its commit only."""
    with CaptureQueriesContext(connection) as before, capture() as callbacks:
        told()
    assert not any("pg_notify" in query["sql"] for query in before)
    with CaptureQueriesContext(connection) as after:
        for callback in callbacks:
            callback()
    return [query["sql"] for query in after]


def test_a_wake_up_says_which_match_how_far_and_what_was_played_and_no_more(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    at = begun()
    sent = sent_by(lambda: at.play(("A", "draw")), django_capture_on_commit_callbacks)
    byte = Event(Side.A, MatchAction.parse("draw")).byte
    taken = LogBatch.objects.get(stream_id=at.match.pk).at.isoformat()
    assert sent == [f"SELECT pg_notify('{wake.CHANNEL}', '{at.match.pk} 1 {byte:02x} {taken}')"]


def test_the_number_of_a_match_is_in_one_table_alone() -> None:
    at = begun(draw_number())
    number = MatchNumber.objects.get(match=at.match).number
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
        tables = [name for (name,) in cursor.fetchall()]
        told = []
        for name in tables:
            cursor.execute(f'SELECT count(*) FROM "{name}" AS kept WHERE kept::text LIKE %s', [f"%{number}%"])  # noqa: S608
            told += [name] if cursor.fetchone()[0] else []
    assert told == ["games_matchnumber"]
