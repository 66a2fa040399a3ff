"""What the page of a match says, in Python and in its scripts. `{names}` are filled where they are said."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from api.pages.play_texts import TEXTS as SOLO
from games.cards import SUIT_NAMES, pile_name
from games.engine.cards import SUITS
from games.matches.events import FOUNDATION_PILES, SIDE_PILES

OTHERS: Final = "other:"
"""What stands before the names of the other side's piles on the page."""

_SOLO: Final = (
    "holds",
    "face_down",
    "empty",
    "moved",
    "moved_run",
    "held",
    "held_pile",
    "held_nowhere",
    "drawn",
    "recycled",
    "turned",
    "draw",
    "recycle",
)

_REFUSALS: Final = {
    "match_over": gettext_lazy("The match is over."),
    "player_out": gettext_lazy("You are out: all your cards are on the foundations."),
    "out_of_turn": gettext_lazy("It is the other player’s turn."),
    "already_passed": gettext_lazy("You have passed already, and that still stands."),
    "no_redeal": gettext_lazy("In this match the stock is gone through only once."),
    "no_undo": gettext_lazy("In a match nothing is taken back."),
    "others": gettext_lazy("Those are the other player’s cards."),
    "looks_on": gettext_lazy("You are looking on."),
    "not_begun": gettext_lazy("The match has not begun."),
    "not_now": gettext_lazy("That cannot be played now."),
    "not_turned_yet": gettext_lazy("That card has not turned over yet."),
    "changed": gettext_lazy("Other cards would move by now."),
    "played_elsewhere": gettext_lazy("You have played from elsewhere. This is how the match stands now."),
}

_SAID: Final = {
    # Translators: {why} is a sentence: what another player did first makes a move impossible.
    "lost_race": gettext_lazy("Too late: {why}"),
    "passed": gettext_lazy("You have passed."),
    "passed_for_now": gettext_lazy("You have passed. It does not count any more if you play on."),
    "stuck": gettext_lazy("You can play nothing now. Pass, or wait for the other player."),
    # Translators: {name} is the other player, {what} what that player did: "Bo: ace of spades → Foundation 1 (spades)."
    "told": gettext_lazy("{name}: {what}"),
    "told_passed": gettext_lazy("{name} has passed."),
    "told_out": gettext_lazy("{name} is out: all 52 cards are on the foundations."),
    "your_turn": gettext_lazy("Your turn"),
    "their_turn": gettext_lazy("{name}’s turn"),
    "both_play": gettext_lazy("Both play at once"),
    "state_passed": gettext_lazy("has passed"),
    "state_out": gettext_lazy("is out"),
    "state_away": gettext_lazy("is away"),
    "begins": gettext_lazy("The match begins."),
    "waits": gettext_lazy("{name} does not answer. You can claim the match in {time}."),
    "claimable": gettext_lazy("{name} does not answer. You can claim the match."),
    "looks_on": gettext_lazy("You are looking on."),
    # Translators: whose card it is, at the end of what lies on a foundation.
    "owned": gettext_lazy("{contents} ({name})"),
    "connections": {
        "live": pgettext_lazy("connection", "Live"),
        "polling": pgettext_lazy("connection", "Connected"),
        "offline": gettext_lazy("No connection"),
        "closed": gettext_lazy("Not connected"),
    },
    "problems": {
        "offline": gettext_lazy("The service was not reached. Try again."),
        "nothing_to_claim": gettext_lazy("The match cannot be claimed yet: the other player is there again."),
        "failed": gettext_lazy("That did not work. Try again in a moment."),
    },
}


def texts(*, own: str, other: str) -> dict[str, Any]:
    """Return what the scripts of a match say; the names are those of the players at the bottom and at the top."""
    solo = {key: SOLO[key] for key in _SOLO}
    return {
        **solo,
        **_SAID,
        "refusals": {**SOLO["refusals"], **_REFUSALS},
        "names": {"own": own, "other": other},
        "piles": {name: label for name, label, suit in piles(other=other)},
    }


def piles(*, other: str) -> list[tuple[str, str, str]]:
    """Return each pile's name on the page, what it is called, and its suit if it has one; the other side's first."""
    bare = [name.partition(":")[2] for name in next(iter(SIDE_PILES.values()))]
    # Translators: a pile and whose it is, as in "Column 3 (Bo)".
    whose = _("{pile} ({name})")
    others = [(f"{OTHERS}{name}", whose.format(pile=pile_name(name), name=other), "") for name in bare]
    homes = [(name, _of_suit(name), SUITS[(int(name[1]) - 1) // 2]) for name in FOUNDATION_PILES]
    return [*others, *homes, *((name, pile_name(name), "") for name in bare)]


def _of_suit(foundation: str) -> str:
    return f"{pile_name(foundation)} ({SUIT_NAMES[SUITS[(int(foundation[1]) - 1) // 2]]})"


def options_in_words(options: dict[str, Any], *, series: int, names: dict[str, str]) -> list[str]:
    """Return the options of a match, a phrase each; `names` are the players' by their sides, `?` for who is to come."""
    draws = options["draw"]
    ends = options["ending"] == "first_out"
    said = [
        _pace(options, names=names),
        _("Draw {n}").format(n=draws["A"])
        if draws["A"] == draws["B"]
        else _("{a} draws {n}, {b} draws {m}").format(a=names["A"], n=draws["A"], b=names["B"], m=draws["B"]),
        _("The stock can be gone through again and again")
        if options["redeals"] == "unlimited"
        else _("The stock is gone through only once"),
        _("Ends as soon as somebody is out") if ends else _("Played out: who is not out goes on alone"),
    ]
    if options["solo_bonus"]:
        said.append(_("Who first empties all seven columns wins"))
    if series > 1:
        said.append(ngettext("A series of {n} match", "A series of {n} matches", series).format(n=series))
    return said


def _pace(options: dict[str, Any], *, names: dict[str, str]) -> str:
    if options["pace"] == "simultaneous":
        return _("Both play at once")
    return _("In turns: {name} begins").format(name=names[options["first"]])
