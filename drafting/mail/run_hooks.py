"""What mail asks of draft runs. Without a run there is no best text, and a person releases."""

from __future__ import annotations

from drafting.drafts.models import Draft
from drafting.mail.work_models import Batch


def find_best_text_hash(*, batch: Batch) -> str | None:
    """The hash of the text that the batch's run ended with; None where no run says one."""
    return None


def has_earned_release(*, batch: Batch, draft: Draft) -> bool:
    """Whether a run has earned that this draft leaves without a person."""
    return False
