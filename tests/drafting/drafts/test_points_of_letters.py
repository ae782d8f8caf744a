"""Each fault that letters once had, walked over HTTP on the house that ``make run`` shows: the mail
that showed it and others like it."""

from __future__ import annotations

import pytest

from drafting.drafts import kept
from drafting.drafts.models import Draft
from templatesapp.models import PropertyFact
from tests.house import load_sample_anew

pytestmark = pytest.mark.django_db

SIGNED_IN = {
    "en": ("Dear Guest,", "Warm regards,"),
    "de": ("Guten Tag!", "Herzliche Grüße"),
    "it": ("Gentile Ospite,", "Cordiali saluti,"),
    "fr": ("Bonjour,", "Cordialement,"),
    "es": ("Hola:", "Un saludo,"),
}


@pytest.fixture
def sample_desk(db):
    load_sample_anew()


def letter(text, language="en"):
    greeting, closing = SIGNED_IN[language]
    return f"{greeting}\n\n{text}\n\n{closing}\nPeter & Cristiana\nHostel Brikette, Positano"


def asked(draft):
    """Kind and outcome of each ask."""
    outcomes = draft["outcomes"]
    return [
        (a["kind"], o["outcome"])
        for a, o in zip(draft["action_plan"]["asks"], outcomes, strict=True)
    ]


def template(draft):
    return draft["template_used"]["template_id"]


def text_of(draft):
    return draft["draft"]["body_plain"]


# 1. A correct answer in the guest's language is not blocked.


@pytest.mark.parametrize(
    ("mail", "language", "text"),
    [
        (
            "Guten Tag, wann gibt es Frühstück und was kostet es?",
            "de",
            "Frühstück gibt es täglich von 8:00 bis 10:15 Uhr, und es kostet 8,50 € pro Person.",
        ),
        (
            "Buongiorno, quanto costa il parcheggio e quanto dista a piedi?",
            "it",
            (
                "Il Garage Sant'Elia costa 32 € a notte ed è a 6 minuti a piedi. "
                "https://hostel-brikette.example/directions"
            ),
        ),
        (
            "Bonjour, jusqu'à quelle heure faut-il libérer la chambre ? Et y a-t-il un ascenseur ?",
            "fr",
            "La chambre est à libérer avant 10h30. Il n'y a pas d'ascenseur dans la maison.",
        ),
    ],
)
def test_1_a_right_answer_in_the_guests_language_passes(
    call, answer, rewrite, mail, language, text
):
    own = letter(text, language)
    draft = answer(mail)
    checked = call("check", {"draft_id": draft["draft_id"], "draft": {"body_plain": own}})
    assert checked["failed_checks"] == []
    refined = rewrite(draft, own, rewrite_reason="language-adapt")
    assert refined["delivery_status"] != "blocked"
    assert refined["draft"]["body_plain"] == own


# 2. What somebody must do is promised by a sentence that names it, and says nothing untrue.


@pytest.mark.parametrize(
    ("mail", "named"),
    [
        ("Can you send me an invoice for my stay in May, and what time is check-out?", "invoice"),
        ("Könnten Sie mir die Rechnung für Mai schicken, und wann ist Check-out?", "Rechnung"),
        ("Pourriez-vous m'envoyer une facture ? Et à quelle heure est le départ ?", "facture"),
    ],
)
def test_2_an_invoice_is_promised_by_its_name_and_nobody_says_to_have_its_data(answer, mail, named):
    draft = answer(mail)
    assert ("action", "promised") in asked(draft)
    assert template(draft) != "T61"
    assert named in draft["outcomes"][0]["sentence"]
    assert draft["delivery_status"] == "needs_follow_up"
    assert draft["follow_up_required"]


def test_2_who_gives_the_data_for_an_invoice_reads_that_we_have_them(answer):
    given = "Could you send me an invoice? Acme Ltd, VAT GB 123456789, 10115 Berlin, Torstr. 1."
    assert template(answer(given)) == "T61"
    plain = "Can you send me an invoice?"
    assert template(answer(plain)) != "T61"
    assert template(answer(plain, states={"invoice_data_given": True})) == "T61"


@pytest.mark.parametrize(
    "mail",
    [
        "My son has a nut allergy, can you prepare breakfast for him?",
        "Mein Sohn ist gegen Nüsse allergisch, können Sie ihm ein Frühstück machen?",
        "Mia figlia è allergica alle noci, le potete preparare una colazione a parte?",
    ],
)
def test_2_an_allergy_waits_for_who_cooks(answer, mail):
    draft = answer(mail)
    assert {kind for kind, _ in asked(draft)} == {"notice", "action"}
    assert draft["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    "mail",
    [
        "Can you tell me the parking price?",
        "Können Sie mir sagen, was das Parken kostet?",
        "Mi può dire il prezzo del parcheggio?",
    ],
)
def test_2_a_question_put_as_a_request_is_one(answer, rewrite, mail):
    draft = answer(mail)
    assert asked(draft) == [("question", "answered")]
    thanks = {"en": "Thank you for writing.", "de": "Danke für Ihre Mail.", "it": "Grazie mille."}
    language = draft["action_plan"]["language"]
    refined = rewrite(draft, letter(thanks[language], language))
    # A warning where the draft's own answer was not sure.
    told = {*refined["quality"]["failed_checks"], *refined["quality"]["warnings"]}
    assert told & {"unanswered_questions", "rest_left_open"}
    assert refined["delivery_status"] != "ready"


# 3. One follow-up sentence excuses nothing but what it names.


@pytest.mark.parametrize(
    ("mail", "text"),
    [
        ("What time is breakfast?", "Peter & Cristiana will follow up with you directly."),
        ("Is there a lift?", "We will get back to you as soon as we can."),
        ("How much is parking?", "For this question our team will write to you."),
    ],
)
def test_3_a_letter_that_only_promises_passes_no_question(answer, rewrite, mail, text):
    refined = rewrite(answer(mail), letter(text))
    assert refined["delivery_status"] == "blocked"


# 4. What answers stays; what is left out is told.


@pytest.mark.parametrize(
    ("mail", "stays", "goes"),
    [
        ("Where can I leave my bags, and when is the luggage room open?", "9:30 pm", "parcel"),
        ("Wann ist der Gepäckraum offen?", "21:30", "Paket"),
        ("A che ora apre il deposito bagagli?", "7:30", "pacc"),
        ("How do we get from Naples airport to Positano?", "train runs from Naples", "Rome"),
        ("Come si arriva dall'aeroporto di Napoli a Positano?", "pullman", "Roma"),
        (
            "Is there a direct bus from the airport of Naples, or how does one come by train?",
            "train runs from Naples",
            "Rome",
        ),
    ],
)
def test_4_the_answer_stays_and_what_goes_is_listed(answer, mail, stays, goes):
    draft = answer(mail)
    assert stays in text_of(draft)
    assert goes not in text_of(draft)
    assert not [cut for cut in draft["left_out"] if cut["sentence"] in text_of(draft)]


@pytest.mark.parametrize(
    ("mail", "stays", "goes"),
    [
        ("My flight lands at 23:40, can I still check in?", "door code", "12:30"),
        ("We land at 11:40 pm. Can we still check in?", "door code", "12:30"),
        ("Il mio volo arriva alle 23:15, posso fare ancora il check-in?", "codice", "12:30"),
        ("Can we bring our baby?", "babies are very welcome", "Pets"),
        ("Posso pagare all'arrivo?", "Il saldo si paga alla reception", "fattura"),
    ],
)
def test_4_late_arrival_a_baby_and_paying_on_arrival_keep_their_answer(answer, mail, stays, goes):
    text = text_of(answer(mail))
    assert stays in text
    assert goes not in text


def test_4_what_stands_in_another_paragraph_is_not_said_to_be_left_out(answer, monkeypatch):
    def gone(fit, kept):
        said = fit.letter.paragraphs[kept[0]].text, "This one went."
        return [{"sentence": one, "why": "not_asked"} for one in said]

    monkeypatch.setattr("drafting.pipeline.answer.compose.left_out", gone)
    draft = answer("What time is check-out?")
    assert "This one went." in [cut["sentence"] for cut in draft["left_out"]]
    assert not [cut for cut in draft["left_out"] if cut["sentence"] in text_of(draft)]


# 5. A general text answers no personal question.


@pytest.mark.parametrize(
    "mail",
    [
        "did you get the deposit I paid yesterday?",
        "has my payment arrived?",
        "Habt ihr meine Überweisung von gestern bekommen?",
        "È arrivato il mio acconto?",
        "¿Ha llegado el pago que hice ayer?",
        "Did my parcel get to you already?",
        "Ist mein Paket schon bei euch?",
    ],
)
def test_5_only_who_has_looked_answers_a_personal_question(answer, mail):
    draft = answer(mail)
    assert asked(draft) == [("state", "promised")]
    assert draft["quality"]["failed_checks"] == []
    assert draft["delivery_status"] == "needs_follow_up"


# 6. Who does not cancel gets no letter that cancels; who has paid is not asked to pay.


@pytest.mark.parametrize(
    "mail",
    [
        "why was my booking cancelled? I did not ask for it",
        "was my booking cancelled?",
        "Wurde meine Buchung storniert?",
        "Ma réservation a-t-elle été annulée ?",
        "if you get a cancellation, could you put us together?",
        "If you get a cancellation for 4 June, please write to me.",
        "Sollte jemand stornieren, nehmen wir gern das Zimmer.",
        "Si hay una cancelación, avísenme por favor.",
        "Can you move my booking to 5 June? Otherwise please cancel it.",
        "Können Sie meine Buchung auf den 5. Juni verschieben? Sonst bitte stornieren.",
        "Pouvez-vous déplacer ma réservation au 5 juin ? Sinon annulez-la.",
        "Potete spostare la prenotazione al 5 giugno? Altrimenti la cancello.",
        "Could we move our booking from 3 May to 5 May?",
        "Please cancel my late check-out",
    ],
)
def test_6_who_does_not_cancel_gets_no_letter_about_cancelling(answer, mail):
    draft = answer(mail)
    assert draft["template_used"]["category"] != "cancellation"
    assert draft["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    "mail",
    [
        "Please cancel my booking HB-20931.",
        "Bitte stornieren Sie meine Buchung HB-20931.",
        "Vi prego di cancellare la mia prenotazione HB-20931.",
        "If possible I would like to cancel our booking, thank you.",
    ],
)
def test_6_who_cancels_is_told_so_and_nothing_of_a_rate_that_nobody_stated(answer, mail):
    assert template(answer(mail)) == "T12"


@pytest.mark.parametrize(
    "mail",
    [
        "I agree and I have just paid the prepayment.",
        "Einverstanden, und bezahlt ist es auch schon.",
        "Accetto le condizioni e ho già pagato.",
        "We accepted your conditions last week and paid through the link this morning.",
        "Abbiamo accettato le condizioni e pagato ieri sera.",
    ],
)
def test_6_who_agrees_and_has_paid_is_not_asked_to_pay(answer, mail):
    draft = answer(mail)
    assert template(draft) != "T09"
    assert draft["delivery_status"] == "needs_follow_up"


# 7. What is not understood is acknowledged.


@pytest.mark.parametrize(
    "mail",
    [
        "Our blue frobnicator has a wuggle.",
        "Der Quastenflosser grumpelt im Zwirbel.",
        "Following up from this email, any news?",
        "Following up on my previous email of last week, any news?",
        "Gibt es schon Neuigkeiten?",
        "Buongiorno, ci sono novità?",
        "¿Hay novedades?",
        "Passt, danke!",
        "Va bene, grazie",
        "Sounds good, thanks!",
        "Parfait, merci !",
        "Ok",
    ],
)
def test_7_what_is_not_understood_gets_neither_thanks_for_praise_nor_a_goodbye(answer, mail):
    draft = answer(mail)
    assert draft["template_used"]["purpose"] == "acknowledgement"
    assert not draft["action_plan"]["opt_out"]
    assert draft["delivery_status"] == "needs_follow_up"


def test_7_who_follows_up_on_a_mail_is_answered(answer):
    draft = answer("Following up from this email: when is breakfast?")
    assert not draft["action_plan"]["opt_out"]
    assert "10:15" in text_of(draft)


# 8. An invented fact does not pass.

ASKED = "What time is breakfast, how much is it, and is it included?"
RIGHT = "Breakfast is from 8 am to 10:15 am. It is not included; it costs €8.50 per person."


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("€8.50", "€3"),
        ("8 am", "6 am"),
        ("8 am", "seven in the morning"),
        ("is not included; it costs €8.50 per person", "is included"),
        ("10:15 am", "11 am"),
    ],
)
def test_8_a_wrong_fact_is_found_and_blocks(answer, rewrite, right, wrong):
    draft = answer(ASKED)
    assert rewrite(draft, letter(RIGHT))["quality"]["failed_checks"] == []
    refined = rewrite(draft, letter(RIGHT.replace(right, wrong)))
    assert "contradicts_fact" in refined["quality"]["failed_checks"]
    assert refined["delivery_status"] == "blocked"


@pytest.mark.parametrize(
    ("mail", "wrong", "right"),
    [
        ("Is breakfast included?", "Yes, it is included.", "No, it is not included."),
        ("Are towels included in the dorms?", "Yes, of course.", "No, they are not."),
        ("Is there a lift?", "Yes, and it goes up to every floor.", "No, there is none."),
        ("Can I smoke in the room?", "Yes, you can.", "No, that is not allowed."),
        ("Is there a lift?", "No problem at all.", "No, there is none."),
        ("Is the breakfast free?", "Sure!", "No, it is not."),
        ("Ist das Frühstück inbegriffen?", "Ja, das ist inbegriffen.", "Nein, ist es nicht."),
        ("La colazione è inclusa nel prezzo?", "Sì, è inclusa.", "No, non è inclusa."),
        ("Le petit-déjeuner est-il compris ?", "Oui, il est compris.", "Non, il ne l'est pas."),
        ("¿Está incluido el desayuno?", "Sí, está incluido.", "No, no está incluido."),
    ],
)
def test_8_a_bare_yes_is_judged_by_what_was_asked(answer, rewrite, mail, wrong, right):
    draft = answer(mail)

    def checked(text):
        page = draft["template_used"]["required_reference"] or ""
        own = letter(f"{text} {page}".strip(), draft["action_plan"]["language"])
        return rewrite(draft, own)

    refused = checked(wrong)
    assert "contradicts_fact" in refused["quality"]["failed_checks"]
    assert refused["delivery_status"] == "blocked"
    assert checked(right)["quality"]["findings"] == []


@pytest.mark.parametrize("text", ["No.", "No, it is paid.", "No, you pay for it."])
def test_8_a_bare_no_to_what_is_free_is_wrong(answer, rewrite, text):
    draft = answer("Is the wifi free?")
    assert rewrite(draft, letter("Yes, it is free."))["delivery_status"] == "ready"
    refined = rewrite(draft, letter(text))
    assert "contradicts_fact" in refined["quality"]["failed_checks"]
    assert refined["delivery_status"] == "blocked"


@pytest.mark.parametrize("text", ["Yes.", "No problem at all.", "Absolutely, go ahead."])
def test_8_a_bare_yes_to_what_no_answer_decides_is_for_a_person(answer, rewrite, text):
    refined = rewrite(answer("Do you have family rooms?"), letter(text))
    assert "unknown_value" in refined["quality"]["warnings"]


def test_8_the_no_of_no_problem_denies_nothing(answer, rewrite):
    refined = rewrite(answer("Can we check in at 2 am?"), letter("No problem at all."))
    assert refined["quality"]["findings"] == []


@pytest.mark.parametrize(
    "addition",
    [
        "See https://hostel-brikette.example/no-such-page.",
        "Our menu: https://hostel-brikette.example/directions/breakfast.",
        "Call us on +39 089 555 0000.",
        "Write to kitchen@hostel-brikette.example.",
    ],
)
def test_8_an_invented_page_number_or_address_is_not_ready(answer, rewrite, addition):
    refined = rewrite(answer(ASKED), letter(f"{RIGHT} {addition}"))
    assert refined["delivery_status"] != "ready"


def test_8_a_waiting_reply_with_the_old_fact_no_longer_passes(call, answer):
    draft = answer("How much is breakfast?")
    waiting = {"draft_id": draft["draft_id"], "draft": {"body_plain": text_of(draft)}}
    assert call("check", waiting)["failed_checks"] == []
    price = PropertyFact.objects.get(name="BREAKFAST_PRICE")
    price.value = "11.00"
    price.save()
    assert "contradicts_fact" in call("check", waiting)["failed_checks"]


# 9. The wrong letter is no judge of the right text.


@pytest.mark.parametrize(
    ("mail", "text", "language"),
    [
        (
            "has the bank transfer for our group arrived?",
            "Peter & Cristiana will look for your bank transfer and write to you about it.",
            "en",
        ),
        (
            "Has our money transfer from the school arrived?",
            "Peter & Cristiana will write to you about the money transfer.",
            "en",
        ),
        (
            "Ist die Überweisung unserer Gruppe angekommen?",
            "Zu Ihrer Überweisung schreiben Ihnen Peter & Cristiana, sobald sie nachgesehen haben.",
            "de",
        ),
    ],
)
def test_9_a_transfer_of_money_is_no_ride(answer, rewrite, mail, text, language):
    draft = answer(mail)
    assert template(draft) != "T24"
    Draft.objects.update(acknowledgement=None, is_protected=False)
    page = " https://hostel-brikette.example/payment"
    refined = rewrite(
        draft,
        letter(text + page, language),
        corrected_template="T27",
        rewrite_reason="wrong-template",
    )
    assert "missing_required_reference" not in refined["quality"]["failed_checks"]


# 10. A threat gets no everyday letter; danger is an alarm.


@pytest.mark.parametrize(
    "mail",
    [
        "My suitcase was ruined by water in your luggage room. Pay, or I will see you in court.",
        "Il mio zaino è stato rovinato nel vostro deposito, altrimenti vado dall'avvocato.",
        "Mein Rucksack ist bei Ihnen nass geworden. Zahlen Sie, sonst sehen wir uns vor Gericht.",
    ],
)
def test_10_who_threatens_hears_that_the_owners_answer(answer, mail):
    draft = answer(mail)
    assert draft["action_plan"]["escalation"]["tier"] == "CRITICAL"
    assert draft["template_used"]["purpose"] == "acknowledgement"
    assert draft["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    "mail",
    [
        "It is 3 am, I am outside the gate and can hardly breathe. Which locker is it?",
        "Es sind 3 Uhr nachts, ich stehe vor dem Tor und bekomme keine Luft",
        "I am alone outside with my small child and the code does not work",
        "Sono sola fuori con la mia bambina piccola e il codice non funziona",
        "Je suis seule dehors avec mon petit garçon et le code ne marche pas",
    ],
)
def test_10_danger_at_the_door_begins_with_whom_to_call(answer, mail):
    draft = answer(mail)
    assert draft["action_plan"]["escalation"]["tier"] != "NONE"
    assert "112" in text_of(draft)


@pytest.mark.parametrize(
    "mail",
    [
        "My bag was soaked by the leak in your luggage room, who pays for the laptop?",
        "Your laundry ruined my jacket. Will you pay for a new one?",
        "Auf meinen Koffer ist Wasser getropft, mein Kleid ist verfärbt. Wer ersetzt mir das?",
        "Nella lavatrice si è rovinata la mia giacca. Chi la paga?",
        "Mon sac a été mouillé dans votre bagagerie, qui va payer l'ordinateur ?",
        "Mi mochila se mojó en su consigna, ¿quién me paga la cámara?",
    ],
)
def test_10_a_claim_for_damage_is_the_owners(answer, mail):
    draft = answer(mail)
    assert draft["template_used"]["purpose"] == "acknowledgement"
    assert not [outcome for kind, outcome in asked(draft) if outcome == "answered"]


# 11. Agreement without a thread.


@pytest.mark.parametrize(
    ("mail", "status"),
    [
        ("I agree, but could we pay on arrival?", "likely"),
        ("I agree but could we pay on arrival?", "likely"),
        ("D'accord mais peut-on payer à l'arrivée ?", "likely"),
        ("Bin einverstanden aber können wir bei Ankunft zahlen?", "likely"),
        ("Sono d'accordo ma possiamo pagare all'arrivo?", "likely"),
        ("Einverstanden, danke", "confirmed"),
        ("I accept the terms.", "confirmed"),
        ("Va bene, ma possiamo pagare all'arrivo?", "unclear"),
        ("Ok, but is breakfast included?", "unclear"),
        ("Ok", "unclear"),
    ],
)
def test_11_agreement_is_read_without_a_thread(answer, mail, status):
    draft = answer(mail)
    agreement = draft["action_plan"]["agreement"]
    assert agreement["status"] == status
    assert agreement["requires_human_confirmation"] == (status != "confirmed")
    assert draft["delivery_status"] == "needs_follow_up"


OFFERED = "We can move you to the twin room; it is 14 euros more in all. Shall we change it?"
ASKED_FOR = (
    "Wir bitten um eine Anzahlung von 30 % innerhalb von 24 Stunden. Sind Sie einverstanden?"
)
TERMS = "Disdicendo oggi resta dovuta la prima notte. Ci conferma che è d'accordo?"


@pytest.fixture
def reply(call):
    """The draft for a mail that answers one of ours."""

    def send(ours, mail):
        house = "info@hostel-brikette.example"
        thread = [{"from": house, "date": "2026-06-08", "snippet": ours}]
        plan = call("interpret", {"body": mail, "thread": thread})
        return call("generate", {"action_plan": plan})

    return send


@pytest.mark.parametrize(
    ("ours", "mail", "letter"),
    [
        (OFFERED, "Yes, I agree to that. Does the twin have a fan?", "T33"),
        (ASKED_FOR, "Damit bin ich einverstanden. Gibt es bei Ihnen einen Wasserkocher?", "T09"),
        (TERMS, "Sì, accetto, procedete pure. Quando arriva il rimborso?", "T14"),
    ],
)
def test_11_who_agrees_to_what_we_proposed_is_told_so_whatever_else_is_asked(
    reply, ours, mail, letter
):
    draft = reply(ours, mail)
    assert template(draft) == letter
    assert draft["delivery_status"] == "needs_follow_up"
    assert draft["action_plan"]["agreement"]["about"]


def test_11_whose_card_is_declined_is_not_sent_to_pay_again(reply):
    mail = "Einverstanden, nur wird meine Karte jedes Mal abgelehnt. Kann ich überweisen?"
    assert template(reply(ASKED_FOR, mail)) != "T09"


# 12. Each want once, and none lost.


@pytest.mark.parametrize(
    ("mail", "kinds"),
    [
        ("Could you please call a taxi? Please call a taxi.", ["action"]),
        ("Bitte rufen Sie uns ein Taxi. Können Sie uns ein Taxi rufen?", ["action"]),
        ("I would like a lower bunk", ["action"]),
        ("Ich hätte gern ein unteres Bett", ["action"]),
        ("how much is the ticket and where can I buy it", ["question"] * 2),
        ("Do we pay now or when we arrive?", ["question"]),
        ("Fino a che ora è aperta la stanza del vapore, o come si chiama?", ["question"]),
        ("Gibt es einen Bus vom Flughafen, oder wie kommt man hin?", ["question"] * 2),
        ("Should somebody cancel, could my friend and I share one dorm?", ["question"]),
        ("Quanto costa il biglietto e dove si compra?", ["question"] * 2),
        ("a che ora si può fare il check-in? E posso lasciare i bagagli prima?", ["question"] * 2),
        ("When does breakfast start? And can I store my bags before?", ["question"] * 2),
    ],
)
def test_12_each_want_is_found_once(answer, mail, kinds):
    draft = answer(mail)
    assert [kind for kind, _ in asked(draft)] == kinds


@pytest.mark.parametrize(
    ("mail", "words"),
    [
        (
            "We take the shuttle from Naples airport. How much is it? And do you have towels?",
            "€4.50",
        ),
        ("We'd like to park our car. How much is it? And do you have towels?", "€4.50"),
        ("Wir nehmen den Bus nach Amalfi. Was kostet der? Und haben Sie Handtücher?", "4,50"),
    ],
)
def test_12_a_question_stays_with_what_it_leans_on(answer, mail, words):
    draft = answer(mail)
    price, towels = draft["outcomes"]
    assert words in towels["sentence"]
    assert words not in price["sentence"]


# 13. What touches no ask answers none.


@pytest.mark.parametrize(
    "mail",
    [
        "Can we leave our suitcases before check-in? And until when is the luggage room open?",
        "Können wir unsere Koffer nach dem Check-out bei Ihnen lassen? Was kostet das über Nacht?",
        "Possiamo lasciare le valigie? Fino a che ora è aperto il deposito?",
    ],
)
def test_13_the_price_of_a_transfer_answers_nothing_about_luggage(call, answer, mail):
    draft = answer(mail)
    assert "135" not in text_of(draft)
    told = {"body_plain": letter("A transfer from Naples airport costs €135.")}
    checked = call("check", {"draft_id": draft["draft_id"], "draft": told})
    assert not checked["passed"]
    assert "unanswered_questions" in checked["failed_checks"]


# 14. A huge mail is read to its bound, and one over the limit is refused.


@pytest.mark.parametrize("said", ["What time is breakfast? Lorem ipsum. ", "Bitte ", "? é "])
def test_14_a_huge_mail_is_read_to_its_bound(call, said):
    plan = call("interpret", {"body": said * (400_000 // len(said.encode()))})
    assert plan["is_cut"]
    assert call("generate", {"action_plan": plan})["delivery_status"] != "ready"
    call("interpret", {"body": said * (5_000_000 // len(said.encode()))}, 413)


def test_the_catalogue_is_made_ready_once_a_version(call, answer, monkeypatch):
    made = []
    read = kept._read_texts
    monkeypatch.setattr(kept, "_read_texts", lambda *args: made.append(1) or read(*args))
    for _ in range(3):
        answer("What time is check-out?")
    assert len(made) <= 1
    price = PropertyFact.objects.get(name="BREAKFAST_PRICE")
    price.value = "9.00"
    price.save()
    for _ in range(3):
        answer("What time is check-out?")
    assert 1 <= len(made) <= 2
