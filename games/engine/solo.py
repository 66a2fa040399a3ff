"""The table of a solo game: what can be played on it, playing and undoing, and how it stands."""

from __future__ import annotations

from games.engine import picture
from games.engine.cards import HIDDEN, TEXT
from games.engine.deals import RULES_VERSION, DealCode, check_rules
from games.engine.errors import IllegalMove, NotationError, Refusal, quoted
from games.engine.moves import COLUMNS, UNDO, Move
from games.engine.play import Effect, attempt, effect_of, legal, play
from games.engine.position import Position
from games.engine.scores import format_score
from games.engine.texts import Text

_COLUMNS = tuple(f"T{n}" for n in range(1, 10))


class SoloTable:
    """A game in progress. It changes as it is played; a move that is refused leaves it as it was."""

    __slots__ = ("_position", "code", "rules")

    def __init__(self, code: DealCode, *, rules: int = RULES_VERSION) -> None:
        check_rules(rules)
        self.code = code
        self.rules = rules
        self._position = Position(code)

    @classmethod
    def from_picture(cls, text: str) -> SoloTable:
        """The table that a revealed picture shows, as `picture` draws it. It has nothing to undo."""
        code, position = picture.parse(text)
        table = cls.__new__(cls)
        table.code, table.rules, table._position = code, RULES_VERSION, position
        return table

    def picture(self, *, reveal: bool = False) -> str:
        """The whole table as text. Revealed, it names the hidden cards and parses back."""
        return picture.draw(self.code, self._position, reveal=reveal)

    def __str__(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        return f"<SoloTable {self.code} at version {self.version}>"

    # -- Playing

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All moves that `play` would take, undo among them, in the order of their bytes."""
        return legal(self._position)

    def is_legal(self, move: Move) -> bool:
        """Whether `play` would take the move."""
        return self.refusal(move) is None

    def refusal(self, move: Move) -> Refusal | None:
        """Why `play` would refuse the move, or None."""
        effect = self.effect(move)
        return effect if isinstance(effect, Refusal) else None

    def play(self, move: Move) -> None:
        """Play a move; `IllegalMove` if the rules refuse it, and then nothing has changed."""
        refused = play(self._position, bytes((move.byte,)))
        if refused:
            raise IllegalMove(move, refused, position=self.picture())

    def undo(self) -> None:
        """Take back the last action and its points; `IllegalMove` if there is none to take back."""
        self.play(UNDO)

    def play_events(self, events: bytes) -> Refusal | None:
        """Why one of a log's bytes is refused, or None. Those before it stay played; `version` tells how many."""
        return play(self._position, events)

    def effect(self, move: Move) -> Effect | Refusal:
        """What a move would do, or why it is illegal. Plays nothing."""
        return attempt(self._position, move)

    def play_effect(self, move: Move) -> Effect | Refusal:
        """Play a move: what it has done, or why it is refused."""
        return play(self._position, bytes((move.byte,))) or effect_of(self._position, move)

    # -- Tapping a card instead of naming a move

    def tap(self, pile: str) -> Move | None:
        """The move that a tap on a pile's last card makes: to a foundation, if one takes it. Plays nothing."""
        _check_pile(pile)
        move = Move.parse(f"{pile}-F")
        return move if self.is_legal(move) else None

    def double_tap(self, pile: str) -> Move | None:
        """The move that a double tap on a pile's last card makes, if any. Plays nothing.

        To a foundation; else to the longest other column that takes the card (hidden cards counted, of equals the
        lowest number); else a king to the first empty column, unless it stands alone in its own.
        """
        home = self.tap(pile)
        if home is not None:
            return home
        lengths = {column: len(cards) for column, cards in zip(_COLUMNS, self.columns, strict=True)}
        others = [column for column in _COLUMNS if column != pile]
        filled = sorted((column for column in others if lengths[column]), key=lambda column: -lengths[column])
        empty = [column for column in others if not lengths[column]]
        if lengths.get(pile) == 1:
            empty = []
        for target in (*filled, *empty):
            move = Move.parse(f"{pile}-{target}")
            effect = self.effect(move)
            if isinstance(effect, Effect) and effect.cards == 1:
                return move
        return None

    # -- How it stands

    @property
    def is_won(self) -> bool:
        """Whether all 104 cards lie on the foundations."""
        return self._position.is_won

    @property
    def score(self) -> int:
        """The points by the table, takings back and placings again included."""
        return self._position.score

    @property
    def ranked_score(self) -> int:
        """The points in which each card counts only once on the foundations."""
        return self._position.score - self._position.surplus

    @property
    def score_text(self) -> str:
        """The score as players read it: `655`, `$416`, `-$104`."""
        return format_score(self.score, self.code.scoring)

    @property
    def version(self) -> int:
        """How many events have been played, undos among them."""
        return self._position.version

    @property
    def moves(self) -> int:
        """How many actions other than undo have been played; undo does not lower it."""
        return self._position.version - self._position.undos

    @property
    def undos(self) -> int:
        """How many undos have been played."""
        return self._position.undos

    @property
    def undoable(self) -> int:
        """How many actions can be undone one after another, at most 200."""
        return 0 if self.is_won else len(self._position.journal)

    @property
    def home(self) -> int:
        """How many cards lie on the foundations."""
        return sum(map(len, self._position.homes))

    @property
    def stock_count(self) -> int:
        """How many cards are left in the stock."""
        return len(self._position.pile) - self._position.drawn

    @property
    def stock(self) -> list[str]:
        """The stock's cards from the top, in the order in which they will be turned. All of them are hidden."""
        return [TEXT[card] for card in self._position.pile[self._position.drawn :]]

    @property
    def waste(self) -> list[str]:
        """The waste's cards from the bottom; the last can be played."""
        return [TEXT[card] for card in self._position.pile[: self._position.drawn]]

    @property
    def foundations(self) -> list[int]:
        """How many cards lie on each of F1..F8."""
        return [len(home) for home in self._position.homes]

    @property
    def foundation_tops(self) -> list[str | None]:
        """The top card of each of F1..F8, None for an empty one."""
        return [TEXT[home[-1]] if home else None for home in self._position.homes]

    @property
    def columns(self) -> list[list[str]]:
        """The cards of T1..T9 from the bottom, hidden ones as `??`."""
        position = self._position
        return [
            [HIDDEN] * len(hidden) + [TEXT[card] for card in run]
            for hidden, run in zip(position.hidden, position.runs, strict=True)
        ]

    def tableau(self, *, reveal: bool = False) -> list[str]:
        """T1..T9 as text from the bottom: `?? ?? 5S 4H`, or revealed `[9H 2D] 5S 4H`."""
        return [self.column(number, reveal=reveal) for number in range(1, COLUMNS + 1)]

    def column(self, number: int, *, reveal: bool = False) -> str:
        """One column as `tableau` writes it: 1 for T1."""
        position = self._position
        return picture.draw_column(position.hidden[number - 1], position.runs[number - 1], reveal=reveal)


def _check_pile(pile: str) -> None:
    """Refuse what is no pile that can be tapped."""
    if pile != "W" and pile not in _COLUMNS:
        raise NotationError(Text("%(pile)s is not a pile that can be tapped: W or T1 to T9", pile=quoted(pile)))
