"""Another letter for a waiting reply: what is offered, what is found, and what learning hears."""

from __future__ import annotations

from itertools import islice

import pytest

from config.errors import DomainError
from drafting.drafts import other_letters
from drafting.drafts.chosen_letter import ChosenMail
from drafting.drafts.evidence import evidence_of
from drafting.drafts.models import Attestation
from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.outbox import releases
from learning.events.choices import Recognised
from learning.events.models import RefinementEvent
from templatesapp.models import EmailTemplate
from templatesapp.text.letter import split_letter
from tests.drafting.mail.mails import record

pytestmark = pytest.mark.django_db
QUEUE = "/admin/drafting/outgoingmail/queue/"
OTHER = "T24"
JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def waiting(worker):
    record("What time is breakfast, and can we leave our luggage after check-out?")
    worker.answer_next()
    return OutgoingMail.objects.get()


@pytest.fixture
def other(waiting):
    """About the way from Naples; the desk took the one about luggage."""
    assert waiting.draft.template.template_id == "T22"
    return EmailTemplate.objects.get(template_id=OTHER, language="en")


def panel(client, mail, words=""):
    answer = client.get(f"{QUEUE}{mail.pk}/letters/", {"q": words}, **JSON)
    assert answer.status_code == 200
    return answer.json()["html"]


def test_the_best_others_are_offered_with_their_answers(waiting):
    present = waiting.draft.template.template_id
    offered = other_letters.best_letters(draft=waiting.draft, present=present)
    ids = [letter.template.template_id for letter in offered]
    assert 1 <= len(ids) <= 3 and len(set(ids)) == len(ids) and present not in ids
    answered = [ask for letter in offered for ask in letter.asks if ask.mark == "answered"]
    assert any(ask.sentence for ask in answered)
    for letter in offered:
        assert all(ask.sentence in letter.text for ask in letter.asks if ask.mark == "answered")


def test_all_letters_are_searched_by_id_and_words(waiting, desk_client, other):
    client = desk_client("reviewer")
    assert f"Take {OTHER}" in panel(client, waiting, OTHER.lower())
    word = other.subject.split()[0]
    assert f"Take {OTHER}" in panel(client, waiting, f"{word} {OTHER}")
    assert "No letter has all of these words" in panel(client, waiting, f"{OTHER} xylophone")
    # Many letters mention it; those that are named so come first.
    found = panel(client, waiting, "check out").split("<strong")[1:]
    named = ["check-out" in one.split("</strong>")[0].lower() for one in found]
    assert named == sorted(named, reverse=True) and set(named) == {True, False}


def test_choosing_writes_it_anew_as_a_persons_correction(waiting, other, desk_client):
    client = desk_client("reviewer")
    before = waiting.body_text
    answer = client.post(
        f"{QUEUE}{waiting.pk}/decide/", {"decision": "letter", "template": other.pk}, **JSON
    )
    assert answer.status_code == 200, answer.content
    waiting.refresh_from_db()
    assert waiting.state == MailState.AWAITING_RELEASE and waiting.body_text != before
    last = Attestation.objects.latest("attempt")
    said = (last.corrected_template_id, last.corrected_category, last.rewrite_reason)
    assert said == (OTHER, other.category, "wrong-template")
    assert (last.person.is_staff, last.body_plain) == (True, waiting.body_text)
    event = RefinementEvent.objects.order_by("-attempt").first()
    assert (event.staff, event.recognised) == (last.person.get_username(), Recognised.BECAME)
    assert event.became_id == other.pk
    assert OTHER in answer.json()["html"]


def test_a_letter_in_which_nothing_is_seen_to_answer_stands_whole(waiting):
    work = EmailTemplate.objects.filter(category="employment", language="en").first()
    letter = other_letters.letter_for(draft=waiting.draft, key=work.pk)
    middle = split_letter(work.body)[1]
    assert all(paragraph in letter.text for paragraph in middle if "{{" not in paragraph)


def test_a_letter_is_taken_back_before_an_older_decision(waiting, other, desk_client):
    """The agent's text stands again as its own word; whoever it was handed to keeps it."""
    client, former = desk_client("reviewer"), waiting.body_text

    def decide(**said):
        return client.post(f"{QUEUE}{waiting.pk}/decide/", said, **JSON)

    assert 'data-key="u"' not in client.get(f"{QUEUE}{waiting.pk}/").text
    assert decide(decision="undo").status_code == 409
    decide(decision="colleague", colleague=client.user.pk)
    assert 'data-key="u"' in decide(decision="letter", template=other.pk).json()["html"]
    undone = decide(decision="undo").json()
    html = undone["html"]
    assert undone["message"].startswith("The former text stands here again")
    waiting.refresh_from_db()
    assert (waiting.body_text, waiting.thread.assignee) == (former, client.user)
    last = Attestation.objects.latest("attempt")
    assert (last.attempt, last.person, last.corrected_template_id) == (3, None, "")
    assert _standing() == [(3, Recognised.UNCHANGED, "")]
    assert "chosen by a person" not in html
    decide(decision="undo")
    waiting.thread.refresh_from_db()
    assert (waiting.thread.assignee, Attestation.objects.count()) == (None, 3)


def _standing() -> list[tuple[int, str, str]]:
    """What counts of a draft, and as whose person's word."""
    said = RefinementEvent.objects.filter(overruled_at=None).order_by("attempt")
    return list(said.values_list("attempt", "recognised", "staff"))


@pytest.mark.parametrize(
    ("said", "recognised"),
    [({"letter": OTHER}, Recognised.BECAME), ({"body": "Dear guest,\n\nNo."}, Recognised.BLOCKED)],
)
def test_what_was_said_when_it_was_sent_back_counts_until_that_is_taken_back(
    waiting, desk_client, said, recognised
):
    client, former = desk_client("reviewer"), _standing()
    sent = {"decision": "send_back", "note": "Not this.", **said}
    assert client.post(f"{QUEUE}{waiting.pk}/decide/", sent, **JSON).status_code == 200
    assert _standing() == [(2, recognised, client.user.get_username())]
    became = RefinementEvent.objects.get(attempt=2).became
    assert (became.template_id if became else None) == said.get("letter")
    client.post(f"{QUEUE}{waiting.pk}/decide/", {"decision": "undo"}, **JSON)
    assert [(row[1:]) for row in _standing()] == [row[1:] for row in former]
    assert "chosen by a person" not in client.get(f"{QUEUE}{waiting.pk}/").text


def test_of_a_taken_letter_nothing_says_that_it_only_acknowledges(worker, desk_client):
    record("Which paint do you use for the shutters, and who carves them?", subject="Shutters")
    worker.answer_next()
    mail, client = OutgoingMail.objects.get(), desk_client("reviewer")
    words = ("It says that the mail was read", f"<dd>{mail.draft.acknowledgement.subject}</dd>")
    page = client.get(f"{QUEUE}{mail.pk}/").text
    assert [page.count(said) for said in words] == [1, 1]
    other = EmailTemplate.objects.get(template_id=OTHER, language="en")
    taken = {"decision": "letter", "template": other.pk}
    page = client.post(f"{QUEUE}{mail.pk}/decide/", taken, **JSON).json()["html"]
    assert not any(said in page for said in words)


def test_letters_that_answer_nothing_are_not_offered(worker, desk_client):
    record("Which paint do you use for the shutters, and who carves them?", subject="Shutters")
    worker.answer_next()
    mail, client = OutgoingMail.objects.get(), desk_client("reviewer")
    html = panel(client, mail)
    assert "No other letter answers what this mail asks" in html and "Take T" not in html
    assert f"Take {OTHER}" in panel(client, mail, OTHER)  # each is found all the same


def test_an_edit_of_the_chosen_letter_keeps_the_correction(waiting, other, reviewer):
    mail = releases.take_other_letter(mail_id=waiting.pk, template=other.pk, by=reviewer)
    text = mail.body_text.replace("Dear", "Hello", 1)
    assert text != mail.body_text
    releases.release_reply(mail_id=mail.pk, body_text=text, by=reviewer)
    last = Attestation.objects.latest("attempt")
    assert (last.body_plain, last.corrected_template_id) == (text, OTHER)


def test_an_edit_is_taken_although_the_chosen_letter_was_put_away_since(waiting, other, reviewer):
    mail = releases.take_other_letter(mail_id=waiting.pk, template=other.pk, by=reviewer)
    letters = EmailTemplate.objects.filter(template_id=OTHER)
    for letter in letters:
        letter.active = False
        letter.save()
    text = mail.body_text.replace("Dear", "Hello", 1)
    releases.release_reply(mail_id=mail.pk, body_text=text, by=reviewer)
    last = Attestation.objects.latest("attempt")
    assert (last.body_plain, last.corrected_template_id) == (text, OTHER)


def test_what_cannot_be_chosen(waiting, other, reviewer):
    def refusal(key):
        with pytest.raises(DomainError) as error:
            releases.take_other_letter(mail_id=waiting.pk, template=key, by=reviewer)
        return error.value.code

    acknowledgement = EmailTemplate.objects.exclude(acknowledges="").first()
    assert refusal(0) == refusal(acknowledgement.pk) == "validation_error"
    releases.release_reply(mail_id=waiting.pk, by=reviewer)
    assert refusal(other.pk) == "already_decided"


@pytest.mark.parametrize(
    "text",
    [
        "What time is breakfast, and can we leave our luggage after check-out?",
        "Has anybody found my jacket? I left it in the dorm.",
        "Where do I find a place for bicycles at the hostel?",
    ],
)
def test_what_is_listed_of_a_letter_is_what_its_text_then_does(worker, reviewer, text):
    record(text)
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    ranked = islice(ChosenMail(mail.draft).ranked(), 3)
    offered = [other_letters.letter_for(draft=mail.draft, key=letter.key) for letter in ranked]
    assert any(ask.mark != "open" for letter in offered for ask in letter.asks)
    for letter in offered:
        mail = releases.take_other_letter(
            mail_id=mail.pk, template=letter.template.key, by=reviewer
        )
        done = evidence_of(mail.draft, mail.draft.last_attempt)["asks"]
        assert (tuple(done), mail.body_text) == (letter.asks, letter.text)


def test_a_chosen_letter_keeps_its_own_sentence_where_knowledge_answers_too(waiting):
    own = "We serve it each morning in the winter garden, with bread of our own oven."
    letter = EmailTemplate.objects.create(
        template_id="T301", language="en", category="breakfast", subject="Breakfast with us",
        body=f"{{{{SLOT:GREETING}}}}\n\n{own}\n\n{{{{SLOT:SIGNATURE}}}}", purpose="answer",
    )  # fmt: skip
    assert own in other_letters.letter_for(draft=waiting.draft, key=letter.pk).text
