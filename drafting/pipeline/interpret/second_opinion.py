"""The reader's opinion of a mail beside the rules', and what the two make together.

Source: reading.md, "Two opinions". Where they agree nothing changes. Where they differ the mail is
read with less certainty; what only the reader suspects never takes anything away: a person looks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from drafting.pipeline.interpret.agreement import CONFIDENCE, asks_consent, has_condition
from drafting.pipeline.interpret.asking import ASK
from drafting.pipeline.interpret.asks import begins_as_question
from drafting.pipeline.interpret.escalation import (
    CRITICAL_TRIGGERS,
    HIGH_TRIGGERS,
    REQUIRED_HIGH,
    VULNERABLE,
    is_required,
    rated,
)
from drafting.pipeline.interpret.scenario import GROUPS
from drafting.pipeline.interpret.signs import is_marketing
from drafting.pipeline.interpret.told import (
    denied_cases,
    tells_now,
    tells_of_room_card,
    threatens_outright,
)
from drafting.pipeline.plan import (
    LANGUAGES,
    OF_SCENARIO,
    ActionPlan,
    Agreement,
    AgreementStatus,
    Ask,
    AskKind,
    Emergency,
    Escalation,
    Opinions,
    Reading,
    Scenario,
    Suspicion,
    Tier,
)
from templatesapp.categories import is_hard_rule_protected
from templatesapp.requirements import REQUIREMENTS
from templatesapp.text.reader.heads import Features, Head, shipped_heads
from templatesapp.text.reader.mails import meant_features, needs_told
from templatesapp.text.reader.texts import ask_features, mail_features
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import words

# Heads: ALARM joins what MAIL says of a whole mail with what its surest sentence tells.
SCENARIO, MAIL, ALARM, PROOF = "category", "mail", "alarm", "proofs"
URGENT = "urgent"  # any trigger
POSSIBLE = "possible_"
TRIGGERS = (*CRITICAL_TRIGGERS, *HIGH_TRIGGERS)
EMERGENCY, AUTOMATED, OPT_OUT = "emergency", "automated", "opt_out"
AGREED, OTHER = "agreed", "other_language"
HAS_AGREED, OPTS_OUT = "has_agreed", "opts_out"  # proofs
ALARM_NAMES = (URGENT, *TRIGGERS, EMERGENCY)
MAIL_NAMES = (*ALARM_NAMES, AUTOMATED, OPT_OUT, AGREED, OTHER)
_RULES_SHARE = 0.15  # of a scenario: found with authors left out
_PLAIN = 0.6  # confidence of a language that no doubt of the reader's changes
_PLAIN_WORDS = 12  # of a question that tells nothing
_WHETHER_WORDS = 16  # of two at once: "let me know whether … and whether …"
_GREETING = 4  # words that say nothing yet
_SUREST = 0.001  # and as little off certainty the other way
_FLOOR = 0.12  # confidence; below it a category is no scenario of the mail
_PROTECTED_BELOW = 0.49
_UNSETTLED = 0.5  # confidence where the two differ
# Of the reader: less, and its category is followed with doubt; more, and another is.
_SURE = 0.4
# How surely a mail is urgent to the reader. With authors left out, of the lists' alarms below
# ``_UNSEEN`` one in a hundred was one (of illness and death, of which it knows too little, one in
# five: those stay possible), of their threats below ``_DOUBTED`` one in thirty.
_UNSEEN, _DOUBTED = 0.005, 0.05
_FEWEST_READ = 25  # words; of fewer it knows too little ("I will sue you." is nothing to it)
# Of an emergency, by the whole mail and in log-odds by its surest sentence: of the shut doors of
# lists below both none was one.
_SHUT, _SHUT_TOLD = 0.05, -3.1
_SURELY_AGREED = 0.4  # to what our last mail asks
_SURELY_NO_MORE = 0.1  # after a mail with offers


def plan_features(plan: ActionPlan, subject: str) -> Features:
    """What a mail means, with what the rules found asked in it."""
    asked = tuple(ask.text for ask in plan.asks if ask.kind is not AskKind.NOTICE)
    kinds = tuple(ask.kind.value for ask in plan.asks)
    return meant_features(subject, plan.normalized_text, plan.language, asked, kinds)


def said_by(head: Head, features: Mapping[str, float]) -> dict[str, float]:
    """0-1 of each of the head's names."""
    return {name: round(value, 3) for name, value in head.chances(features).items()}


def mail_opinion(subject: str, text: str, language: str) -> dict[str, float]:
    """What a mail is, 0-1 of each of ``MAIL_NAMES``."""
    heads = shipped_heads()
    mail = said_by(heads[MAIL], mail_features(subject, text, language))
    features = alarm_features(mail, needs_told(subject, text, language))
    sure = with_triggers(heads[ALARM].probabilities([features]))[0]
    return mail | dict(zip(ALARM_NAMES, sure.tolist(), strict=True))


def with_triggers(sure: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mails × ``ALARM_NAMES``: how surely a mail is urgent, by itself and by its likeliest trigger
    together. Either alone misses what the other sees."""
    odds = _log_odds(sure)
    urgent = odds[:, 0] + odds[:, 1 : 1 + len(TRIGGERS)].max(axis=1)
    return np.column_stack([1 / (1 + np.exp(-urgent)), sure[:, 1:]])


def alarm_features(mail: Mapping[str, float], told: Mapping[str, float]) -> Features:
    """What ``mail`` says of the whole, and ``told``, in log-odds, of its surest sentence."""
    whole = _log_odds(np.array([mail[name] for name in ALARM_NAMES])).tolist()
    named = {f"mail {name}": odds for name, odds in zip(ALARM_NAMES, whole, strict=True)}
    return named | {f"told {name}": odds for name, odds in told.items()}


def _log_odds(sure: NDArray[np.float64]) -> NDArray[np.float64]:
    bound = np.clip(sure, _SUREST, 1 - _SUREST)
    return np.asarray(np.log(bound / (1 - bound)))


def mail_limits() -> Mapping[str, float]:
    """From which probability on a mail is taken for it."""
    heads = shipped_heads()
    return {**heads[MAIL].thresholds, **heads[ALARM].thresholds}


def join_scenarios(rules: Sequence[Scenario], reader: Mapping[str, float]) -> tuple[Scenario, ...]:
    """Both opinions as one list, most confident first. A protected category that the rules put
    first stays first, and no other comes first: no trained opinion takes the hard rule away, nor
    brings it."""
    if is_hard_rule_protected(rules[0].category):
        return tuple(rules)
    shares = _shares({scenario.category: scenario.confidence for scenario in rules})
    said = _shares(reader)
    both = {
        category: _RULES_SHARE * shares.get(category, 0.0) + (1 - _RULES_SHARE) * value
        for category, value in said.items()
    }
    may_lead = [name for name in both if not is_hard_rule_protected(name)]
    best = max(may_lead, key=lambda category: (both[category], category))
    top = rules[0].confidence if best == rules[0].category else _UNSETTLED
    kept = []
    for category, value in both.items():
        confidence = top * min(value / both[best], 1)
        if is_hard_rule_protected(category):  # below what would make it lead
            confidence = min(confidence, _PROTECTED_BELOW)
        if round(confidence, 3) >= _FLOOR:
            kept.append(Scenario(category, round(confidence, 3)))
    return tuple(sorted(kept, key=lambda s: (-s.confidence, s.category != best, s.category)))


def _shares(values: Mapping[str, float]) -> dict[str, float]:
    total = sum(values.values()) or 1.0
    return {name: value / total for name, value in values.items()}


def join_proofs(plan: ActionPlan, reader: Mapping[str, float]) -> tuple[str, ...]:
    """What the rules read, and what the mail surely is for who has read many: a letter for it is
    still only proposed. Thanks are no more than that where nothing is asked, agreed to or wrong."""
    limits = shipped_heads()[PROOF].thresholds
    seen = {name for name, sure in reader.items() if sure >= limits[name]}
    is_agreed = plan.agreement.status is not AgreementStatus.NONE
    wants = any(ask.kind is not AskKind.NOTICE for ask in plan.asks)
    if plan.escalation.triggers or wants or is_agreed:
        seen.discard("gives_thanks")
    return tuple(name for name in REQUIREMENTS if name in seen or name in plan.proofs)


def with_agreement(plan: ActionPlan, sure: float) -> ActionPlan:
    """Where our last mail asks for a yes and the rules found no word on it, what the reader takes
    for one is likely, and with a condition unclear: a person confirms it."""
    is_open = plan.agreement == Agreement() and plan.sent and asks_consent(plan.sent[-1])
    if not is_open or sure < _SURELY_AGREED:
        return plan
    is_limited = has_condition(plan.normalized_text, plan.language)
    status = AgreementStatus.UNCLEAR if is_limited else AgreementStatus.LIKELY
    said = Agreement(status, CONFIDENCE[status], requires_human_confirmation=True)
    proofs = plan.proofs if is_limited else (*plan.proofs, HAS_AGREED)
    return replace(plan, agreement=said, proofs=proofs)


def with_opt_out(plan: ActionPlan, sure: float) -> ActionPlan:
    """After a mail of ours with offers, what the reader takes for a wish for no more is one; not a
    yes, nor what that mail told to write ("reply with «yes please»")."""
    says_yes = plan.agreement != Agreement() or any(ask.is_unresolved for ask in plan.asks)
    is_open = not (plan.opt_out or says_yes) and plan.sent and is_marketing(plan.sent[-1])
    if not is_open or sure < _SURELY_NO_MORE:
        return plan
    return replace(plan, opt_out=True, proofs=(*plan.proofs, OPTS_OUT))


@dataclass(frozen=True, slots=True)
class Alarms:
    """What both opinions make of an urgent mail."""

    escalation: Escalation
    emergency: tuple[Emergency, ...]
    suspicions: tuple[Suspicion, ...]

    @property
    def may_be_emergency(self) -> bool:
        return bool(self.emergency) or any(one.name == EMERGENCY for one in self.suspicions)


def join_alarms(
    found: Escalation,
    emergency: tuple[Emergency, ...],
    mail: Mapping[str, float],
    *,
    subject: str,
    text: str,
    language: str,
) -> Alarms:
    """``found`` and ``emergency``: by the rules; ``mail``: the reader's opinion of it. What the
    reader hardly believes is doubted, and what it alone sees is suspected."""
    is_shut = _may_be_shut(mail[EMERGENCY], subject, text, language)
    kept = tuple(one for one in emergency if is_shut or one is not Emergency.LOCKED_OUT)
    believed = found
    hardly = found.triggers and mail[URGENT] < _DOUBTED
    if hardly and _may_be_doubted(f"{subject}\n{text}", language):
        believed = doubted(found, mail[URGENT])
    seen = suspicions(mail, believed, is_emergency=bool(kept))
    return Alarms(with_suspicions(believed, seen), kept, seen)


def _may_be_shut(sure: float, subject: str, text: str, language: str) -> bool:
    if language not in LANGUAGES or sure >= _SHUT or tells_of_room_card(text, language):
        return True
    return needs_told(subject, text, language)[EMERGENCY] >= _SHUT_TOLD


def _may_be_doubted(whole: str, language: str) -> bool:
    """In a language that the reader has read, and where nothing is said outright: what has a form
    is the rules'."""
    is_long = len(whole.split()) >= _FEWEST_READ
    return is_long and language in LANGUAGES and not threatens_outright(whole, language)


def doubted(found: Escalation, sure: float) -> Escalation:
    """What is left of the rules' alarm; ``sure``: how urgent the mail is to the reader, 0-1, less
    than ``_DOUBTED``. What is only possible is seen by a person, and the letter stays."""
    if sure < _UNSEEN:
        kept: tuple[str, ...] = ()
        possible = tuple(f"{POSSIBLE}{name}" for name in found.triggers if name == VULNERABLE)
    else:
        kept = tuple(name for name in found.triggers if name in HIGH_TRIGGERS)
        possible = tuple(f"{POSSIBLE}{name}" for name in found.triggers if name not in kept)
    if not possible:
        return rated(kept)
    confidence = max(REQUIRED_HIGH, rated(kept).confidence)
    return Escalation(Tier.HIGH, (*possible, *kept), confidence)


def suspicions(
    mail: Mapping[str, float], found: Escalation, *, is_emergency: bool
) -> tuple[Suspicion, ...]:
    """What the reader alone sees: an urgent mail by its likeliest trigger, an emergency."""
    limits = mail_limits()
    seen = []
    if mail[URGENT] >= limits[URGENT] and found.tier is Tier.NONE:
        trigger = max(TRIGGERS, key=lambda name: mail[name])
        seen.append(Suspicion(trigger, mail[URGENT]))
    if mail[EMERGENCY] >= limits[EMERGENCY] and not is_emergency:
        seen.append(Suspicion(EMERGENCY, mail[EMERGENCY]))
    return tuple(seen)


def with_suspicions(found: Escalation, seen: Sequence[Suspicion]) -> Escalation:
    """HIGH with a trigger ``possible_…`` where the rules found nothing."""
    if found.tier is not Tier.NONE or not seen:
        return found
    names = tuple(f"{POSSIBLE}{one.name}" for one in seen)
    sure = max(one.confidence for one in seen)
    return Escalation(Tier.HIGH, names, max(REQUIRED_HIGH, sure))


def with_reader(
    plan: ActionPlan,
    subject: str,
    meant: Features,
    own_heads: Mapping[str, Head] | None = None,
) -> ActionPlan:
    """The plan of the rules, joined with what the reader says of the same mail. ``meant``: its
    ``plan_features``; ``own_heads``: what the desk's own mail taught, in the place of what is
    shipped."""
    heads = {**shipped_heads(), **(own_heads or {})}
    category = said_by(heads[SCENARIO], meant)
    mail = mail_opinion(subject, plan.normalized_text, plan.language)
    scenarios = join_scenarios(plan.scenarios, category)
    alarms = join_alarms(
        plan.escalation,
        plan.emergency,
        mail,
        subject=subject,
        text=plan.normalized_text,
        language=plan.language,
    )
    if _asks_plainly(plan) or _misses_only_a_word(plan):
        alarms = replace(alarms, escalation=plan.escalation, suspicions=())
    leading = max(category, key=lambda name: (category[name], name))
    opinions = Opinions(plan.scenario.category, leading, category[leading])
    plan = with_opt_out(with_agreement(plan, mail[AGREED]), mail[OPT_OUT])
    uncertain = tuple(_differing(plan, scenarios[0].category, opinions, mail))
    return replace(
        plan,
        scenario=scenarios[0],
        scenarios=scenarios,
        escalation=alarms.escalation,
        escalation_required=is_required(alarms.escalation),
        emergency=alarms.emergency,
        proofs=join_proofs(
            replace(plan, escalation=alarms.escalation), said_by(heads[PROOF], meant)
        ),
        is_uncertain=bool(uncertain),
        reading=Reading(scenario=opinions, suspicions=alarms.suspicions, uncertain=uncertain),
    )


def _differing(
    plan: ActionPlan, category: str, said: Opinions, mail: Mapping[str, float]
) -> Iterator[str]:
    """What the two do not agree on, or the rules alone not see, in what stops a letter from leaving
    by itself. ``category``: of both together; ``mail``: what the reader says it may be."""
    limits = mail_limits()
    sure = {name for name, limit in limits.items() if mail[name] >= limit}
    is_followed = category == said.reader
    is_contested = said.reader != said.rules and is_followed == (said.confidence < _SURE)
    if plan.is_uncertain or is_contested:
        yield OF_SCENARIO
    if AUTOMATED in sure:
        yield AUTOMATED
    # "Please cancel my booking" reads like both, and is neither; nor is a mail that only asks.
    is_plain = "wants_cancellation" not in plan.proofs and _tells(plan)
    if is_plain and OPT_OUT in sure and not plan.opt_out:
        yield OPT_OUT
    if is_plain and AGREED in sure and plan.agreement.status is AgreementStatus.NONE:
        yield "agreement"
    if OTHER in sure and plan.language in LANGUAGES and plan.language_confidence < _PLAIN:
        yield "language"
    if _misses_duty(plan.asks, plan.language):
        yield "asks"


def _asks_plainly(plan: ActionPlan) -> bool:
    """Whether the mail is short questions about the house alone: "¿La playa está lejos?" is no
    emergency, whatever its words remind the reader of. After a comma people tell: "the water is at
    our ankles, which tap do we close?". What does not begin as a question does only where it names
    a thing that is merely asked for: "please let me know whether there is a lift"."""
    said = {ask.evidence for ask in plan.asks}
    beside = len(words(plan.normalized_text)) - sum(len(words(one)) for one in said)
    return (
        bool(plan.asks)
        and all(_is_plain(ask, plan.language) for ask in plan.asks)
        and all("," not in one for one in said)
        and beside <= _GREETING
    )


def _is_plain(ask: Ask, language: str) -> bool:
    length, said = len(words(ask.evidence)), ask.evidence
    if ask.kind is AskKind.QUESTION and (said.endswith("?") or begins_as_question(said, language)):
        return length <= _PLAIN_WORDS
    if ask.kind is AskKind.QUESTION:
        return ask.topic in GROUPS["plain_things"] and length <= _WHETHER_WORDS
    return ask.kind is AskKind.ACTION and ask.topic in GROUPS["served"] and length <= _GREETING


def _misses_only_a_word(plan: ActionPlan) -> bool:
    """A short mail that wants the door's code and stands before none, seeks on our page in vain, or
    says no more than yes or "please cancel": none is an emergency or a threat."""
    text, language = plan.normalized_text, plan.language
    if language not in LANGUAGES or len(words(text)) > _FEWEST_READ:
        return False
    wants_code = "is_locked_out" in denied_cases(text, language)
    is_told = "wants_cancellation" in plan.proofs or plan.agreement.evidence_spans
    is_all = bool(is_told) and not _tells(plan)
    return wants_code or is_all or tells_now(text, language, "not_found_online")


def _tells(plan: ActionPlan) -> bool:
    """Whether the mail says anything besides what it asks and a greeting."""
    asked = [ask.evidence for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    return any(
        len(words(said)) > _GREETING and not any(said in one or one in said for one in asked)
        for said in sentences(plan.normalized_text)
    )


def _misses_duty(asks: Sequence[Ask], language: str) -> bool:
    """Whether what the rules take for a question about the house is surely something that
    somebody must look up or do."""
    head = shipped_heads()[ASK]
    asked = [ask for ask in asks if ask.kind is AskKind.QUESTION]
    sure = head.probabilities([ask_features(ask.text, ask.evidence, language) for ask in asked])
    duties = [head.names.index(kind.value) for kind in (AskKind.STATE, AskKind.ACTION)]
    return bool((sure[:, duties].sum(axis=1) >= head.thresholds["duty"]).any())
