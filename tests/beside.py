"""`make bench-beside`: this desk beside that of 0a0f862, in one run.

A worktree of 0a0f862 under ``var/beside/`` with packages of its own; each desk is a process with a
throw-away database and the sample house. Both do the same thing in turn, and who goes first changes
with each turn. Milliseconds of the process's processor, and of the clock, which alone counts what
PostgreSQL does; what counts is the ratio. Twenty open pages are counted for this desk alone, which
alone polls.
"""

from __future__ import annotations

import argparse
import json
import mailbox
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from drafting.instruments.figures import markdown
from tests.bench.measures import at, peak_mb
from tests.beside_desk import PROPOSALS, REPLIES, Taken
from tests.run import ROOT, find_postgres, postgres_server
from tests.serving import Server, serving

OLD = "0a0f862"
SCRIPT = Path(__file__).with_name("beside_desk.py")
LANGUAGES = ("de", "en", "es", "fr", "it")
LONGEST, WORDS = 9, 300  # mails of each language, and how long they are made
AUTHORS, OTHER_AUTHORS = ("guest", "unseen", "winter"), ("summer", "autumn", "season")
IMPORTED, AT_ONCE, DRAFTED = 120, 20, 60
LETTERS = 10_000
ROUNDS, UNCOUNTED = 20, 4  # of each page, ranking and decision; the first warm up
OPEN_PAGES, POLL_SECONDS, WAITING_FOR_PAGES, QUIET_SECONDS = 20, 4, 200, 0.05
COUNTS = "/admin/drafting/thread/counts/"
PAGES = {
    "front page": "/admin/",
    "conversations": "/admin/drafting/thread/",
    "mails": "/admin/drafting/message/",
    "search in mails": "/admin/drafting/message/?q=breakfast",
    "drafts": "/admin/drafting/draft/",
    "our mail": "/admin/drafting/outgoingmail/",
    "letters": "/admin/templatesapp/emailtemplate/",
    "proposals": "/admin/learning/templateproposal/",
    "questions": "/admin/learning/unknownquestion/",
}

Row = dict[str, Any]
Times = list[Taken]
Turn = tuple[Any, ...]
Places = list[tuple[Path, Path]]  # a checkout and its Python


class Desk:
    """One checkout's process: asked by a line, answers by one."""

    def __init__(self, checkout: Path, python: Path, url: str, log: Path) -> None:
        environment = os.environ | environment_of(url)
        self.log = log
        self.process = subprocess.Popen(  # noqa: S603
            [python, SCRIPT],
            cwd=checkout,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log.open("wb"),
            text=True,
        )

    def ask(self, name: str, *arguments: Any) -> Any:
        """Raises RuntimeError with the end of what the process said, where it fails."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps([name, *arguments]) + "\n")
        self.process.stdin.flush()
        if answer := self.process.stdout.readline():
            return json.loads(answer)
        raise RuntimeError(f"{name} failed:\n{self.log.read_text()[-3000:]}")

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *failure: object) -> None:
        self.process.kill()
        self.process.wait()


class Two:
    """Both desks, the old one first; what each turn took."""

    def __init__(self, *desks: Desk) -> None:
        self.desks = desks
        self.turns = 0

    def all(self, name: str, *arguments: Any) -> list[Any]:
        return [desk.ask(name, *arguments) for desk in self.desks]

    def times(self, turns: Iterable[Turn]) -> list[Times]:
        """Milliseconds of the old desk and of the new, turn by turn."""
        found: list[Times] = [[] for _ in self.desks]
        for turn in turns:
            self.turns += 1
            order = list(range(len(self.desks)))
            for place in order if self.turns % 2 else reversed(order):
                found[place].append(self.desks[place].ask(*turn))
        return found


def environment_of(url: str) -> dict[str, str]:
    return {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DESK_TIME_ZONE": "Europe/Rome",
        "DESK_LOG_LEVEL": "ERROR",
        "DESK_THROTTLE_PER_MINUTE": "1000000",
    }


def old_checkout() -> tuple[Path, Path]:
    """The worktree of 0a0f862 and its Python, both made where they are missing."""
    if subprocess.run(["git", "cat-file", "-e", f"{OLD}^{{commit}}"], cwd=ROOT).returncode:  # noqa: S603, S607
        sys.exit(f"{OLD} is not in the history of this clone: `git fetch --unshallow` brings it.")
    place = ROOT / "var" / "beside" / OLD
    python, ready = place / ".venv/bin/python", place / ".venv/.ready"
    if not (place / "manage.py").exists():
        # Forced: git remembers a worktree that somebody has removed with var/.
        run("git", "worktree", "add", "--force", "--detach", str(place), OLD)
    if not ready.exists():
        sys.stderr.write(f"Installing the packages of {OLD} …\n")
        shutil.rmtree(place / ".venv", ignore_errors=True)
        run(sys.executable, "-m", "venv", str(place / ".venv"))
        uv, wanted = Path(sys.executable).with_name("uv"), str(place / "requirements.txt")
        if uv.exists():
            run(str(uv), "pip", "install", "-q", "--python", str(python), "-r", wanted)
        else:
            run(str(python), "-m", "pip", "install", "-q", "-r", wanted)
        ready.touch()
    return place, python


def run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)  # noqa: S603


# --- mails ---------------------------------------------------------------------------------------


def labelled(name: str) -> list[Row]:
    lines = (ROOT / f"fixtures/eval/{name}_mails.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def long_mails(mails: Sequence[Row]) -> list[Row]:
    """The longest of each language, filled up with what others state: each asks as much as a real
    mail does. Language by language, so that every second turn is another's."""
    found = []
    for language in LANGUAGES:
        own = [mail for mail in mails if mail["labels"]["language"] == language]
        own.sort(key=lambda mail: -len(mail["body"].split()))
        stated = [
            line
            for mail in own[LONGEST:]
            for line in mail["body"].splitlines()[1:-1]
            if line and "?" not in line
        ]
        for number, mail in enumerate(own[:LONGEST]):
            words = mail["body"].split(" ")
            first = number * len(stated) // LONGEST
            for line in stated[first:] + stated[:first]:
                words += f"\n{line}".split(" ")
            found.append(mail | {"id": f"L{mail['id']}", "body": " ".join(words[:WORDS])})
    return found


def message_id(mail: Row) -> str:
    return f"<{mail['id']}@beside.example>"


def write_mbox(path: Path, mails: Iterable[Row]) -> str:
    box = mailbox.mbox(path)
    for number, row in enumerate(mails):
        mail = EmailMessage()
        mail["From"], mail["To"] = row["from"], "info@hostel-brikette.example"
        mail["Subject"], mail["Message-ID"] = row["subject"], message_id(row)
        mail["Date"] = f"Mon, 27 Apr 2026 {number % 24:02d}:{number % 60:02d}:00 +0200"
        mail.set_content(row["body"])
        box.add(mail)
    box.close()
    return str(path)


# --- what is measured ----------------------------------------------------------------------------


def imported(two: Two, folder: Path, mails: Sequence[Row], others: Sequence[Row]) -> Row:
    """Milliseconds a mail, twenty at a time; ``others`` are there before."""
    two.all("take_in", write_mbox(folder / "others.mbox", others))
    steps = range(0, len(mails), AT_ONCE)
    files = [write_mbox(folder / f"{at}.mbox", mails[at : at + AT_ONCE]) for at in steps]
    found = two.times(("take_in", file) for file in files)
    return row(
        f"import {len(mails)} labelled mails, a mail",
        *([(cpu / AT_ONCE, clock / AT_ONCE) for cpu, clock in times] for times in found),
    )


def drafted(two: Two, usual: Sequence[Row], long: Sequence[Row], texts: Sequence[Row]) -> list[Row]:
    """``texts`` are long, too, and not known yet: what a process has read it knows."""
    keys, long_keys = [message_id(mail) for mail in usual], [message_id(mail) for mail in long]
    turns: dict[str, list[Turn]] = {
        f"interpret, {len(texts)} mails of {WORDS} words": [
            ("interpret", mail["subject"], mail["body"]) for mail in texts
        ],
        f"interpret and generate by message, {len(long)} mails of {WORDS} words": [
            ("generate", key) for key in long_keys
        ],
        f"interpret and generate by message, {len(keys)} labelled mails": [
            ("generate", key) for key in keys
        ],
        f"refine, {len(keys)} drafts": [("refine", key) for key in keys],
    }
    return [row(name, *two.times(asked)) for name, asked in turns.items()]


def rounds(two: Two, what: str, *turn: Any) -> Row:
    return row(what, *(times[UNCOUNTED:] for times in two.times([turn] * ROUNDS)))


def looked_at(two: Two) -> Iterator[Row]:
    """The pages as what was drafted has left them, and the order of letters."""
    for name, address in PAGES.items():
        yield rounds(two, f"page: {name}", "page", address)
    two.all("build_index", LETTERS)
    yield rounds(two, f"rank {LETTERS} letters", "rank")


def decided(two: Two, waiting: int) -> Iterator[Row]:
    """Each queue as a person walks through it; ``waiting``: more than wait already."""
    for queue, fill, decision, item in (
        (REPLIES, "fill", "release", "reply"),
        (PROPOSALS, "propose", "reject", "proposal"),
    ):
        number = two.all(fill, waiting)[-1]
        two.all("open", queue)
        yield rounds(two, f"skip a {item}, {number} waiting", "skip", queue)
        yield rounds(two, f"{decision} a {item} and get the next, the same", "decide", queue)


def row(what: str, old: Times, new: Times) -> Row:
    found = {"what": what, "turns": len(new)}
    for name, place, share in (("p50", 0, 0.5), ("p95", 0, 0.95), ("clock_p50", 1, 0.5)):
        before, now = (at([each[place] for each in times], share) for times in (old, new))
        found |= {f"{name}_{OLD}_ms": round(before, 2), f"{name}_ms": round(now, 2)}
        found[f"{name}_times"] = round(now / before, 2)
    sys.stderr.write(f"{found}\n")  # a run takes minutes: what was found is told as it goes
    return found


def open_pages(desk: Desk, url: str, seconds: int) -> Row:
    """Twenty pages over gunicorn, 200 replies waiting, each asking what its script asks."""
    cookies, headers = {"sessionid": desk.ask("session")}, {"X-Desk-Poll": "1"}
    os.environ |= environment_of(url)
    with ExitStack() as stack:
        server = stack.enter_context(serving(desk.log.with_suffix(".served.log")))
        tabs = [
            stack.enter_context(httpx.Client(base_url=server.url, cookies=cookies, headers=headers))
            for _ in range(OPEN_PAGES)
        ]
        for tab in tabs * 2:  # both workers have drawn it
            tab.get(COUNTS)
        rest(server)
        polls, since, begun = 0, server.cpu_seconds(), time.monotonic()
        while (now := time.monotonic() - begun) < seconds:
            time.sleep(max(0, polls * POLL_SECONDS / OPEN_PAGES - now))
            answer = tabs[polls % OPEN_PAGES].get(COUNTS)
            assert answer.is_success and answer.json()["counts"], answer.text[:500]
            polls += 1
        used = server.cpu_seconds() - since
    return {
        "open pages": OPEN_PAGES,
        "waiting": WAITING_FOR_PAGES,
        "share_of_a_core_pct": round(100 * used / (time.monotonic() - begun), 1),
        "poll_ms": round(1000 * used / polls, 1),
    }


def rest(server: Server) -> None:
    """Until the workers have read their letters ahead."""
    used = -1.0
    while server.cpu_seconds() - used > QUIET_SECONDS:
        used = server.cpu_seconds()
        time.sleep(2)


def two_places(stack: ExitStack, folder: Path, *, is_postgres: bool) -> tuple[list[str], Places]:
    """Where the two desks keep their rows, and their checkouts."""
    urls = [f"sqlite:///{folder}/{name}.sqlite3" for name in ("old", "new")]
    if is_postgres:
        if not (binaries := find_postgres()):
            sys.exit("PostgreSQL is not installed.")
        urls = [stack.enter_context(postgres_server(binaries)) for _ in urls]
    return urls, [old_checkout(), (ROOT, Path(sys.executable))]


def answered(start: Callable[[], Two], folder: Path) -> tuple[Two, list[Row]]:
    """Mail from its import to the refined draft; the desks that have answered it."""
    pool = [mail for name in AUTHORS for mail in labelled(name)]
    usual, long = pool[:IMPORTED], long_mails(pool)
    texts = long_mails([mail for name in OTHER_AUTHORS for mail in labelled(name)])
    rows = [imported(start(), folder, usual, [*pool[IMPORTED:], *long])]
    two = start()  # in life, too, another process answers than fetches
    for mail in pool[IMPORTED:]:
        two.all("generate", message_id(mail))
    return two, rows + drafted(two, usual[:DRAFTED], long, texts)


def main() -> None:
    asked = argparse.ArgumentParser(description="This desk beside that of 0a0f862.")
    asked.add_argument("--waiting", type=int, default=1_000, help="replies, and proposals")
    asked.add_argument("--seconds", type=int, default=30, help="of twenty open pages")
    asked.add_argument("--postgres", action="store_true", help="instead of SQLite")
    asked.add_argument("--queues", action="store_true", help="nothing but the two queues")
    given = asked.parse_args()
    rows: list[Row] = []
    process: Row = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="draftdesk-beside-")))
        urls, places = two_places(stack, folder, is_postgres=given.postgres)

        def start() -> Two:
            pairs = enumerate(zip(places, urls, strict=True))
            logs = ((*where, url, folder / f"{number}.log") for number, (where, url) in pairs)
            return Two(*(stack.enter_context(Desk(*one)) for one in logs))

        if given.queues:
            two = start()
        else:
            two, rows = answered(start, folder)
            names = (f"peak_{OLD}_mb", "peak_mb")
            process = {n: peak_mb(d.process.pid) for n, d in zip(names, two.desks, strict=True)}
            two.all("fill", WAITING_FOR_PAGES)
            process |= open_pages(two.desks[-1], urls[-1], given.seconds)
            rows += looked_at(two)
        rows += decided(two, given.waiting)
    sys.stdout.write(f"Milliseconds, {OLD} and now in turn\n\n{markdown(rows)}\n\n")
    if process:
        sys.stdout.write(f"{markdown([process])}\n\n")
    sys.stdout.write(f"{json.dumps({'beside': rows, 'process': process})}\n")


if __name__ == "__main__":
    main()
