"""Queues of items that people decide one after the other, by key, by mouse or by plain form.

A queue lists its decisions in a table. The same addresses answer a browser's page load with a page
and the queue's own script (``Accept: application/json``) with the fragment that changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from config.errors import DomainError, invalid_fields
from templatesapp.admin.base import DeskAdmin
from templatesapp.admin.pages import page_urls, show_page, wants_fragment
from templatesapp.kept_texts import drop_text


class Decision:
    """One thing that a person may decide about an item, by a service: the rules are its. The button
    stands on a screen ``when`` this says so and the person has the ``permission``."""

    name: ClassVar[str]  # as forms send it
    label: ClassVar[str]  # on its button
    key: ClassVar[str] = ""  # of the keyboard
    done: str  # what is said before the item's name
    permission: ClassVar[str] = ""  # beside the queue's
    when: ClassVar[staticmethod[[Any], Any]]
    service: ClassVar[staticmethod[..., Any]]
    takes: ClassVar[tuple[str, ...]] = ()  # fields of the form that the service takes as they are
    stays: ClassVar[bool] = False  # the item is shown again, and what was typed for it is kept
    history: str = ""  # more than what was done, for the log
    do_not_call_in_templates = True

    def __init__(self, request: HttpRequest, item: Any, given: dict[str, Any]) -> None:
        self.request, self.item, self.given = request, item, given
        self.by: Any = request.user

    @classmethod
    def is_allowed(cls, person: Any) -> bool:
        return not cls.permission or bool(person.has_perm(cls.permission))

    @classmethod
    def is_open(cls, screen: Any, person: Any) -> bool:
        return bool(cls.when(screen)) and cls.is_allowed(person)

    def mutate(self) -> None:
        """By the service, with the item's key and the person. Raises DomainError."""
        raise NotImplementedError

    def arguments(self) -> dict[str, Any]:
        """What of the form the service takes."""
        return {name: self.given[name] for name in self.takes}

    def on_refusal(self) -> None:
        """What is to be done before the refusal is shown."""


class QueueViews(DeskAdmin):
    """The addresses of a queue, for the admin of what waits in it."""

    queue_title: ClassVar[str]
    address_names: ClassVar[Mapping[str, str]]  # of queue, item, decide, check
    key_converter: ClassVar[str] = "int"
    sees: ClassVar[str]  # the permission to look
    decides: ClassVar[str]  # the permission to decide
    decisions: ClassVar[tuple[type[Decision], ...]]
    decision_form: ClassVar[type[forms.Form]]
    page_template: ClassVar[str]
    item_template: ClassVar[str]
    is_logged: ClassVar[bool] = False  # for what has no history of its own

    # All that has ever waited, with what deciding and placing them reads.
    queue_items: Callable[[], QuerySet[Any]]
    next_key: Callable[[HttpRequest, Any], Any]
    name_of: Callable[[Any], str]
    typed_place: Callable[[Any], str]  # where what is typed for it is kept
    # The checks of a text that is being edited; writes nothing.
    check_view: Callable[[HttpRequest, Any], HttpResponse]
    # One item with its ``place``, for the templates, and what they need beside it: without an item
    # nothing waits. Raises Http404.
    read_screen: Callable[[Any, Any], Any]  # of a StaffRequest and a key
    beside: Callable[[Any, Any, DomainError | None], dict[str, Any]]

    def queue_urls(self, **more: Callable[..., HttpResponse]) -> list[URLPattern]:
        """``more``: views of an item by their names in ``address_names``, for who may decide."""
        more |= {"decide": require_POST(self.decide_view), "check": require_POST(self.check_view)}
        item, names = f"queue/<{self.key_converter}:key>/", self.address_names
        return page_urls(
            self,
            ("queue/", names["queue"], self.queue_view, self.sees),
            (item, names["item"], self.show_view, self.sees),
            *((f"{item}{name}/", names[name], view, self.decides) for name, view in more.items()),
        )

    def queue_view(self, request: HttpRequest) -> HttpResponse:
        """Leads to what waits next (after ``?after=``); says so where nothing does."""
        following = self.next_key(request, self._item_or_none(request.GET.get("after", "")))
        if following is None or wants_fragment(request):
            return self.show_view(request, following)
        return redirect(self.address(following))

    def decide_view(self, request: HttpRequest, key: Any) -> HttpResponse:
        """Decides by the service; then the next item, or the same one with why it was refused: it
        was decided by somebody else, has changed, does not pass."""
        item = self.find_item(key)  # as it stood: its place in the queue counts from there
        form = self.decision_form(request.POST)
        is_valid = form.is_valid()
        table = {one.name: one for one in self.decisions}
        wanted = table.get(request.POST.get("decision", ""), Decision)
        decision = wanted(request, item, form.cleaned_data)
        if not decision.is_allowed(request.user):
            raise PermissionDenied
        try:
            if not is_valid:
                raise invalid_fields(form.errors)
            decision.mutate()
        except DomainError as error:
            decision.on_refusal()
            return self.show_view(request, key, refusal=error)
        message = f"{decision.done} {self.name_of(item)}"
        if self.is_logged:
            self.log_change(request, item, f"{message} {decision.history}".strip())
        following = key
        if not decision.stays:
            drop_text(person=request.user, place=self.typed_place(item))
            following = self.next_key(request, item)
        if wants_fragment(request):
            return self.show_view(request, following, message=message)
        messages.success(request, message)
        return redirect(self.address(following))

    def find_item(self, key: Any) -> Any:
        item = self.queue_items().filter(pk=key).first()
        if item is None:
            raise Http404("There is no such item.")
        return item

    def _item_or_none(self, given: str) -> Any:
        try:
            return self.queue_items().filter(pk=self.model._meta.pk.to_python(given)).first()
        except ValidationError:
            return None

    def address(self, key: Any, name: str = "item") -> str:
        """Of an item; without one, of the queue."""
        found = self.address_names[name if key else "queue"]
        return reverse(f"admin:{found}", args=[key] if key else [])

    def show_view(
        self,
        request: HttpRequest,
        key: Any,
        *,
        message: str = "",
        refusal: DomainError | None = None,
    ) -> HttpResponse:
        """The item or the end of the queue, as a page or as what changes of it."""
        context = self._context(request, key, refusal)
        status = refusal.kind.status if refusal else 200
        if not wants_fragment(request):
            page = show_page(request, self, self.page_template, **context)
            page.status_code = status
            return page
        told = {
            "html": render_to_string(self.item_template, context, request),
            "url": self.address(key),
            "title": self.queue_title,
            "message": message,
            "refused": refusal.detail if refusal else "",
            "code": refusal.code if refusal else "",
        }
        return JsonResponse(told, status=status)

    def _context(
        self, request: HttpRequest, key: Any, refusal: DomainError | None
    ) -> dict[str, Any]:
        screen = self.read_screen(request, key) if key else None
        context = self.beside(request, screen, refusal) | {
            "title": self.queue_title,
            "item_template": self.item_template,
            "now": timezone.now(),
            "refusal": refusal,
            "screen": screen,
            "may_decide": request.user.has_perm(self.decides),
            "decisions": {one.name: one for one in self.decisions},
        }
        if screen is None:
            return context
        names = [name for name in self.address_names if name not in ("queue", "item")]
        place, url = screen.place, self.address
        return context | {
            **{f"{name}_url": url(key, name) for name in names if f"{name}_url" not in context},
            "offered": [one for one in self.decisions if one.is_open(screen, request.user)],
            "skip_url": f"{url(None)}?after={key}",
            "previous_url": url(place.previous) if place.previous else "",
            "next_url": url(place.next) if place.next else "",
        }
