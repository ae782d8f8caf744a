"""Mails as they really come, and what the desk must read in them: (name, raw, expected).

``expected`` names attributes of ParsedMail; ``notes`` names words that a note must hold.
"""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from typing import Any

from tests.drafting.mail.mails import mail

Golden = tuple[str, bytes, dict[str, Any]]


def _multipart(subtype: str, *parts: str | bytes) -> bytes:
    joined = b"".join(
        b"--XX\r\n" + (part.encode() if isinstance(part, str) else part) + b"\r\n" for part in parts
    )
    return mail(joined + b"--XX--\r\n", content_type=f'multipart/{subtype}; boundary="XX"')


_PLAIN = "Content-Type: text/plain; charset=utf-8\r\n\r\nThe plain text."
_HTML = "Content-Type: text/html; charset=utf-8\r\n\r\n<p>The <b>rich</b> text.</p>"
_NESTED = (
    b'Content-Type: multipart/alternative; boundary="YY"\r\n\r\n--YY\r\n'
    + _PLAIN.encode()
    + b"\r\n--YY\r\n"
    + _HTML.encode()
    + b"\r\n--YY--\r\n"
)
_PDF = (
    b"Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n"
    b'Content-Disposition: attachment; filename="../../etc/t\xc3\xaecket.pdf"\r\n\r\n'
    + base64.b64encode(b"%PDF-1.4")
)
_DEEP = b"".join(
    f'Content-Type: multipart/mixed; boundary="B{n}"\r\n\r\n--B{n}\r\n'.encode()
    for n in range(3000)
)
_HTML_QUOTE = (
    '<div>Yes, please.</div><br><div class="gmail_quote"><div>On 4 May 2026 at 10:00, we wrote:'
    "<br></div><blockquote><p>Shall we?</p></blockquote></div>"
)

TEXTS: list[Golden] = [
    ("plain", mail("Hello,\r\nbye"), {"body_text": "Hello,\nbye", "notes": []}),
    ("empty body", mail(""), {"body_text": "", "notes": ["no text"]}),
    (
        "latin-1 sent as utf-8",
        mail("réservé".encode("latin-1"), content_type="text/plain; charset=utf-8"),
        {"body_text": "réservé", "notes": ["character set"]},
    ),
    (
        "utf-8 sent as latin-1",
        mail("Frühstück", content_type="text/plain; charset=iso-8859-1"),
        {"body_text": "Frühstück", "notes": ["character set"]},
    ),
    (
        "windows-1252 called latin-1",
        mail(b"it costs \x80 5 \x96 right?", content_type="text/plain; charset=iso-8859-1"),
        {"body_text": "it costs € 5 – right?", "notes": []},
    ),
    (
        "no charset at all",
        mail("perché".encode("cp1252")),
        {"body_text": "perché", "notes": ["character set"]},
    ),
    (
        "a charset that does not exist",
        mail("città", content_type="text/plain; charset=x-unknown-9"),
        {"body_text": "città", "notes": ["character set"]},
    ),
    (
        "a codec that is no charset",
        mail("città".encode("cp1252"), content_type="text/plain; charset=hex"),
        {"body_text": "città", "notes": ["character set"]},
    ),
    (
        "one bad byte in utf-8",
        mail("già già già".encode() + b"\xff", content_type="text/plain; charset=utf-8"),
        {"body_text": "già già già\ufffd", "notes": ["character set"]},
    ),
    (
        "utf-16",
        mail("così".encode("utf-16"), content_type="text/plain; charset=utf-16"),
        {"body_text": "così", "notes": []},
    ),
    (
        "iso-2022-jp",
        mail("こんにちは".encode("iso-2022-jp"), content_type="text/plain; charset=iso-2022-jp"),
        {"body_text": "こんにちは", "notes": []},
    ),
    ("NUL bytes", mail(b"Hel\0lo"), {"body_text": "Hello", "notes": ["NUL"]}),
    ("control characters", mail(b"a\x07b\x1b[31mc"), {"body_text": "ab[31mc"}),
    (
        "broken base64",
        mail("SGVsbG8gdGhlcmU", content_transfer_encoding="base64"),
        {"body_text": "Hello there"},
    ),
    (
        "unknown transfer encoding",
        mail("as it is", content_transfer_encoding="x-rot"),
        {"body_text": "as it is"},
    ),
    (
        "HTML only",
        mail(
            "<html><style>p{}</style><p>One &amp; two</p><script>alert(1)</script><p>three</p>",
            content_type="text/html",
        ),
        {"body_text": "One & two\n\nthree", "notes": ["HTML"]},
    ),
    (
        "HTML with a quote",
        mail(_HTML_QUOTE, content_type="text/html"),
        {"new_text": "Yes, please.", "quoted_text_has": "Shall we?"},
    ),
    (
        "HTML nested beyond any parser",
        mail("<div>" * 20_000 + "deep" + "</div>" * 20_000, content_type="text/html"),
        {"body_text": "deep"},
    ),
    (
        "plain and HTML",
        _multipart("alternative", _PLAIN, _HTML),
        {"body_text": "The plain text.", "notes": []},
    ),
    (
        "HTML beside an empty plain part",
        _multipart("alternative", "Content-Type: text/plain\r\n\r\n", _HTML),
        {"body_text": "The rich text.", "notes": ["HTML"]},
    ),
    (
        "alternative inside mixed, with a file",
        _multipart("mixed", _NESTED, _PDF),
        {"body_text": "The plain text.", "files": [("tîcket.pdf", "application/pdf", b"%PDF-1.4")]},
    ),
    (
        "two texts around a picture",
        _multipart("mixed", _PLAIN, "Content-Type: image/png\r\n\r\nPNG", _PLAIN),
        {"body_text": "The plain text.\n\nThe plain text.", "files": [("", "image/png", b"PNG")]},
    ),
    (
        "forwarded as a file",
        _multipart("mixed", _PLAIN, "Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nsecret"),
        {
            "body_text": "The plain text.",
            "files": [("message.eml", "message/rfc822", b"Subject: x\n\nsecret")],
        },
    ),
    (
        "a text sent as a file",
        _multipart("mixed", _PLAIN, "Content-Disposition: attachment; filename=a.txt\r\n\r\nfile"),
        {"body_text": "The plain text.", "files": [("a.txt", "text/plain", b"file")]},
    ),
    (
        "boundary that never comes",
        mail("just text", content_type='multipart/mixed; boundary="ZZ"'),
        {"body_text": "just text"},
    ),
    (
        "a whole mail that calls itself a file",
        mail("Hello", content_type="text/plain; name=mail.txt"),
        {"body_text": "Hello", "files": []},
    ),
    (
        "a calendar as the whole mail",
        mail("BEGIN", content_type="text/calendar"),
        {"body_text": "BEGIN"},
    ),
    ("multipart without boundary", mail("text", content_type="multipart/mixed"), {}),
    (
        "three thousand parts within parts",
        mail(_DEEP + b"text", content_type='multipart/mixed; boundary="B"'),
        {"from_address": "isla@example.com"},
    ),
    ("nothing but bytes", bytes(range(256)) * 4, {"from_address": "", "notes": ["No sender"]}),
    ("one line", b"hello", {"notes": ["No sender"]}),
    ("no bytes at all", b"", {"body_text": "", "notes": ["no mail headers", "no text"]}),
]

HEADERS: list[Golden] = [
    (
        "encoded subject over two words",
        mail(subject="=?utf-8?b?RnLDvGhz?=\r\n =?utf-8?q?t=C3=BCck?="),
        {"subject": "Frühstück"},
    ),
    (
        "a letter split over two encoded words",
        mail(subject="=?utf-8?q?Caf=C3?= =?utf-8?q?=A9?="),
        {"subject": "Café"},
    ),
    (
        "raw 8-bit subject",
        mail(subject="Petit-déjeuner"),
        {"subject": "Petit-déjeuner", "notes": []},
    ),
    (
        "subject of a wrong charset",
        mail(subject="=?utf-8?q?Caf=E9?="),
        {"subject": "Café", "notes": ["subject header was repaired"]},
    ),
    (
        "a NUL in an address",
        mail(**{"from": "Isla <is\0la@example.com>", "to": "de\0sk@x.yz"}),
        {"from_address": "isla@example.com", "to": ("desk@x.yz",)},
    ),
    ("subject with a NUL", mail(subject="Hel\0lo"), {"subject": "Hello"}),
    ("folded subject", mail(subject="one\r\n two"), {"subject": "one two"}),
    ("no subject", mail(subject=""), {"subject": ""}),
    (
        "a subject of 3 000 characters",
        mail(subject="x" * 3000),
        {"subject": "x" * 998, "notes": ["cut"]},
    ),
    ("no date", mail(date=""), {"sent_at": None, "notes": ["no date"]}),
    ("a date that is none", mail(date="yesterday"), {"sent_at": None, "notes": ["unreadable"]}),
    (
        "a date out of range",
        mail(date="Mon, 99 Foo 99999 99:99:99 +9999"),
        {"sent_at": None, "notes": ["unreadable"]},
    ),
    (
        "a date of no known zone",
        mail(date="Mon, 27 Apr 2026 18:42:00 -0000"),
        {"sent_at": datetime(2026, 4, 27, 18, 42, tzinfo=UTC)},
    ),
    (
        "received line",
        mail(received="from a by b with ESMTPS; Mon, 27 Apr 2026 18:43:00 +0200"),
        {"delivered_at": datetime(2026, 4, 27, 16, 43, tzinfo=UTC)},
    ),
    ("no id", mail(message_id=""), {"message_id": "", "notes": ["no Message-ID"]}),
    (
        "two ids",
        mail(message_id="<a@x>\r\nMessage-ID: <b@x>"),
        {"message_id": "<a@x>", "notes": ["several"]},
    ),
    ("an id without brackets", mail(message_id="a@x"), {"message_id": "<a@x>"}),
    (
        "an id folded in the middle",
        mail(message_id="<aaa\r\n bbb@x>"),
        {"message_id": "<aaabbb@x>"},
    ),
    (
        "an id of 998 characters",
        mail(message_id=f"<{'a' * 990}@x.yz>"),
        {"message_id": f"<{'a' * 990}@x.yz>"},
    ),
    ("an id past any line", mail(message_id=f"<{'a' * 2000}@x>"), {"message_id": ""}),
    (
        "an id as an encoded word",
        mail(in_reply_to="=?us-ascii?Q?=3Cx=40y=3E?="),
        {"in_reply_to": "<x@y>"},
    ),
    (
        "In-Reply-To with words",
        mail(in_reply_to='Your message of "Mon" <x@y>'),
        {"in_reply_to": "<x@y>"},
    ),
    (
        "References",
        mail(in_reply_to="<c@x>", references="<a@x>\r\n <b@x> <b@x> <c@x>"),
        {"references": ("<a@x>", "<b@x>", "<c@x>"), "named_ids": ("<c@x>", "<b@x>", "<a@x>")},
    ),
    (
        "a name that looks like an address",
        mail(**{"from": "friend@example.com <mallory@example.net>"}),
        {"from_address": "mallory@example.net", "from_name": "friend@example.com"},
    ),
    (
        "an unquoted comma",
        mail(**{"from": "Thornbury, Isla <ISLA@Example.com>"}),
        {"from_address": "isla@example.com", "from_name": "Thornbury, Isla"},
    ),
    (
        "a sender in raw 8 bit",
        mail(**{"from": "Noémie Castaing <noemie@example.net>"}),
        {"from_name": "Noémie Castaing"},
    ),
    (
        "no From but a Return-Path",
        mail(**{"from": "", "return_path": "<a@example.com>"}),
        {"from_address": "a@example.com", "notes": ["taken from return-path"]},
    ),
    ("no sender at all", mail(**{"from": ""}), {"from_address": "", "notes": ["No sender"]}),
    (
        "many recipients",
        mail(to='"B, C" <b@x.yz>, group: c@x.yz;', cc="d@x.yz", reply_to="e@x.yz"),
        {"to": ("b@x.yz", "c@x.yz"), "cc": ("d@x.yz",), "reply_to": ("e@x.yz",)},
    ),
    (
        "DMARC failed",
        mail(authentication_results="mx.h; spf=pass; dkim=none;\r\n dmarc=fail header.from=a.b"),
        {"is_sender_verified": False, "notes": ["DMARC"]},
    ),
    (
        "DMARC passed",
        mail(authentication_results="mx.h; dmarc=pass header.from=a.b"),
        {"is_sender_verified": True, "authentication": "mx.h; dmarc=pass header.from=a.b"},
    ),
    (
        "a DMARC line that the sender wrote",
        mail(authentication_results="mx.h; dmarc=fail\r\nAuthentication-Results: evil; dmarc=pass"),
        {"is_sender_verified": False, "authentication": "mx.h; dmarc=fail"},
    ),
]

AUTOMATED: list[tuple[str, bytes, bool]] = [
    ("a person", mail(), False),
    ("Auto-Submitted", mail(auto_submitted="auto-replied"), True),
    ("Auto-Submitted with a comment", mail(auto_submitted="auto-generated (cron)"), True),
    ("Auto-Submitted no", mail(auto_submitted="No"), False),
    ("bulk", mail(precedence="bulk"), True),
    ("list", mail(precedence="List"), True),
    ("junk", mail(precedence="junk"), True),
    ("first class", mail(precedence="first-class"), False),
    ("Exchange", mail(x_auto_response_suppress="All"), True),
    ("null return path", mail(return_path="<>"), True),
    ("a return path", mail(return_path="<isla@example.com>"), False),
]
