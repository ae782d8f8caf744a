"""The first hour of a desk: from an empty one to a first draft, by forms alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import URLPattern
from django.views.decorators.http import require_POST

from config.errors import DomainError
from drafting.desk.house import load_house
from drafting.desk.navigation import page_url
from drafting.desk.waiting import Waiting
from templatesapp.admin.pages import page_urls

BEGIN = "drafting_begin_with_starter"
STARTER = Path(settings.BASE_DIR) / "fixtures" / "starter"
# What the starter house holds.
_WRITES = [f"templatesapp.add_{row}" for row in ("emailtemplate", "policyrule", "propertyfact")]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. ``links``: titles and addresses of its forms, only for who may use them;
    ``offers_starter``: it can be done by one button."""

    title: str
    text: str
    is_done: bool
    links: tuple[tuple[str, str], ...] = ()
    offers_starter: bool = False


def first_hour(request: HttpRequest, waiting: Waiting) -> list[Step]:
    """Every step, done or not; empty on a desk that has a house, letters and a draft."""
    if waiting.has_profile and waiting.has_templates and waiting.has_drafts:
        return []
    link, house = partial(_link, request), "templatesapp"
    writes = f"{house}.add_emailtemplate"
    return [
        Step(
            "Say who you are",
            "The house's name, its owners and the signature below a letter. Until then no draft is"
            " made.",
            waiting.has_profile,
            link("Who we are", f"{house}.change_deskprofile", f"{house}_deskprofile_changelist"),
        ),
        Step(
            "Give the facts their values",
            "Times, prices, addresses: each is typed once, and every letter says it. The starter"
            " house brings the facts that guests ask for, still empty.",
            waiting.has_facts,
            link("Facts", f"{house}.change_propertyfact", f"{house}_propertyfact_changelist")
            + link("From a file", f"{house}.add_propertyfact", f"{house}_propertyfact_import"),
            offers_starter=not waiting.has_templates and request.user.has_perms(_WRITES),
        ),
        Step(
            "Write your letters",
            "The starter house brings acknowledgements, payment and cancellation letters in five"
            " languages; what guests ask you most comes from you.",
            waiting.has_templates,
            link("Write a letter", writes, f"{house}_emailtemplate_add")
            + link("From a file", writes, f"{house}_emailtemplate_import"),
        ),
        Step(
            "Connect the mailbox",
            "Whoever runs the desk names it once; the page says what is still missing and tries it"
            " out.",
            settings.DESK_IMAP_SERVER is not None,
            link("Mailbox", "drafting.change_mailsettings", "drafting_mailsettings_mailbox"),
        ),
        Step(
            "Let your people in",
            "Reviewers release replies; managers also change letters and settings.",
            waiting.has_colleagues,
            link("Add a person", "auth.add_user", "auth_user_add"),
        ),
        Step(
            "Give the agent a key",
            "It is shown once. The agent guide says what an agent does with it.",
            waiting.has_agents,
            link("Make a key", "drafting.add_agentkey", "drafting_agentkey_add"),
        ),
        Step(
            "Answer the first mail",
            "Write to the house from an address of your own. The mail comes in within a minute, the"
            " agent drafts, and the reply waits here to be released.",
            waiting.has_drafts,
            link("Conversations", "drafting.view_thread", "drafting_thread_changelist"),
        ),
    ]  # fmt: skip


def starter_urls(owner: admin.ModelAdmin[Any]) -> list[URLPattern]:
    return page_urls(owner, ("begin/", BEGIN, require_POST(_begin), *_WRITES))


def _begin(request: HttpRequest) -> HttpResponseRedirect:
    """The starter house into a desk without letters; what is there stays."""
    try:
        loaded = load_house(folder=STARTER)
    except DomainError as error:
        messages.error(request, error.detail)
    else:
        messages.success(request, f"Loaded {loaded}. Now give the facts their values.")
    return redirect("admin:index")


def _link(request: HttpRequest, title: str, right: str, page: str) -> tuple[tuple[str, str], ...]:
    return ((title, page_url(page)),) if request.user.has_perm(right) else ()
