"""Priors follow texts, epochs, boundaries and undo, without a new event or a gate."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.errors import DomainError
from learning.calibration.models import CalibrationRun, CalibrationState, TemplatePrior
from learning.calibration.services import (
    calibrate,
    current_priors,
    ignore_agent,
    list_priors,
    open_learning_epoch,
    recompute_priors,
    take_back_ignoring,
    undo_calibration,
)
from learning.events.choices import Boundaries
from learning.events.models import RefinementEvent
from learning.proposals.decisions import reject_proposal, undo_decision
from learning.proposals.models import ProposalEvidence
from learning.retention import compact_events, expire_proposals
from learning.thresholds.services import confirm_thresholds
from templatesapp.models import EmailTemplate, raise_catalogue_version
from templatesapp.selectors import current_catalogue
from templatesapp.services import revise_template
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import NOW, filler, open_gate, refine, undo_newest, vote, votes
from tests.learning.proposal_factories import pending_patch

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LATER = NOW + timedelta(hours=3)


@pytest.fixture
def template() -> EmailTemplate:
    return EmailTemplateFactory.create(category="payment")


@pytest.fixture
def manager() -> User:
    return UserFactory.create(role="manager")


@pytest.fixture
def learned(template: EmailTemplate) -> EmailTemplate:
    """Five accepted drafts for (payment, template), calibrated: +10."""
    votes(5, template=template)
    open_gate()
    filler(20)
    assert calibrate(by=None, now=NOW).status == "calibrated"
    return template


def delta(template: EmailTemplate) -> float | None:
    prior = TemplatePrior.objects.filter(template=template, scenario_category="payment").first()
    return float(prior.delta) if prior else None


def rewrite(template: EmailTemplate, body: str) -> None:
    revise_template(
        template=template, fields={"body": body}, by=None, reason="test", check_lint=False
    )


def test_a_new_text_keeps_what_was_learned_about_the_letter(learned: EmailTemplate) -> None:
    rewrite(learned, "Dear Guest,\n\nQuite another text.")
    assert not recompute_priors(reason="changed text", now=LATER)
    assert delta(learned) == 10.0


def test_a_letter_of_another_language_has_the_same_prior(learned: EmailTemplate) -> None:
    german = EmailTemplateFactory.create(
        category="payment", template_id=learned.template_id, language="de"
    )
    # Nobody was told: the next ranking sees it.
    assert current_priors(current_catalogue())["payment", german.pk] == 10.0


def test_a_rejected_proposal_withdraws_what_its_rewrites_taught(
    template: EmailTemplate, manager: User
) -> None:
    draft_id = vote(template=template, distance=80.0, reason="wrong-template")
    proposal = pending_patch(template)
    ProposalEvidence.objects.create(proposal=proposal, draft_id=draft_id, attempt=1, created_at=NOW)
    open_gate()
    filler(20)
    calibrate(by=None, now=NOW)
    assert delta(template) == -5.0
    reject_proposal(proposal_id=proposal.pk, by=manager, reason="one-off", now=LATER)
    assert delta(template) is None
    undo_decision(proposal_id=proposal.pk, by=manager, now=LATER)
    assert delta(template) == -5.0


def test_an_ignored_key_is_forgotten_and_remembered_bit_for_bit(
    template: EmailTemplate, manager: User
) -> None:
    votes(5, template=template, agent="honest")
    open_gate()
    filler(20)
    calibrate(by=None, now=NOW)
    honest = list_priors()
    votes(20, template=template, agent="flood", reason="wrong-template", at=LATER)
    calibrate(by=None, now=LATER)
    flooded = list_priors()
    assert delta(template) == 5.0
    row = ignore_agent(agent="flood", since=NOW, by=manager, reason="forged", now=LATER)
    assert list_priors() == honest
    with pytest.raises(DomainError, match="ignored already"):
        ignore_agent(agent="flood", since=NOW, by=manager, reason="forged", now=LATER)
    votes(20, template=template, agent="flood", reason="wrong-template", at=LATER)
    calibrate(by=None, now=LATER + timedelta(hours=1))
    assert list_priors() == honest
    take_back_ignoring(row=row, by=manager, now=LATER)
    assert delta(template) == 5.0
    assert list_priors() != flooded  # twenty more events came
    with pytest.raises(DomainError) as refused:
        take_back_ignoring(row=row, by=manager, now=LATER)
    assert refused.value.code == "already_decided"


@pytest.mark.parametrize("rejects", [True, False])
def test_a_key_that_speaks_after_others_takes_nobodys_place(
    template: EmailTemplate, manager: User, rejects: bool
) -> None:
    """It makes a further attempt at every draft, and its rewrites wait as a proposal."""
    other = EmailTemplateFactory.create(category="payment")
    drafts = [vote(template=template, agent=f"agent-{n % 2}") for n in range(20)]
    refine(draft_id=drafts[0], attempt=2, agent="", staff="marco")
    open_gate()
    filler(20)
    calibrate(by=None, now=NOW)
    honest, before = list_priors(), delta(template)
    proposal = pending_patch(template, created_at=LATER - timedelta(days=30))
    for draft in drafts:
        attack = {"recognised": "became", "became_id": other.pk, "became_epoch": 1}
        refine(draft_id=draft, attempt=3, distance=90.0, agent="rival", at=LATER, **attack)
        ProposalEvidence.objects.create(
            proposal=proposal, draft_id=draft, attempt=3, created_at=LATER
        )
    calibrate(by=None, now=LATER)
    assert (before, delta(template)) == (22.0, 23.0)  # set free of each other: never more than ten
    assert delta(other) == 10.0
    if rejects:
        reject_proposal(proposal_id=proposal.pk, by=manager, reason="one-off", now=LATER)
    else:
        expire_proposals(now=LATER)
    assert list_priors() == honest
    undone = proposal
    if rejects:
        undo_decision(proposal_id=undone.pk, by=manager, now=LATER)
    ignore_agent(agent="rival", since=LATER, by=manager, reason="forged", now=LATER)
    assert list_priors() == honest
    filler(20)
    calibrate(by=None, now=LATER + timedelta(hours=1))
    assert [row for row in list_priors() if row["scenario_category"] == "payment"] == [
        row for row in honest if row["scenario_category"] == "payment"
    ]


@pytest.mark.parametrize(
    ("word", "expected"),
    [({}, 24.0), ({"is_at_a_glance": True}, 10.0), ({"staff": "", "agent": "agent-1"}, 10.0)],
)
def test_a_persons_release_weighs_twice_and_at_a_glance_as_a_keys(
    template: EmailTemplate, word: dict[str, object], expected: float
) -> None:
    """Three accepted drafts that a key let stand: nothing counts twice."""
    for _ in range(3):
        draft = vote(template=template)
        said = {"agent": "", "staff": "marco", "recognised": "unchanged"} | word
        refine(draft_id=draft, attempt=2, **said)
    open_gate()
    filler(20)
    calibrate(by=None, now=NOW)
    assert delta(template) == expected
    assert TemplatePrior.objects.get(template=template).sample_size == 3


def test_who_speaks_again_takes_their_own_word_back_and_a_person_every_keys(
    template: EmailTemplate,
) -> None:
    draft = vote(template=template, agent="first")
    refine(draft_id=draft, attempt=2, agent="second", at=LATER)
    refine(draft_id=draft, attempt=3, agent="first", reason="wrong-template", at=LATER)
    said = RefinementEvent.objects.order_by("attempt")
    assert [row.attempt for row in said if row.overruled_at is None] == [2, 3]
    refine(draft_id=draft, attempt=4, agent="", staff="marco", at=LATER)
    refine(draft_id=draft, attempt=5, agent="third", at=LATER)
    said = RefinementEvent.objects.order_by("attempt")
    assert [row.attempt for row in said if row.overruled_at is None] == [4]


def test_only_what_an_ignored_key_said_later_is_forgotten(
    learned: EmailTemplate, manager: User
) -> None:
    ignore_agent(agent="agent-1", since=NOW, by=manager, reason="rolled", now=LATER)
    assert delta(learned) == 10.0


def test_priors_cost_no_query_while_the_catalogue_stays(learned: EmailTemplate) -> None:
    catalogue = current_catalogue()
    first = current_priors(catalogue)
    with CaptureQueriesContext(connection) as queries:
        assert current_priors(catalogue) is first
    assert len(queries) == 0


def test_a_new_catalogue_with_the_same_texts_computes_nothing(learned: EmailTemplate) -> None:
    current_priors(current_catalogue())
    raise_catalogue_version()
    catalogue = current_catalogue()
    with CaptureQueriesContext(connection) as queries:
        assert current_priors(catalogue)["payment", learned.pk] == 10.0
    assert len(queries) == 2


def test_an_epoch_forgets(learned: EmailTemplate, manager: User) -> None:
    open_learning_epoch(template=learned, by=manager, now=LATER)
    learned.refresh_from_db()
    assert learned.learning_epoch == 2
    assert learned.version == 1
    assert delta(learned) is None
    history = learned.history.first()
    assert (history.history_user, history.history_change_reason) == (
        manager,
        "rebuilt deliberately: new learning epoch",
    )
    vote(template=learned, at=LATER)
    recompute_priors(reason="replay", now=LATER)
    assert delta(learned) is None  # the new event waits for a calibration


def test_only_managers_open_epochs_and_undo(learned: EmailTemplate) -> None:
    reviewer = UserFactory.create(role="reviewer")
    with pytest.raises(DomainError, match="Not allowed"):
        open_learning_epoch(template=learned, by=reviewer, now=LATER)
    with pytest.raises(DomainError, match="Not allowed"):
        undo_newest(by=reviewer, now=LATER)


def test_a_moved_boundary_reads_the_past_anew(template: EmailTemplate, manager: User) -> None:
    votes(5, template=template, distance=40.0)
    open_gate()
    filler(20)
    calibrate(by=None, now=NOW)
    assert delta(template) == 0.0
    confirmation = confirm_thresholds(
        by=manager, boundaries=Boundaries(12, 45, 70), reason="looked", now=LATER
    )
    assert confirmation.has_moved
    assert delta(template) == 10.0
    run = CalibrationRun.objects.first()
    assert run is not None
    assert (run.kind, run.reason, run.person) == ("recomputation", "a boundary moved", manager)


def test_undo_puts_the_former_cut_off_and_priors_back(
    learned: EmailTemplate, manager: User
) -> None:
    before = list_priors()
    votes(20, template=learned, distance=80.0, reason="wrong-template", at=LATER)
    calibrate(by=None, now=LATER)
    assert delta(learned) == -5.0
    run = undo_newest(by=manager, now=LATER)
    assert run.is_undone
    assert list_priors() == before
    assert CalibrationState.current().cut_off == NOW
    undo = CalibrationRun.objects.first()
    assert undo is not None
    assert (undo.kind, undo.person, undo.reason) == ("undo", manager, "undone in the admin")
    # What it took in counts as new again.
    assert calibrate(by=None, now=LATER, dry_run=True).joined_since_last == 20


def test_undo_goes_back_one_calibration_after_the_other(
    learned: EmailTemplate, manager: User
) -> None:
    first = CalibrationRun.objects.get()
    votes(20, template=learned, at=LATER)
    calibrate(by=None, now=LATER)
    with pytest.raises(DomainError) as refused:
        undo_calibration(by=manager, now=LATER, run_id=first.pk)
    assert refused.value.code == "conflict"
    undone = undo_newest(by=manager, now=LATER)
    with pytest.raises(DomainError) as refused:
        undo_calibration(by=manager, now=LATER, run_id=undone.pk)
    assert refused.value.code == "already_decided"
    undo_newest(by=manager, now=LATER)
    assert CalibrationState.current().cut_off is None
    assert not TemplatePrior.objects.exists()
    with pytest.raises(DomainError) as refused:
        undo_newest(by=manager, now=LATER)
    assert refused.value.code == "not_found"


def test_undo_still_brings_priors_back_after_retention(
    template: EmailTemplate, manager: User
) -> None:
    votes(25, template=template)
    open_gate()
    calibrate(by=None, now=NOW)
    much_later = NOW + timedelta(days=120)
    votes(20, template=template, distance=80.0, reason="wrong-template", at=much_later)
    calibrate(by=None, now=much_later)
    assert compact_events(now=much_later) == 50
    undo_newest(by=manager, now=much_later)
    assert delta(template) == 10.0


def test_drafts_of_an_expired_proposal_leave_the_priors(template: EmailTemplate) -> None:
    ids = votes(5, template=template)
    open_gate()
    filler(20)
    calibrate(by=None, now=NOW)
    expired = pending_patch(template, created_at=LATER - timedelta(days=30))
    ProposalEvidence.objects.bulk_create(
        ProposalEvidence(proposal=expired, draft_id=draft, attempt=1, created_at=NOW)
        for draft in ids[:4]
    )
    expire_proposals(now=LATER)
    assert delta(template) == 4.0


def test_before_the_first_calibration_there_is_nothing_to_compute(
    template: EmailTemplate,
) -> None:
    votes(30, template=template)
    assert not recompute_priors(reason="replay", now=NOW)
    assert current_priors(current_catalogue()) == {}
    assert not CalibrationRun.objects.exists()
