"""What cannot wait: somebody outside our door now, in danger, or in need of a doctor.

An emergency is told, not asked or supposed, and not over by now; one that only explains why a guest
cannot come is none.
"""

from drafting.pipeline.interpret.escalation_reading import Reading
from drafting.pipeline.interpret.phrases import Hit
from drafting.pipeline.interpret.shapes import hours
from drafting.pipeline.plan import Emergency

_NIGHT_FROM, _NIGHT_UNTIL = 22, 6  # hours
_REACH = 2  # sentences


def emergency_hits(mail: Reading) -> dict[Emergency, list[Hit]]:
    """What was found, each with the places that say it."""
    if mail.has("cancels", "changes"):
        return {}
    outside = _now(mail, "lockouts")
    # A child in the snow needs us before it needs our sympathy, at whatever door it is.
    near = [(hit, _REACH) for hit in outside] + [(hit, 0) for hit in _now(mail, "stranded")]
    helpless = [
        hit for hit, reach in near if mail.within(hit.sentence, "children", "frail", reach=reach)
    ]
    found = {
        Emergency.LOCKED_OUT: outside,
        Emergency.DANGER: _now(mail, "dangers", "perils") or helpless,
        Emergency.MEDICAL: _now(mail, "medical"),
    }
    return {emergency: hits for emergency, hits in found.items() if hits}


def is_urgent(mail: Reading) -> bool:
    """Danger or illness always; a closed door at night where nobody says that it is no hurry."""
    found = emergency_hits(mail)
    if Emergency.DANGER in found or Emergency.MEDICAL in found:
        return True
    return bool(found) and bool(says_night(mail)) and not mail.has("calm")


def says_night(mail: Reading) -> bool | None:
    """Whether it is night where the emergency is told; None where the mail does not say."""
    told = {hit.sentence for hits in emergency_hits(mail).values() for hit in hits}
    around = {sentence + step for sentence in told for step in (-1, 0, 1)}
    if any(mail.within(sentence, "nights") for sentence in around):
        return True
    clock = [hour for sentence in sorted(around) for hour in hours(mail.sentence_text(sentence))]
    if not clock:
        return None
    return any(hour >= _NIGHT_FROM or hour < _NIGHT_UNTIL for hour in clock)


def _now(mail: Reading, *concepts: str) -> list[Hit]:
    told = mail.told(*concepts)
    return [hit for hit in told if not mail.within(hit.sentence, "past", "hypothetical")]
