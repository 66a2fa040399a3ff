"""A stream ends when its match is not the looker-on's to see any more."""

from collections.abc import Callable
from typing import Final

import pytest

from games import players
from games.models import Player
from games.moderation.players import hide_player
from tests.api.client import ApiClient
from tests.api.live.streams import Live, OpenStream
from tests.api.people import newcomer
from tests.api.table import begun
from tests.factories import make_player

pytestmark = pytest.mark.django_db(transaction=True)


def hide(player: Player) -> None:
    hide_player(player_id=player.pk, by=make_player("Sam", is_staff=True), reason="Insults.")


def leave_boards(player: Player) -> None:
    players.set_on_boards(player=player, on_boards=False)


def delete(player: Player) -> None:
    players.erase(player=player)


def events(stream: OpenStream) -> list[str]:
    """What a stream tells until its end."""
    with stream:
        return [frame.event for frame in iter(stream.next, None)]


GOING: Final = (hide, leave_boards, delete)


@pytest.mark.parametrize("goes", GOING)
def test_who_looks_on_at_a_public_match_is_told_no_more_once_a_player_is_out_of_sight(
    live: Live, anonymous: ApiClient, goes: Callable[[Player], None]
) -> None:
    at = begun()
    lookers = [live.open(anonymous, at.url), live.open(newcomer("Cyd").client, at.url)]
    told = [live.open(at.client("A"), at.url), live.open(newcomer("Tia", is_staff=True).client, at.url)]
    goes(at.people["B"].player)
    live.run(live.app.hub._look())
    at.play(("A", "draw"))
    assert [events(stream) for stream in lookers] == [["match"], ["match"]]
    assert [stream.until("action", n=1)[-1].data["action"] for stream in told] == ["draw", "draw"]
    for stream in told:
        stream.close()


@pytest.mark.parametrize(("goes", "is_told"), ((hide, False), (leave_boards, True), (delete, False)))
def test_who_has_the_link_of_a_private_match_looks_on_unless_a_player_is_hidden_or_gone(
    live: Live, anonymous: ApiClient, goes: Callable[[Player], None], is_told: bool
) -> None:
    at = begun(private=True)
    looker = live.open(anonymous, at.url, query=f"?invite={at.state('A')['invite']}")
    goes(at.people["B"].player)
    live.run(live.app.hub._look())
    at.play(("A", "resign"))
    assert ("action" in events(looker)) is is_told
