"""The public pages."""

from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from api.pages import (
    beside,
    boards,
    codes,
    deal,
    documentation,
    examples,
    home,
    match,
    match_replay,
    matches,
    movetext,
    play,
    players,
    reading,
    recovery,
    replay,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("deals/", codes.find, name="find-deal"),
    path("deals/<str:code>/", codes.for_deal(deal.show), name="deal"),
    path("deals/<str:code>/board/", codes.for_deal(boards.show), name="deal-board"),
    path("players/me/", players.own, name="own-page"),
    path("players/<uuid:player_id>/", players.show, name="player"),
    path("play/", play.choose, name="play"),
    path("play/games/<uuid:game_id>/", play.play_game, name="play-game"),
    path("play/<str:code>/", play.play_deal, name="play-deal"),
    path("games/<uuid:game_id>/", replay.show, name="replay"),
    path("games/<uuid:game_id>/frames/", replay.frames, name="replay-frames"),
    path("games/<uuid:game_id>/movetext/", replay.movetext, name="replay-movetext"),
    path("games/<uuid:a>/beside/<uuid:b>/", beside.show, name="beside"),
    path("matches/", matches.show, name="matches"),
    path("matches/<uuid:match_id>/replay/", match_replay.show, name="match-replay-page"),
    path("matches/<uuid:match_id>/replay/frames/", match_replay.frames, name="match-replay-frames"),
    path("matches/<uuid:match_id>/", match.show, name="match-page"),
    path("recovery/", recovery.show, name="recovery"),
    path("rules/", reading.rules, name="rules"),
    path("questions/", reading.questions, name="questions"),
    path("examples/", examples.show, name="examples"),
    path("movetext/", movetext.upload, name="movetext-upload"),
    path("docs/", documentation.page, name="docs"),
    path("docs/<path:address>", documentation.page, name="docs-page"),
    # All that it changes is the language of whoever sends it: no page needs a cookie to guard that.
    path("language/", csrf_exempt(set_language), name="set-language"),
]
