"""A stream ends with the token that it was asked for by."""

from collections.abc import Callable
from typing import Final

import pytest
from django.utils import timezone

from games import players
from games.models import AccessToken, Player
from tests.api.client import assert_problem
from tests.api.live.streams import Live, OpenStream
from tests.api.table import begun

pytestmark = pytest.mark.django_db(transaction=True)


def revoke(player: Player) -> None:
    players.revoke_token(player=player, token_id=AccessToken.objects.get(player=player).pk)


def change_password(player: Player) -> None:
    players.replace_password(player=player, password="another one altogether", at=timezone.now())


def delete(player: Player) -> None:
    players.erase(player=player)


ENDS: Final = (revoke, change_password, delete)


@pytest.mark.parametrize("end", ENDS)
def test_who_is_signed_out_is_told_no_more_and_has_no_ticket_left(live: Live, end: Callable[[Player], None]) -> None:
    at = begun()
    ticket = live.ticket(at.client("B"), at.url)
    with live.open(at.client("B"), at.url) as ended, live.open(at.client("A"), at.url) as other:
        end(at.people["B"].player)
        live.run(live.app.hub._end_signed_out())
        at.play(("A", "draw"))
        assert {frame.event for frame in iter(ended.next, None)} == {"match"}
        assert other.until("action", n=1)[-1].data["action"] == "draw"
    with OpenStream(ticket) as late:
        assert late.answer.status == 403
    assert_problem(at.client("B").ask("POST", f"{at.url}stream/", {}), "invalid_token")


def test_a_password_that_is_changed_leaves_the_stream_of_who_changes_it(live: Live) -> None:
    at = begun()
    player = at.people["B"].player
    with live.open(at.client("B"), at.url) as stream:
        keep = AccessToken.objects.get(player=player).pk
        players.replace_password(player=player, password="another one altogether", at=timezone.now(), keep=keep)
        live.run(live.app.hub._end_signed_out())
        at.play(("A", "draw"))
        assert stream.until("action", n=1)[-1].data["action"] == "draw"
