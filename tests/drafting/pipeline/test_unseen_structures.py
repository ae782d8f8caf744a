"""What mail nobody had seen showed to be missing, by structure and in wording of its own."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.escalation import find_escalation
from drafting.pipeline.interpret.normalise import normalise
from drafting.pipeline.plan import IncomingMail, Tier
from learning.redaction import redact
from templatesapp.text.tokens import concepts, index_terms
from tests.templatesapp.text.covered import cover


def plan_of(body: str, subject: str = ""):
    return interpret(IncomingMail(body=body, subject=subject))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I am reporting you to the licensing board."),
        ("en", "Refund me or the whole web will read about it."),
        ("en", "Don't force us to get attorneys involved."),
        ("en", "The woman who works mornings stole from us."),
        ("it", "Vi porto davanti al giudice."),
        ("de", "Davon wird die Presse erfahren."),
        ("fr", "On se retrouvera devant le tribunal."),
        ("es", "Todo el mundo se va a enterar."),
    ],
)
def test_an_announced_act_is_a_threat_without_a_condition(language, text):
    assert find_escalation(text, language).tier is Tier.CRITICAL


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "We'd be dead without coffee, is there any?"),
        ("en", "Where is the nearest hospital, can you tell me?"),
        ("it", "Abbiamo letto di voi sul giornale!"),
        ("fr", "Mon ami adore ce gâteau à en mourir."),
        ("es", "Leímos sobre vosotros en la prensa."),
    ],
)
def test_figures_of_speech_and_readers_threaten_nobody(language, text):
    assert find_escalation(text, language).tier is Tier.NONE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "My wife works at the hospital, so we come on Friday after six."),
        ("en", "I am a nurse at a hospital and have shifts."),
        ("en", "I shall be auditing the hospital foundation next door."),
        ("de", "Meine Frau arbeitet im Krankenhaus, wir kommen erst um sechs."),
        ("de", "Weil mein Mann in der Klinik arbeitet, kommen wir erst am Freitag."),
        ("it", "Mia moglie lavora in ospedale e ha i turni."),
        ("fr", "Ma femme travaille à l'hôpital, nous arriverons vendredi."),
        ("es", "Mi mujer trabaja en el hospital y tiene turnos."),
        ("pt", "A minha mulher trabalha no hospital e tem turnos."),
    ],
)
def test_who_works_in_a_hospital_is_not_ill(language, text):
    assert find_escalation(text, language).tier is Tier.NONE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "My husband is in hospital since yesterday."),
        ("de", "Mein Mann liegt seit gestern im Krankenhaus."),
        ("it", "Mio marito è in ospedale da ieri."),
        ("fr", "Mon mari est à l'hôpital depuis hier."),
        ("es", "Mi marido está en el hospital desde ayer."),
        ("pt", "O meu marido está no hospital desde ontem."),
    ],
)
def test_who_lies_in_a_hospital_is_ill(language, text):
    assert find_escalation(text, language).tier is Tier.HIGH


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Mon employeur me réclame une facture."),
        ("es", "Mi empresa me reclama una factura."),
    ],
)
def test_what_others_ask_for_is_no_complaint(language, text):
    assert "complaint" not in concepts(text, language)


def test_a_lost_relative_is_a_death():
    assert "vulnerable_circumstance" in find_escalation("We lost my mother.", "en").triggers


@pytest.mark.parametrize(
    "text",
    [
        "I left my scarf in room 2. Have you found it?",
        "You told me that you found my scarf. How do I get it?",
    ],
)
def test_no_word_of_a_guest_proves_a_find(text):
    assert "item_found" not in plan_of(text).proofs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Can we book a boat trip with you?", False),
        ("Can you book a taxi for four people?", False),
        ("Can you cancel my booking?", True),
        ("Could we book one more night?", True),
    ],
)
def test_only_the_stay_is_a_booking_action(text, expected):
    assert plan_of(text).workflow_triggers.booking_action_required is expected


def test_a_wish_in_polite_words_is_no_signature():
    body = (
        "Bonjour,\n\nMerci de me rayer de votre fichier, je ne veux plus de courrier.\n\nLuc Amar"
    )
    assert "rayer" in normalise(body, sender_name="Luc Amar").text
    assert plan_of(body).opt_out


def test_a_short_answer_above_a_header_stays():
    assert normalise("Yes, please.\nOn Monday we wrote:\n> Shall we?").text == "Yes, please."


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("Who do I ask for the key?", 1),
        ("How difficult is the walk?", 1),
        ("Is anyone there at midnight?", 1),
        ("C'è qualcuno a mezzanotte?", 1),
        ("Was soll ich mitbringen?", 1),
        ("Y a-t-il quelqu'un à minuit ?", 1),
        ("¿Hay alguien en recepción a medianoche?", 1),
        ("Is anybody there?", 0),
    ],
)
def test_a_real_question_is_not_taken_for_a_rhetorical_one(text, questions):
    assert len(plan_of(text).intents.questions) == questions


def test_a_farewell_asks_nothing():
    assert not plan_of("See you on Friday.\nGive our love to everyone.").intents.requests


@pytest.mark.parametrize(
    ("question", "answer", "status"),
    [
        ("May I pay by card?", "We take cash and cards.", "covered"),
        ("Do you offer airport transfers?", "The airport is in Naples.", "missing"),
        ("Are there beds in August?", "August is very hot.", "missing"),
        ("Is it far from the beach?", "Five minutes on foot.", "covered"),
        ("May we smoke and bring our own wine?", "Smoking is allowed outside.", "partial"),
    ],
)
def test_coverage_tells_topic_from_scene(question, answer, status):
    assert cover(question, answer, language="en").status == status


def test_a_supermarket_is_one_in_every_language():
    judged = cover(
        "Y a-t-il un supermarché à proximité ?",
        "The nearest supermarket is on Via Pasitea.",
        language="fr",
        answer_language="en",
    )
    assert judged.status == "covered"


def test_a_listed_phrase_is_not_hidden_by_itself():
    assert "id-document" in concepts("Serve la carta d'identità?", "it")


def test_a_concept_named_by_a_stop_word_is_indexed():
    assert "thank" in index_terms("Thank you so much for everything", "en")


def test_who_signs_with_the_sender_is_redacted():
    text = redact("Nos vemos.\n\nFermín y Rocío\n", sender_name="Fermín Olivares")
    assert "Rocío" not in text
