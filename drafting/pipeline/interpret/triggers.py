"""The workflow triggers: which of the desk's steps a mail touches."""

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

    def says(field: str, said: str = f"{subject}\n{text}") -> bool:
        return any(
            getattr(patterns_of(TriggerRules, code), field).search(fold(said, code))
            for code in codes_for(language)
        )

    return WorkflowTriggers(
        prepayment=prepayment_step is not None
        or "prepayment" in categories[:1]
        or says("prepayment"),
        terms_and_conditions=says("terms"),
        booking_action_required=any(
            says("booking_actions", ask.text) and not _is_about_another_thing(ask.text, language)
            for ask in (*intents.questions, *intents.requests)
        ),
        booking_context=booking_ref is not None or says("booking_context"),
    )


def _is_about_another_thing(ask: str, language: str) -> bool:
    """ "Can we book a boat trip": what is booked or cancelled is not the stay."""
    spoken_of = set(concepts(ask, language))
    return bool(spoken_of & _OTHER_THINGS) and not spoken_of & _THE_STAY
