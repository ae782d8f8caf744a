"""Plain values by which drafting tells learning, which knows nothing of drafts or mail.

A contact comes as a keyed hash made by drafting, an agent as its key's public prefix.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class RewrittenDraft:
    """A rewrite as a whole, for examining it as a proposal. Texts are never stored as they are."""

    draft_id: UUID
    attempt: int
    occurred_at: datetime
    scenario_category: str
    language: str  # of the rewritten text
    original_body: str  # the kept draft
    refined_body: str
    edit_distance_pct: float
    rewrite_reason: str
    refinement_applied: bool
    quality_passed: bool
    source: str
    template_key: int | None = None
    template_version: int | None = None
    corrected_category: str = ""
    is_composite: bool = False
    slots_filled: Mapping[str, str] = field(default_factory=dict)  # slot name -> value put in
    email_subject: str = ""
    sender_name: str = ""
    sender_address: str = ""
    contact_hash: str = ""  # "" where nobody is known
    promises: tuple[str, ...] = ()  # sentences of the draft that leave something to a person
    unanswered: tuple[str, ...] = ()  # what was asked and nothing of ours answers


@dataclass(frozen=True, slots=True)
class UnansweredQuestion:
    """A question that neither template nor knowledge answered. ``is_action``: something to do, for
    which we have no sentence."""

    text: str
    language: str
    scenario_category: str
    context: str = ""  # the mail it stood in; an excerpt of it is kept, redacted
    sender_name: str = ""
    sender_address: str = ""
    suggested_answer: str = ""
    is_action: bool = False


@dataclass(frozen=True, slots=True)
class LedgerOutcome:
    """How the ledger took the questions of one draft; hashes in the questions' order."""

    created: int = 0
    duplicates: int = 0
    question_hashes: tuple[str, ...] = ()
