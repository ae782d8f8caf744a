"""What a mail tells: what cannot wait, what to take note of, and what it proves.

What is asked or supposed tells nothing, what is negated or over neither."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from drafting.pipeline.interpret.reading import Hit, Reading, readings
from drafting.pipeline.interpret.scenario import GROUPS, is_of_service
from drafting.pipeline.plan import DEFAULT_SETTINGS, Ask, AskKind, Emergency
from templatesapp.text.hours import hours
from templatesapp.text.tokens import concepts, words

_NIGHT_FROM, _NIGHT_UNTIL = 22, 6  # hours
_REACH = 2  # sentences
_CRY = 2  # words
_BARE_THANKS = 3  # words
_OTHER_CODES = frozenset({"wifi", "password"})
_THREATS = (
    *("legal_acts", "legal_actors", "legal_idioms", "person_reports", "public_acts"),
    *("audiences", "public_places", "press", "platforms", "chargebacks", "banks", "police"),
)
_ANNOUNCED = frozenset(
    {"legal_threat", "platform_escalation_threat", "public_media_threat", "chargeback_hint"}
)
_ACCUSED = ("accusations", "fraud_words", "misconduct_acts")
_GRIEVANCES = ("complaints", "failures", "objections", "refusals")
_SURE_GRIEVANCES = ("unwell", "ruined", "strange_charges", "accusations", "thefts")
_MISFORTUNES = ("sure_deaths", "critical_care")
_PRAISES = ("praises", "good_publicity")
_PLIGHTS = ("deaths", "hospitals", "perils", "injuries", "stranded", "fears")
_DANGERS, _MEDICAL = ("dangers", "perils"), "medical"
# "It would be better if I were not here", "she did not come back last night": neither the "if" nor
# the hour makes them harmless.
_AT_ANY_HOUR = ("despair", "missing_people")
_NOT_LOST = ("astray", "missed_rides", "found_again", "not_found_online", "thefts")
_BEFORE_DOOR = ("lockouts", "code_failures", "outside", "stranded", "nights", "todays", "fears")
_NOT_NOW = ("past", "hypothetical", "long_ago", "recovered")
_ACCUSATION = "fraud_or_misconduct_accusation"
_TAX_NUMBER = re.compile(r"\b(?:[A-Z]{2}[ .]?)?[A-Z0-9]?(?:\d[ .]?){7,13}[A-Z0-9]?\b")
_STREET = re.compile(r"\b\d{4,5}\b\s+[A-Z][a-z]")
_ADDRESS = r"[A-Z][\w.]+ \d{1,3}(?:[,;\n]|$)|\b\d{1,3} [A-Z]\w+ [A-Z]\w+"
_DATA = re.compile(rf"{_STREET.pattern}|{_TAX_NUMBER.pattern}|\d[\d .-]{{3,}}\d|{_ADDRESS}")


def emergency_hits(mail: Reading) -> dict[Emergency, list[Hit]]:
    """What was found, each with the places that say it."""
    if mail.has("cancels", "changes"):
        return {}
    codes = _now(mail, "code_failures")
    of_door = [hit for hit in codes if not mail.within(hit.sentence, "other_codes", reach=0)]
    before_door = [*_now(mail, "lockouts"), *of_door]
    outside = [hit for hit in before_door if not mail.within(hit.sentence, "foretold")]
    # A child in the snow needs us before it needs our sympathy, at whatever door it is.
    near = [(hit, _REACH) for hit in outside] + [(hit, 0) for hit in _now(mail, "stranded")]
    helpless = [
        hit for hit, reach in near if mail.within(hit.sentence, "children", "frail", reach=reach)
    ]
    found = {
        Emergency.LOCKED_OUT: outside,
        Emergency.DANGER: _dangers(mail) or helpless or _cries(mail),
        Emergency.MEDICAL: _hurting(mail),
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
    clock = [
        hour
        for sentence in sorted(around)
        for hour in hours(mail.sentence_text(sentence), mail.language)
    ]
    if not clock:
        return None
    return any(hour >= _NIGHT_FROM or hour < _NIGHT_UNTIL for hour in clock)


def is_of_today(mail: Reading) -> bool:
    """Whoever writes comes tonight, stands at the station, leaves tomorrow morning: what they ask
    is worth little later. Not what was done today, or is wanted by tomorrow."""
    settled = mail.hits("not_today")
    return any(not any(_overlap(hit, other) for other in settled) for hit in mail.hits("todays"))


def _overlap(one: Hit, other: Hit) -> bool:
    return one.start < other.end and other.start < one.end


def _cries(mail: Reading) -> list[Hit]:
    """ "Help!", with nothing else said but in a subject."""
    last = len(mail.words.words) - _CRY
    return [hit for hit in mail.hits("cries") if hit.start >= last and _begins(mail, hit)]


def _begins(mail: Reading, hit: Hit) -> bool:
    """Whether nothing stands before it, or a subject."""
    gap = mail.words.between(hit.start - 1, hit.start) if hit.sentence == 1 else ""
    return hit.start == 0 or "\n" in gap


def _now(mail: Reading, *concepts: str) -> list[Hit]:
    told = mail.told(*concepts)
    return [hit for hit in told if not mail.within(hit.sentence, *_NOT_NOW)]


def _dangers(mail: Reading) -> list[Hit]:
    over = ("long_ago", "recovered")
    lasting = [hit for hit in mail.told(*_AT_ANY_HOUR) if not mail.within(hit.sentence, *over)]
    return _now(mail, *_DANGERS) or lasting


def _hurting(mail: Reading) -> list[Hit]:
    """What was an hour ago, or swells since, is not over as last summer's is."""
    lasting = [
        hit
        for hit in mail.told(_MEDICAL)
        if mail.within(hit.sentence, "still_so", reach=1)
        and not mail.within(hit.sentence, "long_ago", "recovered")
        # "What should we do?" asks about what is told before it.
        and (mail.is_question(hit.sentence) or not mail.within(hit.sentence, "hypothetical"))
    ]
    return _now(mail, _MEDICAL) or lasting


def find_notices(mail: Reading, triggers: Iterable[str], *, start: int = 0) -> dict[str, int]:
    """The place of each sort in the text that was read, from ``start`` on (a subject tells
    nothing new). ``triggers``: of its escalation."""
    is_at_odds = complains(mail)
    found = {
        "arrival": [
            hit
            for hit in mail.told("arrivals")
            if mail.within(hit.sentence, "clocks")
            or hours(mail.sentence_text(hit.sentence), mail.language)
        ],
        "allergy": mail.told("allergies"),
        "loss": _losses(mail),
        "misfortune": mail.told(*_MISFORTUNES),
        "praise": [] if is_at_odds else mail.told(*_PRAISES),
        "grievance": [*mail.told(*_SURE_GRIEVANCES, *_GRIEVANCES), *_ill_served(mail)]
        if is_at_odds
        else [],
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
    places = {
        sort: [place for hit in hits if (place := mail.words.offsets[hit.start][0]) >= start]
        for sort, hits in found.items()
    }
    return {sort: min(inside) for sort, inside in places.items() if inside}


def _losses(mail: Reading) -> list[Hit]:
    """What may lie in the house. Not people on their way, a missed flight, the card in a shut room,
    what somebody took, or what its owner found after telling of it."""
    others = mail.told("astray", "missed_rides", "lockouts", "not_found_online")
    found = max((hit.start for hit in mail.told("found_again")), default=-1)
    hits = [] if mail.told("thefts") else mail.told("losses")
    return [
        hit for hit in hits if hit.start > found and not any(_overlap(hit, one) for one in others)
    ]


def _has_nothing_lost(mail: Reading) -> bool:
    said = mail.told(*_NOT_LOST) or _is_of_room_card(mail)
    return bool(said) and not _losses(mail)


def _is_of_room_card(mail: Reading) -> bool:
    """The card that fails, or lies in the room, opens the door of it."""
    hits = mail.told("card_fails", "losses", "lockouts")
    cards = [hit for hit in hits if mail.within(hit.sentence, "room_cards")]
    return bool(cards) and not any(hit.concept == "card_fails" for hit in hits if hit not in cards)


def _is_unpaid(mail: Reading) -> bool:
    return bool(mail.told("unasked"))


def _is_only_ailing(mail: Reading) -> bool:
    """Trouble with a knee is none with a guest."""
    bothered = mail.has("others", "menaces", "bothers", "misconduct_acts", "intrusions")
    return mail.has("ailments") and not bothered


def _praises_nothing(mail: Reading) -> bool:
    """ "Thanks a lot!" to an answer, or thanks beside a grievance."""
    is_bare = len(mail.words.words) <= _BARE_THANKS and not mail.has(*_PRAISES, "thanks")
    return is_bare or bool(mail.told(*_SURE_GRIEVANCES))


def _doubts_request(mail: Reading) -> bool:
    """Who asks whether a payment link is ours says nothing of it failing."""
    return mail.has("doubts_request") and not mail.told("link_fails")


def _only_wants_code(mail: Reading) -> bool:
    """Asks for the code of the door, and stands before none."""
    is_asked = mail.among(0, len(mail.words.text), "door_codes")
    return bool(is_asked) and not mail.has(*_BEFORE_DOOR)


# What a mail says that it is not, whichever opinion or letter takes it for that.
_DENIALS: dict[str, Callable[[Reading], bool]] = {
    "has_lost_item": _has_nothing_lost,
    "card_declined": _is_of_room_card,
    "asks_about_payment": _is_unpaid,
    "payment_link_failed": _doubts_request,
    "bothered_by_guest": _is_only_ailing,
    "is_locked_out": _only_wants_code,
    "gives_thanks": _praises_nothing,
}


def denied_cases(text: str, language: str) -> frozenset[str]:
    """The names of the requirements that the mail denies."""
    read = readings(text, language, DEFAULT_SETTINGS)
    return frozenset(name for name, is_denied in _DENIALS.items() if any(map(is_denied, read)))


def tells_now(text: str, language: str, *names: str) -> bool:
    """Whether the mail tells one of these concepts as something that is so, not of last year."""
    return any(_now(mail, *names) for mail in readings(text, language, DEFAULT_SETTINGS))


def claims_damage(text: str, language: str) -> bool:
    """Whether something of the guest's came to harm and somebody is to pay for it."""
    read = readings(text, language, DEFAULT_SETTINGS)
    return any(_now(mail, "ruined") and mail.has("redress") for mail in read)


def lacks_code(text: str, language: str, asked: Iterable[str]) -> bool:
    """Whether the code of the door is missed where nothing of what is ``asked`` asks for it: "I
    have no door code yet. When is breakfast?"."""
    if "is_locked_out" not in denied_cases(text, language):
        return False
    return not any(
        _names(ask, language, "door_codes") and _OTHER_CODES.isdisjoint(concepts(ask, language))
        for ask in asked
    )


def _names(text: str, language: str, name: str) -> bool:
    read = readings(text, language, DEFAULT_SETTINGS)
    return any(mail.among(0, len(text), name) for mail in read)


def has_cancelled(text: str, language: str) -> bool:
    """Whether the guest says that the stay is cancelled, or asks whether their cancelling came in.
    Not of a flight, nor in "if we had cancelled"."""
    return any(
        _cancelled_here(mail, hit)
        for mail in readings(text, language, DEFAULT_SETTINGS)
        for hit in mail.hits("cancelled_already")
    )


def _cancelled_here(mail: Reading, hit: Hit) -> bool:
    others = [*mail.hits("other_plans", "hypothetical"), *mail.harmless("other_plans")]
    return all(other.sentence != hit.sentence for other in others)


def tells_of_room_card(text: str, language: str) -> bool:
    """Whether it is the card of a room that keeps somebody out."""
    return any(
        mail.within(hit.sentence, "room_cards")
        for mail in readings(text, language, DEFAULT_SETTINGS)
        for hit in _now(mail, "lockouts")
    )


def wants_a_look(text: str, language: str) -> bool:
    """Whatever a letter answers: whoever cooks has to know of an allergy (a question about it tells
    of none), and no text knows whether a request for money that we have not seen is ours."""
    read = readings(text, language, DEFAULT_SETTINGS)
    return any(mail.told("allergies") or mail.has("doubts_request") for mail in read)


def complains(mail: Reading) -> bool:
    """At odds with us: not by one word that praise or a description holds too ("noisy")."""
    if mail.told(*_SURE_GRIEVANCES):
        return True
    if mail.has(*_PRAISES):
        return False
    refused = mail.has("refusals") and mail.has("demands", "wishes", "charges", "conditions")
    return bool(refused or mail.told("complaints", "failures", "objections") or _ill_served(mail))


def _ill_served(mail: Reading) -> list[Hit]:
    """What of ours was bad, "not bad at all" apart."""
    return [hit for hit in mail.told("ill_served") if not mail.is_denied(hit)]


def is_ill_served(text: str, language: str) -> bool:
    """Whether a guest tells of a bad breakfast or a dirty towel."""
    return any(map(_ill_served, readings(text, language, DEFAULT_SETTINGS)))


def _threats(mail: Reading) -> list[Hit]:
    hits = [hit for hit in mail.hits(*_THREATS) if not mail.is_asked(hit.sentence)]
    return [hit for hit in hits if mail.is_willed(hit.sentence)] or hits


def threatens_outright(text: str, language: str) -> bool:
    """An ultimatum that names the threat, or an accusation to our face."""
    for mail in readings(text, language, DEFAULT_SETTINGS):
        ultimata = (mail.is_ultimatum(hit.sentence) for hit in mail.hits(*_THREATS))
        if any(ultimata) or any(not mail.is_question(h.sentence) for h in mail.hits("accusations")):
            return True
    return False


@dataclass(frozen=True, slots=True)
class Evidence:
    """``mail`` is read without its subject's doubts; ``ours``: our earlier mails, newest last."""

    mail: Reading
    language: str
    asks: Sequence[Ask]
    triggers: Sequence[str]
    has_agreed: bool
    has_paid: bool
    opts_out: bool
    ours: Sequence[Reading]

    def tells(self, *names: str) -> bool:
        return bool(self.mail.told(*names))

    def we_said(self, name: str) -> bool:
        return any(mail.told(name) for mail in self.ours)

    def either_said(self, name: str) -> bool:
        return self.tells(name) or self.we_said(name)

    def wants(self, name: str, *, unless: Sequence[str] = ()) -> bool:
        """A concept in what is to be done, about the stay and not about another thing; "what
        happens if we cancel?" wants to know. ``unless``: concepts beside which it is not meant."""
        return any(
            not self.mail.is_supposed(hit)
            and not self._is_of_service(hit.sentence)
            and not (unless and self.mail.within(hit.sentence, *unless))
            for ask in self.asks
            if ask.kind is AskKind.ACTION and self._is_the_stay(ask)
            for hit in self.said(ask, name)
        )

    def _is_of_service(self, sentence: int) -> bool:
        """ "We no longer need the parking space, please cancel it."."""
        is_given_up = self.mail.within(sentence, "gives_up")
        return is_given_up and is_of_service(self.mail.sentence_text(sentence), self.language)

    def _is_the_stay(self, ask: Ask) -> bool:
        """A campsite's pitch is no car park."""
        own = {word for noun in self.mail.settings.house_nouns for word in words(noun)}
        about = " ".join(word for word in words(ask.text) if word not in own)
        return GROUPS["not_the_stay"].isdisjoint(concepts(about, self.language))

    def said(self, ask: Ask, name: str) -> list[Hit]:
        """Where the ask's sentence says it; "please don't cancel" says the contrary, and "should
        anybody cancel" says it of somebody else."""
        start = self.mail.words.text.replace("\n", " ").find(ask.evidence)
        end = start + len(ask.evidence) if start >= 0 else start
        spared = self.mail.among(start, end, "spared", "gives_up")
        return [
            hit
            for hit in self.mail.among(start, end, name)
            if not self.mail.is_denied(hit) and not any(_overlap(hit, other) for other in spared)
        ]


def _changes(mail: Evidence) -> bool:
    return mail.wants("changes") or any(
        ask.kind is not AskKind.NOTICE
        and mail.said(ask, "changes")
        and not GROUPS["changes"].isdisjoint(concepts(ask.text, mail.language))
        for ask in mail.asks
    )


def _has_paid(mail: Evidence) -> bool:
    """Says so, or that the page failed and the money is gone: asked to pay anew, they pay twice."""
    return mail.has_paid or (mail.tells("link_fails") and mail.tells("debited"))


def _asks_about_payment(mail: Evidence) -> bool:
    """Or says to have paid and asks about nothing else: "give me a sign when you see it"."""
    wanted = [ask for ask in mail.asks if ask.kind is not AskKind.NOTICE]
    is_of_payment = all(not ask.topic or ask.topic in GROUPS["payments"] for ask in wanted)
    has_paid = _has_paid(mail)
    if _is_unpaid(mail.mail) and not has_paid:
        return False
    if has_paid and is_of_payment and not mail.tells("strange_charges"):
        return True
    return any(
        ask.kind is AskKind.STATE
        and mail.said(ask, "looked_up")
        and (has_paid or GROUPS["payments"] & {ask.topic, *concepts(ask.text, mail.language)})
        for ask in mail.asks
    )


def _gives_thanks(mail: Evidence) -> bool:
    """Praise of the stay, or thanks for more than an answer, with nothing else wanted."""
    if complains(mail.mail) or mail.triggers or mail.opts_out:
        return False
    if any(ask.kind is not AskKind.NOTICE for ask in mail.asks):
        return False
    return mail.tells("praises", "good_publicity", "thanks")


def _waits(mail: Evidence) -> bool:
    read = mail.mail
    if any(not read.within(hit.sentence, "conditions") for hit in read.told("waits")):
        return True
    return read.has("unheard") and read.has("contacted_before")


def _has_lost(mail: Evidence) -> bool:
    if _ACCUSATION in mail.triggers:
        return False
    if _has_nothing_lost(mail.mail):
        return False
    return bool(_losses(mail.mail)) or any(
        ask.kind is AskKind.STATE and GROUPS["lost"] & set(concepts(ask.evidence, mail.language))
        for ask in mail.asks
    )


def _is_only_locked_out(mail: Evidence) -> bool:
    """In no worse danger than that, though a child be there."""
    is_worse = _dangers(mail.mail) or _hurting(mail.mail)
    return Emergency.LOCKED_OUT in emergency_hits(mail.mail) and not is_worse


def _gives_invoice_data(mail: Evidence) -> bool:
    """Beside the wish for one, or by themselves after a mail of ours on it."""
    text = mail.mail.words.text
    has_tax_number = mail.mail.has("tax_ids") and _TAX_NUMBER.search(text)
    ours = [last.words.text for last in mail.ours[-1:] if not mail.asks]
    spoken = [*(ask.text for ask in mail.asks), *ours]
    is_given = has_tax_number or _STREET.search(text)
    return bool(is_given) and any("invoice" in concepts(said, mail.language) for said in spoken)


def may_give_data(text: str) -> bool:
    """Whether a mail may hold an address or a tax number: no figure, no data for an invoice."""
    return _DATA.search(text) is not None


def _bothered(mail: Evidence) -> bool:
    """Another guest, and what he does, in one sentence or the next."""
    if _ACCUSATION in mail.triggers:
        return False
    return any(
        mail.mail.within(hit.sentence, "others", "menaces", reach=1)
        for hit in mail.mail.told("bothers", "misconduct_acts", "intrusions")
    )


PROOFS: dict[str, Callable[[Evidence], bool]] = {
    # One that is to be done, not one that happened or may happen to others.
    "wants_cancellation": lambda mail: mail.wants(
        "cancels", unless=("perhaps", "partial", "withdraws")
    ),
    "non_refundable_rate": lambda mail: mail.either_said("non_refundable"),
    "refundable_rate": lambda mail: (
        mail.either_said("refundable") and not mail.either_said("non_refundable")
    ),
    "wants_change": _changes,
    "has_agreed": lambda mail: mail.has_agreed,
    "has_paid": _has_paid,
    "asks_about_payment": _asks_about_payment,
    "payment_link_failed": lambda mail: mail.tells("link_fails"),
    "card_declined": lambda mail: mail.tells("card_fails") and not _is_of_room_card(mail.mail),
    "disputes_refund": lambda mail: "cancellation_refund_dispute" in mail.triggers,
    "disputes_charge": lambda mail: mail.tells("strange_charges"),
    "complains": lambda mail: complains(mail.mail) or "repeated_complaint" in mail.triggers,
    "bothered_by_guest": _bothered,
    "is_locked_out": lambda mail: Emergency.LOCKED_OUT in emergency_hits(mail.mail),
    "is_only_locked_out": _is_only_locked_out,
    "gives_thanks": _gives_thanks,
    "opts_out": lambda mail: mail.opts_out,
    "waits_for_reply": _waits,
    "has_lost_item": _has_lost,
    "item_found": lambda mail: mail.we_said("item_found"),
    "item_sent": lambda mail: mail.we_said("item_sent"),
    "reports_booking_error": lambda mail: mail.tells("booking_errors"),
    "duplicate_booking": lambda mail: mail.tells("duplicates"),
    "invoice_data_given": _gives_invoice_data,
}
