"""One letter in its languages: which of them exist, and in what each differs from another."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from templatesapp.categories import LANGUAGES
from templatesapp.models import EmailTemplate
from templatesapp.text.links import find_links
from templatesapp.text.slots import ALWAYS, SLOT

# What is the same in every language, with the words for it.
SAME = {
    "category": "category",
    "purpose": "purpose",
    "acknowledges": "kind of acknowledgement",
    "requires": "claim about the guest",
    "prepayment_step": "prepayment step",
    "prepayment_provider": "provider",
    "reference_scope": "rule for the link",
    "canonical_reference_url": "link to refer to",
}


@dataclass(frozen=True, slots=True)
class Sibling:
    """``template`` is None where nobody has written it; ``differences``: plain words, empty where
    it says with its slots, links and settings what the other says."""

    language: str
    name: str
    template: EmailTemplate | None
    differences: tuple[str, ...] = ()


def siblings_of(template: EmailTemplate) -> list[Sibling]:
    """One entry per language, in the desk's order. One query."""
    written = {
        row.language: row for row in EmailTemplate.objects.filter(template_id=template.template_id)
    }
    return [
        Sibling(code, name, row, tuple(_differences(template, row)) if row else ())
        for code, name in LANGUAGES.items()
        for row in (written.get(code),)
    ]


def slots_and_links(text: str) -> tuple[Counter[str], list[str]]:
    """How often each slot stands in the text, and its links in order."""
    return Counter(SLOT.findall(text)), [link.url for link in find_links(SLOT.sub(" ", text))]


def _differences(template: EmailTemplate, other: EmailTemplate) -> Iterator[str]:
    (own_slots, own_links), (slots, links) = map(slots_and_links, (template.body, other.body))
    yield from (f"lacks {slot}" for slot in sorted((own_slots - slots).keys()))
    yield from (f"has {slot} besides" for slot in sorted((slots - own_slots).keys()))
    if own_links != links:
        yield "other links in the text"
    if template.body.count(ALWAYS) != other.body.count(ALWAYS):
        yield "other paragraphs that always stay"
    yield from (
        f"another {words}"
        for name, words in SAME.items()
        if getattr(template, name) != getattr(other, name)
    )
    if template.active != other.active:
        yield "one of the two is switched off"
