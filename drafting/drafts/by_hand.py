"""What helps a person who writes a reply by hand: the mail as read, an opening, texts to insert.
Letters, facts and answers are found by a word of them. Each reads as in a draft to this guest;
nothing is inserted by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from drafting.drafts.kept import current_desk
from drafting.drafts.services.interpret import header_name_of, interpret_together
from drafting.mail.choices import Direction, ThreadKind
from drafting.mail.claims import conversation_of, is_unanswered, newest
from drafting.mail.models import Thread
from drafting.pipeline.answer.assemble import PARAGRAPH, LetterValues, write_letter
from drafting.pipeline.answer.choose import search_letters
from drafting.pipeline.answer.compose import ComposeRequest, letter_values
from drafting.pipeline.answer.knowledge import likeliest, strip_citation_markers
from drafting.pipeline.answer.rank import priors_of
from drafting.pipeline.check.surroundings import Desk, policy_for
from drafting.pipeline.plan import ActionPlan, AskKind
from learning.calibration.services import current_priors
from templatesapp.categories import DEFAULT_LANGUAGE
from templatesapp.entries import Catalogue, FactEntry, KnowledgeEntry, TemplateEntry
from templatesapp.text.letter import closing, greeting, split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import FACT_PREFIX, name_in_words, resolve_slots, slot_names
from templatesapp.text.tokens import concepts, fold, words

MAX_WORD_CHARACTERS = 60
# Of each kind, best first: twenty together.
MUSTS, ANSWERS, FACTS, LETTERS = 2, 7, 5, 6
BEST_LETTERS = 3  # where no word was typed
_ANY_LENGTH = 10**6  # words; a person shortens it themselves
_TEXTS_KEPT = 5_000  # of the house, folded
T = TypeVar("T")


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


@dataclass(frozen=True, slots=True)
class Insert:
    """``kind``: must, answer, fact, letter. ``is_whole``: a letter fixed by law, which stands with
    its own greeting and signature or not at all; others come without, since both stand there."""

    kind: str
    label: str
    text: str
    language: str
    is_whole: bool = False


def find_inserts(work: HandWork, term: str) -> list[Insert]:
    """What has all words of ``term`` (beginnings will do, and words of the same meaning in English
    or in the guest's language), in its title before in its text; without a word, what answers the
    mail. At most twenty."""
    wanted = _Wanted(term[:MAX_WORD_CHARACTERS], work.plan.language)
    letters = _letters(work, wanted)[: BEST_LETTERS if wanted.is_empty else LETTERS]
    return [
        *_musts(work, wanted)[:MUSTS],
        *(
            Insert("answer", item.question, work.desk.search.text_of(item), item.language)
            for item in _answers(work, wanted)[:ANSWERS]
        ),
        *(_as_fact(work, fact) for fact in _facts(work, wanted)[:FACTS]),
        *(_as_letter(work, template) for template in letters),
    ]


def _musts(work: HandWork, wanted: _Wanted) -> list[Insert]:
    """What our policies want said to this mail."""
    policy = policy_for(work.plan, work.desk, work.plan.scenario.category)
    said = policy.mandatory_content(work.language) if work.is_unanswered else ()
    return [Insert("must", one, one, work.language) for one in said if wanted.is_in(one)]


class _Wanted:
    """The words that were typed, and how well something fits them."""

    def __init__(self, term: str, language: str) -> None:
        self._begins = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words(term)]
        self._meant = [set(concepts(term, code)) for code in (language, DEFAULT_LANGUAGE)]

    @property
    def is_empty(self) -> bool:
        return not self._begins

    def is_about(self, about: Iterable[str]) -> bool:
        known = set(about)
        return any(meant and meant <= known for meant in self._meant)

    def is_in(self, *texts: str) -> bool:
        folded = [_folded(text) for text in texts]
        return all(any(word.search(text) for text in folded) for word in self._begins)

    def sift(
        self, found: Iterable[T], title: Callable[[T], bool], text: Callable[[T], bool]
    ) -> list[T]:
        """Those that fit by their title, then those by their text; all where no word was typed."""
        if self.is_empty:
            return list(found)
        by_title: list[T] = []
        by_text: list[T] = []
        for one in found:
            if title(one):
                by_title.append(one)
            elif text(one):
                by_text.append(one)
        return [*by_title, *by_text]


_folded = lru_cache(maxsize=_TEXTS_KEPT)(fold)


def _answers(work: HandWork, wanted: _Wanted) -> list[KnowledgeEntry]:
    """Answers in the guest's language: those that come nearest to what is asked lead, then the
    promoted ones."""
    known = work.desk.catalogue.knowledge
    titles: dict[str, list[str]] = {}
    for item in known:
        titles.setdefault(item.key, []).append(item.question)
    near = list(_nearest(work))
    own = [item for item in known if item.language == work.language]
    own.sort(key=lambda item: not item.is_promoted)
    return wanted.sift(
        near if wanted.is_empty else dict.fromkeys([*near, *own]),
        lambda item: (
            wanted.is_in(item.category, *titles[item.key]) or wanted.is_about(item.concepts)
        ),
        lambda item: wanted.is_in(item.question, item.answer),
    )


def _nearest(work: HandWork) -> Iterator[KnowledgeEntry]:
    """For each ask its nearest answer, then for each the second."""
    plan, search, language = work.plan, work.desk.search, work.language
    asks = [ask for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    promoted = [search.promoted(ask.text) for ask in asks]
    ranked = [
        likeliest(ask, plan, work.subject, letter_language=language, search=search) for ask in asks
    ]
    by_place = (one[place].item for place in (0, 1) for one in ranked if place < len(one))
    items = (item for item in (*promoted, *by_place) if item and item.language == language)
    return islice(dict.fromkeys(items), ANSWERS)


def _facts(work: HandWork, wanted: _Wanted) -> list[FactEntry]:
    return wanted.sift(
        () if wanted.is_empty else work.desk.catalogue.facts.values(),
        lambda fact: wanted.is_in(name_in_words(fact.name)) or wanted.is_about(fact.concepts),
        lambda fact: wanted.is_in(fact.value),
    )


def _letters(work: HandWork, wanted: _Wanted) -> list[TemplateEntry]:
    """One of each letter, in the guest's language where there is one, as the ranking places them
    for this mail; last those that no word of a mail leads to."""
    templates = [t for t in work.desk.catalogue.templates if not t.acknowledges]
    titles: dict[str, list[str]] = {}
    for one in templates:
        titles.setdefault(one.template_id, [one.template_id, one.category]).append(one.subject)
    order = {work.language: 0, DEFAULT_LANGUAGE: 1}
    rows = {t.template_id: t for t in sorted(templates, key=lambda t: -order.get(t.language, 2))}
    ranked = _ranked(work)
    return wanted.sift(
        [rows[key] for key in dict.fromkeys([*ranked, *sorted(rows)]) if key in rows],
        lambda template: wanted.is_in(*titles[template.template_id]),
        lambda template: wanted.is_in(template.body),
    )


def _ranked(work: HandWork) -> list[str]:
    plan, desk = work.plan, work.desk
    search = search_letters(plan, work.subject, desk.library.ranker)
    priors = priors_of(plan.scenarios, current_priors(desk.catalogue))
    return [one.template.template_id for one in search.ranked(priors)]


def _as_fact(work: HandWork, fact: FactEntry) -> Insert:
    """In a sentence of ours that says it, else the value alone."""
    catalogue, language = work.desk.catalogue, work.language
    value = fact.formatted(language)
    sentence = _sentence_with(catalogue, FACT_PREFIX + fact.name, language)
    text = resolve_slots(sentence, catalogue.fact_values(language)).text or value
    return Insert("fact", f"{name_in_words(fact.name)}: {value}", text, language)


def _sentence_with(catalogue: Catalogue, slot: str, language: str) -> str:
    """The one with the fewest other facts, then the shortest: of answers, else of letters that a
    person may take apart; "" for none."""
    answers = (one.answer for one in catalogue.knowledge if one.language == language)
    letters = (
        PARAGRAPH.join(split_letter(one.body)[1])
        for one in catalogue.templates
        if one.language == language and not one.is_protected
    )
    for texts in (answers, letters):
        of_texts = (one for text in texts if slot in text for one in sentences(text))
        if said := [one for one in of_texts if _says_fact(one, slot)]:
            best = min(said, key=lambda one: (len(slot_names(one)), len(one)))
            return strip_citation_markers(best).strip()
    return ""


def _says_fact(sentence: str, slot: str) -> bool:
    names = slot_names(sentence)
    is_question = sentence.endswith("?")
    return slot in names and not is_question and all(n.startswith(FACT_PREFIX) for n in names)


def _as_letter(work: HandWork, template: TemplateEntry) -> Insert:
    policy = policy_for(work.plan, work.desk, template.category)
    values = work.values(template.category, template.language)
    letter = write_letter(
        template.body,
        replace(values, mandatory=policy.mandatory_content(template.language)),
        maximum_words=_ANY_LENGTH,
        is_fixed=template.is_protected,
    )
    middle = PARAGRAPH.join(split_letter(letter.text)[1])
    return Insert(
        "letter",
        f"{template.template_id} {template.subject}",
        letter.text if template.is_protected or not middle else middle,
        template.language,
        template.is_protected,
    )
