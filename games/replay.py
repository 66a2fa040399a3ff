"""A game for viewers: the first table, then what each event changed.

Whoever shows a replay needs no rules: the frames say what lies where, and a viewer goes forward and back by putting
cards where they say. They are found by comparing the engine's piles before and after each event, those that it names,
never by a second reading of the rules.
"""

from typing import Any

from games.engine.cards import FACES, HIDDEN, PER_SUIT
from games.engine.deals import DealCode
from games.engine.fold import Failure, fold
from games.engine.moves import COLUMNS, FOUNDATIONS, MOVES, UNDO, Kind, Move
from games.engine.scores import format_score
from games.engine.solo import SoloTable
from games.texts import worded

Piles = dict[str, list[str]]

PILES = ("stock", "W", *(f"T{n}" for n in range(1, COLUMNS + 1)), *(f"F{n}" for n in range(1, FOUNDATIONS + 1)))
"""All piles, by the names that moves give them; no move names the stock, so it goes by its own."""

FOUNDATION_PILES = PILES[-FOUNDATIONS:]

MARKED = (Kind.UNDO, Kind.RECYCLE, Kind.TAKE_BACK)


def frames(*, code: DealCode, events: bytes, rules_version: int, reveal: bool) -> dict[str, Any]:
    """Return the replay of a log as JSON-ready data, in time linear in its length. It never raises on what a log holds.

    `first` is the table as dealt. Each event then says what it changed: the pile from place `at` on, where the cards
    `out` lay before it and the cards `in` lie after it. Every pile is a list from its bottom to its top, the stock
    too, and changes only at its top. So forward is `pile[at:] = in`, and back, from the last change to the first,
    `pile[at:] = out`. A hidden card is `??`, or with `reveal` its face in brackets.

        {"deal": "DS1-D1N-AAAAAAB", "rules_version": 1,
         "first": {"piles": {"stock": ["[4D]", ..., "[3C]", "[6H]"], "W": [], "T1": ["4C"], "T2": ["[9H]", "QC"], ...,
                             "F1": [], ...},
                   "score": 0, "score_text": "0", "ranked_score": 0, "ranked_score_text": "0",
                   "moves": 0, "undos": 0, "cards_home": 0, "won": false},
         "events": [{"index": 0, "move": "draw", "marks": [],
                     "changes": [{"pile": "stock", "at": 58, "out": ["[6H]"], "in": []},
                                 {"pile": "W", "at": 0, "out": [], "in": ["6H"]}],
                     "score": 0, ..., "moves": 1, "undos": 0, "cards_home": 0, "won": false}, ...],
         "error": null}

    `marks` are among `flip` (a hidden card turned over), `recycle`, `take_back` and `undo`. `error` says why the log
    ends before its end, `unplayed` how many of its events that leaves out, the refused one included:

        {"index": 41, "move": "T3-F", "code": "illegal_move", "reason": "not_next_on_foundation",
         "message": "T3-F is illegal: ...", "unplayed": 20}
    """
    error = fold(code, events, rules=rules_version).error
    good = events if error is None else events[: error.index]
    table = SoloTable(code, rules=rules_version)
    piles = piles_of(table, reveal=reveal)
    first = {"piles": dict(piles), **_standing(table)}
    shown = []
    # The piles of each action that an undo can take back.
    done: list[tuple[str, ...]] = []
    for index, event in enumerate(good):
        move = MOVES[event]
        if move is UNDO:
            touched = done.pop()
        else:
            touched = _TOUCHED[move.byte]
            done.append(touched)
        table.play(move)
        changes = []
        for name in touched:
            before, after = piles[name], _pile(table, name, reveal=reveal)
            if before != after:
                changes.append(change_of(name, before, after))
                piles[name] = after
        marks = _marks(move, changes)
        shown.append({"index": index, "move": str(move), "marks": marks, "changes": changes, **_standing(table)})
    return {
        "deal": str(code),
        "rules_version": rules_version,
        "first": first,
        "events": shown,
        "error": error and _error(error, unplayed=len(events) - len(good)),
    }


def piles_at(*, replay: dict[str, Any], version: int) -> Piles:
    """Return where the cards lie in a replay (as `frames` gives it) after its first `version` events."""
    piles = {name: list(cards) for name, cards in replay["first"]["piles"].items()}
    for event in replay["events"][:version]:
        for change in event["changes"]:
            piles[change["pile"]][change["at"] :] = change["in"]
    return piles


def piles_of(table: SoloTable, *, reveal: bool = False) -> Piles:
    """Return every pile of a table, in the order of `PILES`, from its bottom to its top."""
    return {name: _pile(table, name, reveal=reveal) for name in PILES}


def is_hidden(card: str) -> bool:
    """Whether the text of a card in a replay is that of a face-down one."""
    return card == HIDDEN or card.startswith("[")


def _touches(move: Move) -> tuple[str, ...]:
    """Return the piles that a move can change, in the order of `PILES`. It names but one of a row of foundations."""
    if move.source is None:
        return ("stock", "W")
    named = {move.source, *(FOUNDATION_PILES if move.target == "F" else (move.target,))}
    return tuple(name for name in PILES if name in named)


_TOUCHED = tuple(map(_touches, MOVES))


def _pile(table: SoloTable, name: str, *, reveal: bool) -> list[str]:
    """Return a pile of the table from its bottom."""
    if name == "stock":
        return [f"[{card}]" if reveal else HIDDEN for card in reversed(table.stock)]
    if name == "W":
        return table.waste
    number = int(name[1])
    return (
        column_cards(table.column(number, reveal=reveal))
        if name[0] == "T"
        else _foundation(number - 1, table.foundations[number - 1])
    )


def column_cards(text: str) -> list[str]:
    """Return the cards of a column that the engine writes `[9H 2D] 8H`, or concealed `?? ?? 8H`."""
    hidden, _, run = text.rpartition("]")
    return [f"[{card}]" for card in hidden.removeprefix("[").split()] + run.split()


def _foundation(index: int, count: int) -> list[str]:
    """Return the cards of a foundation, of which two belong to each suit, from its ace up."""
    ace = index // 2 * PER_SUIT
    return list(FACES[ace : ace + count])


def _standing(table: SoloTable) -> dict[str, Any]:
    """Return what is counted on the table."""
    return {
        "score": table.score,
        "score_text": table.score_text,
        "ranked_score": table.ranked_score,
        "ranked_score_text": format_score(table.ranked_score, table.code.scoring),
        "moves": table.moves,
        "undos": table.undos,
        "cards_home": table.home,
        "won": table.is_won,
    }


def change_of(pile: str, before: list[str], after: list[str]) -> dict[str, Any]:
    at = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        at += 1
    return {"pile": pile, "at": at, "out": before[at:], "in": after[at:]}


def _marks(move: Move, changes: list[dict[str, Any]]) -> list[str]:
    marks = [move.kind.value] if move.kind in MARKED else []
    return [*marks, "flip"] if any(turns_over(change) for change in changes) else marks


def turns_over(change: dict[str, Any]) -> bool:
    """Whether a change leaves a card face up that lay face down in the same place."""
    return bool(change["out"] and change["in"] and is_hidden(change["out"][0]) and not is_hidden(change["in"][0]))


def _error(error: Failure, *, unplayed: int) -> dict[str, Any]:
    return {
        "index": error.index,
        "move": error.move,
        "code": error.code,
        "reason": error.reason and error.reason.value,
        "message": worded(error.text),
        "unplayed": unplayed,
    }
