"""A reply that a person writes by hand: the mail it answers, as read, and how it opens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from drafting.drafts.kept import current_desk
from drafting.drafts.services.interpret import header_name_of, interpret_together
from drafting.mail.choices import Direction, ThreadKind
from drafting.mail.claims import conversation_of, is_unanswered, newest
from drafting.mail.models import Thread
from drafting.pipeline.answer.assemble import PARAGRAPH, LetterValues
from drafting.pipeline.answer.compose import ComposeRequest, letter_values
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.plan import ActionPlan
from templatesapp.text.languages import DEFAULT_LANGUAGE
from templatesapp.text.letter import closing, greeting


@dataclass(frozen=True, slots=True)
class HandWork:
    """What a reply written now would answer. Of mail that is answered already nothing is asked any
    more: its plan has no asks."""

    desk: Desk
    plan: ActionPlan
    subject: str
    header_name: str
    is_unanswered: bool

    def values(self, category: str, language: str) -> LetterValues:
        """What a letter of ours to this guest is filled with."""
        request = ComposeRequest(header_name=self.header_name)
        return letter_values(self.plan, self.desk, request, category, language)

    @property
    def language(self) -> str:
        """The guest's, where the house writes it, else English."""
        own = self.plan.language
        return own if own in self.desk.catalogue.languages else DEFAULT_LANGUAGE

    @property
    def opening(self) -> str:
        """Greeting and signature in the guest's language, with room for a text between."""
        language, profile = self.language, self.desk.catalogue.profile
        signed = closing(profile.signature, language) if profile.signature else ""
        name = self.values("", language).name
        return f"{greeting(name, language)}{PARAGRAPH}{PARAGRAPH}{signed}"


def read_hand_work(thread: Thread) -> HandWork | None:
    """All that is unanswered, else the last mail that came. None for a briefing, which no letter
    answers, and where nobody has written."""
    if thread.kind != ThreadKind.GUEST:
        return None
    conversation = list(conversation_of(thread))
    waiting = [message for message in conversation if is_unanswered(message)]
    received = [message for message in conversation if message.direction == Direction.IN]
    messages = waiting or received[-1:]
    if not messages:
        return None
    desk = current_desk()
    plan = interpret_together(messages=messages, conversation=conversation, desk=desk)
    last = newest(messages)
    return HandWork(
        desk=desk,
        plan=plan if waiting else replace(plan, asks=()),
        subject=last.subject,
        header_name=header_name_of(last),
        is_unanswered=bool(waiting),
    )
