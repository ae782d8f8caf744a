"""What the desk's codes mean, in a sentence for a person: pages take it from here alone."""

from collections.abc import Iterable, Mapping
from typing import Any

from drafting.tables import table_beside
from templatesapp.text.slots import source_in_words

CODES: dict[str, str] = table_beside(__file__)
# Of 260 rewrites right ones had these as often as wrong ones: pages do not bring them up.
_QUIET = frozenset({"length_out_of_range", "notice_ignored", "partial_question_coverage"})


def plain(code: str) -> str:
    """The code itself for one without a sentence."""
    return CODES.get(code, code)


def said_and_known(found: Mapping[str, Any]) -> str:
    """A finding of the guard of facts that says otherwise than we know."""
    said, known, source = found["said"], found["known"], source_in_words(found["fact"])
    return f"You say {said}, our fact is {known} ({source})"


def warned(quality: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The warnings of a report that say something of a text, each with its own; "" in a report from
    before they had any."""
    details = quality.get("warning_details") or {}
    names = [name for name in quality.get("warnings") or () if name not in _QUIET]
    return [(name, str(details.get(name, ""))) for name in names]


def plain_list(codes: Iterable[str]) -> str:
    """As the end of a sentence."""
    said = (plain(code) for code in codes)
    return "; ".join(one[:1].lower() + one[1:] for one in said)
