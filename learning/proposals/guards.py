"""Checks a decision on a proposal before it writes: right, state, base, lint, lost slots."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q

from config.errors import DomainError, found
from learning.deciding import already_decided, require_permission
from learning.proposals.changes import rebase_text
from learning.proposals.lost_slots import suggest_insert, suggest_sentence
from learning.proposals.models import ProposalType, TemplateProposal
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import Catalogue
from templatesapp.lint import Finding, lint_template
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import text_hash
from templatesapp.text.links import find_links
from templatesapp.text.slots import FACT_PREFIX, slot_names
from templatesapp.text.word_diff import word_diff

DECIDE_PERMISSION = "learning.decide_templateproposal"


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


def require_right(by: User) -> None:
    """Raises permission_denied unless the person may decide proposals."""
    require_permission(by, DECIDE_PERMISSION, "You may not decide proposals.")


def lock_for_decision(
    proposal_id: UUID, *states: str
) -> tuple[TemplateProposal, EmailTemplate | None]:
    """The proposal, in one of the states, and the letter that carries its text or would be written
    over, both locked, as is its base.

    Templates first, always: an edit of a template and an examination lock in this order. Raises
    not_found; already_decided, naming who decided what and when. Needs a transaction.
    """
    proposals = TemplateProposal.objects.filter(pk=proposal_id)
    seen = found(proposals.first(), "There is no such proposal.")
    is_new = seen.type == ProposalType.NEW
    key = seen.applied_template_id if is_new else seen.source_template_id
    in_language = Q(template_id=seen.target_template_id, language=seen.language)
    rows = EmailTemplate.objects.filter(Q(pk=key or 0) | in_language)
    locked = {row.pk: row for row in rows.select_for_update().order_by("pk")}
    proposal = TemplateProposal.objects.select_for_update().get(pk=proposal_id)
    if proposal.review_state not in states:
        name = proposal.decided_by.get_username() if proposal.decided_by else ""
        state = str(proposal.get_review_state_display()).lower()
        said = f"This proposal is {state}{f' by {name}' if name else ''}."
        raise already_decided(proposal, said, proposal.review_state, state_name="review_state")
    if is_new:
        return proposal, locked.get(proposal.applied_template_id or 0)
    proposal.source_template = base = locked.get(proposal.source_template_id or 0)
    if proposal.type == ProposalType.PATCH:
        return proposal, base
    return proposal, next((t for t in locked.values() if t.language == proposal.language), None)


def refuse_protected(proposal: TemplateProposal, live: EmailTemplate | None) -> None:
    """A category may have been protected, or the template moved to one, since it was proposed."""
    letters = (proposal.base, live)
    categories = [proposal.scenario_category, *(letter.category for letter in letters if letter)]
    if any(is_hard_rule_protected(category) for category in categories):
        raise DomainError("protected_category")


def is_base_live(proposal: TemplateProposal, base: EmailTemplate) -> bool:
    return base.active and text_hash(base.body) == proposal.base_text_hash


def came_between(proposal: TemplateProposal, live: EmailTemplate | None) -> EmailTemplate | None:
    """What the proposal no longer fits: the letter that somebody wrote in the place of a
    translation, or the base that is no longer what it was; None where it fits. Both are locked."""
    base = proposal.base
    if base is None:
        return None
    if live is not None and live != base:
        is_undone = not live.active and live.pk == proposal.applied_template_id
        if not is_undone:
            return live
    return None if is_base_live(proposal, base) else base


def carry_over(proposal: TemplateProposal, between: EmailTemplate, body: str) -> str | None:
    """A text of the proposal over what came between, None where both changed the same; of a
    translation that text itself, which is written over it."""
    if proposal.type == ProposalType.TRANSLATION:
        return body
    return rebase_text(base=proposal.previous_body, live=between.body, proposed=body)


def base_changed(
    proposal: TemplateProposal, between: EmailTemplate, proposed_body: str
) -> DomainError:
    """template_changed with both changes side by side, and the text that rebasing would make."""
    is_sibling = between != proposal.base
    base = between.body if is_sibling else proposal.previous_body
    return DomainError(
        "template_changed",
        f"{between.template_id} is written in that language by now, version {between.version}."
        if is_sibling
        else f"{between.template_id} is at version {between.version}; this was made from "
        f"version {proposal.base_version}.",
        extra={
            "base_version": proposal.base_version,
            "live_version": between.version,
            "live_body": between.body,
            "is_active": between.active,
            "base_to_live": diff_rows(base, between.body),
            "base_to_proposed": diff_rows(base, proposed_body),
            "rebased_body": carry_over(proposal, between, proposed_body),
        },
    )


def applied_changed(proposal: TemplateProposal, template: EmailTemplate) -> DomainError:
    """template_changed before a roll back: what would be lost, and what would come back."""
    applied = text_of_version(template, proposal.applied_version)
    former = text_of_version(template, proposal.replaced_version)
    return DomainError(
        "template_changed",
        f"{template.template_id} was changed after this approval (version {template.version}, "
        f"approved as version {proposal.applied_version}); rolling back loses that change.",
        extra={
            "applied_version": proposal.applied_version,
            "live_version": template.version,
            "would_be_lost": diff_rows(applied, template.body),
            "live_to_restored": diff_rows(template.body, former),
        },
    )


def text_of_version(template: EmailTemplate, version: int | None) -> str:
    """The body that a version of the template had; today's where history does not reach."""
    if version is None or version == template.version:
        return template.body
    row = template.history.filter(version=version).order_by("history_date").last()
    return row.body if row else template.body


def diff_rows(old: str, new: str) -> list[dict[str, Any]]:
    """``[{op: equal|insert|delete, text}]``."""
    return [{"op": step.op, "text": step.text} for step in word_diff(old, new)]
