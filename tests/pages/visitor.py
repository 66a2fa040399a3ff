"""Who looks at pages: a browser without a name, or one that holds a player's token."""

import re
from html import unescape
from typing import Any

from django.test import Client

from api.pages.viewers import COOKIE
from games import players
from games.models import Player
from tests.factories import NOON

_TAG = re.compile(r"<[^>]+>")
_SPACE = re.compile(r"\s+")


class Visitor(Client):
    """Django's client, which shows what one reads."""

    def see(self, address: str, *, status: int = 200, **headers: str) -> str:
        """The HTML of a page, which answers with this status."""
        answer: Any = self.get(address, headers=headers)
        assert answer.status_code == status, (address, answer.status_code)
        html: str = answer.content.decode()
        return html

    def read(self, address: str, *, status: int = 200) -> str:
        """The text of a page, without its tags, white space as one space."""
        return text_of(self.see(address, status=status))


def text_of(html: str) -> str:
    return _SPACE.sub(" ", unescape(_TAG.sub(" ", html))).strip()


def part_of(html: str, identifier: str) -> str:
    """The text of a page from the element with this id to the next heading or the end."""
    start = html.index(f'id="{identifier}"')
    return text_of(html[html.rindex("<", 0, start) : html.find("<h2", start) if "<h2" in html[start:] else None])


def visitor_of(player: Player) -> Visitor:
    """The browser of a player who is there already."""
    signed_in = players._new_token(player=player, label="", at=NOON)
    visitor = Visitor()
    visitor.cookies[COOKIE] = signed_in.token
    return visitor


def newcomer(name: str, **fields: Any) -> tuple[Player, Visitor]:
    """A guest who has just registered, with these columns, and their browser."""
    signed_in = players.register_guest(name=name, at=NOON)
    Player.objects.filter(pk=signed_in.player.pk).update(**fields)
    signed_in.player.refresh_from_db()
    visitor = Visitor()
    visitor.cookies[COOKIE] = signed_in.token
    return signed_in.player, visitor
