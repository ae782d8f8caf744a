"""The checks, one function each: what is wrong with the draft, or None.

They run in the order of ``CHECKS``; that order is the order of ``failed_checks``.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from textwrap import shorten
from typing import ClassVar

from drafting.pipeline.check.fixed_text import changed_line
from drafting.pipeline.check.policy import PolicyDecision, has_phrase, word_key
from drafting.pipeline.outcomes import Outcome, OutcomeKind, Table
from drafting.pipeline.plan import ActionPlan, Ask, AskKind
from drafting.tables import table_beside
from templatesapp.categories import language_name
from templatesapp.choices import ReferenceScope
from templatesapp.entries import TemplateEntry
from templatesapp.text.coverage.cover import CoverageStatus, denies
from templatesapp.text.guarded.kinds import CONTRADICTS, UNKNOWN, FactReading, Finding
from templatesapp.text.languages import LanguageData, Phrases, rules
from templatesapp.text.links import AllowedLinks, find_links, foreign_links
from templatesapp.text.shown import hidden_characters, markup
from templatesapp.text.slots import SLOT, slot_names

_KNOWN = table_beside(__file__)
_LONGEST_SHARE = 1.2
_WORDS_AN_ASK = 40  # more than one thing asked takes more words
_SHOWN_CHARACTERS = 80  # of a line

_DUTIES = (AskKind.STATE, AskKind.ACTION)
_SIGNATURE_WORDS = 40  # a signature stands within the last words of a mail
REST_LEFT_OPEN, ADDED, NEEDS_LINK = "rest_left_open", "added_statement", "missing_required_link"
# "[insert name]", but no "[map](https://…)" and no "[1]"
_BRACKETS = re.compile(r"\[(?=[^\W\d_])[^\[\]\n]{2,60}\](?!\()")
_BRACES = re.compile(r"\{\{[^{}\n]{0,60}\}?\}?|\}\}")


@dataclass(frozen=True, slots=True)
class QualityContext:
    """All a check may look at, as plain values.

    ``table``: what the text does with each ask. ``language``: of the text. ``letter``: whose
    reference counts. ``fixed``: a name of what may not be reworded, "" for none, and ``kept_text``
    what it is compared with. ``signatures``: lines of which one must close it.
    ``has_kept_draft``: the call named a draft that the server kept. ``is_linkless``: what the text
    is made of brings no link. ``holes``: sentences of the draft that lack a fact. ``added``: what
    sentences of a rewrite say that neither the draft nor any text of the house says; ``foreign``:
    those in another language than the rest.
    """

    plan: ActionPlan
    table: Table
    body_plain: str
    body_html: str | None
    language: str
    letter: TemplateEntry | None = None
    fixed: str = ""
    kept_text: str = ""
    policy: PolicyDecision = field(default_factory=PolicyDecision)
    known_slots: frozenset[str] = frozenset()
    allowed_links: AllowedLinks = field(default_factory=AllowedLinks)
    signatures: tuple[str, ...] = ()
    has_kept_draft: bool = False
    is_acknowledgement: bool = False
    is_linkless: bool = False
    holes: tuple[str, ...] = ()
    facts: FactReading = field(default_factory=lambda: FactReading(()))
    added: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


Check = Callable[[QualityContext], str | None]  # what is wrong, or None


def most_words(category: str) -> int:
    most: dict[str, int] = _KNOWN["most_words"]
    return most.get(category, most["else"])


def _missing_signature(context: QualityContext) -> str | None:
    """Desks without an accepted signature line ask for none."""
    end = word_key(" ".join(context.body_plain.split()[-_SIGNATURE_WORDS:]))
    keys = [key for key in map(word_key, context.signatures) if key.strip()]
    if not keys or any(key in end for key in keys):
        return None
    return f"none of: {'; '.join(context.signatures)}"


def _missing_required_link(context: QualityContext) -> str | None:
    """Where no letter fits, and a person is named who writes about all there is to do, that person
    brings the link: a house may have none. A letter that the house wrote without one needs none,
    nor do paragraphs chosen of it, nor a rewrite of a draft that did well without."""
    if context.is_acknowledgement or not context.plan.workflow_triggers.booking_action_required:
        return None
    if context.is_linkless:
        return None
    duties = {fate.outcome for ask, fate in _with_outcomes(context) if ask.kind in _DUTIES}
    is_bare = context.letter is None and not context.fixed
    if is_bare and duties == {OutcomeKind.PROMISED}:
        return None
    if context.letter is not None and not _may_link(context.letter):
        return None
    return None if find_links(context.body_plain) else "a booking action was asked for"


def _may_link(letter: TemplateEntry) -> bool:
    return bool(letter.canonical_reference_url) or may_link(letter.body)


def may_link(body: str) -> bool:
    """Whether a text with its slots brings a link."""
    return bool(find_links(body)) or any(name.endswith("_URL") for name in slot_names(body))


def _missing_required_reference(context: QualityContext) -> str | None:
    url = context.letter.required_reference if context.letter else ""
    return None if not url or _links_to(context, url) else url


def _reference_not_applicable(context: QualityContext) -> str | None:
    letter = context.letter
    if letter is None or letter.reference_scope != ReferenceScope.OPTIONAL_EXCLUDED:
        return None
    url = letter.canonical_reference_url
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
    body, kept = word_key(context.body_plain), word_key(context.kept_text)
    wanted = context.policy.mandatory_content(context.language)
    missing = [s for s in wanted if word_key(s) not in body]
    if context.fixed and context.has_kept_draft and body != kept:
        # What a fixed text lacks itself is nothing that its writer took out.
        missing = [s for s in missing if word_key(s) in kept]
    return _listed(missing)


def _unresolved_slot(context: QualityContext) -> str | None:
    found = _BRACES.findall(f"{context.body_plain}\n{context.body_html or ''}")
    if context.has_kept_draft:
        own = context.kept_text
        found += (one for one in _BRACKETS.findall(context.body_plain) if one not in own)
    holes = (said for said in context.holes if has_phrase(context.body_plain, said))
    return _listed([*(_told(text, context.known_slots) for text in found), *holes])


def _foreign_link(context: QualityContext) -> str | None:
    allowed = context.allowed_links
    return _listed(
        link.url
        for body in (context.body_plain, context.body_html or "")
        for link in foreign_links(body, allowed.hosts, allowed.urls)
    )


def _protected_text_changed(context: QualityContext) -> str | None:
    if not context.fixed or not context.has_kept_draft:
        return None
    changed = changed_line(context.body_plain, context.kept_text, context.language)
    if changed is None:
        return None
    said, kept = (shorten(line, _SHOWN_CHARACTERS, placeholder=" …") for line in changed)
    return f'{context.fixed} may not be reworded: "{said}" stands in place of "{kept}"'


def _contradicts_fact(context: QualityContext) -> str | None:
    found = _facts(context, CONTRADICTS)
    return _listed(f"{one.said} ({one.fact}: {one.known})" for one in found)


def _facts(context: QualityContext, code: str) -> list[Finding]:
    return [found for found in context.facts.findings if found.code == code]


def _left_open(context: QualityContext, *, is_unsettled: bool) -> str | None:
    """What the text neither answers nor promises; a notice needs neither."""
    table = context.table
    left = table.open_asks(context.plan.asks)
    return _listed(ask.text for ask in left if (ask.id in table.unsettled) is is_unsettled)


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
    names = f"asked in {language_name(asked)}, answered in {language_name(answered)}"
    return _listed([*([names] if asked != answered else ()), *context.foreign])


def _length_out_of_range(context: QualityContext) -> str | None:
    asks = sum(ask.kind is not AskKind.NOTICE for ask in context.plan.asks)
    high = most_words(context.plan.scenario.category) + _WORDS_AN_ASK * max(asks - 1, 0)
    count = len(context.body_plain.split())
    return None if count <= _LONGEST_SHARE * high else f"{count} words, expected at most {high}"


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


def _phrases_in(text: str, phrases: Iterable[str]) -> str | None:
    said = word_key(text)  # in which a thousand phrases are looked for
    keys = ((phrase, word_key(phrase)) for phrase in phrases)
    return _listed(phrase for phrase, key in keys if key in said and key.strip())


def _listed(findings: Iterable[str]) -> str | None:
    return "; ".join(dict.fromkeys(findings)) or None


def _links_to(context: QualityContext, url: str) -> bool:
    return any(not foreign_links(link.url, (), [url]) for link in find_links(context.body_plain))


def _told(text: str, known: frozenset[str]) -> str:
    match = SLOT.fullmatch(text)
    return text if match is None or match.group(1) in known else f"{text} (no such slot)"


def folded_lines(text: str) -> str:
    """Line ends of any system as one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


CHECKS: dict[str, Check] = {
    "unanswered_questions": lambda c: _left_open(c, is_unsettled=False),
    "prohibited_claims": lambda c: _phrases_in(c.body_plain, claims()),
    "missing_plaintext": lambda c: None if c.body_plain.strip() else "body_plain is empty",
    "missing_html": lambda c: None if (c.body_html or "").strip() else "body_html is empty",
    "missing_signature": _missing_signature,
    NEEDS_LINK: _missing_required_link,
    "missing_required_reference": _missing_required_reference,
    "reference_not_applicable": _reference_not_applicable,
    "contradicts_thread": _contradicts_thread,
    "missing_policy_mandatory_content": _missing_policy_mandatory_content,
    "policy_prohibited_content": lambda c: _phrases_in(c.body_plain, c.policy.prohibited_content),
    "unresolved_slot": _unresolved_slot,
    "foreign_link": _foreign_link,
    CONTRADICTS: _contradicts_fact,
    "protected_text_changed": _protected_text_changed,
}
WARNINGS: dict[str, Check] = {
    REST_LEFT_OPEN: lambda c: _left_open(c, is_unsettled=True),
    "partial_question_coverage": _partial_question_coverage,
    "notice_ignored": _notice_ignored,
    UNKNOWN: lambda c: _listed(found.said for found in _facts(c, UNKNOWN)),
    ADDED: lambda c: _listed(c.added),
    "hidden_characters": lambda c: _listed(hidden_characters(c.body_plain)),
    "markup": lambda c: _listed(markup(c.body_plain)),
    "language_mismatch": _language_mismatch,
    "length_out_of_range": _length_out_of_range,
}
NEED_TEMPLATE, STOPPING, PERSON_IS_HELD_TO, BINDING = (
    frozenset(_KNOWN[name])
    for name in ("need_template", "stopping", "person_is_held_to", "binding")
)
