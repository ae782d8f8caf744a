"""Several addresses of one mailbox: who wrote to one is answered from it, under its signature."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from drafting.drafts.kept import current_desk
from drafting.mail.aliases import Alias, read_aliases
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.delivery import deliver_due
from drafting.outbox.releases import release_reply
from drafting.outbox.staff_actions import write_reply
from tests.drafting.mail.mails import DESK, GUEST, record, reply

GROUPS = "groups@hostel-brikette.example"
WRITTEN = f"""Brikette Groups <{GROUPS.title()}>
Anna Berg
+39 089 000 000


plain@hostel-brikette.example
"""


def set_aliases(text=WRITTEN, **fields):
    MailSettings.objects.update_or_create(pk=1, defaults={"aliases": text, **fields})


def sent_mails(sink):
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert {each.state for each in deliver_due()} == {"sent"}
    return sink.mails


def text_of(sent):
    return sent.get_body(("plain",)).get_content().replace("\r\n", "\n")


def test_a_paragraph_an_address():
    assert read_aliases(WRITTEN) == (
        Alias(GROUPS, "Brikette Groups", "Anna Berg\n+39 089 000 000"),
        Alias("plain@hostel-brikette.example"),
    )
    assert read_aliases("") == read_aliases(" \r\n \r\n") == ()


@pytest.mark.parametrize(
    "text",
    ["nobody", "a@b.example\n\nA <A@b.example>", '"Berg, Anna" <a@b.example>', "a@b.example, c@d.example",
     "a@b.example\n" + "x" * 1_001, "\n\n".join(f"a{n}@b.example" for n in range(51))],
)  # fmt: skip
def test_what_is_no_list_is_refused(text):
    with pytest.raises(ValidationError):
        MailSettings(aliases=text).clean_fields()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "sender"),
    [
        ({"to": GROUPS}, GROUPS),
        ({"to": DESK}, DESK),
        ({"to": f"{DESK}, {GROUPS}"}, GROUPS),
        ({"to": "friend@example.org", "cc": GROUPS.upper()}, GROUPS),
        ({"to": GROUPS.replace("@", "+spring@")}, GROUPS),
        ({"to": "plain@hostel-brikette.example"}, "plain@hostel-brikette.example"),
        ({"to": "other@hostel-brikette.example"}, DESK),
    ],
)  # fmt: skip
def test_the_reply_leaves_from_the_address_the_guest_wrote_to(reviewer, sink, fields, sender):
    set_aliases(staff_addresses=[DESK, "other@hostel-brikette.example"])
    thread_id = record(date="", **fields).message.thread_id
    mail = write_reply(thread_id=thread_id, body_text="Just ring.\n\nPeter", by=reviewer)
    if mail.state == "awaiting_release":  # somebody else gets a copy
        release_reply(mail_id=mail.pk, by=reviewer, has_looked=True)
    (sent,) = sent_mails(sink)
    assert sent["From"].addresses[0].addr_spec == sender
    assert sink.taken_from == [sender]
    text = text_of(sent)
    if sender == GROUPS:
        assert sent["From"].addresses[0].display_name == "Brikette Groups"
        assert text.startswith("Just ring.\n\nPeter\n\nAnna Berg\n+39 089 000 000\n\n")
        assert text.index("+39") < text.index("> How do we get in?")
    else:
        assert "Anna Berg" not in text
    own = Message.objects.get(direction="out")
    assert (own.from_address, own.answers.count()) == (sender, 1)


@pytest.mark.django_db
def test_an_agent_s_reply_too_and_its_reviewer_sees_it(worker, desk_client):
    set_aliases()
    record(to=GROUPS)
    answer = worker.answer_next()
    assert answer["headers"]["From"] == f"Brikette Groups <{GROUPS}>"
    page = desk_client("reviewer").get(
        f"/admin/drafting/outgoingmail/queue/{answer['outgoing_id']}/"
    )
    assert f"From {GROUPS}" in page.content.decode() and "Anna Berg" in page.content.decode()


@pytest.mark.django_db
def test_replies_find_their_conversation_by_the_alias_tag(reviewer):
    set_aliases(has_plus_addresses=True)
    thread_id = record(to=GROUPS, date="").message.thread_id
    mail = write_reply(thread_id=thread_id, body_text="Ring.", by=reviewer)
    tagged = mail.headers["Reply-To"]
    assert tagged.startswith("groups+t")
    answer = reply("And the gate?", "", to=tagged, date="").message
    assert answer.thread_id == thread_id and not answer.is_automated


@pytest.mark.django_db
def test_mail_from_an_alias_is_ours():
    set_aliases()
    assert get_staff().includes(GROUPS)
    assert GROUPS in current_desk().interpret_settings.staff_addresses
    first = record(date="").message
    ours = record(
        "Ring.", is_ours=True, message_id="<o@x>", in_reply_to=first.message_id, to=GUEST,
        **{"from": GROUPS},
    ).message  # fmt: skip
    assert ours.direction == "out" and Message.objects.get(pk=first.pk).answered_by == ours
    assert record("Loop", to=DESK, message_id="<l@x>", **{"from": GROUPS}).message.is_automated


@pytest.mark.django_db
def test_a_first_mail_leaves_from_the_chosen_address(desk_client, sink):
    set_aliases()
    client, page = desk_client("reviewer"), reverse("admin:drafting_thread_new")
    assert f'<option value="{GROUPS}">' in client.get(page).content.decode()
    given = {"to": GUEST, "subject": "Visit", "body_text": "Welcome.", "language": "en"}
    refused = client.post(page, {**given, "from_address": "mallory@example.net"})
    assert refused.status_code == 409 and not Thread.objects.exists()
    assert client.post(page, {**given, "from_address": GROUPS}).status_code == 302
    (sent,) = sent_mails(sink)
    assert sent["From"].addresses[0].addr_spec == GROUPS
    assert text_of(sent).strip() == "Welcome.\n\nAnna Berg\n+39 089 000 000"


@pytest.mark.django_db
def test_an_alias_that_is_gone_leaves_the_mailbox_s_own_name(reviewer, sink):
    """Between release and sending: nothing of it is signed any more."""
    set_aliases()
    thread_id = record(to=GROUPS, date="").message.thread_id
    write_reply(thread_id=thread_id, body_text="Ring.", by=reviewer)
    set_aliases("")
    assert "Anna Berg" not in text_of(sent_mails(sink)[0])
