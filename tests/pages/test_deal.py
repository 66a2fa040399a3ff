"""The page of a deal, and its board."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from api.pages import boards
from games import moderation, players
from games.engine.deals import DealCode
from games.models import DailyDeal, Proof
from leaderboards import absence
from tests.api.clock import SetClock, clock
from tests.factories import NOON, known_game, make_player, start_and_play, submit, submit_and_check
from tests.leaderboards.factories import DEAL, entered, fill
from tests.pages.visitor import Visitor, newcomer, text_of, visitor_of

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

PAGE, BOARD, PART = f"/deals/{DEAL}/", f"/deals/{DEAL}/board/", f"/deals/{DEAL}/board/?part=1"


def rows(html: str) -> list[str]:
    """The rows of the board, as they are read on a desk."""
    found = html.split('<tr role="row" id="row-')[1:]
    return [text_of("<tr " + row.split("</tr>")[0]) for row in found]


def test_the_board_shows_ranks_ties_scores_and_moves() -> None:
    entered(make_player("Ana"), 900, 150, minutes=1, won=True)
    entered(make_player("Bo"), 900, 150, minutes=2)
    entered(make_player("Cy"), 930, 120, ranked_score=880, minutes=3, origin="live", seen_replay=True)
    shown = rows(Visitor().see(PAGE))
    assert [row.split(" Moves ")[0] for row in shown] == ["1 Ana won posted", "1 Bo posted", "3 Cy had seen it"]
    assert "900 150" in shown[0]
    assert "880 (930) 120" in shown[2]


def test_the_board_of_a_vegas_deal_is_in_dollars() -> None:
    entered(make_player("Ana"), -104, code="DS1-D1V-AAAAAAB")
    assert "-$104" in rows(Visitor().see("/deals/DS1-D1V-AAAAAAB/"))[0]


def test_the_own_row_is_marked_and_the_own_place_is_said_with_its_percentile() -> None:
    ana, visitor = newcomer("Ana")
    for score in (900, 700, 700, 600):
        entered(make_player(), score)
    entered(ana, 700)
    html = visitor.see(PAGE)
    assert "Your rank: 2 of 5 shared by 3 players better than 25% of the others" in text_of(html)
    assert html.count('class="own" aria-current="true"') == 1


@pytest.mark.parametrize(
    ("games", "reason"),
    (
        ([], "You have not played this deal yet."),
        (["playing"], "Your game is not finished yet."),
        (["finished"], "Your game waits for its check."),
        (["opted out"], "You have opted out of the boards."),
    ),
)
def test_who_has_no_place_is_told_why(games: list[str], reason: str) -> None:
    game = known_game()
    ana, visitor = newcomer("Ana", on_boards="opted out" not in games)
    if "playing" in games:
        start_and_play(ana, game.deal, ["draw"])
    if "finished" in games:
        submit(ana, game)
    assert reason in visitor.read(f"/deals/{game.deal}/")


def test_every_reason_for_having_no_place_has_a_sentence() -> None:
    assert set(boards.WHY_NOT) == set(absence.REASONS)


def test_first_games_are_a_view_of_their_own_and_games_of_the_day_on_deals_of_days_alone(clock: SetClock) -> None:
    today = clock("2026-11-30T12:00:00Z").date()
    ana = make_player("Ana")
    entered(ana, 500, minutes=1)
    entered(ana, 900, minutes=2)
    visitor = Visitor()
    assert "500" in rows(visitor.see(f"{PAGE}?view=first"))[0]
    assert "Games of the day" not in visitor.read(PAGE)
    visitor.see(f"{PAGE}?view=daily", status=404)
    visitor.see(f"{PAGE}?view=nonsense", status=404)
    DailyDeal.objects.create(code=DEAL, day=today, mode="D1N", number=DealCode.parse(DEAL).number)
    assert "Deal of today" in visitor.read(PAGE)
    assert "Nobody is on this board yet" in visitor.read(f"{PAGE}?view=daily")


def test_a_player_is_found_on_the_board_by_name() -> None:
    entered(make_player("Ana"), 900)
    entered(make_player("Bo"), 800)
    visitor = Visitor()
    found = visitor.see(f"{PAGE}?name=bo").split('id="founds"')[1].split("</table>")[0]
    assert text_of(found).split(" Moves ")[1].startswith("Finished Watch 2 Bo")
    for name in ("nobody", "%00nobody", "n%", "💎"):
        assert "Nobody of this name is on this board" in visitor.read(f"{PAGE}?name={name}")


def test_the_same_cards_are_shown_in_their_four_modes() -> None:
    ana, visitor = newcomer("Ana")
    entered(ana, 900, code="DS1-D1N-AAAAAAB", won=True)
    entered(ana, 41, code="DS1-D3V-AAAAAAB")
    html = visitor.see(PAGE).split('<ul class="modes">')[1].split("</ul>")[0]
    shown = [text_of("<li " + item) for item in html.split("<li")[1:]]
    assert shown == [
        "Draw 1 (easy) · Normal Players 1 Winners 1 Best 900 Yours 900",
        "Draw 1 (easy) · Vegas Players 0 Winners 0 Best – Yours –",
        "Draw 3 (hard) · Normal Players 0 Winners 0 Best – Yours –",
        "Draw 3 (hard) · Vegas Players 1 Winners 0 Best $41 Yours $41",
    ]


def test_how_the_scores_spread_is_drawn_with_the_own_score_marked_and_told_as_a_table() -> None:
    ana, visitor = newcomer("Ana")
    for score in (0, 100, 100):
        entered(make_player(), score)
    entered(ana, 200)
    figure = visitor.see(PAGE).split('<figure class="plot">')[1].split("</figure>")[0]
    bars = [rect.split(">")[0] for rect in figure.split("<rect ")[1:]]
    assert [bar for bar in bars if 'class="own"' in bar] == [bars[-1]]
    assert [bar.split('height="')[1].split('"')[0] for bar in (bars[0], bars[-1])] == ["50.0", "50.0"]
    assert "Best 200 Median 100 Worst 0" in text_of(figure)
    assert "200 – 219 1" in text_of(figure.split("<tbody>")[1])


@pytest.mark.parametrize(
    ("status", "said"),
    (
        (None, "whether it can be won is not known"),
        ("waiting", "The solver is looking for a way."),
        ("shown", "the solver has shown a way"),
        ("not_shown", "which does not say that there is none"),
    ),
)
def test_whether_the_deal_can_be_won_is_said_as_far_as_it_is_known(status: str | None, said: str) -> None:
    if status is not None:
        answer: dict[str, Any] = {"solver_version": 1, "max_nodes": 1, "nodes": 1, "answered_at": NOON}
        events = b"\0" if status == "shown" else None
        Proof.objects.create(code=DEAL, rules_version=1, status=status, asked_at=NOON, events=events, **answer)
    assert said in Visitor().read(PAGE)


def test_the_players_who_have_won_are_the_proof() -> None:
    entered(make_player(), won=True)
    assert "Won by 1 player." in Visitor().read(PAGE)


def test_unfinished_waiting_and_rejected_games_are_told_openly() -> None:
    game = known_game()
    submit_and_check(make_player(), game, claimed_score=1)
    submit(make_player(), game)
    start_and_play(make_player(), game.deal, ["draw"], at=NOON - timedelta(days=3650))
    counts = Visitor().see(f"/deals/{game.deal}/").split('<dl class="counts">')[1].split("</dl>")[0]
    said = text_of(counts)
    assert said.startswith("Started 3 Verified 0 Won 0")
    assert said.endswith("In play 0 Left unfinished 1 Waiting for a check 1 Rejected 1")


def test_hidden_players_are_nowhere_on_the_page() -> None:
    ana = make_player("Ana")
    entered(ana, 900)
    players.set_on_boards(player=ana, on_boards=False)
    shown = Visitor().read(PAGE)
    assert "Ana" not in shown
    assert "Not shown 1" in shown


def test_pages_of_the_board_follow_one_another_in_both_directions() -> None:
    for number in range(60):
        entered(make_player(f"P{number:02}"), 1000 - number)
    visitor = Visitor()

    def follow(html: str, rel: str) -> str:
        href = html.split(f'rel="{rel}"', maxsplit=1)[0].rsplit('href="', 1)[1].split('"', maxsplit=1)[0]
        return visitor.see(href.replace("&amp;", "&"))

    first = visitor.see(PAGE)
    second = follow(first, "next")
    third = follow(second, "next")
    names = [row.split()[1] for html in (first, second, third) for row in rows(html)]
    assert names == [f"P{number:02}" for number in range(60)]
    assert rows(follow(third, "prev")) == rows(second)


@pytest.mark.parametrize("cursor", ("x", "W10.x", ""))
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    Visitor().see(f"{BOARD}?cursor={cursor}", status=400)


def test_a_cursor_is_good_for_its_own_board_alone() -> None:
    for number in range(30):
        entered(make_player(), 1000 - number)
    cursor = Visitor().see(PAGE).split("cursor=")[1].split('"')[0].split("&")[0]
    Visitor().see(f"/deals/DS1-D3V-AAAAAAB/board/?cursor={cursor}", status=400)


def test_the_page_takes_as_many_queries_for_a_thousand_players_as_for_two() -> None:
    counts = []
    entered(make_player())
    ana, visitor = newcomer("Ana")
    entered(ana)
    for size in (0, 1000):
        fill(size)
        with CaptureQueriesContext(connection) as queries:
            visitor.see(PAGE)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 22


# -- The part that an open page asks for -------------------------------------------------------------------------------


def test_a_part_that_has_not_changed_is_not_sent_again_and_takes_four_look_ups() -> None:
    ana, visitor = newcomer("Ana")
    entered(ana)
    first = visitor.get(PART)
    with CaptureQueriesContext(connection) as queries:
        again = visitor.get(PART, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert len(queries) == 4  # the board's stamp, who asks, the states of their games, the last name taken away
    assert again.headers["ETag"] == first.headers["ETag"]


@pytest.mark.django_db(transaction=True)
def test_a_part_is_sent_again_once_a_result_has_come() -> None:
    entered(make_player("Ana"), 700)
    visitor = Visitor()
    tag = visitor.get(PART).headers["ETag"]
    with transaction.atomic():
        entered(make_player("Bo"), 800)
    changed = visitor.get(PART, headers={"If-None-Match": tag})
    assert [row.split()[1] for row in rows(changed.content.decode())] == ["Bo", "Ana"]


def test_a_part_tells_its_viewer_at_once_what_has_become_of_their_game() -> None:
    ana, visitor = newcomer("Ana")
    told = []
    for change in (lambda: None, lambda: start_and_play(ana, DEAL), lambda: submit(ana, known_game(DEAL))):
        tag = visitor.get(PART).headers["ETag"]
        change()
        told.append(visitor.get(PART, headers={"If-None-Match": tag}).status_code)
    assert told == [304, 200, 200]


def test_a_name_that_staff_have_taken_away_is_not_kept_in_a_part() -> None:
    rude = entered(make_player("Rude Name")).player
    tag = Visitor().get(PART).headers["ETag"]
    moderation.reset_name(player_id=rude.pk, by=make_player("Sam", is_staff=True), reason="test")
    again = Visitor().get(PART, headers={"If-None-Match": tag})
    assert (again.status_code, "Rude" in again.content.decode()) == (200, False)


def test_a_part_is_another_one_for_another_viewer_view_or_language() -> None:
    ana, visitor = newcomer("Ana")
    entered(ana)
    tags = {
        visitor.get(PART).headers["ETag"],
        visitor_of(make_player("Bo")).get(PART).headers["ETag"],
        Visitor().get(PART).headers["ETag"],
        visitor.get(f"{PART}&view=first").headers["ETag"],
        visitor.get(PART, headers={"Accept-Language": "es"}).headers["ETag"],
    }
    assert len(tags) == 5


def test_a_part_is_the_board_alone() -> None:
    entered(make_player("Ana"))
    html = Visitor().see(PART)
    assert html.lstrip().startswith('<div class="board"')
    assert "<html" not in html
