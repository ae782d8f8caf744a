"""What mail servers, booking platforms and mail programs say, of all languages together."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from templatesapp.text.languages import Forms, LanguageData, Listed, each


@dataclass(frozen=True, slots=True)
class MailWords(LanguageData):
    """What one language adds. Unlike other forms these are looked for in the text as written,
    whatever its case, so accents count."""

    FILE: ClassVar[str] = "mail"

    # --- a guest before a shut door ---
    locked_out: Forms = ()
    not_now: Forms = ()  # before it in its sentence: "what if we are locked out"
    # --- mailboxes ---
    sent_folders: Listed = ()
    no_reply_negations: Forms = ()  # no-reply@, ne-pas-repondre@: parts of an address
    no_reply_verbs: Forms = ()
    # --- what a booking platform puts around a guest's words ---
    bookings: Forms = ()  # "Buchungs" in "Buchungsnummer: …"
    booking_numbers: Forms = ()
    numbers_of: Forms = ()  # "codice" in "codice di conferma: …"
    of_words: Forms = ()
    numbered: Forms = ()
    relay_replies: Forms = ()  # a button below the words: "reply"
    # --- what servers report ---
    report_senders: Forms = ()  # the address before the @
    report_names: Forms = ()
    report_subjects: Forms = ()
    failures: Forms = ()
    delays: Forms = ()
    reasons: Mapping[str, Forms] = field(default_factory=dict)  # by BounceReason


def listed(name: str) -> Iterator[str]:
    """English first: of two folders the one with the English name counts."""
    return (entry for words in each(MailWords) for entry in getattr(words, name))


def choice(name: str) -> str:
    """One of a list's forms, as a group of a regular expression."""
    return f"(?:{'|'.join(listed(name))})"


def any_of(name: str) -> re.Pattern[str]:
    return re.compile(choice(name), re.IGNORECASE)


def any_reason(reason: str) -> re.Pattern[str]:
    forms = "|".join(form for words in each(MailWords) for form in words.reasons.get(reason, ()))
    return re.compile(forms, re.IGNORECASE)
