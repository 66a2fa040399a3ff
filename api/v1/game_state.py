"""The JSON of games, in one place: what a list says of each, and the state that a player sees."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.urls import reverse
from msgspec import Meta, Struct
from msgspec.structs import fields

from api.v1.languages import Worded
from api.v1.measures import Hiding, hiding_of
from api.v1.tables import (
    CardsHome,
    Counts,
    Moves,
    RankedScore,
    Score,
    ScoreText,
    Table,
    Undos,
    Version,
    Won,
    standing_of,
    table_of,
)
from games import selectors
from games.engine.deals import DealCode
from games.engine.scores import format_score
from games.limits import MAX_CHECK_ATTEMPTS
from games.models import Attempt, Flag, Game, Player
from games.rejections import why_rejected
from games.texts import worded

Status = Annotated[str, Meta(extra_json_schema={"enum": Game.Status.values})]

GameId = Annotated[UUID, Meta(description="The game's id.", examples=["019ad3c4-7a51-7c52-8f0e-3c1f6f0e8a11"])]
Url = Annotated[
    str,
    Meta(
        description="An address, relative to the service.",
        examples=["/api/v1/games/019ad3c4-7a51-7c52-8f0e-3c1f6f0e8a11/"],
    ),
]
Code = Annotated[
    str,
    Meta(
        description="A deal code, in upper case.",
        pattern="^DS1-D[13][NV]-[A-Z2-7]{7}$",
        examples=["DS1-D1N-AAAAAAB"],
    ),
]
_BLANK: Final = r"[ \t\n\v\f\r]*"

DealText = Annotated[
    str,
    Meta(
        description="A deal code; case and white space around it do not matter.",
        examples=["DS1-D1N-AAAAAAB"],
        # For clients to know. What breaks it is refused as bad_deal_code, with the part that is wrong.
        extra_json_schema={"pattern": f"^{_BLANK}[Dd][Ss]1-[Dd][13][NnVv]-[A-Za-z2-7]{{7}}{_BLANK}$"},
    ),
]
"""A deal code, as a client may write it."""

Receipt = Annotated[
    str,
    Meta(
        description="The head of the log's hash chain, in hex: it shows if anything of the log is changed later. "
        "`/docs/hashes/` says how to compute it.",
        pattern="^[0-9a-f]{64}$",
        examples=["707be4af12a34586fe9112e1de61cabb55540760c16abea0d4dfa446d29f0179"],
    ),
]
Origin = Annotated[
    str,
    Meta(
        description="`live`: played against the service. `posted`: sent whole.",
        extra_json_schema={"enum": Game.Origin.values},
    ),
]


class PlayerName(Struct, kw_only=True):
    """A player, as others see one."""

    id: UUID
    name: Annotated[str, Meta(examples=["Ana"])]
    is_guest: Annotated[bool, Meta(description="A guest's name is made up or borrowed, and nobody's own.")]


class Rejection(Worded, kw_only=True):
    """Why the check rejected a game."""

    code: Annotated[str, Meta(extra_json_schema={"enum": Game.Rejection.values})]
    message: Annotated[
        str,
        Meta(
            description="Why, in the language asked for.",
            examples=["T3-F is illegal: no foundation of its suit takes the card next"],
        ),
    ]
    index: Annotated[int | None, Meta(description="Which event stopped it, counted from 0.", examples=[41])]
    move: Annotated[str | None, Meta(description="The move there.", examples=["T3-F"])]
    reason: Annotated[
        str | None,
        Meta(description="Why the rules refuse it; `/docs/rules/` has them all.", examples=["not_next_on_foundation"]),
    ]
    claimed: Annotated[int | None, Meta(description="The score that the client claimed.", examples=[700])]
    computed: Annotated[int, Meta(description="The score of the moves, as far as they are legal.", examples=[655])]


class RaisedFlag(Worded, kw_only=True):
    """Something about a game for staff to look at. It changes nothing by itself."""

    kind: Annotated[str, Meta(extra_json_schema={"enum": Flag.Kind.values})]
    note: Annotated[str, Meta(examples=["150 actions in 3.0 s."])]
    at: datetime
    state: Annotated[
        str,
        Meta(
            description="`open`: nobody has looked at it. `dismissed`: it means nothing. `acted_upon`: the game was "
            "hidden.",
            extra_json_schema={"enum": Flag.State.values},
        ),
    ]


class Check(Struct, kw_only=True):
    """How far the check of a finished game has come."""

    state: Annotated[
        Literal["waiting", "stuck", "decided"],
        Meta(description="`stuck`: it was begun as often as it may be without a decision, and waits for staff."),
    ]
    begun: Annotated[int, Meta(description="How often it was begun.", ge=0, examples=[1])]
    at: Annotated[datetime | None, Meta(description="When it was decided.")]


class GameSummary(Struct, kw_only=True):
    """A game, as lists show it. What is counted is null until the check."""

    id: GameId
    url: Url
    deal: Code
    rules_version: int
    player: PlayerName
    origin: Origin
    status: Annotated[
        Status,
        Meta(description="`finished` waits for its check, which takes seconds and makes it `verified` or `rejected`."),
    ]
    abandoned: Annotated[bool, Meta(description="In play, but without an event for a week.")]
    log_version: Annotated[
        int, Meta(description="How many events the log has: append and finish at this version.", ge=0, examples=[3])
    ]
    version: Version
    score: Score | None
    score_text: ScoreText | None
    ranked_score: RankedScore | None
    ranked_score_text: ScoreText | None
    moves: Moves | None
    undos: Undos | None
    cards_home: CardsHome | None
    won: Won | None
    claimed_score: Annotated[int | None, Meta(description="The score that the client claimed.")]
    rejection: Rejection | None
    receipt: Receipt
    started_at: Annotated[datetime, Meta(description="When the service started it, or was sent it.")]
    finished_at: Annotated[datetime | None, Meta(description="When the service received the finish.")]
    first_attempt: Annotated[bool, Meta(description="The player's first game on this number, in any mode.")]
    seen_replay: Annotated[bool, Meta(description="The player had been shown a replay of these cards by then.")]
    hidden: Annotated[bool, Meta(description="Staff have hidden it, or its player: it is on no board.")]


class GameState(GameSummary, kw_only=True):
    """A game as it stands: what is counted, and the table."""

    check: Annotated[Check | None, Meta(description="Null in play. Shown to the player and to staff only.")]
    hiding: Annotated[
        Hiding | None, Meta(description="Why it is hidden; null if it is not. Shown to the player and to staff only.")
    ]
    flags: Annotated[list[RaisedFlag], Meta(description="Shown to the player and to staff only.")]
    table: Annotated[
        Table | None,
        Meta(description="Null for another player's game, unless a version was asked for and may be seen."),
    ]


_COUNTS: Final = tuple(field.name for field in fields(Counts))


def summaries_of(games: Sequence[Game]) -> list[GameSummary]:
    """Return what lists say of games, which must have their streams and players at hand."""
    first = set(Attempt.objects.filter(game__in=games).values_list("game_id", flat=True))
    return [summary_of(game, is_first_attempt=game.pk in first) for game in games]


def summary_of(game: Game, *, is_first_attempt: bool) -> GameSummary:
    """Return what lists say of one game."""
    return GameSummary(**_facts(game, first_attempt=is_first_attempt), **_result(game))


def state_of(game: Game, *, viewer: Player | None, version: int | None = None) -> GameState:
    """Return a game as it stands, or as it stood after its first `version` events.

    The table of another player's game is shown only if there is a version; whether it may be, is the caller's to know.
    """
    facts = _facts(game, first_attempt=Attempt.objects.filter(game=game).exists())
    is_insider = selectors.is_own_or_staff(game, viewer=viewer)
    facts |= _for_insiders(game) if is_insider else {"check": None, "hiding": None, "flags": []}
    if not is_insider and version is None:
        return GameState(**facts, **_result(game), table=None)
    # Up to the version that this row of the stream has: more may be appended before its events are read.
    at = game.stream.version if version is None else version
    table = selectors.replay_of(game=game, version=at).table
    return GameState(**facts, **standing_of(table), table=table_of(table))


def url_of(game_id: UUID) -> str:
    """Return the address of a game."""
    return reverse("game", kwargs={"game_id": game_id})


def name_of(player: Player) -> PlayerName:
    """Return how others see a player."""
    return PlayerName(id=player.pk, name=player.name, is_guest=player.is_guest)


def _facts(game: Game, *, first_attempt: bool) -> dict[str, Any]:
    """Return what is known of a game without folding its log."""
    return {
        "id": game.pk,
        "url": url_of(game.pk),
        "deal": game.code,
        "rules_version": game.stream.rules_version,
        "player": name_of(game.player),
        "origin": game.origin,
        "status": game.status,
        "abandoned": game.is_abandoned(),
        "log_version": game.stream.version,
        "claimed_score": game.claimed_score,
        "rejection": _rejection(game),
        "receipt": bytes(game.stream.head).hex(),
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "first_attempt": first_attempt,
        "seen_replay": game.seen_replay,
        "hidden": game.is_hidden or game.player.is_hidden,
    }


def _for_insiders(game: Game) -> dict[str, Any]:
    """Return what only a game's player and staff are told."""
    return {"check": _check(game), "hiding": hiding_of(game), "flags": _flags(game)}


def _check(game: Game) -> Check | None:
    if game.status == Game.Status.PLAYING:
        return None
    if _is_decided(game):
        return Check(state="decided", begun=game.checks, at=game.checked_at)
    return Check(state="stuck" if game.checks >= MAX_CHECK_ATTEMPTS else "waiting", begun=game.checks, at=None)


def _result(game: Game) -> dict[str, Any]:
    """Return what the check counted, of a rejected game in its good part; by the names of `Standing`."""
    if not _is_decided(game):
        # A game that staff have sent to its check again still has the earlier one's results.
        return dict.fromkeys(_COUNTS) | {"version": game.stream.version}
    return {
        "version": game.stream.version if game.refused_index is None else game.refused_index,
        "score": game.score,
        "score_text": _score_text(game, game.score),
        "ranked_score": game.ranked_score,
        "ranked_score_text": _score_text(game, game.ranked_score),
        "moves": game.moves,
        "undos": game.undos,
        "cards_home": game.home,
        "won": game.won,
    }


def _is_decided(game: Game) -> bool:
    return game.status in (Game.Status.VERIFIED, Game.Status.REJECTED)


def _score_text(game: Game, score: int | None) -> str | None:
    return None if score is None else format_score(score, DealCode.parse(game.code).scoring)


def _rejection(game: Game) -> Rejection | None:
    if game.status != Game.Status.REJECTED:
        return None
    if game.score is None:
        raise RuntimeError(f"game {game.pk} is rejected without a score")
    return Rejection(
        code=game.rejection,
        message=worded(why_rejected(game)),
        index=game.refused_index,
        move=game.refused_move or None,
        reason=game.refused_reason or None,
        claimed=game.claimed_score,
        computed=game.score,
    )


def _flags(game: Game) -> list[RaisedFlag]:
    """Return the flags of a game; only a verified one has any."""
    if game.status != Game.Status.VERIFIED:
        return []
    flags = Flag.objects.filter(game=game).select_related("decision").order_by("kind")
    return [RaisedFlag(kind=flag.kind, note=flag.found, at=flag.at, state=flag.state) for flag in flags]
