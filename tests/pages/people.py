"""Players who look at pages, each with their browser."""

from typing import Any, NamedTuple

from games.models import Player
from tests.pages.visitor import Visitor, newcomer


class Looker(NamedTuple):
    """A player and their browser."""

    player: Player
    client: Visitor

    def page(self, address: str) -> Any:
        """The answer to an address."""
        return self.client.get(address)

    def html(self, address: str) -> str:
        """A page that must be there."""
        return self.client.see(address)


def looker(name: str) -> Looker:
    """A guest who looks at pages."""
    return Looker(*newcomer(name))
