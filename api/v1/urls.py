"""The resources of version 1."""

from django.urls import URLPattern, URLResolver, path, re_path

from api.v1 import browse, limits, players, sessions
from api.v1.resource import Unknown

urlpatterns: list[URLPattern | URLResolver] = [
    path("openapi.json", browse.JsonDocument.as_view(), name="openapi-json"),
    path("openapi.yaml", browse.YamlDocument.as_view(), name="openapi-yaml"),
    path("docs/", browse.Docs.as_view(), name="api-docs"),
    path("limits/", limits.LimitsResource.as_view(), name="limits"),
    path("players/", players.Players.as_view(), name="players"),
    path("players/me/", players.Me.as_view(), name="own-player"),
    path("players/me/account/", players.OwnAccount.as_view(), name="own-account"),
    path("players/me/password/", players.OwnPassword.as_view(), name="own-password"),
    path("players/me/export/", players.OwnExport.as_view(), name="own-export"),
    path("players/<uuid:player_id>/", players.OnePlayer.as_view(), name="player"),
    path("sessions/", sessions.Sessions.as_view(), name="sessions"),
    path("sessions/current/", sessions.CurrentSession.as_view(), name="current-session"),
    path("sessions/<uuid:token_id>/", sessions.OneSession.as_view(), name="session"),
    # Last: whatever nothing above has.
    re_path("", Unknown.as_view()),
]
