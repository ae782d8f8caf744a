"""Replies that nobody releases at a glance: why, and who may."""

from __future__ import annotations

from typing import Any

from config.errors import DomainError
from drafting.mail.choices import Urgency
from drafting.mail.models import MailSettings
from drafting.mail.work_models import OutgoingMail
from drafting.pipeline.check.policy import ReviewTier

MANAGES = "drafting.change_mailsettings"
_URGENT = "The mail is urgent: read it to the end, and look whether the reply meets it."
_CARE = {
    ReviewTier.MANDATORY_REVIEW: "The mail is escalated, or a policy asks for a person: read it"
    " to the end, and look whether the reply meets it.",
    ReviewTier.OWNER_ALERT: "The mail threatens, or somebody may be in danger: the owners should"
    " see it before anything leaves.",
}


def why_care(mail: OutgoingMail) -> str:
    """Why this reply wants more than a glance; "" where nothing asks for it. What a person wrote
    themselves asks for none."""
    if mail.draft is None:
        return ""
    asked = _CARE.get(mail.draft.policy.get("review_tier", ""), "")
    return asked or (_URGENT if mail.thread.urgency >= Urgency.HIGH else "")


def needs_manager(mail: OutgoingMail, by: Any) -> bool:
    """Whether the desk wants a manager's word for it, and this person is none."""
    if not why_care(mail) or by.has_perm(MANAGES):
        return False
    return MailSettings.current().urgent_replies_need_manager


def refuse_unread(mail: OutgoingMail, *, by: Any, has_read: bool) -> None:
    """Raises ``permission_denied``; ``conflict`` where nobody has said that they read it."""
    why = why_care(mail)
    if not why:
        return
    if needs_manager(mail, by):
        raise DomainError("permission_denied", "This desk wants a manager's word for such replies.")
    if not has_read:
        raise DomainError("conflict", f"{why} Say that you have read both.")
