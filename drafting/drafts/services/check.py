"""The third call: is a text fit to leave?"""

from collections.abc import Mapping
from dataclasses import replace

from config.errors import invalid
from drafting.drafts.chosen_letter import ChosenMail
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.offers import put_in
from drafting.drafts.services.interpret import interpret_posted
from drafting.drafts.shapes import origins_of, outcomes_of, plan_from_json, policy_of
from drafting.pipeline.answer.requirements import CASES, is_undecided, proofs_of
from drafting.pipeline.check.checks import NEEDS_LINK, PERSON_IS_HELD_TO
from drafting.pipeline.check.quality import QualityReport, WaitsFor, overrule
from drafting.pipeline.check.surroundings import Desk, judge_text, policy_for
from drafting.pipeline.interpret.language import text_language
from drafting.pipeline.outcomes import Origin, TextRead, sentence_key
from drafting.pipeline.plan import ActionPlan
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import TemplateEntry
from templatesapp.selectors import get_template_entry
from templatesapp.text.links import find_links
from templatesapp.text.sentences import sentences

_MOST_TOLD = 20_000  # characters of a mail


def check_draft(
    *,
    draft: Draft,
    body_plain: str,
    body_html: str | None = None,
    is_by_person: bool = False,
    corrected_template: str = "",
    is_insisted: bool = False,
    origins: Mapping[str, Origin] | None = None,
) -> QualityReport:
    """Judges a text against a kept draft: its plan, template and policy. Writes nothing.

    The text's language is the one it is written in. A person may reword what an agent may not.
    ``corrected_template``: id of the letter that should have been chosen; its reference counts, and
    where a person chose it, its sentences are ours (``origins``, where they are known already).
    ``is_insisted``: a person lets stand what may be overruled, with a reason that is kept.
    """
    desk = current_desk()
    language = text_language(body_plain, draft.language)
    named = [t for t in desk.catalogue.templates if t.template_id == corrected_template]
    corrected = min(named, key=lambda letter: letter.language != language, default=None)
    if origins is None and corrected is not None and is_by_person:
        origins = ChosenMail(draft).composed(corrected).origins
    plan = plan_from_json(draft.action_plan)
    # The draft's own sentences keep where they are from, wherever they stand in the text.
    origins = origins_of(draft) if origins is None else origins
    if is_by_person:
        new = put_in(plan=plan, subject=draft.subject, body=body_plain, known=origins)
        origins = {**origins, **new}
    text = TextRead(
        body_plain,
        language,
        origins,
        covers_all=still_acknowledges(draft, body_plain),
        is_reply=body_plain.strip() != draft.body_plain.strip(),
        before=outcomes_of(draft.outcomes),
        written=draft.language,
    )
    report = judge_text(
        plan,
        desk=desk,
        text=text,
        policy=policy_of(draft, desk.catalogue.policies),
        body_html=body_html,
        template=_template_of(draft, desk),
        corrected=corrected,
        # A person's wording of protected text is measured against itself.
        kept_text=body_plain if is_by_person else draft.body_plain,
        has_kept_draft=True,
        fixed_category=draft.scenario_category if is_text_fixed(draft) else "",
        is_linkless=corrected is None and _needs_no_link(draft),
        holes=draft.slots.get("holes", ()),
        told=_told(draft),
    )
    return overrule(report) if is_insisted else report


def category_of(corrected_template: str, *, may_be_gone: bool = False) -> str:
    """The category of the letter that should have been chosen; "" for none. Raises
    ``validation_error`` for one that is not there."""
    letters = (t for t in current_desk().catalogue.templates if not t.acknowledges)
    letter = next((t for t in letters if t.template_id == corrected_template), None)
    if letter is None and corrected_template and not may_be_gone:
        said = f"No letter is called {corrected_template[:40]}."
        raise invalid("corrected_template", said)
    return letter.category if letter else ""


def waits_for(draft: Draft) -> WaitsFor | None:
    """What no wording of the draft settles. What older drafts did not keep is told from their
    letter."""
    if draft.waits_for:
        return WaitsFor(draft.waits_for)
    desk = current_desk()
    template = _template_of(draft, desk)
    if template is None:
        return WaitsFor.ANSWER if draft.acknowledgement_id is not None else None
    if is_undecided(template, desk.asserting):
        return WaitsFor.PROOF
    proofs = proofs_of(plan_from_json(draft.action_plan), draft.states, has_step=False)
    is_for_case = proofs.is_unread(template) or not CASES.isdisjoint(template.requires or ())
    return WaitsFor.CASE if is_for_case else None


def is_text_fixed(draft: Draft) -> bool:
    """Whether the draft's text may not be reworded by an agent: legally fixed, or no more than
    that the mail was read."""
    is_by_law = draft.template_id is not None and is_hard_rule_protected(draft.scenario_category)
    return draft.acknowledgement_id is not None or draft.is_protected or is_by_law


def check_text(
    *, plan: ActionPlan, body_plain: str, body_html: str | None, subject: str = ""
) -> QualityReport:
    """Judges a loose text against a posted plan; checks that need a template do not apply."""
    desk = current_desk()
    plan = interpret_posted(plan=plan, subject=subject, desk=desk)
    policy = policy_for(plan, desk, plan.scenario.category)
    text = _loose(plan, body_plain)
    return judge_text(plan, desk=desk, text=text, policy=policy, body_html=body_html)


def check_own_words(
    *,
    plan: ActionPlan,
    subject: str,
    body_plain: str,
    is_answer: bool = True,
    is_insisted: bool = False,
) -> QualityReport:
    """Judges what a person writes themselves, without a draft. They are held to what no reply may
    say (``PERSON_IS_HELD_TO``); the rest of what would fail is told as advice. ``is_answer`` False:
    the mail is answered already, and what had to be said stands there. ``is_insisted``: as for
    ``check_draft``."""
    desk = current_desk()
    policy = policy_for(plan, desk, plan.scenario.category)
    policy = policy if is_answer else replace(policy, mandatory=())
    origins = put_in(plan=plan, subject=subject, body=body_plain, known={})
    text = replace(_loose(plan, body_plain), origins=origins)
    report = judge_text(plan, desk=desk, text=text, policy=policy)
    failed = report.failed_check_details.items()
    held = {name: detail for name, detail in failed if name in PERSON_IS_HELD_TO}
    advice = (name for name in report.failed_checks if name not in held)
    report = replace(
        report,
        passed=not held,
        failed_checks=tuple(held),
        failed_check_details=held,
        warnings=(*advice, *report.warnings),
    )
    return overrule(report) if is_insisted else report


def _loose(plan: ActionPlan, body_plain: str) -> TextRead:
    return TextRead(body_plain, text_language(body_plain, plan.language))


def still_acknowledges(draft: Draft, body_plain: str) -> bool:
    """Whether a text has what the draft's acknowledgement promises; a person may take it out."""
    origins = origins_of(draft)
    return draft.acknowledgement_id is not None and any(
        sentence_key(said) in origins for said in sentences(body_plain)
    )


def _told(draft: Draft) -> list[str]:
    """The subject, and all that stands in the mail: dates and party in a platform's table."""
    told = [draft.message.body_text[:_MOST_TOLD]] if draft.message else []
    return [draft.subject, *told]


def _needs_no_link(draft: Draft) -> bool:
    """Whether the draft has no link, and was found to need none."""
    return not find_links(draft.body_plain) and NEEDS_LINK not in draft.quality["failed_checks"]


def _template_of(draft: Draft, desk: Desk) -> TemplateEntry | None:
    """The template as it is today; one switched off since still guards its protected text."""
    if draft.template_id is None:
        return None
    kept = desk.catalogue.templates_by_key.get(draft.template_id)
    return kept or get_template_entry(key=draft.template_id)
