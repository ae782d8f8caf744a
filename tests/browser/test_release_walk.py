"""A reviewer's morning: a hundred replies decided by keys, without a page load between them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from drafting.drafts.models import Attestation
from drafting.mail.work_models import OutgoingMail
from tests.browser import scene
from tests.browser.release_scene import GUESTS
from tests.browser.test_review_walk import Hands
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record
from tests.drafting.mail.work import Worker

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

QUEUE = "/admin/drafting/outgoingmail/queue/"
MOST_INTERACTIONS = 125  # 90 released, 5 edited, 3 with another letter, 2 sent back
EDITED = {10, 25, 40, 55, 70}
OTHER_LETTER = {15, 45, 75}
SENT_BACK = {30, 60}
TYPED = "\n\nPS: We look forward to your visit."


@pytest.fixture
def hundred(transactional_db: None, agent_client: Any) -> None:
    load_sample_desk()
    worker = Worker(agent_client(["work", "draft"]))
    for number in range(100):
        _, subject, text = GUESTS[number % 2]
        sender = f"Guest {number} <guest{number}@example.org>"
        record(text, message_id=f"<{number}@example.org>", subject=subject, **{"from": sender})
        worker.answer_next()


def decide(hands: Hands, number: int) -> None:
    """One reply, in the way that its number asks for."""
    page, former = hands.page, hands.item
    if number in EDITED:
        hands.press("e")
        page.wait_for_selector("#review-body:focus")
        hands.type_and_confirm(TYPED)
    elif number in SENT_BACK:
        hands.press("r")
        hands.press("1")
        page.wait_for_selector("#review-reject-note:focus")
        page.keyboard.type("Name the price.")
        hands.press("Enter")
    else:
        if number in OTHER_LETTER:
            hands.press("l")
            page.wait_for_selector("#review-letters [data-digit='1']:focus")
            hands.press("1")
            page.wait_for_selector("#review-toast:has-text('Another letter stands here now')")
        hands.press("a")
    hands.wait_for_next(former, 0)


@pytest.mark.usefixtures("hundred")
def test_a_hundred_replies_by_keys(open_desk):
    page = open_desk(scene.person(username="anna"), QUEUE)
    hands = Hands(page)
    for number in range(100):
        decide(hands, number)
    assert hands.count <= MOST_INTERACTIONS
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1
    assert page.trouble == []
    states = Counter(OutgoingMail.objects.values_list("state", flat=True))
    assert states == {"queued": 98, "cancelled": 2}
    by_people = Attestation.objects.exclude(person=None)
    assert by_people.exclude(corrected_template_id="").count() == len(OTHER_LETTER)
    assert by_people.filter(corrected_template_id="").count() == len(EDITED)
