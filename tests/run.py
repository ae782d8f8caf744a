"""Runs the tests: all of them on SQLite, then those marked ``both_databases`` or ``postgres`` on
a PostgreSQL server of their own. ``make test`` calls it; arguments go on to pytest.

By itself it leaves to CI what takes longest (LEFT_TO_CI) and the second database. With
REQUIRE_ALL=1, as CI calls it, everything runs, and what the machine lacks is an error; else that is
deselected and said. ``--nightly``: only what is let last as long as in life, on both databases.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# The shell draws the same without a browser's own windows: a third of the time.
BROWSERS = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
CHROMIUM = next((path for path in BROWSERS if path.exists()), BROWSERS[0])
DOVECOT = Path("/usr/sbin/dovecot")
WORKERS = "3"  # on two cores: one of them waits for a browser, a server or a clock
# What nightly runs, and how much: faults and drawn calls (an operation) on each database.
NIGHTLY = ["tests/faults", "tests/drafting/test_described_calls.py",
           "tests/drafting/runs/test_run_machine.py"]  # fmt: skip
AT_NIGHT = {"FAULTS": "500", "FAULTS_AWAY": "60", "DESK_CASES": "200", "RUN_CASES": "200",
            "LOAD_SECONDS": "180", "LOAD_THOUGHT": "10"}  # fmt: skip
LOAD = "tests/load/test_desk_at_work.py"  # measured with nothing else at work
# What takes longest, and how a newcomer is told of it: a processor minute and more for a few tests.
LEFT_TO_CI = {
    "tests/browser": "browsers",
    "tests/faults": "faults",
    "tests/load": "load",
    "tests/bench": "what ranking and importing cost",
    "tests/drafting/instruments": "the figures of the evaluation",
    "tests/drafting/agent/test_reference_agent.py": "the reference agent",
    "tests/drafting/drafts/test_own_reader.py": "a reader trained on the desk's own mail",
    "tests/drafting/drafts/test_rewrites_of_agents.py": "agents' rewrites",
    "tests/drafting/outbox/test_big_mail.py": "very long conversations",
    "tests/learning/test_real_patches.py": "proposals from labelled rewrites",
    "tests/drafting/runs/test_made_again.py": "calls made again after a kill",
    "tests/drafting/runs/test_run_machine.py": "runs as they are drawn",
    "tests/drafting/mail/test_readme.py": "the README's mail section",
    "tests/test_house_migrations.py": "migrations there and back",
    "tests/learning/test_calibration_bench.py": "100 000 events",
    "tests/test_beside.py": "the command beside an older desk",
}


def main(arguments: list[str]) -> int:
    postgres = find_postgres()
    markers = {"Chromium": "browser", "Dovecot": "dovecot", "PostgreSQL": "postgres"}
    found = {"Chromium": CHROMIUM.exists(), "Dovecot": DOVECOT.exists(), "PostgreSQL": postgres}
    missing = [name for name, is_there in found.items() if not is_there]
    is_whole = os.environ.get("REQUIRE_ALL") == "1"
    if missing and is_whole:
        print(f"REQUIRE_ALL=1, but not installed: {', '.join(missing)}", file=sys.stderr)
        return 1
    if missing:
        print(f"Not installed, so their tests are left out: {', '.join(missing)}.")
    if is_nightly := arguments == ["--nightly"]:
        arguments = NIGHTLY
        seed = {"FAULTS_SEED": time.strftime("%Y%m%d")}  # other faults each night
        os.environ |= AT_NIGHT | seed | os.environ
    elif is_whole:
        print("50 faults are tried on each database; `make nightly` tries 500.")
    elif not arguments:
        print(
            f"Left to CI: {', '.join(LEFT_TO_CI.values())}, and all once more on PostgreSQL. "
            "`REQUIRE_ALL=1 make test` runs them, too."
        )
    left_out = [f"not {markers[name]}" for name in sorted(missing)]
    shortened = [] if is_whole or arguments else [f"--ignore={path}" for path in LEFT_TO_CI]
    wanted = " and ".join([*left_out, "not postgres"])
    status = call_pytest([LOAD], {}) if is_nightly else 0
    status = run_pytest(["-m", wanted, *shortened, *arguments], {}) or status
    if postgres and (is_nightly or (is_whole and not arguments)):
        with postgres_server(postgres) as url:
            served = {"DATABASE_URL": url}
            wanted = " and ".join([*left_out, "(both_databases or postgres)"])
            status = (call_pytest([LOAD], served) if is_nightly else 0) or status
            status = run_pytest(["-m", wanted, *(arguments or for_both())], served) or status
    return status


def for_both() -> list[str]:
    """The files with tests for PostgreSQL: each worker would collect 13 000 others, too."""
    marks = ("mark.both_databases", "mark.postgres")
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file) for file in files if any(mark in file.read_text() for mark in marks)]


def run_pytest(arguments: list[str], environment: dict[str, str]) -> int:
    """What fails beside other tests runs again alone: only there is a time or a wait its own."""
    # Stealing, since slow tests stand together: else one worker waits for the other at the end.
    spread = ["-n", WORKERS, "--dist", "worksteal"]
    status = call_pytest([*spread, *arguments], environment)
    if status == pytest.ExitCode.TESTS_FAILED:
        print("Failed above; once more, each alone:", flush=True)
        status = call_pytest(["--last-failed", *arguments], environment)
    return status


def call_pytest(arguments: list[str], environment: dict[str, str]) -> int:
    # The tests start hundreds of processes: each would compile all it imports, seconds of work.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.call(command, cwd=ROOT, env=os.environ | environment)  # noqa: S603


def find_postgres() -> Path | None:
    """The newest installed server's bin folder: Debian keeps it off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def postgres_server(binaries: Path) -> Iterator[str]:
    """A server on loopback with a data folder of its own; yields its DATABASE_URL."""
    folder = Path(tempfile.mkdtemp(prefix="draftdesk-postgres-"))
    if prefix := own_account():
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
    port = free_port()
    data = folder / "data"
    options = (
        f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=100"
        " -c autovacuum=off"  # a plan must be good without fresh statistics, and the same each time
    )
    control = [*prefix, str(binaries / "pg_ctl"), "-D", str(data)]
    quiet = {"stdout": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run(  # noqa: S603
        [*prefix, str(binaries / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres"],
        check=True,
        **quiet,  # type: ignore[call-overload]
    )
    log = str(folder / "log")
    subprocess.run([*control, "-o", options, "-l", log, "-w", "start"], check=True, **quiet)  # type: ignore[call-overload]  # noqa: S603
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=False, **quiet)  # type: ignore[call-overload]  # noqa: S603
        shutil.rmtree(folder, ignore_errors=True)


def own_account() -> list[str]:
    """The server refuses root; the package's own user runs it then."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
