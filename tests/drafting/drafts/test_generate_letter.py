"""How a letter is put together: slots, knowledge, several templates, what must and must not stand
in it. On a small desk of its own, so that every sentence is known."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from drafting.drafts.models import Draft
from drafting.mail.models import DraftingSettings
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact
from templatesapp.text.distance import question_hash
from tests.drafting.drafts.plans import URLS, plan_json
from tests.factories import EmailTemplateFactory, KnowledgeItemFactory, PropertyFactFactory

pytestmark = pytest.mark.django_db

CLOSING = "Warm regards,\nPeter & Cristiana"
OWN_CLOSING = f"{CLOSING}\nHostel Brikette, Positano"  # of a letter without a template
THANKS = "Thank you for your message."
PROMISE = "Peter & Cristiana will write to you about "
GARDEN = "The garden is behind the house, with two hammocks under the lemon trees."
WHERE = "Where is the garden?"


def template(text: str = GARDEN, **fields) -> EmailTemplate:
    """A letter around ``text`` with places for greeting and knowledge; or a whole ``body``. It is
    for guests with a refundable rate: without an ask, only such a proof speaks for a letter."""
    whole = f"{{{{SLOT:GREETING}}}}\n\n{text}\n\n{{{{SLOT:KNOWLEDGE_INJECTION}}}}\n\n{CLOSING}"
    defaults = {"template_id": "T01", "subject": "The garden", "category": "faq", "body": whole}
    defaults["requires"] = ["refundable_rate"]
    return EmailTemplateFactory.create(**defaults | fields)


@pytest.fixture(autouse=True)
def company(db):
    """Other templates: BM25 says nothing about the words of a lone document."""
    for number, subject in enumerate(("Wifi", "Luggage room", "Parking", "Ferries", "Boat trips")):
        EmailTemplateFactory.create(
            template_id=f"T6{number}",
            subject=subject,
            category="general",
            body=f"Dear Guest,\n\nAll about {subject.lower()} is on our page.\n\n{CLOSING}",
        )
        KnowledgeItemFactory.create(
            key=f"other-{number}",
            question=f"Who looks after the {subject.lower()}?",
            answer=f"Gianni looks after the {subject.lower()} from spring to autumn.",
        )


@pytest.fixture
def generate(agent):
    def send(*questions, **fields):
        names = ("subject", "recipient_name", "prepayment_step")
        body = {name: fields.pop(name) for name in names if name in fields}
        fields.setdefault("category", "faq")
        if not questions:
            fields.setdefault("text", "I look forward to the garden.")
        body["action_plan"] = plan_json(*questions, **fields)
        body["states"] = {"refundable_rate": True}
        answer = agent.post(URLS["generate"], body, format="json")
        assert answer.status_code == 201, answer.content
        return answer.json()

    return send


def letter(*paragraphs: str, greeting: str = "Dear Guest,", closing: str = CLOSING) -> str:
    return "\n\n".join([greeting, *paragraphs, closing])


# --- slots ---


def test_slots_without_a_value_vanish_with_what_they_leave(generate):
    template("Your booking {{SLOT:BOOKING_REF}}, is fine.\n\n{{SLOT:CTA}}\n\nThe garden waits.")
    answer = generate()
    assert answer["draft"]["body_plain"] == letter("Your booking, is fine.", "The garden waits.")
    assert answer["slots"] == {"filled": {"GREETING": "Dear Guest,"}, "unresolved": []}


def test_slots_are_filled_from_plan_profile_and_facts(generate):
    DeskProfile(calls_to_action={"faq": {"en": "Book a hammock today."}}).save()
    PropertyFactFactory.create(name="GARDEN_OPENS", kind="time", value="15:30", unit="")
    template("Garden of {{SLOT:BOOKING_REF}}: from {{SLOT:FACT_GARDEN_OPENS}}. {{SLOT:CTA}}")
    answer = generate(booking_ref="MA4BJ9", guest_name="Annika Rehberg")
    assert answer["draft"]["body_plain"] == letter(
        "Garden of MA4BJ9: from 3:30 pm. Book a hammock today.", greeting="Dear Annika,"
    )
    assert answer["slots"]["filled"] == {
        "GREETING": "Dear Annika,",
        "BOOKING_REF": "MA4BJ9",
        "FACT_GARDEN_OPENS": "3:30 pm",
        "CTA": "Book a hammock today.",
    }


def test_a_changed_fact_reaches_the_next_draft(generate):
    fact = PropertyFactFactory.create(name="GARDEN_PRICE", value="7.50")
    template("The garden costs {{SLOT:FACT_GARDEN_PRICE}}.")
    assert "€7.50" in generate()["draft"]["body_plain"]
    fact.value = "9"
    fact.save()
    assert "costs €9." in generate()["draft"]["body_plain"]


def test_a_fact_that_is_gone_is_told_and_leaves_no_braces(generate):
    template("The garden costs {{SLOT:FACT_GARDEN_PRICE}} a day.")
    answer = generate()
    assert answer["slots"]["unresolved"] == ["FACT_GARDEN_PRICE"]
    assert "The garden costs a day." in answer["draft"]["body_plain"]
    details = answer["quality"]["failed_check_details"]
    assert details["unresolved_slot"] == "The garden costs a day."
    assert answer["delivery_status"] == "blocked"


def test_the_recipient_named_by_the_caller_comes_first(generate):
    template()
    answer = generate(guest_name="Annika", recipient_name="Graham & Wendy")
    assert answer["draft"]["body_plain"].startswith("Dear Graham & Wendy,")


def test_a_value_is_put_in_literally(generate):
    template("Ref: {{SLOT:BOOKING_REF}}.\n\nThe garden waits.")
    answer = generate(booking_ref="{{SLOT:CTA}}")
    assert answer["draft"]["body_plain"] == letter("Ref: {{SLOT:CTA}}.", "The garden waits.")
    assert "unresolved_slot" in answer["quality"]["failed_checks"]
    assert answer["delivery_status"] == "blocked"


def test_a_letter_without_slots_is_personalised_as_before(generate):
    body = f"Dear Guest,\n\n{GARDEN}\n\n{CLOSING}"
    template(body=body)
    assert generate()["draft"]["body_plain"] == body
    answer = generate(guest_name="Annika")
    assert answer["draft"]["body_plain"] == letter(GARDEN, greeting="Dear Annika,")


def test_carriage_returns_of_a_template_do_not_reach_the_draft(generate):
    template(body=f"{{{{SLOT:GREETING}}}}\n\n{GARDEN}\n\n{CLOSING}".replace("\n", "\r\n"))
    text = generate()["draft"]["body_plain"]
    assert "\r" not in text
    assert text == letter(GARDEN)


def test_placements_say_where_each_value_stands(generate):
    template("The garden of {{SLOT:BOOKING_REF}} waits for {{SLOT:BOOKING_REF}}.")
    generate(booking_ref="HB-20931")
    draft = Draft.objects.get()
    places = draft.slots["placements"]
    assert [place["name"] for place in places] == ["GREETING", "BOOKING_REF", "BOOKING_REF"]
    assert all(draft.body_plain[p["start"] : p["end"]] == p["value"] for p in places)


# --- knowledge ---

LIFT = ("Is there a lift?", "There is no lift; the house has many stairs.")
DOG = ("May I bring my dog?", "Dogs are welcome in private rooms.")
POOL = ("Is there a swimming pool?", "There is a swimming pool on the roof.")
BAR = ("What time does the bar open?", "The bar opens at noon every day.")


def know(pair: tuple[str, str], **fields) -> KnowledgeItem:
    return KnowledgeItemFactory.create(question=pair[0], answer=pair[1], **fields)


def test_a_gap_is_filled_with_what_we_know(generate):
    template(requires=[])
    know(LIFT, key="lift", citation="faq:lift", uri="brikette://faq/lift")
    know(POOL)
    know(DOG)
    answer = generate(WHERE, LIFT[0])
    assert answer["draft"]["body_plain"] == letter(GARDEN, LIFT[1])
    assert answer["question_blocks"] == [
        {
            "question": WHERE,
            "answer_source": "template",
            "template_id": "T01",
            "citation": None,
            "follow_up_required": False,
        },
        {
            "question": LIFT[0],
            "answer_source": "knowledge",
            "template_id": None,
            "citation": "faq:lift",
            "follow_up_required": False,
        },
    ]
    assert [(o["outcome"], o["source"], o["sentence"]) for o in answer["outcomes"]] == [
        ("answered", "template", GARDEN),
        ("answered", "knowledge", LIFT[1]),
    ]
    source = answer["sources_used"][0]
    assert 0.3 < source.pop("score") <= 1
    assert source == {
        "uri": "brikette://faq/lift",
        "citation": "faq:lift",
        "text": LIFT[1],
        "injected": True,
    }
    assert answer["delivery_status"] != "blocked"


def test_without_a_place_of_its_own_knowledge_goes_before_the_closing(generate):
    template(body=f"Dear Guest,\n\n{GARDEN}\n\n{CLOSING}")
    know(LIFT)
    answer = generate(WHERE, LIFT[0])
    assert answer["draft"]["body_plain"] == letter(GARDEN, LIFT[1])


def test_a_letter_that_answers_nothing_is_not_sent_for_a_word_it_shares(generate):
    template(requires=[])
    know(LIFT)
    answer = generate(LIFT[0], text=f"I like the garden. {LIFT[0]}")
    assert answer["template_used"]["selection"] == "none"
    assert answer["draft"]["body_plain"] == letter(THANKS, LIFT[1], closing=OWN_CLOSING)
    assert answer["delivery_status"] == "ready"


def test_no_more_answers_than_the_setting_says_are_put_in(generate):
    DraftingSettings(maximum_injections=2).save()
    template()
    pairs = (LIFT, POOL, DOG, BAR)
    for pair in pairs:
        know(pair)
    answer = generate(*(pair[0] for pair in pairs), text="I like the garden.")
    injected = [source for source in answer["sources_used"] if source["injected"]]
    assert len(injected) == 2
    assert [block["answer_source"] for block in answer["question_blocks"]] == [
        "knowledge",
        "knowledge",
        "follow_up",
        "follow_up",
    ]
    assert sum(pair[1] in answer["draft"]["body_plain"] for pair in pairs) == 2
    text = answer["draft"]["body_plain"]
    assert text.count(PROMISE) == 1
    assert all(0 <= source["score"] <= 1 for source in answer["sources_used"])


def test_the_maximum_is_a_setting(generate):
    DraftingSettings(maximum_injections=0).save()
    template()
    know(LIFT)
    answer = generate(LIFT[0], text=f"I like the garden. {LIFT[0]}")
    assert answer["question_blocks"][0]["answer_source"] == "follow_up"
    assert [source["injected"] for source in answer["sources_used"]] == [False]


def test_the_same_answer_to_two_questions_stands_once(generate):
    template()
    know(LIFT)
    know(POOL)
    again = "Have you a lift in the house?"
    answer = generate(LIFT[0], again, POOL[0], text="I like the garden.")
    assert answer["draft"]["body_plain"].count(LIFT[1]) == 1
    assert POOL[1] in answer["draft"]["body_plain"]


def test_what_an_author_does_not_allow_is_listed_and_not_put_in(generate):
    template()
    know(LIFT, category="payment", may_be_injected=False)
    answer = generate(LIFT[0], text=f"I like the garden. {LIFT[0]}")
    assert LIFT[1] not in answer["draft"]["body_plain"]
    assert [source["injected"] for source in answer["sources_used"]] == [False]
    assert answer["question_blocks"][0]["answer_source"] == "follow_up"


def test_citation_markers_never_reach_the_text(generate):
    template()
    know((LIFT[0], "[faq:lift] There is no lift; [see page 2] the house has many stairs."))
    answer = generate(LIFT[0], text=f"I like the garden. {LIFT[0]}")
    assert LIFT[1] in answer["draft"]["body_plain"]
    assert "[" not in answer["draft"]["body_plain"]


def test_brackets_of_a_template_are_its_own(generate):
    template("The garden [behind the house] waits.")
    assert "[behind the house]" in generate()["draft"]["body_plain"]


def test_facts_in_knowledge_are_filled(generate):
    template()
    PropertyFactFactory.create(name="LIFT_PRICE", value="2.00")
    know((LIFT[0], "There is a lift, for {{SLOT:FACT_LIFT_PRICE}} a ride."))
    answer = generate(LIFT[0], text=f"I like the garden. {LIFT[0]}")
    assert "There is a lift, for €2 a ride." in answer["draft"]["body_plain"]


def promoted(question: str, answer: str, **fields) -> KnowledgeItem:
    return KnowledgeItemFactory.create(
        key=f"faq:{question_hash(question)}",
        citation=f"faq:{question_hash(question)[:8]}",
        question=question,
        answer=answer,
        source="promoted",
        may_be_injected=False,
        question_hashes=[question_hash(question)],
        promoted_at=datetime(2026, 4, 1, tzinfo=UTC),
        **fields,
    )


UNICORNS = "Do you sell unicorns?"


@pytest.mark.parametrize(
    "asked",
    [UNICORNS, "do you sell unicorns", "Hello, do you sell  UNICORNS ?!", "Hi! " + UNICORNS],
)
def test_a_promoted_answer_comes_first_whatever_words_it_has(generate, asked):
    template()
    item = promoted(UNICORNS, "Only on Sundays, at the bar.")
    KnowledgeItemFactory.create(question=UNICORNS, answer="Yes, we sell unicorns.")
    answer = generate(asked, text=f"I like the garden. {asked}")
    assert "Only on Sundays, at the bar." in answer["draft"]["body_plain"]
    assert "Yes, we sell" not in answer["draft"]["body_plain"]
    assert answer["question_blocks"][0]["answer_source"] == "promotion"
    assert answer["question_blocks"][0]["citation"] == item.citation
    assert answer["follow_up_required"] is False


def test_a_promoted_answer_needs_exactly_its_question(generate):
    template()
    promoted(UNICORNS, "Only on Sundays, at the bar.")
    answer = generate("Do you rent unicorns?", text="I like the garden.")
    assert answer["question_blocks"][0]["answer_source"] != "promotion"


def test_promoted_answers_do_not_count_against_the_maximum(generate):
    DraftingSettings(maximum_injections=1).save()
    template()
    promoted(UNICORNS, "Only on Sundays, at the bar.")
    promoted("Do you sell dragons?", "Never on Mondays.")
    know(LIFT)
    answer = generate(UNICORNS, "Do you sell dragons?", LIFT[0], text="I like the garden.")
    assert [block["answer_source"] for block in answer["question_blocks"]] == [
        "promotion",
        "promotion",
        "knowledge",
    ]


def test_an_answer_taken_back_is_not_used(generate):
    template()
    promoted(UNICORNS, "Only on Sundays, at the bar.", active=False)
    answer = generate(UNICORNS, text="I like the garden.")
    assert answer["question_blocks"][0]["answer_source"] == "follow_up"


def test_a_question_without_a_topic_is_looked_up_in_the_mails_own_scenarios(generate):
    template()
    know(("How much is the ferry?", "The ferry costs 20 coins."), category="transportation")
    answer = generate("And how much does it cost?", text="I like the garden. How much?")
    assert "ferry" not in answer["draft"]["body_plain"]


def test_what_nobody_can_answer_is_promised(generate):
    template()
    answer = generate(WHERE, UNICORNS)
    promise = f"{PROMISE}the rest of your message."
    assert answer["draft"]["body_plain"] == letter(GARDEN, promise)
    assert answer["follow_up_required"]
    assert answer["question_blocks"][1]["answer_source"] == "follow_up"
    assert answer["outcomes"][1]["outcome"] == "promised"
    assert answer["outcomes"][1]["sentence"] == promise
    assert answer["delivery_status"] == "needs_follow_up"
    assert answer["quality"]["passed"]
    assert answer["sources_used"] == []


def test_the_promise_names_the_owners_in_the_letters_language(generate):
    DeskProfile(owners="Ada & Bo", signature="Ada & Bo").save()
    template(
        body="{{SLOT:GREETING}}\n\nIl giardino è dietro la casa.\n\nCordiali saluti,\nAda & Bo",
        subject="Il giardino",
        language="it",
    )
    answer = generate("Vendete unicorni?", text="Amo il giardino. Vendete unicorni?", language="it")
    text = answer["draft"]["body_plain"]
    assert "Per il resto del Suo messaggio, Ada & Bo Le scriveranno." in text


def test_a_promise_repeats_nothing_of_a_guest_that_could_be_a_link(generate):
    template()
    answer = generate(WHERE, "Is https://evil.example/x yours?")
    assert "evil" not in answer["draft"]["body_plain"]
    assert f"{PROMISE}the rest of your message." in answer["draft"]["body_plain"]


# --- several templates ---


def test_questions_with_different_best_templates_make_one_letter(generate):
    template(
        "Yes, there is a swimming pool on the roof.",
        template_id="T01",
        subject="Pool",
        category="faq",
    )
    template(
        "You can rent a kayak at the pier next door.",
        template_id="T02",
        subject="Kayaks",
        category="activities",
    )
    answer = generate(
        "Is there a swimming pool?",
        "Where can I rent a kayak?",
        guest_name="Ada",
        scenarios=[
            {"category": "faq", "confidence": 0.9},
            {"category": "activities", "confidence": 0.6},
        ],
    )
    text = answer["draft"]["body_plain"]
    assert answer["composite"]
    assert (text.count("Dear Ada,"), text.count("Warm regards")) == (1, 1)
    assert "pool on the roof" in text
    assert "at the pier next door" in text
    assert {block["template_id"] for block in answer["question_blocks"]} == {"T01", "T02"}
    assert "{{" not in text


def test_one_question_makes_no_composite(generate):
    template("Yes, there is a swimming pool on the roof.", subject="Pool")
    assert not generate("Is there a swimming pool?")["composite"]


def test_at_most_three_templates(generate):
    parts = {
        "Is there a swimming pool?": "Yes, there is a swimming pool on the roof.",
        "Where can I park my car?": "You can park your car in the garage next door.",
        "Where is the laundry?": "The laundry is in the cellar.",
        "Where is the library?": "The library is on the first floor.",
        "Where is the sauna?": "The sauna is beside the garden.",
    }
    for number, body in enumerate(parts.values()):
        template(body, template_id=f"T0{number + 1}", subject=body, category="faq")
    answer = generate(*parts)
    text = answer["draft"]["body_plain"]
    assert answer["composite"]
    assert sum(body in text for body in parts.values()) == 3
    assert (text.count("Dear Guest,"), text.count(PROMISE)) == (1, 1)
    assert answer["follow_up_required"]


def test_policy_holds_for_every_part_of_a_composite(generate):
    PolicyRule.objects.create(key="only-faq", category="faq", allowed_categories=["faq"]).save()
    template("Yes, there is a swimming pool on the roof.", subject="Pool")
    template(
        "You can park your car in the garage next door.",
        template_id="T02",
        subject="Parking",
        category="transportation",
    )
    answer = generate("Is there a swimming pool?", "Where can I park my car?")
    assert answer["template_used"]["category"] == "faq"
    assert "garage" not in answer["draft"]["body_plain"]


# --- policy ---


def rule(**fields) -> None:
    PolicyRule(key="rule", **fields).save()


def test_a_missing_mandatory_sentence_is_put_in(generate):
    rule(category="faq", mandatory_content={"en": "Please water the lemon trees."})
    template()
    answer = generate()
    assert answer["draft"]["body_plain"] == letter(GARDEN, "Please water the lemon trees.")
    assert answer["policy"]["mandatory_content"] == ["Please water the lemon trees."]
    assert answer["quality"]["passed"]


def test_it_goes_where_the_text_has_a_place_for_it_and_stands_once(generate):
    rule(mandatory_content={"en": "Please water the lemon trees."})
    template("{{SLOT:POLICY_NOTE}}\n\nThe garden waits.")
    text = generate()["draft"]["body_plain"]
    assert text == letter("Please water the lemon trees.", "The garden waits.")
    row = EmailTemplate.objects.get(template_id="T01")
    row.body = row.body.replace("The garden waits.", "Please water the lemon trees.")
    row.save()
    assert generate()["draft"]["body_plain"].count("Please water the lemon trees.") == 1


def test_a_forbidden_phrase_takes_its_sentence_with_it(generate):
    rule(prohibited_content=["free beer"])
    template("The garden waits. There is FREE  beer for all. Bring a book.")
    answer = generate()
    assert answer["draft"]["body_plain"] == letter("The garden waits. Bring a book.")
    assert answer["quality"]["passed"]


def test_knowledge_goes_through_the_same_rules(generate):
    rule(prohibited_content=["many stairs"])
    template()
    know((LIFT[0], "There is no lift. The house has many stairs."))
    answer = generate(LIFT[0], text=f"I like the garden. {LIFT[0]}")
    assert "There is no lift." in answer["draft"]["body_plain"]
    assert "many stairs" not in answer["draft"]["body_plain"]


@pytest.mark.parametrize(
    "claim",
    [
        "We have charged your card.",
        "We will charge your card today.",
        "Availability is confirmed.",
    ],
)
def test_claims_that_we_never_make_are_taken_out(generate, claim):
    template(f"The garden waits. {claim}")
    answer = generate()
    assert answer["quality"]["failed_checks"] == []
    assert claim not in answer["draft"]["body_plain"] or claim.startswith("Availability")


LONG = " ".join(f"The garden has flower number {number} in it." for number in range(40))
LINK = "See https://hostel-brikette.example/book for all flowers of the garden."


def test_over_long_text_loses_whole_sentences_but_no_link_and_says_which(generate):
    template(f"{LONG}\n\n{LINK}")
    answer = generate()
    text = answer["draft"]["body_plain"]
    assert len(text.split()) <= 120
    assert LINK in text
    assert text.endswith(CLOSING)
    assert "flower number 0" in text
    assert text.count("flower number") == text.count("in it.")
    assert {cut["why"] for cut in answer["left_out"]} == {"too_long"}
    gone = [cut["sentence"] for cut in answer["left_out"]]
    assert len(gone) + text.count("flower number") == 40
    assert not any(sentence in text for sentence in gone)


def test_no_sentence_that_answers_is_shortened_away(generate):
    template(f"{GARDEN} {LONG}\n\nThe terrace is warm in spring.\n\nThe roof is new.")
    know(LIFT)
    answer = generate(WHERE, LIFT[0])
    text = answer["draft"]["body_plain"]
    assert GARDEN in text
    assert LIFT[1] in text
    assert [cut["why"] for cut in answer["left_out"]] == ["not_asked", "not_asked"]
    assert answer["quality"]["passed"]


def test_a_forbidden_sentence_that_goes_is_listed(generate):
    rule(prohibited_content=["free beer"])
    template("The garden waits. There is free beer for all.")
    assert generate()["left_out"] == [
        {"sentence": "There is free beer for all.", "why": "prohibited"}
    ]


# --- only what was asked ---

TERRACE = "The terrace is warm in spring."
SAUNA = "The sauna costs 20 coins."


def test_paragraphs_foreign_to_what_was_asked_are_left_out_and_listed(generate):
    template(f"{TERRACE}\n\n{GARDEN}\n\n{SAUNA}")
    answer = generate(WHERE)
    assert answer["draft"]["body_plain"] == letter(GARDEN)
    assert answer["left_out"] == [
        {"sentence": TERRACE, "why": "not_asked"},
        {"sentence": SAUNA, "why": "not_asked"},
    ]
    assert Draft.objects.get().left_out == answer["left_out"]


def test_a_mail_without_an_ask_gets_the_letter_whole(generate):
    template(f"{TERRACE}\n\n{GARDEN}\n\n{SAUNA}")
    answer = generate()
    assert answer["draft"]["body_plain"] == letter(TERRACE, GARDEN, SAUNA)
    assert answer["left_out"] == []


def test_a_letter_for_this_case_stays_whole_where_nothing_of_it_names_what_is_asked(generate):
    template(f"{TERRACE}\n\n{SAUNA}", subject="Look there", requires=["refundable_rate"])
    answer = generate(
        requests=("Please send the piano tuner up.",), text="The piano tuner, please."
    )
    assert TERRACE in answer["draft"]["body_plain"]
    assert SAUNA in answer["draft"]["body_plain"]
    assert answer["left_out"] == []


def test_a_marked_paragraph_stays_whatever_was_asked_and_its_mark_never_shows(generate):
    template(f"{TERRACE}\n\n{GARDEN}\n\n{{{{ALWAYS}}}} {SAUNA}")
    answer = generate(WHERE)
    assert answer["draft"]["body_plain"] == letter(GARDEN, SAUNA)
    assert [cut["sentence"] for cut in answer["left_out"]] == [TERRACE]


def test_a_required_link_stays_whatever_was_asked(generate):
    template(
        f"{TERRACE}\n\n{GARDEN}\n\n{SAUNA}\n\n{LINK}",
        reference_scope="reference_required",
        canonical_reference_url="https://hostel-brikette.example/book",
    )
    answer = generate(WHERE)
    assert answer["draft"]["body_plain"] == letter(GARDEN, LINK)


def test_a_template_that_policy_does_not_allow_is_not_sent(generate):
    rule(category="faq", allowed_categories=["wifi"], mandatory_content={"en": "Mind the dog."})
    template()
    answer = generate(guest_name="Ada")
    assert answer["template_used"]["selection"] == "none"
    assert answer["template_used"]["template_id"] is None
    assert GARDEN not in answer["draft"]["body_plain"]
    assert answer["delivery_status"] == "needs_follow_up"


def test_mandatory_sentences_are_in_the_letters_language(generate):
    sentences = {"en": "Mind the dog.", "it": "Attenti al cane."}
    rule(category="faq", allowed_categories=["wifi"], mandatory_content=sentences)
    template()
    KnowledgeItemFactory(language="it")  # a house that writes Italian
    answer = generate(text="Amo il garden.", language="it")
    assert answer["template_used"]["selection"] == "none"
    assert "Attenti al cane." in answer["draft"]["body_plain"]
    assert "Mind the dog." not in answer["draft"]["body_plain"]


# --- language ---

ITALIAN = (
    "{{SLOT:GREETING}}\n\nIl giardino è dietro la casa.\n\nCordiali saluti,\nPeter & Cristiana"
)


def test_the_guests_language_is_preferred(generate):
    template()
    template(body=ITALIAN, subject="Il giardino", language="it")
    answer = generate(text="Amo il giardino.", language="it", guest_name="Ada")
    assert answer["template_used"]["language"] == "it"
    assert answer["draft"]["body_plain"].startswith("Gentile Ada,")
    assert 'lang="it"' in answer["draft"]["body_html"]
    assert "language_mismatch" not in answer["quality"]["warnings"]


@pytest.mark.parametrize("language", ["de", "fr", "es", "it"])
def test_without_a_text_in_that_language_english_and_a_person(generate, language):
    template()
    answer = generate(language=language)
    assert answer["template_used"]["language"] == "en"
    assert answer["draft"]["body_plain"] == letter(GARDEN)
    assert "language_mismatch" in answer["quality"]["warnings"]
    assert answer["quality"]["passed"]
    assert answer["delivery_status"] == "needs_follow_up"


def test_who_is_charged_twice_is_told_nothing_general_that_answers_nothing(generate):
    EmailTemplateFactory.create(
        template_id="T02",
        subject="Paying with your card",
        category="payment",
        body=f"Dear Guest,\n\nYou pay with your card at reception.\n\n{CLOSING}",
    )
    acknowledged = template(
        "The owners go through your payments and answer you today.",
        template_id="T71",
        subject="Your objection",
        category="",
        purpose="acknowledgement",
        acknowledges="dispute",
    )
    answer = generate(
        text="I was charged twice with my card. Please check my card and give the second back.",
        requests=("Please check my card and give the second back.",),
        category="payment",
        proofs=["disputes_charge"],
    )
    assert answer["template_used"]["template_id"] == acknowledged.template_id


def test_a_language_that_we_do_not_speak_is_acknowledged_in_english(generate):
    template()
    acknowledged = template(
        "Thank you. We write five languages, and answer you today.",
        template_id="T78",
        subject="Your message",
        category="",
        purpose="acknowledgement",
        acknowledges="unknown_language",
    )
    answer = generate(WHERE, language="other")
    assert answer["template_used"]["template_id"] == acknowledged.template_id
    assert answer["template_used"]["selection"] == "none"
    assert GARDEN not in answer["draft"]["body_plain"]
    assert answer["delivery_status"] == "needs_follow_up"


def test_without_such_a_text_a_foreign_language_still_gets_no_letter(generate):
    template()
    answer = generate(WHERE, language="other")
    assert answer["template_used"]["template_id"] is None
    assert GARDEN not in answer["draft"]["body_plain"]
    assert answer["delivery_status"] != "ready"


def test_facts_follow_the_letter_and_not_the_guest(generate):
    PropertyFactFactory.create(name="GARDEN_OPENS", kind="time", value="15:30", unit="")
    template("The garden opens at {{SLOT:FACT_GARDEN_OPENS}}.")
    assert "3:30 pm" in generate(language="de")["draft"]["body_plain"]
    assert PropertyFact.objects.count() == 1


# --- html ---


def test_html_is_made_from_the_plain_text_and_escaped(generate):
    template("The garden <b>waits</b> & more.\nBring a book.")
    answer = generate()
    html = answer["draft"]["body_html"]
    assert "<b>" not in html
    assert "The garden &lt;b&gt;waits&lt;/b&gt; &amp; more.<br>Bring a book.</p>" in html
    assert html.startswith("<!DOCTYPE html>")


def test_no_draft_is_made_before_the_desk_has_a_name(agent):
    DeskProfile(business_name="Camping Alm", owners="Vroni", signature="").save()
    answer = agent.post(
        URLS["generate"], {"action_plan": plan_json("When is breakfast?")}, format="json"
    )
    refused = answer.json()
    assert answer.status_code == 409
    assert refused["code"] == "profile_missing"
    assert "/admin/templatesapp/deskprofile/" in refused["detail"]
    assert Draft.objects.count() == 0


def test_the_signature_promises_nothing(generate):
    """Peter & Cristiana stand below every letter, also where answers come after its text."""
    know(LIFT)
    answer = generate(LIFT[0], UNICORNS, text=f"{LIFT[0]} {UNICORNS}")
    assert LIFT[1] in answer["draft"]["body_plain"]
    assert f"{PROMISE}the rest of your message." in answer["draft"]["body_plain"]


@pytest.mark.parametrize("goodbye", ["", "See you on the terrace\n"])
def test_a_signature_with_a_surname_promises_nothing(generate, goodbye):
    DeskProfile(signature="Peter & Cristiana Rossi\nThe house").save()
    template(body=f"{{{{SLOT:GREETING}}}}\n\n{GARDEN}\n\n{goodbye}{{{{SLOT:SIGNATURE}}}}")
    answer = generate(WHERE, UNICORNS, text=f"{WHERE} {UNICORNS}")
    assert GARDEN in answer["draft"]["body_plain"]
    assert f"{PROMISE}the rest of your message." in answer["draft"]["body_plain"]


def test_the_rest_of_the_mail_tells_what_a_question_is_about(generate):
    KnowledgeItemFactory.create(
        key="parcels",
        category="faq",
        question="May we send a parcel ahead of our stay?",
        answer="Please write your name and the day of your arrival on the parcel.",
    )
    answer = generate(
        "What should I write on it?",
        text="We would like to send a parcel ahead of our stay. What should I write on it?",
    )
    assert "the day of your arrival on the parcel" in answer["draft"]["body_plain"]
    alone = generate("What should I write on it?", text="Hello! What should I write on it?")
    assert "on the parcel" not in alone["draft"]["body_plain"]
