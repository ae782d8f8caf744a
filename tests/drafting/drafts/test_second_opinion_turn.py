"""A hint that no rule knows, from the mail as posted to the page that a person opens."""

from __future__ import annotations

import pytest
from django.urls import reverse

from drafting.drafts.models import Draft

pytestmark = pytest.mark.django_db

ASKED = "What time is breakfast?"
HINTED = (
    f"{ASKED} And it is a pity that 300 euro vanished from my card after I showed it to your"
    " colleague at the desk. Funny coincidence."
)


def turn(call, body):
    plan = call("interpret", {"body": body})
    return plan, call("generate", {"action_plan": plan})


def test_a_suspected_threat_keeps_its_letter_and_is_never_ready_or_automatic(call):
    plain, answered = turn(call, ASKED)
    assert (plain["escalation"]["tier"], answered["delivery_status"]) == ("NONE", "ready")
    plan, draft = turn(call, HINTED)
    assert plan["escalation"]["tier"] == "HIGH"
    assert all(name.startswith("possible_") for name in plan["escalation"]["triggers"])
    assert draft["delivery_status"] == "needs_follow_up"
    assert draft["template_used"]["purpose"] != "acknowledgement"
    kept = Draft.objects.get(pk=draft["draft_id"])
    assert kept.action_plan["reading"] == plan["reading"]


def test_a_caller_cannot_post_the_suspicion_away(call):
    plan = call("interpret", {"body": HINTED})
    calm = {"tier": "NONE", "triggers": [], "confidence": 0}
    posted = plan | {"escalation": calm, "escalation_required": False, "reading": None}
    draft = call("generate", {"action_plan": posted})
    assert draft["action_plan"]["escalation"]["tier"] == "HIGH"
    assert draft["delivery_status"] == "needs_follow_up"


def test_the_draft_page_shows_both_opinions(call, admin_client):
    plan, draft = turn(call, HINTED)
    page = admin_client.get(reverse("admin:drafting_draft_change", args=[draft["draft_id"]]))
    shown = page.content.decode()
    opinions = plan["reading"]["scenario"]
    assert f"{opinions['rules']} by the rules; {opinions['reader']}" in shown
    assert plan["reading"]["suspicions"][0]["name"] in shown
