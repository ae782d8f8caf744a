"""The workflow triggers: which of the desk's steps a mail touches."""

from __future__ import annotations

import re
from collections.abc import Sequence

from drafting.pipeline.interpret.matching import fold, patterns_of
from drafting.pipeline.interpret.rules import TriggerRules
from drafting.pipeline.plan import Intents, PrepaymentStep, WorkflowTriggers
from templatesapp.text.languages import codes_for
from templatesapp.text.tokens import concepts

_OTHER_THINGS = frozenset(
    {"boat-trip", "boat", "excursion", "activity", "cooking-class", "kayak", "hike", "yoga"}
    | {"restaurant", "taxi", "transfer", "bus", "ferry", "train", "parking", "scooter", "bicycle"}
    | {"porter", "luggage", "luggage-storage", "locker", "laundry", "towel", "packed-breakfast"}
    | {"late-checkout", "early-check-in", "newsletter"}
)
_THE_STAY = frozenset({"room", "bed", "dorm", "night", "extend", "add-person"})


def find_triggers(
    text: str,
    subject: str,
    language: str,
    *,
    intents: Intents,
    booking_ref: str | None,
    prepayment_step: PrepaymentStep | None,
    categories: Sequence[str],
) -> WorkflowTriggers:
    """``categories``: the mail's scenarios. An action counts where it is asked, not told."""
    codes = codes_for(language)
    whole = [(code, fold(f"{subject}\n{text}", code)) for code in codes]

    def says(field: str) -> bool:
        return any(_says(code, field, folded) for code, folded in whole)

    return WorkflowTriggers(
        prepayment=prepayment_step is not None
        or "prepayment" in categories[:1]
        or says("prepayment"),
        terms_and_conditions=says("terms"),
        booking_action_required=any(
            _asks_for_action(ask.text, language, codes)
            for ask in (*intents.questions, *intents.requests)
        ),
        booking_context=booking_ref is not None or says("booking_context"),
    )


def _asks_for_action(ask: str, language: str, codes: Sequence[str]) -> bool:
    says_action = any(_says(code, "booking_actions", fold(ask, code)) for code in codes)
    return says_action and not _is_about_another_thing(ask, language)


def _is_about_another_thing(ask: str, language: str) -> bool:
    """ "Can we book a boat trip": what is booked or cancelled is not the stay."""
    spoken_of = set(concepts(ask, language))
    return bool(spoken_of & _OTHER_THINGS) and not spoken_of & _THE_STAY


def _says(code: str, field: str, folded: str) -> bool:
    pattern: re.Pattern[str] = getattr(patterns_of(TriggerRules, code), field)
    return pattern.search(folded) is not None
