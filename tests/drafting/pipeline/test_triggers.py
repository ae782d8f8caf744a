"""Workflow triggers."""

from drafting.pipeline.interpret.engine import interpret
from drafting.pipeline.interpret.signs import find_triggers
from drafting.pipeline.plan import IncomingMail


def triggers(text, language="en", **more):
    given = {"booking_ref": None, "prepayment_step": None, "categories": ["general"], **more}
    return find_triggers(text, "", language, intents=interpret(IncomingMail(text)).intents, **given)


def test_an_asked_change_needs_an_action_a_told_one_does_not():
    assert triggers("Please cancel my booking.").booking_action_required
    assert triggers("Potete spostare la prenotazione?", "it").booking_action_required
    assert not triggers("We cancelled our booking last year.").booking_action_required


def test_terms_prepayment_and_context():
    found = triggers("Are your terms the same when we prepay for two nights?")
    assert found.terms_and_conditions
    assert found.prepayment
    assert found.booking_context
    nothing = triggers("How is the weather?")
    assert not nothing.terms_and_conditions
    assert not nothing.prepayment
    assert not nothing.booking_context


def test_a_reference_is_booking_context():
    assert triggers("Hello", booking_ref="MA4BJ9").booking_context
