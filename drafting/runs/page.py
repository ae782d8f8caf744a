"""Shapes the page of one run, and the one-line runs of lists and other pages.
The story, for somebody who does not know how a run works, with who, when and how much beside.

Texts of guests and agents are handed on as they are; whoever shows them escapes them.
"""

import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from drafting.charts import Chart, Series
from drafting.drafts.page import agent_names
from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.runs import loop
from drafting.runs.choices import (
    CONFIDENT_STOPS,
    NOTHING_LEFT,
    TEXT_BLOCKS,
    Do,
    GateDecision,
    HardBlock,
    RunStatus,
    Stage,
    StopReason,
)
from drafting.runs.loop import RunFacts
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.rows import read_facts, steps_of
from drafting.tables import table_beside
from templatesapp.text.word_diff import diff_view

# Of what every step saw: told elsewhere on the page.
_TOLD_ELSEWHERE = ("messages", "asks", "hard_blocks", "is_protected")
# Steps that belong to the run and not to one of its rounds.
_ENDING = frozenset({Stage.FINAL_DRAFT, Stage.MEMORY_PROPOSAL, Stage.REVISION_LOOP})
MOST_LINES = 20
_KEPT = "evaluations"
# Beyond these the whole is read as JSON.
MAX_FIELDS = 40
MAX_DEPTH = 3
# Of stop reasons a sentence and a tone, of values what they are called.
_WORDS: dict[str, dict[str, str]] = table_beside(__file__)
# What happened to the work itself says all; nothing of this run is going to be released.
_WITHOUT_REPLY = NOTHING_LEFT - {StopReason.ANSWERED}
Labelled = tuple[str, list[str]]  # a label; one value, or several lines of a list


def build_page(run: DraftRun) -> dict[str, Any]:
    """What the templates draw of a run. Five queries, however many steps there are.

    ``others``: attempts at the same mail.
    """
    reply = _reply(run)
    facts = read_facts(run, steps_of(run), now=timezone.now())
    names = agent_names([run.agent, *(step.agent for step in facts.steps)])
    same_mail = DraftRun.objects.filter(trigger=run.trigger_id).exclude(pk=run.pk)
    rounds = rounds_of(facts, names)
    evaluated = [one for one in rounds if one["is_evaluated"]]
    return {
        "run": run,
        # Asked when it is handed in, whatever held before.
        "story": tell(
            facts,
            reply=reply,
            may_leave_alone=reply is None and RunSettings.current().is_automatic_release,
        ),
        "tone": tone_of(run.stop_reason),
        "agent": names.get(run.agent, run.agent),
        "chart": confidence_chart(evaluated, facts),
        "revisions": rounds[-1]["iteration"] if rounds else 0,
        "rounds": rounds,
        "ending": [_step(step, names) for step in facts.steps if step.stage in _ENDING],
        "known": labelled(run.snapshot, without=_TOLD_ELSEWHERE),
        "settings": labelled(run.settings),
        "blocks": [block_words(name) for name in run.snapshot.get("hard_blocks", [])],
        "reply": reply,
        "others": list(same_mail.defer("snapshot", "settings").order_by("attempt")),
    }


def _reply(run: DraftRun) -> OutgoingMail | None:
    if run.draft_id is None:
        return None
    mails = OutgoingMail.objects.filter(batch=run.batch_id, draft=run.draft_id)
    standing = mails.exclude(state=MailState.CANCELLED).select_related("released_by")
    return standing.first()


def confidence_chart(rounds: Sequence[Mapping[str, Any]], facts: RunFacts) -> Chart:
    """Confidence of the evaluated rounds with the threshold; drawn as wide as the rounds that were
    allowed."""
    wide = max(len(rounds), facts.run.max_iterations + 1)
    rest = wide - len(rounds)
    values: list[float | None] = [round(100 * one["share"], 1) for one in rounds]
    points = [
        "main" if one["is_safe"] and not one["faults"] else "wrong-template" for one in rounds
    ]
    series = [
        Series(
            "Confidence", values + [None] * rest, "main", point_colours=points + ["main"] * rest
        ),
        Series("Asked for", [round(100 * facts.run.threshold, 1)] * wide, "beside", is_dashed=True),
    ]
    return Chart(
        key="confidence",
        title="Confidence as it moved",
        kind="line",
        says=confidences(facts),
        labels=[round_name(number) for number in range(wide)],
        series=series if rounds else [],
        columns={
            "Text": [one["name"] for one in rounds],
            "Confidence": [one["confidence"] for one in rounds],
            "Safe to send": ["yes" if one["is_safe"] else "no" for one in rounds],
            "Usable": ["no" if one["faults"] else "yes" for one in rounds],
            "": ["best" if one["is_best"] else "" for one in rounds],
        },
        unit=" %",
        empty="No text was evaluated.",
        maximum=100,
    )


def rounds_of(facts: RunFacts, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Of a run that is over or not, as far as each has come. ``names``: of agents, by key."""
    best = loop.find_best(facts) if facts.run.best_iteration is None else facts.run.best_iteration
    begun = {step.iteration for step in facts.steps if step.stage not in _ENDING}
    return [_round(facts, number, names) | {"is_best": number == best} for number in sorted(begun)]


def _round(facts: RunFacts, iteration: int, names: Mapping[str, str]) -> dict[str, Any]:
    """``share``: the confidence, 0-1. ``diff``: from the round before; None for the first, whose
    text is shown whole."""
    evaluation = facts.step(Stage.EVALUATION, iteration)
    share, text = loop.confidence_of(facts, iteration), loop.candidate_text(facts, iteration)
    before = loop.candidate_text(facts, iteration - 1) if iteration else ""
    steps = (step for step in facts.steps if step.iteration == iteration)
    return {
        "iteration": iteration,
        "name": round_name(iteration),
        "is_evaluated": evaluation is not None,
        "is_safe": evaluation is not None and loop.is_safe(evaluation.payload),
        "is_blocked": facts.decision(iteration) == GateDecision.BLOCK,
        "faults": list(faults_of(facts, iteration)),
        "share": share,
        "confidence": percent(share) if evaluation else "",
        "change": _change(share - loop.confidence_of(facts, iteration - 1))
        if evaluation and iteration
        else "",
        "steps": [_step(step, names, shown=text) for step in steps if step.stage not in _ENDING],
        "text": "" if before else text,
        "diff": diff_view(before, text) if text and before else None,
    }


def _change(by: float) -> str:
    """ "+19 points" since the round before."""
    points = round(100 * by, 1)
    sign = "+" if points > 0 else "−" if points < 0 else "±"
    return f"{sign}{abs(points):g} points"


def _step(step: RunArtifact, names: Mapping[str, str], *, shown: str = "") -> dict[str, Any]:
    """``short_who``: the name without the key's prefix; ``text``: what it left, where that is not
    the text of its round."""
    stage, who = Stage(step.stage), names.get(step.agent, step.agent) or "the desk"
    return {
        "step": step,
        "name": str(stage.label),
        "who": who,
        "short_who": who.rpartition(" (")[0] or who,
        "seconds": None if step.latency_ms is None else step.latency_ms / 1000,
        "blocks": [block_words(name) for name in step.findings],
        # Of the loop's figures the page's head tells all.
        "values": []
        if stage == Stage.REVISION_LOOP
        else labelled(step.payload, without=("draft_id",)),
        "raw": json.dumps(step.payload, ensure_ascii=False, indent=2) if step.payload else "",
        "text": "" if step.text == shown else step.text,
    }


def labelled(payload: Mapping[str, Any], *, without: Collection[str] = ()) -> list[Labelled]:
    """The values by name, a list in lines; empty ones and the names of ``without`` left out."""
    kept = {name: value for name, value in payload.items() if name not in without}
    lines = {
        name: [_word(one) for one in (value if isinstance(value, list) else [value])]
        for name, value in islice(kept.items(), MAX_FIELDS)
    }
    return [
        (label_words(name), list(filter(None, said))) for name, said in lines.items() if any(said)
    ]


def label_words(name: str) -> str:
    """ "must_answer" → "Must answer", "is_fixed" → "Fixed"."""
    words = " ".join(name.replace("_", " ").replace("-", " ").split()).removeprefix("is ")
    return _WORDS["labels"].get(name) or words[:1].upper() + words[1:]


def _word(value: Any, depth: int = 1) -> str:
    """In one line; of an object its values by name."""
    if isinstance(value, Mapping | list) and depth > MAX_DEPTH:
        return "…"
    if isinstance(value, Mapping):
        named = ((str(name), _word(item, depth + 1)) for name, item in value.items())
        return "; ".join(f"{label_words(name)}: {line}" for name, line in named)
    if isinstance(value, list):
        return ", ".join(_word(item, depth + 1) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def with_evaluations(runs: QuerySet[DraftRun]) -> QuerySet[DraftRun]:
    """Runs that ``line_of`` can tell; one more query however many they are."""
    steps = RunArtifact.objects.filter(stage__in=[Stage.EVALUATION, Stage.REVISION])
    steps = steps.order_by("iteration").only("run_id", "stage", "iteration", "payload")
    return runs.prefetch_related(Prefetch("artifacts", queryset=steps, to_attr=_KEPT))


class RunLine(NamedTuple):
    """``original``, ``best``: confidence in words; empty where none was given.

    ``confidence``: "62 % → 93 %"; "–" before the first evaluation.
    """

    run: DraftRun
    original: str
    best: str
    revisions: int
    confidence: str

    @property
    def ending(self) -> str:
        return self.run.get_stop_reason_display() or "at work"

    @property
    def tone(self) -> str:
        return tone_of(self.run.stop_reason)


def line_of(run: DraftRun) -> RunLine:
    """Of a run ``with_evaluations``. What is not over yet has its last evaluation for its best."""
    steps = getattr(run, _KEPT)
    judged = (step for step in steps if step.stage == Stage.EVALUATION)
    given = {step.iteration: percent(step.payload["confidence"]) for step in judged}
    number = run.best_iteration
    if number is None and run.status == RunStatus.RUNNING:
        number = max(given, default=None)
    # One that changed next to nothing is a revision, too; nobody judges it.
    original, revisions = given.get(0, ""), steps[-1].iteration if steps else 0
    best = "" if number is None else given.get(number, "")
    moved = f" → {best or 'none usable'}" if len(given) > 1 else ""
    return RunLine(run, original, best, revisions, f"{original or '–'}{moved}")


def read_lines(runs: QuerySet[DraftRun]) -> list[RunLine]:
    """The newest first, at most 20. Two queries."""
    found = with_evaluations(runs.defer("snapshot", "settings").order_by("-started_at", "-id"))
    return [line_of(run) for run in found[:MOST_LINES]]


def tell(
    facts: RunFacts, *, reply: OutgoingMail | None = None, may_leave_alone: bool = False
) -> str:
    """The story of a run, whether it is over or not. ``reply``: the one that it came to;
    ``may_leave_alone``: automatic release is on."""
    course = confidences(facts)
    told = [f"Confidence: {course}" if course else ""]
    if facts.run.stop_reason:
        told += [_reason(facts), _release(facts.run, reply, may_leave_alone)]
    else:
        told.append(_standing(facts))
    return " ".join(filter(None, told))


def confidences(facts: RunFacts) -> str:
    """Of each text in turn, and what is asked for; "" before the first evaluation."""
    given = [percent(loop.confidence_of(facts, number)) for number in range(facts.finished_rounds)]
    asked = f"; {percent(facts.run.threshold)} is asked for."
    return ", then ".join(given) + asked if given else ""


def round_name(iteration: int) -> str:
    return f"Revision {iteration}" if iteration else "First text"


def tone_of(stop_reason: str) -> str:
    return _WORDS["tone"].get(stop_reason, "warn") if stop_reason else "quiet"


def percent(share: float) -> str:
    """ "62 %", "89.9 %". Cut, not rounded: what misses the threshold never reads as reaching it."""
    tenths = math.floor(round(share * 1000, 6))
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths / 10:.1f} %"


def block_words(name: str) -> str:
    return str(dict(HardBlock.choices).get(name, name.replace("_", " ")))


def faults_of(facts: RunFacts, iteration: int) -> Iterator[str]:
    """Why its text may not be used, as the loop judges it; what has not happened yet is no
    fault."""
    if facts.decision(iteration) == GateDecision.BLOCK:
        yield ("the overseer blocked it")
    revision = facts.step(Stage.REVISION, iteration)
    unresolved = revision.payload.get("unresolved_requirements") if revision else None
    if unresolved:
        noun = "requirement is" if len(unresolved) == 1 else "requirements are"
        yield (f"{len(unresolved)} {noun} left open")
    candidate = loop.candidate_step(facts, iteration)
    if candidate is not None:
        # The others are a person's to decide, and stand beside the step.
        yield from (block_words(name) for name in candidate.findings if name in TEXT_BLOCKS)


def _reason(facts: RunFacts) -> str:
    """Why the run ended, where its course does not say so."""
    stop = StopReason(facts.run.stop_reason)
    failed = (step.payload["stage"] for step in facts.steps if step.stage == Stage.LOOP_ERROR)
    return (
        _WORDS["ended"]
        .get(stop, "")
        .format(
            stop=stop,
            stopped_by=_stopped_by(facts),
            failed=next((Stage(name).label for name in failed), ""),
        )
    )


def _stopped_by(facts: RunFacts) -> str:
    """The blocks in words; those that a revision could mend stop nothing."""
    found = dict.fromkeys([*facts.run.snapshot["hard_blocks"], *facts.draft_findings])
    stopping = [block_words(name) for name in found if name not in loop.LOOP_GOES_ON]
    if facts.is_blocked_by_gate:
        stopping.append("the overseer blocked the text")
    return "; ".join(stopping) or str(StopReason.HARD_BLOCK.label)


def _standing(facts: RunFacts) -> str:
    """Where a run that is not over has come to."""
    step = loop.decide(facts)
    if step.stop_reason is not None:
        return f"It ends with the next call of the agent: {step.stop_reason.label}."
    if step.do == Do.WAIT:
        return "It waits until there is a place in the loop."
    place = f" (revision {step.iteration})" if step.iteration else ""
    return f"It is at work. The agent’s next step{place}: {step.do.label}."


def _release(run: DraftRun, reply: OutgoingMail | None, may_leave_alone: bool) -> str:
    if reply is not None and reply.state != MailState.AWAITING_RELEASE:
        if reply.is_automatic:
            return "Its reply left without a person."
        return f"{reply.released_by or 'A person'} released its reply."
    if run.stop_reason in _WITHOUT_REPLY:
        return ""
    if reply is None and may_leave_alone and run.stop_reason in CONFIDENT_STOPS:
        return "Its reply may leave without a person."
    if reply is None and run.stop_reason in (StopReason.HARD_BLOCK, StopReason.LOOP_ERROR):
        return "No reply leaves without a person."
    return "A person has to release it."
