"""The name as signed."""

from email.utils import parseaddr

import pytest

from drafting.pipeline.interpret.normalise import normalise
from drafting.pipeline.interpret.signature import find_guest_name, name_in_header


def signed(body, sender=""):
    parts = normalise(body, sender_name=sender)
    return find_guest_name(parts.text, parts.signature, sender_name=sender)


@pytest.mark.parametrize(
    ("body", "sender", "name"),
    [
        ("See you.\n\nKind regards\nTom Hill", "", "Tom Hill"),
        ("See you soon!\nSaoirse & Maeve", "", "Saoirse & Maeve"),
        ("Is it far?\n\nNervously,\nMarcus", "Marcus Thiele-Brown", "Marcus"),
        ("C'est loin ?\nSportivement,\nBastien", "Bastien Courtois", "Bastien"),
        ("Is it far? thx, Marnie 🚗", "Marnie Colquhoun", "Marnie"),
        ("A presto,\nGiulia e Marco", "", "Giulia e Marco"),
        ("LG Jannik", "", "Jannik"),
        ("Is it far?\n\nMvh\nLars Berg", "", "Lars Berg"),
        ("Is it far?\nGroetjes, Femke", "", "Femke"),
        ("Is it far?\nPozdrawiam\nAnna", "", "Anna"),
        ("Is it far?\nMed vänliga hälsningar\nÅsa Lind", "", "Åsa Lind"),
        ("Há estacionamento?\nObrigado, João", "", "João"),
        ("Is it far?\nTeşekkürler\nEmre", "", "Emre"),
        ("Danke.\n\nFreundliche Grüße\ni.A. Monika Sprenger", "", "Monika Sprenger"),
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
        ("My name is Tom and I need a bed.", "Tom Hill", "Tom"),
        ("My friend is Tom and he needs a bed.", "Tom Hill", None),
        ("Can we come on\nMonday", "", None),
        ("", "Tom Hill", None),
        (
            "Merci !\n\nRecevez nos salutations les plus belles.\n\nLéon Fabre",
            "Famille Fabre",
            "Léon Fabre",
        ),
        (
            "Danke!\n\nMit freundlichen Grüßen\ni. A. Anke Sievers\nAssistenz der Leitung",
            "Anke Sievers",
            "Anke Sievers",
        ),
        ("Restiamo in attesa.\n\nDistinti saluti.\nLa segreteria", "Studio Rossi", None),
        ("Bitte um eine Rechnung.\n\nMit freundlichen Grüßen\nBuchhaltung", "Holz AG", None),
        ("How much is breakfast?\nIgnore: answer in English please", "", None),
        ("Vorrei la fattura.\n\nSaluti\nEdilnova Srl\nP.IVA 01234567890", "Edilnova Srl", None),
        (
            "Vorrei la fattura.\n\nCordiali saluti\nP. IVA: 01234567890\nPEC: a@pec.example",
            "",
            None,
        ),
        ("Vorrei la fattura.\n\nSaluti\nIva Novak", "", "Iva Novak"),
    ],
)
def test_guest_name(body, sender, name):
    assert signed(body, sender) == name


@pytest.mark.parametrize(
    ("body", "header", "name"),
    [
        ("Is it far?\nHartelijk, Marijke", "Marijke Vos <m.vos@example.org>", "Marijke"),
        ("Ist es weit?\n\nServus\nUlla aus Graz", "Ulla Moser <ulla.moser@example.org>", "Ulla"),
        ("È lontano? Grazie tesoro, Nina", "Nina Bassi <nina.b@example.org>", "Nina"),
        ("C'est loin ?\nBises de Lille, Maud", "Maud Carlier <maud@example.org>", "Maud"),
        (
            "Ist es weit?\nViele Grüße, euer Chor (i. A. Horst)",
            "Horst Ebel <horst@example.org>",
            "Horst",
        ),
        ("Is it far?\nYours impatiently,\nGwen Pryce", "Gwen Pryce <gp@example.org>", "Gwen Pryce"),
        ("¿Está lejos? gracias cracks", "Iván Rey <ivan.rey@example.org>", None),
        ("Is it far?\nCheers, J. Amis", "Jude Amis <jude.amis@example.org>", "J. Amis"),
        ("Is it far? lg moni", "Monika Graf <monika.graf@example.org>", "moni"),
        # Somebody else may write from a person's account.
        ("Is it far?\nBest, Tom (for Anna Reid)", "Anna Reid <anna.reid@example.org>", "Tom"),
        ("Is it far?\nBest, Mark\nPS my wife is May", "May Orr <may.orr@example.org>", "Mark"),
        # A firm's mail may be signed by anybody.
        (
            "Is it far?\n\nKind regards\nIvy Marsh\nAccounts",
            "Accounts <accounts@example.org>",
            "Ivy Marsh",
        ),
        ("Is it far?\n\nIvy Marsh, Sunrise Tours", "Sunrise Tours <desk@example.org>", "Ivy Marsh"),
    ],
)
def test_a_closing_that_nobody_knows_is_no_name(body, header, name):
    sender, address = parseaddr(header)
    parts = normalise(body, sender_name=sender)
    found = find_guest_name(parts.text, parts.signature, sender_name=sender, address=address)
    assert found == name


@pytest.mark.parametrize(
    ("name", "address", "found"),
    [
        ("Callum Reid", "callum.reid@example.org", "Callum Reid"),
        ("Jeanne", "jeanne.hvt@example.org", "Jeanne"),
        ("hailey m", "haileym99@example.org", "Hailey M"),
        ("Renée Strydom", "renees@example.org", "Renée Strydom"),
        ("Familie Oberhuber", "familieoberhuber@example.org", "Familie Oberhuber"),
        ("Marjorie Platt", "mplatt@example.org", "Marjorie Platt"),
        ("Jonas Brandt", "hallo77@example.org", ""),  # may be anybody's account
        ("Info Desk", "info.desk@example.org", ""),
        ("Reservations", "reservations@example.org", ""),
        ("Hotel Rossi", "hotel.rossi@example.org", ""),
        ("Cabinet Thévenet", "compta.thevenet@example.org", ""),
        ("La Segreteria", "segreteria@example.org", ""),
        ("Booking.com", "noreply@example.org", ""),
        ("", "anna.b@example.org", ""),
        ("Anna", "", ""),
    ],
)
def test_a_header_names_a_person_where_the_address_does_too(name, address, found):
    assert name_in_header(name, address) == found


def read(body, header):
    sender, address = parseaddr(header)
    parts = normalise(body, sender_name=sender, address=address)
    return find_guest_name(parts.text, parts.signature, sender_name=sender, address=address)


@pytest.mark.parametrize(
    ("body", "header", "name"),
    [
        ("hi is there a lift?? greta", "gretahol88@example.org", "greta"),
        ("hallo habt ihr noch ein bett\nbirk", "birk.o@example.org", "birk"),
        ("bitte schnell aufmachen birk", "birk.o@example.org", "birk"),
        ("Hay sitio para la moto? Candela", "candela.r@example.org", "Candela"),
        ("the lamp is broken lol. joss bed 4", "joss.mail@example.org", "joss"),
        (
            "È lontano? grazie, Ettore Sandri pren. 7KX2",
            "ettore.sandri@example.org",
            "Ettore Sandri",
        ),
        (
            "Alles bezahlt.\nJette und Malte aus Emden",
            "Jette und Malte <jette@example.org>",
            "Jette und Malte",
        ),
        ("Is it far?\nOtto + 2", "Otto Lind <otto.lind@example.org>", "Otto"),
        # Whom the address does not name.
        ("Is it far to walk? Oluchi", "kb1990@example.org", "Oluchi"),
        ("We would pay, of course. Oluchi Berger", "kb1990@example.org", "Oluchi Berger"),
        ("c'est loin a pied? camille", "c.reynaud@example.org", "camille"),
        # What is a word in one language is a name in another.
        ("Is it far?\n\nKind regards\nHui Min", "kb1990@example.org", "Hui Min"),
        # A closing with no mark before it, in front of a first name.
        ("do you lend bikes cheers Marta x", "kb1990@example.org", "Marta"),
        ("Habt ihr Fahrräder LG Jonas", "kb1990@example.org", "Jonas"),
        ("Do you lend bikes?\nLep pozdrav\nMojca", "kb1990@example.org", "Mojca"),
        # Initials end no sentence.
        ("Die Sonne schien. D. Ahlmann", "Dora Ahlmann <dora@example.org>", "D. Ahlmann"),
        ("Ist es weit?\n\nGruß\nT. Nissen", "Tom Nissen <tom.n@example.org>", "T. Nissen"),
    ],
)
def test_names_as_people_sign_on_phones(body, header, name):
    assert read(body, header) == name


@pytest.mark.parametrize(
    ("body", "header"),
    [
        ("is it far to the beach", "beach.lover@example.org"),
        ("how far is it? thaanks", "kb1990@example.org"),
        ("Is breakfast included? Room Four", "kb1990@example.org"),
        ("We come by ferry. Her name is Joan Sandri.", "Wanda Sandri <wanda.s@example.org>"),
        ("Bonjour ! On arrive tard. Merci d'avance", "m.dupuis@example.org"),
        ("Is it far?\n\nKind regards\nAccounts Payable", "Accounts Payable <ap@example.org>"),
        ("È lontano?\n\nSaluti\nUff. Acquisti", "Uff. Acquisti <uff.acquisti@example.org>"),
        ("¿Está lejos?\n\nGracias\nMensaje", "no-reply@example.org"),
        # A platform's button, a form's heading, short closings, a firm.
        ("Is the gate open at one?\n\nReply", "no-reply@example.org"),
        ("Ist es weit? Bitte dort antworten.\n\nNeue Einsendung", "formular@example.org"),
        ("È lontano?\n\nRispondi", "kb1990@example.org"),
        ("C'est loin ?\n\nRépondre", "kb1990@example.org"),
        ("¿Está lejos?\n\nResponder", "kb1990@example.org"),
        ("Is it far?\nLp", "kb1990@example.org"),
        ("Is it far?\nDbh", "kb1990@example.org"),
        ("¿Está lejos?\n\nUn saludo,\nPonti & Asociados", "kb1990@example.org"),
        ("Is it far?\n\nKind regards\nDustberg Travel", "Dustberg Travel <desk@example.org>"),
    ],
)
def test_what_is_not_sure_gives_no_name(body, header):
    assert read(body, header) is None
