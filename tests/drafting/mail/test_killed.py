"""Killed at each failpoint, in a real process, and gone on with: nothing lost, nothing twice."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from drafting.drafts.models import Attestation, Draft
from drafting.failpoints import FAILPOINTS, KILLED
from drafting.mail.choices import Direction, MailState
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import Batch, OutgoingMail
from learning.events.models import RefinementEvent, SelectionEvent
from tests.databases import process_environment
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import mail
from tests.drafting.mail.whole_step import run_turn
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
RAW = mail("What time is breakfast?", date="")


def run_killed(failpoint: str, port: int) -> None:
    environment = process_environment(
        DESK_FAILPOINT=failpoint, DESK_SMTP_URL=f"smtp://127.0.0.1:{port}"
    )
    ended = subprocess.run(
        [sys.executable, "-m", "tests.drafting.mail.whole_step"],
        input=RAW,
        env=environment,
        cwd=django_settings.BASE_DIR,
        check=False,
        capture_output=True,
    )
    assert ended.returncode == KILLED, ended.stderr.decode()[-2000:]


def let_time_pass() -> None:
    """Claims and sendings of the dead process run out."""
    long_ago = timezone.now() - timedelta(hours=1)
    Thread.objects.filter(claim_expires_at__isnull=False).update(claim_expires_at=long_ago)
    OutgoingMail.objects.filter(state=MailState.SENDING).update(sending_since=long_ago)


@pytest.mark.parametrize("failpoint", FAILPOINTS)
def test_killed_and_gone_on(failpoint, sink, settings):
    load_sample_desk()
    UserFactory.create(username="releaser", role="reviewer")
    run_killed(failpoint, settings.DESK_SMTP_SERVER.port)
    for _ in range(2):
        let_time_pass()
        run_turn(RAW)
    (message,) = Message.objects.filter(direction=Direction.IN)
    assert message.is_answered
    (out,) = OutgoingMail.objects.all()
    assert len(sink.taken) == 1  # whatever the desk knows of it
    assert out.state == (MailState.UNCERTAIN if failpoint == "after_data" else MailState.SENT)
    assert Message.objects.filter(direction=Direction.OUT).count() == 1
    assert Batch.objects.count() == 1
    # A draft of the dead process may stay; what is counted is counted once.
    assert SelectionEvent.objects.count() == Draft.objects.count() <= 2
    assert RefinementEvent.objects.count() == Attestation.objects.count() == 1


def test_a_failpoint_is_off_in_production(settings, monkeypatch):
    from drafting.failpoints import failpoint

    monkeypatch.setenv("DESK_FAILPOINT", "recorded")
    settings.IS_PRODUCTION = True
    failpoint("recorded")
