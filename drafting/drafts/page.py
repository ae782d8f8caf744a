"""The page of one draft: what the guest wrote, what we say, and why. Shapes for the template."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse

from drafting.access.models import AgentKey
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.evidence import cited_in_words, evidence_of, new_sentences
from drafting.drafts.models import Attestation, Draft
from drafting.mail.models import Message
from drafting.pipeline.check.checks import ADDED
from drafting.plain_words import plain, said_and_known, warned
from templatesapp.categories import language_name
from templatesapp.marked import show_text
from templatesapp.models import PropertyFact
from templatesapp.text.guarded.kinds import CONTRADICTS
from templatesapp.text.slots import name_in_words
from templatesapp.text.word_diff import diff_view

STANDARD_TIER = "standard"
_FACT = "FACT_"
# Where a value came from, and its label, by slot; all others are of the guest.
_SLOTS = {
    "KNOWLEDGE_INJECTION": ("knowledge", "Answers from knowledge"),
    "POLICY_NOTE": ("knowledge", "Note that a policy asks for"),
    "BOOKING_REF": ("guest", "Booking reference"),
    "OWNERS": ("fact", "Who we are: owners"),
    "SIGNATURE": ("fact", "Who we are: signature"),
}
_TONES = {
    DeliveryStatus.READY: "good",
    DeliveryStatus.NEEDS_FOLLOW_UP: "warn",
    DeliveryStatus.BLOCKED: "bad",
}


class Finding(NamedTuple):
    name: str
    detail: str = ""
    is_warning: bool = False
    is_new: bool = False  # about sentences that no text of ours says


def build_page(draft: Draft) -> dict[str, Any]:
    """At most six queries: mails, facts twice, attempts with their people, names of agents."""
    attestations = list(draft.attestations.select_related("person"))
    names = agent_names([draft.agent, *(item.agent for item in attestations)])
    keys = draft.batch.message_ids if draft.batch else []
    mails = Message.objects.defer("raw").select_related("thread")
    return build_letter(draft) | {
        "agent": names.get(draft.agent, draft.agent),
        # All that the draft answers, oldest first.
        "mails": mails.filter(pk__in=[*keys, draft.message_id or 0]).order_by("sequence"),
        "attempts": [_attempt(draft, item, names) for item in attestations],
    }


def build_letter(draft: Draft) -> dict[str, Any]:
    """What a draft says by itself, kept or not, and why."""
    slots = draft.slots
    return {
        "draft": draft,
        "language": language_name(draft.language),
        "tone": _TONES.get(DeliveryStatus(draft.delivery_status), ""),
        "letter": letter_segments(draft.body_plain, slots.get("placements", [])),
        "filled": [one for one in _valued(slots.get("filled", {})) if one["value"]],
        "unresolved": _valued(dict.fromkeys(slots.get("unresolved", []), "")),
        "evidence": evidence_of(draft),
        "sources": [
            source | {"citation": cited_in_words(source["citation"])}
            for source in draft.sources_used
        ],
        "findings": _findings(draft.quality),
        "policy": _policy(draft.policy),
    }


def letter_segments(body: str, placements: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The letter cut where values were put in; without ``kind`` the template's own words.
    Placements that lie across each other are passed over: a letter is shown whole in any case."""
    segments: list[dict[str, str]] = []
    at = 0
    for place in sorted(placements, key=lambda one: int(one["start"])):
        start, end, name = int(place["start"]), int(place["end"]), str(place["name"])
        if start < at or end > len(body) or start >= end:
            continue
        if start > at:
            segments.append({"text": show_text(body[at:start])})
        segments.append({"text": show_text(body[start:end])} | _slot(name))
        at = end
    if at < len(body):
        segments.append({"text": show_text(body[at:])})
    return segments


def _slot(name: str) -> dict[str, str]:
    """ "FACT_BUS_STOP" → "Fact: bus stop"."""
    words = name_in_words(name)
    if name.startswith(_FACT):
        return {"kind": "fact", "label": f"Fact: {words.lower()}"}
    kind, label = _SLOTS.get(name, ("guest", words))
    return {"kind": kind, "label": label}


def _valued(values: Mapping[str, str]) -> list[dict[str, str]]:
    """``url``: of the fact that a value is, or should be, "" for others."""
    names = [name.removeprefix(_FACT) for name in values if name.startswith(_FACT)]
    page = "admin:templatesapp_propertyfact_change"
    urls = {
        f"{_FACT}{name}": reverse(page, args=[key])
        for name, key in PropertyFact.objects.filter(name__in=names).values_list("name", "pk")
    }
    return [
        _slot(name) | {"value": value, "url": urls.get(name, "")} for name, value in values.items()
    ]


def _findings(quality: Mapping[str, Any]) -> list[Finding]:
    failed = quality.get("failed_check_details") or {}
    told = [said_and_known(one) for one in quality.get("findings") or [] if one["known"]]
    details = {CONTRADICTS: "; ".join(told)} if told else {}
    return [
        *(Finding(plain(name), details.get(name, str(said))) for name, said in failed.items()),
        *(
            Finding(f"Let stand: {plain(name)}", details.get(name, str(said)), True)
            for name, said in (quality.get("overruled") or {}).items()
        ),
        *(Finding(plain(name), said, True, name == ADDED) for name, said in warned(quality)),
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


def _attempt(draft: Draft, item: Attestation, names: Mapping[str, str]) -> dict[str, Any]:
    person, new = item.person, new_sentences(item.body_plain, item.quality)
    return {
        "attestation": item,
        "who": person.get_username() if person else names.get(item.agent, item.agent) or "unknown",
        "tone": _TONES.get(DeliveryStatus(item.delivery_status), ""),
        "findings": _findings(item.quality),
        "text": show_text(item.body_plain, new) if new else "",
        "diff": diff_view(draft.body_plain, item.body_plain),
    }


def agent_names(prefixes: Sequence[str]) -> dict[str, str]:
    """ "sample-agent (abcdefgh)" by the public prefix of the key. One query."""
    keys = AgentKey.objects.filter(prefix__in={prefix for prefix in prefixes if prefix})
    return {prefix: f"{name} ({prefix})" for prefix, name in keys.values_list("prefix", "name")}
