"""The table to play on, in the hands of a test: real presses and drags of a mouse or a finger, and what is seen."""

import re
import time
from collections.abc import Iterable, Sequence

from playwright.sync_api import CDPSession, Page, expect

from games.engine.deals import DealCode
from games.engine.errors import Refusal
from games.engine.moves import Move
from games.engine.solo import SoloTable
from games.replay import PILES

CARDS = """() => Object.fromEntries(Array.from(document.querySelectorAll("[data-pile]"), ({ dataset: { pile } }) => [
    pile,
    Array.from(document.querySelectorAll(`.play-card[data-on="${pile}"]`))
        .sort((a, b) => a.dataset.at - b.dataset.at)
        .map((card) => card.firstElementChild.dataset.card),
]))"""
# Points of cards that nothing covers, or of empty piles; where they will be at rest, if they are still on their way.
POINTS = """([places, edge]) => {
    const table = document.querySelector(".play-table").getBoundingClientRect();
    return places.map(([pile, at]) => {
        const height = document.querySelectorAll(`.play-card[data-on="${pile}"]`).length;
        const card = document.querySelector(`.play-card[data-on="${pile}"][data-at="${at < 0 ? height + at : at}"]`);
        const element = card ?? document.querySelector(`[data-pile="${pile}"]`);
        const [x, y] = element.style.transform.match(/-?[\\d.]+/g).map(Number);
        return [table.left + x + edge, table.top + y + edge];
    });
}"""
EDGE = 8  # of a card, in pixels: so much of it is seen under the next one

Point = tuple[float, float]


class ShownTable:
    """A page with a table on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # -- Where things are

    def places(self, *places: tuple[str, int]) -> list[Point]:
        """A point of each card, given by its pile and its index there, that nothing covers; or of an empty pile."""
        points: list[Point] = self.page.evaluate(POINTS, [places, EDGE])
        return points

    def place(self, pile: str, at: int = -1) -> Point:
        (point,) = self.places((pile, at))
        return point

    def piles(self) -> dict[str, list[str]]:
        """The cards on each pile, as they are seen, from the bottom."""
        piles: dict[str, list[str]] = self.page.evaluate(CARDS)
        return piles

    # -- What one does

    def tap(self, pile: str, at: int = -1) -> None:
        self.page.mouse.click(*self.place(pile, at))

    def double_click(self, pile: str, *, late: int = 0) -> None:
        """Click twice, a tenth of a second apart by the clock of the events, however late the second one arrives."""
        x, y = self.place(pile)
        session, now = self.page.context.new_cdp_session(self.page), time.time()
        for nth, at in ((1, now), (2, now + 0.1)):
            self.page.wait_for_timeout(late if nth == 2 else 0)
            for kind in ("mousePressed", "mouseReleased"):
                event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": nth, "timestamp": at}
                session.send("Input.dispatchMouseEvent", event)
        session.detach()

    def drag(self, start: str, to: str, at: int = -1) -> None:
        (x, y), (to_x, to_y) = self.places((start, at), (to, -1))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(to_x, to_y)
        self.page.mouse.up()


class PlayedTable(ShownTable):
    """A page with the table of a game on it, and the engine's table beside it, which is played along."""

    def __init__(self, page: Page, deal: str, moves: Sequence[str] = ()) -> None:
        super().__init__(page)
        self.engine = SoloTable(DealCode.parse(deal))
        for move in moves:
            self.engine.play(Move.parse(move))

    # -- Playing

    def play(self, moves: Iterable[str]) -> None:
        """Play moves by mouse: most by drags, some home by a tap and to columns by two."""
        for move in moves:
            self.play_one(move, by_drag=self.engine.version % 10 != 0)
            self.engine.play(Move.parse(move))

    def play_one(self, move: str, *, by_drag: bool) -> None:
        if move in ("draw", "recycle"):
            if move == "recycle":
                self.page.wait_for_timeout(650)  # a tap right after the last draw is none
            return self.tap("stock")
        if move == "undo":
            return self.page.get_by_role("button", name="Undo", exact=True).click()
        start, end = move.split("-")
        effect = self.engine.effect(Move.parse(move))
        assert not isinstance(effect, Refusal), move
        # Whichever foundation it is let go over: the rules choose.
        end = "F1" if end == "F" else end
        if by_drag:
            return self.drag(start, end, at=-effect.cards)
        self.page.wait_for_timeout(400)  # not a double tap with the one before
        self.tap(start, at=-effect.cards)
        if end[0] != "F":
            self.tap(end)
        return None

    # -- Seeing

    def assert_shows_engine(self) -> None:
        """The cards and numbers on the page are those of the engine."""
        engine = self.engine
        expect(self.page.locator("#moves")).to_have_text(str(engine.moves))
        seen = self.piles()
        assert {pile: len(cards) for pile, cards in seen.items()} == dict(zip(PILES, self._heights(), strict=True))
        assert [seen[f"T{n}"] for n in range(1, 10)] == engine.columns
        assert seen["W"] == engine.waste
        assert [seen[f"F{n}"][-1:] for n in range(1, 9)] == [[top] if top else [] for top in engine.foundation_tops]
        assert self.page.locator("#score").text_content() == engine.score_text

    def _heights(self) -> list[int]:
        columns = [len(column) for column in self.engine.columns]
        return [self.engine.stock_count, len(self.engine.waste), *columns, *self.engine.foundations]


def leave(page: Page) -> None:
    """Leave a page once nothing of it is on its way to the service: the next test has another database."""
    if page.locator("#saved").count():
        expect(page.locator("#saved")).not_to_have_attribute("data-state", re.compile("saving|finishing"))
    page.goto("about:blank")


class Finger:
    """A finger on the screen: touches as the browser gets them from the device."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def drag(self, start: Point, end: Point) -> None:
        steps = [(start[0] + (end[0] - start[0]) * n / 6, start[1] + (end[1] - start[1]) * n / 6) for n in range(1, 7)]
        self._touch("touchStart", start)
        for step in steps:
            self._touch("touchMove", step)
        self._touch("touchEnd")

    def double_tap(self, point: Point) -> None:
        """Tap twice, a tenth of a second apart by the clock of the events, however long they take to arrive."""
        now = time.time()
        for at in (now, now + 0.1):
            self._touch("touchStart", point, timestamp=at)
            self._touch("touchEnd", timestamp=at)

    def _touch(self, kind: str, *points: Point, **more: float) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches, **more})
