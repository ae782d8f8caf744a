"""What a guest tells that a good host takes note of: one notice of each sort, where it is said.

An arrival with its hour, an allergy, a loss, a payment made, (dis)agreement, praise of a stay, a
grievance, what is threatened, an emergency. Thanks and farewells in passing are none.
"""

from collections.abc import Iterable

from drafting.pipeline.interpret.emergencies import emergency_hits
from drafting.pipeline.interpret.escalation_reading import Reading
from drafting.pipeline.interpret.phrases import Hit
from drafting.pipeline.interpret.shapes import hours

_THREATS = (
    *("legal_acts", "legal_actors", "legal_idioms", "person_reports", "public_acts"),
    *("audiences", "public_places", "press", "platforms", "chargebacks", "banks", "police"),
)
_ANNOUNCED = frozenset(
    {"legal_threat", "platform_escalation_threat", "public_media_threat", "chargeback_hint"}
)
_ACCUSED = ("accusations", "fraud_words", "misconduct_acts")
_GRIEVANCES = ("complaints", "failures", "objections", "refusals")
_SURE_GRIEVANCES = ("unwell", "strange_charges", "accusations")
_MISFORTUNES = ("sure_deaths", "critical_care")
_PRAISES = ("praises", "good_publicity")
_PLIGHTS = ("deaths", "hospitals", "perils", "injuries", "stranded", "fears")


def find_notices(mail: Reading, triggers: Iterable[str], *, start: int = 0) -> dict[str, int]:
    """The place of each sort in the text that was read, from ``start`` on (a subject tells
    nothing new). ``triggers``: of its escalation."""
    is_at_odds = complains(mail)
    found = {
        "arrival": _arrivals(mail),
        "allergy": mail.told("allergies"),
        "loss": mail.told("losses"),
        "misfortune": mail.told(*_MISFORTUNES),
        "praise": [] if is_at_odds else mail.told(*_PRAISES),
        "grievance": mail.told(*_SURE_GRIEVANCES, *_GRIEVANCES) if is_at_odds else [],
        "threat": _threats(mail) if _ANNOUNCED & set(triggers) else [],
        "emergency": [hit for hits in emergency_hits(mail).values() for hit in hits],
    }
    if "fraud_or_misconduct_accusation" in triggers:  # what is gone is no lost thing then
        found["grievance"] = found["grievance"] or mail.told(*_ACCUSED)
        found["loss"] = []
    if "repeated_complaint" in triggers:
        found["grievance"] = found["grievance"] or mail.told("contacted_before", "unheard")
    if "vulnerable_circumstance" in triggers:
        found["misfortune"] = mail.told(*_MISFORTUNES, *_PLIGHTS)
    if found["emergency"]:
        found["grievance"] = found["misfortune"] = []
    first: dict[str, int] = {}
    for sort, hits in found.items():
        places = [mail.words.offsets[hit.start][0] for hit in hits]
        inside = [place for place in places if place >= start]
        if inside:
            first[sort] = min(inside)
    return first


def complains(mail: Reading) -> bool:
    """At odds with us: not by one word that praise or a description holds too ("noisy")."""
    if mail.told(*_SURE_GRIEVANCES):
        return True
    if mail.has(*_PRAISES):
        return False
    refused = mail.has("refusals") and mail.has("demands", "wishes", "charges", "conditions")
    return bool(refused or mail.told("complaints", "failures", "objections"))


def _arrivals(mail: Reading) -> list[Hit]:
    return [
        hit
        for hit in mail.told("arrivals")
        if mail.within(hit.sentence, "clocks") or hours(mail.sentence_text(hit.sentence))
    ]


def _threats(mail: Reading) -> list[Hit]:
    hits = [hit for hit in mail.hits(*_THREATS) if not mail.is_asked(hit.sentence)]
    return [hit for hit in hits if mail.is_willed(hit.sentence)] or hits
