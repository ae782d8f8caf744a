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
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

Json = dict[str, Any]
PROMPTS = Path(__file__).with_name("prompts")
MAX_REASON = 300  # characters; the desk takes 320
MAX_TEXT_BYTES = 19_000  # the desk takes 20 000
MAX_WAIT_SECONDS = 60.0
ATTEMPTS = 4
MAX_TOKENS = 1500  # of one answer
TODAY = "%Y-%m-%d"
CHARACTERS_PER_TOKEN = 4  # where an endpoint does not count
WANTED = {"gate": "decision", "evaluate": "confidence"}
PROTECTED = ("prepayment", "cancellation")


class DeskError(Exception):
    def __init__(self, code: str, detail: str, *, is_retryable: bool) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.is_retryable = code, is_retryable


class ModelError(Exception):
    """No usable answer."""


class ModelAwayError(ModelError):
    """None before long, or today."""


class ModelSilentError(ModelAwayError):
    """None came, which may be this mail's doing."""


class Desk:
    def __init__(self, url: str, key: str, pause: Callable[[int], bool]) -> None:
        headers = {"Authorization": f"Bearer {key}"}
        self._http = httpx.Client(base_url=url.rstrip("/"), timeout=60, headers=headers)
        self._pause = pause

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Every call but a claim is safe to repeat."""
        for attempt in range(1 if path.endswith("/claim") else ATTEMPTS):
            if attempt:
                self._pause(attempt - 1)
            try:
                answer = self._http.request(method, path, json=body)
            except httpx.RequestError as error:
                failed = DeskError("unreachable", str(error), is_retryable=True)
                continue
            data = _loaded(answer.text)
            if answer.is_success:
                return data
            code, retryable = data.get("code", str(answer.status_code)), data.get("retryable", True)
            failed = DeskError(code, data.get("detail", ""), is_retryable=bool(retryable))
            if not retryable:
                break
        raise failed


def _loaded(text: str, wanted: str = "") -> Json:
    """The last JSON object in a text that has the ``wanted`` key, or an empty one; nothing in it
    that cannot be sent."""
    best: Json = {}
    at = text.find("{")
    while at >= 0:
        try:
            found, at = json.JSONDecoder().raw_decode(text, at)
            best = _clean(found) if not wanted or wanted in found else best
        except (ValueError, RecursionError):
            at += 1
        at = text.find("{", at)
    return dict(best)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("\0", " ").encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_clean(name): _clean(one) for name, one in value.items()}
    return [_clean(one) for one in value] if isinstance(value, list) else value


@dataclass
class Spend:
    """Tokens of this mail and of this day; the day's are kept in a file over restarts."""

    per_mail: int
    per_day: int
    file: Path
    of: int = 0  # the newest message of the mail that was last in hand
    mail: int = 0
    is_in_hand: bool = False

    def take(self, newest: int) -> None:
        """Its count goes on however often it is claimed."""
        self.mail = self.mail if newest == self.of else 0
        self.of, self.is_in_hand = newest, True

    def require(self, tokens: int) -> None:
        """Raises ModelError where ``tokens`` more would pass a bound."""
        if self.day + tokens > self.per_day:
            self.write(max(self.day, self.per_day))  # the rest is too little for a mail
            raise ModelAwayError("The day's tokens are spent.")
        if self.is_in_hand and self.mail + tokens > self.per_mail:
            raise ModelError("The mail's tokens are spent.")

    def add(self, tokens: int) -> None:
        self.mail += tokens
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
    url: str
    key: str
    name: str
    spend: Spend
    pause: Callable[[int, float], bool]  # whether to stop
    timeout_seconds: float
    used: Json = field(default_factory=dict)  # by the step in hand, as its artifact tells it
    is_away: bool = False
    failed_on: list[int] = field(default_factory=list)  # newest messages; since it last answered

    def is_ready(self) -> bool:
        """Asked before a claim, since the desk counts them. Raises ModelAwayError."""
        self.spend.is_in_hand = False
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
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        url = f"{self.url.rstrip('/')}/chat/completions"
        for attempt in range(ATTEMPTS):
            self.spend.require(size + MAX_TOKENS)
            began, after = time.monotonic(), 0.0
            try:
                answer = httpx.post(url, json=body, headers=headers, timeout=self.timeout_seconds)
            except httpx.RequestError:
                self.spend.add(size)  # it may have been read, and charged
            else:
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
        raise ModelSilentError("The model does not answer.")

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
        counts = {"input_tokens": given, "output_tokens": taken, "latency_ms": milliseconds}
        self.used = {name: self.used.get(name, 0) + count for name, count in counts.items()}
        self.spend.add(given + taken)
        return said


@dataclass
class Walk:
    """One claimed conversation on its way to a reply."""

    desk: Desk
    model: Model
    work: Json
    stopping: threading.Event
    draft: Json = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.token = {"work_token": self.work["work_token"]}
        mails = (f"{mail['subject']}\n{mail['body_text']}" for mail in self.work["messages"])
        self.said = "\n\n".join(mails)
        self.newest = int(self.work["messages"][-1]["id"])
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
            if self.stopping.is_set():
                return self.send("release") and "stopped"
            self.send("heartbeat")
            if step["stage"]:
                step = self.leave(at, step)
            else:
                self.stopping.wait(step["retry_after_ms"] / 1000)
                step = self.desk.call("GET", f"{at}/next")
        if step["close"]:
            self.desk.call(**step["close"])
        return str(step["do"])

    def send(self, call: str, body: Json | None = None) -> str:
        self.desk.call("POST", f"/api/v1/work/{self.work['work_token']}/{call}", body or {})
        return call

    def leave(self, at: str, step: Json) -> Json:
        self.model.used = {}
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
        if step["do"] == "gate":
            return self.gate(self.asked(step, text)), ""
        if step["do"] == "evaluate":
            return self.evaluate(step, self.asked(step, text)), ""
        return self.rewritten(step, text)

    def rewritten(self, step: Json, text: str) -> tuple[Json, str]:
        """The model's letter where the desk finds nothing new in it; else the text as it was, which
        as a revision is never taken for the best."""
        is_revision = step["do"] == "revise"
        if self.scenario in PROTECTED:  # legally fixed
            return ({"unresolved_requirements": []} if is_revision else {}), text
        said = self.asked(step, text)
        better, listed = said.get("text"), said.get("unresolved_requirements")
        missing = [str(one)[:MAX_REASON] for one in listed[:20]] if isinstance(listed, list) else []
        if not isinstance(better, str) or not 0 < len(better.strip().encode()) <= MAX_TEXT_BYTES:
            better, missing = text, [_reason(said)]
        elif new := self.failures(better) - self.failures(text):
            better, missing = text, [f"It says: {', '.join(sorted(new))}."[:MAX_REASON]]
        return ({"unresolved_requirements": missing} if is_revision else {}), better

    def failures(self, text: str) -> set[str]:
        """What the desk finds in a text, and what it repeats of the guest's words."""
        body = {"draft_id": self.draft["draft_id"], "draft": {"body_plain": text}}
        checked = self.desk.call("POST", "/api/v1/drafts/quality-check", body)
        found = {*checked["failed_checks"], *(found["said"] for found in checked["findings"])}
        return found | (_runs(text) & _runs(self.said))

    def gate(self, said: Json) -> Json:
        is_approved = said.get("decision") == "approve"
        return {"decision": "approve" if is_approved else "block", "reason": _reason(said)}

    def evaluate(self, step: Json, said: Json) -> Json:
        sure = said.get("confidence")
        if isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 <= sure <= 1:
            sure = 0.0
        is_safe = said.get("safe_to_send") is True and not step["findings"]
        return {
            "safe_to_send": is_safe,
            "requires_human_review": not is_safe or said.get("requires_human_review") is not False,
            "confidence": sure if is_safe else min(sure, 0.5),
            "reason": _reason(said),
        }

    def asked(self, step: Json, text: str) -> Json:
        """What the model makes of a step; a reason alone where it is of no use."""
        system = _prompt("system").replace("{fence}", self.fence)
        parts = [_prompt(step["do"]), "", "The guest's mail:", self.fenced(self.said)]
        for word in self.work["sent_back"] if step["do"] != "gate" else ():
            parts += ["", "A colleague of the house sent the last answer back. Follow their note:"]
            parts += [word["note"], *([self.fenced(word["text"])] if word["text"] else [])]
        parts += ["", "The letter:", text]
        if step["findings"]:
            parts += ["", "The desk finds:", json.dumps(step["findings"], ensure_ascii=False)]
        if step["why_low"]:
            parts += ["", "What it lacks:", self.fenced(step["why_low"])]
        if step["do"] == "revise":
            pack = self.desk.call("GET", step["context_pack_url"])["text"]
            parts += ["", "What the desk knows:", self.fenced(pack)]
        try:
            return self.model.ask(system, "\n".join(parts), WANTED.get(step["do"], "text"))
        except ModelAwayError:
            raise
        except ModelError as error:
            return {"reason": f"The model was of no use here: {error}"}

    def fenced(self, text: str) -> str:
        return f"{self.fence} begin\n{text}\n{self.fence} end"


def _runs(text: str) -> set[str]:
    """Every six words in a row: who is obeyed is repeated."""
    words = text.lower().split()
    return {" ".join(words[at : at + 6]) for at in range(len(words) - 5)}


def _prompt(name: str) -> str:
    return (PROMPTS / f"{name}.md").read_text(encoding="utf-8")


def _reason(said: Json) -> str:
    return str(said.get("reason") or "").strip()[:MAX_REASON] or "It gave no reason."


def work_pass(desk: Desk, model: Model, stopping: threading.Event) -> dict[str, int]:
    """Claims and answers until nothing is left. Returns how many ended in which way."""
    ended: dict[str, int] = {}
    claim = "/api/v1/work/claim"
    while not stopping.is_set() and model.is_ready() and (work := desk.call("POST", claim, {})):
        walk = Walk(desk, model, work, stopping)
        model.spend.take(walk.newest)
        try:
            how = walk.run()
            model.failed_on.clear()
        except ModelAwayError as error:
            model.is_away, is_silent = True, isinstance(error, ModelSilentError)
            if not is_silent or walk.newest not in model.failed_on:
                model.failed_on += [walk.newest] * is_silent
                walk.send("release")
                raise
            how = walk.send("hand-over", {"reason": f"The model fails on this mail: {error}"})
        except DeskError as error:
            if error.is_retryable:
                raise  # the claim runs out, and whoever claims next goes on
            how = error.code
            if how == "profile_missing":  # nothing can be answered before somebody mends it
                walk.send("release")
                raise
            why = {"reason": f"The desk refused the agent's work: {how}."}
            with contextlib.suppress(DeskError):  # a claim that is lost is over
                walk.send(*(["release"] if how == "newer_inbound" else ["hand-over", why]))
        ended[how] = ended.get(how, 0) + 1
    return ended


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())  # looked at between two steps

    def pause(attempt: int, after: float = 0.0) -> bool:
        stopping.wait(max(after, min(options.back_off * 2**attempt, MAX_WAIT_SECONDS)))
        return stopping.is_set()

    desk = Desk(options.desk, os.environ["DESK_AGENT_KEY"], pause)
    spend = Spend(options.tokens_per_mail, options.tokens_per_day, Path(options.spend_file))
    key = os.environ.get("MODEL_KEY", "")
    model = Model(options.url, key, options.model, spend, pause, options.timeout)
    while True:
        failed = ""
        try:
            ended = work_pass(desk, model, stopping)
            print(json.dumps({"ended": ended, "tokens_today": spend.day}), flush=True)
        except (ModelError, DeskError) as error:
            failed = str(error)
            print(failed, file=sys.stderr, flush=True)
        if options.once or stopping.is_set():
            return 1 if failed else 0
        stopping.wait(MAX_WAIT_SECONDS * options.back_off if failed else options.every)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Keys: DESK_AGENT_KEY, MODEL_KEY (may be empty).")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--once", action="store_true", help="until nothing is left")
    mode.add_argument("--watch", dest="once", action="store_false", help="until stopped")
    given = os.environ.get
    for name, default, words in (
        ("--desk", given("DESK_URL", "http://127.0.0.1:8000"), "the desk's address"),
        ("--url", given("MODEL_URL", ""), "the model's, with /v1"),
        ("--model", given("MODEL_NAME", ""), "its name there"),
        ("--tokens-per-mail", 60_000, "a person has what costs more"),
        ("--tokens-per-day", 2_000_000, "then it stops until tomorrow (UTC)"),
        ("--spend-file", "desk_agent_spend.json", "keeps the day's tokens"),
        ("--timeout", 90.0, "seconds of one model call"),
        ("--back-off", 1.0, "seconds, doubled each time"),
        ("--every", 15.0, "seconds between two passes"),
    ):
        parser.add_argument(name, default=default, type=type(default), help=words)
    options = parser.parse_args(arguments)
    if not (options.url and options.model and os.environ.get("DESK_AGENT_KEY")):
        parser.error("Set DESK_AGENT_KEY, and --url and --model (or MODEL_URL, MODEL_NAME).")
    return options


if __name__ == "__main__":
    sys.exit(main())
