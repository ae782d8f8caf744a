"""The first morning of a reviewer: from the login to the first approved proposal by what the screen
says. No address is typed; links and buttons are found by the names that a person sees."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from learning.proposals.models import TemplateProposal
from tests.browser import scene
from tests.browser.conftest import watch
from tests.house import load_sample_anew

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "a long password"
APPROVE = re.compile("^Approve")
MOST_TABS = 25  # to what one looks for; more is a walk that nobody would make


@pytest.fixture
def first_morning(browser: Browser, live_server, transactional_db) -> Iterator[Page]:
    """A desk as ``make run`` leaves it, a reviewer's login, and a browser at the desk's address."""
    load_sample_anew()
    scene.morning(now=timezone.now())
    scene.person(username="rita", first_name="Rita", last_name="Rossi")
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    watch(page, live_server.url)
    page.goto(live_server.url)
    yield page
    context.close()


def approved() -> list[tuple[str, str]]:
    """(state, who) of every proposal that is not pending any more."""
    decided = TemplateProposal.objects.exclude(review_state="pending").select_related("decided_by")
    return [(row.review_state, row.decided_by.username) for row in decided if row.decided_by]


def test_by_mouse_from_the_login_to_the_first_approval(first_morning):
    page = first_morning
    page.get_by_label("Username").fill("rita")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Waiting for you").wait_for()
    page.get_by_role("link", name=re.compile("Proposals.*Changes to letters to decide")).click()
    expect(page.get_by_role("heading", name=re.compile("Change T50"))).to_be_visible()
    expect(page.get_by_text("Neither sends a mail, and you can undo it")).to_be_visible()
    expect(page.get_by_text("8 waiting")).to_be_visible()
    page.get_by_role("button", name=APPROVE).click()
    expect(page.get_by_role("status").filter(has_text="Approved T50")).to_be_visible()
    expect(page.get_by_text("7 waiting")).to_be_visible()
    assert approved() == [("approved", "rita")]
    # Who has decided once is told no more; the way back is there in words.
    expect(page.get_by_text("Neither sends a mail")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Undo: Approved T50")).click()
    expect(page.get_by_text("8 waiting")).to_be_visible()
    assert approved() == []
    assert page.trouble == []


def test_by_keyboard_from_the_login_to_the_first_approval(first_morning):
    page = first_morning
    expect(page.get_by_label("Username")).to_be_focused()
    page.keyboard.type("rita")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Waiting for you").wait_for()
    tab_to(page, page.get_by_role("link", name="Proposals").first)
    page.keyboard.press("Enter")
    page.locator("#review[data-pages]").wait_for()
    page.keyboard.press("a")
    expect(page.get_by_role("status").filter(has_text="Approved T50")).to_be_visible()
    assert approved() == [("approved", "rita")]
    # The same without the single key: to the button that one sees, and Enter.
    tab_to(page, page.get_by_role("button", name=APPROVE))
    page.keyboard.press("Enter")
    expect(page.get_by_text("6 waiting")).to_be_visible()
    assert approved() == [("approved", "rita")] * 2
    assert page.trouble == []


def tab_to(page: Page, wanted: Locator) -> None:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            outline = wanted.evaluate("element => getComputedStyle(element).outlineStyle")
            assert outline != "none", "one sees where one is"
            return
    raise AssertionError(f"not reached with {MOST_TABS} tabs")


def test_a_login_without_a_role_is_told_what_to_do(first_morning):
    scene.person("none", username="nora")
    page = first_morning
    page.get_by_label("Username").fill("nora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Your login has no role yet")).to_be_visible()
    page.goto(f"{page.url}learning/templateproposal/queue/")
    expect(page.get_by_role("heading", name="Not for this login")).to_be_visible()
    page.get_by_role("link", name="Back to the desk").click()
    expect(page.get_by_text("Your login has no role yet")).to_be_visible()
