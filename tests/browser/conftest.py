"""A real Chromium on the real back office. Each test has a database of its own behind it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from templatesapp.models import KeptText
from tests.conftest import MODEL_BACKEND
from tests.run import CHROMIUM
from tests.serving import PATIENCE_SECONDS

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
OpenDesk = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright's own event loop runs in this thread; Django would refuse the ORM beside it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_desk(browser: Browser, live_server: Any, transactional_db: None) -> Iterator[OpenDesk]:
    """``open_desk(person, "/admin/", theme="dark", width=390)``: a page, logged in.

    ``page.trouble`` gathers errors of the page and requests that leave the desk.
    """
    contexts = []

    def make(person: User, path: str, *, theme: str = "light", width: int = 1400) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if theme == "dark" else "light",
        )
        contexts.append(context)
        return open_logged_in(context, person, live_server.url, path)

    yield make
    for context in contexts:
        context.close()


def open_logged_in(context: BrowserContext, person: User, home: str, path: str) -> Page:
    client = Client()
    client.force_login(person, backend=MODEL_BACKEND)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": home}])
    page = context.new_page()
    watch(page, home)
    page.goto(home + path)
    page.wait_for_load_state("networkidle")
    return page


def watch(page: Page, home: str) -> None:
    trouble: list[str] = []
    page.trouble = trouble  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on(
        "console",
        lambda said: trouble.append(f"console: {said.text}") if said.type == "error" else None,
    )
    page.on(
        "dialog", lambda dialog: (trouble.append(f"dialog: {dialog.message}"), dialog.dismiss())
    )
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((home, "data:", "about:", "blob:"))
            else trouble.append(f"outside: {request.url}")
        ),
    )


def kept() -> str:
    return "\n".join(text for row in KeptText.objects.all() for text in row.texts.values())


def wait_until_kept(page: Page, words: str) -> None:
    """On the server, whatever the browser shows."""
    until = time.monotonic() + PATIENCE_SECONDS
    while words not in kept():
        assert time.monotonic() < until, words
        page.wait_for_timeout(100)
