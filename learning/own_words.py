"""What we say ourselves, which redaction leaves alone: templates, knowledge, facts, settings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from templatesapp.categories import LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.selectors import current_catalogue


def own_words(catalogue: Catalogue | None = None) -> tuple[str, ...]:
    """Our texts as of now, or as of a ``catalogue``; worked out once per catalogue version."""
    return _words(KeptCatalogue(catalogue or current_catalogue()))


class KeptCatalogue:
    """A catalogue as a cache key: equal stamps are the same catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeptCatalogue) and other.catalogue.stamp == self.catalogue.stamp

    def __hash__(self) -> int:
        return hash(self.catalogue.stamp)


@lru_cache(maxsize=2)
def _words(kept: KeptCatalogue) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in _sources(kept.catalogue) if text))


def _sources(catalogue: Catalogue) -> Iterable[str]:
    for template in catalogue.templates:
        yield template.subject
        yield template.body
    for item in catalogue.knowledge:
        yield item.question
        yield item.answer
    for fact in catalogue.facts.values():
        yield fact.value
        yield from (fact.formatted(language) for language in LANGUAGES)
    profile = catalogue.profile
    yield from (profile.business_name, profile.owners, profile.signature, *profile.allowed_links)
    for sentences in profile.calls_to_action.values():
        yield from sentences.values()
    for policy in catalogue.policies:
        yield from policy.mandatory_content.values()
