"""Whether a text may be a promoted answer: a few sentences, never a whole e-mail."""

from collections import Counter

from config.errors import invalid
from learning.ledger.models import MAX_ANSWER_CHARACTERS
from learning.proposals.linting import allowed_hosts, lint_failed
from learning.proposals.openings import greeting_end
from templatesapp.categories import LANGUAGES
from templatesapp.lint import lint_template
from templatesapp.selectors import current_catalogue
from templatesapp.text.guarded.kinds import CONTRADICTS
from templatesapp.text.letter import split_letter
from templatesapp.text.slots import SLOT
from templatesapp.text.tokens import stop_words, words

# A price or a time may be the very answer, and no fact may carry it yet: advice only.
_ADVICE = frozenset({"literal_fact"})
_SURELY_ANOTHER = 2  # small words of another language beyond those of its own


def check_answer(answer: str, *, language: str) -> str:
    """The answer as stored: it contradicts no fact and no other answer.

    Raises validation_error, or lint_failed with its findings."""
    text = answer.replace("\r\n", "\n").strip()
    if not text:
        raise invalid("answer", "An answer is needed.")
    if len(text) > MAX_ANSWER_CHARACTERS:
        raise invalid("answer", f"At most {MAX_ANSWER_CHARACTERS} characters.")
    if greeting_end(text) or split_letter(text)[2]:
        raise invalid("answer", "Only the answer itself, without greeting and closing.")
    written_in = _other_language(text, language)
    if written_in:
        own, other = LANGUAGES.get(language, language), LANGUAGES[written_in]
        raise invalid("answer", f"This is written in {other}; it would go to mail in {own}.")
    catalogue = current_catalogue()
    findings = [
        finding
        for finding in lint_template(
            subject="",
            body=text,
            fact_names=frozenset(catalogue.facts),
            allowed_links=allowed_hosts(catalogue),
            language=language,
            known=catalogue.guarded,
        )
        if finding.code == CONTRADICTS or (finding.is_error and finding.code not in _ADVICE)
    ]
    if findings:
        raise lint_failed("answer", findings, shown=findings)
    return text


def _other_language(text: str, language: str) -> str:
    """The language that a text is surely written in, if that is another one: by its small words."""
    said = Counter(words(SLOT.sub(" ", text)))
    own = sum(said[word] for word in stop_words(language))
    found = {
        code: sum(said[word] for word in stop_words(code)) for code in LANGUAGES if code != language
    }
    best = max(found, key=lambda code: found[code], default="")
    return best if best and found[best] >= own + _SURELY_ANOTHER else ""
