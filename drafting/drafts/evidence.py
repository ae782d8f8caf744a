"""Why a draft says what it says: asks ticked, its letter and the runners-up, what was left out.

One shape for the page of a draft and for the queue of replies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import Truncator

from drafting.drafts.choices import DeliveryStatus, Selection
from drafting.drafts.models import Attestation, Draft
from drafting.drafts.offers import Offer, find_offers
from drafting.drafts.shapes import outcomes_of, plan_from_json
from drafting.pipeline.check.checks import ADDED
from drafting.pipeline.interpret.asking import unread_asks
from drafting.pipeline.outcomes import Outcome, OutcomeKind
from drafting.pipeline.plan import ActionPlan, Ask, AskKind
from drafting.tables import table_beside
from templatesapp.text.sentences import Span, sentence_spans

_WORDS = table_beside(__file__)
# A draft that may leave at a glance, by its fields: *Safe morning* asks the database for it.
PLAIN: Mapping[str, Any] = {
    "acknowledgement_id": None,
    "selection": Selection.AUTO,
    "is_protected": False,
    "composite": False,
    "rests_on_state": False,
    "delivery_status": DeliveryStatus.READY,
}
_MOST_AROUND = 120  # characters of a sentence on each side of an ask


@dataclass(frozen=True, slots=True)
class AskShown:
    """``mark``: answered, may be answered, promised, open, or noted for what was only told.
    ``tone``: of its tag. ``before`` and ``after``: the rest of the sentence that the ask stands in,
    where it is one sentence's. ``offers``: what may answer it and is not said."""

    text: str
    before: str
    after: str
    kind: str
    mark: str
    tone: str
    source: str
    sentence: str
    offers: Sequence[Offer] = ()


def evidence_of(
    draft: Draft, attestation: Attestation | None = None, editable: str = ""
) -> dict[str, Any]:
    """Of the draft's own text, or of an attempt at it. Blanked drafts have none left. ``editable``:
    the text, where answers may be put into it. ``unread``: sentences that may ask, too;
    ``confidence``: in the letter that the desk chose, 0-100."""
    rows = attestation.outcomes if attestation is not None else draft.outcomes
    plan = plan_from_json(draft.action_plan) if rows and draft.action_plan else None
    is_persons = bool(persons_letter(attestation))
    acknowledgement = None if is_persons else draft.acknowledgement
    return {
        "asks": asks_shown(plan, outcomes_of(rows), draft.subject, editable) if plan else [],
        "unread": unread_asks(plan) if plan else (),
        "candidates": draft.ranker.get("candidates", []),
        "chosen": chosen_letter(draft, attestation),
        "is_persons_choice": is_persons,
        "confidence": draft.confidence if draft.template_id else None,
        "left_out": draft.left_out,
        "acknowledges": acknowledgement.subject if acknowledgement else "",
    }


def persons_letter(attestation: Attestation | None) -> str:
    """Id of the letter that a person chose in the draft's place; or ""."""
    if attestation is None or attestation.person_id is None:
        return ""
    return attestation.corrected_template_id


def chosen_letter(draft: Draft, attestation: Attestation | None) -> str:
    """Id of the letter that the text is from; "" for none."""
    own = draft.template.template_id if draft.template else ""
    return persons_letter(attestation) or own


def asks_shown(
    plan: ActionPlan, outcomes: Sequence[Outcome], subject: str = "", editable: str = ""
) -> list[AskShown]:
    """What a text does with each ask of a plan; what was told in the words of an ask stands there
    once. ``subject``: of the mail."""
    asking = [ask.text for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    asks = {
        ask.id: ask
        for ask in plan.asks
        if ask.kind is not AskKind.NOTICE or not any(ask.text in asked for asked in asking)
    }
    offers: Mapping[str, Sequence[Offer]] = {}
    if editable:
        offers = find_offers(plan=plan, subject=subject, outcomes=outcomes, body=editable)
    return [
        _shown(asks[outcome.ask], outcome, offers.get(outcome.ask, ()))
        for outcome in outcomes
        if outcome.ask in asks
    ]


def _shown(ask: Ask, outcome: Outcome, offers: Sequence[Offer]) -> AskShown:
    is_settled = outcome.outcome is OutcomeKind.ANSWERED
    mark = outcome.outcome.value
    if ask.kind is AskKind.NOTICE and mark != OutcomeKind.PROMISED:
        mark = "noted" if is_settled else "not mentioned"
    source = _WORDS["sources"].get(outcome.source, "") if outcome.source else ""
    named = outcome.template_id or cited_in_words(outcome.citation or "")
    if outcome.is_unproven and ask.kind is AskKind.STATE:
        source = "Nobody is known to have looked this up"
    elif outcome.is_unproven and is_settled:
        mark = "may be answered"
    before, _, after = ask.evidence.partition(ask.own_words)
    return AskShown(
        text=ask.text,
        before=_end(before) if after or before != ask.evidence else "",
        after=Truncator(after).chars(_MOST_AROUND) if after.strip(" ?!.") else "",
        kind=_WORDS["kinds"][ask.kind],
        mark=mark,
        tone="good" if is_settled and not outcome.is_unproven else "warn",
        source=f"{source} {named}".strip(),
        sentence=outcome.sentence,
        offers=offers,
    )


def _end(text: str) -> str:
    return text if len(text) <= _MOST_AROUND else f"…{text[-_MOST_AROUND:]}"


def new_sentences(text: str, quality: Mapping[str, Any]) -> list[Span]:
    """Where a text says what no text of ours says, as the report on it warns."""
    said = f"; {(quality.get('warning_details') or {}).get(ADDED, '')}; "
    return [span for span in sentence_spans(text) if f"; {span.text}; " in said]


def cited_in_words(citation: str) -> str:
    """ "faq:check-in-hours" as "check in hours"."""
    return citation.rpartition(":")[2].replace("-", " ")
