"""The parts of a letter in each language: greeting, closing, the promise of a personal answer."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import ClassVar

from templatesapp.text.languages import LanguageData, Listed, known_language, rules
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import words

SIGNATURE = "{{SLOT:SIGNATURE}}"
MAX_NAME_CHARACTERS = 60
MAX_TOPICS = 4  # that a promise names


@dataclass(frozen=True, slots=True)
class LetterWords(LanguageData):
    """``promise`` holds ``{topics}`` and ``{owners}``; ``rest``: what has no name among them;
    ``closings``: how a closing may begin; ``topics``: what a concept is called in a letter."""

    FILE: ClassVar[str] = "letter"

    named: str
    called: str  # "first name", or "full name" where that clashes with a formal "you"
    anonymous: str
    thanks: str
    promise: str
    promise_rest: str
    rest: str
    and_: str
    closing: str
    closings: Listed
    titles: Listed  # before a name, without the full stop
    openers: Listed  # how mail opens, longer ones too: "good morning"
    attribution: str  # above a mail that is quoted: ``{date}``, ``{name}``
    topics: Mapping[str, str]


# A name is guests' text: letters, and what joins them. Anything else is no name to greet by.
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ .'’&-])*")
_INITIALS = re.compile(r"[^\W\d_]?(?:\.-?[^\W\d_])*\.?")  # "N", "J.-M."
_ANONYMOUS_ENGLISH = re.compile(r"\ADear Guest,")


def letter_words(language: str) -> LetterWords:
    """Words of the language; English for any other."""
    return rules(LetterWords)[known_language(language)]


def greeting(name: str | None, language: str) -> str:
    """ "Dear Annika," / "Dear Guest,": never "Dear  ,"."""
    own = letter_words(language)
    called = called_name(name, in_full=own.called == "full name")
    return own.named.format(name=called) if called else own.anonymous


def called_name(name: str | None, *, in_full: bool = False) -> str:
    """How a person is addressed: the first name of "Annika Rehberg", all of "Dr Alistair Fenn" or
    "H. Valmy", both of "Graham & Wendy" or "Anna e Marco Riva", "Jess" for "jess"; never a rank
    that no language knows ("Mtra. Ximena Rojas"). Empty for what is no plain name. ``in_full``: all
    that somebody signs with."""
    text = " ".join((name or "").split())
    text = text.title() if text.islower() else text
    if len(text) > MAX_NAME_CHARACTERS or not _NAME.fullmatch(text):
        return ""
    first, *rest = text.split()
    languages = rules(LetterWords).values()
    is_title = any(first.lower().rstrip(".") in own.titles for own in languages)
    if first.endswith(".") and first.count(".") == 1 and len(first) > 2 and not is_title:
        return called_name(" ".join(rest), in_full=in_full) if len(rest) > 1 else ""
    if in_full or is_title or len(first.strip(".")) < 2:
        return text
    ands = {"&", *(own.and_.strip() for own in languages)}
    return " ".join([first, *rest[:2]]) if len(rest) > 1 and rest[0] in ands else first


def fuller_name(signed: str, header: str) -> str:
    """The header's name for one that is not signed, or with initials or a surname alone: "N",
    "N. Färber", "J.-M. Färber", "Färber"."""
    first, _, rest = signed.partition(" ")
    is_initial = _INITIALS.fullmatch(first) and header.lower().startswith(first[:1].lower())
    is_same = is_initial and (not rest or header.lower().endswith(f" {rest.lower()}"))
    is_surname = not rest and header.lower().endswith(f" {signed.lower()}")
    return header if not signed or is_same or is_surname else signed


def personalise_greeting(body: str, name: str | None, language: str) -> str:
    """A letter without slots that opens "Dear Guest," is greeted by name."""
    return _ANONYMOUS_ENGLISH.sub(lambda _: greeting(name, language), body, count=1)


def promise_sentence(topics: Sequence[str], owners: str, language: str) -> str:
    """That a person answers what is still open, in one sentence: concepts of the vocabulary in the
    language's own words; what no word stands for is the rest of the mail, never quoted."""
    own = letter_words(language)
    named = [own.topics.get(topic, "") for topic in topics]
    said = list(dict.fromkeys(name for name in named if name))
    if not said:
        return own.promise_rest.format(owners=owners)
    *before, last = [*said, own.rest] if len(said) > MAX_TOPICS or not all(named) else said
    listed = f"{', '.join(before[:MAX_TOPICS])}{own.and_}{last}" if before else last
    return own.promise.format(topics=listed, owners=owners)


def names_owners(sentence: str, owners: str) -> bool:
    """Whether a sentence speaks of all of them, however they are joined: "Ada or Bo". Who signs
    says nothing."""
    ands = {known.and_.strip() for known in rules(LetterWords).values()}
    names = set(words(owners)) - ands
    return bool(names) and names < set(words(sentence)) - ands


def owners_promises(body: str, owners: str) -> list[str]:
    """Sentences of a reply that say what the owners will do: all that name them but where they
    sign."""
    names = set(words(owners))
    return [
        said
        for said in sentences(body)
        if names_owners(said, owners) and not any(_signs(line, names) for line in said.splitlines())
    ]


def _signs(line: str, names: Set[str]) -> bool:
    """Whether a line holds names and is no sentence: "Ada & Bo", "Ada & Bo de Vries"."""
    own, is_open = set(words(line)), line.rstrip()[-1:].isalnum()
    return own <= names or (names <= own and is_open and len(own) <= 2 * len(names) + 2)


def closing(signature: str, language: str) -> str:
    """Closing line and signature, as the last paragraph of a letter."""
    return f"{letter_words(language).closing}\n{signature.strip()}"


def signed(body: str, signature: str, language: str) -> str:
    """What the slot of the signature says in a letter: with the closing where it stands alone, as
    then nobody wrote how the letter ends."""
    is_alone = signature and split_letter(body)[2] == SIGNATURE
    return closing(signature, language) if is_alone else signature


def split_letter(body: str) -> tuple[str, list[str], str]:
    """``(greeting paragraph, paragraphs between, closing paragraph)``; a part that is not there is
    empty. Paragraphs are separated by blank lines; line ends become "\\n"."""
    text = body.replace("\r\n", "\n").strip()
    paragraphs = [part.strip("\n") for part in re.split(r"\n[ \t]*\n", text) if part.strip()]
    opening = paragraphs.pop(0) if paragraphs and _is_greeting(paragraphs[0]) else ""
    ending = paragraphs.pop() if paragraphs and _is_closing(paragraphs[-1]) else ""
    return opening, paragraphs, ending


def insert_before_closing(body: str, paragraph: str) -> str:
    """The letter with one more paragraph before its closing (at the end where there is none)."""
    newline = "\r\n" if "\r\n" in body else "\n"
    opening, middle, ending = split_letter(body)
    parts = [opening, *middle, paragraph, ending]
    return (newline * 2).join(part.replace("\n", newline) for part in parts if part)


def _is_greeting(paragraph: str) -> bool:
    line = paragraph.strip()
    if "\n" in line or len(line) > MAX_NAME_CHARACTERS + 30:
        return False
    if line == "{{SLOT:GREETING}}":
        return True
    firsts = tuple(
        first.lower()
        for words in rules(LetterWords).values()
        for first in (words.named.split("{")[0].strip(" ,"), words.anonymous.split()[0].strip(",:"))
    )
    return line[-1] in ",:!" and line.lower().startswith(firsts)


def _is_closing(paragraph: str) -> bool:
    if paragraph.strip().endswith(SIGNATURE):  # whatever the house says above it
        return True
    first = paragraph.strip().splitlines()[0].lower().rstrip(" ,!.")
    return any(
        first.startswith(closing) and len(first) < len(closing) + 30
        for words in rules(LetterWords).values()
        for closing in words.closings
    )
