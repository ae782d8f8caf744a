"""Staff begin a conversation: it leaves like a released reply, and the guest's answer joins it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.models import Contact, Message, Thread
from drafting.mail.work_models import OutgoingMail, SuppressedAddress
from drafting.outbox.delivery import deliver_due
from drafting.outbox.releases import release_reply, undo_release
from drafting.outbox.staff_actions import begin_conversation, send_back_to_agent
from tests.drafting.mail.mails import DESK, GUEST, record, reply

pytestmark = pytest.mark.django_db
FIRST = {
    "to": f"Isla <{GUEST}>",
    "subject": "Your lost scarf",
    "body_text": "We have found your scarf.",
    "language": "en",
}


def begin(reviewer, **changes):
    return begin_conversation(**FIRST | changes, by=reviewer)


def make_due():
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))


def test_it_leaves_after_a_minute_and_the_answer_joins_it(reviewer, sink):
    mail = begin(reviewer)
    assert list(deliver_due()) == [] and mail.released_by == reviewer
    make_due()
    assert [each.state for each in deliver_due()] == ["sent"]
    (sent,) = sink.mails
    assert (sent["To"], sent["Subject"]) == (GUEST, "Your lost scarf")
    assert not any(name in sent for name in ("In-Reply-To", "References", "Auto-Submitted"))
    assert sent.get_body(("plain",)).get_content().strip() == "We have found your scarf."
    answer = reply("Oh, thank you!", mail.message_id, date="").message
    assert answer.thread == mail.thread and not answer.is_answered
    assert Thread.objects.count() == 1


def test_it_can_be_taken_back_and_released_again(reviewer, sink):
    mail = begin(reviewer)
    undo_release(mail_id=mail.pk, by=reviewer)
    make_due()
    assert list(deliver_due()) == [] and not Message.objects.exists()
    release_reply(mail_id=mail.pk, by=reviewer, has_looked=True)
    make_due()
    assert [each.state for each in deliver_due()] == ["sent"]
    assert len(sink.taken) == 1


def test_one_taken_back_takes_no_claim_from_an_agent(reviewer):
    mail = begin(reviewer)
    undo_release(mail_id=mail.pk, by=reviewer)
    asked = record()
    Message.objects.filter(pk=asked.message.pk).update(thread=mail.thread_id)
    Thread.objects.filter(pk=mail.thread_id).update(status="open", claim_holder="agent")
    with pytest.raises(DomainError) as error:
        send_back_to_agent(thread_id=mail.thread_id, by=reviewer)
    assert error.value.code == "already_decided"
    assert Thread.objects.get(pk=mail.thread_id).claim_holder == "agent"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"to": "nobody"}, "to"),
        ({"to": DESK}, "to"),
        ({"to": f"{GUEST}, b@x.org"}, "to"),
        ({"subject": " "}, "subject"),
        ({"subject": "Hi\r\nBcc: b@x.org"}, "subject"),
        ({"body_text": "\n"}, "body_text"),
        ({"body_text": "x" * 20_001}, "body_text"),
        ({"language": "xx"}, "language"),
    ],
)
def test_what_cannot_leave_is_refused_by_field(reviewer, settings, changes, field):
    settings.DESK_FROM_ADDRESS = DESK
    with pytest.raises(DomainError) as error:
        begin(reviewer, **changes)
    assert list(error.value.fields) == [field] and not Thread.objects.exists()


def test_who_is_not_written_to_is_not_written_to(reviewer):
    SuppressedAddress.objects.create(address=GUEST, reason="It bounced.")
    with pytest.raises(DomainError, match="bounced"):
        begin(reviewer)
    SuppressedAddress.objects.all().delete()
    Contact.objects.update(is_blocked=True)
    with pytest.raises(DomainError, match="blocked"):
        begin(reviewer)
    assert not Thread.objects.exists()


def test_the_form(desk_client):
    client, page = desk_client("reviewer"), reverse("admin:drafting_thread_new")
    assert 'name="body_text"' in client.get(page).content.decode()
    given = {
        "to": GUEST, "subject": "Invoice", "body_text": "Here it is.", "language": "de",
        "files": SimpleUploadedFile("bill.pdf", b"%PDF-"),
    }  # fmt: skip
    done = client.post(page, given)
    mail = OutgoingMail.objects.get()
    assert done.url == reverse("admin:drafting_thread_change", args=[mail.thread_id])
    assert (mail.language, mail.files.get().filename) == ("de", "bill.pdf")
    refused = client.post(
        page, given | {"to": "nobody", "files": SimpleUploadedFile("a.pdf", b"x")}
    )
    assert refused.status_code == 409 and OutgoingMail.objects.count() == 1
    text = refused.content.decode()
    assert "It is no mail address." in text and "Here it is." in text
