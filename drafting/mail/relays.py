"""Unwraps guests' mail that a colleague forwarded or a booking platform passed on.
One of us who forwards it: worked on as the guest's own. A booking platform: their words out of the
platform's frame, and which booking they are about. Its mail carries no ids: alias and booking say
what belongs together, and which notices of the platform stand beside it."""

import re
from typing import NamedTuple

from django.db.models import Q, QuerySet

from drafting.mail.choices import SenderKind
from drafting.mail.headers import read_sender
from drafting.mail.models import MAX_ADDRESS_CHARACTERS, MAX_READ_CHARACTERS, Thread
from drafting.mail.parsing import ParsedMail, split_text
from drafting.mail.selectors import Staff
from drafting.mail.senders import A_GUEST, PASSED_ON, RELAY_DOMAINS, Sender, is_of_form
from drafting.pipeline.interpret.normalise import forward_prefix, greeted, read_forwarded
from templatesapp.text.reader.frames import read_frame
from templatesapp.text.reader.stays import booking_key, lead_lines, read_stay

_MOST_CHARACTERS = 20_000
# "New booking! (1234567890, Monday, 4 May)": in the subject of a notice a number needs no word.
_BARE = re.compile(r"\b(\d{8,12}|HM[A-Z0-9]{8})\b")
# "E-mail: anna@example.com", a line of a form
_FIELD = re.compile(r"^[^\s:][^:\n]{0,39}:[ \t]*(\S.*)$", re.MULTILINE)
_ADDRESS = re.compile(r"<?([\w.+'-]+@[\w-]+(?:\.[\w-]+)+)>?")
_FIELDS = 3  # the fewest of a form
_WORDS = 8  # the fewest in a line of a guest who asks nothing

_PLATFORMS = frozenset(name.casefold() for name in RELAY_DOMAINS.values())


class Relayed(NamedTuple):
    words: str
    guest: str
    booking: str


def read_relayed(text: str, *, subject: str = "", sender_name: str = "") -> Relayed:
    """The guest's words and name in a platform's mail; all of it where no frame is known."""
    found = read_frame(text)
    stay = read_stay(found, subject=subject, sender=sender_name)
    guest, words = greeted(stay.guest), found.words.strip()
    leads, name = lead_lines(words), guest or sender_name
    if name and any(name in lead for lead in leads):
        words = "\n".join(words.split("\n")[len(leads) :]).strip() or words
    return Relayed(words, guest, booking_key(stay.booking))


def take_frame_off(parsed: ParsedMail) -> str:
    """Leaves the guest's name and words, and gives the key of the mail's conversation: who writes
    and the booking. "" for mail that no platform passed on, and for a notice that names no
    booking. The frame stays in the mail as received. A notice stays whole; where a guest asks
    something in it a person has to answer, where the platform wants it."""
    is_notice = parsed.sender.kind == SenderKind.NOTICE
    if not (is_notice or parsed.sender.relay):
        return ""
    text = parsed.body_text[:_MOST_CHARACTERS] if is_notice else parsed.body_text
    read = read_relayed(text, subject=parsed.subject, sender_name=parsed.from_name)
    if is_notice:
        if read.guest and "?" in read.words:
            parsed.sender = Sender(SenderKind.GUEST, PASSED_ON)
        bare = _BARE.search(parsed.subject)
        booking = read.booking or (bare[1] if bare else "")
        return _key(parsed, booking) if booking else ""
    parsed.body_text = parsed.new_text = read.words
    parsed.quoted_text = parsed.signature_text = ""
    is_platform = parsed.from_name.casefold() in _PLATFORMS
    parsed.from_name = read.guest or ("" if is_platform else parsed.from_name)
    return _key(parsed, read.booking)


def _key(parsed: ParsedMail, booking: str) -> str:
    key = f"{parsed.from_address} {booking}".strip()
    return key if len(key) <= MAX_ADDRESS_CHARACTERS else ""


def threads_of_same_booking(thread: Thread) -> QuerySet[Thread]:
    """What else was written about its booking: the platform's notices, or the guest's mail."""
    booking = thread.relay_key.partition(" ")[2]
    if not booking:
        return Thread.objects.none()
    return Thread.objects.filter(relay_key__endswith=f" {booking}").exclude(pk=thread.pk)


def find_relayed_thread(key: str) -> int | None:
    """The conversation of an alias and booking; of the alias alone where one of them names no
    booking."""
    alias, _, booking = key.partition(" ")
    if not alias:
        return None
    fits = Q(relay_key=key) if booking else Q(relay_key__startswith=f"{alias} ")
    known = Thread.objects.filter(fits | Q(relay_key=alias)).order_by("-pk")
    return known.values_list("pk", flat=True).first()


class Forwarded(NamedTuple):
    """The guest's mail inside a forward."""

    name: str
    address: str
    subject: str
    text: str


def read_forward(text: str, *, subject: str, sender: str, staff: Staff) -> Forwarded | None:
    """Of mail that one of us forwards; None for any other."""
    is_ours = staff.includes(sender) or sender in staff.reviewers
    found = read_forwarded(text) if is_ours and forward_prefix().match(subject) else None
    if found is None:
        return None
    name, address = read_sender(found.sender)
    if not address or staff.includes(address):
        return None
    own = found.subject or forward_prefix().sub("", subject, count=1).strip()
    return Forwarded(name, address, own, found.text)


def open_forward(parsed: ParsedMail, staff: Staff) -> None:
    """Makes of a forward of ours the mail inside it, from the guest who wrote it.

    The forward itself must be proven: or anybody could put words into a guest's mouth.
    """
    if not parsed.is_sender_proven:
        return
    text, sender = parsed.body_text[:MAX_READ_CHARACTERS], parsed.from_address
    found = read_forward(text, subject=parsed.subject, sender=sender, staff=staff)
    if found is None:
        return
    parsed.notes.append(f"Forwarded to the desk by {sender}.")
    parsed.from_address, parsed.from_name = found.address, found.name
    parsed.reply_to = parsed.to = parsed.cc = ()
    parsed.subject, parsed.body_text = found.subject, found.text
    parsed.sender, parsed.is_sender_proven = A_GUEST, False
    split_text(parsed)


def open_form(parsed: ParsedMail, staff: Staff) -> None:
    """A web form that names its guest in the text alone: they stand in Reply-To from then on. Only
    of forms of ours and of senders that take no answers, or anybody could have us write to
    others."""
    text = parsed.body_text[:_MOST_CHARACTERS]
    is_ours = staff.is_of_house(parsed.from_address)
    if parsed.reply_to or forward_prefix().match(parsed.subject):
        return
    if not is_of_form(parsed.sender, parsed.from_address, is_ours=is_ours):
        return
    fields = [found[1].strip() for found in _FIELD.finditer(text)]
    told = {found[1].lower() for field in fields if (found := _ADDRESS.fullmatch(field))}
    guests = [one for one in told if not staff.is_of_house(one)]
    lines = read_frame(text).words.split("\n")
    says_something = any("?" in line or len(line.split()) >= _WORDS for line in lines)
    if len(fields) < _FIELDS or len(guests) != 1 or not says_something:
        return
    if guests[0].rpartition("@")[2] == parsed.from_address.rpartition("@")[2]:
        return
    said = f"A form wrote it for {guests[0]}."
    parsed.reply_to = (guests[0],)
    parsed.sender = Sender(SenderKind.GUEST, said, writes_for=guests[0])
    parsed.from_name = ""  # the form's
