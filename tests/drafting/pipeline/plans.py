"""Action plans for tests: a quiet mail, changed where a test needs it."""

from __future__ import annotations

from dataclasses import replace

from drafting.pipeline.plan import (
    ActionPlan,
    Agreement,
    Escalation,
    Intent,
    Intents,
    Scenario,
    WorkflowTriggers,
    asks_of,
)


def ask(text: str) -> Intent:
    return Intent(text=text, evidence=text)


def plan(*questions: str, category: str = "breakfast", **changes) -> ActionPlan:
    """A mail that asks ``questions``; its asks are derived unless they are given."""
    scenario = Scenario(category, 0.9)
    quiet = ActionPlan(
        normalized_text=" ".join(questions),
        language="en",
        language_confidence=0.99,
        guest_name=None,
        booking_ref=None,
        opt_out=False,
        intents=Intents(questions=tuple(ask(q) for q in questions)),
        agreement=Agreement(),
        workflow_triggers=WorkflowTriggers(),
        prepayment_step=None,
        scenario=scenario,
        scenarios=(scenario,),
        escalation=Escalation(),
        escalation_required=False,
    )
    changed = replace(quiet, **changes)
    return changed if "asks" in changes else replace(changed, asks=asks_of(changed.intents))
