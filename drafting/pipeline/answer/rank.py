"""Which template answers a mail: BM25 over the catalogue, the mail's scenarios, bounded priors.

A ranker is built once per catalogue version and kept. Two ways lead through it: free ranking,
and the hard rule for prepayment and cancellation, which nothing learned can reach.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from drafting.pipeline.answer.asked import Priors
from drafting.pipeline.answer.catalogue_search import (
    NO_FOCUS,
    Candidate,
    Focus,
    Ranked,
    Search,
    View,
    build_query,
    build_view,
    leading_categories,
)
from drafting.pipeline.plan import PrepaymentStep, Scenario
from templatesapp.entries import TemplateEntry
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.tokens import DEFAULT_LANGUAGE

Selection = Literal["auto", "suggest", "none"]

# Chosen by what the guest does (agrees, threatens), never by the words of the mail.
_BY_WHAT_THE_GUEST_DOES = frozenset({"agreement", "acknowledgement"})


@dataclass(frozen=True, slots=True)
class RankResult:
    """The top candidates after priors, best first; the selected one is always among them.

    ``contenders``: those that a letter may be chosen from, more than are shown.
    """

    selection: Selection
    selected: Candidate | None
    candidates: tuple[Candidate, ...]
    contenders: tuple[Contender, ...] = ()


@dataclass(frozen=True, slots=True)
class Contender:
    """``selection``: what it would be chosen as; none below its own threshold."""

    candidate: Candidate
    selection: Selection


NOTHING = RankResult("none", None, ())
_CONTENDERS = 8


def _any_letter(template: TemplateEntry) -> bool:
    return True


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
        self._views: dict[str, View] = {}
        self._lock = threading.Lock()

    def rank(
        self,
        text: str,
        *,
        language: str,
        scenarios: Sequence[Scenario],
        priors: Priors | None = None,
        settings: RankSettings = DEFAULT_SETTINGS,
        focus: Focus = NO_FOCUS,
        prepayment_step: str | None = None,
        prepayment_provider: str | None = None,
        allows: Callable[[TemplateEntry], bool] = _any_letter,
    ) -> RankResult:
        """The choice for a mail; ``text`` is its subject and words without greeting, quotes and
        signature. A letter that ``allows`` refuses is chosen by no score and no prior.

        ``priors`` are the deltas (±30 points) of a template key in a scenario category. Where the
        leading scenario is protected, or a ``prepayment_step`` is given, the hard rule decides.
        """
        if prepayment_step:
            return self._rank_step(
                text, language, scenarios, settings, prepayment_step, prepayment_provider
            )
        # A fixed text only where the mail is about as much about that: "a refund" in a complaint
        # about a bill is no cancellation.
        near = leading_categories(scenarios)
        protected = scenarios[0].category if scenarios else ""
        is_by_rule = is_hard_rule_protected(protected)

        def is_allowed(letter: TemplateEntry) -> bool:
            if not (_is_inferable(letter) and allows(letter)):
                return False
            if is_by_rule:
                return letter.category == protected
            return letter.category in near or not is_hard_rule_protected(letter.category)

        search = self._search(text, language, scenarios, is_allowed, focus)
        if is_by_rule:
            return _suggest(search, protected, settings)
        return _select(search, priors_of(scenarios, priors or {}), scenarios, settings)

    def all_letters(
        self, text: str, *, language: str, scenarios: Sequence[Scenario], focus: Focus = NO_FOCUS
    ) -> Search:
        """Every letter that can be inferred with its raw score, also those without a word of it."""
        return self._search(text, language, scenarios, _is_inferable, focus, unmatched=True)

    def _rank_step(
        self,
        text: str,
        language: str,
        scenarios: Sequence[Scenario],
        settings: RankSettings,
        step: str,
        provider: str | None,
    ) -> RankResult:
        """No template of a prepayment step is ever inferred, not even the first: it states how far
        a payment has come, which only the caller knows."""
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

    def _view(self, language: str) -> View:
        """The catalogue as a guest of ``language`` sees it; kept."""
        code = language if language in self._languages else DEFAULT_LANGUAGE
        with self._lock:
            if code not in self._views:
                self._views[code] = build_view(self._templates, code)
            return self._views[code]

    def _search(
        self,
        text: str,
        language: str,
        scenarios: Sequence[Scenario],
        is_allowed: Callable[[TemplateEntry], bool],
        focus: Focus = NO_FOCUS,
        *,
        unmatched: bool = False,
    ) -> Search:
        """The allowed templates with a positive score; with ``unmatched`` all allowed ones."""
        view = self._view(language)
        query = build_query(text, language, scenarios, focus)
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
        return Search(view, query, scenarios, found)


def _is_inferable(template: TemplateEntry) -> bool:
    return not template.prepayment_step and template.purpose not in _BY_WHAT_THE_GUEST_DOES


def priors_of(scenarios: Sequence[Scenario], priors: Priors) -> dict[int, float]:
    """``{template key: points}`` of the leading scenario: what was learned where this mail is."""
    if not scenarios:
        return {}
    leading = scenarios[0].category
    return {key: delta for (category, key), delta in priors.items() if category == leading}


def _select(
    search: Search,
    priors: Mapping[int, float],
    scenarios: Sequence[Scenario],
    settings: RankSettings,
) -> RankResult:
    """The first candidate, in score order, at or above its own threshold."""
    inside = {s.category for s in scenarios}
    ranked = search.ranked(priors)
    # A candidate's confidence costs more than its score: a large catalogue matches in thousands.
    contenders = tuple(
        _contender(search.candidate(place), settings, inside) for place in ranked[:_CONTENDERS]
    )
    for place, contender in zip(ranked, contenders, strict=False):
        if contender.selection != "none":
            result = _result(contender.selection, place, ranked, search, settings)
            return replace(result, contenders=contenders)
    return replace(_result("none", None, ranked, search, settings), contenders=contenders)


def _suggest(search: Search, category: str, settings: RankSettings) -> RankResult:
    """The best of a protected category, as a suggestion. No priors reach this."""
    ranked = search.ranked({})
    contenders = tuple(_contender(search.candidate(r), settings, {category}) for r in ranked)
    best = next((r for r, c in zip(ranked, contenders, strict=True) if c.selection != "none"), None)
    result = _result("suggest" if best else "none", best, ranked, search, settings)
    return replace(result, contenders=contenders[:_CONTENDERS])


def _contender(candidate: Candidate, settings: RankSettings, inside: Collection[str]) -> Contender:
    is_inside = candidate.category in inside
    threshold = settings.threshold_inside if is_inside else settings.threshold_outside
    if candidate.confidence < threshold:
        return Contender(candidate, "none")
    return Contender(candidate, "auto" if _is_auto(candidate, settings) else "suggest")


def _is_auto(candidate: Candidate, settings: RankSettings) -> bool:
    """Sure enough without the prior too, and no fixed text: those leave only by the hard rule."""
    return (
        candidate.confidence >= settings.auto_threshold
        and candidate.base_confidence >= settings.auto_min_base
        and not is_hard_rule_protected(candidate.category)
    )


def _result(
    selection: Selection,
    selected: Ranked | None,
    ranked: Sequence[Ranked],
    search: Search,
    settings: RankSettings,
) -> RankResult:
    """The best candidates; a selected one further down takes the last place."""
    shown = list(ranked[: settings.top])
    if selected and selected not in shown:
        shown[-1:] = [selected]
    candidates = tuple(search.with_evidence(search.candidate(r), r.number) for r in shown)
    chosen = candidates[shown.index(selected)] if selected else None
    return RankResult(selection, chosen, candidates)
