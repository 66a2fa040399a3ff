"""The published vectors, folded through the engine line by line."""

import json
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest

from games import hashes
from games.engine.cards import TEXT
from games.engine.deals import DealCode, shuffle
from games.engine.errors import DealCodeError
from games.engine.fold import Replay, effective_line, fold
from games.engine.moves import MOVES, Move, encode
from tests.docs.page import DOCS, Page, code

VECTORS = DOCS / "vectors"

Row = dict[str, Any]


def rows(name: str) -> list[Any]:
    lines = (VECTORS / f"{name}.jsonl").read_text().splitlines()
    return [pytest.param(json.loads(line), id=f"{name}-{number}") for number, line in enumerate(lines, 1)]


def lines_of(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", [row for name in names for row in rows(name)])


def played(row: Row) -> Replay:
    return fold(DealCode.parse(row["deal"]), encode(map(Move.parse, row["moves"])))


@lines_of("codes")
def test_codes_are_taken_and_refused_as_published(row: Row) -> None:
    if row["accepted"]:
        assert str(DealCode.parse(row["code"])) == row["accepted"]
        return
    with pytest.raises(DealCodeError) as refused:
        DealCode.parse(row["code"])
    assert refused.value.part == row["part"]


@lines_of("deals")
def test_deals_are_dealt_as_published(row: Row) -> None:
    cards = [TEXT[card] for card in shuffle(row["number"])]
    columns = [" ".join(cards[n * (n - 1) // 2 : n * (n + 1) // 2]) for n in range(1, 10)]
    assert (columns, " ".join(cards[45:])) == (row["tableau"], row["stock"])


@lines_of("games", "same_deal")
def test_games_end_as_published(row: Row) -> None:
    replay = played(row)
    table = replay.table
    assert replay.error is None
    assert row["final"] == {
        "version": table.version,
        "score": table.score,
        "score_text": table.score_text,
        "ranked_score": table.ranked_score,
        "moves": table.moves,
        "undos": table.undos,
        "cards_home": table.home,
        "won": table.is_won,
        "stock": table.stock_count,
        "waste": table.waste,
        "foundations": table.foundations,
        "tableau": table.tableau(),
    }


@lines_of("games", "same_deal")
def test_games_pass_their_checkpoints(row: Row) -> None:
    for checkpoint in row["checkpoints"]:
        table = played({"deal": row["deal"], "moves": row["moves"][: checkpoint["version"]]}).table
        counted = (table.version, table.score, table.ranked_score, table.moves, table.home)
        assert counted == tuple(
            checkpoint[name] for name in ("version", "score", "ranked_score", "moves", "cards_home")
        )


@lines_of("legal")
def test_legal_moves_are_all_of_them(row: Row) -> None:
    assert sorted(map(str, played(row).table.legal_moves)) == row["legal"]


@lines_of("refused")
def test_an_illegal_move_is_refused_where_and_why_published(row: Row) -> None:
    replay = played(row)
    error, table = replay.error, replay.table
    assert error
    assert (error.index, error.move, error.reason) == (row["index"], row["move"], row["reason"])
    assert (table.version, table.score) == (row["version"], row["score"])


def test_every_reason_has_a_refused_move_but_that_of_counts_which_logs_do_not_have() -> None:
    published = {row.values[0]["reason"] for row in rows("refused")}
    known = {code(reason) for reason, _ in Page.of("rules").table("reason", "meaning")}
    assert known - published == {"wrong_count"}


@lines_of("taps")
def test_taps_become_the_published_moves(row: Row) -> None:
    table = played(row).table
    move = table.tap(row["tap"]) if "tap" in row else table.double_tap(row["double_tap"])
    assert (move and str(move)) == row["move"]


@lines_of("hashes")
def test_hashes_follow_the_published_layout(row: Row) -> None:
    """Computed here from the bytes alone, without the service's own module."""
    head = sha256(b"double-solitaire/chain/1\n" + UUID(row["game"]).bytes + row["deal"].encode() + b"\0\1").digest()
    assert head.hex() == row["genesis"]
    events = b""
    for batch in row["batches"]:
        claim = batch["claimed_score"]
        close = b"\xff\0" if claim is None else b"\xff\1" + claim.to_bytes(4, "big", signed=True)
        added = bytes.fromhex(batch["events"])
        parts = (head, batch["version"].to_bytes(4, "big"), added, close if batch["closes"] else b"")
        head, events = sha256(b"".join(parts)).digest(), events + added
        assert head.hex() == batch["hash"]
    assert head.hex() == row["receipt"]
    content = sha256(b"double-solitaire/content/1\n" + row["deal"].encode() + b"\0\1" + events)
    line = sha256(b"double-solitaire/line/1\n" + row["deal"][-7:].encode() + bytes.fromhex(row["effective_line"]))
    assert (content.hexdigest(), line.hexdigest()) == (row["content"], row["line"])


@lines_of("hashes")
def test_the_service_computes_the_published_hashes(row: Row) -> None:
    head = hashes.genesis(stream_id=UUID(row["game"]), code=row["deal"], rules_version=row["rules_version"])
    for batch in row["batches"]:
        head = hashes.chain(
            previous=head,
            first_version=batch["version"],
            events=bytes.fromhex(batch["events"]),
            closes=batch["closes"],
            claimed_score=batch["claimed_score"],
        )
    events = b"".join(bytes.fromhex(batch["events"]) for batch in row["batches"])
    line = effective_line(events)
    assert head.hex() == row["receipt"]
    assert line.hex() == row["effective_line"]
    assert hashes.line_hash(number=row["deal"][-7:], line=line).hex() == row["line"]


def test_the_index_counts_the_lines_of_each_file() -> None:
    table = Page(VECTORS / "README.md").table("file", "lines", "what a line says")
    counted = {code(file): int(lines) for file, lines, _ in table}
    assert counted == {path.name: len(path.read_text().splitlines()) for path in VECTORS.glob("*.jsonl")}


def test_the_vectors_are_small_enough_to_fetch() -> None:
    assert sum(path.stat().st_size for path in VECTORS.iterdir()) < 400_000


def test_every_kind_of_move_is_legal_somewhere() -> None:
    seen = {Move.parse(text).kind for row in rows("legal") for text in row.values[0]["legal"]}
    assert seen == {move.kind for move in MOVES}
