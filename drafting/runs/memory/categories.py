"""Names of memory categories. A module without Django."""

from __future__ import annotations

import re

_BETWEEN_WORDS = re.compile(r"[\W_]+")


def fold_category(text: str) -> str:
    """Lower snake case: "Timezone preference" and "timezone-preference" are one category."""
    return _BETWEEN_WORDS.sub("_", text.lower()).strip("_")
