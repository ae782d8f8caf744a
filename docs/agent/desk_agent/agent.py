"""A reference agent: works a Draftdesk's inbox with any OpenAI-compatible chat endpoint.

A model that answers badly costs a retry, then the step's safe answer: the text as it was, no
approval, a person. Whatever it says, the desk checks it, and a finding outranks its confidence.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

Json = dict[str, Any]
PROMPTS = {file.stem: file.read_text("utf-8") for file in Path(__file__).parent.rglob("*.md")}
MAX_REASON = 300  # characters; the desk takes 320
MAX_TEXT_BYTES = 19_000  # the desk takes 20 000
MAX_WAIT_SECONDS = 60.0
ATTEMPTS = 4
MAX_TOKENS = 1500  # of one answer
TODAY = "%Y-%m-%d"
CHARACTERS_PER_TOKEN = 4  # where an endpoint does not count
SENT_BACK = "A colleague of the house sent the last answer back. Follow their note:"
WANTED = {"gate": "decision", "evaluate": "confidence"}
PROTECTED = ("prepayment", "cancellation")


class DeskError(Exception):
    def __init__(self, status: int, told: Json) -> None:
        self.code, self.is_retryable = told.get("code", str(status)), told.get("retryable", True)
        super().__init__(f"{self.code}: {told.get('detail', '')}")


class ModelError(Exception):
    """No usable answer."""


class ModelAwayError(Exception):
    """No answer before long, or today."""


@dataclass
class Desk:
    http: httpx.Client
    pause: Callable[[int], bool]

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Every call but a claim is safe to repeat."""
        for attempt in range(1 if path.endswith("/claim") else ATTEMPTS):
            if attempt:
                self.pause(attempt - 1)
            try:
                answer = self.http.request(method, path, json=body)
            except httpx.RequestError as error:
                answer = httpx.Response(503, json={"code": "unreachable", "detail": str(error)})
            data = _loaded(answer.text)
            if answer.is_success:
                return data
            failed = DeskError(answer.status_code, data)
            if not failed.is_retryable:
                break
        raise failed


def _loaded(text: str, wanted: str = "") -> Json:
    """The last JSON object in a text that has the ``wanted`` key, or an empty one."""
    best, at = dict[str, Any](), text.find("{")
    while at >= 0:
        try:
            found, at = json.JSONDecoder().raw_decode(text, at)
            best = found if wanted in ("", *found) else best
        except (ValueError, RecursionError):
            at += 1
        at = text.find("{", at)
    return best


def _clean(value: Any) -> str:
    """Without what no JSON can carry."""
    return str(value).replace("\0", " ").encode("utf-8", "replace").decode()


@dataclass
class Spend:
    """Tokens of each mail, by its newest message, however often it is claimed; and of this day,
    kept in a file over restarts."""

    per_mail: int
    per_day: int
    file: Path
    mails: Counter[int] = field(default_factory=Counter)
    in_hand: int = 0  # 0 for none

    def require(self, tokens: int) -> None:
        """Raises ModelError where ``tokens`` more would pass a bound."""
        if self.day + tokens > self.per_day:
            self.write(max(self.day, self.per_day))  # the rest is too little for a mail
            raise ModelAwayError("The day's tokens are spent.")
        if self.in_hand and self.mails[self.in_hand] + tokens > self.per_mail:
            raise ModelError("The mail's tokens are spent.")

    def add(self, tokens: int) -> None:
        self.mails[self.in_hand] += tokens
        self.write(self.day + tokens)

    def write(self, tokens: int) -> None:
        spent = {"day": time.strftime(TODAY, time.gmtime()), "tokens": tokens}
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(spent))
        new.replace(self.file)  # a count that is cut in the middle would be none

    @property
    def day(self) -> int:
        kept = _loaded(self.file.read_text()) if self.file.exists() else {}
        return int(kept["tokens"]) if kept.get("day") == time.strftime(TODAY, time.gmtime()) else 0


@dataclass
class Model:
    http: httpx.Client
    name: str
    spend: Spend
    pause: Callable[[int, float], bool]  # whether to stop
    used: Counter[str] = field(default_factory=Counter)  # by the step in hand
    is_away: bool = False
    failed_on: set[int] = field(default_factory=set)  # newest messages; since it last answered

    def is_ready(self) -> bool:
        """Asked before a claim, since the desk counts them. Raises ModelAwayError."""
        self.spend.in_hand = 0
        self.spend.require(MAX_TOKENS)
        if self.is_away:
            self._complete([{"role": role, "content": "Say {}."} for role in ("system", "user")])
        self.is_away = False
        return True

    def ask(self, system: str, task: str, wanted: str) -> Json:
        """The JSON object in the model's answer, in a fence or bare; asked twice for."""
        messages = [{"role": "system", "content": system}, {"role": "user", "content": task}]
        for again in ([], [{"role": "user", "content": "One JSON object, please."}]):
            if found := _loaded(self._complete(messages + again), wanted):
                return found
        raise ModelError("It gave no JSON object.")

    def _complete(self, messages: list[Json]) -> str:
        size = sum(len(message["content"]) for message in messages) // CHARACTERS_PER_TOKEN
        body = {"model": self.name, "messages": messages, "max_tokens": MAX_TOKENS}
        for attempt in range(ATTEMPTS):
            self.spend.require(size + MAX_TOKENS)
            began = time.monotonic()
            try:
                answer = self.http.post("chat/completions", json=body)
            except httpx.RequestError:
                self.spend.add(size)  # it may have been read, and charged
                answer = httpx.Response(408)
            if answer.is_success:
                return self._count(answer, size, began)
            if answer.status_code not in (408, 409, 429) and answer.status_code < 500:
                is_ours = answer.status_code in (401, 403, 404)  # else it is this mail's
                kind = ModelAwayError if is_ours else ModelError
                raise kind(f"The model says {answer.status_code}.")
            wished = answer.headers.get("retry-after", "")
            after = min(float(wished), MAX_WAIT_SECONDS) if wished.isdecimal() else 0.0
            if attempt + 1 < ATTEMPTS and self.pause(attempt, after):
                raise ModelAwayError("Told to stop.")
        raise ModelAwayError("The model does not answer.")

    def _count(self, answer: httpx.Response, size: int, began: float) -> str:
        """What was said, or "" where that is nothing; its tokens are counted in any case."""
        data, said = _loaded(answer.text), ""
        with contextlib.suppress(LookupError, TypeError):
            said = str(data["choices"][0]["message"]["content"] or "")
        usage = data["usage"] if isinstance(data.get("usage"), dict) else {}
        told = usage.get("prompt_tokens"), usage.get("completion_tokens")
        guessed = size, len(said) // CHARACTERS_PER_TOKEN + 1
        given, taken = (
            count if isinstance(count, int) and 0 <= count < 10**8 else guess
            for count, guess in zip(told, guessed, strict=True)
        )
        milliseconds = int((time.monotonic() - began) * 1000)
        self.used.update(input_tokens=given, output_tokens=taken, latency_ms=milliseconds)
        self.spend.add(given + taken)
        return said


class Walk:
    """One claimed conversation on its way to a reply."""

    def __init__(self, desk: Desk, model: Model, work: Json, stopping: threading.Event) -> None:
        self.desk, self.model, self.work, self.stopping = desk, model, work, stopping
        self.token, mails = {"work_token": work["work_token"]}, work["messages"]
        self.said = "\n\n".join(f"{mail['subject']}\n{mail['body_text']}" for mail in mails)
        self.fence = f"=={secrets.token_hex(8)}=="  # no guest can know it, and so none can end it

    def run(self) -> str:
        """Returns how it ended: what ``next`` said, or ``stopped``."""
        if self.work["kind"] == "briefing":
            return self.send("hand-over", {"reason": "A briefing wants words of its own."})
        run = self.desk.call("POST", "/api/v1/runs", self.token)
        at, step = f"/api/v1/runs/{run['id']}", run["next"]
        # Also for whoever goes on with a run begun before: the same draft, asked again.
        self.draft = self.desk.call("POST", "/api/v1/drafts/generate", self.token)
        self.scenario = str(self.draft["action_plan"]["scenario"]["category"])
        while step["stage"] or step["do"] == "wait":
            if self.stopping.wait(step.get("retry_after_ms", 0) / 1000):
                return self.send("release") and "stopped"
            self.send("heartbeat")
            step = self.leave(at, step) if step["stage"] else self.desk.call("GET", f"{at}/next")
        if step["close"]:
            self.desk.call(**step["close"])
        return str(step["do"])

    def send(self, call: str, body: Json | None = None) -> str:
        self.desk.call("POST", f"/api/v1/work/{self.work['work_token']}/{call}", body or {})
        return call

    def leave(self, at: str, step: Json) -> Json:
        self.model.used.clear()
        payload, text = self.made(step)
        payload |= {"model": self.model.name[:100]}
        body = {"input_hash": step["suggested_input_hash"], "payload": payload, "text": text}
        body |= self.token | self.model.used
        path = f"{at}/artifacts/{step['stage']}/{step['iteration']}"
        try:
            return dict(self.desk.call("PUT", path, body)["next"])
        except DeskError as error:
            if error.code not in ("out_of_order", "artifact_conflict"):
                raise
            return self.desk.call("GET", f"{at}/next")  # newer mail, or somebody was here

    def made(self, step: Json) -> tuple[Json, str]:
        """The payload and the text of a step."""
        text = str((step["candidate"] or {}).get("text", ""))
        if step["do"] == "strategy":
            return {"scenario": self.scenario}, ""
        if step["do"] == "generate":
            return {"draft_id": self.draft["draft_id"]}, ""
        is_fixed = step["do"] in ("verify", "revise") and self.scenario in PROTECTED  # by law
        said = {"text": text} if is_fixed else self.asked(step, text)
        if step["do"] == "gate":
            decision = "approve" if said.get("decision") == "approve" else "block"
            return {"decision": decision, "reason": _reason(said.get("reason"))}, ""
        if step["do"] == "evaluate":
            return self.evaluated(step, said), ""
        text, missing = self.rewritten(said, text)
        return ({"unresolved_requirements": missing} if step["do"] == "revise" else {}), text

    def rewritten(self, said: Json, text: str) -> tuple[str, list[str]]:
        """The model's letter where the desk finds nothing new in it; else the text as it was, and
        why: as a revision that is never taken for the best."""
        better = _clean(said["text"]) if isinstance(said.get("text"), str) else ""
        listed = said.get("unresolved_requirements")
        missing = [_reason(one) for one in listed[:20]] if isinstance(listed, list) else []
        if not 0 < len(better.strip().encode()) <= MAX_TEXT_BYTES:
            return text, [_reason(said.get("reason"))]
        if new := self.failures(better) - self.failures(text):
            return text, [f"It says: {', '.join(sorted(new))}."[:MAX_REASON]]
        return better, missing

    def failures(self, text: str) -> set[str]:
        """What the desk finds in a text, and what it repeats of the guest's words."""
        body = {"draft_id": self.draft["draft_id"], "draft": {"body_plain": text}}
        checked = self.desk.call("POST", "/api/v1/drafts/quality-check", body)
        found = {*checked["failed_checks"], *(found["said"] for found in checked["findings"])}
        return found | (_runs(text) & _runs(self.said))

    def evaluated(self, step: Json, said: Json) -> Json:
        sure: Any = said.get("confidence")
        is_share = isinstance(sure, int | float) and not isinstance(sure, bool) and 0 <= sure <= 1
        sure = sure if is_share else 0.0
        is_safe = said.get("safe_to_send") is True and not step["findings"]
        return {
            "safe_to_send": is_safe,
            "requires_human_review": not is_safe or said.get("requires_human_review") is not False,
            "confidence": sure if is_safe else min(sure, 0.5),
            "reason": _reason(said.get("reason")),
        }

    def asked(self, step: Json, text: str) -> Json:
        """What the model makes of a step; a reason alone where it is of no use."""
        told = [("The guest's mail:", self.fenced(self.said))]
        for word in self.work["sent_back"] if step["do"] != "gate" else ():
            told += [(SENT_BACK, f"{word['note']}\n{self.fenced(word['text'])}")]
        told += [("The letter:", text), ("The desk finds:", str(step["findings"] or ""))]
        told += [("What it lacks:", self.fenced(step["why_low"]))]
        if step["do"] == "revise":
            pack = self.desk.call("GET", step["context_pack_url"])["text"]
            told += [("What the desk knows:", self.fenced(pack))]
        task = PROMPTS[step["do"]] + "".join(f"\n\n{name}\n{said}" for name, said in told if said)
        try:
            system = PROMPTS["system"].replace("{fence}", self.fence)
            return self.model.ask(system, task, WANTED.get(step["do"], "text"))
        except ModelError as error:
            return {"reason": f"The model was of no use here: {error}"}

    def fenced(self, text: str | None) -> str:
        return f"{self.fence} begin\n{text}\n{self.fence} end" if text else ""


def _runs(text: str) -> set[str]:
    """Every six words in a row: who is obeyed is repeated."""
    words = text.lower().split()
    return {" ".join(words[at : at + 6]) for at in range(len(words) - 5)}


def _reason(said: Any) -> str:
    return _clean(said or "").strip()[:MAX_REASON] or "It gave no reason."


def work_pass(desk: Desk, model: Model, stopping: threading.Event) -> dict[str, int]:
    """Claims and answers until nothing is left. Returns how many ended in which way."""
    ended, claim = Counter[str](), "/api/v1/work/claim"
    while not stopping.is_set() and model.is_ready() and (work := desk.call("POST", claim, {})):
        walk = Walk(desk, model, work, stopping)
        newest = model.spend.in_hand = int(work["messages"][-1]["id"])
        try:
            how = walk.run()
            model.failed_on.clear()
        except ModelAwayError as error:
            model.is_away = True
            if stopping.is_set() or newest not in model.failed_on:
                model.failed_on.add(newest)
                walk.send("release")
                raise
            how = walk.send("hand-over", {"reason": f"The model fails on this mail: {error}"})
        except DeskError as error:
            how, why = error.code, {"reason": f"The desk refused the agent's work: {error.code}."}
            if how == "profile_missing":  # nothing can be answered before somebody mends it
                walk.send("release")
            if error.is_retryable or how == "profile_missing":
                raise  # the claim runs out, and whoever claims next goes on
            with contextlib.suppress(DeskError):  # a claim that is lost is over
                walk.send(*(["release"] if how == "newer_inbound" else ["hand-over", why]))
        ended[how] += 1
    return ended


def main() -> int:
    options, stopping = _options(), threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())  # looked at between two steps

    def pause(attempt: int, after: float = 0.0) -> bool:
        return stopping.wait(max(after, min(options.back_off * 2**attempt, MAX_WAIT_SECONDS)))

    desk = Desk(_client(options.desk, "DESK_AGENT_KEY", 60.0), pause)
    spend = Spend(options.tokens_per_mail, options.tokens_per_day, Path(options.spend_file))
    model = Model(_client(options.url, "MODEL_KEY", options.timeout), options.model, spend, pause)
    while True:
        failed = ""
        try:
            said = {"ended": work_pass(desk, model, stopping), "tokens_today": spend.day}
            print(json.dumps(said), flush=True)
        except (ModelError, ModelAwayError, DeskError) as error:
            print(failed := str(error), file=sys.stderr, flush=True)
        if options.once or stopping.is_set():
            return 1 if failed else 0
        stopping.wait(MAX_WAIT_SECONDS * options.back_off if failed else options.every)


def _client(url: str, key: str, seconds: float) -> httpx.Client:
    headers = {"Authorization": f"Bearer {os.environ[key]}"} if os.environ.get(key) else {}
    return httpx.Client(base_url=url, headers=headers, timeout=seconds)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Keys: DESK_AGENT_KEY, MODEL_KEY (may be empty).")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--once", action="store_true", help="until nothing is left")
    mode.add_argument("--watch", dest="once", action="store_false", help="until stopped")
    for name, usual, words in (
        ("--desk", os.environ.get("DESK_URL", "http://127.0.0.1:8000"), "the desk's address"),
        ("--url", os.environ.get("MODEL_URL", ""), "the model's, with /v1"),
        ("--model", os.environ.get("MODEL_NAME", ""), "its name there"),
        ("--tokens-per-mail", 60_000, "a person has what costs more"),
        ("--tokens-per-day", 2_000_000, "then it stops until tomorrow (UTC)"),
        ("--spend-file", "desk_agent_spend.json", "keeps the day's tokens"),
        ("--timeout", 90.0, "seconds of one model call"),
        ("--back-off", 1.0, "seconds, doubled each time"),
        ("--every", 15.0, "seconds between two passes"),
    ):
        parser.add_argument(name, default=usual, type=type(usual), help=words, required=not usual)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
