"""Unanswered questions as they come in, counted exactly; and how somebody's are forgotten."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from learning.columns import upsert
from learning.events.models import SelectionEvent
from learning.ledger.clusters import join_new
from learning.ledger.likeness import read_question
from learning.ledger.models import (
    MAX_ANSWER_CHARACTERS,
    MAX_EXCERPT_CHARACTERS,
    MAX_QUESTION_CHARACTERS,
    UnknownQuestion,
)
from learning.proposals.meaning import is_own_matter
from learning.proposals.models import ProposalEvidence
from learning.records import LedgerOutcome, UnansweredQuestion
from learning.redaction import own_words, redact
from templatesapp.categories import CATEGORIES, LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.text.distance import normalise_question, question_hash


def read_questions(
    questions: Sequence[UnansweredQuestion], catalogue: Catalogue
) -> tuple[UnknownQuestion, ...]:
    """Rows for the ledger, redacted and not entered: the longer part of it, which needs no lock.

    A question asked twice in one mail counts once, in the order of the questions; blank ones and
    fragments that name nothing are passed over.
    """
    by_hash: dict[str, UnansweredQuestion] = {}
    for question in questions:
        if _can_be_answered(question):
            by_hash.setdefault(question_hash(question.text), question)
    keep = own_words(catalogue) if by_hash else ()
    rows = [(_row(question, key, keep), question) for key, question in by_hash.items()]
    return tuple(
        row
        for row, question in rows
        # Nothing to do of which a name, a booking or an address of one guest had to be left out.
        if not (row.is_action and "[" in row.question and "[" not in question.text)
    )


def enter_questions(rows: Sequence[UnknownQuestion], *, now: datetime) -> LedgerOutcome:
    """Enters what was read, or counts it where it is known. Hashes come back in the order of the
    questions. A new wording joins what surely asks the same."""
    if not rows:
        return LedgerOutcome()
    for row in rows:
        row.first_seen = row.last_seen = now
    # In one order everywhere, or two drafts with the same two questions could deadlock.
    ordered = sorted(rows, key=lambda row: row.question_hash)
    seen = {"times_seen": "{old} + 1", "last_seen": "{new}"}
    entered = upsert(
        ordered, unique=("question_hash",), update=seen, returning=("id", "times_seen")
    )
    created_keys = [key for key, count in entered if count == 1]
    join_new(created_keys)
    created = len(created_keys)
    return LedgerOutcome(created, len(rows) - created, tuple(row.question_hash for row in rows))


def _can_be_answered(question: UnansweredQuestion) -> bool:
    """ "¿?" is no question, and "how much is it" could be answered to nobody; what is to be done
    for one guest on their day is no matter of a sentence for all."""
    if not normalise_question(question.text):
        return False
    if question.is_action and is_own_matter(question.text, question.language):
        return False
    is_ours = question.language in LANGUAGES
    return not is_ours or bool(read_question(question.text, question.language).asks)


def _row(question: UnansweredQuestion, key: str, keep: tuple[str, ...]) -> UnknownQuestion:
    name, address = question.sender_name, question.sender_address
    redacted = partial(redact, sender_name=name, sender_address=address, keep=keep)
    is_known = question.scenario_category in CATEGORIES
    asked = redacted(question.text)
    return UnknownQuestion(
        question_hash=key,
        question=_cut(asked, MAX_QUESTION_CHARACTERS),
        language=question.language[:5],
        scenario_category=question.scenario_category if is_known else "general",
        is_action=question.is_action,
        context_excerpt=_excerpt(asked, redacted(question.context)),
        suggested_answer=_cut(redacted(question.suggested_answer), MAX_ANSWER_CHARACTERS),
    )


def _excerpt(asked: str, context: str) -> str:
    """What stands around the question in its mail, in one line; both are redacted already."""
    asked, context = " ".join(asked.split()), " ".join(context.split())
    spare = max(MAX_EXCERPT_CHARACTERS - len(asked), 0) // 2
    start = max(context.find(asked) - spare, 0)
    return context[start : start + MAX_EXCERPT_CHARACTERS].strip()


def _cut(text: str, longest: int) -> str:
    text = text.strip()
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def forget_words(*, draft_ids: Collection[UUID], question_hashes: Iterable[str]) -> list[int]:
    """Deletes questions that only the forgotten asked, and blanks what stood around the others.

    ``draft_ids``: drafts of their mail; ``question_hashes``: what their mail asks, once a mail.
    A promoted question stays: a person wrote its answer and has read it. Returns the keys of what
    was deleted. Call it in the transaction of the erasure.
    """
    events = SelectionEvent.objects.filter(draft_id__in=draft_ids)
    drafted = Counter(
        each for hashes in events.values_list("question_hashes", flat=True) for each in set(hashes)
    )
    # Events are summed after some months, so the mail is asked as well; neither counts twice.
    asked = drafted | Counter(question_hashes)
    rows = UnknownQuestion.objects.select_for_update(of=("self",)).filter(question_hash__in=asked)
    theirs = [
        row.pk
        for row in rows
        if row.promoted_item_id is None and row.times_seen <= asked[row.question_hash]
    ]
    rows.update(context_excerpt="", suggested_answer="")
    UnknownQuestion.objects.filter(pk__in=theirs).delete()
    UnknownQuestion.history.filter(id__in=theirs).delete()  # the deletion wrote one, too
    wishes = ProposalEvidence.objects.filter(draft_id__in=draft_ids)
    wishes.filter(proposal=None).delete()
    # Without a letter it stands beside what they asked.
    wishes.update(body_redacted="")
    wishes.filter(template=None).update(beside="")
    return theirs
