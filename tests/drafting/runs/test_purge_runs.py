"""purge_runs: what goes, what stays, what it says, and that it may be stopped."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.utils import timezone

from drafting.mail.models import Message
from drafting.runs import retention
from drafting.runs.models import DraftRun, MemoryEntry, RunArtifact, RunSettings
from drafting.runs.retention import purge_runs
from tests.drafting.runs.factories import add_step, make_draft, make_run
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NOW = timezone.now()


def old_run(days=31, **fields):
    run = make_run(**({"status": "completed", "finished_at": NOW - timedelta(days=days)} | fields))
    add_step(run, "strategy")
    add_step(run, "evaluation")
    return run


def remembered(**fields):
    number = MemoryEntry.objects.count()
    values = {
        "scope": "workspace",
        "category": "house",
        "content": f"Number {number}",
        "content_hash": f"{number:064x}",
        "ttl_days": 10,
        "source": "inference",
        "created_at": NOW,
    }
    return MemoryEntry.objects.create(**(values | fields))


def run_command(*args):
    out = StringIO()
    call_command("purge_runs", *args, stdout=out)
    return out.getvalue()


# --- runs ------------------------------------------------------------------------------------------


def test_ended_runs_go_with_their_steps_and_nothing_else():
    draft = make_draft()
    for status in ("completed", "failed", "aborted"):
        old_run(status=status, draft=draft)
    kept = [
        old_run(days=29),
        make_run(started_at=NOW - timedelta(days=400)),
        make_run(status="completed"),
    ]
    messages = Message.objects.count()
    said = run_command()
    assert "3 runs that ended more than 30 days ago were deleted with 6 steps" in said
    assert set(DraftRun.objects.all()) == set(kept)
    assert set(RunArtifact.objects.values_list("run", flat=True)) == {kept[0].pk}
    assert Message.objects.count() == messages
    draft.refresh_from_db()


def test_the_days_are_a_setting_and_the_environment_goes_before_it(settings):
    old_run(days=5)
    RunSettings(retention_days=6).save()
    assert purge_runs(now=NOW).runs == 0
    settings.DRAFT_PIPELINE_RUN_RETENTION_DAYS = 4
    assert (purge_runs(now=NOW).runs, purge_runs(now=NOW).days) == (1, 4)


def test_a_run_of_exactly_that_age_stays():
    old_run(days=30)
    assert purge_runs(now=NOW).runs == 0
    assert purge_runs(now=NOW + timedelta(seconds=1)).runs == 1


def test_a_dry_run_says_what_would_be_and_deletes_nothing():
    old_run()
    old_run(days=1)
    remembered(created_at=NOW - timedelta(days=11))
    said = run_command("--dry-run")
    assert "1 runs" in said and "would be deleted with 2 steps, and 1 memory" in said
    assert "were" not in said
    assert (DraftRun.objects.count(), MemoryEntry.objects.count()) == (2, 1)


def test_oldest_first_in_batches_and_what_is_stopped_goes_on(monkeypatch):
    runs = [old_run(days=days) for days in (40, 60, 50)]
    batches = iter([retention.delete_log_entries])
    monkeypatch.setattr(retention, "delete_log_entries", lambda *_: next(batches)(*_))
    with pytest.raises(StopIteration):  # killed within the second batch
        purge_runs(now=NOW, batch_size=2)
    assert list(DraftRun.objects.all()) == [runs[0]]
    monkeypatch.undo()
    assert purge_runs(now=NOW, batch_size=2).runs == 1


def test_what_belongs_to_a_run_outlives_it_without_it():
    run = old_run()
    entry = remembered(run=run, status="rejected")
    purge_runs(now=NOW)
    entry.refresh_from_db()
    assert entry.run is None


# --- memory ----------------------------------------------------------------------------------------


def test_waiting_memory_goes_when_its_own_days_are_over():
    gone = [
        remembered(ttl_days=1, created_at=NOW - timedelta(days=1)),
        remembered(ttl_days=90, created_at=NOW - timedelta(days=90)),
    ]
    kept = [
        remembered(ttl_days=1, created_at=NOW - timedelta(hours=23)),
        remembered(ttl_days=90, created_at=NOW - timedelta(days=89)),
        remembered(status="rejected", created_at=NOW - timedelta(days=900)),
    ]
    assert purge_runs(now=NOW).memory == 2
    assert set(MemoryEntry.objects.all()) == set(kept)
    assert not MemoryEntry.history.filter(id__in=[entry.pk for entry in gone]).exists()
    assert MemoryEntry.history.count() == 3


def test_approved_memory_goes_as_many_days_after_its_end_as_runs_are_kept():
    def approved(days):
        return remembered(status="approved", expires_at=NOW - timedelta(days=days))

    kept = [approved(-1), approved(1), approved(30)]
    approved(31)
    assert purge_runs(now=NOW).memory == 1
    assert set(MemoryEntry.objects.all()) == set(kept)


def test_the_log_of_the_admin_goes_with_the_memory():
    by = UserFactory.create(role="manager")
    entries = [remembered(), remembered(created_at=NOW - timedelta(days=99))]
    for entry in entries:
        LogEntry.objects.create(
            user=by,
            content_type=ContentType.objects.get_for_model(MemoryEntry),
            object_id=str(entry.pk),
            object_repr=str(entry),
            action_flag=CHANGE,
        )
    purge_runs(now=NOW)
    assert LogEntry.objects.get().object_repr == str(entries[0])
