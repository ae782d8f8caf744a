"""What a letter promises for the asks that it leaves open, all in one sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drafting.pipeline.answer.assemble import PARAGRAPH
from drafting.pipeline.answer.knowledge import Answer
from drafting.pipeline.answer.paragraphs import Fit
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.outcomes import Origin, TextRead, read_text, sentence_key
from drafting.pipeline.plan import ActionPlan, Ask, AskKind
from templatesapp.text.letter import names_owners, promise_sentence, split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import resolve_slots

_NEAR_ENOUGH = 0.5  # that a question is about what one of ours is about


@dataclass(frozen=True, slots=True)
class Promises:
    """``language``: of the letter."""

    plan: ActionPlan
    desk: Desk
    language: str

    def promise(
        self,
        body: str,
        origins: Mapping[str, Origin],
        answers: Sequence[Answer],
        fits: Sequence[Fit],
    ) -> tuple[str, dict[str, Origin]]:
        """One sentence for all that the text leaves open, and what each sentence promises."""
        facts = {
            **self.desk.catalogue.fact_values(self.language),
            "BOOKING_REF": self.plan.booking_ref or "",
        }
        answered = PARAGRAPH.join(answer.text for answer in answers if answer.text)
        own = resolve_slots(body, facts).text
        text = f"{own}{PARAGRAPH}{answered}"
        table = read_text(self.plan, TextRead(text, self.language, origins, is_reply=False))
        left = table.open_asks(self.plan.asks)
        owners = self.desk.catalogue.profile.owners
        promised: dict[str, Origin] = {}
        told, theirs = self._told_by_letter(own, left, fits)
        if theirs:
            promised[sentence_key(told)] = Origin(None, asks=tuple(ask.id for ask in theirs))
            left = tuple(ask for ask in left if ask not in theirs)
        if not left:
            return "", promised
        topics = [ask.topic if self._is_about(ask) else "" for ask in left]
        promise = promise_sentence(topics, owners, self.language)
        promised[sentence_key(promise)] = Origin(None, asks=tuple(ask.id for ask in left))
        return promise, promised

    def _is_about(self, ask: Ask) -> bool:
        """Whether nothing that the house knows shows an ask to be about something else, and of a
        question something shows that it is: a wrong name for what is promised is worse than
        none."""
        found = self.desk.search.find(
            ask.text, language=self.plan.language, letter_language=self.language
        )
        near = [one for one in found if one.is_nearest and one.near >= _NEAR_ENOUGH]
        is_shown = bool(near) or ask.kind is not AskKind.QUESTION
        return is_shown and all(ask.topic in one.item.concepts for one in near)

    def _told_by_letter(
        self, text: str, left: Sequence[Ask], fits: Sequence[Fit]
    ) -> tuple[str, list[Ask]]:
        """What somebody must look up or do and the letter says itself who does, with the sentence:
        all of it where it names the owners; of a letter for just this case what the case is."""
        duties = [ask for ask in left if ask.kind is not AskKind.QUESTION]
        said = sentences(PARAGRAPH.join(split_letter(text)[1]))
        if not duties or not said:
            return "", []
        owners = self.desk.catalogue.profile.owners
        if told := next((one for one in said if names_owners(one, owners)), ""):
            return told, duties
        if not fits or not fits[0].letter.template.requires:
            return "", []
        asked = [ask for ask in self.plan.asks if ask.kind in (AskKind.STATE, AskKind.ACTION)]
        topic = asked[0].topic
        return said[0], [ask for ask in duties if ask.topic in ("", topic)]
