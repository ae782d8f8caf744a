"""What one language brings to interpretation; what each list is for, English says in its file.

``Forms`` hold no unbounded repetition of a group: mail length must stay linear.
"""

from dataclasses import dataclass
from typing import ClassVar

from templatesapp.text.language_files import LanguageData, SharedTable, WordTable


class MailFormRules(SharedTable):
    """How mail programs and people of a language frame what they quote and how they sign. Of
    programs in languages the desk does not speak only the frames of quotes are known."""

    FILE: ClassVar[str] = "mail_forms"
    NOTATION: ClassVar[str] = "form"


@dataclass(frozen=True, slots=True)
class LanguageRules(LanguageData):
    """Evidence for a language in mails too short for n-grams."""

    FILE: ClassVar[str] = "language"

    function_words: frozenset[str]  # frequent words, folded; shared ones may stand in several
    only_here: frozenset[str] = frozenset()  # words that of the desk's only this language has
    kept_accents: str = ""  # letters that tell two function words apart, and are not folded
    desire_reach: int = 60  # characters between "I would like" and what; German verbs stand last
    past_end: str = ""  # a form: an accent that tells past from imperative, or "é" from "e"


class AskRules(WordTable):
    """What asks. A "start" is matched where a clause begins, the rest anywhere in the clause."""

    FILE: ClassVar[str] = "asks"


class AgreementRules(WordTable):
    """Signs of consent and of its limits; see ``interpret/agreement.py`` for their order."""

    FILE: ClassVar[str] = "agreement"


class OptOutRules(WordTable):
    """A wish for no more mail: a word that means just that, stop/negation x contact, removal x
    list, or a stop of what was named before ("your offers … stop sending them")."""

    FILE: ClassVar[str] = "opt_out"


class AutoReplyRules(WordTable):
    """What machines answer: a phrase that only they write, or a notice with what goes with it."""

    FILE: ClassVar[str] = "auto_reply"


class PrepaymentRules(WordTable):
    """How payment requests and their answers speak."""

    FILE: ClassVar[str] = "prepayment"


class TriggerRules(WordTable):
    """Words of the four workflow triggers."""

    FILE: ClassVar[str] = "triggers"


class EscalationRules(WordTable):
    """Concepts of threats, disputes and emergencies, never whole sentences; the engine combines
    them. Notation: ``drafting.pipeline.interpret.reading``."""

    FILE: ClassVar[str] = "threats.escalation"
    NOTATION: ClassVar[str] = "phrase"


class ReprisalRules(WordTable):
    """What a guest announces without naming the act, and harms that no threat names."""

    FILE: ClassVar[str] = "threats.reprisals"
    NOTATION: ClassVar[str] = "phrase"


class NoticeRules(WordTable):
    """What tells an ask's kind, what a guest tells us, and what proves that a letter may say it."""

    FILE: ClassVar[str] = "notices"
    NOTATION: ClassVar[str] = "phrase"


class ThreadRules(WordTable):
    """What staff promised and how a guest sounded."""

    FILE: ClassVar[str] = "thread"


class ScenarioRules(WordTable):
    """How a guest sets aside a topic, and what makes an event a mere point in time."""

    FILE: ClassVar[str] = "scenario"
    NOTATION: ClassVar[str] = "words"
