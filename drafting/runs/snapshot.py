"""What every step of a run sees: taken once, when the run starts. Later changes are for the next.

Its bounds are those of the design page "Draft runs"; a text is never cut within a character.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any

from django.db.models import Q
from django.db.models.functions import Coalesce

from drafting.mail.claims import Work
from drafting.mail.models import Message
from drafting.pipeline.answer.knowledge import likeliest
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.plan import MAX_ASKS, ActionPlan, Ask, AskKind, ThreadSummary
from drafting.runs import pack
from drafting.runs.choices import MemoryScope, MemoryStatus
from drafting.runs.models import MemoryEntry, PlaybookNote
from learning.events.choices import Outcome
from learning.statistics import TemplateOutcomes, template_outcomes
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import KnowledgeEntry

MAX_GUEST_BYTES = 40_000  # names, subjects and texts of the batch together
MAX_QUESTIONS = 40  # no letter answers more; the texts hold them all
MAX_WORDS = 5  # of people, the newest
MAX_SUMMARY_LINES = 50  # of a kind, the newest
MAX_MEMORY_ROWS = 200  # more than fit
LESSON_DAYS = 90  # design page "Draft runs", the context pack
MAX_LINES = 10  # of each kind of lesson
MAX_SUBJECT_CHARACTERS = 80

Json = dict[str, Any]


def take_snapshot(
    *, work: Work, plan: ActionPlan, desk: Desk, hard_blocks: Sequence[str], now: datetime
) -> Json:
    """The facts of a run as plain JSON: mail, plan, knowledge, memory and lessons as of ``now``.

    Messages are oldest first; the newest have the first right to the bytes there are. Memory is
    the approved, living one of the batch's guests and of the desk, newest first. Six queries,
    however much there is.
    """
    return {
        "sent_back": _sent_back(work),
        "messages": _messages(work.messages),
        "thread_summary": _summary(plan.thread_summary),
        "category": plan.scenario.category,
        "language": plan.language,
        "questions": [ask.text for ask in plan.intents.questions][:MAX_QUESTIONS],
        "asks": [
            {"id": ask.id, "kind": ask.kind.value, "text": ask.text} for ask in plan.asks[:MAX_ASKS]
        ],
        "knowledge": _knowledge(plan, work.messages[-1].subject, desk),
        "memory": _memory(work.messages, now),
        "lessons": find_lessons(category=plan.scenario.category, now=now),
        "catalogue_version": desk.catalogue.version,
        "hard_blocks": list(hard_blocks),
        "is_protected": is_hard_rule_protected(plan.scenario.category),
    }


def snapshot_hash(snapshot: Mapping[str, Any]) -> str:
    """sha256 (64 hex digits) of the canonical JSON: the same before it is stored and after."""
    canonical = json.dumps(snapshot, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _messages(messages: Sequence[Message]) -> list[Json]:
    newest_first = sorted(messages, key=lambda m: (m.received_at, m.sequence), reverse=True)
    kept, room = [], MAX_GUEST_BYTES
    for message in newest_first:
        whole = {
            "from_name": message.from_name,
            "subject": message.subject,
            # Where the split left nothing, the guest wrote between the lines of a quote.
            "text": message.new_text.strip() or message.body_text.strip(),
        }
        said = {}
        for name, text in whole.items():
            said[name] = pack.cut_to_bytes(text, room)
            room -= pack.byte_count(said[name])
        sent_at = message.sent_at.isoformat() if message.sent_at else None
        kept.append({"id": message.pk, **said, "sent_at": sent_at, "is_cut": said != whole})
    return kept[::-1]


def _sent_back(work: Work) -> list[Json]:
    return [
        {
            "note": word.note,
            "text": word.text,
            "template_id": word.template.template_id if word.template else "",
        }
        for word in work.sent_back[:MAX_WORDS]
    ]


def _summary(summary: ThreadSummary | None) -> Json | None:
    if summary is None:
        return None
    return {
        name: list(value[-MAX_SUMMARY_LINES:]) if isinstance(value, tuple) else value
        for name, value in asdict(summary).items()
    }


def _knowledge(plan: ActionPlan, subject: str, desk: Desk) -> list[Json]:
    """What may answer the asks, each once: the likeliest for every ask, then the next."""
    asks = [ask for ask in plan.asks if ask.kind is not AskKind.NOTICE][:MAX_ASKS]
    found = [_items_for(ask, plan, subject, desk) for ask in asks]
    by_rank = (item for row in zip_longest(*found) for item in row if item is not None)
    kept, left = [], pack.KNOWLEDGE_TOKENS * pack.BYTES_PER_TOKEN
    for item in {item.key: item for item in by_rank}.values():
        answer = desk.search.text_of(item)
        size = pack.byte_count(item.key) + pack.byte_count(item.question) + pack.byte_count(answer)
        if size > left:
            break
        left -= size
        kept.append({"key": item.key, "question": item.question, "answer": answer})
    return kept


def _items_for(ask: Ask, plan: ActionPlan, subject: str, desk: Desk) -> list[KnowledgeEntry]:
    """What the letter's own search would look at: a promoted answer, then the snippets."""
    language = desk.catalogue.letter_language(plan.language)
    ranked = likeliest(ask, plan, subject, letter_language=language, search=desk.search)
    promoted = desk.search.promoted(ask.text)
    first = [promoted] if promoted is not None and promoted.language == language else []
    return [*first, *(found.item for found in ranked)]


def _memory(messages: Sequence[Message], now: datetime) -> list[Json]:
    """As it was redacted when it was stored."""
    guests = {message.contact_id for message in messages if message.contact_id}
    kept, left = [], pack.MEMORY_TOKENS * pack.BYTES_PER_TOKEN
    for entry in _living_memory(guests, now):
        content = pack.cut_to_bytes(entry.content, pack.MEMORY_ENTRY_TOKENS * pack.BYTES_PER_TOKEN)
        left -= pack.byte_count(entry.category) + pack.byte_count(content)
        if left < 0:
            break
        told = {"id": entry.pk, "scope": entry.scope, "category": entry.category}
        kept.append(told | {"content": content, "approved_at": entry.approved_at.isoformat()})
    return kept


def _living_memory(guests: Collection[int], now: datetime) -> list[Any]:
    """Newest approval first."""
    mine = Q(scope=MemoryScope.CONTACT, contact__in=guests)
    rows = MemoryEntry.objects.filter(
        mine | Q(scope=MemoryScope.WORKSPACE),
        status=MemoryStatus.APPROVED,
        retired_at__isnull=True,
        expires_at__gt=now,
    )
    dated = rows.annotate(approved_at=Coalesce("decided_at", "created_at"))
    return list(dated.order_by("-approved_at", "-pk")[:MAX_MEMORY_ROWS])


def find_lessons(*, category: str, now: datetime) -> dict[str, list[str]]:
    """``{"worked": […], "failed": […], "notes": […]}`` of a scenario, the weightiest first.

    Worked and failed: templates with their counts of the last 90 days. Notes: the managers' active
    ones of this scenario, then those of every scenario, the newest first. Five queries.
    """
    outcomes = template_outcomes(
        scenario=category, since=now - timedelta(days=LESSON_DAYS), until=now
    )
    worked = sorted(outcomes, key=lambda o: (-o.worked, o.failed, o.template_id, o.language))
    failed = sorted(outcomes, key=lambda o: (-o.failed, o.worked, o.template_id, o.language))
    return {
        "worked": [
            f"{_name(o)}: {_part(o.worked, o.drafts)} accepted or lightly edited"
            for o in worked[:MAX_LINES]
            if o.worked
        ],
        "failed": [_failed_line(o) for o in failed[:MAX_LINES] if o.failed],
        "notes": _notes(category),
    }


def _failed_line(outcomes: TemplateOutcomes) -> str:
    kinds = (
        (Outcome.HEAVY_REWRITE, "heavily rewritten"),
        (Outcome.WRONG_TEMPLATE, "wrong template"),
    )
    why = ", ".join(f"{outcomes.counts[o]} {words}" for o, words in kinds if outcomes.counts[o])
    return f"{_name(outcomes)}: {_part(outcomes.failed, outcomes.drafts)} failed: {why}"


def _name(outcomes: TemplateOutcomes) -> str:
    subject = " ".join(outcomes.subject.split())[:MAX_SUBJECT_CHARACTERS].rstrip()
    return f"{outcomes.template_id} {outcomes.language} “{subject}”"


def _part(part: int, drafts: int) -> str:
    return f"{part} of {drafts} drafts ({round(100 * part / drafts)} %)"


def _notes(category: str) -> list[str]:
    notes = PlaybookNote.objects.filter(
        Q(scenario_category=category) | Q(scenario_category=""), is_active=True
    )
    # No category sorts after every category when it goes downward.
    texts = notes.order_by("-scenario_category", "-pk").values_list("text", flat=True)[:MAX_LINES]
    return [" ".join(text.split()) for text in texts]
