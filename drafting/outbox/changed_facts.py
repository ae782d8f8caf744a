"""Facts and answers that have changed since a waiting reply was written."""

from collections.abc import Mapping
from dataclasses import replace

from config.errors import DomainError
from drafting.mail.work_models import OutgoingMail
from drafting.pipeline.phrases import strip_citation_markers
from templatesapp.entries import Catalogue, FactEntry
from templatesapp.selectors import current_catalogue
from templatesapp.text.guarded.renewal import renew_facts
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import name_in_words, resolve_slots


def stale_facts(mail: OutgoingMail, catalogue: Catalogue | None = None) -> list[str]:
    """What the reply states otherwise than our facts are today, a sentence each. ``catalogue``:
    where the caller has it for several replies."""
    facts = (catalogue or current_catalogue()).facts
    return [
        _told(name, said, fact, mail.language)
        for name, said in _stated(mail).items()
        if (fact := facts.get(name)) is None or fact.value != said
    ]


def _told(name: str, said: str, fact: FactEntry | None, language: str) -> str:
    """Values as the language writes them; that of a fact that is gone as it was kept."""
    said = replace(fact, value=said).formatted(language) if fact else said
    known = fact.formatted(language) if fact else ""
    ours = f"our fact is {known}" if known else "that is no fact of ours any more"
    return f"you say {said}, {ours} ({name_in_words(name).lower()})"


def stale_answers(mail: OutgoingMail, catalogue: Catalogue | None = None) -> list[str]:
    """Sentences of the reply that stand in no answer of ours any more, though one was their
    source. Facts count as they were: what changed of them is ``stale_facts``."""
    sources = mail.draft.sources_used if mail.draft else []
    said = [
        sentence
        for source in sources
        if source["injected"]
        for sentence in sentences(source["text"])
        if sentence in mail.body_text
    ]
    if not said:
        return []
    catalogue = catalogue or current_catalogue()
    then = _then(mail, catalogue.facts)
    values = {f"FACT_{name}": fact.formatted(mail.language) for name, fact in then.items()}
    today = {
        sentence
        for item in catalogue.knowledge
        if item.language == mail.language
        for sentence in sentences(strip_citation_markers(resolve_slots(item.answer, values).text))
    }
    return [sentence for sentence in dict.fromkeys(said) if sentence not in today]


def refuse_stale_answers(mail: OutgoingMail) -> None:
    """Raises ``fact_changed``."""
    if stale := stale_answers(mail):
        detail = f"Since this was written an answer that it used has changed: “{stale[0]}” Edit it."
        raise DomainError("fact_changed", detail, fields={"body_text": stale})


def refuse_stale_facts(mail: OutgoingMail) -> None:
    """Raises ``fact_changed``."""
    if told := stale_facts(mail):
        detail = f"Since this was written a fact has changed: {'; '.join(told)}."
        raise DomainError("fact_changed", detail, fields={"body_text": told})


def renewed_text(mail: OutgoingMail) -> str:
    """The reply's text with today's facts in the place of those that it was written with."""
    now = current_catalogue().facts
    return renew_facts(mail.body_text, language=mail.language, then=_then(mail, now), now=now)


def _then(mail: OutgoingMail, now: Mapping[str, FactEntry]) -> dict[str, FactEntry]:
    """The facts as they were when the reply was written; those that it does not state, as today."""
    stated = _stated(mail)
    return {name: replace(fact, value=stated.get(name, fact.value)) for name, fact in now.items()}


def _stated(mail: OutgoingMail) -> dict[str, str]:
    if mail.draft is None:
        return {}
    stated: dict[str, str] = (mail.draft.last_attempt or mail.draft).matched_facts
    return stated
