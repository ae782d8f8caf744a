"""What every step of a run saw, and JSON as labelled values: for the page of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from drafting.runs.admin.labelled import labelled
from drafting.runs.models import DraftRun
from templatesapp.admin.shown import show_text

NO_SUBJECT = "(no subject)"


@dataclass(frozen=True, slots=True)
class Value:
    """``label``: a name that an agent chose, like its lines."""

    label: SafeString
    lines: list[SafeString]


@dataclass(frozen=True, slots=True)
class SeenMail:
    """A mail as the run saw it; ``url`` of the mail as it is kept."""

    sender: SafeString
    subject: SafeString
    text: SafeString
    url: str
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """The snapshot: what every step of the run saw."""

    mails: list[SeenMail]
    lists: list[Value] = field(default_factory=list)
    settings: list[Value] = field(default_factory=list)


def show_values(payload: Mapping[str, Any], without: frozenset[str] = frozenset()) -> list[Value]:
    return [
        Value(show_text(one.label), [show_text(line) for line in one.lines])
        for one in labelled(payload, without=without)
    ]


def read_seen(run: DraftRun) -> Seen:
    snapshot = run.snapshot
    lessons = snapshot.get("lessons") or {}
    lists = {
        "Questions": snapshot.get("questions"),
        "Knowledge": snapshot.get("knowledge"),
        "Memory": [
            {name: entry.get(name) for name in ("category", "content")}
            for entry in snapshot.get("memory") or []
        ],
        "What worked": lessons.get("worked"),
        "What failed": lessons.get("failed"),
        "Notes of the managers": lessons.get("notes"),
        "Thread summary": snapshot.get("thread_summary"),
        "Catalogue version": snapshot.get("catalogue_version"),
    }
    return Seen(
        mails=[_seen_mail(mail) for mail in snapshot.get("messages") or []],
        lists=show_values({name: value for name, value in lists.items() if value}),
        settings=show_values(run.settings),
    )


def _seen_mail(mail: Mapping[str, Any]) -> SeenMail:
    key = mail.get("id")
    url = reverse("admin:drafting_message_change", args=[key]) if isinstance(key, int) else ""
    return SeenMail(
        sender=show_text(str(mail.get("from_name") or "The guest")),
        subject=show_text(str(mail.get("subject") or NO_SUBJECT)),
        text=show_text(str(mail.get("text") or "")),
        url=url,
        is_cut=bool(mail.get("is_cut")),
    )
