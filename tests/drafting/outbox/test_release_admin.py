"""The release queue, conversations' actions, follow-ups and erasure in the admin."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from drafting.desk.erasure import apply_retention, forget_contact
from drafting.drafts.choices import WAITS_FOR_CHOICES
from drafting.drafts.evidence import asks_shown
from drafting.drafts.models import Attestation, Draft
from drafting.mail.choices import MailState, ThreadStatus, Urgency
from drafting.mail.models import Contact, MailSettings, Message, Thread
from drafting.mail.services import set_contact_blocked
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.outbox import staff_actions
from drafting.outbox.release_decisions import EDIT_REASONS
from drafting.outbox.releases import release_reply
from drafting.pipeline.check.checks import ADDED
from drafting.pipeline.check.quality import WaitsFor
from drafting.pipeline.outcomes import Outcome, OutcomeKind
from drafting.pipeline.plan import Ask, AskKind
from drafting.plain_words import plain, plain_list
from drafting.tables import COLOURS
from templatesapp.kept_texts import old_texts
from templatesapp.models import KeptText
from templatesapp.text.distance import text_hash
from tests.drafting.mail.mails import GUEST, record, record_many, reply
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
MAILS = "/admin/drafting/outgoingmail/"
QUEUE = f"{MAILS}queue/"
THREADS = "/admin/drafting/thread/"
UNREAD = "It would be lovely to have the room with the balcony again."
JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def person(desk_client):
    return desk_client("reviewer")


@pytest.fixture
def waiting(worker):
    record("What time is breakfast? <script>alert(1)</script>")
    worker.answer_next()
    return OutgoingMail.objects.get()


def decide(client, mail, decision, status=200, **fields):
    path = f"{QUEUE}{mail.pk}/decide/"
    answer = client.post(path, {"decision": decision, **fields}, **JSON)
    assert answer.status_code == status, answer.content.decode()[:500]
    mail.refresh_from_db()
    return answer.json()


def test_the_queue_leads_to_what_waits_and_shows_both_texts(person, waiting):
    page = person.get(QUEUE, follow=True)
    text = page.content.decode()
    assert page.redirect_chain[-1][0].endswith(f"{QUEUE}{waiting.pk}/")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text and "<script>alert" not in text
    assert waiting.body_text.splitlines()[0] in text
    assert "No template shares a word" not in text and "The mail asks nothing" not in text
    assert f"/admin/drafting/draft/{waiting.draft_id}/change/" in text
    for words in ("Release <kbd>a</kbd>", "> and release<", "Why this text", GUEST):
        assert words in text


NEW = "Our cat <b>Luigi</b> sends his regards; he sleeps all day."


@pytest.mark.parametrize("page", ["reply", "draft"])
def test_a_sentence_that_no_text_of_ours_says_is_marked_where_it_stands(person, waiting, page):
    attempt, at = waiting.draft.last_attempt, f"{QUEUE}{waiting.pk}/"
    if page == "draft":
        at = f"/admin/drafting/draft/{waiting.draft_id}/change/"
    assert "text-new" not in person.get(at).content.decode()
    text = f"{waiting.body_text}\n\n{NEW} Till soon!"
    told = {"warnings": [ADDED], "warning_details": {ADDED: f"He paints.; {NEW}"}}
    type(attempt).objects.update(body_plain=text, quality=attempt.quality | told)
    OutgoingMail.objects.update(body_text=text)
    shown = person.get(at).content.decode()
    marked = re.findall(r'<mark class="text-new" title="Neither[^>]*>(.*?)</mark> Till', shown)
    assert marked == [escape(NEW)] and "Luigi</b>" not in shown
    assert "He paints" not in shown  # told by the mark alone
    assert shown.index("marked in the") < shown.index("The guest wrote")


def test_a_long_mail_is_shown_to_its_end_with_who_signed_it(person, waiting):
    long = "So we came by train. " * 2000 + "Is there a lift?"
    Message.objects.filter(direction="in").update(
        new_text=long, body_text=f"{long}\n\nHelen", signature_text="Helen"
    )
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert "Is there a lift?\n\nHelen</div>" in page
    assert page.count("Only the beginning is shown") == 1  # in the whole conversation
    assert "has read the first 20 000 characters.</p>" in page
    Message.objects.filter(direction="in").update(new_text="?" * 100_001)
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert "characters; only the beginning is shown" in page
    Message.objects.filter(direction="in").update(new_text="Hi?", body_text="?" * 100_001)
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert "has read the first" not in page  # what is long below it is quoted
    Message.objects.filter(direction="in").update(new_text="?" * 100_001)
    page = person.get(f"{THREADS}{waiting.thread_id}/change/").content.decode()
    assert "Only the beginning is shown" in page


def test_what_was_told_and_is_promised_an_answer_is_not_called_unmentioned():
    told = Ask("a1", AskKind.NOTICE, "My suitcase stood in water")
    rows = [Outcome("a1", kind) for kind in OutcomeKind]
    shown = [row.mark for row in asks_shown(SimpleNamespace(asks=[told]), rows)]
    assert shown == ["noted", "promised", "not mentioned"]
    asked = Ask("a2", AskKind.ACTION, "My suitcase stood in water and must be dried")
    rows = [Outcome(one, OutcomeKind.OPEN) for one in ("a1", "a2")]
    shown = [row.text for row in asks_shown(SimpleNamespace(asks=[told, asked]), rows)]
    assert shown == [asked.text]


def test_what_keeps_several_asks_open_is_said_once(person, worker):
    record("Which paint do you use for the shutters? Who carves them?", subject="Shutters")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    page = person.get(f"{QUEUE}{mail.pk}/").text
    wants = page.partition('id="questions-heading"')[2].partition("</section>")[0]
    said = {outcome["sentence"] for outcome in mail.draft.last_attempt.outcomes}
    assert wants.count(">promised<") == 2 and len(said) == 1
    assert wants.count(escape(said.pop())) == 1


@pytest.mark.parametrize(
    ("tier", "words"),
    [
        ("standard", ""),
        ("mandatory-review", "The mail is one that a person has to see to"),
        ("owner-alert", "the owners should see it"),
    ],
)
def test_an_escalated_mail_is_not_released_at_a_glance(person, waiting, tier, words):
    waiting.draft.policy = waiting.draft.policy | {"review_tier": tier}
    waiting.draft.save(update_fields=["policy"])
    Draft.objects.update(waits_for=WaitsFor.DEED)
    page = person.get(f"{QUEUE}{waiting.pk}/").text
    why = "The guest may want something looked up or done"
    said = page.partition("</header>")[2].partition('class="rv-texts')[0]
    assert words in said and page.count(why) == 1
    # One place says why it waits; without a reason for care no frame stands around it.
    assert ('rv-notice is-warning"><p' in said) is bool(words)
    assert ("rv-why" in said) is not bool(words)


@pytest.mark.parametrize(("waits_for", "said"), WAITS_FOR_CHOICES)
def test_the_queue_and_the_draft_say_what_no_wording_settles(person, worker, waits_for, said):
    record(f"What time is breakfast?\n\n{UNREAD}")
    worker.answer_next()
    waiting = OutgoingMail.objects.get()
    for path in (f"{QUEUE}{waiting.pk}/", f"/admin/drafting/draft/{waiting.draft_id}/change/"):
        Draft.objects.update(waits_for="")
        assert said not in person.get(path).content.decode()
        Draft.objects.update(waits_for=waits_for)
        assert said in person.get(path).content.decode()


def test_a_long_mail_is_only_said_to_ask_for_more_where_a_sentence_of_it_may(person, worker):
    story = "We had a long drive through the mountains and the children slept all the way. " * 3
    for number, told in enumerate((story, UNREAD)):
        record(f"What time is breakfast?\n\n{told}", message_id=f"<{number}@example.com>")
        worker.answer_next()
    long, asking = OutgoingMail.objects.order_by("pk")
    pages = [person.get(f"{QUEUE}{mail.pk}/").text for mail in (long, asking)]
    assert [mail.draft.waits_for for mail in (long, asking)] == [WaitsFor.ASK] * 2
    assert ["may ask, too" in page for page in pages] == [False, True]
    assert ["The mail may ask for something more" in page for page in pages] == [False, True]


def test_an_emergency_is_called_one_only_where_it_was_read(person, waiting):
    for urgency in (Urgency.MAY_BE_EMERGENCY, Urgency.EMERGENCY):
        waiting.thread.urgency = urgency
        waiting.thread.save()
        page = person.get(f"{QUEUE}{waiting.pk}/").text
        assert "Somebody may need help now" in page
        assert ("· may be an emergency" in page) is (urgency == Urgency.MAY_BE_EMERGENCY)
        assert ("· emergency" in page) is (urgency == Urgency.EMERGENCY)


def test_each_urgency_has_its_colour():
    assert set(COLOURS["urgency"]) == {str(one.label) for one in Urgency if one}


def test_urgent_replies_take_a_second_step_and_may_want_a_manager(person, desk_client, waiting):
    waiting.draft.policy = waiting.draft.policy | {"review_tier": "owner-alert"}
    waiting.draft.save(update_fields=["policy"])
    refused = decide(person, waiting, "release", 409)
    assert (refused["code"], waiting.state) == ("conflict", MailState.AWAITING_RELEASE)
    assert decide(person, waiting, "edit", 409, body="Dear guest")["code"] == "conflict"
    MailSettings.objects.update_or_create(defaults={"urgent_replies_need_manager": True})
    refused = decide(person, waiting, "release", 403, has_read="1")
    assert refused["code"] == "permission_denied"
    decide(desk_client("manager"), waiting, "release", has_read="1")
    assert waiting.state == MailState.QUEUED


def test_the_queue_keeps_its_place_and_leaves_out_what_a_colleague_has(person, worker, waiting):
    ids = [waiting.pk]
    for number in range(2, 5):
        record(f"Is there parking {number}?", message_id=f"<{number}@x.example>",
               **{"from": f"g{number}@example.net"})  # fmt: skip
        ids.append(worker.answer_next()["outgoing_id"])
    third = OutgoingMail.objects.get(pk=ids[2])
    # Two were skipped: after the third comes the fourth, not the first.
    assert decide(person, third, "release")["url"].endswith(f"{QUEUE}{ids[3]}/")
    fourth = OutgoingMail.objects.get(pk=ids[3])
    assert decide(person, fourth, "elsewhere")["url"].endswith(f"{QUEUE}{ids[0]}/")
    # What is handed over is left, or the next key would decide about it.
    colleague = UserFactory.create(role="reviewer").pk
    handed = decide(person, waiting, "colleague", colleague=colleague)
    assert handed["url"].endswith(f"{QUEUE}{ids[1]}/")
    page = person.get(QUEUE, follow=True)
    assert page.redirect_chain[-1][0].endswith(f"{QUEUE}{ids[1]}/")


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("show=chosen&mine=on", [0]),
        ("show=chosen&urgent=on", [1]),
        ("show=chosen&long=on", [0]),
        ("show=chosen&language=de", [1, 2]),
        ("show=chosen&category=wifi", [2]),
        ("show=chosen&language=de&category=wifi&urgent=on", []),
        ("show=chosen&language=tlh", [1, 0, 2]),
        ("show=all", [1, 0, 2]),
    ],
)
def test_a_person_sees_what_they_chose_until_they_choose_again(
    person, worker, waiting, query, shown
):
    mails = [waiting]
    for number in (2, 3):
        record(f"Is there parking {number}?", message_id=f"<{number}@x.example>",
               **{"from": f"g{number}@example.net"})  # fmt: skip
        mails.append(OutgoingMail.objects.get(pk=worker.answer_next()["outgoing_id"]))
    Thread.objects.filter(pk=mails[0].thread_id).update(assignee=person.user)
    for mail, hours in zip(mails, (25, 23, 23), strict=True):
        mail.waiting_since = timezone.now() - timedelta(hours=hours)
        mail.save(update_fields=["waiting_since"])
    Thread.objects.filter(pk=mails[1].thread_id).update(urgency=1)
    OutgoingMail.objects.filter(pk__in=[mail.pk for mail in mails[1:]]).update(language="de")
    Draft.objects.filter(pk=mails[2].draft_id).update(scenario_category="wifi")

    first = person.get(f"{QUEUE}?{query}", follow=True)
    walked = []
    while first.context["screen"] and first.context["screen"].mail.pk not in walked:
        walked.append(first.context["screen"].mail.pk)
        assert first.context["screen"].place.total == len(shown)
        first = person.get(f"{QUEUE}?after={walked[-1]}", follow=True)
    assert walked == [mails[number].pk for number in shown]
    if not shown:
        assert "Nothing of what you chose waits" in first.content.decode()
    assert ("Show all" in first.content.decode()) is (len(shown) < 3)


def test_typed_text_is_kept_for_its_author_alone_until_they_decide(person, desk_client, waiting):
    keep = f"{QUEUE}{waiting.pk}/keep/"
    other = desk_client("manager")
    person.post(keep, {"body": "Dear Ada, half a thought", "subject": "Re: x"})
    assert "half a thought" in person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    seen = other.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert "half a thought" not in seen
    assert f"{person.user.username} is editing a reply here" in seen
    decide(other, waiting, "release")
    # After the colleague's decision it stands beside what happened, and nothing was lost.
    assert "half a thought" in decide(person, waiting, "edit", 409, body="half a thought")["html"]
    person.post(keep, {"body": ""})
    assert not KeptText.objects.exists()


@pytest.mark.parametrize(
    ("change", "is_typed"),
    [
        (lambda body: body, False),
        (lambda body: body.replace("\n", "\r\n") + "\r\n", False),
        (lambda body: f"{body} Bis bald!", True),
        (lambda body: body.replace("Dear", "Hello"), True),
    ],
)
def test_only_what_a_person_changed_counts_as_typed(person, waiting, change, is_typed):
    """After a refusal, also where a colleague has changed the reply meanwhile."""
    text = "Dear guest,\n\nWe have charged your card.\n\nWarm regards"
    OutgoingMail.objects.filter(pk=waiting.pk).update(body_text=text)
    Attestation.objects.filter(draft=waiting.draft).update(
        body_plain=text, sent_hash=text_hash(text), delivery_status="blocked"
    )
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    was = re.search(r'name="was" value="(\w+)"', page)[1]
    sent = {"body": change(text), "subject": waiting.subject, "was": was}
    for now in (text, f"{text}\n\nP.S. See you soon."):
        OutgoingMail.objects.filter(pk=waiting.pk).update(body_text=now)
        refused = decide(person, waiting, "edit", 409, **sent)
        assert refused["code"] == "blocked_draft"
        assert KeptText.objects.exists() == is_typed
        assert ("You have typed a text here" in refused["html"]) == is_typed
    del sent["was"]  # of a page from before
    decide(person, waiting, "edit", 409, **sent | {"body": f"{now}\n"})
    assert not KeptText.objects.exists()


def test_kept_text_goes_with_the_decision_after_a_month_and_with_the_guest(person, waiting):
    keep = f"{QUEUE}{waiting.pk}/keep/"
    person.post(keep, {"body": "typed"})
    decide(person, waiting, "release")
    person.post(keep, {"body": "typed"})  # was on its way
    assert not KeptText.objects.exists()
    decide(person, waiting, "undo")
    person.post(keep, {"body": "typed"})
    apply_retention(now=timezone.now() + timedelta(days=29))
    assert KeptText.objects.count() == 1
    forget_contact(address=GUEST)
    assert not KeptText.objects.exists()
    assert old_texts(timezone.now()).count() == 0


def test_kept_text_goes_after_a_month(person, waiting):
    person.post(f"{QUEUE}{waiting.pk}/keep/", {"body": "typed"})
    later = timezone.now() + timedelta(days=31)
    planned = apply_retention(now=later, is_dry_run=True)
    assert (planned["typed texts dropped"], KeptText.objects.count()) == (1, 1)
    assert apply_retention(now=later) == planned
    assert not KeptText.objects.exists()


@pytest.mark.parametrize(
    ("decision", "named"),
    [
        ("send_back", "Sent back"),
        ("elsewhere", "Answered elsewhere"),
        ("close", "Closed"),
        ("block", "Blocked"),
        ("no_guest", "Not a guest"),
    ],
)
def test_every_decision_is_named_and_taken_back(desk_client, worker, waiting, decision, named):
    person = desk_client("manager")
    answer = decide(person, waiting, decision, note="Name the price.")
    assert waiting.state == MailState.CANCELLED and "Undo" in answer["html"]
    assert f'<span class="rv-state">{named}</span>' in answer["html"]
    decide(person, waiting, "undo")
    thread = Thread.objects.get(pk=waiting.thread_id)
    assert (waiting.state, thread.status) == ("awaiting_release", ThreadStatus.WAITING_FOR_PERSON)
    assert not Message.objects.get(direction="in").is_answered
    assert not Contact.objects.filter(Q(is_blocked=True) | Q(is_guest=False)).exists()
    assert not thread.sent_backs.exists()
    worker.claim(204)
    decide(person, waiting, "release")
    assert waiting.state == MailState.QUEUED


def test_who_is_no_guest_is_told_and_taken_back_with_all_their_mail(person, worker, waiting):
    other = record("Fish at 9.80 a kilo?", subject="Offer", message_id="<2@x.example>").message
    second = OutgoingMail.objects.get(pk=worker.answer_next()["outgoing_id"])
    received = Message.objects.filter(direction="in").order_by("pk")
    former = list(received.values_list("sender_kind", "sender_reason", "is_automated"))
    menu = person.get(f"{QUEUE}{waiting.pk}/").text
    assert f"what {GUEST} writes is kept and no longer answered; 1 more reply to them is" in menu
    decide(person, waiting, "no_guest")
    assert {one.state for one in OutgoingMail.objects.all()} == {MailState.CANCELLED}
    assert all(received.values_list("is_automated", flat=True))
    assert record("Lobster?", message_id="<3@x.example>").message.is_automated
    worker.claim(204)
    decide(person, waiting, "undo")
    assert waiting.state == MailState.AWAITING_RELEASE
    assert list(received.values_list("sender_kind", "sender_reason", "is_automated"))[:2] == former
    assert Contact.objects.get().is_guest is None
    assert worker.claim()["thread_id"] == second.thread_id == other.thread_id
    assert "more repl" not in person.get(f"{QUEUE}{waiting.pk}/").text


def test_what_others_did_meanwhile_is_not_taken_back_with_it(desk_client, waiting):
    person = desk_client("manager")
    guest = Contact.objects.get(threads=waiting.thread_id)
    decide(person, waiting, "send_back", note="Name the price.")
    set_contact_blocked(contact_id=guest.pk, is_blocked=True, by=person.user)
    decide(desk_client("reviewer"), waiting, "undo")
    guest.refresh_from_db()
    assert guest.is_blocked, "blocked by another decision"


def test_what_was_answered_by_phone_since_is_not_opened_again(desk_client, person, waiting):
    decide(person, waiting, "send_back", note="Name the price.")
    staff_actions.mark_answered_elsewhere(thread_id=waiting.thread_id, by=person.user)
    assert decide(person, waiting, "undo", 409)["code"] == "already_decided"
    assert Message.objects.get(direction="in").is_answered


def test_what_an_agent_has_taken_up_again_is_not_taken_back(person, worker, waiting):
    decide(person, waiting, "send_back", note="Name the price.")
    worker.claim()
    assert decide(person, waiting, "undo", 409)["code"] == "already_decided"


def test_who_insists_on_a_fact_says_why_and_both_are_kept(person, waiting):
    text = (
        waiting.body_text.replace("8:00", "6:00").replace("8 am", "6 am").replace("08:00", "06:00")
    )
    assert text != waiting.body_text
    check = person.post(f"{QUEUE}{waiting.pk}/check/", {"body": text}).json()
    assert check["may_insist"] and "our fact is" in check["findings_html"]
    refused = decide(person, waiting, "edit", 409, body=text)
    assert refused["code"] == "blocked_draft" and "You say 6" in refused["refused"]
    decide(person, waiting, "edit", body=text, insisted="Agreed with the cook for this group.")
    last = waiting.draft.attestations.order_by("-attempt").first()
    assert waiting.state == MailState.QUEUED
    assert last.insisted == "Agreed with the cook for this group."
    assert [found["code"] for found in last.quality["findings"]].count("contradicts_fact")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("missing_signature", "Dear guest,\n\nBreakfast is served from 8:00 to 10:15."),
        ("prohibited_claims", "{}\n\nWe have charged your card."),
        ("unanswered_questions", "Dear guest,\n\nSee you soon.\n\nHostel Brikette, Positano"),
    ],
)
def test_whoever_releases_may_insist_and_the_history_says_on_what(person, waiting, name, text):
    text = text.format(waiting.body_text)
    assert person.post(f"{QUEUE}{waiting.pk}/check/", {"body": text}).json()["may_insist"]
    refused = decide(person, waiting, "edit", 409, body=text)
    assert "or say there why it is right all the same" in refused["refused"]
    decide(person, waiting, "edit", body=text, insisted="They sit <b>here</b>.")
    last = waiting.draft.last_attempt
    assert (waiting.state, last.insisted) == (MailState.QUEUED, "They sit <b>here</b>.")
    assert name in last.quality["overruled"] and last.quality["failed_checks"] == []
    assert last.delivery_status == "needs_follow_up"
    said = LogEntry.objects.latest("pk").change_message
    assert plain_list([name]) in said and "They sit <b>here</b>." in said
    page = person.get(f"/admin/drafting/draft/{waiting.draft_id}/change/").content.decode()
    assert f"Let stand: {plain(name)}" in page and "They sit &lt;b&gt;here&lt;/b&gt;." in page


def test_a_text_that_waits_blocked_may_be_insisted_on_as_it_is(person, waiting):
    last = waiting.draft.last_attempt
    text = f"{waiting.body_text}\n\nWe have charged your card."
    blocked = {"body_plain": text, "delivery_status": "blocked", "person": person.user}
    type(last).objects.filter(pk=last.pk).update(**blocked, agent="", sent_hash=text_hash(text))
    OutgoingMail.objects.update(body_text=text)
    assert decide(person, waiting, "edit", 409, body=text)["code"] == "blocked_draft"
    decide(person, waiting, "edit", body=text, insisted="They asked us to.")
    assert waiting.state == MailState.QUEUED
    assert waiting.draft.last_attempt.insisted == "They asked us to."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Pay here: https://brikette-pay.example/now", "it holds a link that is not ours"),
        ("It is {{{{SLOT:FACT_BREAKFAST_PRICE}}}}.", "a place in the letter was not filled in"),
    ],
)
def test_what_nobody_may_insist_on(person, waiting, text, words):
    text = f"We have charged your card. {text}\n\n{{}}".format(waiting.body_text)
    refused = decide(person, waiting, "edit", 409, body=text, insisted="It is <right>.")
    assert refused["refused"].endswith(f"In any case put right: {words}.")
    assert 'value="It is &lt;right&gt;."' in refused["html"]
    assert waiting.state == MailState.AWAITING_RELEASE


def test_a_reason_goes_with_its_own_reply_only(person, waiting):
    text = f"{waiting.body_text}\n\nWe have charged your card."
    following = decide(person, waiting, "edit", body=text, insisted="They asked us to.")
    assert "They asked us to." not in following["html"]


def test_who_only_looks_insists_on_nothing(desk_client, waiting):
    viewer = desk_client("viewer")
    path = f"{QUEUE}{waiting.pk}/decide/"
    given = {"decision": "edit", "body": "Hello.", "insisted": "so"}
    assert viewer.post(path, given, **JSON).status_code == 403
    assert viewer.post(f"{QUEUE}{waiting.pk}/check/", {"body": "Hello."}).status_code == 403


def test_nobody_insists_on_a_protected_letter_that_a_person_chose(person, waiting, desk_client):
    Attestation.objects.update(corrected_category="cancellation")
    said = {"body": "Dear guest, it is 6 am.", "insisted": "so"}
    assert not person.post(f"{QUEUE}{waiting.pk}/check/", said).json()["may_insist"]
    assert decide(person, waiting, "edit", 403, **said)["code"] == "permission_denied"
    decide(desk_client("manager"), waiting, "edit", **said)
    assert waiting.state == MailState.QUEUED


def test_nobody_insists_on_protected_text_without_the_right(person, waiting):
    waiting.draft.is_protected = True
    waiting.draft.save(update_fields=["is_protected"])
    refused = decide(person, waiting, "edit", 403, body="Dear guest, it is 6 am.", insisted="so")
    assert refused["code"] == "permission_denied"


def test_an_edit_is_asked_why_and_only_a_proven_reason_stands_ticked(person, waiting):
    body = waiting.body_text
    shifted = (
        re.sub(r"\b8\b", "7", body) + "\n\nWe are glad that you come, and wish you a good trip."
    )
    assert shifted.count("7") > body.count("7")
    changed = {
        "wrong-fact": shifted,
        "language-adapt": "Buongiorno, la colazione è servita dalle 8 alle 10 nella sala comune.",
    }
    unproven = (
        body.replace(".", ", dear friends of this house!"),
        f"{body}\n\nThe bus leaves at 9:40 and costs 12 euro a person, each way.",
        "Dear Ada, we are open from 8 to 10 and glad that you ask. Come and see us, all of you.",
    )
    for reason, text in [*changed.items(), *(("", text) for text in unproven)]:
        check = person.post(f"{QUEUE}{waiting.pk}/check/", {"body": text}).json()
        assert (check["asks_why"], check["reason"]) == (True, reason)
    assert changed.keys() < {value for value, _ in EDIT_REASONS}
    small = person.post(f"{QUEUE}{waiting.pk}/check/", {"body": f"{body} x"}).json()
    assert (small["asks_why"], small["reason"]) == (False, "")
    decide(person, waiting, "edit", body=f"{body}\nSee you soon.", reason="style")
    assert waiting.draft.attestations.order_by("-attempt").first().rewrite_reason == "style"


@pytest.mark.parametrize("decision", ["release", "edit"])
def test_a_released_reply_of_an_agent_keeps_what_its_reviewer_ticks(person, waiting, decision):
    """A promise of before stands open beside the reply, ticked by nobody."""
    due, now = timezone.localdate(), timezone.now()
    kept, other = (
        FollowUp.objects.create(question=asked, thread=waiting.thread, due=due, created_at=now)
        for asked in ("Is <b>breakfast</b> included?", "A cot?")
    )
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    boxes = re.findall(r'name="promises" value="(\d+)"( checked)?', page)
    assert set(boxes) == {(str(kept.pk), ""), (str(other.pk), "")}
    assert "Is &lt;b&gt;breakfast&lt;/b&gt; included?" in page
    body = f"{waiting.body_text}\nTill soon."
    given = {"addresses": "1", "keep": waiting.everybody, "promises": [kept.pk], "body": body}
    decide(person, waiting, decision, **given)
    done = FollowUp.objects.filter(done_by=person.user, answered_in=waiting)
    assert list(done.exclude(done_at=None)) == [kept]
    decide(person, waiting, "undo")
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert f'name="promises" value="{kept.pk}" checked' in page
    assert FollowUp.objects.filter(done_at=None, pk__in=[kept.pk, other.pk]).count() == 2
    decide(person, waiting, "release", **(given | {"promises": []}))
    assert FollowUp.objects.filter(done_at=None, pk__in=[kept.pk, other.pk]).count() == 2


def test_an_empty_queue_says_what_will_come(person):
    assert "No reply waits" in person.get(QUEUE).content.decode()


def test_release_shows_the_next_reply_and_is_undone(person, worker, waiting):
    record("Is there parking?", message_id="<9@x.example>", **{"from": "b@example.net"})
    second = worker.answer_next()["outgoing_id"]
    OutgoingMail.objects.filter(pk=waiting.pk).update(subject="Re: \u202eparking")
    answer = decide(person, waiting, "release")
    assert answer["message"] == "Released; it leaves in a minute: \u2068Re: \u202eparking\u2069"
    assert answer["title"] == "Replies"  # as the menu has it
    assert answer["url"].endswith(f"{QUEUE}{second}/")
    assert "Your last decisions" in answer["html"]
    assert (waiting.state, waiting.released_by) == (MailState.QUEUED, person.user)
    assert LogEntry.objects.get().user == person.user
    answer = decide(person, waiting, "undo")
    assert waiting.state == MailState.AWAITING_RELEASE
    assert answer["url"].endswith(f"{QUEUE}{waiting.pk}/")


def test_without_script_the_same_address_redirects(person, waiting):
    answer = person.post(f"{QUEUE}{waiting.pk}/decide/", {"decision": "release"}, follow=True)
    assert "No reply waits" in answer.content.decode()
    assert "Released" in answer.content.decode()


def test_the_second_person_is_told_who_was_first(person, desk_client, waiting):
    decide(person, waiting, "release")
    refused = decide(desk_client("manager"), waiting, "release", 409)
    assert person.user.username in refused["refused"]


def test_a_reply_that_newer_mail_overtook_cannot_leave(person, waiting):
    reply("One more question", "<1@example.com>")
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert "Newer mail has come" in page
    assert decide(person, waiting, "release", 409)["code"] == "newer_inbound"


def test_edit_and_release_with_the_check_shown(person, waiting):
    text = waiting.body_text + "\r\n\r\nP.S. Come hungry."
    check = person.post(f"{QUEUE}{waiting.pk}/check/", {"body": text}).json()
    assert "Come hungry" in check["diff_html"]
    bad = person.post(f"{QUEUE}{waiting.pk}/check/", {"body": "We have charged your card"}).json()
    assert "is-error" in bad["findings_html"]
    assert decide(person, waiting, "edit", 409, body="We have charged your card")["refused"]
    decide(person, waiting, "edit", body=text)
    assert waiting.state == MailState.QUEUED
    assert waiting.body_text.endswith("P.S. Come hungry.")
    assert "\r" not in waiting.body_text


def test_the_subject_is_edited_with_the_text(person, waiting):
    refused = decide(
        person, waiting, "edit", 400, body=waiting.body_text, subject="a\r\nBcc: b@c.de"
    )
    assert "line break" in refused["refused"]
    assert waiting.state == MailState.AWAITING_RELEASE
    decide(person, waiting, "edit", body=waiting.body_text, subject="Breakfast from 8")
    assert (waiting.state, waiting.headers["Subject"]) == ("queued", "Re: Breakfast from 8")


def test_what_came_after_the_page_was_shown_is_not_settled_with_it(person, waiting):
    seen = Message.objects.latest("pk").pk
    reply("We stand before the door!", "<1@example.com>")
    for decision in ("elsewhere", "close"):
        refused = decide(person, waiting, decision, 409, seen=seen)
        assert refused["code"] == "newer_inbound"
        assert "We stand before the door!" in refused["html"]
    assert f'name="seen" value="{Message.objects.latest("pk").pk}"' in refused["html"]
    decide(person, waiting, "elsewhere", seen=Message.objects.latest("pk").pk)
    assert not Message.objects.filter(direction="in", answered_by=None).exists()


def test_close_on_a_page_that_is_out_of_date(person, desk_client, waiting):
    decide(person, waiting, "release")
    seen = Message.objects.latest("pk").pk
    refused = decide(desk_client("reviewer"), waiting, "close", 409, seen=seen)
    assert person.user.username in refused["refused"]
    assert Thread.objects.get().status == ThreadStatus.OPEN


def test_only_managers_block_from_the_queue(person, desk_client, waiting):
    path = f"{QUEUE}{waiting.pk}/"
    assert "Block the sender" not in person.get(path).content.decode()
    assert person.post(f"{path}decide/", {"decision": "block"}, **JSON).status_code == 403
    manager = desk_client("manager")
    assert "Block the sender" in manager.get(path).content.decode()
    assert "No reply waits" in decide(manager, waiting, "block")["html"]
    assert Contact.objects.get().is_blocked and waiting.state == MailState.CANCELLED


@pytest.mark.parametrize(
    ("decision", "thread_status"),
    [
        ("send_back", ThreadStatus.OPEN),
        ("elsewhere", ThreadStatus.OPEN),
        ("close", ThreadStatus.CLOSED),
    ],
)
def test_instead_of_a_release(person, waiting, decision, thread_status):
    decide(person, waiting, decision, note="Too formal.")
    assert waiting.state == MailState.CANCELLED
    assert Thread.objects.get().status == thread_status


def test_hand_to_a_colleague(person, desk_client, waiting):
    former, colleague = UserFactory.create(), desk_client("reviewer").user
    staff_actions.hand_to_colleague(thread_id=waiting.thread_id, assignee=former, by=former)
    for key, words in ((person.user.pk, "You look after it"), ("", "Nobody looks after it")):
        assert words in decide(person, waiting, "colleague", colleague=key)["message"]
        decide(person, waiting, "undo")
    said = decide(person, waiting, "colleague", colleague=colleague.pk)
    assert Thread.objects.get().assignee == colleague
    assert "Handed over" in said["html"] and 'data-key="u"' in said["html"]
    assert "Handed to a colleague" in said["message"]
    decide(person, waiting, "undo")
    assert (Thread.objects.get().assignee, waiting.set_aside_by) == (former, None)
    assert decide(person, waiting, "undo", 409)["code"] == "already_decided"
    # What was handed over and then closed comes back as it was, too.
    decide(person, waiting, "colleague", colleague=colleague.pk)
    staff_actions.close_thread(thread_id=waiting.thread_id, by=former)
    assert decide(person, waiting, "undo", 409)["code"] == "already_decided"
    assert 'data-key="u"' not in person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    OutgoingMail.objects.filter(pk=waiting.pk).update(state=MailState.AWAITING_RELEASE)
    staff_actions.reopen_thread(thread_id=waiting.thread_id, by=former)
    decide(person, waiting, "colleague", colleague=colleague.pk)
    decide(person, waiting, "close")
    decide(person, waiting, "undo")
    assert waiting.state == MailState.AWAITING_RELEASE
    assert Thread.objects.get().assignee == colleague
    guest = desk_client("guest").user
    assert decide(person, waiting, "colleague", 400, colleague=guest.pk)["code"]


def test_what_went_wrong_is_shown_and_decided(person, waiting):
    release_reply(mail_id=waiting.pk, by=person.user)
    OutgoingMail.objects.update(state=MailState.UNCERTAIN, attempts=1, last_error="Silence.")
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert "Nobody knows whether it was sent" in page and "Silence." in page
    decide(person, waiting, "not_arrived")
    decide(person, waiting, "again")
    assert waiting.state == MailState.QUEUED


@pytest.mark.parametrize("role", ["none", "reviewer"])
def test_rights_hold_for_direct_addresses(desk_client, waiting, role):
    client = desk_client(role)
    if role == "reviewer":
        client.user.groups.clear()
    for path in (QUEUE, f"{QUEUE}{waiting.pk}/", MAILS):
        assert client.get(path).status_code == 403
    for path in (f"{QUEUE}{waiting.pk}/decide/", f"{THREADS}{waiting.thread_id}/act/"):
        assert client.post(path, {"decision": "release"}).status_code == 403
    waiting.refresh_from_db()
    assert waiting.state == MailState.AWAITING_RELEASE


def test_nobody_changes_our_mail_by_hand(desk_client, waiting):
    client = desk_client("superuser")
    assert client.get(f"{MAILS}add/").status_code == 403
    page = client.get(f"{MAILS}{waiting.pk}/change/")
    assert page.status_code == 200 and b'name="_save"' not in page.content
    assert client.post(f"{MAILS}{waiting.pk}/change/", {"subject": "x"}).status_code == 403


def test_who_has_waited_longest_comes_first_and_the_queue_keeps_its_place(person, worker):
    record_many(4)
    for thread, days in zip(Thread.objects.order_by("pk"), (2, 5, 3, 0), strict=True):
        came = timezone.now() - timedelta(days=days)  # the last today
        Message.objects.filter(thread=thread).update(received_at=came)
    for _ in range(4):
        worker.answer_next()
    keys = list(OutgoingMail.objects.order_by("thread_id").values_list("pk", flat=True))
    Thread.objects.filter(outgoing_mails=keys[0]).update(urgency=Urgency.HIGH)
    page = person.get(f"{QUEUE}?show=chosen&long=on", follow=True)
    walked = [page.redirect_chain[-1][0]]
    for _ in range(3):
        key = walked[-1].rstrip("/").rpartition("/")[2]
        walked.append(person.get(f"{QUEUE}?after={key}", **JSON).json()["url"])
    longest = [keys[1], keys[2], keys[0], keys[1]]  # the most urgent is not before them
    assert [url.partition("queue/")[2] for url in walked] == [f"{key}/" for key in longest]
    first, second = (OutgoingMail.objects.get(pk=key) for key in longest[:2])
    page = person.get(f"{QUEUE}{second.pk}/").content.decode()
    assert "<strong>2</strong> of <strong>3</strong> waiting" in page
    assert f'data-previous="{QUEUE}{first.pk}/"' in page
    assert decide(person, second, "release")["url"].endswith(f"{QUEUE}{keys[0]}/")


@pytest.mark.both_databases
def test_replies_of_before_are_given_since_when_their_guests_wait(waiting):
    """By the migration: the oldest mail that nobody has answered, else when it was written."""
    step = import_module("drafting.migrations.0024_waiting_since")
    came = timezone.now() - timedelta(days=3)
    Message.objects.filter(thread=waiting.thread).update(received_at=came)
    for since, is_answered in ((came, False), (waiting.created_at, True)):
        if is_answered:
            staff_actions.mark_answered_elsewhere(thread_id=waiting.thread_id, by="anna")
        step.tell_since_when(apps, None)
        waiting.refresh_from_db()
        assert waiting.waiting_since == since


@pytest.mark.both_databases
@pytest.mark.parametrize("chosen", ["all", "chosen&long=on"])
def test_a_screen_of_the_queue_takes_fifteen_queries(person, worker, chosen):
    """Its own page, the fragment that the script asks for, and the one behind it; with neighbours."""
    record_many(3)
    for _ in range(3):
        worker.answer_next()
    keys = list(OutgoingMail.objects.order_by("pk").values_list("pk", flat=True))
    assert len(keys) == 3
    OutgoingMail.objects.update(waiting_since=timezone.now() - timedelta(days=2))
    person.get(f"{QUEUE}?show={chosen}")
    screen = f"{QUEUE}{keys[1]}/"
    for path, headers, most in (
        (screen, {}, 14),
        (screen, JSON, 13),
        (f"{QUEUE}?after={keys[0]}", JSON, 15),
    ):
        person.get(path, **headers)
        with CaptureQueriesContext(connection) as captured:
            person.get(path, **headers)
        assert len(captured) <= most, path


def test_the_list_takes_the_same_queries_for_one_and_for_many(person, worker):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert person.get(MAILS).status_code == 200
        return len(captured)

    record()
    worker.answer_next()
    queries()
    few = queries()
    record_many(5)
    for _ in range(5):
        worker.answer_next()
    assert queries() == few <= 15


# --- conversations ---------------------------------------------------------------------------------


class Forms(HTMLParser):
    """Fails on a form inside a form, which a browser would drop."""

    depth = found = 0

    def handle_starttag(self, tag, attrs):
        if tag == "form":
            assert self.depth == 0, attrs
            self.depth += 1
            self.found += 1

    def handle_endtag(self, tag):
        self.depth -= tag == "form"


def test_a_conversation_tells_its_state_and_offers_its_actions(person, worker, waiting):
    page = person.get(f"{THREADS}{waiting.thread_id}/change/").content.decode()
    assert "awaiting release" in page and "Write a reply" in page
    assert "Block the sender" not in page  # a manager's
    guest = waiting.thread.participants.get()
    contact = reverse("admin:drafting_contact_change", args=[guest.pk])
    assert f'href="{contact}">{guest.name}</a>' in page
    back = f'href="{THREADS}{waiting.thread_id}/change/">{waiting.thread.subject}</a>'
    assert back in person.get(contact).content.decode()
    forms = Forms()
    forms.feed(page)
    assert forms.found >= 5


def test_states_in_the_list(person, worker):
    new, claimed, closed, handed = record_many(4)
    staff_actions.close_thread(thread_id=closed.thread_id, by=person.user)
    work = worker.claim()
    Thread.objects.filter(pk=handed.thread_id).update(status=ThreadStatus.WAITING_FOR_PERSON)
    page = person.get(THREADS).content.decode()
    assert work["thread_id"] == new.thread_id
    holder = worker.client.agent_key.prefix
    for words in (f"claimed by {holder} until", "closed", "waiting for a person", "new"):
        assert words in page
    assert "no reply needed" not in page
    assert not re.search(
        r"whitespace-nowrap[^>]*>\s*none\s*<", page
    )  # what is not urgent has no tag
    assert claimed.thread.status == ThreadStatus.OPEN


@pytest.mark.parametrize(
    ("header", "state"), [({"auto_submitted": "auto-replied"}, "no reply needed"), ({}, "new")]
)
def test_a_conversation_of_automated_mail_alone_is_not_called_answered(person, header, state):
    record(**header)
    assert f">{state}<" in "".join(person.get(THREADS).content.decode().split("\n")).replace(
        "  ", ""
    )
    staff_actions.write_reply(thread_id=Thread.objects.get().pk, body_text="Hello", by=person.user)
    page = person.get(THREADS).content.decode()
    assert ("answered" in page.split("<tbody")[1]) is (not header)


def act(client, thread_id, decision, **fields):
    path = f"{THREADS}{thread_id}/act/"
    return client.post(path, {"decision": decision, **fields}, follow=True).content.decode()


def test_write_a_reply_from_the_conversation(person, worker):
    message = record().message
    page = act(person, message.thread_id, "write", body="Dear Isla,\r\n\r\nJust ring.")
    assert "Your reply leaves in a minute" in page
    assert f'<a class="desk-link" href="{QUEUE}">Go on with the replies</a>' in page
    assert "From us" in page
    mail = OutgoingMail.objects.get()
    assert f'<a class="desk-link" href="{QUEUE}{mail.pk}/">Take it back</a>' in page
    assert 'data-key="u"' in person.get(f"{QUEUE}{mail.pk}/").text
    assert (mail.state, mail.body_text) == (MailState.QUEUED, "Dear Isla,\n\nJust ring.")
    assert "Write something" in act(person, message.thread_id, "write", body=" ")


def test_a_reply_that_is_refused_stays_in_its_field(person):
    message = record().message
    path = f"{THREADS}{message.thread_id}/"
    assert "<details open>" in person.get(f"{path}change/?write=1").content.decode()
    reply("And we are four now", "<1@example.com>")
    given = {"decision": "write", "body": "For <b>three</b>: yes.", "seen": message.pk}
    answer = person.post(f"{path}act/", given)
    page = answer.content.decode()
    assert answer.status_code == 409 and "Newer mail has come" in page
    assert "For &lt;b&gt;three&lt;/b&gt;: yes.</textarea>" in page
    assert "And we are four now" in page
    assert not OutgoingMail.objects.exists()


def test_other_actions_from_the_conversation(person, desk_client):
    message = record().message
    thread_id = message.thread_id
    assert "Marked as answered elsewhere" in act(person, thread_id, "elsewhere")
    assert "Nothing in this conversation" in act(person, thread_id, "send_back")
    assert "Closed." in act(person, thread_id, "close")
    assert "Open again" in act(person, thread_id, "reopen")
    path = f"{THREADS}{thread_id}/act/"
    assert person.post(path, {"decision": "block"}).status_code == 403
    assert "is blocked" in act(desk_client("manager"), thread_id, "block")
    assert Contact.objects.get().is_blocked


# --- follow-ups, erasure -----------------------------------------------------------------------------


def test_follow_ups_have_a_day_and_a_colleague(person, waiting):
    row = FollowUp.objects.create(
        question="Is there a lift?",
        thread=waiting.thread,
        due=timezone.localdate() - timedelta(days=1),
        created_at=timezone.now(),
    )
    path = "/admin/drafting/followup/"
    page = person.get(path).content.decode()
    assert "overdue" in page
    assert f'href="/admin/drafting/thread/{waiting.thread_id}/change/"' in page
    due = str(timezone.localdate() + timedelta(days=5))
    fields = {"due": due, "assignee": person.user.pk}
    assert person.post(f"{path}{row.pk}/change/", fields).status_code == 302
    row.refresh_from_db()
    assert (str(row.due), row.assignee) == (due, person.user)
    action = {"action": "mark_done", "_selected_action": [row.pk]}
    person.post(path, action)
    assert "is done already" in person.post(path, action, follow=True).content.decode()
    row.refresh_from_db()
    assert row.done_by == person.user


def test_only_managers_erase_and_are_asked_first(person, desk_client, waiting):
    contact = Contact.objects.get()
    path = "/admin/drafting/contact/"
    action = {"action": "forget", "_selected_action": [contact.pk]}
    person.post(path, {**action, "confirmed": "1"})
    assert Contact.objects.exists()
    manager = desk_client("manager")
    assert "no way back" in manager.post(path, action).content.decode()
    assert Contact.objects.exists()
    manager.post(path, {**action, "confirmed": "1"})
    assert not Contact.objects.exists()
    assert not Message.objects.exists() and not OutgoingMail.objects.exists()
