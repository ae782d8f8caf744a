"""The contract between interpretation and everything after it: a mail in, an action plan out.

Plain values without Django. Field names are those of the API (docs: drafts/interpret); every
object turns into JSON with ``dataclasses.asdict``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from templatesapp.categories import CATEGORIES as CATEGORIES
from templatesapp.categories import LANGUAGES as _LANGUAGE_NAMES
from templatesapp.choices import PrepaymentStep as PrepaymentStep
from templatesapp.text.coverage.questions import LEANT_ON
from templatesapp.text.reader.heads import Head
from templatesapp.text.reader.ticks import Tick

PLAN_VERSION = 1
# Of a mail; no guest asks more. Each question is looked up in templates and knowledge, so a hostile
# mail of thousands would hold a worker for a minute.
MAX_ASKS = 30
LANGUAGES: tuple[str, ...] = tuple(_LANGUAGE_NAMES)

OTHER_LANGUAGE = "other"


class AgreementStatus(StrEnum):
    """From sure to none."""

    CONFIRMED = "confirmed"
    LIKELY = "likely"
    UNCLEAR = "unclear"
    NONE = "none"


class Tier(StrEnum):
    NONE = "NONE"
    HIGH = "HIGH"
    CRITICAL = "CRITICAL"


TIERS: tuple[str, ...] = tuple(tier.value for tier in Tier)  # settings name it for the schema


class AskKind(StrEnum):
    """Who can answer: our texts, somebody who looks it up, somebody who does it, nobody need."""

    QUESTION = "question"
    STATE = "state"
    ACTION = "action"
    NOTICE = "notice"


class Emergency(StrEnum):
    LOCKED_OUT = "locked_out"  # an emergency at night
    DANGER = "danger"
    MEDICAL = "medical"


@dataclass(frozen=True, slots=True)
class ThreadItem:
    """An earlier mail of the thread, oldest first; ``snippet`` holds at most 2 000 characters."""

    sender: str
    date: str
    snippet: str


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """One guest mail as received. ``body`` is plain text, quotes and signature still in it."""

    body: str
    subject: str = ""
    from_address: str = ""
    from_name: str = ""
    thread: tuple[ThreadItem, ...] = ()
    message: int | None = None
    booking: str = ""  # by the platform that passed it on
    received_at: str = ""  # ISO date and time, local; "" for unknown
    # False where the receiving server reported a DMARC failure: then no agreement counts.
    sender_verified: bool = True


@dataclass(frozen=True, slots=True)
class InterpretSettings:
    """What operators tune. Staff is known by address or domain, never by a name."""

    staff_addresses: frozenset[str] = frozenset()
    staff_domains: frozenset[str] = frozenset()
    high_value_dispute_amount: Decimal = Decimal(500)  # EUR
    house_nouns: frozenset[str] = frozenset()  # what else guests call this house
    # What its own questions and letters are about: language and stem.
    house_things: frozenset[tuple[str, str]] = field(default=frozenset(), compare=False)
    has_reader: bool = True  # False: the rules alone, as its training needs them
    own_heads: Mapping[str, Head] = field(default_factory=dict, compare=False)  # of this desk


DEFAULT_SETTINGS = InterpretSettings()


@dataclass(frozen=True, slots=True)
class Intent:
    """A question, a request or a confirmation: the clause itself and the sentence it stands in."""

    text: str
    evidence: str
    message: int | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that the mail wants. Source: asks.md, "What a mail wants".

    ``id``: "a1", "a2", … in reading order. ``text`` is self-contained, in the mail's language:
    "how much is it (shuttle)". ``topic``: its leading concept of the vocabulary, "" for none.
    ``is_unresolved``: what it speaks of could not be found out; no text may answer it.
    """

    id: str
    kind: AskKind
    text: str
    topic: str = ""
    is_unresolved: bool = False
    evidence: str = ""
    message: int | None = None

    @property
    def own_words(self) -> str:
        """The mail's own, without what was put after them."""
        return self.text if self.text in self.evidence else LEANT_ON.sub("", self.text)


@dataclass(frozen=True, slots=True)
class Intents:
    """Derived from the asks: questions and states → questions, actions → requests."""

    questions: tuple[Intent, ...] = ()
    requests: tuple[Intent, ...] = ()
    confirmations: tuple[Intent, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """``position`` is the character offset in the normalised text."""

    text: str
    position: int
    is_negated: bool = False


# That an agreement is given, with or without a word to confirm it.
GIVEN = (AgreementStatus.CONFIRMED, AgreementStatus.LIKELY)


@dataclass(frozen=True, slots=True)
class Agreement:
    status: AgreementStatus = AgreementStatus.NONE
    confidence: int = 0  # 0-100
    evidence_spans: tuple[EvidenceSpan, ...] = ()
    requires_human_confirmation: bool = False
    additional_content: bool = False  # the mail says more than the agreement
    about: str = ""  # category of what we proposed, where an agreement is given


@dataclass(frozen=True, slots=True)
class WorkflowTriggers:
    prepayment: bool = False
    terms_and_conditions: bool = False
    booking_action_required: bool = False
    booking_context: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    category: str
    confidence: float  # 0-1


@dataclass(frozen=True, slots=True)
class Escalation:
    tier: Tier = Tier.NONE
    triggers: tuple[str, ...] = ()
    confidence: float = 0.0  # 0-1


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    prior_commitments: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    resolved_questions: tuple[str, ...] = ()
    tone_history: tuple[str, ...] = ()
    guest_name: str | None = None
    language_used: str = OTHER_LANGUAGE
    previous_response_count: int = 0


@dataclass(frozen=True, slots=True)
class Opinions:
    """What the rules and what the reader take the mail for; ``confidence``: the reader's, 0-1."""

    rules: str
    reader: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A trigger, or an emergency, that only the reader sees."""

    name: str
    confidence: float  # 0-1


# What is uncertain where the two readings see the mail in different categories, or none in any.
OF_SCENARIO = "scenario"


@dataclass(frozen=True, slots=True)
class Reading:
    """Both opinions of the mail. ``uncertain``: names of what they differ in."""

    scenario: Opinions
    suspicions: tuple[Suspicion, ...] = ()
    uncertain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionPlan:
    normalized_text: str
    language: str
    language_confidence: float
    guest_name: str | None
    booking_ref: str | None
    opt_out: bool
    intents: Intents
    agreement: Agreement
    workflow_triggers: WorkflowTriggers
    prepayment_step: PrepaymentStep | None
    scenario: Scenario
    scenarios: tuple[Scenario, ...]
    escalation: Escalation
    escalation_required: bool
    thread_summary: ThreadSummary | None = None
    # Our last mails of the conversation, oldest first; else what the guest quotes.
    sent: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    # Names of templatesapp.requirements that the mail's reading or the thread proves.
    proofs: tuple[str, ...] = ()
    emergency: tuple[Emergency, ...] = ()
    says_night: bool | None = None  # None: the mail does not say whether it is night
    is_cut: bool = False  # more text, or more asks, than is read
    is_uncertain: bool = False  # two readings disagree, or neither is sure
    reading: Reading | None = None  # None in plans from before, and in those posted
    plan_version: int = PLAN_VERSION


def asks_of(intents: Intents) -> tuple[Ask, ...]:
    """The asks of an old plan that has none of its own: what is asked, then what is to be done."""
    found = [(AskKind.QUESTION, intent) for intent in intents.questions]
    found += [(AskKind.ACTION, intent) for intent in intents.requests]
    return tuple(
        Ask(f"a{number}", kind, intent.text, evidence=intent.evidence, message=intent.message)
        for number, (kind, intent) in enumerate(found, start=1)
    )


def intents_of(asks: Iterable[Ask], confirmations: tuple[Intent, ...] = ()) -> Intents:
    """Questions and states are questions, actions are requests, notices are none."""
    said = [(ask.kind, Intent(ask.text, ask.evidence, ask.message)) for ask in asks]
    return Intents(
        questions=tuple(one for kind, one in said if kind in (AskKind.QUESTION, AskKind.STATE)),
        requests=tuple(one for kind, one in said if kind is AskKind.ACTION),
        confirmations=confirmations,
    )


def tick_of(ask: Ask, plan: ActionPlan, sentence: str, language: str, source: str) -> Tick:
    """``sentence``, written in ``language``, as an answer to the ask. ``source``: what it is of."""
    return Tick(
        ask=ask.text,
        kind=ask.kind.value,
        evidence=ask.evidence,
        language=plan.language,
        sentence=sentence,
        sentence_language=language,
        source=source,
        mail_words=len(plan.normalized_text.split()),
    )
