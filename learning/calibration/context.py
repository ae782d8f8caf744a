"""What evidence of fit is kept for: a scenario, or what mails ask in any scenario. Pure."""

from __future__ import annotations

_TOPIC = "topic:"


def topic_context(topic: str) -> str:
    """The context of what mails ask, by the name of its topic."""
    return f"{_TOPIC}{topic}"


def context_of(scenario: str, topic: str) -> str:
    """Of a row that names either."""
    return topic_context(topic) if topic else scenario


def topic_of(context: str) -> str:
    """The topic of a context; empty for that of a scenario."""
    return context.removeprefix(_TOPIC) if context.startswith(_TOPIC) else ""


def scenario_of(context: str) -> str:
    """The scenario of a context; empty for that of a topic."""
    return "" if context.startswith(_TOPIC) else context
