"""How far two texts are apart, and what makes two texts or two questions the same one."""

import hashlib
import re
import unicodedata
from functools import cache
from itertools import chain

from rapidfuzz.distance import Levenshtein

from templatesapp.text.languages import rules
from templatesapp.text.letter import LetterWords
from templatesapp.text.lexicon import Lexicon

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
_APOSTROPHES = re.compile("['’‘ʼ´`]")
_NO_WORD = re.compile(r"[\W_]+")
_CLAUSE_END = re.compile(r"[,!.:;\n–—]|\s-\s")
# A greeting goes with the name after it when a clause ends within this many words.
_GREETED_WORDS = 5


def edit_distance_pct(a: str, b: str) -> float:
    """Token Levenshtein ÷ longer length × 100, one decimal; 0.0 equal, 100.0 nothing in common.

    Tokens are what white space parts, so moved line ends count nothing. Source: design page
    "Drafting", section 4.
    """
    left, right = a.split(), b.split()
    longer = max(len(left), len(right), 1)
    return round(Levenshtein.distance(left, right) / longer * 100, 1)


def similarity_pct(a: str, b: str) -> float:
    """100 − edit distance: "≥ 95 % similar" is an edit distance of at most 5."""
    return round(100 - edit_distance_pct(a, b), 1)


def text_hash(text: str) -> str:
    """sha256 (64 hex digits) of the text with its line ends folded."""
    return _sha256(text.replace("\r\n", "\n").replace("\r", "\n"))


def normalise_question(question: str) -> str:
    """Greeting opener and punctuation gone, lower case, white space folded."""
    visible = unicodedata.normalize("NFKC", question).translate(_INVISIBLE).lower()
    return " ".join(_words(_without_greeting(visible)))


def question_hash(question: str) -> str:
    """The key of the question ledger and of promoted answers: sha256 (64 hex digits)."""
    return _sha256(normalise_question(question))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _words(text: str) -> list[str]:
    return _NO_WORD.sub(" ", _APOSTROPHES.sub("", text)).split()


@cache
def greeting_openers() -> Lexicon[bool]:
    """How mail opens in any of our languages; the longest, where one begins another."""
    openers = chain.from_iterable(words.openers for words in rules(LetterWords).values())
    return Lexicon((tuple(opener.split()), True) for opener in openers)


def _without_greeting(text: str) -> str:
    """``text`` without its opening greeting; the whole text where it is nothing but a greeting."""
    words = _words(text[:200])
    opener = greeting_openers().at(words, 0)
    if opener is None:
        return text
    _, length = opener
    clause = _CLAUSE_END.search(text)
    if clause and len(_words(text[: clause.start()])) <= length + _GREETED_WORDS:
        rest = text[clause.end() :]
    else:
        rest = " ".join(_words(text)[length:])
    return _without_greeting(rest) if _words(rest) else text
