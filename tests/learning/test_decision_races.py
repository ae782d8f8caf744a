"""Two people, or a person and an edit, at the same moment: real connections on PostgreSQL."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.db import connection, transaction

from learning.ledger.models import UnknownQuestion
from learning.ledger.services import promote_question
from learning.proposals import decisions
from learning.proposals.decisions import (
    approve_proposal,
    decide_confirmed,
    reject_proposal,
    roll_back_proposal,
    state_token,
)
from learning.proposals.examination import examine_rewrite
from learning.proposals.models import Change, ReviewState, TemplateProposal
from templatesapp.models import EmailTemplate, KnowledgeItem
from templatesapp.services import create_template, revise_template
from tests.concurrency import at_once
from tests.learning.factories import NOW, open_gate
from tests.learning.proposal_factories import (
    BASE_BODY,
    ITALIAN_BODY,
    SLOTTED_BODY,
    asked,
    base_template,
    pending_new,
    pending_patch,
    pending_translation,
    record_questions,
    reviewer,
    rewrite,
    stored_question,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def _codes(results: list[Any]) -> list[str]:
    return sorted(result if isinstance(result, str) else "done" for result in results)


@pytest.fixture(autouse=True)
def real_server() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL")


@pytest.fixture(autouse=True)
def slow_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision takes long enough for the other to meet it half-way."""
    decide = decisions._decide

    def slowly(*args: Any, **kwargs: Any) -> None:
        time.sleep(0.2)
        decide(*args, **kwargs)

    monkeypatch.setattr(decisions, "_decide", slowly)


def test_of_two_approvals_one_takes_effect():
    proposal, people = pending_patch(), [reviewer(), reviewer()]
    results = at_once(
        *(lambda by=by: approve_proposal(proposal_id=proposal.pk, by=by, now=NOW) for by in people)
    )
    assert _codes(results) == ["already_decided", "done"]
    template = EmailTemplate.objects.get()
    assert (template.version, template.body) == (2, SLOTTED_BODY)
    proposal.refresh_from_db()
    assert proposal.history.filter(review_state=ReviewState.APPROVED).count() == 1


def test_of_two_approvals_of_a_new_template_one_makes_it():
    proposal, people = pending_new(), [reviewer(), reviewer()]
    results = at_once(
        *(lambda by=by: approve_proposal(proposal_id=proposal.pk, by=by, now=NOW) for by in people)
    )
    assert _codes(results) == ["already_decided", "done"]
    assert EmailTemplate.objects.count() == 1


def test_of_two_approvals_of_a_translation_one_makes_the_sibling():
    proposal, people = pending_translation(), [reviewer(), reviewer()]
    results = at_once(
        *(lambda by=by: approve_proposal(proposal_id=proposal.pk, by=by, now=NOW) for by in people)
    )
    assert _codes(results) == ["already_decided", "done"]
    assert EmailTemplate.objects.filter(language="it").count() == 1


def test_a_sibling_written_at_the_same_moment_is_not_overwritten():
    proposal, person = pending_translation(), reviewer()
    fields = {"template_id": "T50", "language": "it", "category": "breakfast"}
    texts = {"subject": "Colazione", "body": ITALIAN_BODY.replace("ogni mattina", "dalle otto")}

    def write() -> str:
        create_template(fields=fields | texts, by=person, reason="written by hand")
        return "written"

    results = at_once(lambda: approve_proposal(proposal_id=proposal.pk, by=person, now=NOW), write)
    assert EmailTemplate.objects.filter(language="it").count() == 1
    is_by_hand = EmailTemplate.objects.get(language="it").body == texts["body"]
    codes = _codes(results)
    # Refused for the sibling, or for a sentence that the sibling says otherwise.
    refused = (["done", "lint_failed"], ["done", "validation_error"])
    assert codes == ["template_changed", "written"] if is_by_hand else codes in refused


def test_the_third_guests_of_two_siblings_at_once_make_one_proposal():
    open_gate()
    letters = [base_template(template_id="T50"), base_template(template_id="T50", language="es")]
    given = {"language": "it", "rewrite_reason": "language-adapt"}
    said = ITALIAN_BODY.replace("{{SLOT:GREETING}}", "Gentile Annika,")
    said = said.replace("{{SLOT:BOOKING_REF}}", " MA4BJ9").replace(
        "{{SLOT:KNOWLEDGE_INJECTION}}\n\n", ""
    )
    texts = [rewrite(letter, refined_body=said, **given) for letter in letters * 3]
    at_once(*(lambda t=t: examine_rewrite(rewritten=t, now=NOW) for t in texts))
    proposal = TemplateProposal.objects.get()
    assert (proposal.type, proposal.evidence_count) == ("translation", 6)


def test_approve_against_reject():
    proposal, person = pending_patch(), reviewer()
    results = at_once(
        lambda: approve_proposal(proposal_id=proposal.pk, by=person, now=NOW),
        lambda: reject_proposal(proposal_id=proposal.pk, by=person, reason="tone", now=NOW),
    )
    assert _codes(results) == ["already_decided", "done"]
    proposal.refresh_from_db()
    is_approved = proposal.review_state == ReviewState.APPROVED
    assert EmailTemplate.objects.get().body == (SLOTTED_BODY if is_approved else BASE_BODY)


def test_approve_while_the_template_is_being_edited():
    template = base_template()
    proposal, person = pending_patch(template), reviewer()
    has_edited, may_commit = threading.Event(), threading.Event()

    def edit() -> str:
        with transaction.atomic():
            body = BASE_BODY.replace("every morning", "every day")
            revise_template(template=template, fields={"body": body}, by=person, reason="edit")
            has_edited.set()
            may_commit.wait(timeout=10)
        return "edited"

    def approve() -> Any:
        has_edited.wait(timeout=10)
        threading.Timer(0.3, may_commit.set).start()
        return approve_proposal(proposal_id=proposal.pk, by=person, now=NOW)

    assert at_once(edit, approve) == ["edited", "template_changed"]
    template.refresh_from_db()
    assert (template.version, "every day" in template.body) == (2, True)
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.PENDING


def test_edit_while_an_approval_is_under_way_keeps_both_in_the_history():
    template = base_template()
    proposal, person = pending_patch(template), reviewer()
    results = at_once(
        lambda: approve_proposal(proposal_id=proposal.pk, by=person, now=NOW),
        lambda: revise_template(
            template=template, fields={"subject": "Breakfast time"}, by=person, reason="edit"
        ),
    )
    assert _codes(results) == ["done", "done"]
    template.refresh_from_db()
    assert (template.version, template.body) == (3, SLOTTED_BODY)


def test_two_new_templates_get_two_numbers():
    base_template(template_id="T53")
    proposals, person = [pending_new(scenario_category=c) for c in ("faq", "wifi")], reviewer()
    results = at_once(
        *(
            lambda key=proposal.pk: approve_proposal(proposal_id=key, by=person, now=NOW)
            for proposal in proposals
        )
    )
    assert _codes(results) == ["done", "done"]
    ids = EmailTemplate.objects.order_by("template_id").values_list("template_id", flat=True)
    assert list(ids) == ["T53", "T54", "T55"]


def test_of_two_roll_backs_one_takes_effect():
    proposal, person = pending_patch(), reviewer()
    approve_proposal(proposal_id=proposal.pk, by=person, now=NOW)
    results = at_once(
        *[lambda: roll_back_proposal(proposal_id=proposal.pk, by=person, now=NOW)] * 2
    )
    assert _codes(results) == ["already_decided", "done"]
    assert EmailTemplate.objects.get().version == 3


def test_the_same_bulk_from_two_screens_decides_each_once():
    person = reviewer()
    for _ in range(4):
        pending_patch()
    shown = TemplateProposal.objects.select_related("source_template", "applied_template")
    tokens = {proposal.pk: state_token(proposal) for proposal in shown}
    turned = dict(reversed(tokens.items()))
    outcomes = at_once(
        lambda: decide_confirmed(tokens=tokens, decision="approve", by=person, now=NOW),
        lambda: decide_confirmed(tokens=turned, decision="approve", by=person, now=NOW),
    )
    assert sum(len(outcome.done) for outcome in outcomes) == 4
    assert set(EmailTemplate.objects.values_list("version", flat=True)) == {2}


def test_like_rewrites_at_once_are_one_proposal():
    open_gate()
    template = base_template()
    rewrites = [rewrite(template) for _ in range(4)]
    at_once(*(lambda r=r: examine_rewrite(rewritten=r, now=NOW) for r in rewrites))
    assert TemplateProposal.objects.get(change=Change.ADDED).evidence_count == 4


def test_like_rewrites_without_a_template_at_once_are_one_proposal():
    open_gate()
    asked_for = ("Is there oat milk at breakfast?",)
    rewrites = [rewrite(None, unanswered=asked_for) for _ in range(4)]
    at_once(*(lambda r=r: examine_rewrite(rewritten=r, now=NOW) for r in rewrites))
    assert TemplateProposal.objects.get().evidence_count == 4


def test_examining_and_approving_do_not_lock_each_other_out():
    open_gate()
    template = base_template()
    proposal, person = pending_patch(template), reviewer()
    at_once(
        lambda: approve_proposal(proposal_id=proposal.pk, by=person, now=NOW),
        *[lambda: examine_rewrite(rewritten=rewrite(template), now=NOW)] * 3,
    )
    template.refresh_from_db()
    assert template.body == SLOTTED_BODY


def test_the_same_question_at_once_is_counted_each_time():
    texts = ["Is there a sauna?", "Is there a lift?", "Is there a pool?"]
    questions = [asked(text) for text in texts]
    outcomes = at_once(
        *(
            lambda q=q: record_questions(questions=q, now=NOW)
            for q in (questions, questions[::-1], questions[1:], questions[:2])
        )
    )
    counts = dict(UnknownQuestion.objects.values_list("question", "times_seen"))
    assert counts == {texts[0]: 3, texts[1]: 4, texts[2]: 3}
    assert sum(outcome.created for outcome in outcomes) == 3


def test_two_answers_at_once_are_one_answer_and_a_conflict():
    question, people = stored_question(), [reviewer(), reviewer()]
    results = at_once(
        *(
            lambda by=by: promote_question(
                question_id=question.pk, by=by, answer=f"Yes, says {by.username}.", now=NOW
            )
            for by in people
        )
    )
    assert _codes(results) == ["done", "promotion_conflict"]
    assert KnowledgeItem.objects.count() == 1
