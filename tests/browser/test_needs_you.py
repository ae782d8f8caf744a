"""What needs a person, in a real browser: seen first, counted live, taken over by one click."""

from __future__ import annotations

import pytest

from drafting.mail.choices import ThreadStatus, Urgency
from drafting.mail.models import Thread
from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.drafting.mail.mails import record

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGE = "/admin/drafting/thread/needs-you/"


def handed_over(number: int, subject: str) -> Thread:
    thread: Thread = record(
        "Somebody took my wallet from the locker, I want an answer.",
        message_id=f"<n{number}@x.example>",
        subject=subject,
        date="",
        **{"from": f"g{number}@example.net"},
    ).message.thread
    urgency = (Urgency.NONE, Urgency.CRITICAL)[number % 2]
    Thread.objects.filter(pk=thread.pk).update(
        status=ThreadStatus.WAITING_FOR_PERSON, urgency=urgency
    )
    return thread


def test_new_ones_show_in_menu_and_title_and_one_click_takes_over(open_desk):
    anna = scene.person(username="anna")
    handed_over(1, "A theft in room 4")
    page = open_desk(anna, PAGE)
    handed_over(2, "Nobody answers me")
    page.wait_for_function("document.title.startsWith('(2)')", timeout=5000)
    badge = page.locator(f"#nav-sidebar a[href='{PAGE}'] span").filter(has_text="2")
    assert badge.count() >= 1
    page.reload()
    first = page.locator(".desk-need").first
    assert "Threat or emergency" in first.inner_text() and "A theft in room 4" in first.inner_text()
    first.get_by_role("button").click()
    page.wait_for_load_state("networkidle")
    assert Thread.objects.get(subject="A theft in room 4").assignee == anna
    assert page.trouble == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_it_reads_well_in_both_themes_and_on_a_phone(open_desk, theme, width):
    for number in (1, 2):
        handed_over(number, f"A subject that goes on and on for {'very ' * 12}long, {number}")
    page = open_desk(scene.person(), PAGE, theme=theme, width=width)
    assert page.locator(".desk-need").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert grave_findings(page) == []
