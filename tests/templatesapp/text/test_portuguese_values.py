"""Times, amounts and bounds as Portuguese says them: read from values.toml and numbers.toml."""

from decimal import Decimal

import pytest

from templatesapp.lint import find_values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("O check-in é das 15h30 às 22h.", [930, 1320]),
        ("O pequeno-almoço é servido das 8h às dez e um quarto da manhã.", [480, 615]),
        ("O pequeno-almoço custa 8,50 € por pessoa.", [Decimal("8.50")]),
        ("São trinta e quatro degraus.", [34]),
        ("Demora uma hora e meia.", [90]),
        ("Fecha à meia-noite e abre ao meio-dia.", [1440, 720]),
        ("Custa 30 por cento, no máximo 6 noites.", [30, 6]),
        ("São dezasseis degraus, dezesseis degraus no Brasil.", [16, 16]),
        ("Um quarto com uma cama.", []),
    ],
)
def test_what_is_counted_is_read(text, expected):
    found = find_values(text, "pt").values
    assert len(found) == len(expected), found
    assert all(
        Decimal(wanted) in value.amounts for value, wanted in zip(found, expected, strict=True)
    )
