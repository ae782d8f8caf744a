"""What would be chosen for drafts of before with other priors: for a calibration that proves
itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.plans import plan_from_json
from drafting.pipeline.answer.choose import Choice, Payment, Priors, choose_letter
from drafting.pipeline.answer.requirements import proofs_of
from drafting.pipeline.answer.urgency import is_at_night, urgent_kind
from drafting.pipeline.plan import ActionPlan


def choose_with(plan: ActionPlan, priors: Priors, *, subject: str = "") -> Choice:
    """The letter for a plan with these priors, by today's letters and settings. What a caller had
    looked up is not asked again: those letters are chosen by their proof, not by priors."""
    desk = current_desk()
    return choose_letter(
        plan,
        library=desk.library,
        priors=priors,
        proofs=proofs_of(plan, {}, has_step=False),
        payment=Payment(),
        urgent=urgent_kind(plan, is_night=is_at_night(plan, "", desk.catalogue.facts)),
        subject=subject,
    )


def choose_again(
    draft_ids: Sequence[UUID], priors: Sequence[Priors]
) -> Mapping[UUID, Sequence[tuple[str, bool]]]:
    """For each draft whose mail is kept: (template id or "", whether automatic) per set of priors.
    One query."""
    drafts = Draft.objects.filter(pk__in=draft_ids, blanked_at__isnull=True)
    kept = drafts.values_list("pk", "action_plan", "message__subject")
    return {
        key: [_pick(plan, each, subject or "") for each in priors]
        for key, stored, subject in kept
        for plan in [plan_from_json(stored)]
    }


def _pick(plan: ActionPlan, priors: Priors, subject: str) -> tuple[str, bool]:
    choice = choose_with(plan, priors, subject=subject)
    return choice.template.template_id if choice.template else "", choice.selection == "auto"
