"""Mails as guests write them, from interpret to refine: every ask is accounted for, nothing is
asserted that nobody knows, and a text is judged in its own language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drafting.desk.house import FOLDER, load_house
from drafting.drafts.models import Attestation, Draft
from drafting.pipeline.answer.likely import Likely, weigh_letters
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, raise_catalogue_version
from templatesapp.text.letter import split_letter
from tests.drafting.drafts.plans import URLS, plan_json

pytestmark = pytest.mark.django_db

CLOSING = {
    "en": "Warm regards,\nPeter & Cristiana\nHostel Brikette, Positano",
    "de": "Herzliche Grüße\nPeter & Cristiana\nHostel Brikette, Positano",
    "it": "Cordiali saluti,\nPeter & Cristiana\nHostel Brikette, Positano",
}
GREETING = {"en": "Dear Guest,", "de": "Guten Tag!", "it": "Gentile Ospite,"}


def letter(text, language="en"):
    return f"{GREETING[language]}\n\n{text}\n\n{CLOSING[language]}"


def outcomes(draft):
    return [outcome["outcome"] for outcome in draft["outcomes"]]


# --- what was asked, and little else ---

HOURS = "Breakfast is served from {{SLOT:FACT_BREAKFAST_FROM}} to {{SLOT:FACT_BREAKFAST_UNTIL}}."


@pytest.mark.parametrize(
    ("mail", "said", "unasked"),
    [
        ("Buongiorno, a che ora servite la colazione?", "8:00", ["glutine", "vegan", "guscio"]),
        ("Hola, ¿a qué hora es el desayuno?", "8:00", ["vegan", "gluten", "frutos"]),
        ("Hello, is breakfast included?", "8.50", ["gluten", "vegan", "nuts"]),
        ("Bonjour, le petit-déjeuner est-il compris ?", "8,50", ["gluten", "végan", "noix"]),
    ],
)
def test_an_hour_or_a_price_is_told_without_what_else_the_letter_holds(answer, mail, said, unasked):
    draft = answer(mail)
    text = draft["draft"]["body_plain"]
    assert said in text
    assert not [word for word in unasked if word in text]
    assert draft["delivery_status"] == "ready"


@pytest.mark.parametrize(
    ("mail", "unsaid"),
    [
        ("Could we check in at 1 am?", "12:30"),
        ("Can I check in at midnight?", "12:30"),
        ("Is it possible to check in at 3 in the night?", "12:30"),
        ("Kann ich um 1 Uhr nachts einchecken?", "12:30"),
        ("Possiamo fare il check-in alle 23:30?", "anticipato"),
    ],
)
def test_who_comes_at_night_hears_nothing_of_early_check_in(answer, mail, unsaid):
    text = answer(mail)["draft"]["body_plain"]
    assert unsaid not in text
    assert any(word in text for word in ("code", "Code", "codice"))


def test_a_letter_that_ends_with_the_signature_alone_is_signed(answer):
    for template in EmailTemplate.objects.filter(category="breakfast", language="en"):
        template.body = f"{split_letter(template.body)[0]}\n\n{HOURS}\n\n{{{{SLOT:SIGNATURE}}}}"
        template.save()
    draft = answer("Hello, what time do you serve breakfast?")
    assert draft["template_used"]["category"] == "breakfast"
    assert draft["draft"]["body_plain"].endswith(CLOSING["en"])
    assert draft["delivery_status"] == "ready"


def test_when_one_must_be_out_is_no_question_about_the_luggage_room(answer):
    draft = answer("Can we leave our bags after check-out? And until when must we be out?")
    assert "10:30" in draft["outcomes"][1]["sentence"]


def test_no_paragraph_is_borrowed_by_a_word_that_stands_before_the_question(answer):
    draft = answer(
        "Our train is late, we shall not be at yours before twenty to midnight. "
        "Will there be anybody to open, or is it locked?"
    )
    assert [ask["text"] for ask in draft["action_plan"]["asks"]][-1].endswith("(train)")
    assert "Circumvesuviana" not in draft["draft"]["body_plain"]


def test_no_promise_is_named_by_a_word_that_stands_before_the_request(answer):
    draft = answer(
        "How much is a taxi from Naples airport for 4 person with 4 suitcase "
        "and can you reserve for us?"
    )
    assert "€135" in draft["draft"]["body_plain"]
    assert draft["outcomes"][-1]["outcome"] == "promised"
    assert "luggage" not in draft["draft"]["body_plain"]


def test_no_promise_is_named_by_what_the_house_is(answer):
    mail = "Bonjour, nous aimerions louer un bateau pour une semaine. À quelle heure est le petit-déjeuner ?"
    for said in (EmailTemplate, KnowledgeItem):
        said.objects.filter(category="activities").update(active=False)
    raise_catalogue_version()
    assert "sortie en bateau" in answer(mail)["draft"]["body_plain"]
    DeskProfile(house_nouns=["bateau"]).save()
    draft = answer(mail)
    assert draft["outcomes"][0]["outcome"] == "promised"
    assert "sortie en bateau" not in draft["draft"]["body_plain"]


def test_no_paragraph_is_borrowed_for_what_the_house_says_nothing_of(answer):
    draft = answer(
        "Gibt es im Haus einen Aufzug? Wie weit ist es zum Strand? "
        "Gibt es in Positano einen Tennisplatz?"
    )
    assert outcomes(draft)[-1] == "promised"
    assert "Villa" not in draft["draft"]["body_plain"]


def test_a_pool_is_asked_about_in_any_language(answer):
    draft = answer("Buenos días, ¿tienen secador de pelo? ¿Y se puede usar la piscina?")
    assert "piscina" in draft["outcomes"][1]["sentence"]


# --- a right answer in the guest's language ---

GERMAN = (
    "Frühstück gibt es täglich von 8:00 bis 10:15 Uhr, und es kostet 8,50 € pro Person.",
    "Wir servieren das Frühstück jeden Tag zwischen 8 und 10:15 Uhr. Es kostet 8,50 €.",
)


@pytest.mark.parametrize("text", GERMAN)
def test_a_right_german_rewrite_of_an_english_draft_passes(call, answer, rewrite, text):
    EmailTemplate.objects.filter(template_id="T50", language="de").delete()
    KnowledgeItem.objects.filter(category="breakfast", language="de").delete()
    draft = answer("Guten Tag, wann gibt es Frühstück und was kostet es?")
    assert draft["template_used"]["language"] == "en"
    german = letter(text, "de")
    checked = call("check", {"draft_id": draft["draft_id"], "draft": {"body_plain": german}})
    assert checked["failed_checks"] == []
    assert checked["language"] == "de"
    refined = rewrite(draft, german, rewrite_reason="language-adapt")
    assert refined["quality"]["failed_checks"] == []
    assert refined["delivery_status"] == "ready"


def test_a_german_question_gets_the_german_letter(answer):
    draft = answer("Guten Tag, wann gibt es Frühstück und was kostet es?")
    assert draft["template_used"]["language"] == "de"
    assert outcomes(draft) == ["answered", "answered"]
    assert draft["delivery_status"] == "ready"
    assert 'lang="de"' in draft["draft"]["body_html"]


def test_policy_sentences_are_demanded_in_the_language_of_the_text(call, answer):
    draft = answer("How can I pay, do you take American Express?")
    mandatory = draft["policy"]["mandatory_content"]
    assert mandatory
    kept = Draft.objects.get(pk=draft["draft_id"])
    assert kept.policy["rule_keys"]
    body = "Bei uns zahlen Sie an der Rezeption mit Karte; American Express nehmen wir nicht."
    said = call(
        "check", {"draft_id": draft["draft_id"], "draft": {"body_plain": letter(body, "de")}}
    )
    missing = said["failed_check_details"]["missing_policy_mandatory_content"]
    assert missing not in mandatory
    whole = letter(f"{body} {missing}", "de")
    said = call("check", {"draft_id": draft["draft_id"], "draft": {"body_plain": whole}})
    assert "missing_policy_mandatory_content" not in said["failed_checks"]


# --- a promise covers the ask it names, and no other ---


@pytest.mark.parametrize(
    ("mail", "known", "promised"),
    [
        ("How much is breakfast? Do you sell unicorns?", "€8.50", "the rest of your message."),
        ("When is check-out? Is there a sauna cat?", "10:30 am", "the rest of your message."),
    ],
)
def test_a_letter_answers_what_it_can_and_promises_only_the_rest(answer, mail, known, promised):
    draft = answer(mail)
    text = draft["draft"]["body_plain"]
    assert known in text
    assert outcomes(draft) == ["answered", "promised"]
    assert draft["outcomes"][1]["sentence"].endswith(f"about {promised}")
    assert text.count("will write to you") == 1
    assert draft["delivery_status"] == "needs_follow_up"
    assert draft["follow_up_required"]


BARE = (
    "For this specific question we want to give you the most accurate answer — "
    "Peter & Cristiana will follow up with you directly."
)


@pytest.mark.parametrize(
    "mail", ["What time is breakfast?", "Can you tell me the parking price?", "Is there a lift?"]
)
@pytest.mark.parametrize("text", [BARE, "Thank you for your message."])
def test_neither_thanks_nor_one_follow_up_sentence_passes_for_an_answer(
    call, answer, rewrite, mail, text
):
    refined = rewrite(answer(mail), letter(text))
    assert "unanswered_questions" in refined["quality"]["failed_checks"]
    assert refined["delivery_status"] == "blocked"


def test_a_request_asked_in_so_many_words_for_a_price_is_a_question(answer):
    draft = answer("Can you tell me the parking price?")
    assert [ask["kind"] for ask in draft["action_plan"]["asks"]] == ["question"]
    assert "€32" in draft["draft"]["body_plain"]


# --- only what was asked, and the answer never goes ---


def test_the_opening_hours_stay_and_the_posting_of_parcels_goes(answer):
    draft = answer("Where can I leave my luggage after check-out, when is the luggage room open?")
    text = draft["draft"]["body_plain"]
    assert "The luggage room beside reception is open from 7:30 am to 9:30 pm." in text
    assert draft["left_out"]
    assert {cut["why"] for cut in draft["left_out"]} <= {"not_asked", "too_long"}
    assert not any(cut["sentence"] in text for cut in draft["left_out"])
    assert Draft.objects.get().left_out == draft["left_out"]


def test_what_the_guest_has_told_is_not_asked_for_again(answer):
    draft = answer("We are twelve people and come from 4 to 7 June. Please make us an offer.")
    asked = {"sentence": "For the offer we need your dates and the number of guests."}
    assert asked | {"why": "already_told"} in draft["left_out"]
    assert asked["sentence"] not in draft["draft"]["body_plain"]
    assert "people on a booking is a group booking" in draft["draft"]["body_plain"]
    plain = answer("What does a group have to do for an offer?")["draft"]["body_plain"]
    assert asked["sentence"] in plain


def test_nobody_reads_of_a_case_that_is_not_theirs(answer):
    lost = answer("I left my woollen hat in bed 4 on Sunday. Could you look for it, please?")
    papers = [cut for cut in lost["left_out"] if "passport" in cut["sentence"]]
    assert [cut["why"] for cut in papers] == ["other_case"]
    assert "passport" not in lost["draft"]["body_plain"]


@pytest.mark.parametrize(
    ("letter", "likelihood", "has_letter"),
    # Who was not read to want no more mail is on the list still, and is told nothing else.
    [("T17", 0.45, False), ("T17", 0.55, True), ("T46", 0.55, False)],
)
def test_a_claim_that_nobody_read_is_made_only_where_it_is_likelier_than_not(
    answer, monkeypatch, letter, likelihood, has_letter
):
    def weighed(plan, *, search, **_):
        found = next(one for one in search.view.templates if one.template_id == letter)
        return (Likely(found, likelihood, 0.0, is_proven=False, is_known=True),)

    monkeypatch.setattr("drafting.pipeline.answer.choose.weigh_letters", weighed)
    used = answer("Our new ovens bake forty rolls in ten minutes.")["template_used"]
    assert (used["template_id"] == letter) == has_letter


def test_an_allergy_in_other_words_is_taken_up(answer):
    draft = answer(
        "Ma fille a toujours son stylo d'adrénaline sur elle. À quelle heure est le petit-déjeuner ?"
    )
    assert "allergie" in draft["draft"]["body_plain"]


def test_coach_and_train_stay_beside_there_is_no_direct_bus(answer):
    text = answer("How do we get from Naples airport to Positano?")["draft"]["body_plain"]
    assert "There is no direct bus" in text
    assert "coach from the airport to Sorrento" in text
    assert "train runs from Naples to Sorrento" in text


def test_of_paragraphs_that_may_answer_those_stay_that_likeliest_do(answer):
    mail = "Ist bei Ihnen für jemanden mit Zöliakie ein glutenfreies Frühstück möglich?"
    told = answer(mail)
    assert "glutenfrei" in told["draft"]["body_plain"]
    assert "Nüsse" not in told["draft"]["body_plain"]
    assert any("Nüsse" in one["sentence"] for one in told["left_out"])


def test_the_price_of_a_transfer_answers_no_question_about_luggage(answer, rewrite):
    mail = (
        "Hello, can we leave our suitcases before check-in? Until when is the luggage room open? "
        "And what does it cost overnight?"
    )
    draft = answer(mail)
    assert "135" not in draft["draft"]["body_plain"]
    told = rewrite(draft, letter("A private transfer from Naples airport costs €135."))
    assert not told["quality"]["passed"]
    assert "unanswered_questions" in told["quality"]["failed_checks"]


def test_a_sentence_that_shares_words_alone_does_not_spare_an_answer(answer):
    text = answer("Do you give towels or shall I pack mine? And does the wifi reach the dorms?")
    assert "rent a towel at reception for €4.50" in text["draft"]["body_plain"]
    assert "wifi" in text["draft"]["body_plain"]


# --- what only somebody knows who has looked ---


@pytest.mark.parametrize(
    "mail",
    [
        "Did you get the deposit I paid yesterday?",
        "Has my payment arrived?",
        "Ist meine Anzahlung schon bei Ihnen angekommen?",
        "Has the bank transfer for our group arrived?",
    ],
)
def test_no_general_text_answers_a_personal_question(answer, mail):
    draft = answer(mail)
    assert outcomes(draft) == ["promised"]
    assert [ask["kind"] for ask in draft["action_plan"]["asks"]] == ["state"]
    assert draft["template_used"]["selection"] != "auto"
    assert draft["quality"]["failed_checks"] == []
    assert draft["delivery_status"] == "needs_follow_up"


def test_a_state_that_the_caller_looked_up_may_be_told_and_is_kept_as_his_word(answer):
    draft = answer("Has my payment arrived?", states={"payment_received": True})
    assert draft["template_used"]["template_id"] == "T64"
    assert draft["states"] == {"payment_received": True}
    assert (outcomes(draft), draft["outcomes"][0]["source"]) == (["answered"], "state")
    assert not draft["follow_up_required"]
    kept = Draft.objects.get()
    assert kept.states == {"payment_received": True}
    assert kept.rests_on_state


def test_a_state_said_to_be_false_proves_nothing(answer):
    draft = answer("Has my payment arrived?", states={"payment_received": False})
    assert draft["template_used"]["template_id"] != "T64"
    assert not Draft.objects.get().rests_on_state


@pytest.mark.parametrize(
    "states",
    [{"has_wings": True}, {"wants_cancellation": True}, {"payment_received": "maybe"}, [], "x"],
)
def test_unknown_states_are_refused_naming_the_field(agent, states):
    body = {"action_plan": plan_json("Has my payment arrived?"), "states": states}
    refused = agent.post(URLS["generate"], body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_error")
    assert any(name.startswith("states") for name in refused.json()["fields"])
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "mail", ["Thanks, we will store our bags.", "Wir kommen mit dem Auto.", "Portiamo il cane."]
)
def test_a_letter_to_who_asks_nothing_is_not_ready(answer, mail):
    assert answer(mail)["delivery_status"] == "needs_follow_up"


def test_a_state_in_an_agents_own_words_is_not_ready(answer, rewrite):
    draft = answer("Has my payment arrived?")
    kept = draft["draft"]["body_plain"]
    if Draft.objects.get().is_protected:
        Draft.objects.update(is_protected=False, template=None)
    refined = rewrite(draft, letter("Yes, your payment has arrived. Thank you for your payment."))
    assert refined["draft"]["body_plain"] != kept
    assert refined["delivery_status"] != "ready"


@pytest.mark.parametrize(
    ("mail", "answers", "deeds"),
    [
        (
            "What time is breakfast?",
            "Breakfast is from 8 am to 10:15 am.",
            (
                "We have moved you to room 4.",
                "I have refunded you.",
                "Your invoice is on its way.",
                "I noted your allergy.",
            ),
        ),
        (
            "Wann gibt es Frühstück?",
            "Frühstück gibt es von 8 bis 10:15 Uhr.",
            ("Wir haben Sie in Zimmer 4 verlegt.", "Ich habe Ihre Buchung geändert."),
        ),
        (
            "A che ora è la colazione?",
            "La colazione è dalle 8 alle 10:15.",
            ("Le ho rimborsato la caparra.",),
        ),
        # Without its doer, or without its name.
        (
            "What time is breakfast?",
            "Breakfast is from 8 am to 10:15 am.",
            ("A taxi has been ordered.", "Done!", "All set.", "That's sorted."),
        ),
        (
            "Wann gibt es Frühstück?",
            "Frühstück gibt es von 8 bis 10:15 Uhr.",
            ("Ihre Buchung wurde storniert.", "Erledigt.", "Alles ist geregelt."),
        ),
        (
            "A che ora è la colazione?",
            "La colazione è dalle 8 alle 10:15.",
            ("La Sua prenotazione è stata cancellata.", "È tutto a posto.", "Tutto sistemato!"),
        ),
    ],
)
def test_what_an_agent_says_to_have_done_is_for_a_person(answer, rewrite, mail, answers, deeds):
    draft = answer(mail)
    language = draft["action_plan"]["language"]
    assert rewrite(draft, letter(answers, language))["delivery_status"] == "ready"
    for deed in deeds:
        refined = rewrite(draft, letter(f"{answers} {deed}", language))
        assert "added_statement" in refined["quality"]["warnings"], deed
        assert refined["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    ("vague", "named"),
    [
        ("How much is the ticket?", "How much is the bus ticket to Amalfi?"),
        ("How much is the taxi?", "What does the taxi to Salerno cost?"),
        ("When does the last bus leave?", "When is the last ferry from Salerno?"),
        ("Was kostet die Fähre?", "Was kostet ein Taxi nach Amalfi?"),
        ("Quanto costa il biglietto?", "Quanto costa il facchino?"),
    ],
)
def test_one_of_several_values_that_fit_is_for_a_person(answer, vague, named):
    assert answer(vague)["delivery_status"] == "needs_follow_up"
    assert answer(named)["delivery_status"] == "ready"


@pytest.mark.parametrize("said", ["Sure!", "No problem at all.", "Yes, we do that for you."])
def test_an_agents_yes_does_not_do_what_was_asked_for(answer, rewrite, said):
    draft = answer("Please let us check in at noon.")
    assert draft["action_plan"]["asks"][0]["kind"] == "action"
    assert rewrite(draft, letter(said))["delivery_status"] != "ready"


def test_a_letter_for_what_no_rule_read_waits_for_a_person_as_it_is_and_reworded(answer, rewrite):
    kids = "Back home. The kids still talk about the boat."
    draft, kept = answer(kids), Draft.objects.get()
    assert kept.template and kept.template.template_id == "T45"
    assert kept.action_plan["proofs"] == []
    assert draft["delivery_status"] != "ready"
    refined = rewrite(draft, draft["draft"]["body_plain"])
    assert refined["delivery_status"] != "ready"


@pytest.fixture
def weighed(monkeypatch):
    """Letters weighed as they are, but none likelier than the fixture's caller says."""

    def bound(most):
        def weigh(plan, **known):
            return tuple(
                replace(one, likelihood=min(one.likelihood, most))
                for one in weigh_letters(plan, **known)
            )

        monkeypatch.setattr("drafting.pipeline.answer.choose.weigh_letters", weigh)

    return bound


def test_only_what_is_surely_the_letter_may_leave_by_itself(answer, rewrite, weighed):
    asked = "What time is check-out?"
    assert answer(asked)["template_used"]["selection"] == "auto"
    weighed(0.79)
    draft = answer(asked)
    assert draft["template_used"]["selection"] == "suggest"
    assert draft["delivery_status"] == "ready"
    weighed(0.69)
    assert answer(asked)["delivery_status"] == "ready", "the house knows the answer"
    thanks = "Thank you for a wonderful stay, we loved the terrace!"
    draft = answer(thanks)
    for text in (draft["draft"]["body_plain"], letter("Thank you, we hope to see you again.")):
        refined = rewrite(draft, text)
        assert refined["delivery_status"] == "needs_follow_up", "no wording makes it likelier"
    weighed(0.7)
    assert answer(thanks)["delivery_status"] == "ready"


def test_a_mail_that_only_its_words_put_into_a_fixed_category_gets_the_likely_letter(answer):
    for mail in (
        "Siamo una squadra di pallavolo, diciassette persone: quanto chiedete di caparra ai gruppi?",
        "Wir sind eine Wandergruppe, 19 Personen: wie hoch ist die Anzahlung für Gruppen?",
    ):
        chosen = answer(mail)["template_used"]
        assert (chosen["template_id"], chosen["selection"]) == ("T31", "suggest")
    own = answer("Wie viel beträgt die Vorauszahlung für meine Buchung BRK-40871?")
    assert own["template_used"]["category"] == "prepayment"


def test_an_urgent_mail_gets_the_letter_that_is_surely_its_own(answer, weighed):
    mail = (
        "Hello, I have asked three times whether the coach for our class of 31 can stop at your "
        "door and nobody has answered. How much is the deposit for a group and do you make us an "
        "offer?"
    )
    draft = answer(mail)
    assert draft["action_plan"]["escalation"]["triggers"] == ["repeated_complaint"]
    chosen = draft["template_used"]
    assert (chosen["template_id"], chosen["selection"]) == ("T31", "suggest")
    assert draft["delivery_status"] == "needs_follow_up"
    weighed(0.89)
    assert answer(mail)["template_used"]["template_id"] != "T31"


def test_the_letter_of_an_urgent_case_gives_way_where_it_is_hardly_right(answer, weighed):
    mail = (
        "You kept the money for two nights that we never slept at yours. I do not accept that and "
        "want it refunded."
    )
    letter_of_case = answer(mail)["template_used"]["template_id"]
    assert letter_of_case
    weighed(0.19)
    draft = answer(mail)
    assert draft["template_used"]["template_id"] != letter_of_case
    assert draft["template_used"]["purpose"] == "acknowledgement"


def test_a_group_that_speaks_of_cancelling_is_not_answered_as_one_that_objects(answer):
    draft = answer(
        "Guten Tag, für unsere Abschlussfahrt (22 Schüler, 3 Lehrkräfte) brauche ich ein Angebot, "
        "und zwar bis Freitag. Wie hoch ist die Anzahlung, und bekommen wir sie zurück, falls wir "
        "absagen müssen?"
    )
    assert draft["template_used"]["template_id"] == "T31"
    assert "25 %" in draft["draft"]["body_plain"]


def test_who_was_charged_twice_hears_of_that_and_not_of_the_prepayment(answer):
    draft = answer(
        "Buonasera, sul conto vedo due movimenti uguali vostri. La caparra l'ho pagata dal vostro "
        "link una volta sola. Potete controllare?"
    )
    assert draft["action_plan"]["scenario"]["category"] == "prepayment"
    chosen = draft["template_used"]
    assert (chosen["template_id"], chosen["selection"]) == ("T28", "suggest")


def test_what_a_person_may_answer_stands_beside_an_acknowledgement(answer):
    draft = answer("I shall see you in court. And what time is breakfast?")
    assert draft["template_used"]["purpose"] == "acknowledgement"
    assert "faq:breakfast-hours" in [one["citation"] for one in draft["sources_used"]]
    assert not any(one["injected"] for one in draft["sources_used"])
    assert "10:15" not in draft["draft"]["body_plain"]


# --- what somebody must do ---


@pytest.mark.parametrize(
    "mail",
    [
        "My son has a nut allergy, can you prepare breakfast for him?",
        "Can you send me an invoice for my stay in May, and what time is check-out?",
        "Please send me a confirmation of my booking.",
    ],
)
def test_what_somebody_must_do_is_promised_and_not_answered_by_a_mention(answer, mail):
    draft = answer(mail)
    done = [
        outcome["outcome"]
        for ask, outcome in zip(draft["action_plan"]["asks"], draft["outcomes"], strict=True)
        if ask["kind"] == "action"
    ]
    assert done == ["promised"]
    assert draft["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    "mail",
    [
        "Please cancel my booking BRK-40871.",
        "We can't come after all: please cancel our stay, BRK-40871.",
        "Bitte stornieren Sie unsere Buchung BRK-40871.",
        "Vi prego di annullare la mia prenotazione BRK-40871.",
        "Merci d'annuler ma réservation BRK-40871",
        "Merci d’annuler notre séjour, nous ne pouvons pas venir.",
        "Por favor, anulen nuestra reserva BRK-40871.",
        "Por favor cancelem a nossa reserva BRK-40871.",
        "Please cancel my booking BRK-40871, it is the non-refundable rate.",
    ],
)
def test_a_letter_that_says_we_cancel_promises_it(answer, mail):
    draft = answer(mail)
    assert draft["template_used"]["category"] == "cancellation"
    assert outcomes(draft) == ["promised"]
    assert draft["follow_up_required"]


def test_a_fixed_letter_without_a_place_promises_what_it_says_we_do(answer):
    for template in EmailTemplate.objects.filter(template_id="T12", language="en"):
        template.body = template.body.replace("{{SLOT:KNOWLEDGE_INJECTION}}", "")
        template.save()
    draft = answer("Please cancel my booking BRK-40871.")
    assert draft["template_used"]["template_id"] == "T12"
    assert outcomes(draft) == ["promised"]
    assert draft["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    "mail",
    [
        "Please cancel my booking BRK-40871.",
        "Bitte stornieren Sie unsere Buchung BRK-40871.",
        "Per favore annullate la nostra prenotazione.",
    ],
)
def test_another_houses_letter_on_cancelling_cancels_nothing_by_itself(agent, db, mail):
    load_house(folder=FOLDER.parent / "houses" / "vigna")
    plan = agent.post(URLS["interpret"], {"body": mail}, format="json").json()
    draft = agent.post(URLS["generate"], {"action_plan": plan}, format="json").json()
    assert outcomes(draft) == ["promised"]
    assert draft["follow_up_required"]
    said = draft["outcomes"][0]["sentence"]
    assert "Marta & Paolo" in said
    assert said != "Marta & Paolo", "who signs has promised nothing"


@pytest.mark.parametrize(
    ("mail", "how"),
    [
        ("Can you store our luggage until 6 pm?", "you can leave your luggage"),
        ("Can you wash our clothes for us?", "laundry service"),
    ],
)
def test_a_wish_that_the_guest_can_see_to_himself_is_answered_by_how(answer, mail, how):
    draft = answer(mail)
    assert [ask["kind"] for ask in draft["action_plan"]["asks"]] == ["action"]
    assert outcomes(draft) == ["answered"]
    assert how in draft["draft"]["body_plain"]


# --- fixed letters need their proof ---

ENTERED = "We enter the cancellation"


@pytest.mark.parametrize(
    "mail",
    [
        "Why was my booking cancelled? I did not ask for it.",
        "If you get a cancellation, could you put us together in one room?",
        "Could we move our booking from 3 May to 5 May?",
        "Warum wurde meine Buchung storniert?",
        "Wir möchten das Frühstück am Samstag stornieren.",
        "Should anyone cancel, please tell us, we'd love the attic room.",
        "Si alguien cancela, ¿nos podéis poner en la misma habitación?",
        "Bitte stornieren Sie NICHT, wir kommen nur später.",
        "Please don't cancel our stay!",
        "Please cancel just the last night of our booking.",
        "Pouvons-nous déplacer la réservation au 8 juin ? Sinon annulez-la.",
        "Can you move my booking to 8 June? If not, please cancel it.",
    ],
)
def test_who_does_not_cancel_gets_no_letter_about_cancelling(answer, mail):
    draft = answer(mail)
    assert draft["template_used"]["category"] != "cancellation"
    assert ENTERED not in draft["draft"]["body_plain"]
    assert draft["delivery_status"] == "needs_follow_up"


def test_a_rate_that_nobody_stated_is_not_called_non_refundable(answer):
    draft = answer("Please cancel my booking MA4BJ9.")
    assert draft["template_used"]["template_id"] != "T11"
    proven = answer("Please cancel my booking MA4BJ9, it is the non-refundable rate.")
    assert proven["template_used"]["template_id"] == "T11"


def test_who_agrees_and_has_paid_is_not_asked_to_pay(answer):
    draft = answer("I agree and I have just paid the prepayment.")
    assert draft["template_used"]["template_id"] != "T09"
    assert draft["delivery_status"] == "needs_follow_up"


def test_what_a_protected_mail_asks_besides_is_answered_beside_the_promise(answer):
    draft = answer("Why was my booking cancelled? And is there still parking?")
    assert outcomes(draft) == ["promised", "answered"]
    assert "Garage Sant'Elia" in draft["draft"]["body_plain"]
    assert draft["template_used"]["selection"] == "none"


# --- a real none ---


@pytest.mark.parametrize("mail", ["Do you flibber the grobble?", "Do you sell unicorns?"])
def test_what_is_not_understood_is_acknowledged_and_gets_neither_thanks_nor_a_goodbye(answer, mail):
    draft = answer(mail)
    used = draft["template_used"]
    assert (used["template_id"], used["purpose"], used["selection"]) == (
        "T77",
        "acknowledgement",
        "none",
    )
    assert Draft.objects.get().template is None
    assert set(outcomes(draft)) == {"promised"}
    assert draft["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    "mail", ["Qwertz lorem flibber the grobble?", "Did you get the deposit I paid, and my invoice?"]
)
def test_a_signature_does_not_make_a_text_of_ones_own_an_acknowledgement(call, answer, mail):
    draft = answer(mail)
    assert draft["template_used"]["purpose"] in ("acknowledgement", "answer")
    said = call(
        "check", {"draft_id": draft["draft_id"], "draft": {"body_plain": letter("Thank you.")}}
    )
    assert "unanswered_questions" in said["failed_checks"]


# --- invented facts ---

ASKED = "What time is breakfast and how much is it?"
RIGHT = "Breakfast is from 8 am to 10:15 am. Breakfast is not included in the room rate. It costs €8.50."


@pytest.mark.parametrize(("right", "wrong"), [("€8.50", "€3"), ("8 am", "6 am")])
def test_a_wrong_fact_blocks_an_agents_text_and_says_what_is_known(answer, rewrite, right, wrong):
    draft = answer(ASKED)
    assert rewrite(draft, letter(RIGHT))["quality"]["failed_checks"] == []
    refined = rewrite(draft, letter(RIGHT.replace(right, wrong)))
    assert "contradicts_fact" in refined["quality"]["failed_checks"]
    assert refined["delivery_status"] == "blocked"
    (finding,) = refined["quality"]["findings"]
    assert set(finding) == {"code", "said", "known", "fact", "span"}
    assert finding["code"] == "contradicts_fact"


@pytest.mark.parametrize(
    "addition",
    ["See https://hostel-brikette.example/no-such-page.", "Call us on +39 089 555 0000."],
)
def test_an_invented_page_or_number_does_not_pass(answer, rewrite, addition):
    refined = rewrite(answer(ASKED), letter(f"{RIGHT} {addition}"))
    assert refined["delivery_status"] != "ready"


# --- the wrong template is no judge of the right text ---


def test_the_corrected_template_lifts_the_wrong_ones_reference(call, rewrite):
    plan = plan_json("How do I get from Naples airport to Positano?", category="transportation")
    draft = call("generate", {"action_plan": plan})
    assert draft["template_used"]["template_id"] == "T24"
    text = letter("Take the coach from Naples airport to Sorrento and the bus from there.")

    def missing(**fields):
        refined = rewrite(draft, text, **fields)
        return refined["quality"]["failed_check_details"].get("missing_required_reference")

    assert missing() == "https://hostel-brikette.example/directions"
    other = "https://hostel-brikette.example/payment"
    assert missing(corrected_template="T27", rewrite_reason="wrong-template") == other
    assert missing(corrected_template="T22", rewrite_reason="wrong-template") is None
    row = Attestation.objects.order_by("-attempt").first()
    assert row is not None
    assert (row.corrected_template_id, row.corrected_category) == ("T22", "luggage")


def test_a_wish_for_a_protected_letter_is_kept_and_applies_no_text(answer, rewrite):
    draft = answer(ASKED)
    refined = rewrite(
        draft, letter(RIGHT), corrected_template="T12", rewrite_reason="wrong-template"
    )
    assert refined["draft"]["body_plain"] == draft["draft"]["body_plain"]
    assert refined["refinement_applied"] is False
    assert Attestation.objects.get().corrected_template_id == "T12"


# --- bounds ---


@pytest.mark.parametrize(("count", "is_cut"), [(30, False), (31, True), (60, True)])
def test_a_posted_plan_with_more_asks_than_are_read_is_cut(call, count, is_cut):
    questions = [f"Is there a lift in house {number}?" for number in range(count)]
    draft = call("generate", {"action_plan": plan_json(*questions)})
    assert len(draft["action_plan"]["asks"]) == min(count, 30)
    assert draft["action_plan"]["is_cut"] is is_cut
    if is_cut:
        assert draft["delivery_status"] != "ready"


# --- emergencies, and mail of a word or two ---


@pytest.mark.parametrize(
    "mail",
    [
        "I am alone outside with my small child and the code does not work",
        "My daughter is bleeding badly and nobody is here, your door code is wrong as well!",
    ],
)
def test_an_emergency_gets_the_night_phone_whatever_else_it_complains_of(answer, mail):
    draft = answer(mail)

    assert "call 112" in draft["draft"]["body_plain"]
    assert draft["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    ("mail", "first"),
    [
        ("It is 2 am and the front door does not open with our code.", "night phone"),
        ("È notte, siamo chiusi fuori con nostra figlia piccola.", "telefono notturno"),
        ("Es ist Nacht, wir sind ausgesperrt und stehen mit dem Baby draußen.", "Nachttelefon"),
        ("We are locked out at night and smoke comes from a window.", "smell gas"),
        ("Nous sommes dehors la nuit, porte fermée, et mon père fait un infarctus.", "gaz"),
    ],
)
def test_who_stands_before_a_shut_door_reads_first_whom_to_call(answer, mail, first):
    draft = answer(mail)["draft"]
    assert first in draft["body_plain"].split("\n\n")[1]


@pytest.mark.parametrize(
    "cry", ["Help!", "Fire!", "Es brennt!", "Hilfe", "Aiuto!", "Au secours !", "¡Socorro!", "Ajuda"]
)
def test_a_cry_with_nothing_else_is_an_emergency_in_whatever_language(answer, cry):
    draft = answer(cry)
    assert draft["action_plan"]["escalation"]["tier"] == "HIGH"
    assert "112" in draft["draft"]["body_plain"]


def test_a_cry_before_a_question_is_none(answer):
    draft = answer("Help! Which bus do we take from Sorrento?")
    assert draft["action_plan"]["escalation"]["tier"] == "NONE"


def test_who_is_in_distress_reads_nothing_of_rates(answer):
    draft = answer(
        "My father died last night. I demand a refund, you refused it without any reason."
    )

    assert "cancellation_refund_dispute" in draft["action_plan"]["escalation"]["triggers"]
    assert "our thoughts are with you" in draft["draft"]["body_plain"]
    assert "rate" not in draft["draft"]["body_plain"]


@pytest.mark.parametrize(("mail", "is_ours"), [("Ok", True), ("Hm hm", True), ("朝食は", False)])
def test_a_word_or_two_are_not_told_that_we_do_not_write_their_language(answer, mail, is_ours):
    draft = answer(mail)

    assert ("We write English" not in draft["draft"]["body_plain"]) == is_ours
    assert draft["delivery_status"] == "needs_follow_up"


@pytest.mark.parametrize(
    ("mail", "letter"),
    [
        ("Please cancel my booking BRK-28817, flexible rate, arrival 2 August.", "T12"),
        ("Bitte stornieren Sie meine Buchung BRK-28817, flexibler Tarif.", "T12"),
        ("We might have to cancel, what would that cost us?", "T10"),
        ("A man in my dorm stares at me all the time and I am afraid.", "T41"),
    ],
)
def test_a_deed_is_said_to_be_done_and_who_is_bothered_hears_what_to_do(answer, mail, letter):
    assert answer(mail)["template_used"]["template_id"] == letter
