"""The language of a request: what somebody has chosen on a page, and else what the client asks for."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

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


def accepted_language(header: str) -> str:
    """Return the language that a client likes best of those that there are; English if it likes none of them."""
    for language, quality in parse_accept_lang_header(header):
        if language == "*":
            break
        if quality == 0:
            continue
        try:
            return translation.get_supported_language_variant(language)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
