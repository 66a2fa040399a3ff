"""The sign-in of the admin, counted like that of the API: by address and by name, for the same limits."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template import loader

from api.v1 import throttles
from api.v1.errors import TooManyRequests
from games import names


def counted(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return the view of a sign-in, which beyond the limits looks at no password, be it right or wrong."""

    @wraps(view)
    def sign_in(request: HttpRequest, *arguments: object, **named: object) -> HttpResponseBase:
        if request.method == "POST":
            name = names.key(request.POST.get("username", ""))
            try:
                throttles.count({throttles.SIGN_IN: throttles.address_of(request), throttles.SIGN_IN_NAME: name})
            except TooManyRequests as error:
                return _refusal(error)
        return view(request, *arguments, **named)

    return sign_in


def _refusal(error: TooManyRequests) -> HttpResponse:
    text = loader.render_to_string("429.html", {"detail": str(error)})
    return HttpResponse(
        text, status=HTTPStatus.TOO_MANY_REQUESTS, headers={**error.headers, "Cache-Control": "no-store"}
    )
