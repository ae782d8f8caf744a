"""The scripted agent: no model, the whole contract, over real HTTP with a key of its own.

It is what an author of an agent reads first: claim a thread, walk its run (``walking``), reply or
hand over, next. With a key that has no right to runs: claim, generate, rewrite, refine on every
path, reply. It knows nothing of the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import httpx

from drafting.instruments.rewriting import Playbook, rewrite
from drafting.instruments.walking import Walk, attest_text, begin_walk, has_text, said_in, walk_run

TIMEOUT_SECONDS = 30.0
PAGE_SIZE = 200


class AgentError(Exception):
    """The desk refused a call: ``code`` is the problem's code, the text its detail."""

    def __init__(self, code: str, detail: str, *, is_retryable: bool = False) -> None:
        self.code = code
        self.is_retryable = is_retryable
        super().__init__(f"{code}: {detail}")


class DeskClient:
    """The calls of the API that an agent makes; answers are plain JSON objects."""

    def __init__(self, base_url: str, key: str, transport: httpx.BaseTransport | None = None):
        self._http = httpx.Client(
            base_url=f"{base_url.rstrip('/')}/api/v1/",
            headers={"Authorization": f"Bearer {key}"},
            timeout=TIMEOUT_SECONDS,
            transport=transport,
        )

    def __enter__(self) -> DeskClient:
        return self

    def __exit__(self, *error: object) -> None:
        self._http.close()

    def undrafted_messages(self) -> Iterator[dict[str, Any]]:
        """Guest mail that nobody has drafted an answer to, oldest first.

        Read to the end before work begins: drafting takes messages off this list.
        """
        messages: list[dict[str, Any]] = []
        page = self._call("GET", f"messages?drafted=false&page_size={PAGE_SIZE}")
        messages += page["results"]
        number = 1
        while page["next"]:
            number += 1
            page = self._call("GET", f"messages?drafted=false&page_size={PAGE_SIZE}&page={number}")
            messages += page["results"]
        yield from sorted(messages, key=lambda message: int(message["id"]))

    def claim(self) -> dict[str, Any] | None:
        """The most urgent thread with all its unanswered mail; None when there is nothing to do."""
        return self._call("POST", "work/claim", {}) or None

    def reply(self, work_token: str, draft_id: str) -> dict[str, Any]:
        return self._call("POST", f"work/{work_token}/reply", {"draft_id": draft_id})

    def hand_over(self, work_token: str, reason: str) -> None:
        self._call("POST", f"work/{work_token}/hand-over", {"reason": reason})

    def release(self, work_token: str) -> None:
        self._call("POST", f"work/{work_token}/release")

    def heartbeat(self, work_token: str) -> None:
        self._call("POST", f"work/{work_token}/heartbeat")

    def start_run(self, work_token: str) -> dict[str, Any] | None:
        """The run of a claimed batch; None for a key without the right to runs."""
        try:
            return self._call("POST", "runs", {"work_token": work_token})
        except AgentError as error:
            if error.code != "permission_denied":
                raise
            return None

    def read_run(self, run_id: str) -> dict[str, Any]:
        return self._call("GET", f"runs/{run_id}")

    def next_step(self, run_id: str) -> dict[str, Any]:
        return self._call("GET", f"runs/{run_id}/next")

    def put_artifact(
        self, run_id: str, stage: str, iteration: int, **body: Any
    ) -> dict[str, Any] | None:
        """The stored step with what is next; None where it is not this step's turn, or the run
        has the step with another input."""
        try:
            return self._call("PUT", f"runs/{run_id}/artifacts/{stage}/{iteration}", body)
        except AgentError as error:
            if error.code not in ("out_of_order", "artifact_conflict"):
                raise
            return None

    def count_unanswered(self) -> int:
        return int(self._call("GET", "messages?answered=false&page_size=1")["count"])

    def generate(self, message: int) -> dict[str, Any]:
        return self._call("POST", "drafts/generate", {"message": message})

    def generate_for(self, work_token: str) -> dict[str, Any]:
        return self._call("POST", "drafts/generate", {"work_token": work_token})

    def quality_check(self, draft_id: str, draft: dict[str, Any]) -> dict[str, Any]:
        return self._call("POST", "drafts/quality-check", {"draft_id": draft_id, "draft": draft})

    def refine(self, **body: Any) -> dict[str, Any]:
        return self._call("POST", "drafts/refine", body)

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        response = self._send(method, path, body)
        if response.is_success:
            answer: dict[str, Any] = response.json() if response.content else {}
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

    def _send(self, method: str, path: str, body: dict[str, Any] | None) -> httpx.Response:
        """Once more where the line broke: only a POST may have done something that counts twice."""
        try:
            return self._http.request(method, path, json=body)
        except httpx.TransportError:
            if method == "POST":
                raise
            return self._http.request(method, path, json=body)


@dataclass(frozen=True, slots=True)
class Worked:
    """One answer worked on; ``error`` names the code where the desk refused.

    ``message`` is the newest one that it answers. ``handed_over``: a person has to answer.
    ``stop_reason``: how its run ended; empty without one.
    """

    message: int
    draft_id: str = ""
    delivery_status: str = ""
    error: str = ""
    handed_over: bool = False
    stop_reason: str = ""


def work_once(
    client: DeskClient,
    playbook: Playbook,
    *,
    on_start: Callable[[int], None],
    on_step: Callable[[Worked], None],
) -> list[Worked]:
    """Claims and answers until nothing is left. One refused answer does not stop the rest.

    A key without the right to claim drafts an answer to every message that has none.
    """
    try:
        work = client.claim()
    except AgentError as error:
        if error.code != "permission_denied":
            raise
        return _draft_only(client, playbook, on_start=on_start, on_step=on_step)
    on_start(client.count_unanswered() if work else 0)
    worked = []
    while work is not None:
        result = _work_claim(client, playbook, work)
        worked.append(result)
        on_step(result)
        work = client.claim()
    return worked


def _work_claim(client: DeskClient, playbook: Playbook, work: dict[str, Any]) -> Worked:
    """One claim from draft to reply; what this agent cannot answer goes to a person."""
    token, message = work["work_token"], int(work["messages"][-1]["id"])
    try:
        if work["kind"] == "briefing":
            client.hand_over(token, "A briefing wants words of its own; this agent has none.")
            return Worked(message, handed_over=True)
        walk = begin_walk(client, playbook, work)
        if walk is None:
            return _answer(client, playbook, work)
        return _answer_by_run(walk, message)
    except AgentError as error:
        _give_up(client, token, error)
        return Worked(message, error=error.code)


def _answer_by_run(walk: Walk, message: int) -> Worked:
    """What the run came to, attested; a person gets what has no text that may be sent."""
    over = walk_run(walk)
    result = Worked(message, stop_reason=over["stop_reason"] or "")
    if over["do"] == "wait":  # the claim runs out, and whoever claims it next goes on
        return replace(result, error="no_place")
    if result.stop_reason == "newer_inbound":
        walk.client.release(walk.token)
        return replace(result, error=result.stop_reason)
    if not has_text(walk):
        walk.client.hand_over(walk.token, _why_without_text(walk))
        return replace(result, handed_over=True)
    final = attest_text(walk)
    result = replace(
        result,
        draft_id=walk.left("strategy")["draft_id"],
        delivery_status=final["delivery_status"],
    )
    if final["delivery_status"] == "blocked":
        walk.client.hand_over(walk.token, _why_blocked(final["failed_checks"]))
        return replace(result, handed_over=True)
    if over["do"] == "hand_over":
        walk.client.hand_over(walk.token, _why_without_text(walk))
        return replace(result, handed_over=True)
    walk.client.reply(walk.token, result.draft_id)
    return result


def _answer(client: DeskClient, playbook: Playbook, work: dict[str, Any]) -> Worked:
    """Without a run: a draft, rewritten in one go."""
    token, message = work["work_token"], int(work["messages"][-1]["id"])
    draft = client.generate_for(token)
    refined = _refine(client, playbook, draft, work["messages"], work_token=token)
    result = Worked(message, draft["draft_id"], refined["delivery_status"])
    if refined["delivery_status"] == "blocked":
        client.hand_over(token, _why_blocked(refined["quality"]["failed_checks"]))
        return replace(result, handed_over=True)
    client.reply(token, draft["draft_id"])
    return result


def _refine(
    client: DeskClient,
    playbook: Playbook,
    draft: dict[str, Any],
    mails: list[dict[str, Any]],
    **claim: str,
) -> dict[str, Any]:
    """The agent's own words, attested; also where it changed nothing."""
    proposal = rewrite(draft, said_in(mails), playbook)
    return client.refine(
        draft_id=draft["draft_id"],
        original_body_plain=draft["draft"]["body_plain"],
        refined_body_plain=proposal.body,
        rewrite_reason=proposal.reason,
        corrected_category=proposal.corrected_category,
        **claim,
    )


def _why_blocked(failed_checks: list[str]) -> str:
    return f"The text did not pass the check: {', '.join(failed_checks) or 'no text'}."


def _why_without_text(walk: Walk) -> str:
    return f"The run has no text that may be sent ({walk.next['stop_reason']})."


def _give_up(client: DeskClient, token: str, error: AgentError) -> None:
    """Let a person see what went wrong.

    A claim that is over needs nothing: somebody else has it, or the next claim brings the newer
    mail. What may go well later is left until the claim runs out.
    """
    if error.code in ("claim_lost", "newer_inbound") or error.is_retryable:
        return
    with suppress(AgentError):
        client.hand_over(token, f"The desk refused the agent's work: {error.code}.")


def _draft_only(
    client: DeskClient,
    playbook: Playbook,
    *,
    on_start: Callable[[int], None],
    on_step: Callable[[Worked], None],
) -> list[Worked]:
    messages = list(client.undrafted_messages())
    on_start(len(messages))
    worked = []
    for mail in messages:
        result = _draft_message(client, playbook, mail)
        worked.append(result)
        on_step(result)
    return worked


def _draft_message(client: DeskClient, playbook: Playbook, mail: dict[str, Any]) -> Worked:
    message = int(mail["id"])
    try:
        draft = client.generate(message)
        refined = _refine(client, playbook, draft, [mail])
    except AgentError as error:
        return Worked(message, error=error.code)
    return Worked(message, draft["draft_id"], refined["delivery_status"])
