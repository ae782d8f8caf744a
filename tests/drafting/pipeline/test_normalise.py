"""Normalising: characters, encodings, markup, quotes and signatures of a body as received."""

import pytest

from drafting.pipeline.interpret.normalise import clean_text, normalise


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("I&#39;ve paid", "I've paid"),
        ("Caf&eacute; &amp;amp; bar", "Café & bar"),
        ("a\u200bb\u202ec\u00adde\ufeff", "abcde"),
        ("ｆｕｌｌ ｗｉｄｔｈ", "full width"),
        ("non\u00a0breaking", "non breaking"),
        ("it’s “quoted”", 'it\'s "quoted"'),
        ("line one\r\nline two\rthree", "line one\nline two\nthree"),
    ],
)
def test_clean_text_makes_characters_plain(raw, clean):
    assert clean_text(raw) == clean


def test_words_between_angles_are_passed_on_and_not_quoted():
    mail = "Booking 123\n\n>>> Is there a lift? <<<\n\n> an older line"
    parts = normalise(mail)
    assert "Is there a lift?" in parts.text
    assert "older" not in parts.text


def test_markup_becomes_lines_and_quotes_of_it_go():
    raw = (
        "<html><head><style>p{color:red}</style></head><body><p>Hi,</p><p>is the room "
        "<b>quiet</b>?<br>Tom</p><blockquote>Dear Tom, yes.</blockquote></body></html>"
    )
    parts = normalise(raw)
    assert parts.text == "Hi,\n\nis the room quiet?" or parts.text == "Hi,\nis the room quiet?"
    assert parts.signature == "Tom"
    assert "Dear Tom" in parts.quote


def test_an_address_in_angle_brackets_is_no_markup():
    assert clean_text("write to <tom@example.org> please") == "write to <tom@example.org> please"


QUOTES = {
    "gmail_en": "On Wed, 6 May 2026 at 12:15, Hostel Brikette <info@hostel.example> wrote:\n> Old.",
    "split_en": "On Wed, 6 May 2026 at 12:15, Hostel Brikette\n<info@hostel.example> wrote:\n\n> Old.",
    "three_lines": "On Wed, 6 May 2026 at 12:15,\nHostel Brikette\n<info@hostel.example> wrote:\n> Old.",
    "no_marks": "On 6 May 2026, at 12:15, Hostel Brikette wrote:\n\nOld.",
    "it": "Il giorno mer 6 mag 2026 alle ore 12:15 Hostel <info@hostel.example> ha scritto:\n> Old.",
    "de": "Am Mi., 6. Mai 2026 um 12:15 Uhr schrieb Hostel Brikette\n<info@hostel.example>:\n> Old.",
    "fr": "Le mer. 6 mai 2026 à 12:15, Hostel <info@hostel.example> a écrit :\n> Old.",
    "es": "El mié, 6 may 2026 a las 12:15, Hostel (<info@hostel.example>) escribió:\n> Old.",
    "outlook_en": "________________________________\nFrom: Hostel\nSent: Monday, 4 May\nTo: Tom\nSubject: x\n\nOld.",
    "outlook_de": "Von: Hostel\nGesendet: Montag, 4. Mai\nAn: Tom\nBetreff: x\n\nOld.",
    "outlook_it": "Da: Hostel\nInviato: lunedì 4 maggio\nA: Tom\nOggetto: x\n\nOld.",
    "outlook_fr": "De : Hostel\nEnvoyé : lundi 4 mai\nÀ : Tom\nObjet : x\n\nOld.",
    "outlook_es": "De: Hostel\nEnviado: lunes, 4 de mayo\nPara: Tom\nAsunto: x\n\nOld.",
    "bold_keys": "*From:* Hostel\n*Date:* Monday\n*To:* Tom\n\nOld.",
    "original": "-----Original Message-----\nOld.",
    "original_de": "-----Ursprüngliche Nachricht-----\nOld.",
    "forward": "---------- Forwarded message ---------\nOld.",
    "forward_fr": "Début du message transféré :\nOld.",
    "marks_only": "> Old.\n> > Older.",
}


@pytest.mark.parametrize("form", QUOTES, ids=list(QUOTES))
def test_quotes_go_in_every_form(form):
    parts = normalise("New words here.\n\n" + QUOTES[form])
    assert parts.text == "New words here."
    assert "Old." in parts.quote


def test_an_answer_below_the_quote_stays():
    parts = normalise("On 6 May 2026 at 12:15, Hostel wrote:\n> Which room?\n\nThe quiet one.")
    assert parts.text == "The quiet one."
    assert parts.quote == "Which room?"


def test_prose_that_looks_like_a_header_stays():
    text = "From: Naples we take the bus.\nOn 3 May you wrote that breakfast is included."
    assert normalise(text).text == text


@pytest.mark.parametrize(
    ("body", "text", "signature"),
    [
        (
            "See you.\n\nKind regards\nTom Hill\n+44 7700 900123",
            "See you.",
            "Kind regards\nTom Hill\n+44 7700 900123",
        ),
        ("See you.\n-- \nTom\nHill Ltd", "See you.", "--\nTom\nHill Ltd"),
        ("See you.\n\nSent from my iPhone", "See you.", ""),
        ("A domani.\nCordiali saluti,\nAnna", "A domani.", "Cordiali saluti,\nAnna"),
        (
            "Bis dann.\n\nMit freundlichen Grüßen\nAnna",
            "Bis dann.",
            "Mit freundlichen Grüßen\nAnna",
        ),
    ],
)
def test_signatures_are_kept_apart(body, text, signature):
    parts = normalise(body)
    assert parts.text == text
    assert parts.signature == signature


def test_a_threat_below_a_closing_is_text():
    body = "Thanks.\nIf nobody answers by Friday I will go to my lawyer and to the press as well."
    assert normalise(body).text == body


@pytest.mark.parametrize(
    "small_print",
    [
        "This e-mail is confidential. If you are not the one it is for, delete it. Print it?",
        "*** Please consider the environment before printing. Do you need it on paper? ***",
        "Diese Nachricht enthält vertrauliche Angaben.\n\nMüssen Sie sie ausdrucken?",
        "Il presente messaggio contiene informazioni riservate. Lo cancelli, se non è per Lei.",
        "Ce message est confidentiel. Avez-vous besoin de l'imprimer ?",
        "Este correo es confidencial. ¿Es usted el destinatario?",
        "Do you really have to print this e-mail?",
        "Müssen Sie diese E-Mail wirklich ausdrucken?",
        "Ha veramente bisogno di stampare questo messaggio?",
        "Est-il vraiment nécessaire d'imprimer ce courriel ?",
        "¿De verdad necesita imprimir este mensaje?",
        "É mesmo necessário imprimir esta mensagem?",
    ],
)
def test_the_small_print_of_a_firm_asks_nothing_and_hides_no_name(small_print):
    parts = normalise(f"Is there parking?\n\nBest\nAnna Holm\nNordwind GmbH\n\n{small_print}")
    assert parts.text == "Is there parking?"
    assert parts.signature == "Best\nAnna Holm\nNordwind GmbH"


@pytest.mark.parametrize(
    "firm",
    [
        "Halden & Sons Ltd., Managing Director: Iris Halden, Registered Office: 4 Quay Street, Leeds, No. 0123456",
        "Nordwind Bau GmbH & Co. KG, Geschäftsführerin: Iris Halden, Amtsgericht Kiel, HRB 4711, Steuer-Nr. 22/333",
        "Agence Halden & Fils – RCS Lyon 123 456 789 – Capital 10 000 €",
        "Studio Halden Srl – Via Po 4, Torino – Partita IVA 0123456789 – Registro Imprese Torino",
    ],
)
def test_the_line_of_a_firm_is_signature_however_long(firm):
    parts = normalise(f"Is there parking?\n\nBest\nIris Halden\n{firm}")
    assert parts.text == "Is there parking?"


def test_a_long_line_below_a_closing_is_read():
    said = "PS Wir kommen zu acht mit Rädern aus Kiel und bräuchten einen Raum zum Abschließen, wenn es geht"
    assert said in normalise(f"Gibt es Frühstück?\n\nLG\nIris\n{said}").text


@pytest.mark.parametrize(
    "text",
    [
        "This message is for Cristiana only: is the surprise cake possible?",
        "Is this e-mail confidential? Then I send my passport.",
    ],
)
def test_a_guest_who_speaks_of_a_message_is_read(text):
    assert normalise(text).text == text
