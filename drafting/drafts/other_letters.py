"""Offers other letters for a kept draft's mail, for a person to choose from."""

from dataclasses import dataclass

from config.errors import invalid
from drafting.drafts.chosen_letter import ChosenMail
from drafting.drafts.evidence import AskShown, asks_shown
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.services.check import check_draft
from drafting.pipeline.outcomes import OutcomeKind
from templatesapp.entries import TemplateEntry

OFFERED = 3
FOUND_AT_MOST = 9  # as many as there are digits


@dataclass(frozen=True, slots=True)
class OtherLetter:
    """``text``: the reply as it would read; ``asks``: each ask with the sentence that answers it.
    Both are empty for a letter that was only looked for. ``answers``: at least one of them, or
    there are none."""

    template: TemplateEntry
    text: str = ""
    asks: tuple[AskShown, ...] = ()
    answers: bool = True


def best_letters(*, draft: Draft, present: str) -> list[OtherLetter]:
    """The best ranked letters besides the one that the reply is from (``present``: its id); none
    where none of them answers anything. Raises ``body_blanked``."""
    mail = ChosenMail(draft)
    found = dict.fromkeys(t for t in mail.ranked() if t.template_id != present)
    best = [_written(mail, template) for template in list(found)[:OFFERED]]
    return best if any(letter.answers for letter in best) else []


def letter_for(*, draft: Draft, key: int) -> OtherLetter:
    """The reply from the letter of this key. Raises ``body_blanked``, and ``validation_error``
    for a letter that is not there or switched off."""
    template = current_desk().catalogue.templates_by_key.get(key)
    if template is None or template.acknowledges:
        raise invalid("template", "This letter is not there any more.")
    return _written(ChosenMail(draft), template)


def find_letters(*, words: str, language: str) -> list[OtherLetter]:
    """Active letters with all of these words in their id, subject, category or text: those in the
    mail's language first, of them those that are named so. No query where the catalogue is the kept
    one."""
    wanted = words.casefold().split()

    def has_all(*said: str) -> bool:
        text = "\n".join(said).casefold()
        return all(word in text for word in wanted)

    def rank(letter: TemplateEntry) -> tuple[bool, ...]:
        is_other = letter.template_id.casefold() not in wanted, letter.language != language
        return *is_other, not has_all(letter.subject)

    letters = [t for t in current_desk().catalogue.templates if not t.acknowledges]
    found = [t for t in letters if has_all(t.template_id, t.subject, t.category, t.body)]
    found.sort(key=rank)
    return [OtherLetter(template) for template in found[:FOUND_AT_MOST]]


def _written(mail: ChosenMail, template: TemplateEntry) -> OtherLetter:
    """What the check says of it is what it will say once the letter is taken."""
    composed = mail.composed(template)
    text = composed.letter.text.strip()
    report = check_draft(
        draft=mail.draft,
        body_plain=text,
        is_by_person=True,
        corrected_template=template.template_id,
        origins=composed.origins,
    )
    answers = any(one.outcome is OutcomeKind.ANSWERED for one in report.outcomes)
    asks = tuple(asks_shown(mail.plan, report.outcomes))
    return OtherLetter(template, text, asks, answers or not asks)
