"""The second and third mail of a conversation: what was sent is not sent again, and answers nothing
that is asked after it. Of 26 conversations that somebody played as guest and owner (the odd ones
were read), 15 of 50 later drafts said again what stood above them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from email.utils import parseaddr

import pytest
from django.conf import settings

from drafting.drafts.authors import Author
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.kept import current_desk
from drafting.drafts.services.generate import GenerateRequest, compose_anew
from drafting.mail.models import Message
from drafting.mail.work_models import FollowUp
from drafting.pipeline.answer.compose import ComposeRequest, Composition, compose
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.asks import find_asked
from drafting.pipeline.interpret.signature import name_in_header
from drafting.pipeline.outcomes import OutcomeKind, sentence_key
from drafting.pipeline.plan import AskKind, IncomingMail, ThreadItem
from learning.events.choices import Source
from templatesapp.models import EmailTemplate, raise_catalogue_version
from templatesapp.text.letter import split_letter
from templatesapp.text.sentences import sentences
from tests.drafting.mail.mails import record

pytestmark = pytest.mark.django_db
GUEST, HOUSE = "nora.quill@example.com", "info@hostel-brikette.example"
FIRST = "Hello, where can we park our car, what is the price and must we reserve it?\n\nNora Quill"


def answered(
    body: str, *earlier: tuple[str, str], subject: str = "Re: Our car", sender: str = GUEST
) -> Composition:
    """The draft for a mail after these, each with who wrote it."""
    desk = current_desk()
    thread = tuple(ThreadItem(sender, "2026-05-11", text) for sender, text in earlier)
    name, address = parseaddr(sender)
    mail = IncomingMail(body, subject, address, name, thread)
    plan = interpret(mail, settings=desk.interpret_settings)
    return compose(plan, desk=desk, priors={}, request=ComposeRequest(subject=subject))


@pytest.fixture
def parking(sample_desk) -> str:
    """What the first mail got, and was sent."""
    draft = answered(FIRST, subject="Our car")
    assert draft.template is not None and draft.template.template_id == "T26"
    return draft.letter.text


@pytest.mark.parametrize(
    "body",
    [
        "Thanks. Can we drive into the garage at night, too?",
        "Danke. Kommt man mit dem Auto auch nachts in die Garage?",
        "Then please reserve the parking for us: a red Fiat Panda, 29 to 31 May.",
    ],
)
def test_what_was_sent_answers_nothing_that_is_asked_after_it(parking, body) -> None:
    alone = answered(body, subject="Our car")
    assert alone.template is not None and alone.template.template_id == "T26"
    later = answered(body, (GUEST, FIRST), (HOUSE, parking))
    assert later.template is None and "Sant'Elia" not in later.letter.text
    outcomes = {outcome.outcome for outcome in later.quality.outcomes}
    assert outcomes == {OutcomeKind.PROMISED}


def test_what_asks_for_something_new_is_answered_as_ever(parking) -> None:
    body = "Thank you! And what time is breakfast?"
    later = answered(body, (GUEST, FIRST), (HOUSE, parking))
    assert "8 am" in later.letter.text and "Sant'Elia" not in later.letter.text
    assert later.template is not None


def test_the_same_letter_again_is_no_news(sample_desk) -> None:
    lost = "Hi, I left my green jacket in room 4 on Sunday. Can you look for it?\n\nNora Quill"
    first = answered(lost, subject="My jacket")
    assert first.template is not None and first.template.template_id == "T36"
    later = answered(
        "Hi again, any luck with the jacket?",
        (GUEST, lost),
        (HOUSE, first.letter.text),
        subject="Re: My jacket",
    )
    assert later.template is None and later.acknowledgement is not None


def test_thanks_and_news_get_no_letter_of_the_topic(sample_desk) -> None:
    """ "My mother takes the dog": nothing is asked, and the rules on pets are known."""
    asked = "May we bring our small dog?\n\nNora"
    first = answered(asked, subject="Our dog")
    news = "Thanks for the quick answer. My mother takes the dog, and we have just booked."
    later = answered(news, (GUEST, asked), (HOUSE, first.letter.text), subject="Re: Our dog")
    assert later.template is None and "assistance dogs" not in later.letter.text.lower()


def test_what_a_guest_asks_again_in_other_words_is_told_again_where_we_know_it(sample_desk) -> None:
    asked = "What is the wifi password?\n\nNora"
    first = answered(asked, subject="Wifi")
    again = answered(asked, (GUEST, asked), (HOUSE, first.letter.text), subject="Re: Wifi")
    assert "limoni-e-mare" in again.letter.text


def told(text: str) -> list[str]:
    """The sentences between greeting and closing, links apart."""
    middle = sentences("\n\n".join(split_letter(text)[1]))
    return [sentence_key(said) for said in middle if "://" not in said]


def test_few_later_drafts_say_again_what_stands_above_them(sample_desk) -> None:
    again, rows = [], (settings.BASE_DIR / "fixtures/eval/conversations.jsonl").read_text("utf-8")
    later = [row for row in map(json.loads, rows.splitlines()) if row["thread"]]
    for row in later:
        earlier = [(one["from"], one["snippet"]) for one in row["thread"]]
        draft = answered(row["body"], *earlier, subject=row["subject"], sender=row["from"])
        sent = {said for sender, text in earlier if sender == HOUSE for said in told(text)}
        if not draft.choice.acknowledges and not sent.isdisjoint(told(draft.letter.text)):
            again.append(row["id"])
    assert len(later) == 50 and len(again) <= 6, again


def test_the_headers_of_a_spanish_quote_end_the_mail(sample_desk) -> None:
    """A greeting with a colon below them is no field of a form."""
    quoted = (
        "________________________________\nDe: Hostel Brikette <info@hostel-brikette.example>\n"
        "Enviado el: jueves, 13 de mayo de 2027 13:00\nPara: Nora Quill <nora.quill@example.com>\n"
        "Asunto: Re: Nuestro viaje\n\nHola, Nora:\n\n¿Nos dice cuántos son?\n\nUn saludo"
    )
    plan = interpret(IncomingMail(body=f"Hola:\n\n¿A qué hora es el desayuno?\n\nNora\n\n{quoted}"))
    assert [ask.text for ask in plan.asks] == ["A qué hora es el desayuno?"]
    form = "From: Nora\nEmail: nora@example.com\nMessage:\nWhat time is breakfast?"
    assert "breakfast" in interpret(IncomingMail(body=form)).normalized_text


def test_a_firm_beside_the_name_in_the_header_hides_no_name() -> None:
    found = name_in_header("Studio Alba - Nora Quill", "nora.quill@alba.example")
    assert found == "Nora Quill"
    assert name_in_header("Hotel Rosa - Reservations", "reservations@rosa.example") == ""


def test_what_a_guest_quotes_of_ours_they_have_read(parking) -> None:
    """Another address begins a conversation of its own; below its mail stands our letter."""
    quoted = "\n".join(f"> {line}" for line in parking.splitlines())
    asked = "Hello, I am Nora's husband. Then please reserve the parking for us, a red Fiat Panda."
    later = answered(f"{asked}\n\nTom Quill\n\nOn 11 May 2026 at 13:00, Hostel wrote:\n\n{quoted}")
    assert later.template is None and "Sant'Elia" not in later.letter.text


@pytest.mark.parametrize(
    ("due", "is_done", "apologises"),
    [("2026-05-10", False, True), ("2026-05-11", False, False), ("2026-05-10", True, False)],
)
def test_who_should_have_heard_by_now_hears_that_we_are_sorry(
    sample_desk, due, is_done, apologises
) -> None:
    own = {"from": GUEST}
    first = record("Hello, can you move my booking from 9 to 12 June?\n\nNora", **own)
    ours = "Dear Nora,\n\nWe look what is possible and answer you today.\n\nWarm regards"
    sent = {"from": HOUSE, "to": GUEST, "in_reply_to": "<1@example.com>"}
    record(ours, is_ours=True, message_id="<2@brikette.example>", **sent)
    FollowUp.objects.create(
        thread=first.message.thread,
        question="The change",
        due=due,
        created_at=first.message.received_at,
        done_at=first.message.received_at if is_done else None,
    )
    asked = "Is the change done? I have to book my train.\n\nNora"
    again = record(asked, message_id="<3@example.com>", in_reply_to="<2@brikette.example>", **own)
    came = datetime(2026, 5, 11, 12, tzinfo=UTC)
    Message.objects.filter(pk=again.message.pk).update(received_at=came)
    request = GenerateRequest(message=again.message.pk)
    draft = compose_anew(request=request, author=Author("", Source.LIVE)).draft
    assert ("sorry that you have had to wait" in draft.body_plain) is apologises
    assert draft.delivery_status == DeliveryStatus.NEEDS_FOLLOW_UP


def test_that_there_is_one_says_nothing_to_whom_it_does_not_work_for(sample_desk) -> None:
    there = answered("Hello, is there a washing machine?\n\nNora", subject="Hi")
    assert "One load costs" in there.letter.text
    broken = answered("Hello, the washing machine does not work.\n\nNora", subject="Hi")
    assert broken.template is None and "One load costs" not in broken.letter.text
    wifi = answered("Hello, the wifi in our room does not work any more.\n\nNora", subject="Hi")
    assert "If the wifi does not work" in wifi.letter.text


def test_thanks_get_no_sentence_of_a_policy(sample_desk) -> None:
    paid = "How do I pay the deposit?\n\nNora"
    first = answered(paid, subject="Deposit")
    news = "The payment worked, you are both stars. Until next year!"
    later = answered(news, (GUEST, paid), (HOUSE, first.letter.text), subject="Re: Deposit")
    assert later.policy.mandatory == () and later.template is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Thanks, but you haven't told me anything about the towels yet."),
        ("de", "Auf meine Frage nach dem Parkplatz habt ihr leider nicht geantwortet."),
        ("de", "Sie haben mir noch nichts zum Frühstück gesagt."),
        ("it", "Non mi avete ancora risposto sul parcheggio."),
        ("fr", "Vous ne m'avez pas encore répondu pour la chambre ni pour le gluten."),
        ("es", "No me habéis dicho nada sobre el aparcamiento."),
        ("pt", "Ainda não me disseram nada sobre o estacionamento."),
    ],
)
def test_what_a_guest_says_was_not_answered_is_asked_again(language, text) -> None:
    assert [ask.kind for ask in find_asked(text, language)] == [AskKind.QUESTION]


def test_that_nobody_answered_at_all_names_no_question() -> None:
    assert not find_asked("You have not replied to me for three days.", "en")
    assert not find_asked("Sie haben nicht auf meine Mail geantwortet.", "de")


def test_a_letter_of_nothing_but_a_place_is_read_in_a_conversation_too(parking) -> None:
    """Nothing of it can have been sent, and nothing breaks."""
    EmailTemplate.objects.exclude(acknowledges__gt="").filter(category="transportation").update(
        body="{{SLOT:GREETING}}\n\n{{SLOT:KNOWLEDGE_INJECTION}}\n\nWarm regards,\nPeter"
    )
    raise_catalogue_version()
    asked = "Thanks. Is there a bus at night, and where do we park then?"
    assert answered(asked, (GUEST, FIRST), (HOUSE, parking)).letter.text


@pytest.mark.parametrize(
    ("offer", "choice"),
    [
        (
            "We can offer two beds for EUR 90 (option A) or the Standard Double for EUR 210.",
            "Thanks! We'd like to go for the Standard Double.",
        ),
        (
            "Wir haben das Standard Double um 190 Euro oder das Zimmer mit Meerblick um 240 Euro.",
            "Hallo, dann hätten wir gern das mit Meerblick.",
        ),
        (
            "Nous avons la chambre double à 190 euros ou le dortoir à 45 euros par lit.",
            "Bonjour, alors nous prenons la chambre double.",
        ),
    ],
)
def test_a_choice_of_what_was_offered_waits_for_a_person(sample_desk, offer, choice) -> None:
    """It got the letter that tells where free beds are seen."""
    thread = (GUEST, "3.–5. 6.: 2?"), (HOUSE, offer)
    later = answered(choice, *thread, subject="Re: 3.–5. 6.")
    assert later.template is None
    assert {outcome.outcome for outcome in later.quality.outcomes} == {OutcomeKind.PROMISED}
