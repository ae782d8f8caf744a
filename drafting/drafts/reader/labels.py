"""What people of this desk decided about its mail, as labels. Nothing is copied: a label is read
from the mail and the decision as long as both are kept, and is gone with either."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drafting.drafts.evidence import persons_letter
from drafting.drafts.learning_feed import contact_hash, outcome_for
from drafting.drafts.models import Draft
from drafting.mail.choices import MailKind, MailState
from drafting.mail.models import Message
from drafting.mail.work_models import OutgoingMail, SentBack
from drafting.pipeline.answer.likely import letter_name
from learning.events.outcomes import Outcome
from learning.events.selectors import counted_sources
from templatesapp.guard import is_hard_rule_protected
from templatesapp.selectors import current_catalogue

MOST_MAILS = 500  # newest decisions: some fifteen seconds to read
_LEFT = (MailState.QUEUED, MailState.SENDING, MailState.SENT)
_TAKEN = (Outcome.ACCEPTED, Outcome.LIGHT_EDIT)


@dataclass(frozen=True, slots=True)
class Decided:
    """The letter that a person's word makes the right one for a mail. ``letter``: as the reader
    knows it; ``guest``: a keyed hash; ``person``: key of the colleague."""

    message: Message
    guest: str
    person: int
    letter: str
    category: str


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
