"""A guest mail in, an action plan out: rules only, no model call, same input same output."""

from drafting.pipeline.interpret.engine import interpret, interpret_batch, interpret_escalation

__all__ = ["interpret", "interpret_batch", "interpret_escalation"]
