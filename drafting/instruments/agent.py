"""The scripted agent: works the inbox as docs/agent-guide.md says, without a model.

It claims a conversation, does what ``next`` says until ``next`` says how to close, and closes. It
keeps nothing: killed anywhere, whoever claims next goes on where the work stopped. What it leaves
at each step is in ``scripted_stages``. It knows nothing of the database.
"""

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
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
            return response.json() if response.content else {}
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


@dataclass(slots=True)
class Worked:
    """One answer worked on; ``error`` names the code where the desk refused.

    ``message`` is the newest one that it answers. ``handed_over``: a person has to answer.
    ``stop_reason``: how its run ended; empty without one.
    """

    message: int
    error: str = ""
    handed_over: bool = False
    stop_reason: str = ""


def work_once(client: DeskClient, playbook: Playbook) -> Iterator[Worked]:
    """Claims and answers until nothing is left: each time the most urgent thread with all its
    unanswered mail. One refused answer does not stop the rest."""
    while work := client.call("POST", CLAIM, {}):
        walk = Walk(client, playbook, work)
        walk.answer()
        yield walk.worked
        if walk.worked.error in _FOR_ALL_MAIL:
            return


class Walk:
    """A claimed batch on its way. ``draft``: the desk's answer to generate, which comes back
    however often it is asked for; ``mail``: what the guest wrote, as the playbook reads it."""

    draft: Json

    def __init__(self, client: DeskClient, playbook: Playbook, work: Json) -> None:
        self.client, self.playbook = client, playbook
        self.token = str(work["work_token"])
        self.is_briefing = work["kind"] == "briefing"
        self.sent_back = work["sent_back"]
        mails = work["messages"]
        self.mail = "\n".join(f"{mail['subject']}\n{mail['body_text']}" for mail in mails)
        self.worked = Worked(int(mails[-1]["id"]))

    def said_by_person(self, name: str) -> str:
        """``text``: the reply as they would say it who sent the last one back; ``template_id``: the
        letter that they named. "" for none."""
        return next((str(word[name]) for word in self.sent_back if word[name]), "")

    @property
    def plan(self) -> Json:
        return stages.strategy(self.draft).payload

    def answer(self) -> None:
        """From draft to reply; what this agent cannot answer goes to a person."""
        try:
            if self.is_briefing:
                self.hand_over("A briefing wants words of its own.")
            elif any(word["template_id"] and not word["text"] for word in self.sent_back):
                self.hand_over("Another letter wants somebody to write it.")
            else:
                self.write()
        except AgentError as error:
            self.worked.error = error.code
            self.give_up(error)

    def write(self) -> None:
        run = self.begin()
        if run is None:  # the draft in one go, its weightiest lack made good
            text = str(self.draft["draft"]["body_plain"])
            lacks = find_lacks(self.plan["letter"], self.mail, text, self.playbook)
            mended = mend(text, lacks[0]) if lacks else text
            self.finish(self.said_by_person("text") or mended)
        else:
            self.close(self.go_on(run["id"], run["next"]))

    def begin(self) -> Json | None:
        """The run of the batch, and its draft; None for a key without the right to runs."""
        try:
            run = self.client.call("POST", "runs", {"work_token": self.token})
        except AgentError as error:
            if error.code != "permission_denied":
                raise
            run = None
        self.draft = self.client.call("POST", "drafts/generate", {"work_token": self.token})
        return run

    def go_on(self, run_id: str, step: Json) -> Json:
        """Do what is next until nothing is; returns the last ``next``, which is ``wait`` where no
        place in the loop came free."""
        waits = 0
        for _ in range(MAX_STEPS):
            if step["do"] == "wait" and waits < MAX_WAITS:
                waits += 1
                self.client.call("POST", f"work/{self.token}/heartbeat", {})
                time.sleep(step["retry_after_ms"] / 1000)
                step = self.client.call("GET", f"runs/{run_id}/next")
            elif step["stage"]:
                step = self.take_step(run_id, step)
            else:
                break
        return step

    def take_step(self, run_id: str, step: Json) -> Json:
        """Do one step and leave it; returns what is next, also where the desk wants another one."""
        left = self.do(step)
        body = {
            "work_token": self.token,
            "input_hash": step["suggested_input_hash"],
            "payload": left.payload,
            "text": left.text,
            "output_tokens": 0,  # no model
        }
        path = f"runs/{run_id}/artifacts/{step['stage']}/{step['iteration']}"
        try:
            following: Json = self.client.call("PUT", path, body)["next"]
        except AgentError as error:
            if error.code not in ("out_of_order", "artifact_conflict"):
                raise
            following = self.client.call("GET", f"runs/{run_id}/next")
        return following

    def do(self, step: Json) -> Left:
        text = str((step["candidate"] or {}).get("text", ""))
        match step["do"]:
            case "strategy":
                return stages.strategy(self.draft)
            case "generate":
                return stages.generation(self.plan)
            case "verify":
                return stages.verification(self.plan, self.said_by_person("text") or text)
            case "gate":
                return stages.gate(self.check(text))
            case "evaluate":
                quality = self.check(text)
                return stages.evaluation(self.plan, self.mail, text, quality, self.playbook)
        why = step["why_low"] or "It is not good enough."
        return stages.revision(self.plan, self.mail, text, why, self.playbook)

    def check(self, text: str) -> Json:
        body = {"draft_id": self.draft["draft_id"], "draft": {"body_plain": text}}
        return self.client.call("POST", "drafts/quality-check", body)

    def close(self, step: Json) -> None:
        """Send the call that the desk says ends the work, with an honest reason for every word."""
        self.worked.stop_reason = step["stop_reason"] or ""
        if step["do"] == "wait":  # the claim runs out, and whoever claims it next goes on
            self.worked.error = "no_place"
        elif step["do"] == "finish":
            self.finish(step["best"]["text"])
        else:
            self.client.call(**step["close"])
            self.worked.handed_over = step["do"] == "hand_over"
            self.worked.error = "" if self.worked.handed_over else self.worked.stop_reason

    def finish(self, text: str) -> None:
        original, letter = self.draft["draft"]["body_plain"], self.plan["letter"]
        why = explain(letter, self.mail, self.playbook, original=original, refined=text)
        body = {"text": text, **why}
        if named := self.said_by_person("template_id"):
            body |= {"rewrite_reason": "wrong-template", "corrected_template": named}
        try:
            self.client.call("POST", f"work/{self.token}/finish", body)
        except AgentError as error:
            if error.code != "blocked_draft":
                raise
            self.hand_over(str(error))

    def hand_over(self, reason: str) -> None:
        self.client.call("POST", f"work/{self.token}/hand-over", {"reason": reason[:500]})
        self.worked.handed_over = True

    def give_up(self, error: AgentError) -> None:
        """Let a person see what went wrong.

        A claim that is over needs nothing: somebody else has it, or the next claim brings the newer
        mail. What may go well later is left until the claim runs out.
        """
        if error.code in ("claim_lost", "newer_inbound") or error.is_retryable:
            return
        with suppress(AgentError):
            if error.code in _FOR_ALL_MAIL:
                self.client.call("POST", f"work/{self.token}/release", {})
            else:
                reason = f"The desk refused the agent's work: {error.code}."
                self.client.call("POST", f"work/{self.token}/hand-over", {"reason": reason})
