"""The scripted agent walks a run: ask what is next, do it, leave it with the desk; until the end.

It keeps nothing of its own: every step reads what the steps before it left in the run. So an agent
that is killed anywhere, or another one that takes over, goes on where the work stopped.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from drafting.desk import scripted_stages as stages
from drafting.instruments.rewriting import Playbook, Rewrite, explain
from drafting.instruments.scripted_stages import Left

if TYPE_CHECKING:  # the agent walks runs
    from drafting.instruments.agent import DeskClient

ENDS = ("finish", "hand_over")
MAX_WAITS = 60  # for a place in the loop; five minutes as the desk asks for
MAX_STEPS = 100  # more than any run has: a desk that turns in circles does not hold the agent

Json = dict[str, Any]
Step = tuple[str, int]  # stage, iteration


@dataclass(slots=True)
class Walk:
    """A claimed batch on its way through its run. ``steps``: what each step has left so far."""

    client: DeskClient
    playbook: Playbook
    work: Json
    run_id: str
    next: Json
    steps: dict[Step, Json] = field(default_factory=dict)
    checks: dict[str, Json] = field(default_factory=dict)

    @property
    def token(self) -> str:
        return str(self.work["work_token"])

    @property
    def mail(self) -> str:
        return said_in(self.work["messages"])

    def left(self, stage: str, iteration: int = 0) -> Json:
        """The payload of a step that is done."""
        payload: Json = self.steps[stage, iteration]["payload"]
        return payload

    def candidate(self, iteration: int) -> str:
        """The text of an iteration: its revision, unless a gate rewrote it."""
        gate = self.steps.get(("overseer_gate", iteration))
        if gate is not None and gate["payload"].get("decision") == "revise":
            return str(gate["text"])
        stage = "revision" if iteration else "verification"
        return str(self.steps[stage, iteration]["text"])


def said_in(mails: list[Json]) -> str:
    """What the guest wrote, as the playbook reads it."""
    return "\n".join(f"{mail['subject']}\n{mail['body_text']}" for mail in mails)


def begin_walk(client: DeskClient, playbook: Playbook, work: Json) -> Walk | None:
    """The run of the claimed batch, new or as it stands. None where there is none to walk: the key
    has no right to runs, or the run is that of an earlier answer to the same mail."""
    run = client.start_run(work["work_token"])
    if run is None or run["batch_id"] != work["batch_id"]:
        return None
    walk = Walk(client, playbook, work, run["id"], run["next"])
    _read_again(walk)
    return walk


def walk_run(walk: Walk) -> Json:
    """Do what is next until the run is over; returns the last ``next``: finish or hand_over, or
    wait where no place in the loop came free."""
    waits = 0
    for _ in range(MAX_STEPS):
        if walk.next["do"] in ENDS:
            break
        if walk.next["do"] == "wait":
            waits += 1
            if waits > MAX_WAITS:
                break
            _wait(walk)
            continue
        _take_step(walk)
    return walk.next


def attest_text(walk: Walk) -> Json:
    """Refine the draft with the text that the run stands for, and leave it as the final draft.

    Returns the final draft's payload. Where the run has it already, nothing is attested twice.
    """
    iteration = walk.next["iteration"]
    if ("final_draft", iteration) in walk.steps:
        return walk.left("final_draft", iteration)
    refined, words = _refine(walk, walk.candidate(iteration))
    text = refined["draft"]["body_plain"]
    payload = {
        "delivery_status": refined["delivery_status"],
        "failed_checks": refined["quality"]["failed_checks"],
        "rewrite_reason": words.reason,
    }
    _leave(walk, "final_draft", iteration, text, Left(payload, text))
    return payload


def has_text(walk: Walk) -> bool:
    """Whether the run came as far as a text."""
    return ("verification", 0) in walk.steps


# --- steps ----------------------------------------------------------------------------------------


def _take_step(walk: Walk) -> None:
    stage, do = _STEPS[walk.next["do"]]
    iteration = walk.next["iteration"]
    worked_from, left = do(walk, iteration)
    _leave(walk, stage, iteration, worked_from, left)


def _strategy(walk: Walk, iteration: int) -> tuple[str, Left]:
    return walk.mail, stages.strategy(walk.client.generate_for(walk.token))


def _generate(walk: Walk, iteration: int) -> tuple[str, Left]:
    left = stages.generation(walk.left("strategy"))
    return left.payload["draft_id"], left


def _verify(walk: Walk, iteration: int) -> tuple[str, Left]:
    text = str(walk.steps["generation", 0]["text"])
    return text, stages.verification(walk.left("strategy"), text)


def _gate(walk: Walk, iteration: int) -> tuple[str, Left]:
    text = walk.candidate(iteration)
    return text, stages.gate(_check(walk, text))


def _evaluate(walk: Walk, iteration: int) -> tuple[str, Left]:
    text = walk.candidate(iteration)
    plan, quality = walk.left("strategy"), _check(walk, text)
    return text, stages.evaluation(plan, walk.mail, text, quality, walk.playbook)


def _revise(walk: Walk, iteration: int) -> tuple[str, Left]:
    text, evaluated = walk.candidate(iteration - 1), walk.left("evaluation", iteration - 1)
    plan = walk.left("strategy")
    return text, stages.revision(plan, walk.mail, text, evaluated, walk.playbook)


# What the desk says is next -> the stage that it is kept as, and who does it.
_STEPS: dict[str, tuple[str, Callable[[Walk, int], tuple[str, Left]]]] = {
    "strategy": ("strategy", _strategy),
    "generate": ("generation", _generate),
    "verify": ("verification", _verify),
    "gate": ("overseer_gate", _gate),
    "evaluate": ("evaluation", _evaluate),
    "revise": ("revision", _revise),
}


def _leave(walk: Walk, stage: str, iteration: int, worked_from: str, left: Left) -> None:
    """Store what a step left. Where the desk wants another step, it says which; where it has this
    one already, what it has stands."""
    stored = walk.client.put_artifact(
        walk.run_id,
        stage,
        iteration,
        work_token=walk.token,
        input_hash=input_hash(stage, iteration, worked_from),
        payload=left.payload,
        text=left.text,
        output_tokens=0,  # no model
    )
    if stored is None:
        _read_again(walk)
        return
    walk.next = stored["next"]
    walk.steps[stage, iteration] = stored


def input_hash(stage: str, iteration: int, worked_from: str) -> str:
    """The same for the same step on the same text, whoever does it: it is stored once."""
    said = json.dumps([stage, iteration, worked_from])
    return hashlib.sha256(said.encode()).hexdigest()


def _read_again(walk: Walk) -> None:
    run = walk.client.read_run(walk.run_id)
    walk.next = run["next"]
    walk.steps = {(step["stage"], step["iteration"]): step for step in run["artifacts"]}


def _wait(walk: Walk) -> None:
    walk.client.heartbeat(walk.token)
    time.sleep(walk.next["retry_after_ms"] / 1000)
    walk.next = walk.client.next_step(walk.run_id)


def _check(walk: Walk, text: str) -> Json:
    """The quality check of a text; gate and evaluation share it."""
    if text not in walk.checks:
        draft_id = walk.left("strategy")["draft_id"]
        walk.checks[text] = walk.client.quality_check(draft_id, {"body_plain": text})
    return walk.checks[text]


def _refine(walk: Walk, text: str) -> tuple[Json, Rewrite]:
    plan, original = walk.left("strategy"), str(walk.steps["generation", 0]["text"])
    words = explain(
        stages.facts_of(plan), walk.mail, walk.playbook, original=original, refined=text
    )
    refined = walk.client.refine(
        draft_id=plan["draft_id"],
        original_body_plain=original,
        refined_body_plain=words.body,
        rewrite_reason=words.reason,
        corrected_category=words.corrected_category,
        work_token=walk.token,
    )
    return refined, words
