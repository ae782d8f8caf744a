"""The page of one draft: what the guest wrote, what we say, and why. Shapes for the template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from drafting.access.models import AgentKey
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.evidence import Evidence, cited_in_words, evidence_of
from drafting.drafts.models import Attestation, Draft
from drafting.mail.models import Message
from drafting.plain_words import plain, said_and_known
from templatesapp.admin.shown import ShownDiff, show_diff, show_text
from templatesapp.categories import LANGUAGES
from templatesapp.models import PropertyFact
from templatesapp.text.guarded.findings import CONTRADICTS
from templatesapp.text.slots import name_in_words

STANDARD_TIER = "standard"
_FACT = "FACT_"
# Where a value came from, by slot; all others are of the guest and the booking.
_KINDS = {"KNOWLEDGE_INJECTION": "knowledge", "POLICY_NOTE": "knowledge"}
_LABELS = {
    "KNOWLEDGE_INJECTION": "Answers from knowledge",
    "POLICY_NOTE": "Note that a policy asks for",
    "BOOKING_REF": "Booking reference",
    "CALL_TO_ACTION": "Call to action",
}
_TONES = {
    DeliveryStatus.READY: "good",
    DeliveryStatus.NEEDS_FOLLOW_UP: "warn",
    DeliveryStatus.BLOCKED: "bad",
}


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the letter; ``kind`` empty for the template's own words."""

    text: SafeString
    kind: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class FilledValue:
    label: str
    kind: str
    value: str
    url: str


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    detail: str
    is_warning: bool


@dataclass(frozen=True, slots=True)
class Attempt:
    attestation: Attestation
    who: str
    tone: str
    findings: list[Finding]
    diff: ShownDiff


@dataclass(frozen=True, slots=True)
class DraftPage:
    draft: Draft
    tone: str
    agent: str
    mails: list[Message]
    letter: list[Segment]
    filled: list[FilledValue]
    unresolved: list[str]
    evidence: Evidence
    sources: list[Mapping[str, Any]]
    findings: list[Finding]
    policy: list[tuple[str, str]]
    attempts: list[Attempt]

    @property
    def language(self) -> str:
        return LANGUAGES.get(self.draft.language, self.draft.language)


def build_page(draft: Draft) -> DraftPage:
    """At most five queries: mails, facts, attempts with their people, names of agents."""
    attestations = list(draft.attestations.select_related("person"))
    names = agent_names([draft.agent, *(item.agent for item in attestations)])
    slots = draft.slots
    return DraftPage(
        draft=draft,
        tone=_TONES.get(DeliveryStatus(draft.delivery_status), ""),
        agent=names.get(draft.agent, draft.agent),
        mails=list(_mails(draft)),
        letter=letter_segments(draft.body_plain, slots.get("placements", [])),
        filled=_filled(slots.get("filled", {})),
        unresolved=list(slots.get("unresolved", [])),
        evidence=evidence_of(draft),
        sources=[
            {**source, "citation": cited_in_words(source["citation"])}
            for source in draft.sources_used
        ],
        findings=_findings(draft.quality),
        policy=_policy(draft.policy),
        attempts=[_attempt(draft, item, names) for item in attestations],
    )


def letter_segments(body: str, placements: Sequence[Mapping[str, Any]]) -> list[Segment]:
    """The letter cut where values were put in. Placements that do not lie in order are passed over:
    a letter is shown whole in any case."""
    segments: list[Segment] = []
    at = 0
    for place in sorted(placements, key=lambda one: int(one["start"])):
        start, end, name = int(place["start"]), int(place["end"]), str(place["name"])
        if start < at or end > len(body) or start >= end:
            continue
        if start > at:
            segments.append(Segment(show_text(body[at:start])))
        segments.append(Segment(show_text(body[start:end]), slot_kind(name), slot_label(name)))
        at = end
    if at < len(body):
        segments.append(Segment(show_text(body[at:])))
    return segments


def slot_kind(name: str) -> str:
    return "fact" if name.startswith(_FACT) else _KINDS.get(name, "guest")


def slot_label(name: str) -> str:
    """ "FACT_BUS_STOP" → "Fact: bus stop"."""
    if name in _LABELS:
        return _LABELS[name]
    words = name_in_words(name)
    return f"Fact: {words.lower()}" if name.startswith(_FACT) else words


def _mails(draft: Draft) -> QuerySet[Message]:
    """All that the draft answers, oldest first."""
    keys = list(draft.batch.message_ids) if draft.batch else []
    mails = Message.objects.defer("raw").select_related("thread")
    return mails.filter(pk__in=[*keys, draft.message_id or 0]).order_by("sequence")


def _filled(filled: Mapping[str, str]) -> list[FilledValue]:
    names = {name.removeprefix(_FACT) for name in filled if name.startswith(_FACT)}
    facts = dict(PropertyFact.objects.filter(name__in=names).values_list("name", "pk"))
    return [
        FilledValue(slot_label(name), slot_kind(name), value, _fact_url(name, facts))
        for name, value in filled.items()
        if value
    ]


def _fact_url(name: str, facts: Mapping[str, int]) -> str:
    key = facts.get(name.removeprefix(_FACT)) if name.startswith(_FACT) else None
    return reverse("admin:templatesapp_propertyfact_change", args=[key]) if key else ""


def _findings(quality: Mapping[str, Any]) -> list[Finding]:
    failed = quality.get("failed_check_details") or {}
    told = [said_and_known(one) for one in quality.get("findings") or [] if one["known"]]
    details = {CONTRADICTS: "; ".join(told)} if told else {}
    return [
        *(Finding(plain(n), details.get(n, str(detail)), False) for n, detail in failed.items()),
        *(Finding(plain(name), "", True) for name in quality.get("warnings") or []),
    ]


def _policy(policy: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the rules asked for, in words; nothing of what they left open."""
    tier = str(policy.get("review_tier") or STANDARD_TIER)
    lines = {
        "Review": "" if tier == STANDARD_TIER else plain(tier),
        "Rules": ", ".join(policy.get("rule_keys") or []),
        "Tone": str(policy.get("tone") or ""),
        "Must say": " ".join(policy.get("mandatory_content") or []),
        "May not say": ", ".join(policy.get("prohibited_content") or []),
        "Letters only of": ", ".join(policy.get("allowed_categories") or []),
    }
    return [(name, text) for name, text in lines.items() if text]


def _attempt(draft: Draft, item: Attestation, names: Mapping[str, str]) -> Attempt:
    person = item.person
    return Attempt(
        attestation=item,
        who=person.get_username() if person else names.get(item.agent, item.agent) or "unknown",
        tone=_TONES.get(DeliveryStatus(item.delivery_status), ""),
        findings=_findings(item.quality),
        diff=show_diff(draft.body_plain, item.body_plain),
    )


def agent_names(prefixes: Sequence[str]) -> dict[str, str]:
    """ "sample-agent (abcdefgh)" by the public prefix of the key. One query."""
    keys = AgentKey.objects.filter(prefix__in={prefix for prefix in prefixes if prefix})
    return {prefix: f"{name} ({prefix})" for prefix, name in keys.values_list("prefix", "name")}
