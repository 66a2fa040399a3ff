"""Deal codes as people type them: the deal is found, or they are told what is wrong with the code."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine.deals import ALPHABET, DRAWS, GAME, NUMBER_LENGTH, DealCode, Scoring
from games.engine.errors import DealCodeError
from games.texts import worded

_LONGEST: Final = 200
_NUMBER: Final = re.compile(rf"[{ALPHABET}]{{{NUMBER_LENGTH}}}")
# Somebody may paste the address of a deal, or a message with its code.
_WITHIN: Final = re.compile(rf"\b{GAME}-D[13][NV]-{_NUMBER.pattern}\b")

Page = Callable[[HttpRequest, DealCode], HttpResponse]


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Lead to the deal whose code somebody has entered; the seven characters of its cards alone are four deals."""
    text = request.GET.get("code", "")[:_LONGEST]
    if _NUMBER.fullmatch(number := text.strip().upper()):
        siblings = DealCode(number, DRAWS[0], Scoring.NORMAL).siblings()
        return render(request, "pages/code.html", {"text": text, "siblings": siblings})
    within = _WITHIN.findall(text.upper())
    try:
        code = DealCode.parse(within[0] if len(set(within)) == 1 else text)
    except DealCodeError as error:
        return refused(request, text=text, error=error if text else None, status=400 if text else 200)
    return redirect("deal", code=str(code))


def for_deal(page: Page) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the view of a page of one deal, which the address names by its code."""

    @wraps(page)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        try:
            parsed = DealCode.parse(code)
        except DealCodeError as error:
            return refused(request, text=code[:_LONGEST], error=error, status=404)
        if str(parsed) != code:
            name = request.resolver_match.view_name if request.resolver_match else "deal"
            return redirect(reverse(name, kwargs={"code": str(parsed)}, query=request.GET))
        return page(request, parsed)

    return require_safe(view)


def refused(request: HttpRequest, *, text: str, error: DealCodeError | None, status: int) -> HttpResponse:
    """Return the page that says what is wrong with a code, and takes another."""
    context = {"text": text, "problem": None if error is None else worded(error.text)}
    return render(request, "pages/code.html", context, status=status)
