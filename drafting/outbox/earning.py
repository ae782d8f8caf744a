"""Which text may be the reply, and whether it may leave without a person: what runs have to say
about it, who register when Django starts (drafting/apps.py)."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from drafting.drafts.models import Attestation
from drafting.mail.work_models import Batch


class ReplyRules(Protocol):
    def is_best_text(self, *, batch: Batch, text: str, now: datetime) -> bool:
        """Whether a reply to the batch may say this."""

    def has_earned_release(self, *, batch: Batch, attestation: Attestation, now: datetime) -> bool:
        """Whether this text may leave without a person. Needs the thread's lock."""


_rules: list[ReplyRules] = []


def register_reply_rules(rules: ReplyRules) -> None:
    """Called once per process; the same ones again are passed over."""
    if rules not in _rules:
        _rules.append(rules)


def is_best_text(*, batch: Batch, text: str, now: datetime) -> bool:
    return all(rules.is_best_text(batch=batch, text=text, now=now) for rules in _rules)


def has_earned_release(*, batch: Batch, attestation: Attestation, now: datetime) -> bool:
    """False where nobody has rules: then only a person releases."""
    return bool(_rules) and all(
        rules.has_earned_release(batch=batch, attestation=attestation, now=now) for rules in _rules
    )
