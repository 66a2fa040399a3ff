"""From nothing to a rank, as a client goes: through the API, with a real broker and a real worker."""

from typing import Any

import pytest

from tests.api.client import ApiClient
from tests.factories import known_game
from tests.processes import Broker, Process
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def register(name: str) -> ApiClient:
    return ApiClient(token=ApiClient().ask("POST", "players/", {"name": name}).json()["token"])


def post(client: ApiClient, **changes: Any) -> str:
    """The address of a won game, posted whole."""
    won = known_game()
    answer = client.ask("POST", "scores/", {"deal": won.deal, "moves": won.moves, "score": won.score, **changes})
    assert answer.status_code == 202
    url: str = answer.json()["url"]
    return url


def status(client: ApiClient, url: str) -> str:
    text: str = client.ask("GET", url).json()["status"]
    return text


def test_a_game_played_live_ends_in_a_rank(worker_process: Process) -> None:
    worker_process.start()
    won, client = known_game(), register("Ana")
    url = client.ask("POST", "games/", {"deal": won.deal}).json()["url"]
    for version, move in enumerate(won.moves[:100]):
        assert client.ask("POST", f"{url}moves/", {"version": version, "moves": [move]}).status_code == 200
    state = client.ask("POST", f"{url}moves/", {"version": 100, "moves": won.moves[100:]}).json()["state"]
    assert (state["status"], state["score"]) == ("finished", won.score)
    wait_until(lambda: status(client, url) == "verified")
    place = client.ask("GET", f"deals/{won.deal}/leaderboard/me/").json()
    assert (place["rank"], place["total"], place["entry"]["game_url"]) == (1, 1, url)


def test_posted_games_are_verified_or_rejected_and_only_the_former_ranked(worker_process: Process) -> None:
    worker_process.start()
    won = known_game()
    ana, bo, cyd = map(register, ("Ana", "Bo", "Cyd"))
    urls = post(ana), post(bo, moves=[*won.moves[:41], "recycle"]), post(cyd, score=99999)
    wait_until(
        lambda: [status(ana, urls[0]), status(bo, urls[1]), status(cyd, urls[2])] == ["verified", *["rejected"] * 2]
    )
    rejections = [client.ask("GET", url).json()["rejection"] for client, url in ((bo, urls[1]), (cyd, urls[2]))]
    assert (rejections[0]["index"], rejections[0]["reason"]) == (41, "stock_not_empty")
    assert (rejections[1]["claimed"], rejections[1]["computed"]) == (99999, won.score)
    board = ana.ask("GET", f"deals/{won.deal}/leaderboard/").json()
    assert (board["total"], [row["player"]["name"] for row in board["rows"]]) == (1, ["Ana"])


def test_a_game_posted_while_no_worker_runs_is_ranked_once_one_does(worker_process: Process) -> None:
    worker_process.start()
    worker_process.stop()
    client = register("Ana")
    url = post(client)
    problem = client.ask("GET", f"deals/{known_game().deal}/leaderboard/me/").json()
    assert (status(client, url), problem["reason"]) == ("finished", "waiting")
    worker_process.start()
    wait_until(lambda: status(client, url) == "verified")
    assert client.ask("GET", f"deals/{known_game().deal}/leaderboard/me/").json()["rank"] == 1


def test_a_game_posted_while_the_broker_is_down_is_taken_all_the_same(
    broker: Broker, worker_process: Process, beat_process: Process
) -> None:
    broker.stop()
    client = register("Ana")
    url = post(client)
    assert status(client, url) == "finished"
    broker.start()
    worker_process.start()
    beat_process.start()
    wait_until(lambda: status(client, url) == "verified")
