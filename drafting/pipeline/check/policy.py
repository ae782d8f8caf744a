"""Which policy rules hold for a mail, and what they add up to: the strictest wins."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from drafting.pipeline.plan import ActionPlan, Tier
from templatesapp.choices import PolicyCondition
from templatesapp.choices import ReviewTier as ReviewTier
from templatesapp.entries import PolicyEntry
from templatesapp.text.languages import WordTable
from templatesapp.text.languages import rules as language_rules
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import words

NON_REFUNDABLE_SCENARIO = "cancellation"
DISPUTE_TRIGGERS = frozenset(
    {"cancellation_refund_dispute", "chargeback_hint", "high_value_dispute"}
)
_TIER_OF_ESCALATION = {
    Tier.NONE: ReviewTier.STANDARD,
    Tier.HIGH: ReviewTier.MANDATORY_REVIEW,
    Tier.CRITICAL: ReviewTier.OWNER_ALERT,
}


@lru_cache(maxsize=4096)  # a thousand phrases that no letter may hold, looked for in each
def word_key(text: str) -> str:
    """Folded words with one space around each, so that ``word_key(a) in word_key(b)`` compares
    whole words."""
    return f" {' '.join(words(text))} "


def has_phrase(text: str, phrase: str) -> bool:
    """Whether the words of ``phrase`` stand in ``text`` side by side; no words never do."""
    key = word_key(phrase)
    return bool(key.strip()) and key in word_key(text)


@dataclass(frozen=True, slots=True)
class PolicyDecision:
    """What all rules that hold add up to; empty ``allowed_categories`` means any. ``mandatory``:
    one sentence per language and rule."""

    review_tier: str = ReviewTier.STANDARD
    mandatory: tuple[Mapping[str, str], ...] = ()
    prohibited_content: tuple[str, ...] = ()
    tone: str = ""
    allowed_categories: tuple[str, ...] = ()
    rule_keys: tuple[str, ...] = ()

    def mandatory_content(self, language: str) -> tuple[str, ...]:
        """What a text in this language must say; in English where a rule lacks the language."""
        return _unique(said.get(language) or said.get("en", "") for said in self.mandatory)


class NonRefundableRules(WordTable):
    """A language's phrases for "this rate is not refunded", and the words in front of them that
    ask ("is it …?") or suppose ("if it is …") instead of saying it."""

    FILE: ClassVar[str] = "policy"
    NOTATION: ClassVar[str] = "words"


def decide_policy(
    rules: Sequence[PolicyEntry], *, plan: ActionPlan, category: str
) -> PolicyDecision:
    """The decision for one mail. ``category``: the scenario the draft is made for."""
    earlier = plan.thread_summary.prior_commitments if plan.thread_summary else ()
    is_non_refundable = category == NON_REFUNDABLE_SCENARIO and says_non_refundable(
        "\n".join([plan.normalized_text, "", *earlier])
    )
    held = [
        rule
        for rule in rules
        if rule.category in ("", category) and _holds(rule, plan, is_non_refundable)
    ]
    by_strictness = sorted(held, key=lambda rule: -_strictness(rule.review_tier))
    tiers = [_TIER_OF_ESCALATION[plan.escalation.tier], *(r.review_tier for r in held)]
    return PolicyDecision(
        review_tier=ReviewTier(max(tiers, key=_strictness)),
        mandatory=tuple(rule.mandatory_content for rule in held if rule.mandatory_content),
        prohibited_content=_unique(phrase for rule in held for phrase in rule.prohibited_content),
        tone=next((rule.tone for rule in by_strictness if rule.tone), ""),
        allowed_categories=_allowed(by_strictness),
        rule_keys=tuple(rule.key for rule in held),
    )


def mandatory_of(
    rules: Sequence[PolicyEntry], keys: Collection[str]
) -> tuple[Mapping[str, str], ...]:
    """The sentences of the rules with these keys, as the rules say them today."""
    return tuple(r.mandatory_content for r in rules if r.key in keys and r.mandatory_content)


def says_non_refundable(text: str) -> bool:
    """Whether the text states, in any of the languages, that the rate is not refunded.

    A question ("Is it non-refundable?") and a supposition ("if it is …") state nothing.
    """
    return any(_states_it(sentence) for sentence in sentences(text))


def _states_it(sentence: str) -> bool:
    key = word_key(sentence)
    for entry in language_rules(NonRefundableRules).values():
        for phrase in entry.phrases:
            before, found, _ = key.partition(word_key(phrase))
            if found and not _is_asked(f"{before} ", sentence, entry):
                return True
    return False


def _is_asked(before: str, sentence: str, entry: NonRefundableRules) -> bool:
    if any(word_key(word) in before for word in entry.supposing):
        return True
    opens_asking = any(before.startswith(word_key(word)) for word in entry.asking_openers)
    return sentence.rstrip().endswith("?") and (opens_asking or not before.strip())


def _holds(rule: PolicyEntry, plan: ActionPlan, is_non_refundable: bool) -> bool:
    tier = plan.escalation.tier
    return {
        PolicyCondition.ALWAYS: True,
        PolicyCondition.NON_REFUNDABLE: is_non_refundable,
        PolicyCondition.DISPUTE: not DISPUTE_TRIGGERS.isdisjoint(plan.escalation.triggers),
        PolicyCondition.ESCALATION_HIGH: tier in (Tier.HIGH, Tier.CRITICAL),
        PolicyCondition.ESCALATION_CRITICAL: tier == Tier.CRITICAL,
    }[PolicyCondition(rule.condition)]


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _allowed(by_strictness: Iterable[PolicyEntry]) -> tuple[str, ...]:
    """What every rule allows; where two rules exclude each other, what the strictest allows."""
    limits = [rule.allowed_categories for rule in by_strictness if rule.allowed_categories]
    if not limits:
        return ()
    allowed_by_all = tuple(c for c in limits[0] if all(c in limit for limit in limits))
    return allowed_by_all or limits[0]


def _strictness(tier: str) -> int:
    return [*ReviewTier].index(ReviewTier(tier))
