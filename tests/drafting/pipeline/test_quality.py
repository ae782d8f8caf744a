from __future__ import annotations

from dataclasses import replace

import pytest

from drafting.pipeline.check import checks as quality_checks
from drafting.pipeline.check import quality
from drafting.pipeline.check.checks import QualityContext, may_link
from drafting.pipeline.check.policy import PolicyDecision
from drafting.pipeline.check.quality import check_quality, overrule
from drafting.pipeline.outcomes import (
    Origin,
    Outcome,
    OutcomeKind,
    TextRead,
    read_text,
    sentence_key,
)
from drafting.pipeline.plan import Ask, AskKind, ThreadSummary, WorkflowTriggers
from templatesapp.categories import language_name
from templatesapp.entries import TemplateEntry
from templatesapp.text.guarded.kinds import FactReading, Finding
from templatesapp.text.links import AllowedLinks
from templatesapp.text.shown import plain_to_html
from tests.drafting.pipeline.plans import plan

PROMISE = "About the sauna: Peter will write to you."
PADDING = (
    "We are a small house above the sea, a few steps from the bus stop, and our team is at the "
    "desk all day long for whatever you may need during your holiday with us in town."
)
GOOD = f"Dear Anna,\n\nBreakfast is from 8:00 to 10:30. {PADDING}\n\nWarm regards,\nPeter\nThe Inn"
LETTER = TemplateEntry(
    *(1, "T01", "Breakfast", "", "breakfast", "en"),
    canonical_reference_url="https://inn.example/breakfast",
)


def context(body=GOOD, question="What time is breakfast?", origins=(), **changes):
    asked = changes.pop("plan", None) or plan(*([question] if question else []))
    base = QualityContext(
        plan=asked,
        table=read_text(asked, TextRead(body, "en", dict(origins))),
        body_plain=body,
        body_html=plain_to_html(body),
        language="en",
        letter=LETTER,
        known_slots=frozenset({"CTA"}),
        allowed_links=AllowedLinks(hosts=frozenset({"inn.example"})),
        signatures=("The Inn", "Peter & Anna"),
        has_kept_draft=True,
    )
    return replace(base, **changes)


def with_plan(**changes):
    return plan("What time is breakfast?", **changes)


def body(extra):
    return GOOD.replace(PADDING, f"{extra} {PADDING}")


BOOK = with_plan(workflow_triggers=WorkflowTriggers(booking_action_required=True))
THREAD = with_plan(
    thread_summary=ThreadSummary(
        prior_commitments=("We will keep your luggage until the evening.",), language_used="en"
    )
)
REQUIRED = replace(LETTER, reference_scope="reference_required")
EXCLUDED = replace(LETTER, reference_scope="reference_optional_excluded")
ARRIVES = with_plan(asks=(Ask("a1", AskKind.NOTICE, "we arrive at 23:40", "late-arrival"),))
CONTRADICTION = FactReading(
    (Finding("contradicts_fact", "6:00", "8:00", "BREAKFAST_FROM", (0, 4)),)
)
UNKNOWN = FactReading((Finding("unknown_value", "€40", "", "", (0, 3)),))
NO_EXCEPTION = PolicyDecision(prohibited_content=("an exception",))

BOOTS = plan("What time is breakfast?", "Is there a place for muddy boots?")
PROMISED = Outcome("a2", OutcomeKind.PROMISED, "About the rest, we will write to you.")
UNSETTLED = read_text(BOOTS, TextRead(GOOD, "en", before=(PROMISED,), written="en"))

# check, context that fails it, context that passes it
FAILED = [
    (
        "unanswered_questions",
        context(question="Do you have a swimming pool?"),
        context(question="Do you have a swimming pool?", body=body("There is no swimming pool.")),
    ),
    (
        "prohibited_claims",
        context(body("We have charged your card.")),
        context(body("We have not charged your card.")),
    ),
    ("missing_plaintext", context(" \n"), context()),
    ("missing_html", context(body_html=None), context()),
    ("missing_signature", context(GOOD.replace("\nThe Inn", "")), context()),
    (
        "missing_required_link",
        context(plan=BOOK),
        context(body("See https://inn.example/book."), plan=BOOK),
    ),
    (
        "missing_required_reference",
        context(body("See https://inn.example/other."), letter=REQUIRED),
        context(body("See https://inn.example/breakfast."), letter=REQUIRED),
    ),
    (
        "reference_not_applicable",
        context(body("See https://inn.example/breakfast."), letter=EXCLUDED),
        context(body("See https://inn.example/other."), letter=EXCLUDED),
    ),
    (
        "contradicts_thread",
        context(body("Unfortunately we cannot keep your luggage."), plan=THREAD),
        context(body("We keep your luggage; the terrace is not heated."), plan=THREAD),
    ),
    (
        "missing_policy_mandatory_content",
        context(policy=PolicyDecision(mandatory=({"en": "This rate is not refunded."},))),
        context(
            body("This rate\nis not  refunded!"),
            policy=PolicyDecision(mandatory=({"en": "This rate is not refunded."},)),
        ),
    ),
    (
        "policy_prohibited_content",
        context(body("We make an exception."), policy=NO_EXCEPTION),
        context(body("Exceptional views."), policy=NO_EXCEPTION),
    ),
    (
        "contradicts_fact",
        context(facts=CONTRADICTION),
        context(),
    ),
    ("unresolved_slot", context(body("Ref {{SLOT:CTA}}")), context()),
    ("unresolved_slot", context(body("Ref {{ slot }}")), context()),
    ("foreign_link", context(body("See evil.com/x.")), context(body("See inn.example/x."))),
    (
        "foreign_link",
        context(body_html=plain_to_html(GOOD).replace("Peter", '<a href="https://evil.com">P</a>')),
        context(),
    ),
    (
        "protected_text_changed",
        context(body("More."), fixed="T01", kept_text=GOOD),
        context(GOOD.replace("\n", "\r\n") + "\n", fixed="T01", kept_text=GOOD),
    ),
]  # fmt: skip
WARNED = [
    (
        "partial_question_coverage",
        context(question="What time is breakfast and is there a swimming pool?"),
        context(),
    ),
    ("language_mismatch", context(plan=with_plan(language="it")), context()),
    ("length_out_of_range", context(body(PADDING * 9)), context()),
    (
        "notice_ignored",
        context(plan=ARRIVES),
        context(body("Your arrival at 23:40 is fine."), plan=ARRIVES),
    ),
    ("unknown_value", context(facts=UNKNOWN), context()),
    ("rest_left_open", context(plan=BOOTS, table=UNSETTLED), context()),
    ("added_statement", context(added=("We have booked a taxi.",)), context()),
    ("markup", context(body("**Hello.**")), context(body("5 * 4 ** 2 <3 <mail@example.com>"))),
    ("hidden_characters", context(body("Hello\u202e.")), context(body("Hello \U0001f44b."))),
]


@pytest.mark.parametrize(("name", "bad", "good"), FAILED)
def test_a_check_fails_and_passes(name, bad, good):
    failed = check_quality(bad)
    assert not failed.passed
    assert name in failed.failed_checks
    assert failed.failed_check_details[name]
    passed = check_quality(good)
    assert name not in passed.failed_checks
    assert name not in passed.not_applicable
    assert failed.confidence < check_quality(context()).confidence


@pytest.mark.parametrize(("name", "bad"), [one[:2] for one in FAILED])
def test_a_person_may_insist_but_for_what_is_no_letter_of_ours(name, bad):
    is_binding = name in ("missing_plaintext", "unresolved_slot", "foreign_link")
    failed = check_quality(bad)
    report = overrule(failed)
    assert (name in report.failed_checks, name in report.overruled) == (is_binding, not is_binding)
    assert report.passed is not is_binding
    assert report.failed_check_details | report.overruled == failed.failed_check_details
    assert set(report.failed_checks) == set(report.failed_check_details)


@pytest.mark.parametrize(("name", "bad", "good"), WARNED)
def test_a_warning_is_given_and_stops_nothing(name, bad, good):
    assert name in check_quality(bad).warnings
    assert name not in check_quality(bad).failed_checks
    assert name not in check_quality(good).warnings


def test_every_check_is_tried():
    assert {name for name, _, _ in FAILED} == set(quality_checks.CHECKS)
    assert {name for name, _, _ in WARNED} == set(quality_checks.WARNINGS)


def test_a_good_draft_passes_everything():
    report = check_quality(context())
    assert report.passed
    assert (report.failed_checks, report.warnings, report.not_applicable) == ((), (), ())
    assert report.failed_check_details == {}
    assert 0.7 <= report.confidence <= 1


def promises(*asks):
    return {sentence_key(PROMISE): Origin(None, asks=asks)}


def test_a_question_promised_by_name_is_not_unanswered_and_lowers_confidence():
    report = check_quality(
        context(body(PROMISE), question="Is there a sauna?", origins=promises("a1"))
    )
    assert report.passed
    assert report.outcomes[0].outcome == "promised"
    assert report.question_coverage[0].status == "missing"
    assert report.confidence <= 0.5


def test_a_promise_of_another_ask_does_not_excuse_this_one():
    report = check_quality(
        context(body(PROMISE), question="Is there a lift?", origins=promises("a7"))
    )
    assert report.failed_checks == ("unanswered_questions",)
    assert report.failed_check_details["unanswered_questions"] == "Is there a lift?"


def test_a_sentence_that_promises_without_a_name_excuses_nothing():
    bare = "For this specific question Peter will follow up with you directly."
    report = check_quality(context(body(bare), question="Is there a sauna?"))
    assert report.failed_checks == ("unanswered_questions",)


def test_a_short_letter_is_no_fault():
    assert check_quality(context("Breakfast is at 8:00.\nThe Inn")).warnings == ()


def test_each_mandatory_sentence_is_asked_for_in_the_language_of_the_text():
    said = {"en": "This rate is not refunded.", "de": "Dieser Tarif wird nicht erstattet."}
    policy = PolicyDecision(mandatory=(said,))
    german = context(body(said["de"]), policy=policy, language="de")
    assert "missing_policy_mandatory_content" not in check_quality(german).failed_checks
    english = context(body(said["de"]), policy=policy)
    assert "missing_policy_mandatory_content" in check_quality(english).failed_checks


def test_checks_that_need_a_template_are_not_applicable_to_a_bare_text():
    report = check_quality(context(letter=None, has_kept_draft=False))
    assert report.not_applicable == (
        "missing_required_reference",
        "reference_not_applicable",
        "protected_text_changed",
    )
    assert check_quality(context(letter=None)).not_applicable == ()


def test_a_check_that_breaks_is_logged_counts_as_failed_and_stops_no_other(monkeypatch, caplog):
    def broken(evidence):
        raise ValueError("no")

    checks = {"broken": broken} | quality_checks.CHECKS
    monkeypatch.setattr(quality, "CHECKS", checks)
    monkeypatch.setattr(quality, "WARNINGS", {"odd": broken})
    report = check_quality(context(body_html=None))
    assert report.failed_checks == ("broken", "missing_html", "odd")
    assert report.failed_check_details["broken"] == "check_error"
    assert [record.args for record in caplog.records] == [("broken",), ("odd",)]


@pytest.mark.parametrize(
    "claim",
    [
        "Your availability is confirmed.",
        "We will charge your card tomorrow.",
        "Abbiamo addebitato la Sua carta.",
        "Wir haben Ihre Karte belastet.",
        "Nous allons débiter votre carte.",
        "Hemos cargado su tarjeta.",
    ],
)
def test_prohibited_claims_are_found_in_every_language(claim):
    assert "prohibited_claims" in check_quality(context(body(claim))).failed_checks


@pytest.mark.parametrize(
    "text",
    [
        "We will never charge your card without asking.",
        "Nothing has been taken from your card.",
        "We will check availability and have it confirmed by the owner.",
        "Breakfast is charged separately.",
    ],
)
def test_what_is_no_claim_is_left_alone(text):
    assert "prohibited_claims" not in check_quality(context(body(text))).failed_checks


def test_a_person_who_writes_about_the_booking_brings_the_link():
    asks = (Ask("a1", AskKind.STATE, "is a room free from 8 to 10 May"),)
    wanted = plan(asks=asks, workflow_triggers=BOOK.workflow_triggers)
    promise = "About the room: Peter will write to you."
    origins = {sentence_key(promise): Origin(None, asks=("a1",))}
    said = context(body(promise), plan=wanted, origins=origins, letter=None)
    assert "missing_required_link" not in check_quality(said).failed_checks
    with_letter = replace(said, letter=LETTER)
    assert "missing_required_link" in check_quality(with_letter).failed_checks
    without_link = replace(LETTER, canonical_reference_url="", body="Our season is over.")
    of_no_link = replace(said, letter=without_link)
    assert "missing_required_link" not in check_quality(of_no_link).failed_checks
    unfilled = replace(without_link, body="Book at {{SLOT:FACT_BOOKING_URL}}.")
    of_unfilled = replace(said, letter=unfilled)
    assert "missing_required_link" in check_quality(of_unfilled).failed_checks
    open_ask = context(body("We have three rooms."), plan=wanted, letter=None)
    assert "missing_required_link" in check_quality(open_ask).failed_checks


def test_what_brings_no_link_owes_none():
    told = check_quality(context(plan=BOOK, is_linkless=True))
    assert "missing_required_link" not in told.failed_checks


@pytest.mark.parametrize(
    ("text", "brings"),
    [
        ("Book at {{SLOT:FACT_BOOKING_URL}}.", True),
        ("Book at https://inn.example/book.", True),
        ("Our address is {{SLOT:FACT_ADDRESS}}.", False),
    ],
)
def test_a_text_with_its_slots_brings_a_link_or_none(text, brings):
    assert may_link(text) is brings


def test_of_a_fixed_text_nobody_misses_what_it_lacks_itself():
    policy = PolicyDecision(mandatory=({"en": "This rate is not refunded."},))
    name = "missing_policy_mandatory_content"
    changed = context(body("More."), fixed="T01", kept_text=GOOD, policy=policy)
    assert name not in check_quality(changed).failed_checks
    unchanged = context(fixed="T01", kept_text=GOOD, policy=policy)
    assert name in check_quality(unchanged).failed_checks
    kept = body("This rate is not refunded.")
    taken_out = context(body("More."), fixed="T01", kept_text=kept, policy=policy)
    assert name in check_quality(taken_out).failed_checks


def test_what_the_draft_may_not_have_answered_is_left_to_who_has_read_the_mail():
    said = "We have a drying room beside the lobby."
    for is_unproven in (True, False):
        before = Outcome("a2", OutcomeKind.ANSWERED, said, is_unproven=is_unproven)
        table = read_text(BOOTS, TextRead(GOOD, "en", before=(before,), written="en"))
        judged = check_quality(context(plan=BOOTS, table=table))
        assert ("unanswered_questions" in judged.failed_checks) is not is_unproven
        assert ("rest_left_open" in judged.warnings) is is_unproven


def test_a_warning_names_languages_in_words_also_those_that_no_house_writes():
    for code, name in (("it", "Italian"), ("eu", "Basque"), ("zh-Hant", "Chinese (Traditional)")):
        told = check_quality(context(plan=with_plan(language=code))).warning_details
        assert told["language_mismatch"] == f"asked in {name}, answered in English"
    assert language_name("") == "" and language_name("xx-no") == "xx-no"
