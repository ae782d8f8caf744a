"""The actions of staff on the page of a conversation."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from inspect import signature
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Prefetch, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError, invalid_fields
from drafting.drafts.by_hand import find_inserts, read_hand_work
from drafting.mail.admin import download
from drafting.mail.choices import Direction, MailState, SenderKind
from drafting.mail.models import Message, Thread
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import (
    MAX_REPLY_CHARACTERS,
    FollowUp,
    OutgoingMail,
    RecipientReport,
    ReplyFile,
)
from drafting.outbox import staff_actions
from drafting.outbox.files import FILE_TYPES, read_files
from drafting.outbox.release_queue import RELEASE_PERMISSION
from drafting.outbox.typed_text import check_typed, insistence_of, reply_place, typed_at
from templatesapp.admin.base import ReadOnlyAdmin
from templatesapp.admin.pages import keep_request, page, show_page, with_way
from templatesapp.categories import LANGUAGES
from templatesapp.kept_texts import drop_text

FIRST_MAIL = "first-mail"  # where what is typed is kept
MAX_KEY_DIGITS = 19
_ONE = "<int:thread_id>/"
BLOCK_PERMISSION = "drafting.change_contact"
# Decision → what is said when it is done, and its service; that takes fields of the form by name.
DECISIONS: dict[str, tuple[str, Callable[..., Any]]] = {
    "write": ("Your reply leaves in a minute.", staff_actions.write_reply),
    "elsewhere": ("Marked as answered elsewhere.", staff_actions.mark_answered_elsewhere),
    "send_back": ("An agent may work on it again.", staff_actions.send_back_to_agent),
    "close": ("Closed.", staff_actions.close_thread),
    "reopen": ("Open again.", staff_actions.reopen_thread),
    "colleague": ("", staff_actions.hand_to_colleague),
    "block": ("The sender is blocked.", staff_actions.block_participants),
    "guest": ("The sender is a guest from now on.", staff_actions.say_who_writes),
    "no_guest": ("The sender is no guest from now on.", staff_actions.say_who_writes),
}


def colleagues() -> QuerySet[Any]:
    return get_user_model().objects.filter(is_active=True, is_staff=True).order_by("username")


def say_handed(assignee: Any, by: Any) -> str:
    if assignee is None:
        return "Nobody looks after it now"
    return "You look after it now" if assignee == by else "Handed to a colleague"


def as_key(given: str) -> int:
    """0 for what is no key that a database holds."""
    return int(given) if given.isdecimal() and len(given) < MAX_KEY_DIGITS else 0


class ActionForm(forms.Form):
    decision = forms.ChoiceField(choices=[(name, name) for name in DECISIONS])
    body = forms.CharField(required=False, max_length=MAX_REPLY_CHARACTERS, strip=False)
    note = forms.CharField(required=False, max_length=500)
    letter = forms.CharField(required=False, max_length=40)
    seen = forms.IntegerField(required=False, min_value=0)
    insisted = forms.CharField(required=False, max_length=500)
    promises = forms.ModelMultipleChoiceField(FollowUp.objects.all(), required=False)
    colleague = forms.ModelChoiceField(required=False, queryset=colleagues())

    def clean_seen(self) -> staff_actions.Seen | None:
        newest = self.cleaned_data["seen"]
        return None if newest is None else staff_actions.Seen(newest)

    def clean(self) -> dict[str, Any]:
        """What is sent, under the names that the services take it by, too."""
        given = self.cleaned_data
        return given | {
            "body_text": given.get("body", "").replace("\r\n", "\n"),
            "assignee": given.get("colleague"),
            "is_guest": given.get("decision") == "guest",
        }


class ThreadActions(ReadOnlyAdmin):
    """The part of the admin of threads that does something."""

    @page("new/", "drafting_thread_new", RELEASE_PERMISSION)
    def new_view(self, request: HttpRequest) -> HttpResponse:
        """A form for a first mail; what is refused stands in it again."""
        names = ("to", "subject", "language", "from_address", "body_text")
        given = {name: request.POST.get(name, "").replace("\r\n", "\n") for name in names}
        refusal = ""
        if request.method == "POST":
            try:
                mail = staff_actions.begin_conversation(
                    **given, files=_files(request), by=request.user
                )
            except DomainError as error:
                said = [text for texts in error.fields.values() for text in texts]
                refusal = " ".join(said) or error.detail
            else:
                drop_text(person=request.user, place=FIRST_MAIL)
                messages.success(request, "Your mail leaves in a minute.")
                return redirect("admin:drafting_thread_change", mail.thread_id)
        form = show_page(
            request,
            self,
            "admin/drafting/first_mail.html",
            title="Write to a guest",
            given=given,
            typed_place=FIRST_MAIL,
            is_bound=request.method == "POST",
            refusal=refusal,
            languages=LANGUAGES,
            staff=get_staff(),
            file_types=",".join(FILE_TYPES),
        )
        form.status_code = 409 if refusal else 200
        return form

    @page("files/<int:file_id>/", "drafting_thread_file", "drafting.view_outgoingmail")
    def file_view(self, request: HttpRequest, file_id: int) -> HttpResponse:
        file = get_object_or_404(ReplyFile, pk=file_id)
        return download(bytes(file.content), file.filename, file.content_type)

    @page(f"{_ONE}act/", "drafting_thread_act", RELEASE_PERMISSION, only=require_POST)
    def act_view(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        """Does what was asked by its service, and shows the conversation again."""
        thread, form = get_object_or_404(Thread, pk=thread_id), ActionForm(request.POST)
        decision, by = request.POST.get("decision", ""), request.user
        if decision == "block" and not by.has_perm(BLOCK_PERMISSION):
            raise PermissionDenied
        try:
            if not form.is_valid():
                raise invalid_fields(form.errors)
            given = form.cleaned_data | {"files": _files(request)}
            acted = act_on_thread(decision, thread_id=thread_id, by=by, given=given)
        except DomainError as error:
            if decision == "write":
                return self._show_unsent(request, thread_id, error)
            messages.error(request, error.detail)
        else:
            if decision == "write":
                for typed_by in (by, None):
                    drop_text(person=typed_by, place=reply_place(thread_id))
            done = DECISIONS[decision][0]
            if decision == "colleague":
                done = f"{say_handed(given['colleague'], by)}."
            why = insistence_of(acted) if decision == "write" else ""
            self.log_change(request, thread, f"{done} {why}".strip())
            if decision == "write":
                done = with_way(done, "drafting_release_item", "Take it back", acted.pk)
                done = with_way(done, "drafting_release_queue", "Go on with the replies")
            messages.success(request, done)
        return redirect(reverse("admin:drafting_thread_change", args=[thread_id]))

    @page(f"{_ONE}inserts/", "drafting_thread_inserts", RELEASE_PERMISSION, only=require_safe)
    def inserts_view(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        """What may be put into a reply to this guest, by the word of ``?q=``."""
        work = read_hand_work(get_object_or_404(Thread, pk=thread_id))
        found = find_inserts(work, request.GET.get("q", "")) if work else []
        return JsonResponse({"items": [asdict(one) for one in found]})

    @page(f"{_ONE}keep/", "drafting_thread_keep", RELEASE_PERMISSION, only=require_POST)
    def keep_view(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        thread = get_object_or_404(Thread, pk=thread_id)
        return keep_request(request, reply_place(thread.pk), ["body"])

    @page(f"{_ONE}check/", "drafting_thread_check", RELEASE_PERMISSION, only=require_POST)
    def check_view(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        """The check of a reply that is being written, with how it may open; writes nothing."""
        body = request.POST.get("body", "")[:MAX_REPLY_CHARACTERS].replace("\r\n", "\n")
        thread = get_object_or_404(Thread, pk=thread_id)
        return check_typed(thread=thread, draft=None, body=body, by=request.user)

    def _show_unsent(
        self, request: HttpRequest, thread_id: int, refusal: DomainError
    ) -> HttpResponse:
        """The conversation again, with the text that was refused still in its field, and why."""
        typed, insisted = (request.POST.get(name, "") for name in ("body", "insisted"))
        ticked = [as_key(key) for key in request.POST.getlist("promises")]
        context = {"is_writing": True, "typed": typed, "insisted": insisted, "ticked": ticked}
        context["refusal"] = refusal
        request.method = "GET"
        response = self.change_view(request, str(thread_id), extra_context=context)
        response.status_code = 409
        return response


def action_context(request: HttpRequest, thread_id: str) -> dict[str, Any]:
    user: Any = request.user
    key = as_key(thread_id)
    # Before the page reads the mail: what comes in between is not taken for seen.
    of_thread = Message.objects.filter(thread=key).order_by("sequence")
    rows = list(of_thread.values_list("pk", "direction", "sender_kind"))
    kept, editing = typed_at(thread_id=key, person=user, now=timezone.now())
    outgoing, promises = _outgoing(key), FollowUp.objects.filter(thread=key, done_at=None)
    newest_id = max((key for key, _, _ in rows), default=0)
    if kept and kept.person is None and kept.base != str(newest_id):
        kept = None  # the agent's words answered what stood there then
    kinds = [kind for _, direction, kind in rows if direction == Direction.IN]
    return {
        "colleagues": colleagues(),
        "count": len(rows),
        "newest_id": newest_id,
        "typed": kept.texts["body"] if kept else "",
        "kept": kept,
        "editing": editing,
        "is_writing": kept is not None or "write" in request.GET,
        "outgoing": outgoing,
        "promises": promises if any(mail.has_promised for mail in outgoing) else (),
        "is_guest_mail": not kinds or kinds[-1] == SenderKind.GUEST,
        "file_types": ",".join(FILE_TYPES),
    }


def _outgoing(thread_id: int) -> list[Any]:
    """Our mail of a conversation; what nothing hangs on is not asked for more."""
    mails = OutgoingMail.objects.filter(thread=thread_id).exclude(state=MailState.CANCELLED)
    reports = RecipientReport.objects.all()
    found: list[Any] = list(
        mails.select_related("released_by")
        .annotate(
            has_files=Exists(ReplyFile.objects.filter(outgoing_mail=OuterRef("pk"))),
            has_reports=Exists(reports.filter(outgoing_mail=OuterRef("pk"))),
            has_promised=Exists(
                FollowUp.objects.filter(outgoing_mail=OuterRef("pk"), done_at=None)
            ),
        )
        .order_by("pk")
    )
    reports = reports if any(mail.has_reports for mail in found) else reports.none()
    prefetch_related_objects(found, Prefetch("recipient_reports", queryset=reports))
    read_files(found, "files")
    return found


def act_on_thread(decision: str, *, thread_id: int, by: Any, given: Mapping[str, Any]) -> Any:
    """By the service of the decision, which takes what it needs of ``given``; what it gives."""
    service = DECISIONS[decision][1]
    taken = {name: given[name] for name in signature(service).parameters if name in given}
    return service(thread_id=thread_id, by=by, **taken)


def _files(request: HttpRequest) -> list[ReplyFile]:
    given = request.FILES.getlist("files")
    return [ReplyFile(filename=file.name or "", content=file.read()) for file in given]
