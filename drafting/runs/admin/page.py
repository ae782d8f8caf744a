"""The page of one run, shaped for its templates: the story, with who, when and how much beside."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from django.utils import timezone

from drafting.charts import Chart, Series
from drafting.drafts.page import agent_names
from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.runs.admin.story import Round, Story, block_words, percent, round_name, tell
from drafting.runs.choices import GateDecision, Stage
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.rows import read_facts, steps_of
from templatesapp.text.diff_view import diff_view

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
# Beyond these the whole is read as JSON.
MAX_FIELDS = 40
MAX_DEPTH = 3
_LABELS = {
    "draft_id": "Draft",
    "safe_to_send": "Safe to send",
    "requires_human_review": "Asks for a person",
    "unresolved_requirements": "Left open",
    "ttl_days": "Days to live",
}
Labelled = tuple[str, list[str]]  # a label; one value, or several lines of a list


class Tag(NamedTuple):
    """``tone``: good, warn, bad, or empty."""

    words: str
    tone: str = ""


def build_page(run: DraftRun) -> dict[str, Any]:
    """What the templates draw of a run. Five queries, however many steps there are.

    ``others``: attempts at the same mail.
    """
    steps = steps_of(run)
    reply = _reply(run)
    story = tell(
        read_facts(run, steps, now=timezone.now()),
        reply=reply,
        # Asked when it is handed in, whatever held before.
        may_leave_alone=reply is None and RunSettings.current().is_automatic_release,
    )
    names = agent_names([run.agent, *(step.agent for step in steps)])
    same_mail = DraftRun.objects.filter(trigger=run.trigger_id).exclude(pk=run.pk)
    return {
        "run": run,
        "story": story,
        "agent": names.get(run.agent, run.agent),
        "chart": confidence_chart(story, run),
        "budgets": budgets_of(run),
        "rounds": [_round(one, story, names) for one in story.rounds],
        "ending": [_step(step, names) for step in story.ending],
        "known": known_to(run.snapshot),
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


class Budget(NamedTuple):
    """How much of what was allowed is used; ``per_cent`` at most 100, for the bar."""

    name: str
    unit: str
    words: str
    per_cent: int


def budgets_of(run: DraftRun) -> list[Budget]:
    time = f"{run.worked_ms / 1000:.0f} of {run.time_budget_ms / 1000:.0f} s"
    tokens = f"{run.tokens_used:,} of {run.token_budget:,}"
    return [
        Budget("Time", "time", time, _per_cent(run.worked_ms, run.time_budget_ms)),
        Budget("Output tokens", "tokens", tokens, _per_cent(run.tokens_used, run.token_budget)),
    ]


def _per_cent(used: int, allowed: int) -> int:
    return min(100, round(100 * used / allowed))


def confidence_chart(story: Story, run: DraftRun) -> Chart:
    """Confidence by round with the threshold; drawn as wide as the rounds that were allowed."""
    rounds = story.evaluated
    wide = max(len(rounds), run.max_iterations + 1)
    rest = wide - len(rounds)
    values: list[float | None] = [round(100 * one.confidence, 1) for one in rounds]
    points = ["wrong-template" if one.faults or not one.is_safe else "main" for one in rounds]
    series = [
        Series(
            "Confidence", values + [None] * rest, "main", point_colours=points + ["main"] * rest
        ),
        Series("Asked for", [round(100 * run.threshold, 1)] * wide, "beside", is_dashed=True),
    ]
    return Chart(
        key="confidence",
        title="Confidence as it moved",
        kind="line",
        says=f"{', then '.join(percent(one.confidence) for one in rounds)};"
        f" {percent(run.threshold)} is asked for.",
        labels=[round_name(number) for number in range(wide)],
        series=series if rounds else [],
        columns={
            "Text": [one.name for one in rounds],
            "Confidence": [percent(one.confidence) for one in rounds],
            "Safe to send": ["yes" if one.is_safe else "no" for one in rounds],
            "Usable": ["no" if one.faults else "yes" for one in rounds],
            "": ["best" if one.is_best else "" for one in rounds],
        },
        unit=" %",
        empty="No text was evaluated.",
        maximum=100,
    )


def _round(one: Round, story: Story, names: Mapping[str, str]) -> dict[str, Any]:
    """``diff``: from the round before; None for the first, whose text is shown whole."""
    return {
        "round": one,
        "confidence": percent(one.confidence) if one.is_evaluated else "",
        "change": _change(one, story),
        "steps": [_step(step, names, shown=one.text) for step in one.steps],
        "text": "" if one.text_before else one.text,
        "diff": diff_view(one.text_before, one.text) if one.text and one.text_before else None,
    }


def _change(one: Round, story: Story) -> str:
    """ "+19 points" since the round before."""
    if not one.is_evaluated or not one.iteration:
        return ""
    earlier = story.evaluated[one.iteration - 1].confidence
    points = round(100 * (one.confidence - earlier), 1)
    sign = "+" if points > 0 else "−" if points < 0 else "±"
    return f"{sign}{abs(points):g} points"


def _step(step: RunArtifact, names: Mapping[str, str], *, shown: str = "") -> dict[str, Any]:
    """``short_who``: the name without the key's prefix; ``text``: what it left, where that is not
    the text of its round."""
    stage, who = Stage(step.stage), names.get(step.agent, step.agent) or "the desk"
    told = _TOLD.get(stage, frozenset()) | {"draft_id"}
    return {
        "step": step,
        "name": str(stage.label),
        "who": who,
        "short_who": who.rpartition(" (")[0] or who,
        "seconds": None if step.latency_ms is None else step.latency_ms / 1000,
        "tags": _step_tags(stage, step.payload),
        "blocks": [block_words(name) for name in step.findings],
        # Of the loop's figures the page's head tells all.
        "values": [] if stage == Stage.REVISION_LOOP else labelled(step.payload, without=told),
        "raw": json.dumps(step.payload, ensure_ascii=False, indent=2) if step.payload else "",
        "text": "" if step.text == shown else step.text,
    }


def _step_tags(stage: Stage, payload: Mapping[str, Any]) -> list[Tag]:
    tags = []
    if stage == Stage.LOOP_ERROR:
        tags.append(Tag("failed", "bad"))
    elif stage == Stage.OVERSEER_GATE:
        tags.append(Tag(*_GATE_TAGS[payload["decision"]]))
    elif stage == Stage.EVALUATION:
        is_safe = payload["safe_to_send"]
        safe = Tag("safe to send", "good") if is_safe else Tag("not safe to send", "bad")
        tags += [Tag(percent(payload["confidence"])), safe]
        if payload["requires_human_review"]:
            tags.append(Tag("asks for a person", "warn"))
    elif stage == Stage.REVISION and payload.get("unresolved_requirements"):
        tags.append(Tag(f"{len(payload['unresolved_requirements'])} left open", "bad"))
    return tags


def labelled(
    payload: Mapping[str, Any], *, without: frozenset[str] = frozenset()
) -> list[Labelled]:
    """The values by name, nested names joined; empty ones and the names of ``without`` left out."""
    fields = _fields({name: payload[name] for name in payload if name not in without}, "", 1)
    return list(islice(fields, MAX_FIELDS))


def known_to(snapshot: Mapping[str, Any]) -> list[Labelled]:
    """What every step of a run saw beside the mail."""
    lessons = snapshot.get("lessons") or {}
    return labelled(
        {
            "Questions": snapshot.get("questions"),
            "Knowledge": snapshot.get("knowledge"),
            "Memory": [
                {name: entry.get(name) for name in ("category", "content")}
                for entry in snapshot.get("memory") or []
            ],
            "What worked": lessons.get("worked"),
            "What failed": lessons.get("failed"),
            "Notes of the managers": lessons.get("notes"),
            "Thread summary": snapshot.get("thread_summary"),
            "Catalogue version": snapshot.get("catalogue_version"),
        }
    )


def label_words(name: str) -> str:
    """ "must_answer" → "Must answer"."""
    if name in _LABELS:
        return _LABELS[name]
    words = " ".join(name.replace("_", " ").replace("-", " ").split())
    return words[:1].upper() + words[1:]


def _fields(payload: Mapping[str, Any], before: str, depth: int) -> Iterator[Labelled]:
    for name, value in payload.items():
        label = f"{before}: {label_words(str(name)).lower()}" if before else label_words(str(name))
        if isinstance(value, Mapping) and depth < MAX_DEPTH:
            yield from _fields(value, label, depth + 1)
        else:
            said = [_in_one_line(one) for one in (value if isinstance(value, list) else [value])]
            if lines := list(filter(None, said)):
                yield label, lines


def _in_one_line(value: Any, depth: int = 1) -> str:
    """An item of a list: of an object its values by name, in one line."""
    if isinstance(value, Mapping | list) and depth > MAX_DEPTH:
        return "…"
    if isinstance(value, Mapping):
        named = ((str(name), _in_one_line(item, depth + 1)) for name, item in value.items())
        return "; ".join(f"{label_words(name)}: {line}" for name, line in named)
    if isinstance(value, list):
        return ", ".join(_in_one_line(item, depth + 1) for item in value)
    return _word(value)


def _word(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
