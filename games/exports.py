"""All that the service keeps about a player, for the player to take away."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.engine.match.actions import decode as decode_match
from games.engine.moves import decode
from games.matches.table import numbers_told
from games.models import (
    AccessToken,
    Attempt,
    Decision,
    Game,
    LogBatch,
    Match,
    Player,
    ReplayView,
    Report,
    Seat,
    ShareLink,
)


def export(*, player: Player) -> dict[str, Any]:
    """Return a player's data as plain values, dates and UUIDs: the player, tokens, games with every move, and views."""
    tokens = AccessToken.objects.filter(player=player).values("id", "label", "created_at", "revoked_at")
    attempts = Attempt.objects.filter(player=player).values("number", "game_id", "at")
    views = ReplayView.objects.filter(player=player).values("number", "at")
    reports = Report.objects.filter(reporter=player).values("id", "game_id", "player_id", "cause", "text", "at")
    shared = ShareLink.objects.filter(game__player=player).values("game_id", "token", "created_at")
    return {
        "player": {
            "id": player.pk,
            "name": player.name,
            "is_guest": player.is_guest,
            "email": player.email,
            "on_boards": player.on_boards,
            "is_staff": player.is_staff,
            "hidden_at": player.hidden_at,
            "banned_at": player.banned_at,
            "created_at": player.created_at,
        },
        "tokens": list(tokens),
        "games": list(_games(player)),
        "attempts": list(attempts.order_by("at", "number")),
        "replays_seen": list(views.order_by("at", "number")),
        "decisions": list(map(_decision, _told(player.decisions.all()))),
        "barred_names": list(player.barred_names.order_by("pk").values("name", "for_all")),
        "reports": list(reports.order_by("id")),
        "shared": list(shared.order_by("created_at")),
        "matches": list(_matches(player)),
    }


def _games(player: Player) -> Iterator[dict[str, Any]]:
    """Yield the player's games, the oldest first."""
    games = Game.objects.filter(player=player).select_related("stream").order_by("stream_id")
    logs = _logs(player)
    for game in games.prefetch_related("flags", "decisions", "stream__client_times"):
        yield {
            "id": game.pk,
            "deal": game.code,
            "rules_version": game.stream.rules_version,
            "origin": game.origin,
            "status": game.status,
            "started_at": game.started_at,
            "finished_at": game.finished_at,
            "client_times": [{"version": time.version, "at": time.at} for time in game.stream.client_times.all()],
            "claimed_score": game.claimed_score,
            "score": game.score,
            "ranked_score": game.ranked_score,
            "won": game.won,
            "moves": [str(move) for move in decode(logs.get(game.pk, b""))],
            "receipt": bytes(game.stream.head).hex(),
            "flags": [{"kind": flag.kind, "note": flag.found, "at": flag.at} for flag in game.flags.all()],
            "decisions": list(map(_decision, _told(game.decisions.all()))),
        }


def _matches(player: Player) -> Iterator[dict[str, Any]]:
    """Yield the player's matches, the oldest first, with their own actions; the number only of those that are over."""
    seats = Seat.objects.filter(player=player).select_related("match__series", "match__stream").order_by("match_id")
    logs = _events(LogBatch.objects.filter(stream__match__seats__player=player))
    numbers = numbers_told(Match.objects.filter(seats__player=player))
    for seat in seats:
        match, series = seat.match, seat.match.series
        events = decode_match(logs.get(match.pk, b""))
        yield {
            "id": match.pk,
            "series_id": series.pk,
            "side": seat.side,
            "status": match.status,
            "options": {
                "pace": series.pace,
                "draw": {"A": series.draw_a, "B": series.draw_b},
                "redeals": series.redeals,
                "solo_bonus": series.solo_bonus,
                "ending": series.ending,
                "first": match.first,
                "length": series.length,
            },
            "number": numbers.get(match.pk),
            "invite": series.invite,
            "ready_at": seat.ready_at,
            "seen_at": seat.seen_at,
            "created_at": match.created_at,
            "started_at": match.started_at,
            "ended_at": match.ended_at,
            "winner": match.winner,
            "timed_out": match.timed_out,
            "actions": [str(event.action) for event in events if event.side == seat.side],
            "receipt": bytes(match.stream.head).hex(),
        }


def _decision(decision: Decision) -> dict[str, Any]:
    """Return what staff decided, and what they tell of why; who of them did is their own data."""
    return {"action": decision.action, "cause": decision.cause, "note": decision.note, "at": decision.at}


def _told(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """Leave out what is about others' reports: that there were any is the reporters' data."""
    return (decision for decision in decisions if decision.action != Decision.Action.RESOLVE)


def _logs(player: Player) -> dict[UUID, bytes]:
    """Return the events of all the player's games, read in one query."""
    return _events(LogBatch.objects.filter(stream__game__player=player))


def _events(batches: QuerySet[LogBatch]) -> dict[UUID, bytes]:
    """Return the events of all streams that these batches are of."""
    logs: dict[UUID, bytes] = {}
    for stream_id, events in batches.order_by("stream_id", "first_version").values_list("stream_id", "events"):
        logs[stream_id] = logs.get(stream_id, b"") + bytes(events)
    return logs
