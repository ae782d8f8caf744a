"""Which promoted answers lack a language of the desk, and what a translation may begin with.
Nobody translates here but a person; facts keep their slots, and what a letter says in both
languages is there already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from config.errors import DomainError, found, invalid
from learning.ledger.models import (
    MAX_QUESTION_CHARACTERS,
    WAITING_STATES,
    QuestionState,
    UnknownQuestion,
)
from learning.ledger.recording import answer_language
from learning.ledger.services import promote_question, require_right
from learning.proposals.changes import sentence_key
from templatesapp.categories import LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.models import KnowledgeItem
from templatesapp.siblings import slots_and_links
from templatesapp.text.distance import normalise_question, question_hash
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import FACT_PREFIX, slot_names, without_markers


@dataclass(frozen=True, slots=True)
class MissingAnswer:
    """``question``: the answered one; ``asked``: how often guests asked it in ``language``, in
    ``wording`` first ("": nobody did)."""

    question: UnknownQuestion
    language: str
    wording: str
    asked: int

    @property
    def language_name(self) -> str:
        return LANGUAGES[self.language]


def missing_answers() -> list[MissingAnswer]:
    """What guests asked first, the most asked before the rest. Two queries.

    A language has the answer where a question in it was answered, or wants none, beside this one.
    """
    heads = UnknownQuestion.objects.filter(
        state=QuestionState.APPROVED, promoted_item__active=True, belongs_to=None
    )
    answered = {row.pk: row for row in heads.select_related("promoted_item").order_by("pk")}
    beside = UnknownQuestion.objects.filter(offered_to__in=answered).order_by("-times_seen", "pk")
    others: dict[int, list[UnknownQuestion]] = {}
    for row in beside:
        head = answered[row.offered_to_id or 0]
        if answer_language(row) != answer_language(head):
            others.setdefault(head.pk, []).append(row)
    translations = {row.pk for rows in others.values() for row in rows}
    missing = [
        each
        for key, head in answered.items()
        if key not in translations
        for each in _missing_of(head, others.get(key, ()))
    ]
    return sorted(missing, key=lambda each: -each.asked)


def draft_answer(missing: MissingAnswer, catalogue: Catalogue) -> dict[str, Any]:
    """``said``: sentences that stand in a letter in both languages; ``to_say``: those that a person
    has to say; ``values``: each slot that has to stand in it, with today's value."""
    item = missing.question.promoted_item
    source = item.answer if item else ""
    known = _known(answer_language(missing.question), missing.language, catalogue)
    keys = [(sentence, sentence_key(sentence)) for sentence in sentences(source)]
    names = dict.fromkeys(slot_names(source))
    facts = {name: catalogue.facts.get(name.removeprefix(FACT_PREFIX)) for name in names}
    return {
        "said": " ".join(known[key] for _, key in keys if key in known),
        "to_say": [sentence for sentence, key in keys if key not in known],
        "values": [
            (f"{{{{SLOT:{name}}}}}", fact.formatted(missing.language) if fact else "")
            for name, fact in facts.items()
        ],
    }


@transaction.atomic
def answer_in_language(
    *, question_id: int, language: str, wording: str, answer: str, by: User, now: datetime
) -> UnknownQuestion:
    """Promotes the answer of a question in another language, for ``wording`` and for all that
    guests asked in that language beside it. Returns the question in that language.

    Every slot and link of the source has to stand in it. Raises permission_denied, not_found,
    conflict (the source is not answered), already_decided (so is the language),
    promotion_conflict, lint_failed, validation_error.
    """
    require_right(by)
    rows = UnknownQuestion.objects.select_for_update(of=("self",)).select_related("promoted_item")
    source = found(rows.filter(pk=question_id).first(), "There is no such question.")
    item = source.promoted_item
    if source.state != QuestionState.APPROVED or item is None or not item.active:
        raise DomainError("conflict", "This question has no answer in use.")
    if language not in LANGUAGES or language == answer_language(source):
        raise invalid("language", "Another language of the desk is needed.")
    _refuse_lost(item, answer)
    question = _question_in(source, language, wording, by=by, now=now)
    asked = UnknownQuestion.objects.filter(state__in=WAITING_STATES, language=language).filter(
        Q(offered_to=source) | Q(belongs_to__offered_to=source)
    )
    hashes = list(asked.order_by("pk").values_list("question_hash", flat=True))
    return promote_question(
        question_id=question.pk, by=by, answer=answer, further_hashes=hashes, now=now
    )


def _missing_of(head: UnknownQuestion, beside: Sequence[UnknownQuestion]) -> list[MissingAnswer]:
    waiting = [row for row in beside if row.state in WAITING_STATES]
    has = {answer_language(head), *(answer_language(r) for r in beside if r not in waiting)}
    asked: dict[str, list[UnknownQuestion]] = {code: [] for code in LANGUAGES if code not in has}
    for row in waiting:
        asked.get(row.language, []).append(row)
    return [
        MissingAnswer(head, code, rows[0].question if rows else "", sum(r.times_seen for r in rows))
        for code, rows in asked.items()
    ]


def _refuse_lost(item: KnowledgeItem, answer: str) -> None:
    (slots, links), (said_slots, said_links) = map(slots_and_links, (item.answer, answer))
    lost = [f"{{{{SLOT:{name}}}}}" for name in sorted((slots - said_slots).keys())]
    lost += [link for link in links if link not in said_links]
    if lost:
        raise invalid("answer", f"The answer that it says again holds {', '.join(lost)} as well.")


def _question_in(
    source: UnknownQuestion, language: str, wording: str, *, by: User, now: datetime
) -> UnknownQuestion:
    """The ledger's row of this wording, beside its source; of a person's own nobody asked it."""
    wording = " ".join(wording.split())
    if not normalise_question(wording) or len(wording) > MAX_QUESTION_CHARACTERS:
        raise invalid("wording", f"The question, in at most {MAX_QUESTION_CHARACTERS} characters.")
    rows = UnknownQuestion.objects.select_for_update(of=("self",))
    row = rows.filter(question_hash=question_hash(wording)).first() or UnknownQuestion(
        question_hash=question_hash(wording),
        question=wording,
        language=language,
        scenario_category=source.scenario_category,
        times_seen=0,
        first_seen=now,
        last_seen=now,
    )
    if answer_language(row) != language:
        raise invalid("wording", "The ledger has this question in another language.")
    if row.state in WAITING_STATES:
        said = source.offers.filter(language=language, state=QuestionState.APPROVED)
        if said.exists():
            raise DomainError("already_decided", "It is said in this language by now.")
        row.belongs_to, row.offered_to = None, source
        row.save_signed(by=by, reason=f"the same as {source.pk}")
    return row


@lru_cache(maxsize=64)
def _known(language: str, into: str, catalogue: Catalogue) -> Mapping[str, str]:
    """Sentences of one language → the same in the other, of letters and answers that have as many
    in both, with the same slots."""
    texts = {
        (t.template_id, t.language): without_markers(t.body)
        for t in catalogue.templates
        if not t.is_protected
    }
    texts |= {(item.key, item.language): item.answer for item in catalogue.knowledge}
    said = {place: sentences(text) for place, text in texts.items()}
    return {
        sentence_key(one): other
        for (name, spoken), own in said.items()
        if spoken == language and len(own) == len(said.get((name, into), ()))
        for one, other in zip(own, said[name, into], strict=True)
        if sorted(slot_names(one)) == sorted(slot_names(other))
    }
