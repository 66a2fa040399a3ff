"""The resources of version 1."""

from django.urls import URLPattern, URLResolver, path, re_path

from api.v1 import (
    browse,
    deals,
    games,
    leaderboard,
    limits,
    moves,
    own_player,
    players,
    replays,
    reports,
    root,
    scores,
    sessions,
    shares,
)
from api.v1.resource import Unknown

urlpatterns: list[URLPattern | URLResolver] = [
    path("", root.RootResource.as_view(), name="root"),
    path("openapi.json", browse.JsonDocument.as_view(), name="openapi-json"),
    path("openapi.yaml", browse.YamlDocument.as_view(), name="openapi-yaml"),
    path("docs/", browse.Docs.as_view(), name="api-docs"),
    path("limits/", limits.LimitsResource.as_view(), name="limits"),
    path("players/", players.Players.as_view(), name="players"),
    path("players/me/", own_player.Me.as_view(), name="own-player"),
    path("players/me/account/", own_player.OwnAccount.as_view(), name="own-account"),
    path("players/me/password/", own_player.OwnPassword.as_view(), name="own-password"),
    path("players/me/export/", own_player.OwnExport.as_view(), name="own-export"),
    path("players/<uuid:player_id>/", players.OnePlayer.as_view(), name="player"),
    path("players/<uuid:player_id>/report/", reports.PlayerReports.as_view(), name="report-player"),
    path("sessions/", sessions.Sessions.as_view(), name="sessions"),
    path("sessions/current/", sessions.CurrentSession.as_view(), name="current-session"),
    path("sessions/<uuid:token_id>/", sessions.OneSession.as_view(), name="session"),
    path("deals/", deals.Deals.as_view(), name="deals"),
    path("deals/<str:code>/", deals.OneDeal.as_view(), name="deal"),
    path("deals/<str:code>/leaderboard/", leaderboard.Leaderboard.as_view(), name="leaderboard"),
    path("deals/<str:code>/leaderboard/me/", leaderboard.Place.as_view(), name="own-place"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<uuid:game_id>/", games.OneGame.as_view(), name="game"),
    path("games/<uuid:game_id>/moves/", moves.Moves.as_view(), name="moves"),
    path("games/<uuid:game_id>/finish/", games.Finish.as_view(), name="finish"),
    path("games/<uuid:game_id>/log/", replays.Log.as_view(), name="log"),
    path("games/<uuid:game_id>/replay/", replays.Frames.as_view(), name="replay"),
    path("games/<uuid:game_id>/share/", shares.Share.as_view(), name="share"),
    path("games/<uuid:game_id>/report/", reports.GameReports.as_view(), name="report-game"),
    path("games/<uuid:game_id>/movetext/", replays.Movetext.as_view(), name="movetext"),
    path("scores/", scores.Scores.as_view(), name="scores"),
    # Last: whatever nothing above has.
    re_path("", Unknown.as_view()),
]
