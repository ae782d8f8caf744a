"""Asks from intents and back: old plans have only the one, callers read the other."""

from __future__ import annotations

from collections.abc import Iterable

from drafting.pipeline.plan import Ask, AskKind, Intent, Intents

_ASKED = (AskKind.QUESTION, AskKind.STATE)


def asks_of(intents: Intents) -> tuple[Ask, ...]:
    """The asks of a plan that has none of its own: what is asked, then what is to be done."""
    found = [(AskKind.QUESTION, intent) for intent in intents.questions]
    found += [(AskKind.ACTION, intent) for intent in intents.requests]
    return tuple(
        Ask(f"a{number}", kind, intent.text, evidence=intent.evidence, message=intent.message)
        for number, (kind, intent) in enumerate(found, start=1)
    )


def intents_of(asks: Iterable[Ask], confirmations: tuple[Intent, ...] = ()) -> Intents:
    """Questions and states are questions, actions are requests, notices are none."""
    asks = tuple(asks)
    return Intents(
        questions=tuple(_intent(ask) for ask in asks if ask.kind in _ASKED),
        requests=tuple(_intent(ask) for ask in asks if ask.kind is AskKind.ACTION),
        confirmations=confirmations,
    )


def _intent(ask: Ask) -> Intent:
    return Intent(ask.text, ask.evidence, ask.message)
