"""Tests new priors on recent mail: would they have chosen the right letter more often?

What is right is what became of the draft: the letter it was sent as, or the one it became. A
prior that loses such a mail is held back, and where a scenario still does worse than without
priors all of it is, with the topics that misled it. Each voice judges by its own drafts: people
together have the last word, and an agent is one vote of ten points, so that no flood of drafts
holds back, or lets through, more than an agent may move a cell by. Learning keeps no mail, so
drafting says which drafts are kept and how one is chosen for again (settings.LEARNING_CHOOSER).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime
from decimal import Decimal
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Case, F, Q, When, Window
from django.db.models.functions import RowNumber
from django.utils.module_loading import import_string

from learning.calibration.cells import Cells, votes_on_choice
from learning.calibration.maths import AGENT_RAISES, cell_delta, context_of, scenario_and_topic
from learning.calibration.models import Cell, TemplatePrior
from learning.events.choices import Recognised
from learning.events.selectors import IS_FIT_EVIDENCE, PERSON_PREFIX, VOICE, Sources, Span
from templatesapp.models import EmailTemplate

TRIED_DRAFTS = 200  # joined ones whose mail is kept and whose right letter is known
PEOPLE = "people"  # the staff together, as one voice

LetterCell = tuple[str, str]  # (context, template id)
# Of a cell what it wins (above 0) or loses (below) in the drafts of each voice.
_Votes = Mapping[LetterCell, Mapping[str, int]]
Priors = Mapping[Cell, float]
Pick = tuple[str, bool]  # template id ("" for none), whether it was selected by itself
# The pick for each draft whose mail is kept.
Chooser = Callable[[Sequence[UUID], Priors], Mapping[UUID, Pick]]


class _Tried(NamedTuple):
    """One draft of which ``voice`` told the right letter, with the picks without and with the
    priors."""

    draft: UUID
    voice: str
    scenario: str
    topic: str
    right: str
    without: Pick = ("", False)
    given: Pick = ("", False)

    @property
    def contexts(self) -> set[str]:
        return {self.scenario, *([context_of("", self.topic)] if self.topic else [])}


def prove_cells(
    cells: Cells, *, cut_off: datetime, sources: Sources
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """What of these priors is to be held back; and what they would have chosen for recent drafts
    beside no priors at all: ``{tried, erased, scenarios}``, ``erased`` being drafts passed over
    because their mail is gone, ``scenarios`` a ``_row`` each. Four queries, and the chooser's up to
    seven times: a topic speaks in several scenarios, so each step is tried anew."""
    if not any(prior.delta for prior in cells.values()):
        return [], {"tried": 0, "erased": 0, "scenarios": []}
    drafts, erased = _recent_drafts(cut_off=cut_off, sources=sources)
    trial = _Trial(cells, drafts)
    for step in (_losing, _of_worse):
        trial.take(step(trial))
    misled = dict(trial.left)
    for step in (_all_topics, _scenarios):
        trial.take(step(trial))
    trial.let_speak(misled)
    held_back = [
        dict(zip(("scenario_category", "topic"), scenario_and_topic(context), strict=True))
        | {
            "template_id": name,
            "delta": float(prior.delta),
            "left": float(trial.left[context, name]),
        }
        for (context, name), prior in sorted(trial.named.items())
        if (context, name) in trial.left
    ]
    tried = len({each.draft for each in trial.tried})
    return held_back, {"tried": tried, "erased": erased, "scenarios": trial.rows()}


class _Trial:
    """The priors that are tried, and what is left of those that were held back so far."""

    def __init__(self, cells: Cells, drafts: Sequence[_Tried]) -> None:
        self.cells, self._drafts = cells, drafts
        self.named = {prior.letter_cell: prior for prior in cells.values()}
        self.left: dict[LetterCell, Decimal] = {}
        self._against: dict[LetterCell, set[str]] = defaultdict(set)
        self._chooser: Chooser = import_string(settings.LEARNING_CHOOSER)
        self._keys = list(dict.fromkeys(each.draft for each in drafts))
        self._without = self._chooser(self._keys, {})
        self.tried = self._choose({})

    @property
    def deltas(self) -> dict[LetterCell, Decimal]:
        """What is not held back, a letter once."""
        deltas = {cell: prior.delta for cell, prior in self.named.items()} | self.left
        return {cell: delta for cell, delta in deltas.items() if delta}

    def take(self, votes: _Votes) -> None:
        """Hold back what the voices of one more step say, and choose anew where that is news. A
        voice speaks against a cell once."""
        before = dict(self.left)
        for cell, said in votes.items():
            against, prior = self._against[cell], self.named[cell]
            against |= {voice for voice, count in said.items() if count < 0}
            kept_for = {voice for voice, count in said.items() if count > 0} - against
            left = _left(prior, against, kept_for)
            if abs(left) < abs(self.left.get(cell, prior.delta)):
                self.left[cell] = left
        if self.left != before:
            self.tried = self._choose(self.left)

    def let_speak(self, misled: Mapping[LetterCell, Decimal]) -> None:
        """The topics speak again that were held back all together: only those stay that are
        ``misled``, where no voice's drafts do worse by that."""
        kept = {cell: left for cell, left in self.left.items() if not _is_topic(cell)}
        left = {**kept, **misled}
        if left != self.left:
            held, tried, before = self.left, self.tried, list(self._rows_by_voice())
            self.left, self.tried = left, self._choose(left)
            now = zip(self._rows_by_voice(), before, strict=True)
            if any(_is_worse(_figures(row, "with"), _figures(was, "with")) for row, was in now):
                self.left, self.tried = held, tried

    def rows(self) -> list[dict[str, Any]]:
        """Of each scenario its figures, see ``_row``; of several voices the last is right."""
        last = {each.draft: each for each in reversed(self.tried)}
        return [_row(scenario, found) for scenario, found in _by_scenario([*last.values()]).items()]

    def judged(self) -> dict[str, dict[str, int]]:
        """Of each scenario how it does in the drafts of each voice: -1 with fewer right ones than
        without priors, or of the automatic ones fewer right or more wrong; 1 with more right."""
        found: dict[str, dict[str, int]] = defaultdict(dict)
        for row in self._rows_by_voice():
            step = row["right_with"] - row["right_without"]
            is_worse = _is_worse(_figures(row, "with"), _figures(row, "without"))
            found[row["scenario_category"]][row["voice"]] = -1 if is_worse else min(step, 1)
        return found

    def _rows_by_voice(self) -> Iterator[dict[str, Any]]:
        for scenario, tried in _by_scenario(self.tried).items():
            for voice in sorted({each.voice for each in tried}):
                said = [each for each in tried if each.voice == voice]
                yield _row(scenario, said) | {"voice": voice}

    def _choose(self, left: Mapping[LetterCell, Decimal]) -> list[_Tried]:
        bounded = _bounded(self.cells, left)
        priors = {cell: float(prior.delta) for cell, prior in bounded.items()}
        given = self._chooser(self._keys, priors)
        return [
            each._replace(without=self._without[each.draft], given=given[each.draft])
            for each in self._drafts
            if each.draft in self._without
        ]


def hold_back(cells: Cells, held_back: Iterable[Mapping[str, Any]]) -> dict[Cell, TemplatePrior]:
    """The cells with what a calibration held back; those of before say nothing of what is left,
    which was 0."""
    left: dict[LetterCell, Decimal] = {}
    for row in held_back:
        context = context_of(row["scenario_category"], row.get("topic", ""))
        left[context, row["template_id"]] = Decimal(str(row.get("left", 0)))
    return _bounded(cells, left)


def _bounded(cells: Cells, left: Mapping[LetterCell, Decimal]) -> dict[Cell, TemplatePrior]:
    bounded = dict(cells)
    for cell, prior in cells.items():
        if prior.letter_cell in left:
            most = abs(left[prior.letter_cell])
            bounded[cell] = copy(prior)
            bounded[cell].delta = max(-most, min(most, prior.delta))
    return bounded


def _left(prior: TemplatePrior, against: Collection[str], kept_for: Collection[str]) -> Decimal:
    """What is left of a prior that some voices' drafts speak against and others' for.

    People decide alone. An agent takes away, or gives back of what others take away, so much that
    with what its evidence does to the cell it has moved it by ``AGENT_RAISES``.
    """
    if PEOPLE in against:
        return Decimal("0.0")
    if PEOPLE in kept_for:
        return prior.delta
    sign = 1 if prior.delta > 0 else -1
    taken = [AGENT_RAISES + sign * _moved(prior, voice) for voice in against]
    given = [AGENT_RAISES - sign * _moved(prior, voice) for voice in kept_for]
    amount = max(Decimal(0), sum(taken, Decimal(0)) - sum(given, Decimal(0)))
    return sign * max(Decimal("0.0"), abs(prior.delta) - amount)


def _moved(prior: TemplatePrior, voice: str) -> Decimal:
    """By how much a voice's evidence moves a cell: ``AGENT_RAISES`` at most, either way."""
    if voice not in prior.voices:
        return Decimal(0)
    others = [each for name, each in prior.voices.items() if name != voice]
    return prior.delta - cell_delta(others, shrinkage=settings.CALIBRATION_SHRINKAGE)


def _recent_drafts(*, cut_off: datetime, sources: Sources) -> tuple[list[_Tried], int]:
    """The newest votes of each voice in turn that say which letter was right, of drafts whose mail
    is kept; and how many drafts whose mail is gone are as new as these. A draft is there once for
    each voice, newest vote first, so that nobody crowds out or overrules what others have said."""
    is_kept = Q(draft_id__in=import_string(settings.LEARNING_KEPT_DRAFTS)())
    became = Q(recognised=Recognised.BECAME, became__isnull=False)
    stayed = Q(recognised__in=(Recognised.UNCHANGED, Recognised.REWORDED), template__isnull=False)
    known = votes_on_choice(sources, Span(until=cut_off)).filter(became | stayed & ~IS_FIT_EVIDENCE)
    newest_first = [F("created_at").desc(), F("draft_id").desc()]
    place = Window(RowNumber(), partition_by=[F("voice")], order_by=newest_first)
    right = Case(When(became, then=F("became_id")), default=F("template_id"))
    columns = ("created_at", "draft_id", "voice", "scenario_category", "topic", "right")
    rows = known.filter(is_kept).annotate(voice=VOICE, right=right).annotate(place=place)
    found = sorted(
        rows.order_by("place", *newest_first).values_list(*columns)[:TRIED_DRAFTS], reverse=True
    )
    gone = known.exclude(is_kept).order_by()
    if len(found) == TRIED_DRAFTS:
        gone = gone.filter(created_at__gte=found[-1][0])
    names = dict(EmailTemplate.objects.values_list("pk", "template_id"))
    tried = [
        _Tried(draft, _judge(voice), scenario, topic, names[key])
        for _, draft, voice, scenario, topic, key in found
    ]
    return tried, gone.values("draft_id").distinct().count()


def _judge(voice: str) -> str:
    return PEOPLE if voice.startswith(PERSON_PREFIX) else voice


def _losing(trial: _Trial) -> _Votes:
    """How many mails of a context the prior of each letter won or lost."""
    deltas = trial.deltas
    won: dict[LetterCell, Counter[str]] = defaultdict(Counter)
    for each in trial.tried:
        right, given = each.right, each.given[0]
        step = (given == right) - (each.without[0] == right)
        for context in each.contexts:
            if step and deltas.get((context, given), 0) > 0:
                won[context, given][each.voice] += step
            if step < 0 and deltas.get((context, right), 0) < 0:
                won[context, right][each.voice] += step
    return won


def _of_worse(trial: _Trial) -> _Votes:
    """All of a scenario that does worse, and of the topics of what it would choose otherwise."""
    judged = trial.judged()
    contexts = {scenario: {scenario} for scenario in judged}
    for each in trial.tried:
        if each.given != each.without:
            contexts[each.scenario] |= each.contexts
    said = [(judged[scenario], found) for scenario, found in contexts.items()]
    return {
        cell: _together(votes for votes, found in said if cell[0] in found) for cell in trial.deltas
    }


def _all_topics(trial: _Trial) -> _Votes:
    """Where that was not enough no topic speaks: a scenario can then be held back by itself."""
    everywhere = _together(trial.judged().values())
    return {cell: everywhere for cell in trial.deltas if _is_topic(cell)}


def _scenarios(trial: _Trial) -> _Votes:
    judged = trial.judged()
    return {cell: judged[cell[0]] for cell in trial.deltas if cell[0] in judged}


def _together(judged: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Who finds one scenario worse speaks against all."""
    found: dict[str, set[int]] = defaultdict(set)
    for votes in judged:
        for voice, step in votes.items():
            found[voice].add(step)
    return {voice: -1 if -1 in steps else max(steps) for voice, steps in found.items()}


def _is_topic(cell: LetterCell) -> bool:
    return bool(scenario_and_topic(cell[0])[1])


def _figures(row: Mapping[str, Any], side: str) -> tuple[int, int, int]:
    """More is better: what is right, right by itself, and not wrong by itself."""
    return row[f"right_{side}"], row[f"auto_right_{side}"], -row[f"auto_wrong_{side}"]


def _is_worse(now: tuple[int, ...], before: tuple[int, ...]) -> bool:
    return any(figure < former for figure, former in zip(now, before, strict=True))


def _by_scenario(tried: Sequence[_Tried]) -> dict[str, list[_Tried]]:
    ordered = sorted(tried, key=lambda each: each.scenario)
    return {
        scenario: list(found) for scenario, found in groupby(ordered, lambda each: each.scenario)
    }


def _row(scenario: str, tried: Sequence[_Tried]) -> dict[str, Any]:
    """``{scenario_category, drafts, changed, right_without, right_with, auto_right_…, …}``."""
    changed = sum(each.without[0] != each.given[0] for each in tried)
    counts: Counter[str] = Counter()
    for each in tried:
        for name, (letter, is_auto) in (("without", each.without), ("with", each.given)):
            is_right = letter == each.right
            counts[f"right_{name}"] += is_right
            counts[f"auto_right_{name}"] += is_auto and is_right
            counts[f"auto_wrong_{name}"] += is_auto and not is_right
    return {"scenario_category": scenario, "drafts": len(tried), "changed": changed} | counts
