"""How often one may ask."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from api.models import ThrottleCount
from api.v1 import throttles
from api.v1.errors import TooManyRequests
from api.v1.throttles import Rate
from games import players
from games.models import AccessToken, Game, Match, Player
from games.players import SignedIn
from tests.api.client import ApiClient, PlainText, assert_problem
from tests.api.people import DEAL, newcomer, post_moves
from tests.api.table import opened

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def rates(settings: Settings) -> dict[str, str]:
    """The rates in force, for a test to set; off otherwise."""
    rates = dict.fromkeys(throttles.COUNTED_BY, "off")
    settings.THROTTLE_RATES = rates
    return rates


def count(*subjects: str, at: datetime = NOON) -> list[bool]:
    """For each request of these players, counted one after another, whether it is let through."""
    let_through = []
    for subject in subjects:
        try:
            throttles.count({"player": subject}, at=at)
        except TooManyRequests:
            let_through.append(False)
        else:
            let_through.append(True)
    return let_through


@pytest.mark.parametrize(
    ("text", "rate"),
    (
        ("600/minute", Rate(hits=600, seconds=60)),
        ("1/second", Rate(hits=1, seconds=1)),
        ("60/15minutes", Rate(hits=60, seconds=900)),
        ("10/2hours", Rate(hits=10, seconds=7200)),
        ("5/day", Rate(hits=5, seconds=86_400)),
        ("off", None),
    ),
)
def test_a_rate_is_read_from_its_text(text: str, rate: Rate | None) -> None:
    assert Rate.parse(text) == rate


@pytest.mark.parametrize("text", ("", "600", "0/minute", "-1/minute", "6/0minutes", "6/fortnight", "6 / minute"))
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="is not a rate"):
        Rate.parse(text)


def test_so_many_pass_in_a_window_and_again_in_the_next(rates: dict[str, str]) -> None:
    rates["player"] = "2/minute"
    assert count("ana", "ana", "ana", "bea") == [True, True, False, True]
    assert count("ana", at=NOON + timedelta(seconds=59)) == [False]
    assert count("ana", "ana", "ana", at=NOON + timedelta(seconds=60)) == [True, True, False]


def test_a_process_whose_clock_is_behind_opens_no_new_window(rates: dict[str, str]) -> None:
    rates["player"] = "2/minute"
    count("ana", "ana")
    assert count("ana", at=NOON - timedelta(seconds=1)) == [False]


def test_a_window_of_before_the_clock_was_set_back_is_forgotten(rates: dict[str, str]) -> None:
    rates["player"] = "2/minute"
    count("ana", "ana")
    assert count("ana", "ana", "ana", at=NOON - timedelta(hours=1)) == [True, True, False]


def test_the_wait_is_until_the_longest_of_the_windows_ends(rates: dict[str, str]) -> None:
    rates |= {"player": "1/minute", "address": "1/hour"}
    subjects = {"player": "ana", "address": "192.0.2.1"}
    at = NOON + timedelta(seconds=13)
    throttles.count(subjects, at=at)
    with pytest.raises(TooManyRequests) as refused:
        throttles.count(subjects, at=at)
    assert refused.value.members == {"limit": "address", "retry_after": 3587}


def test_a_request_is_counted_in_one_statement(
    rates: dict[str, str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rates |= {"player": "9/minute", "address": "9/minute", "registration": "9/hour"}
    with django_assert_num_queries(1):
        throttles.count({"player": "ana", "address": "192.0.2.1", "registration": "192.0.2.1"})
    assert ThrottleCount.objects.count() == 3


def test_neither_players_nor_addresses_are_stored(rates: dict[str, str], client: ApiClient, player: Player) -> None:
    rates |= {"player": "9/minute", "address": "9/minute"}
    client.ask("GET", "players/me/")
    stored = b"".join(bytes(row.bucket) for row in ThrottleCount.objects.all())
    assert len(stored) == 32
    assert player.pk.bytes not in stored


def test_beyond_a_rate_nothing_is_done_and_one_is_told_when(rates: dict[str, str], anonymous: ApiClient) -> None:
    rates["registration"] = "2/hour"
    answers = [anonymous.ask("POST", "players/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    members = assert_problem(answers[-1], "throttled")
    assert members == {"limit": "registration", "retry_after": int(answers[-1].headers["Retry-After"])}
    assert 1 <= members["retry_after"] <= 3600
    assert Player.objects.count() == 2


def test_a_player_is_counted_at_whatever_address(rates: dict[str, str], client: ApiClient) -> None:
    rates["player"] = "1/hour"
    first = client.generic("GET", "/api/v1/limits/", headers={"Authorization": f"Bearer {client.token}"})
    client.defaults["REMOTE_ADDR"] = "192.0.2.9"
    assert (first.status_code, client.ask("GET", "limits/").status_code) == (200, 429)
    assert ApiClient().ask("GET", "limits/").status_code == 200


def test_signing_in_is_counted_by_name_whatever_its_case_and_address(rates: dict[str, str], db: None) -> None:
    players.register_account(name="Ana", password="seven lucky foundations")
    rates["sign_in_name"] = "2/hour"
    for number, name in enumerate(("Ana", "aNA", "ANA")):
        client = ApiClient()
        client.defaults["REMOTE_ADDR"] = f"192.0.2.{number}"
        answer = client.ask("POST", "sessions/", {"name": name, "password": "seven lucky foundations"})
    assert_problem(answer, "throttled")
    assert AccessToken.objects.count() == 3


@pytest.mark.parametrize(
    ("method", "path", "headers", "code"),
    (
        ("POST", "sessions/", {}, "invalid_fields"),
        ("GET", "limits/", {"authorization": "Bearer nonsense"}, "invalid_token"),
        ("GET", "players/me/", {}, "not_authenticated"),
        ("PUT", "limits/", {}, "method_not_allowed"),
        ("GET", "nothing/", {}, "not_found"),
        ("GET", "limits/?x=1", {}, "invalid_parameters"),
    ),
)
def test_a_refused_request_is_counted_too(
    rates: dict[str, str], anonymous: ApiClient, method: str, path: str, headers: dict[str, str], code: str
) -> None:
    rates["address"] = "1/hour"
    assert_problem(anonymous.ask(method, path, **headers), code)
    assert_problem(anonymous.ask(method, path, **headers), "throttled")


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_exactly_as_many_pass_as_may(rates: dict[str, str]) -> None:
    rates |= {"player": "7/hour", "address": "100/hour"}

    def send(number: int) -> bool:
        subjects = {"player": "ana", "address": "192.0.2.1"}
        try:
            throttles.count(dict(sorted(subjects.items(), reverse=bool(number % 2))), at=NOON)
        except TooManyRequests:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(max_workers=4) as threads:
        assert sum(threads.map(send, range(40))) == 7


def test_the_purge_keeps_windows_that_last(rates: dict[str, str]) -> None:
    rates |= {"player": "9/minute", "address": "9/day"}
    throttles.count({"player": "ana", "address": "192.0.2.1"}, at=NOON)
    assert throttles.purge(at=NOON + timedelta(minutes=2)) == 1
    assert ThrottleCount.objects.get().expires_at == NOON + timedelta(hours=12)


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address"),
    (
        (0, "192.0.2.1", "", "192.0.2.1"),
        (0, "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        (1, "10.0.0.1", "198.51.100.7", "198.51.100.7"),
        (1, "10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (2, "10.0.0.1", "203.0.113.9, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        (2, "10.0.0.1", "198.51.100.7", "198.51.100.7"),
        (1, "10.0.0.1", "", "10.0.0.1"),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        (0, "2001:db8:1:2:ffff::", "", "2001:db8:1:2::/64"),
        (0, "::ffff:192.0.2.1", "", "192.0.2.1"),
        (1, "10.0.0.1", "nonsense", "nonsense"),
        (0, "", "", ""),
    ),
)
def test_an_address_is_the_nearest_that_can_be_believed(
    rf: RequestFactory, settings: Settings, proxies: int, peer: str, forwarded: str, address: str
) -> None:
    settings.PROXY_COUNT = proxies
    headers: dict[str, Any] = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert throttles.address_of(rf.get("/", REMOTE_ADDR=peer, **headers)) == address


def test_a_limit_is_published_as_it_is_in_force(rates: dict[str, str], client: ApiClient, guest: SignedIn) -> None:
    rates["export"] = "1/hour"
    assert client.ask("GET", "limits/").json()["rates"] == [
        {"name": "export", "counted_by": "player", "requests": 1, "seconds": 3600}
    ]
    answers = [client.ask("GET", "players/me/export/").status_code for _ in range(2)]
    assert answers == [200, 429]


def test_matches_that_one_creates_joins_or_asks_for_again_are_counted_together(rates: dict[str, str]) -> None:
    at = opened()
    rates["match"] = "2/hour"
    bo = newcomer("Bo").client
    assert bo.ask("POST", f"{at.url}join/", {}).status_code == 200
    assert bo.ask("POST", "matches/", {}).status_code == 201
    assert assert_problem(bo.ask("POST", "matches/", {}), "throttled")["limit"] == "match"
    assert_problem(bo.ask("POST", f"{at.url}rematch/", {}), "throttled")
    assert Match.objects.count() == 2
    assert bo.ask("GET", at.url).status_code == 200


def test_a_request_counts_for_the_answer_that_its_key_has_kept(rates: dict[str, str], client: ApiClient) -> None:
    rates["key"] = "1/day"
    asked = [client.ask("POST", "games/", {"deal": DEAL}, **headers) for headers in ({"idempotency_key": "a"}, {}, {})]
    assert [answer.status_code for answer in asked] == [201, 201, 201]
    refused = client.ask("POST", "games/", {"deal": DEAL}, idempotency_key="b")
    assert assert_problem(refused, "throttled")["limit"] == "key"
    assert Game.objects.count() == 3


def test_games_that_are_started_or_posted_are_counted_together(rates: dict[str, str], client: ApiClient) -> None:
    rates["game"] = "2/day"
    assert client.ask("POST", "games/", {"deal": DEAL}).status_code == 201
    assert post_moves(client, DEAL, ["draw"]).status_code == 202
    text = PlainText(f'[Deal "{DEAL}"]\ndraw draw\n')
    assert assert_problem(client.ask("POST", "scores/movetext/", text), "throttled")["limit"] == "game"
    assert Game.objects.count() == 2
