"""Ctrl+K in a real browser: a guest's mail in three acts, without a mouse, on every page."""

from __future__ import annotations

import pytest

from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.drafting.mail.mails import record

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FACTS = "/admin/templatesapp/propertyfact/"


@pytest.fixture
def mails(transactional_db):
    for number, word in enumerate(("saxophone", "saxophone", "trumpet")):
        record(
            f"Is the {word} allowed?",
            message_id=f"<s{number}@x.example>",
            subject=f"A long question of {'very ' * 20}little about music, {number}",
            date="",
            **{"from": f"g{number}@example.net"},
        )


def test_a_guests_mail_is_found_in_three_acts_by_keys_alone(mails, open_desk):
    page = open_desk(scene.person(), f"{FACTS}?q=nothing")
    page.focus("#searchbar")  # where Unfold's own would not open
    page.keyboard.press("Control+k")
    page.keyboard.type("trumpet")
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/drafting/thread/*/change/")
    assert page.get_by_text("Is the trumpet allowed?").count()
    assert page.trouble == []


def test_arrows_walk_and_escape_gives_the_page_back(mails, open_desk):
    page = open_desk(scene.person(), FACTS)
    page.focus("#searchbar")
    page.keyboard.press("Control+k")
    page.keyboard.type("saxophone")
    page.get_by_role("status").filter(has_text="2 found").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.locator(".desk-search a").nth(1)
    assert second.evaluate("link => link === document.activeElement")
    page.keyboard.press("Escape")
    assert not page.locator(".desk-search").is_visible()
    assert page.evaluate("document.activeElement.id") == "searchbar"
    page.keyboard.press("Control+k")
    page.keyboard.type("known to nobody")
    page.get_by_role("status").filter(has_text="Nothing is found.").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_it_reads_well_in_both_themes_and_on_a_phone(mails, open_desk, theme, width):
    page = open_desk(scene.person(), FACTS, theme=theme, width=width)
    if width == 390:
        page.get_by_role("button", name="Show or hide the menu").click()
    page.get_by_role("button", name="Search Ctrl K").click()
    page.keyboard.type("saxophone")
    page.get_by_role("status").filter(has_text="2 found").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    box = page.locator(".desk-search").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert grave_findings(page) == []
    page.keyboard.press("Tab")  # past the button that closes
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/drafting/thread/*/change/")
