"""Records questions in the ledger, joins wordings that ask the same, and forgets a guest's.
Counted exactly as it comes, joined to its other wordings where that is sure, offered to a person
where it may be."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Case, F, QuerySet, When

from learning.events.models import SelectionEvent
from learning.ledger.likeness import Likeness, likeness, read_question
from learning.ledger.models import (
    MAX_ANSWER_CHARACTERS,
    MAX_EXCERPT_CHARACTERS,
    MAX_QUESTION_CHARACTERS,
    WAITING_STATES,
    QuestionState,
    UnknownQuestion,
)
from learning.proposals.meaning import is_own_request
from learning.proposals.models import ProposalEvidence
from learning.redaction import own_words, redact
from templatesapp.categories import CATEGORIES, DEFAULT_LANGUAGE, LANGUAGES
from templatesapp.columns import upsert
from templatesapp.entries import Catalogue
from templatesapp.text.distance import normalise_question, question_hash
from templatesapp.text.reader.topics import topics_of

_COMPARED = ("question", "language", "state", "is_action")
# Scenarios of mails in which what is to be done concerns the guest's own booking, money or thing.
_OF_ONE_GUEST = frozenset(
    {"booking-changes", "cancellation", "payment", "prepayment", "lost-found"}
)
_COMPARED_WITH = 500  # wordings, the newest first; a ledger that nobody tends grows no slower mail


@dataclass(frozen=True, slots=True)
class LedgerOutcome:
    """How the ledger took the questions of one draft; hashes in the questions' order."""

    created: int = 0
    duplicates: int = 0
    question_hashes: tuple[str, ...] = ()


def read_questions(
    questions: Iterable[UnknownQuestion],
    catalogue: Catalogue,
    *,
    context: str,
    sender_name: str = "",
    sender_address: str = "",
) -> tuple[UnknownQuestion, ...]:
    """What neither template nor knowledge answered in one mail, as rows for the ledger, redacted
    and not entered: the longer part of it, which needs no lock. ``context``: the mail.

    A question asked twice in one mail counts once, in the order of the questions; blank ones and
    fragments that name nothing are passed over.
    """
    by_hash: dict[str, UnknownQuestion] = {}
    for row in questions:
        if _can_be_answered(row):
            by_hash.setdefault(question_hash(row.question), row)
    if not by_hash:
        return ()
    redacted = partial(
        redact,
        sender_name=sender_name,
        sender_address=sender_address,
        keep=own_words(catalogue),
    )
    told, rows = redacted(context), []
    for key, row in by_hash.items():
        asked = redacted(row.question)
        # Nothing to do of which a name, a booking or an address of one guest had to be left out.
        if row.is_action and "[" in asked and "[" not in row.question:
            continue
        row.question_hash, row.question = key, _cut(asked, MAX_QUESTION_CHARACTERS)
        row.language = row.language[:5]
        if row.scenario_category not in CATEGORIES:
            row.scenario_category = "general"
        row.context_excerpt = _excerpt(asked, told)
        row.suggested_answer = _cut(redacted(row.suggested_answer), MAX_ANSWER_CHARACTERS)
        rows.append(row)
    return tuple(rows)


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


def note_told(answers: Mapping[str, str]) -> None:
    """What a person told a guest in answer, by the question's hash: whoever decides the question
    begins with it. Ours are told as they are kept, with their slots."""
    for key, answer in sorted(answers.items()):
        waiting = UnknownQuestion.objects.filter(question_hash=key, state__in=WAITING_STATES)
        again = When(suggested_answer=answer, then=F("times_told") + 1)
        waiting.update(times_told=Case(again, default=1), suggested_answer=answer)


def _can_be_answered(row: UnknownQuestion) -> bool:
    """ "¿?" is no question, and "how much is it" could be answered to nobody; what is to be done
    for one guest on their day is no matter of a sentence for all."""
    asked, language = row.question, row.language
    is_of_one = row.scenario_category in _OF_ONE_GUEST
    if not normalise_question(asked):
        return False
    if row.is_action and (is_of_one or is_own_request(asked, language)):
        return False
    return language not in LANGUAGES or bool(read_question(asked, language).asks)


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
    rows.update(context_excerpt="", suggested_answer="", times_told=0)
    UnknownQuestion.objects.filter(pk__in=theirs).delete()
    UnknownQuestion.history.filter(id__in=theirs).delete()  # the deletion wrote one, too
    wishes = ProposalEvidence.objects.filter(draft_id__in=draft_ids)
    wishes.filter(proposal=None).delete()
    # Without a letter it stands beside what they asked.
    wishes.update(body_redacted="")
    wishes.filter(template=None).update(beside="")
    return theirs


def join_new(keys: Collection[int]) -> None:
    """Puts wordings that were just entered where they belong. Reads and writes once.

    A wording that asks what has an answer is only offered: a person says whether it fits.
    """
    if not keys:
        return
    known = list(_newest().exclude(pk__in=keys)[:_COMPARED_WITH])
    joined = []
    for row in UnknownQuestion.objects.filter(pk__in=keys).order_by("pk"):
        found, likest = _likest(row, known)
        if likest is not None:
            head = likest.belongs_to or likest
            is_sure = (
                found is Likeness.SAME
                and head.state != QuestionState.APPROVED
                and head.is_action == row.is_action
            )
            row.belongs_to, row.offered_to = (head, None) if is_sure else (None, head)
            joined.append(row)
        known.append(row)
    UnknownQuestion.objects.bulk_update(joined, ["belongs_to", "offered_to"])


def read_ahead() -> None:
    """What new wordings are compared with is read when a process starts: half a second that the
    first of them would take under the lock of its draft."""
    for row in _newest()[:_COMPARED_WITH]:
        read_question(row.question, row.language)
        topics_of(row.question, row.language)


def _newest() -> QuerySet[UnknownQuestion]:
    return (
        UnknownQuestion.objects.select_related("belongs_to")
        .only("belongs_to", *_COMPARED, *(f"belongs_to__{name}" for name in _COMPARED))
        .order_by("-last_seen", "pk")
    )


def regroup_others(head: UnknownQuestion, *, language: str, by: User) -> Sequence[UnknownQuestion]:
    """The wordings in ``language`` stay; those of each other language become a question of their
    own, with the answered one beside it: an answer is said in one language."""
    stay: list[UnknownQuestion] = []
    firsts: dict[str, UnknownQuestion] = {}
    for row in head.wordings.select_for_update(of=("self",)).order_by("first_seen", "pk"):
        if answer_language(row) == language:
            stay.append(row)
            continue
        first = firsts.setdefault(row.language, row)
        row.belongs_to = None if first is row else first
        row.offered_to = head if first is row else None
        save_question(row, by=by, reason="answered in another language")
    return stay


def answer_language(question: UnknownQuestion) -> str:
    return question.language if question.language in LANGUAGES else DEFAULT_LANGUAGE


def _likest(
    row: UnknownQuestion, known: Sequence[UnknownQuestion]
) -> tuple[Likeness, UnknownQuestion | None]:
    asked = read_question(row.question, row.language)
    best, likest = Likeness.OTHER, None
    for other in known:
        found = likeness(asked, read_question(other.question, other.language))
        if found > best:
            best, likest = found, other
    return best, likest


def save_question(row: UnknownQuestion, *, by: User, reason: str) -> None:
    """What a person decides about a locked row, with person and reason in its history."""
    links = ["belongs_to", "offered_to", "promoted_item"]
    decision = ["state", "decision_note", "decided_by", "decided_at"]
    row.save_signed(by=by, reason=reason, fields=[*links, *decision])
