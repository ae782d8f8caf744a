"""Ctrl+K on every page: guests, conversations, letters, facts, answers, proposals and pages, each
found only by who may see it. The index is ``search_index``'s."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from textwrap import shorten
from typing import Any

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from drafting.desk.navigation import may_see, pages
from drafting.desk.search_index import by_index, matching, search_words
from drafting.mail.models import Contact, Message
from learning.proposals.choices import ReviewState
from learning.proposals.models import TemplateProposal
from templatesapp.categories import LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact
from templatesapp.selectors import current_catalogue
from templatesapp.text.slots import name_in_words, resolve_slots

MIN_LETTERS = 2  # of the longest word; one letter begins half the words there are
MAX_TERM_CHARACTERS = 200
SHOWN_AT_MOST = 6  # of each group
SHOWN_CHARACTERS = 120  # of an answer


@dataclass(frozen=True, slots=True)
class Hit:
    url: str
    title: str
    about: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """``page``: the admin page that opens one, by the first of ``fields``; ``show``: its title and
    what stands beside it, from a row of ``fields``."""

    title: str
    model: type[Model]
    rights: tuple[str, ...]
    page: str
    fields: tuple[str, ...]
    show: Callable[[dict[str, Any], Catalogue], tuple[str, str]]


def _as_said(answer: str, values: Mapping[str, str]) -> str:
    """How it begins, with today's facts."""
    return shorten(resolve_slots(answer, values).text, SHOWN_CHARACTERS, placeholder=" …")


SOURCES = (
    Source(
        "Guests",
        Contact,
        ("drafting.view_contact",),
        "drafting_contact_change",
        ("pk", "name", "address"),
        lambda row, _: (row["name"] or row["address"], row["address"]),
    ),
    Source(
        "Conversations",
        Message,
        ("drafting.view_thread", "drafting.view_message"),
        "drafting_thread_change",
        ("thread", "subject", "from_name", "from_address", "received_at"),
        lambda row, _: (row["subject"] or "(no subject)", row["from_name"] or row["from_address"]),
    ),
    Source(
        "Letters",
        EmailTemplate,
        ("templatesapp.view_emailtemplate",),
        "templatesapp_emailtemplate_change",
        ("pk", "template_id", "subject", "language"),
        lambda row, _: (f"{row['template_id']} {row['subject']}", LANGUAGES[row["language"]]),
    ),
    Source(
        "Facts",
        PropertyFact,
        ("templatesapp.view_propertyfact",),
        "templatesapp_propertyfact_change",
        ("pk", "name", "value", "unit"),
        lambda row, _: (name_in_words(row["name"]), f"{row['value']} {row['unit']}"),
    ),
    Source(
        "Answers",
        KnowledgeItem,
        ("templatesapp.view_knowledgeitem",),
        "templatesapp_knowledgeitem_change",
        ("pk", "question", "answer", "language"),
        lambda row, catalogue: (
            row["question"],
            _as_said(row["answer"], catalogue.fact_values(row["language"])),
        ),
    ),
    Source(
        "Proposals",
        TemplateProposal,
        ("learning.view_templateproposal",),
        "learning_templateproposal_review",
        ("pk", "source_template__template_id", "proposed_subject", "review_state"),
        lambda row, _: (
            f"{row['source_template__template_id'] or 'New letter'} {row['proposed_subject']}",
            ReviewState(row["review_state"]).label,
        ),
    ),
)


def search_view(request: HttpRequest) -> HttpResponse:
    term = request.GET.get("s", "")[:MAX_TERM_CHARACTERS]
    return TemplateResponse(request, "admin/drafting/search.html", {"groups": find(request, term)})


def find(request: HttpRequest, term: str) -> dict[str, list[Hit]]:
    """What has all words of the term, by the title of its group; a page by its name, all pages
    without a term."""
    words = search_words(term)
    named = [Hit(url, title) for title, url in pages(request) if _begins(title, words)]
    groups = {"Pages": named}
    if max(map(len, words), default=0) >= MIN_LETTERS:
        seen = [one for one in SOURCES if all(may_see(request, right) for right in one.rights)]
        catalogue = current_catalogue()
        with by_index():
            groups |= {one.title: _hits(one, words, catalogue) for one in seen}
    return {title: hits for title, hits in groups.items() if hits}


def _hits(source: Source, words: list[str], catalogue: Catalogue) -> list[Hit]:
    """Those whose title has the words first, else the newest; a conversation once."""
    hits: dict[str, Hit] = {}
    for row in matching(source.model, words).values(*source.fields):
        title, about = source.show(row, catalogue)
        url = reverse(f"admin:{source.page}", args=[row[source.fields[0]]])
        hits.setdefault(url, Hit(url, title, about, row.get("received_at")))
    by_title = sorted(hits.values(), key=lambda hit: not _begins(hit.title, words))
    return by_title[:SHOWN_AT_MOST]


def _begins(title: str, words: list[str]) -> bool:
    own = search_words(title)
    return all(any(one.startswith(word) for one in own) for word in words)
