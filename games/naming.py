"""Which name a player may have: `games.names` says what a name is, here is who has it already."""

from contextlib import suppress
from random import SystemRandom

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.constraints import broken_constraint
from games.errors import BadName, NameTaken
from games.models import BarredName, Player
from games.names import NameFlaw, is_reserved, key, made_up_name, parse_name

_TRIES = 20


def free_name(text: str, *, player: Player | None) -> str:
    """Return the text as a name that no other account has, nor one that looks like it.

    Raises BadName, also for one that staff have taken away from this player or from all, and NameTaken.
    """
    name = parse_name(text)
    if is_reserved(name) and not (player is not None and player.is_staff):
        raise _refusal(text, flaw=NameFlaw.RESERVED)
    if BarredName.objects.filter(Q(player=player) | Q(for_all=True), name_key=key(name)).exists():
        raise _refusal(text, flaw=NameFlaw.BARRED)
    holders = Player.objects.filter(name_key=key(name))
    if player is not None:
        holders = holders.exclude(pk=player.pk)
    if holders.exists():
        raise NameTaken(name=name)
    return name


def save_named(player: Player) -> None:
    """Write the player; a name that somebody took in between is NameTaken."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        if "name_key" not in broken_constraint(error):
            raise
        raise NameTaken(name=player.name) from error


def give_made_up_name(*, player: Player) -> None:
    """Write the player with another name, made up and free. Raises NameTaken if all that were tried are taken."""
    for _ in range(_TRIES):
        with suppress(NameTaken, BadName):
            player.name = free_name(made_up_name(SystemRandom()), player=player)
            if not player.is_guest:
                player.name_key = key(player.name)
            save_named(player)
            return
    raise NameTaken(name=player.name)


def _refusal(text: str, *, flaw: NameFlaw) -> BadName:
    return BadName(name=text, reason=flaw, detail=flaw.text)
