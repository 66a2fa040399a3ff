"""What may be seen of a match while it is played."""

from games.engine.match.options import Side
from games.engine.match.outcome import Ended, WonBy
from games.engine.match.table import MatchTable
from games.engine.match.view import MatchView, SideView, view_match
from tests.games.engine.match.tables import options, play

A, B = Side.A, Side.B
ACES = ("?? 2H", "?? ?? QC", "?? ?? ?? QS", "?? ?? ?? ?? AC", "?? ?? ?? ?? ?? 3H", "?? ?? ?? ?? ?? ?? 4D")
TENS = ("TC", "?? 2H", "?? ?? KH", "?? ?? ?? AD", "?? ?? ?? ?? JS", "?? ?? ?? ?? ?? 6D", "?? ?? ?? ?? ?? ?? 8D")


def test_a_player_sees_what_lies_face_up_and_the_own_actions() -> None:
    table = MatchTable(options())
    play(table, "A:T1-F B:draw B:draw A:pass")

    assert view_match(table, viewer=B) == MatchView(
        version=4,
        over=False,
        winner=None,
        ended=None,
        won_by=None,
        turn=None,
        contributions={A: 1, B: 0},
        out=(),
        cleared=None,
        foundations=("", "", "A", "", "", "", "", ""),
        tops=(None, None, "AH", None, None, None, None, None),
        sides={
            A: SideView(stock=24, waste=(), tableau=("", *ACES), passed=True, done=True, idle=0),
            B: SideView(stock=22, waste=("3S", "5C"), tableau=TENS, passed=False, done=False, idle=2),
        },
        legal=("draw", "pass", "resign", "W-T6", "T2-F", "T4-F"),
    )


def test_all_see_the_same_but_for_whose_actions_are_listed() -> None:
    table = MatchTable(options())
    views = [view_match(table, viewer=viewer) for viewer in (A, B, None)]

    assert len({str((view.sides, view.foundations, view.version)) for view in views}) == 1
    assert [len(view.legal) for view in views] == [6, 4, 0]


def test_a_match_that_is_over_shows_how_it_ended_and_no_more_of_the_cards() -> None:
    table = MatchTable(options())
    play(table, "A:T1-F A:resign")
    view = view_match(table, viewer=A)

    assert (view.over, view.winner, view.ended, view.won_by) == (True, "B", Ended.RESIGNED, WonBy.RESIGNATION)
    assert (view.legal, view.sides[B].tableau) == ((), TENS)
