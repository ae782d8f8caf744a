"""The review queue: one screen per proposal, decided by key, by mouse or by plain form.

The same addresses answer a browser's page load with a page and the queue's own script
(``Accept: application/json``) with the fragment that changes. Every rule is the services'.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from config.errors import DomainError
from learning.admin.pages import needs_permission, show_page
from learning.admin.review_screen import ReviewScreen, review_screen, screen_context
from learning.events.outcomes import Reason
from learning.proposals.bulk import label
from learning.proposals.choices import ProposalType
from learning.proposals.guards import DECIDE_PERMISSION
from learning.proposals.linting import as_rows, lint_proposed
from learning.proposals.models import TemplateProposal
from learning.proposals.queue import next_in_queue
from learning.proposals.services import (
    approve_proposal,
    reject_proposal,
    roll_back_proposal,
    undo_decision,
)
from templatesapp.admin.shown import show_diff, show_steps, show_text
from templatesapp.models import MAX_BODY_CHARACTERS
from templatesapp.text.shown import hidden_characters
from templatesapp.typed_forms import KEEP, drop_form, typed_form

QUEUE = "learning_templateproposal_queue"
REVIEW = "learning_templateproposal_review"
DECIDE = "learning_templateproposal_queue_decide"
CHECK = "learning_templateproposal_queue_check"
ITEM = "admin/learning/review/item.html"

REASON_WORDS: dict[str, str] = {
    Reason.STYLE: "Style",
    Reason.WRONG_TEMPLATE: "Wrong template",
    Reason.MISSING_INFO: "Something was missing",
    Reason.LANGUAGE_ADAPT: "Language",
    Reason.NONE: "No reason given",
}
_DONE = {
    "approve": "Approved",
    "reject": "Rejected",
    "roll_back": "Rolled back",
    "undo": "Undone, it waits again:",
}
_LOST_HEADINGS = {
    "would_be_lost": "Rolling back would lose this change",
    "live_to_restored": "What would come back",
}


class DecisionForm(forms.Form):
    """What a decision carries. Which of it counts depends on the decision."""

    decision = forms.ChoiceField(choices=[(name, name) for name in _DONE])
    reason = forms.CharField(required=False, max_length=12)
    note = forms.CharField(required=False, max_length=500)
    subject = forms.CharField(required=False, max_length=200)
    shown_subject = forms.CharField(required=False, max_length=200)
    body = forms.CharField(required=False, max_length=MAX_BODY_CHARACTERS, strip=False)
    may_drop_slots = forms.BooleanField(required=False)
    rebase = forms.BooleanField(required=False)
    seen_version = forms.IntegerField(required=False)
    force = forms.BooleanField(required=False)

    def arguments(self, proposal: TemplateProposal) -> dict[str, Any]:
        """Keyword arguments of the decision's service."""
        given = self.cleaned_data
        if given["decision"] == "approve":
            return self._approval(proposal)
        if given["decision"] == "reject":
            return {"reason": given["reason"], "note": given["note"]}
        if given["decision"] == "roll_back":
            return {"note": given["note"], "force": given["force"]}
        return {}

    def _approval(self, proposal: TemplateProposal) -> dict[str, Any]:
        """Only what the person changed is handed on: an untouched text is not "written" by them."""
        given = self.cleaned_data
        body, subject = given["body"], given["subject"]
        is_same = body.split() == proposal.proposed_body_redacted.split()
        is_written = "body" in self.data and (not is_same or given["may_drop_slots"])
        is_subject_new = "subject" in self.data and subject != given["shown_subject"]
        return {
            "body": body if is_written else None,
            "subject": subject if is_subject_new else None,
            "note": given["note"],
            "rebase": given["rebase"],
            "seen_version": given["seen_version"],
            "may_drop_slots": given["may_drop_slots"],
        }


class ReviewViews:
    """Addresses of the queue, for the admin of proposals."""

    admin_site: Any
    opts: Any

    def review_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        seen = "learning.view_templateproposal"
        return [
            path("queue/", wrap(needs_permission(self.queue_view, seen)), name=QUEUE),
            path(
                "queue/<uuid:proposal_id>/",
                wrap(needs_permission(self.review_view, seen)),
                name=REVIEW,
            ),
            path(
                "queue/<uuid:proposal_id>/decide/",
                wrap(needs_permission(require_POST(self.decide_view), DECIDE_PERMISSION)),
                name=DECIDE,
            ),
            path(
                "queue/<uuid:proposal_id>/check/",
                wrap(needs_permission(require_POST(self.check_view), DECIDE_PERMISSION)),
                name=CHECK,
            ),
        ]

    def queue_view(self, request: HttpRequest) -> HttpResponse:
        """Leads to what waits next (behind ``?after=``); says so where nothing does."""
        following = next_in_queue(after=_uuid(request.GET.get("after")))
        if _wants_fragment(request):
            return self._fragment(request, following)
        if following is not None:
            return redirect(f"admin:{REVIEW}", following)
        return self._page(request, None)

    def review_view(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        if _wants_fragment(request):
            return self._fragment(request, proposal_id)
        return self._page(request, proposal_id)

    def decide_view(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        """Decides by the service; then the next item, or the same one with why it was refused."""
        proposal = _proposal(proposal_id)
        form = DecisionForm(request.POST)
        try:
            if not form.is_valid():
                raise _as_error(form)
            _decide(request, proposal, form)
        except DomainError as error:
            if error.code == "permission_denied":
                raise PermissionDenied from error
            return self._refused(request, proposal_id, error)
        drop_form(person=request.user, place=_typed_place(proposal_id))
        decision = form.cleaned_data["decision"]
        message = f"{_DONE[decision]} {_name(proposal)}."
        is_same_item = decision in ("undo", "roll_back")
        following = proposal_id if is_same_item else next_in_queue(after=proposal_id)
        if _wants_fragment(request):
            return self._fragment(request, following, message=message)
        messages.success(request, message)
        return redirect(_address(following))

    def check_view(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        """Lint and diff of a text that is being edited; writes nothing."""
        proposal = _proposal(proposal_id)
        body = request.POST.get("body", "")[: MAX_BODY_CHARACTERS + 1].replace("\r\n", "\n")
        template = proposal.source_template if proposal.type != ProposalType.NEW else None
        live = template.body.replace("\r\n", "\n") if template else ""
        is_translated = proposal.type == ProposalType.TRANSLATION
        shown = proposal.proposed_body_redacted if is_translated else live
        findings = as_rows(
            lint_proposed(
                subject=request.POST.get("subject", ""),
                body=body,
                template=template,
                base_body=live,
                language=proposal.language,
            )
        )
        context = {
            "findings": findings,
            "hidden": hidden_characters(body),
            "is_checked": True,
            "may_decide": True,
        }
        before = "Proposed" if is_translated else "Live text"
        diff = {"diff": show_diff(shown, body), "before": before, "after": "Your text"}
        diff["is_scrolled"] = True
        return JsonResponse(
            {
                "findings": findings,
                "findings_html": render_to_string("admin/learning/review/findings.html", context),
                "diff_html": render_to_string("admin/templatesapp/diff.html", diff),
            }
        )

    def _refused(self, request: HttpRequest, proposal_id: UUID, error: DomainError) -> HttpResponse:
        """The item as it is now: decided by somebody else, with a changed base, with findings."""
        if _wants_fragment(request):
            return self._fragment(request, proposal_id, refusal=error)
        return self._page(request, proposal_id, refusal=error)

    def _fragment(
        self,
        request: HttpRequest,
        proposal_id: UUID | None,
        *,
        message: str = "",
        refusal: DomainError | None = None,
    ) -> HttpResponse:
        context = _context(request, proposal_id, refusal)
        return JsonResponse(
            {
                "html": render_to_string(ITEM, context, request),
                "url": _address(proposal_id),
                "title": context["title"],
                "message": message,
                "refused": refusal.detail if refusal else "",
                "code": refusal.code if refusal else "",
            },
            status=refusal.kind.status if refusal else 200,
        )

    def _page(
        self, request: HttpRequest, proposal_id: UUID | None, refusal: DomainError | None = None
    ) -> HttpResponse:
        context = _context(request, proposal_id, refusal)
        response = show_page(request, self, "admin/learning/review/page.html", **context)  # type: ignore[arg-type]
        response.status_code = refusal.kind.status if refusal else 200
        return response


def _decide(request: HttpRequest, proposal: TemplateProposal, form: DecisionForm) -> None:
    person: Any = request.user
    services: dict[str, Any] = {
        "approve": approve_proposal,
        "reject": reject_proposal,
        "roll_back": roll_back_proposal,
        "undo": undo_decision,
    }
    service = services[form.cleaned_data["decision"]]
    service(proposal_id=proposal.pk, by=person, now=timezone.now(), **form.arguments(proposal))


def _context(
    request: HttpRequest, proposal_id: UUID | None, refusal: DomainError | None
) -> dict[str, Any]:
    person: Any = request.user
    now = timezone.now()
    if proposal_id is None:
        return screen_context(None, person=person, now=now) | {"title": "Review queue"}
    proposal = _proposal(proposal_id)
    screen = review_screen(proposal, person=person, now=now)
    place = _typed_place(proposal_id)
    kept = typed_form(person=person, place=place) if screen.may_decide else None
    return (
        screen_context(screen, person=person, now=now)
        | _headings(screen)
        | {
            "title": "Review queue",
            "keep_url": reverse(f"admin:{KEEP}", args=[place]),
            "kept": kept,
            "is_kept_here": kept is not None and screen.takes(kept),
            "refusal": refusal,
            "lost": _lost(refusal),
            "reason_words": REASON_WORDS.get(proposal.rewrite_reason, proposal.rewrite_reason),
            "email_subject": show_text(proposal.email_subject),
            "decide_url": reverse(f"admin:{DECIDE}", args=[proposal_id]),
            "check_url": reverse(f"admin:{CHECK}", args=[proposal_id]),
            "skip_url": f"{reverse(f'admin:{QUEUE}')}?after={proposal_id}",
            "previous_url": _address(screen.place.previous) if screen.place.previous else "",
            "next_url": _address(screen.place.next) if screen.place.next else "",
        }
    )


def _headings(screen: ReviewScreen) -> dict[str, str]:
    proposal = screen.proposal
    template = proposal.source_template
    is_edited = "as edited before approving" if proposal.edited_body else "Proposed"
    return {
        "live_heading": f"Live: {template.template_id}, version {template.version}"
        if template
        else "",
        "base_heading": f"Base: version {proposal.base_version}",
        "decided_heading": f"Version {proposal.applied_version}, {is_edited}"
        if proposal.applied_version and proposal.edited_body
        else "Proposed",
    }


def _lost(refusal: DomainError | None) -> list[tuple[str, Any]]:
    """What a roll back would lose, as the service tells it."""
    told = refusal.extra if refusal else {}
    return [
        (_LOST_HEADINGS[name], show_steps(told[name])) for name in _LOST_HEADINGS if name in told
    ]


def _proposal(proposal_id: UUID) -> TemplateProposal:
    rows = TemplateProposal.objects.select_related(
        "source_template", "applied_template", "decided_by"
    )
    proposal = rows.filter(pk=proposal_id).first()
    if proposal is None:
        raise Http404("There is no such proposal.")
    return proposal


def _typed_place(proposal_id: UUID) -> str:
    return f"proposal:{proposal_id}"


def _name(proposal: TemplateProposal) -> str:
    return f"{label(proposal)} ({proposal.get_scenario_category_display()})"


def _address(proposal_id: UUID | None) -> str:
    if proposal_id is None:
        return reverse(f"admin:{QUEUE}")
    return reverse(f"admin:{REVIEW}", args=[proposal_id])


def _as_error(form: forms.Form) -> DomainError:
    fields = {name: [str(m) for m in errors] for name, errors in form.errors.items()}
    name, found = next(iter(fields.items()))
    return DomainError("validation_error", f"{name}: {found[0]}", fields=fields)


def _wants_fragment(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None
