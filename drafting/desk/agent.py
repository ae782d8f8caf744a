"""The scripted agent: no model, the whole contract, over real HTTP with a key of its own.

It is what an author of an agent reads first: find work, generate, look at the quality, rewrite,
refine on every path. It knows nothing of the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from drafting.desk.rewriting import Playbook, rewrite

TIMEOUT_SECONDS = 30.0
PAGE_SIZE = 200


class AgentError(Exception):
    """The desk refused a call: ``code`` is the problem's code, the text its detail."""

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
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

    def generate(self, message: int) -> dict[str, Any]:
        return self._call("POST", "drafts/generate", {"message": message})

    def quality_check(self, draft_id: str, draft: dict[str, Any]) -> dict[str, Any]:
        return self._call("POST", "drafts/quality-check", {"draft_id": draft_id, "draft": draft})

    def refine(self, **body: Any) -> dict[str, Any]:
        return self._call("POST", "drafts/refine", body)

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        response = self._http.request(method, path, json=body)
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
        )


@dataclass(frozen=True, slots=True)
class Worked:
    """One message worked on; ``error`` names the code where the desk refused."""

    message: int
    draft_id: str = ""
    delivery_status: str = ""
    error: str = ""


def work_once(
    client: DeskClient,
    playbook: Playbook,
    *,
    on_start: Callable[[int], None],
    on_step: Callable[[Worked], None],
) -> list[Worked]:
    """Drafts an answer to every message without one. One refused message does not stop the rest."""
    messages = list(client.undrafted_messages())
    on_start(len(messages))
    worked = []
    for message in messages:
        result = _work_message(client, playbook, message)
        worked.append(result)
        on_step(result)
    return worked


def _work_message(client: DeskClient, playbook: Playbook, mail: dict[str, Any]) -> Worked:
    message = int(mail["id"])
    try:
        draft = client.generate(message)
        proposal = rewrite(draft, f"{mail['subject']}\n{mail['body_text']}", playbook)
        refined = client.refine(
            draft_id=draft["draft_id"],
            original_body_plain=draft["draft"]["body_plain"],
            refined_body_plain=proposal.body,
            rewrite_reason=proposal.reason,
            corrected_category=proposal.corrected_category,
        )
    except AgentError as error:
        return Worked(message, error=error.code)
    return Worked(message, draft["draft_id"], refined["delivery_status"])
