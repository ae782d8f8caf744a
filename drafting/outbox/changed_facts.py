"""Facts that have changed since a waiting reply stated them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from config.errors import DomainError
from drafting.mail.work_models import OutgoingMail
from templatesapp.selectors import current_catalogue
from templatesapp.text.guarded.findings import find_changed
from templatesapp.text.guarded.renewal import renew_facts


@dataclass(frozen=True, slots=True)
class StaleFact:
    """``said`` and ``known`` as the reply's language writes them; ``known`` "": it is gone."""

    fact: str
    said: str
    known: str

    def __str__(self) -> str:
        ours = f"our fact is {self.known}" if self.known else "that is no fact of ours any more"
        return f"you say {self.said}, {ours} ({self.fact})"


def stale_facts(mail: OutgoingMail) -> list[StaleFact]:
    """Which facts the reply states otherwise than they are today; those that a text was written
    with are kept with it. A fact that is gone is told as it was kept."""
    facts = current_catalogue().facts
    changed = find_changed(_stated(mail), facts, language=mail.language)
    return [
        StaleFact(
            one.fact,
            replace(facts[one.fact], value=one.said).formatted(mail.language)
            if one.fact in facts
            else one.said,
            one.known,
        )
        for one in changed
    ]


def refuse_stale_facts(mail: OutgoingMail) -> None:
    """Raises ``fact_changed``."""
    stale = stale_facts(mail)
    if stale:
        told = [str(one) for one in stale]
        detail = f"Since this was written a fact has changed: {'; '.join(told)}."
        raise DomainError("fact_changed", detail, fields={"body_text": told})


def renewed_text(mail: OutgoingMail) -> str:
    """The reply's text with today's facts in the place of those that it was written with."""
    now = current_catalogue().facts
    stated = _stated(mail)
    then = {name: replace(fact, value=stated.get(name, fact.value)) for name, fact in now.items()}
    return renew_facts(mail.body_text, language=mail.language, then=then, now=now)


def _stated(mail: OutgoingMail) -> dict[str, str]:
    if mail.draft is None:
        return {}
    last = mail.draft.attestations.order_by("-attempt").first()
    stated: dict[str, str] = (last or mail.draft).matched_facts
    return stated
