"""Every page of the back office, those of the menu and of their rows: both themes, wide and on a phone.

Each page is loaded once; theme and width are changed on it, as a person would.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from drafting.desk.navigation import MENU, page_url
from learning.ledger.services import promote_question
from learning.proposals.models import TemplateProposal
from templatesapp.models import EmailTemplate
from tests.browser import desk_scene, scene
from tests.browser.axe import CONTRAST, grave_findings
from tests.learning.proposal_factories import base_template, pending_translation, stored_question

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FRONT = "/admin/"
SIZES = {"wide": (1280, 900), "phone": (390, 844)}
SHOW_THEME = "dark => document.documentElement.classList.toggle('dark', dark)"
# The menu is the same everywhere (looked at on the dashboard), and so are the rows of one list.
PART = {"include": [["#main"]], "exclude": [["#result_list tbody:nth-of-type(n+5)"]]}
# The rows that a list leads to: the first of each is opened, with its history.
FIRST_ROW = """() => [...document.querySelectorAll("#result_list a[href]")]
    .map(a => a.href).find(href => href.startsWith(location.href) && /change\\//.test(href)) ?? ''"""


# What reaches furthest to the right, innermost, as a person would look for it.
WIDEST = """() => [...document.querySelectorAll("#main *")]
    .filter(one => one.getBoundingClientRect().right > window.innerWidth)
    .sort((a, b) => a.getBoundingClientRect().right - b.getBoundingClientRect().right)
    .pop().outerHTML.slice(0, 300)"""


@pytest.fixture
def anna(transactional_db) -> User:
    person = scene.person("superuser", username="anna", first_name="Anna", last_name="Berg")
    desk_scene.busy_desk(person, now=timezone.now())
    scene.worked_on(person)
    desk_scene.full_draft(now=timezone.now())
    pending_translation(base_template(template_id="T98"), created_at=timezone.now())
    question = stored_question("Is there a lift?")
    answer = "Yes, it goes to every floor. Breakfast starts at {{SLOT:FACT_BREAKFAST_FROM}}."
    promote_question(question_id=question.pk, by=person, answer=answer, now=timezone.now())
    return person


def menu() -> list[str]:
    """The lines of the menu and the tabs that they open."""
    return [page_url(one.page) for _, rooms in MENU for room in rooms for one in room.entries]


def more_pages() -> Iterator[str]:
    """Pages that a row or a button leads to, of rows with something to show."""
    template = EmailTemplate.objects.get(template_id="T24", language="en")
    yield reverse("admin:templatesapp_emailtemplate_versions", args=[template.pk])
    yield reverse("admin:templatesapp_emailtemplate_history", args=[template.pk])
    version = template.history.first()
    yield reverse("admin:templatesapp_emailtemplate_simple_history", args=[template.pk, version.pk])
    for model in ("emailtemplate", "propertyfact", "knowledgeitem"):
        yield reverse(f"admin:templatesapp_{model}_import")
    yield reverse("admin:templatesapp_emailtemplate_add")
    yield reverse("admin:drafting_agentkey_add")
    yield reverse("admin:drafting_memoryentry_add")
    yield reverse("admin:learning_calibrate")
    yield reverse("admin:learning_unknownquestion_languages")
    shown = ({"review_state": "approved"}, {"review_state": "pending"}, {"type": "translation"})
    for wanted in shown:
        proposal = TemplateProposal.objects.filter(**wanted).first()
        assert proposal is not None
        yield reverse("admin:learning_templateproposal_review", args=[proposal.pk])
    yield f"{reverse('admin:learning_templateproposal_changelist')}?state=all"
    yield f"{reverse('admin:templatesapp_propertyfact_changelist')}?q=nothing+is+called+so"


def look_at(page: Page) -> list[str]:
    """What is wrong with the page as it stands in the window, in both themes and widths."""
    wide, phone = SIZES["wide"], SIZES["phone"]
    found = grave_findings(page, context=PART)
    page.evaluate(SHOW_THEME, True)
    # A theme is colours, and colours do not hang on the width.
    dark = grave_findings(page, context=PART, rules=(CONTRAST,))
    found += [f"dark: {one}" for one in dark]
    page.set_viewport_size({"width": phone[0], "height": phone[1]})
    narrow = grave_findings(page, context=PART, has_colours=False)
    found += [f"phone: {one}" for one in narrow]
    if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        found += [f"phone: wider than the window: {page.evaluate(WIDEST)}"]
    page.set_viewport_size({"width": wide[0], "height": wide[1]})
    return found + page.trouble


def test_every_page_is_accessible_in_both_themes_and_fits_a_phone(anna, open_desk):
    page = open_desk(anna, FRONT, width=SIZES["wide"][0])
    home = page.url.removesuffix(FRONT)
    paths = [*menu(), *more_pages()]
    assert len(paths) > 35
    found: dict[str, list[str]] = {"menu": grave_findings(page)}
    page.evaluate(SHOW_THEME, True)
    found["dark menu"] = grave_findings(page, rules=(CONTRAST,))
    for path in paths:
        page.goto(home + path)
        row = page.evaluate(FIRST_ROW)
        found[path] = look_at(page)
        if row and row.removeprefix(home) not in found:
            page.goto(row)
            found[row.removeprefix(home)] = look_at(page)
        page.trouble.clear()
    wrong = [f"{path}: {one}" for path, what in found.items() for one in what]
    assert not wrong, "\n".join(wrong)
    assert len(found) > 50


def test_what_stands_beside_a_letter_covers_nothing_below_it(anna, open_desk):
    letter = EmailTemplate.objects.order_by("pk").first()
    assert letter is not None
    address = reverse("admin:templatesapp_emailtemplate_change", args=[letter.pk])
    page = open_desk(anna, address, width=SIZES["wide"][0])
    page.locator(".tp-requires").scroll_into_view_if_needed()
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    beside, use = (
        page.locator(".tp-beside").bounding_box(),
        page.locator(".tp-requires").bounding_box(),
    )
    assert beside is not None and use is not None
    assert beside["y"] + beside["height"] <= use["y"]


@pytest.mark.parametrize("width", [390, 1400])
def test_the_tab_of_a_page_is_in_sight(open_desk, width):
    address = reverse("admin:learning_eventaggregate_changelist")
    page = open_desk(scene.person("manager"), address, width=width)
    expect(page.locator("#tabs-items .active")).to_be_in_viewport(ratio=1)
    expect(page.locator("#tabs-items .active")).to_have_text("Summed events")
