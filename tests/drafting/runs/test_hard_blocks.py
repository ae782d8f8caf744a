"""Hard blocks from plain facts: for each, one row that has it and one that just lacks it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drafting.pipeline.plan import Agreement, AgreementStatus
from drafting.runs.blocks.findings import (
    MAX_TEXT_CHARACTERS,
    blocks_of_draft,
    blocks_of_mail,
    blocks_of_text,
)
from drafting.runs.choices import HardBlock
from templatesapp.text.links import AllowedLinks
from tests.drafting.pipeline.plans import plan

QUIET = {
    "plan": plan("When is breakfast?"),
    "review_tier": "standard",
    "is_automated": False,
    "is_sender_blocked": False,
    "is_sender_verified": True,
    "has_open_follow_up": False,
    "is_protected": False,
}
KEPT = {
    "plan": plan("When is breakfast?"),
    "review_tier": "standard",
    "is_protected": False,
    "has_question_left": False,
}
TEXT = {"text": "Dear Annika,\n\nbreakfast is from 8 to 10.", "kept_text": "Another text."}
LINKS = AllowedLinks(hosts=frozenset({"inn.example"}), urls=frozenset({"https://pay.example/inn"}))


def agreed(status, *, person=False):
    return {"agreement": Agreement(status=status, requires_human_confirmation=person)}


def with_plan(facts, **changes):
    return facts | {"plan": replace(facts["plan"], **changes)}


PLAN_ROWS = [
    ({"escalation_required": True}, (HardBlock.ESCALATION_REQUIRED,)),
    ({"escalation_required": False}, ()),
    ({"opt_out": True}, (HardBlock.OPT_OUT,)),
    ({"opt_out": False}, ()),
    (agreed(AgreementStatus.LIKELY), (HardBlock.AGREEMENT_UNCONFIRMED,)),
    (agreed(AgreementStatus.UNCLEAR, person=True), (HardBlock.AGREEMENT_UNCONFIRMED,)),
    (agreed(AgreementStatus.CONFIRMED, person=True), (HardBlock.AGREEMENT_UNCONFIRMED,)),
    (agreed(AgreementStatus.NONE, person=True), (HardBlock.AGREEMENT_UNCONFIRMED,)),
    (agreed(AgreementStatus.CONFIRMED), ()),
    (agreed(AgreementStatus.NONE), ()),
]


@pytest.mark.parametrize(("changes", "blocks"), PLAN_ROWS)
@pytest.mark.parametrize(("judge", "facts"), [(blocks_of_mail, QUIET), (blocks_of_draft, KEPT)])
def test_what_a_plan_says_counts_for_the_mail_and_for_the_draft(judge, facts, changes, blocks):
    assert judge(**with_plan(facts, **changes)) == blocks


@pytest.mark.parametrize(
    ("changes", "blocks"),
    [
        ({}, ()),
        ({"review_tier": "mandatory-review"}, (HardBlock.REVIEW_TIER,)),
        ({"review_tier": "owner-alert"}, (HardBlock.REVIEW_TIER,)),
        ({"is_protected": True}, (HardBlock.PROTECTED_CATEGORY,)),
        ({"is_automated": True}, (HardBlock.AUTOMATED_REPLY,)),
        ({"is_sender_blocked": True}, (HardBlock.BLOCKED_SENDER,)),
        ({"is_sender_verified": False}, (HardBlock.SENDER_UNVERIFIED,)),
        ({"has_open_follow_up": True}, (HardBlock.FOLLOW_UP_OPEN,)),
    ],
)
def test_a_mail_is_blocked_by_what_is_known_about_it(changes, blocks):
    assert blocks_of_mail(**(QUIET | changes)) == blocks


@pytest.mark.parametrize(
    ("changes", "blocks"),
    [
        ({}, ()),
        ({"review_tier": "mandatory-review"}, (HardBlock.REVIEW_TIER,)),
        ({"is_protected": True}, (HardBlock.PROTECTED_CATEGORY,)),
        ({"has_question_left": True}, (HardBlock.FOLLOW_UP_OPEN,)),
    ],
)
def test_a_draft_is_blocked_by_what_was_kept_with_it(changes, blocks):
    assert blocks_of_draft(**(KEPT | changes)) == blocks


@pytest.mark.parametrize(
    ("changes", "blocks"),
    [
        ({}, ()),
        ({"text": ""}, (HardBlock.EMPTY_DRAFT,)),
        ({"text": " \n\t\u200b\u00a0 … \n"}, (HardBlock.EMPTY_DRAFT,)),
        ({"text": "Yes"}, ()),
        ({"failed_checks": ("missing_signature",)}, (HardBlock.DRAFT_BLOCKED,)),
        ({"is_text_fixed": True}, (HardBlock.DRAFT_BLOCKED,)),
        ({"is_text_fixed": True, "kept_text": f"{TEXT['text']}\r\n"}, ()),
        ({"text": "a" * MAX_TEXT_CHARACTERS}, ()),
        ({"text": "a" * (MAX_TEXT_CHARACTERS + 1)}, (HardBlock.OVER_LENGTH,)),
        ({"has_question_left": True}, (HardBlock.FOLLOW_UP_OPEN,)),
    ],
)
def test_a_text_is_blocked_by_what_it_says(changes, blocks):
    assert blocks_of_text(**(TEXT | changes)) == blocks


def test_the_longest_reply_is_that_of_the_design_page():
    assert MAX_TEXT_CHARACTERS == 5_000


@pytest.mark.parametrize(
    "left",
    [
        "{{SLOT:GREETING}}",
        "{{SLOT:FACT_BREAKFAST_PRICE}}",
        "{{ guest_name }}",
        "{{}}",
        "{{SLOT:GREETING}",
        "{SLOT:GREETING}}",
        "{SLOT:GREETING}",
        "{{SLOT:GREETING",
        "SLOT:GREETING}}",
        "SLOT:GREETING",
        "{ {SLOT:CTA} }",
        "{{SLOT:CTA\n}}",
        "｛｛CTA",
        "{guest_name}",
        "{Name}",
    ],
)
def test_a_slot_that_is_left_blocks(left):
    assert blocks_of_text(text=f"Dear {left}, welcome") == (HardBlock.UNSUPPORTED_SLOT,)


@pytest.mark.parametrize(
    "text",
    [
        "The slot for your car is number 4 :} welcome",
        "Your time slot: 10 to 11",
        "We have two slots (10:00 and 11:00)",
        "Braces { } alone",
    ],
)
def test_ordinary_words_are_no_slot(text):
    assert blocks_of_text(text=text) == ()


@pytest.mark.parametrize(
    "link",
    [
        "https://evil.com",
        "evil.com",
        "EVIL.COM",
        "HTTPS://EVIL.COM/",
        "www.evil.com",
        "//evil.com/x",
        "[our page](https://evil.com/terms)",
        "[inn.example](https://evil.com)",
        "<https://evil.com>",
        "https://inn.example.evil.com/",
        "https://evilinn.example/",
        "https://inn-example.com/",
        "https://shop.inn.example/",  # another subdomain is another host
        "https://inn.example@evil.com/",
        "https://@inn.example/",
        "https://info@inn.example/",  # user data says something else than it does
        "https://inn.example:443@evil.com/",
        "inn.example@evil.com/login",
        "https://evil.com\\@inn.example/",
        "https://evil.com.",
        "https://evil.com./x",
        "https://inn.example:8443/",
        "inn.example:8080/book",
        "https://evil.com:443/",
        "https://xn--nn-hka.example/",
        "https://іnn.example/",  # a Cyrillic letter
        "https://ínn.example/",
        "https://inn.example%2eevil.com/",
        "https://%65vil.com/",
        "evil。com",
        "ｅｖｉｌ．ｃｏｍ",
        "ev\u200bil.com",
        "evil.c\u00adom",
        "evil&#46;com",
        "https://pay.example/",
        "https://pay.example/innocent",
        "https://pay.example/INN",
        "https://pay.example/inn/../other",
        "https://pay.example/inn/%2e%2e/other",
        "https://pay.example/inn/%252e%252e/other",
        "https://pay.example/inn/..%5cother",
        "https://inn.example/go?to=https://evil.com",
        "https://inn.example/go?to=https%3A%2F%2Fevil.com",
        "https://inn.example/go?to=//evil.com",
        "https://inn.example,https://evil.com",
        "ftp://inn.example/file",
        "http://192.0.2.7/",
        "192.0.2.7/login",
        "http://[2001:db8::1]/",
        "http://localhost/",
        "http://[",
        "mailto:desk@evil.com",
        "javascript:alert(1)",
        "data:text/html;base64,AAAA",
        "bit.ly/3abc",
        "wa.me/39333555",
    ],
)
def test_a_link_that_nothing_holds_is_fabricated(link):
    text = f"Please see {link} for more"
    assert HardBlock.FABRICATED_LINK in blocks_of_text(text=text, allowed_links=LINKS)


@pytest.mark.parametrize(
    "text",
    [
        "https://inn.example",
        "https://inn.example:443/rooms",
        "http://www.inn.example/rooms?nights=2#top",
        "inn.example/terms.",
        "INN.EXAMPLE",
        "https://inn.example./rooms",
        "[our page](https://inn.example/terms)",
        "https://inn.example/go?to=https://inn.example/terms",
        "https://inn.example/a//b",
        "https://pay.example/inn",
        "https://pay.example/inn/7?token=a%20b",
        "write to info@inn.example or info@guesthouse.example",
        "mailto:info@inn.example",
        "Data: name, e-mail. Breakfast 8.30-10.30, 12.50 euro, e.g. a spritz at 8 p.m.",
        "call +39 055 123.45.67 or 044.123.45.67",
        "the file: it is attached",
    ],
)
def test_a_link_that_something_holds_is_none(text):
    assert blocks_of_text(text=text, allowed_links=LINKS) == ()


def test_all_blocks_are_named_in_their_order():
    found = blocks_of_text(
        text="{{SLOT:CTA}} evil.com " + "a" * 5_000,
        failed_checks=("foreign_link",),
        has_question_left=True,
    )
    assert found == tuple(sorted(found, key=list(HardBlock).index))
    assert len(found) == 5


@pytest.mark.parametrize("piece", ["a.", "%25", "{", "@a.", "//", "?a=//", "1.1.1.", "mailto:a@"])
def test_a_hostile_text_is_judged_in_linear_time(piece):
    blocks_of_text(text=piece * 10_000, allowed_links=LINKS)
