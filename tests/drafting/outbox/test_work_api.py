"""work/…: claim, heartbeat, reply, hand over, give up."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.drafts.models import Draft
from drafting.mail.choices import BatchState, ThreadStatus, Urgency
from drafting.mail.claims import MAX_CLAIMS
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.outbox.staff_actions import mark_answered_elsewhere
from tests.drafting.mail.mails import GUEST, record, record_many, reply
from tests.drafting.mail.work import Worker

pytestmark = pytest.mark.django_db
LATER = timedelta(minutes=11)


def test_claim_answers_with_the_whole_batch_and_the_conversation(worker):
    first = record("What time is breakfast?").message
    second = reply("And is there parking?", first.message_id).message
    work = worker.claim()
    assert work["kind"] == "guest"
    assert [message["id"] for message in work["messages"]] == [first.pk, second.pk]
    assert [message["id"] for message in work["thread"]] == [first.pk, second.pk]
    assert work["messages"][0] == {
        "id": first.pk,
        "direction": "in",
        "from_address": GUEST,
        "from_name": "Isla Thornbury",
        "subject": "Arriving late",
        "body_text": "What time is breakfast?",
        "sent_at": work["messages"][0]["sent_at"],
        "is_new": True,
        "is_cut": False,
        "attachments": [],
    }
    assert work["is_cut"] is False
    assert work["parent_message_id"] == second.message_id
    assert work["thread_id"] == first.thread_id
    assert worker.read(work["work_token"]) == work
    assert Thread.objects.get().claim_holder == worker.client.agent_key.prefix


def test_nothing_to_claim_is_204(worker):
    assert worker.claim(204) is None


def test_a_claimed_thread_is_not_claimed_again(worker):
    record()
    worker.claim()
    worker.claim(204)


def test_reply_makes_an_outgoing_mail_and_ends_the_claim(worker):
    message = record("What time is breakfast?", references="<0@example.com>").message
    work = worker.claim()
    draft_id = worker.attested(work["work_token"])
    answer = worker.reply(work["work_token"], draft_id)
    mail = OutgoingMail.objects.get()
    assert answer["outgoing_id"] == mail.pk
    assert answer["state"] == "awaiting_release"
    assert answer["headers"] == {
        "From": "info@hostel-brikette.example",
        "To": f"Isla Thornbury <{GUEST}>",
        "Subject": "Re: Arriving late",
        "Message-ID": mail.message_id,
        "In-Reply-To": "<1@example.com>",
        "References": "<0@example.com> <1@example.com>",
    }
    assert mail.body_text == Draft.objects.get().attestations.get().body_plain
    message.refresh_from_db()
    assert message.answered_by is None  # only a release answers
    assert Thread.objects.get().status == ThreadStatus.WAITING_FOR_PERSON
    worker.claim(204)
    assert worker.post(f"work/{work['work_token']}/heartbeat", {}, 409)["code"] == "claim_lost"


def test_reply_takes_a_subject_and_refuses_line_breaks(worker):
    record()
    token = worker.claim()["work_token"]
    draft_id = worker.attested(token)
    refused = worker.reply(token, draft_id, 400, subject="a\nBcc: x@y.example")
    assert "subject" in refused["fields"]
    answer = worker.reply(token, draft_id, subject="Re: Your door code")
    assert answer["headers"]["Subject"] == "Re: Your door code"


def test_a_batch_is_interpreted_and_drafted_together(worker):
    first = record("What time is breakfast?").message
    second = reply("Is there a parking space for a car?", first.message_id).message
    token = worker.claim()["work_token"]
    plan = worker.post("drafts/interpret", {"work_token": token})
    assert {ask["message"] for ask in plan["intents"]["questions"]} == {first.pk, second.pk}
    generated = worker.generate(token)
    assert generated["action_plan"] == plan
    draft = Draft.objects.get()
    assert (draft.message_id, draft.batch_id) == (second.pk, Batch.objects.get().pk)


# --- the order of the checks -----------------------------------------------------------------------


def test_reply_checks_the_claim_first(worker):
    record()
    token = worker.claim()["work_token"]
    draft_id = worker.attested(token)
    reply("One more thing", "<1@example.com>")
    with time_machine.travel(timezone.now() + LATER, tick=False):
        assert worker.reply(token, draft_id, 409)["code"] == "claim_lost"


def test_reply_with_newer_mail_is_refused_and_claimed_afresh(worker):
    first = record().message
    token = worker.claim()["work_token"]
    draft_id = worker.attested(token)
    second = reply("One more thing", "<1@example.com>").message
    assert worker.reply(token, draft_id, 409)["code"] == "newer_inbound"
    work = worker.claim()
    assert [message["id"] for message in work["messages"]] == [first.pk, second.pk]
    refused = worker.reply(work["work_token"], draft_id, 409)
    assert refused["code"] == "not_attested"  # that draft answers less


def test_reply_needs_an_attestation_for_this_batch(worker):
    message = record().message
    token = worker.claim()["work_token"]
    draft = worker.generate(token)
    assert worker.reply(token, draft["draft_id"], 409)["code"] == "not_attested"
    loose = worker.post("drafts/generate", {"message": message.pk}, 201)
    worker.post(
        "drafts/refine",
        {
            "draft_id": loose["draft_id"],
            "original_body_plain": loose["draft"]["body_plain"],
            "refined_body_plain": loose["draft"]["body_plain"],
        },
    )
    assert worker.reply(token, loose["draft_id"], 409)["code"] == "not_attested"
    unknown = "00000000-0000-4000-8000-000000000000"
    assert worker.reply(token, unknown, 404)["code"] == "unknown_draft"


def test_reply_asks_the_run_for_its_best_text(worker, monkeypatch):
    record()
    token = worker.claim()["work_token"]
    draft_id = worker.attested(token)
    monkeypatch.setattr("drafting.outbox.replies.ReplyRules.is_best_text", lambda **_: False)
    assert worker.reply(token, draft_id, 409)["code"] == "not_best_text"


def test_a_blocked_text_is_no_reply_and_the_claim_lives_on(worker):
    record("What time is breakfast?")
    token = worker.claim()["work_token"]
    draft = worker.generate(token)
    worker.refine(token, draft, "We have charged your card.")
    refused = worker.reply(token, draft["draft_id"], 409)
    assert (refused["code"], refused["next_action"]) == ("blocked_draft", "mend_text")
    assert "missing_signature" in refused["failed_checks"]
    worker.refine(token, draft)
    worker.reply(token, draft["draft_id"])


# --- tokens -----------------------------------------------------------------------------------------


def test_a_stale_token_reads_and_writes_nothing(worker):
    record()
    old = worker.claim()["work_token"]
    draft = worker.generate(old)
    with time_machine.travel(timezone.now() + LATER, tick=False):
        new = worker.claim()
        assert new["batch_id"] == worker.read(old)["batch_id"]  # the same batch goes on
        assert new["work_token"] != old
        before = (Draft.objects.count(), OutgoingMail.objects.count(), Batch.objects.count())
        assert worker.generate(old, 409)["code"] == "claim_lost"
        assert worker.refine(old, draft, status=409)["code"] == "claim_lost"
        assert worker.reply(old, draft["draft_id"], 409)["code"] == "claim_lost"
        for call, body in (("heartbeat", {}), ("hand-over", {"reason": "x"}), ("release", None)):
            assert worker.post(f"work/{old}/{call}", body, 409)["code"] == "claim_lost"
        after = (Draft.objects.count(), OutgoingMail.objects.count(), Batch.objects.count())
        assert after == before
        assert not Draft.objects.get().attestations.exists()
        # The new worker may go on with what the old one drafted.
        worker.refine(new["work_token"], draft)
        worker.reply(new["work_token"], draft["draft_id"])


def test_an_expired_token_writes_nothing_even_where_nobody_else_claimed(worker):
    record()
    token = worker.claim(lease_seconds=60)["work_token"]
    with time_machine.travel(timezone.now() + timedelta(seconds=61), tick=False):
        assert worker.generate(token, 409)["code"] == "claim_lost"


@pytest.mark.parametrize("token", ["nonsense", "1-1-abc", "1-1-abc.c2lnbmF0dXJl"])
def test_a_made_up_token(worker, token):
    record()
    worker.claim()
    worker.read(token, 404)
    assert worker.post(f"work/{token}/heartbeat", {}, 409)["code"] == "claim_lost"
    assert worker.generate(token, 409)["code"] == "claim_lost"
    worker.post("drafts/interpret", {"work_token": token}, 404)


def test_a_token_with_a_nul_is_no_address(worker):
    assert worker.read("%00", 400)["code"] == "validation_error"
    assert worker.post("work/%00/heartbeat", {}, 400)["code"] == "validation_error"


def test_heartbeat_prolongs(worker):
    record()
    work = worker.claim(lease_seconds=60)
    token = work["work_token"]
    longer = worker.post(f"work/{token}/heartbeat", {"lease_seconds": 3600})
    assert longer["claim_expires_at"] > work["claim_expires_at"]
    with time_machine.travel(timezone.now() + timedelta(minutes=30), tick=False):
        worker.generate(token)


@pytest.mark.parametrize("seconds", [59, 3601, "x"])
def test_a_lease_lives_one_to_sixty_minutes(worker, seconds):
    worker.post("work/claim", {"lease_seconds": seconds}, 400)


def test_a_draft_of_a_claim_is_refined_with_its_token(worker):
    record()
    token = worker.claim()["work_token"]
    draft = worker.generate(token)
    body = {
        "draft_id": draft["draft_id"],
        "original_body_plain": "x",
        "refined_body_plain": "y",
    }
    assert "work_token" in worker.post("drafts/refine", body, 400)["fields"]


def test_after_the_reply_a_draft_is_out_of_the_agents_hands(worker):
    record()
    token = worker.claim()["work_token"]
    draft = worker.generate(token)
    worker.refine(token, draft)
    worker.reply(token, draft["draft_id"])
    assert worker.refine(token, draft, status=409)["code"] == "already_answered"


# --- giving up, handing over ---------------------------------------------------------------------


def test_released_work_is_claimable_at_once(worker):
    record()
    work = worker.claim()
    worker.post(f"work/{work['work_token']}/release", None, 204)
    assert worker.claim()["batch_id"] == work["batch_id"]


def test_handed_over_work_waits_for_a_person_until_new_mail_comes(worker):
    record()
    token = worker.claim()["work_token"]
    worker.post(f"work/{token}/hand-over", {"reason": "A refund is asked for."}, 204)
    batch = Batch.objects.get()
    assert (batch.state, batch.reason) == (BatchState.HANDED_OVER, "A refund is asked for.")
    worker.claim(204)
    reply("Hello?", "<1@example.com>")
    assert len(worker.claim()["messages"]) == 2


def test_mail_that_came_during_the_work_keeps_a_handed_over_thread_claimable(worker):
    record()
    token = worker.claim()["work_token"]
    reply("Hello?", "<1@example.com>")
    worker.post(f"work/{token}/hand-over", {"reason": "x"}, 204)
    assert len(worker.claim()["messages"]) == 2


def test_a_batch_that_nobody_can_finish_goes_to_a_person(worker):
    record()
    for _ in range(MAX_CLAIMS):
        worker.post(f"work/{worker.claim()['work_token']}/release", None, 204)
    worker.claim(204)
    assert Thread.objects.get().status == ThreadStatus.WAITING_FOR_PERSON
    assert Batch.objects.get().state == BatchState.HANDED_OVER


def test_staff_who_answer_elsewhere_end_the_claim(worker, reviewer):
    message = record().message
    token = worker.claim()["work_token"]
    draft_id = worker.attested(token)
    mark_answered_elsewhere(thread_id=message.thread_id, by=reviewer)
    assert worker.reply(token, draft_id, 409)["code"] == "claim_lost"
    worker.claim(204)


# --- which thread ------------------------------------------------------------------------------------


def test_the_most_urgent_is_claimed_first_then_the_oldest(worker):
    newer, older, urgent = record_many(3)
    now = timezone.now()
    for days, message in ((1, newer), (5, older), (0, urgent)):
        Message.objects.filter(pk=message.pk).update(received_at=now - timedelta(days=days))
    Thread.objects.filter(pk=urgent.thread_id).update(urgency=Urgency.CRITICAL)
    claimed = [worker.claim()["thread_id"] for _ in range(3)]
    assert claimed == [urgent.thread_id, older.thread_id, newer.thread_id]


def test_what_is_not_claimable_starves_nobody(worker, reviewer):
    blocked, automated, handed, waiting, closed, *free = record_many(8)
    blocked.contact.is_blocked = True
    blocked.contact.save()
    Message.objects.filter(pk=automated.pk).update(is_automated=True)
    Thread.objects.filter(pk=closed.thread_id).update(status=ThreadStatus.CLOSED)
    in_front = [blocked, automated, handed, waiting, closed]
    Thread.objects.filter(pk__in=[m.thread_id for m in in_front]).update(urgency=Urgency.CRITICAL)
    first = worker.claim()
    assert first["thread_id"] == handed.thread_id
    worker.post(f"work/{first['work_token']}/hand-over", {"reason": "x"}, 204)
    assert worker.answer_next()["work"]["thread_id"] == waiting.thread_id
    claimed = [worker.claim()["thread_id"] for _ in free]
    assert claimed == [message.thread_id for message in free]
    worker.claim(204)


def test_a_guest_who_opted_out_and_a_blocked_draft_starve_nobody(worker):
    """Both are claimed first, neither can be answered by an agent: a person has them then."""
    opted_out = record(
        "Please stop writing to me and delete my address. Do not reply.",
        message_id="<out@example.com>", **{"from": "out@example.net"},
    ).message  # fmt: skip
    blocked = record("What time is breakfast?").message
    (free,) = record_many(1)
    in_front = [opted_out.thread_id, blocked.thread_id]
    Thread.objects.filter(pk__in=in_front).update(urgency=Urgency.CRITICAL)
    for text in (None, "We have charged your card."):
        token = worker.claim()["work_token"]
        draft = worker.generate(token)
        worker.refine(token, draft, text)
        if text is not None:
            refused = worker.reply(token, draft["draft_id"], 409)
            assert refused["code"] == "blocked_draft"
        worker.post(f"work/{token}/hand-over", {"reason": "A person is needed."}, 204)
    assert worker.claim()["thread_id"] == free.thread_id
    worker.claim(204)


@pytest.mark.parametrize(
    "strange",
    [
        {"in_reply_to": "<1@example.com>", "references": "<1@example.com>"},
        {"subject": "Fwd: Arriving late", "references": "<1@example.com>"},
        {"in_reply_to": "<1@example.com>", "to": f"{GUEST}, info@hostel-brikette.example"},
    ],
    ids=["names the id", "forwards", "was in copy"],
)
def test_a_stranger_gets_nothing_of_the_guests(worker, strange):
    record("My door code does not work.", cc="stranger@example.net")
    worker.answer_next()
    record("Me, too.", message_id="<2@x.example>", **{"from": "stranger@example.net", **strange})
    work = worker.claim()
    assert [m["body_text"] for m in work["thread"]] == ["Me, too."]
    plan = Draft.objects.get(pk=worker.generate(work["work_token"])["draft_id"]).action_plan
    assert "door code" not in json.dumps([work, plan])
    related = Thread.objects.get(pk=work["thread_id"]).related
    assert related is not None and related.participants.get().address == GUEST


def test_a_claim_takes_nine_queries_however_many_threads(worker):
    # Within one minute: a process takes the calls that it may make from the database once in it.
    with time_machine.travel(timezone.now(), tick=False):
        worker.claim(204)
        record_many(3)
        few = _claim_queries(worker)
        record_many(63)
        many = _claim_queries(worker)
    assert len(few) == len(many) <= 9  # six, and who calls


def _claim_queries(worker: Worker) -> list[str]:
    worker.client.agent_key.__class__.objects.update(last_used_at=None)
    with CaptureQueriesContext(connection) as captured:
        worker.claim()
    statements = [query["sql"] for query in captured]
    quiet = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
    return [sql for sql in statements if not sql.startswith(quiet)]


def test_claim_with_a_key_is_made_once(worker):
    record_many(2)
    first = worker.post("work/claim", {}, HTTP_IDEMPOTENCY_KEY="a")
    assert worker.post("work/claim", {}, HTTP_IDEMPOTENCY_KEY="a") == first
    assert Thread.objects.filter(claim_expires_at__isnull=False).count() == 1


def test_work_needs_the_work_scope(agent_client, staff_client):
    assert agent_client(["draft"]).post("/api/v1/work/claim").status_code == 403
    assert staff_client("manager").post("/api/v1/work/claim").status_code == 403


def test_generating_under_a_claim_stays_within_its_queries(worker):
    first = record("What time is breakfast?").message
    reply("Is there parking? Is there wifi?", first.message_id)
    token = worker.claim()["work_token"]
    worker.generate(token)
    with CaptureQueriesContext(connection) as captured:
        worker.generate(token)
    quiet = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
    assert len([q for q in captured if not q["sql"].startswith(quiet)]) <= 12


@pytest.mark.both_databases
def test_every_message_of_a_batch_is_drafted_with_it(agent_client, sample_desk):
    client = agent_client(["work", "draft", "messages"])
    worker = Worker(client)
    first = record("What time is breakfast?").message
    second = reply("And may we park?", "<1@example.com>").message
    (other,) = record_many(1)
    worker.generate(worker.claim()["work_token"])
    late = reply("One more thing", "<1@example.com>", 3).message

    def ids(drafted):
        answer = client.get(f"/api/v1/messages?drafted={drafted}").json()
        return {item["id"] for item in answer["results"] if item["drafted"] is (drafted == "true")}

    assert ids("true") == {first.pk, second.pk}
    assert ids("false") == {other.pk, late.pk}
