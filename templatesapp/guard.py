"""The one guard of the texts that are legally fixed."""

PROTECTED_CATEGORIES = frozenset({"prepayment", "cancellation"})
PROTECTED_PERMISSION = "templatesapp.change_protected_template"


def is_hard_rule_protected(category: str) -> bool:
    """Whether texts of ``category`` are fixed: never ranked freely, never refined, no priors, no
    proposals.

    Ranker, refine, calibration and proposals all ask here. Spelling and case do not open it.
    """
    return category.strip().lower() in PROTECTED_CATEGORIES
