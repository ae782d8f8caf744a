"""What a person may put into the reply that they write, by a word of it: letters, facts, answers.

Each reads as in a draft to this guest; nothing here is inserted by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from drafting.drafts.by_hand import HandWork
from drafting.pipeline.answer.answering import surenesses
from drafting.pipeline.answer.assemble import PARAGRAPH, write_letter
from drafting.pipeline.answer.choose import focus_of, query_text
from drafting.pipeline.answer.compose import thread_text
from drafting.pipeline.answer.rank import priors_of
from drafting.pipeline.check.policy import PolicyDecision, decide_policy
from drafting.pipeline.phrases import strip_citation_markers
from drafting.pipeline.plan import AskKind
from learning.calibration.selectors import current_priors
from templatesapp.categories import DEFAULT_LANGUAGE
from templatesapp.entries import Catalogue, FactEntry, KnowledgeEntry, TemplateEntry
from templatesapp.text.letter import split_letter
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
    language = work.language
    answers = _best(_answers(work, language, wanted), ANSWERS)
    facts = _best(_facts(work, language, wanted), FACTS)
    most = BEST_LETTERS if wanted.is_empty else LETTERS
    letters = _best(_letters(work, language, wanted), most)
    return [
        *_musts(work, language, wanted)[:MUSTS],
        *(_as_answer(work, item) for item in answers),
        *(_as_fact(work, fact, language) for fact in facts),
        *(_as_letter(work, template) for template in letters),
    ]


def _musts(work: HandWork, language: str, wanted: _Wanted) -> list[Insert]:
    """What our policies want said to this mail."""
    policy = _policy(work, work.plan.scenario.category)
    said = policy.mandatory_content(language) if work.is_unanswered else ()
    return [Insert("must", one, one, language) for one in said if wanted.is_in(one)]


def _policy(work: HandWork, category: str) -> PolicyDecision:
    return decide_policy(
        work.desk.catalogue.policies,
        plan=work.plan,
        category=category,
        thread_text=thread_text(work.plan),
    )


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


@lru_cache(maxsize=_TEXTS_KEPT)
def _folded(text: str) -> str:
    return fold(text)


def _best(fits: Iterable[tuple[bool, T]], most: int) -> list[T]:
    """Those that fit by their title (True), then those by their text."""
    by_title: list[T] = []
    by_text: list[T] = []
    for is_by_title, found in fits:
        (by_title if is_by_title else by_text).append(found)
    return [*by_title, *by_text][:most]


def _sifted(
    found: Iterable[T], wanted: _Wanted, title: Callable[[T], bool], text: Callable[[T], bool]
) -> Iterator[tuple[bool, T]]:
    for one in found:
        if wanted.is_empty or title(one):
            yield True, one
        elif text(one):
            yield False, one


def _answers(
    work: HandWork, language: str, wanted: _Wanted
) -> Iterator[tuple[bool, KnowledgeEntry]]:
    """Answers in the guest's language: those that come nearest to what is asked lead, then the
    promoted ones."""
    known = work.desk.catalogue.knowledge
    titles: dict[str, list[str]] = {}
    for item in known:
        titles.setdefault(item.key, []).append(item.question)
    near = list(_nearest(work, language))
    own = [item for item in known if item.language == language]
    own.sort(key=lambda item: not item.is_promoted)
    found = near if wanted.is_empty else dict.fromkeys([*near, *own])
    return _sifted(
        found,
        wanted,
        lambda item: (
            wanted.is_in(item.category, *titles[item.key]) or wanted.is_about(item.concepts)
        ),
        lambda item: wanted.is_in(item.question, item.answer),
    )


def _nearest(work: HandWork, language: str) -> Iterator[KnowledgeEntry]:
    """For each ask its nearest answer, then for each the second."""
    plan, search = work.plan, work.desk.search
    asks = [ask for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    promoted = [search.promoted(ask.text) for ask in asks]
    ranked = []
    for ask in asks:
        found = search.find(ask.text, language=plan.language, letter_language=language)
        chances = [one.chance for one in surenesses(ask, plan.language, found)]
        order = sorted(range(len(found)), key=lambda n: -chances[n])
        ranked.append([found[n] for n in order])
    by_place = (one[place].item for place in (0, 1) for one in ranked if place < len(one))
    items = (item for item in (*promoted, *by_place) if item and item.language == language)
    return islice(dict.fromkeys(items), ANSWERS)


def _facts(work: HandWork, language: str, wanted: _Wanted) -> Iterator[tuple[bool, FactEntry]]:
    if wanted.is_empty:
        return iter(())
    return _sifted(
        work.desk.catalogue.facts.values(),
        wanted,
        lambda fact: wanted.is_in(name_in_words(fact.name)) or wanted.is_about(fact.concepts),
        lambda fact: wanted.is_in(fact.value),
    )


def _letters(
    work: HandWork, language: str, wanted: _Wanted
) -> Iterator[tuple[bool, TemplateEntry]]:
    """One of each letter, in the guest's language where there is one, as the ranking places them
    for this mail; last those that no word of a mail leads to."""
    templates = [t for t in work.desk.catalogue.templates if not t.acknowledges]
    titles: dict[str, list[str]] = {}
    for one in templates:
        titles.setdefault(one.template_id, [one.template_id, one.category]).append(one.subject)
    order = {language: 0, DEFAULT_LANGUAGE: 1}
    rows = {t.template_id: t for t in sorted(templates, key=lambda t: -order.get(t.language, 2))}
    ranked = dict.fromkeys(_ranked(work))
    return _sifted(
        [rows[key] for key in dict.fromkeys([*ranked, *sorted(rows)]) if key in rows],
        wanted,
        lambda template: wanted.is_in(*titles[template.template_id]),
        lambda template: wanted.is_in(template.body),
    )


def _ranked(work: HandWork) -> Sequence[str]:
    plan, desk = work.plan, work.desk
    search = desk.library.ranker.all_letters(
        query_text(plan, work.subject),
        language=plan.language,
        scenarios=plan.scenarios,
        focus=focus_of(plan),
    )
    priors = priors_of(plan.scenarios, current_priors(desk.catalogue))
    return [one.template.template_id for one in search.ranked(priors)]


def _as_answer(work: HandWork, item: KnowledgeEntry) -> Insert:
    return Insert("answer", item.question, work.desk.search.text_of(item), item.language)


def _as_fact(work: HandWork, fact: FactEntry, language: str) -> Insert:
    """In a sentence of ours that says it, else the value alone."""
    value = fact.formatted(language)
    catalogue = work.desk.catalogue
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
    policy = _policy(work, template.category)
    values = work.values(template.category, template.language)
    letter = write_letter(
        template.body,
        replace(values, mandatory=policy.mandatory_content(template.language)),
        prohibited=(),
        maximum_words=_ANY_LENGTH,
        keep=(),
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
