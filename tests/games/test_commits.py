"""What is done after a commit can fail, and harms nothing that is committed."""

import logging

import pytest
from django.db import transaction

from games.commits import after_commit


def fail(what: str) -> None:
    raise ConnectionError(what)


@pytest.mark.django_db(transaction=True)
def test_what_fails_after_the_commit_is_logged_and_the_rest_is_done(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    with transaction.atomic():
        after_commit(fail, what="the server has gone")
        after_commit(done.append, "the next")
        assert not done
    assert done == ["the next"]
    ((_, level, told),) = caplog.record_tuples
    assert level == logging.ERROR
    assert "fail in on_commit() during transaction (the server has gone)" in told
