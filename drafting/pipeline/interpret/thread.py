"""What the earlier mails of a thread hold: promises of staff, questions and tone of the guest.

Staff is known by configured addresses and domains only; a name decides nothing. A question is
resolved only by a later staff mail that touches it (shares a content word or concept with it).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from functools import lru_cache

from drafting.pipeline.interpret.asks import find_asked
from drafting.pipeline.interpret.escalation import is_complaint
from drafting.pipeline.interpret.language import detect_language
from drafting.pipeline.interpret.matching import ThreadRules, fold, split_sentences, words_pattern
from drafting.pipeline.interpret.normalise import normalise
from drafting.pipeline.interpret.signature import find_guest_name
from drafting.pipeline.plan import (
    OTHER_LANGUAGE,
    AskKind,
    InterpretSettings,
    ThreadItem,
    ThreadSummary,
)
from templatesapp.text import tokens
from templatesapp.text.languages import known_language, rules

MAX_SNIPPET = 2_000
_MIN_TERM = 4  # letters: shorter words touch nothing
_KEPT = 256  # earlier mails: each call of a turn reads the same ones


@dataclass(frozen=True, slots=True)
class EarlierMail:
    """One earlier mail, read: ``text`` is its new text."""

    text: str
    language: str
    is_staff: bool
    name: str | None = None
    tone: str = ""  # of a guest: upset | urgent | friendly | neutral
    is_complaint: bool = False


@dataclass(frozen=True, slots=True)
class Thread:
    """``mails`` oldest first."""

    mails: tuple[EarlierMail, ...] = ()

    @property
    def staff_texts(self) -> tuple[str, ...]:
        return tuple(mail.text for mail in self.mails if mail.is_staff)

    @property
    def guest_texts(self) -> tuple[str, ...]:
        return tuple(mail.text for mail in self.mails if mail.text and not mail.is_staff)

    @property
    def guest_complaints(self) -> int:
        return sum(mail.is_complaint for mail in self.mails)


def is_staff(sender: str, settings: InterpretSettings) -> bool:
    """By address or domain of the From value; a display name like "Our House" is none."""
    address = (parseaddr(sender)[1] or sender).strip().lower()
    domain = address.rpartition("@")[2]
    addresses = {a.lower() for a in settings.staff_addresses}
    domains = {d.lower().lstrip("@") for d in settings.staff_domains}
    return bool(address) and (address in addresses or ("@" in address and domain in domains))


@lru_cache(maxsize=_KEPT)
def read_earlier(item: ThreadItem, settings: InterpretSettings) -> EarlierMail:
    name, address = parseaddr(item.sender)
    parts = normalise(item.snippet[:MAX_SNIPPET], sender_name=name, address=address)
    text = parts.text or parts.signature
    language = detect_language(text)[0]
    if is_staff(item.sender, settings):
        return EarlierMail(text, language, is_staff=True)
    return EarlierMail(
        text,
        language,
        is_staff=False,
        name=find_guest_name(parts.text, parts.signature, sender_name=name, address=address),
        tone=_tone(text, language),
        is_complaint=is_complaint(text, language),
    )


def _tone(text: str, language: str) -> str:
    code = known_language(language)
    rule = rules(ThreadRules)[code]
    folded = fold(text, code)
    tones = (("upset", rule.upset), ("urgent", rule.urgent), ("friendly", rule.grateful))
    found = (tone for tone, forms in tones if words_pattern(forms, code).search(folded))
    return next(found, "neutral")


def summarise(thread: Thread) -> ThreadSummary | None:
    """None without earlier mails."""
    if not thread.mails:
        return None
    open_questions, resolved = _questions(thread.mails)
    guests = [mail for mail in thread.mails if not mail.is_staff]
    names = [mail.name for mail in guests if mail.name]
    spoken = [mail for mail in thread.mails if mail.language != OTHER_LANGUAGE]
    languages = [m.language for m in spoken if not m.is_staff] or [m.language for m in spoken]
    return ThreadSummary(
        prior_commitments=commitments_of(thread.mails),
        open_questions=open_questions,
        resolved_questions=resolved,
        tone_history=tuple(mail.tone for mail in guests),
        guest_name=names[-1] if names else None,
        language_used=languages[-1] if languages else OTHER_LANGUAGE,
        previous_response_count=len(thread.staff_texts),
    )


def commitments_of(mails: Sequence[EarlierMail]) -> tuple[str, ...]:
    """What staff promised, each once."""
    found: dict[str, None] = {}
    for mail in mails:
        if mail.is_staff:
            code = known_language(mail.language)
            pattern = words_pattern(rules(ThreadRules)[code].commitments, code)
            for sentence in split_sentences(mail.text, code):
                if not sentence.asked and pattern.search(sentence.folded):
                    found.setdefault(sentence.text)
    return tuple(found)


def _questions(mails: Sequence[EarlierMail]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """``(open, resolved)`` questions of the guest, in order, each once."""
    said = [_touchable(mail.text, mail.language) if mail.is_staff else set() for mail in mails]
    still_open: dict[str, None] = {}
    resolved: dict[str, None] = {}
    for index, mail in enumerate(mails):
        if mail.is_staff:
            continue
        answers = set().union(*said[index + 1 :])
        for ask in find_asked(mail.text, mail.language):
            if ask.kind is AskKind.QUESTION:
                is_touched = not answers.isdisjoint(_touchable(ask.text, mail.language))
                (resolved if is_touched else still_open).setdefault(ask.text)
    return tuple(q for q in still_open if q not in resolved), tuple(resolved)


def _touchable(text: str, language: str) -> set[str]:
    """Stems, and the concepts by which texts in different languages touch."""
    code = known_language(language)
    common = rules(ThreadRules)[code].content_stop
    stems = {
        tokens.stem(word, code)
        for word in tokens.content_words(text, code)
        if len(word) >= _MIN_TERM and word not in common
    }
    return stems.union(tokens.concepts(text, language))
