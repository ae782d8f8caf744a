"""Agreement: the first rule that holds, strictest first, in the new text only."""

import pytest

from drafting.pipeline.interpret.agreement import answers_proposal, find_agreement
from drafting.pipeline.plan import AgreementStatus

CASES = [
    ("I agree to the terms.", "en", "confirmed"),
    ("Agreed.", "en", "confirmed"),
    ("We have read the conditions and accept them.", "en", "confirmed"),
    ("I agree. The payment link does not open, but I will try again.", "en", "confirmed"),
    ("I agree to the terms, but the link gives an error.", "en", "confirmed"),
    ("I accept, but not the fee.", "en", "likely"),
    ("Sounds good to me!", "en", "likely"),
    ("Please go ahead.", "en", "likely"),
    ("In principle I agree.", "en", "unclear"),
    ("I agree if breakfast is included.", "en", "unclear"),
    ("I need to ask my wife first.", "en", "unclear"),
    ("Yes", "en", "unclear"),
    ("Yes, but that seems a lot.", "en", "unclear"),
    ("I don't agree.", "en", "none"),
    ("We cannot accept this.", "en", "none"),
    ("That doesn't work for us.", "en", "none"),
    ("Accetto le condizioni.", "it", "confirmed"),
    ("Va bene così.", "it", "likely"),
    ("Accetto, però senza la penale.", "it", "likely"),
    ("In linea di massima va bene.", "it", "unclear"),
    ("Non accetto.", "it", "none"),
    ("Ich bin einverstanden.", "de", "confirmed"),
    ("Passt!", "de", "likely"),
    ("Einverstanden, aber die Gebühr zahle ich nicht.", "de", "likely"),
    ("Ja, eigentlich schon.", "de", "unclear"),
    ("Damit bin ich nicht einverstanden.", "de", "none"),
    ("Das akzeptiere ich nicht.", "de", "none"),
    ("J'accepte les conditions.", "fr", "confirmed"),
    ("D'accord.", "fr", "confirmed"),
    ("Ça marche pour moi.", "fr", "likely"),
    ("En principe je suis d'accord.", "fr", "unclear"),
    ("Je ne suis pas d'accord.", "fr", "none"),
    ("De acuerdo.", "es", "confirmed"),
    ("Acepto el importe.", "es", "confirmed"),
    ("Me parece bien.", "es", "likely"),
    ("Acepto, pero no el suplemento.", "es", "likely"),
    ("En principio sí.", "es", "unclear"),
    ("No acepto.", "es", "none"),
]


@pytest.mark.parametrize(("text", "language", "status"), CASES, ids=[c[0] for c in CASES])
def test_status_after_a_proposal(text, language, status):
    assert find_agreement(text, language, has_proposal=True).status == status


CONFIDENCE = {"confirmed": 90, "likely": 60, "unclear": 40, "none": 0}


@pytest.mark.parametrize(("text", "language", "status"), CASES[:12], ids=[c[0] for c in CASES[:12]])
def test_confidence_and_person_follow_the_status(text, language, status):
    agreement = find_agreement(text, language, has_proposal=True)
    assert agreement.confidence == CONFIDENCE[status]
    assert agreement.requires_human_confirmation == (status in {"likely", "unclear"})


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Sounds good, see you in May.", "en"),
        ("My sister and I agree that the view is great.", "en"),
        ("Do you accept credit cards?", "en"),
        ("Va bene il pagamento in contanti?", "it"),
        ("Akzeptieren Sie Karten?", "de"),
        ("Acceptez-vous les chiens ?", "fr"),
        ("¿Aceptan perros?", "es"),
    ],
)
def test_nothing_proposed_is_nothing_agreed(text, language):
    assert find_agreement(text, language, has_proposal=False).status == "none"


def test_spans_point_into_the_text():
    text = "Hello,\n\nwe have talked and we accept the terms.\nI don't agree with the fee."
    for span in find_agreement(text, "en", has_proposal=True).evidence_spans:
        assert text[span.position : span.position + len(span.text)] == span.text
        assert span.is_negated


def test_nothing_counts_from_an_unverified_sender():
    agreement = find_agreement("I agree.", "en", has_proposal=True, sender_verified=False)
    assert agreement.status == "none"
    assert agreement.confidence == 0
    assert agreement.evidence_spans
    assert agreement.requires_human_confirmation


def test_additional_content_is_what_stands_beside_the_agreement():
    def extra(text, **more):
        return find_agreement(text, "en", has_proposal=True, **more).additional_content

    assert not extra("I agree.")
    assert extra("I agree.", has_asks=True)
    assert extra("I agree. By the way, our train arrives at nine in the evening on Friday.")


def test_a_proposal_is_the_last_staff_text_or_the_quote():
    def proposed(**more):
        return answers_proposal(**{"is_reply": False, "staff_texts": (), "quote": "", **more})

    assert proposed(staff_texts=["We can offer you a double. Do you agree?"])
    assert proposed(quote="Are you happy with that?")
    assert proposed(is_reply=True)
    assert not proposed()
    assert not proposed(staff_texts=["Breakfast is at eight."], is_reply=True)


@pytest.mark.parametrize(
    ("text", "language", "status"),
    [
        ("I agree, but could we pay on arrival?", "en", "likely"),
        ("Accetto, ma si potrebbe pagare in contanti all'arrivo?", "it", "likely"),
        ("Einverstanden, aber dürfen wir vor Ort bezahlen?", "de", "likely"),
        ("J'accepte, mais peut-on payer en arrivant ?", "fr", "likely"),
        ("Acepto, pero ¿se puede pagar en efectivo?", "es", "likely"),
        ("Agreed, thanks", "en", "confirmed"),
        ("D'accordo, grazie mille", "it", "confirmed"),
        ("Einverstanden, danke", "de", "confirmed"),
        ("D'accord, merci", "fr", "confirmed"),
        ("De acuerdo, gracias", "es", "confirmed"),
        ("Ok", "en", "unclear"),
        ("Ok, grazie", "it", "unclear"),
        ("Ja, danke", "de", "unclear"),
        ("Oui merci", "fr", "unclear"),
        ("Vale, gracias", "es", "unclear"),
    ],
)
def test_agreement_without_a_thread(text, language, status):
    agreement = find_agreement(text, language, has_proposal=False)
    assert agreement.status == status
    assert agreement.requires_human_confirmation is (status != "confirmed")


@pytest.mark.parametrize("text", ["ja", "Oui.", "sí", "sim", "Ok", "Si, grazie"])
def test_of_a_word_or_two_nobody_can_tell_the_language(text):
    found = find_agreement(text, "en", has_proposal=True)
    assert found.status is AgreementStatus.UNCLEAR and found.requires_human_confirmation
