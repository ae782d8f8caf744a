"""What guests were told otherwise than a letter says becomes a proposal once enough were told it."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from learning.proposals.decisions import approve_proposal, reject_proposal, roll_back_proposal
from learning.proposals.examination import examine_rewrite
from learning.proposals.models import Change, ProposalEvidence, ReviewState, TemplateProposal
from learning.proposals.selectors import summary_line
from learning.retention import blank_expired_bodies, expire_proposals
from learning.thresholds.models import LearningSettings
from templatesapp.models import DeskProfile, EmailTemplate
from templatesapp.services import revise_template
from tests.factories import PropertyFactFactory
from tests.learning.factories import NOW, open_gate, refine, vote
from tests.learning.proposal_factories import BASE_BODY, base_template, reviewer, rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LETTER = (
    "Dear Annika,\n\n"
    "Breakfast is served on the terrace every morning.\n\n"
    "Your booking MA4BJ9 does not include it; you pay at the bar.\n\n"
    "Warm regards,\nPeter & Cristiana\nHostel Brikette, Positano"
)
MORNING = "Breakfast is served on the terrace every morning."
OAT_MILK = "There is oat milk at the buffet."
WORDINGS = (OAT_MILK, "You find oat milk at our buffet, too.", "At the buffet there is oat milk.")


@pytest.fixture(autouse=True)
def gate() -> None:
    open_gate()


def _told(template: EmailTemplate | None, sentence: str = OAT_MILK, **fields):
    """One more guest is told the sentence after that about breakfast."""
    refined = fields.pop("refined_body", LETTER.replace(MORNING, f"{MORNING} {sentence}"))
    return examine_rewrite(rewritten=rewrite(template, refined_body=refined, **fields), now=NOW)


def _told_to(guests: int, template: EmailTemplate | None, sentence: str = OAT_MILK, **fields):
    return [_told(template, sentence, **fields) for _ in range(guests)][-1]


def test_three_guests_who_were_told_the_same_make_one_sentence_of_a_letter():
    template = base_template()
    assert [_told(template, wording) for wording in WORDINGS[:2]] == [None, None]
    assert not TemplateProposal.objects.exists()
    proposal = _told(template, WORDINGS[2])
    stored = TemplateProposal.objects.get()
    assert proposal == stored
    assert (stored.type, stored.source_template, stored.base_version) == ("patch", template, 1)
    assert (stored.scenario_category, stored.language) == ("breakfast", "en")
    assert (stored.change, stored.beside) == (Change.ADDED, MORNING)
    assert stored.sentence in WORDINGS
    assert stored.previous_body == BASE_BODY
    expected = BASE_BODY.replace(MORNING, f"{MORNING} {stored.sentence}")
    assert stored.proposed_body_redacted == expected
    assert stored.findings == []
    assert stored.evidence_count == 3
    assert {row.body_redacted for row in stored.evidence.all()} == set(WORDINGS)
    assert f"3 guests were told “{stored.sentence}”" in summary_line(stored)
    assert stored.retention_expires_at == NOW + timedelta(days=90)
    assert stored.history.get().history_change_reason.startswith("proposed from draft")


def test_what_was_told_beside_several_sentences_is_said_whatever_was_asked():
    """A paragraph that answers nothing that was asked is left out of a draft."""
    template = base_template()
    assert _told_to(2, template) is None
    pay = "you pay at the bar."
    proposal = _told(template, refined_body=LETTER.replace(pay, f"{pay} {OAT_MILK}"))
    paragraphs = proposal.proposed_body_redacted.replace("\r", "").split("\n\n")
    assert paragraphs[-2] == f"{{{{ALWAYS}}}} {OAT_MILK}"
    assert proposal.findings == []


def test_a_fourth_guest_strengthens_it_and_no_second_one_comes():
    template = base_template()
    first = _told_to(3, template)
    assert _told(template, "By the way, oat milk stands at the buffet.") == first
    first.refresh_from_db()
    assert (TemplateProposal.objects.count(), first.evidence_count) == (1, 4)


def test_one_guest_many_times_is_one_guest():
    template = base_template()
    assert _told_to(4, template, contact_hash="a" * 64) is None
    assert _told_to(4, template, contact_hash="") is None  # unknown ones are one together
    assert _told(template).evidence_count == 3


def test_how_many_guests_it_takes_is_a_setting():
    tuning = LearningSettings.current()
    tuning.minimum_evidence = 1
    tuning.save()
    assert _told(base_template()).evidence_count == 1


def test_another_sentence_is_another_wish():
    template = base_template()
    _told_to(2, template)
    assert _told(template, "The terrace has parasols against the sun.") is None


def test_a_sentence_in_place_of_another_is_replaced():
    template = base_template()
    new = "Breakfast is served indoors in winter and on the terrace in summer."
    proposal = _told_to(3, template, refined_body=LETTER.replace(MORNING, new))
    assert (proposal.change, proposal.beside, proposal.sentence) == (Change.REPLACED, MORNING, new)
    assert proposal.proposed_body_redacted == BASE_BODY.replace(MORNING, new)


def test_a_sentence_that_most_drop_is_dropped_and_one_that_most_keep_stays():
    template = base_template(
        body=BASE_BODY.replace(MORNING, f"{MORNING} The bread is from Nocelle.")
    )
    for _ in range(7):
        vote(template=template, at=NOW)
    assert _told_to(3, template, refined_body=LETTER) is None
    assert _told_to(4, template, refined_body=LETTER).change == Change.DROPPED
    body = TemplateProposal.objects.get().proposed_body_redacted
    assert body == BASE_BODY


@pytest.mark.parametrize(
    "sentence",
    [
        "You arrive on 2 June.",
        "We have put a note for the four of you.",
        "The two nights are at the same price for three people.",
        "Your friend may have breakfast here as well.",
        "As you wrote, the oat milk is for the baby.",
        "Your bank transfer has arrived.",
        "Your room is on the third floor.",
        "Please call +39 333 123 4567 when the bus is late.",
        "Thank you so much for writing to us!",
        "We look forward to welcoming you.",
        "Do you take oat milk?",
    ],
)
def test_what_is_one_guests_own_matter_is_never_a_wish(sentence):
    template = base_template()
    assert _told_to(4, template, sentence) is None
    assert not ProposalEvidence.objects.exists()


def test_what_only_one_guest_was_told_is_in_no_proposal():
    template = base_template()
    _told(template, "There is oat milk at the buffet beside counter 17.")
    _told(template, "There is oat milk at the buffet of Ulisse.")
    proposal = _told_to(2, template)
    assert proposal.sentence == OAT_MILK
    assert proposal.evidence_count >= 3


@pytest.mark.parametrize(
    "fields",
    [
        {"refinement_applied": False},
        {"quality_passed": False},
        {"is_composite": True},
        {"rewrite_reason": "language-adapt"},
        {"rewrite_reason": "wrong-template"},
        {"corrected_category": "luggage"},
        {"refined_body": "  \n "},
        {"refined_body": "Dear Annika,\n\nSomething else altogether.\n\nWarm regards"},
        {"scenario_category": "prepayment"},
        {"corrected_category": "cancellation"},
        {"source": "sample"},
        {"language": "other"},
        {"language": "it"},
    ],
    ids=str,
)
def test_a_rewrite_that_says_nothing_about_the_letter_is_no_wish(fields):
    assert _told_to(4, base_template(), **fields) is None
    assert not ProposalEvidence.objects.exists()


@pytest.mark.parametrize("reason", ["none", "style", "missing-info", "wrong-fact"])
def test_all_rewrites_of_a_letter_are_read(reason):
    assert _told_to(3, base_template(), rewrite_reason=reason, edit_distance_pct=5.0) is not None


def test_a_protected_template_is_never_proposed_upon():
    assert _told_to(3, base_template(category="cancellation")) is None


def test_nothing_is_proposed_before_the_gate_opens():
    LearningSettings.objects.update(confirmed_at=None)
    assert _told_to(3, base_template()) is None


def test_sample_rewrites_count_on_a_sample_desk():
    DeskProfile(is_sample_desk=True).save()
    assert _told_to(3, base_template(), source="sample") is not None


def test_what_a_letter_says_already_is_no_wish():
    base_template(template_id="T77", category="faq", body=f"{{{{SLOT:GREETING}}}}\n\n{OAT_MILK}")
    assert _told_to(3, base_template()) is None


def test_a_text_that_became_another_letter_is_credit():
    base_template(template_id="T77", category="faq", body=LETTER.replace(MORNING, WORDINGS[1]))
    became = LETTER.replace(MORNING, WORDINGS[1])
    assert _told_to(3, base_template(), refined_body=became) is None


def test_a_letter_switched_off_is_not_patched():
    assert _told_to(3, base_template(active=False)) is None


def test_a_fact_that_was_written_out_returns_to_its_slot_where_it_is_meant():
    PropertyFactFactory.create(name="BREAKFAST_PRICE", value="8.50", concepts=["breakfast"])
    template = base_template()
    proposal = _told_to(3, template, "The buffet breakfast with oat milk is €8.50.")
    assert "is {{SLOT:FACT_BREAKFAST_PRICE}}." in proposal.sentence
    other = _told_to(3, template, "A beach umbrella is hired out for €8.50.")
    assert other.sentence.endswith("€8.50.")
    assert [finding["code"] for finding in other.findings] == ["literal_fact"]


def test_the_promise_of_a_personal_answer_is_no_wish():
    promise = "About the sauna: Peter & Cristiana will write to you."
    assert _told_to(3, base_template(), promise, promises=(promise,)) is None


def test_without_a_letter_what_answers_the_asks_becomes_one():
    text = (
        "Dear Annika,\n\nBicycles can stay in the covered yard. We ask at the desk.\n\n"
        "Warm regards,\nPeter & Cristiana"
    )
    asked = ("Where can we keep our bicycles?",)
    fields = {"refined_body": text, "unanswered": asked, "scenario_category": "faq"}
    proposal = _told_to(3, None, **fields)
    assert (proposal.type, proposal.scenario_category) == ("new", "faq")
    assert proposal.proposed_body_redacted.startswith("{{SLOT:GREETING}}\n\nBicycles can stay")
    assert proposal.sentence == "Bicycles can stay in the covered yard."
    assert "which no letter says" in summary_line(proposal)
    assert _told(None, **fields) == proposal


def test_without_an_ask_that_nothing_answers_there_is_no_new_letter():
    assert _told_to(4, None, refined_body=LETTER) is None
    base = base_template()
    assert _told_to(4, base, rewrite_reason="wrong-template", refined_body=LETTER) is None


def test_examining_the_same_attempt_again_changes_nothing():
    template = base_template()
    _told_to(2, template)
    last = rewrite(template, refined_body=LETTER.replace(MORNING, f"{MORNING} {OAT_MILK}"))
    first = examine_rewrite(rewritten=last, now=NOW)
    assert examine_rewrite(rewritten=last, now=NOW) == first
    assert ProposalEvidence.objects.count() == 3


def test_a_later_attempt_takes_back_what_the_earlier_one_wished_for():
    template = base_template()
    draft_id = uuid.uuid4()
    _told(template, draft_id=draft_id)
    _told(template, draft_id=draft_id, attempt=2, refined_body=LETTER)
    assert not ProposalEvidence.objects.exists()


def test_a_later_attempt_takes_only_its_own_evidence_away():
    template = base_template()
    draft_id = uuid.uuid4()
    first = _told_to(3, template)
    _told(template, draft_id=draft_id)
    _told(template, draft_id=draft_id, attempt=2, refinement_applied=False)
    first.refresh_from_db()
    assert (first.review_state, first.evidence_count) == (ReviewState.PENDING, 3)


def test_a_proposal_without_evidence_is_withdrawn():
    tuning = LearningSettings.current()
    tuning.minimum_evidence = 1
    tuning.save()
    template, draft_id = base_template(), uuid.uuid4()
    first = _told(template, draft_id=draft_id)
    _told(template, draft_id=draft_id, attempt=2, refinement_applied=False)
    first.refresh_from_db()
    assert first.review_state == ReviewState.WITHDRAWN
    assert first.history.first().history_change_reason == "a later attempt took its place"


def test_a_decided_proposal_is_not_withdrawn():
    template, draft_id = base_template(), uuid.uuid4()
    _told_to(2, template)
    first = _told(template, draft_id=draft_id)
    approve_proposal(proposal_id=first.pk, by=reviewer(), now=NOW)
    _told(template, draft_id=draft_id, attempt=2, refinement_applied=False)
    first.refresh_from_db()
    assert first.review_state == ReviewState.APPROVED


def test_only_the_last_attempt_is_examined():
    draft_id = uuid.uuid4()
    refine(draft_id=draft_id, attempt=2, distance=0.0)
    assert _told(base_template(), draft_id=draft_id, attempt=1) is None
    assert not ProposalEvidence.objects.exists()


@pytest.mark.parametrize("decline", ["reject", "roll_back"])
def test_a_declined_wish_comes_back_when_its_evidence_has_doubled(decline):
    template, person = base_template(), reviewer()
    declined = _told_to(3, template)
    if decline == "reject":
        reject_proposal(proposal_id=declined.pk, by=person, reason="one-off", now=NOW)
    else:
        approve_proposal(proposal_id=declined.pk, by=person, now=NOW)
        roll_back_proposal(proposal_id=declined.pk, by=person, now=NOW)
    template.refresh_from_db()
    assert _told_to(2, template) is None  # five guests
    again = _told(template)  # six
    assert again != declined
    assert (again.review_state, again.evidence_count) == (ReviewState.PENDING, 6)
    declined.refresh_from_db()
    assert declined.review_state in (ReviewState.REJECTED, ReviewState.ROLLED_BACK)
    assert _told(template) == again


def test_a_patch_is_made_from_the_live_text():
    template = base_template()
    rewritten = rewrite(template, refined_body=LETTER.replace(MORNING, f"{MORNING} {OAT_MILK}"))
    _told_to(2, template)
    live = BASE_BODY.replace("you pay at the bar", "you pay at reception")
    revise_template(template=template, fields={"body": live}, by=None, reason="")
    proposal = examine_rewrite(rewritten=rewritten, now=NOW)
    assert proposal is not None
    assert (proposal.base_version, proposal.previous_body) == (2, live)
    assert "you pay at reception" in proposal.proposed_body_redacted


def test_wishes_that_wait_too_long_are_forgotten_and_a_dry_run_counts_them():
    template = base_template()
    _told_to(2, template)
    later = NOW + timedelta(days=91)
    assert blank_expired_bodies(now=later, is_dry_run=True) == 2
    assert blank_expired_bodies(now=later) == 2
    assert not ProposalEvidence.objects.exists()
    _told_to(3, template)
    assert expire_proposals(now=later, is_dry_run=True) == 1
    assert expire_proposals(now=later) == 1


def test_what_is_stored_went_through_redaction(monkeypatch):
    calls = []

    def redact(text, **known):
        calls.append(known)
        return text.replace("oat", "almond")

    monkeypatch.setattr("learning.proposals.evidence.redact", redact)
    proposal = _told_to(3, base_template(), email_subject="oat milk?")
    assert proposal.email_subject == "almond milk?"
    assert "almond" in proposal.sentence
    assert "almond" in proposal.evidence.first().body_redacted
    assert all(known["sender_name"] == "Annika Rehberg" for known in calls)
    assert all(known["known_values"]["BOOKING_REF"] == "MA4BJ9" for known in calls)
    assert all("Breakfast" in known["keep"] for known in calls)
