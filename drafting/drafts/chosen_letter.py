"""Composes a kept draft's mail anew, with the letter that a person chose."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.selectors import standing
from drafting.drafts.services.interpret import header_name_of
from drafting.drafts.shapes import plan_from_json
from drafting.pipeline.answer.choose import Choice, Chooser
from drafting.pipeline.answer.compose import ComposeRequest, Composition, _Composer
from drafting.pipeline.answer.paragraphs import Fit, fit_letter
from drafting.pipeline.answer.requirements import proofs_of
from drafting.pipeline.check.policy import PolicyDecision
from drafting.pipeline.check.surroundings import policy_for
from learning.calibration.services import current_priors
from templatesapp.entries import TemplateEntry


class ChosenMail:
    """What the letters of one mail share: its plan, and the desk's own choice. Raises
    ``body_blanked``."""

    def __init__(self, draft: Draft) -> None:
        self.draft = standing(draft)
        self.plan = plan_from_json(draft.action_plan)
        self.desk = current_desk()
        self.priors = current_priors(self.desk.catalogue)
        proofs = proofs_of(self.plan, draft.states, has_step=False)
        chooser = Chooser(self.plan, self.desk.library, proofs, draft.subject)
        self.choice = chooser.choose(self.priors)

    def ranked(self) -> Iterator[TemplateEntry]:
        """The desk's own choice of today, then the ranking's."""
        if self.choice.template is not None:
            yield self.choice.template
        for contender in self.choice.ranking.contenders:
            yield self.desk.library.templates[contender.template_key]

    def composed(self, template: TemplateEntry) -> Composition:
        return _ChosenLetter(self, template).compose()


class _ChosenLetter(_Composer):
    """Composes with the letter that a person chose: neither ranking nor proofs ask about it."""

    def __init__(self, mail: ChosenMail, template: TemplateEntry) -> None:
        draft = mail.draft
        request = ComposeRequest(
            subject=draft.subject, header_name=header_name_of(draft.message), states=draft.states
        )
        super().__init__(mail.plan, mail.desk, mail.priors, request)
        text = self.library.texts.of(template)
        fit = self._whole(fit_letter(text, self.plan.asks, self.plan.language))
        self._choice = replace(
            mail.choice, template=template, selection="suggest", acknowledges="", fit=fit
        )

    def _whole(self, fit: Fit) -> Fit:
        """A letter in which nobody sees an answer stands whole: the person saw one."""
        if fit.by_ask or not self.plan.asks:
            return fit
        first, everything = self.plan.asks[0].id, tuple(range(len(fit.letter.paragraphs)))
        return replace(fit, by_ask={first: everything}, partly=frozenset([first]))

    def _as_known(self, fit: Fit) -> Fit:
        """What it says itself stands, also where our knowledge answers the same."""
        known = super()._as_known(fit)
        gone = fit.by_ask.keys() - known.by_ask.keys()
        partly = known.partly | (fit.partly & gone)
        return replace(known, by_ask={**fit.by_ask, **known.by_ask}, partly=partly)

    def _says_nothing(self, choice: Choice, fits: Sequence[Fit]) -> bool:
        return False

    def _chosen(self) -> tuple[Choice, PolicyDecision]:
        template = self._choice.template
        is_fixed = template is not None and template.is_protected
        category = template.category if template and is_fixed else self._choice.category
        return self._choice, policy_for(self.plan, self.desk, category)
