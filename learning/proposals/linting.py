"""Whether a proposed text may go live: the templates' lint, and where its lost slots belong."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import Any

from config.errors import DomainError
from learning.proposals.lost_slots import suggest_insert, suggest_sentence
from learning.proposals.models import TemplateProposal
from templatesapp.entries import Catalogue
from templatesapp.lint import Finding, lint_template
from templatesapp.selectors import current_catalogue
from templatesapp.text.links import find_links
from templatesapp.text.slots import FACT_PREFIX, slot_names


def lint_proposed(
    proposal: TemplateProposal,
    *,
    subject: str,
    body: str,
    base_body: str,
    may_drop_slots: bool = False,
) -> list[Finding]:
    """Findings of a text of the proposal that would replace ``base_body`` ("": a new letter).

    A lost slot comes with the text and the place that mend it, a value that was written out with
    the facts that it may be. ``may_drop_slots``: a person says that what is not in it was dropped
    knowingly, so that it is advice only.
    """
    catalogue, base, language = current_catalogue(), proposal.base, proposal.language
    link = base.canonical_reference_url if base else ""
    findings = lint_template(
        subject=subject,
        body=body,
        reference_scope=base.reference_scope if base else "",
        canonical_reference_url=link,
        fact_names=frozenset(catalogue.facts),
        required_slots=slot_names(base_body),
        allowed_links=allowed_hosts(catalogue, base_body),
        language=language,
        known=catalogue.guarded,
    )
    asked = [_asked(finding, catalogue, language) for finding in findings]
    return list(_mended(asked, base_body, body, link, may_drop_slots))


def lint_failed(field: str, findings: Iterable[Finding], shown: Iterable[Finding]) -> DomainError:
    """lint_failed for these ``findings`` of a ``field``; with it go those ``shown``."""
    messages = [finding.message for finding in findings]
    detail = " ".join(messages)
    lint = {"lint": as_rows(shown)}
    return DomainError("lint_failed", detail, fields={field: messages}, extra=lint)


def as_rows(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """``[{code, message, is_error, insert, position}]``, as stored and as the API shows them."""
    return [asdict(finding) for finding in findings]


def allowed_hosts(catalogue: Catalogue, base_body: str = "") -> frozenset[str]:
    """Hosts that a letter may link to: of the settings, the facts, the templates' references, and
    what the live text links to already."""
    sources = [
        *catalogue.profile.allowed_links,
        *(fact.value for fact in catalogue.facts.values() if fact.kind == "url"),
        *{template.canonical_reference_url for template in catalogue.templates},
        base_body,
    ]
    return frozenset(link.host for source in sources for link in find_links(source))


def _asked(finding: Finding, catalogue: Catalogue, language: str) -> Finding:
    """Which fact a value that was written out means is asked where today's value of some is
    written so: it was left as it is since nothing told."""
    if finding.code != "literal_fact":
        return finding
    meant = tuple(
        f"{FACT_PREFIX}{fact.name}"
        for fact in catalogue.facts.values()
        if finding.insert in (fact.formatted(language), fact.value)
    )
    asked = replace(finding, message=f"“{finding.insert}”: which fact is meant?", choices=meant)
    return asked if meant else finding


def _mended(
    findings: Iterable[Finding], base_body: str, body: str, link: str, may_drop: bool
) -> Iterator[Finding]:
    """The findings, each lost slot and link with the text and the place that mend it; one insert
    that mends two findings stands at the first."""
    inserts: set[tuple[str, int]] = set()
    for finding in findings:
        if finding.code == "lost_slot":
            insert = suggest_insert(base_body, body, finding.insert)
            finding = replace(finding, is_error=not may_drop)
        elif finding.code == "missing_reference" and link:
            insert = suggest_sentence(base_body, body, link)
        else:
            yield finding
            continue
        place = (insert.text, insert.position)
        text, position = ("", -1) if place in inserts else place
        inserts.add(place)
        yield replace(finding, insert=text, position=position)
