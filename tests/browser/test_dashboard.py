"""The back office beside the queue, in a real Chromium: charts, both themes, a phone, the API's
page."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from drafting.drafts.models import Draft
from learning.ledger.models import UnknownQuestion
from tests.browser import desk_scene, scene
from tests.browser.axe import grave_findings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FRONT = "/admin/"
NARROW = 390
# Reads back what was painted: a canvas that stayed empty is of one colour.
PAINTED = """canvas => {
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Set();
    for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at + 3]) colours.add(pixels.slice(at, at + 3).join());
    return colours.size;
}"""


@pytest.fixture
def anna(transactional_db):
    person = scene.person("manager", username="anna", first_name="Anna", last_name="Berg")
    desk_scene.busy_desk(person, now=timezone.now())
    return person


def draft_page() -> str:
    draft = desk_scene.full_draft(now=timezone.now())
    return reverse("admin:drafting_draft_change", args=[draft.pk])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_charts_are_drawn_from_rows(anna, open_desk, theme):
    page = open_desk(anna, FRONT, theme=theme)
    canvases = page.query_selector_all("canvas[data-chart]")
    assert len(canvases) == 6
    for canvas in canvases:
        assert canvas.evaluate(PAINTED) > 5, canvas.get_attribute("aria-label")
    assert page.evaluate("document.documentElement.classList.contains('dark')") == (theme == "dark")
    assert page.trouble == []


def test_a_change_of_the_theme_draws_the_charts_anew(anna, open_desk):
    page = open_desk(anna, FRONT)
    canvas = page.query_selector("canvas[data-chart]")
    light = canvas.evaluate("canvas => canvas.toDataURL()")
    page.keyboard.press("Control+e")  # from the system's theme to light
    page.keyboard.press("Control+e")
    page.wait_for_function("document.documentElement.classList.contains('dark')")
    page.wait_for_timeout(200)
    assert canvas.evaluate("canvas => canvas.toDataURL()") != light


def test_the_numbers_behind_a_chart_open_by_keyboard(anna, open_desk):
    page = open_desk(anna, FRONT)
    page.focus("#chart-distance summary")
    page.keyboard.press("Enter")
    assert page.locator("#chart-distance tbody tr").count() >= 10
    assert page.locator("#chart-distance table").is_visible()


def test_the_menu_opens_by_keyboard_on_a_phone(anna, open_desk):
    page = open_desk(anna, FRONT, width=NARROW)
    assert not page.locator("#nav-sidebar").is_visible()
    page.locator('[role="button"][aria-label="Show or hide the menu"] >> visible=true').focus()
    page.keyboard.press("Enter")
    page.locator("#nav-sidebar").wait_for(state="visible")
    page.click("#nav-sidebar >> text=What we say")
    page.click("#tabs-items >> text=Facts")
    assert page.url.endswith(reverse("admin:templatesapp_propertyfact_changelist"))


def test_one_press_of_tab_leads_past_the_menu(anna, open_desk):
    page = open_desk(anna, FRONT)
    page.keyboard.press("Tab")
    assert page.locator(".desk-skip:focus").is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator("#content :focus").count() == 1
    assert page.trouble == []


def test_technical_details_have_one_switch(anna, open_desk):
    page = open_desk(anna, draft_page())
    details = page.locator("details[data-technical] code").first
    assert not details.is_visible()
    page.get_by_text("Technical details").first.click()
    assert details.is_visible()
    page.reload()
    assert details.is_visible()
    page.get_by_text("Technical details").first.click()
    page.reload()
    assert not details.is_visible()


def test_the_theme_is_changed_by_keyboard(anna, open_desk):
    page = open_desk(anna, FRONT)
    page.locator("#nav-sidebar [role=button] >> text=Anna Berg").locator("xpath=../..").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Dark", exact=False).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.documentElement.classList.contains('dark')")


def test_the_login_is_accessible_too(anna, open_desk):
    page = open_desk(anna, FRONT)
    page.context.clear_cookies()
    page.reload()
    page.wait_for_selector("#id_password")
    assert grave_findings(page) == []


def test_the_letter_keeps_its_lines_and_marks_what_was_filled_in(anna, open_desk):
    page = open_desk(anna, draft_page())
    letter = page.locator(".draft-letter .text-body")
    assert letter.inner_text() == Draft.objects.get().body_plain
    marks = {
        mark.inner_text(): mark.get_attribute("title")
        for mark in page.locator(".draft-letter .text-body mark").all()
    }
    assert any(title.startswith("Fact: ") for title in marks.values())
    assert marks["Dear Freya,"] == "Greeting"


def test_every_ask_stands_beside_the_letter_with_what_became_of_it(anna, open_desk):
    page = open_desk(anna, draft_page())
    asks = page.locator("section[aria-labelledby=questions-heading] > ul > li")
    told, way_in, parking, bikes = asks.all_inner_texts()
    assert "noted" in told and "23:00" in told
    assert "answered" in way_in and "Letter T" in way_in and "door code" in way_in
    assert "answered" in parking and "Knowledge parking" in parking
    assert "promised" in bikes and desk_scene.PROMISE in bikes


def test_a_question_is_answered_once_an_answer_is_chosen(anna, open_desk):
    page = open_desk(
        anna,
        reverse("admin:learning_unknownquestion_change", args=[UnknownQuestion.objects.first().pk]),
    )
    page.click("text=Promote this answer")  # of an empty field: nothing is promoted
    page.wait_for_load_state("networkidle")
    assert UnknownQuestion.objects.get(question="May I bring my guitar?").state == "new"
    page.locator("[data-take*=terrace]").click()
    page.click("text=Promote this answer")
    page.wait_for_selector("text=Promoted: this answer is used from now on")
    assert UnknownQuestion.objects.get(question="May I bring my guitar?").state == "approved"
    assert "Tennisplatz" in page.locator("#question-heading").inner_text()
    assert page.trouble == []


def test_the_api_explains_itself_without_an_error(anna, open_desk):
    page = open_desk(anna, "/api/docs")
    page.wait_for_selector(".opblock")
    assert page.locator(".opblock").count() > 20
    page.locator(".opblock-summary-control").first.click()
    page.wait_for_selector(".opblock-body .responses-table")
    assert page.trouble == []
