"""How staff decide in the admin: about one row from its page, about several from their list, each with a reason.

The form asks, a service of `games.moderation` does it, in a transaction a row: what cannot be done to one is told, and
the others are done all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from games.admin.access import ReadOnlyAdmin, signed_in
from games.errors import GameError

if TYPE_CHECKING:
    from games.admin.forms import ReasonForm
    from games.admin.kinds import Kind, Kinds

MAX_ROWS: Final = 100
"""Rows that one decision can be about: each is a transaction, and the request waits for all of them."""

M = TypeVar("M", bound=Model)


class DecidingAdmin(ReadOnlyAdmin, Generic[M]):
    """Rows to look at, and to decide about by the kinds that the user has the permissions for."""

    kinds: ClassVar[Kinds]
    # How addresses hold the key of a row.
    key_converter: ClassVar[str] = "uuid"

    def open_to(self, row: M) -> list[Kind]:
        """Return what can be decided about a row as it stands."""
        raise NotImplementedError

    def may(self, request: HttpRequest, kind: Kind) -> bool:
        return request.user.has_perms(kind.permissions)

    def buttons(self, request: HttpRequest, row: M) -> list[tuple[Kind, str]]:
        """Return what the user may decide about a row now, each with its address."""
        return [(kind, self.decide_address(row, kind)) for kind in self.open_to(row) if self.may(request, kind)]

    def decide_address(self, row: M, kind: Kind) -> str:
        return reverse(f"admin:{self._name('decide')}", args=[row.pk, kind.action])

    def page_address(self, row: M) -> str:
        return reverse(f"admin:{self._name('change')}", args=[row.pk])

    def _name(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    # -- one row

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.decide)
        own = path(f"<{self.key_converter}:key>/decide/<str:action>/", view, name=self._name("decide"))
        return [own, *super().get_urls()]

    def decide(self, request: HttpRequest, key: object, action: str) -> HttpResponse:
        """Ask for the reason of a decision, and once there is one, have it done."""
        if action not in self.kinds:
            raise Http404(f"no decision is called {action!r}")
        kind = self.kinds[action]
        if not self.may(request, kind):
            raise PermissionDenied
        row: M = get_object_or_404(self.get_queryset(request), pk=key)
        form = kind.form(request.POST or None)
        if form.is_valid():
            if self._done(request, kind, row=row, form=form):
                messages.success(request, str(kind.done))
            return HttpResponseRedirect(self.page_address(row))
        return self._ask(request, kind, form=form, rows=[row])

    # -- several

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the kinds that the user may decide by, as Django has the actions of a list."""
        allowed = (kind for kind in self.kinds.values() if self.may(request, kind))
        return {(name := f"decide_{kind.action}"): (_action(kind), name, kind.button) for kind in allowed}

    def decide_several(self, request: HttpRequest, queryset: QuerySet[M], kind: Kind) -> HttpResponse | None:
        """Ask for one reason for all selected rows, and once there is one, have it done to each of them."""
        is_answer = "decide" in request.POST
        # The rows as they were selected: some may have left the list, by its filters, while the reason was written.
        keys = request.POST.getlist(ACTION_CHECKBOX_NAME) if is_answer else queryset.values_list("pk", flat=True)
        rows: list[M] = list(self.get_queryset(request).filter(pk__in=list(keys[: MAX_ROWS + 1])))
        if len(rows) > MAX_ROWS:
            text = _("One decision can be about {most} rows at most.").format(most=MAX_ROWS)
            messages.error(request, text)
            return None
        form = kind.form(request.POST if is_answer else None)
        if not form.is_valid():
            return self._ask(request, kind, form=form, rows=rows)
        subjects: dict[Hashable, M] = {}
        for row in rows:
            subjects.setdefault(kind.subject(row), row)
        done = sum(self._done(request, kind, row=row, form=form) for row in subjects.values())
        text = _("{button}: done for {done} of {all}.").format(button=kind.button, done=done, all=len(subjects))
        messages.add_message(request, messages.SUCCESS if done else messages.WARNING, text)
        return None

    # -- both

    def _done(self, request: HttpRequest, kind: Kind, *, row: M, form: ReasonForm) -> bool:
        """Have it done to a row; if it cannot be, say so and return False."""
        try:
            kind.service(row, by=signed_in(request), **form.cleaned_data)
        except GameError as error:  # somebody else was quicker, or must do it
            messages.error(request, f"{row}: {error}")
            return False
        return True

    def _ask(self, request: HttpRequest, kind: Kind, *, form: ReasonForm, rows: Sequence[M]) -> HttpResponse:
        one = rows[0] if len(rows) == 1 else None
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": f"{kind.button}: {one}" if one else f"{kind.button} ({len(rows)})",
            "kind": kind,
            "form": form,
            "rows": [(row, self.page_address(row)) for row in rows],
            "back": self.page_address(one) if one else reverse(f"admin:{self._name('changelist')}"),
            "action": request.POST.get("action", ""),
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, "admin/games/decide.html", context)


def _action(kind: Kind) -> Callable[..., HttpResponse | None]:
    def decide(admin: DecidingAdmin, request: HttpRequest, queryset: QuerySet) -> HttpResponse | None:
        return admin.decide_several(request, queryset, kind)

    return decide
