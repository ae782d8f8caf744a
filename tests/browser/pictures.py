"""The README's pictures, taken from the desk that ``make run`` serves, on its own database:
``python -m tests.browser.pictures`` beside it, with its PORT and DATABASE_URL. It approves one
proposal, so that a letter has two versions; run it on a desk that you can throw away."""

from __future__ import annotations

import os
from pathlib import Path

import django
from playwright.sync_api import Page, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in this thread
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from drafting.instruments.throwaway import HOST  # noqa: E402
from drafting.mail.work_models import OutgoingMail  # noqa: E402
from drafting.management.commands.run_desk import STAFF_NAME  # noqa: E402
from drafting.runs.models import DraftRun  # noqa: E402
from learning.proposals.decisions import approve_proposal  # noqa: E402
from learning.proposals.selectors import pending_queue  # noqa: E402
from tests.browser.conftest import ARGUMENTS, open_logged_in  # noqa: E402
from tests.run import CHROMIUM  # noqa: E402

HOME = f"http://{HOST}:{os.environ.get('PORT', '8000')}"
IMAGES = Path(settings.BASE_DIR) / "docs" / "images"
REPLY, RUN = "A few questions before we come", "Suitcase on the last day"


def take(page: Page, name: str, address: str, *, height: int = 900) -> None:
    page.set_viewport_size({"width": 1400, "height": height})
    page.goto(HOME + address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(800)  # charts draw themselves
    page.screenshot(path=str(IMAGES / f"{name}.png"))


def take_all(page: Page) -> None:
    reply = OutgoingMail.objects.get(thread__subject=REPLY, draft__isnull=False)
    run = DraftRun.objects.filter(draft__message__subject=RUN).latest("started_at")
    take(page, "dashboard", reverse("admin:index"))
    take(page, "draft", reverse("admin:drafting_draft_change", args=[reply.draft_id]), height=1110)
    take(page, "reply", reverse("admin:drafting_release_item", args=[reply.pk]))
    take(page, "run", reverse("admin:drafting_draftrun_change", args=[run.pk]))
    take(page, "review-queue", reverse("admin:learning_templateproposal_queue"))
    proposal = pending_queue()[0]
    staff = get_user_model().objects.get(username=STAFF_NAME)
    approve_proposal(proposal_id=proposal.pk, by=staff, now=timezone.now())
    letter = proposal.source_template_id
    take(page, "versions", reverse("admin:templatesapp_emailtemplate_versions", args=[letter]))


def main() -> None:
    staff = get_user_model().objects.get(username=STAFF_NAME)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = chromium.new_context(viewport={"width": 1400, "height": 900})
        take_all(open_logged_in(context, staff, HOME, reverse("admin:index")))
        chromium.close()


if __name__ == "__main__":
    main()
