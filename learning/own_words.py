"""What we say ourselves, which redaction leaves alone: templates, knowledge, facts, settings."""

from collections.abc import Iterable
from functools import lru_cache

from templatesapp.categories import LANGUAGES
from templatesapp.entries import Catalogue


@lru_cache(maxsize=2)
def own_words(catalogue: Catalogue) -> tuple[str, ...]:
    """Our texts as of a catalogue; worked out once per version."""
    return tuple(dict.fromkeys(text for text in _sources(catalogue) if text))


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
