"""Generate, refine and calibrate at size, over gunicorn as it runs in life, on one database.

A process of its own fills the database that DATABASE_URL names, which must be empty:
``make bench-served`` starts one for each database and size, so that nothing has come and gone.
"""

from __future__ import annotations

import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from drafting.access.keys import create_key
from drafting.desk.house import load_sample
from drafting.instruments.labelled import read_rows
from drafting.instruments.throwaway import served_desk
from learning.calibration.models import CalibrationState, TemplatePrior
from learning.calibration.services import calibrate
from learning.events.models import RefinementEvent, SelectionEvent
from learning.events.services import picked_for
from learning.thresholds.models import LearningSettings
from templatesapp.models import CatalogueVersion, EmailTemplate
from templatesapp.text.distance import text_hash
from tests.bench.measures import measured, milliseconds, peak_mb, quantiles

BASE_EVENTS = 1_000  # written row by row; the others are copies made by the database
CALLS = 30
TEMPLATES = (0, 5_000)  # at least; the sample has 53 letters, in all their languages
EVENTS = (1_000, 100_000, 1_000_000)
PATIENCE_SECONDS = 600


def bench_served(databases: Iterable[tuple[str, int]]) -> tuple[list[Any], list[Any]]:
    """Rows of the calls and of calibration, from a process for each empty database (its
    DATABASE_URL, and how many letters)."""
    served, calibrated = [], []
    limits = {"DESK_THROTTLE_PER_MINUTE": "1000000", "DESK_LOG_LEVEL": "ERROR"}
    for url, templates in databases:
        rows = measured(__name__, str(templates), DATABASE_URL=url, **limits)
        served += rows["served"]
        calibrated += rows["calibrated"]
    return served, calibrated


# --- within the process of one database ----------------------------------------------------------


def main(templates: str) -> dict[str, Any]:
    call_command("migrate", verbosity=0)
    load_sample(is_sample_desk=False)
    _open_gate()
    _, secret = create_key(name="bench")
    with transaction.atomic():
        _write_events()
    _grow_templates(int(templates))
    served, calibrated = [_measure(secret)], []
    for size in EVENTS[1:]:
        _copy_events(size)
        calibrated.append(_calibrate(size))
    served.append(_measure(secret))
    return {"served": served, "calibrated": calibrated}


def _open_gate() -> None:
    """As if a manager had confirmed the boundaries long ago: else nothing is calibrated."""
    tuning = LearningSettings.current()
    tuning.confirmed_at = timezone.now() - timedelta(days=200)
    tuning.confirmed_joined_count = 10
    tuning.save()


def _grow_templates(size: int) -> None:
    """Copies of the sample's letters, each with words of its own, until there are ``size``."""
    own = list(EmailTemplate.objects.filter(active=True, acknowledges="").order_by("pk"))
    made = []
    for number in range(size - EmailTemplate.objects.filter(active=True).count()):
        letter = copy(own[number % len(own)])
        letter.pk, letter.template_id = None, f"X{number}"
        letter.subject = f"{letter.subject} {number}"[:200]
        letter.body += f"\n\nHouse {number}, room {number * 7 % 997}."
        made.append(letter)
    EmailTemplate.objects.bulk_create(made, batch_size=500)
    CatalogueVersion.objects.update(stamp=uuid.uuid4())


def _write_events() -> None:
    letters, now = list(EmailTemplate.objects.order_by("pk")), timezone.now()
    for place in range(BASE_EVENTS):
        letter, at = letters[place % len(letters)], now - timedelta(hours=1.9 * place)
        who = {"draft_id": uuid.UUID(int=place), "created_at": at, "agent": f"a{place % 3}"}
        selection = SelectionEvent.objects.create(
            refined_at=at,
            scenario_category=letter.category,
            template=letter,
            template_category=letter.category,
            template_text_hash=text_hash(letter.body),
            learning_epoch=letter.learning_epoch,
            language=letter.language,
            ranker_selection="auto",
            ranker_confidence=90,
            source="live",
            **who,
        )
        RefinementEvent.objects.create(
            **picked_for(selection),
            **who,
            attempt=1,
            refinement_applied=True,
            edit_distance_pct=place * 7 % 1000 / 10,
            rewrite_reason=("none", "style", "missing-info")[place % 3],
            original_body_hash="a" * 64,
            refined_body_hash="a" * 64,
            source="live",
        )


def _copy_events(size: int) -> None:
    """The first events, with drafts of their own, until there are ``size`` of each kind."""
    is_sqlite = connection.vendor == "sqlite"
    key = "printf('%%032x', start + id)" if is_sqlite else "lpad(to_hex(start + id), 32, '0')::uuid"
    with connection.cursor() as cursor:
        for model in (SelectionEvent, RefinementEvent):
            fields = (field.column for field in model._meta.concrete_fields)
            columns = ", ".join(name for name in fields if name not in ("id", "draft_id"))
            table = model._meta.db_table
            # Names of our own tables and columns; values are parameters.
            cursor.execute(
                f"INSERT INTO {table} (draft_id, {columns}) WITH RECURSIVE copies(start) AS "  # noqa: S608
                "(SELECT %s UNION ALL SELECT start + %s FROM copies WHERE start + %s < %s) "
                f"SELECT {key}, {columns} FROM copies, {table} WHERE id <= %s",
                [model.objects.count(), BASE_EVENTS, BASE_EVENTS, size, BASE_EVENTS],
            )
        cursor.execute("ANALYZE")


def _calibrate(events: int) -> dict[str, Any]:
    CalibrationState.objects.update(cut_off=None)  # the copies are no later than the last one
    taken = milliseconds(partial(calibrate, by=None, now=timezone.now()))
    seconds, priors = round(taken / 1000, 2), TemplatePrior.objects.count()
    return _said(database=connection.vendor, events=events, seconds=seconds, priors=priors)


def _measure(secret: str) -> dict[str, Any]:
    """Milliseconds of calls over HTTP; those of generate in which a worker had a processor, which
    other work on the machine changes least; memory of both workers at their highest."""
    mails = read_rows(Path(settings.BASE_DIR) / "fixtures/eval/guest_mails.jsonl")[: CALLS + 10]
    times: dict[str, list[float]] = defaultdict(list)
    events = SelectionEvent.objects.count()
    templates = EmailTemplate.objects.filter(active=True).count()
    connection.close()
    options = ("--workers", "2", "--threads", "8", "--log-level", "warning")
    with served_desk(*options) as (url, server):
        with httpx.Client(base_url=f"{url}/api/v1/drafts/", timeout=PATIENCE_SECONDS) as client:
            client.headers["Authorization"] = f"Bearer {secret}"
            for number, mail in enumerate(mails):
                taken = _one_turn(client, mail, server.pid)
                if number >= 10:  # both workers are warm
                    for name, each in taken.items():
                        times[name].append(each)
        peak = peak_mb(*_workers(server.pid))
    return _said(
        database=connection.vendor,
        templates=templates,
        events=events,
        **quantiles(times, digits=1),
        peak_mb=peak,
    )


def _said(**row: Any) -> dict[str, Any]:
    """A run takes long: what was found is told as it goes."""
    sys.stderr.write(f"{row}\n")
    return row


def _one_turn(client: httpx.Client, mail: dict[str, Any], process: int) -> dict[str, float]:
    times = {}

    def call(name: str, body: dict[str, Any]) -> Any:
        started = time.perf_counter()
        answer = client.post(name, json=body).raise_for_status()
        times[name] = (time.perf_counter() - started) * 1000
        return answer.json()

    plan = call("interpret", {"subject": mail["subject"], "body": mail["body"]})
    before = _cpu_ms(process)
    draft = call("generate", {"action_plan": plan})
    times["generate_cpu"] = _cpu_ms(process) - before
    text = draft["draft"]["body_plain"]
    refined = {"refined_body_plain": f"{text}\n\nSee you soon!", "rewrite_reason": "style"}
    call("refine", {"draft_id": draft["draft_id"], "original_body_plain": text, **refined})
    return times


def _workers(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def _cpu_ms(process: int) -> float:
    """Of all threads of the workers so far."""
    threads = (each for pid in _workers(process) for each in Path(f"/proc/{pid}/task").iterdir())
    return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e6
