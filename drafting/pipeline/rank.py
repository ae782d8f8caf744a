"""Which template answers a mail: BM25 over the catalogue, the mail's scenarios, bounded priors.

A ranker is built once per catalogue version and kept. Two ways lead through it: free ranking,
and the hard rule for prepayment and cancellation, which nothing learned can reach.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from drafting.pipeline.confidence import Features, base_confidence
from drafting.pipeline.plan import PrepaymentStep, Scenario
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.postings import TEMPLATE_WEIGHTS, FieldedIndex
from templatesapp.text.slots import SLOT
from templatesapp.text.tokens import DEFAULT_LANGUAGE, index_terms, query_terms

Selection = Literal["auto", "suggest", "none"]
Priors = Mapping[tuple[str, int], float]

# Chosen by what the guest does (agrees), never by the words of the mail.
PURPOSE_AGREEMENT = "agreement"
_MOST_EVIDENCE = 8
_MOST_TEXT = 20_000  # characters of a mail that are searched for: about ten pages
_LINK = re.compile(r"https?://\S+")
# A scenario enters the query as the name of its category, once per this much confidence.
_CONFIDENCE_PER_MENTION = 0.25
_CONFIDENT_SHARE = 0.6  # of the best scenario's confidence: below it a scenario is not searched


@dataclass(frozen=True, slots=True)
class RankableTemplate:
    """An active template as the ranker sees it; ``key`` is its primary key."""

    key: int
    template_id: str
    subject: str
    body: str
    category: str
    language: str
    purpose: str = "answer"
    prepayment_step: str | None = None
    prepayment_provider: str | None = None
    version: int = 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """``score`` = BM25 ÷ best BM25 + prior/100; confidences and prior are points (0-100, ±30)."""

    template_key: int
    template_id: str
    subject: str
    category: str
    bm25_score: float
    score: float
    base_confidence: float
    prior_delta: float
    confidence: float
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RankResult:
    """The top candidates after priors, best first; the selected one is always among them."""

    selection: Selection
    selected: Candidate | None
    candidates: tuple[Candidate, ...]


NOTHING = RankResult("none", None, ())


@dataclass(frozen=True, slots=True)
class RankSettings:
    """Confidence points (0-100) and the number of candidates shown."""

    threshold_inside: float = 25
    threshold_outside: float = 70
    auto_threshold: float = 80
    auto_min_base: float = 65
    top: int = 3


DEFAULT_SETTINGS = RankSettings()


@dataclass(frozen=True, slots=True)
class _View:
    """The catalogue for one guest language: one row per template id, and its index."""

    templates: tuple[RankableTemplate, ...]
    index: FieldedIndex


def category_term(category: str) -> str:
    """The index term of a category: no word of a mail can be it."""
    return f"category:{category}"


class Ranker:
    """Ranks one version of the catalogue. Safe to share between threads."""

    def __init__(self, templates: Iterable[RankableTemplate]) -> None:
        self._templates = tuple(sorted(templates, key=lambda t: (t.template_id, t.key)))
        self._languages = {t.language for t in self._templates}
        self._views: dict[str, _View] = {}
        self._lock = threading.Lock()

    def rank(
        self,
        text: str,
        *,
        language: str,
        scenarios: Sequence[Scenario],
        priors: Priors | None = None,
        settings: RankSettings = DEFAULT_SETTINGS,
        prepayment_step: str | None = None,
        prepayment_provider: str | None = None,
    ) -> RankResult:
        """The choice for a mail; ``text`` is its subject and words without greeting, quotes and
        signature.

        ``priors`` are the deltas (±30 points) of a template key in a scenario category. Where the
        leading scenario is protected, or a ``prepayment_step`` is given, the hard rule decides.
        """
        protected = bool(scenarios) and is_hard_rule_protected(scenarios[0].category)
        if protected or prepayment_step:
            return self.rank_protected(
                text,
                language=language,
                scenarios=scenarios,
                settings=settings,
                prepayment_step=prepayment_step,
                prepayment_provider=prepayment_provider,
            )
        search = self._search(text, language, scenarios, _is_free)
        return _select(search, _priors_of(scenarios, priors or {}), scenarios, settings)

    def rank_protected(
        self,
        text: str,
        *,
        language: str,
        scenarios: Sequence[Scenario],
        settings: RankSettings = DEFAULT_SETTINGS,
        prepayment_step: str | None = None,
        prepayment_provider: str | None = None,
    ) -> RankResult:
        """The hard rule: a step given by the caller, else the best of the category as suggestion.

        No template of a prepayment step is ever inferred, not even the first: it states how far a
        payment has come, which only the caller knows. No priors reach this.
        """
        if prepayment_step:
            return self._rank_step(
                text, language, scenarios, settings, prepayment_step, prepayment_provider
            )
        category = scenarios[0].category
        search = self._search(
            text, language, scenarios, lambda t: t.category == category and _is_inferable(t)
        )
        ranked = search.ranked({})
        best = next(
            (r for r in ranked if search.candidate(r).confidence >= settings.threshold_inside), None
        )
        return _result("suggest" if best else "none", best, ranked, search, settings)

    def _rank_step(
        self,
        text: str,
        language: str,
        scenarios: Sequence[Scenario],
        settings: RankSettings,
        step: str,
        provider: str | None,
    ) -> RankResult:
        of_step = [t for t in self._view(language).templates if t.prepayment_step == step]
        of_provider = [t for t in of_step if provider and t.prepayment_provider == provider]
        fitting = of_provider or [t for t in of_step if not t.prepayment_provider]
        # Each provider words its first request differently: without knowing which, a person looks.
        is_certain = bool(fitting) and (step != PrepaymentStep.FIRST or bool(of_provider))
        keys = {t.key for t in fitting or of_step}
        # The step chooses, not the words: a template without a matching word still counts.
        search = self._search(text, language, scenarios, lambda t: t.key in keys, unmatched=True)
        ranked = search.ranked({})
        if not ranked:
            return NOTHING
        return _result("auto" if is_certain else "suggest", ranked[0], ranked, search, settings)

    def find_by_purpose(
        self, purpose: str, *, language: str, category: str | None = None
    ) -> RankableTemplate | None:
        """The first template of a purpose (and category) in the guest's language, else English."""
        return next(
            (
                t
                for t in self._view(language).templates
                if t.purpose == purpose and category in (None, t.category)
            ),
            None,
        )

    def find(self, key: int) -> RankableTemplate:
        """The template of a candidate's ``template_key``. Raises ``KeyError``."""
        for template in self._templates:
            if template.key == key:
                return template
        raise KeyError(key)

    # --- scoring ----------------------------------------------------------------------------

    def _view(self, language: str) -> _View:
        """The catalogue as a guest of ``language`` sees it; kept."""
        code = language if language in self._languages else DEFAULT_LANGUAGE
        with self._lock:
            if code not in self._views:
                self._views[code] = _build_view(self._templates, code)
            return self._views[code]

    def _search(
        self,
        text: str,
        language: str,
        scenarios: Sequence[Scenario],
        is_allowed: Callable[[RankableTemplate], bool],
        *,
        unmatched: bool = False,
    ) -> _Search:
        """The allowed templates with a positive score; with ``unmatched`` all allowed ones."""
        view = self._view(language)
        query = [*query_terms(text[:_MOST_TEXT], language), *_scenario_terms(scenarios)]
        found = [
            (number, score)
            for number, score in view.index.ranking(query)
            if is_allowed(view.templates[number])
        ]
        if unmatched:
            seen = {number for number, _ in found}
            found += [
                (number, 0.0)
                for number, template in enumerate(view.templates)
                if number not in seen and is_allowed(template)
            ]
        return _Search(view, query, scenarios, found)


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A template with its raw score, before anyone asked how sure we are."""

    number: int
    template: RankableTemplate
    bm25_score: float
    score: float
    prior_delta: float


class _Search:
    """One query's matches: what confidence and evidence are read from.

    Confidence is worked out only for the candidates looked at: a large catalogue matches in
    thousands and is decided by the first few.
    """

    def __init__(
        self,
        view: _View,
        query: Sequence[str],
        scenarios: Sequence[Scenario],
        found: Sequence[tuple[int, float]],
    ) -> None:
        self._view = view
        self._query = query
        self._fit = {s.category: s.confidence for s in reversed(scenarios)}
        self._found = found
        self._shares = view.index.shares(query)
        self._best_by_category: dict[str, float] = {}
        for number, score in found:
            self._best_by_category.setdefault(view.templates[number].category, score)

    def ranked(self, priors: Mapping[int, float]) -> list[_Ranked]:
        """All matches with their priors (``{template key: points}``), best score first."""
        best = self._found[0][1] if self._found else 1.0
        ranked = []
        for number, raw in self._found:
            template = self._view.templates[number]
            delta = (
                0.0 if is_hard_rule_protected(template.category) else priors.get(template.key, 0.0)
            )
            ranked.append(_Ranked(number, template, raw, raw / best + delta / 100, delta))
        return sorted(ranked, key=lambda r: (-r.score, r.template.template_id, r.template.key))

    def candidate(self, ranked: _Ranked) -> Candidate:
        base = base_confidence(self._features(ranked))
        return Candidate(
            template_key=ranked.template.key,
            template_id=ranked.template.template_id,
            subject=ranked.template.subject,
            category=ranked.template.category,
            bm25_score=round(ranked.bm25_score, 6),
            score=round(ranked.score, 6),
            base_confidence=base,
            prior_delta=ranked.prior_delta,
            confidence=min(max(base + ranked.prior_delta, 0.0), 100.0),
        )

    def with_evidence(self, candidate: Candidate, number: int) -> Candidate:
        """The candidate with the words it was found by and the scenario it fits."""
        held = [w for w in self._view.index.held(self._query, number) if ":" not in w]
        fit = self._fit.get(candidate.category)
        scenario = (f"scenario {candidate.category} {fit:.2f}",) if fit else ()
        return replace(candidate, evidence=(*scenario, *held[:_MOST_EVIDENCE]))

    def _features(self, ranked: _Ranked) -> Features:
        category = ranked.template.category
        other = max((s for c, s in self._best_by_category.items() if c != category), default=0.0)
        other_fit = max((f for c, f in self._fit.items() if c != category), default=0.0)
        fit = self._fit.get(category, 0.0)
        return Features(
            fit=fit,
            lead=fit - other_fit,
            margin=(ranked.bm25_score - other) / max(ranked.bm25_score, other),
            idf_share=self._shares.get(ranked.number, 0.0),
        )


def build_ranker(templates: Iterable[RankableTemplate]) -> Ranker:
    """A ranker over the active templates, to be kept until the catalogue's version changes."""
    return Ranker(templates)


# --- parts ----------------------------------------------------------------------------------


def _build_view(templates: Sequence[RankableTemplate], language: str) -> _View:
    """One row per template id: in ``language``, else in English, else the first there is."""
    chosen: dict[str, RankableTemplate] = {}
    order = {language: 0, DEFAULT_LANGUAGE: 1}
    for template in sorted(templates, key=lambda t: (order.get(t.language, 2), t.key)):
        chosen.setdefault(template.template_id, template)
    rows = tuple(sorted(chosen.values(), key=lambda t: (t.template_id, t.key)))
    return _View(rows, FieldedIndex([_document(row) for row in rows], TEMPLATE_WEIGHTS))


def _document(template: RankableTemplate) -> dict[str, list[str]]:
    """The index terms of a template's fields; slots and links are no words of ours."""
    body = _LINK.sub(" ", SLOT.sub(" ", template.body))
    return {
        "subject": index_terms(template.subject, template.language),
        "category": [
            category_term(template.category),
            *index_terms(template.category.replace("-", " "), DEFAULT_LANGUAGE),
        ],
        "body": index_terms(body, template.language),
    }


def _scenario_terms(scenarios: Sequence[Scenario]) -> list[str]:
    """The mail's leading scenarios as query terms, oftener the surer they are."""
    if not scenarios:
        return []
    best = max(s.confidence for s in scenarios)
    return [
        category_term(s.category)
        for s in scenarios
        if s.confidence >= _CONFIDENT_SHARE * best
        for _ in range(round(s.confidence / _CONFIDENCE_PER_MENTION))
    ]


def _is_inferable(template: RankableTemplate) -> bool:
    return template.prepayment_step is None and template.purpose != PURPOSE_AGREEMENT


def _is_free(template: RankableTemplate) -> bool:
    return _is_inferable(template)


def _priors_of(scenarios: Sequence[Scenario], priors: Priors) -> dict[int, float]:
    """``{template key: points}`` of the leading scenario: what was learned where this mail is."""
    if not scenarios:
        return {}
    leading = scenarios[0].category
    return {key: delta for (category, key), delta in priors.items() if category == leading}


def _select(
    search: _Search,
    priors: Mapping[int, float],
    scenarios: Sequence[Scenario],
    settings: RankSettings,
) -> RankResult:
    """The first candidate, in score order, at or above its own threshold."""
    inside = {s.category for s in scenarios}
    ranked = search.ranked(priors)
    for place in ranked:
        candidate = search.candidate(place)
        is_inside = place.template.category in inside
        threshold = settings.threshold_inside if is_inside else settings.threshold_outside
        if candidate.confidence >= threshold:
            selection: Selection = "auto" if _is_auto(candidate, settings) else "suggest"
            return _result(selection, place, ranked, search, settings)
    return _result("none", None, ranked, search, settings)


def _is_auto(candidate: Candidate, settings: RankSettings) -> bool:
    """Sure enough without the prior too, and no fixed text: those leave only by the hard rule."""
    return (
        candidate.confidence >= settings.auto_threshold
        and candidate.base_confidence >= settings.auto_min_base
        and not is_hard_rule_protected(candidate.category)
    )


def _result(
    selection: Selection,
    selected: _Ranked | None,
    ranked: Sequence[_Ranked],
    search: _Search,
    settings: RankSettings,
) -> RankResult:
    """The best candidates; a selected one further down takes the last place."""
    shown = list(ranked[: settings.top])
    if selected and selected not in shown:
        shown[-1:] = [selected]
    candidates = tuple(search.with_evidence(search.candidate(r), r.number) for r in shown)
    chosen = candidates[shown.index(selected)] if selected else None
    return RankResult(selection, chosen, candidates)
