"""Thread summary: staff by address only, questions resolved only by an answer that touches them."""

from drafting.pipeline.interpret.thread import Thread, is_staff, read_earlier, summarise
from drafting.pipeline.plan import InterpretSettings, ThreadItem

SETTINGS = InterpretSettings(
    staff_addresses=frozenset({"info@hostel-brikette.example"}),
    staff_domains=frozenset({"desk.example"}),
)
STAFF = "Hostel Brikette <info@hostel-brikette.example>"
GUEST = "Tom Hill <tom@example.org>"


def thread(*items):
    earlier = [ThreadItem(s, "2026-05-01", t) for s, t in items]
    return Thread(tuple(read_earlier(item, SETTINGS) for item in earlier))


def test_staff_is_known_by_address_and_domain_never_by_name():
    assert is_staff(STAFF, SETTINGS)
    assert is_staff("INFO@Hostel-Brikette.example", SETTINGS)
    assert is_staff("Anna <anna@desk.example>", SETTINGS)
    assert not is_staff("Hostel Brikette <tom@example.org>", SETTINGS)
    assert not is_staff("x@not-desk.example", SETTINGS)
    assert not is_staff("desk.example", SETTINGS)
    assert not is_staff("", SETTINGS)


def test_no_thread_has_no_summary():
    assert summarise(thread()) is None


def test_a_question_is_resolved_only_by_a_reply_that_touches_it():
    summary = summarise(
        thread(
            (GUEST, "What time is breakfast? Is there a lift?\nTom Hill"),
            (STAFF, "Dear Tom, breakfast is served from eight."),
        )
    )
    assert summary.resolved_questions == ("What time is breakfast?",)
    assert summary.open_questions == ("Is there a lift?",)
    assert summary.previous_response_count == 1
    assert summary.guest_name == "Tom Hill"
    assert summary.language_used == "en"


def test_a_name_like_ours_resolves_nothing():
    summary = summarise(
        thread(
            (GUEST, "What time is breakfast?"),
            ("Hostel Brikette <fake@example.org>", "Breakfast is served from eight."),
        )
    )
    assert summary.open_questions == ("What time is breakfast?",)
    assert summary.previous_response_count == 0


def test_an_answer_in_another_language_touches_by_concept():
    summary = summarise(
        thread(
            (GUEST, "A che ora è la colazione?"),
            (STAFF, "Breakfast is served from eight to ten."),
        )
    )
    assert summary.open_questions == ()


def test_an_earlier_reply_resolves_nothing_later():
    summary = summarise(
        thread((STAFF, "Breakfast is at eight."), (GUEST, "And what time is breakfast on Sunday?"))
    )
    assert len(summary.open_questions) == 1


def test_commitments_are_what_staff_promised():
    summary = summarise(
        thread(
            (GUEST, "We will keep the noise down."),
            (STAFF, "We will hold the bed until ten. The sea is blue. Shall we add breakfast?"),
        )
    )
    assert summary.prior_commitments == ("We will hold the bed until ten.",)


def test_tone_history_is_the_guests():
    summary = summarise(
        thread(
            (GUEST, "Thank you, lovely!"),
            (STAFF, "This is urgent."),
            (GUEST, "This is unacceptable."),
        )
    )
    assert summary.tone_history == ("friendly", "upset")
