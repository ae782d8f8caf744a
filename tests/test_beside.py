"""`make bench-beside` with this desk in both places: what it asks of a desk, this one still does."""

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import beside
from tests.databases import copy_migrated
from tests.run import ROOT


def test_a_desk_beside_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in {"LETTERS": 100, "ROUNDS": 2, "UNCOUNTED": 0}.items():
        monkeypatch.setattr(beside, name, few)
    mails = beside.labelled("unseen")[:3]
    with ExitStack() as stack:
        desks = []
        for name in ("old", "new"):
            copy_migrated(tmp_path / name)
            place = (f"sqlite:///{tmp_path}/{name}", tmp_path / f"{name}.log")
            desks.append(stack.enter_context(beside.Desk(ROOT, Path(sys.executable), *place)))
        two = beside.Two(*desks)
        found = [beside.imported(two, tmp_path, mails[:2], mails[2:])]
        found += beside.drafted(two, usual=mails[:1], long=mails[1:2], texts=mails[2:])
        found += beside.looked_at(two)
        found += beside.decided(two, waiting=3)
        with pytest.raises(RuntimeError, match=r"(?s)generate failed.*DoesNotExist"):
            desks[0].ask("generate", "<unknown@beside.example>")
    assert [row["turns"] for row in found] == [1, 1, 1, 1, 1, *[2] * 14]
    assert all(row["p50_0a0f862_ms"] > 0 and row["p95_ms"] >= row["p50_ms"] > 0 for row in found)
    assert all(row["clock_p50_ms"] > 0 for row in found)
