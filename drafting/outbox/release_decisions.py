"""The decisions a person may take on a mail of ours: one small class each, by the services."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse

from drafting.drafts.evidence import persons_letter
from drafting.mail.choices import MailState
from drafting.mail.models import MAX_HEADER_CHARACTERS
from drafting.mail.work_models import OutgoingMail
from drafting.outbox import releases, setting_aside
from drafting.outbox.thread_admin import BLOCK_PERMISSION, ActionForm, act_on_thread, say_handed
from drafting.outbox.typed_text import insistence_of, reply_place
from drafting.pipeline.interpret.language import text_language
from learning.events.choices import REASON_CHOICES, REASON_WORDS, Reason
from templatesapp.admin import queue
from templatesapp.admin.pages import keep_request
from templatesapp.kept_texts import drop_text
from templatesapp.text.distance import edit_distance_pct
from templatesapp.text.guarded.values import find_values
from templatesapp.text.sentences import sentences

MAX_KEY = 10**18
ASKS_FROM_PCT = 12.0  # a smaller edit needs no reason
_ASKED = ("wrong-fact", "missing-info", "style", "language-adapt", "wrong-template")
EDIT_REASONS = [(reason, REASON_WORDS[reason]) for reason in _ASKED]


class ReplyDecision(queue.Decision):
    item: OutgoingMail
    when = staticmethod(lambda screen: screen.waits)

    def mutate(self) -> None:
        self.service(mail_id=self.item.pk, by=self.by, **self.arguments())


class Release(ReplyDecision):
    name, label, key = "release", "Release", "a"
    done = "Released; it leaves in a minute:"
    service: ClassVar[staticmethod[..., Any]] = staticmethod(releases.release_reply)
    takes: ClassVar[tuple[str, ...]] = ("has_looked", "has_read")

    def arguments(self) -> dict[str, Any]:
        keep = self.request.POST.getlist("keep") if "addresses" in self.request.POST else None
        promises = self.given["promises"] if "addresses" in self.request.POST else None
        return super().arguments() | {"keep": keep, "promises": promises}


class Edit(Release):
    name, label, key = "edit", "Edit and release", "e"
    done = "Edited and released; it leaves in a minute:"
    when = staticmethod(lambda screen: screen.waits and not screen.newer)
    takes = (*Release.takes, "reason", "insisted")

    def arguments(self) -> dict[str, Any]:
        subject = self.given["subject"] if "subject" in self.request.POST else None
        return super().arguments() | {"body_text": self.given["body"], "subject": subject}

    def mutate(self) -> None:
        super().mutate()
        self.history = insistence_of(self.item)

    def on_refusal(self) -> None:
        """What a person typed is kept; a text that is the reply's, as it stood before them, is
        nobody's."""
        sent, item = self.request.POST, self.item
        before = sent.get("was") or text_mark(item.subject, item.body_text)
        if text_mark(sent.get("subject", item.subject), sent.get("body", "")) == before:
            drop_text(person=self.by, place=reply_place(item.thread_id, item.pk))
        else:
            keep_reply(self.request, item)


class Refresh(ReplyDecision):
    name, label, key, stays = "refresh", "Put in today's facts", "f", True
    done = "Today's facts are in the text:"
    when = staticmethod(lambda screen: screen.stale_facts)
    service = staticmethod(releases.put_in_todays_facts)


class OtherLetter(ReplyDecision):
    name, label, key, stays = "letter", "Another letter", "l", True
    done = "Another letter stands here now; read it, then release it:"
    when = staticmethod(lambda screen: screen.waits and screen.mail.draft and not screen.newer)
    service, takes = staticmethod(releases.take_other_letter), ("template",)


class SetAside(ReplyDecision):
    """Decides against a reply, as on the page of its conversation; what goes with that comes back
    with it."""

    is_atomic: ClassVar[bool] = True
    noted_as: ClassVar[str] = ""  # what the service gives, where it goes with the decision

    def mutate(self) -> None:
        seen = self.given["seen"]
        given = self.given | {"seen": seen and replace(seen, reply_id=self.item.pk)}
        with setting_aside.setting_aside(
            mail_id=self.item.pk, by=self.by, is_atomic=self.is_atomic
        ) as aside:
            aside["decision"] = self.name
            done = act_on_thread(self.name, thread_id=self.item.thread_id, by=self.by, given=given)
            if self.noted_as:
                aside[self.noted_as] = done


class SendBack(SetAside):
    name, label, key = "send_back", "Send back to the agent", "1"
    done = "Sent back to the agent:"


class Elsewhere(SetAside):
    name, label, key, noted_as = "elsewhere", "Answered elsewhere", "2", "elsewhere"
    done = "Marked as answered elsewhere:"


class Close(SetAside):
    name, label, key, done = "close", "Close, no answer", "x", "Closed:"


class Block(SetAside):
    name, label, key, done = "block", "Block the sender", "b", "The sender is blocked:"
    permission, is_atomic, noted_as = BLOCK_PERMISSION, False, "blocked"


class NoGuest(SetAside):
    name, label, key, done = "no_guest", "Not a guest", "n", "The sender is not a guest:"
    when = staticmethod(lambda screen: screen.waits and screen.sender)
    is_atomic, noted_as = False, "no_guest"


class Colleague(ReplyDecision):
    name, label, key = "colleague", "Hand to a colleague", "4"
    done = "Handed to a colleague:"
    service, takes = staticmethod(setting_aside.hand_over), ("colleague",)

    def mutate(self) -> None:
        super().mutate()
        self.done = f"{say_handed(self.given['colleague'], self.by)}:"


class Undo(ReplyDecision):
    name, label, key, stays = "undo", "Take back", "u", True
    done = "Taken back, it waits again:"
    when = staticmethod(lambda screen: screen.may_undo)

    def mutate(self) -> None:
        is_released = self.item.state == MailState.QUEUED
        undo = releases.undo_release if is_released else setting_aside.take_back
        if self.item.state == MailState.AWAITING_RELEASE and self._is_letter_newer():
            undo, self.done = releases.take_letter_back, "The former text stands here again:"
        undo(mail_id=self.item.pk, by=self.by)

    def _is_letter_newer(self) -> bool:
        """Than the last hand-over: of what was done to a waiting reply the last goes first."""
        last = self.item.draft.last_attempt if self.item.draft else None
        if last is None or not persons_letter(last):
            return False
        return self.item.set_aside_at is None or last.created_at > self.item.set_aside_at


class Arrived(ReplyDecision):
    name, label, done, stays = "arrived", "It has arrived", "Marked as sent:", True
    when = staticmethod(lambda screen: screen.mail.state == MailState.UNCERTAIN)
    service = staticmethod(releases.settle_uncertain)

    def arguments(self) -> dict[str, Any]:
        return {"was_sent": self.name == Arrived.name}


class NotArrived(Arrived):
    name, label, done = "not_arrived", "It has not arrived", "Marked as not sent:"


class Again(ReplyDecision):
    name, label, done, stays = "again", "Send it again", "Queued again:", True
    when = staticmethod(lambda screen: screen.mail.state == MailState.FAILED)
    service = staticmethod(releases.send_again)


class Cancel(ReplyDecision):
    name, label, done = "cancel", "Cancel it", "Cancelled:"
    when = staticmethod(lambda screen: screen.mail.state in (MailState.FAILED, MailState.QUEUED))
    service, takes = staticmethod(releases.cancel_mail), ("note",)


DECISIONS: tuple[type[ReplyDecision], ...] = (
    *(Release, Edit, Refresh, OtherLetter, SendBack, Elsewhere, Close, NoGuest, Block),
    *(Colleague, Undo, Arrived, NotArrived, Again, Cancel),
)


class DecisionForm(ActionForm):
    """What a decision carries. Which of it counts depends on the decision."""

    decision = forms.ChoiceField(choices=[(one.name, one.name) for one in DECISIONS])
    subject = forms.CharField(required=False, max_length=MAX_HEADER_CHARACTERS, strip=False)
    template = forms.IntegerField(required=False, min_value=1, max_value=MAX_KEY)
    has_looked = forms.BooleanField(required=False)
    has_read = forms.BooleanField(required=False)
    reason = forms.ChoiceField(required=False, choices=REASON_CHOICES)


def text_mark(subject: str, body: str) -> str:
    """The same for what differs in line ends, or in spaces around it, alone."""
    said = "\0".join("\n".join(text.split("\r\n")).strip() for text in (subject, body))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def keep_reply(request: HttpRequest, mail: OutgoingMail) -> HttpResponse:
    """What a person has typed for it, for them alone."""
    return keep_request(request, reply_place(mail.thread_id, mail.pk), ("body", "subject"))


def asks_why(*, before: str, after: str) -> bool:
    """Whether an edit is large enough to ask for its reason."""
    return edit_distance_pct(before, after) >= ASKS_FROM_PCT


def proven_reason(*, before: str, after: str, language: str) -> str:
    """The Reason that the change itself proves: another language, or another value in a sentence
    that is the same but for it. "" for all else, of which only the person knows why."""
    now = text_language(after, language)
    if now != text_language(before, language):
        return Reason.LANGUAGE_ADAPT
    then, today = (dict(_without_values(text, now)) for text in (before, after))
    is_other = any(then[bare] != today[bare] for bare in then.keys() & today.keys())
    return Reason.WRONG_FACT if is_other else ""


def _without_values(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Each sentence as its words without times, prices and the like, and as it stands."""
    for said in sentences(text):
        bare = said
        for value in sorted(find_values(said, language).values, key=lambda v: -v.start):
            bare = bare[: value.start] + bare[value.end :]
        yield bare, said
