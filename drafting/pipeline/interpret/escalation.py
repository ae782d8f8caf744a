"""Does a mail have to reach a person, and how fast? Triggers from each language's structure.

A trigger is a combination of concepts, never a sentence: a threat is an act against us, told as
the writer's own will or as the consequence of a condition, and not negated. The words of a concept
are data (``templatesapp/languages/<code>/threats.toml``); the combinations live here.
"""

from collections.abc import Callable

from drafting.pipeline.interpret.amounts import find_amounts
from drafting.pipeline.interpret.emergencies import is_urgent
from drafting.pipeline.interpret.escalation_reading import Reading, readings
from drafting.pipeline.interpret.phrases import Hit
from drafting.pipeline.plan import DEFAULT_SETTINGS, Escalation, InterpretSettings, Tier

CRITICAL_TRIGGERS = (
    "legal_threat",
    "platform_escalation_threat",
    "public_media_threat",
    "fraud_or_misconduct_accusation",
    "high_value_dispute",
)
HIGH_TRIGGERS = (
    "cancellation_refund_dispute",
    "chargeback_hint",
    "vulnerable_circumstance",
    "repeated_complaint",
)
# Source of the formulas: design "Escalation"; n counts the triggers of the tier.
_CRITICAL_BASE, _CRITICAL_STEP, _CRITICAL_CAP = 0.86, 0.04, 0.99
_HIGH_BASE, _HIGH_STEP, _HIGH_CAP = 0.74, 0.06, 0.95
REQUIRED_HIGH = 0.70

_CLAUSES = 16  # words: two clauses of one sentence
_AMOUNT_REACH = range(-3, 4)  # sentences: what was paid is told first, disputed at the end
_STAFF_REPLIES = 3  # after which a complaint is a repeated one
_OPEN_COMPLAINTS = 2  # complaints of the thread that this mail adds to


def find_escalation(
    text: str,
    language: str,
    *,
    staff_replies: int = 0,
    guest_complaints: int = 0,
    settings: InterpretSettings = DEFAULT_SETTINGS,
) -> Escalation:
    """The tier, its triggers (CRITICAL ones first) and a confidence of 0-1.

    ``text``: the new text, subject in front, quotes removed. ``language``: one of ours; any
    other value tries the rules of all of them. ``staff_replies`` counts our answers in the thread,
    ``guest_complaints`` the guest's earlier complaints in it.
    """
    is_late = staff_replies >= _STAFF_REPLIES or guest_complaints >= _OPEN_COMPLAINTS
    found: set[str] = set()
    for reading in readings(text, language, settings):
        found.update(name for name, applies in _TRIGGERS.items() if applies(reading))
        if is_late and reading.has("complaints", "failures", "objections"):
            found.add("repeated_complaint")
    return _escalation(found)


def is_required(escalation: Escalation) -> bool:
    """True where a person has to look: CRITICAL, or HIGH at .70 or more."""
    if escalation.tier is Tier.HIGH:
        return escalation.confidence >= REQUIRED_HIGH
    return escalation.tier is Tier.CRITICAL


def is_complaint(text: str, language: str) -> bool:
    """True where the text complains about us (for counting a thread's complaints)."""
    return any(_complains(mail) for mail in readings(text, language, DEFAULT_SETTINGS))


def _escalation(found: set[str]) -> Escalation:
    critical = tuple(name for name in CRITICAL_TRIGGERS if name in found)
    high = tuple(name for name in HIGH_TRIGGERS if name in found)
    if critical:
        confidence = min(_CRITICAL_CAP, _CRITICAL_BASE + _CRITICAL_STEP * (len(critical) - 1))
        return Escalation(Tier.CRITICAL, critical + high, round(confidence, 2))
    if high:
        confidence = min(_HIGH_CAP, _HIGH_BASE + _HIGH_STEP * (len(high) - 1))
        return Escalation(Tier.HIGH, high, round(confidence, 2))
    return Escalation()


def _is_legal_threat(mail: Reading) -> bool:
    if mail.has("legal_acts", "legal_idioms", "person_reports"):
        return True
    # A lawyer or judge, if only a relative by trade, beside what they will do to us.
    for lawyer in (*mail.hits("legal_actors"), *mail.harmless("legal_actors")):
        is_asked = mail.is_asked(lawyer.sentence)
        if not is_asked and mail.within(lawyer.sentence, "retributions", reach=1):
            return True
    # A theft reported to the police is no threat, unless our own people are accused of it.
    reported = mail.harmless("legal_acts", "police") or mail.has("police")
    if reported and _is_accusation(mail):
        return True
    for police in mail.hits("police"):
        turned_to = mail.near(police, "turning_verbs", "report_verbs")
        if turned_to and mail.is_ultimatum(police.sentence):
            return True
    for actor in mail.hits("legal_actors"):
        if mail.is_asked(actor.sentence):
            continue
        if mail.is_ultimatum(actor.sentence) or mail.has("demands", "objections", "refusals"):
            return True
        if mail.near(actor, "turning_verbs", "report_verbs") and mail.is_willed(actor.sentence):
            return True
    return False


def _is_platform_threat(mail: Reading) -> bool:
    for platform in mail.hits("platforms"):
        sentence = platform.sentence
        if mail.is_asked(sentence):
            continue
        if mail.near(platform, "report_verbs", "told") and mail.is_willed(sentence):
            return True
        if not mail.near(platform, "turning_verbs"):
            continue
        if mail.within(sentence, "intents") and mail.within(sentence, "bad_publicity"):
            return True
        if mail.is_ultimatum(sentence) and not mail.near(platform, "shopping_verbs"):
            return True
    return False


def _is_public_threat(mail: Reading) -> bool:
    if mail.has("public_acts"):
        return True
    places = mail.hits("press", "audiences", "public_places", "bad_publicity")
    return any(_is_publicity_threat(mail, place) for place in places)


def _is_publicity_threat(mail: Reading, place: Hit) -> bool:
    """Publicity as a consequence: bad by itself, or after a grievance or an ultimatum."""
    sentence = place.sentence
    if mail.is_question(sentence) or mail.within(sentence, "good_publicity"):
        return False
    ultimatum = mail.is_ultimatum(sentence)
    if place.concept == "audiences" and ultimatum:
        return True
    if place.concept == "press" and mail.within(sentence, "bad_publicity"):
        return True
    if place.concept in ("press", "audiences") and mail.within(sentence, "scandal_hunts", reach=1):
        return True
    # "I know a reporter. If …, I call her": whom the next sentence turns to is not named again.
    turned_to = mail.within(sentence + 1, "turning_verbs", "publish_verbs", "told")
    if place.concept == "press" and ultimatum and turned_to:
        return True
    verbs = ("publish_verbs", "turning_verbs") if place.concept == "press" else ("publish_verbs",)
    if not mail.near(place, *verbs) or not mail.is_willed(sentence):
        return False
    if place.concept == "bad_publicity":
        return mail.within(sentence, "audiences", "public_places", "press")
    return ultimatum or mail.within(sentence, "bad_publicity") or mail.is_aggrieved()


def _is_accusation(mail: Reading) -> bool:
    for hit in mail.hits("accusations", "fraud_words"):
        if mail.is_question(hit.sentence) or mail.within(hit.sentence, "fraud_doubts"):
            continue
        if hit.concept == "accusations" or _nearest_actor(mail, hit) == "staff":
            return True
    return any(_nearest_actor(mail, act) == "staff" for act in mail.hits("misconduct_acts"))


def _nearest_actor(mail: Reading, act: Hit) -> str:
    """Who did it: the nearest of "staff" and "others", "" where neither is named.

    A sentence without either whose subject is a pronoun speaks of whom the one before names first.
    """
    actors = mail.hits("staff", "others")
    here = [actor for actor in actors if actor.sentence == act.sentence]
    if here:
        return min(
            here, key=lambda actor: (max(act.start - actor.end, actor.start - act.end), actor.start)
        ).concept
    before = [actor for actor in actors if actor.sentence == act.sentence - 1]
    if before and mail.within(act.sentence, "pronouns", "demonstratives"):
        return min(before, key=lambda actor: actor.start).concept
    return ""


def _is_high_value_dispute(mail: Reading) -> bool:
    """An amount of the setting or more, beside what is disputed."""
    disputes = mail.hits("refunds", "charges", "objections", "damages", "reversals")
    disputes += mail.hits("demands") if mail.has("failures", "refusals", "objections") else []
    if not disputes or not (
        _is_refund_dispute(mail)
        or _is_chargeback(mail)
        or any(
            mail.within(hit.sentence, "demands", "objections", "refusals", reach=1)
            for hit in mail.hits("damages")
        )
        or (mail.has("failures", "refusals") and mail.has("demands"))
        or _is_legal_threat(mail)
        or _is_accusation(mail)
    ):
        return False
    sentences = {hit.sentence + step for hit in disputes for step in _AMOUNT_REACH}
    unrelated = {hit.sentence for hit in mail.hits("other_money")}
    return any(
        amount >= mail.settings.high_value_dispute_amount
        for amount, sentence in find_amounts(mail.words)
        if sentence in sentences - unrelated
    )


def _is_refund_dispute(mail: Reading) -> bool:
    """Objection or demand × money, or a refund asked for a stay that failed."""
    for money in mail.hits("refunds"):
        sentence = money.sentence
        if mail.within(sentence, "objections", "refusals", reach=1):
            return True
        if mail.near(money, "demands", words=12) and not mail.is_question(sentence):
            return True
        if mail.within(sentence, "wishes", "conditions") and mail.has("failures", "refusals"):
            return True
    if any(mail.near(charge, "demands", words=_CLAUSES) for charge in mail.hits("charges")):
        return True
    return any(
        mail.within(charge.sentence, "objections", "demands", reach=1)
        or (
            mail.within(charge.sentence, "despite", reach=1)
            and mail.within(charge.sentence, "cancelled", reach=1)
        )
        for charge in mail.hits("charges")
        if mail.has("cancelled", "refunds", "failures")
    )


def _is_chargeback(mail: Reading) -> bool:
    if any(not mail.is_question(hit.sentence) for hit in mail.hits("chargebacks")):
        return True
    return any(
        mail.near(bank, "reversals", words=_CLAUSES) and mail.is_willed(bank.sentence)
        for bank in mail.hits("banks")
    )


def _is_vulnerable(mail: Reading) -> bool:
    if mail.has("sure_deaths", "critical_care", "perils") or is_urgent(mail):
        return True
    if any(mail.near(hit, "relatives") for hit in mail.hits("deaths", "hospitals")):
        return True
    for fear in mail.hits("fears"):
        asked = mail.is_question(fear.sentence)
        if not asked and mail.within(fear.sentence, "outside", "stranded", "menaces", reach=2):
            return True
    for injury in mail.hits("injuries"):
        # From our house, or one that brought somebody to hospital.
        if not mail.is_question(injury.sentence) and mail.within(
            injury.sentence, "premises", "hospitals", reach=1
        ):
            return True
    return any(
        mail.within(hit.sentence, "alone", "children", "frail", reach=2)
        for hit in mail.hits("stranded")
        if not mail.is_question(hit.sentence)
    )


def _is_repeated_complaint(mail: Reading) -> bool:
    if mail.has("repeated_times", "despite_letters"):
        return True
    contacted = mail.hits("contacted_before")
    often = any(mail.within(hit.sentence, "often", reach=1) for hit in contacted)
    return bool(contacted) and mail.has("unheard") and (often or _complains(mail))


def _complains(mail: Reading) -> bool:
    return mail.has("complaints", "failures", "objections", "refusals")


_TRIGGERS: dict[str, Callable[[Reading], bool]] = {
    "legal_threat": _is_legal_threat,
    "platform_escalation_threat": _is_platform_threat,
    "public_media_threat": _is_public_threat,
    "fraud_or_misconduct_accusation": _is_accusation,
    "high_value_dispute": _is_high_value_dispute,
    "cancellation_refund_dispute": _is_refund_dispute,
    "chargeback_hint": _is_chargeback,
    "vulnerable_circumstance": _is_vulnerable,
    "repeated_complaint": _is_repeated_complaint,
}
