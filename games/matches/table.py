"""A match's log folded into its table, and a new match's secret: the only module that reads the number of a match."""

import secrets
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from games import log
from games.engine.deals import ALPHABET
from games.engine.match.fold import fold_match
from games.engine.match.options import MAX_NUMBER, MatchOptions, Side
from games.engine.match.table import MatchTable
from games.models import Match, MatchNumber
from games.models.matches import MatchQuerySet

NUMBER_LENGTH: Final = 26
"""Characters of a match's number, 5 bits each: too many to try them all against the cards in sight."""

if NUMBER_LENGTH > MAX_NUMBER:
    raise RuntimeError(f"the rules take {MAX_NUMBER} characters, not {NUMBER_LENGTH}")


def draw_number() -> str:
    """Return a new number from the system's secure source."""
    return "".join(secrets.choice(ALPHABET) for _ in range(NUMBER_LENGTH))


def options_of(match: Match) -> MatchOptions:
    """Return a match's options with its number: for folding, and for showing once the match is over."""
    number = MatchNumber.objects.values_list("number", flat=True).get(match_id=match.pk)
    return match.series.options(number=number, first=match.first)


def options_of_all(matches: Iterable[Match]) -> dict[UUID, MatchOptions]:
    """Return the options of many matches, their numbers read at once; one without a number is left out."""
    found = {match.pk: match for match in matches}
    numbers = MatchNumber.objects.filter(match_id__in=found).values_list("match_id", "number")
    return {pk: found[pk].series.options(number=number, first=found[pk].first) for pk, number in numbers}


def number_of(match: Match) -> str | None:
    """Return a match's number once it is over; None before."""
    return options_of(match).number if match.is_over else None


def numbers_told(matches: MatchQuerySet) -> dict[UUID, str]:
    """Return the numbers of those among some matches that are over."""
    over = matches.filter(status=Match.Status.OVER)
    return dict(MatchNumber.objects.filter(match__in=over).values_list("match_id", "number"))


def table_of(match: Match, *, events: bytes) -> MatchTable:
    """Return the table after events of a match's log, which holds legal actions only."""
    replay = fold_match(options_of(match), events, rules=match.stream.rules_version)
    if replay.error is not None:
        raise RuntimeError(f"the log of match {match.pk} is not legal at {replay.error.index}: {replay.error.message}")
    return replay.table


def events_of(match_id: UUID, *, version: int | None = None) -> bytes:
    """Return the events of a match's log, or its first `version` ones."""
    return log.read(stream_id=match_id, version=version)


def subject_of(options: MatchOptions) -> str:
    """Return what a match's hash chain begins with: the number and all options, in one fixed form (docs/hashes.md)."""
    bonus = "bonus" if options.solo_bonus else "no_bonus"
    parts = (
        f"DM1-{options.number}",
        options.pace,
        f"{options.draw(Side.A)}{options.draw(Side.B)}",
        options.redeals,
        bonus,
        options.ending,
        options.first,
    )
    return "/".join(parts)
