"""The jobs of a day that no other test walks, from the front page, each with its clicks and loads:
they are the figures of docs/staff.md."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Locator, Page

from drafting.mail.work_models import OutgoingMail
from learning.proposals.models import TemplateProposal
from templatesapp.models import EmailTemplate, PropertyFact
from tests.browser import desk_scene, scene
from tests.browser.release_scene import desk_with_replies
from tests.drafting.runs.full_runs import improved_run

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FRONT = "/admin/"


@dataclass
class Walk:
    """Counts what a person does and how often a page is loaded for it."""

    page: Page
    clicks: int = 0
    loads: int = 0

    def __post_init__(self) -> None:
        self.page.on("domcontentloaded", lambda _: self._loaded())

    def _loaded(self) -> None:
        self.loads += 1

    def click(self, target: Locator) -> None:
        self.clicks += 1
        target.click()
        self.page.wait_for_load_state("networkidle")

    def link(self, name: str, *, inside: str = "#main") -> None:
        self.click(self.page.locator(inside).get_by_role("link", name=name).first)

    def menu(self, name: str) -> None:
        self.link(name, inside="#nav-sidebar")

    def tab(self, name: str) -> None:
        self.link(name, inside="#tabs-items")

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def took(self) -> tuple[int, int]:
        assert vars(self.page)["trouble"] == []  # gathered by open_desk
        return self.clicks, self.loads


@pytest.fixture
def anna(transactional_db) -> User:
    return scene.person("superuser", username="anna", first_name="Anna", last_name="Berg")


@pytest.fixture
def walk(anna, open_desk) -> Walk:
    desk_scene.busy_desk(anna, now=timezone.now())
    return Walk(open_desk(anna, FRONT))


def test_better_this_month_and_a_change_rolled_back(walk):
    """Whether the last changes helped stands on the front page; one that did not goes."""
    lifts = walk.page.locator(".desk-lifts tbody tr")
    assert lifts.count() == 2
    walk.click(lifts.last.get_by_role("link").first)
    walk.page.fill("#review-roll-back-note", "Guests ask more since.")
    walk.button("Roll back")
    walk.page.wait_for_selector(".rv-notice.is-rolled_back")
    assert TemplateProposal.objects.filter(review_state="rolled_back").count() == 1
    assert walk.took() == (2, 1)


def test_a_price_is_changed(walk):
    walk.menu("What we say")
    walk.tab("Facts")
    walk.page.fill("#searchbar", "breakfast price")
    walk.page.keyboard.press("Enter")
    walk.page.wait_for_load_state("networkidle")
    walk.link("BREAKFAST_PRICE")
    walk.page.get_by_label("Value").fill("9.50")
    walk.button("Save")
    assert PropertyFact.objects.get(name="BREAKFAST_PRICE").value == "9.50"
    assert walk.took() == (4, 5)


def test_a_letter_is_written(walk):
    before = EmailTemplate.objects.count()
    walk.menu("What we say")
    page = walk.page
    walk.click(page.locator("a[href$='/emailtemplate/add/']").first)
    page.get_by_label("Template id").fill("T99")
    page.get_by_label("Subject").fill("Skates for the ice rink")
    page.locator("select[name=category]").select_option("activities")
    page.locator("textarea[name=body]").fill(
        "{{SLOT:GREETING}}\n\nYes, we lend skates in every size.\n\n{{SLOT:SIGNATURE}}"
    )
    walk.button("Save")
    page.wait_for_url(lambda url: "/add/" not in url)  # kept first, then sent
    assert EmailTemplate.objects.count() == before + 1
    assert walk.took() == (3, 3)


def test_a_run_is_seen_from_its_draft(anna, open_desk):
    run = improved_run(now=timezone.now())
    walk = Walk(open_desk(anna, FRONT))
    walk.menu("What agents did")
    walk.tab("Runs")
    walk.click(walk.page.locator("#result_list tbody a").first)
    assert str(run.pk) in walk.page.url
    assert walk.took() == (3, 3)


def test_why_this_letter(anna, open_desk, agent_client):
    desk_with_replies(agent_client)
    walk = Walk(open_desk(anna, FRONT))
    walk.menu("Replies")
    walk.click(walk.page.locator("summary", has_text="Why this text"))
    assert walk.page.get_by_text("was taken at").first.is_visible()
    assert OutgoingMail.objects.filter(state="awaiting_release").count() == 4
    assert walk.took() == (2, 1)
