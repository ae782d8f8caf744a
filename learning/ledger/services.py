"""Decisions on the question ledger: promote, also in another language, reject, defer, join, part,
revert."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from config.errors import DomainError, found, invalid
from learning.deciding import already_decided, checked_note, require_permission
from learning.ledger.models import (
    MAX_ANSWER_CHARACTERS,
    MAX_QUESTION_CHARACTERS,
    WAITING_STATES,
    QuestionState,
    UnknownQuestion,
)
from learning.ledger.recording import answer_language, regroup_others, save_question
from learning.proposals.guards import allowed_hosts, lint_failed
from learning.proposals.openings import greeting_end
from templatesapp.categories import LANGUAGES, language_name
from templatesapp.lint import lint_template
from templatesapp.models import KnowledgeItem
from templatesapp.selectors import current_catalogue, slots_and_links
from templatesapp.services import add_wordings, retire_promoted_answer, store_promoted_answer
from templatesapp.text.distance import normalise_question, question_hash
from templatesapp.text.guarded.kinds import CONTRADICTS
from templatesapp.text.letter import split_letter
from templatesapp.text.slots import SLOT
from templatesapp.text.tokens import stop_words, words

DECIDE_PERMISSION = "learning.decide_unknownquestion"
# A price or a time may be the very answer, and no fact may carry it yet: advice only.
_ADVICE = frozenset({"literal_fact"})
_SURELY_ANOTHER = 2  # small words of another language beyond those of its own


@transaction.atomic
def promote_question(
    *, question_id: int, by: User, answer: str, further_hashes: Sequence[str] = (), now: datetime
) -> UnknownQuestion:
    """Makes ``answer`` the one that this question gets from now on: a knowledge item under
    ``faq:{hash}``, used before anything that is found by words.

    ``further_hashes``: other wordings of the question beside those that belong to it; those in the
    ledger are answered with it. Wordings in other languages wait for an answer in theirs. The same
    answer again changes nothing. Raises permission_denied, not_found, already_decided (rejected),
    promotion_conflict (another answer is active), lint_failed, validation_error.
    """
    require_right(by)
    question = _locked(question_id, *WAITING_STATES, QuestionState.APPROVED)
    language = answer_language(question)
    answer = check_answer(answer, language=language)
    wordings = regroup_others(question, language=language, by=by)
    own = [question.question_hash, *(row.question_hash for row in wordings)]
    hashes = list(dict.fromkeys([*own, *further_hashes]))
    item = store_promoted_answer(
        key=f"faq:{question.question_hash}",
        question=question.question,
        answer=answer,
        category=question.scenario_category,
        language=language,
        question_hashes=hashes,
        by=by,
        now=now,
    )
    others = UnknownQuestion.objects.filter(question_hash__in=hashes, state__in=WAITING_STATES)
    others = others.exclude(pk=question.pk).select_for_update().order_by("pk")
    is_new = question.state != QuestionState.APPROVED or question.promoted_item_id != item.pk
    answered = [question, *others] if is_new else others
    _answer(answered, item, by=by, now=now, reason=f"promoted as {item.key[:12]}")
    return question


def reject_question(
    *, question_id: int, by: User, note: str = "", now: datetime
) -> UnknownQuestion:
    """No answer is wanted for it. Raises permission_denied, not_found, already_decided."""
    return _settle(question_id, QuestionState.REJECTED, WAITING_STATES, by=by, note=note, now=now)


def defer_question(*, question_id: int, by: User, note: str = "", now: datetime) -> UnknownQuestion:
    """Later. Raises permission_denied, not_found, already_decided (all but new ones)."""
    return _settle(
        question_id, QuestionState.DEFERRED, (QuestionState.NEW,), by=by, note=note, now=now
    )


@transaction.atomic
def join_question(*, question_id: int, by: User, now: datetime) -> UnknownQuestion:
    """It asks the same as the question that it is offered to, and so do its own wordings; what is
    answered there in their language answers them from now on.

    Raises permission_denied, not_found, already_decided, promotion_conflict; conflict where nothing
    is offered, or what is offered has its answer in another language only."""
    require_right(by)
    question = _locked(question_id, *WAITING_STATES)
    head = question.offered_to
    if head is None:
        raise DomainError("conflict", "There is no question that it could be joined to.")
    head = head.belongs_to or head
    item = head.promoted_item
    if item is not None and answer_language(head) != answer_language(question):
        raise DomainError("conflict", "It needs an answer in its own language: promote one.")
    moved = [question, *question.wordings.select_for_update(of=("self",)).order_by("pk")]
    for row in moved:
        row.belongs_to, row.offered_to = head, None
        save_question(row, by=by, reason=f"the same as {head.pk}")
    if item is not None and item.active:
        answered = [row for row in moved if answer_language(row) == item.language]
        hashes = [row.question_hash for row in answered]
        locked = KnowledgeItem.objects.select_for_update(of=("self",)).get(pk=item.pk)
        add_wordings(item=locked, question_hashes=hashes, by=by)
        _answer(answered, item, by=by, now=now, reason="another wording of an answered question")
    return question


@transaction.atomic
def part_question(*, question_id: int, by: User, now: datetime) -> UnknownQuestion:
    """It asks something of its own: out of its group, and offered to none.

    Raises permission_denied, not_found, already_decided."""
    require_right(by)
    question = _locked(question_id, *WAITING_STATES)
    question.belongs_to = question.offered_to = None
    save_question(question, by=by, reason="a question of its own")
    return question


@transaction.atomic
def revert_promotion(
    *, question_id: int, by: User, note: str = "", now: datetime
) -> UnknownQuestion:
    """The promoted answer is no longer used, and every question that it answered waits again.

    Raises permission_denied, not_found, already_decided (nothing is promoted).
    """
    require_right(by)
    note = checked_note(note)
    question = _locked(question_id, QuestionState.APPROVED)
    item = question.promoted_item
    if item is None:
        _reopen(question, by=by, note=note)
        return question
    retire_promoted_answer(item=item, by=by, reason=note or "promotion reverted")
    answered = UnknownQuestion.objects.filter(promoted_item=item, state=QuestionState.APPROVED)
    for row in answered.select_for_update(of=("self",)).order_by("pk"):
        _reopen(question if row.pk == question.pk else row, by=by, note=note)
    return question


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


@transaction.atomic
def _settle(
    question_id: int,
    state: QuestionState,
    allowed: Sequence[str],
    *,
    by: User,
    note: str,
    now: datetime,
) -> UnknownQuestion:
    require_right(by)
    note = checked_note(note)
    question = _locked(question_id, *allowed)
    _decide(question, state, by=by, now=now, note=note, reason=note or state.value)
    return question


def _answer(
    rows: Iterable[UnknownQuestion], item: KnowledgeItem, *, by: User, now: datetime, reason: str
) -> None:
    for row in rows:
        _decide(row, QuestionState.APPROVED, by=by, now=now, item=item, reason=reason)


def _decide(
    row: UnknownQuestion,
    state: QuestionState,
    *,
    by: User,
    now: datetime,
    reason: str,
    note: str = "",
    item: KnowledgeItem | None = None,
) -> None:
    row.state, row.decision_note, row.promoted_item = state, note, item
    row.decided_by, row.decided_at = by, now
    save_question(row, by=by, reason=reason)


def _reopen(question: UnknownQuestion, *, by: User, note: str) -> None:
    question.state, question.decision_note = QuestionState.NEW, note
    question.decided_by = question.decided_at = question.promoted_item = None
    save_question(question, by=by, reason=note or "promotion reverted")


def _locked(question_id: int, *states: str) -> UnknownQuestion:
    """The question in one of the states. Needs a transaction. Raises not_found, already_decided."""
    rows = UnknownQuestion.objects.select_for_update(of=("self",))
    question = found(rows.filter(pk=question_id).first(), "There is no such question.")
    if question.state not in states:
        state = str(question.get_state_display()).lower()
        raise already_decided(question, f"This question's state is: {state}.", question.state)
    return question


def require_right(by: User) -> None:
    """Raises permission_denied unless the person may decide questions."""
    require_permission(by, DECIDE_PERMISSION, "You may not decide questions of the ledger.")


def check_answer(answer: str, *, language: str) -> str:
    """The answer as stored: it contradicts no fact and no other answer.

    Raises validation_error, or lint_failed with its findings."""
    text = answer.replace("\r\n", "\n").strip()
    if not text:
        raise invalid("answer", "An answer is needed.")
    if len(text) > MAX_ANSWER_CHARACTERS:
        raise invalid("answer", f"At most {MAX_ANSWER_CHARACTERS} characters.")
    if greeting_end(text) or split_letter(text)[2]:
        raise invalid("answer", "Only the answer itself, without greeting and closing.")
    written_in = _other_language(text, language)
    if written_in:
        own, other = language_name(language), LANGUAGES[written_in]
        raise invalid("answer", f"This is written in {other}; it would go to mail in {own}.")
    catalogue = current_catalogue()
    findings = [
        finding
        for finding in lint_template(
            subject="",
            body=text,
            fact_names=frozenset(catalogue.facts),
            allowed_links=allowed_hosts(catalogue),
            language=language,
            known=catalogue.guarded,
        )
        if finding.code == CONTRADICTS or (finding.is_error and finding.code not in _ADVICE)
    ]
    if findings:
        raise lint_failed("answer", findings, shown=findings)
    return text


def _other_language(text: str, language: str) -> str:
    """The language that a text is surely written in, if that is another one: by its small words."""
    said = Counter(words(SLOT.sub(" ", text)))
    own = sum(said[word] for word in stop_words(language))
    others = {
        code: sum(said[word] for word in stop_words(code)) for code in LANGUAGES if code != language
    }
    best = max(others, key=lambda code: others[code], default="")
    return best if best and others[best] >= own + _SURELY_ANOTHER else ""


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
