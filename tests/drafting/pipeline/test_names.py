"""The name as signed."""

import pytest

from drafting.pipeline.interpret.names import find_guest_name
from drafting.pipeline.interpret.normalise import normalise


def signed(body, sender=""):
    parts = normalise(body, sender_name=sender)
    return find_guest_name(parts.text, parts.signature, sender_name=sender)


@pytest.mark.parametrize(
    ("body", "sender", "name"),
    [
        ("See you.\n\nKind regards\nTom Hill", "", "Tom Hill"),
        ("See you soon!\nSaoirse & Maeve", "", "Saoirse & Maeve"),
        ("Is it far? thx, Marnie 🚗", "Marnie Colquhoun", "Marnie"),
        ("A presto,\nGiulia e Marco", "", "Giulia e Marco"),
        ("LG Jannik", "", "Jannik"),
        ("Bis bald.\nViele Grüße aus Köln, Dörte", "", "Dörte"),
        ("Merci d'avance, Odile", "", "Odile"),
        ("Gracias, Maca", "Macarena Solís", "Maca"),
        ("Thanks.\n\nDr Alistair Fenn\n+44 7700 900193", "", "Dr Alistair Fenn"),
        ("Thanks.\n\nImogen Starke, YK5DW3", "Imogen Starke", "Imogen Starke"),
        ("Thanks.\n\nMaxence Doucet - 06 39 98 41 27", "", "Maxence Doucet"),
        ("Thanks.\n\nMillicent Royce\nHon. Treasurer", "Northgate Rowing Club", "Millicent Royce"),
        ("Cheers, Megan xx", "", "Megan"),
        ("See you there\nwes", "Wes Drummond", "wes"),
        ("What time is breakfast?", "Tom Hill", None),
        ("Thanks", "Tom Hill", None),
        ("My name is Tom and I need a bed.", "Tom Hill", None),
        ("Can we come on\nMonday", "", None),
        ("", "Tom Hill", None),
        (
            "Merci !\n\nRecevez nos salutations les plus belles.\n\nLéon Fabre",
            "Famille Fabre",
            "Léon Fabre",
        ),
        ("Restiamo in attesa.\n\nDistinti saluti.\nLa segreteria", "Studio Rossi", None),
        ("Bitte um eine Rechnung.\n\nMit freundlichen Grüßen\nBuchhaltung", "Holz AG", None),
    ],
)
def test_guest_name(body, sender, name):
    assert signed(body, sender) == name
