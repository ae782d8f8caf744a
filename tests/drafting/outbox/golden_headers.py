"""Headers of mails that came, and the headers that our reply to each must have.

``in``: header lines of the guest's mail, as bytes would hold them. Expected: ``to``, ``subject``,
``irt`` (In-Reply-To, None: none) and ``refs`` (References, None: none).
"""

from __future__ import annotations

from typing import Any

GUEST, DESK = "isla@example.com", "info@hostel-brikette.example"
LONG_ID = f"<{'a' * 984}@example.com>"  # 998 characters with its brackets
OUTLOOK = "<AM0PR04MB6289C2F7A9B0D8E6F1A3B5C7D9E1A@AM0PR04MB6289.eurprd04.prod.outlook.com>"
GMAIL = "<CAF=x8GZyqk3+0aB_Zt7h9Q-VwLmN2oPpQrStUvWxYz@mail.gmail.com>"
APPLE = "<6E1F2A3B-4C5D-4E6F-8A9B-0C1D2E3F4A5B@me.com>"
IDS = [f"<{number}@example.com>" for number in range(1, 41)]


def case(
    name: str,
    *,
    to: list[str] | None = None,
    subject: str = "Re: Arriving late",
    irt: str | None = "<1@example.com>",
    refs: list[str] | str | None = "irt",
    **headers: str,
) -> Any:
    """``refs="irt"``: the parent's id alone."""
    expected_refs = [irt] if refs == "irt" and irt else refs
    if refs == "irt" and irt is None:
        expected_refs = None
    return (name, headers, to or [GUEST], subject, irt, expected_refs)


CASES = [
    # --- the parent's id and references ---
    case("plain"),
    case("no Message-ID: both left out", message_id="", irt=None, references="<0@example.com>"),
    case("empty Message-ID", message_id="<>", irt=None),
    case("two Message-IDs in one line: the first", message_id="<1@example.com> <2@example.com>"),
    case("id without brackets", message_id="1@example.com"),
    case("id with white space inside", message_id="<1@exam ple.com>"),
    case("id folded over a line", message_id="\r\n <1@example.com>"),
    case("id with a comment behind", message_id="<1@example.com> (added by relay)"),
    case("id without a domain", message_id="<20260427.184200>", irt="<20260427.184200>"),
    case("id with a domain literal", message_id="<1@[192.0.2.1]>", irt="<1@[192.0.2.1]>"),
    case(
        "id with odd characters",
        message_id="<a+b=c/d$e%f@x.example>",
        irt="<a+b=c/d$e%f@x.example>",
    ),
    case("id of 998 characters", message_id=LONG_ID, irt=LONG_ID),
    case("id of more than a line is none", message_id=f"<{'a' * 1000}@example.com>", irt=None),
    case("Outlook's id", message_id=OUTLOOK, irt=OUTLOOK),
    case("Gmail's id", message_id=GMAIL, irt=GMAIL),
    case("Apple's id", message_id=APPLE, irt=APPLE),
    case("id as an encoded word", message_id="=?utf-8?q?=3C1=40example=2Ecom=3E?="),
    case("references go along", references="<0@example.com>", refs=["<0@example.com>", IDS[0]]),
    case(
        "several references in order",
        references="<a@x.example> <b@x.example>",
        refs=["<a@x.example>", "<b@x.example>", IDS[0]],
    ),
    case(
        "In-Reply-To stands in for missing references",
        in_reply_to="<0@example.com>",
        refs=["<0@example.com>", IDS[0]],
    ),
    case(
        "references count before In-Reply-To",
        references="<a@x.example>",
        in_reply_to="<b@x.example>",
        refs=["<a@x.example>", IDS[0]],
    ),
    case(
        "In-Reply-To of two ids: the first counts, the rest are references",
        in_reply_to="<a@x.example> <b@x.example>",
        refs=["<b@x.example>", IDS[0]],
    ),
    case(
        "In-Reply-To with words",
        in_reply_to='"your mail of Monday" <a@x.example>',
        refs=["<a@x.example>", IDS[0]],
    ),
    case("In-Reply-To of words only", in_reply_to="your mail of Monday"),
    case(
        "doubled references once",
        references="<a@x.example> <a@x.example> <b@x.example> <a@x.example>",
        refs=["<a@x.example>", "<b@x.example>", IDS[0]],
    ),
    case(
        "the parent among its references stands last, once",
        references="<1@example.com> <a@x.example>",
        refs=["<a@x.example>", IDS[0]],
    ),
    case(
        "references with commas",
        references="<a@x.example>,<b@x.example>",
        refs=["<a@x.example>", "<b@x.example>", IDS[0]],
    ),
    case(
        "references without white space",
        references="<a@x.example><b@x.example>",
        refs=["<a@x.example>", "<b@x.example>", IDS[0]],
    ),
    case(
        "references folded with tabs",
        references="<a@x.example>\r\n\t<b@x.example>",
        refs=["<a@x.example>", "<b@x.example>", IDS[0]],
    ),
    case("references of rubbish", references="no ids at all here"),
    case("empty references", references="<> <>"),
    case("19 references: all 20 stay", references=" ".join(IDS[1:20]), refs=[*IDS[1:20], IDS[0]]),
    case(
        "20 references: the second goes",
        references=" ".join(IDS[1:21]),
        refs=[IDS[1], *IDS[3:21], IDS[0]],
    ),
    case(
        "39 references: the first and the newest",
        references=" ".join(IDS[1:40]),
        refs=[IDS[1], *IDS[22:40], IDS[0]],
    ),
    case(
        "long references stay plain",
        references=" ".join(f"<{'r' * 900}{n}@x.example>" for n in range(3)),
        refs=[*(f"<{'r' * 900}{n}@x.example>" for n in range(3)), IDS[0]],
    ),
    case(
        "references as an encoded word",
        references="=?us-ascii?Q?=3Ca=40x=2Eexample=3E?=",
        refs=["<a@x.example>", IDS[0]],
    ),
    case(
        "Outlook's headers beside",
        message_id=OUTLOOK,
        references=f"{GMAIL} {APPLE}",
        thread_index="AdqX9v1k",
        thread_topic="Arriving late",
        irt=OUTLOOK,
        refs=[GMAIL, APPLE, OUTLOOK],
    ),
    # --- who gets it ---
    case("Reply-To counts", reply_to="desk@partner.example", to=["desk@partner.example"]),
    case(
        "Reply-To with a name",
        reply_to='"Partner, Desk" <desk@partner.example>',
        to=["desk@partner.example"],
    ),
    case("Reply-To the same as From", reply_to=GUEST),
    case("Reply-To is us: From counts", reply_to=DESK),
    case("Reply-To is us with a tag", reply_to="info+t1@hostel-brikette.example"),
    case("Reply-To of rubbish: From counts", reply_to="undisclosed"),
    case("empty Reply-To", reply_to="<>"),
    case(
        "Reply-To of two",
        reply_to="a@partner.example, b@partner.example",
        to=["a@partner.example", "b@partner.example"],
    ),
    case("CC gets nothing", cc="friend@example.net, boss@example.net"),
    case(
        "CC beside Reply-To", cc="f@example.net", reply_to="me@example.net", to=["me@example.net"]
    ),
    case("From in capitals", **{"from": "Isla <ISLA@EXAMPLE.COM>"}),
    case("From with a comma in the name", **{"from": '"Thornbury, Isla" <isla@example.com>'}),
    case("From with an encoded name", **{"from": "=?utf-8?q?Isl=C3=A0?= <isla@example.com>"}),
    case(
        "From with another address as a name", **{"from": '"boss@bank.example" <isla@example.com>'}
    ),
    case("no From, but a Sender", **{"from": "", "sender": "isla@example.com"}),
    # --- the subject ---
    case("no subject", subject="Re:", subject_in=""),
    case("one Re: stays one", subject_in="Re: Arriving late"),
    case("many become one", subject_in="Re: RE: re: Re: Arriving late"),
    case("German", subject_in="AW: Arriving late"),
    case("German and English mixed", subject_in="Antw: RE: AW: Arriving late"),
    case("Italian", subject_in="R: Arriving late"),
    case("Swedish", subject_in="SV: Arriving late"),
    case("counted", subject_in="Re[4]: Arriving late"),
    case("French spacing", subject_in="RE : Arriving late"),
    case(
        "a forward stays a forward",
        subject="Re: Fwd: Arriving late",
        subject_in="Fwd: Arriving late",
    ),
    case(
        "a reply to a forward",
        subject="Re: Fwd: Arriving late",
        subject_in="Re: Fwd: Re: Arriving late",
    ),
    case("a German forward", subject="Re: WG: Arriving late", subject_in="WG: Arriving late"),
    case(
        "a list's mark stays",
        subject="Re: [hostels] Arriving late",
        subject_in="[hostels] Arriving late",
    ),
    case(
        "no prefix but a word",
        subject="Re: Reservation: two beds",
        subject_in="Reservation: two beds",
    ),
    case(
        "encoded words",
        subject="Re: Frühstück für 2",
        subject_in="=?utf-8?q?Fr=C3=BChst=C3=BCck_f=C3=BCr_2?=",
    ),
    case(
        "base64, two words",
        subject="Re: Orario colazione è alle 8?",
        subject_in="=?utf-8?b?T3JhcmlvIGNvbGF6aW9uZQ==?= =?utf-8?b?IMOoIGFsbGUgOD8=?=",
    ),
    case("an encoded prefix", subject_in="=?utf-8?q?AW=3A_Arriving_late?="),
    case("folded", subject_in="Arriving\r\n late"),
    case(
        "an encoded line break is a space",
        subject="Re: Arriving Bcc: victim@example.net late",
        subject_in="=?utf-8?q?Arriving=0D=0ABcc=3A_victim=40example=2Enet_late?=",
    ),
    case("emoji", subject="Re: Beach 🏖", subject_in="=?utf-8?b?QmVhY2gg8J+Plg==?="),
    case("right-to-left", subject="Re: שלום", subject_in="=?utf-8?b?16nXnNeV150=?="),
    case(
        "998 characters are cut to a line", subject=f"Re: {'s' * 990}"[:998], subject_in="s" * 990
    ),
    case("spaces around", subject_in="   Arriving late   "),
]
