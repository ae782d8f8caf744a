"""What happened, and what a person should look at: the session summary."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from learning.proposals.selectors import backlog_warning, pending_proposals
from learning.statistics import session_counts


def session_summary(*, since: datetime | None, now: datetime) -> dict[str, Any]:
    """GET session-summary: events and gate of the span, proposals that wait a line each.

    ``oldest_pending_days`` is None where nothing waits.
    """
    pending = pending_proposals()
    counts = session_counts(since=since)
    oldest = min((item["created_at"] for item in pending), default=None)
    return counts | {
        "pending_proposals": [item["summary"] for item in pending],
        "pending_proposal_count": len(pending),
        "oldest_pending_days": (now - oldest).days if oldest else None,
        "backlog_warning": backlog_warning(pending=len(pending)) or None,
    }


def as_lines(summary: dict[str, Any]) -> list[str]:
    """The summary as a person reads it in a shell or a mail."""
    excluded = ", ".join(f"{kind} {count}" for kind, count in summary["excluded"].items() if count)
    counted = ("selections", "refinements", "joined")
    lines = [
        ", ".join(f"{summary[name]} {name}" for name in counted) + ".",
        f"Excluded: {excluded or 'none'}.",
        summary["gate"]["waiting_for"] or "The validation gate is open.",
        f"{summary['pending_proposal_count']} proposals pending."
        + (
            f" The oldest has waited {summary['oldest_pending_days']} days."
            if summary["oldest_pending_days"] is not None
            else ""
        ),
    ]
    lines += [f"  {line}" for line in summary["pending_proposals"]]
    lines += [text for text in (summary["backlog_warning"], summary["calibrate_prompt"]) if text]
    return lines
