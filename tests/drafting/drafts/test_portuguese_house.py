"""A house that writes Portuguese: read, answered and promised in it, with two letters and three
facts; and what a Portuguese guest gets from a house that writes none."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret.language import text_language
from tests.drafting.drafts.plans import URLS
from tests.factories import EmailTemplateFactory, KnowledgeItemFactory, PropertyFactFactory

pytestmark = pytest.mark.django_db

CLOSING = "Com os melhores cumprimentos,\nPeter & Cristiana"
CHECK_IN = (
    "O check-in é possível entre as {{SLOT:FACT_CHECK_IN_FROM}} e as {{SLOT:FACT_CHECK_IN_UNTIL}}."
)
BREAKFAST = (
    "O pequeno-almoço custa {{SLOT:FACT_BREAKFAST_PRICE}} por pessoa e é servido no terraço."
)


@pytest.fixture(autouse=True)
def facts(db):
    for name, kind, value, unit in (
        ("CHECK_IN_FROM", "time", "15:30", ""),
        ("CHECK_IN_UNTIL", "time", "22:00", ""),
        ("BREAKFAST_PRICE", "money", "8.50", "EUR"),
    ):
        PropertyFactFactory.create(name=name, kind=kind, value=value, unit=unit)


@pytest.fixture(autouse=True)
def company(db):
    """Other answers, as below other letters: BM25 says nothing about the words of a lone document."""
    for number, subject in enumerate(("laundry", "orchard", "library", "chapel", "cellar")):
        KnowledgeItemFactory.create(
            key=f"other-{number}",
            question=f"Who looks after the {subject}?",
            answer=f"Gianni looks after the {subject} from spring to autumn.",
        )


@pytest.fixture
def letters(db):
    for number, (category, subject, text) in enumerate(
        (
            ("check-in", "Horário do check-in", CHECK_IN),
            ("breakfast", "Pequeno-almoço: preço", BREAKFAST),
        )
    ):
        EmailTemplateFactory.create(
            template_id=f"T0{number + 1}",
            language="pt",
            subject=subject,
            category=category,
            requires=[],
            body=f"{{{{SLOT:GREETING}}}}\n\n{text}\n\n{{{{SLOT:KNOWLEDGE_INJECTION}}}}\n\n{CLOSING}",
        )
    for number, subject in enumerate(("Lavandaria", "Praias", "Ferries", "Wifi", "Bicicletas")):
        EmailTemplateFactory.create(
            template_id=f"T6{number}",
            language="pt",
            subject=subject,
            category="general",
            body=f"Olá,\n\nTudo sobre {subject.lower()} está na nossa página.\n\n{CLOSING}",
        )


@pytest.fixture
def answer(agent):
    """The draft for a mail, read by the desk itself."""

    def send(text: str, subject: str = ""):
        mail = {"body": text, "subject": subject}
        plan = agent.post(URLS["interpret"], mail, format="json").json()
        plan = plan.get("action_plan", plan)
        draft = agent.post(
            URLS["generate"], {"action_plan": plan, "subject": subject}, format="json"
        )
        assert draft.status_code == 201, draft.content
        return draft.json()

    return send


def test_a_question_is_answered_by_the_letter_with_its_facts(answer, letters):
    draft = answer("Bom dia,\n\na que horas é o check-in?\n\nObrigada,\nJoana Reis")
    assert draft["action_plan"]["language"] == "pt"
    assert draft["template_used"]["language"] == "pt"
    text = draft["draft"]["body_plain"]
    assert text.startswith("Olá, Joana,")
    assert "entre as 15h30 e as 22h." in text
    assert text_language(text, "") == "pt"
    assert "language_mismatch" not in draft["quality"]["warnings"]


def test_two_questions_take_both_letters(answer, letters):
    draft = answer(
        "Olá! A que horas podemos fazer o check-in? E quanto custa o café da manhã?\nThiago"
    )
    text = draft["draft"]["body_plain"]
    assert "entre as 15h30 e as 22h." in text
    assert "8,50 € por pessoa" in text


def test_what_nothing_answers_is_promised_in_portuguese(answer, letters):
    draft = answer("Boa tarde, a que horas é o check-in? Podem mandar-me a fatura?\nRui")
    text = draft["draft"]["body_plain"]
    assert "entre as 15h30 e as 22h." in text
    assert "Peter & Cristiana irão escrever-lhe sobre a fatura." in text
    assert text_language(text, "") == "pt"


def test_a_house_without_portuguese_answers_in_english(answer):
    for number, subject in enumerate(
        ("Check-in time", "Laundry", "Beaches", "Ferries", "Bicycles")
    ):
        text = f"All about our {subject.lower()}: {{{{SLOT:FACT_CHECK_IN_FROM}}}}."
        EmailTemplateFactory.create(
            template_id=f"T0{number + 1}",
            subject=subject,
            category="general" if number else "check-in",
            requires=[],
            body=f"{{{{SLOT:GREETING}}}}\n\n{text}\n\nWarm regards,\nPeter & Cristiana",
        )
    draft = answer("Boa tarde, a que horas é o check-in?\nRui")
    assert draft["action_plan"]["language"] == "pt"
    text = draft["draft"]["body_plain"]
    assert text.startswith("Dear Rui,")
    assert "check-in time: 3:30 pm" in text
    assert "language_mismatch" in draft["quality"]["warnings"]
    assert draft["delivery_status"] == "needs_follow_up"


def test_an_untranslated_letter_gives_way_to_answers_in_the_guests_language(answer):
    """The house has one letter, in English, and its answers in Portuguese, too."""
    english = "You can check in from {{SLOT:FACT_CHECK_IN_FROM}}; we keep your bags before."
    EmailTemplateFactory.create(
        template_id="T01",
        subject="Check-in time",
        category="check-in",
        requires=[],
        body=f"{{{{SLOT:GREETING}}}}\n\n{english}\n\nWarm regards,\nPeter & Cristiana",
    )
    KnowledgeItemFactory.create(
        key="check-in",
        category="check-in",
        language="pt",
        question="A que horas é o check-in?",
        answer="O check-in é a partir das {{SLOT:FACT_CHECK_IN_FROM}}.",
    )
    draft = answer("Boa tarde, a que horas é o check-in?\nRui")
    text = draft["draft"]["body_plain"]
    assert "O check-in é a partir das 15h30." in text
    assert text_language(text, "") == "pt"
    assert "check in from" not in text
