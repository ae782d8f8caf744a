"""Does a mail have to reach a person, and how fast? Triggers from each language's structure.

A trigger is a combination of concepts, never a sentence: a threat is an act against us, told as
the writer's own will or as the consequence of a condition, and not negated. The words of a concept
are data (``drafting.pipeline.languages.<code>.escalation.RULES``); the combinations live here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache

from drafting.pipeline.interpret.amounts import find_amounts
from drafting.pipeline.interpret.escalation_rules import EscalationRules
from drafting.pipeline.interpret.phrases import Hit, PhraseIndex, Words, read_words
from drafting.pipeline.languages import rules
from drafting.pipeline.plan import OTHER_LANGUAGE, Escalation, InterpretSettings, Tier

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
_REQUIRED_HIGH = 0.70

_NEAR_WORDS = 9  # an act and whom it turns to stand in one clause
_OPEN_COMPLAINTS = 2  # complaints of the thread that this mail adds to


def find_escalation(
    text: str,
    language: str,
    *,
    staff_replies: int = 0,
    guest_complaints: int = 0,
    settings: InterpretSettings | None = None,
) -> Escalation:
    """The tier, its triggers (CRITICAL ones first) and a confidence of 0-1.

    ``text``: the new text, subject in front, quotes removed. ``language``: one of the five; any
    other value tries the rules of all of them. ``staff_replies`` counts our answers in the thread,
    ``guest_complaints`` the guest's earlier complaints in it.
    """
    settings = settings or InterpretSettings()
    words = read_words(text)
    found: set[str] = set()
    for code in _codes(language):
        reading = _Reading(words, _index(code), settings)
        found.update(name for name, applies in _TRIGGERS.items() if applies(reading))
        if _is_late_complaint(reading, staff_replies, guest_complaints):
            found.add("repeated_complaint")
    return _escalation(found)


def is_required(escalation: Escalation) -> bool:
    """True where a person has to look: CRITICAL, or HIGH at .70 or more."""
    if escalation.tier is Tier.HIGH:
        return escalation.confidence >= _REQUIRED_HIGH
    return escalation.tier is Tier.CRITICAL


def is_complaint(text: str, language: str) -> bool:
    """True where the text complains about us (for counting a thread's complaints)."""
    words = read_words(text)
    return any(
        _complains(_Reading(words, _index(code), InterpretSettings())) for code in _codes(language)
    )


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


def _codes(language: str) -> tuple[str, ...]:
    known = rules("escalation")
    return (language,) if language in known and language != OTHER_LANGUAGE else tuple(known)


@dataclass(frozen=True, slots=True)
class _Lexicon:
    index: PhraseIndex
    negators: frozenset[str]
    light_words: frozenset[str]


@cache
def _index(code: str) -> _Lexicon:
    language: EscalationRules = rules("escalation")[code]
    concepts = asdict(language)
    negators = PhraseIndex.build({"n": concepts.pop("negators")}).by_word
    light = PhraseIndex.build({"l": concepts.pop("light_words")}).by_word
    return _Lexicon(PhraseIndex.build(concepts), frozenset(negators), frozenset(light))


class _Reading:
    """One mail under one language's lexicon: the concepts' hits, by sentence."""

    def __init__(self, words: Words, lexicon: _Lexicon, settings: InterpretSettings) -> None:
        self.words = words
        self.settings = settings
        self._lexicon = lexicon
        self._hits: dict[str, list[Hit]] = {}
        self._by_sentence: dict[tuple[str, int], list[Hit]] = {}
        self._harmless: set[str] = set()
        hits = lexicon.index.find(words)
        harmless = self._covered(hits)
        for hit in hits:
            if hit.concept == "harmless":
                continue
            if not harmless.isdisjoint(range(hit.start, hit.end)):
                self._harmless.add(hit.concept)
            else:
                self._hits.setdefault(hit.concept, []).append(hit)
                self._by_sentence.setdefault((hit.concept, hit.sentence), []).append(hit)

    @staticmethod
    def _covered(hits: list[Hit]) -> set[int]:
        return {
            word for hit in hits if hit.concept == "harmless" for word in range(hit.start, hit.end)
        }

    def was_harmless(self, *concepts: str) -> bool:
        """True where one of them stands in a harmless phrase only."""
        return not self._harmless.isdisjoint(concepts)

    def hits(self, *concepts: str) -> list[Hit]:
        """Hits anywhere that are not negated."""
        return [
            hit
            for concept in concepts
            for hit in self._hits.get(concept, ())
            if not self.is_negated(hit)
        ]

    def has(self, *concepts: str) -> bool:
        return bool(self.hits(*concepts))

    def within(self, sentence: int, *concepts: str, reach: int = 0) -> bool:
        """True where a concept stands in the sentence, or at most ``reach`` sentences off."""
        return any(
            not self.is_negated(hit)
            for concept in concepts
            for number in range(sentence - reach, sentence + reach + 1)
            for hit in self._by_sentence.get((concept, number), ())
        )

    def near(self, hit: Hit, *concepts: str, words: int = _NEAR_WORDS) -> bool:
        """True where a concept stands in the same sentence, at most ``words`` words apart."""
        return any(
            max(hit.start - other.end, other.start - hit.end) <= words
            for concept in concepts
            for other in self._by_sentence.get((concept, hit.sentence), ())
            if not self.is_negated(other)
        )

    def is_question(self, sentence: int) -> bool:
        return sentence in self.words.questions

    def is_negated(self, hit: Hit) -> bool:
        """True where a negation stands before it with nothing but light words between.

        "I do not want to go to court" is none; "if you do not pay I will" and "I won't hesitate
        to" are: a verb or a pronoun between them ends the reach of the negation.
        """
        position = hit.start - 1
        while position >= 0 and self.words.sentences[position] == hit.sentence:
            word = self.words.words[position]
            if "," in self.words.between(position, position + 1):
                return False
            if word in self._lexicon.negators:
                return True
            if word not in self._lexicon.light_words:
                return False
            position -= 1
        return False

    # --- what several triggers ask ---

    def is_willed(self, sentence: int, reach: int = 0) -> bool:
        """The writer's own intention, or the consequence of a condition put to us."""
        return self.within(sentence, "intents", "conditions") or self.within(
            sentence, "conditions", reach=reach
        )

    def is_hostile(self) -> bool:
        """The mail as a whole is at odds with us."""
        return self.has("conditions", "demands", "objections", "refusals", "failures", "complaints")


# --- CRITICAL ---------------------------------------------------------------------------------


def _is_legal_threat(mail: _Reading) -> bool:
    if mail.has("legal_acts"):
        return True
    if mail.was_harmless("legal_acts", "police") or mail.has("police"):
        # A theft reported to the police is no threat, unless our own people are accused of it.
        if _is_accusation(mail) or _is_turn_to_police(mail):
            return True
    for actor in mail.hits("legal_actors"):
        willed = mail.is_willed(actor.sentence, reach=1)
        asked = mail.is_question(actor.sentence) and not mail.within(actor.sentence, "conditions")
        if not asked and willed and mail.is_hostile() and mail.near(actor, "turning_verbs"):
            return True
    return False


def _is_turn_to_police(mail: _Reading) -> bool:
    return any(
        mail.within(police.sentence, "conditions", reach=1)
        and mail.near(police, "turning_verbs", "report_verbs")
        for police in mail.hits("police")
    )


def _is_platform_threat(mail: _Reading) -> bool:
    for platform in mail.hits("platforms"):
        sentence = platform.sentence
        forced = mail.within(sentence, "conditions", reach=1)
        if mail.is_question(sentence) and not forced:
            continue
        if mail.near(platform, "report_verbs") and mail.is_willed(sentence, reach=1):
            return True
        if forced and mail.is_hostile() and mail.near(platform, "turning_verbs"):
            return True
    return False


def _is_public_threat(mail: _Reading) -> bool:
    if mail.has("public_acts"):
        return True
    for place in mail.hits("press"):
        willed = mail.is_willed(place.sentence, reach=1)
        if willed and mail.is_hostile() and mail.near(place, "turning_verbs", "publish_verbs"):
            return True
    for place in mail.hits("public_places", "bad_publicity"):
        if mail.within(place.sentence, "good_publicity") or mail.is_question(place.sentence):
            continue
        is_bad = mail.within(place.sentence, "bad_publicity", "conditions", reach=0)
        hostile = (
            is_bad or mail.within(place.sentence, "conditions", reach=1) or _is_aggrieved(mail)
        )
        willed = mail.is_willed(place.sentence, reach=1)
        if hostile and willed and mail.near(place, "publish_verbs"):
            return True
    return False


def _is_aggrieved(mail: _Reading) -> bool:
    """A grievance that a review would be about."""
    return mail.has("demands", "objections", "refusals", "failures", "complaints")


def _is_accusation(mail: _Reading) -> bool:
    for hit in mail.hits("accusations", "fraud_words"):
        if mail.is_question(hit.sentence) or mail.within(hit.sentence, "fraud_doubts"):
            continue
        if hit.concept == "accusations" or _nearest_actor(mail, hit) == "staff":
            return True
    return any(_nearest_actor(mail, act) == "staff" for act in mail.hits("misconduct_acts"))


def _nearest_actor(mail: _Reading, act: Hit) -> str:
    """Who did it: the nearest of "staff" and "others", "" where neither is named.

    A sentence without either whose subject is a pronoun speaks of the one before it.
    """
    for sentence in (act.sentence, act.sentence - 1):
        named = [
            (max(act.start - actor.end, actor.start - act.end), actor.concept)
            for actor in mail.hits("staff", "others")
            if actor.sentence == sentence
        ]
        if named:
            return min(named)[1]
        if not mail.within(act.sentence, "pronouns"):
            return ""
    return ""


def _is_high_value_dispute(mail: _Reading) -> bool:
    """An amount of the setting or more, beside what is disputed."""
    disputes = mail.hits("refunds", "charges", "objections", "damages", "reversals")
    contested = _is_refund_dispute(mail) or _is_chargeback(mail) or _is_damage_dispute(mail)
    if not disputes or not (contested or _is_legal_threat(mail) or _is_accusation(mail)):
        return False
    sentences = {hit.sentence + step for hit in disputes for step in (-1, 0, 1)}
    unrelated = {hit.sentence for hit in mail.hits("other_money")}
    return any(
        amount.value >= mail.settings.high_value_dispute_amount
        for amount in find_amounts(mail.words)
        if amount.sentence in sentences - unrelated
    )


def _is_damage_dispute(mail: _Reading) -> bool:
    return any(
        mail.within(hit.sentence, "demands", "objections", "refusals", reach=1)
        for hit in mail.hits("damages")
    )


# --- HIGH -------------------------------------------------------------------------------------


def _is_refund_dispute(mail: _Reading) -> bool:
    """Objection or demand × money, or a refund asked for a stay that failed."""
    for money in mail.hits("refunds"):
        sentence = money.sentence
        if mail.within(sentence, "objections", "refusals", reach=1):
            return True
        if mail.near(money, "demands", words=12) and not mail.is_question(sentence):
            return True
        if mail.within(sentence, "wishes", "conditions") and mail.has("failures", "refusals"):
            return True
    return any(
        mail.within(charge.sentence, "objections", reach=1)
        or (
            mail.within(charge.sentence, "despite", reach=1)
            and mail.within(charge.sentence, "cancelled", reach=1)
        )
        for charge in mail.hits("charges")
        if mail.has("cancelled", "refunds", "failures")
    )


def _is_chargeback(mail: _Reading) -> bool:
    if any(not mail.is_question(hit.sentence) for hit in mail.hits("chargebacks")):
        return True
    return any(
        mail.near(bank, "reversals") and mail.is_willed(bank.sentence, reach=1)
        for bank in mail.hits("banks")
    )


def _is_vulnerable(mail: _Reading) -> bool:
    if mail.has("sure_deaths", "critical_care", "perils"):
        return True
    for hit in mail.hits("deaths", "hospitals"):
        if mail.near(hit, "relatives"):
            return True
    for fear in mail.hits("fears"):
        asked = mail.is_question(fear.sentence)
        if not asked and mail.within(fear.sentence, "outside", "stranded", "menaces", reach=2):
            return True
    return any(
        mail.within(hit.sentence, "alone", "children", reach=2)
        for hit in mail.hits("stranded")
        if not mail.is_question(hit.sentence)
    )


def _is_repeated_complaint(mail: _Reading) -> bool:
    if mail.has("repeated_times", "despite_letters"):
        return True
    contacted = mail.hits("contacted_before")
    if not contacted:
        return False
    often = any(mail.within(hit.sentence, "often", reach=1) for hit in contacted)
    return mail.has("unheard") and (often or _complains(mail))


def _complains(mail: _Reading) -> bool:
    return mail.has("complaints", "failures", "objections", "refusals")


def _is_late_complaint(mail: _Reading, staff_replies: int, guest_complaints: int) -> bool:
    limit = mail.settings.repeated_complaint_staff_replies
    is_late = staff_replies >= limit or guest_complaints >= _OPEN_COMPLAINTS
    return is_late and mail.has("complaints", "failures", "objections")


_TRIGGERS: dict[str, Callable[[_Reading], bool]] = {
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
