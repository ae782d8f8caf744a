"""The page of one run, shaped for its templates: the story, with who, when and how much beside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone

from drafting.charts import Chart, Series, Table
from drafting.drafts.page import agent_names
from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.runs.admin.labelled import Labelled, as_json, known_to, labelled
from drafting.runs.admin.story import (
    Release,
    Round,
    Story,
    StoryFacts,
    block_words,
    percent,
    round_name,
    stage_words,
    tell,
)
from drafting.runs.choices import GateDecision, Stage
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.rows import read_facts, steps_of
from templatesapp.admin.shown import ShownDiff, show_diff

# Told by a tag already; the raw JSON has them too.
_TOLD = {
    Stage.EVALUATION: frozenset({"confidence", "safe_to_send", "requires_human_review"}),
    Stage.OVERSEER_GATE: frozenset({"decision"}),
}
_GATE_TAGS = {
    GateDecision.APPROVE: ("approved", "good"),
    GateDecision.REVISE: ("rewritten", "warn"),
    GateDecision.BLOCK: ("blocked", "bad"),
}


@dataclass(frozen=True, slots=True)
class Tag:
    """``tone``: good, warn, bad, or empty."""

    words: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """``text``: what it left, where that is not the text of its round."""

    step: RunArtifact
    name: str
    who: str
    tags: list[Tag]
    blocks: list[str]
    values: list[Labelled]
    raw: str
    text: str

    @property
    def short_who(self) -> str:
        """The name without the key's prefix."""
        return self.who.rpartition(" (")[0] or self.who

    @property
    def seconds(self) -> float | None:
        milliseconds = self.step.latency_ms
        return None if milliseconds is None else milliseconds / 1000


@dataclass(frozen=True, slots=True)
class ShownRound:
    """``diff``: from the round before; None for the first, whose text is shown whole."""

    round: Round
    tags: list[Tag]
    confidence: str
    change: str
    steps: list[ShownStep]
    text: str
    diff: ShownDiff | None


@dataclass(frozen=True, slots=True)
class Budget:
    """How much of what was allowed is used; ``per_cent`` at most 100, for the bar."""

    name: str
    unit: str
    words: str
    per_cent: int


@dataclass(frozen=True, slots=True)
class RunPage:
    run: DraftRun
    story: Story
    tags: list[Tag]
    agent: str
    chart: Chart
    budgets: list[Budget]
    rounds: list[ShownRound]
    ending: list[ShownStep]
    known: list[Labelled]
    settings: list[Labelled]
    blocks: list[str]
    reply: OutgoingMail | None
    memory_url: str  # of the entries that came from this run; "" where there are none
    others: list[DraftRun]  # attempts at the same mail


def build_page(run: DraftRun) -> RunPage:
    """Six queries, however many steps there are."""
    steps = steps_of(run)
    reply = _reply(run)
    story = tell(_facts(run, steps, reply))
    names = agent_names([run.agent, *(step.agent for step in steps)])
    entries = reverse("admin:drafting_memoryentry_changelist")
    same_mail = DraftRun.objects.filter(trigger=run.trigger_id).exclude(pk=run.pk)
    return RunPage(
        run=run,
        story=story,
        tags=_run_tags(run, story),
        agent=names.get(run.agent, run.agent),
        chart=confidence_chart(story, run),
        budgets=budgets_of(run),
        rounds=[_round(one, story, names) for one in story.rounds],
        ending=[_step(step, names) for step in story.ending],
        known=known_to(run.snapshot),
        settings=labelled(run.settings),
        blocks=[block_words(name) for name in run.snapshot.get("hard_blocks", [])],
        reply=reply,
        memory_url=f"{entries}?run__id__exact={run.pk}" if run.memory.exists() else "",
        others=list(same_mail.defer("snapshot", "settings").order_by("attempt")),
    )


def _facts(run: DraftRun, steps: list[RunArtifact], reply: OutgoingMail | None) -> StoryFacts:
    person = reply.released_by if reply else None
    return StoryFacts(
        run=read_facts(run, steps, now=timezone.now()),
        status=run.status,
        best_iteration=run.best_iteration,
        # Whether a reply may leave alone is asked when it is handed in, whatever held before.
        may_leave_alone=reply is None and RunSettings.current().is_automatic_release,
        release=_release(reply),
        released_by=person.get_username() if person else "",
    )


def _reply(run: DraftRun) -> OutgoingMail | None:
    if run.draft_id is None:
        return None
    mails = OutgoingMail.objects.filter(batch=run.batch_id, draft=run.draft_id)
    standing = mails.exclude(state=MailState.CANCELLED).select_related("released_by")
    return standing.first()


def _release(reply: OutgoingMail | None) -> Release:
    if reply is None:
        return Release.NONE
    if reply.state == MailState.AWAITING_RELEASE:
        return Release.WAITS
    return Release.BY_RUN if reply.is_automatic else Release.BY_PERSON


# --- head -----------------------------------------------------------------------------------------


def _run_tags(run: DraftRun, story: Story) -> list[Tag]:
    tags = [Tag(run.get_status_display(), "" if run.stop_reason else "warn")]
    if run.stop_reason:
        tags.append(Tag(run.get_stop_reason_display(), story.tone))
    tags.append(Tag(run.get_channel_display()))
    if run.attempt > 1:
        tags.append(Tag(f"attempt {run.attempt}"))
    if run.snapshot.get("is_protected"):
        tags.append(Tag("protected text", "warn"))
    return tags


def budgets_of(run: DraftRun) -> list[Budget]:
    used, allowed = run.worked_ms / 1000, run.time_budget_ms / 1000
    return [
        Budget("Time", "time", f"{used:.0f} of {allowed:.0f} s", _per_cent(used, allowed)),
        Budget(
            "Output tokens",
            "tokens",
            f"{run.tokens_used:,} of {run.token_budget:,}",
            _per_cent(run.tokens_used, run.token_budget),
        ),
    ]


def _per_cent(used: float, allowed: float) -> int:
    return min(100, round(100 * used / allowed)) if allowed else 0


def confidence_chart(story: Story, run: DraftRun) -> Chart:
    """Confidence by round with the threshold; drawn as wide as the rounds that were allowed."""
    rounds = range(max(len(story.points), run.max_iterations + 1))
    given = {point.iteration: point for point in story.points}
    asked = round(100 * run.threshold, 1)
    values = [round(100 * given[i].confidence, 1) if i in given else None for i in rounds]
    return Chart(
        key="confidence",
        title="Confidence as it moved",
        kind="line",
        says=f"{', then '.join(percent(point.confidence) for point in story.points)};"
        f" {percent(run.threshold)} is asked for.",
        labels=[round_name(i) for i in rounds],
        series=[
            Series(
                "Confidence",
                values,
                "main",
                point_colours=[
                    "wrong-template"
                    if i in given and not (given[i].is_safe and given[i].is_usable)
                    else "main"
                    for i in rounds
                ],
            ),
            Series("Asked for", [asked] * len(rounds), "beside", is_dashed=True),
        ]
        if given
        else [],
        table=Table(
            ("Text", "Confidence", "Safe to send", "Usable", ""),
            [
                (
                    point.name,
                    percent(point.confidence),
                    "yes" if point.is_safe else "no",
                    "yes" if point.is_usable else "no",
                    "best" if point.is_best else "",
                )
                for point in story.points
            ],
        ),
        unit=" %",
        empty="No text was evaluated.",
        maximum=100,
    )


# --- rounds and steps -----------------------------------------------------------------------------


def _round(one: Round, story: Story, names: Mapping[str, str]) -> ShownRound:
    return ShownRound(
        round=one,
        tags=_round_tags(one),
        confidence=percent(one.point.confidence) if one.point else "",
        change=_change(one, story),
        steps=[_step(step, names, shown=one.text) for step in one.steps],
        text="" if one.text_before else one.text,
        diff=show_diff(one.text_before, one.text) if one.text and one.text_before else None,
    )


def _round_tags(one: Round) -> list[Tag]:
    tags = [Tag("best text", "good")] if one.is_best else []
    if one.is_blocked:
        tags.append(Tag("blocked", "bad"))
    elif one.faults:
        tags.append(Tag("not usable", "bad"))
    if one.point and not one.point.is_safe:
        tags.append(Tag("unsafe", "bad"))
    return tags


def _change(one: Round, story: Story) -> str:
    """ "+19 points" since the round before."""
    if one.point is None or not one.iteration:
        return ""
    earlier = story.points[one.iteration - 1].confidence
    points = round(100 * (one.point.confidence - earlier), 1)
    sign = "+" if points > 0 else "−" if points < 0 else "±"
    return f"{sign}{abs(points):g} points"


def _step(step: RunArtifact, names: Mapping[str, str], *, shown: str = "") -> ShownStep:
    stage = Stage(step.stage)
    return ShownStep(
        step=step,
        name=stage_words(step.stage),
        who=names.get(step.agent, step.agent) or "the desk",
        tags=_step_tags(stage, step.payload),
        blocks=[block_words(name) for name in step.findings],
        # Of the loop's figures the page's head tells all.
        values=[]
        if stage == Stage.REVISION_LOOP
        else labelled(step.payload, without=_TOLD.get(stage, frozenset()) | {"draft_id"}),
        raw=as_json(step.payload) if step.payload else "",
        text="" if step.text == shown else step.text,
    )


def _step_tags(stage: Stage, payload: Mapping[str, Any]) -> list[Tag]:
    if stage == Stage.LOOP_ERROR:
        return [Tag("failed", "bad")]
    if stage == Stage.OVERSEER_GATE and payload.get("decision") in _GATE_TAGS:
        return [Tag(*_GATE_TAGS[GateDecision(payload["decision"])])]
    if stage == Stage.EVALUATION:
        return _evaluation_tags(payload)
    if stage == Stage.REVISION and payload.get("unresolved_requirements"):
        return [Tag(f"{len(payload['unresolved_requirements'])} left open", "bad")]
    return []


def _evaluation_tags(payload: Mapping[str, Any]) -> list[Tag]:
    confidence = payload.get("confidence")
    is_number = isinstance(confidence, int | float)
    tags = [Tag(percent(float(confidence)))] if is_number else []  # type: ignore[arg-type]
    is_safe = payload.get("safe_to_send") is True
    tags.append(Tag("safe to send", "good") if is_safe else Tag("not safe to send", "bad"))
    if payload.get("requires_human_review") is not False:
        tags.append(Tag("asks for a person", "warn"))
    return tags
