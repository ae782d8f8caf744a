"""The screen for everybody: mouse, keyboard alone, screen reader, both themes, a phone."""

from __future__ import annotations

import pytest
from django.utils import timezone

from learning.proposals.decisions import approve_proposal
from learning.proposals.models import TemplateProposal
from templatesapp.models import EmailTemplate
from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.house import load_sample_anew

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

QUEUE = "/admin/learning/templateproposal/queue/"


@pytest.fixture
def morning(transactional_db):
    load_sample_anew()
    rows = scene.morning(now=timezone.now())
    return {str(row): row for row in rows}, rows


def address(proposal) -> str:
    return f"{QUEUE}{proposal.pk}/"


def sideways(page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_grave(open_desk, morning, theme):
    _, rows = morning
    person = scene.person("manager")
    approved = rows[0]
    approve_proposal(proposal_id=approved.pk, by=person, now=timezone.now())
    page = open_desk(person, address(rows[1]), theme=theme)
    found = {}
    for row in (rows[1], *rows[4:], approved):
        page.goto(page.url.split(QUEUE)[0] + address(row))
        found[str(row)] = grave_findings(page)
        if row == rows[1]:
            page.keyboard.press("e")
            page.wait_for_selector(".rv-editor .diff-inline")
            found["editor"] = grave_findings(page)
            page.keyboard.press("Escape")
            page.keyboard.press("r")
            found["reasons"] = grave_findings(page)
    versions = f"/admin/templatesapp/emailtemplate/{approved.source_template_id}/versions/"
    for path in (versions, "/admin/templatesapp/emailtemplate/import/"):
        page.goto(page.url.split("/admin")[0] + path)
        found[path] = grave_findings(page)
    assert {name: problems for name, problems in found.items() if problems} == {}
    assert page.evaluate("document.documentElement.classList.contains('dark')") == (theme == "dark")


def test_a_phone_shows_everything_without_scrolling_sideways(open_desk, morning):
    _, rows = morning
    page = open_desk(scene.person("manager"), address(rows[0]), width=390)
    home = page.url.split("/admin")[0]
    template = rows[6].source_template_id
    for path in (
        *(address(row) for row in rows),
        f"/admin/templatesapp/emailtemplate/{template}/versions/",
        "/admin/templatesapp/emailtemplate/import/",
    ):
        page.goto(home + path)
        assert sideways(page) <= 0, path
    page.goto(home + address(rows[0]))
    assert page.is_visible(".diff-inline")
    assert page.evaluate("document.querySelector('.rv-bar').offsetHeight") < 60  # one row
    page.click("text=Edit and approve")
    page.wait_for_selector("#review-body:focus")
    assert sideways(page) <= 0
    page.click("[data-close-editor]")
    page.click('[data-key="r"]')
    page.click('[data-digit="4"]')
    page.wait_for_function("document.querySelector('.rv-recent') !== null")
    rows[0].refresh_from_db()
    assert (rows[0].review_state, rows[0].reject_reason) == ("rejected", "tone")


def test_which_fact_is_meant_is_answered_by_one_key_press(open_desk, morning):
    _, rows = morning
    body = f"{rows[0].proposed_body_redacted}\n\nYou may leave until 10:30."
    TemplateProposal.objects.filter(pk=rows[0].pk).update(proposed_body_redacted=body)
    page = open_desk(scene.person(), address(rows[0]))
    page.click('[data-slot="FACT_CHECK_OUT"]')
    assert page.input_value("#review-body").endswith("until {{SLOT:FACT_CHECK_OUT}}.")
    page.wait_for_selector("#review-editor .rv-lint", state="detached")


def test_the_keyboard_alone_without_single_keys(open_desk, morning):
    """Tab and Enter reach every decision: for those who switch the single keys off."""
    _, rows = morning
    page = open_desk(scene.person(), address(rows[2]))
    page.uncheck("[data-keys]")
    page.focus("#review-title")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == "r":
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.digit") == "1"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "id => document.querySelector('.rv-item').dataset.id !== id", arg=str(rows[2].pk)
    )
    rows[2].refresh_from_db()
    assert (rows[2].review_state, rows[2].reject_reason) == ("rejected", "wrong-fact")
    assert page.evaluate("document.activeElement.id") == "review-title"


def test_one_key_puts_a_lost_slot_back(open_desk, morning):
    _, rows = morning
    proposal = rows[4]
    page = open_desk(scene.person(), address(proposal))
    page.keyboard.press("i")
    page.wait_for_selector("text=Put back.")
    slot = "{{SLOT:FACT_PACKED_BREAKFAST_ORDER_BY}}"
    assert slot in page.input_value("#review-body")
    page.keyboard.press("Control+Enter")
    page.wait_for_function(
        "id => document.querySelector('.rv-item').dataset.id !== id", arg=str(proposal.pk)
    )
    proposal.refresh_from_db()
    assert proposal.review_state == "approved"
    assert slot in EmailTemplate.objects.get(pk=proposal.source_template_id).body


def test_a_refused_text_stays_in_the_editor(open_desk, morning):
    _, rows = morning
    page = open_desk(scene.person(), address(rows[0]))
    page.keyboard.press("e")
    page.wait_for_selector("#review-body:focus")
    page.keyboard.type("Open at 10:30. ")
    page.wait_for_selector("text=“10:30”: which fact is meant?")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".rv-notice.is-bad")
    assert page.input_value("#review-body").startswith("Open at 10:30. ")
    assert "fact" in page.text_content("#review-alert")
    rows[0].refresh_from_db()
    assert rows[0].review_state == "pending"


def test_the_second_of_two_is_told_who_decided(open_desk, morning):
    _, rows = morning
    page = open_desk(scene.person(), address(rows[0]))
    other = scene.person(username="marco")
    approve_proposal(proposal_id=rows[0].pk, by=other, now=timezone.now())
    page.keyboard.press("r")
    page.keyboard.press("1")
    page.wait_for_selector("text=Approved by marco")
    assert "approved by marco" in page.text_content("#review-alert")
    assert TemplateProposal.objects.get(pk=rows[0].pk).history.count() == 2


def test_hostile_text_is_shown_and_does_nothing(open_desk, morning):
    template = EmailTemplate.objects.get(template_id="T34", language="en")
    proposal = scene.propose(
        template, scene.HOSTILE, at=timezone.now(), email_subject="<img src=x onerror=alert(2)>"
    )
    page = open_desk(scene.person(), address(proposal))
    shown = page.inner_text(".rv-texts")
    assert "<script>document.title = 'run'</script>" in shown
    assert "{{ settings.SECRET_KEY }} {% debug %}" in shown
    assert "U+202E" in shown
    assert page.title().startswith("Proposals")
    page.keyboard.press("e")
    page.wait_for_selector(".rv-editor .diff-inline")
    assert page.trouble == []


def test_who_is_logged_out_is_led_to_the_login(open_desk, morning):
    _, rows = morning
    page = open_desk(scene.person(), address(rows[0]))
    page.context.clear_cookies()
    page.keyboard.press("s")
    page.wait_for_url("**/login/**")


def test_slots_go_in_by_a_click_and_the_preview_follows(open_desk, morning):
    template = EmailTemplate.objects.get(template_id="T50", language="en")
    path = f"/admin/templatesapp/emailtemplate/{template.pk}/change/"
    page = open_desk(scene.person("manager"), path, width=1440)
    text, result = (page.locator(one).bounding_box() for one in ("#id_body", "[data-result]"))
    assert text and result
    assert result["x"] > text["x"] + text["width"] and result["y"] < text["y"] + 150  # beside it
    assert not page.is_visible('[data-slot="FACT_WIFI_NETWORK"]')  # of a hundred, only what it says
    page.evaluate("document.getElementById('id_body').setSelectionRange(0, 0)")
    page.fill("#slot-filter", "wifi network")
    page.click('[data-slot="FACT_WIFI_NETWORK"]')
    assert page.input_value("#id_body").startswith("{{SLOT:FACT_WIFI_NETWORK}}{{SLOT:GREETING}}")
    page.evaluate("document.getElementById('id_body').setSelectionRange(0, 0)")
    page.focus("#id_body")
    page.keyboard.type("At 10:30. ")
    page.wait_for_selector("text=“10:30” is a time or a price: use its slot.")
    assert "At 10:30." in page.inner_text("[data-result] .text-body")
    assert page.trouble == []
