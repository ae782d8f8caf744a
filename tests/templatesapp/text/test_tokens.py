"""Words, stems and concepts in five languages."""

from __future__ import annotations

import pytest

from templatesapp.text.languages import Vocabulary, rules
from templatesapp.text.tokens import (
    concepts,
    content_words,
    fold,
    hypernyms,
    index_terms,
    query_terms,
    stem,
    terms,
    words,
)


def test_fold_takes_case_accents_and_hidden_characters():
    assert fold("Frühstück\u200b ＣAFÉ Straße") == "fruhstuck cafe strasse"


def test_words_lose_their_punctuation():
    assert words("Hi, (really?) 13:00 — don't!") == ["hi", "really", "13:00", "dont"]
    assert words("l’ascensore, jusqu'à; the guest's bag") == [
        *("l", "ascensore", "jusqu", "a", "the", "guest", "bag")
    ]
    assert words("") == []


def test_content_words_drop_greeting_and_stop_words():
    assert content_words("Hi, is the beach far?", "en") == ["beach", "far"]
    assert content_words("Buongiorno, c'è la colazione?", "it") == ["colazione"]


def test_terms_keep_order_and_repeats():
    assert terms("bags and beds and bags", "en") == ["bag", "bed", "bag"]


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "cancelled", "cancellation"),
        ("it", "bagagli", "bagaglio"),
        ("de", "Frühstück", "Fruehstueck"),
        ("fr", "réservées", "reservee"),
        ("es", "habitacion", "habitaciones"),
        ("en", "brekkie", "breakfast"),
    ],
)
def test_stem_joins_inflections_and_spellings(language, one, other):
    assert stem(one, language) == stem(other, language)


def test_stem_leaves_monsters_alone():
    assert stem("a" * 5000, "en") == "a" * 5000


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Is there a lift? The elevator?", {"lift"}),
        ("en", "wi-fi, internet or WLAN", {"wifi"}),
        ("en", "our luggage and suitcases", {"luggage"}),
        ("en", "a car park nearby", {"parking", "car"}),
        ("en", "a packed breakfast to go", {"breakfast", "packed-breakfast"}),
        ("it", "C'è l'ascensore? E la prima colazione?", {"lift", "breakfast"}),
        ("it", "dove si parcheggia, quanto costa il posto auto", {"parking", "price", "car"}),
        ("de", "Frühstückszeiten", {"breakfast", "time"}),
        ("de", "Gepäckaufbewahrung", {"luggage", "luggage-storage"}),
        ("de", "Zimmerschlüssel", {"room", "key"}),
        ("fr", "à quelle heure le petit-déjeuner", {"time", "breakfast"}),
        ("fr", "le mot de passe du wifi", {"password", "wifi"}),
        ("es", "¿hay ascensor? ¿y consigna?", {"lift", "luggage-storage"}),
        ("es", "cancelar la reserva", {"cancel", "booking"}),
    ],
)
def test_concepts_are_english(language, text, expected):
    assert expected <= set(concepts(text, language))


def test_concepts_hide_false_friends():
    assert "card" not in concepts("I printed my boarding card", "en")
    assert "card" not in concepts("ho la carta d'identità", "it")
    assert concepts("São 39 € para cada um.", "pt") == []  # no "cadeado"
    assert "locker" in concepts("Vende cadeados?", "pt")


def test_concepts_count_overlapping_places_once():
    assert concepts("late check-out", "en").count("late-checkout") == 1
    assert concepts("front door", "en") == ["door"]


def test_concepts_of_an_unknown_language_try_all():
    assert {"breakfast", "parking"} <= set(concepts("desayuno Parkplatz", "other"))


def test_hypernyms_go_one_way():
    assert hypernyms("dog") == {"pet"}
    assert hypernyms("bus") == {"public-transport", "transport"}
    assert hypernyms("pet") == frozenset()


def test_query_terms_are_unique_and_meet_english_documents():
    query = query_terms("La colazione, la colazione è inclusa?", "it")
    assert len(query) == len(set(query))
    assert stem("breakfast", "en") in query
    assert stem("breakfast", "en") in index_terms("Breakfast is served daily", "en")


def test_index_terms_say_a_concept_once():
    assert index_terms("breakfast", "en") == ["breakfast"]
    assert index_terms("elevator", "en") == ["elev", "lift"]


def test_every_vocabulary_knows_the_same_concepts():
    english = set(rules(Vocabulary)["en"].concepts)
    for code, vocabulary in rules(Vocabulary).items():
        unknown = set(vocabulary.concepts) | set(vocabulary.compound_parts)
        assert unknown - english == set(), code
        # A few concepts have no word of their own in a language (English adopts them).
        assert len(english - set(vocabulary.concepts)) <= 3, code
