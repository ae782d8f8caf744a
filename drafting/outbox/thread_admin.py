"""What staff can do on the page of a conversation, and how its state is told."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Prefetch, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from drafting.drafts.by_hand import find_inserts, read_hand_work
from drafting.mail.admin import download
from drafting.mail.choices import Direction, MailState, SenderKind, ThreadStatus
from drafting.mail.models import Message, Thread
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import MAX_REPLY_CHARACTERS, OutgoingMail, RecipientReport
from drafting.outbox import staff_actions
from drafting.outbox.files import FILE_TYPES, read_files
from drafting.outbox.models import ReplyFile
from drafting.outbox.release_queue import RELEASE_PERMISSION
from drafting.outbox.typed_text import check_typed, reply_place, typed_at
from templatesapp.admin.base import ReadOnlyAdmin
from templatesapp.admin.pages import keep_request, page_urls, show_page
from templatesapp.categories import LANGUAGES
from templatesapp.kept_texts import drop_text

FIRST_MAIL = "first-mail"  # where what is typed is kept
MAX_KEY_DIGITS = 19
BLOCK_PERMISSION = "drafting.change_contact"
# Decision → what is said when it is done, its service, and what that takes.
DECISIONS: dict[str, tuple[Any, ...]] = {
    "write": (
        *("Your reply leaves in a minute.", staff_actions.write_reply),
        *("body_text", "seen", "files", "insisted"),
    ),
    "elsewhere": ("Marked as answered elsewhere.", staff_actions.mark_answered_elsewhere, "seen"),
    "send_back": (
        *("An agent may work on it again.", staff_actions.send_back_to_agent),
        *("note", "body", "letter"),
    ),
    "close": ("Closed.", staff_actions.close_thread, "seen"),
    "reopen": ("Open again.", staff_actions.reopen_thread),
    "colleague": ("Handed to a colleague.", staff_actions.hand_to_colleague, "assignee"),
    "block": ("The sender is blocked.", staff_actions.block_participants),
    "guest": ("The sender is a guest from now on.", staff_actions.say_who_writes, "is_guest"),
    "no_guest": ("The sender is no guest from now on.", staff_actions.say_who_writes, "is_guest"),
}


def colleagues() -> QuerySet[Any]:
    """Who may look after a conversation."""
    return get_user_model().objects.filter(is_active=True, is_staff=True).order_by("username")


def as_key(given: str) -> int:
    """0 for what is no key that a database holds."""
    return int(given) if given.isdecimal() and len(given) < MAX_KEY_DIGITS else 0


class ActionForm(forms.Form):
    decision = forms.ChoiceField(choices=[(name, name) for name in DECISIONS])
    body = forms.CharField(required=False, max_length=MAX_REPLY_CHARACTERS, strip=False)
    note = forms.CharField(required=False, max_length=500)
    letter = forms.CharField(required=False, max_length=40)
    seen = forms.IntegerField(required=False, min_value=0)
    insisted = forms.CharField(required=False, max_length=400)
    colleague = forms.ModelChoiceField(required=False, queryset=colleagues())

    def clean_seen(self) -> staff_actions.Seen | None:
        newest = self.cleaned_data["seen"]
        return None if newest is None else staff_actions.Seen(newest)


def with_state(threads: QuerySet[Thread]) -> QuerySet[Thread]:
    """Threads with what ``state_of`` reads; ``has_unanswered`` is annotated by the caller."""
    answered = Message.objects.filter(thread=OuterRef("pk"), answered_by__isnull=False)
    mails = OutgoingMail.objects.filter(thread=OuterRef("pk"))
    stuck = [MailState.FAILED, MailState.UNCERTAIN]
    return threads.annotate(
        has_waiting_reply=Exists(mails.filter(state=MailState.AWAITING_RELEASE)),
        has_stuck_mail=Exists(mails.filter(state__in=stuck)),
        has_answered=Exists(answered),
        has_bounced=Exists(
            RecipientReport.objects.filter(report__thread=OuterRef("pk"), is_delayed=False)
        ),
    )


def state_of(thread: Any) -> tuple[str, str]:
    """``(state, as shown)``: the state is a key of its colours. Derived, stored nowhere."""
    if thread.has_stuck_mail:
        return "not sent", "not sent, or uncertain"
    if thread.status == ThreadStatus.CLOSED:
        return "closed", "closed"
    if thread.has_live_claim(timezone.now()):
        until = timezone.localtime(thread.claim_expires_at)
        return "claimed", f"claimed by {thread.claim_holder} until {until:%H:%M}"
    if thread.has_waiting_reply:
        # Newer mail opened it again: an agent's next claim cancels the reply.
        is_outdated = thread.status == ThreadStatus.OPEN
        return ("new", "newer mail than the reply") if is_outdated else ("awaiting release",) * 2
    if thread.status == ThreadStatus.WAITING_FOR_PERSON and thread.has_bounced:
        return "bounced", "our reply bounced"
    if thread.status == ThreadStatus.WAITING_FOR_PERSON:
        return "waiting for a person", "waiting for a person"
    if thread.has_unanswered:
        return "new", "new"
    # Automated mail, a blocked sender, or a mail that we wrote first: nobody was answered.
    state = "answered" if thread.has_answered else "no reply needed"
    return state, state


class ThreadActions(ReadOnlyAdmin):
    """Addresses of the actions, for the admin of threads."""

    def get_urls(self) -> list[URLPattern]:
        page, acts, sees = "drafting_thread", RELEASE_PERMISSION, "drafting.view_outgoingmail"
        own = page_urls(
            self,
            ("<int:thread_id>/check/", f"{page}_check", require_POST(self.check_view), acts),
            ("<int:thread_id>/keep/", f"{page}_keep", require_POST(self.keep_view), acts),
            ("<int:thread_id>/inserts/", f"{page}_inserts", require_safe(self.inserts_view), acts),
            ("<int:thread_id>/act/", f"{page}_act", require_POST(self.act_view), acts),
            ("new/", f"{page}_new", self.new_view, acts),
            ("files/<int:file_id>/", f"{page}_file", self.file_view, sees),
        )
        return [*own, *super().get_urls()]

    def new_view(self, request: HttpRequest) -> HttpResponse:
        """A form for a first mail; what is refused stands in it again."""
        names = ("to", "subject", "language", "from_address")
        given = {name: request.POST.get(name, "") for name in names}
        given["body_text"] = request.POST.get("body_text", "").replace("\r\n", "\n")
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
        page = show_page(
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
        page.status_code = 409 if refusal else 200
        return page

    def file_view(self, request: HttpRequest, file_id: int) -> HttpResponse:
        """A file of a mail of ours, to be saved."""
        file = get_object_or_404(ReplyFile, pk=file_id)
        return download(bytes(file.content), file.filename, file.content_type)

    def act_view(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        """Does what was asked by its service, and shows the conversation again."""
        thread, form = _thread(thread_id), ActionForm(request.POST)
        try:
            if not form.is_valid():
                said = "; ".join(f"{name}: {found[0]}" for name, found in form.errors.items())
                raise DomainError("validation_error", said)
            _act(request, thread_id, form.cleaned_data)
        except DomainError as error:
            messages.error(request, error.detail)
            if request.POST.get("decision") == "write":
                return self._show_unsent(request, thread_id)
        else:
            done = DECISIONS[form.cleaned_data["decision"]][0]
            insisted = form.cleaned_data["insisted"]
            self.log_change(request, thread, f"{done} {insisted}".strip())
            messages.success(request, done)
        return redirect(reverse("admin:drafting_thread_change", args=[thread_id]))

    def inserts_view(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        """What may be put into a reply to this guest, by the word of ``?q=``."""
        work = read_hand_work(_thread(thread_id))
        found = find_inserts(work, request.GET.get("q", "")) if work else []
        return JsonResponse({"items": [asdict(one) for one in found]})

    def keep_view(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        return keep_request(request, reply_place(_thread(thread_id).pk), ["body"])

    def check_view(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        """The check of a reply that is being written, with how it may open; writes nothing."""
        body = request.POST.get("body", "")[:MAX_REPLY_CHARACTERS].replace("\r\n", "\n")
        return check_typed(thread=_thread(thread_id), draft=None, body=body)

    def _show_unsent(self, request: HttpRequest, thread_id: int) -> HttpResponse:
        """The conversation again, with the text that was refused still in its field."""
        given = request.POST
        typed = {"typed": given.get("body", ""), "insisted": given.get("insisted", "")}
        request.method = "GET"
        context = {"is_writing": True, **typed}
        response = self.change_view(request, str(thread_id), extra_context=context)
        response.status_code = 409
        return response


def action_context(request: HttpRequest, thread_id: str) -> dict[str, Any]:
    """What the page of a conversation needs for its actions."""
    user: Any = request.user
    key = as_key(thread_id)
    # Before the page reads the mail: what comes in between is not taken for seen.
    of_thread = Message.objects.filter(thread=key).order_by("sequence")
    rows = list(of_thread.values_list("pk", "direction", "sender_kind"))
    kept, editing = typed_at(thread_id=key, person=user, now=timezone.now())
    kinds = [kind for _, direction, kind in rows if direction == Direction.IN]
    return {
        "colleagues": colleagues(),
        "count": len(rows),
        "newest_id": max((key for key, _, _ in rows), default=0),
        "typed": kept.texts["body"] if kept else "",
        "kept": kept,
        "editing": editing,
        "is_writing": kept is not None or "write" in request.GET,
        "outgoing": _outgoing(key),
        "is_guest_mail": not kinds or kinds[-1] == SenderKind.GUEST,
        "file_types": ",".join(FILE_TYPES),
    }


def _outgoing(thread_id: int) -> list[OutgoingMail]:
    """Our mail of a conversation; what nothing hangs on is not asked for more."""
    mails = OutgoingMail.objects.filter(thread=thread_id).exclude(state=MailState.CANCELLED)
    reports = RecipientReport.objects.all()
    found: list[Any] = list(
        mails.select_related("released_by")
        .annotate(
            has_files=Exists(ReplyFile.objects.filter(outgoing_mail=OuterRef("pk"))),
            has_reports=Exists(reports.filter(outgoing_mail=OuterRef("pk"))),
        )
        .order_by("pk")
    )
    reports = reports if any(mail.has_reports for mail in found) else reports.none()
    prefetch_related_objects(found, Prefetch("recipient_reports", queryset=reports))
    read_files(found, "files")
    return found


def _thread(thread_id: int) -> Thread:
    return get_object_or_404(Thread, pk=thread_id)


def act_on_thread(decision: str, *, thread_id: int, by: Any, given: Mapping[str, Any]) -> Any:
    """By the service of the decision, which takes what it needs of ``given``; what it gives."""
    _, service, *takes = DECISIONS[decision]
    return service(thread_id=thread_id, by=by, **{name: given[name] for name in takes})


def _act(request: HttpRequest, thread_id: int, given: dict[str, Any]) -> None:
    by: Any = request.user
    decision = given["decision"]
    if decision == "block" and not by.has_perm(BLOCK_PERMISSION):
        raise PermissionDenied
    given |= {
        "body_text": given["body"].replace("\r\n", "\n"),
        "files": _files(request) if decision == "write" else [],
        "assignee": given["colleague"],
        "is_guest": decision == "guest",
    }
    act_on_thread(decision, thread_id=thread_id, by=by, given=given)
    if decision == "write":
        drop_text(person=by, place=reply_place(thread_id))


def _files(request: HttpRequest) -> list[ReplyFile]:
    given = request.FILES.getlist("files")
    return [ReplyFile(filename=file.name or "", content=file.read()) for file in given]
