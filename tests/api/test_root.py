"""The address of the API itself."""

import pytest

from tests.api.client import ApiClient

pytestmark = pytest.mark.django_db


def test_the_root_says_where_to_begin(anonymous: ApiClient) -> None:
    answer = anonymous.ask("GET", "")
    assert (answer.status_code, answer.json()["players"]) == (200, "/api/v1/players/")


@pytest.mark.parametrize("name", ("docs", "openapi", "guide", "limits", "deals", "daily_deals"))
def test_what_can_be_got_without_a_token_is_there(anonymous: ApiClient, name: str) -> None:
    address = anonymous.ask("GET", "").json()[name]
    assert anonymous.get(address).status_code == 200
