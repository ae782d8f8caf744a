"""Links and slots in a text that may not leave: for each, one that has it and one that lacks it."""

from __future__ import annotations

import unicodedata

import pytest

from drafting.runs.hard_blocks import MAX_TEXT_CHARACTERS, fabricated_links, find_slots
from templatesapp.text.links import AllowedLinks

LINKS = AllowedLinks(hosts=frozenset({"inn.example"}), urls=frozenset({"https://pay.example/inn"}))


def has_slot(text: str) -> bool:
    return bool(find_slots(unicodedata.normalize("NFKC", text)))


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
    assert has_slot(f"Dear {left}, welcome")


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
    assert not has_slot(text)


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
        "https://inn.example:443@evil.com/",
        "https://evil.com\\@inn.example/",
        "https://evil.com.",
        "https://evil.com./x",
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
        "https://inn.example,https://evil.com",
        "http://192.0.2.7/",
        "http://[2001:db8::1]/",
        "http://localhost/",
        "http://[",
        "bit.ly/3abc",
        "wa.me/39333555",
    ],
)
def test_a_link_that_nothing_holds_is_fabricated(link):
    assert fabricated_links(f"Please see {link} for more", LINKS)


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
        "https://inn.example/a//b",
        "https://pay.example/inn",
        "https://pay.example/inn/7?token=a%20b",
        "write to info@inn.example or info@guesthouse.example",
        "Data: name, e-mail. Breakfast 8.30-10.30, 12.50 euro, e.g. a spritz at 8 p.m.",
        "call +39 055 123.45.67 or 044.123.45.67",
    ],
)
def test_a_link_that_something_holds_is_none(text):
    assert fabricated_links(text, LINKS) == ()


@pytest.mark.parametrize("piece", ["a.", "%25", "{", "@a.", "//", "&#46;"])
def test_a_hostile_text_is_judged_in_linear_time(piece):
    has_slot(piece * 10_000)
    fabricated_links(piece * 10_000, LINKS)
