"""A draft in an agent's own words: the same answers and promises, and what it leaves out."""

from __future__ import annotations

import pytest

from drafting.drafts.models import Draft
from drafting.drafts.services.check import check_draft
from drafting.mail.models import Message
from tests.drafting.drafts.test_ready_is_a_promise import letter

pytestmark = pytest.mark.django_db

BOOTS = "Is there anywhere to hose down muddy boots?"
LAUNDRY = "Laundry: is there a machine on site or do I trek down the hill?"
IN_OTHER_WORDS = (
    "No trek at all. Drop it at reception in the morning and have it back in the evening,"
    " washed and dried, for €7.50 a load."
)


@pytest.fixture
def check(call):
    def judged(draft, text):
        return call("check", {"draft_id": draft["draft_id"], "draft": {"body_plain": letter(text)}})

    return judged


def test_an_answer_in_other_words_is_the_same_answer(answer, check):
    draft = answer(f"Hi! {LAUNDRY}")
    assert "one load costs €7.50" in draft["draft"]["body_plain"].lower()
    assert check(draft, IN_OTHER_WORDS)["failed_checks"] == []
    assert check(draft, "What a hill! We love it, too.")["failed_checks"] == [
        "unanswered_questions"
    ]


@pytest.mark.parametrize(
    "promise",
    [
        "Peter or Cristiana will write to you with regard to the mud.",
        "One of us will get back to you about your boots.",
    ],
)
def test_a_promise_in_other_words_is_the_same_promise(answer, check, promise):
    draft = answer(f"Hi! {BOOTS} And {LAUNDRY}")
    assert "about the rest of your message" in draft["draft"]["body_plain"]
    said = check(draft, f"{IN_OTHER_WORDS} {promise}")
    assert (said["failed_checks"], said["warnings"]) == ([], [])


def test_what_the_draft_could_not_name_may_be_left_out_and_a_person_looks(answer, check):
    said = check(answer(f"Hi! {BOOTS} And {LAUNDRY}"), IN_OTHER_WORDS)
    assert said["failed_checks"] == []
    assert said["warnings"] == ["rest_left_open"]


def test_what_the_draft_names_is_not_left_out(answer, check):
    draft = answer("Can you send me an invoice for my stay in May? And what time is check-out?")
    for text in (
        "Please leave by 10:30 am.",
        "Please leave by 10:30 am. About your boots, Peter & Cristiana will write to you.",
    ):
        said = check(draft, text)
        assert "invoice" in said["failed_check_details"]["unanswered_questions"]


def test_a_rewrite_brings_no_link_that_its_draft_did_well_without(answer):
    draft = Draft.objects.get(pk=answer(f"Hi! {LAUNDRY}")["draft_id"])
    draft.action_plan["workflow_triggers"]["booking_action_required"] = True
    draft.template = None

    def failed():
        return check_draft(draft=draft, body_plain=letter(IN_OTHER_WORDS)).failed_checks

    assert "https://" not in draft.body_plain
    assert failed() == ()
    draft.quality["failed_checks"] = ["missing_required_link"]
    assert failed() == ("missing_required_link",)
    draft.quality["failed_checks"] = []
    draft.body_plain += "\n\nhttps://hostel-brikette.example/book"
    assert failed() == ("missing_required_link",)


def test_what_a_platforms_table_or_the_subject_tells_is_known(answer):
    draft = Draft.objects.get(pk=answer(f"Hi! {LAUNDRY}")["draft_id"])

    def unknown():
        said = check_draft(draft=draft, body_plain=letter(f"{IN_OTHER_WORDS} See you on 23 March."))
        return said.warning_details.get("unknown_value")

    draft.subject = "Re: Laundry"
    assert unknown() == "23 March"
    draft.subject = "Re: Arrival on 23 March"
    assert unknown() is None
    draft.subject, draft.message = "", Message(body_text="Check-in: Tue 23 March 2027, 2 nights")
    assert unknown() is None


def test_a_value_of_ours_said_in_other_words_contradicts_no_other(answer, check):
    draft = answer("Hi, can we get breakfast at 5 am? We leave early for the hike.")
    said = check(
        draft,
        "Nobody will be laying out breakfast at that hour, but we can pack you one to carry: a"
        " sandwich, some fruit, something sweet and a bottle of water, for €7.",
    )
    assert "contradicts_fact" not in said["failed_checks"]
    said = check(draft, "Breakfast at that hour is €7 on the terrace.")
    assert said["warning_details"]["unknown_value"] == "€7"
    said = check(draft, "Breakfast at that hour is €6.50 on the terrace.")
    assert "contradicts_fact" in said["failed_checks"]


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("La aspettiamo con grande piacere nella nostra casa.", True),
        ("Wir haben Ihnen ein Taxi zum Bahnhof bestellt.", True),
        ("Buon viaggio e a presto!", False),  # too short to be sure
        ("The Circumvesuviana takes you from Napoli Centrale to Sorrento.", False),
    ],
)
def test_a_sentence_in_another_language_is_told(answer, check, said, is_told):
    report = check(answer(f"Hi! {LAUNDRY}"), f"{IN_OTHER_WORDS} {said}")
    assert ("language_mismatch" in report["warnings"]) is is_told
    assert (said in report["warning_details"].get("language_mismatch", "")) is is_told


def test_a_value_of_the_draft_beside_another_fact_is_looked_at_and_not_refused(answer, check):
    draft = answer("Guten Tag, ab wann kann man einchecken?")
    right = "Alles ist ab 15:30 Uhr bereit, und die Rezeption ist besetzt, wenn Sie kommen."
    wrong = "Die Rezeption ist ab 16:45 Uhr besetzt."
    assert "contradicts_fact" not in check(draft, right)["failed_checks"]
    assert "contradicts_fact" in check(draft, f"{right} {wrong}")["failed_checks"]


def test_what_may_answer_is_looked_at_and_what_does_not_is_refused(answer, check):
    draft = answer(
        "Guten Tag, wir kommen um Mitternacht in Salerno an. Fährt um die Zeit noch etwas anderes"
        " als ein Taxi?"
    )
    bus = "Mit dem Bus wird es nichts mehr, denn der letzte von Sorrent fährt schon um 21.30 Uhr."
    report = check(draft, bus)
    assert "unanswered_questions" not in report["failed_checks"]
    assert "partial_question_coverage" in report["warnings"]
    report = check(draft, "Positano im Juli ist ein Traum, und die Zitronen sind dann reif.")
    assert "unanswered_questions" in report["failed_checks"]
