from __future__ import annotations

import pytest

from templatesapp.text.links import find_links, foreign_links


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("See https://inn.example/book.", ["https://inn.example/book"]),
        ("See http://inn.example/a?b=c&d=1, or write.", ["http://inn.example/a?b=c&d=1"]),
        ("(www.inn.example)", ["www.inn.example"]),
        ("Wiki: https://x.example/A_(b)", ["https://x.example/A_(b)"]),
        ("[here](https://x.example/a)", ["https://x.example/a"]),
        ("inn.example and inn.com/rooms?x=1!", ["inn.example", "inn.com/rooms?x=1"]),
        ("INN.COM or Inn.Com", ["INN.COM", "Inn.Com"]),
        ("evil.it:8080/x", ["evil.it:8080/x"]),
        ("münchen-inn.de", ["münchen-inn.de"]),
        ("t.me/abc, wa.me/39333", ["t.me/abc", "wa.me/39333"]),
        ("ftp://a.example/x", ["ftp://a.example/x"]),
        ("<https://a.example/x>", ["https://a.example/x"]),
        ("“https://a.example/x”", ["https://a.example/x"]),
        ("//evil.com/x", ["evil.com/x"]),
        ("evil。com", ["evil。com"]),
        ("Write to info@inn.example.", []),
        ("mail first.last@inn.example today", []),
        ("Check-in is at 15.30 and costs 2.50 euro.", []),
        ("Breakfast until 10.30. Then the bar, e.g. a spritz, z.B. um 8 p.m. Ciao", []),
        ("Version 2.0.1, 22.09.2026, No.1", []),
        ("Please ask at the desk.Thank you", []),
        ("P.S. Dr. Rossi, Sig.na Bianchi", []),
        ("", []),
    ],
)
def test_find_links(text, urls):
    links = find_links(text)
    assert [link.url for link in links] == urls
    assert all(text[link.start : link.end] == link.url for link in links)


def test_host_and_path_are_told():
    link = find_links("at https://WWW.Inn.Example:443/Rooms/2?x=1#top now")[0]
    assert (link.host, link.path) == ("inn.example", "/Rooms/2")


@pytest.mark.parametrize(
    "text",
    [
        "https://inn.example",
        "http://www.inn.example/anything",
        "inn.example/terms.",
        "INN.example",
        "https://pay.example/inn/",
        "https://pay.example/inn/7?token=a",
        "Only info@evil.com as an address",
    ],
)
def test_an_allowed_link_is_not_foreign(text):
    assert foreign_links(text, {"inn.example"}, {"https://pay.example/inn"}) == []


@pytest.mark.parametrize(
    "text",
    [
        "https://evil.com",
        "evil.com",
        "https://inn.example.evil.com/",
        "https://inn.example@evil.com/",
        "https://evil.com\\@inn.example/",
        "https://evil.com/https://inn.example/",
        "https://evilinn.example/",
        "https://shop.inn.example/",
        "https://pay.example/innocent",
        "https://pay.example/inn/../other",
        "https://pay.example/inn/%2e%2e/other",
        "https://pay.example/",
        "http://[",
        "HTTPS://EVIL.COM",
    ],
)
def test_any_other_link_is_foreign(text):
    assert len(foreign_links(text, {"inn.example"}, {"https://pay.example/inn"})) == 1


@pytest.mark.parametrize("piece", ["a", "a.", "a-", "http://", "www.", "a@", "(", "a.b/", ":"])
def test_hostile_repetition_stays_linear(piece):
    find_links(piece * 50_000)
