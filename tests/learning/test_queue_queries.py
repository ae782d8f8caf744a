"""The queue and the lists cost the same with ten proposals and with ten thousand."""

from __future__ import annotations

import time
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from learning.proposals.models import ProposalEvidence, TemplateProposal
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW
from tests.learning.proposal_factories import pending_new, pending_patch
from tests.learning.queue_pages import LIST, QUEUE, page

pytestmark = pytest.mark.django_db

MOST_QUERIES = 15


def copies(proposal: TemplateProposal, count: int) -> None:
    """So many more like it, each another text, older and younger, with one to three guests."""
    rows = []
    for number in range(count):
        values = {f.attname: getattr(proposal, f.attname) for f in TemplateProposal._meta.fields}
        values |= {
            "id": uuid.uuid4(),
            "proposed_text_hash": f"{number:064x}",
            "evidence_count": 1 + number % 3,
            "created_at": NOW + timedelta(seconds=number - count // 2),
        }
        rows.append(TemplateProposal(**values))
    TemplateProposal.objects.bulk_create(rows)
    ProposalEvidence.objects.bulk_create(
        ProposalEvidence(
            proposal=row, draft_id=uuid.uuid4(), attempt=1, created_at=NOW, body_redacted="x"
        )
        for row in rows
    )


def cost(client, address: str) -> tuple[int, float]:
    """Queries of one view, and the least processor seconds of three."""
    seconds = []
    for _ in range(3):
        started = time.process_time()
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        seconds.append(time.process_time() - started)
        assert answer.status_code in (200, 302)
    return len(queries), min(seconds)


@pytest.mark.parametrize("kind", ["patch", "new"])
def test_queue_and_lists_ask_as_often_for_ten_thousand_as_for_ten(
    desk_client, kind, record_property
):
    EmailTemplateFactory.create_batch(20)
    client = desk_client()
    proposal = pending_patch() if kind == "patch" else pending_new()
    addresses = [page(proposal), QUEUE, LIST, f"{LIST}?state=all", f"{LIST}?q=guitar"]
    copies(proposal, 9)
    few = [cost(client, address) for address in addresses]
    copies_so_far = TemplateProposal.objects.count()
    TemplateProposal.objects.exclude(pk=proposal.pk).delete()
    copies(proposal, 10_000 - 1)
    many = [cost(client, address) for address in addresses]
    assert copies_so_far == 10
    assert [queries for queries, _ in few] == [queries for queries, _ in many]
    assert max(queries for queries, _ in many) <= MOST_QUERIES
    for (_, short), (_, long) in zip(few, many, strict=True):
        assert long < 20 * max(short, 0.02), "a thousand times the rows"
    record_property("many", many)
