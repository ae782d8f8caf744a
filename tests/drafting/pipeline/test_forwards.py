"""Mail that a guest gives on: what is asked in it is asked, where they ask nothing themselves."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import IncomingMail, ThreadItem

ENGLISH = """My sister sent this to an old address of yours, so here it is again.

---------- Forwarded message ---------
From: Nora Quist <nora@example.net>
Date: Mon, 1 Jun 2026 at 10:12
Subject: Our stay
To: <old@example.org>

Hello, is breakfast included? And may we bring our dog?
Nora"""
GERMAN = """Das ging leider an die falsche Adresse.

-------- Weitergeleitete Nachricht --------
Von: Nora Quist <nora@example.net>
An: alt@example.org
Betreff: Unser Aufenthalt

Guten Tag, ist das Frühstück inklusive? Und dürfen wir unseren Hund mitbringen?
Nora"""


@pytest.mark.parametrize(("subject", "body"), [("Fwd: Our stay", ENGLISH), ("WG: Anreise", GERMAN)])
def test_what_is_given_on_is_asked(subject, body):
    plan = interpret(IncomingMail(body.replace("\n\n", "\n\nIda Quist\n\n", 1), subject))
    assert len(plan.asks) == 2
    assert plan.guest_name == "Ida Quist"


@pytest.mark.parametrize(
    ("subject", "above", "thread"),
    [
        ("Fwd: Our stay", "Is this mail from you?", ()),  # asks itself
        ("Re: Our stay", "Thank you, that is fine.", ()),  # our own words are quoted below
        ("Fwd: Our stay", "As you asked.", (ThreadItem("x@example.org", "", "Please send it."),)),
    ],
)
def test_what_is_only_quoted_is_not(subject, above, thread):
    body = ENGLISH.replace(ENGLISH.partition("\n")[0], above)
    plan = interpret(IncomingMail(body, subject=subject, thread=thread))
    assert not any("dog" in ask.text for ask in plan.asks)


def test_a_forward_of_nothing_asked_stays_what_it_is():
    body = ENGLISH.replace("is breakfast included? And may we bring our dog?", "see you soon.")
    assert "see you soon" not in interpret(IncomingMail(body, subject="Fwd: x")).normalized_text
