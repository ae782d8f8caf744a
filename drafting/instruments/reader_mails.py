"""Trains the reader's heads on whole mails and single asks.
One function each, with its figures of authors that were left out."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from drafting.instruments.labelled import Row, mail_of
from drafting.instruments.reader_training import (
    Example,
    Floats,
    HeadPlan,
    Learned,
    Trained,
    Truths,
    found_and_right,
    precision_level,
    right_levels,
    train_head,
)
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.asking import ASK, UNREAD, asking_features, read_sentences
from drafting.pipeline.interpret.asking import NAMES as ASKING
from drafting.pipeline.interpret.normalise import own_subject
from drafting.pipeline.interpret.second_opinion import (
    AGREED,
    ALARM,
    ALARM_NAMES,
    AUTOMATED,
    EMERGENCY,
    MAIL,
    MAIL_NAMES,
    OPT_OUT,
    OTHER,
    PROOF,
    SCENARIO,
    TRIGGERS,
    URGENT,
    alarm_features,
    join_scenarios,
    plan_features,
    with_triggers,
)
from drafting.pipeline.plan import (
    CATEGORIES,
    LANGUAGES,
    ActionPlan,
    AgreementStatus,
    AskKind,
    InterpretSettings,
    Tier,
)
from templatesapp.requirements import REQUIREMENTS, Proof
from templatesapp.text.reader.heads import Features
from templatesapp.text.reader.mails import ANY
from templatesapp.text.reader.texts import ask_features, mail_features
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import words

NEED_NAMES = (*TRIGGERS, EMERGENCY, ANY)  # what somebody needs at once, by one sentence
_WIDTH = 2**16
_STRENGTH = 10.0
# False alarms that the reader may add to the rules': of everyday mail without anything of the kind.
_ALARMS = {URGENT: 0.06, EMERGENCY: 0.03, AUTOMATED: 0.01, OPT_OUT: 0.01, AGREED: 0.02, OTHER: 0.01}
_ALONE = MAIL_NAMES[len(ALARM_NAMES) :]  # by the whole mail
_ALARM_WIDTH = 2**14  # few features: none shall share a column
_DUTY_ALARMS = 0.05
# Of the sentences in which the rules find nothing asked those that ask, where the reader says so,
# and where it doubts.
_ASKED, _DOUBTED, _IDLE = 0.7, 0.52, 0.79
_EVEN = 0.5
_PROOF_WIDTH, _PROOF_STRENGTH = 2**15, 10.0
_RIGHT = 0.8
# Nobody's booking changes by what the reader thinks: that a guest cancels, agrees or opts out is
# read by the rules alone, and what may be looked up is looked up.
_BY_RULES = {"wants_cancellation", "has_agreed", "opts_out"}
READ_ALONE = tuple(
    name
    for name, requirement in REQUIREMENTS.items()
    if requirement.proofs == {Proof.READING} and name not in _BY_RULES
)
DUTIES = (AskKind.STATE, AskKind.ACTION)


@dataclass(frozen=True, slots=True)
class RuledMail:
    """A labelled mail, and what the rules alone make of it."""

    row: Row
    plan: ActionPlan

    @property
    def labels(self) -> Row:
        return self.row["labels"]

    @property
    def author(self) -> str:
        return str(self.row["author"])

    @property
    def features(self) -> Features:
        return plan_features(self.plan, own_subject(self.row["subject"]))


def mail_cases(rows: Iterable[Row]) -> list[RuledMail]:
    """Reads every labelled mail by the rules alone."""
    alone = InterpretSettings(has_reader=False)
    return [RuledMail(row, interpret(mail_of(row), settings=alone)) for row in rows]


def train_scenario(cases: Sequence[RuledMail]) -> Learned:
    """Figures: rules, reader and both."""
    examples = [
        Example(case.author, case.features, frozenset({case.labels["category"]})) for case in cases
    ]
    trained = train_head(HeadPlan(SCENARIO, CATEGORIES, _WIDTH, _STRENGTH), examples)
    right: dict[str, list[bool]] = {"rules": [], "reader": [], "both": []}
    for place, case in enumerate(cases):
        if not is_everyday(case.row):
            continue
        said = trained.said_of(place)
        found = {
            "rules": case.plan.scenarios[0].category,
            "reader": max(said, key=lambda name: (said[name], name)),
            "both": join_scenarios(case.plan.scenarios, said)[0].category,
        }
        for opinion, category in found.items():
            right[opinion].append(category in case.labels["acceptable_categories"])
    figures = {f"scenario acceptable, {name}": float(np.mean(hits)) for name, hits in right.items()}
    return trained, figures


def train_proofs(cases: Sequence[RuledMail], requires: Mapping[str, Collection[str]]) -> Learned:
    """``requires``: of each letter. A mail proves what the letters assert that are right for it.
    Figures: by rules and by both."""
    examples = []
    for case in cases:
        letters = case.labels["letters"]
        proven = frozenset(name for letter in letters for name in requires.get(letter, ()))
        examples.append(Example(case.author, case.features, proven))
    levels = right_levels({name: (place, _RIGHT) for place, name in enumerate(READ_ALONE)})
    plan = HeadPlan(PROOF, READ_ALONE, _PROOF_WIDTH, _PROOF_STRENGTH, levels)
    trained = train_head(plan, examples)
    rules = np.array([[name in case.plan.proofs for name in READ_ALONE] for case in cases])
    limits = np.array([trained.head.thresholds[name] for name in READ_ALONE])
    both = rules | (trained.left_out >= limits)
    return trained, {
        **found_and_right("proofs {}, rules", rules, trained.truth),
        **found_and_right("proofs {}, both", both, trained.truth),
    }


def _holding(labels: Row) -> Iterator[str]:
    if labels["escalation"] != "NONE":
        yield URGENT
    yield from labels["escalation_triggers"]
    if labels.get("emergency"):
        yield EMERGENCY
    if labels.get("automated"):
        yield AUTOMATED
    if labels["opt_out"]:
        yield OPT_OUT
    if labels["agreement"] in ("confirmed", "likely"):
        yield AGREED
    if labels["language"] not in LANGUAGES:
        yield OTHER


def train_asks(cases: Iterable[RuledMail]) -> Learned:
    """By the labelled words of each ask, in the line they stand in."""
    examples = []
    for case in cases:
        for ask in case.labels["asks"]:
            if quote := ask.get("quote"):
                line = next((said for said in sentences(case.row["body"]) if quote in said), quote)
                features = ask_features(quote, line, case.plan.language)
                examples.append(Example(case.author, features, frozenset({ask["kind"]})))
    trained = train_head(HeadPlan(ASK, tuple(AskKind), _WIDTH, _STRENGTH, _duty_level), examples)
    kinds = trained.left_out.argmax(axis=1) == trained.truth.argmax(axis=1)
    duty = _duty(trained.left_out) >= trained.head.thresholds["duty"]
    is_duty = _duty(trained.truth.astype(float)) > 0
    return trained, {
        "asks": float(len(kinds)),
        "asks: kind right, reader": float(np.mean(kinds)),
        "asks: duties found by the reader": float(np.mean(duty[is_duty])),
        "asks: questions and notices taken for duties": float(np.mean(duty[~is_duty])),
    }


def _duty_level(sure: Floats, truth: Truths) -> dict[str, float]:
    is_duty = _duty(truth.astype(float)) > 0
    return {"duty": float(np.quantile(_duty(sure)[~is_duty], 1 - _DUTY_ALARMS))}


def _duty(values: Floats) -> Floats:
    kinds = list(AskKind)
    return np.asarray(values[:, [kinds.index(kind) for kind in DUTIES]].sum(axis=1))


def train_unread(cases: Sequence[RuledMail]) -> Learned:
    """By every sentence of a mail: whether a label says that it asks something; and again by those
    of each mail without its question marks, which many leave out. Figures: of the mails as they
    are, and of the others."""
    examples, found, marked = _asking_examples(cases)
    count = len(examples)
    others, found_in_others, _ = _asking_examples(mail_cases(_without_marks(cases)))
    is_bare = found & ~marked

    def thresholds(sure: Floats, truth: Truths) -> dict[str, float]:
        """Of the sentences in which the rules find nothing, and of what they find in those without
        a question mark."""
        own, is_asking = sure[:count, 0], truth[:count, 0]
        new, asks = own[~found], is_asking[~found]
        return {
            "asks": precision_level(new, asks, _ASKED),
            "doubt": precision_level(new, asks, _DOUBTED),
            "idle": 1 - precision_level(1 - own[is_bare], ~is_asking[is_bare], _IDLE),
        }

    plan = HeadPlan(UNREAD, ASKING, _WIDTH, 3.0, thresholds)
    trained = train_head(plan, [*examples, *others])
    sure, truth, limits = (
        trained.left_out[:count, 0],
        trained.truth[:count, 0],
        trained.head.thresholds,
    )
    both = (found & ~(is_bare & (sure < limits["idle"]))) | (sure >= limits["asks"])
    unmarked, asks_there = trained.left_out[count:, 0], trained.truth[count:, 0]
    there = found_in_others | (unmarked >= limits["asks"])
    return trained, {
        "asking sentences": float(truth.sum()),
        **found_and_right("asking sentences {}, rules", found, truth),
        **found_and_right("asking sentences {}, reader", sure >= _EVEN, truth),
        **found_and_right("asking sentences {}, both", both, truth),
        **found_and_right("unmarked asking sentences {}, rules", found_in_others, asks_there),
        **found_and_right("unmarked asking sentences {}, both", there, asks_there),
        **found_and_right("unread: {}", sure[~found] >= limits["doubt"], truth[~found]),
    }


def _without_marks(cases: Iterable[RuledMail]) -> Iterator[Row]:
    for row in (case.row for case in cases):
        if "?" in row["body"]:
            yield {**row, "body": row["body"].replace("¿", "").replace("?", ".")}


def _asking_examples(cases: Iterable[RuledMail]) -> tuple[list[Example], Truths, Truths]:
    """Of each sentence: what is seen of it, whether the rules find it asking, and whether it ends
    in a question mark."""
    examples: list[Example] = []
    read: list[bool] = []
    marked: list[bool] = []
    for case in cases:
        asks = [ask for ask in case.labels["asks"] if ask["kind"] != AskKind.NOTICE]
        quotes = [" ".join(words(ask["quote"])) for ask in asks if ask.get("quote")]
        if len(quotes) < len(asks):
            continue
        said, found = read_sentences(case.plan)
        read += map(bool, found)
        marked += (sentence.rstrip().endswith("?") for sentence in said)
        rows = asking_features(said, found, case.plan.language)
        for sentence, features in zip(said, rows, strict=True):
            own = " ".join(words(sentence))
            # One of the two stands in the other.
            is_asked = own != "" and any(q and (q in own or own in q) for q in quotes)
            names = frozenset(ASKING if is_asked else ())
            examples.append(Example(case.author, features, names))
    return examples, np.array(read), np.array(marked)


def train_mail(cases: Sequence[RuledMail]) -> Trained:
    """What else a mail is than of a category."""
    examples = []
    for case in cases:
        subject, plan = own_subject(case.row["subject"]), case.plan
        features = mail_features(subject, plan.normalized_text, plan.language)
        examples.append(Example(case.author, features, frozenset(_holding(case.labels))))
    limits = _few_false(cases, _ALONE)
    return train_head(HeadPlan(MAIL, MAIL_NAMES, _WIDTH, _STRENGTH, limits), examples)


def train_alarm(cases: Sequence[RuledMail], mail: Trained, told: Floats) -> Trained:
    """``told``: mails × what somebody needs at once, like ``mail`` by who has read nothing of the
    mail's author. ``left_out``: as the desk joins the outputs (``with_triggers``)."""
    limits = _few_false(cases, ALARM_NAMES)

    def thresholds(sure: Floats, truth: Truths) -> Mapping[str, float]:
        return limits(with_triggers(sure), truth)

    examples = []
    for place, case in enumerate(cases):
        needs = dict(zip(NEED_NAMES, told[place], strict=True))
        holding = frozenset(_holding(case.labels)).intersection(ALARM_NAMES)
        features = alarm_features(mail.said_of(place), needs)
        examples.append(Example(case.author, features, holding))
    trained = train_head(HeadPlan(ALARM, ALARM_NAMES, _ALARM_WIDTH, 1.0, thresholds), examples)
    return replace(trained, left_out=with_triggers(trained.left_out))


def _few_false(
    cases: Sequence[RuledMail], names: Sequence[str]
) -> Callable[[Floats, Truths], Mapping[str, float]]:
    """Thresholds of ``names``: the lowest of which the false alarms stay within what is allowed.
    Short mails written to sound like threats are no sample of what comes, and count for none."""
    everyday = np.array([is_everyday(case.row) for case in cases])
    places = {name: MAIL_NAMES.index(name) for name in names if name in _ALARMS}

    def thresholds(sure: Floats, truth: Truths) -> dict[str, float]:
        return {
            name: float(np.quantile(sure[~truth[:, n] & everyday, n], 1 - _ALARMS[name]))
            for name, n in places.items()
        }

    return thresholds


def is_everyday(row: Row) -> bool:
    """No short mail written as a threat or as one that only sounds so."""
    return "-t" not in str(row["id"]) and not str(row["id"]).startswith("W")


def alarm_figures(cases: Sequence[RuledMail], alarm: Trained, mail: Trained) -> dict[str, float]:
    """What is found, and the false alarms on everyday mail."""
    ruled = {
        URGENT: [case.plan.escalation.tier is not Tier.NONE for case in cases],
        EMERGENCY: [bool(case.plan.emergency) for case in cases],
        AUTOMATED: [False for _ in cases],
        OPT_OUT: [case.plan.opt_out for case in cases],
        AGREED: [case.plan.agreement.status is not AgreementStatus.NONE for case in cases],
        OTHER: [case.plan.language not in LANGUAGES for case in cases],
    }
    everyday = np.array([is_everyday(case.row) for case in cases])
    figures: dict[str, float] = {}
    for name, said in ruled.items():
        place, trained = MAIL_NAMES.index(name), alarm if name in ALARM_NAMES else mail
        truth, rules = trained.truth[:, place], np.array(said)
        reader = trained.left_out[:, place] >= trained.head.thresholds[name]
        figures[f"{name}: cases"] = float(truth.sum())
        for opinion, found in (("rules", rules), ("reader", reader), ("both", rules | reader)):
            figures[f"{name}: found by {opinion}"] = float(np.mean(found[truth]))
            figures[f"{name}: false on everyday mail, {opinion}"] = float(
                np.mean(found[~truth & everyday])
            )
    return figures
