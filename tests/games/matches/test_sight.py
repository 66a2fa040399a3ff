"""Who may look on is the same whether one match is asked for, lists are made, or streams are ended."""

from itertools import product

import pytest

from games.engine.match.options import Side
from games.matches import lobby, sight
from games.matches.errors import MatchNotFound
from games.matches.lobby import Choice
from games.models import Match, Player, Seat
from games.models.matches import SEEN_BY_OTHERS
from tests.factories import NOON, make_player
from tests.games.matches.people import Pair

pytestmark = pytest.mark.django_db


def pair(*, is_private: bool) -> Pair:
    a, b = make_player("Ana"), make_player("Bo")
    match = lobby.create_match(player=a, choice=Choice(), is_private=is_private, at=NOON)
    lobby.join_match(match_id=match.pk, player=b, invite=match.series.invite or None, at=NOON)
    return Pair(match.pk, {Side.A: a, Side.B: b})


def is_seen(match: Match) -> bool:
    """Whether somebody who has the link, if there is one, may see the match."""
    try:
        sight.match_for(match_id=match.pk, viewer=None, invite=match.series.invite or None)
    except MatchNotFound:
        return False
    return True


@pytest.mark.parametrize("is_private", (False, True))
def test_who_may_look_on_is_the_same_of_one_match_and_in_a_query(is_private: bool) -> None:
    of = pair(is_private=is_private)
    seen = {}
    for hidden_at, erased_at, on_boards in product((None, NOON), (None, NOON), (True, False)):
        Player.objects.filter(pk=of.players[Side.B].pk).update(
            hidden_at=hidden_at, erased_at=erased_at, on_boards=on_boards
        )
        match = of.match
        in_query = not Seat.objects.filter(~SEEN_BY_OTHERS, match=match).exists()
        in_lists = Match.objects.in_public().exists()
        seen[hidden_at, erased_at, on_boards] = is_seen(match)
        assert (in_query, in_lists) == (is_seen(match), is_seen(match) and not is_private)
    allowed = {(None, None, True)} | ({(None, None, False)} if is_private else set())
    assert {one for one, is_so in seen.items() if is_so} == allowed
