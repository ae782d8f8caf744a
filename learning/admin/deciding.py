"""The page on which one proposal, or a selection of them, is decided. Writes nothing by itself."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.safestring import SafeString
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from config.errors import DomainError
from learning.admin.texts import show_diff
from learning.proposals.choices import ProposalType, RejectReason
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import has_live_base

DECISION_WORDS = {
    "approve": "Approve",
    "reject": "Reject",
    "roll_back": "Roll back",
    "undo": "Undo the decision",
}


class NoteForm(forms.Form):
    note = forms.CharField(
        required=False,
        max_length=500,
        help_text="Kept with the decision.",
        widget=UnfoldAdminTextInputWidget(),
    )

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of the service."""
        return {"note": self.cleaned_data["note"]}


class RejectForm(NoteForm):
    field_order = ["reason", "note"]
    reason = forms.ChoiceField(choices=RejectReason.choices, widget=UnfoldAdminSelectWidget())

    def arguments(self) -> dict[str, Any]:
        return super().arguments() | {"reason": self.cleaned_data["reason"]}


class RollBackForm(NoteForm):
    force = forms.BooleanField(
        required=False,
        label="Also where the template was changed since: that change is lost",
        widget=UnfoldBooleanWidget(),
    )

    def arguments(self) -> dict[str, Any]:
        return super().arguments() | {"force": self.cleaned_data["force"]}


class UndoForm(forms.Form):
    def arguments(self) -> dict[str, Any]:
        return {}


class ApproveForm(NoteForm):
    """The text as it would go live; untouched, the proposal is taken as it is."""

    field_order = ["subject", "body", "may_drop_slots", "rebase", "note"]
    subject = forms.CharField(max_length=200, widget=UnfoldAdminTextInputWidget())
    body = forms.CharField(
        strip=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 24, "class": "font-mono"})
    )
    may_drop_slots = forms.BooleanField(
        required=False,
        label="Slots that the text lacks are left out on purpose",
        widget=UnfoldBooleanWidget(),
    )
    rebase = forms.BooleanField(
        required=False,
        label="Carry the change over to the live text, which is no longer the base",
        widget=UnfoldBooleanWidget(),
    )

    def __init__(self, *args: Any, proposal: TemplateProposal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.proposal = proposal
        self.fields["subject"].initial = proposal.proposed_subject
        self.fields["body"].initial = proposal.proposed_body_redacted
        if has_live_base(proposal):
            del self.fields["rebase"]
        if proposal.type == ProposalType.NEW:
            del self.fields["may_drop_slots"]

    def arguments(self) -> dict[str, Any]:
        given = self.cleaned_data
        body = given["body"]
        is_same = body.split() == self.proposal.proposed_body_redacted.split()
        subject = given["subject"]
        return super().arguments() | {
            "body": body if not is_same or given.get("may_drop_slots") else None,
            "subject": subject if subject != self.proposal.proposed_subject else None,
            "rebase": bool(given.get("rebase")),
        }


def decision_form(decision: str, proposal: TemplateProposal, data: Any = None) -> Any:
    """The form of a decision. Raises KeyError for an unknown one."""
    if decision == "approve":
        return ApproveForm(data, proposal=proposal)
    kinds: dict[str, type[forms.Form]] = {
        "reject": RejectForm,
        "roll_back": RollBackForm,
        "undo": UndoForm,
    }
    return kinds[decision](data)


def refusal_diffs(error: DomainError | None) -> list[tuple[str, SafeString]]:
    """(heading, shown diff) of each change that a refusal tells about."""
    if error is None:
        return []
    headings = {
        "base_to_live": "What was changed in the live text",
        "base_to_proposed": "What this proposal changes",
        "would_be_lost": "What rolling back would lose",
        "live_to_restored": "What would come back",
    }
    return [
        (heading, show_diff(error.extra[name]))
        for name, heading in headings.items()
        if name in error.extra
    ]
