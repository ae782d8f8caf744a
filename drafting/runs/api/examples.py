"""What the API's document shows about runs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

_TOKEN = "7-3-Zk3vR0c9uQm1xYpB.Hq2w…"  # noqa: S105 - made up
_RUN = "0f3c1b0e-5d0a-4c58-9a43-2f1d7e1c9a11"
_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def _request(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


def _step(name: str, payload: dict[str, Any], **fields: Any) -> OpenApiExample:
    return _request(name, {"work_token": _TOKEN, "input_hash": _HASH, "payload": payload, **fields})


_TEXT = "Dear Isla,\n\nbreakfast is from 8 to 10.\n\nKind regards"
_NEXT: dict[str, Any] = {
    "do": "finish",
    "stage": None,
    "iteration": 1,
    "payload_schema": None,
    "needs_text": False,
    "suggested_input_hash": None,
    "candidate": {"text": _TEXT, "hash": _HASH, "from": "revision/1"},
    "asks": [],
    "findings": [],
    "why_low": None,
    "best": {"iteration": 1, "confidence": 0.95, "text": _TEXT},
    "remaining_ms": 162_000,
    "remaining_tokens": 19_200,
    "stop_reason": "threshold_met",
    "close": {
        "method": "POST",
        "path": f"/api/v1/work/{_TOKEN}/finish",
        "body": {"text": _TEXT, "rewrite_reason": "style"},
    },
    "context_pack_url": f"/api/v1/runs/{_RUN}/context-pack?iteration=1",
}
NEXT = OpenApiExample("finish", value=_NEXT, response_only=True, status_codes=["200"])
START = _request("an email", {"work_token": _TOKEN})
GATE = _step("a gate", {"decision": "approve", "reason": "Says what was asked, promises nothing."})
EVALUATION = _step(
    "an evaluation",
    {
        "safe_to_send": True,
        "requires_human_review": False,
        "confidence": 0.72,
        "reason": "The guest also asked about parking.",
    },
    output_tokens=140,
    latency_ms=2300,
)
REVISION = _step(
    "a revision",
    {"unresolved_requirements": []},
    text="Dear Isla,\n\nReception closes at 23:00 …",
    output_tokens=480,
)
FINISH = _request(
    "the best text",
    {"text": "Dear Isla,\n\nReception closes at 23:00 …", "rewrite_reason": "missing-info"},
)
PROPOSALS = _request(
    "a habit",
    {
        "work_token": _TOKEN,
        "proposals": [
            {
                "scope": "contact",
                "category": "communication_preference",
                "content": "Prefers short answers in Italian.",
                "ttl_days": 60,
                "confidence": 0.8,
            }
        ],
    },
)
