"""Every change of a proposal: made by a rewrite, decided by a person, aged by time."""

from learning.many import BulkOutcome
from learning.proposals.aging import blank_expired_bodies, expire_proposals
from learning.proposals.bulk import bulk_decide
from learning.proposals.decisions import (
    UNDO_MINUTES,
    approve_proposal,
    reject_proposal,
    roll_back_proposal,
    undo_decision,
)
from learning.proposals.examination import examine_rewrite

__all__ = [
    "UNDO_MINUTES",
    "BulkOutcome",
    "approve_proposal",
    "blank_expired_bodies",
    "bulk_decide",
    "examine_rewrite",
    "expire_proposals",
    "reject_proposal",
    "roll_back_proposal",
    "undo_decision",
]
