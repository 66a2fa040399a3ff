"""A player's page, and one's own."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import moderation, players
from games.models import Cause, Player
from tests.factories import known_game, make_player, start_and_play, submit, submit_and_check
from tests.leaderboards.factories import entered
from tests.pages.visitor import Visitor, newcomer, text_of

pytestmark = pytest.mark.django_db

OWN = "/players/me/"


def page_of(player: Player) -> str:
    return f"/players/{player.pk}/"


def rows(html: str) -> list[str]:
    return [text_of("<tr " + row.split("</tr>")[0]) for row in html.split("<tbody")[1].split("<tr ")[1:]]


def hide(player: Player) -> None:
    staff = make_player("Staff", is_staff=True, is_superuser=True)
    moderation.hide_player(
        player_id=player.pk, by=staff, reason="Secret.", cause=Cause.COPIED_GAME, note="Please do not."
    )


def test_the_best_games_of_a_player_are_shown_the_newest_first_with_their_ranks() -> None:
    ana = make_player("Ana")
    entered(make_player(), 900)
    entered(ana, 700, 150, minutes=1)
    entered(ana, -4, 60, minutes=2, code="DS1-D3V-AAAAAAB")
    shown = rows(Visitor().see(page_of(ana)))
    assert [row.split(" Moves ")[0] for row in shown] == [
        "DS1-D3V-AAAAAAB Draw 3 (hard) · Vegas",
        "DS1-D1N-AAAAAAB Draw 1 (easy) · Normal",
    ]
    assert "-$4 60 1 of 1" in shown[0]
    assert "700 150 2 of 2" in shown[1]


def test_older_games_are_on_further_pages() -> None:
    ana = make_player("Ana")
    for number in range(30):
        entered(ana, minutes=number, code=f"DS1-D1N-AAAAA{chr(65 + number // 26)}{chr(65 + number % 26)}")
    visitor = Visitor()
    first = visitor.see(page_of(ana))
    older = visitor.see(page_of(ana) + first.split('rel="next" href="')[1].split('"')[0])
    assert [len(rows(first)), len(rows(older))] == [25, 5]
    assert rows(older)[-1].startswith("DS1-D1N-AAAAAAA")
    visitor.see(f"{page_of(ana)}?cursor=x", status=400)


@pytest.mark.parametrize(
    "leave",
    (
        lambda player: players.set_on_boards(player=player, on_boards=False),
        lambda player: players.erase(player=player),
        hide,
        lambda player: player.delete(),
    ),
    ids=("opted out", "erased", "hidden", "unknown"),
)
def test_who_is_not_shown_has_no_page(leave: Callable[[Player], object]) -> None:
    ana = make_player("Ana")
    address = page_of(ana)
    leave(ana)
    assert "Ana" not in Visitor().read(address, status=404)


def test_whoever_is_nobody_yet_may_sign_in_or_make_an_account() -> None:
    visitor = Visitor()
    visitor.cookies["player_token"] = "dst_" + 43 * "x"
    shown = [Visitor().read(OWN), visitor.read(OWN)]
    assert all("Sign in to an account" in page and "Make an account" in page for page in shown)
    assert ["whom the service does not know any more" in page for page in shown] == [False, True]


def test_a_form_whose_script_does_not_run_never_puts_a_password_into_an_address() -> None:
    _, guest = newcomer("Ana")
    for html in (Visitor().see(OWN), guest.see(OWN)):
        forms = html.split('class="account')[:-1]
        assert len(forms) >= 2
        assert all(form.endswith('<form method="post" ') for form in forms)
    shown = text_of(Visitor(enforce_csrf_checks=True).post(OWN, {"password": "x"}).content.decode())
    assert "The form was not taken" in shown


def test_ones_own_games_are_shown_with_their_state_and_why_they_were_rejected() -> None:
    game = known_game()
    ana, visitor = newcomer("Ana")
    submit_and_check(ana, game)
    submit_and_check(ana, game, claimed_score=9999)
    submit(ana, game, claimed_score=1)
    playing = start_and_play(ana, "DS1-D3V-AAAAAAB", ["draw"], at=timezone.now())
    entered(make_player("Bo"), 123)
    html = visitor.see(OWN)
    shown = [text_of(item.split("</li>")[0]) for item in html.split('<li class="state-')[1:]]
    assert [item.split('">')[0] for item in shown] == ["playing", "finished", "rejected", "verified"]
    assert "the claimed score is 9999, but the moves give" in shown[2]
    assert f'href="/play/games/{playing.pk}/"' in html
    assert "123" not in text_of(html)


def test_a_guest_is_asked_to_keep_the_games_and_an_account_is_not() -> None:
    _, visitor = newcomer("Ana")
    assert "Keep your games" in visitor.read(OWN)
    assert "Change your password" not in visitor.read(OWN)
    players.make_account(player=Player.objects.get(), password="seven lucky foundations")
    assert "Keep your games" not in visitor.read(OWN)
    assert "Change your password" in visitor.read(OWN)


def test_what_staff_have_decided_is_told_but_not_their_reason_for_themselves() -> None:
    ana, visitor = newcomer("Ana")
    hide(ana)
    shown = visitor.read(OWN)
    assert "Staff have hidden you and your games." in shown
    assert "Please do not." in shown
    assert "Secret." not in shown


def test_older_games_of_ones_own_are_on_further_pages_and_a_cursor_is_ones_own() -> None:
    ana, visitor = newcomer("Ana")
    for _ in range(30):
        entered(ana)
    first = visitor.see(OWN)
    cursor = first.split('rel="next" href="')[1].split('"')[0]
    assert visitor.see(OWN + cursor).count('<li class="state-') == 5
    _, other = newcomer("Bo")
    other.see(OWN + cursor, status=400)


def test_the_own_page_takes_as_many_queries_for_many_games_as_for_one() -> None:
    ana, visitor = newcomer("Ana")
    counts = []
    for games in (1, 20):
        for _ in range(games):
            entered(ana)
        with CaptureQueriesContext(connection) as queries:
            visitor.see(OWN)
        counts.append(len(queries))
    assert counts == [3, 3]


def test_the_name_is_shown_as_it_is_and_never_as_markup() -> None:
    ana, visitor = newcomer("<b>Ana</b>")
    assert "<b>Ana</b>" not in visitor.see(OWN)
    assert "<b>Ana</b>" not in Visitor().see(page_of(ana))
