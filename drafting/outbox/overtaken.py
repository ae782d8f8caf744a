"""Waiting replies, letters and answers that a changed fact or a new answer has overtaken, put right
together.

A reply is put right by the queue's own service: today's facts go into the text, or the agent gets
the conversation back with the answer that is known now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone

from config.errors import DomainError
from drafting.drafts.models import Attestation
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.changed_facts import StaleFact, renewed_text, stale_answers, stale_facts
from drafting.outbox.release_queue import release_queue
from drafting.outbox.releases import put_in_todays_facts
from drafting.outbox.safe_morning import Done, card_mark, one_by_one
from drafting.outbox.staff_actions import Word, send_back_to_agent
from drafting.pipeline.outcomes import OutcomeKind
from templatesapp.entries import Catalogue
from templatesapp.outdated import mend_text, outdated_texts, recent_changes
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import question_hash

READ_AT_MOST = 200  # of the queue
SHOWN_AT_MOST = 50


@dataclass(frozen=True, slots=True)
class Overtaken:
    """``answers``: promoted since to what the reply leaves open; ``gone``: sentences of it that our
    answers say no more, which a person must edit."""

    mail: OutgoingMail
    facts: tuple[StaleFact, ...]
    answers: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def is_mendable(self) -> bool:
        return bool(self.facts or self.answers)

    @property
    def renewed(self) -> str:
        """The text with today's facts."""
        return renewed_text(self.mail) if self.facts else self.mail.body_text

    @property
    def mark(self) -> str:
        return card_mark(self.mail)


def overtaken_replies(person: Any) -> list[Overtaken]:
    """In the queue's order. Four queries."""
    catalogue = current_catalogue()
    attempts = Prefetch("draft__attestations", queryset=Attestation.objects.order_by("attempt"))
    waiting = release_queue(person).filter(draft__isnull=False)
    mails = waiting.select_related("thread", "draft").prefetch_related(attempts)[:READ_AT_MOST]
    found = (_overtaken(mail, catalogue) for mail in mails)
    return [one for one in found if one.is_mendable or one.gone][:SHOWN_AT_MOST]


def put_right(*, marks: Mapping[int, str], by: Any) -> Done:
    """Puts right what still stands as it was shown (``card_mark`` by key), each in a transaction of
    its own; the rest with why it was left. Raises ``validation_error`` for more than a screen."""
    if len(marks) > SHOWN_AT_MOST:
        raise DomainError("validation_error", f"At most {SHOWN_AT_MOST} at once.")

    def mend(mail: OutgoingMail) -> OutgoingMail:
        if card_mark(mail) != marks[mail.pk]:
            raise DomainError("conflict", "It was changed after you read it.")
        found = _overtaken(mail, current_catalogue())
        if found.facts:
            return put_in_todays_facts(mail_id=mail.pk, by=by)
        if not found.answers:
            raise DomainError("conflict", "Nothing has overtaken it any more.")
        word = Word(note=f"We know now: {' '.join(found.answers)}"[:500])
        send_back_to_agent(thread_id=mail.thread_id, by=by, word=word)
        return mail

    return one_by_one(list(marks), mend)


def mend_texts(*, marks: Mapping[str, str], by: Any) -> Done:
    """The same for letters and answers, by ``Outdated.place``."""
    changes = recent_changes(timezone.now())
    names = {one.place: one.name for one in outdated_texts(changes)}
    done, left = [], []
    for place, mark in list(marks.items())[:SHOWN_AT_MOST]:
        try:
            done.append(mend_text(place=place, mark=mark, by=by, changes=changes))
        except DomainError as error:
            left.append((names.get(place, "A text"), error.detail))
    return done, left


def _overtaken(mail: OutgoingMail, catalogue: Catalogue) -> Overtaken:
    return Overtaken(
        mail,
        tuple(stale_facts(mail, catalogue)),
        _promoted_since(mail, catalogue),
        tuple(stale_answers(mail, catalogue)),
    )


def _promoted_since(mail: OutgoingMail, catalogue: Catalogue) -> tuple[str, ...]:
    """Promoted answers, in the reply's language, to what its last text leaves open."""
    if mail.draft is None:
        return ()
    attempts = list(mail.draft.attestations.all())
    outcomes = max(attempts, key=lambda one: one.attempt).outcomes if attempts else []
    known = catalogue.promoted_by_hash
    texts = {ask["id"]: ask["text"] for ask in mail.draft.action_plan.get("asks", [])}
    found = (
        known.get(question_hash(texts.get(row["ask"], "")))
        for row in outcomes or mail.draft.outcomes
        if row["outcome"] != OutcomeKind.ANSWERED
    )
    said = (item.answer for item in found if item and item.language == mail.language)
    return tuple(dict.fromkeys(answer for answer in said if answer not in mail.body_text))
