"""Which template answers a mail: BM25 over the catalogue, the mail's scenarios, bounded priors.

A ranker is built once per catalogue version and kept. Two ways lead through it: free ranking,
and the hard rule for prepayment and cancellation, which nothing learned can reach.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np

from drafting.pipeline.answer.catalogue_search import (
    Candidate,
    Search,
    Selection,
    View,
    build_query,
    build_view,
    leading_categories,
)
from drafting.pipeline.plan import ActionPlan, AskKind, PrepaymentStep, Scenario
from learning.calibration.maths import MAXIMUM_DELTA, scenario_and_topic
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import TemplateEntry
from templatesapp.text.reader.topics import likenesses, named_topics
from templatesapp.text.tokens import DEFAULT_LANGUAGE

Priors = Mapping[tuple[str, int], float]

_TOPICS = 10  # of a mail that count
_LEAST_LIKE = 0.1  # how like a topic the mail must be
# What was learned for such mail tells more than what its scenario taught: that is mostly which
# letter is wanted most there. What lowers needs more than one voice to undo that.
_TOPIC_RAISES, _TOPIC_LOWERS, SCENARIO_WEIGHT = 4, 1.5, 0.5
# Chosen by what the guest does (agrees, threatens), never by the words of the mail.
_BY_WHAT_THE_GUEST_DOES = frozenset({"agreement", "acknowledgement"})
_CONTENDERS = 8


def asked_topics(plan: ActionPlan) -> dict[str, float]:
    """The topics of what a mail asks with how like each it is (0-1), the likest first."""
    asked = [ask.text for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    texts = asked or [ask.text for ask in plan.asks] or [plan.normalized_text]
    if not any(texts):
        return {}
    found = np.sum([likenesses(text, plan.language) for text in texts], axis=0)
    likely = found / np.linalg.norm(found)
    names = named_topics()
    first = np.argsort(-likely, kind="stable")[:_TOPICS]
    return {names[n]: float(likely[n]) for n in first if likely[n] >= _LEAST_LIKE}


def leading_topic(plan: ActionPlan) -> str:
    """What a mail asks most; empty where the reader cannot tell."""
    return next(iter(asked_topics(plan)), "")


def priors_of_mail(plan: ActionPlan, priors: Priors) -> dict[tuple[str, int], float]:
    """What was learned for this mail, as points (±30) of a template key in its leading scenario:
    half of the scenario's own, and those of each topic by how like it the mail is."""
    leading = plan.scenario.category
    likely = asked_topics(plan) if priors else {}
    points: dict[int, float] = defaultdict(float)
    for (context, key), delta in priors.items():
        _, topic = scenario_and_topic(context)
        if topic:
            weight = likely.get(topic, 0.0) * (_TOPIC_RAISES if delta > 0 else _TOPIC_LOWERS)
        else:
            weight = SCENARIO_WEIGHT * (context == leading)
        points[key] += delta * weight
    return {
        (leading, key): round(max(-MAXIMUM_DELTA, min(MAXIMUM_DELTA, total)), 1)
        for key, total in points.items()
        if total
    }


@dataclass(frozen=True, slots=True)
class RankResult:
    """The top candidates after priors, best first; the selected one is always among them.

    ``contenders``: those that a letter may be chosen from, more than are shown.
    """

    selection: Selection
    selected: Candidate | None
    candidates: tuple[Candidate, ...]
    contenders: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class RankSettings:
    """Confidence points (0-100) and the number of candidates shown."""

    threshold_inside: float = 25
    threshold_outside: float = 70
    auto_threshold: float = 80
    auto_min_base: float = 65
    top: int = 3


DEFAULT_SETTINGS = RankSettings()


class Ranker:
    """Ranks one version of the catalogue. Safe to share between threads."""

    def __init__(self, templates: Iterable[TemplateEntry]) -> None:
        self._templates = tuple(sorted(templates, key=lambda t: (t.template_id, t.key)))
        self._languages = {t.language for t in self._templates}
        self._view_in = cache(partial(build_view, self._templates))
        self._lock = threading.Lock()

    def rank(
        self,
        text: str,
        *,
        language: str,
        scenarios: Sequence[Scenario],
        priors: Priors | None = None,
        settings: RankSettings = DEFAULT_SETTINGS,
        focus: Sequence[str] = (),
        allows: Callable[[TemplateEntry], bool] = lambda _: True,
    ) -> RankResult:
        """The choice for a mail; ``text`` is its subject and words without greeting, quotes and
        signature. A letter that ``allows`` refuses is chosen by no score and no prior.

        ``priors`` are the deltas (±30 points) of a template key in a scenario category; where the
        leading scenario is protected, the hard rule decides. ``focus``: concepts that count more.
        """
        # A fixed text only where the mail is about as much about that: "a refund" in a complaint
        # about a bill is no cancellation.
        near = leading_categories(scenarios)
        leading = scenarios[0].category if scenarios else ""
        is_by_rule = is_hard_rule_protected(leading)

        def is_allowed(letter: TemplateEntry) -> bool:
            if not (is_inferable(letter) and allows(letter)):
                return False
            if is_by_rule:
                return letter.category == leading
            return letter.category in near or not is_hard_rule_protected(letter.category)

        search = self.search(text, language, scenarios, is_allowed, focus)
        ranked = search.ranked(priors_of(scenarios, priors or {}))
        # Confidence costs more than a score, and a large catalogue matches in thousands.
        looked_at = ranked if is_by_rule else ranked[:_CONTENDERS]
        inside = {s.category for s in scenarios}
        contenders = [_judged(search.candidate(place), settings, inside) for place in looked_at]
        selected = next((one for one in contenders if one.selection != "none"), None)
        shown = contenders[: settings.top]
        if selected and selected not in shown:  # further down: it takes the last place
            shown[-1:] = [selected]
        selection = selected.selection if selected else "none"
        return RankResult(selection, selected, tuple(shown), tuple(contenders[:_CONTENDERS]))

    def rank_step(
        self,
        text: str,
        *,
        language: str,
        scenarios: Sequence[Scenario],
        step: str,
        provider: str,
        settings: RankSettings = DEFAULT_SETTINGS,
    ) -> RankResult:
        """The letter of the prepayment step that the caller names. None of them is ever inferred,
        not even the first: it states how far a payment has come, which only the caller knows."""
        of_step = [t for t in self.view(language).templates if t.prepayment_step == step]
        of_provider = [t for t in of_step if provider and t.prepayment_provider == provider]
        fitting = of_provider or [t for t in of_step if not t.prepayment_provider]
        # Each provider words its first request differently: without knowing which, a person looks.
        is_certain = bool(fitting) and (step != PrepaymentStep.FIRST or bool(of_provider))
        keys = {t.key for t in fitting or of_step}
        # The step chooses, not the words: a template without a matching word still counts.
        search = self.search(text, language, scenarios, lambda t: t.key in keys, unmatched=True)
        shown = tuple(map(search.candidate, search.ranked({})[: settings.top]))
        if not shown:
            return RankResult("none", None, ())
        return RankResult("auto" if is_certain else "suggest", shown[0], shown)

    def view(self, language: str) -> View:
        """The catalogue as a guest of ``language`` sees it; kept."""
        with self._lock:  # one thread builds it, the others wait
            return self._view_in(language if language in self._languages else DEFAULT_LANGUAGE)

    def search(
        self,
        text: str,
        language: str,
        scenarios: Sequence[Scenario],
        is_allowed: Callable[[TemplateEntry], bool],
        focus: Sequence[str] = (),
        *,
        unmatched: bool = False,
    ) -> Search:
        """The allowed templates with a positive score; with ``unmatched`` all allowed ones."""
        view = self.view(language)
        query = build_query(text, language, scenarios, focus)
        scores = dict(view.index.ranking(query))
        if unmatched:
            scores |= {n: 0.0 for n in range(len(view.templates)) if n not in scores}
        found = [(n, score) for n, score in scores.items() if is_allowed(view.templates[n])]
        return Search(view, query, scenarios, found)


def is_inferable(template: TemplateEntry) -> bool:
    return not template.prepayment_step and template.purpose not in _BY_WHAT_THE_GUEST_DOES


def priors_of(scenarios: Sequence[Scenario], priors: Priors) -> dict[int, float]:
    """``{template key: points}`` of the leading scenario: what was learned where this mail is."""
    if not scenarios:
        return {}
    leading = scenarios[0].category
    return {key: delta for (category, key), delta in priors.items() if category == leading}


def _judged(candidate: Candidate, settings: RankSettings, inside: Collection[str]) -> Candidate:
    is_inside = candidate.category in inside
    if candidate.confidence < (
        settings.threshold_inside if is_inside else settings.threshold_outside
    ):
        return candidate
    # Sure enough without the prior too, and no fixed text: those leave only by the hard rule.
    is_auto = (
        candidate.confidence >= settings.auto_threshold
        and candidate.base_confidence >= settings.auto_min_base
        and not is_hard_rule_protected(candidate.category)
    )
    return replace(candidate, selection="auto" if is_auto else "suggest")
