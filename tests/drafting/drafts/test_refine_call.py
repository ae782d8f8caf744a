"""``POST drafts/refine``: it authors nothing; it judges, attests and keeps what the agent wrote."""

from __future__ import annotations

import threading
import uuid

import pytest
from django.db import connection
from django.db.models import Value
from django.utils import timezone

from drafting.drafts.models import Attestation, Draft
from drafting.drafts.services.refine import RefineRequest, judge_refinement
from learning.events.choices import Recognised
from learning.events.models import RefinementEvent
from learning.events.selectors import last_attempts, points_expression
from learning.thresholds.selectors import current_tuning
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import edit_distance_pct, text_hash
from tests.drafting.drafts.plans import URLS, load_sample_desk, plan_json
from tests.drafting.mail.mails import our_reply, record

pytestmark = pytest.mark.django_db

QUESTION = "What time is breakfast?"
BREAKFAST = plan_json(QUESTION, category="breakfast")
SCHEMA_CHANGED = (
    "draft_refine input schema has changed: remove the `draft` field and supply "
    "`original_body_plain` and `refined_body_plain` instead."
)
KEYS = {
    "draft",
    "refinement_applied",
    "refinement_source",
    "quality",
    "outcomes",
    "delivery_status",
    "outcome",
    "edit_distance_pct",
    "original_matches",
}


@pytest.fixture
def kept(call):
    return call("generate", {"action_plan": BREAKFAST})


@pytest.fixture
def kept_protected(call):
    plan = plan_json(text="Please cancel my booking.", category="cancellation")
    return call("generate", {"action_plan": plan})


def body_of(draft, refined=None, /, **fields):
    original = draft["draft"]["body_plain"]
    return {
        "draft_id": draft["draft_id"],
        "original_body_plain": original,
        "refined_body_plain": original if refined is None else refined,
    } | fields


def reworded(draft) -> str:
    return draft["draft"]["body_plain"].replace("on the terrace", "on our sunny terrace")


def named(template_id):
    return {"corrected_template": template_id, "rewrite_reason": "wrong-template"}


# --- a rewrite ---


def test_an_agent_insists_on_nothing(call, kept):
    text = f"We have charged your card. {reworded(kept)}"
    answer = call("refine", body_of(kept, text, insisted="I know better."))
    assert (answer["delivery_status"], Attestation.objects.get().insisted) == ("blocked", "")
    said = {"draft_id": kept["draft_id"], "original_body_plain": "", "refined_body_plain": text}
    judged = judge_refinement(request=RefineRequest(**said, insisted="I know better."))
    assert (judged.delivery, judged.attestation.insisted) == ("blocked", "")
    assert "prohibited_claims" in judged.quality.failed_checks and not judged.quality.overruled


def test_a_rewrite_is_attested_with_the_documented_shape(call, kept, agent):
    answer = call(
        "refine", body_of(kept, reworded(kept), rewrite_reason="style", context="shorter")
    )
    assert set(answer) == KEYS
    assert set(answer["draft"]) == {"body_plain", "body_html"}
    assert answer["draft"]["body_plain"] == reworded(kept)
    assert (answer["refinement_applied"], answer["refinement_source"]) == (True, "claude-cli")
    assert answer["quality"]["passed"]
    assert answer["delivery_status"] == "ready"
    assert answer["original_matches"] is True
    assert answer["outcome"] in {"accepted", "light-edit", "heavy-rewrite", "wrong-template"}
    row = Attestation.objects.get()
    assert (row.attempt, row.body_plain) == (1, reworded(kept))
    assert row.text_hash == text_hash(reworded(kept))
    assert (row.rewrite_reason, row.context) == ("style", "shorter")
    assert (row.agent, row.person) == (agent.agent_key.prefix, None)
    assert row.quality == answer["quality"]
    assert row.delivery_status == "ready"


def test_the_distance_is_that_of_the_kept_text_to_one_decimal(call, kept):
    answer = call("refine", body_of(kept, reworded(kept), original_body_plain="something else"))
    expected = edit_distance_pct(kept["draft"]["body_plain"], reworded(kept))
    assert 0 < answer["edit_distance_pct"] == expected < 10
    assert answer["original_matches"] is False
    assert Attestation.objects.get().original_matches is False


def test_original_matches_whatever_line_ends_it_has(call, kept):
    original = kept["draft"]["body_plain"].replace("\n", "\r\n")
    answer = call("refine", body_of(kept, reworded(kept), original_body_plain=original))
    assert answer["original_matches"] is True


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: f"\n\n  {text}\n\t\n",
    ],
    ids=["same", "CRLF", "CR", "white space around"],
)
def test_an_identical_text_is_accepted_and_attested(call, kept, change):
    original = kept["draft"]["body_plain"]
    answer = call("refine", body_of(kept, change(original)))
    assert (answer["refinement_applied"], answer["refinement_source"]) == (False, "none")
    assert (answer["outcome"], answer["edit_distance_pct"]) == ("accepted", 0.0)
    assert answer["draft"]["body_plain"] == original
    row = Attestation.objects.get()
    assert (row.refinement_applied, row.body_plain) == (False, original)
    assert row.text_hash == text_hash(original)


def test_line_ends_of_a_rewrite_are_folded(call, kept):
    answer = call("refine", body_of(kept, reworded(kept).replace("\n", "\r\n")))
    assert answer["draft"]["body_plain"] == reworded(kept)
    assert "\r" not in Attestation.objects.get().body_plain


def test_html_comes_from_the_plain_text_and_is_escaped(call, kept):
    refined = reworded(kept).replace("sunny", "<b>sunny</b> & wide")
    answer = call("refine", body_of(kept, refined))
    html = answer["draft"]["body_html"]
    assert html.startswith("<!DOCTYPE html>")
    assert "&lt;b&gt;sunny&lt;/b&gt; &amp; wide" in html
    assert "<b>" not in html
    assert html.count("<p>") == refined.count("\n\n") + 1
    assert "<br>" in html


def test_html_is_not_taken(call, kept):
    answer = call("refine", body_of(kept, reworded(kept), refined_body_html="<b>mine</b>"))
    assert "mine" not in answer["draft"]["body_html"]


def test_a_text_that_fails_is_attested_all_the_same(call, kept):
    answer = call("refine", body_of(kept, "Come at eight. See https://evil.example"))
    assert answer["refinement_applied"] is True
    assert answer["quality"]["passed"] is False
    assert {"foreign_link", "missing_signature"} <= set(answer["quality"]["failed_checks"])
    assert answer["delivery_status"] == "blocked"
    assert answer["draft"]["body_plain"].startswith("Come at eight.")
    assert Attestation.objects.get().delivery_status == "blocked"


def test_an_empty_text_is_told_and_not_hidden(call, kept):
    answer = call("refine", body_of(kept, ""))
    assert answer["refinement_applied"] is True
    assert "missing_plaintext" in answer["quality"]["failed_checks"]
    assert answer["edit_distance_pct"] == 100.0


def test_the_kept_plan_counts_and_not_the_posted_one(call, kept):
    posted = plan_json(category="wifi")
    refined = "Dear Guest,\n\nHello.\n\nWarm regards,\nPeter & Cristiana"
    answer = call("refine", body_of(kept, refined, action_plan=posted))
    assert "unanswered_questions" in answer["quality"]["failed_checks"]
    assert Draft.objects.get().action_plan["scenario"]["category"] == "breakfast"


def test_codex_is_accepted(call, kept):
    answer = call("refine", body_of(kept, reworded(kept), refinement_source="codex"))
    assert answer["refinement_source"] == "codex"
    same = call("refine", body_of(kept, refinement_source="codex"))
    assert same["refinement_source"] == "none"


def test_the_draft_itself_is_never_changed(call, kept):
    before = Draft.objects.values().get()
    call("refine", body_of(kept, reworded(kept)))
    assert Draft.objects.values().get() == before


def test_the_same_again_is_the_same_attempt_and_another_text_a_further_one(call, kept):
    call("refine", body_of(kept, reworded(kept)))
    call("refine", body_of(kept, reworded(kept)))
    call("refine", body_of(kept))
    rows = list(Attestation.objects.values_list("attempt", "refinement_applied"))
    assert rows == [(1, True), (2, False)]


def test_a_further_attempt_counts_whatever_the_caller_compares_it_with(call, kept):
    call("refine", body_of(kept, reworded(kept), original_body_plain="something else"))
    assert not last_attempts().get().original_matches
    call("refine", body_of(kept, original_body_plain=reworded(kept)))
    event = last_attempts().get()
    assert (event.attempt, event.original_matches) == (2, True)


# --- the letter that its writer names ---


def test_learning_is_told_which_letter_its_writer_names(call, kept):
    call("refine", body_of(kept, reworded(kept)))
    call("refine", body_of(kept, reworded(kept), **named("T22")))
    call("refine", body_of(kept, **named("T22")))
    events = RefinementEvent.objects.order_by("attempt")
    told = events.values_list("recognised", "became__template_id")
    assert list(told) == [
        (Recognised.REWORDED, None),
        (Recognised.BECAME, "T22"),
        (Recognised.BECAME, "T22"),
    ]


def test_who_calls_the_letter_wrong_and_keeps_it_has_said_nothing(call, kept):
    call("refine", body_of(kept, reworded(kept), rewrite_reason="wrong-template"))
    points = current_tuning().points
    said = RefinementEvent.objects.annotate(outcome=Value("wrong-template"))
    assert said.annotate(points=points_expression(points)).get().points == 0


def test_a_text_that_is_blocked_teaches_nothing_whatever_letter_is_named(call, kept):
    call("refine", body_of(kept, "We have charged your card.", **named("T22")))
    assert RefinementEvent.objects.get().recognised == Recognised.BLOCKED


def test_the_same_again_with_another_letter_named_is_a_further_attempt(call, kept):
    for template_id in ("T22", "T22", "T27"):
        call("refine", body_of(kept, reworded(kept), **named(template_id)))
    rows = Attestation.objects.values_list("corrected_template_id", flat=True)
    assert list(rows) == ["T22", "T27"]


# --- a protected text ---


def test_a_protected_text_comes_back_as_it_was(call, kept_protected):
    original = kept_protected["draft"]["body_plain"]
    refined = original.replace("We have received", "Yes! We got")
    assert refined != original
    answer = call("refine", body_of(kept_protected, refined, rewrite_reason="style"))
    assert answer["draft"]["body_plain"] == original
    assert "Yes! We got" not in answer["draft"]["body_html"]
    assert (answer["refinement_applied"], answer["refinement_source"]) == (False, "none")
    assert "protected_text_changed" in answer["quality"]["failed_checks"]
    assert answer["quality"]["passed"] is False
    row = Attestation.objects.get()
    assert (row.body_plain, row.refinement_applied) == (original, False)
    assert row.text_hash == text_hash(original)
    assert row.quality["passed"]
    assert "protected_text_changed" not in row.quality["failed_checks"]


@pytest.mark.parametrize("is_acknowledgement", [False, True])
def test_a_fixed_text_may_greet_rightly(call, kept_protected, is_acknowledgement):
    draft = kept_protected
    if is_acknowledgement:
        draft = call("generate", {"action_plan": plan_json("Do you have a sauna?")})
        assert draft["template_used"]["purpose"] == "acknowledgement"
    first, _, rest = draft["draft"]["body_plain"].partition("\n")
    greeted = f"Dear Hui Min,\n{rest}"
    assert first == "Dear Guest,"
    answer = call("refine", body_of(draft, greeted, rewrite_reason="style"))
    assert answer["draft"]["body_plain"] == greeted
    assert (answer["refinement_applied"], answer["quality"]["passed"]) == (True, True)
    assert answer["quality"]["warnings"] == draft["quality"]["warnings"]
    refused = body_of(draft, f"Dear Hui Min, all is refunded.\n{rest}", rewrite_reason="style")
    assert call("refine", refused)["draft"]["body_plain"] == draft["draft"]["body_plain"]


def test_a_protected_text_unchanged_is_attested(call, kept_protected):
    answer = call("refine", body_of(kept_protected))
    assert answer["quality"]["passed"]
    assert answer["refinement_applied"] is False
    assert Attestation.objects.count() == 1


@pytest.mark.parametrize("change", [{"template": None}, {"is_protected": False}])
def test_protection_is_judged_by_the_category_too(call, kept_protected, change):
    Draft.objects.update(**change)
    original = kept_protected["draft"]["body_plain"]
    answer = call("refine", body_of(kept_protected, f"{original} More."))
    assert answer["draft"]["body_plain"] == original
    assert "protected_text_changed" in answer["quality"]["failed_checks"]


def test_a_protected_mail_without_a_template_is_fixed_too(call):
    EmailTemplate.objects.filter(category="cancellation").delete()
    plan = plan_json(text="Please cancel my booking.", category="cancellation")
    draft = call("generate", {"action_plan": plan})
    assert draft["template_used"]["selection"] == "none"
    answer = call("refine", body_of(draft, "We refund everything."))
    assert answer["draft"]["body_plain"] == draft["draft"]["body_plain"]
    assert "protected_text_changed" in answer["quality"]["failed_checks"]


def test_corrected_category_opens_no_protected_text(call, kept_protected):
    original = kept_protected["draft"]["body_plain"]
    changed = body_of(kept_protected, f"{original} More.", corrected_category="faq")
    answer = call("refine", changed | {"rewrite_reason": "wrong-template"})
    assert answer["draft"]["body_plain"] == original


# --- bad input ---


def test_the_old_schema_is_told_what_changed(agent, kept):
    body = {"draft_id": kept["draft_id"], "draft": {"body_plain": "x", "body_html": "y"}}
    for old in (body, body | {"original_body_plain": "x"}, {"draft": "x"}):
        answer = agent.post(URLS["refine"], old, format="json")
        assert answer.status_code == 400
        assert answer.json()["detail"] == SCHEMA_CHANGED
        assert answer.json()["code"] == "schema_changed"
    assert not Attestation.objects.exists()


def test_a_draft_field_beside_the_new_ones_is_no_obstacle(call, kept):
    call("refine", body_of(kept, draft={"body_plain": "old"}))


@pytest.mark.parametrize("field", ["draft_id", "refined_body_plain", "original_body_plain"])
def test_a_missing_field_is_named(agent, kept, field):
    body = body_of(kept)
    del body[field]
    answer = agent.post(URLS["refine"], body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert list(answer.json()["fields"]) == [field]
    assert field in answer.json()["detail"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("draft_id", "seven"),
        ("draft_id", ""),
        ("draft_id", 7),
        ("draft_id", None),
        ("draft_id", "7b0d2a52-4a53-4d1b-9b0e-0d6d3c1f7a1"),
        ("refined_body_plain", None),
        ("refined_body_plain", 7),
        ("refined_body_plain", ["a"]),
        ("refined_body_plain", "x" * 20_001),
        ("original_body_plain", 7),
        ("rewrite_reason", "boredom"),
        ("rewrite_reason", None),
        ("corrected_category", "garden"),
        ("refinement_source", "staff"),
        ("refinement_source", "none"),
        ("refinement_source", "gpt"),
        ("context", "x" * 2_001),
        ("action_plan", "x"),
    ],
)
def test_bad_input_names_its_field(agent, kept, field, value):
    answer = agent.post(URLS["refine"], body_of(kept) | {field: value}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert any(name.startswith(field) for name in answer.json()["fields"])
    assert not Attestation.objects.exists()


@pytest.mark.parametrize("value", [None, ""])
def test_no_corrected_category_may_be_said_in_two_ways(call, kept, value):
    call("refine", body_of(kept, corrected_category=value))
    assert Attestation.objects.get().corrected_category == ""


# --- wrong state ---


def test_an_unknown_draft_is_404(agent, kept):
    body = body_of(kept) | {"draft_id": str(uuid.uuid4())}
    answer = agent.post(URLS["refine"], body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_draft")
    assert not Attestation.objects.exists()


def test_a_blanked_draft_is_410(agent, kept):
    Draft.objects.update(blanked_at=timezone.now())
    answer = agent.post(URLS["refine"], body_of(kept), format="json")
    assert (answer.status_code, answer.json()["code"]) == (410, "body_blanked")
    assert not Attestation.objects.exists()


def test_after_the_reply_has_left_it_is_409(agent, call):
    message = record(QUESTION).message
    draft = call("generate", {"message": message.pk})
    call("refine", body_of(draft))
    our_reply("<1@example.com>")
    answer = agent.post(URLS["refine"], body_of(draft, reworded(draft)), format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_answered")
    assert Attestation.objects.count() == 1


# --- at once ---


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [2, 6])
def test_refines_at_once_count_their_attempts_without_a_gap(agent_client, count):
    load_sample_desk()
    client = agent_client(["draft"])
    draft = client.post(URLS["generate"], {"action_plan": BREAKFAST}, format="json").json()
    barrier = threading.Barrier(count)
    statuses = []

    def refine(number: int) -> None:
        try:
            barrier.wait(timeout=20)
            body = body_of(draft, f"{reworded(draft)} {number}")
            statuses.append(client.post(URLS["refine"], body, format="json").status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=refine, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert statuses == [200] * count
    attempts = Attestation.objects.order_by("attempt").values_list("attempt", flat=True)
    assert list(attempts) == list(range(1, count + 1))
    assert len(set(Attestation.objects.values_list("body_plain", flat=True))) == count
