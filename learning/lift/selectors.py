"""The lift of the last approved changes: events, by the hash of the text they were made with."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from learning.events.outcomes import Reason
from learning.events.sums import VoteSum, sum_votes
from learning.lift.maths import LIFT_MINIMUM, Lift, Taken, Verdict, lift_of
from learning.proposals.choices import ReviewState
from learning.proposals.models import TemplateProposal
from learning.thresholds.models import LearningSettings
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash

SHOWN_CHANGES = 8


@dataclass(frozen=True, slots=True)
class ChangeLift:
    """An approved change and what came of it. ``is_live``: the template still carries its text."""

    proposal: TemplateProposal
    lift: Lift
    is_live: bool

    @property
    def suggests_roll_back(self) -> bool:
        return self.is_live and self.lift.verdict == Verdict.NO_LIFT

    @property
    def verdict_words(self) -> str:
        count = self.lift.after.votes
        if self.lift.verdict == Verdict.NO_BASE:
            return "new text: nothing to compare with"
        if self.lift.verdict == Verdict.WAITING:
            if count < LIFT_MINIMUM:
                return f"too early: {count} of {LIFT_MINIMUM} drafts"
            more = self.lift.drafts_needed
            return f"too early after {count} drafts" + (f": about {more} more" if more else "")
        if self.lift.verdict == Verdict.LIFT:
            return f"better, certain after {count} drafts"
        return f"no lift after {count} drafts" + ("" if self.is_live else "; replaced since")


def recent_lifts(tuning: LearningSettings) -> list[ChangeLift]:
    """The last approved changes, newest first, language-adapt left out. One query where nothing
    was approved, else four."""
    approved = list(
        TemplateProposal.objects.filter(
            review_state=ReviewState.APPROVED, applied_template__isnull=False
        )
        .select_related("applied_template", "decided_by")
        .defer("previous_body", "original_body_redacted", "proposed_body_redacted", "edited_body")
        .order_by("-decided_at", "id")[:SHOWN_CHANGES]
    )
    if not approved:
        return []
    keys = {proposal.applied_template_id or 0 for proposal in approved}
    hashes = _hashes_by_version(keys)
    taken = _taken(("template_key", "template_text_hash"), tuning, keys)
    changes = []
    for proposal in approved:
        template: Any = proposal.applied_template
        key = template.pk
        after = hashes.get((key, proposal.applied_version or 0), "")
        before = hashes.get((key, proposal.replaced_version or 0), "")
        lift = lift_of(
            taken.get((key, before), Taken()),
            taken.get((key, after), Taken()),
            useful_gain=tuning.useful_gain_pct,
        )
        is_live = template.active and text_hash(template.body) == after
        changes.append(ChangeLift(proposal, lift, is_live))
    return changes


def _hashes_by_version(keys: Collection[int]) -> dict[tuple[int, int], str]:
    """By template and version. The history is read: proposals lose their texts to retention."""
    rows = EmailTemplate.history.filter(id__in=keys).order_by("history_date", "history_id")
    texts = rows.values_list("id", "version", "body")
    return {(key, version): text_hash(body) for key, version, body in texts}


def holdout_lift(tuning: LearningSettings) -> Lift:
    """What learning is worth: drafts of held-out conversations as ``before``, those of the others
    that were compared as ``after``. Stored events only, language-adapt left out. One query."""
    taken = _taken(("is_held_out",), tuning)
    return lift_of(
        taken.get((True,), Taken()),
        taken.get((False,), Taken()),
        useful_gain=tuning.useful_gain_pct,
    )


def _taken(
    by: Sequence[str], tuning: LearningSettings, template_keys: Collection[int] | None = None
) -> dict[tuple[Any, ...], Taken]:
    """How the drafts of each group were taken, language-adapt left out."""
    totals: dict[tuple[Any, ...], VoteSum] = defaultdict(VoteSum)
    spread: dict[tuple[Any, ...], Counter[int]] = defaultdict(Counter)
    keys = (*by, "whole_distance_pct", "rewrite_reason")
    sums = sum_votes(by=keys, tuning=tuning, template_keys=template_keys)
    for (*named, distance, reason), total in sums.items():
        if reason != Reason.LANGUAGE_ADAPT:
            group = tuple(named)
            totals[group] += total
            spread[group][distance] += total.votes
    return {
        group: Taken(
            votes=total.votes,
            unchanged=total.unchanged,
            mean_distance_pct=total.mean_distance_pct,
            votes_by_whole_pct=dict(spread[group]),
        )
        for group, total in totals.items()
    }
