"""Twenty cards in a real browser: read, released ten at a time, taken back together."""

from __future__ import annotations

import pytest

from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record
from tests.drafting.mail.work import Worker

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGE = "/admin/drafting/outgoingmail/safe/"


def answered(agent_client, count):
    load_sample_desk()
    worker = Worker(agent_client(["work", "draft"]))
    for number in range(count):
        record(
            "Hello,\n\nWhat time is breakfast?\n\nBest,\nIsla",
            message_id=f"<m{number}@x.example>",
            subject=f"Breakfast {number}",
            date="",
            **{"from": f"Isla <g{number}@example.net>"},
        )
        worker.answer_next()


def queued():
    return OutgoingMail.objects.filter(state=MailState.QUEUED).count()


def test_twenty_cards_leave_by_two_presses_and_ten_come_back_by_one(agent_client, open_desk):
    answered(agent_client, 20)
    page = open_desk(scene.person("reviewer"), PAGE)
    assert page.locator(".desk-safe").count() == 10
    page.get_by_role("button", name="Release 10").press("Enter")
    page.get_by_text("Released 10;").wait_for()
    page.get_by_role("button", name="Release 10").press("Enter")
    page.get_by_text("No reply is safe enough").wait_for()
    assert queued() == 20
    page.get_by_role("button", name="Take all 10 back").press("Enter")
    page.get_by_text("Took 10 back").wait_for()
    assert queued() == 10
    assert page.trouble == []


def test_the_release_is_reached_by_eight_tabs_at_most(agent_client, open_desk):
    answered(agent_client, 10)
    page = open_desk(scene.person("reviewer"), PAGE)
    said = "() => document.activeElement.textContent.trim()"
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate(said) in ("To the page", "Straight to the release"):
            page.keyboard.press("Enter")
        if page.locator("button:focus", has_text="Release 10").count():
            break
    else:
        raise AssertionError("eight tabs, and the release is not reached")
    page.keyboard.press("Enter")
    page.get_by_text("Released 10;").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_it_reads_well_in_both_themes_and_on_a_phone(agent_client, open_desk, theme, width):
    answered(agent_client, 3)
    page = open_desk(scene.person("reviewer"), PAGE, theme=theme, width=width)
    assert page.locator(".desk-safe").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert grave_findings(page) == []
