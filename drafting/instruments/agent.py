"""The scripted agent: the guide's own example at work (docs/agent-guide.md), without a model.

It claims a conversation, does what ``next`` says until ``next`` says how to close, and closes. It
keeps nothing: killed anywhere, whoever claims next goes on where the work stopped. What it leaves
at each step is in ``scripted_stages``. It knows nothing of the database.
"""

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from drafting.instruments import scripted_stages as stages
from drafting.instruments.scripted_stages import Left, Playbook, explain, find_lacks, mend

TIMEOUT_SECONDS = 30.0
MAX_WAITS = 60  # for a place in the loop; five minutes as the desk asks for
MAX_STEPS = 100  # more than any run has: a desk that turns in circles does not hold the agent
_FOR_ALL_MAIL = ("profile_missing",)  # no matter of one mail: the agent stops, and says so
CLAIM = "work/claim"  # the one call that is not made again by itself: it would claim another

Json = dict[str, Any]


class AgentError(Exception):
    """The desk refused a call: ``code`` is the problem's code, the text its detail."""

    def __init__(self, code: str, detail: str, *, is_retryable: bool = False) -> None:
        self.code = code
        self.is_retryable = is_retryable
        super().__init__(f"{code}: {detail}")


class DeskClient(httpx.Client):
    """The calls of the API that an agent makes; answers are plain JSON objects."""

    def __init__(self, base_url: str, key: str, transport: httpx.BaseTransport | None = None):
        headers = {"Authorization": f"Bearer {key}"}
        super().__init__(
            base_url=base_url, headers=headers, timeout=TIMEOUT_SECONDS, transport=transport
        )

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """One call; ``path`` under /api/v1/, or whole as the desk gave it."""
        response = self._ask(method, path if path[0] == "/" else f"/api/v1/{path}", body)
        if response.is_success:
            answer: Json = response.json() if response.content else {}
            return answer
        try:
            problem = response.json()
        except ValueError:
            problem = {}
        raise AgentError(
            problem.get("code", str(response.status_code)),
            problem.get("detail", response.reason_phrase),
            is_retryable=bool(problem.get("retryable", response.status_code >= 500)),
        )

    def _ask(self, method: str, path: str, body: Json | None) -> httpx.Response:
        """Once more where the line broke: the contract makes every call but a claim safe for it."""
        try:
            return self.request(method, path, json=body)
        except httpx.TransportError:
            if path.endswith(CLAIM):
                raise
            return self.request(method, path, json=body)

    def claim(self) -> Json | None:
        """The most urgent thread with all its unanswered mail; None when there is nothing to do."""
        return self.call("POST", CLAIM, {}) or None

    def start_run(self, work_token: str) -> Json | None:
        """The run of a claimed batch; None for a key without the right to runs."""
        try:
            return self.call("POST", "runs", {"work_token": work_token})
        except AgentError as error:
            if error.code != "permission_denied":
                raise
            return None


@dataclass(frozen=True, slots=True)
class Worked:
    """One answer worked on; ``error`` names the code where the desk refused.

    ``message`` is the newest one that it answers. ``handed_over``: a person has to answer.
    ``stop_reason``: how its run ended; empty without one.
    """

    message: int
    error: str = ""
    handed_over: bool = False
    stop_reason: str = ""


@dataclass(slots=True)
class Walk:
    """A claimed batch on its way. ``draft``: the desk's answer to generate, which comes back
    however often it is asked for."""

    client: DeskClient
    playbook: Playbook
    work: Json
    draft: Json
    checks: dict[str, Json] = field(default_factory=dict)

    @property
    def token(self) -> str:
        return str(self.work["work_token"])

    @property
    def mail(self) -> str:
        """What the guest wrote, as the playbook reads it."""
        mails = self.work["messages"]
        return "\n".join(f"{mail['subject']}\n{mail['body_text']}" for mail in mails)

    @property
    def persons_text(self) -> str:
        """The reply as a person would say it who sent the last one back; "" for none."""
        return next((str(word["text"]) for word in self.work["sent_back"] if word["text"]), "")

    @property
    def persons_letter(self) -> str:
        """The letter that they named."""
        named = (word["template_id"] for word in self.work["sent_back"] if word["template_id"])
        return next(map(str, named), "")

    @property
    def plan(self) -> Json:
        return stages.strategy(self.draft).payload

    @property
    def rewritten(self) -> str:
        """The draft in one go, for a claim without a run: its weightiest lack made good."""
        text = str(self.draft["draft"]["body_plain"])
        lacks = find_lacks(self.plan["letter"], self.mail, text, self.playbook)
        return mend(text, lacks[0]) if lacks else text

    def check(self, text: str) -> Json:
        """The quality check of a text; gate and evaluation share it."""
        if text not in self.checks:
            body = {"draft_id": self.draft["draft_id"], "draft": {"body_plain": text}}
            self.checks[text] = self.client.call("POST", "drafts/quality-check", body)
        return self.checks[text]


def work_once(client: DeskClient, playbook: Playbook) -> Iterator[Worked]:
    """Claims and answers until nothing is left. One refused answer does not stop the rest."""
    while (work := client.claim()) is not None:
        result = _work_claim(client, playbook, work)
        yield result
        if result.error in _FOR_ALL_MAIL:
            return


def _work_claim(client: DeskClient, playbook: Playbook, work: Json) -> Worked:
    """One claim from draft to reply; what this agent cannot answer goes to a person."""
    token, worked = str(work["work_token"]), Worked(int(work["messages"][-1]["id"]))
    try:
        if work["kind"] == "briefing":
            return _hand_over(client, token, worked, "A briefing wants words of its own.")
        if any(word["template_id"] and not word["text"] for word in work["sent_back"]):
            return _hand_over(client, token, worked, "Another letter wants somebody to write it.")
        run = client.start_run(token)
        draft = client.call("POST", "drafts/generate", {"work_token": token})
        walk = Walk(client, playbook, work, draft)
        if run is None:
            return _finish(walk, worked, walk.persons_text or walk.rewritten)
        return _close(walk, worked, walk_run(walk, run))
    except AgentError as error:
        _give_up(client, token, error)
        return replace(worked, error=error.code)


def walk_run(walk: Walk, run: Json) -> Json:
    """Do what is next until nothing is; returns the last ``next``, which is ``wait`` where no
    place in the loop came free."""
    step, waits = run["next"], 0
    for _ in range(MAX_STEPS):
        if step["do"] == "wait" and waits < MAX_WAITS:
            waits += 1
            walk.client.call("POST", f"work/{walk.token}/heartbeat", {})
            time.sleep(step["retry_after_ms"] / 1000)
            step = walk.client.call("GET", f"runs/{run['id']}/next")
        elif step["stage"]:
            step = take_step(walk, run["id"], step)
        else:
            break
    return dict(step)


def take_step(walk: Walk, run_id: str, step: Json) -> Json:
    """Do one step and leave it; returns what is next, also where the desk wants another one."""
    left = _left(walk, step)
    body = {
        "work_token": walk.token,
        "input_hash": step["suggested_input_hash"],
        "payload": left.payload,
        "text": left.text,
        "output_tokens": 0,  # no model
    }
    path = f"runs/{run_id}/artifacts/{step['stage']}/{step['iteration']}"
    try:
        following: Json = walk.client.call("PUT", path, body)["next"]
    except AgentError as error:
        if error.code not in ("out_of_order", "artifact_conflict"):
            raise
        following = walk.client.call("GET", f"runs/{run_id}/next")
    return following


def _left(walk: Walk, step: Json) -> Left:
    text = str((step["candidate"] or {}).get("text", ""))
    if step["do"] == "strategy":
        return stages.strategy(walk.draft)
    if step["do"] == "generate":
        return stages.generation(walk.plan)
    if step["do"] == "verify":
        return stages.verification(walk.plan, walk.persons_text or text)
    if step["do"] == "gate":
        return stages.gate(walk.check(text))
    if step["do"] == "evaluate":
        return stages.evaluation(walk.plan, walk.mail, text, walk.check(text), walk.playbook)
    why = step["why_low"] or "It is not good enough."
    return stages.revision(walk.plan, walk.mail, text, why, walk.playbook)


def _close(walk: Walk, worked: Worked, step: Json) -> Worked:
    """Send the call that the desk says ends the work, with an honest reason for every word."""
    worked = replace(worked, stop_reason=step["stop_reason"] or "")
    if step["do"] == "wait":  # the claim runs out, and whoever claims it next goes on
        return replace(worked, error="no_place")
    if step["do"] == "finish":
        return _finish(walk, worked, step["best"]["text"])
    walk.client.call(**step["close"])
    if step["do"] == "hand_over":
        return replace(worked, handed_over=True)
    return replace(worked, error=worked.stop_reason)


def _finish(walk: Walk, worked: Worked, text: str) -> Worked:
    original = walk.draft["draft"]["body_plain"]
    letter = walk.plan["letter"]
    why = explain(letter, walk.mail, walk.playbook, original=original, refined=text)
    body = {"text": text, **why}
    if walk.persons_letter:
        body |= {"rewrite_reason": "wrong-template", "corrected_template": walk.persons_letter}
    try:
        walk.client.call("POST", f"work/{walk.token}/finish", body)
    except AgentError as error:
        if error.code != "blocked_draft":
            raise
        return _hand_over(walk.client, walk.token, worked, str(error))
    return worked


def _hand_over(client: DeskClient, token: str, worked: Worked, reason: str) -> Worked:
    client.call("POST", f"work/{token}/hand-over", {"reason": reason[:500]})
    return replace(worked, handed_over=True)


def _give_up(client: DeskClient, token: str, error: AgentError) -> None:
    """Let a person see what went wrong.

    A claim that is over needs nothing: somebody else has it, or the next claim brings the newer
    mail. What may go well later is left until the claim runs out.
    """
    if error.code in ("claim_lost", "newer_inbound") or error.is_retryable:
        return
    with suppress(AgentError):
        if error.code in _FOR_ALL_MAIL:
            client.call("POST", f"work/{token}/release", {})
            return
        reason = f"The desk refused the agent's work: {error.code}."
        client.call("POST", f"work/{token}/hand-over", {"reason": reason})
