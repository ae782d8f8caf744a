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
from drafting.mail.models import DraftingSettings, MailSettings
from drafting.mail.work_models import OutgoingMail
from drafting.pipeline.check.checks import CHECKS, WARNINGS
from drafting.pipeline.check.policy import ReviewTier
from drafting.pipeline.check.quality import CHECK_ERROR
from drafting.plain_words import CODES
from drafting.runs.models import RunSettings
from learning.proposals.models import TemplateProposal
from learning.thresholds.models import LearningSettings
from templatesapp.models import EmailTemplate
from tests.drafting.desk.admin_rows import make_rows
from tests.drafting.mail.mails import record

CODE = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\{\{\w+|\bfaq:\S+")
UUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
JARGON = re.compile(r"\bBM25\b|\b[Pp]riors?\b|\b[Tt]emplates?\b")  # letters, and what was learned
# The kinds of memory are names that a person types.
KINDS = {*CODE.findall(RunSettings._meta.get_field("memory_allow_list").help_text), "house_rules"}
FOR_THE_SERVER = re.compile(r"\bDESK_[A-Z_]+\b|\bmanage\.py \w+")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class VisibleText(HTMLParser):
    """What stands between the tags, without scripts, icons, what a person may choose or type, and
    what the one switch for technical details keeps closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._is_slot = False
        self._open: list[bool] = []  # whether each open element is hidden, or stands in one that is
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag in VOID:
            return
        given = dict(attrs)
        classes = given.get("class") or ""
        hides = tag in {"script", "style", "textarea", "template"}
        hides = hides or "material-symbols" in classes or "data-technical" in given
        hides = hides or (tag == "i" and self._is_slot)  # its style says the name
        self._is_slot = classes == "text-slot"
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
    found = {
        *CODE.findall(text),
        *UUID.findall(text),
        *JARGON.findall(text),
        *FOR_THE_SERVER.findall(text),
    }
    return found | {code for code in CODES if "-" in code and code in text}


def test_the_reader_of_pages_finds_a_code():
    assert raw_codes(
        "<p>a <b>length_out_of_range</b></p><i class='material-symbols-x'>task_alt"
    ) == {"length_out_of_range"}
    said = "<p>No DESK_IMAP_URL.<details data-technical>DESK_FROM</details> Run manage.py connect"
    assert raw_codes(said) == {"DESK_IMAP_URL", "manage.py connect"}
    assert raw_codes("<b>0fc7d301-ea35-40dd-9f0a-c991fe6d27b5") != set()
    slot = '<span class="text-slot" data-name="x"><i>{{SLOT:FACT_X}}</i></span>'
    assert raw_codes(f"{slot} costs {{{{SLOT:WIFI}}}}, BREAKFAST_PRICE; a prior by BM25") == {
        *("{{SLOT", "BREAKFAST_PRICE", "prior", "BM25"),
    }


def test_every_code_of_a_check_has_its_sentence():
    codes = {*CHECKS, *WARNINGS, CHECK_ERROR}
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
    found = {
        path: raw_codes(client.get(path, follow=True).content.decode()) - KINDS for path in paths
    }
    assert {path: codes for path, codes in found.items() if codes} == {}
    assert len(found) > 30


@pytest.mark.django_db
def test_no_page_of_a_row_shows_a_code(desk_client):
    """A fact, a letter, an answer, a proposal and the rest of what a list leads to."""
    rows = make_rows()
    del rows["auth.group"]  # names of permissions are Django's
    client = desk_client("superuser")
    found = {}
    for label, row in rows.items():
        paths = [f"/admin/{label.replace('.', '/')}/{row.pk}/change/"]
        if isinstance(row, TemplateProposal):
            paths += [f"/admin/learning/templateproposal/queue/{row.pk}/"]
        if isinstance(row, EmailTemplate):
            paths += [f"/admin/templatesapp/emailtemplate/{row.pk}/versions/"]
        for path in paths:
            answer = client.get(path)
            if answer.status_code == 200:
                found[path] = raw_codes(answer.content.decode()) - KINDS
    assert {path: codes for path, codes in found.items() if codes} == {}
    assert len(found) > 20


@pytest.mark.django_db
def test_no_finding_is_shown_as_a_code(mail, desk_client):
    """The reply, its draft and its conversation, with every finding that there is."""
    quality = {
        "passed": False,
        "failed_checks": list(CHECKS),
        "failed_check_details": dict.fromkeys(CHECKS, "what it says"),
        "warnings": list(WARNINGS),
        "findings": [
            {
                "code": "contradicts_fact",
                "said": "6 am",
                "known": "8 am",
                "fact": "BREAKFAST_FROM",
                "span": [0, 4],
            }
        ],
    }
    quality["failed_check_details"]["contradicts_fact"] = "6 am (BREAKFAST_FROM: 8 am)"
    mail.draft.attestations.update(quality=quality, delivery_status="blocked")
    Draft.objects.update(quality=quality, policy=mail.draft.policy | {"review_tier": "owner-alert"})
    client = desk_client("superuser")
    queue = f"/admin/drafting/outgoingmail/queue/{mail.pk}/"
    for path in (
        queue,
        f"/admin/drafting/draft/{mail.draft_id}/change/",
        f"/admin/drafting/thread/{mail.thread_id}/change/",
    ):
        page = client.get(path).content.decode()
        assert raw_codes(page) == set(), path
        assert ("You say 6 am, our fact is 8 am (breakfast from)" in page) == (
            "/thread/" not in path
        )
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
    Draft.objects.update(policy=mail.draft.policy | {"review_tier": "standard"}, waits_for="")
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


@pytest.mark.parametrize("model", [LearningSettings, DraftingSettings, MailSettings, RunSettings])
def test_settings_are_named_in_words_and_explained(model):
    """No column's name, no unit by its letters; a number says of what it is."""
    for field in model._meta.fields:
        if not field.editable or field.primary_key:
            continue
        label = str(field.verbose_name)
        assert field.help_text, field.name
        assert not {"pct", "ms"} & set(label.split()), label
        is_number = field.get_internal_type().endswith(("IntegerField", "DecimalField"))
        assert not is_number or label != field.name.replace("_", " "), label


def shown(at: datetime) -> str:
    return VisibleText(Template("{% load texts %}{{ at|when }}").render(Context({"at": at}))).text


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
