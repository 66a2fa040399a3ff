"""Load while something is harmed: players who post games and play live ones, and pairs who play matches."""

import random
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any

from games.engine.match.actions import EVENTS, MatchAction
from games.engine.match.actions import Event as MatchEvent
from games.engine.match.options import Side
from tests.factories import KnownGame, events_of, known_games
from tests.faults import sides
from tests.faults.client import Client
from tests.faults.follower import following
from tests.faults.promises import Promises
from tests.supervised import Supervised

PLAYERS = 4
#: However long the servers are down, each player has so many games, and the pairs one round of matches.
LEAST_GAMES = 3

_BYTES = {event: byte for byte, event in EVENTS.items()}


#: How many promises have been made so far. It raises what a load has failed with, if one has.
Progress = Callable[[], int]


def promised_while(harm: Callable[[Progress], None], *, service: Supervised, seed: int, matches: int = 0) -> Promises:
    """Return what was promised under load from before the harm begins until after it is done."""
    done, made = Event(), [Promises() for _ in range(PLAYERS + 1)]
    with ThreadPoolExecutor(PLAYERS + 1) as pool:
        loads = [
            pool.submit(_play_games, service, own, until=done, seed=seed + n) for n, own in enumerate(made[:PLAYERS])
        ]
        if matches:
            loads.append(pool.submit(_play_matches, service, made[PLAYERS], until=done, seed=seed, matches=matches))
        try:
            harm(partial(_progress, loads, made))
        finally:
            done.set()
    for load in loads:
        load.result()
    promises = Promises()
    for own in made:
        promises.add(own)
    return promises


def promised_to_one(service: Supervised, *, seed: int) -> Promises:
    """Return what was promised to one more player, who posted one game."""
    promises, choose = Promises(), random.Random(seed)
    _post(Client(service.url), choose.choice(known_games()), [], choose, promises)
    return promises


def _progress(loads: list[Future[None]], made: list[Promises]) -> int:
    for load in loads:
        if load.done():
            load.result()
    return sum(map(len, made))


def _play_games(service: Supervised, promises: Promises, *, until: Event, seed: int) -> None:
    """One player's games, some posted whole and some played live."""
    client, choose = Client(service.url), random.Random(seed)
    while not until.wait(0.1) or len(promises.closed) < LEAST_GAMES:
        # Moves that change nothing make each game one of its own.
        prefix = ["draw", "undo"] * len(promises.closed)
        play = choose.choice((_post, _play_live))
        play(client, choose.choice(known_games()), prefix, choose, promises)


def _post(client: Client, game: KnownGame, prefix: list[str], _: random.Random, promises: Promises) -> None:
    moves = [*prefix, *game.moves]
    answer = client.post_game(deal=game.deal, moves=moves, score=game.score)
    assert answer.status == 202, answer
    promises.begun[answer.body["id"]] = events_of(moves)
    promises.closed.add(answer.body["id"])


def _play_live(client: Client, game: KnownGame, prefix: list[str], choose: random.Random, promises: Promises) -> None:
    moves, version = [*prefix, *game.moves], 0
    game_id = client.start(game.deal)
    while version < len(moves):
        step = moves[version : version + choose.randint(50, 200)]
        answer = client.append(game_id, version=version, moves=step)
        assert answer.status == 200, answer
        version += len(step)
        promises.begun[game_id] = events_of(moves[:version])
    answer = client.finish(game_id, version=version)
    assert answer.status in {200, 202}, answer
    promises.begun[game_id] = events_of(moves)
    promises.closed.add(game_id)


def _play_matches(service: Supervised, promises: Promises, *, until: Event, seed: int, matches: int) -> None:
    """Rounds of several matches at once, each watched over its stream by somebody who must miss nothing."""
    clients, spectator = {side: Client(service.url) for side in Side}, Client(service.url)
    while True:
        begun = [_begin_match(clients) for _ in range(matches)]
        with ThreadPoolExecutor(matches) as pool, following(spectator, begun) as followers:
            watched = [pool.submit(follower.follow) for follower in followers]
            seats = {
                side: [[f"/api/v1/matches/{match}/", client.token, seed + n] for n, match in enumerate(begun)]
                for side, client in clients.items()
            }
            for side, seen in sides.play(service.url.partition("//")[2], seats).items():
                for match, client, follower in zip(begun, seen, watched, strict=True):
                    promises.add(Promises(places={match: _places(side, client["accepted"])}))
                    streamed = [[event["n"], event["side"], event["action"]] for event in follower.result().events]
                    assert streamed == [[n, who, action] for n, who, _, action in client["events"]]
        if until.is_set():
            return


def _places(side: Side, accepted: list[Any]) -> dict[int, int]:
    """What the log must have where, by the answers to one side's actions."""
    return {version - 1: _BYTES[MatchEvent(side, MatchAction.parse(action))] for _, action, version in accepted}


def _begin_match(clients: dict[Side, Client]) -> str:
    a, b = clients.values()
    match_id: str = a.insist("POST", "/matches/", {}, key=str(random.getrandbits(64))).body["id"]
    for client, verb in ((b, "join"), (a, "ready"), (b, "ready")):
        answer = client.insist("POST", f"/matches/{match_id}/{verb}/", {})
        assert answer.status == 200, answer
    return match_id
