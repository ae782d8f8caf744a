"""The lift of a change: counts in, differences with intervals out; and that of the last changes.

Lift is counted so that more is better: per cents of edit distance that a draft needs less, and
points of the share of drafts that are sent unchanged.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from learning.events.choices import Reason
from learning.events.selectors import VoteSum, sum_votes
from learning.proposals.models import ReviewState, TemplateProposal
from learning.thresholds.models import LearningSettings
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash

LIFT_MINIMUM = 10  # drafts with each text before the spread can be told at all
_Z = 1.959964  # two-sided 95 % of the normal distribution
# One-sided at any moment, however often one looks. Robbins' normal mixture: it is narrowest where
# the information (1 ÷ variance of the difference) is five times the constant, at about 40 drafts.
_ALPHA = 0.05
_MIXTURE = 0.012
_LEAST_VARIANCE = 25.0  # a handful of equal distances is no certainty
SHOWN_CHANGES = 8


class Verdict(StrEnum):
    """What may be said of a change, from nothing to certain."""

    NO_BASE = "no-base"  # a new template, or no draft was ever made from the old text
    WAITING = "waiting"  # too early: the interval holds both zero and a useful gain
    LIFT = "lift"  # the whole interval lies above zero
    NO_LIFT = "no-lift"  # the whole interval lies below a useful gain: it cannot bring that much


@dataclass(frozen=True, slots=True)
class Difference:
    """``low`` and ``high`` bound it; None where too few drafts say how they spread."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Lift:
    before: VoteSum
    after: VoteSum
    distance: Difference | None  # per cents less; None without drafts on both sides
    unchanged: Difference | None  # points of share more
    verdict: Verdict
    drafts_needed: int | None  # until it can be told, as things look now; None where nobody knows


def lift_of(before: VoteSum, after: VoteSum, *, useful_gain: float) -> Lift:
    """Before against after. The verdict rests on the edit distance; ``useful_gain``: per cents
    less."""
    distance = distance_lift(before, after)
    return Lift(
        before=before,
        after=after,
        distance=distance,
        unchanged=unchanged_lift(before, after),
        verdict=_verdict(before, after, distance, useful_gain),
        drafts_needed=_drafts_needed(after, distance, useful_gain),
    )


def distance_lift(before: VoteSum, after: VoteSum) -> Difference | None:
    """Difference of the mean edit distances with an interval that may be looked at any time."""
    if before.mean_distance_pct is None or after.mean_distance_pct is None:
        return None
    value = before.mean_distance_pct - after.mean_distance_pct
    if before.votes < 2 or after.votes < 2:
        return Difference(round(value, 1), None, None)
    # Where most drafts go unchanged, the few of a new text spread too little by chance.
    both = _variance(before, after)
    half = anytime_half_width(
        sum(max(_variance(taken), both) / taken.votes for taken in (before, after))
    )
    return Difference(round(value, 1), round(value - half, 1), round(value + half, 1))


def anytime_half_width(variance: float) -> float:
    """Half of a confidence sequence for a mean with this variance: each side errs once in twenty,
    at whatever moment one stops. Source: Robbins 1970, normal mixture, one-sided."""
    information = 1 / variance
    mixed = information + _MIXTURE
    bound = 2 * math.log(1 / (2 * _ALPHA)) + math.log(mixed / _MIXTURE)
    return math.sqrt(mixed * bound) / information


def unchanged_lift(before: VoteSum, after: VoteSum) -> Difference | None:
    """Difference of the unchanged shares with Newcombe's interval (method 10), in points."""
    if not before.votes or not after.votes:
        return None
    old, new = before.unchanged / before.votes, after.unchanged / after.votes
    old_low, old_high = wilson(before.unchanged, before.votes)
    new_low, new_high = wilson(after.unchanged, after.votes)
    low = new - old - math.hypot(new - new_low, old_high - old)
    high = new - old + math.hypot(new_high - new, old - old_low)
    return Difference(*(round(100 * share, 1) for share in (new - old, low, high)))


def wilson(hits: int, votes: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, 0 to 1; right for small numbers and shares near 0 or 1."""
    share = hits / votes
    scale = 1 + _Z**2 / votes
    centre = (share + _Z**2 / (2 * votes)) / scale
    half = _Z / scale * math.sqrt(share * (1 - share) / votes + _Z**2 / (4 * votes**2))
    return max(centre - half, 0.0), min(centre + half, 1.0)


def _variance(*samples: VoteSum) -> float:
    """Within the samples, from whole per cents: retention keeps no finer ones."""
    squares, free = 0.0, 0
    for sample in samples:
        spread, count = sample.spread.items(), sample.spread.total()
        mean = sum(pct * votes for pct, votes in spread) / count
        squares += sum(votes * (pct - mean) ** 2 for pct, votes in spread)
        free += count - 1
    return max(squares / free, _LEAST_VARIANCE)


def _verdict(
    before: VoteSum, after: VoteSum, distance: Difference | None, useful_gain: float
) -> Verdict:
    if not before.votes:
        return Verdict.NO_BASE
    few = min(before.votes, after.votes) < LIFT_MINIMUM
    if few or distance is None or distance.low is None or distance.high is None:
        return Verdict.WAITING
    if distance.low > 0:
        return Verdict.LIFT
    return Verdict.NO_LIFT if distance.high < useful_gain else Verdict.WAITING


def _drafts_needed(after: VoteSum, distance: Difference | None, useful_gain: float) -> int | None:
    """So many more, were the difference what it is now: the half width falls with their root."""
    if distance is None or distance.low is None:
        return None
    half = distance.value - distance.low
    wanted = max(distance.value, useful_gain - distance.value)
    return max(math.ceil(after.votes * (half / wanted) ** 2) - after.votes, 1)


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
    # The history is read: proposals lose their texts to retention.
    rows = EmailTemplate.history.filter(id__in=keys).order_by("history_date", "history_id")
    texts = rows.values_list("id", "version", "body")
    hashes = {(key, version): text_hash(body) for key, version, body in texts}
    taken = _taken(("template_key", "template_text_hash"), tuning, keys)
    changes = []
    for proposal in approved:
        template: Any = proposal.applied_template
        key = template.pk
        after = hashes.get((key, proposal.applied_version or 0), "")
        before = hashes.get((key, proposal.replaced_version or 0), "")
        lift = lift_of(
            taken.get((key, before), VoteSum()),
            taken.get((key, after), VoteSum()),
            useful_gain=tuning.useful_gain_pct,
        )
        is_live = template.active and text_hash(template.body) == after
        changes.append(ChangeLift(proposal, lift, is_live))
    return changes


def holdout_lift(tuning: LearningSettings) -> Lift:
    """What learning is worth: drafts of held-out conversations as ``before``, those of the others
    that were compared as ``after``. Stored events only, language-adapt left out. One query."""
    taken = _taken(("is_held_out",), tuning)
    return lift_of(
        taken.get((True,), VoteSum()),
        taken.get((False,), VoteSum()),
        useful_gain=tuning.useful_gain_pct,
    )


def _taken(
    by: Sequence[str], tuning: LearningSettings, template_keys: Collection[int] | None = None
) -> dict[tuple[Any, ...], VoteSum]:
    """How the drafts of each group were taken, language-adapt left out."""
    taken: dict[tuple[Any, ...], VoteSum] = defaultdict(VoteSum)
    keys = (*by, "whole_distance_pct", "rewrite_reason")
    sums = sum_votes(by=keys, tuning=tuning, template_keys=template_keys)
    for (*named, distance, reason), total in sums.items():
        if reason != Reason.LANGUAGE_ADAPT:
            taken[tuple(named)] += replace(total, spread=Counter({distance: total.votes}))
    return taken
