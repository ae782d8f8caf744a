"""Queries of the question ledger, in the shapes of the API; of the mails that an answer would have
changed; of the languages that lack a promoted answer, and what a translation may begin with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Sum, TextField, When
from django.db.models.functions import Cast, Coalesce
from django.utils.module_loading import import_string

from config.errors import invalid
from learning.events.models import SelectionEvent
from learning.ledger.models import WAITING_STATES, QuestionState, UnknownQuestion
from learning.ledger.recording import answer_language
from learning.proposals.changes import sentence_key
from templatesapp.categories import LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.house_rows import row_of
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import FACT_PREFIX, slot_names, without_markers

_ROW = (
    *("id", "question", "question_hash", "language", "scenario_category", "times_seen"),
    *("first_seen", "last_seen", "suggested_answer", "state"),
)
SHOWN_MAILS = 20
_TOLD = "Put into a reply by a person (so far: {})"
_MOST_WORDINGS = 200  # an expression of the database has its limits


def with_totals(questions: QuerySet[UnknownQuestion]) -> QuerySet[Any]:
    """With ``asked``: how often it came in all of its wordings."""
    sums = (
        UnknownQuestion.objects.filter(belongs_to=OuterRef("pk"))
        .order_by()
        .values("belongs_to")
        .annotate(total=Sum("times_seen"))
        .values("total")
    )
    return questions.annotate(asked=F("times_seen") + Coalesce(Subquery(sums), 0))


def list_questions(*, state: str = "") -> QuerySet[UnknownQuestion]:
    """Most often asked first, each once with its other wordings; of one ``state`` where given.
    Raises validation_error."""
    if state and state not in QuestionState.values:
        raise invalid("state", f"One of: {', '.join(QuestionState.values)}.")
    heads = UnknownQuestion.objects.filter(belongs_to=None).prefetch_related("wordings")
    questions = with_totals(heads).order_by("-asked", "first_seen", "id")
    return questions.filter(state=state) if state else questions


def question_row(question: UnknownQuestion) -> dict[str, Any]:
    """``{id, question, question_hash, language, scenario_category, times_seen, first_seen,
    last_seen, suggested_answer, state, wordings: [{question, language, times_seen}]}``;
    ``times_seen`` in all of its wordings."""
    wordings = question.wordings.all()
    return row_of(question, _ROW) | {
        "times_seen": question.times_seen + sum(row.times_seen for row in wordings),
        "wordings": [row_of(row, ("question", "language", "times_seen")) for row in wordings],
    }


def waiting_questions() -> QuerySet[UnknownQuestion]:
    """Each once, whatever its wordings."""
    return UnknownQuestion.objects.filter(state__in=WAITING_STATES, belongs_to=None)


def next_waiting_question(*, after: UnknownQuestion) -> int | None:
    """The key of the one to look at next: new ones first, the most asked first. One query.

    None where nothing else waits. Deferred ones come after all new ones, so nobody is sent in a
    circle while something new is there.
    """
    waiting = with_totals(waiting_questions().exclude(pk=after.pk))
    in_turn = waiting.order_by(
        Case(When(state=QuestionState.NEW, then=0), default=1), "-asked", "first_seen", "id"
    )
    return in_turn.values_list("pk", flat=True).first()


@dataclass(frozen=True, slots=True)
class AskingMail:
    subject: str
    received_at: datetime
    url: str


@dataclass(frozen=True, slots=True)
class KeptMails:
    """``mails``: how many in all, ``newest`` of them shown; ``gone``: drafts whose mail is erased,
    or was never recorded."""

    mails: int = 0
    newest: Sequence[AskingMail] = ()
    gone: int = 0


# Given draft ids as a query and how many mails to show.
MailFinder = Callable[[QuerySet[Any, Any], int], KeptMails]


def near_answers(question: UnknownQuestion) -> list[tuple[str, str]]:
    """What a person may begin with, each with where it is from: what people told guests who asked
    it in this language, what the same question gets in another, and what was found when it was
    asked."""
    told = [row for row in (question, *question.wordings.all()) if row.times_told]
    told.sort(key=lambda row: -row.times_told)
    language = answer_language(question)
    found = [
        (row.suggested_answer, _TOLD.format(row.times_told))
        for row in told
        if answer_language(row) == language
    ]
    offered = question.offered_to
    answered = offered.promoted_item if offered else None
    if answered is not None and answered.active:
        sure = f"The answer in {LANGUAGES[answered.language]} to what may be the same question"
        found.append((answered.answer, sure))
    guess = "" if question.times_told else question.suggested_answer
    if guess:
        found.append((guess, "Found when it was asked, and too unsure to be sent"))
    return found


def mails_that_would_change(question: UnknownQuestion) -> KeptMails:
    """Mails that asked this, in any wording that an answer to it would serve: those in its
    language. The query of its wordings, and the finder's."""
    wordings = question.wordings.order_by("-times_seen", "pk")[:_MOST_WORDINGS]
    language = answer_language(question)
    served = [question, *(row for row in wordings if answer_language(row) == language)]
    asks = reduce(or_, (Q(hashes__contains=row.question_hash) for row in served))
    # Of the time in which it was asked: the index of that spares the older ones.
    since = min(row.first_seen for row in served)
    events = SelectionEvent.objects.filter(created_at__gte=since).order_by()
    asking = events.annotate(hashes=Cast("question_hashes", TextField())).filter(asks)
    finder: MailFinder = import_string(settings.LEARNING_MAIL_FINDER)
    return finder(asking.values_list("draft_id", flat=True), SHOWN_MAILS)


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
