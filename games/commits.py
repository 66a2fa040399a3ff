"""What is to be done once the current transaction has committed, and may fail without harm."""

from collections.abc import Callable
from functools import partial, update_wrapper
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def after_commit(do: Callable[P, object], *arguments: P.args, **options: P.kwargs) -> None:
    """Have it called after the commit. If it fails that is logged, and what is committed is answered all the same."""
    # Django logs the name of what failed, and of a bare partial, which has none, makes an error of the request's.
    transaction.on_commit(update_wrapper(partial(do, *arguments, **options), do), robust=True)  # noqa: TID251 - here
