"""The agent's side of a run, for tests: over the API, as an agent does it."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from templatesapp.text.letter import insert_before_closing
from tests.drafting.mail.work import Worker

SCOPES = ["work", "draft", "runs", "messages"]
UNSURE = {
    "safe_to_send": True,
    "requires_human_review": False,
    "confidence": 0.5,
    "reason": "One question is left.",
}
SURE = UNSURE | {"confidence": 0.95, "reason": "All is said."}
APPROVE = {"decision": "approve", "reason": "Holds."}
STAGE_OF = {
    "strategy": "strategy",
    "generate": "generation",
    "verify": "verification",
    "gate": "overseer_gate",
    "evaluate": "evaluation",
    "revise": "revision",
}


class Runner(Worker):
    """An agent that walks runs. Each call must succeed unless a status is given."""

    def __init__(self, client: APIClient) -> None:
        super().__init__(client)
        self.token = ""
        self.run: dict[str, Any] = {}
        self.draft: dict[str, Any] = {}
        self.asked: list[tuple[str, int]] = []  # each step that it worked on

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.client.get(f"/api/v1/{path}")
        assert answer.status_code == status, answer.content.decode()
        return answer.json()

    def begin(self) -> dict[str, Any]:
        """Claim a thread and take its run, or start it."""
        self.token = self.claim()["work_token"]
        return self.start()

    def start(self, status: int | None = None, **body: Any) -> dict[str, Any]:
        answer = self.client.post("/api/v1/runs", {"work_token": self.token, **body}, format="json")
        assert answer.status_code in ((status,) if status else (200, 201)), answer.content
        self.run = answer.json()
        return self.run

    def read_run(self) -> Any:
        return self.get(f"runs/{self.run['id']}")

    def next(self) -> Any:
        return self.get(f"runs/{self.run['id']}/next")

    def put(
        self,
        stage: str,
        iteration: int = 0,
        payload: Any = None,
        text: str = "",
        status: int = 201,
        **fields: Any,
    ) -> Any:
        body = {
            "work_token": self.token,
            "input_hash": f"{stage}-{iteration}",
            "payload": {} if payload is None else payload,
            "text": text,
            **fields,
        }
        path = f"/api/v1/runs/{self.run['id']}/artifacts/{stage}/{iteration}"
        answer = self.client.put(path, body, format="json")
        assert answer.status_code == status, answer.content.decode()
        return answer.json()

    # --- whole steps ------------------------------------------------------------------------------

    def step(self, evaluation: dict[str, Any], text: str = "") -> Any:
        """Do what is due: ``text`` where a revision is, ``evaluation`` where one is."""
        due = self.next()
        do, iteration = due["do"], due["iteration"]
        stage = STAGE_OF[do]
        self.asked.append((stage, iteration))
        if do == "generate":
            self.draft = self.generate(self.token)
            return self.put(stage, 0, {"draft_id": self.draft["draft_id"]})
        if do == "verify":
            return self.put(stage, 0, text=self.original)
        if do == "gate":
            return self.put(stage, iteration, APPROVE)
        if do == "evaluate":
            return self.put(stage, iteration, evaluation)
        if do == "revise":
            text = text or self.better(iteration)
            return self.put(stage, iteration, {"unresolved_requirements": []}, text)
        return self.put(stage, iteration)

    @property
    def original(self) -> str:
        """The draft's own text, whoever generated it."""
        for step in self.read_run()["artifacts"]:
            if step["stage"] == "generation":
                return str(step["text"])
        raise AssertionError("nothing was generated")

    def better(self, number: int = 1) -> str:
        """The draft's own text with a paragraph more, another one for each number."""
        said = f"Thank you once more for mail number {number}. "
        return insert_before_closing(self.original, (said * (number + 1)).strip())

    def first_round(self, evaluation: dict[str, Any] = UNSURE) -> Any:
        """From strategy to evaluation."""
        for _ in range(5):
            answer = self.step(evaluation)
        return answer

    def further_round(self, evaluation: dict[str, Any] = UNSURE, text: str = "") -> Any:
        """Revision, gate and evaluation; less where the run ends before."""
        for _ in range(3):
            answer = self.step(evaluation, text)
            if answer["next"]["stop_reason"]:
                break
        return answer

    def refine_text(self, text: str, status: int = 200) -> Any:
        run = self.read_run()
        body = {
            "draft_id": run["draft_id"],
            "original_body_plain": self.original,
            "refined_body_plain": text,
            "work_token": self.token,
        }
        return self.post("drafts/refine", body, status)

    def send(self, text: str, status: int = 201) -> Any:
        """Attest a text and reply with it."""
        self.refine_text(text)
        return self.reply(self.token, self.read_run()["draft_id"], status)
