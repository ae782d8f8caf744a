"""purge_mail and forget_contact: what goes, what stays."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.utils import timezone

from drafting.access.models import IdempotencyRecord
from drafting.desk.erasure import apply_retention, forget_contact
from drafting.drafts.models import Attestation, Draft
from drafting.mail.choices import MailState
from drafting.mail.models import Contact, MailSettings, Message, Thread
from drafting.mail.services import set_contact_blocked
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.releases import release_reply
from learning.events.models import SelectionEvent
from learning.ledger.models import UnknownQuestion
from templatesapp.kept_texts import keep_text
from templatesapp.models import KeptText
from tests.drafting.mail.mails import GUEST, our_reply, record, record_many, reply

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LONG_AGO = timezone.now() - timedelta(days=800)


def age(*messages):
    for message in messages:
        Message.objects.filter(pk=message.pk).update(received_at=LONG_AGO)
        Thread.objects.filter(pk=message.thread_id).update(created_at=LONG_AGO)


def run(command, *args):
    out = StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue()


# --- purge -----------------------------------------------------------------------------------------


def test_old_conversations_go_as_a_whole():
    old, kept = record_many(2)
    age(old)
    assert "1 conversations would be deleted" in run("purge_mail", "--dry-run")
    assert Message.objects.count() == 2
    assert "1 conversations were deleted" in run("purge_mail")
    assert list(Message.objects.all()) == [kept]
    assert list(Contact.objects.all()) == [kept.contact]
    assert not Contact.history.exclude(id=kept.contact_id).exists()


def test_of_a_conversation_that_goes_on_the_old_mails_go():
    first = record().message
    answer = our_reply("<1@example.com>").message
    new = reply("Hello again", answer.message_id, 5).message
    age(first, answer)
    Message.objects.filter(pk=new.pk).update(received_at=timezone.now())
    assert "2 old mails" in run("purge_mail")
    assert list(Message.objects.all()) == [new]


def test_an_answer_stays_as_long_as_what_it_answers():
    first = record().message
    answer = our_reply("<1@example.com>").message
    Message.objects.filter(pk=answer.pk).update(received_at=LONG_AGO)
    Thread.objects.update(created_at=LONG_AGO)
    Message.objects.filter(pk=first.pk).update(received_at=timezone.now())
    run("purge_mail")
    assert Message.objects.count() == 2


def test_a_block_outlives_the_mail(reviewer):
    message = record().message
    set_contact_blocked(contact_id=message.contact_id, is_blocked=True, by=reviewer)
    age(message)
    run("purge_mail")
    assert Contact.objects.get().is_blocked


def test_the_setting_counts():
    MailSettings.objects.update_or_create(pk=1, defaults={"mail_retention_months": 36})
    age(record().message)
    assert "0 conversations" in run("purge_mail")


# --- forget ----------------------------------------------------------------------------------------


def test_forget_erases_all_of_a_person(worker, reviewer):
    other = record("Hello", message_id="<o@x.example>", **{"from": "other@example.net"}).message
    Message.objects.filter(pk=other.pk).update(cc=[GUEST], raw=b"Cc: isla@example.com")
    message = record("What time is breakfast?").message
    Thread.objects.filter(pk=message.thread_id).update(urgency=2)
    work = worker.post("work/claim", {}, HTTP_IDEMPOTENCY_KEY="claim")
    assert GUEST in IdempotencyRecord.objects.get().response_body
    answer = worker.reply(work["work_token"], worker.attested(work["work_token"]))
    release_reply(mail_id=answer["outgoing_id"], by=reviewer, has_read=True)
    set_contact_blocked(contact_id=message.contact_id, is_blocked=True, by=reviewer)
    kind = ContentType.objects.get_for_model(Contact)
    LogEntry.objects.create(
        user=reviewer,
        content_type=kind,
        object_id=str(message.contact_id),
        object_repr=GUEST,
        action_flag=CHANGE,
    )
    events = SelectionEvent.objects.count()
    assert "1 conversations" in run("forget_contact", GUEST.upper())
    assert list(Message.objects.all()) == [other]
    assert not Draft.objects.exists() and not Attestation.objects.exists()
    assert not OutgoingMail.objects.exists() and not LogEntry.objects.exists()
    assert not Contact.objects.filter(address=GUEST).exists()
    assert not Contact.history.filter(address=GUEST).exists()
    other.refresh_from_db()
    assert (other.cc, other.raw) == ([], None)
    assert SelectionEvent.objects.count() == events  # learning keeps what names nobody
    stored = IdempotencyRecord.objects.get()
    assert GUEST not in stored.response_body
    gone = worker.post("work/claim", {}, 410, HTTP_IDEMPOTENCY_KEY="claim")
    assert gone["code"] == "body_blanked"  # and nothing was claimed a second time
    assert not Thread.objects.get().claim_number


def test_what_staff_typed_goes_after_a_month_and_with_a_guest_whom_it_names(reviewer):
    contact = record().message.contact
    Contact.objects.filter(pk=contact.pk).update(name="Ada Lindqvist")
    now = timezone.now()
    texts = {"a": f"To {GUEST.upper()}", "b": "dear ada LINDQVIST, yes", "c": "Ada, of course"}
    for place, text in texts.items():
        keep_text(person=reviewer, place=place, texts={"body": text}, now=now)
    forget_contact(address=GUEST)
    assert [form.place for form in KeptText.objects.all()] == ["c"]
    apply_retention(now=now + timedelta(days=29))
    assert KeptText.objects.exists()
    apply_retention(now=now + timedelta(days=31))
    assert not KeptText.objects.exists()


def test_forget_somebody_unknown():
    with pytest.raises(CommandError, match="Nobody"):
        run("forget_contact", "nobody@example.com")


def test_a_waiting_reply_spares_its_draft_from_retention(worker, reviewer):
    record()
    answer = worker.answer_next()
    Draft.objects.update(created_at=LONG_AGO)
    for state in (MailState.AWAITING_RELEASE, MailState.UNCERTAIN, MailState.FAILED):
        OutgoingMail.objects.update(state=state)
        assert apply_retention(now=timezone.now())["drafts blanked"] == 0
    OutgoingMail.objects.filter(pk=answer["outgoing_id"]).update(
        state=MailState.SENT, sent_at=timezone.now()
    )
    assert apply_retention(now=timezone.now())["drafts blanked"] == 1


# What redaction does not know: a house without street or number, a date in words.
PRIVATE = "the yellow house by the old mill"
ASKED = f"Do unicorns visit {PRIVATE}, where my son lives, born on the fourth of May?"


def test_forget_reaches_the_ledger_and_the_evidence(agent_client, reviewer):
    agent = agent_client()
    mine = record(ASKED).message
    other = record("Do you sell unicorns?", message_id="<o@x>", **{"from": "o@example.net"}).message
    both = record("Do you sell unicorns?", message_id="<b@example.com>").message
    for message in (mine, other, both):
        answer = agent.post("/api/v1/drafts/generate", {"message": message.pk}, format="json")
        assert answer.status_code == 201
    kept, theirs = UnknownQuestion.objects.order_by("-times_seen")
    assert PRIVATE in theirs.question + theirs.context_excerpt  # or the test shows nothing
    UnknownQuestion.objects.filter(pk=kept.pk).update(context_excerpt=PRIVATE)
    kind = ContentType.objects.get_for_model(UnknownQuestion)
    LogEntry.objects.create(
        user=reviewer,
        content_type=kind,
        object_id=str(theirs.pk),
        object_repr=str(theirs),
        action_flag=CHANGE,
    )
    summed = SelectionEvent.objects.filter(draft_id__in=mine.drafts.values("pk"))
    summed._raw_delete("default")  # as retention does
    run("forget_contact", GUEST)
    left = UnknownQuestion.objects.get()
    assert (left.pk, left.times_seen, left.context_excerpt) == (kept.pk, 2, "")
    assert not UnknownQuestion.history.filter(question__contains="yellow").exists()
    assert not LogEntry.objects.exists()
