"""The guest's mail below our reply: added at sending, outside of what was attested."""

from __future__ import annotations

import pytest
from django.utils import timezone

from drafting.mail.models import MailSettings, Message
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.delivery import deliver_due, quoted, text_to_send
from drafting.pipeline.interpret.normalise import normalise
from tests.drafting.mail.mails import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def released(worker, reviewer) -> OutgoingMail:
    record("What time is breakfast?\n\nAnd is there parking?")
    mail = worker.answer_and_release(reviewer)
    OutgoingMail.objects.update(not_before=timezone.now())
    return mail


def test_the_guests_mail_stands_below_the_reply(released, sink):
    list(deliver_due())
    text = sink.mails[0].get_body(("plain",)).get_content().replace("\r\n", "\n")
    above, _, below = text.partition("On 27.04.2026, 18:42, Isla Thornbury wrote:")
    assert above.strip() == released.body_text.strip()
    assert below.strip() == "> What time is breakfast?\n>\n> And is there parking?"
    html = sink.mails[0].get_body(("html",)).get_content()
    assert "What time is breakfast?" in html
    # What was attested, and what stands in the conversation, is the text alone.
    assert "wrote:" not in Message.objects.get(direction="out").body_text


def test_the_setting_turns_it_off(released, sink):
    MailSettings.objects.update_or_create(pk=1, defaults={"quotes_guest_mail": False})
    list(deliver_due())
    text = sink.mails[0].get_body(("plain",)).get_content()
    assert text.strip().replace("\r\n", "\n") == released.body_text.strip()


@pytest.mark.parametrize("language", ["en", "de", "it", "fr", "es", "pt"])
def test_our_own_quote_is_read_as_one(released, language):
    message = Message.objects.get(direction="in")
    split = normalise(f"Thanks a lot.\n\n{quoted(message, language)}")
    assert split.text == "Thanks a lot."


def test_a_long_mail_is_quoted_in_part(released):
    Message.objects.filter(direction="in").update(new_text="word " * 10_000)
    released.refresh_from_db()
    assert len(text_to_send(released)) < len(released.body_text) + 6_000
