"""What the concerns read a mail by: the tables of each language, folding, patterns and sentences.

What each list of a table is for, English says in its file. ``Forms`` hold no unbounded repetition
of a group: mail length must stay linear.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from templatesapp.text.languages import (
    LanguageData,
    SharedTable,
    WordTable,
    codes_with,
    desk_languages,
    read,
    rules,
)
from templatesapp.text.sentences import ENDS_TIME, SMILEY
from templatesapp.text.tokens import fold_accents

# A stand-in for an accent that tells past from imperative (Spanish "llamé", I called, and "llame",
# call!): a letter no mail of ours has.
_PAST_MARK = "ə"
_NEVER = "(?!)"  # what no text matches
WORD = re.compile(r"\w+(?:['-]\w+)*")
_MIN_WRAPPED = 40  # characters: a shorter line was ended by its writer
_MAX_WIDTH = 110  # programs that break lines do so at 72-100 characters
_SLACK = 2
_MAX_SENTENCE = 500  # characters
_ITEM = re.compile(r"\s*(?:[-*•–—·]\s|\(?\d{1,2}[.)]\s|\(?[a-h]\)\s)\s*")
_INLINE_ITEM = re.compile(r"(?<=[\s,;:.?!])\(?(?:\d{1,2}|[a-h])\)\s")
_DOTTED_ITEM = re.compile(r"(?:^|(?<=[\s,;:.?!]))(\d)\.\s+(?=([^\W\d_]+))")
_OPENING = re.compile(rf"¿|{_INLINE_ITEM.pattern}")  # opens a sentence
_TOPIC = re.compile(r"(?:^|[.!?\n])\s*(?:[^\s.!?]+\s+){0,4}[^\s.!?]+,\s*$")  # "Y la tasa, ¿…?"
_TOPIC_REACH = 80  # characters
# Up to its last letter: the marks after it may end a sentence.
_LINK = re.compile(r"(?:https?://|www\.)\S{1,2000}(?<![.!?\"')\]])")
_TERMINATOR = re.compile(r"[.!?]+[\"')\]]{0,3}")
_LAST_TOKEN = re.compile(r"\S{1,12}$")


class MailFormRules(SharedTable):
    """How mail programs and people of a language frame what they quote and how they sign. Of
    programs in languages the desk does not speak only the frames of quotes are known."""

    FILE: ClassVar[str] = "mail_forms"
    NOTATION: ClassVar[str] = "form"
    NEEDED: ClassVar[tuple[str, ...]] = ("attribution_verbs", "from_keys", "subject_keys")


@dataclass(frozen=True, slots=True)
class LanguageRules(LanguageData):
    """Evidence for a language in mails too short for n-grams."""

    FILE: ClassVar[str] = "language"

    function_words: frozenset[str]  # frequent words, folded; shared ones may stand in several
    only_here: frozenset[str] = frozenset()  # words that of the desk's only this language has
    kept_accents: str = ""  # letters that tell two function words apart, and are not folded
    accents: str = ""  # the letters besides a-z that it is written with
    desire_reach: int = 60  # characters between "I would like" and what; German verbs stand last
    past_end: str = ""  # a form: an accent that tells past from imperative, or "é" from "e"


class AskRules(WordTable):
    """What asks. A "start" is matched where a clause begins, the rest anywhere in the clause."""

    FILE: ClassVar[str] = "asks"


class AgreementRules(WordTable):
    """Signs of consent and of its limits; see ``interpret/agreement.py`` for their order."""

    FILE: ClassVar[str] = "agreement"


class OptOutRules(WordTable):
    """A wish for no more mail: a word that means just that, stop/negation x contact, removal x
    list, or a stop of what was named before ("your offers … stop sending them")."""

    FILE: ClassVar[str] = "opt_out"


class AutoReplyRules(WordTable):
    """What machines answer: a phrase that only they write, or a notice with what goes with it."""

    FILE: ClassVar[str] = "auto_reply"


class PrepaymentRules(WordTable):
    """How payment requests and their answers speak."""

    FILE: ClassVar[str] = "prepayment"


class TriggerRules(WordTable):
    """Words of the four workflow triggers."""

    FILE: ClassVar[str] = "triggers"


class EscalationRules(WordTable):
    """Concepts of threats, disputes and emergencies, never whole sentences; the engine combines
    them. Notation: ``drafting.pipeline.interpret.reading``."""

    FILE: ClassVar[str] = "threats.escalation"
    NOTATION: ClassVar[str] = "phrase"


class ReprisalRules(WordTable):
    """What a guest announces without naming the act, and harms that no threat names."""

    FILE: ClassVar[str] = "threats.reprisals"
    NOTATION: ClassVar[str] = "phrase"


class NoticeRules(WordTable):
    """What tells an ask's kind, what a guest tells us, and what proves that a letter may say it."""

    FILE: ClassVar[str] = "notices"
    NOTATION: ClassVar[str] = "phrase"


class ThreadRules(WordTable):
    """What staff promised and how a guest sounded."""

    FILE: ClassVar[str] = "thread"


class ScenarioRules(WordTable):
    """How a guest sets aside a topic, and what makes an event a mere point in time."""

    FILE: ClassVar[str] = "scenario"
    NOTATION: ClassVar[str] = "words"


@cache
def _own_accents(language: str) -> tuple[re.Pattern[str], str]:
    """The ends of a past tense, and the accents that a language keeps: Italian "è" (is) is not "e"
    (and), French "où" (where) not "ou" (or)."""
    rule = rules(LanguageRules).get(language)
    past_end, kept = (rule.past_end, rule.kept_accents) if rule else ("", "")
    return re.compile(past_end or _NEVER), kept


def fold(text: str, language: str = "") -> str:
    """Lower case without accents, letter for letter: offsets stay those of ``text``."""
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    # A few letters (İ) grow when lowered; folded one by one they do not.
    return _folded(lowered if len(lowered) == len(text) else text, language).lower()


@lru_cache(maxsize=64)  # a mail's text and sentences, by all that reads them
def _folded(fragment: str, language: str) -> str:
    """A fragment keeps its case: ``\\W`` is not ``\\w``."""
    past_end, kept = _own_accents(language)
    return fold_accents(past_end.sub(_PAST_MARK, fragment), kept)


@cache
def words_pattern(fragments: tuple[str, ...], language: str = "") -> re.Pattern[str]:
    """One pattern for any of the fragments, as whole words. Never matches when there are none."""
    folded = "|".join(_folded(f, language) for f in fragments) or _NEVER
    return re.compile(rf"(?<!\w)(?:{folded})(?!\w)")


@cache
def line_pattern(fragments: tuple[str, ...]) -> re.Pattern[str]:
    """The same, for a whole line (use with ``fullmatch``)."""
    return re.compile("|".join(f"(?:{_folded(f, '')})" for f in fragments) or _NEVER)


class Patterns:
    """The forms of a language's rules by their names, each compiled when it is first asked for;
    those of all languages together for "": staff may write in another one than the guest's."""

    def __init__(self, shape: type[LanguageData], language: str) -> None:
        codes = (language,) if language else desk_languages()
        self._rules = [read(shape, code) for code in codes]
        self.language = language

    def __getattr__(self, name: str) -> re.Pattern[str]:
        pattern = words_pattern(union(getattr(rule, name) for rule in self._rules), self.language)
        self.__dict__[name] = pattern
        return pattern


@cache
def patterns_of(shape: type[LanguageData], language: str = "") -> Patterns:
    return Patterns(shape, language)


def union(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All fragments of several languages, each once, in order."""
    return tuple(dict.fromkeys(fragment for group in groups for fragment in group))


@cache
def all_forms() -> MailFormRules:
    """Mail programs quote in their own language, whatever the mail's: all rules together."""
    known = [read(MailFormRules, code).by_name for code in codes_with(MailFormRules)]
    names = read(MailFormRules, "en").by_name
    return MailFormRules({n: union(table.get(n, ()) for table in known) for n in names})


def count_words(text: str) -> int:
    """ "C'è l'ascensore" are four: elided words count."""
    return len(re.findall(r"\w+", text))


@dataclass(frozen=True, slots=True)
class Sentence:
    """``start`` is the offset in the text; ``asked``: it ends with a question mark.

    ``folded``: its text as the language's rules compare it, letter for letter. ``is_item``: it
    belongs to an item of a list; ``opens``: and begins it.
    """

    text: str
    folded: str
    start: int
    asked: bool
    is_item: bool = False
    opens: bool = False


@lru_cache(maxsize=8)  # four concerns read the sentences of the same mail one after the other
def split_sentences(text: str, language: str) -> tuple[Sentence, ...]:
    """Sentences in reading order; an unknown language is split like English."""
    return tuple(
        sentence
        for start, end, is_item in _units(text)
        for sentence in _split_unit(text[start:end], start, is_item, language)
    )


def _units(text: str) -> list[tuple[int, int, bool]]:
    """Runs of lines that belong together, list markers left out."""
    lines = text.split("\n")
    width = max(map(len, lines))
    units: list[tuple[int, int, bool]] = []
    start, previous = 0, ""
    for line in lines:
        item, end = _ITEM.match(line), start + len(line)
        if line.strip() and previous.strip() and _continues(previous, line, item, width):
            units[-1] = (units[-1][0], end, units[-1][2])
        elif line.strip():
            units.append((start + (item.end() if item else 0), end, bool(item)))
        previous, start = line, end + 1
    return units


def _continues(previous: str, line: str, item: re.Match[str] | None, width: int) -> bool:
    """Whether a mail program broke the line: the next word would not have fitted."""
    stripped, following = previous.rstrip(), line.lstrip()
    if item or len(stripped) < _MIN_WRAPPED or width > _MAX_WIDTH:
        return False
    if stripped[-1] in ".!?:;" and not following[:1].islower():
        return False
    first_word = following.split(" ", 1)[0]
    return len(stripped) + 1 + len(first_word) > width - _SLACK


def _split_unit(unit: str, offset: int, is_item: bool, language: str) -> Iterator[Sentence]:
    """``unit`` keeps its line breaks, so offsets stay true."""
    ask_rules = rules(AskRules).get(language) or rules(AskRules)["en"]
    opened = (
        match.start()
        for match in _OPENING.finditer(unit)
        if match.start() and not _is_inside(unit, match, is_item=is_item)
    )
    numbered = _numbered(unit, language, ask_rules)
    breaks = sorted({*_terminations(unit, ask_rules), *opened, *numbered})
    start, has_opened = 0, False
    for end in [*breaks, len(unit)]:
        for begin, stop in _chunks(unit, start, end):
            piece = unit[begin:stop]
            blank = len(piece) - len(piece.lstrip())
            item = _DOTTED_ITEM if begin + blank in numbered else _INLINE_ITEM
            marker = item.match(" " + piece[blank:], 1)
            lead = blank + (marker.end() - 1 if marker else 0)
            text = piece[lead:].rstrip().replace("\n", " ")
            if text.strip(".!?,;:-()[]\"' "):
                yield Sentence(
                    text,
                    fold(text, language),
                    offset + begin + lead,
                    asked="?" in text.rstrip("\"')] ")[-4:],
                    is_item=is_item or bool(marker),
                    opens=bool(marker) or (is_item and not has_opened),
                )
                has_opened = True
        start = end


def _numbered(unit: str, language: str, ask_rules: AskRules) -> frozenset[int]:
    """Where the items of "1. is there parking 2. do you have towels" begin; no dates."""
    found = [
        match
        for match in _DOTTED_ITEM.finditer(unit)
        if fold(match[2], language) not in ask_rules.ordinal_followers
    ]
    in_order = [match[1] for match in found] == [str(n) for n in range(1, len(found) + 1)]
    return frozenset(match.start() for match in found) if in_order and found[1:] else frozenset()


def _is_inside(unit: str, match: re.Match[str], *, is_item: bool) -> bool:
    """ "Y la tasa, ¿…?" and "our daughter (4)", an age where nobody counted to 3, open nothing."""
    before = unit[: match.start()]
    if match[0] == "¿":
        return _TOPIC.search(before, max(0, len(before) - _TOPIC_REACH)) is not None
    counted = match[0].strip(" ()\n")
    first = "1" if counted.isdigit() else "a"
    former = str(int(counted) - 1) if counted.isdigit() else chr(ord(counted) - 1)
    return not is_item and counted != first and not re.search(rf"(?<!\w){former}[.)]", before)


def _chunks(unit: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence without end is cut at a space, so that work per sentence stays bounded."""
    while end - start > _MAX_SENTENCE:
        space = unit.rfind(" ", start + 1, start + _MAX_SENTENCE)
        cut = space if space > start else start + _MAX_SENTENCE
        yield start, cut
        start = cut
    yield start, end


def _terminations(unit: str, ask_rules: AskRules) -> Iterator[int]:
    linkless = _LINK.sub(lambda link: "-" * len(link.group()), unit)
    for match in _TERMINATOR.finditer(linkless):
        if _ends_sentence(unit, match, ask_rules):
            yield match.end()
    yield from (match.end() for match in SMILEY.finditer(linkless))


def _ends_sentence(unit: str, match: re.Match[str], ask_rules: AskRules) -> bool:
    mark, end = match.group(), match.end()
    following = unit[end : end + 2]
    if "?" in mark:
        if mark[-1] in ")]":  # "the girl (Chiara?) was lovely"
            return not following.strip().islower()
        return following[:1] not in {",", ";", ")"}
    if following and not following[0].isspace():
        return "!" in mark and following[0].isalpha()
    if "!" in mark:
        return True
    rest = unit[end : end + 40].lstrip(" \"'(\n")
    if not rest:
        return True
    is_abbreviation = _is_abbreviation(unit, match, ask_rules)
    if not rest[0].islower():
        is_time = ENDS_TIME.search(unit, max(0, match.start() - 8), match.start())
        return mark != "." or not is_abbreviation or is_time is not None
    if unit[match.start() - 1].isdigit():
        return False  # "am 3.10. noch"
    # People who never write capitals still end sentences with a dot.
    return len(mark) == 1 and not is_abbreviation and unit[end : end + 1].isspace()


def _is_abbreviation(unit: str, match: re.Match[str], ask_rules: AskRules) -> bool:
    token_match = _LAST_TOKEN.search(unit[max(0, match.start() - 12) : match.start()])
    token = fold(token_match.group().lstrip("(\"'")) if token_match else ""
    if token[-1:].isdigit():
        number = len(token) - len(token.rstrip("0123456789"))
        follower = WORD.match(fold(unit[match.end() : match.end() + 20].lstrip()))
        return (
            number <= 2 and follower is not None and follower.group() in ask_rules.ordinal_followers
        )
    if len(token) == 1 and token.isalpha():
        return True
    return token in ask_rules.abbreviations or token.replace(".", "") in ask_rules.abbreviations
