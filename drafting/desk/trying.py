"""Tries a mail: what the desk reads in it and would write, as if it came now. Keeps nothing."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from drafting.drafts.authors import Author
from drafting.drafts.evidence import PLAIN
from drafting.drafts.models import Draft
from drafting.drafts.page import build_letter
from drafting.drafts.services.generate import GenerateRequest, compose_anew
from drafting.mail import models
from drafting.mail.entries import read_urgency
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.care import why_care
from drafting.pipeline.answer.rank import leading_topic
from drafting.pipeline.interpret.normalise import greeted
from drafting.pipeline.plan import OTHER_LANGUAGE, IncomingMail
from drafting.runs.choices import HardBlock
from drafting.runs.hard_blocks import find_draft_blocks
from drafting.tables import table_beside
from learning.events.choices import Source
from templatesapp.categories import language_name

HAS_TRIED = "has_tried_a_mail"  # in the session, for the checklist: that it was done, not what
_WORDS: dict[str, str] = table_beside(__file__)


class TriedMail(forms.Form):
    subject = forms.CharField(
        required=False, max_length=models.MAX_HEADER_CHARACTERS, widget=UnfoldAdminTextInputWidget
    )
    from_name = forms.CharField(
        label="Sender's name",
        required=False,
        max_length=models.MAX_NAME_CHARACTERS,
        widget=UnfoldAdminTextInputWidget,
    )
    body = forms.CharField(
        label="Mail",
        max_length=models.MAX_READ_CHARACTERS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 12}),
    )


def try_mail(*, subject: str, from_name: str, body: str, now: datetime) -> dict[str, Any]:
    """What the page shows, as that of a draft does, and: ``why`` a person reads it before it
    leaves, with the ``care`` that the queue asks for; ``missing``, questions as the ledger would
    hold them; ``urgency``, and whether it ``is_alarming``. Raises profile_missing."""
    mail = IncomingMail(body=body, subject=subject, from_name=from_name)
    request = GenerateRequest(
        mail=mail,
        subject=subject,
        header_name=greeted(from_name),
        received_at=timezone.localtime(now).isoformat(),
    )
    composed = compose_anew(request=request, author=Author(agent="", source=Source.LIVE))
    asked_in = composed.plan.language
    urgency, is_alarming = read_urgency(mail, get_staff())
    return build_letter(composed.draft) | {
        "asked_in": "another language" if asked_in == OTHER_LANGUAGE else language_name(asked_in),
        "topic": leading_topic(composed.plan).replace("-", " "),
        "why": _why_read(composed.draft),
        "care": why_care(OutgoingMail(draft=composed.draft, thread=models.Thread(urgency=urgency))),
        "missing": composed.questions,
        "urgency": urgency,
        "is_alarming": is_alarming,
    }


def _why_read(draft: Draft) -> list[str]:
    """Nothing of a plain draft: *Safe morning* would offer it."""
    unlike = [name for name, plain in PLAIN.items() if getattr(draft, name) != plain]
    blocks = find_draft_blocks(draft=draft) if unlike else ()
    said = [_WORDS[name] for name in unlike if name in _WORDS]
    # That block stands for acknowledgements, too, of which more is said here.
    said += [HardBlock(one).label for one in blocks if one != HardBlock.PROTECTED_CATEGORY]
    return said or [_WORDS["not_ready"]] if unlike else []
