"""The pure function of what comes next: every reason to stop, and which of two wins."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafting.runs.choices import NOTHING_LEFT, Do, StopReason
from drafting.runs.loop import (
    STAGE_OF,
    RunFacts,
    decide,
    find_best,
    is_safe,
)
from drafting.runs.models import RunArtifact
from tests.drafting.runs.factories import loop_facts as facts
from tests.drafting.runs.factories import step_row

DO_OF = {stage.value: do for do, stage in STAGE_OF.items()}

FIRST = "Dear Isla, reception closes at eleven. Ring the bell at the gate and wait. Kind regards"
TEXTS = (
    FIRST,
    "Dear Isla, the night porter lets you in after eleven; your key lies ready. Kind regards",
    "Hello Isla, please use the code that we send on the day to open the small door. Warm wishes",
    "Isla, thank you for telling us. Somebody stays up until two for late arrivals. See you soon",
)
SURE: dict[str, Any] = {
    "safe_to_send": True,
    "requires_human_review": False,
    "confidence": 0.95,
    "reason": "All is said.",
}
UNSURE = SURE | {"confidence": 0.6}
APPROVE = {"decision": "approve", "reason": "Fine."}


def first_round(evaluation: dict[str, Any] | None = None, **verification: Any) -> list[RunArtifact]:
    """Strategy to evaluation; without an evaluation it is still due."""
    steps = [
        step_row("strategy", 0),
        step_row("generation", 0, {"draft_id": "x"}, FIRST),
        step_row("verification", 0, {}, FIRST, **verification),
        step_row("overseer_gate", 0, APPROVE),
    ]
    return steps if evaluation is None else [*steps, step_row("evaluation", 0, evaluation)]


def round_of(
    number: int, evaluation: dict[str, Any], *, unresolved: tuple[str, ...] = (), **revision: Any
) -> list[RunArtifact]:
    return [
        step_row(
            "revision",
            number,
            {"unresolved_requirements": list(unresolved)},
            revision.pop("text", TEXTS[number]),
            **revision,
        ),
        step_row("overseer_gate", number, APPROVE),
        step_row("evaluation", number, evaluation),
    ]


def changed_step(step: RunArtifact, **fields: Any) -> RunArtifact:
    values = {name: getattr(step, name) for name in ("payload", "text", "findings")}
    return step_row(step.stage, step.iteration, **(values | fields))


# --- what is due ----------------------------------------------------------------------------------


def test_the_first_round_goes_from_strategy_to_evaluation():
    steps = first_round(UNSURE)
    due = [decide(facts(steps[:done])).do for done in range(6)]
    assert due == [Do.STRATEGY, Do.GENERATE, Do.VERIFY, Do.GATE, Do.EVALUATE, Do.REVISE]


def test_a_further_round_revises_gates_and_evaluates():
    begun = first_round(UNSURE)
    further = round_of(1, UNSURE)
    due = [decide(facts(begun + further[:done])) for done in range(4)]
    assert [(step.do, step.iteration) for step in due] == [
        (Do.REVISE, 1),
        (Do.GATE, 1),
        (Do.EVALUATE, 1),
        (Do.REVISE, 2),
    ]


def test_without_a_place_in_the_loop_it_waits():
    step = decide(facts(first_round(UNSURE), may_enter_loop=False))
    assert (step.do, step.iteration) == (Do.WAIT, 1)


def test_before_the_loop_nobody_needs_a_place():
    assert decide(facts(first_round(), may_enter_loop=False)).do == Do.EVALUATE


# --- every reason to stop -------------------------------------------------------------------------

BLOCKED_GATE = step_row("overseer_gate", 0, {"decision": "block", "reason": "A promise."})
BEGUN = first_round(UNSURE)
THREE_ROUNDS = BEGUN + round_of(1, UNSURE) + round_of(2, UNSURE) + round_of(3, UNSURE)
SAME_AGAIN = step_row("revision", 1, {"unresolved_requirements": []}, FIRST)

STOPS: dict[StopReason, RunFacts] = {
    StopReason.LOOP_ERROR: facts([step_row("loop_error", 0, {"stage": "strategy"})]),
    StopReason.HARD_BLOCK: facts(BEGUN, mail_blocks=("escalation_required",)),
    StopReason.GLOBALLY_DISABLED: facts(BEGUN, is_globally_disabled=True),
    StopReason.DISABLED: facts(BEGUN, is_enabled=False),
    StopReason.NON_EMAIL_CHANNEL: facts(BEGUN + round_of(1, UNSURE), channel="sms"),
    StopReason.ABOVE_THRESHOLD: facts(first_round(SURE)),
    StopReason.PROTECTED_CATEGORY: facts(BEGUN, is_protected=True),
    StopReason.NEWER_INBOUND: facts(first_round(), has_newer_mail=True),
    StopReason.THRESHOLD_MET: facts(BEGUN + round_of(1, SURE)),
    StopReason.EXHAUSTED: facts(THREE_ROUNDS),
    StopReason.TIMEOUT_BUDGET: facts(BEGUN + round_of(1, UNSURE), worked_ms=160_001),
    StopReason.TOKEN_BUDGET: facts(BEGUN + round_of(1, UNSURE), tokens_used=20_000),
    StopReason.REVISION_NO_CHANGE: facts([*BEGUN, SAME_AGAIN]),
    StopReason.CLAIM_RELEASED: facts(BEGUN, stop_reason="claim_released"),
    StopReason.ANSWERED: facts(BEGUN, stop_reason="answered"),
    StopReason.HANDED_OVER: facts(BEGUN, stop_reason="handed_over"),
}


def test_every_reason_is_in_the_table():
    assert set(STOPS) == set(StopReason)


@pytest.mark.parametrize("reason", STOPS)
def test_each_reason_stops(reason):
    step = decide(STOPS[reason])
    assert step.stop_reason == reason
    ways = (Do.RELEASE,) if reason in NOTHING_LEFT else (Do.FINISH, Do.HAND_OVER)
    assert step.do in ways


# --- which of two wins ----------------------------------------------------------------------------

# In the order of the page. Each row adds what makes its reason hold to any unfinished loop.
ORDER: tuple[tuple[StopReason, dict[str, Any]], ...] = (
    (StopReason.HARD_BLOCK, {"mail_blocks": ("opt_out",)}),
    (StopReason.GLOBALLY_DISABLED, {"is_globally_disabled": True}),
    (StopReason.DISABLED, {"is_enabled": False}),
    (StopReason.NON_EMAIL_CHANNEL, {"channel": "sms"}),
    (StopReason.PROTECTED_CATEGORY, {"is_protected": True}),
    (StopReason.NEWER_INBOUND, {"has_newer_mail": True}),
    (StopReason.TIMEOUT_BUDGET, {"worked_ms": 180_000}),
    (StopReason.TOKEN_BUDGET, {"tokens_used": 20_000}),
)
PAIRS = [(a, b) for i, a in enumerate(ORDER) for b in ORDER[i + 1 :]]


@pytest.mark.parametrize(
    ("first", "second"), PAIRS, ids=[f"{a[0]}-before-{b[0]}" for a, b in PAIRS]
)
def test_the_first_in_the_order_wins(first, second):
    begun = facts(BEGUN + round_of(1, UNSURE), **first[1], **second[1])
    assert decide(begun).stop_reason == first[0]


@pytest.mark.parametrize("earlier", ORDER[:4], ids=lambda row: row[0])
def test_what_stands_before_it_wins_over_a_confident_first_text(earlier):
    assert decide(facts(first_round(SURE), **earlier[1])).stop_reason == earlier[0]


@pytest.mark.parametrize("later", ORDER[4:], ids=lambda row: row[0])
def test_a_confident_first_text_wins_over_what_stands_behind_it(later):
    stop = decide(facts(first_round(SURE), **later[1])).stop_reason
    assert stop == StopReason.ABOVE_THRESHOLD


@pytest.mark.parametrize("budget", ORDER[6:], ids=lambda row: row[0])
def test_budgets_guard_the_next_step_and_take_nothing_from_a_finished_round(budget):
    assert decide(facts(BEGUN + round_of(1, SURE), **budget[1])).stop_reason == "threshold_met"
    assert decide(facts(THREE_ROUNDS, **budget[1])).stop_reason == "exhausted"


@pytest.mark.parametrize("budget", ORDER[6:], ids=lambda row: row[0])
def test_a_round_that_is_begun_is_finished(budget):
    begun = [*BEGUN, *round_of(1, UNSURE)]
    assert decide(facts(begun[:-2], **budget[1])).do == Do.GATE
    assert decide(facts(begun[:-1], **budget[1])).do == Do.EVALUATE
    assert decide(facts(begun, **budget[1])).stop_reason == budget[0]


def test_newer_mail_wins_over_a_finished_round():
    step = decide(facts(BEGUN + round_of(1, SURE), has_newer_mail=True))
    assert step.stop_reason == StopReason.NEWER_INBOUND


def test_budgets_count_nothing_before_the_loop():
    assert decide(facts(first_round(), worked_ms=180_000, tokens_used=20_000)).do == Do.EVALUATE


# --- the checks one by one ------------------------------------------------------------------------


def test_a_gate_that_blocks_stops_at_once():
    blocked = [*first_round()[:-1], BLOCKED_GATE]
    assert decide(facts(blocked)).stop_reason == StopReason.HARD_BLOCK
    late = step_row("overseer_gate", 1, BLOCKED_GATE.payload)
    begun = [*BEGUN, round_of(1, UNSURE)[0], late]
    assert decide(facts(begun)).stop_reason == StopReason.HARD_BLOCK


def test_a_protected_text_is_no_hard_block_of_the_loop():
    begun = facts(BEGUN, mail_blocks=("protected_category",), is_protected=True)
    assert decide(begun).stop_reason == StopReason.PROTECTED_CATEGORY


def test_a_block_of_the_draft_stops_the_loop_and_one_of_the_text_does_not():
    steps = list(BEGUN)
    steps[1] = changed_step(steps[1], findings=("review_tier",))
    assert decide(facts(steps)).stop_reason == StopReason.HARD_BLOCK
    steps[1] = changed_step(steps[1], findings=("draft_blocked",))
    assert decide(facts(steps)).do == Do.REVISE


def test_another_channel_gets_one_pass_at_most():
    for channel in ("sms", "linkedin", "chat"):
        assert decide(facts(BEGUN, channel=channel)).do == Do.REVISE
        confident = decide(facts(first_round(SURE), channel=channel))
        assert confident.stop_reason == StopReason.NON_EMAIL_CHANNEL
        over = decide(facts(BEGUN + round_of(1, SURE), channel=channel))
        assert over.stop_reason == StopReason.NON_EMAIL_CHANNEL


@pytest.mark.parametrize(("worked", "is_over"), [(160_000, False), (160_001, True)])
def test_a_round_needs_twenty_seconds(worked, is_over):
    step = decide(facts(BEGUN + round_of(1, UNSURE), worked_ms=worked))
    assert (step.stop_reason == StopReason.TIMEOUT_BUDGET) is is_over
    assert step.remaining_ms == 180_000 - worked


def test_the_least_budget_allows_a_revision():
    assert decide(facts(BEGUN, time_budget_ms=20_000)).do == Do.REVISE


def test_three_rounds_of_eighteen_seconds_fit_the_default_budget():
    steps = list(BEGUN)
    for number in range(1, 4):
        for step in round_of(number, UNSURE):
            due = decide(facts(steps, worked_ms=(number - 1) * 18_000))
            assert (due.do, due.iteration) == (DO_OF[step.stage], number)
            steps.append(step)


@pytest.mark.parametrize("words", [95, 96, 100])
def test_more_than_95_per_cent_alike_is_no_change(words):
    text = " ".join(f"word{i}" for i in range(100))
    changed = " ".join(f"word{i}" if i < words else f"other{i}" for i in range(100))
    steps = [changed_step(step, text=text) if step.text else step for step in BEGUN]
    revision = step_row("revision", 1, {"unresolved_requirements": []}, changed.replace(" ", "\n "))
    stop = decide(facts([*steps, revision])).stop_reason
    assert (stop == StopReason.REVISION_NO_CHANGE) is (words > 95)


def test_going_back_to_the_best_text_is_no_change():
    worse = round_of(1, SURE | {"confidence": 0.3})
    back = step_row("revision", 2, {"unresolved_requirements": []}, FIRST)
    assert decide(facts(BEGUN + worse)).do == Do.REVISE
    assert decide(facts([*BEGUN, *worse, back])).stop_reason == StopReason.REVISION_NO_CHANGE


def test_a_gate_that_rewrites_gives_the_text_of_its_round():
    rewritten = step_row("overseer_gate", 1, {"decision": "revise", "reason": "Tone."}, TEXTS[3])
    revision, _, evaluation = round_of(1, UNSURE)
    begun = [*BEGUN, revision, rewritten, evaluation]
    same_as_revision = step_row("revision", 2, {"unresolved_requirements": []}, revision.text)
    same_as_gate = step_row("revision", 2, {"unresolved_requirements": []}, TEXTS[3])
    assert decide(facts([*begun, same_as_revision])).do == Do.GATE
    assert decide(facts([*begun, same_as_gate])).stop_reason == StopReason.REVISION_NO_CHANGE


@pytest.mark.parametrize(
    ("change", "is_met"),
    [
        ({}, True),
        ({"confidence": 0.9}, True),
        ({"confidence": 0.899}, False),
        ({"confidence": 1}, True),
        ({"confidence": 1.01}, False),
        ({"confidence": True}, False),
        ({"confidence": "0.95"}, False),
        ({"confidence": float("nan")}, False),
        ({"safe_to_send": False}, False),
        ({"requires_human_review": True}, False),
        ({"safe_to_send": 1}, False),
        ({"requires_human_review": 0}, False),
        ({"requires_human_review": None}, False),
    ],
)
def test_only_a_safe_confident_evaluation_meets_the_threshold(change, is_met):
    stop = decide(facts(BEGUN + round_of(1, SURE | change))).stop_reason
    assert (stop == StopReason.THRESHOLD_MET) is is_met
    first = decide(facts(first_round(SURE | change))).stop_reason
    assert (first == StopReason.ABOVE_THRESHOLD) is is_met


def test_an_evaluator_that_knows_nothing_is_not_safe():
    assert not is_safe(SURE | {"confidence": 0.009})
    assert is_safe(SURE | {"confidence": 0.01})


def test_a_low_threshold_does_not_make_an_unusable_text_good_enough():
    blocked = round_of(1, SURE, findings=("fabricated_link",))
    assert decide(facts(BEGUN + blocked)).do == Do.REVISE
    unresolved = round_of(1, SURE, unresolved=("the price",))
    assert decide(facts(BEGUN + unresolved)).do == Do.REVISE


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_so_many_rounds_and_no_more(rounds):
    steps = BEGUN + [step for i in range(1, rounds + 1) for step in round_of(i, UNSURE)]
    assert decide(facts(steps, max_iterations=rounds)).stop_reason == StopReason.EXHAUSTED
    if rounds < 3:
        assert decide(facts(steps)).iteration == rounds + 1


# --- the best so far ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("confidences", "best"),
    [((0.6, 0.7, 0.8), 2), ((0.8, 0.7, 0.6), 0), ((0.6, 0.8, 0.7), 1), ((0.7, 0.7, 0.7), 0)],
)
def test_the_highest_confidence_is_best_and_the_earlier_among_equals(confidences, best):
    first, *further = (SURE | {"confidence": value} for value in confidences)
    steps = first_round(first)
    for number, evaluation in enumerate(further, 1):
        steps += round_of(number, evaluation)
    assert find_best(facts(steps)) == best


def test_what_did_not_pass_is_never_best():
    higher = SURE | {"confidence": 0.8}
    assert find_best(facts(BEGUN + round_of(1, higher, unresolved=("the price",)))) == 0
    assert find_best(facts(BEGUN + round_of(1, higher, findings=("over_length",)))) == 0
    assert find_best(facts(first_round(UNSURE, findings=("draft_blocked",)))) is None


def test_the_text_that_met_the_threshold_is_best_even_after_a_surer_unsafe_one():
    unsafe = SURE | {"confidence": 0.99, "requires_human_review": True}
    step = decide(facts(BEGUN + round_of(1, unsafe) + round_of(2, SURE)))
    assert (step.stop_reason, step.best_iteration) == (StopReason.THRESHOLD_MET, 2)


def test_a_text_that_promises_an_answer_is_for_a_person_and_may_be_revised():
    promised = first_round(SURE, findings=("follow_up_open",))
    step = decide(facts(promised))
    assert (step.do, step.best_iteration) == (Do.REVISE, 0)
    promised[1] = changed_step(promised[1], findings=("follow_up_open",))
    assert decide(facts(promised)).do == Do.REVISE
    earlier = decide(facts(promised, mail_blocks=("follow_up_open",)))
    assert earlier.stop_reason == StopReason.HARD_BLOCK


def test_without_a_usable_text_a_person_has_to_answer():
    step = decide(facts(first_round(UNSURE, findings=("draft_blocked",)), is_enabled=False))
    assert (step.do, step.best_iteration) == (Do.HAND_OVER, None)
    assert decide(facts(BEGUN, is_enabled=False)).do == Do.FINISH


# --- whatever the rows hold -----------------------------------------------------------------------

evaluations = st.fixed_dictionaries(
    {
        "safe_to_send": st.booleans(),
        "requires_human_review": st.booleans(),
        "confidence": st.floats(0, 1),
        "reason": st.just("So."),
    }
)


@given(
    rounds=st.lists(evaluations, min_size=1, max_size=4),
    cut=st.integers(0, 14),
    worked_ms=st.integers(0, 90_000),
    tokens_used=st.integers(0, 30_000),
    maximum=st.integers(1, 3),
)
def test_it_always_answers_and_never_asks_for_more_than_it_may(
    rounds, cut, worked_ms, tokens_used, maximum
):
    steps = first_round(rounds[0])
    for number, evaluation in enumerate(rounds[1:], 1):
        steps += round_of(number, evaluation)
    begun = facts(steps[:cut], worked_ms=worked_ms, tokens_used=tokens_used, max_iterations=maximum)
    step = decide(begun)
    assert step == decide(begun)
    assert 0 <= step.iteration <= 3
    if step.do == Do.REVISE:
        assert step.iteration <= maximum
        assert step.remaining_ms >= 20_000
    if step.stop_reason == StopReason.THRESHOLD_MET:
        best = begun.step("evaluation", step.best_iteration or 0)
        assert best is not None
        assert is_safe(best.payload)
        assert best.payload["confidence"] >= 0.9
