"""Which payment request a mail answers."""

import pytest

from drafting.pipeline.interpret.signs import find_prepayment_step

REQUEST = "Please pay 90 EUR through the secure link."
REMINDER = "The payment is still outstanding, please pay today."


@pytest.mark.parametrize(
    ("text", "language", "staff", "step"),
    [
        ("Is the link safe?", "en", [REQUEST], "first"),
        ("Is the link safe?", "en", [REQUEST, REMINDER], "second"),
        ("Is the link safe?", "en", [REQUEST, REMINDER, REMINDER], "third"),
        ("Is the link safe?", "en", [REQUEST, REMINDER, REMINDER, REMINDER], "third"),
        ("Wait!", "en", [REQUEST, "FINAL NOTICE: please pay today."], "third"),
        ("Scusate", "it", ["Secondo promemoria: il pagamento non risulta."], "second"),
        ("Moment", "de", ["Letzte Mahnung: bitte bezahlen Sie heute."], "third"),
        ("I have paid.", "en", [REQUEST], "success"),
        ("Ho appena pagato.", "it", [REQUEST], "success"),
        ("Ich habe den Betrag überwiesen.", "de", [REQUEST], "success"),
        ("J'ai effectué le virement.", "fr", [REQUEST], "success"),
        ("Ya he realizado el pago.", "es", [REQUEST], "success"),
        ("I haven't paid yet.", "en", [REQUEST], "first"),
        ("I will pay once I have paid my rent.", "en", [REQUEST], "first"),
        ("Fine.", "en", ["A prepayment will be taken a month before arrival. Ok?"], None),
        ("Fine.", "en", ["Breakfast is at eight."], None),
        ("How much is the prepayment?", "en", [], None),
        ("Your secure link for the payment does not open.", "en", [], "first"),
        ("I paid for breakfast at the desk.", "en", [], None),
        ("I have been charged twice.", "en", [], None),
    ],
)
def test_step(text, language, staff, step):
    found = find_prepayment_step(text, language, staff_texts=staff)
    assert found == step


def test_the_subject_names_a_reminder():
    step = find_prepayment_step("Hi", "en", subject="Re: second reminder prepayment")
    assert step == "second"


def test_a_quote_counts_where_no_thread_is_known():
    assert find_prepayment_step("Hm", "en", quote=REQUEST) == "first"
