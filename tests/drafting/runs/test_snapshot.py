"""What a run's steps see: taken once, bounded, and nobody else's."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from drafting.drafts.kept import current_desk
from drafting.drafts.services.interpret import interpret_work
from drafting.mail.claims import Work, claim_thread
from drafting.mail.models import Contact, Message
from drafting.pipeline.plan import Intent, Intents, ThreadSummary
from drafting.runs.choices import MemoryScope, MemorySource, MemoryStatus
from drafting.runs.models import DraftRun, MemoryEntry, PlaybookNote
from drafting.runs.pack import byte_count, get_context_pack
from drafting.runs.snapshot import snapshot_hash, take_snapshot
from templatesapp.models import CatalogueVersion, KnowledgeItem
from templatesapp.text.distance import question_hash
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import GUEST, our_reply, record, reply
from tests.drafting.runs.factories import make_run
from tests.factories import EmailTemplateFactory
from tests.learning.factories import vote

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

_hashes = itertools.count(1)


@pytest.fixture(autouse=True)
def sample_desk(db: None) -> None:
    load_sample_desk()


def claimed() -> Work:
    work = claim_thread(holder="abcdefgh")
    assert work is not None
    return work


def taken(work: Work, now: datetime | None = None, **changed: Any) -> dict[str, Any]:
    desk = current_desk()
    values: dict[str, Any] = {
        "work": work,
        "plan": interpret_work(work=work, desk=desk),
        "desk": desk,
        "hard_blocks": [],
        "now": now or timezone.now(),
    }
    return take_snapshot(**(values | changed))


def remember(content: str, contact: Contact | None = None, **changed: Any) -> MemoryEntry:
    now = timezone.now()
    values: dict[str, Any] = {
        "scope": MemoryScope.CONTACT if contact else MemoryScope.WORKSPACE,
        "contact": contact,
        "category": "arrival",
        "content": content,
        "content_hash": f"{next(_hashes):064x}",
        "status": MemoryStatus.APPROVED,
        "ttl_days": 30,
        "expires_at": now + timedelta(days=30),
        "source": MemorySource.INFERENCE,
        "decided_at": now,
        "created_at": now,
    }
    return MemoryEntry.objects.create(**(values | changed))


def contents(snapshot: dict[str, Any]) -> list[str]:
    return [entry["content"] for entry in snapshot["memory"]]


def guest() -> Contact:
    return Contact.objects.get(address=GUEST)


# --- shape ----------------------------------------------------------------------------------------


def test_the_whole_shape() -> None:
    message = record("Hello,\n\nhow late is the reception open?\n\nIsla").message
    snapshot = taken(claimed(), hard_blocks=["opt_out"])
    (knowledge, *_) = snapshot.pop("knowledge")
    assert set(knowledge) == {"key", "question", "answer"}
    assert snapshot == {
        "messages": [
            {
                "id": message.pk,
                "from_name": "Isla Thornbury",
                "subject": "Arriving late",
                "sent_at": "2026-04-27T16:42:00+00:00",
                "text": message.new_text,
                "is_cut": False,
            }
        ],
        "thread_summary": None,
        "category": "check-in",
        "language": "en",
        "questions": ["how late is the reception open?"],
        "sent_back": [],
        "asks": [{"id": "a1", "kind": "question", "text": "how late is the reception open?"}],
        "memory": [],
        "lessons": {"worked": [], "failed": [], "notes": []},
        "catalogue_version": CatalogueVersion.objects.get().number,
        "hard_blocks": ["opt_out"],
        "is_protected": False,
    }


def test_it_is_plain_json_and_its_hash_outlives_the_database() -> None:
    first = record("How do we get in?").message
    reply("And is there a lift?", first.message_id)
    snapshot = taken(claimed())
    assert json.loads(json.dumps(snapshot)) == snapshot
    run = make_run()
    DraftRun.objects.filter(pk=run.pk).update(snapshot=snapshot)
    stored = DraftRun.objects.get(pk=run.pk).snapshot
    assert stored == snapshot
    assert snapshot_hash(stored) == snapshot_hash(snapshot)
    assert re.fullmatch("[0-9a-f]{64}", snapshot_hash(stored))
    assert snapshot_hash({**stored, "language": "it"}) != snapshot_hash(stored)


def test_what_was_said_before_is_summed_up() -> None:
    first = record("Is there a lift? Could we store our bags?").message
    our_reply(first.message_id)
    reply("And how do we get in?", first.message_id)
    snapshot = taken(claimed())
    assert len(snapshot["messages"]) == 1
    assert snapshot["thread_summary"]["previous_response_count"] == 1
    assert snapshot["thread_summary"]["open_questions"] == [
        "Is there a lift?",
        "Could we store our bags?",
    ]
    assert json.loads(json.dumps(snapshot)) == snapshot


def test_of_a_long_past_the_newest_is_kept() -> None:
    record("How do we get in?")
    work, desk = claimed(), current_desk()
    asked = tuple(f"Question {number}?" for number in range(80))
    plan = replace(
        interpret_work(work=work, desk=desk),
        thread_summary=ThreadSummary(open_questions=asked),
        intents=Intents(questions=tuple(Intent(text, text) for text in asked)),
    )
    snapshot = taken(work, plan=plan)
    assert snapshot["thread_summary"]["open_questions"] == list(asked[-50:])
    assert snapshot["questions"] == list(asked[:40])


def test_the_hash_does_not_ask_for_the_order_of_keys() -> None:
    assert snapshot_hash({"a": 1, "b": ["ß", "😀"]}) == snapshot_hash({"b": ["ß", "😀"], "a": 1})
    assert snapshot_hash({"b": [1, 2]}) != snapshot_hash({"b": [2, 1]})


def test_six_queries_however_much_there_is(django_assert_num_queries) -> None:
    first = record("How do we get in?").message
    work, desk, now = claimed(), current_desk(), timezone.now()
    plan = interpret_work(work=work, desk=desk)
    given: dict[str, Any] = {"plan": plan, "desk": desk, "hard_blocks": []}
    with django_assert_num_queries(6):
        take_snapshot(work=work, now=now, **given)
    for number in range(2, 12):
        reply(f"Is breakfast at {number}?", first.message_id, number)
        remember(f"Comes at {number}.", guest())
        PlaybookNote.objects.create(text=f"Note {number}")
        vote(template=EmailTemplateFactory.create(), scenario=plan.scenario.category, at=now)
    type(work.thread).objects.update(claim_expires_at=now)
    work = claimed()
    assert len(work.messages) == 11
    with django_assert_num_queries(6):
        snapshot = take_snapshot(work=work, now=now, **given)
    assert len(snapshot["memory"]) == len(snapshot["lessons"]["notes"]) == 10
    assert len(snapshot["lessons"]["worked"]) == 10


# --- mail -----------------------------------------------------------------------------------------


def guest_bytes(snapshot: dict[str, Any]) -> int:
    keys = ("from_name", "subject", "text")
    return sum(byte_count(message[key]) for message in snapshot["messages"] for key in keys)


def test_of_much_mail_the_newest_stands_whole() -> None:
    first = record("a" * 30_000).message
    reply("b" * 30_000, first.message_id, 2, date="Mon, 27 Apr 2026 19:00:00 +0200")
    reply("How late?", first.message_id, 3, date="Mon, 27 Apr 2026 20:00:00 +0200")
    oldest, middle, newest = taken(claimed())["messages"]
    assert newest["text"] == "How late?"
    assert middle["text"] == "b" * 30_000
    assert not newest["is_cut"]
    assert not middle["is_cut"]
    assert oldest["is_cut"]
    assert set(oldest["text"]) == {"a"}
    assert guest_bytes({"messages": [oldest, middle, newest]}) == 40_000


def test_mail_without_room_keeps_its_place() -> None:
    first = record("How late?").message
    reply("b" * 50_000, first.message_id, 2)
    oldest, newest = taken(claimed())["messages"]
    assert (oldest["id"], oldest["text"], oldest["subject"]) == (first.pk, "", "")
    assert oldest["is_cut"]
    assert newest["is_cut"]


@pytest.mark.parametrize("letters", ["😀", "שלום ", "日本", "é", "👩‍👩‍👧 "])
def test_no_cut_within_a_character(letters: str) -> None:
    text = (letters * 20_000).strip()
    Message.objects.filter(pk=record("x").message.pk).update(new_text=text, subject="😀" * 998)
    snapshot = taken(claimed())
    (message,) = snapshot["messages"]
    assert text.startswith(message["text"])
    assert message["is_cut"]
    assert 40_000 - 4 < guest_bytes(snapshot) <= 40_000


def test_a_quote_answered_between_its_lines_is_read() -> None:
    message = record("x").message
    Message.objects.filter(pk=message.pk).update(new_text=" ", body_text="> When?\nAt noon.\n")
    (only,) = taken(claimed())["messages"]
    assert only["text"] == "> When?\nAt noon."


def test_mail_that_is_not_of_the_batch_is_not_taken() -> None:
    record("How do we get in?")
    record(
        "My secret is 4711.",
        message_id="<other@example.net>",
        **{"from": "Mallory <mallory@example.net>"},
    )
    snapshot = taken(claimed())
    assert len(snapshot["messages"]) == 1
    assert "4711" not in json.dumps(snapshot)
    assert "allory" not in json.dumps(snapshot)


# --- knowledge ------------------------------------------------------------------------------------


def test_knowledge_is_what_the_desk_finds_with_its_facts_filled_in() -> None:
    record(
        "Is there a lift? Do you have a lift? "
        "And how do we get in if we arrive after reception closes?"
    )
    knowledge = taken(claimed())["knowledge"]
    assert "late-arrival" in [item["key"] for item in knowledge[:3]]
    assert "{{" not in json.dumps(knowledge)
    assert len({item["key"] for item in knowledge}) == len(knowledge)


def test_a_question_that_leans_on_the_mail_is_looked_up_with_what_it_leans_on() -> None:
    record("We would like to have breakfast on Sunday. How much is it?")
    found = [item["key"] for item in taken(claimed())["knowledge"]]
    assert found[0] == "breakfast-price"
    first = KnowledgeItem.objects.filter(key__in=found[:3]).values_list("category", flat=True)
    assert set(first) == {"breakfast"}


def test_knowledge_stays_within_three_thousand_tokens() -> None:
    topics = ("zorbing", "falconry", "curling")
    KnowledgeItem.objects.bulk_create(
        KnowledgeItem(
            key=f"{topic}-{number}",
            category="activities",
            question=f"Can we book {topic}?",
            answer=f"{topic} {number} " + "costs a lot 😀 " * 150,
            language="en",
        )
        for topic in topics
        for number in range(3)
    )
    CatalogueVersion.objects.update(stamp="00000000-0000-4000-8000-00000000abcd")
    record("Can we book zorbing? Can we book falconry? Can we book curling?")
    knowledge = taken(claimed())["knowledge"]
    sizes = [sum(byte_count(text) for text in item.values()) for item in knowledge]
    assert 12_000 - max(sizes) < sum(sizes) <= 12_000
    # The best of each question stands before the second best of any.
    assert {item["key"].split("-")[0] for item in knowledge[:3]} == set(topics)
    assert all(item["answer"].endswith("😀") for item in knowledge)
    assert taken(claimed_again())["knowledge"] == knowledge


def claimed_again() -> Work:
    Message.objects.get().thread.__class__.objects.update(claim_expires_at=timezone.now())
    return claimed()


def test_a_promoted_answer_comes_first() -> None:
    asked = "Is there a lift?"
    KnowledgeItem.objects.create(
        key="faq:lift",
        category="access",
        question="Lift",
        answer="Ours is out of order.",
        language="en",
        source="promoted",
        question_hashes=[question_hash(asked)],
    )
    record(asked)
    assert taken(claimed())["knowledge"][0]["key"] == "faq:lift"


# --- memory ---------------------------------------------------------------------------------------


def test_memory_is_approved_alive_and_of_the_batchs_guests_or_the_desk() -> None:
    record("How do we get in?")
    work, now = claimed(), timezone.now()
    other = Contact.objects.create(address="other@example.net")
    remember("Comes by ferry.", guest())
    remember("The ferry is on strike.")
    remember("of another guest", other)
    remember("expired", guest(), expires_at=now)
    remember("retired", guest(), retired_at=now)
    remember("pending", guest(), status=MemoryStatus.PENDING)
    remember("rejected", status=MemoryStatus.REJECTED)
    assert contents(taken(work, now)) == ["The ferry is on strike.", "Comes by ferry."]


def test_memory_expires_at_its_second() -> None:
    record("How do we get in?")
    work, entry = claimed(), remember("Comes by ferry.")
    assert entry.expires_at is not None
    assert contents(taken(work, entry.expires_at - timedelta(seconds=1))) == ["Comes by ferry."]
    assert contents(taken(work, entry.expires_at)) == []


def test_the_newest_approval_comes_first() -> None:
    record("How do we get in?")
    now = timezone.now()
    old = remember("approved first", decided_at=now - timedelta(days=2))
    remember("made by the desk", decided_at=None, created_at=now - timedelta(days=1))
    remember("approved last", created_at=now - timedelta(days=9))
    snapshot = taken(claimed())
    assert contents(snapshot) == ["approved last", "made by the desk", "approved first"]
    assert snapshot["memory"][-1] == {
        "id": old.pk,
        "scope": "workspace",
        "category": "arrival",
        "content": "approved first",
        "approved_at": old.decided_at.isoformat(),
    }


def test_memory_is_cut_within_its_bounds() -> None:
    record("How do we get in?")
    for number in range(30):
        remember(f"{number} " + "😀" * 450)
    memory = taken(claimed())["memory"]
    assert [entry["content"][:3] for entry in memory] == ["29 ", "28 "]
    assert all(1_196 < byte_count(entry["content"]) <= 1_200 for entry in memory)


# --- later changes --------------------------------------------------------------------------------


def test_later_changes_are_for_the_next_run() -> None:
    message = record("How do we get in if we arrive after reception closes?").message
    work = claimed()
    entry = remember("Comes by ferry.", guest())
    note = PlaybookNote.objects.create(text="Be short.")
    snapshot = taken(work)
    run = make_run(batch=work.batch, snapshot=snapshot)
    before = get_context_pack(run=run, iteration=1)["text"]
    Message.objects.filter(pk=message.pk).update(new_text="changed", subject="changed")
    MemoryEntry.objects.filter(pk=entry.pk).update(content="changed")
    PlaybookNote.objects.filter(pk=note.pk).update(text="changed")
    KnowledgeItem.objects.update(answer="changed")
    CatalogueVersion.objects.update(stamp="00000000-0000-4000-8000-00000000dcba")
    run.refresh_from_db()
    assert get_context_pack(run=run, iteration=1)["text"] == before
    later = taken(claimed_again())
    assert snapshot_hash(later) != snapshot_hash(snapshot)
    assert contents(later) == ["changed"]
    assert later["lessons"]["notes"] == ["changed"]
    assert {item["answer"] for item in later["knowledge"]} == {"changed"}
