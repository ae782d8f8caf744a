"""Measures any agent on labelled mail: it works a throw-away desk, and its texts are judged.

Source: asks.md, "What is measured, and by whom"; the same functions judge the desk's own letters.
"""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from django.db import connection
from django.db.models import Sum

from drafting.access.keys import create_key
from drafting.desk.house import load_sample
from drafting.drafts.kept import current_desk
from drafting.instruments import labelled
from drafting.instruments.labelled import Row
from drafting.instruments.throwaway import served_desk, throwaway_desk
from drafting.mail.choices import BatchState, MailSource
from drafting.mail.services import record_mail
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.runs.models import RunArtifact
from learning.events.choices import Source

TO = "Hostel Brikette <info@hostel-brikette.example>"
RECEIVED = "Mon, 27 Apr 2026 10:00:00 +0200"  # the sample's season; the same on every day
# Of asks.md's measures those that the final text decides.
OF_THE_TEXT = ("letter_acceptable", "letter_language", "foreign_sentences")

Figures = dict[str, float | int | None]


def evaluate_agent(
    mails: Path, command: Sequence[str], *, seconds: float
) -> tuple[int, int, Figures]:
    """Runs ``command`` (with DESK_URL and DESK_AGENT_KEY) on a desk that holds the mails.

    Its status; how many mails were left out, since the desk of one evening has no past for their
    threads; shares 0-1 and counts, None where there was no case. Raises OSError, ValueError or
    KeyError on bad files, TimeoutExpired, RuntimeError where the desk does not start.
    """
    rows = labelled.read_rows(mails)
    fresh = [row for row in rows if not row["thread"]]
    with throwaway_desk():
        load_sample(is_sample_desk=True)
        messages = {_record(row): row for row in fresh}
        _, key = create_key(name="evaluated", source=Source.SAMPLE)
        database = f"sqlite:///{connection.settings_dict['NAME']}"
        options = ("--threads", "16", "--log-level", "error")
        with served_desk(*options, DATABASE_URL=database, DESK_LOG_LEVEL="ERROR") as (url, _):
            environment = os.environ | {"DESK_URL": url, "DESK_AGENT_KEY": key}
            status = _ran(command, environment, seconds)
        return status, len(rows) - len(fresh), _figures(messages)


def _ran(command: Sequence[str], environment: Mapping[str, str], seconds: float) -> int:
    """The status that the operator's command ended with; nothing that it began goes on."""
    process = subprocess.Popen(command, env=environment, start_new_session=True)  # noqa: S603
    try:
        return process.wait(timeout=seconds)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _record(row: Row) -> int:
    """The mail's key, written down as it would come by mail."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = row["from"], TO, row["subject"]
    mail["Message-ID"], mail["Date"] = f"<{row['id']}@evaluation.invalid>", RECEIVED
    mail.set_content(row["body"])
    return int(record_mail(source=MailSource.IMPORTED, raw=mail.as_bytes()).message.pk)


# --- figures --------------------------------------------------------------------------------------


def _figures(messages: Mapping[int, Row]) -> Figures:
    tally = labelled.Tally()
    answers = OutgoingMail.objects.filter(batch__isnull=False)
    replies = {
        message_ids[-1]: text
        for message_ids, text in answers.values_list("batch__message_ids", "body_text")
    }
    handed = Batch.objects.filter(state=BatchState.HANDED_OVER)
    given_up = {ids[-1] for ids in handed.values_list("message_ids", flat=True)}
    for message, row in messages.items():
        tally.count("replied", message in replies)
        tally.count("handed_over", message in given_up)
        if message in replies:
            _judge(tally, row, replies[message])
    names = ("replied", "handed_over", *OF_THE_TEXT, "known_said", "reply_right_plain")
    return {"mails": len(messages)} | {name: tally.ratio(name) for name in names} | _cost(messages)


def _judge(tally: labelled.Tally, row: Row, text: str) -> None:
    """The final text in the place of the desk's letter, by the desk's own measures."""
    case = labelled.read_case(row, current_desk())
    letter = replace(case.composition.letter, text=text)
    case = replace(case, composition=replace(case.composition, letter=letter))
    labelled.measure_letter(case, tally)
    known = [ask for ask in row["labels"]["asks"] if ask.get("answered_by")]
    missing = labelled.missing_of(case)
    tally.count("known_said", sum(ask["text"] not in missing for ask in known), len(known))
    if case.is_plain:  # else somebody has to look or act, and no text is right by itself
        tally.count("reply_right_plain", labelled.is_right(case))


def _cost(messages: Mapping[int, Row]) -> Figures:
    """Tokens as the agent told them with its steps; by mail."""
    spent = RunArtifact.objects.aggregate(given=Sum("input_tokens"), taken=Sum("output_tokens"))
    number = len(messages) or 1
    return {
        "input_tokens_per_mail": round((spent["given"] or 0) / number, 1),
        "output_tokens_per_mail": round((spent["taken"] or 0) / number, 1),
        "steps_per_mail": round(RunArtifact.objects.count() / number, 2),
    }
