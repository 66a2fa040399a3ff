"""The language of a request: what somebody has chosen on a page, and else what the client asks for."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

from api.v1.languages import accepted_language

_API = "/api/"


class LanguageMiddleware(LocaleMiddleware):
    """Pages go by the choice that a cookie keeps; the API goes by `Accept-Language` alone, as it knows no cookies."""

    def process_request(self, request: HttpRequest) -> None:
        if not request.path_info.startswith(_API):
            super().process_request(request)
            return
        translation.activate(accepted_language(request.META.get("HTTP_ACCEPT_LANGUAGE", "")))
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        # Most answers of the API are the same in all languages; those that are not say so themselves.
        if request.path_info.startswith(_API):
            return response
        patch_vary_headers(response, ("Cookie",))
        return super().process_response(request, response)
