"""A reader that has read this desk's decided mail, beside the one that is live.

It begins with what is shipped and is moved by the desk's mail alone, so a candidate depends on
nothing but the arrays in the code and the mail that is kept when it is made. What people decided is
copied nowhere: a label is read from the mail and the decision as long as both are kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zlib import crc32

import numpy as np
from django.db import transaction

from config.errors import DomainError
from drafting.drafts.evidence import persons_letter
from drafting.drafts.kept import current_desk
from drafting.drafts.learning_feed import contact_hash, outcome_for
from drafting.drafts.models import Draft
from drafting.drafts.reader.models import ReaderState, ReaderVersion, live_heads
from drafting.drafts.services.interpret import interpret_message
from drafting.mail.choices import MailKind, MailState
from drafting.mail.models import Message
from drafting.mail.selectors import IS_PERSONAL
from drafting.mail.work_models import OutgoingMail, SentBack
from drafting.pipeline.answer.likely import LETTERS, letter_features, letter_name, letter_opinion
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.normalise import own_subject
from drafting.pipeline.interpret.second_opinion import (
    SCENARIO,
    join_scenarios,
    plan_features,
    said_by,
)
from drafting.pipeline.plan import ActionPlan, IncomingMail
from learning.events.choices import Outcome
from learning.events.selectors import counted_sources
from templatesapp.categories import is_hard_rule_protected
from templatesapp.selectors import current_catalogue
from templatesapp.text.reader.heads import Features, Head, packed_heads, shipped_heads
from templatesapp.text.reader.training import adapted_head

MOST_MAILS = 500  # newest decisions: some fifteen seconds to read
_LEFT = (MailState.QUEUED, MailState.SENDING, MailState.SENT)
_TAKEN = (Outcome.ACCEPTED, Outcome.LIGHT_EDIT)
FEWEST_MAILS = 40  # decided ones; of fewer the comparison says nothing
_KEPT_BACK = 4  # one guest in so many: their mail only compares
_FEWEST_OF_LETTER = 3
_RARE = -4.0  # log-odds of a letter that nothing is known of
_STRENGTH = 3.0  # as far as a decided mail is trusted, of 10 and 30 that labels were
_READ_AGAIN = 200  # newest mails, read by both
HELD_BACK_CATEGORY = "Category, mail of guests it has not read"
HELD_BACK_LETTER = "Letter, mail of guests it has not read"
LABELLED = "Category, labelled mail that no reader has read"

Heads = Mapping[str, Head]
Figure = dict[str, Any]  # name, cases, and how many are right before and after


@dataclass(frozen=True, slots=True)
class Decided:
    """The letter that a person's word makes the right one for a mail. ``letter``: as the reader
    knows it; ``guest``: a keyed hash; ``person``: key of the colleague."""

    message: Message
    guest: str
    person: int
    letter: str
    category: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """A mail that neither reader has learned from, and its categories that are right."""

    mail: IncomingMail
    acceptable: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Read:
    """A mail by the rules alone, and what the reader would see of it."""

    plan: ActionPlan
    subject: str

    @property
    def features(self) -> Features:
        return plan_features(self.plan, self.subject)

    def category(self, heads: Heads) -> str:
        said = said_by(heads[SCENARIO], self.features)
        return join_scenarios(self.plan.scenarios, said)[0].category

    def letter(self, heads: Heads, known: frozenset[str]) -> str:
        """The likeliest of the house's letters; "" where the reader knows none of them."""
        said = letter_opinion(letter_features(self.plan, self.subject), heads[LETTERS])
        return max((name for name in said if name in known), key=said.__getitem__, default="")


def make_candidate(*, now: datetime, seed: int, labelled: Sequence[Labelled]) -> ReaderVersion:
    """Trains on the decided mail of three guests in four and compares on the rest, on ``labelled``
    and on the newest mail. The same mail and seed make the same arrays. It takes the place of a
    candidate that nobody decided about.

    Raises ``conflict`` below ``FEWEST_MAILS`` decided mails, and where one of them was erased
    meanwhile.
    """
    decided = decided_mails()
    kept_back = _kept_back(decided, seed)
    learned = [one for one in decided if one.guest not in kept_back]
    if len(decided) < FEWEST_MAILS or not 0 < len(learned) < len(decided):
        told = f"{len(decided)} mails were decided; {FEWEST_MAILS} of many guests are the least."
        raise DomainError("conflict", told)
    desk = current_desk()
    read = {one.message.pk: _read(one.message, desk) for one in decided}
    own = _trained(learned, read)
    before, after = {**shipped_heads(), **live_heads()}, {**shipped_heads(), **own}
    version = ReaderVersion(
        created_at=now,
        arrays=packed_heads(own),
        seed=seed,
        mails=len(learned),
        people=len({one.person for one in learned}),
        guests=sorted({one.guest for one in learned}),
        figures=[
            *_of_held_back([one for one in decided if one.guest in kept_back], read, before, after),
            _of_labelled(labelled, desk, before, after),
        ],
        readings=_read_otherwise(desk, read, before, after),
    )
    _keep(version, {one.message.pk for one in learned})
    return version


def _keep(version: ReaderVersion, message_ids: set[int]) -> None:
    with transaction.atomic():
        # Whoever erases one of them waits for this, and then finds the version to erase.
        kept = Message.objects.select_for_update().filter(pk__in=message_ids).only("pk")
        if len(kept) < len(message_ids):
            raise DomainError("conflict", "Mail that it learned from was erased meanwhile.")
        for stale in ReaderVersion.objects.select_for_update().filter(state=ReaderState.CANDIDATE):
            stale._change_reason = "A newer candidate was made."
            stale.delete()
        version.save_signed(by=None, reason=f"Made from {version.mails} decided mails.")


def _kept_back(decided: Sequence[Decided], seed: int) -> set[str]:
    """Guests whose mail judges and never teaches: the same ones each time, or what is live would
    have read some of those that judge the next."""
    guests = {one.guest for one in decided}
    return {guest for guest in guests if crc32(f"{seed} {guest}".encode()) % _KEPT_BACK == 0}


def _read(message: Message, desk: Desk) -> _Read:
    return _Read(
        interpret_message(message=message, desk=_by_rules(desk)), own_subject(message.subject)
    )


def _by_rules(desk: Desk) -> Desk:
    return replace(desk, interpret_settings=replace(desk.interpret_settings, has_reader=False))


def _trained(learned: Sequence[Decided], read: Mapping[int, _Read]) -> dict[str, Head]:
    weights = _STRENGTH * np.array(person_weights([one.person for one in learned]))
    mails = [read[one.message.pk] for one in learned]
    shipped = shipped_heads()
    letters = _with_letters(shipped[LETTERS], Counter(one.letter for one in learned))

    def adapted(head: Head, features: Sequence[Features], decided: Sequence[str]) -> Head:
        right = np.array([[name == one for name in head.names] for one in decided])
        return adapted_head(head, features, right, weights)

    categories = [one.category for one in learned]
    of_letters = [letter_features(mail.plan, mail.subject) for mail in mails]
    return {
        SCENARIO: adapted(shipped[SCENARIO], [mail.features for mail in mails], categories),
        LETTERS: adapted(letters, of_letters, [one.letter for one in learned]),
    }


def _with_letters(head: Head, decided: Counter[str]) -> Head:
    """The head with a place for each letter of this house that was right often enough."""
    often = {name for name, count in decided.items() if count >= _FEWEST_OF_LETTER}
    new = sorted(often - set(head.names))
    return Head(
        (*head.names, *new),
        np.pad(head.full_weights, ((0, 0), (0, len(new)))),
        np.append(head.bias, np.full(len(new), _RARE, dtype=np.float32)),
        head.thresholds,
    )


def _of_held_back(
    judged: Sequence[Decided], read: Mapping[int, _Read], before: Heads, after: Heads
) -> list[Figure]:
    known = frozenset(letter_name(letter) for letter in current_desk().catalogue.templates)
    categories, letters = [], []
    for one in judged:
        mail = read[one.message.pk]
        categories.append([mail.category(heads) == one.category for heads in (before, after)])
        letters.append([mail.letter(heads, known) == one.letter for heads in (before, after)])
    return [_figure(HELD_BACK_CATEGORY, categories), _figure(HELD_BACK_LETTER, letters)]


def _of_labelled(labelled: Sequence[Labelled], desk: Desk, before: Heads, after: Heads) -> Figure:
    settings = _by_rules(desk).interpret_settings
    hits = []
    for one in labelled:
        mail = _Read(interpret(one.mail, settings=settings), own_subject(one.mail.subject))
        hits.append([mail.category(heads) in one.acceptable for heads in (before, after)])
    return _figure(LABELLED, hits)


def _figure(name: str, hits: Sequence[Sequence[bool]]) -> Figure:
    return {
        "name": name,
        "cases": len(hits),
        "before": sum(was for was, _ in hits),
        "after": sum(is_now for _, is_now in hits),
    }


def _read_otherwise(
    desk: Desk, read: Mapping[int, _Read], before: Heads, after: Heads
) -> list[dict[str, Any]]:
    """Of the newest mail what is read otherwise: keys and categories, none of its words."""
    newest = Message.objects.filter(IS_PERSONAL).defer("raw").order_by("-received_at", "-pk")
    found = []
    for message in newest[:_READ_AGAIN]:
        mail = read.get(message.pk) or _read(message, desk)
        was, is_now = (mail.category(heads) for heads in (before, after))
        if was != is_now:
            found.append({"message": message.pk, "before": was, "after": is_now})
    return found


# --- what people decided, as labels --------------------------------------------------------------


def decided_mails() -> list[Decided]:
    """The newest decided mails, one label each: a letter named when a reply was sent back goes
    before the one that was released in the end.

    An agent's word is no label, nor is a reply that a person rewrote; protected categories are
    read by the rules and learned from nobody.
    """
    letters = {
        t.template_id: (letter_name(t), t.category)
        for t in current_catalogue().templates
        if t.category and not t.acknowledges
    }
    found: dict[int, Decided] = {}
    for message, person, template_id in (*_sent_back(), *_released()):
        letter = letters.get(template_id)
        guest = contact_hash(message.from_address)
        if not guest or letter is None or is_hard_rule_protected(letter[1]) or message.pk in found:
            continue
        found[message.pk] = Decided(message, guest, person, *letter)
    return sorted(found.values(), key=lambda one: one.message.pk)[-MOST_MAILS:]


def person_weights(people: Sequence[int]) -> list[float]:
    """Of each decided mail: nobody's count for more than all others' together, and who decides
    alone counts half."""
    decided = Counter(people)
    total = decided.total()
    share = {
        person: min(1.0, (total - count) / count) if total > count else 0.5
        for person, count in decided.items()
    }
    return [share[person] for person in people]


def _sent_back() -> Iterator[tuple[Message, int, str]]:
    words = SentBack.objects.filter(template__isnull=False, person__isnull=False)
    for word in words.select_related("message", "template").defer("message__raw")[:MOST_MAILS]:
        if word.template is not None and word.person_id is not None:
            yield word.message, word.person_id, word.template.template_id


def _released() -> Iterator[tuple[Message, int, str]]:
    mails = OutgoingMail.objects.filter(
        kind=MailKind.REPLY,
        state__in=_LEFT,
        is_automatic=False,
        released_by__isnull=False,
        draft__message__isnull=False,
        draft__source__in=counted_sources(),
    )
    found = mails.select_related("draft__message", "draft__template").defer("draft__message__raw")
    for mail in found.prefetch_related("draft__attestations")[:MOST_MAILS]:
        draft = mail.draft
        if draft is None or draft.message is None or mail.released_by_id is None:
            continue
        if letter := _right_letter(draft):
            yield draft.message, mail.released_by_id, letter


def _right_letter(draft: Draft) -> str:
    """Id of the letter that a person chose, else of the one that left as it was; "" for none."""
    last = draft.last_attempt
    if chosen := persons_letter(last):
        return chosen
    if draft.template is None or (last is not None and outcome_for(last, draft) not in _TAKEN):
        return ""
    return draft.template.template_id
