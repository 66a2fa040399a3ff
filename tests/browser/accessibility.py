"""The pages that are held to be accessible, and how: whoever makes a page adds a line to PAGES.

Each page is looked at in both themes, at the size of a phone and then of a desk; `test_site.py` runs axe over them all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page

from games import daily, players
from games.engine.deals import DealCode
from games.engine.match.options import Side
from games.matches import lobby
from games.matches.lobby import Choice
from games.models import DailyDeal, Game, Player
from games.players import SignedIn
from tests.factories import NOON, known_game, make_player, start_and_play, submit_and_check
from tests.games.matches.people import Pair, joined

SIZES: Final = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 900}}
DEAL: Final = "DS1-D1N-KSTNMZC"
CONTRAST: Final = ("color-contrast",)
"""All that a theme can spoil."""
_SEVERE: Final = ("serious", "critical")
_AXE: Final = Axe().axe_script
_FIND: Final = """async ([within, only, severe]) => {
    // What it would load anew are styles, for rules that are not held, and sounds, of which there are none.
    const options = { preload: false, resultTypes: ["violations"], ...(only.length && { runOnly: only }) };
    const { violations } = await axe.run(within || document, options);
    return violations
        .filter(({ impact }) => severe.includes(impact))
        .flatMap(({ id, impact, nodes }) =>
            nodes.map(({ target, html }) => `${id} (${impact}): ${target.join(" ")} ${html.slice(0, 120)}`));
}"""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Players with games of one deal: `ana` has won, `chen` too, another game of hers was rejected, one is in play."""

    signed_in: SignedIn
    won: Game
    others: Game
    rejected: Game
    in_play: Game
    matches: dict[str, Pair]

    @property
    def ana(self) -> Player:
        return self.signed_in.player


#: The address of each page by its name. They are looked at as ana; those whose name begins with "nobody" by nobody.
PAGES: Final[dict[str, Callable[[Scene], str]]] = {
    "home": lambda scene: "/",
    "nobody's home": lambda scene: "/",
    "a deal": lambda scene: f"/deals/{DEAL}/",
    "a deal in Vegas": lambda scene: "/deals/DS1-D1V-KSTNMZC/",
    "a player found": lambda scene: f"/deals/{DEAL}/?name={scene.ana.name}",
    "a board": lambda scene: f"/deals/{DEAL}/board/?view=first",
    "what is no code": lambda scene: "/deals/?code=DS1-D2N-KSTNMZC",
    "nothing": lambda scene: "/nothing/",
    "a player": lambda scene: f"/players/{scene.ana.pk}/",
    "one's own page": lambda scene: "/players/me/",
    "nobody's own page": lambda scene: "/players/me/",
    "a forgotten password": lambda scene: "/recovery/",
    "a new password": lambda scene: "/recovery/#0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11.cx8k1t-0123",
    "a game": lambda scene: f"/games/{scene.others.pk}/",
    "nobody's sight of a game": lambda scene: f"/games/{scene.won.pk}/",
    "a rejected game": lambda scene: f"/games/{scene.rejected.pk}/",
    "two games": lambda scene: f"/games/{scene.won.pk}/beside/{scene.others.pk}/",
    "the choice of a deal": lambda scene: "/play/",
    "nobody's choice of a deal": lambda scene: "/play/?deal=code&code=DS1",
    "a deal to play": lambda scene: f"/play/{DEAL}/",
    "a game to go on with": lambda scene: f"/play/games/{scene.in_play.pk}/",
    "a match that waits": lambda scene: f"/matches/{scene.matches['open'].match_id}/",
    "nobody's sight of a match that waits": lambda scene: f"/matches/{scene.matches['open'].match_id}/",
    "a match both have come to": lambda scene: f"/matches/{scene.matches['ready'].match_id}/",
    "a match": lambda scene: f"/matches/{scene.matches['playing'].match_id}/",
    "a match that is over": lambda scene: f"/matches/{scene.matches['over'].match_id}/",
    "the replay of a match": lambda scene: f"/matches/{scene.matches['over'].match_id}/replay/",
    "a match called off": lambda scene: f"/matches/{scene.matches['cancelled'].match_id}/",
    "matches": lambda scene: "/matches/",
    "nobody's matches": lambda scene: "/matches/",
    "rules": lambda scene: "/rules/",
    "questions": lambda scene: "/questions/",
    "examples": lambda scene: "/examples/",
    "a game as text": lambda scene: "/movetext/",
    "documentation": lambda scene: "/docs/",
    "a document": lambda scene: "/docs/rules/",
}


def make_scene() -> Scene:
    """Make what the pages show."""
    signed_in = players.register_guest(name="Ana", at=NOON)
    ana, game = signed_in.player, known_game(DEAL)
    DailyDeal.objects.bulk_create(_of_today(str(mode)) for mode in daily.MODES)
    scene = Scene(
        signed_in=signed_in,
        won=submit_and_check(ana, game),
        others=submit_and_check(make_player("Chen"), known_game(DEAL, nth=1)),
        rejected=submit_and_check(ana, known_game(DEAL, nth=2), claimed_score=9999),
        in_play=start_and_play(ana, "DS1-D3V-AAAAAAB", ["draw"]),
        matches=_matches_of(ana),
    )
    submit_and_check(make_player("Dina"), known_game("DS1-D1V-KSTNMZC"))
    return scene


def _matches_of(ana: Player) -> dict[str, Pair]:
    """A match at each of its stages, by their names."""
    now = timezone.now()
    alone = lobby.create_match(player=ana, choice=Choice(), at=now)
    pairs = {"open": Pair(alone.pk, {Side.A: ana})}
    for stage in ("ready", "cancelled", "playing", "over"):
        pairs[stage] = joined(Choice(length=3), at=now, ana=ana)
    lobby.cancel_match(match_id=pairs["cancelled"].match_id, player=ana)
    for stage in ("playing", "over"):
        pairs[stage].begin(at=now)
        pairs[stage].act("A", "draw", at=now)
    pairs["over"].act("B", "resign", at=now)
    return pairs


def _of_today(mode: str) -> DailyDeal:
    code = DealCode.parse(f"DS1-{mode}-QQQQ{mode.replace('1', 'B').replace('3', 'C')}")
    return DailyDeal(code=str(code), day=daily.today(), mode=mode, number=code.number)


def violations(page: Page, *, only: Sequence[str] = (), within: str = "") -> list[str]:
    """Return what axe finds wrong with a page that is open, if it is serious, with the place of each.

    `only` names its rules; without it, all of them are held. `within` is a selector of the part to look at.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    found: list[str] = page.evaluate(_FIND, [within, list(only), list(_SEVERE)])
    return found
