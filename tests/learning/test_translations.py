"""A letter that guests got in a language it does not have becomes its sibling, by a person's word."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from config.errors import DomainError
from learning.proposals.decisions import (
    approve_proposal,
    reject_proposal,
    roll_back_proposal,
    undo_decision,
)
from learning.proposals.examination import examine_rewrite
from learning.proposals.models import ProposalEvidence, ReviewState, TemplateProposal
from learning.proposals.selectors import proposal_detail, proposal_row, summary_line
from learning.proposals.translations import letter_in
from templatesapp.models import EmailTemplate
from templatesapp.services import revise_template
from tests.factories import UserFactory
from tests.learning.factories import NOW, open_gate
from tests.learning.proposal_factories import (
    BASE_BODY,
    ITALIAN_BODY,
    base_template,
    pending_translation,
    reviewer,
    rewrite,
)
from tests.learning.queue_pages import check_url, decide, shown

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ITALIAN = (
    "Gentile Annika,\n\n"
    "La colazione viene servita in terrazza ogni mattina.\n\n"
    "La vostra prenotazione MA4BJ9 non la comprende; si paga al bar.\n\n"
    "Cordiali saluti,\nPeter & Cristiana\nHostel Brikette, Positano"
)
SERVED = "La colazione viene servita in terrazza ogni mattina."
IN_OTHER_WORDS = ITALIAN.replace(SERVED, "Ogni mattina la colazione è servita sulla terrazza.")


@pytest.fixture(autouse=True)
def gate() -> None:
    open_gate()


def _written(template: EmailTemplate | None, text: str = ITALIAN, **fields):
    given = {"language": "it", "rewrite_reason": "language-adapt", "refined_body": text} | fields
    return examine_rewrite(rewritten=rewrite(template, **given), now=NOW)


def _written_to(guests: int, template: EmailTemplate | None, text: str = ITALIAN, **fields):
    return [_written(template, text, **fields) for _ in range(guests)][-1]


def _sibling(**fields) -> EmailTemplate:
    named = {"template_id": "T50", "language": "it", "subject": "Colazione"}
    body = ITALIAN_BODY.replace("ogni mattina", "dalle otto")
    return base_template(**(named | {"body": body} | fields))


def _code(proposal: TemplateProposal, **fields) -> str:
    with pytest.raises(DomainError) as refused:
        approve_proposal(proposal_id=proposal.pk, by=reviewer(), now=NOW, **fields)
    return refused.value.code


# --- from rewrites ------------------------------------------------------------------------------


def test_three_guests_who_were_written_to_in_italian_propose_the_italian_letter():
    template = base_template(template_id="T50")
    assert [_written(template), _written(template, IN_OTHER_WORDS)] == [None, None]
    assert not TemplateProposal.objects.exists()
    proposal = _written(template)
    assert proposal.type == "translation"
    assert (proposal.source_template, proposal.target_template_id) == (template, "T50")
    assert (proposal.language, proposal.scenario_category) == ("it", "breakfast")
    assert (proposal.base_version, proposal.previous_body) == (1, BASE_BODY)
    assert proposal.proposed_body_redacted in (
        ITALIAN_BODY,
        ITALIAN_BODY.replace(SERVED, "Ogni mattina la colazione è servita sulla terrazza."),
    )
    assert (proposal.findings, proposal.evidence_count) == ([], 3)
    assert proposal.proposed_subject.startswith(("La colazione", "Ogni mattina"))
    line = "T50 in Italian: translation, language-adapt, 3 guests were written to in Italian"
    assert summary_line(proposal) == line


def test_a_fourth_guest_strengthens_it_and_another_language_is_another():
    template = base_template(template_id="T50")
    first = _written_to(3, template)
    assert _written(template) == first
    first.refresh_from_db()
    assert (TemplateProposal.objects.count(), first.evidence_count) == (1, 4)
    assert _written_to(2, template, language="fr") is None


def test_guests_of_all_siblings_count_together():
    english = base_template(template_id="T50")
    spanish = base_template(template_id="T50", language="es")
    assert _written_to(2, english) is None
    assert _written(spanish).evidence_count == 3


def test_what_one_guest_alone_was_told_is_not_in_the_letter():
    template = base_template(template_id="T50")
    own = ITALIAN.replace(SERVED, f"{SERVED} Vi aspettiamo il 2 giugno con la torta di Carla.")
    _written(template, own)
    _written(template, own.replace("2 giugno", "3 luglio").replace("Carla", "Ugo"))
    proposal = _written(template)
    assert "giugno" not in proposal.proposed_body_redacted
    assert "torta" not in proposal.proposed_body_redacted
    assert proposal.proposed_body_redacted == ITALIAN_BODY


@pytest.mark.parametrize(
    "sentence",
    ["La vostra camera è pronta.", "Arrivate il 2 giugno.", "Il vostro bonifico è arrivato."],
)
def test_a_state_of_guests_that_the_source_does_not_tell_is_never_in_it(sentence):
    template = base_template(template_id="T50")
    proposal = _written_to(3, template, ITALIAN.replace(SERVED, f"{SERVED} {sentence}"))
    assert proposal.proposed_body_redacted == ITALIAN_BODY


def test_texts_that_do_not_agree_are_no_letter():
    template = base_template(template_id="T50")
    others = (
        "Il parcheggio più vicino è in piazza. Il bus passa davanti a noi.",
        "Gli asciugamani si noleggiano alla reception. Il wifi è gratuito ovunque.",
        "La spiaggia è a dieci minuti. I bagagli restano in deposito.",
    )
    texts = [f"Gentile Annika,\n\n{text}\n\nCordiali saluti,\nPeter" for text in others]
    assert [_written(template, text) for text in texts] == [None, None, None]


@pytest.mark.parametrize(
    "fields",
    [
        {"rewrite_reason": "none"},
        {"rewrite_reason": "wrong-template"},
        {"language": "en"},
        {"language": "other"},
        {"quality_passed": False},
        {"corrected_category": "luggage"},
        {"scenario_category": "prepayment"},
        {"is_composite": True},
    ],
    ids=str,
)
def test_what_is_no_translation_of_this_letter_is_no_evidence(fields):
    assert _written_to(4, base_template(template_id="T50"), **fields) is None
    assert not ProposalEvidence.objects.exists()


def test_protected_letters_and_those_switched_off_are_never_translated():
    protected = base_template(template_id="T50", category="cancellation")
    off = base_template(template_id="T51", active=False)
    assert _written_to(4, protected) is _written_to(4, off) is _written_to(4, None) is None
    assert not ProposalEvidence.objects.exists()


@pytest.mark.parametrize("is_active", [True, False])
def test_a_letter_that_has_the_language_gets_none(is_active):
    template = base_template(template_id="T50")
    _sibling(active=is_active)
    assert _written_to(4, template) is None


def test_a_rejected_one_comes_back_with_twice_the_guests():
    template = base_template(template_id="T50")
    first = _written_to(3, template)
    reject_proposal(proposal_id=first.pk, by=reviewer(), reason="tone", now=NOW)
    assert _written_to(2, template) is None
    again = _written(template)
    assert (again.type, again.evidence_count) == ("translation", 6)


def test_an_earlier_attempt_is_taken_back():
    template = base_template(template_id="T50")
    _written_to(2, template)
    last = rewrite(template, language="it", rewrite_reason="language-adapt", refined_body=ITALIAN)
    proposal = examine_rewrite(rewritten=last, now=NOW)
    again = rewrite(template, draft_id=last.draft_id, attempt=2, refinement_applied=False)
    examine_rewrite(rewritten=again, now=NOW)
    proposal.refresh_from_db()
    assert proposal.evidence_count == 2


def test_the_layout_of_the_source_comes_back_where_the_paragraphs_are_as_many():
    source = base_template(body=BASE_BODY.replace("Your booking", "{{ALWAYS}} Your booking"))
    told = [(ITALIAN_BODY.replace("{{SLOT:KNOWLEDGE_INJECTION}}\n\n", ""), name) for name in "abc"]
    body = letter_in("it", source=source, told=told, shared=frozenset(), minimum=3)
    assert body == ITALIAN_BODY.replace("La vostra", "{{ALWAYS}} La vostra")


# --- decisions ----------------------------------------------------------------------------------


def test_approved_it_is_the_sibling_with_history():
    url = "https://hostel-brikette.example/breakfast"
    source = base_template(template_id="T50", requires=["guest"], canonical_reference_url=url)
    proposal, person = pending_translation(source), reviewer()
    approve_proposal(proposal_id=proposal.pk, by=person, note="reads well", now=NOW)
    sibling = EmailTemplate.objects.get(language="it")
    assert (sibling.template_id, sibling.body, sibling.version) == ("T50", ITALIAN_BODY, 1)
    assert (sibling.subject, sibling.category) == ("La colazione", "breakfast")
    assert (sibling.requires, sibling.canonical_reference_url) == (["guest"], url)
    row = sibling.history.get()
    assert row.history_user == person
    assert row.history_change_reason == f"proposal {str(proposal.pk)[:8]} approved: reads well"
    proposal.refresh_from_db()
    assert (proposal.review_state, proposal.applied_template) == (ReviewState.APPROVED, sibling)
    assert _code(proposal) == "already_decided"


def test_rolled_back_it_is_out_of_use_and_undone_it_waits_again():
    proposal, person = pending_translation(), reviewer()
    approve_proposal(proposal_id=proposal.pk, by=person, now=NOW)
    undo_decision(proposal_id=proposal.pk, by=person, now=NOW)
    assert not EmailTemplate.objects.get(language="it").active
    approve_proposal(proposal_id=proposal.pk, by=person, now=NOW)  # our own comes back
    assert EmailTemplate.objects.get(language="it").active
    roll_back_proposal(proposal_id=proposal.pk, by=person, note="too stiff", now=NOW)
    sibling = EmailTemplate.objects.get(language="it")
    assert not sibling.active
    assert sibling.history.first().history_change_reason.endswith("rolled back: too stiff")


def test_a_sibling_that_was_written_meanwhile_is_told_and_rebasing_is_a_version_of_it():
    proposal, sibling = pending_translation(), _sibling()
    with pytest.raises(DomainError) as refused:
        approve_proposal(proposal_id=proposal.pk, by=reviewer(), now=NOW)
    assert refused.value.code == "template_changed"
    assert refused.value.extra["live_body"] == sibling.body
    assert refused.value.extra["rebased_body"] == ITALIAN_BODY
    assert _code(proposal, rebase=True, seen_version=7) == "template_changed"
    approve_proposal(proposal_id=proposal.pk, by=reviewer(), rebase=True, seen_version=1, now=NOW)
    row = EmailTemplate.objects.get(pk=sibling.pk)
    assert (row.body, row.version) == (ITALIAN_BODY, 2)
    roll_back_proposal(proposal_id=proposal.pk, by=reviewer(), now=NOW)
    row.refresh_from_db()
    assert (row.body, row.active, row.version) == (sibling.body, True, 3)


def test_a_source_that_changed_asks_for_a_look():
    proposal = pending_translation()
    source = proposal.source_template
    body = BASE_BODY.replace("every morning", "every day")
    revise_template(template=source, fields={"body": body}, by=None, reason="edit")
    assert _code(proposal) == "template_changed"
    approve_proposal(proposal_id=proposal.pk, by=reviewer(), rebase=True, now=NOW)
    proposal.refresh_from_db()
    assert (proposal.review_state, proposal.base_version) == (ReviewState.APPROVED, 1)


@pytest.mark.parametrize("field", ["active", "category"])
def test_a_source_that_may_not_be_translated_any_more_refuses(field):
    proposal = pending_translation()
    value = {"active": False, "category": "prepayment"}[field]
    EmailTemplate.objects.update(**{field: value})
    expected = {"active": "template_changed", "category": "protected_category"}[field]
    assert _code(proposal, rebase=True) == expected
    assert EmailTemplate.objects.count() == 1


def test_a_slot_of_the_source_that_it_lost_stops_it_until_a_person_says_so():
    lost = ITALIAN_BODY.replace("{{SLOT:BOOKING_REF}}", "")
    proposal = pending_translation(proposed_body_redacted=lost)
    assert _code(proposal) == "lint_failed"
    person = reviewer()
    approve_proposal(proposal_id=proposal.pk, by=person, may_drop_slots=True, now=NOW)
    assert EmailTemplate.objects.get(language="it").body == lost


def test_who_may_not_decide_changes_nothing():
    proposal = pending_translation()
    with pytest.raises(DomainError) as refused:
        person = UserFactory.create(role="none")
        approve_proposal(proposal_id=proposal.pk, by=person, now=NOW)
    assert refused.value.code == "permission_denied"
    assert EmailTemplate.objects.count() == 1


# --- where people and programs see it -----------------------------------------------------------


def test_the_reviewer_sees_the_source_beside_the_translation(desk_client):
    client, proposal = desk_client(), pending_translation()
    page = shown(client, proposal)
    for text in ("T50 in English", "In Italian", "every morning.", "ogni mattina."):
        assert text in page
    checked = client.post(check_url(proposal), {"subject": "La colazione", "body": "Buongiorno"})
    assert "lost_slot" in {finding["code"] for finding in checked.json()["findings"]}
    answer = decide(client, proposal, "approve")
    assert answer.status_code == 200
    assert EmailTemplate.objects.get(language="it").body == ITALIAN_BODY


def test_the_reviewer_sees_what_it_would_be_written_over(desk_client):
    client, proposal = desk_client(), pending_translation()
    sibling = _sibling()
    page = shown(client, proposal)
    assert "T50 in Italian is written by now" in page
    assert "Carry over and approve" in page
    assert decide(client, proposal, "approve").json()["code"] == "template_changed"
    answer = decide(client, proposal, "approve", rebase="1", seen_version="1")
    assert answer.status_code == 200
    sibling.refresh_from_db()
    assert sibling.body == ITALIAN_BODY


def test_the_list_names_it(desk_client):
    pending_translation()
    page = desk_client().get("/admin/learning/templateproposal/").content.decode()
    assert "T50 in Italian · La colazione" in page


def test_the_api_tells_type_language_and_who_decided_when_and_why():
    proposal, person = pending_translation(), reviewer()
    row = proposal_row(proposal)
    assert (row["type"], row["source_template_id"], row["language"]) == ("translation", "T50", "it")
    client = APIClient()
    client.force_login(person)
    url = f"/api/v1/proposals/{proposal.pk}"
    assert client.get(url).json()["is_base_live"] is True
    sibling = _sibling()
    refused = client.post(f"{url}/approve", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "template_changed")
    answer = client.post(f"{url}/approve", {"rebase": True, "note": "mine"}, format="json")
    assert answer.status_code == 200
    decision = answer.json()["decision"]
    assert (decision["by"], decision["note"]) == (person.get_username(), "mine")
    assert decision["at"]
    assert proposal_detail(proposal.pk)["type"] == "translation"
    sibling.refresh_from_db()
    assert sibling.version == 2
