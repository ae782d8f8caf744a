"""Sentences: what a rewrite changed, whether two say the same, and what holds for one guest only."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from drafting.instruments.simulate_world import FILE
from learning.proposals.changes import SentenceChange, change_letter, kept_share, sentence_changes
from learning.proposals.meaning import Meanings, is_for_anyone, is_own_request, marks, meanings
from learning.proposals.models import Change
from learning.redaction import own_words, redact
from templatesapp.selectors import current_catalogue
from templatesapp.text.slots import ALWAYS

WORLD = json.loads(FILE.read_text(encoding="utf-8"))
LETTER = (
    "{{SLOT:GREETING}}\n\n"
    "Breakfast is served on the terrace. It costs {{SLOT:FACT_BREAKFAST_PRICE}}.\n\n"
    "You pay at the bar.\n\n"
    "Warm regards,\nPeter & Cristiana"
)
OATS = "There is oat milk."


def _changes(rewritten: str) -> list[tuple[str, str, str]]:
    return [(c.change, c.beside, c.sentence) for c in sentence_changes(LETTER, rewritten)]


def test_a_sentence_in_the_middle_is_added_after_its_neighbour():
    text = LETTER.replace("on the terrace.", f"on the terrace. {OATS}")
    (change,) = sentence_changes(LETTER, text)
    assert change == SentenceChange(Change.ADDED, "Breakfast is served on the terrace.", OATS)
    assert change_letter(LETTER, change) == text


def test_a_sentence_after_the_closing_becomes_a_paragraph_before_it():
    (change,) = sentence_changes(LETTER, f"{LETTER}\n\n{OATS}")
    changed = change_letter(LETTER, change)
    assert changed is not None
    assert changed.split("\n\n")[-2:] == [f"{ALWAYS} {OATS}", "Warm regards,\nPeter & Cristiana"]


def test_a_sentence_after_a_link_or_a_slot_becomes_a_paragraph_too():
    for neighbour in ("All about it: https://desk.example/pay", "{{SLOT:KNOWLEDGE_INJECTION}}"):
        letter = LETTER.replace("You pay at the bar.", neighbour)
        changed = change_letter(letter, SentenceChange(Change.ADDED, neighbour, OATS))
        assert changed is not None
        assert f"{neighbour}\n\n{ALWAYS} {OATS}\n\n" in changed


def test_a_paragraph_that_always_stays_is_found_and_keeps_its_mark():
    letter = LETTER.replace("You pay", f"{ALWAYS} You pay")
    said = "You pay at the bar."
    replaced = change_letter(letter, SentenceChange(Change.REPLACED, said, "Pay at the bar."))
    assert replaced == letter.replace(said, "Pay at the bar.")
    without = change_letter(letter, SentenceChange(Change.DROPPED, said, ""))
    assert without == LETTER.replace(f"{said}\n\n", "")


def test_a_sentence_in_place_of_a_like_one_replaces_it():
    new = "Breakfast is served on the terrace or, in winter, indoors."
    text = LETTER.replace("Breakfast is served on the terrace.", new)
    assert _changes(text) == [("replaced", "Breakfast is served on the terrace.", new)]
    assert change_letter(LETTER, sentence_changes(LETTER, text)[0]) == text


def test_a_sentence_that_is_gone_is_dropped():
    text = LETTER.replace("You pay at the bar.\n\n", "")
    (change,) = sentence_changes(LETTER, text)
    assert (change.change, change.beside) == (Change.DROPPED, "You pay at the bar.")
    assert change_letter(LETTER, change) == text
    assert change_letter(text, change) is None  # the letter no longer has it


def test_a_sentence_that_moved_is_no_change():
    moved = LETTER.replace("You pay at the bar.\n\n", "").replace(
        "Breakfast is", "You pay at the bar. Breakfast is"
    )
    assert _changes(moved) == []
    assert kept_share(LETTER, moved) == 1.0


def test_line_ends_are_those_of_the_letter():
    change = SentenceChange(Change.ADDED, "You pay at the bar.", OATS)
    changed = change_letter(LETTER.replace("\n", "\r\n"), change)
    assert changed is not None
    assert f"You pay at the bar. {OATS}\r\n\r\n" in changed


@pytest.fixture(scope="module")
def english(django_db_setup, django_db_blocker) -> Meanings:
    """Whoever asks for it is marked ``django_db``: else no test database is made, and this reads
    the desk's own."""
    with django_db_blocker.unblock():
        from django.db import transaction

        with transaction.atomic():
            call_command("load_sample", verbosity=0)
            found = meanings("en", current_catalogue())
            own_words(current_catalogue())
            transaction.set_rollback(True)
    return found


@pytest.mark.django_db
def test_the_worlds_wishes_are_recognised_in_other_words(english):
    pairs = [(wish["sentence"], other) for wish in WORLD["wishes"] for other in wish["others"]]
    same = [pair for pair in pairs if english.is_same(*pair)]
    assert len(same) >= 0.9 * len(pairs)


@pytest.mark.django_db
def test_no_wish_is_taken_for_another(english):
    wishes = [wish["sentence"] for wish in WORLD["wishes"]]
    wrong = [(a, b) for i, a in enumerate(wishes) for b in wishes[:i] if english.is_same(a, b)]
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("There is a lift.", "There is no lift."),
        ("Bags are kept until 8 pm.", "Bags are kept until 10 pm."),
        ("The lockers are in the dorm.", "The luggage room has a camera."),
        ("The bar is open on Sundays.", "The bar is closed on Sundays."),
        ("Candles are allowed on the terrace.", "Candles are forbidden on the terrace."),
        ("The sauna is free for our guests.", "The sauna costs extra for our guests."),
    ],
)
def test_what_differs_in_a_no_or_a_value_is_not_the_same(english, left, right):
    assert not english.is_same(left, right)


def test_the_worlds_wishes_hold_for_anyone():
    sentences = [s for wish in WORLD["wishes"] for s in (wish["sentence"], *wish["others"])]
    assert [s for s in sentences if not is_for_anyone(s, "en")] == []


def test_what_is_said_to_one_guest_is_found_or_can_be_told_apart():
    """Nine in ten are refused at once; of the others each has a mark that no three guests share."""
    kept = [s for s in WORLD["own"] if is_for_anyone(redact(s), "en")]
    assert len(kept) <= 0.2 * len(WORLD["own"])
    assert all(marks(s, "en") for s in kept)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("it", "Come ha scritto, il letto è in basso."),
        ("it", "Il suo amico può dormire nella stessa camera."),
        ("de", "Wie Sie geschrieben haben, ist das Bett unten."),
        ("de", "Ihre Buchung ist bestätigt."),
        ("fr", "Comme vous l'avez écrit, le lit est en bas."),
        ("fr", "Vous arrivez le 2 juin avec le bus."),
        ("es", "Su habitación está en la tercera planta."),
        ("es", "Su amiga puede dormir en la misma habitación."),
        ("en", "The money has arrived."),
        ("en", "As agreed by phone, the gate stays open."),
        ("de", "Das Geld ist bei uns eingegangen."),
        ("de", "Wir haben Ihnen das Bett am Fenster gegeben."),
        ("it", "Il pagamento è arrivato."),
        ("it", "Vi abbiamo dato il letto vicino alla finestra."),
        ("fr", "Le paiement est arrivé."),
        ("fr", "Nous vous avons donné le lit près de la fenêtre."),
        ("es", "El pago ha llegado."),
        ("es", "Le hemos dado la cama junto a la ventana."),
        ("pt", "O pagamento chegou."),
        ("pt", "O autocarro de amanhã está cheio."),
        ("en", "The boat on Fri at 9 is full."),
        ("de", "Das Boot am Do um 9 Uhr ist voll."),
        ("de", "Ihr Zimmer liegt zum Garten."),
        ("it", "Ci deve ancora la tassa di soggiorno."),
        ("fr", "J'ai déplacé votre séjour d'une semaine."),
        ("es", "Todavía nos debe la segunda noche."),
        ("pt", "O seu quarto fica no segundo andar."),
        ("en", "The bed by the window is reserved for you."),
    ],
)
def test_one_guests_own_matter_in_every_language(language, sentence):
    assert not is_for_anyone(sentence, language)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Reception calls a taxi for you."),
        ("en", "Dogs are welcome in the garden."),
        ("en", "You may borrow 2 umbrellas, so bring none; if you do, put them back."),
        ("it", "Il lido costa 12 euro con due lettini di legno."),
        ("pt", "A garagem do porto custa 32 euros."),
        ("de", "Von der Haltestelle gehen Sie zwei Minuten bergauf."),
        ("it", "Dal molo si sale in dieci minuti."),
        ("fr", "La plage est à dix minutes à pied."),
        ("es", "La cocina cierra a las dos de la tarde."),
        ("pt", "Há toalhas de praia na receção."),
    ],
)
def test_what_any_guest_may_hear_is_a_wish_in_every_language(language, sentence):
    assert is_for_anyone(sentence, language)


@pytest.mark.parametrize(
    ("language", "request_"),
    [
        ("en", "Can you shift our reservation by one week?"),
        ("en", "Could you put my cousin Mara and me into the same dorm?"),
        ("en", "Please take me off your list, unsubscribe me."),
        (
            "de",
            "Bitte schicken Sie mir das Ladekabel nach, das ich im Zimmer liegen gelassen habe.",
        ),
        ("it", "Può annullare una delle due camere che abbiamo prenotato?"),
        ("fr", "Veuillez changer le nom sur ma réservation."),
        ("es", "Por favor, vuelvan a mandarme la confirmación de mi reserva."),
        ("pt", "Por favor guardem o chapéu que deixei no terraço."),
    ],
)
def test_what_a_stranger_could_not_ask_to_have_done_is_one_guests_own(language, request_):
    assert is_own_request(request_, language)


@pytest.mark.parametrize(
    ("language", "request_"),
    [
        ("en", "Can you wash our clothes for us?"),
        ("en", "Please change the towels every day."),
        ("de", "Könnten Sie uns einen Tisch in einem Restaurant reservieren?"),
        ("it", "Ci potete prenotare una gita in barca?"),
        ("fr", "Pouvez-vous recharger nos vélos électriques la nuit ?"),
        ("es", "¿Podrían recibir un paquete para mí antes de mi llegada?"),
        ("pt", "Podem emprestar-nos uma bomba de bicicleta?"),
    ],
)
def test_what_any_guest_could_ask_to_have_done_is_no_guests_own(language, request_):
    assert not is_own_request(request_, language)


def test_a_slot_of_one_guest_is_one_guests_own():
    assert not is_for_anyone("Your booking {{SLOT:BOOKING_REF}} holds a bed for you.", "en")
    assert is_for_anyone("Towels cost {{SLOT:FACT_TOWEL_PRICE}} at reception.", "en")
