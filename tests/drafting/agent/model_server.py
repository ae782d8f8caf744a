"""A model server on loopback, OpenAI-compatible and scripted: it answers well, or as badly as a
test wants."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Say = Callable[[str, str], str]
"""(system, task) -> what the model says."""

TASKS = {
    "Make the letter": "verify",
    "May this letter": "gate",
    "How good is": "evaluate",
    "Rewrite the letter": "revise",
    "Say {}": "probe",
}


def task_of(task: str) -> str:
    return next(name for words, name in TASKS.items() if task.startswith(words))


def letter_in(task: str) -> str:
    found = re.search(r"The letter:\n(.*?)(?:\n\nThe desk finds:|\n\nWhat |\Z)", task, re.DOTALL)
    return found[1] if found else ""


def mail_in(task: str) -> str:
    return re.search(r"== begin\n(.*?)\n==\w+== end", task, re.DOTALL)[1]


def well(_: str, task: str) -> str:
    """A careful model: leaves letters as they are, and doubts what the desk finds fault with."""
    name = task_of(task)
    if name in ("verify", "revise"):
        return json.dumps({"text": letter_in(task), "unresolved_requirements": []})
    if name == "gate":
        return json.dumps({"decision": "approve", "reason": "Nothing is invented."})
    is_good = "The desk finds:" not in task
    return json.dumps(
        {
            "safe_to_send": is_good,
            "requires_human_review": not is_good,
            "confidence": 0.95 if is_good else 0.5,
            "reason": "As it reads.",
        }
    )


class Server(ThreadingHTTPServer):
    daemon_threads = True


class ModelServer:
    """``statuses``: answered in turn instead of 200, with their headers; ``delay`` in seconds."""

    def __init__(self, say: Say = well) -> None:
        self.say = say
        self.statuses: list[tuple[int, dict[str, str]]] = []
        self.delays: list[float] = []
        self.raw: bytes | None = None
        self.refuses = ""  # requests that hold it, with this status:
        self.refusal = 400
        self.asked: list[Any] = []
        self._http = Server(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()

    def answer(self, request: Any) -> tuple[int, dict[str, str], bytes]:
        self.asked.append(request)
        if self.delays:
            time.sleep(self.delays.pop(0))
        if self.statuses:
            status, headers = self.statuses.pop(0)
            return status, headers, b'{"error": "not now"}'
        if self.raw is not None:
            return 200, {}, self.raw
        if self.refuses and self.refuses in json.dumps(request):
            return self.refusal, {}, b'{"error": {"code": "context_length_exceeded"}}'
        said = self.say(*(message["content"] for message in request["messages"][:2]))
        body = {
            "choices": [{"message": {"role": "assistant", "content": said}}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20},
        }
        return 200, {}, json.dumps(body).encode()

    def _handler(self) -> Any:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                status, headers, body = server.answer(json.loads(self.rfile.read(length)))
                try:
                    self.send_response(status)
                    for name, value in {**headers, "Content-Length": str(len(body))}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    pass  # the agent has hung up

            def log_message(self, *_: Any) -> None:
                pass

        return Handler
