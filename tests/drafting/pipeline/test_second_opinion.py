"""Rules and reader joined: what each may do to the other's reading, and what neither may."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from drafting.pipeline.answer.requirements import urgent_kind
from drafting.pipeline.interpret import interpret, interpret_escalation, second_opinion
from drafting.pipeline.interpret.escalation import VULNERABLE, rated
from drafting.pipeline.interpret.second_opinion import (
    MAIL,
    MAIL_NAMES,
    TRIGGERS,
    Alarms,
    doubted,
    join_alarms,
    join_scenarios,
    mail_limits,
    with_suspicions,
)
from drafting.pipeline.plan import (
    CATEGORIES,
    Emergency,
    Escalation,
    IncomingMail,
    InterpretSettings,
    Scenario,
    Suspicion,
    Tier,
)
from templatesapp.text.reader.heads import shipped_heads
from tests.drafting.pipeline.plans import plan as make
from tests.run import ROOT

ALONE = InterpretSettings(has_reader=False)
HINTED = "You will read about this. My column appears every Sunday and I have a lot of readers."
EVERYDAY = "Is breakfast vegan, and how much is it?"
FRIENDLY = (
    "Dear team, we are so looking forward to our week with you. My wife has been planning the walks"
    " since February and has a whole folder of maps. We bring our own towels, as your page says, and"
    " a cake for the first evening. Last time the light on the terrace was so beautiful that we took"
    " four hundred photos. {} Warm regards from the two of us."
)
THREATS = (
    "PS: there is a fire in the kitchen.",
    "If the money is not back by Friday my lawyer writes to you.",
    "Your receptionist stole forty euros from my bag.",
    "We will post all of this on Tripadvisor unless you refund us.",
    "I will report you to the consumer office if you keep the deposit.",
    "She died on Tuesday.",
)


def sure_of(**named: float) -> dict[str, float]:
    return {category: named.get(category, 0.01) for category in CATEGORIES}


def test_where_both_agree_the_scenario_stays_as_sure_as_it_was():
    rules = [Scenario("wifi", 0.8), Scenario("faq", 0.3)]
    joined = join_scenarios(rules, sure_of(wifi=0.9))
    assert joined[0] == Scenario("wifi", 0.8)


def test_a_protected_category_never_leads_by_the_reader_alone():
    joined = join_scenarios([Scenario("general", 0.4)], sure_of(cancellation=0.9, general=0.1))
    assert joined[0].category == "general"
    rules = [Scenario("general", 0.4), Scenario("cancellation", 0.3)]
    assert join_scenarios(rules, sure_of(cancellation=0.9))[0].category == "general"


def test_a_reader_that_is_much_surer_leads_and_is_less_sure_than_both_together():
    joined = join_scenarios([Scenario("wifi", 0.4)], sure_of(payment=0.9, wifi=0.1))
    assert joined[0] == Scenario("payment", 0.5)
    assert "wifi" in {scenario.category for scenario in joined}


@pytest.mark.parametrize("category", ["prepayment", "cancellation"])
def test_no_opinion_of_the_reader_takes_the_hard_rule_away(category):
    rules = [Scenario(category, 0.5), Scenario("faq", 0.3)]
    assert join_scenarios(rules, sure_of(faq=0.99)) == tuple(rules)


def test_what_the_reader_alone_suspects_is_high_and_wants_a_person():
    found = with_suspicions(Escalation(), [Suspicion("legal_threat", 0.4)])
    assert found == Escalation(Tier.HIGH, ("possible_legal_threat",), 0.7)


def test_what_the_rules_found_is_left_as_it_is():
    critical = Escalation(Tier.CRITICAL, ("legal_threat",), 0.86)
    assert with_suspicions(critical, [Suspicion("chargeback_hint", 0.9)]) == critical


def test_a_threat_that_no_rule_knows_is_high_and_nobody_is_taken_for_certain():
    mail = IncomingMail(body=HINTED, subject="hi")
    assert interpret(mail, settings=ALONE).escalation.tier is Tier.NONE
    plan = interpret(mail)
    assert plan.escalation.tier is Tier.HIGH
    assert all(name.startswith("possible_") for name in plan.escalation.triggers)
    assert plan.escalation_required
    (suspicion,) = plan.reading.suspicions
    assert suspicion.name in TRIGGERS


@pytest.mark.parametrize(
    ("triggers", "sure", "left"),
    [
        (("legal_threat",), 0.04, Escalation(Tier.HIGH, ("possible_legal_threat",), 0.7)),
        (("legal_threat",), 0.004, Escalation()),
        (("repeated_complaint",), 0.04, Escalation(Tier.HIGH, ("repeated_complaint",), 0.74)),
        (("repeated_complaint",), 0.004, Escalation()),
        # Of illness and death it knows too little: a person looks, and the letter stays.
        ((VULNERABLE,), 0.0, Escalation(Tier.HIGH, (f"possible_{VULNERABLE}",), 0.7)),
        (
            ("legal_threat", VULNERABLE),
            0.0,
            Escalation(Tier.HIGH, (f"possible_{VULNERABLE}",), 0.7),
        ),
        (
            ("legal_threat", VULNERABLE),
            0.04,
            Escalation(Tier.HIGH, ("possible_legal_threat", VULNERABLE), 0.74),
        ),
    ],
)
def test_an_alarm_of_the_rules_that_the_reader_hardly_believes_is_doubted(triggers, sure, left):
    assert doubted(rated(triggers), sure) == left


LONG = "We come on Friday and look forward to the terrace and the long walks. " * 3


def joined(emergency=(), text=LONG, language="en", **sure: float) -> Alarms:
    """A threat by the rules, of which the reader believes nothing but what is ``sure``."""
    mail = dict.fromkeys(MAIL_NAMES, 0.0) | sure
    return join_alarms(
        rated(("legal_threat",)), emergency, mail, subject="", text=text, language=language
    )


@pytest.mark.parametrize(
    "read",
    [
        {"language": "other"},  # it has not read it
        {"text": "I will sue you."},  # too little for it
        {"text": f"If you do not pay, my lawyer will write to you. {LONG}"},  # said outright
        {"text": f"You are thieves. {LONG}"},
        {"urgent": 0.05},
    ],
)
def test_what_the_rules_know_better_is_not_doubted(read):
    assert joined().escalation == Escalation()
    assert joined(**read).escalation == rated(("legal_threat",))


@pytest.mark.parametrize(
    "sentence",
    [
        "My lawyer will sue you if the refund is not paid by Friday.",
        "Ich verklage Sie, wenn Sie nicht zahlen.",
        "Siete dei ladri.",
        "Mon avocat va vous poursuivre si vous ne payez pas avant vendredi.",
        "Les voy a denunciar si no me devuelven el dinero.",
    ],
)
def test_a_threat_in_one_sentence_is_critical(sentence):
    assert interpret(IncomingMail(body=sentence)).escalation.tier is Tier.CRITICAL


def test_of_emergencies_only_a_shut_door_is_doubted_and_not_against_a_sentence(monkeypatch):
    all_of_them = tuple(Emergency)
    told = {"emergency": -4.0}
    monkeypatch.setattr(second_opinion, "needs_told", lambda *mail: told)
    assert joined(all_of_them).emergency == (Emergency.DANGER, Emergency.MEDICAL)
    assert joined(all_of_them, language="other").emergency == all_of_them
    told["emergency"] = -2.0
    assert joined(all_of_them).emergency == all_of_them


@pytest.mark.parametrize(
    "words",
    [
        (
            "My two lawyer friends and I come on Friday by the late boat. They have sued half of Milan"
            " this year and want no court to be spoken of, only beds, sun and lemons. How many steps are"
            " there from the boat?"
        ),
        "I read on Reddit that one star more and you would be a hotel. Is there a locker?",
        "Ist diese Mail wirklich von Ihnen, oder werde ich da betrogen?",
    ],
)
def test_harmless_mail_in_the_words_of_threats_alarms_nobody_at_once(words):
    assert interpret(IncomingMail(body=words)).escalation.tier is not Tier.CRITICAL


@pytest.mark.parametrize("sentence", THREATS)
def test_a_threat_in_the_last_line_of_a_friendly_mail_is_seen(sentence):
    assert interpret(IncomingMail(body=FRIENDLY.format(sentence))).escalation_required


def test_everyday_mail_is_suspected_of_nothing_and_the_two_agree():
    plan = interpret(IncomingMail(body=EVERYDAY))
    assert (plan.escalation.tier, plan.reading.suspicions) == (Tier.NONE, ())
    assert (plan.reading.uncertain, plan.is_uncertain) == ((), False)
    assert plan.reading.scenario.rules == plan.reading.scenario.reader == "breakfast"


def test_what_they_differ_in_makes_the_reading_uncertain():
    body = "This is an automatic reply. I am out of the office until 12 June and read no mail."
    plan = interpret(IncomingMail(body=body, subject="Out of office"))
    assert "automated" in plan.reading.uncertain
    assert plan.is_uncertain


@pytest.mark.parametrize(
    "asks",
    [
        "Guten Tag,\n\nGibt es WLAN?",
        "Guten Tag,\n\nKönnen wir parken?",
        "Buongiorno,\n\nc'è il wifi?",
        "Hola,\n\n¿hay toallas?",
    ],
)
def test_a_mail_that_only_asks_agrees_to_nothing_whatever_it_is_like(asks):
    plan = interpret(IncomingMail(body=asks))
    assert {"agreement", "opt_out"}.isdisjoint(plan.reading.uncertain)


@pytest.mark.parametrize("language", ["en", "it", "de", "fr", "es", "pt"])
def test_mail_in_a_language_of_ours_is_hardly_ever_taken_for_another(language):
    """The arrays are older than Portuguese, and to them each mail in it was in another language."""
    rows = [
        json.loads(line)
        for file in sorted((ROOT / "fixtures/labels").glob("mails_*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    said = [row["body"] for row in rows if row["labels"]["language"] == language][:60]
    plans = [interpret(IncomingMail(body=body)) for body in said]
    assert sum("language" in plan.reading.uncertain for plan in plans) <= 0.05 * len(plans)


def test_the_rules_alone_have_no_second_opinion():
    assert interpret(IncomingMail(body=EVERYDAY), settings=ALONE).reading is None


def test_every_opinion_has_its_threshold_in_the_file():
    assert shipped_heads()[MAIL].names == MAIL_NAMES
    assert set(mail_limits()) == set(MAIL_NAMES) - set(TRIGGERS)


def test_the_urgency_of_a_recorded_mail_is_that_of_its_plan():
    rows = (ROOT / "fixtures/eval/guest_mails.jsonl").read_text().splitlines()
    said = [(row["subject"], row["body"]) for row in map(json.loads, rows)]
    tiers = Counter()
    for subject, body in [*said, ("", HINTED)]:
        mail = IncomingMail(body=body, subject=subject)
        plan = interpret(mail)
        escalation, suspicions = plan.escalation, plan.reading.suspicions
        is_emergency = bool(plan.emergency) or any(s.name == "emergency" for s in suspicions)
        assert interpret_escalation(mail)[:2] == (escalation, is_emergency), body
        tiers[escalation.tier, any("possible" in name for name in escalation.triggers)] += 1
    assert len(tiers) == 4  # none, high, critical, and what the reader alone suspects


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (
            (
                "We are in the dorm on the second floor and my friend has gone grey and keeps sliding "
                "off the chair, she took her insulin twice I think, what do I do?"
            ),
            "emergency",
        ),
        (
            (
                "Il mio ragazzo ha mangiato i pinoli e adesso gli si chiude la gola, siamo in camera "
                "6, venite vi prego!"
            ),
            "emergency",
        ),
        (
            (
                "Mi abuela se ha mareado y suda frío y tiene la cara gris, estamos en la habitación 3, "
                "¿pueden subir ya?"
            ),
            "emergency",
        ),
        (
            (
                "Good evening, the man in the next bed cannot lift his left arm since an hour and "
                "talks strangely. Should I wait until the morning?"
            ),
            "emergency",
        ),
        ("My friend takes insulin: is there a fridge in the dorm where it may stay?", ""),
        ("Il mio ragazzo è allergico ai pinoli: la colazione ne contiene?", ""),
        ("A mi abuela le duelen las rodillas: ¿cuántos escalones hay hasta la habitación?", ""),
    ],
)
def test_who_surely_needs_help_now_is_told_whom_to_call_though_no_list_knows_why(words, kind):
    plan = interpret(IncomingMail(body=words))
    assert plan.emergency == ()
    assert urgent_kind(plan, is_night=False) == kind


def test_danger_comes_before_the_word_that_we_do_not_read_a_language():
    mail = make("Det brenner på rommet vårt", language="other", emergency=(Emergency.MEDICAL,))
    assert urgent_kind(mail, is_night=False) == "emergency"
    calm = replace(mail, emergency=())
    assert urgent_kind(calm, is_night=False) == "unknown_language"


@pytest.mark.parametrize(
    "body",
    [
        "What floor is the dorm on?",
        "Gibt es Steckdosen am Bett und Leselampen?",
        "Wie weit ist es zum Strand und gibt es dort Liegen?",
        "¿La playa está lejos?",
        "Le feu est-il autorisé près du lac ? Et pouvons-nous emprunter le seau ?",
        "Hello, is the beach far?\n\nTom",
    ],
)
def test_a_plain_question_is_no_emergency(body) -> None:
    """ "¿La playa está lejos?" got the letter for fire and gas, since the reader suspected one. Of
    17 000 labelled short texts none that needs somebody is a plain question by this."""
    plan = interpret(IncomingMail(body))
    assert (plan.escalation.tier, plan.reading.suspicions) == (Tier.NONE, ())


@pytest.mark.parametrize(
    "body",
    [
        "Cae agua a chorros por la lámpara y saltan chispas, ¿dónde está la llave de paso?",
        "si sta riempiendo la barca, dietro siamo alle caviglie, quale rubinetto dobbiamo chiudere?",
        "am linken ladegerät brennts!! wo ist bei euch der feuerlöscher, an der rezeption ist keiner",
    ],
)
def test_a_question_that_tells_of_danger_is_one(body) -> None:
    assert interpret(IncomingMail(body)).escalation.tier is not Tier.NONE
