"""The way back in for who has forgotten their password: the address for a mail, and the page that its link leads to."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show both forms; a script shows the one that is wanted, as what the link holds stays in the browser."""
    response = render(request, "pages/recovery.html", {"is_possible": settings.SENDS_MAIL})
    patch_cache_control(response, no_store=True)
    return response
