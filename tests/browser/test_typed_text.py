"""Nothing typed is lost: without network, while the server is gone, when the session has ended,
with a killed browser. And whoever else is at the same mail sees that somebody types."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route

from drafting.mail.choices import ThreadStatus
from drafting.mail.models import Thread
from drafting.outbox.releases import release_reply
from templatesapp.models import EmailTemplate, KeptText
from templatesapp.services import revise_template
from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.browser.conftest import kept, open_logged_in, wait_until_kept
from tests.browser.release_scene import desk_with_replies
from tests.drafting.mail.mails import record
from tests.house import load_sample_anew
from tests.learning.proposal_factories import stored_question
from tests.serving import PATIENCE_SECONDS, serving

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# How long the network and the server are gone; 60 by hand.
AWAY_SECONDS = float(os.environ.get("DESK_AWAY_SECONDS", "4"))
QUEUE = "/admin/drafting/outgoingmail/queue/"
MAIL = "Hello,\n\nHow much is breakfast, and is there parking?\n\nCheers,\nIsla Thornbury"
EDITORS = ["queue", "conversation"]


@pytest.fixture
def places(transactional_db: None, agent_client: Any) -> dict[str, str]:
    """Where each editor stands; the field in it is ``FIELDS``'."""
    mail = desk_with_replies(agent_client).mails[0]
    thread = record(
        MAIL, subject="Two questions", date="", message_id="<h@x.example>"
    ).message.thread
    Thread.objects.filter(pk=thread.pk).update(status=ThreadStatus.WAITING_FOR_PERSON)
    return {
        "queue": f"{QUEUE}{mail.pk}/",
        "conversation": f"/admin/drafting/thread/{thread.pk}/change/?write=1",
    }


FIELDS = {"queue": "#review-body", "conversation": "#thread-body"}
WORDS = " Typed before the crash."
LETTER = {"template_id": "T24", "language": "en"}
# Where each form stands, its text, what sends it off, and what is said then.
FORMS = {
    "proposal": ("#review-body", "#review-editor [data-confirm]", "Approved"),
    "letter": ("#id_body", "[name=_save]", "changed successfully"),
    "question": ("#id_answer", "[value=promote]", "Promoted"),
    "first mail": ("#first-body", "text=Send this mail", "Your mail leaves in a minute."),
}


@pytest.fixture
def forms(transactional_db: None) -> dict[str, str]:
    load_sample_anew()
    proposal = scene.morning(now=timezone.now())[0]
    question = stored_question("May I bring my guitar?", last_seen=timezone.now())
    letter = EmailTemplate.objects.get(**LETTER)
    return {
        "proposal": f"/admin/learning/templateproposal/queue/{proposal.pk}/",
        "letter": f"/admin/templatesapp/emailtemplate/{letter.pk}/change/",
        "question": f"/admin/learning/unknownquestion/{question.pk}/change/",
        "first mail": "/admin/drafting/thread/new/",
    }


def begin(page: Page, editor: str) -> None:
    if editor == "queue":
        page.keyboard.press("e")
    page.focus(FIELDS[editor])
    page.wait_for_selector("[data-findings] .rv-asks")  # and with it, how a reply opens


def begin_form(page: Page, form: str) -> None:
    if form == "proposal":
        page.keyboard.press("e")
    page.focus(FORMS[form][0])
    page.keyboard.press("Control+End")


def wait_until_dropped(page: Page) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while KeptText.objects.exists() and time.monotonic() < until:
        page.wait_for_timeout(100)
    assert not KeptText.objects.exists()


@pytest.mark.parametrize("editors", [EDITORS, list(FORMS)], ids=["replies", "forms"])
def test_they_outlive_network_server_and_browser(
    browser: Browser, request: pytest.FixtureRequest, tmp_path: Path, editors: list[str]
) -> None:
    """All of them open at once: network and server are away for all."""
    is_reply = editors is EDITORS
    addresses = request.getfixturevalue("places" if is_reply else "forms")
    start = begin if is_reply else begin_form
    anna = scene.person("manager", username="anna")
    with serving(tmp_path / "log", "--workers", "1") as server:
        context = browser.new_context()
        pages = {one: open_logged_in(context, anna, server.url, addresses[one]) for one in editors}

        def type_in_each(words: str, *, is_away: bool) -> None:
            for editor, page in pages.items():
                page.bring_to_front()
                page.keyboard.type(f"{editor} {words}. ")
            if is_away:
                page.wait_for_timeout(AWAY_SECONDS * 1000)
                assert all("No connection" in one.inner_text("#main") for one in pages.values())

        def wait_until_each_is_kept(words: str) -> None:
            for editor, page in pages.items():
                wait_until_kept(page, f"{editor} {words}.")

        for editor, page in pages.items():
            page.bring_to_front()
            start(page, editor)
        context.set_offline(True)
        type_in_each("without network", is_away=True)
        assert not KeptText.objects.exists()
        context.set_offline(False)
        wait_until_each_is_kept("without network")
        server.kill()
        type_in_each("without server", is_away=True)
        server.start()
        wait_until_each_is_kept("without server")
        type_in_each("before the crash", is_away=False)
        wait_until_each_is_kept("before the crash")
        context.close()
        again = browser.new_context()
        for editor in editors:
            page = open_logged_in(again, anna, server.url, addresses[editor])
            if editor in ("queue", "proposal"):
                page.keyboard.press("e")
            said = f"{editor} without network. {editor} without server. {editor} before the crash."
            assert said in page.input_value(FIELDS[editor] if is_reply else FORMS[editor][0])
        again.close()


@pytest.mark.parametrize("editor", [*EDITORS, *FORMS])
def test_of_two_keeps_the_later_typed_one_wins(open_desk, request, editor):
    """Though the first comes to the server late: the second waits for it."""
    is_reply = editor in EDITORS
    address = request.getfixturevalue("places" if is_reply else "forms")[editor]
    page = open_desk(scene.person("manager"), address)
    (begin if is_reply else begin_form)(page, editor)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(re.compile(r"/(typed/[^/]+|keep)/$"), hold_the_first)
    page.keyboard.type("First ")
    until = time.monotonic() + PATIENCE_SECONDS
    while not held and time.monotonic() < until:
        page.wait_for_timeout(50)
    page.keyboard.type("and second.")
    page.wait_for_timeout(2_000)  # a second keep would have gone past it
    assert kept() == ""
    held[0].continue_()
    wait_until_kept(page, "First and second.")
    page.wait_for_timeout(1_000)
    assert "First and second." in kept()


@pytest.mark.parametrize("editor", EDITORS)
def test_it_is_kept_while_typing_goes_on(open_desk, places, editor):
    """Not only when the fingers rest: keys come faster than a pause for the whole time."""
    page = open_desk(scene.person(), places[editor])
    begin(page, editor)
    until = time.monotonic() + PATIENCE_SECONDS
    while not KeptText.objects.exists() and time.monotonic() < until:
        page.keyboard.type("never at rest ", delay=20)
    assert KeptText.objects.exists()


@pytest.mark.parametrize("editor", EDITORS)
def test_who_was_logged_out_logs_in_in_place(open_desk, places, editor):
    anna = scene.person(username="anna")
    anna.set_password("a long enough password")
    anna.save()
    page = open_desk(anna, places[editor])
    begin(page, editor)
    Session.objects.all().delete()
    page.keyboard.type("Typed while logged out. ")
    page.wait_for_selector("#desk-login")
    assert grave_findings(page) == []
    with page.expect_popup() as opened:
        page.click("#desk-login button")
    login = opened.value
    login.fill("[name=username]", "anna")
    login.fill("[name=password]", "a long enough password")
    with login.expect_event("close"):
        login.keyboard.press("Enter")
    wait_until_kept(page, "Typed while logged out.")
    assert "Typed while logged out." in page.input_value(FIELDS[editor])
    page.wait_for_selector("#desk-login", state="detached")
    # What was there before the login can be sent now.
    page.focus(FIELDS[editor])
    page.keyboard.press("Control+Enter")
    done = {"queue": "Edited and released", "conversation": "Your reply leaves in a minute."}
    page.wait_for_selector(f"text={done[editor]}")
    assert not KeptText.objects.exists()


@pytest.mark.parametrize("editor", EDITORS)
def test_a_colleague_sees_that_somebody_types(open_desk, places, editor):
    """In a second browser, on a page that was open before; and that they have stopped."""
    anna, marco = scene.person(username="anna"), scene.person(username="marco")
    page, others = open_desk(anna, places[editor]), open_desk(marco, places[editor])
    notice = "[data-presence]"
    assert not others.is_visible(notice)
    begin(page, editor)
    page.keyboard.type("We are glad")
    others.wait_for_selector(f"{notice}:has-text('anna is editing a reply here')")
    assert "We are glad" not in others.content()
    assert grave_findings(others) == []
    page.fill(FIELDS[editor], "")  # she thinks better of it
    others.wait_for_selector(notice, state="hidden")
    assert others.trouble == []


@pytest.mark.parametrize("editor", EDITORS)
def test_a_colleague_sees_it_within_five_seconds(open_desk, places, editor):
    """By the pages' own clocks: from the first key to the notice in the other browser."""
    anna, marco = scene.person(username="anna"), scene.person(username="marco")
    page, others = open_desk(anna, places[editor]), open_desk(marco, places[editor])
    begin(page, editor)
    for one in (page, others):
        one.clock.install()
    others.reload()
    page.keyboard.type("W")
    page.clock.run_for(800)
    wait_until_kept(page, "W")
    for _ in range(4):  # and the four seconds between two questions of the page
        others.clock.run_for(1_050)
        others.wait_for_timeout(0)
    others.wait_for_selector("[data-presence]:has-text('anna is editing a reply here')")


@pytest.mark.parametrize("editor", EDITORS)
def test_it_outlives_a_minute_without_network(open_desk, places, editor):
    page = open_desk(scene.person(), places[editor])
    begin(page, editor)
    page.clock.install()
    page.context.set_offline(True)
    page.keyboard.type("Typed without network. ")
    for _ in range(60):
        page.clock.run_for(1_000)
        page.wait_for_timeout(10)
    assert "No connection" in page.inner_text("#main")
    assert not KeptText.objects.exists()
    page.context.set_offline(False)
    page.clock.run_for(3_100)  # nobody types on
    wait_until_kept(page, "Typed without network.")


def test_a_colleagues_decision_leaves_the_text_beside_what_happened(open_desk, places):
    anna, marco = scene.person(username="anna"), scene.person(username="marco")
    page = open_desk(anna, places["queue"])
    begin(page, "queue")
    page.keyboard.type("Mine was better. ")
    wait_until_kept(page, "Mine was better.")
    mail_id = int(places["queue"].rstrip("/").rpartition("/")[2])
    release_reply(mail_id=mail_id, by=marco)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".rv-notice:has-text('released by marco')")
    assert "Mine was better." in page.inner_text("[data-kept-text]")
    page.reload()
    assert "Mine was better." in page.inner_text("[data-kept-text]")


def test_a_page_that_nobody_sees_asks_nothing(open_desk, places):
    page = open_desk(scene.person(), "/admin/")
    page.clock.install()
    page.reload()
    for _ in range(2):
        with page.expect_response("**/counts/"):
            page.clock.run_for(4_100)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
    for _ in range(5):
        page.clock.run_for(4_100)
        page.wait_for_timeout(100)
    assert asked == []


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_prose_outlives_a_killed_browser(open_desk, forms, form):
    field, button, done = FORMS[form]
    anna, marco = scene.person("manager", username="anna"), scene.person("manager")

    def opened(person: Any) -> Page:
        page: Page = open_desk(person, forms[form])
        begin_form(page, form)
        return page

    page = opened(anna)
    if form == "first mail":
        page.fill("#first-to", "guest@example.org")
        page.fill("#first-subject", "Your stay")
    before = page.input_value(field)
    page.focus(field)
    page.keyboard.press("Control+End")
    page.keyboard.type(WORDS)
    wait_until_kept(page, WORDS.strip())
    page.context.close()

    assert opened(marco).input_value(field) == before
    page = opened(anna)
    assert page.input_value(field) == before + WORDS
    assert page.is_visible("text=/Your text of today|You have typed a text/")
    assert grave_findings(page) == []
    page.click(button)
    page.wait_for_selector(f"text={done}")
    assert not KeptText.objects.exists()
    assert page.trouble == []


def test_a_letter_that_a_colleague_changed_is_not_written_over(open_desk, forms):
    """The text stands beside the form, and goes when its author says so."""
    anna = scene.person("manager", username="anna")
    page = open_desk(anna, forms["letter"])
    page.focus("#id_body")
    page.keyboard.type("Typed first.")
    wait_until_kept(page, "Typed first.")
    revise_template(
        template=EmailTemplate.objects.get(**LETTER),
        fields={"subject": "Changed meanwhile"},
        by=scene.person("manager"),
        reason="for a test",
    )
    page = open_desk(anna, forms["letter"])
    assert "Typed first." not in page.input_value("#id_body")
    assert "Typed first." in page.inner_text("[data-typed]")
    page.click("[data-typed] [data-discard]")
    page.wait_for_selector("[data-typed]", state="hidden")
    wait_until_dropped(page)
