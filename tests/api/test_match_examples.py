"""The match of the documentation's examples, played: what really comes back is what they say."""

from typing import Any

import msgspec
import pytest

from api.v1 import match_examples
from games.models import MatchNumber, Series
from tests.api.client import ApiClient
from tests.api.people import newcomer
from tests.api.test_examples import operations

pytestmark = pytest.mark.django_db

TOLD = {declared.id: declared for declared in operations()}
# What differs from match to match: who and when, and what is computed from that.
DIFFERS = {"id", "url", "receipt", "hash", "genesis", "at", "last_at", "claim_at", "rematch", "next_match"}
DIFFERS |= {f"{name}_at" for name in ("seen", "created", "started", "ended")}


def alike(value: Any) -> Any:
    """An answer without what differs from match to match."""
    if isinstance(value, dict):
        return {name: alike(part) for name, part in value.items() if name not in DIFFERS or isinstance(part, int)}
    return [alike(part) for part in value] if isinstance(value, list) else value


def assert_as_told(operation: str, answer: Any) -> None:
    example = TOLD[operation].answer
    assert example is not None
    assert answer.status_code < 300, answer.content
    assert alike(answer.json()) == alike(msgspec.to_builtins(example())), operation


def created(ana: ApiClient) -> tuple[str, Any]:
    """The address of a match with the number and the invite of the examples, and the answer to its creation."""
    answer = ana.ask("POST", "matches/", TOLD["create_match"].example)
    MatchNumber.objects.update(number=match_examples.NUMBER)
    Series.objects.update(invite=match_examples.INVITE)
    return answer.json()["url"], answer


def begun(ana: ApiClient, bo: ApiClient) -> str:
    """The address of the match when both are ready."""
    url, _ = created(ana)
    bo.ask("POST", f"{url}join/", TOLD["join_match"].example)
    for client in (ana, bo):
        client.ask("POST", f"{url}ready/", {})
    return url


def send(client: ApiClient, url: str, count: int, action: str) -> Any:
    return client.ask("POST", f"{url}actions/", {"count": count, "action": action})


def test_the_match_of_the_examples_begins_as_they_say() -> None:
    ana, bo = newcomer("Ana").client, newcomer("Bo").client
    url, answer = created(ana)
    assert answer.json()["invite"]
    assert alike(answer.json() | {"invite": match_examples.INVITE}) == alike(
        msgspec.to_builtins(match_examples.opened())
    )
    assert_as_told("join_match", bo.ask("POST", f"{url}join/", TOLD["join_match"].example))
    ana.ask("POST", f"{url}ready/", {})
    assert_as_told("be_ready", bo.ask("POST", f"{url}ready/", TOLD["be_ready"].example))


def test_the_match_of_the_examples_is_called_off_as_they_say() -> None:
    ana, bo = newcomer("Ana").client, newcomer("Bo").client
    url, _ = created(ana)
    bo.ask("POST", f"{url}join/", TOLD["join_match"].example)
    assert_as_told("cancel_match", bo.ask("POST", f"{url}cancel/", TOLD["cancel_match"].example))


def test_the_match_of_the_examples_is_played_as_they_say() -> None:
    ana, bo = newcomer("Ana"), newcomer("Bo")
    url = begun(ana.client, bo.client)
    for client, count, action in ((ana, 0, "draw"), (bo, 0, "T4-F"), (ana, 1, "draw")):
        send(client.client, url, count, action)
    assert_as_told("play_action", ana.client.ask("POST", f"{url}actions/", TOLD["play_action"].example))
    assert_as_told("get_match", ana.client.ask("GET", url))
    assert_as_told("list_matches", ana.client.ask("GET", "matches/?of=own"))
    assert_as_told("list_events", ana.client.ask("GET", f"{url}events/?after=3"))
    send(bo.client, url, 1, "resign")
    assert_as_told("get_match_replay", ana.client.ask("GET", f"{url}replay/"))
    assert_as_told("get_match_log", ana.client.ask("GET", f"{url}log/"))
    assert_as_told("get_record", ana.client.ask("GET", f"players/{ana.player.pk}/versus/{bo.player.pk}/"))
    assert_as_told("rematch", ana.client.ask("POST", f"{url}rematch/", {}))


def test_the_receipts_of_the_examples_are_true() -> None:
    example = TOLD["get_match_log"].answer
    assert example is not None
    log = msgspec.to_builtins(example())
    assert (log["genesis"], log["receipt"]) == (match_examples.genesis().hex(), log["batches"][-1]["hash"])
    assert match_examples.playing().receipt == log["batches"][match_examples.PLAYED - 1]["hash"]
