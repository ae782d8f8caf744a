"""Admin pages that are neither a list nor a form; and the address that keeps typed text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import getmembers
from typing import Any, TypeVar

from django.contrib import admin, messages
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.decorators import action

from config.errors import DomainError
from templatesapp.kept_texts import keep_text

BASE = "typed_base"
_PLACE = re.compile(r"[a-z-]+(:[\w.-]{1,40})?")
_NOT_TYPED = (BASE, "csrfmiddlewaretoken")
_MAX_FIELDS, _MAX_CHARACTERS = 60, 60_000
_PAGE = "_desk_page"
View = TypeVar("View", bound=Callable[..., HttpResponse])
Row = TypeVar("Row")


class StaffRequest(HttpRequest):
    """Of a page that nobody sees without a right."""

    user: User


def wants_fragment(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def done_to_each(
    request: HttpRequest, rows: Iterable[Row], act: Callable[[Row], Any]
) -> Iterator[tuple[Row, Any]]:
    """Each row with what the act gave, but for those that were refused: the person is told."""
    for row in rows:
        try:
            given = act(row)
        except DomainError as error:
            messages.warning(request, f"{row}: {error.detail}")
        else:
            yield row, given


def show_page(
    request: HttpRequest, owner: admin.ModelAdmin[Any], template: str, **context: Any
) -> HttpResponse:
    """``template`` inside the admin's frame; ``owner`` names the section that it belongs to, unless
    ``opts`` is None: a page for everybody, of a section that is not."""
    frame = owner.admin_site.each_context(request) | {"opts": owner.opts}
    return TemplateResponse(request, template, frame | context)


def with_way(said: str, page: str, words: str, *key: int) -> str:
    """``said``, and a link to the page (of the row with the ``key``) that goes on from it."""
    address = reverse(f"admin:{page}", args=key)
    return format_html('{} <a class="desk-link" href="{}">{}</a>', said, address, words)


def with_overtaken(request: HttpRequest, said: str) -> str:
    """``said`` of a changed text of ours, and the way to the waiting replies that it overtakes."""
    if not request.user.has_perm("drafting.release_reply"):
        return said
    return with_way(said, "drafting_overtaken", "What it overtakes")


def leads_to(page: str, description: str, icon: str, *rights: str, query: str = "") -> Any:
    """A button above a list or a row that leads to a page; in its name ``{app}`` and ``{model}``
    are the admin's own."""

    @action(description=description, icon=icon, permissions=rights or None)
    def lead(owner: Any, request: HttpRequest, **key: Any) -> HttpResponse:
        return redirect(f"{reverse(f'admin:{page.format(**_own_names(owner))}')}{query}")

    return lead


def _own_names(owner: Any) -> dict[str, str]:
    return {"app": owner.opts.app_label, "model": owner.opts.model_name}


def page_urls(
    owner: Any, *pages: tuple[str, str, Callable[..., HttpResponse], *tuple[str, ...]]
) -> list[URLPattern]:
    """Address, name, view, and every permission that it needs: 403 for other staff."""
    wrap = owner.admin_site.admin_view
    return [
        path(address, wrap(permission_required(rights, raise_exception=True)(view)), name=name)
        for address, name, view, *rights in pages
    ]


def page(
    address: str, name: str, *rights: str, only: Callable[..., Any] | None = None
) -> Callable[[View], View]:
    """A view of an admin, under the address of its list; ``only``: by which methods it is asked.
    ``{app}`` and ``{model}`` in name and rights are the admin's own."""

    def noted(view: View) -> View:
        view.__dict__[_PAGE] = address, name, rights, only
        return view

    return noted


def own_pages(owner: Any) -> list[URLPattern]:
    """Of the views of an admin that are a ``page``."""
    its, told = _own_names(owner), []
    for attribute, view in getmembers(type(owner), lambda one: hasattr(one, _PAGE)):
        address, name, rights, only = getattr(view, _PAGE)
        bound = getattr(owner, attribute)
        wanted = (right.format(**its) for right in rights)
        told.append((address, name.format(**its), only(bound) if only else bound, *wanted))
    return page_urls(owner, *told)


@require_POST
def keep_view(request: HttpRequest, place: str) -> HttpResponse:
    """For whoever may log in: nobody but the author ever reads it."""
    if not _PLACE.fullmatch(place):
        raise Http404
    return keep_request(request, place)


def keep_request(request: HttpRequest, place: str, only: Sequence[str] = ()) -> HttpResponse:
    """Keeps the fields that are sent, or ``only`` some of them; with none, or with nothing in the
    first of those, the keeping ends."""
    names = only or [name for name in request.POST if name not in _NOT_TYPED]
    texts = {
        name: request.POST.get(name, "")[:_MAX_CHARACTERS].replace("\r\n", "\n")
        for name in names[:_MAX_FIELDS]
    }
    if only and not texts[only[0]].strip():
        texts = {}
    base = request.POST.get(BASE, "")[:60]
    keep_text(person=request.user, place=place, texts=texts, now=timezone.now(), base=base)
    if wants_fragment(request):
        return JsonResponse({})
    return redirect(request.headers.get("Referer") or "admin:index")
