"""The demonstration's own parts; tests/flows plays it whole."""

import pytest
from django.core.management import CommandError, call_command
from pytest_django.live_server_helper import LiveServer

from api.demo import lines, stage
from api.demo.cast import parts
from api.demo.client import Client, NotReachable, Refused
from config.embedded.ports import any_free
from games.engine.deals import DealCode
from games.engine.fold import fold
from games.engine.moves import Move, encode
from games.players import register_account


def test_without_the_service_it_says_how_to_start_it() -> None:
    with pytest.raises(CommandError, match=r"Nothing answers at .*\n`make run` starts the service"):
        call_command("demo", url=f"http://127.0.0.1:{any_free()}")


@pytest.mark.parametrize("url", ("127.0.0.1:8000", "ftp://127.0.0.1", "http://"))
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(CommandError, match="is no address"):
        call_command("demo", url=url)


@pytest.mark.django_db(transaction=True)
def test_something_else_at_the_address_is_said_to_be_so(live_server: LiveServer) -> None:
    with pytest.raises(NotReachable, match="is not this service"):
        Client(url=f"{live_server.url}/docs?").get("limits/")


@pytest.mark.django_db(transaction=True)
def test_a_guest_whose_name_an_account_has_is_told_apart_by_a_number(live_server: LiveServer) -> None:
    register_account(name="Ana", password="seven lucky foundations")
    name, client = stage.register(Client(url=live_server.url), "Ana")
    assert (name, client.get("players/me/")["name"]) == ("Ana 2", "Ana 2")


@pytest.mark.django_db(transaction=True)
def test_a_refusal_carries_its_problem(live_server: LiveServer) -> None:
    with pytest.raises(Refused) as refused:
        Client(url=live_server.url).get("deals/DS1-D1N-AAAAAA1/")
    assert (refused.value.code, refused.value.problem["part"]) == ("bad_deal_code", "number")


def test_every_part_but_the_spoiled_one_is_a_legal_game_of_its_score() -> None:
    spoiled = []
    for part in parts():
        replay = fold(DealCode.parse(part.deal), encode(map(Move.parse, part.moves)))
        if replay.error or replay.table.score != part.score:
            spoiled.append((part.player, replay.error and replay.error.index))
    assert spoiled == [("Ivo", 41), ("Jun", None)]


def test_a_table_aligns_numbers_to_the_right_and_counts_wide_characters_twice() -> None:
    assert lines.table(("player", "score"), [("Ana", "-$9"), ("鈴木", "416")]) == [
        "player  score",
        "------  -----",
        "Ana       -$9",
        "鈴木      416",
    ]


def test_a_verdict_names_the_index_the_reason_and_the_flags() -> None:
    rejection = {"code": "illegal_move", "index": 41, "message": "recycle is illegal: the stock still has cards"}
    rejected = {"rejection": rejection}
    flags = [{"kind": "copy", "note": "Same line as game 1."}, {"kind": "pace", "note": "333 actions in 0.1 s."}]
    flagged = {"rejection": None, "status": "verified", "score_text": "$416", "moves": 250, "flags": flags}
    assert lines.verdict(rejected) == "rejected: illegal_move at 41 (recycle is illegal: the stock still has cards)"
    assert lines.verdict(flagged) == "verified: $416 in 250 moves; flagged: a copy, pace (333 actions in 0.1 s)"
