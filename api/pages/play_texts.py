"""What the scripts of the table to play on say: they hold no texts of their own. `{names}` are filled by them."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

_PILES: Final = {
    # Translators: what lies on a pile, as in "Column 3: face down 2, eight of hearts".
    "holds": _("{pile}: {cards}"),
    "face_down": _("face down {number}"),
    "empty": pgettext_lazy("pile", "empty"),
}

_MOVES: Final = {
    # Translators: a move, as in "eight of hearts → Column 3".
    "moved": _("{card} → {pile}."),
    "moved_run": _("{card} and the cards on it → {pile}."),
    # Translators: {piles} are the places where the card, which is picked up, may go.
    "held": _("{card}: goes to {piles}."),
    "held_pile": _("{pile}: goes to {piles}."),
    "held_nowhere": _("{card}: goes nowhere now."),
    "drawn": _("Drawn: {cards}."),
    "recycled": _("The waste is the stock again."),
    "turned": _("Turned over: {card}."),
    "undone": _("Undone: {change}"),
    "undone_draw": _("Undone: the cards are back on the stock."),
    "undone_recycle": _("Undone: the waste is back."),
}

_REFUSALS: Final = {
    "stock_empty": _("The stock is empty."),
    "stock_not_empty": _("The stock still has cards."),
    "waste_empty": _("The waste is empty."),
    "no_recycle_in_vegas": _("In Vegas the stock is gone through only once."),
    "column_empty": _("That column is empty."),
    "foundation_empty": _("That foundation is empty."),
    "does_not_fit": _("In a column a card goes onto one of the other colour, one rank higher."),
    "no_card_fits": _("No card of that column fits there."),
    "only_a_king": _("Only a king goes to an empty column."),
    "not_next_on_foundation": _("It is not the next card of its suit on a foundation."),
    "one_at_a_time": _("Only the last card of a column goes to a foundation."),
    "no_place": _("There is no place for it."),
    "wrong_count": _("Another number of cards would move."),
    "nothing_to_undo": _("There is nothing to undo."),
    "undo_limit": _("The moves before are too old to undo."),
    "game_won": _("The game is won."),
    "game_over": _("The game is finished."),
}

_STATES: Final = {
    # Translators: whether the game is saved at the service.
    "states": {
        "new": _("Not begun"),
        "loading": _("Loading…"),
        "saving": _("Saving…"),
        "saved": _("Saved"),
        "offline": _("No connection: kept on this device"),
        "throttled": _("Waiting to save"),
        "conflict": _("Saved"),
        "refused": _("Not saved"),
        "banned": _("Not saved"),
        "signed-out": _("Not saved: sign in again"),
        "gone": _("This game is no longer there"),
        "finishing": _("Finishing…"),
        "checking": _("Finished"),
        "verified": _("Finished"),
        "rejected": _("Rejected"),
    },
    "resumed": _("Here is your game, as you left it."),
    "stuck": _("No card can be moved any more. Undo, or finish the game."),
    "reloaded": _("The game went on elsewhere. This is how it stands now."),
    "finish": pgettext_lazy("button", "Finish"),
    "result_again": _("Result"),
    "draw": pgettext_lazy("verb", "Draw"),
    "recycle": pgettext_lazy("verb", "Recycle"),
    "recycle_cost": _("Recycle the waste: {points} points"),
}

_CODES: Final = {
    "codes": {
        "text": _("A code has three parts, as in DS1-D1N-AAAAAAB."),
        "game": _("A code begins with DS1."),
        "mode": _("The middle of a code is D1N, D3N, D1V or D3V."),
        "draw": _("The draw of a code is 1 or 3."),
        "scoring": _("The scoring of a code is N or V."),
        "number": _("The last part of a code has seven characters: A to Z, and 2 to 7."),
    },
}

_MODES: Final = {
    "draws": {"1": _("Draw 1 (easy)"), "3": _("Draw 3 (hard)")},
    "scorings": {"N": pgettext_lazy("scoring", "Normal"), "V": pgettext_lazy("scoring", "Vegas")},
}

_RESULT: Final = {
    "result": {
        "won": _("You have won!"),
        "finished": _("The game is finished"),
        "saving": _("The game is sent…"),
        "finishing": _("The game is sent…"),
        "offline": _("There is no connection. The game is kept on this device, and sent as soon as there is one."),
        "checking": _("The service checks the game…"),
        "verified": _("Checked: these moves give this score."),
        "rejected": _("The check has rejected the game."),
        "not_ranked": _("Checked. The game is not on the board."),
    },
}

TEXTS: Final[dict[str, Any]] = {
    **_PILES,
    **_MOVES,
    "refusals": _REFUSALS,
    **_STATES,
    **_CODES,
    **_MODES,
    **_RESULT,
}
