"""The published layouts, byte by byte."""

from hashlib import sha256
from uuid import UUID

import pytest

from games import hashes

STREAM = UUID("01890a5d-ac96-774b-bcce-b302099a8057")
CODE = "DS1-D1N-AAAAAAB"


def test_genesis_is_over_stream_code_and_rules_version() -> None:
    expected = sha256(b"double-solitaire/chain/1\n" + STREAM.bytes + b"DS1-D1N-AAAAAAB" + b"\x00\x01").digest()
    assert hashes.genesis(stream_id=STREAM, code=CODE, rules_version=1) == expected


@pytest.mark.parametrize(
    ("closes", "claim", "suffix"),
    (
        (False, None, b""),
        (True, None, b"\xff\x00"),
        (True, 655, b"\xff\x01\x00\x00\x02\x8f"),
        (True, -104, b"\xff\x01\xff\xff\xff\x98"),
    ),
)
def test_a_batch_is_chained_over_its_first_version_events_and_close(
    closes: bool, claim: int | None, suffix: bytes
) -> None:
    expected = sha256(bytes(32) + b"\x00\x00\x01\x02" + b"\x00\x03" + suffix).digest()
    got = hashes.chain(previous=bytes(32), first_version=258, events=b"\x00\x03", closes=closes, claimed_score=claim)
    assert got == expected


def test_content_hash_is_over_code_rules_version_and_events() -> None:
    expected = sha256(b"double-solitaire/content/1\nDS1-D1N-AAAAAAB\x00\x01\x00\x00\x02").digest()
    assert hashes.content_hash(code=CODE, rules_version=1, events=b"\x00\x00\x02") == expected


def test_line_hash_is_over_the_number_and_the_line() -> None:
    expected = sha256(b"double-solitaire/line/1\nAAAAAAB\x00").digest()
    assert hashes.line_hash(number="AAAAAAB", line=b"\x00") == expected
