"""``make audit`` fails on what is vulnerable, and never calls unaudited packages sound."""

from __future__ import annotations

from tests.audit import report

SOUND = {"name": "django", "version": "5.2", "vulns": []}
HOLED = {
    "name": "old",
    "version": "1.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}, {"id": "PYSEC-2", "fix_versions": []}],
}
UNKNOWN = {"name": "own", "skip_reason": "Dependency not found"}


def test_a_vulnerable_package_fails_by_name(capsys):
    assert report([SOUND, HOLED]) == 1
    said = capsys.readouterr().out
    assert "old 1.0: PYSEC-1, mended in 1.1" in said
    assert "PYSEC-2, mended in no version yet" in said


def test_what_was_not_audited_is_said(capsys):
    assert report([SOUND, UNKNOWN]) == 0
    assert "Not audited, unknown to the advisories: own" in capsys.readouterr().out
    assert report([UNKNOWN]) == 0
    said = capsys.readouterr().out
    assert "Nothing was audited: the advisories cannot be reached" in said
    assert "0 of 1 packages audited" in said
