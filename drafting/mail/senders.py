"""Decides who wrote a mail: a guest, or somebody that no answer may go to, and why.
Headers and addresses only: what the words say is the interpreter's.

The order decides. Reports first; then guests who write through a platform or a form, whose mail
looks like a machine's; then machines, lists, notices; whoever is left is a guest.
"""

import re
from dataclasses import dataclass
from email.message import Message as MailPart
from itertools import islice

from drafting.mail.choices import SenderKind
from drafting.mail.delivery_reports import own_parts
from drafting.mail.headers import decode_value
from drafting.mail.mail_words import choice
from drafting.tables import table_beside

_KNOWN = table_beside(__file__)
RELAY_DOMAINS: dict[str, str] = _KNOWN["relay_domains"]
NOTICE_DOMAINS: dict[str, str] = _KNOWN["notice_domains"]
FORM_DOMAINS: list[str] = _KNOWN["form_domains"]
MAX_PARTS = 50  # looked at for their types
_NO_REPLY = re.compile(
    rf"(?:^|[._+-]){choice('no_reply_negations')}[._-]?{choice('no_reply_verbs')}(?=$|[._+-]|\d)"
)
_NOTICES = re.compile(
    r"(?:^|[._+-])(?:notifications?|notify|notifier|alerts?|automated|auto-?confirm|mailer|receipts?"
    r"|service-?mail|system)(?=$|[+]|\d)"
)
_ROBOTS = frozenset({"automated", "wordpress", "www-data", "apache", "nobody", "form-submission"})
_DMARC_SUBJECT = re.compile(
    r"report domain:|dmarc (?:aggregate )?report|tls(?:-| )?rpt|report-id:", re.IGNORECASE
)
_CALENDAR_ANSWERS = frozenset({"reply", "counter", "cancel", "declinecounter", "refresh"})


@dataclass(frozen=True, slots=True)
class Sender:
    kind: SenderKind = SenderKind.GUEST
    reason: str = ""
    relay: str = ""  # the platform that a guest writes through
    writes_for: str = ""  # the guest whose words a form sends

    @property
    def is_guest(self) -> bool:
        return self.kind == SenderKind.GUEST


A_GUEST = Sender()
NO_ANSWERS = Sender(SenderKind.NOTICE, "Its sender takes no answers.")
PASSED_ON = "A guest asks something through a page that takes no answers by mail: answer there."


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the rules read. Addresses are folded."""

    mail: MailPart
    address: str
    reply_to: tuple[str, ...]
    is_delivery_report: bool = False

    @property
    def local(self) -> str:
        return self.address.partition("@")[0]

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]

    @property
    def is_notice(self) -> bool:
        return takes_no_answers(self.address) or _NOTICES.search(self.local) is not None

    def values(self, name: str) -> list[str]:
        """All values of a header, in lower case; of a parameter list the first."""
        found = (str(value) for value in self.mail.get_all(name, []))
        return [value.partition(";")[0].partition("(")[0].strip().lower() for value in found]

    @property
    def foreign_reply_to(self) -> str:
        """The one address of somebody else that an answer is to go to; "" for none or several."""
        if len(self.reply_to) != 1 or takes_no_answers(self.reply_to[0]):
            return ""
        other = self.reply_to[0].rpartition("@")[2]
        is_of_same_house = _is_under(other, self.domain) or _is_under(self.domain, other)
        return "" if is_of_same_house else self.reply_to[0]


def judge_sender(envelope: Envelope) -> Sender:
    """The first rule that says something; a guest where none does."""
    return next(filter(None, (rule(envelope) for rule in _RULES)), A_GUEST)


def is_of_form(sender: Sender, address: str, *, is_ours: bool) -> bool:
    """Whether a web form may have written it: ours, or one whose sender takes no answers."""
    local, _, domain = address.partition("@")
    is_platform = any(_is_under(domain, one) for one in (*RELAY_DOMAINS, *NOTICE_DOMAINS))
    is_robot = local in _ROBOTS or takes_no_answers(address)
    is_plain = sender.kind in (SenderKind.GUEST, SenderKind.NOTICE) and not sender.writes_for
    return is_plain and not is_platform and (is_ours or is_robot)


def takes_no_answers(address: str) -> bool:
    return _NO_REPLY.search(address.partition("@")[0]) is not None


def _is_under(domain: str, ending: str) -> bool:
    return domain == ending or domain.endswith(f".{ending}")


def _report(seen: Envelope) -> Sender | None:
    if seen.is_delivery_report:
        return Sender(SenderKind.REPORT, "It reports the delivery of a mail.")
    kinds = {part.get_content_type() for part in islice(own_parts(seen.mail), MAX_PARTS)}
    for content_type, why in _KNOWN["reports"].items():
        if content_type in kinds:
            return Sender(SenderKind.REPORT, why)
    subject = decode_value(str(seen.mail.get("subject", "")))[0]
    is_dmarc = "dmarc" in seen.local or seen.mail.get("tls-report-domain") is not None
    if is_dmarc or (_DMARC_SUBJECT.search(subject) and "submitter" in subject.lower()):
        return Sender(SenderKind.REPORT, "It is a DMARC or TLS report.")
    return None


def _relayed_guest(seen: Envelope) -> Sender | None:
    """A platform gives its guests aliases."""
    for ending, name in RELAY_DOMAINS.items():
        if _is_under(seen.domain, ending) and not takes_no_answers(seen.address):
            return Sender(SenderKind.GUEST, f"A guest through {name}.", relay=name)
    return None


def _guest_of_a_form(seen: Envelope) -> Sender | None:
    """A web form sends in its own name and puts the guest into Reply-To."""
    is_form = any(_is_under(seen.domain, domain) for domain in FORM_DOMAINS)
    is_robot = seen.local in _ROBOTS or takes_no_answers(seen.address)
    is_list = any(seen.mail.get(name) is not None for name in _KNOWN["sure_list_headers"])
    guest = seen.foreign_reply_to
    if not guest or not (is_form or (is_robot and not is_list)):
        return None
    return Sender(SenderKind.GUEST, f"A form wrote it for {guest}.", writes_for=guest)


def _calendar(seen: Envelope) -> Sender | None:
    for part in islice(own_parts(seen.mail), MAX_PARTS):
        method = part.get_param("method") if part.get_content_type() == "text/calendar" else None
        if str(method).lower() in _CALENDAR_ANSWERS:
            return Sender(SenderKind.AUTOMATED, "A calendar answered an invitation.")
    return None


def _machine_or_list(seen: Envelope) -> Sender | None:
    """By its headers: the first rule of the table that one of their values fits."""
    for rule in _KNOWN["headers"]:
        if rule.get("is_no_notice") and seen.is_notice:
            continue
        for name in rule["names"]:
            values = rule.get("values")
            said = [
                value
                for value in seen.values(name)
                if (value in values if values else value not in rule.get("but", ()))
            ]
            if said:
                why = rule["why"].format(name=name, value=said[0])
                return Sender(SenderKind(rule["kind"]), why)
    return None


def _notice(seen: Envelope) -> Sender | None:
    if takes_no_answers(seen.address):
        return NO_ANSWERS
    if seen.is_notice:
        return Sender(SenderKind.NOTICE, "Its sender only notifies.")
    for domain, name in NOTICE_DOMAINS.items():
        if _is_under(seen.domain, domain):
            return Sender(SenderKind.NOTICE, f"A notice of {name}.")
    return None


_RULES = (_report, _relayed_guest, _guest_of_a_form, _calendar, _machine_or_list, _notice)
