"""A run told in words: one table of endings, and the rounds as a reader is shown them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from drafting.mail.work_models import OutgoingMail
from drafting.runs.choices import HardBlock, Stage, StopReason
from drafting.runs.loop import find_best
from drafting.runs.models import RunArtifact
from drafting.runs.page import MAX_FIELDS, labelled, percent, rounds_of, tell, tone_of
from tests.drafting.runs.factories import loop_facts, step_row

TEXTS = (
    "Dear Freya, the reception closes at 10:30 pm.",
    "Dear Freya, reception closes at 10:30 pm. Bikes stay outside, in the courtyard, for nothing.",
    "Dear Freya, welcome! We close at half past ten; your bikes may sleep in our locked courtyard.",
    "Hello Freya, we look forward to you. Late? A door code comes by mail, and bikes are welcome.",
)


def evaluation(iteration: int, confidence: float, **payload: Any) -> RunArtifact:
    values = {"safe_to_send": True, "requires_human_review": False, "reason": "Clear."} | payload
    return step_row(Stage.EVALUATION, iteration, values | {"confidence": confidence})


def gate(iteration: int, decision: str = "approve", text: str = "") -> RunArtifact:
    payload = {"decision": decision, "reason": "It holds."}
    return step_row(Stage.OVERSEER_GATE, iteration, payload, text)


def first(confidence: float, **payload: Any) -> tuple[RunArtifact, ...]:
    return (
        step_row(Stage.STRATEGY, 0, {"tone": "warm"}),
        step_row(Stage.GENERATION, 0, {"draft_id": "x"}),
        step_row(Stage.VERIFICATION, 0, {}, TEXTS[0]),
        gate(0),
        evaluation(0, confidence, **payload),
    )


def revision(
    iteration: int, confidence: float | None = None, *, findings=(), unresolved=(), **payload: Any
) -> tuple[RunArtifact, ...]:
    text, left = TEXTS[iteration], {"unresolved_requirements": list(unresolved)}
    begun = (step_row(Stage.REVISION, iteration, left, text, tuple(findings)), gate(iteration))
    return begun if confidence is None else (*begun, evaluation(iteration, confidence, **payload))


def said(*steps: RunArtifact, stop: str = "", best: int | None = None, **fields: Any) -> str:
    about = {name: fields.pop(name) for name in ("reply", "may_leave_alone") if name in fields}
    return tell(loop_facts(steps, stop_reason=stop, best_iteration=best, **fields), **about)


def rounds(*steps: RunArtifact, stop: str = "", best: int | None = None) -> list[dict[str, Any]]:
    return rounds_of(loop_facts(steps, stop_reason=stop, best_iteration=best), {})


IMPROVED = (*first(0.62), *revision(1, 0.8), *revision(2, 0.93))
BELOW = "Confidence: 62 %; 90 % is asked for."
PERSON = "A person has to release it."
NOBODY = "No reply leaves without a person."


def test_an_improved_run_is_told_as_a_person_would():
    assert said(*IMPROVED, stop="threshold_met", best=2) == (
        f"Confidence: 62 %, then 80 %, then 93 %; 90 % is asked for. {PERSON}"
    )


@pytest.mark.parametrize(
    ("stop", "steps", "fields", "told"),
    [
        (
            "above_threshold",
            first(0.95),
            {},
            f"Confidence: 95 %; 90 % is asked for. No revision was needed. {PERSON}",
        ),
        (
            "exhausted",
            (*first(0.62), *revision(1, 0.7), *revision(2, 0.84), *revision(3, 0.81)),
            {},
            (
                "Confidence: 62 %, then 70 %, then 84 %, then 81 %; 90 % is asked for."
                f" All rounds that were allowed are used. {PERSON}"
            ),
        ),
        (
            "exhausted",
            (*first(0.62), *revision(1, 0.6)),
            {"max_iterations": 1},
            (
                "Confidence: 62 %, then 60 %; 90 % is asked for."
                f" All rounds that were allowed are used. {PERSON}"
            ),
        ),
        (
            "revision_no_change",
            (*first(0.62), *revision(1)),
            {},
            (
                f"{BELOW} The last revision"
                f" changed next to nothing, so no further one was asked for. {PERSON}"
            ),
        ),
        (
            "disabled",
            first(0.62),
            {},
            (f"{BELOW} It was not revised: revision switched off. {PERSON}"),
        ),
        (
            "protected_category",
            first(0.62),
            {},
            (f"{BELOW} It was not revised: legally fixed text. {PERSON}"),
        ),
        (
            "non_email_channel",
            first(0.62),
            {"channel": "sms"},
            (
                f"{BELOW} The guest does not write"
                f" by email: one revision is the most that is tried there. {PERSON}"
            ),
        ),
        (
            "timeout_budget",
            first(0.62),
            {"worked_ms": 164_600},
            (
                f"{BELOW} The time for revising ran out: too little is left for another round."
                f" {PERSON}"
            ),
        ),
        (
            "token_budget",
            first(0.62),
            {"tokens_used": 20_480},
            (f"{BELOW} The tokens for revising are used up. {PERSON}"),
        ),
        (
            "newer_inbound",
            first(0.62),
            {},
            (f"{BELOW} The guest wrote again meanwhile; a new run answers all of it."),
        ),
        ("claim_released", (), {}, "The agent gave the work up before it was done."),
        ("handed_over", first(0.62), {}, f"{BELOW} The conversation was handed to a person."),
        (
            "hard_block",
            first(0.97),
            {"mail_blocks": ("opt_out", "fabricated_link")},
            (
                "Confidence: 97 %; 90 % is asked for. It was stopped: the guest wants no"
                f" more mail. {NOBODY}"
            ),
        ),
        (
            "hard_block",
            (step_row(Stage.VERIFICATION, 0, {}, TEXTS[0]), gate(0, "block")),
            {},
            f"It was stopped: the overseer blocked the text. {NOBODY}",
        ),
        (
            "loop_error",
            (*first(0.62), step_row(Stage.LOOP_ERROR, 1, {"stage": "revision"})),
            {},
            f"{BELOW} The step “revision” failed for good. {NOBODY}",
        ),
    ],
)
def test_each_ending_is_told(stop, steps, fields, told):
    assert said(*steps, stop=stop, **fields) == told


def test_every_stop_reason_has_words_and_a_tone():
    failed = step_row(Stage.LOOP_ERROR, 1, {"stage": "revision"})
    for stop in StopReason:
        told = said(*first(0.62), failed, stop=stop)
        assert told.startswith(BELOW)
        assert tone_of(stop) in ("good", "warn", "bad", "quiet")


def test_what_misses_the_threshold_never_reads_as_reaching_it():
    assert percent(0.8999) == "89.9 %"
    assert percent(0.29) == "29 %"
    assert percent(1) == "100 %"
    assert percent(0.07) == "7 %"


ANNA = User(username="anna")
WAITS = OutgoingMail(state="awaiting_release")


@pytest.mark.parametrize(
    ("fields", "ends"),
    [
        ({"reply": WAITS}, PERSON),
        ({"reply": WAITS, "may_leave_alone": True}, PERSON),
        ({"may_leave_alone": True}, "Its reply may leave without a person."),
        ({"reply": OutgoingMail(state="sent", is_automatic=True)}, "left without a person."),
        ({"reply": OutgoingMail(state="sent", released_by=ANNA)}, "anna released its reply."),
        ({"reply": OutgoingMail(state="sent")}, "A person released its reply."),
    ],
)
def test_the_last_sentence_says_who_releases(fields, ends):
    assert said(*IMPROVED, stop="threshold_met", best=2, **fields).endswith(ends)


def test_only_a_confident_run_may_leave_alone():
    assert said(*first(0.62), stop="exhausted", may_leave_alone=True).endswith(PERSON)


def test_a_run_at_work_says_what_comes_next():
    assert said() == "It is at work. The agent’s next step: write the strategy."
    assert said(*first(0.62)) == (
        f"{BELOW} It is at work. The agent’s next step (revision 1): revise the text."
    )
    assert said(*first(0.62), may_enter_loop=False).endswith("until there is a place in the loop.")
    assert said(*first(0.62), worked_ms=179_000).endswith(
        "It ends with the next call of the agent: time used up."
    )


# --- rounds ---------------------------------------------------------------------------------------


def test_rounds_follow_the_texts():
    shown = rounds(*IMPROVED, stop="threshold_met", best=2)
    assert [(one["name"], one["confidence"], one["change"], one["is_best"]) for one in shown] == [
        ("First text", "62 %", "", False),
        ("Revision 1", "80 %", "+18 points", False),
        ("Revision 2", "93 %", "+13 points", True),
    ]
    assert [one["text"] for one in shown] == [TEXTS[0], "", ""]
    assert [bool(one["diff"]) for one in shown] == [False, True, True]


def test_what_is_unsafe_is_said_of_its_round():
    steps = (*first(0.62, safe_to_send=False), *revision(1, 0.95, requires_human_review=True))
    assert [one["is_safe"] for one in rounds(*steps, stop="exhausted", best=1)] == [False, False]
    assert [one["is_safe"] for one in rounds(*IMPROVED)] == [True, True, True]


def test_a_text_that_the_gate_rewrote_stands_for_its_round():
    steps = (step_row(Stage.REVISION, 1, {}, TEXTS[1]), gate(1, "revise", TEXTS[3]))
    assert rounds(*steps)[0]["text"] == TEXTS[3]


def test_the_best_of_a_run_at_work_is_the_loops_own():
    steps = (*first(0.62), *revision(1, 0.85), *revision(2, 0.7))
    assert [one["iteration"] for one in rounds(*steps) if one["is_best"]] == [1]
    assert find_best(loop_facts(steps)) == 1


def test_faults_say_what_the_loop_holds_against_a_text():
    link = (*first(0.62), *revision(1, 0.95, findings=[HardBlock.FABRICATED_LINK]))
    left = (*first(0.62), *revision(1, 0.95, unresolved=["the price"]))
    blocked = (*first(0.62), step_row(Stage.REVISION, 1, {}, TEXTS[1]), gate(1, "block"))
    faults = {"a link that we do not know": link, "1 requirement is left open": left,
              "the overseer blocked it": blocked}  # fmt: skip
    for words, steps in faults.items():
        (good, bad) = rounds(*steps, stop="exhausted")
        assert (good["faults"], bad["faults"]) == ([], [words])
        assert find_best(loop_facts(steps)) == 0
    assert rounds(*blocked, stop="hard_block")[1]["is_blocked"]


def test_what_belongs_to_the_run_stands_at_its_end():
    ending = (step_row(Stage.FINAL_DRAFT, 0, {}, TEXTS[0]), step_row(Stage.REVISION_LOOP, 0))
    shown = rounds(*first(0.95), *ending, stop="above_threshold", best=0)
    assert [len(one["steps"]) for one in shown] == [5]


# --- payloads as labelled values ------------------------------------------------------------------


def test_a_payload_is_read_as_labelled_values():
    payload = {
        "must_answer": ["late arrival", {"topic": "bikes", "is_sure": False}],
        "tone": {"of_voice": "warm", "formal": True},
        "nothing": None,
        "none_either": [],
        "requires_human_review": False,
    }
    assert labelled(payload) == [
        ("Must answer", ["late arrival", "Topic: bikes; Sure: no"]),
        ("Tone", ["Of voice: warm; Formal: yes"]),
        ("Asks for a person", ["no"]),
    ]
    assert labelled(payload, without=payload) == []


def test_a_payload_without_end_is_cut_and_not_followed():
    deep: Any = "end"
    for _ in range(900):
        deep = [deep]
    assert labelled({"deep": deep})[0][1][0].endswith("…")
    assert len(labelled({f"n{number}": number for number in range(500)})) == MAX_FIELDS
