"""What a player can take away."""

import pytest

from games import exports, players
from games.engine.match.options import Side
from games.models import Cause
from games.moderation import hide_game
from tests.factories import NOON, known_game, make_player, start_and_play, submit_and_check
from tests.games.matches.people import KNOWN, begun

pytestmark = pytest.mark.django_db


def test_an_export_has_the_player_and_every_game_with_every_move() -> None:
    signed_in = players.register_account(
        name="Ana", password="seven lucky foundations", email="ana@example.org", label="phone", at=NOON
    )
    ana, win = signed_in.player, known_game()
    live = start_and_play(ana, "DS1-D1N-AAAAAAB", ["draw", "undo"])
    posted = submit_and_check(ana, win)
    staff = make_player("Staff", is_staff=True)
    hide_game(game_id=posted.id, by=staff, reason="For staff.", cause=Cause.OTHER, note="For Ana.", at=NOON)
    export = exports.export(player=ana)
    assert export["player"] == {
        "id": ana.pk,
        "name": "Ana",
        "is_guest": False,
        "email": "ana@example.org",
        "on_boards": True,
        "is_staff": False,
        "hidden_at": None,
        "banned_at": None,
        "created_at": NOON,
    }
    assert [(game["id"], game["moves"]) for game in export["games"]] == [
        (live.id, ["draw", "undo"]),
        (posted.id, list(win.moves)),
    ]
    told = {"action": "hide", "cause": "other", "note": "For Ana.", "at": NOON}
    assert (export["games"][1]["decisions"], "For staff." in str(export)) == ([told], False)
    assert [token["label"] for token in export["tokens"]] == ["phone"]
    assert {attempt["game_id"] for attempt in export["attempts"]} == {live.id, posted.id}
    assert signed_in.token not in str(export)


def test_an_export_reads_logs_in_a_fixed_number_of_queries(
    django_assert_max_num_queries: "pytest.FixtureRequest",
) -> None:
    ana = make_player()
    for number in "BCDEF":
        start_and_play(ana, f"DS1-D1N-AAAAAA{number}", ["draw"])
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        assert len(exports.export(player=ana)["games"]) == 5


def test_an_export_has_every_match_with_ones_own_actions_and_the_number_once_it_is_over() -> None:
    pair = begun()
    pair.play(("A", "draw"), ("B", "T2-T4"), ("A", "T3-F"))
    (match,) = exports.export(player=pair.players[Side.A])["matches"]
    assert (match["id"], match["side"], match["actions"], match["number"]) == (
        pair.match_id,
        "A",
        ["draw", "T3-F"],
        None,
    )
    pair.act("B", "resign")
    (match,) = exports.export(player=pair.players[Side.B])["matches"]
    assert (match["actions"], match["winner"], match["number"]) == (["T2-T4", "resign"], "A", KNOWN)
