"""Checks a reply before its release: why it needs care, who may release it, whom it goes to.
Also facts and answers that have changed since it was written, and the addresses that nothing is
sent to: those that bounced for good, and those a person named."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from config.errors import DomainError, invalid
from drafting.mail.choices import Direction, ThreadKind, Urgency
from drafting.mail.models import MailSettings, Message
from drafting.mail.work_models import OutgoingMail, RecipientReport, SuppressedAddress
from drafting.outbox.composing import named_addresses
from drafting.pipeline.answer.knowledge import strip_citation_markers
from drafting.tables import table_beside
from templatesapp.entries import Catalogue, FactEntry
from templatesapp.selectors import current_catalogue
from templatesapp.text.guarded.renewal import renew_facts
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import name_in_words, resolve_slots

MANAGES = "drafting.change_mailsettings"
_WHY: dict[str, str] = table_beside(__file__)  # by what asks for care
MANY = 5  # more than a family and its travel agent


def why_care(mail: OutgoingMail) -> str:
    """Why this reply wants more than a glance; "" where nothing asks for it. What a person wrote
    themselves asks for none."""
    if mail.draft is None:
        return ""
    if mail.thread.urgency >= Urgency.MAY_BE_EMERGENCY:
        return _WHY["emergency"]
    asked = _WHY.get(mail.draft.policy.get("review_tier", ""), "")
    return asked or (_WHY["urgent"] if mail.thread.urgency >= Urgency.HIGH else "")


def needs_manager(mail: OutgoingMail, by: Any) -> bool:
    """Whether the desk wants a manager's word for it, and this person is none."""
    if not why_care(mail) or by.has_perm(MANAGES):
        return False
    return MailSettings.current().urgent_replies_need_manager


def refuse_unread(mail: OutgoingMail, *, by: Any, has_read: bool) -> None:
    """Raises ``permission_denied``; ``conflict`` where nobody has said that they read it."""
    why = why_care(mail)
    if not why:
        return
    if needs_manager(mail, by):
        raise DomainError("permission_denied", "This desk wants a manager's word for such replies.")
    if not has_read:
        raise DomainError("conflict", f"{why} Say that you have read both.")


def why_second_look(mail: OutgoingMail, conversation: Iterable[Message] | None = None) -> str:
    """What a person has to look at twice before a reply leaves; "" for nothing. ``conversation``:
    with its contacts, where the caller has read it."""
    if mail.thread.kind == ThreadKind.GUEST:
        if conversation is None:
            stored = Message.objects.filter(thread=mail.thread_id).select_related("contact")
            conversation = stored.only("direction", "from_address", "contact__address")
        known = (
            {message.from_address, message.contact and message.contact.address}  # a form's
            for message in conversation
            if message.direction == Direction.IN
        )
        wrote = set().union(*known)
        # Those that a Reply-To names.
        if unknown := [address for address in mail.recipients if address not in wrote]:
            shown = ", ".join(unknown[:MANY]) + (" …" if len(unknown) > MANY else "")
            return f"It goes to another address than the mail came from: {shown}."
    if len(mail.everybody) > MANY:
        return f"It goes to {len(mail.everybody)} people."
    return ""


def keep_recipients(mail: OutgoingMail, kept: Collection[str]) -> None:
    """Leave everybody else out. The first of the copies moves up where nobody is left before
    them. Raises ``validation_error`` where nobody stays. Needs the mail's lock."""
    recipients = [address for address in mail.recipients if address in kept]
    copies = [address for address in mail.copies if address in kept]
    if not recipients and not copies:
        raise invalid("keep", "Somebody has to get it.")
    _address(mail, recipients or copies[:1], copies if recipients else copies[1:])


def keep_recipients_without(mail: OutgoingMail, address: str) -> None:
    """Take an address out, also where nobody is left: who it was is to be forgotten."""
    recipients = [each for each in mail.recipients if each != address]
    _address(mail, recipients, [each for each in mail.copies if each != address])


def _address(mail: OutgoingMail, recipients: Sequence[str], copies: Sequence[str]) -> None:
    shown = {"To": named_addresses(recipients)} | ({"Cc": ", ".join(copies)} if copies else {})
    others = {name: value for name, value in mail.headers.items() if name not in ("To", "Cc")}
    mail.recipients, mail.copies, mail.headers = list(recipients), list(copies), others | shown
    mail.save(update_fields=["recipients", "copies", "headers"])


def suppress_bounced(bounced: Sequence[RecipientReport]) -> None:
    """Put addresses on the list where nothing ever arrives; who is on it stays as they are."""
    for row in bounced:
        SuppressedAddress.objects.get_or_create(
            address=row.address,
            defaults={"reason": f"Mail to it bounced: {row.get_reason_display()}."},
        )


def find_suppressed(addresses: Collection[str]) -> str:
    """Which of these addresses nothing is sent to, and why; "" where all may get mail."""
    found = SuppressedAddress.objects.filter(address__in=addresses).order_by("address")
    why = "{0.address} is on the list of addresses not to write to: {0.reason}"
    return " ".join(why.format(each) for each in found)


def refuse_suppressed(addresses: Collection[str]) -> None:
    """Raises ``conflict``, with the addresses and why."""
    if said := find_suppressed(addresses):
        raise DomainError("conflict", said)


def stale_facts(mail: OutgoingMail, catalogue: Catalogue | None = None) -> list[str]:
    """What the reply states otherwise than our facts are today, a sentence each. ``catalogue``:
    where the caller has it for several replies."""
    facts = (catalogue or current_catalogue()).facts
    return [
        _told(name, said, fact, mail.language)
        for name, said in _stated(mail).items()
        if (fact := facts.get(name)) is None or fact.value != said
    ]


def _told(name: str, said: str, fact: FactEntry | None, language: str) -> str:
    """Values as the language writes them; that of a fact that is gone as it was kept."""
    said = replace(fact, value=said).formatted(language) if fact else said
    known = fact.formatted(language) if fact else ""
    ours = f"our fact is {known}" if known else "that is no fact of ours any more"
    return f"it says {said}, {ours} ({name_in_words(name).lower()})"


def stale_answers(mail: OutgoingMail, catalogue: Catalogue | None = None) -> list[str]:
    """Sentences of the reply that stand in no answer of ours any more, though one was their
    source. Facts count as they were: what changed of them is ``stale_facts``."""
    sources = mail.draft.sources_used if mail.draft else []
    injected = (sentences(source["text"]) for source in sources if source["injected"])
    said = [sentence for sentence in chain(*injected) if sentence in mail.body_text]
    if not said:
        return []
    catalogue = catalogue or current_catalogue()
    then = _then(mail, catalogue.facts)
    values = {f"FACT_{name}": fact.formatted(mail.language) for name, fact in then.items()}
    answers = (item.answer for item in catalogue.knowledge if item.language == mail.language)
    texts = (strip_citation_markers(resolve_slots(answer, values).text) for answer in answers)
    today = set(chain(*map(sentences, texts)))
    return [sentence for sentence in dict.fromkeys(said) if sentence not in today]


def refuse_stale_answers(mail: OutgoingMail) -> None:
    """Raises ``fact_changed``."""
    if stale := stale_answers(mail):
        detail = f"Since this was written an answer that it used has changed: “{stale[0]}” Edit it."
        raise DomainError("fact_changed", detail, fields={"body_text": stale})


def refuse_stale_facts(mail: OutgoingMail) -> None:
    """Raises ``fact_changed``."""
    if told := stale_facts(mail):
        detail = f"Since this was written a fact has changed: {'; '.join(told)}."
        raise DomainError("fact_changed", detail, fields={"body_text": told})


def renewed_text(mail: OutgoingMail) -> str:
    """The reply's text with today's facts in the place of those that it was written with."""
    now = current_catalogue().facts
    return renew_facts(mail.body_text, language=mail.language, then=_then(mail, now), now=now)


def _then(mail: OutgoingMail, now: Mapping[str, FactEntry]) -> dict[str, FactEntry]:
    """The facts as they were when the reply was written; those that it does not state, as today."""
    stated = _stated(mail)
    return {name: replace(fact, value=stated.get(name, fact.value)) for name, fact in now.items()}


def _stated(mail: OutgoingMail) -> dict[str, str]:
    if mail.draft is None:
        return {}
    stated: dict[str, str] = (mail.draft.last_attempt or mail.draft).matched_facts
    return stated
