"""A person reads words, never a code: of each code there is a sentence, and no page shows one raw."""

from __future__ import annotations

import re
from datetime import datetime
from html.parser import HTMLParser

import pytest
from django.contrib.contenttypes.models import ContentType
from django.template import Context, Template
from django.utils import timezone

from drafting.desk.navigation import MENU, page_url
from drafting.drafts.models import Draft
from drafting.mail.work_models import OutgoingMail
from drafting.pipeline.check.checks import CHECKS, WARNINGS
from drafting.pipeline.check.policy import ReviewTier
from drafting.pipeline.check.quality import CHECK_ERROR
from drafting.plain_words import CODES
from drafting.runs.models import RunSettings
from tests.drafting.mail.mails import record

CODE = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
FOR_THE_SERVER = re.compile(r"\bDESK_[A-Z_]+\b|\bmanage\.py \w+")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class VisibleText(HTMLParser):
    """What stands between the tags, without scripts, icons, what a person may choose or type, and
    what the one switch for technical details keeps closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[bool] = []  # whether each open element is hidden, or stands in one that is
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag in VOID:
            return
        given = dict(attrs)
        classes = given.get("class") or ""
        hides = tag in {"script", "style", "textarea", "template"}
        hides = hides or "material-symbols" in classes or "data-technical" in given
        self._open.append(hides or any(self._open[-1:]))

    def handle_endtag(self, tag):
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data):
        if not any(self._open[-1:]):
            self.said.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.said)


def raw_codes(html: str) -> set[str]:
    text = VisibleText(html).text
    found = {*CODE.findall(text), *FOR_THE_SERVER.findall(text)}
    return found | {code for code in CODES if "-" in code and code in text}


def test_the_reader_of_pages_finds_a_code():
    assert raw_codes(
        "<p>a <b>length_out_of_range</b></p><i class='material-symbols-x'>task_alt"
    ) == {"length_out_of_range"}
    said = "<p>No DESK_IMAP_URL.<details data-technical>DESK_FROM</details> Run manage.py connect"
    assert raw_codes(said) == {"DESK_IMAP_URL", "manage.py connect"}


def test_every_code_of_a_check_has_its_sentence():
    codes = {check.name for check in (*CHECKS, *WARNINGS)} | {CHECK_ERROR}
    codes |= {str(tier) for tier in ReviewTier} - {ReviewTier.STANDARD}
    assert codes <= CODES.keys()
    assert all(" " in sentence and sentence[0].isupper() for sentence in CODES.values())


@pytest.fixture
def mail(worker):
    record("What time is breakfast, and can we leave our luggage? I shall sue you.")
    worker.answer_next()
    return OutgoingMail.objects.get()


@pytest.mark.django_db
def test_no_page_of_the_menu_shows_a_code(mail, desk_client):
    client = desk_client("superuser")
    paths = [page_url(entry.page) for _, rooms in MENU for room in rooms for entry in room.entries]
    found = {path: raw_codes(client.get(path, follow=True).content.decode()) for path in paths}
    # The kinds of memory that a person lists there are names they type.
    typed = set(CODE.findall(RunSettings._meta.get_field("memory_allow_list").help_text))
    assert {path: codes - typed for path, codes in found.items() if codes - typed} == {}
    assert len(found) > 30


@pytest.mark.django_db
def test_no_finding_is_shown_as_a_code(mail, desk_client):
    """The reply, its draft and its conversation, with every finding that there is."""
    quality = {
        "passed": False,
        "failed_checks": [check.name for check in CHECKS],
        "failed_check_details": {check.name: "what it says" for check in CHECKS},
        "warnings": [check.name for check in WARNINGS],
        "findings": [],
    }
    mail.draft.attestations.update(quality=quality, delivery_status="blocked")
    Draft.objects.update(quality=quality, policy=mail.draft.policy | {"review_tier": "owner-alert"})
    client = desk_client("superuser")
    queue = f"/admin/drafting/outgoingmail/queue/{mail.pk}/"
    for path in (
        queue,
        f"/admin/drafting/draft/{mail.draft_id}/change/",
        f"/admin/drafting/thread/{mail.thread_id}/change/",
    ):
        assert raw_codes(client.get(path).content.decode()) == set(), path
    refused = client.post(f"{queue}decide/", {"decision": "release", "has_read": "1"})
    assert "did not pass: something is neither answered" in refused.content.decode()
    assert raw_codes(refused.content.decode()) == set()


@pytest.mark.django_db
def test_nothing_found_is_not_said_below_a_warning(mail, desk_client):
    client, queue = desk_client("reviewer"), f"/admin/drafting/outgoingmail/queue/{mail.pk}/"
    clean = {"passed": True, "failed_check_details": {}, "warnings": [], "findings": []}
    mail.draft.attestations.update(quality=clean, delivery_status="ready")
    Draft.objects.update(policy=mail.draft.policy | {"review_tier": "owner-alert"})
    assert "The check found nothing" not in client.get(queue).content.decode()
    Draft.objects.update(policy=mail.draft.policy | {"review_tier": "standard"})
    mail.thread.urgency = 0
    mail.thread.save()
    assert "The check found nothing" in client.get(queue).content.decode()


@pytest.mark.parametrize(
    ("model", "one", "many"),
    [
        ("outgoingmail", "reply", "replies"),
        ("thread", "conversation", "conversations"),
        ("message", "mail", "mail"),
        ("unknownquestion", "question", "questions"),
    ],
)
@pytest.mark.django_db
def test_one_name_each(model, one, many):
    meta = ContentType.objects.get(model=model).model_class()._meta
    assert (meta.verbose_name, meta.verbose_name_plural) == (one, many)


def shown(at: datetime) -> str:
    return VisibleText(
        Template("{% load desk_time %}{{ at|when }}").render(Context({"at": at}))
    ).text


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ((2026, 7, 14, 8, 32), "today 08:32"),
        ((2026, 7, 13, 23, 59), "yesterday 23:59"),
        ((2026, 3, 1, 7, 5), "1 Mar 07:05"),
        ((2025, 12, 31, 7, 5), "31 Dec 2025 07:05"),
    ],
)
def test_local_times(at, words, monkeypatch):
    here = timezone.get_current_timezone()
    now = datetime(2026, 7, 14, 12, 0, tzinfo=here)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    assert shown(datetime(*at, tzinfo=here)) == words
