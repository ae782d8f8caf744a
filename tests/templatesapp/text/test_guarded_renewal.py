"""Today's facts in a text that states former ones."""

from __future__ import annotations

import pytest

from templatesapp.text.guarded.renewal import renew_facts
from tests.templatesapp.text.test_guarded import FACTS, _facts


@pytest.mark.parametrize(
    ("language", "text", "changed", "renewed"),
    [
        ("en", "Check-in is from 3:30 pm.", {"CHECK_IN_FROM": "16:00"}, "Check-in is from 4 pm."),
        (
            "de",
            "Frühstück kostet 8,50 € pro Person, die Kurtaxe 2,50 €.",
            {"CITY_TAX": "3.00"},
            "Frühstück kostet 8,50 € pro Person, die Kurtaxe 3 €.",
        ),
        (
            "it",
            "Dalla strada ci sono 34 gradini fino alla porta.",
            {"STEPS": "36"},
            "Dalla strada ci sono 36 gradini fino alla porta.",
        ),
        (
            "en",
            "The walk from the bus stop takes four minutes.",
            {"BUS_STOP_WALK": "5"},
            "The walk from the bus stop takes 5 minutes.",
        ),
        (
            "fr",
            "Le petit-déjeuner est servi de 8h à 10h15.",
            {"BREAKFAST_FROM": "07:30", "BREAKFAST_UNTIL": "10:00"},
            "Le petit-déjeuner est servi de 7h30 à 10h.",
        ),
        ("es", "El desayuno cuesta 8,50 €.", {"TOWEL_PRICE": "5.00"}, "El desayuno cuesta 8,50 €."),
    ],
)
def test_only_what_has_changed_is_put_in(language, text, changed, renewed):
    assert renew_facts(text, language=language, then=FACTS, now=_facts(**changed)) == renewed
