"""The release queue in a real browser: by keys, by Tab and Enter, in both themes, on a phone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from drafting.drafts.models import Attestation
from drafting.mail.choices import Direction, MailState, ThreadStatus, Urgency
from drafting.mail.models import Contact, Message, Thread
from drafting.mail.parsing import parse_mail
from drafting.mail.work_models import OutgoingMail
from drafting.outbox import releases
from drafting.outbox.delivery import deliver_due
from templatesapp.models import PropertyFact
from templatesapp.text.sentences import sentences
from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.browser.conftest import wait_until_kept
from tests.browser.release_scene import Desk, desk_with_replies
from tests.conftest import MODEL_BACKEND
from tests.drafting.mail.mails import record
from tests.learning.proposal_factories import stored_question

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAILS = "/admin/drafting/outgoingmail/"
QUEUE = f"{MAILS}queue/"
THREADS = "/admin/drafting/thread/"


@pytest.fixture
def desk(transactional_db, agent_client) -> Desk:
    return desk_with_replies(agent_client)


def item(page) -> str:
    return page.get_attribute(".rv-item", "data-id")


def wait_for_other(page, former) -> None:
    page.wait_for_function(
        "id => document.querySelector('.rv-item').dataset.id !== id", arg=str(former)
    )


def press_and_go_on(page, *keys) -> None:
    """Press, and wait for the next reply."""
    former = item(page)
    for key in keys:
        page.keyboard.press(key)
    wait_for_other(page, former)


def state(mail) -> str:
    mail.refresh_from_db()
    return mail.state


def sideways(page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


# Of the sample's mailbox: four questions in English, three and more in German, French, Italian.
LONG_MAILS = (
    "024-family-four-questions",
    "049-aufzug-strand-tennis",
    "050-diner-et-supermarche",
    "052-supermercato-e-barbiere",
)
SEEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const end = box(document.querySelector(".rv-actions")).top;
  const seen = (one) => Math.min(box(one).bottom, end) - box(one).top;
  const asks = [...document.querySelectorAll(".rv-pair .draft-question")];
  const hidden = asks.filter((one) => box(one).bottom > end);
  const [mail, reply] = document.querySelectorAll(".rv-pair > section .text-frame");
  return {asks: asks.length, hidden: hidden.length, mail: seen(mail), reply: seen(reply)};
}"""


def test_mail_asks_and_reply_are_seen_together_on_a_low_screen(open_desk, desk):
    """Without scrolling the page at 1366 by 768; what is cut of a mail is reached by its own keys."""
    for name in LONG_MAILS:
        raw = (settings.BASE_DIR / f"fixtures/mailbox/{name}.eml").read_bytes()
        parsed = parse_mail(raw)
        text = f"{parsed.body_text}\n\n" + "We look forward to our stay with you.\n" * 8
        sender = {"from": parsed.from_address}
        record(text, message_id=f"<{name}@x.example>", subject=parsed.subject, date="", **sender)
        desk.worker.answer_next()
    page = open_desk(scene.person(), QUEUE)
    page.set_viewport_size({"width": 1366, "height": 768})
    home = page.url.split(QUEUE)[0]
    replies = OutgoingMail.objects.order_by("-pk")[: len(LONG_MAILS)]
    for reply in replies:
        page.goto(f"{home}{QUEUE}{reply.pk}/")
        found = page.evaluate(SEEN)
        assert found["asks"] >= 2 and found["hidden"] == 0, (reply.subject, found)
        assert found["mail"] >= 100 and found["reply"] >= 200, (reply.subject, found)
        frame = page.locator(".rv-pair > section:first-child .text-frame")
        assert frame.evaluate("one => one.scrollHeight <= one.clientHeight || one.tabIndex === 0")
    assert grave_findings(page) == []


# --- deciding by keys ------------------------------------------------------------------------------


def test_a_morning_by_keys_alone(open_desk, desk):
    """Release, take back, skip: every reply once, in one document."""
    anna = scene.person(username="anna")
    first, second, *_ = desk.mails
    page = open_desk(anna, QUEUE)
    assert item(page) == str(first.pk)
    assert "And one more thing" not in page.inner_text(".rv-pair")
    wants, ours = (
        page.locator(f".rv-pair > {one}").bounding_box()
        for one in (".desk-panel", "section:nth-child(2)")
    )
    assert wants["x"] + wants["width"] <= ours["x"]  # below the mail, beside the reply
    press_and_go_on(page, "a")
    assert (state(first), first.released_by, item(page)) == ("queued", anna, str(second.pk))
    # Both mails of the batch stand beside the one reply to them.
    assert page.inner_text(".rv-pair").count("Isla Thornbury") == 2
    press_and_go_on(page, "u")
    assert (state(first), item(page)) == (MailState.AWAITING_RELEASE, str(first.pk))
    assert not Message.objects.filter(direction=Direction.OUT).exists()
    press_and_go_on(page, "s")
    press_and_go_on(page, "a")
    press_and_go_on(page, "a")
    press_and_go_on(page, "a")
    press_and_go_on(page, "a")
    assert [state(mail) for mail in desk.mails] == ["queued"] * 4
    assert "No reply waits" in page.inner_text(".rv-item")
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1
    assert page.evaluate("document.activeElement.id") == "review-title"
    assert page.trouble == []
    # What cannot be taken back any more is not offered.
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert {sent.pk for sent in deliver_due()} == {mail.pk for mail in desk.mails}
    page.reload()
    assert not page.is_visible("[data-key=u]")


def test_what_may_answer_is_put_in_by_one_press(open_desk, desk):
    """From beside the reply, or in the editor by a key; and taken back as if typed."""
    asked = "Hello,\n\nWhat time is breakfast, and how awful are the stairs?\n\nOda"
    record(asked, message_id="<oda@guest.example>", date="", **{"from": "Oda <oda@example.no>"})
    desk.worker.answer_next()
    mail = OutgoingMail.objects.latest("pk")
    page = open_desk(scene.person(), f"{QUEUE}{mail.pk}/")
    offer = page.locator(".desk-panel .desk-offer").first
    assert offer.inner_text().endswith("There are 34 steps from the road down to our front door.")
    offer.click()
    field = page.locator("#review-body")
    expect(field).to_have_value(re.compile("There are 34 steps"))
    assert "will write to you" not in field.input_value()
    expect(page.locator("[data-findings] .is-good")).to_have_count(2)
    assert page.locator("[data-findings] .desk-offer").count() == 0
    page.keyboard.press("Control+z")
    expect(field).to_have_value(mail.body_text)
    expect(page.locator("[data-findings] .desk-offer")).to_have_count(2)
    page.keyboard.press("Alt+f")
    expect(field).to_have_value(re.compile("There are 34 steps"))
    press_and_go_on(page, "Control+Enter")
    assert state(mail) == MailState.QUEUED
    assert "There are 34 steps" in mail.body_text and page.trouble == []


def test_u_takes_back_what_is_shown(open_desk, desk):
    """By the button of a reply that was gone back to; what is said offers no other."""
    first, second, *_ = desk.mails
    page = open_desk(scene.person(), QUEUE)
    press_and_go_on(page, "a")
    press_and_go_on(page, "a")
    page.wait_for_selector("#review-toast button:has-text('Undo')")
    for mail in (second, first):
        page.go_back()
        page.wait_for_selector(f".rv-item[data-id='{mail.pk}']")
    assert page.locator("[data-key=u]").all_inner_texts() == ["Take back\nu"]
    page.keyboard.press("u")
    page.wait_for_selector("#review-toast:has-text('Taken back')")
    assert [state(first), state(second)] == [MailState.AWAITING_RELEASE, MailState.QUEUED]
    assert not page.is_visible("#review-toast button")  # it is the other one's by now
    assert page.locator("[data-key=u]").all_inner_texts() == ["Undo\nu"]


def test_one_key_puts_todays_fact_in(open_desk, desk):
    mail = desk.mails[0]
    fact = PropertyFact.objects.filter(name__in=stated(mail), kind="time").first()
    fact.value = "05:55"
    fact.save()
    page = open_desk(scene.person(), f"{QUEUE}{mail.pk}/")
    assert "A fact has changed since this was written" in page.inner_text(".rv-item")
    assert "5:55" not in page.inner_text(".is-letter")
    page.keyboard.press("a")  # not before it is put right
    page.wait_for_selector("[data-key=f]")
    page.keyboard.press("f")
    page.wait_for_selector("[data-key=f]", state="detached")
    assert "5:55" in page.inner_text(".is-letter")
    assert state(mail) == MailState.AWAITING_RELEASE
    press_and_go_on(page, "a")
    assert (state(mail), page.trouble) == ("queued", [])


def stated(mail) -> dict[str, str]:
    last = mail.draft.attestations.order_by("-attempt").first()
    return (last or mail.draft).matched_facts


def test_edit_and_release_shows_the_check_and_takes_a_subject(open_desk, desk):
    mail = desk.mails[1]
    page = open_desk(scene.person(), f"{QUEUE}{mail.pk}/")
    page.keyboard.press("e")
    page.wait_for_selector("#review-body:focus")
    page.keyboard.type("We have charged your card. ")
    page.wait_for_selector("#review-editor .is-error:has-text('we have charged your card')")
    page.wait_for_selector("#review-editor .diff-inline ins:has-text('We have charged')")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".rv-notice.is-bad:has-text('did not pass')")
    assert not page.is_visible("[data-kept-text]")  # the editor with it is open
    expect(page.locator("[data-refusal]")).to_be_in_viewport(ratio=1)
    assert page.input_value("#review-body").startswith("We have charged your card. ")
    assert state(mail) == MailState.AWAITING_RELEASE
    page.fill("#review-body", mail.body_text.replace("8 am", "8 o'clock"))
    page.wait_for_selector("#review-editor .rv-clean")
    page.fill("#review-subject", "Breakfast from 8 ☕")
    press_and_go_on(page, "Control+Enter")
    assert state(mail) == MailState.QUEUED
    assert mail.headers["Subject"] == mail.subject == "Re: Breakfast from 8 ☕"
    assert "8 o'clock" in mail.body_text and "\r" not in mail.body_text
    last = Attestation.objects.order_by("-attempt").first()
    assert (last.attempt, last.refinement_source) == (2, "staff")
    assert page.trouble == [] or all("409" in said for said in page.trouble)


REFUSED = """() => {
    const [said, bar] = ['[data-refusal]', '.rv-editor .rv-editor-bar']
        .map(at => document.querySelector(at).getBoundingClientRect());
    return said.top >= 0 && said.bottom <= bar.top;
}"""


@pytest.mark.parametrize("width", [1400, 390])
def test_a_person_insists_in_reach_of_the_button(open_desk, desk, width):
    """The field for the reason comes with the check, and stays after a refusal that is seen."""
    mail = desk.mails[1]
    page = open_desk(scene.person(), f"{QUEUE}{mail.pk}/", width=width)
    page.keyboard.press("e")
    page.wait_for_selector("#review-body:focus")
    reason = page.locator("#review-insisted")
    expect(reason).to_be_hidden()
    page.keyboard.type("We have charged your card. ")
    expect(reason).to_be_in_viewport(ratio=1)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#review[data-pages='1']")
    page.wait_for_selector("#review-editor .is-error")
    assert page.evaluate(REFUSED)
    expect(reason).to_be_in_viewport(ratio=1)
    assert "right all the same" in page.text_content("#review-alert")
    reason.fill("They asked us to at the desk.")
    assert grave_findings(page) == []
    press_and_go_on(page, "Control+Enter")
    last = mail.draft.last_attempt
    assert (state(mail), last.insisted) == (MailState.QUEUED, "They asked us to at the desk.")
    assert list(last.quality["overruled"]) == ["prohibited_claims"]
    assert page.input_value("#review-insisted") == ""
    assert page.trouble == [] or all("409" in said for said in page.trouble)


CARET = "document.querySelector('#review-body').selectionStart"


def test_the_caret_stays_where_one_types(open_desk, desk):
    """After a refusal, and after a wrong fact was put right, which can be undone."""
    page = open_desk(scene.person(), f"{QUEUE}{desk.mails[1].pk}/")
    page.keyboard.press("e")
    page.wait_for_selector("#review-body:focus")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("🙂 Breakfast is from 6 am.")
    caret = page.evaluate(CARET)
    page.wait_for_selector("#review-editor [data-mend]")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".rv-notice.is-bad:has-text('did not pass')")
    page.wait_for_selector("#review-body:focus")
    assert page.evaluate(CARET) == caret > 0
    page.wait_for_selector("#review-editor [data-mend]")
    page.keyboard.press("Alt+f")
    page.wait_for_selector("#review-editor [data-mend]", state="detached")
    assert "🙂 Breakfast is from 8 am." in page.input_value("#review-body")
    assert page.evaluate(CARET) == caret - 1  # behind the fact
    page.keyboard.press("Control+z")
    assert "🙂 Breakfast is from 6 am." in page.input_value("#review-body")
    assert page.trouble == [] or all("409" in said for said in page.trouble)


def test_an_untouched_text_in_the_editor_is_no_edit(open_desk, desk):
    mail = desk.mails[0]
    page = open_desk(scene.person(), f"{QUEUE}{mail.pk}/")
    page.keyboard.press("e")
    page.wait_for_selector("#review-body:focus")
    press_and_go_on(page, "Control+Enter")
    assert state(mail) == MailState.QUEUED
    assert mail.draft.attestations.count() == 1


def test_what_was_typed_is_neither_sent_nor_passed_over_by_a(open_desk, desk):
    page = open_desk(scene.person(), QUEUE)
    page.keyboard.press("e")
    page.wait_for_selector("#review-body:focus")
    page.keyboard.type("No, better not. ")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.wait_for_selector("#review-toast:has-text('You have typed another text')")
    assert state(desk.mails[0]) == MailState.AWAITING_RELEASE
    wait_until_kept(page, "No, better not.")  # the server has it: a crash would have lost nothing
    page.reload()
    page.wait_for_selector("[data-kept-text]")
    page.keyboard.press("a")
    page.wait_for_selector("#review-toast:has-text('You have typed another text')")
    page.keyboard.press("e")
    assert page.input_value("#review-body").startswith("No, better not. ")
    page.click("[data-discard]")
    press_and_go_on(page, "a")  # the letter that is shown, as it was
    assert state(desk.mails[0]) == MailState.QUEUED
    assert "better not" not in desk.mails[0].body_text
    page.goto(page.url.split("/admin")[0] + THREADS)  # a question of the browser would stop this
    assert page.trouble == []


@pytest.mark.parametrize(
    ("digit", "thread_state", "is_answered"),
    [
        ("1", ThreadStatus.OPEN, False),
        ("2", ThreadStatus.OPEN, True),
        ("x", "closed", False),
        ("n", ThreadStatus.OPEN, False),
    ],
    ids=["send back", "answered elsewhere", "close", "no guest"],
)
def test_instead_of_a_release(open_desk, desk, digit, thread_state, is_answered):
    mail = desk.mails[0]
    page = open_desk(scene.person(), QUEUE)
    if digit == "1":  # nothing goes back without a word
        page.keyboard.press("r")
        page.keyboard.press("1")
        page.wait_for_selector("#review-reject-note:focus")
        assert state(mail) == MailState.AWAITING_RELEASE
        page.keyboard.type("Name the price.")
        press_and_go_on(page, "Enter")
    else:
        press_and_go_on(page, "r", digit)
    assert state(mail) == MailState.CANCELLED
    assert Thread.objects.get(pk=mail.thread_id).status == thread_state
    message = Message.objects.get(thread=mail.thread_id, direction=Direction.IN)
    assert message.is_answered is is_answered
    assert message.is_automated is (digit == "n")
    assert page.trouble == []


def test_write_a_reply_from_the_queue(open_desk, desk):
    mail = desk.mails[2]
    page = open_desk(scene.person(), f"{QUEUE}{mail.pk}/")
    page.keyboard.press("r")
    page.keyboard.press("3")
    page.wait_for_selector("#thread-body:focus")
    assert "parcheggio" in page.inner_text("#message-" + str(mail.batch.parent_id))
    page.keyboard.type("Sì, a due passi.")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("text=Your reply leaves in a minute.")
    own = OutgoingMail.objects.latest("pk")
    assert own.body_text.startswith("Gentile Marco,\n\nSì, a due passi.\n\nCordiali saluti,\n")
    assert (own.state, own.language) == ("queued", "it")
    assert state(mail) == MailState.CANCELLED
    assert page.trouble == []


def test_a_manager_blocks_a_sender(open_desk, desk):
    page = open_desk(scene.person("manager"), f"{QUEUE}{desk.mails[3].pk}/")
    page.keyboard.press("r")
    page.keyboard.press("b")
    page.wait_for_selector("#review-block:visible")
    assert grave_findings(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("y")  # what was closed is not done
    page.keyboard.press("r")
    page.keyboard.press("b")
    assert state(desk.mails[3]) == MailState.AWAITING_RELEASE
    press_and_go_on(page, "y")
    assert Contact.objects.get(address="tom@example.de").is_blocked
    assert state(desk.mails[3]) == MailState.CANCELLED
    assert page.trouble == []


def test_blocking_from_a_conversation_takes_a_second_step_that_says_what_follows(open_desk, desk):
    page = open_desk(scene.person("manager"), f"{THREADS}{desk.mails[3].thread_id}/change/")
    block = page.get_by_role("button", name="Block the sender")
    assert not block.is_visible()
    page.click("text=Block the sender …")
    assert "Nothing that they write is answered any more" in page.inner_text(
        "[aria-label='What to do']"
    )
    assert not Contact.objects.filter(is_blocked=True).exists() and grave_findings(page) == []
    block.click()
    page.wait_for_selector("text=The sender is blocked.")
    assert Contact.objects.get(address="tom@example.de").is_blocked
    assert (state(desk.mails[3]), page.trouble) == (MailState.CANCELLED, [])


def test_a_reply_is_handed_over_and_taken_back_by_keys(open_desk, desk):
    mail, marco = desk.mails[0], scene.person(username="marco")
    page = open_desk(scene.person(), QUEUE)
    page.keyboard.press("r")
    page.keyboard.press("4")
    page.wait_for_selector("#reply-colleague:focus")
    page.keyboard.type("marco")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#review-toast:has-text('Handed to a colleague')")
    assert Thread.objects.get(pk=mail.thread_id).assignee == marco
    page.keyboard.press("u")
    page.wait_for_selector("#review-toast:has-text('Taken back')")
    assert Thread.objects.get(pk=mail.thread_id).assignee is None
    assert (state(mail), page.trouble) == (MailState.AWAITING_RELEASE, [])


COVERED = """() => {
    const said = document.querySelector('#review-toast').getBoundingClientRect();
    const meets = box => box.width && box.left < said.right && box.right > said.left
        && box.top < said.bottom && box.bottom > said.top;
    return [...document.querySelectorAll('.rv-editor-bar button, .rv-actions :is(button, a)')]
        .filter(one => one.checkVisibility() && meets(one.getBoundingClientRect()))
        .map(one => one.textContent);
}"""


@pytest.mark.parametrize("width", [1400, 390])
def test_what_is_said_covers_nothing_that_is_to_be_pressed(open_desk, desk, width):
    page = open_desk(scene.person(), QUEUE, width=width)
    page.click("[data-key=e]")
    page.wait_for_selector("#review-body:focus")
    page.fill("#review-body", "We have charged your card.")
    expect(page.locator("[data-confirm]")).to_be_in_viewport(ratio=1)  # however long the text is
    for answers in (1, 2):
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(f"#review[data-pages='{answers}']")
        page.wait_for_selector("#review-toast:has-text('did not pass')")
        for end in (0, "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {end})")
            assert page.evaluate(COVERED) == []
        page.focus("#review-body")


def test_typed_text_outlives_the_session(open_desk, desk):
    anna = scene.person(username="anna")
    page = open_desk(anna, QUEUE)
    page.keyboard.press("e")
    page.wait_for_selector("#review-body:focus")
    Session.objects.all().delete()
    page.keyboard.type("Typed while logged out. ")
    page.wait_for_selector("#review-toast:has-text('You are logged out')")
    assert page.input_value("#review-body").startswith("Typed while logged out.")
    again = Client()  # as in another tab of the same browser
    again.force_login(anna, backend=MODEL_BACKEND)
    home = page.url.split("/admin")[0]
    page.context.add_cookies(
        [{"name": "sessionid", "value": again.cookies["sessionid"].value, "url": home}]
    )
    wait_until_kept(page, "Typed while logged out.")


def test_an_urgent_reply_takes_a_second_key(open_desk, desk):
    mail = desk.mails[0]
    mail.draft.policy = mail.draft.policy | {"review_tier": "owner-alert"}
    mail.draft.save(update_fields=["policy"])
    page = open_desk(scene.person(), QUEUE)
    page.keyboard.press("y")  # the second key alone is none
    page.keyboard.press("a")
    page.wait_for_selector("#review-care:visible")
    assert state(mail) == MailState.AWAITING_RELEASE
    assert "the owners should see it" in page.inner_text("#review-care")
    assert grave_findings(page) == []
    page.keyboard.press("a")  # twice the same key is no second look
    assert state(mail) == MailState.AWAITING_RELEASE
    press_and_go_on(page, "y")
    assert (state(mail), page.trouble) == ("queued", [])


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["wide", "phone"])
def test_who_edits_an_urgent_reply_sees_what_to_tick(open_desk, desk, size):
    mail = desk.mails[0]
    Thread.objects.filter(pk=mail.thread_id).update(urgency=Urgency.HIGH)
    page = open_desk(scene.person(), QUEUE)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert "high urgency" in page.inner_text(".rv-particulars summary")
    page.click("[data-key=e]")
    tick = page.locator("#review-edit [name=has_read]")
    expect(tick).to_be_in_viewport(ratio=1)
    page.keyboard.press("Control+Enter")
    expect(tick).to_be_focused()
    assert state(mail) == MailState.AWAITING_RELEASE
    page.keyboard.press("Space")
    press_and_go_on(page, "Control+Enter")
    assert state(mail) == MailState.QUEUED


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_another_letter_by_two_keys(open_desk, desk, theme):
    """The three best others with their answers, a search over all, and the text in place."""
    mail = desk.mails[0]
    former = mail.body_text
    page = open_desk(scene.person(), QUEUE, theme=theme, width=390)
    page.keyboard.press("l")
    page.wait_for_selector("#review-letters [data-digit='1']:focus")
    assert 1 <= page.locator("#review-letters [data-digit]").count() <= 3
    assert page.locator("#review-letters .desk-tag").count() >= 1
    assert grave_findings(page) == [] and sideways(page) <= 0
    page.keyboard.press("Escape")
    assert not page.is_visible("#review-letters")
    page.keyboard.press("l")
    page.wait_for_selector("#review-letters [data-digit='1']:focus")
    page.fill("#review-letter-words", "T24")
    page.keyboard.press("Enter")
    page.wait_for_selector("#review-letters-title:has-text('Letters with')")
    page.wait_for_selector("#review-letters [data-digit='1']:focus")
    page.keyboard.press("1")
    page.wait_for_selector("#review-toast:has-text('Another letter stands here now')")
    mail.refresh_from_db()
    assert mail.body_text != former and mail.state == MailState.AWAITING_RELEASE
    assert "T24, chosen by a person" in page.text_content(".rv-head")
    assert page.inner_text(".is-letter").split() == mail.body_text.split()
    last = Attestation.objects.latest("attempt", "pk")
    assert last.corrected_template_id == "T24" and last.person is not None
    page.click("#review-toast button")  # on a phone there are no keys
    page.wait_for_selector("#review-toast:has-text('The former text')")
    mail.refresh_from_db()
    assert mail.body_text == former and page.inner_text(".is-letter").split() == former.split()
    page.keyboard.press("l")  # and one of the best
    page.wait_for_selector("#review-letters [data-digit='1']:focus")
    best = page.inner_text("#review-letters [data-digit='1']").split()[-1]
    page.keyboard.press("1")
    page.wait_for_selector(f".rv-head dd:has-text('{best}, chosen by a person')", state="attached")
    press_and_go_on(page, "a")
    assert state(mail) == MailState.QUEUED
    assert Attestation.objects.latest("attempt", "pk").corrected_template_id == best != "T24"
    assert page.trouble == []


def test_no_other_letter_over_typed_text(open_desk, desk):
    page = open_desk(scene.person(), QUEUE)
    page.keyboard.press("e")
    page.wait_for_selector("#review-body:focus")
    page.keyboard.type("Mine. ")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.wait_for_selector("#review-toast:has-text('You have typed another text')")
    assert not page.is_visible("#review-letters")


# --- what happens meanwhile ------------------------------------------------------------------------


def test_newer_mail_that_came_meanwhile_stops_the_release_and_is_shown(open_desk, desk):
    mail = desk.mails[0]
    page = open_desk(scene.person(), QUEUE)
    desk.newer_mail(0, "We are at the door already!")
    page.keyboard.press("a")
    page.wait_for_selector(".rv-notice:has-text('Newer mail has come')")
    assert "We are at the door already!" in page.inner_text(".rv-pair")
    assert page.locator(".rv-notice:visible").count() == 1
    page.keyboard.press("a")  # and it stays so
    page.wait_for_selector("#review-toast:has-text('Newer mail has come')")
    assert state(mail) == MailState.AWAITING_RELEASE
    page.keyboard.press("e")  # no editor for a text that cannot leave
    page.wait_for_selector("#thread-body:focus")
    page.keyboard.type("I come down.")
    desk.newer_mail(1, "Of somebody else")
    page.click("text=Send this reply")
    page.wait_for_selector("text=Your reply leaves in a minute.")
    unanswered = Message.objects.filter(thread=mail.thread_id, direction="in", answered_by=None)
    assert not unanswered.exists()


def test_the_second_of_two_is_told_who_released(open_desk, desk):
    page = open_desk(scene.person(), QUEUE)
    releases.release_reply(mail_id=desk.mails[0].pk, by=scene.person(username="marco"))
    page.keyboard.press("r")
    page.keyboard.press("x")
    page.wait_for_selector(".rv-notice:has-text('released by marco')")
    assert "by marco" in page.text_content("#review-alert")
    assert Thread.objects.get(pk=desk.mails[0].thread_id).status == ThreadStatus.OPEN


def test_undo_comes_too_late_when_the_mail_is_leaving(open_desk, desk):
    page = open_desk(scene.person(), QUEUE)
    press_and_go_on(page, "a")
    OutgoingMail.objects.filter(pk=desk.mails[0].pk).update(state=MailState.SENDING, attempts=1)
    page.keyboard.press("u")
    page.wait_for_selector(".rv-notice.is-bad:has-text('sending')")
    assert state(desk.mails[0]) == MailState.SENDING


def test_hostile_mail_is_shown_and_does_nothing(open_desk, desk):
    Message.objects.filter(direction="in").update(
        new_text=scene.HOSTILE,
        subject=scene.HOSTILE[:200],
        from_name="<img src=x onerror=alert(3)>",
    )
    OutgoingMail.objects.update(body_text=scene.HOSTILE, subject="<script>alert(4)</script>")
    page = open_desk(scene.person(), QUEUE)
    shown = page.inner_text(".rv-pair")
    assert "<script>document.title = 'run'</script>" in shown and "{% debug %}" in shown
    assert page.title().startswith("Replies")
    page.goto(page.url.split("/admin")[0] + f"{THREADS}{desk.mails[0].thread_id}/change/")
    assert page.trouble == []


# --- for everybody ---------------------------------------------------------------------------------


def pages(desk) -> dict[str, str]:
    """Every kind of page that somebody who releases sees."""
    stuck = desk.mails[3]
    OutgoingMail.objects.filter(pk=stuck.pk).update(
        state=MailState.UNCERTAIN, last_error="The sending process ended after the text."
    )
    desk.newer_mail(2, "Ancora una domanda: quanto costa?")
    Message.objects.filter(thread=desk.mails[1].thread_id).update(is_sender_verified=False)
    return {
        "reply": f"{QUEUE}{desk.mails[0].pk}/",
        "unverified": f"{QUEUE}{desk.mails[1].pk}/",
        "newer mail": f"{QUEUE}{desk.mails[2].pk}/",
        "uncertain": f"{QUEUE}{stuck.pk}/",
        "all our mail": MAILS,
        "one mail": f"{MAILS}{stuck.pk}/change/",
        "conversations": THREADS,
        "conversation": f"{THREADS}{desk.mails[2].thread_id}/change/?write=1",
        "follow-ups": "/admin/drafting/followup/",
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_grave(open_desk, desk, theme):
    found = {}
    page = open_desk(scene.person("manager"), QUEUE, theme=theme)
    page.keyboard.press("e")
    page.wait_for_selector("#review-editor .diff-inline, #review-editor .rv-clean")
    found["editor"] = grave_findings(page)
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    found["something else"] = grave_findings(page)
    page.keyboard.press("Escape")
    press_and_go_on(page, "a")
    found["released"] = grave_findings(page)
    releases.undo_release(mail_id=desk.mails[0].pk, by=None)
    for name, path in pages(desk).items():
        page.goto(page.url.split("/admin")[0] + path)
        found[name] = grave_findings(page)
    assert {name: problems for name, problems in found.items() if problems} == {}
    assert page.evaluate("document.documentElement.classList.contains('dark')") == (theme == "dark")


HEIGHT = "at => document.querySelector(at).offsetHeight"


def test_a_phone_shows_everything_without_scrolling_sideways(open_desk, desk):
    first = desk.mails[0]
    page = open_desk(scene.person("manager"), QUEUE, width=390)
    home = page.url.split("/admin")[0]
    page.click("text=Edit and release")
    page.wait_for_selector("#review-body:focus")
    assert sideways(page) <= 0
    page.click("[data-close-editor]")
    page.click('[data-key="r"]')
    assert sideways(page) <= 0
    assert page.evaluate(HEIGHT, "#review-reasons") < 350  # the mail is read beside it
    page.click("[data-close-reasons]")
    page.click('[data-key="a"]')
    wait_for_other(page, first.pk)
    assert state(first) == MailState.QUEUED
    assert page.evaluate(HEIGHT, "#review-toast") < 72  # two lines, as wide as the phone
    assert sideways(page) <= 0
    for name, path in pages(desk).items():
        page.goto(home + path)
        assert sideways(page) <= 0, name


ROOM = """at => {
    const found = document.querySelector(at);
    return [found.offsetHeight, found.scrollWidth - found.parentElement.clientWidth];
}"""


def test_lists_and_the_editor_have_room(open_desk, desk):
    """Conversations and questions on a phone, drafts at 1280 px, the field for files above an
    untouched text."""
    stored_question("Is there a lift?")
    page = open_desk(scene.person("manager"), THREADS, width=390)
    for path in (THREADS, "/admin/learning/unknownquestion/"):
        page.goto(page.url.split("/admin")[0] + path)
        page.wait_for_selector("#result_list tbody tr")
        assert page.evaluate(ROOM, "#result_list tbody tr")[0] < 110, path
        assert sideways(page) <= 0 and grave_findings(page) == [], path
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(page.url.split("/admin")[0] + "/admin/drafting/draft/")
    assert page.evaluate(ROOM, "#result_list")[1] <= 0
    thread = desk.mails[0].thread_id
    page.goto(page.url.split("/admin")[0] + f"{THREADS}{thread}/change/?write=1")
    page.wait_for_selector("[data-findings] li")
    expect(page.locator("#thread-files")).to_be_in_viewport(ratio=1)


FITS = """() => {
    const letter = document.querySelector('.is-letter').getBoundingClientRect();
    const bar = document.querySelector('.rv-actions').getBoundingClientRect();
    const end = Math.min(bar.top, innerHeight);
    return {first: letter.top + 24 <= end, letter: letter.top, end};
}"""


@pytest.mark.parametrize("size", [(390, 844), (700, 450)], ids=["phone", "200 % zoom"])
def test_the_letter_is_seen_before_the_bar(open_desk, desk, size):
    """A line of it on the first screen; 700 x 450 is what a window of 1400 x 900 holds at 200 %."""
    width, height = size
    page = open_desk(scene.person(), QUEUE, width=width)
    page.set_viewport_size({"width": width, "height": height})
    found = page.evaluate(FITS)
    assert found["first"], found
    assert sideways(page) <= 0
    assert "Conversation" not in page.inner_text(".rv-head")  # folded, and one click away
    page.click(".rv-particulars summary")
    assert "Conversation" in page.inner_text(".rv-head")
    assert grave_findings(page) == [] and page.trouble == []


def test_a_long_mail_with_a_warning_leaves_the_letter_on_a_phones_first_screen(open_desk, desk):
    longest = Message.objects.filter(thread=desk.mails[0].thread, direction="in")
    said = "We come with the children.\n\n" * 40 + "Is that all right?"
    longest.update(new_text=said, is_sender_verified=False)
    page = open_desk(scene.person(), QUEUE, width=390)
    page.set_viewport_size({"width": 390, "height": 844})
    assert "The sender is not verified" in page.inner_text(".rv-item")
    found = page.evaluate(FITS)
    assert found["first"], found
    assert sideways(page) <= 0 and grave_findings(page) == []
    # It says that the mail goes on, and opens all of it; of a short one it says nothing.
    page.click(".rv-pair >> text=Read on")
    cut, mail = (
        page.locator(f".rv-pair {at}").bounding_box() for at in (".rv-cut", ".text-frame >> nth=0")
    )
    assert cut["height"] > mail["height"] > 1200
    expect(page.locator(".rv-actions")).to_be_in_viewport(ratio=1)
    page.click(".rv-pair >> text=Show less")
    assert page.evaluate(FITS)["first"]
    longest.update(new_text="Is breakfast included?")
    page.reload()
    assert page.locator(".rv-pair .rv-more").bounding_box()["height"] == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_no_text_of_ours_says_is_told_on_a_phones_first_screen(open_desk, desk, theme):
    mail = desk.mails[0]
    new = sentences(mail.body_text)[1]
    told = {"warnings": ["added_statement"], "warning_details": {"added_statement": new}}
    last = mail.draft.last_attempt
    Attestation.objects.filter(pk=last.pk).update(quality=last.quality | told)
    page = open_desk(scene.person(), QUEUE, theme=theme, width=390)
    page.set_viewport_size({"width": 390, "height": 844})
    warning, acts = (page.locator(at).bounding_box() for at in (".rv-lint li", ".rv-actions"))
    assert warning["y"] + warning["height"] < acts["y"]
    assert page.locator("mark").all_inner_texts() == [new]
    assert page.evaluate(FITS)["first"] and grave_findings(page) == []


def test_names_that_turn_the_line_stay_in_their_place(open_desk, desk):
    """A Hebrew name, and one with a hidden character that turns what follows it."""
    for name in ("דנה לוי", "Eve\u202egnp.exe"):
        Message.objects.filter(direction="in").update(from_name=name)
        page = open_desk(scene.person(), QUEUE)
        line = page.locator(".rv-pair .rv-quiet").first
        name_box = line.locator("bdi").first.bounding_box()
        time_box = line.locator("time").bounding_box()
        assert name_box["x"] + name_box["width"] <= time_box["x"] + 1
        assert line.locator("time").inner_text().startswith("today ")


def test_the_keyboard_alone_without_single_keys(open_desk, desk):
    """Tab and Enter reach every decision: for those who switch the single keys off."""
    page = open_desk(scene.person(), QUEUE)
    assert tab_to(page, "a") <= 8, "from the load of the page"
    page.uncheck("[data-keys]")
    page.focus("#review-title")
    page.keyboard.press("a")
    page.wait_for_timeout(200)
    assert state(desk.mails[0]) == MailState.AWAITING_RELEASE
    tab_to(page, "r")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.digit") == "1"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for_other(page, desk.mails[0].pk)
    assert Message.objects.filter(source="elsewhere").count() == 1
    assert tab_to(page, "a") <= 8, "from the heading of the next reply"
    page.keyboard.press("Enter")
    wait_for_other(page, desk.mails[1].pk)
    assert state(desk.mails[1]) == MailState.QUEUED
    tab_to(page, "u")
    page.keyboard.press("Enter")
    wait_for_other(page, desk.mails[2].pk)
    assert state(desk.mails[1]) == MailState.AWAITING_RELEASE


def tab_to(page, key) -> int:
    """How many presses of Tab it takes."""
    for presses in range(1, 61):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == key:
            return presses
    raise AssertionError(f"no way to {key} by Tab")


def test_on_paper_no_text_is_cut_off(open_desk, desk):
    Message.objects.update(new_text="It goes on.\n" * 200)
    page = open_desk(scene.person(username="anna"), QUEUE, width=720)
    page.emulate_media(media="print")
    cut_off = "[...document.querySelectorAll('.rv-pair .text-frame')].some(one => one.scrollHeight > one.clientHeight)"
    assert not page.evaluate(cut_off)
    assert not page.is_visible(".rv-actions")
