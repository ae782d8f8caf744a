"""The seventeen jobs of a day, each from the front page: its clicks, keys and page loads are the figures
of docs/staff.md. The first hour is walked by test_second_house."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Locator, Page

from drafting.mail.models import Contact
from drafting.mail.work_models import OutgoingMail
from learning.ledger.models import UnknownQuestion
from learning.proposals.models import TemplateProposal
from templatesapp.models import EmailTemplate, PropertyFact
from tests.browser import desk_scene, scene
from tests.browser.release_scene import Desk, desk_with_replies
from tests.browser.staff_guide import figures, jobs
from tests.browser.test_write_with_help import CHOSEN, handed_over, wait_for_ticks
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.runs.full_runs import improved_run

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FRONT = "/admin/"


@dataclass
class Walk:
    """Counts what a person does and how often a page is loaded for it."""

    page: Page
    clicks: int = 0
    keys: int = 0
    loads: int = 0

    def __post_init__(self) -> None:
        self.page.on("domcontentloaded", lambda _: self._loaded())

    def _loaded(self) -> None:
        self.loads += 1

    def click(self, target: Locator) -> None:
        self.clicks += 1
        target.click()
        self.page.wait_for_load_state("networkidle")

    def key(self, *keys: str, until: str) -> None:
        """Presses; what is typed between them counts none. ``until``: what is seen then."""
        for key in keys:
            self.keys += 1
            self.page.keyboard.press(key)
        self.page.wait_for_selector(until)

    def link(self, name: str, *, inside: str = "#main") -> None:
        self.click(self.page.locator(inside).get_by_role("link", name=name).first)

    def menu(self, name: str) -> None:
        self.link(name, inside="#nav-sidebar")

    def tab(self, name: str) -> None:
        self.link(name, inside="#tabs-items")

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def took(self) -> tuple[int, int, int]:
        assert vars(self.page)["trouble"] == []  # gathered by open_desk
        return self.clicks, self.keys, self.loads


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
    assert walk.took() == figures("Was it better this month?")
    walk.click(lifts.last.get_by_role("link").first)
    walk.page.fill("#review-roll-back-note", "Guests ask more since.")
    walk.button("Roll back")
    walk.page.wait_for_selector(".rv-notice.is-rolled_back")
    assert TemplateProposal.objects.filter(review_state="rolled_back").count() == 1
    assert walk.took() == figures("Roll a change back")


def test_a_price_is_changed(walk):
    walk.menu("What we say")
    walk.tab("Facts")
    walk.page.fill("#searchbar", "breakfast price")
    walk.key("Enter", until="#changelist")
    walk.page.wait_for_load_state("networkidle")
    walk.link("Breakfast price")
    walk.page.get_by_label("Value").fill("9.50")
    walk.button("Save")
    assert PropertyFact.objects.get(name="BREAKFAST_PRICE").value == "9.50"
    assert walk.took() == figures("Change a fact, everywhere")


def test_a_letter_is_written(walk):
    before = EmailTemplate.objects.count()
    walk.menu("What we say")
    page = walk.page
    walk.click(page.locator("a[href$='/emailtemplate/add/']").first)
    page.get_by_label("Number").fill("T99")
    page.get_by_label("Subject").fill("Skates for the ice rink")
    page.locator("select[name=category]").select_option("activities")
    page.locator("textarea[name=body]").fill(
        "{{SLOT:GREETING}}\n\nYes, we lend skates in every size.\n\n{{SLOT:SIGNATURE}}"
    )
    walk.button("Save")
    page.wait_for_url(lambda url: "/add/" not in url)  # kept first, then sent
    assert EmailTemplate.objects.count() == before + 1
    assert walk.took() == figures("Write a new letter")


def test_a_run_is_seen_from_its_draft(anna, open_desk):
    run = improved_run(now=timezone.now())
    walk = Walk(open_desk(anna, FRONT))
    walk.menu("What agents did")
    walk.tab("Runs")
    walk.click(walk.page.locator("#result_list tbody a").first)
    assert str(run.pk) in walk.page.url
    assert walk.took() == figures("See a run")


def test_why_this_letter(anna, open_desk, agent_client):
    desk_with_replies(agent_client)
    walk = Walk(open_desk(anna, FRONT))
    walk.menu("Replies")
    walk.click(walk.page.locator("summary", has_text="Why this text"))
    assert walk.page.get_by_text("was taken at").first.is_visible()
    assert OutgoingMail.objects.filter(state="awaiting_release").count() == 4
    assert walk.took() == figures("Why this letter?")


@pytest.fixture
def replies(anna, agent_client) -> Desk:
    return desk_with_replies(agent_client, is_searched=True)


@pytest.fixture
def release(anna, replies, open_desk) -> Walk:
    """The first reply of the queue, from the front page."""
    walk = Walk(open_desk(anna, FRONT))
    walk.menu("Replies")
    return walk


def state_of(mail: OutgoingMail) -> str:
    mail.refresh_from_db()
    return mail.state


def test_a_reply_is_released(release, replies):
    release.key("a", until="#review-toast:has-text('Released')")
    assert state_of(replies.mails[0]) == "queued"
    assert release.took() == figures("Release a reply")


def test_a_reply_is_edited(release, replies):
    release.key("e", until="#review-body:focus")
    release.page.keyboard.press("Control+End")
    release.page.keyboard.type("\n\nPS: See you soon.")
    release.key("Control+Enter", until="#review-toast:has-text('Edited')")
    assert "PS: See you soon." in OutgoingMail.objects.get(pk=replies.mails[0].pk).body_text
    assert release.took() == figures("Edit a reply and release it")


def test_a_reply_is_sent_back(release, replies):
    release.key("r", "1", until="#review-reject-note:focus")
    release.page.keyboard.type("Name the price.")
    release.key("Enter", until="#review-toast:has-text('Sent back')")
    assert state_of(replies.mails[0]) == "cancelled"
    assert release.took() == figures("Send a reply back")


def test_another_letter_is_taken(release, replies):
    former = replies.mails[0].body_text
    release.key("l", until="#review-letters [data-digit='1']:focus")
    release.key("1", until="#review-toast:has-text('Another letter stands here now')")
    release.key("a", until="#review-toast:has-text('Released')")
    assert state_of(replies.mails[0]) == "queued" and replies.mails[0].body_text != former
    assert release.took() == figures("Take another letter and release it")


def test_a_sender_is_blocked(release, replies):
    release.key("r", "b", until="#review-block:visible")
    release.key("y", until="#review-toast:has-text('is blocked')")
    assert Contact.objects.filter(is_blocked=True).count() == 1
    assert release.took() == figures("Block a sender")


def test_a_proposal_is_decided(anna, open_desk):
    load_sample_desk()
    scene.morning(now=timezone.now())
    walk = Walk(open_desk(anna, FRONT))
    walk.menu("Proposals")
    walk.key("a", until="#review-toast:has-text('Approved')")
    assert TemplateProposal.objects.filter(review_state="approved").count() == 1
    assert walk.took() == figures("Decide a proposal")


def test_a_question_is_answered(walk):
    walk.menu("Questions")
    walk.click(walk.page.locator("#result_list tbody a[href*='/change/']").first)
    answered = UnknownQuestion.objects.filter(state="approved").count()
    assert not walk.page.input_value("#id_answer")
    walk.key("Alt+1", until="#id_answer:focus")
    walk.key("Tab", "Enter", until="text=Promoted: this answer")
    walk.page.wait_for_load_state("networkidle")
    assert UnknownQuestion.objects.filter(state="approved").count() == answered + 1
    assert walk.took() == figures("Answer a question that nobody could")


def test_a_guest_is_found(anna, replies, open_desk):
    walk = Walk(open_desk(anna, FRONT))
    walk.key("Control+k", until=".desk-search:visible")
    walk.page.keyboard.type("paragliders")
    walk.page.wait_for_selector(".desk-search a:has-text('Paragliders')")
    walk.key("Enter", until="text=with a red stripe")
    walk.page.wait_for_load_state("networkidle")
    assert walk.took() == figures("Find a guest's mail")


def test_a_handed_over_mail_is_answered(anna, open_desk):
    thread = handed_over()
    walk = Walk(open_desk(anna, FRONT))
    walk.menu("Needs you")
    walk.link("Two questions")
    wait_for_ticks(walk.page, "open", "open")
    for word in ("breakfast price", "parking"):
        walk.page.keyboard.type(f"/{word}")
        walk.page.wait_for_selector(CHOSEN)
        walk.key("Enter", until="#thread-body:focus")
        walk.page.keyboard.type(" ")
    wait_for_ticks(walk.page, "answered", "answered")
    walk.key("Control+Enter", until="text=Your reply leaves in a minute.")
    assert OutgoingMail.objects.get().thread_id == thread.pk
    assert walk.took() == figures("Answer a handed-over mail")


def test_the_guide_names_seventeen_jobs_and_a_test_for_each():
    tests = {test for _, test in jobs().values()}
    files = (Path(__file__), Path(__file__).with_name("test_second_house.py"))
    walked = "".join(file.read_text(encoding="utf-8") for file in files)
    assert len(jobs()) == 17
    assert {test for test in tests if f"def {test}(" not in walked} == set()
