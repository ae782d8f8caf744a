"""A reply written by hand: how it opens, what may be put into it, and what it is held to."""

from __future__ import annotations

import html
import re
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.errors import DomainError
from drafting.drafts.services.check import check_draft
from drafting.mail.choices import MailState, ThreadKind, ThreadStatus
from drafting.mail.models import Thread
from drafting.mail.work_models import Batch, FollowUp, OutgoingMail
from drafting.outbox import releases, staff_actions, thread_admin, typed_text
from learning.ledger.models import UnknownQuestion
from learning.ledger.recording import note_told
from learning.ledger.selectors import near_answers
from learning.ledger.services import promote_question
from templatesapp.kept_texts import EDITING_SECONDS, forget_texts
from templatesapp.models import EmailTemplate, KeptText, PropertyFact
from templatesapp.text.letter import split_letter
from tests.drafting.mail.mails import record, reply
from tests.factories import KnowledgeItemFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_desk")]
THREADS = "/admin/drafting/thread/"
ITALIAN = (
    "Buongiorno,\n\nA che ora è la colazione e quanto costa? C'è un parcheggio?\n\n"
    "Grazie,\nMarco Bianchi"
)
ENGLISH = "Hello,\n\nHow much is breakfast, and what time is it?\n\nCheers,\nIsla"
RIGHT = "Dear Isla,\n\nBreakfast costs €8.50 a person and is served from 8:00 to 10:15.\n\nAnna"
OPEN, DONE = "check_box_outline_blank</span> open", "check_box</span> answered"
WRONG = RIGHT.replace("8.50", "4.50")
LETS_STAND = "lets it stand, although it contradicts a fact of ours"
DISPUTE = (
    "Hello,\n\nI cancelled my non-refundable booking and want my money back, or I dispute the charge"
    " with my bank.\n\nIsla"
)


@pytest.fixture
def person(desk_client):
    return desk_client("reviewer")


def handed_over(text: str = ENGLISH, number: int = 1) -> Thread:
    thread: Thread = record(text, message_id=f"<{number}@example.com>").message.thread
    thread.status = ThreadStatus.WAITING_FOR_PERSON
    thread.save(update_fields=["status"])
    return thread


def inserts(client, thread, term="", status=200):
    answer = client.get(f"{THREADS}{thread.pk}/inserts/", {"q": term})
    assert answer.status_code == status, answer.content
    return answer.json()["items"] if status == 200 else []


def act(client, thread, **given):
    return client.post(f"{THREADS}{thread.pk}/act/", {"decision": "write", **given})


def check(client, thread, body):
    answer = client.post(f"{THREADS}{thread.pk}/check/", {"body": body})
    assert answer.status_code == 200, answer.content
    return answer.json()


# --- what is typed is kept ------------------------------------------------------------------------


def keep(client, thread, text):
    answer = client.post(f"{THREADS}{thread.pk}/keep/", {"body": text, "insisted": "no part of it"})
    assert answer.status_code == 302, answer.content


def test_what_is_typed_is_kept_for_its_author_until_it_is_sent(person, desk_client):
    thread = handed_over()
    check(person, thread, "Only looked at")
    assert not KeptText.objects.exists()
    keep(person, thread, "Dear Isla,\r\n\r\nBreak")
    keep(person, thread, RIGHT)
    assert editor(person, thread) == RIGHT
    page = person.get(f"{THREADS}{thread.pk}/change/").content.decode()
    assert "Your text of" in page
    assert RIGHT not in html.unescape(editor(desk_client("manager"), thread))
    act(person, thread, body=RIGHT)
    assert OutgoingMail.objects.get().state == MailState.QUEUED
    assert not KeptText.objects.exists()


def test_an_emptied_field_is_kept_no_more(person):
    thread = handed_over()
    keep(person, thread, RIGHT)
    keep(person, thread, "")
    assert not KeptText.objects.exists() and editor(person, thread) == ""


def test_a_colleague_sees_at_once_who_is_typing_and_nothing_of_it(person, desk_client):
    thread, colleague = handed_over(), desk_client("manager")
    keep(person, thread, RIGHT)
    said = f"{person.user.username} is editing a reply here"
    page = html.unescape(colleague.get(f"{THREADS}{thread.pk}/change/").content.decode())
    assert said in page and RIGHT not in page
    assert polled(colleague, thread) == said
    assert polled(person, thread) == polled(colleague, Thread(pk=thread.pk + 1)) == ""
    keep(colleague, thread, RIGHT)
    assert polled(person, thread) == f"{colleague.user.username} is editing a reply here"
    with time_machine.travel(timezone.now() + timedelta(seconds=EDITING_SECONDS + 1), tick=False):
        assert polled(colleague, thread) == ""


def test_a_person_begins_with_what_an_agent_would_have_written(worker, person, desk_client):
    thread = record(ENGLISH).message.thread
    path, said = f"work/{worker.claim()['work_token']}/hand-over", {"reason": "A refund."}
    assert "text" in worker.post(path, said | {"text": "x" * 20_001}, 400)["fields"]
    for _ in range(2):
        worker.post(path, said | {"text": f"{RIGHT} <b>"}, 204)
    assert not OutgoingMail.objects.exists()
    colleague = desk_client("manager")
    for client in (person, colleague):
        page = client.get(f"{THREADS}{thread.pk}/change/").content.decode()
        assert "The agent’s text of" in page and html.escape(f"{RIGHT} <b>") in page
    assert polled(person, thread) == ""
    keep(person, thread, "My own words.")
    shown = person.get(f"{THREADS}{thread.pk}/change/").content.decode()
    assert "My own words." in shown and html.escape(RIGHT) not in shown
    reply("And when is check-in?", "<1@example.com>", 2)
    assert html.escape(RIGHT) not in colleague.get(f"{THREADS}{thread.pk}/change/").content.decode()


def test_what_an_agent_left_goes_with_its_next_hand_over_the_reply_and_the_guest(worker, person):
    thread = record(ENGLISH).message.thread

    def hand_over(**text: str) -> None:
        Thread.objects.update(status=ThreadStatus.OPEN)
        Batch.objects.update(state="open", ended_at=None)
        token = worker.claim()["work_token"]
        worker.post(f"work/{token}/hand-over", {"reason": "A refund."} | text, 204)

    hand_over(text=RIGHT)
    assert KeptText.objects.get().texts == {"body": RIGHT}
    hand_over()
    assert not KeptText.objects.exists()
    hand_over(text=RIGHT)
    forget_texts(near=[typed_text.reply_place(thread.pk)])
    assert not KeptText.objects.exists()
    hand_over(text=RIGHT)
    act(person, thread, body=RIGHT, seen=thread.messages.get().pk)
    assert OutgoingMail.objects.get().body_text == RIGHT
    assert not KeptText.objects.exists()


def polled(client, thread) -> str:
    answer = client.get("/admin/drafting/thread/counts/", {"thread": thread.pk})
    said: str = answer.json()["editing"]
    return said


def test_a_poll_takes_the_sessions_queries_and_two(person):
    """Twenty pages ask every four seconds."""
    thread = handed_over()
    polled(person, thread)
    with CaptureQueriesContext(connection) as queries:
        polled(person, thread)
    own = [each["sql"] for each in queries if "django_session" not in each["sql"]]
    about_the_person = [
        sql for sql in own if "auth_permission" in sql or 'FROM "auth_user" W' in sql
    ]
    assert len(own) - len(about_the_person) <= 2, own
    assert len(queries) <= 7


# --- what the editor opens with -------------------------------------------------------------------


def editor(client, thread) -> str:
    page = client.get(f"{THREADS}{thread.pk}/change/?write=1").content.decode()
    return page.split('name="body"')[1].split(">\n", 1)[1].split("</textarea>")[0]


def opening(client, thread) -> str:
    said: str = check(client, thread, "")["opening"]
    return said


def test_a_reply_opens_with_greeting_and_signature_in_the_guests_language(person):
    begun = opening(person, handed_over(ITALIAN))
    assert begun.startswith("Gentile Marco,\n\n\n\nCordiali saluti,\nPeter & Cristiana")
    answered = _answered(person)
    assert not opening(person, answered), "nothing is unanswered: it is a further mail"
    _promised(answered, "A cot?")
    assert opening(person, answered).startswith("Dear Isla,"), "a promise is kept by a whole letter"


def test_the_page_of_a_conversation_reads_no_mail(person, monkeypatch):
    """What an editor needs is read when it is opened, by its check."""
    read: list[Thread] = []
    for place in (thread_admin, typed_text):
        original = place.read_hand_work
        monkeypatch.setattr(
            place,
            "read_hand_work",
            lambda thread, was=original: (read.append(thread), was(thread))[1],
        )
    thread = handed_over()
    editor(person, thread)
    assert read == []
    assert opening(person, thread).startswith("Dear Isla,")
    assert read == [thread]


def _answered(client) -> Thread:
    thread = handed_over(number=2)
    staff_actions.write_reply(thread_id=thread.pk, body_text=RIGHT, by=client.user)
    return thread


def test_a_briefing_opens_empty_and_offers_nothing(person):
    thread = handed_over()
    briefing = {"kind": ThreadKind.BRIEFING, "briefing_date": date(2026, 4, 27)}
    Thread.objects.filter(pk=thread.pk).update(**briefing)
    assert opening(person, thread) == "" and inserts(person, thread, "breakfast") == []
    assert "nothing is checked" in check(person, thread, RIGHT)["findings_html"]


def test_greeting_and_signature_alone_are_no_reply(person):
    thread = handed_over()
    with pytest.raises(DomainError, match="Write something"):
        staff_actions.write_reply(
            thread_id=thread.pk, body_text=opening(person, thread), by=person.user
        )


def _promised(thread: Thread, question: str) -> FollowUp:
    now, mail = timezone.now(), thread.outgoing_mails.last()
    of_mail = {"thread": thread, "outgoing_mail": mail, "due": now.date(), "created_at": now}
    return FollowUp.objects.create(question=question, **of_mail)


def test_a_reply_keeps_the_promises_that_its_writer_ticks_until_it_is_taken_back(person):
    thread = _answered(person)
    late, towels = _promised(thread, "May we come late?"), _promised(thread, "Towels?")
    elsewhere = _promised(Thread.objects.create(subject="Another"), "Who asked this?")
    ticked = {"promises": [late.pk, elsewhere.pk]}
    page = act(person, thread, body=WRONG, **ticked)  # refused: the ticks stay, nothing is done
    assert page.status_code == 409
    boxes = re.findall(r'name="promises" value="(\d+)"( checked)?', page.content.decode())
    assert boxes == [(str(late.pk), " checked"), (str(towels.pk), "")]
    assert not FollowUp.objects.exclude(done_at=None).exists()

    assert act(person, thread, body=RIGHT, **ticked).status_code == 302
    mail = OutgoingMail.objects.filter(thread=thread).latest("pk")
    done = FollowUp.objects.get(done_at__isnull=False)
    assert (done, done.done_by, done.answered_in) == (late, person.user, mail)
    assert "May we come late?" not in person.get(f"{THREADS}{thread.pk}/change/").content.decode()

    releases.undo_release(mail_id=mail.pk, by=person.user)
    late.refresh_from_db()
    assert (late.done_at, late.done_by) == (None, None)
    releases.release_reply(mail_id=mail.pk, by=person.user)
    late.refresh_from_db()
    assert late.done_at is not None and late.done_by == person.user
    releases.cancel_mail(mail_id=mail.pk, by=person.user)
    late.refresh_from_db()
    assert (late.done_at, late.done_by) == (None, None)


def test_a_promise_that_nobody_knows_is_refused(person):
    thread = handed_over()
    assert act(person, thread, body=RIGHT, promises=["999"]).status_code == 409
    assert not OutgoingMail.objects.exists()


# --- what may be put in ---------------------------------------------------------------------------


def test_a_word_in_english_or_the_guests_language_finds_answers_facts_and_letters(person):
    thread = handed_over(ITALIAN)
    for term in ("breakfast", "colazione"):
        found = inserts(person, thread, term)
        assert {"answer", "letter"} <= {one["kind"] for one in found}, term
        assert {one["language"] for one in found} == {"it"}
    english = inserts(person, thread, "breakf")
    price = next(one for one in english if one["label"] == "Breakfast price: 8,50 €")
    assert price["kind"] == "fact"
    assert price["text"] == "La colazione costa 8,50 € a persona; si paga alla reception."
    assert inserts(person, thread, "xylophone") == []


def test_a_fact_that_no_text_of_ours_says_comes_as_its_value(person):
    PropertyFact.objects.create(name="SAUNA_PRICE", kind="money", value="7", unit="EUR")
    thread = handed_over()
    (fact,) = [one for one in inserts(person, thread, "sauna price") if one["kind"] == "fact"]
    assert fact["label"] == f"Sauna price: {fact['text']}" and "€7" in fact["text"]
    KnowledgeItemFactory.create(
        key="sauna",
        language="en",
        answer="Is it dear? The sauna is {{SLOT:FACT_SAUNA_PRICE}} each.",
    )
    (fact,) = [one for one in inserts(person, thread, "sauna price") if one["kind"] == "fact"]
    assert fact["text"] == "The sauna is €7 each."


def test_without_a_word_stands_what_answers_the_mail_best_first(person):
    found = inserts(person, handed_over(ITALIAN))
    assert found[0]["label"] == "A che ora è la colazione?"
    letters = [one["label"][:3] for one in found if one["kind"] == "letter"]
    assert letters[0] in ("T26", "T50") and len(letters) == 3


def test_a_letter_is_filled_and_brings_no_second_greeting(person):
    thread = handed_over(ITALIAN)
    letter = next(one for one in inserts(person, thread, "T50"))
    assert "8,50 €" in letter["text"] and "{{" not in letter["text"]
    assert split_letter(letter["text"])[0] == split_letter(letter["text"])[2] == ""


def test_a_protected_letter_is_marked_and_whole(person):
    thread = handed_over(ITALIAN)
    found = inserts(person, thread, "T10")
    assert [one["is_whole"] for one in found] == [True]
    assert found[0]["text"].startswith("Gentile Marco,") and "Hostel Brikette" in found[0]["text"]
    body = EmailTemplate.objects.get(template_id="T10", language="it").body
    own_words = re.split(r"\{\{[^}]*\}\}", body.replace("\r\n", "\n"))
    assert all(words.strip() in found[0]["text"] for words in own_words)


def test_promoted_answers_come_first_and_only_in_the_guests_language(person):
    for language in ("en", "it"):
        KnowledgeItemFactory.create(
            key="faq:kayak", language=language, question="Kayak?", answer=f"Kayak {language}.",
            source="promoted", category="activities", may_be_injected=True,
        )  # fmt: skip
    found = [one for one in inserts(person, handed_over(), "kayak") if one["kind"] == "answer"]
    assert found[0]["text"] == "Kayak en." and "Kayak it." not in [one["text"] for one in found]


def test_it_knows_no_other_guest(person):
    handed_over(ITALIAN.replace("Marco Bianchi", "Zebedee Quux"), number=7)
    own = inserts(person, handed_over(), "T10")
    assert own[0]["text"].startswith("Dear Isla,") and "Zebedee" not in str(own)


@pytest.mark.parametrize("term", ["", " ", "/", "(", "[a", "\\", "x" * 5000, "🦓", "%", "'\""])
def test_any_word_gets_an_answer_of_at_most_twenty(person, term):
    assert len(inserts(person, handed_over(), term)) <= 20


def test_who_may_not_write_gets_nothing(desk_client, person):
    thread = handed_over()
    path = f"{THREADS}{thread.pk}/inserts/"
    assert Client().get(path).status_code == 302
    assert desk_client("none").get(path).status_code == 403
    assert person.post(path).status_code == 405
    assert person.get(f"{THREADS}999999/inserts/").status_code == 404
    assert person.get(f"{THREADS}{10**30}/inserts/").status_code == 404
    check_path = f"{THREADS}{thread.pk}/check/"
    assert Client().post(check_path, {"body": "x"}).status_code == 302
    assert desk_client("none").post(check_path, {"body": "x"}).status_code == 403
    assert person.get(check_path).status_code == 405
    assert person.post(f"{THREADS}999999/check/", {"body": "x"}).status_code == 404


def test_queries_do_not_grow_with_the_conversation(person):
    thread = handed_over()

    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            inserts(person, thread, "breakfast")
        return len(seen)

    inserts(person, thread)  # the desk is built
    few = count()
    for number in range(3):
        reply("And is there parking?", "<1@example.com>", 20 + number)
    assert count() == few <= 15


# --- the check ------------------------------------------------------------------------------------


def test_asks_are_ticked_as_they_are_answered(person):
    thread = handed_over()
    before = check(person, thread, "Dear Isla,\n\n")["findings_html"]
    after = check(person, thread, RIGHT)["findings_html"]
    assert (before.count(OPEN), before.count(DONE)) == (2, 0)
    assert (after.count(OPEN), after.count(DONE)) == (0, 2)


def test_a_false_price_is_found_and_stops_the_reply_until_somebody_insists(person):
    thread = handed_over()
    found = check(person, thread, WRONG)
    assert found["may_insist"] and "our fact is €8.50" in found["findings_html"]
    path = f"{THREADS}{thread.pk}/act/"
    refused = person.post(path, {"decision": "write", "body": WRONG})
    page = refused.content.decode()
    assert refused.status_code == 409 and "it contradicts a fact of ours" in page
    assert "€4.50" in page.split('name="body"')[1].split("</textarea>")[0]
    assert not OutgoingMail.objects.exists()
    person.post(path, {"decision": "write", "body": WRONG, "insisted": "Agreed with the cook."})
    mail = OutgoingMail.objects.get()
    assert (mail.state, mail.body_text, mail.language) == (MailState.QUEUED, WRONG, "en")
    assert mail.batch.reason == f"{person.user} {LETS_STAND}: Agreed with the cook."
    assert mail.batch.reason in LogEntry.objects.latest("pk").change_message


def test_the_refusal_stands_where_one_types_with_the_way_on(person):
    page = act(person, handed_over(), body=WRONG).content.decode()
    bar = page.split('class="rv-editor-bar"')[1].split("</form>")[0]
    assert 'role="alert"' in bar and "or say there why it is right all the same" in bar
    assert page.count("did not pass") == 1 and "data-insist>" in bar


def test_a_reason_for_a_text_that_passes_is_not_kept(person):
    act(person, handed_over(), body=RIGHT, insisted="I had typed this before.")
    assert OutgoingMail.objects.get().batch.reason == ""
    assert "typed this" not in LogEntry.objects.latest("pk").change_message


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("Dear Isla,\n\nPay here: https://brikette-pay.example/now\n\nAnna", "a link that is not"),
        ("Dear Isla,\n\nIt is {{SLOT:FACT_BREAKFAST_PRICE}}.\n\nAnna", "not filled in"),
    ],
    ids=["fabricated link", "leftover slot"],
)
def test_what_nobody_may_insist_on(person, body, code):
    thread = handed_over()
    assert "is-error" in check(person, thread, body)["findings_html"]
    assert not check(person, thread, body)["may_insist"]
    with pytest.raises(DomainError, match=f"In any case put right: .*{code}") as refused:
        staff_actions.write_reply(
            thread_id=thread.pk, body_text=body, by=person.user, insisted="I know"
        )
    assert refused.value.code == "blocked_draft"
    assert not OutgoingMail.objects.exists() and not Batch.objects.exists()


def test_what_is_left_open_is_advice(person):
    thread = handed_over()
    body = "Dear Isla,\n\nI call you in five minutes.\n\nAnna"
    found = check(person, thread, body)["findings_html"]
    assert "is-error" not in found and "neither answered nor promised" in found
    staff_actions.write_reply(thread_id=thread.pk, body_text=body, by=person.user)
    assert OutgoingMail.objects.get().state == MailState.QUEUED


@pytest.mark.parametrize(
    ("text", "body", "language"),
    [("Szia! Van parkoló?", "👍", "en"), (ITALIAN, "Sì, certo. A presto!", "it")],
)
def test_a_reply_is_marked_with_a_language_that_we_write(person, text, body, language):
    thread = handed_over(text)
    mail = staff_actions.write_reply(thread_id=thread.pk, body_text=body, by=person.user)
    assert mail.language == language


def test_a_sentence_that_policy_asks_for_must_stand_once(person):
    thread = handed_over(DISPUTE)
    body = "Dear Isla,\n\nWe read it and look into it.\n\nAnna"
    with pytest.raises(DomainError, match="policies ask for"):
        staff_actions.write_reply(thread_id=thread.pk, body_text=body, by=person.user)
    musts = [one["text"] for one in inserts(person, thread) if one["kind"] == "must"]
    said = body.replace("We read", f"{' '.join(musts)} We read")
    staff_actions.write_reply(thread_id=thread.pk, body_text=said, by=person.user)
    assert not [one for one in inserts(person, thread) if one["kind"] == "must"]
    # What had to be said stands in the answer: a word more need not say it again.
    staff_actions.write_reply(thread_id=thread.pk, body_text=body, by=person.user)
    assert OutgoingMail.objects.count() == 2


def test_who_insists_about_what_is_protected_needs_the_right(person, desk_client):
    thread = handed_over(DISPUTE)
    said = {"thread_id": thread.pk, "body_text": WRONG, "insisted": "She asked about a deposit."}
    manager = desk_client("manager")
    assert not check(person, thread, WRONG)["may_insist"]
    with pytest.raises(DomainError) as refused:
        staff_actions.write_reply(**said, by=person.user)
    assert refused.value.code == "permission_denied"
    with pytest.raises(DomainError, match=r"Put it right in the editor\.$"):
        staff_actions.write_reply(**said | {"insisted": ""}, by=person.user)
    assert check(manager, thread, WRONG)["may_insist"]
    mail = staff_actions.write_reply(**said, by=manager.user)
    assert mail.batch.reason == (
        f"{manager.user} lets it stand, although a sentence that our policies ask for is missing; it"
        " contradicts a fact of ours: She asked about a deposit."
    )


def test_a_reply_of_ones_own_that_is_edited_in_the_queue_is_held_to_the_same(person):
    crowd = ", ".join(f"u{number}@crowd.example" for number in range(6))
    thread = record(ENGLISH, reply_to=crowd).message.thread
    mail = staff_actions.write_reply(thread_id=thread.pk, body_text=RIGHT, by=person.user)
    assert mail.state == MailState.AWAITING_RELEASE
    queue = f"/admin/drafting/outgoingmail/queue/{mail.pk}/"
    assert "nothing is checked" not in person.get(queue).content.decode()
    assert person.post(f"{queue}check/", {"body": WRONG}).json()["may_insist"]
    looked = {"mail_id": mail.pk, "by": person.user, "has_looked": True}
    with pytest.raises(DomainError, match="contradicts a fact"):
        releases.release_reply(**looked, body_text=WRONG)
    mail = releases.release_reply(**looked, body_text=WRONG, insisted="For a group.")
    assert mail.state == MailState.QUEUED and mail.batch is not None
    assert mail.batch.reason == f"{person.user} {LETS_STAND}: For a group."


def test_the_release_queue_ticks_asks_too_and_offers_the_same(person, worker):
    record(ENGLISH)
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    page = person.get(f"/admin/drafting/outgoingmail/queue/{mail.pk}/").content.decode()
    assert f'data-inserts="{THREADS}{mail.thread_id}/inserts/"' in page
    path = f"/admin/drafting/outgoingmail/queue/{mail.pk}/check/"
    answered = person.post(path, {"body": mail.body_text}).json()["findings_html"]
    assert (answered.count(OPEN), answered.count(DONE)) == (0, 2)
    empty = person.post(path, {"body": "Dear Isla,"}).json()["findings_html"]
    assert empty.count(OPEN) == 2


STAIRS = "Hello,\n\nWhat time is breakfast, and how awful are the stairs?\n\nCheers,\nIsla"
STEPS = "There are 34 steps from the road down to our front door."
OFFER = re.compile(r'data-mend="([^"]*)" data-from="(\d+)" data-to="(\d+)"')


def put_in(body: str, page: str) -> str:
    """The text with the first answer that a page offers for it."""
    found = OFFER.search(page)
    assert found is not None
    start, end = int(found[2]), int(found[3])
    return body[:start] + html.unescape(found[1]) + body[end:]


def test_what_may_answer_a_promised_ask_is_offered_in_the_place_of_its_promise(person, worker):
    record(STAIRS)
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    promise = next(line for line in mail.body_text.splitlines() if "will write to you" in line)
    path = f"/admin/drafting/outgoingmail/queue/{mail.pk}/"
    page = person.get(path).content.decode()
    assert len(OFFER.findall(page)) == 2  # for the stairs: when breakfast is was answered
    body = put_in(mail.body_text, page)
    assert body == mail.body_text.replace(promise, STEPS)
    found = person.post(f"{path}check/", {"body": body}).json()["findings_html"]
    assert (found.count(DONE), OFFER.findall(found)) == (2, [])
    released = releases.release_reply(mail_id=mail.pk, by=person.user, body_text=body)
    assert released.state == MailState.QUEUED and not FollowUp.objects.exists()
    last = released.draft.last_attempt
    assert [one["source"] for one in last.outcomes] == ["template", "knowledge"]
    assert not any(one["is_unproven"] for one in last.outcomes)
    # Where nothing is to be decided, nothing is offered.
    assert not OFFER.search(person.get(path).content.decode())


def released_with_offer(person: Any, worker: Any, number: int) -> OutgoingMail:
    record(
        STAIRS, message_id=f"<stairs-{number}@e.example>", **{"from": f"isla{number}@example.com"}
    )
    worker.answer_next()
    mail = OutgoingMail.objects.latest("pk")
    page = person.get(f"/admin/drafting/outgoingmail/queue/{mail.pk}/").content.decode()
    body = put_in(mail.body_text, page)
    return releases.release_reply(mail_id=mail.pk, by=person.user, body_text=body)


def test_what_people_put_in_is_where_the_question_is_decided(person, worker):
    """Twice the same answer, as we keep it; promoted, it is said without anybody."""
    for number in range(2):
        released_with_offer(person, worker, number)
    question = UnknownQuestion.objects.get(question__icontains="stairs")
    assert question.times_told == 2 and "{{SLOT:" in question.suggested_answer
    ((answer, source), *_) = near_answers(question)
    assert answer == question.suggested_answer and source.endswith("(so far: 2)")
    page = person.get(f"/admin/learning/unknownquestion/{question.pk}/change/").content.decode()
    assert "Put into a reply by a person" in page
    promote_question(question_id=question.pk, by=person.user, answer=answer, now=timezone.now())
    record(STAIRS, message_id="<third@e.example>", **{"from": "third@example.com"})
    worker.answer_next()
    third = OutgoingMail.objects.latest("pk").body_text
    assert STEPS in third and "will write to you" not in third


def test_what_an_agent_puts_in_or_a_person_leaves_as_it_is_counts_nothing(person, worker):
    record(STAIRS)
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    releases.release_reply(mail_id=mail.pk, by=person.user)
    assert UnknownQuestion.objects.get(question__icontains="stairs").times_told == 0
    note_told({"unknown": "An answer."})  # a hash that nobody asked
    assert not UnknownQuestion.objects.filter(times_told__gt=0).exists()


def test_a_text_of_ours_proves_an_answer_only_where_a_person_put_it(person, worker):
    record(f"{STAIRS}\n")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    body = mail.body_text.replace(
        next(line for line in mail.body_text.splitlines() if "will write to you" in line), STEPS
    )
    by_agent = check_draft(draft=mail.draft, body_plain=body).outcomes
    by_person = check_draft(draft=mail.draft, body_plain=body, is_by_person=True).outcomes
    assert [one.is_unproven for one in by_person] == [False, False]
    assert by_agent[1].outcome != "answered" or by_agent[1].is_unproven


def test_a_reply_by_hand_is_offered_what_may_answer_each_ask(person):
    thread = handed_over(STAIRS)
    path = f"{THREADS}{thread.pk}/check/"
    opened = person.post(path, {"body": ""}).json()
    assert opened["findings_html"].count(OPEN) == 2
    body = put_in(opened["opening"], opened["findings_html"])
    assert body.startswith("Dear Isla,\n\nBreakfast is served every day from 8 am")
    assert body.endswith("10:15 am.\n\nWarm regards,\nPeter & Cristiana\nHostel Brikette, Positano")
    second = person.post(path, {"body": body}).json()["findings_html"]
    assert (second.count(OPEN), second.count(DONE)) == (1, 1)
    body = put_in(body, second)
    assert body.index("10:15 am.") < body.index(STEPS) < body.index("Warm regards")
    third = person.post(path, {"body": body}).json()["findings_html"]
    assert (third.count(DONE), OFFER.findall(third)) == (2, [])


def test_what_only_somebody_knows_who_looks_is_offered_nothing(person):
    thread = handed_over("Hello,\n\nHas my deposit of €40 reached you?\n\nCheers,\nIsla")
    found = person.post(f"{THREADS}{thread.pk}/check/", {"body": ""}).json()["findings_html"]
    assert found.count(OPEN) == 1 and not OFFER.search(found)


def test_offers_ask_the_database_no_more_for_many_asks(person):
    counted = []
    for number, asked in enumerate(("How awful are the stairs?", STAIRS.partition("\n\n")[2] * 3)):
        path = f"{THREADS}{handed_over(asked, number).pk}/check/"
        person.post(path, {"body": ""})
        with CaptureQueriesContext(connection) as queries:
            person.post(path, {"body": ""})
        counted.append(len(queries))
    assert counted[0] == counted[1]
