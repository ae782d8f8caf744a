"""What drafting answers to learning, which may not import it.
The rewrites of before its gate opened, the choice with other priors, the mail behind its drafts,
the answers near a question."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.urls import reverse

from drafting.drafts.kept import current_desk
from drafting.drafts.learning_feed import examine_attested
from drafting.drafts.models import Attestation, Draft
from drafting.drafts.shapes import plan_from_json
from drafting.mail.models import Message
from drafting.pipeline.answer.choose import Choice, Chooser, Priors
from drafting.pipeline.answer.knowledge import likeliest_alone
from drafting.pipeline.answer.requirements import is_at_night, proofs_of, urgent_kind
from drafting.pipeline.plan import ActionPlan, Ask, AskKind
from learning.ledger.selectors import AskingMail, KeptMails
from learning.proposals.selectors import count_pending
from learning.thresholds.selectors import gate_state
from learning.thresholds.services import confirm_thresholds
from templatesapp.entries import KnowledgeEntry
from templatesapp.models import DeskProfile

CHUNK = 200  # drafts read at once
_MOST_ANSWERS = 5


def confirm_sample_thresholds(*, by: User, now: datetime) -> int | None:
    """The confirmation on a sample desk, once there is enough to look at; None where it is not
    wanted: the desk works for real, has too little, or has been confirmed."""
    gate = gate_state()
    is_enough = gate.joined >= gate.tuning.validation_minimum
    if gate.is_open or not is_enough or not DeskProfile.current().is_sample_desk:
        return None
    reason = "sample desk: boundaries as shipped"
    return confirm_thresholds(by=by, reason=reason, now=now).proposals


def examine_kept_drafts(now: datetime) -> int:
    """Examines the last rewrite of every draft whose text is still kept, oldest first, as if it
    were refined now. Returns how many proposals came of it; examined twice, nothing new comes."""
    of_draft = Attestation.objects.filter(draft=OuterRef("draft")).order_by("-attempt")
    last = Attestation.objects.filter(pk=Subquery(of_draft.values("pk")[:1]))
    kept = last.filter(draft__blanked_at__isnull=True, refinement_applied=True)
    whole = kept.select_related("draft", "draft__message", "draft__template")
    before = count_pending()
    oldest_first = whole.defer("draft__message__raw").order_by("created_at", "pk")
    for attestation in oldest_first.iterator(chunk_size=CHUNK):
        examine_attested(attestation, draft=attestation.draft, now=now)
    return count_pending() - before


def choose_with(plan: ActionPlan, priors: Priors, *, subject: str = "") -> Choice:
    """The letter for a plan with these priors, by today's letters and settings. What a caller had
    looked up is not asked again: those letters are chosen by their proof, not by priors."""
    desk = current_desk()
    urgent = urgent_kind(plan, is_night=is_at_night(plan, "", desk.catalogue.facts))
    proofs = proofs_of(plan, {}, has_step=False)
    return Chooser(plan, desk.library, proofs, subject, urgent=urgent).choose(priors)


def kept_drafts() -> QuerySet[Any, Any]:
    """The ids of the drafts whose mail is kept."""
    return Draft.objects.filter(blanked_at__isnull=True).order_by().values("pk")


def choose_again(draft_ids: Sequence[UUID], priors: Priors) -> Mapping[UUID, tuple[str, bool]]:
    """For each draft whose mail is kept: (template id or "", whether automatic). One query."""
    drafts = Draft.objects.filter(pk__in=draft_ids, blanked_at__isnull=True)
    kept = drafts.values_list("pk", "action_plan", "message__subject")
    chosen = {}
    for key, stored, subject in kept:
        choice = choose_with(plan_from_json(stored), priors, subject=subject or "")
        letter = choice.template.template_id if choice.template else ""
        chosen[key] = letter, choice.selection == "auto"
    return chosen


def known_answers(question: str, language: str) -> list[KnowledgeEntry]:
    """What the house may say to a question of that language, the likeliest first, each as it stands
    in a letter; at most five."""
    desk = current_desk()
    found = likeliest_alone(
        Ask("a1", AskKind.QUESTION, question, evidence=question),
        language=language,
        letter_language=desk.catalogue.letter_language(language),
        search=desk.search,
    )
    return [replace(one.item, answer=one.text) for one in found[:_MOST_ANSWERS]]


def kept_mails(draft_ids: QuerySet[Any, Any], shown: int) -> KeptMails:
    """Received mail of these drafts, each once, the newest first. Three queries."""
    drafts = Draft.objects.filter(pk__in=draft_ids, message__isnull=False).order_by()
    counts = drafts.aggregate(all=Count("pk"), mails=Count("message", distinct=True))
    messages = Message.objects.filter(pk__in=drafts.values("message"))
    newest = messages.order_by("-received_at", "-pk").values_list(
        "subject", "received_at", "thread"
    )
    return KeptMails(
        mails=counts["mails"],
        newest=[
            AskingMail(subject, at, reverse("admin:drafting_thread_change", args=[thread]))
            for subject, at, thread in newest[:shown]
        ],
        gone=draft_ids.count() - counts["all"],
    )
