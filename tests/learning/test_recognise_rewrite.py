"""A rewrite is known for the letter that it is, and events keep which one."""

from __future__ import annotations

import pytest

from learning.events.choices import Recognised
from learning.events.recognition import Recognition, recognise
from templatesapp.models import EmailTemplate, PropertyFact
from tests.factories import EmailTemplateFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PARKING = (
    "{{SLOT:GREETING}}\n\nWe have no car park of our own. The garage on the corner takes small cars"
    " for {{SLOT:FACT_PARKING_PRICE}} a night, and you reserve by calling them two days before you"
    " come.\n\nWarm regards"
)
POOL = (
    "{{SLOT:GREETING}}\n\nThe pool on the roof is open to every guest from May to October. Towels"
    " are at the bar, and children swim with an adult beside them.\n\nWarm regards"
)
PARKING_SAID = (
    "Dear Annika,\n\nWe have no car park of our own, sorry. The garage on the corner takes small"
    " cars for €30.00 a night, and you can reserve by calling them two days before you come."
    "\n\nWarm regards"
)


@pytest.fixture(autouse=True)
def letters() -> dict[str, EmailTemplate]:
    PropertyFact.objects.create(name="PARKING_PRICE", value="30", kind="price")
    return {
        "parking": EmailTemplateFactory.create(template_id="T80", body=PARKING),
        "pool": EmailTemplateFactory.create(template_id="T81", body=POOL),
        "piscina": EmailTemplateFactory.create(
            template_id="T81",
            language="it",
            body="{{SLOT:GREETING}}\n\nLa piscina sul tetto è aperta a tutti gli ospiti da maggio a"
            " ottobre. Gli asciugamani sono al bar.\n\nCordiali saluti",
        ),
    }


def read(text: str, drafted_from: str = "T81", **fields: object) -> Recognition:
    values: dict[str, object] = {"is_applied": True, "values": {"GREETING": "Dear Annika,"}}
    return recognise(refined_body=text, drafted_from=drafted_from, **(values | fields))  # type: ignore[arg-type]


def test_a_rewrite_that_is_another_letter_became_it(letters: dict[str, EmailTemplate]) -> None:
    found = read(PARKING_SAID)
    assert (found.kind, found.became and found.became.key) == (
        Recognised.BECAME,
        letters["parking"].pk,
    )


def test_the_same_letter_in_other_words_is_reworded() -> None:
    assert read(PARKING_SAID, "T80") == Recognition(Recognised.REWORDED)


def test_a_sibling_in_another_language_is_the_same_letter() -> None:
    italian = (
        "Ciao Annika,\n\nLa piscina sul tetto è aperta a tutti gli ospiti da maggio a ottobre. Gli"
        " asciugamani sono al bar.\n\nCordiali saluti"
    )
    assert read(italian).kind == Recognised.REWORDED
    assert read(italian, "T80").kind == Recognised.BECAME


def test_a_text_that_is_none_of_ours_is_new() -> None:
    text = "Dear Annika,\n\nThe doctor on duty sees guests by the church every day."
    assert read(text) == Recognition(Recognised.NEW)


def test_what_was_sent_as_made_is_unchanged() -> None:
    assert read(POOL, is_applied=False) == Recognition(Recognised.UNCHANGED)


def test_the_authors_own_word_outweighs_the_likeness(letters: dict[str, EmailTemplate]) -> None:
    found = read("Dear Annika,\n\nNo.", corrected_template_id="T80")
    assert (found.kind, found.became and found.became.template_id) == (Recognised.BECAME, "T80")
    assert read(PARKING_SAID, corrected_template_id="T81").kind == Recognised.REWORDED


def test_only_live_letters_are_recognised(letters: dict[str, EmailTemplate]) -> None:
    letters["parking"].active = False
    letters["parking"].save()
    assert read(PARKING_SAID).kind == Recognised.NEW


LUGGAGE = (
    "{{SLOT:GREETING}}\n\nThe pool on the roof is open to every guest from May to October.\n\nBags"
    " may stay with us before you check in and after you leave. The room for them is locked, and"
    " reception has the key.\n\nBoats to the islands start at the pier behind the church each"
    " morning, and we sell the tickets.\n\nWarm regards"
)
BAGS = (
    "Dear Annika,\n\nGladly: bags may stay with us before you check in and after you leave. The room"
    " for them is locked, and reception has the key.\n\nWarm regards"
)


def test_a_letter_that_the_desk_has_cut_is_still_that_letter() -> None:
    luggage = EmailTemplateFactory.create(template_id="T82", body=LUGGAGE)
    found = read(BAGS)
    assert (found.kind, found.became and found.became.key) == (Recognised.BECAME, luggage.pk)
    assert read(BAGS, "T82").kind == Recognised.REWORDED


def test_of_letters_that_say_the_same_it_is_the_drafts() -> None:
    EmailTemplateFactory.create(template_id="T82", body=LUGGAGE)
    text = "Dear Annika,\n\nThe pool on the roof is open to every guest from May to October."
    assert read(text, "T81").kind == read(text, "T82").kind == Recognised.REWORDED


def test_a_text_that_says_more_of_its_own_than_of_a_letter_is_new() -> None:
    EmailTemplateFactory.create(template_id="T82", body=LUGGAGE)
    own = " A friend of ours repairs suitcases two streets away, and he never asks much for it."
    assert read(BAGS.replace(" key.", f" key.{own}")).kind == Recognised.NEW


def test_a_draft_that_is_kept_nearly_as_it_was_is_the_same_letter() -> None:
    answer = "We lend irons. Ask at the desk until nine, bring it back by ten, and mind the steam."
    draft = f"Dear Annika,\n\n{answer}\n\nTowels are at the bar.\n\nWarm regards"
    kept = draft.replace("We lend", "Gladly, we lend")
    assert read(kept, "T81").kind == Recognised.NEW
    assert read(kept, "T81", draft_body=draft).kind == Recognised.REWORDED
