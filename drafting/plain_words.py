"""What the desk's codes mean, in a sentence for a person: pages take it from here alone."""

from collections.abc import Iterable, Mapping
from typing import Any

from drafting.tables import table_beside
from templatesapp.text.slots import source_in_words

CODES: dict[str, str] = table_beside(__file__)


def plain(code: str) -> str:
    """The code itself for one without a sentence."""
    return CODES.get(code, code)


def said_and_known(found: Mapping[str, Any]) -> str:
    """A finding of the guard of facts that says otherwise than we know."""
    said, known, source = found["said"], found["known"], source_in_words(found["fact"])
    return f"You say {said}, our fact is {known} ({source})"


def warned(quality: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The warnings of a report, each with its text; "" in a report from before they had any."""
    details = quality.get("warning_details") or {}
    return [(name, str(details.get(name, ""))) for name in quality.get("warnings") or ()]


def plain_list(codes: Iterable[str]) -> str:
    """As the end of a sentence."""
    said = (plain(code) for code in codes)
    return "; ".join(one[:1].lower() + one[1:] for one in said)
