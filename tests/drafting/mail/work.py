"""The agent's side of a claim, for tests: over the API, as an agent does it."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from drafting.outbox.releases import release_reply

CLAIM = "/api/v1/work/claim"


class Worker:
    """An agent that claims, drafts and replies. Each call must succeed unless a status is given."""

    def __init__(self, client: APIClient) -> None:
        self.client = client

    def post(self, path: str, body: Any = None, status: int = 200, **headers: Any) -> Any:
        answer = self.client.post(f"/api/v1/{path}", body, format="json", **headers)
        assert answer.status_code == status, answer.content.decode()
        return answer.json() if answer.content else None

    def claim(self, status: int = 200, **body: Any) -> Any:
        return self.post("work/claim", body, status)

    def read(self, token: str, status: int = 200) -> Any:
        answer = self.client.get(f"/api/v1/work/{token}")
        assert answer.status_code == status, answer.content.decode()
        return answer.json()

    def generate(self, token: str, status: int = 201) -> Any:
        return self.post("drafts/generate", {"work_token": token}, status)

    def refine(self, token: str, draft: Any, text: str | None = None, status: int = 200) -> Any:
        original = draft["draft"]["body_plain"]
        body = {
            "draft_id": draft["draft_id"],
            "original_body_plain": original,
            "refined_body_plain": original if text is None else text,
            "work_token": token,
        }
        return self.post("drafts/refine", body, status)

    def attested(self, token: str, text: str | None = None) -> str:
        """The id of a draft for the claim, generated and attested."""
        draft = self.generate(token)
        self.refine(token, draft, text)
        return str(draft["draft_id"])

    def reply(self, token: str, draft_id: str, status: int = 201, **body: Any) -> Any:
        return self.post(f"work/{token}/reply", {"draft_id": draft_id, **body}, status)

    def answer_next(self) -> Any:
        """Claim, draft and reply: what the reply call answered, with the claim as ``work``."""
        work = self.claim()
        token = work["work_token"]
        return {**self.reply(token, self.attested(token)), "work": work}

    def answer_and_release(self, by: Any) -> Any:
        answered = self.answer_next()
        return release_reply(mail_id=answered["outgoing_id"], by=by)
