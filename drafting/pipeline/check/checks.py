"""The checks, one function each: what is wrong with the draft, or None.

They run in the order of ``CHECKS``; that order is the order of ``failed_checks``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import ClassVar

from drafting.pipeline.check.context import Check, QualityContext
from drafting.pipeline.outcomes import Outcome, OutcomeKind
from drafting.pipeline.phrases import word_key
from drafting.pipeline.plan import Ask, AskKind
from templatesapp.text.coverage.cover import CoverageStatus, denies
from templatesapp.text.guarded.check import CONTRADICTS, UNKNOWN, Finding
from templatesapp.text.language_files import LanguageData, Phrases
from templatesapp.text.languages import rules
from templatesapp.text.links import find_links, foreign_links
from templatesapp.text.slots import SLOT

REFERENCE_REQUIRED = "reference_required"
REFERENCE_EXCLUDED = "reference_optional_excluded"

# Words of a reply by scenario. Source: design page "Drafting", section 3; there the tolerance too.
WORDS_BY_SCENARIO: dict[str, tuple[int, int]] = {
    **dict.fromkeys(
        ["faq", "check-in", "breakfast", "luggage", "wifi", "checkout", "access", "transportation"],
        (50, 100),
    ),
    **dict.fromkeys(["policies", "payment"], (100, 150)),
    **dict.fromkeys(["cancellation", "booking-changes", "booking-issues", "prepayment"], (80, 140)),
    "house-rules": (80, 120),
    "promotions": (40, 80),
    **dict.fromkeys(["employment", "lost-found", "activities"], (60, 120)),
}
DEFAULT_WORDS = (80, 140)
_LONGEST_SHARE = 1.2

_DUTIES = (AskKind.STATE, AskKind.ACTION)
_SIGNATURE_WORDS = 40  # a signature stands within the last words of a mail
_BRACES = re.compile(r"\{\{[^{}\n]{0,60}\}?\}?|\}\}")


def _unanswered_questions(context: QualityContext) -> str | None:
    """What the text neither answers nor promises; a notice needs neither."""
    return _listed(ask.text for ask in context.table.open_asks(context.plan.asks))


def _prohibited_claims(context: QualityContext) -> str | None:
    return _listed(_phrases_in(context.body_plain, claims()))


def _missing_plaintext(context: QualityContext) -> str | None:
    return None if context.body_plain.strip() else "body_plain is empty"


def _missing_html(context: QualityContext) -> str | None:
    return None if (context.body_html or "").strip() else "body_html is empty"


def _missing_signature(context: QualityContext) -> str | None:
    """Desks without an accepted signature line ask for none."""
    end = word_key(" ".join(context.body_plain.split()[-_SIGNATURE_WORDS:]))
    keys = [key for key in map(word_key, context.signatures) if key.strip()]
    if not keys or any(key in end for key in keys):
        return None
    return f"none of: {'; '.join(context.signatures)}"


def _missing_required_link(context: QualityContext) -> str | None:
    """Where no letter fits, and a person is named who writes about all there is to do, that person
    brings the link: a house may have none."""
    if context.is_acknowledgement or not context.plan.workflow_triggers.booking_action_required:
        return None
    fates = dict(zip(context.plan.asks, context.table.outcomes, strict=True))
    duties = {fate.outcome for ask, fate in fates.items() if ask.kind in _DUTIES}
    if context.template is None and duties == {OutcomeKind.PROMISED}:
        return None
    return None if find_links(context.body_plain) else "a booking action was asked for"


def _missing_required_reference(context: QualityContext) -> str | None:
    template = context.template
    if template is None or template.reference_scope != REFERENCE_REQUIRED:
        return None
    url = template.canonical_reference_url
    return None if not url or _links_to(context, url) else url


def _reference_not_applicable(context: QualityContext) -> str | None:
    template = context.template
    if template is None or template.reference_scope != REFERENCE_EXCLUDED:
        return None
    url = template.canonical_reference_url
    return url if url and _links_to(context, url) else None


def _contradicts_thread(context: QualityContext) -> str | None:
    summary = context.plan.thread_summary
    if summary is None:
        return None
    language = summary.language_used or context.language
    return _listed(
        commitment
        for commitment in summary.prior_commitments
        if denies(context.body_plain, commitment, language=context.language, said_language=language)
    )


def _missing_policy_mandatory_content(context: QualityContext) -> str | None:
    if context.is_acknowledgement:
        return None
    body = word_key(context.body_plain)
    wanted = context.policy.mandatory_content(context.language)
    return _listed(s for s in wanted if word_key(s) not in body)


def _policy_prohibited_content(context: QualityContext) -> str | None:
    return _listed(_phrases_in(context.body_plain, context.policy.prohibited_content))


def _unresolved_slot(context: QualityContext) -> str | None:
    found = _BRACES.findall(f"{context.body_plain}\n{context.body_html or ''}")
    return _listed(_told(text, context.known_slots) for text in found)


def _foreign_link(context: QualityContext) -> str | None:
    allowed = context.allowed_links
    return _listed(
        link.url
        for body in (context.body_plain, context.body_html or "")
        for link in foreign_links(body, allowed.hosts, allowed.urls)
    )


def _protected_text_changed(context: QualityContext) -> str | None:
    if context.template is None or not context.template.protected:
        return None
    if not context.has_kept_draft:
        return None
    same = _folded_lines(context.body_plain) == _folded_lines(context.template.kept_text)
    return None if same else f"{context.template.template_id} may not be reworded"


def _contradicts_fact(context: QualityContext) -> str | None:
    if context.is_insisted:
        return None
    return _listed(
        f"{found.said} ({found.fact}: {found.known})" for found in _facts(context, CONTRADICTS)
    )


def _unknown_value(context: QualityContext) -> str | None:
    return _listed(found.said for found in _facts(context, UNKNOWN))


def _facts(context: QualityContext, code: str) -> list[Finding]:
    return [found for found in context.facts.findings if found.code == code]


def _partial_question_coverage(context: QualityContext) -> str | None:
    return _listed(
        ask.text
        for ask, outcome in _with_outcomes(context)
        if outcome.outcome is OutcomeKind.ANSWERED and outcome.coverage is CoverageStatus.PARTIAL
    )


def _notice_ignored(context: QualityContext) -> str | None:
    if context.is_acknowledgement:
        return None
    return _listed(
        ask.text
        for ask, outcome in _with_outcomes(context)
        if ask.kind is AskKind.NOTICE and outcome.outcome is OutcomeKind.OPEN
    )


def _with_outcomes(context: QualityContext) -> Iterable[tuple[Ask, Outcome]]:
    return zip(context.plan.asks, context.table.outcomes, strict=True)


def _language_mismatch(context: QualityContext) -> str | None:
    asked, answered = context.plan.language, context.language
    return None if asked == answered else f"asked in {asked}, answered in {answered}"


def _length_out_of_range(context: QualityContext) -> str | None:
    high = WORDS_BY_SCENARIO.get(context.plan.scenario.category, DEFAULT_WORDS)[1]
    count = len(context.body_plain.split())
    return None if count <= _LONGEST_SHARE * high else f"{count} words, expected at most {high}"


CHECKS: tuple[Check, ...] = (
    Check("unanswered_questions", _unanswered_questions),
    Check("prohibited_claims", _prohibited_claims),
    Check("missing_plaintext", _missing_plaintext),
    Check("missing_html", _missing_html),
    Check("missing_signature", _missing_signature),
    Check("missing_required_link", _missing_required_link),
    Check("missing_required_reference", _missing_required_reference, needs_template=True),
    Check("reference_not_applicable", _reference_not_applicable, needs_template=True),
    Check("contradicts_thread", _contradicts_thread),
    Check("missing_policy_mandatory_content", _missing_policy_mandatory_content),
    Check("policy_prohibited_content", _policy_prohibited_content),
    Check("unresolved_slot", _unresolved_slot),
    Check("foreign_link", _foreign_link),
    Check(CONTRADICTS, _contradicts_fact),
    Check("protected_text_changed", _protected_text_changed, needs_template=True),
)
WARNINGS: tuple[Check, ...] = (
    Check("partial_question_coverage", _partial_question_coverage),
    Check("notice_ignored", _notice_ignored),
    Check(UNKNOWN, _unknown_value),
    Check("language_mismatch", _language_mismatch),
    Check("length_out_of_range", _length_out_of_range),
)


@dataclass(frozen=True, slots=True)
class ClaimRules(LanguageData):
    """Claims that no draft may make."""

    FILE: ClassVar[str] = "claims"

    claims: Phrases  # of its marks only ``a|b`` and ``word?``


@cache
def claims() -> tuple[str, ...]:
    """The prohibited claims of every language, alternatives and optional words written out."""
    return tuple(
        phrase
        for rule in rules(ClaimRules).values()
        for pattern in rule.claims
        for phrase in expanded(pattern)
    )


def expanded(pattern: str) -> list[str]:
    """``"we have|will charge?"`` → its four phrases."""
    slots = [
        [*part.rstrip("?").split("|"), *([""] if part.endswith("?") else [])]
        for part in pattern.split()
    ]
    return [" ".join(word for word in choice if word) for choice in product(*slots)]


@cache
def _key(phrase: str) -> str:
    return word_key(phrase)


def _phrases_in(text: str, phrases: Iterable[str]) -> list[str]:
    body = word_key(text)
    return [phrase for phrase in phrases if (key := _key(phrase)) in body and key.strip()]


def _listed(findings: Iterable[str]) -> str | None:
    return "; ".join(dict.fromkeys(findings)) or None


def _links_to(context: QualityContext, url: str) -> bool:
    return any(not foreign_links(link.url, (), [url]) for link in find_links(context.body_plain))


def _told(text: str, known: frozenset[str]) -> str:
    match = SLOT.fullmatch(text)
    return text if match is None or match.group(1) in known else f"{text} (no such slot)"


def _folded_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()
