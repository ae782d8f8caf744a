"""When somebody is forgotten: what the ledger and the evidence hold of their words.

Redaction takes out names, contacts and references; a postal address or a date of birth may stay.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from uuid import UUID

from learning.events.models import SelectionEvent
from learning.ledger.models import UnknownQuestion
from learning.proposals.models import ProposalEvidence


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
