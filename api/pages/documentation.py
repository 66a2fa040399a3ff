"""The documentation, for whoever makes a client or runs the service."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from api.pages import documents


@require_safe
def page(request: HttpRequest, address: str = "") -> HttpResponse:
    """Show a page of docs/, or hand out one of its files as it is."""
    path = documents.files().get(address)
    if path is None:
        raise Http404
    if path.suffix != ".md":
        return HttpResponse(path.read_bytes(), content_type="text/plain; charset=utf-8")
    found = documents.document(address)
    return render(request, "pages/document.html", {"document": found, "parts": documents.contents()})
