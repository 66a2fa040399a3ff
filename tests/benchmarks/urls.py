"""The service's addresses, and one of a view that does nothing."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config import urls

handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


class Empty(APIView):
    """Reads what it is sent, and says nothing."""

    def post(self, request: Request) -> Response:
        return Response({"read": len(request.data)})


urlpatterns = [path("empty/", Empty.as_view()), *urls.urlpatterns]
