"""The pictures in the docs, taken from a desk at work: ``DESK_PICTURES=1 pytest <this file>``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from tests.browser import desk_scene, scene
from tests.browser.release_scene import desk_with_replies
from tests.drafting.runs.full_runs import improved_run

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not os.environ.get("DESK_PICTURES"), reason="writes into docs/images"),
]
IMAGES = Path(settings.BASE_DIR) / "docs" / "images"


def test_take_pictures(open_desk):
    call_command("load_sample", sample_desk=True, verbosity=0)
    anna = scene.person("manager", username="anna", first_name="Anna", last_name="Berg")
    template = scene.worked_on(anna)
    first, *_ = scene.morning(now=timezone.now())
    IMAGES.mkdir(exist_ok=True)
    page = open_desk(anna, f"/admin/learning/templateproposal/queue/{first.pk}/")
    page.screenshot(path=str(IMAGES / "review-queue.png"))
    page = open_desk(anna, f"/admin/templatesapp/emailtemplate/{template.pk}/versions/")
    page.screenshot(path=str(IMAGES / "versions.png"))


def test_take_the_pictures_of_the_front_page_and_a_draft(open_desk):
    anna = scene.person("manager", username="anna", first_name="Anna", last_name="Berg")
    desk_scene.busy_desk(anna, now=timezone.now())
    page = open_desk(anna, reverse("admin:index"))
    page.wait_for_timeout(800)  # charts draw themselves
    page.screenshot(path=str(IMAGES / "dashboard.png"))
    draft = desk_scene.full_draft(now=timezone.now())
    page = open_desk(anna, reverse("admin:drafting_draft_change", args=[draft.pk]))
    page.screenshot(
        path=str(IMAGES / "draft.png"),
        full_page=True,
        clip={"x": 0, "y": 0, "width": 1400, "height": 1110},
    )


def test_take_the_picture_of_a_reply(open_desk, agent_client):
    """A letter and, beside it, the mail; below, what the mail wants, ticked."""
    anna = scene.person("manager", username="anna", first_name="Anna", last_name="Berg")
    reply = desk_with_replies(agent_client).mails[1]
    page = open_desk(anna, reverse("admin:drafting_release_item", args=[reply.pk]))
    page.screenshot(path=str(IMAGES / "reply.png"))


def test_take_the_picture_of_a_run(open_desk):
    anna = scene.person("manager", username="anna", first_name="Anna", last_name="Berg")
    run = improved_run(now=timezone.now())
    page = open_desk(anna, reverse("admin:drafting_draftrun_change", args=[run.pk]))
    page.screenshot(path=str(IMAGES / "run.png"))
