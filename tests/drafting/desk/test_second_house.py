"""The second house acknowledges what waits for a person, and what it would lack is told."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from drafting.desk.house import load_house, read_rows
from drafting.drafts.kept import current_desk
from drafting.pipeline.answer.knowledge import answer_ask
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import AskKind, IncomingMail
from templatesapp.choices import Acknowledges
from templatesapp.models import EmailTemplate
from templatesapp.selectors import list_unacknowledged
from templatesapp.text.guarded.check import read_facts
from templatesapp.text.guarded.kinds import CONTRADICTS
from tests.drafting.drafts.plans import URLS

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "houses" / "vigna"
LANGUAGES = ("en", "de", "it")
# Mail by what must acknowledge it.
MAILS = [
    ("en", "emergency", "There is a smell of gas in the kitchen"),
    ("en", "emergency", "We are locked out with a baby, it is 2 am and nobody opens"),
    ("en", "emergency", "The kitchen is on fire!"),
    ("de", "emergency", "In unserer Wohnung riecht es nach Gas, was sollen wir tun?"),
    ("it", "emergency", "Aiuto, c'è odore di gas in cucina!"),
    ("en", "care", "My mother died last night, we cannot come to you."),
    ("de", "threat", "Sie sind Betrüger, mein Anwalt wird Sie verklagen."),
    ("en", "threat", "I will sue you and go to the newspapers."),
]


@pytest.fixture
def house(db):
    load_house(folder=FOLDER)


@pytest.fixture
def draft(house, agent_client):
    client = agent_client(["draft"])

    def make(body: str) -> dict:
        plan = client.post(URLS["interpret"], {"subject": "", "body": body}, format="json").json()
        made = client.post(URLS["generate"], {"action_plan": plan}, format="json")
        assert made.status_code == 201, made.content
        answer: dict = made.json()
        return answer

    return make


def test_it_acknowledges_each_kind_in_each_of_its_languages():
    rows = read_rows(FOLDER, "templates")
    for language in LANGUAGES:
        kinds = {row.get("acknowledges") for row in rows if row["language"] == language} - {None}
        wanted = set(Acknowledges.values)
        assert kinds == (wanted if language == "en" else wanted - {Acknowledges.UNKNOWN_LANGUAGE})


@pytest.mark.parametrize(("language", "kind", "body"), MAILS)
def test_what_cannot_wait_gets_its_own_words(draft, language, kind, body):
    made = draft(body)
    is_shut = "locked out" in body
    letter = EmailTemplate.objects.get(
        acknowledges=kind, language=language, requires=["is_only_locked_out"] if is_shut else []
    )
    assert made["template_used"]["subject"] == letter.subject
    assert made["quality"]["failed_checks"] == []
    assert made["delivery_status"] == "needs_follow_up"
    text = made["draft"]["body_plain"]
    assert "Marta & Paolo" in text.rpartition("\n\n")[0]
    if kind == "emergency":
        assert "112" in text and "+39 0141 555 0176" in text and "Strada dei Filari 8" in text


def test_loading_says_which_acknowledgements_a_house_lacks(house, capsys):
    assert list_unacknowledged() == []
    call_command("load_house", FOLDER)
    assert "No letter" not in capsys.readouterr().out
    for kind in ("care", "emergency"):
        letter = EmailTemplate.objects.get(acknowledges=kind, language="de", requires=[])
        letter.active = False
        letter.save()  # as a person would; else it is loaded anew
    call_command("load_house", FOLDER, dry_run=True)
    said = capsys.readouterr().out.splitlines()
    assert said[1:] == [
        "No letter acknowledges “An emergency” in German.",
        "No letter acknowledges “Bereavement or illness” in German.",
    ]
    EmailTemplate.objects.all().delete()
    assert list_unacknowledged() == []


def test_the_front_page_says_it_to_who_may_write_letters(house, desk_client):
    EmailTemplate.objects.filter(acknowledges="emergency", language="it").update(active=False)
    said = "“An emergency” in Italian"
    assert said in desk_client("manager").get("/admin/").content.decode()
    assert said not in desk_client("reviewer").get("/admin/").content.decode()


def test_without_words_for_it_no_draft_looks_finished(draft):
    EmailTemplate.objects.exclude(acknowledges="").delete()
    made = draft("There is a smell of gas in the kitchen")
    assert made["delivery_status"] != "ready"


@pytest.mark.parametrize(
    ("body", "letter"),
    [
        ("We come with our old spaniel, may he sleep in the caravan with us?", "T11"),
        ("Abbiamo un bassotto, può dormire nella casetta con noi?", "T11"),
    ],
)
def test_a_likely_letter_of_a_strange_house_is_proposed_in_whatever_words_is_asked(
    db, agent_client, body, letter
):
    load_house(folder=FOLDER.parent / "laerchenufer")
    client = agent_client(["draft"])
    plan = client.post(URLS["interpret"], {"subject": "", "body": body}, format="json").json()
    made = client.post(URLS["generate"], {"action_plan": plan}, format="json").json()
    assert made["template_used"]["template_id"] == letter
    assert made["template_used"]["selection"] == "suggest"


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("Dogs cost €6 per night in Barbera and Noce.", True),
        ("Dogs cost €70 per night in Barbera and Noce.", False),  # the final cleaning's
        ("Dogs cost €35 per night in Barbera and Noce.", False),  # an e-bike's
        ("Dogs cost €8 per night in Barbera and Noce.", False),  # a basket of firewood's
        ("An e-bike is €35 a day.", True),
        ("An e-bike is €18 a day.", False),
        ("Firewood is €8 a basket.", True),
        ("A basket of firewood is €6.", False),
        ("Please order bread by 6 pm.", True),
        ("Please order bread by 8 pm.", False),
    ],
)
def test_a_fact_without_a_topic_excuses_no_wrong_value_of_another(house, text, is_right):
    known = current_desk().catalogue.guarded
    findings = read_facts(text, language="en", known=known).findings
    assert [one.code for one in findings] == ([] if is_right else [CONTRADICTS])


@pytest.mark.parametrize(
    ("house", "number", "key"),
    [
        ("laerchenufer", "LU002", "chemical-toilet"),
        ("laerchenufer", "LU039", "departure"),
        ("laerchenufer", "LU046", "quiet"),
        ("laerchenufer", "LU060", "laundry"),
        ("altenried", "KA003", "checkout"),
        ("altenried", "KA010", "city-tax"),
        ("altenried", "KA051", "laundry"),
        ("vigna", "V040", "charging"),
    ],
)
def test_an_answer_whose_question_is_like_the_guests_is_said_by_a_strange_house(
    db, house, number, key
):
    """What ticks are worth was learned from the sample's drafts."""
    load_house(folder=FOLDER.parent / house)
    mails = Path(settings.BASE_DIR) / "fixtures" / "eval" / f"{house}_mails.jsonl"
    [mail] = [row for row in map(json.loads, mails.open()) if row["id"] == number]
    desk, subject = current_desk(), mail["subject"]
    plan = interpret(IncomingMail(mail["body"], subject), settings=desk.interpret_settings)
    told = partial(answer_ask, letter_language=plan.language, search=desk.search, has_room=True)
    answers = [told(ask, plan, subject) for ask in plan.asks if ask.kind is AskKind.QUESTION]
    assert f"faq:{key}" in [answer.origin.citation for answer in answers if answer.origin]
