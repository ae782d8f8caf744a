"""What one language brings to interpretation, one frozen dataclass a file of its folder.

``Forms`` hold no unbounded repetition of a group: mail length must stay linear.
"""

from dataclasses import dataclass
from typing import ClassVar

from templatesapp.text.language_files import Forms, LanguageData, Listed, WordTable


@dataclass(frozen=True, slots=True)
class MailFormRules(LanguageData):
    """How mail programs and people of a language frame what they quote and how they sign."""

    FILE: ClassVar[str] = "mail_forms"

    attribution_verbs: Forms  # "wrote" in "On … wrote:"
    original_markers: Forms  # "original message", "forwarded message"
    from_keys: Forms  # header keys of a quoted mail, without the colon
    other_keys: Forms  # sent, to, cc, subject, date
    subject_keys: Forms
    # Of programs in languages the desk does not speak only what follows may be missing.
    device_footers: Forms = ()  # "sent from my iPhone": whole line
    disclaimers: Forms = ()  # how the small print below a firm's mail begins
    closings: Forms = ()  # "kind regards": the phrase before a signature
    joiners: Forms = ()  # "and" between two first names
    titles: Forms = ()  # before a name
    particles: Forms = ()  # lower-case parts of a family name: "de", "von"
    possessives: Forms = ()  # "Ihre", "i.A." before the name below a closing
    not_names: Forms = ()  # capitalised words that stand where a name may stand
    subject_prefixes: Forms = ()  # "re", "fwd"
    forward_prefixes: Forms = ()  # "fwd", "wg"


@dataclass(frozen=True, slots=True)
class LanguageRules(LanguageData):
    """Evidence for a language in mails too short for n-grams."""

    FILE: ClassVar[str] = "language"

    function_words: frozenset[str]  # frequent words, folded; shared ones may stand in several
    only_here: frozenset[str] = frozenset()  # words that of the desk's only this language has
    kept_accents: str = ""  # letters that tell two function words apart, and are not folded
    past_end: str = ""  # a form: an accent that tells past from imperative, or "é" from "e"


@dataclass(frozen=True, slots=True)
class AskRules(LanguageData):
    """What asks. A "start" is matched where a clause begins, the rest anywhere in the clause."""

    FILE: ClassVar[str] = "asks"

    abbreviations: frozenset[str]  # tokens before a dot that ends no sentence
    ordinal_followers: frozenset[str]  # "5. Mai": words before which a number's dot ends nothing
    coordinators: Forms  # "and", "and also": may join two asks
    fillers: Forms  # what may stand before a start: greetings, "also", "so", "if not"
    # Questions.
    question_starts: Forms  # question word or inversion, where a "?" follows
    comma_starts: Forms  # the same after a bare comma (no relative pronouns)
    unmarked_starts: Forms  # sure signs of a question without "?"
    indirect_leads: Forms  # "let me know", "I wonder": with a complement after it
    complements: Forms  # "whether", "what", "how much": what is asked indirectly
    noun_leads: Forms  # "tell me the (price)": asks without a question word
    ability_questions: Forms  # "can you recommend": "can you" that wants information
    pleasantries: Forms  # "how are you"
    rhetorical: Forms  # "is this a joke"
    echoes: Forms  # "is that possible": after a request it asks nothing new
    # Requests.
    requests: Forms  # "please", "could you", "would it be possible"
    no_request: Forms  # directly after one of them: asks nothing ("please note")
    desires: Forms  # "I would like", "we need"
    desired: Forms  # what the desk can do about it: "to cancel", "a room"
    desire_reach: int  # characters between the two; German verbs stand last
    performatives: Forms  # "I demand", "we are cancelling": asks by saying so
    imperatives: Forms  # an action verb in the imperative, at a clause's start
    second_actions: Forms  # the form it has after "and" in a request
    trailing_please: Forms  # "the invoice please"
    ultimatums: Forms  # "unless I hear": a demand dressed as a condition


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


@dataclass(frozen=True, slots=True)
class ThreadRules(LanguageData):
    """What staff promised and how a guest sounded."""

    FILE: ClassVar[str] = "thread"

    commitments: Forms
    upset: Forms
    urgent: Forms
    grateful: Forms
    content_stop: frozenset[str]  # words that touch nothing when a reply shares them


@dataclass(frozen=True, slots=True)
class ScenarioRules(LanguageData):
    """How a guest sets aside a topic, and what makes an event a mere point in time."""

    FILE: ClassVar[str] = "scenario"

    set_aside: Listed  # before a topic: it is named as what the mail is not about
    set_aside_after: Listed  # after a topic, for languages that put the negation last
    not_to: Listed  # straight before an action (cancel, change): the action is not wanted
    request: Listed  # how a wish begins that is no question
    point_in_time: Listed  # before an event: "after check-out" asks nothing of check-out
    until: Forms  # between two days of the month: "the 4th to the 9th"
    of_others: Listed  # before a cancellation that the guest hopes for: somebody else's
