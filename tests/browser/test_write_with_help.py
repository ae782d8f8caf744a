"""A reply written by hand in a real browser: "/" and a word, asks ticked, facts checked, one key."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from drafting.mail.choices import MailState, ThreadStatus, Urgency
from drafting.mail.models import Thread
from drafting.mail.work_models import OutgoingMail
from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.browser.release_scene import desk_with_replies
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NEEDS_YOU = "/admin/drafting/thread/needs-you/"
QUEUE = "/admin/drafting/outgoingmail/queue/"
MAIL = "Hello,\n\nHow much is breakfast, and is there parking?\n\nCheers,\nIsla Thornbury"
LIST = "#desk-inserts"
CHOSEN = f"{LIST} [aria-selected=true]"


def handed_over() -> Thread:
    load_sample_desk()
    thread: Thread = record(MAIL, subject="Two questions", date="").message.thread
    Thread.objects.filter(pk=thread.pk).update(
        status=ThreadStatus.WAITING_FOR_PERSON, urgency=Urgency.HIGH
    )
    return thread


def path(thread: Thread) -> str:
    return f"/admin/drafting/thread/{thread.pk}/change/?write=1"


def typed(page, text: str) -> None:
    page.keyboard.type(text)


def put_in(page, word: str, key: str = "Enter") -> None:
    typed(page, f"/{word}")
    page.wait_for_selector(CHOSEN)
    page.keyboard.press(key)
    page.wait_for_selector(LIST, state="detached")


def body(page, field: str = "#thread-body") -> str:
    return page.input_value(field)


def ticks(page) -> list[str]:
    page.wait_for_load_state("networkidle")
    return [one.split()[-1] for one in page.locator(".rv-asks .desk-tag").all_inner_texts()]


def wait_for_ticks(page, *wanted: str) -> None:
    page.wait_for_function(
        "wanted => [...document.querySelectorAll('.rv-asks .desk-tag')]"
        ".map(tag => tag.lastChild.textContent.trim()).join() === wanted",
        arg=",".join(wanted),
    )


def test_handed_over_mail_is_answered_in_five_acts_and_typing(open_desk):
    """Open it, write, put two answers in, look at a wrong price, send."""
    thread = handed_over()
    page = open_desk(scene.person(), NEEDS_YOU)
    page.get_by_role("link", name="Two questions").click()  # 1
    wait_for_ticks(page, "open", "open")
    assert body(page).startswith("Dear Isla,\n\n") and body(page).endswith(
        "Hostel Brikette, Positano"
    )
    put_in(page, "breakfast price")  # 2
    wait_for_ticks(page, "answered", "open")
    typed(page, " ")
    put_in(page, "parking")  # 3
    wait_for_ticks(page, "answered", "answered")
    typed(page, " Dinner is not served, but breakfast costs €4.50 for children.")
    page.wait_for_selector("text=You say €4.50, our fact is €8.50")
    assert page.is_visible("#thread-insisted")
    page.keyboard.press("Alt+f")  # 4
    page.wait_for_selector("[data-findings] .is-error", state="detached")
    assert "€4.50" not in body(page) and not page.is_visible("#thread-insisted")
    page.keyboard.press("Control+Enter")  # 5
    page.keyboard.press("Control+Enter")  # a second press is no second mail
    page.wait_for_selector("text=Your reply leaves in a minute.")
    mail = OutgoingMail.objects.get()
    assert (mail.state, mail.thread_id) == (MailState.QUEUED, thread.pk)
    assert "€8.50" in mail.body_text and "Sant'Elia" in mail.body_text and "/" not in mail.body_text
    assert mail.body_text.count("Dear Isla,") == mail.body_text.count("Positano") == 1
    assert page.trouble == []


def test_a_refusal_is_seen_and_may_be_overruled(open_desk):
    page = open_desk(scene.person(), path(handed_over()))
    page.wait_for_selector(".rv-asks")
    page.fill("#thread-body", "Dear Isla,\n\nBreakfast is €4.50 for children.\n\nAnna")
    page.wait_for_selector("text=You say €4.50, our fact is €8.50")
    expect(page.locator("#thread-insisted")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("[role=alert] [data-refusal]:has-text('right all the same')")
    expect(page.locator("[data-refusal]")).to_be_in_viewport(ratio=1)
    page.wait_for_selector("[data-mend]")
    page.fill("#thread-insisted", "The cook agreed.")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("text=Your reply leaves in a minute.")
    assert OutgoingMail.objects.get().batch.reason.endswith("a fact of ours: The cook agreed.")


def test_a_text_outlives_its_tab(open_desk):
    anna = scene.person("manager", username="anna", first_name="Anna", last_name="Berg")
    thread = handed_over()
    page = open_desk(anna, path(thread))
    page.focus("#thread-body")
    with page.expect_response(lambda answer: answer.url.endswith("/check/")):
        typed(page, "We are glad that you come")
    page.close()
    page = open_desk(anna, path(thread).partition("?")[0])
    assert "We are glad that you come" in body(page)
    assert page.is_visible("#thread-body")


def test_the_list_is_worked_by_keys_and_mouse_and_puts_nothing_in_unasked(open_desk):
    page = open_desk(scene.person(), path(handed_over()))
    page.wait_for_selector(".rv-asks")  # with it comes how a reply opens
    field = page.locator("#thread-body")
    field.fill("")
    for text in ("24/7 and 1/2 ", "https://x.example/breakfast "):
        typed(page, text)
    page.wait_for_timeout(400)
    assert page.locator(LIST).count() == 0
    typed(page, "/breakf")
    page.wait_for_selector(CHOSEN)
    first = page.inner_text(CHOSEN)
    assert field.get_attribute("aria-controls") == page.get_attribute(LIST, "id")
    assert field.get_attribute("aria-activedescendant") == page.get_attribute(CHOSEN, "id")
    page.keyboard.press("ArrowDown")
    assert page.inner_text(CHOSEN) != first
    page.keyboard.press("ArrowUp")
    assert page.inner_text(CHOSEN) == first
    page.keyboard.press("Escape")
    page.wait_for_selector(LIST, state="detached")
    assert body(page).endswith("/breakf") and field.get_attribute("aria-controls") is None
    typed(page, "ast")
    page.locator(f"{LIST} li", has_text="Breakfast price").first.click()
    assert (
        body(page).endswith("Breakfast costs €8.50 per person; you pay at reception.")
        and page.locator(LIST).count() == 0
    )
    page.keyboard.press("Control+z")
    assert body(page).endswith("/breakfast")
    page.keyboard.press("End")
    typed(page, " xylophone")
    page.wait_for_selector(LIST, state="detached")
    page.keyboard.press("Enter")
    assert body(page).endswith("/breakfast xylophone\n")
    nothing = page.get_by_text("No letter, answer or fact goes by that word.")
    typed(page, "/xylophone")
    expect(nothing).to_be_visible()
    typed(page, " ")
    expect(nothing).not_to_be_visible()
    assert page.trouble == []


def test_a_letter_fixed_by_law_is_marked_and_takes_an_untouched_editors_place(open_desk):
    page = open_desk(scene.person(), path(handed_over()))
    page.wait_for_selector(".rv-asks")
    page.focus("#thread-body")
    page.evaluate("document.getElementById('thread-body').setSelectionRange(12, 12)")
    typed(page, "/T10")
    page.wait_for_selector(CHOSEN)
    assert "Protected letter, whole only" in page.inner_text(CHOSEN)
    page.keyboard.press("Enter")
    assert body(page).count("Dear Isla,") == 1 and "cancel" in body(page)
    typed(page, "\n")
    put_in(page, "T11")
    assert body(page).count("Dear Isla,") == 2, "what was typed is never replaced"


def test_the_editor_of_the_release_queue_has_the_same(open_desk, agent_client):
    desk_with_replies(agent_client)
    page = open_desk(scene.person(), QUEUE)
    page.keyboard.press("e")
    page.wait_for_selector(".rv-asks")
    typed(page, "/late arr")
    page.wait_for_selector(CHOSEN)
    page.keyboard.press("Escape")
    assert page.is_visible("#review-editor"), "Escape closes the list alone"
    before = body(page, "#review-body")
    typed(page, "i")
    page.wait_for_selector(CHOSEN)
    page.keyboard.press("Enter")
    page.wait_for_selector(LIST, state="detached")
    assert len(body(page, "#review-body")) > len(before) + 20
    assert page.trouble == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_it_reads_well_in_both_themes_and_on_a_phone(open_desk, theme, width):
    page = open_desk(scene.person(), path(handed_over()), theme=theme, width=width)
    page.focus("#thread-body")
    page.wait_for_selector(".rv-asks")
    page.evaluate("document.getElementById('thread-body').setSelectionRange(12, 12)")
    typed(page, "Breakfast costs €4.50. /breakfast")
    page.wait_for_selector(CHOSEN)
    page.wait_for_selector("text=our fact is €8.50")
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    box = page.locator(LIST).bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
    assert grave_findings(page) == [] and page.trouble == []
