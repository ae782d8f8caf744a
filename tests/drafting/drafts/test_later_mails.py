"""Later mails. What our own letter tells a guest to write is understood; a yes to our question is a
deed of ours; what a guest agrees to decides which letter takes note of it. Bare thanks get none; an
address that we asked for is the invoice's data, in the language of the conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from drafting.drafts.kept import current_desk
from drafting.pipeline.answer.compose import ComposeRequest, Composition, compose
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.thread import EarlierMail, commitments_of
from drafting.pipeline.plan import (
    GIVEN,
    ActionPlan,
    AgreementStatus,
    AskKind,
    Emergency,
    IncomingMail,
    ThreadItem,
)
from templatesapp.models import EmailTemplate
from templatesapp.text.coverage.cover import denies
from templatesapp.text.slots import resolve_slots, without_markers

pytestmark = pytest.mark.django_db

GUEST, HOUSE = "anna@mail.example", "house@stay.example"
GROUP = [
    ("Accettiamo le condizioni, caparra compresa.", "Per il vostro gruppo: caparra del 25%. Accettate?"),
    ("We accept your conditions, deposit included.", "For your group: a deposit of 25%. Do you accept?"),
    ("Mit den Bedingungen und der Anzahlung sind wir einverstanden.", "For your group: deposit 25%. Do you accept?"),
]  # fmt: skip
SINGLE = [
    ("I accept the terms of the prepayment.", "The prepayment is 30%. Do you accept the terms?"),
    ("Accetto le condizioni dell'acconto.", "Il pagamento anticipato è del 30%. Accetta le condizioni?"),
]  # fmt: skip


_QUOTED = re.compile(r"[“„«\"]\s?([^“”„«»\"\n]{2,40}?)\s?[”“»\"]")


def read(body: str, ours: str, subject: str = "") -> ActionPlan:
    settings = replace(current_desk().interpret_settings, staff_addresses=frozenset({HOUSE}))
    thread = (ThreadItem(HOUSE, "2026-06-01T11:00:00", ours),)
    mail = IncomingMail(body=body, from_address=GUEST, thread=thread, subject=subject)
    return interpret(mail, settings=settings)


def composed(body: str, ours: str) -> Composition:
    return compose(read(body, ours), desk=current_desk(), priors={}, request=ComposeRequest())


def letter(body: str, ours: str) -> str | None:
    template = composed(body, ours).template
    return template.category if template else None


@pytest.mark.parametrize(("body", "ours"), GROUP)
def test_a_group_agrees_to_the_terms_for_groups(sample_desk, body, ours):
    assert letter(body, ours) == "policies"


@pytest.mark.parametrize(("body", "ours"), SINGLE)
def test_a_single_guest_agrees_to_the_prepayment(sample_desk, body, ours):
    assert letter(body, ours) == "prepayment"


CHANGE = "Wir können Sie auf den 4. Mai umbuchen, 12 Euro mehr. / We can move you to 4 May, 12 euros more. Einverstanden?"
YESES = [
    "Go on then, the 4th it is.",
    "I agree to paying the twelve euros.",
    "Die neuen Bedingungen nehmen wir so an.",
    "Dann machen wir das so, bis bald.",
    "Va pour le 4, à bientôt !",
    "Vos conditions sont toutes acceptées.",
    "Por nosotros dale, me parece justo el cambio.",
    "De acuerdo con lo que proponen.",
    "Lo accettiamo in ogni punto, differenza compresa.",
    "Perfetto per noi, facciamo così.",
    "Tudo bem por nós, façam assim.",
]  # fmt: skip


@pytest.mark.parametrize("body", YESES)
def test_a_yes_to_what_we_propose_is_one_in_whatever_words(sample_desk, body):
    assert read(body, CHANGE).agreement.status in GIVEN


@pytest.mark.parametrize(
    "body",
    [
        "I agree with your other guests: the music was loud.",
        "No, das nehmen wir nicht an.",
        "Non lo accettiamo.",
        "Ce n'est pas accepté.",
    ],
)
def test_what_agrees_to_something_else_or_refuses_is_no_yes(sample_desk, body):
    ours = "Der Bus fährt um neun. / The bus leaves at nine."
    assert read(body, ours).agreement.status is AgreementStatus.NONE


FOUND = [
    ("Good news: we have something that looks like yours, and it is safe with us.", "That is it! What is the postage to Ireland?"),
    ("Wir haben etwas, das Ihres sein könnte.", "Ja, das ist es! Was kostet der Versand nach Wien?"),
    ("Nous avons quelque chose qui ressemble au vôtre.", "C'est bien lui ! Combien coûte l'envoi à Gand ?"),
    ("Tenemos algo que parece suyo.", "¡Es ese! ¿Cuánto cuesta el envío a Bilbao?"),
    ("Abbiamo qualcosa che sembra Suo.", "È proprio quello! Quanto costa la spedizione a Trento?"),
]  # fmt: skip


@pytest.mark.parametrize(("ours", "body"), FOUND)
def test_what_our_own_letter_says_is_found_is_found(sample_desk, ours, body):
    assert "item_found" in read(body, ours).proofs


@pytest.mark.parametrize(
    ("ours", "body"),
    [
        ("We have found your scarf. Posting it costs 26 euros. Would that suit you?", "Yes, I agree to the 26 euros, please post it: 4 Mill Lane, Cork."),
        ("Wir haben Ihren Schal gefunden. Der Versand kostet 26 Euro. Einverstanden?", "Einverstanden, bitte schicken: Mühlgasse 4, 1010 Wien."),
        ("Abbiamo trovato la Sua sciarpa. La spedizione costa 11 euro. Va bene?", "Va bene, accetto gli 11 euro: via Mulini 4, 38122 Trento."),
    ],
)  # fmt: skip
def test_who_accepts_the_postage_is_not_told_of_it_again(sample_desk, ours, body):
    assert composed(body, ours).acknowledgement is not None


@pytest.mark.parametrize(
    ("ours", "body"),
    [
        ("Shall we call you a porter?", "Yes to the porter, and one more bag."),
        ("Voulez-vous un porteur ?", "Oui au porteur, nous avons deux valises."),
        ("Vuole un facchino?", "Sì al facchino, abbiamo due valigie."),
        ("Möchten Sie einen Träger?", "Ja zum Träger, wir haben zwei Koffer."),
    ],
)
def test_a_yes_to_one_thing_that_we_offer_is_a_deed(sample_desk, ours, body):
    assert any(ask.kind is AskKind.ACTION and ask.is_unresolved for ask in read(body, ours).asks)


def test_a_parking_space_is_no_change_of_the_stay(sample_desk):
    ours = "Vous pouvez vous garer au garage pour 32 € par voiture et par nuit."
    assert letter("D'accord, réservez-nous une place.", ours) != "booking-changes"


@pytest.mark.parametrize("body", ["Merci !", "Grazie mille!", "Thanks a lot!", "Muchas gracias"])
def test_bare_thanks_for_an_answer_praise_no_stay(sample_desk, body):
    assert letter(body, "Voici la facture. / Breakfast is at 8 am.") is None


@pytest.mark.parametrize(
    ("body", "ours", "language"),
    [
        ("Dupont SARL, 12 rue de la Paix, 75002 Paris", "À quel nom et à quelle adresse ?", "fr"),
        ("Rossi srl, via Garibaldi 4, 20121 Milano", "A quale nome e indirizzo, per favore?", "it"),
        ("Müller GmbH, Hauptstraße 5, 80331 München", "Auf welchen Namen und an wen?", "de"),
    ],
)
def test_an_address_is_in_the_language_of_the_conversation(sample_desk, body, ours, language):
    """ "We are not at home in your language" was the answer to what we had asked for."""
    assert composed(body, ours).language == language


def test_what_is_in_no_language_of_ours_stays_so_in_a_conversation(sample_desk):
    answer = composed("Graag een factuur voor mijn bedrijf alstublieft", "What is the name?")
    assert answer.acknowledgement is not None
    assert answer.acknowledgement.acknowledges == "unknown_language"


def told_to_write(*letters: str) -> Iterator[tuple[EmailTemplate, str]]:
    """The words that our letters tell their reader to write, each in its language."""
    found = EmailTemplate.objects.filter(template_id__in=letters)
    return ((one, words) for one in found for words in _QUOTED.findall(one.body))


def test_the_words_by_which_our_letters_let_a_stay_be_cancelled_cancel_it(sample_desk):
    told = list(told_to_write("T10", "T11"))
    assert len({one.language for one, _ in told}) == 5
    for one, words in told:
        for body in (words, f"{words}, ZK8D3P", f"{words.capitalize()}. ZK8D3P"):
            answer = composed(body, one.body)
            assert answer.template is not None, (one.language, body)
            assert answer.template.template_id == "T12", (one.language, body)
            assert answer.delivery != "blocked", (one.language, body)


def test_the_words_that_our_letters_give_for_data_and_newsletters_are_understood(sample_desk):
    told = list(told_to_write("T44", "T46"))
    assert len(told) == 15
    stops = {"stop", "stopp", "baja"}
    for one, words in told:
        plan = read(f"{words.capitalize()}.", one.body)
        assert plan.opt_out is (words in stops) or one.template_id == "T46", words
        wanted = [ask for ask in plan.asks if ask.kind is AskKind.ACTION]
        assert words in stops or (wanted and all(ask.is_unresolved for ask in wanted)), words


@pytest.mark.parametrize(
    ("body", "ours"),
    [
        ("Ja bitte, zwei Koffer.", "Ein Träger kostet 13 € pro Stück. Möchten Sie einen?"),
        ("Yes please, two of them on Friday.", "A packed breakfast is €7. Shall we make some?"),
        (
            "Sì grazie, una per martedì, senza formaggio",
            "C'è la colazione al sacco. La prepariamo?",
        ),
        (
            "Oui, merci, pour deux personnes samedi.",
            "Le taxi coûte 78 €. Voulez-vous le réserver ?",
        ),
        ("Sí, por favor, el sábado a las 21:00.", "Hay una pizzería cerca. ¿Les reservamos mesa?"),
    ],
)
def test_a_yes_to_our_question_is_a_deed_of_ours_that_no_text_answers(sample_desk, body, ours):
    wanted = [ask for ask in read(body, ours).asks if ask.kind is AskKind.ACTION]
    assert [ask.is_unresolved for ask in wanted] == [True]
    assert composed(body, ours).template is None


@pytest.mark.parametrize(
    "body", ["Si llegamos tarde, ¿hay alguien?", "Great, and where is the beach?", "Well, no."]
)
def test_what_only_begins_like_a_yes_is_none(sample_desk, body):
    ours = "Breakfast is at 8. Shall we put some aside?"
    assert not [ask for ask in read(body, ours).asks if ask.kind is AskKind.ACTION]


@pytest.mark.parametrize(
    ("body", "ours"),
    [
        ("Behnke Licht GmbH\nSudermühlenweg 3\n28195 Bremen\nUSt-IdNr. DE298110455",
         "Für die Rechnung brauchen wir Namen, Anschrift und Steuernummer. Sie kommt per E-Mail."),
        ("Orrell Ltd\n14 Pinfold Rise\nOtley LS21 7QD\nVAT GB 123 4567 89",
         "For the invoice we need the name, the address and the tax number, please."),
        ("Luz SL, calle Olmo 9, 41003 Sevilla, NIF B12345678",
         "Para la factura necesitamos el nombre, la dirección y el número fiscal."),
    ],
)  # fmt: skip
def test_an_address_alone_is_the_data_of_the_invoice_that_we_asked_for(sample_desk, body, ours):
    answer = composed(body, ours)
    assert answer.template is not None and answer.template.template_id == "T61"
    assert answer.delivery != "blocked"  # "we never ask by e-mail" takes nothing back
    assert "invoice_data_given" not in read(body, "We found your jacket. Where shall it go?").proofs


def test_what_our_last_mail_names_first_is_what_a_short_question_goes_on_about(sample_desk):
    ours = "Das Frühstück kostet 8,50 Euro. Die Küche legt glutenfreies Brot beiseite."
    [ask] = read("Und was gibt es da so?", ours).asks
    assert ask.topic == "breakfast"


@pytest.mark.parametrize(
    ("cry", "before", "subject"),
    [
        ("Help!", "The page does not load.", "Your stay"),
        ("Hilfe", "Die Seite lädt nicht.", "Ihr Aufenthalt bei uns"),
        ("Aiuto!", "La pagina non si apre.", "Il Suo soggiorno da noi"),
        ("Au secours", "La page ne s'ouvre pas.", "Votre séjour chez nous"),
        ("Socorro", "La página no se abre.", "Su estancia con nosotros"),
    ],
)
def test_a_cry_below_a_subject_is_one(sample_desk, cry, before, subject):
    assert Emergency.DANGER in read(cry, before, f"Re: {subject}").emergency
    assert not read(f"{before} {cry}", before, f"Re: {subject}").emergency


@pytest.mark.parametrize("language", ["en", "de", "it", "fr", "es"])
def test_hardly_a_letter_of_ours_takes_back_what_another_says(sample_desk, language):
    """Of the pairs of letters that may follow each other; it blocks what it takes for one."""
    facts = current_desk().catalogue.fact_values(language)
    letters = [
        resolve_slots(without_markers(one.body), facts).text
        for one in EmailTemplate.objects.filter(language=language, active=True)
    ]
    said = [EarlierMail(text, language, is_staff=True) for text in letters]
    promised = [commitments_of([one]) for one in said]
    languages = {"language": language, "said_language": language}
    pairs = [(one, text) for one in promised for text in letters]
    taken = [any(denies(text, said, **languages) for said in made) for made, text in pairs]
    assert sum(map(bool, promised)) > 0 and sum(taken) <= len(pairs) / 400


@pytest.mark.parametrize(
    "body",
    ["Agreed, thanks.", "Einverstanden, danke.", "D'accord, merci.", "De acuerdo, gracias."],
)
def test_who_says_yes_to_no_question_of_ours_agrees_to_no_terms(sample_desk, body):
    """ "We cancel as you agreed" was the answer after how a stay is cancelled."""
    assert (
        composed(body, "You can cancel free of charge until 5 days before arrival.").template
        is None
    )
    assert composed(body, "Good news: the prepayment has arrived.").template is None


@pytest.mark.parametrize(
    "body",
    [
        "Please don't cancel, we can come after all.",
        "Changed my mind, we keep the booking.",
        "Ich nehme meine Zustimmung zurück, bitte nichts stornieren.",
        "Ho cambiato idea, non annullate!",
        "Stop, n'annulez rien !",
        "He cambiado de opinión, quiero mantener la reserva.",
        "Por favor, não cancelem a reserva, afinal vamos ficar.",
        "Cancellate anche tutti i miei dati, per favore.",
        "Please cancel all my data too.",
        "Cancelen la segunda, por favor.",
        "Die zweite bitte stornieren, die erste behalten.",
        "Annulez la deuxième, merci.",
    ],
)
def test_a_cancellation_taken_back_or_of_something_else_cancels_no_stay(sample_desk, body):
    plan = read(body, "We have received your request and enter the cancellation now.")
    assert "wants_cancellation" not in plan.proofs and not plan.opt_out
    assert [ask for ask in plan.asks if ask.kind is AskKind.ACTION]


@pytest.mark.parametrize(
    "body",
    ["Sì, cancellate.", "Sí, anúlenla.", "Oui, on annule.", "Cancel then.", "Dann storniert mal."],
)
def test_a_stay_is_cancelled_in_few_words(sample_desk, body):
    ours = "You can cancel free of charge until 5 days before arrival."
    assert "wants_cancellation" in read(body, ours).proofs


@pytest.mark.parametrize(
    "body",
    ["Take me off please.", "No more please.", "Retirez-moi svp.", "Keine mehr, danke.",
     "Basta, grazie.", "Denme de baja."],
)  # fmt: skip
def test_after_our_newsletter_few_words_leave_it(sample_desk, body):
    assert read(body, "You get our newsletter and our offers on the list.").opt_out
    assert not read("Thanks, yes please.", "You get our newsletter on the list.").opt_out


OFFERS = "Our spring offers are here: three nights for the price of two. How was your stay?"


@pytest.mark.parametrize(
    "body",
    [
        "Lovely house, but we shall not travel any more. Please take us off all that you send.",
        "I am too old for offers. Kindly stop sending me these.",
    ],
)
def test_after_our_offers_a_wish_for_no_more_is_one_in_whatever_words(sample_desk, body):
    assert read(body, OFFERS).opt_out
    assert not read(body.replace("offers", "stairs"), "Your invoice is attached.").opt_out


@pytest.mark.parametrize(
    "body",
    ["How long is this valid?", "Great, we book the three nights.", "Ja bitte!", "Sí, por favor."],
)
def test_who_asks_about_our_offers_wants_more_of_them(sample_desk, body):
    assert not read(body, OFFERS).opt_out


def test_who_has_nothing_more_to_send_leaves_no_list(sample_desk):
    ours = "La caparra è arrivata, grazie."
    assert not read("Allora fino all'arrivo non devo mandare più niente?", ours).opt_out


def test_no_letter_is_sent_twice_in_a_conversation(sample_desk):
    letter = EmailTemplate.objects.get(template_id="T06", language="en").body
    again = composed("The new payment link shows an error page as well.", letter)
    assert again.template is None and again.acknowledgement is not None


def test_who_tells_what_we_asked_for_hears_that_it_is_read(sample_desk):
    ours = "For the offer we need your dates and the number of people."
    told = composed("14 people, 12 to 15 September.", ours)
    assert told.acknowledgement is not None
    assert composed("Thank you, see you soon!", ours).acknowledgement is None


def test_a_short_question_is_not_ready_with_what_nobody_spoke_of(sample_desk):
    """The boat trip's bad weather was told, ready, to who asked after the ferry."""
    ferry = "C'è un traghetto da Salerno; il biglietto costa 19 € a persona."
    assert composed("E col brutto tempo?", ferry).delivery != "ready"
    trip = "Sì, organizziamo una gita in barca a Capri, per 68 euro a persona."
    assert "capitano" in composed("E col brutto tempo?", trip).letter.text


def test_what_may_be_urgent_is_never_thanked_for_and_no_more(sample_desk):
    told = composed("My friend fell on the path and can't walk any more.", "Enjoy the walk!")
    assert told.acknowledgement is not None
