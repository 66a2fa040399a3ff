"""The table of a match: what each side can play on it, playing, and how it stands."""

from __future__ import annotations

from games.engine.cards import HIDDEN, PER_DECK, TEXT
from games.engine.deals import RULES_VERSION, check_rules
from games.engine.match import picture
from games.engine.match.actions import ACTIONS, Event, MatchAction
from games.engine.match.errors import IllegalAction, Reason
from games.engine.match.options import MatchOptions, Side
from games.engine.match.outcome import VOID, Outcome
from games.engine.match.play import attempt, effect_of, is_done, play
from games.engine.match.position import SIDES, MatchPosition
from games.engine.picture import draw_column
from games.engine.play import Effect
from games.engine.position import Layout


class MatchTable:
    """A match in progress. It changes as it is played; an action that is refused leaves it as it was.

    Only what says `reveal`, and what names the stock, tells of hidden cards. Nothing but `options` tells the number.
    """

    __slots__ = ("_position", "options", "rules")

    def __init__(self, options: MatchOptions, *, rules: int = RULES_VERSION) -> None:
        check_rules(rules)
        self.options = options
        self.rules = rules
        self._position = MatchPosition(options)

    @classmethod
    def from_picture(cls, text: str, options: MatchOptions) -> MatchTable:
        """The table that a revealed picture shows, as `picture` draws it, of a match with such options."""
        table = cls.__new__(cls)
        table.options, table.rules, table._position = options, RULES_VERSION, picture.parse(text, options)
        return table

    def picture(self, *, reveal: bool = False) -> str:
        """The whole table as text. Revealed, it names the hidden cards and parses back."""
        return picture.draw(self._position, reveal=reveal)

    def __str__(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        return f"<MatchTable at version {self.version}>"

    # -- Playing

    def legal_actions(self, side: Side) -> tuple[MatchAction, ...]:
        """All actions that `play` would take from a side, in the order of their bytes."""
        return tuple(action for action in ACTIONS if self.is_legal(side, action))

    def is_legal(self, side: Side, action: MatchAction) -> bool:
        """Whether `play` would take the action from a side."""
        return self.refusal(side, action) is None

    def refusal(self, side: Side, action: MatchAction) -> Reason | None:
        """Why `play` would refuse a side the action, or None."""
        effect = self.effect(side, action)
        return None if isinstance(effect, Effect) else effect

    def effect(self, side: Side, action: MatchAction) -> Effect | Reason:
        """What an action of a side would do, or why it is illegal. Plays nothing."""
        return attempt(self._position, Event(side, action))

    def play(self, side: Side, action: MatchAction) -> Effect:
        """Play an action of a side: what it has done. `IllegalAction` if it is refused, with nothing changed."""
        event = Event(side, action)
        refused = play(self._position, bytes((event.byte,)))
        if refused:
            raise IllegalAction(side, action, refused, position=self.picture())
        return effect_of(self._position, event)

    def play_events(self, events: bytes) -> Reason | None:
        """Why one of a log's bytes is refused, or None. Those before it stay played; `version` tells how many."""
        return play(self._position, events)

    # -- How the match stands

    @property
    def version(self) -> int:
        """How many events have been played."""
        return self._position.version

    @property
    def outcome(self) -> Outcome | None:
        """How the match has ended, or None while it is not over."""
        return self._position.outcome

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._position.ended is not None

    @property
    def winner(self) -> str | None:
        """`A`, `B` or `void`; None while the match is not over."""
        outcome = self.outcome
        return None if outcome is None else str(outcome.winner or VOID)

    @property
    def turn(self) -> Side | None:
        """Whose turn it is; None when both play at once, and once the match is over."""
        turn = self._position.turn
        return None if turn is None else SIDES[turn]

    @property
    def contributions(self) -> dict[Side, int]:
        """How many cards of each side's own lie on the foundations."""
        return dict(zip(SIDES, self._position.placed, strict=True))

    @property
    def out(self) -> tuple[Side, ...]:
        """Whose 52 cards all lie on the foundations, the first such first."""
        return tuple(SIDES[side] for side in self._position.out)

    @property
    def cleared(self) -> Side | None:
        """Who has the solo bonus: the first whose columns were all empty, if the match has one."""
        cleared = self._position.cleared
        return None if cleared is None else SIDES[cleared]

    @property
    def foundations(self) -> list[str]:
        """Whose the cards on each of F1..F8 are, from the bottom: `ABBA`."""
        return ["".join(SIDES[card // PER_DECK] for card in home) for home in self._position.homes]

    @property
    def foundation_tops(self) -> list[str | None]:
        """The top card of each of F1..F8, None for an empty one."""
        return [TEXT[home[-1]] if home else None for home in self._position.homes]

    # -- How a side stands

    def is_done(self, side: Side) -> bool:
        """Whether a side is done: out, or passed, or without an action, or for too long without a card placed."""
        return is_done(self._position, SIDES.index(side))

    def has_passed(self, side: Side) -> bool:
        """Whether a side's pass stands."""
        return self._position.passed[SIDES.index(side)]

    def idle(self, side: Side) -> int:
        """How many actions other than passes a side has made since either last placed a card on a foundation."""
        return self._position.idle[SIDES.index(side)]

    def stock_count(self, side: Side) -> int:
        """How many cards are left in a side's stock."""
        layout = self._layout(side)
        return len(layout.pile) - layout.drawn

    def stock(self, side: Side) -> list[str]:
        """The cards of a side's stock from the top, in the order in which they will be turned: all are hidden."""
        layout = self._layout(side)
        return [TEXT[card] for card in layout.pile[layout.drawn :]]

    def waste(self, side: Side) -> list[str]:
        """The cards of a side's waste from the bottom; the last can be played."""
        layout = self._layout(side)
        return [TEXT[card] for card in layout.pile[: layout.drawn]]

    def columns(self, side: Side) -> list[list[str]]:
        """The cards of a side's T1..T7 from the bottom, hidden ones as `??`."""
        layout = self._layout(side)
        return [
            [HIDDEN] * len(hidden) + [TEXT[card] for card in run]
            for hidden, run in zip(layout.hidden, layout.runs, strict=True)
        ]

    def tableau(self, side: Side, *, reveal: bool = False) -> list[str]:
        """A side's T1..T7 as text from the bottom: `?? ?? 5S 4H`, or revealed `[9H 2D] 5S 4H`."""
        layout = self._layout(side)
        return [draw_column(*cards, reveal=reveal) for cards in zip(layout.hidden, layout.runs, strict=True)]

    def _layout(self, side: Side) -> Layout:
        return self._position.layouts[SIDES.index(side)]
