"""A kept draft's mail, answered with another letter that a person may choose."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from config.errors import invalid
from drafting.drafts.evidence import AskShown, asks_shown
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.selectors import standing
from drafting.drafts.services.interpret import header_name_of
from drafting.drafts.shapes import plan_from_json
from drafting.pipeline.answer.choose import Choice, Chooser
from drafting.pipeline.answer.compose import ComposeRequest, _Composer
from drafting.pipeline.answer.paragraphs import Fit, fit_letter
from drafting.pipeline.answer.requirements import proofs_of
from drafting.pipeline.check.policy import PolicyDecision
from drafting.pipeline.check.surroundings import policy_for
from learning.calibration.selectors import current_priors
from templatesapp.entries import TemplateEntry

OFFERED = 3
FOUND_AT_MOST = 9  # as many as there are digits


@dataclass(frozen=True, slots=True)
class OtherLetter:
    """``text``: the reply as it would read; ``asks``: each ask with the sentence that answers it.
    Both are empty for a letter that was only looked for."""

    template: TemplateEntry
    text: str = ""
    asks: tuple[AskShown, ...] = ()


def best_letters(*, draft: Draft, present: str) -> list[OtherLetter]:
    """The best ranked letters besides the one that the reply is from (``present``: its id). Raises
    ``body_blanked``."""
    mail = _Mail(draft)
    found = dict.fromkeys(t for t in mail.ranked() if t.template_id != present)
    return [mail.letter(template) for template in list(found)[:OFFERED]]


def letter_for(*, draft: Draft, key: int) -> OtherLetter:
    """The reply from the letter of this key. Raises ``body_blanked``, and ``validation_error``
    for a letter that is not there or switched off."""
    template = current_desk().catalogue.templates_by_key.get(key)
    if template is None or template.acknowledges:
        raise invalid("template", "This letter is not there any more.")
    return _Mail(draft).letter(template)


def find_letters(*, words: str, language: str) -> list[OtherLetter]:
    """Active letters with all of these words in their id, subject, category or text: those in the
    mail's language first. No query where the catalogue is the kept one."""
    wanted = words.casefold().split()

    def has_all(letter: TemplateEntry) -> bool:
        said = (letter.template_id, letter.subject, letter.category, letter.body)
        text = "\n".join(said).casefold()
        return all(word in text for word in wanted)

    letters = current_desk().catalogue.templates
    found = [t for t in letters if not t.acknowledges and has_all(t)]
    found.sort(key=lambda t: (t.template_id.casefold() not in wanted, t.language != language))
    return [OtherLetter(template) for template in found[:FOUND_AT_MOST]]


class _Mail:
    """What the letters of one mail share: its plan, and the desk's own choice."""

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

    def letter(self, template: TemplateEntry) -> OtherLetter:
        composed = _ChosenLetter(self, template).compose()
        asks = asks_shown(self.plan, composed.quality.outcomes)
        return OtherLetter(template, composed.letter.text, tuple(asks))


class _ChosenLetter(_Composer):
    """Composes with the letter that a person chose: neither ranking nor proofs ask about it."""

    def __init__(self, mail: _Mail, template: TemplateEntry) -> None:
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

    def _chosen(self) -> tuple[Choice, PolicyDecision]:
        template = self._choice.template
        is_fixed = template is not None and template.is_protected
        category = template.category if template and is_fixed else self._choice.category
        return self._choice, policy_for(self.plan, self.desk, category)
