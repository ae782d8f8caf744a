"""Which of the languages with rules a mail is written in, or "other".

lingua (n-grams, restricted to our languages, low accuracy: 1 ms) decides; frequent words decide
where a mail is too short for n-grams, and tell languages that lingua was not offered.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain

from lingua import IsoCode639_1, Language, LanguageDetector, LanguageDetectorBuilder

from drafting.pipeline.interpret.matching import LanguageRules, fold
from drafting.pipeline.plan import OTHER_LANGUAGE
from templatesapp.text.languages import codes_with, known_language, read, rules
from templatesapp.text.tokens import concept_spans

_MAX_CHARACTERS = 800  # more evidence changes nothing and costs time
_ENOUGH_WORDS = 6  # below, the subject and the thread speak too
_LETTERS = re.compile(r"[^\W\d_]+(?:'t|'s|'re|'ve|'ll|'d|'m)?")
_NOISE = re.compile(r"\S*[@/\\]\S*|\S*\d\S*")  # links, addresses, references, numbers
# n-grams err, also on long sentences ("… si può fare il check-in e fino a che ora è aperta la
# reception": Spanish, .97); words seldom do.
_WORD_WEIGHT = 0.65
_SHORT_WORDS = 12
_FEW_WORDS = 4
_ANYBODYS = 2  # words, the most
_ACCENTED = re.compile(r"[^a-z']")
# Of running text in our languages 30–55 % are frequent words; a foreign language reaches 20 %.
_FOREIGN_SHARE = 0.18
_FOREIGN_MIN_WORDS = 10
_LATIN_SHARE = 0.7
_CERTAINTY = 0.4  # confidence below which a language is none of ours
_LONE_CERTAINTY = 0.5  # of a single word
_REPLY_CERTAINTY = 0.6
_SENTENCE_WORDS, _SENTENCE_CERTAINTY = 5, 0.8


@cache
def _detector() -> LanguageDetector:
    languages = [
        Language.from_iso_code_639_1(IsoCode639_1.from_str(code)) for code in rules(LanguageRules)
    ]
    return LanguageDetectorBuilder.from_languages(*languages).with_low_accuracy_mode().build()


def detect_language(
    text: str,
    *,
    subject: str = "",
    thread_snippets: Sequence[str] = (),
    certainty: float = _CERTAINTY,
) -> tuple[str, float]:
    """``(code or "other", confidence 0-1)``. Subject and thread count only for very short texts,
    the thread also for names and addresses, and before a single word ("Stop")."""
    sample = _sample(text)
    if _count(sample) < _ENOUGH_WORDS:
        sample = f"{sample} {_sample(subject)}".strip()
    code, confidence = _decide(sample)
    is_telling = _count(sample) >= _ENOUGH_WORDS and not _names_only(sample)
    is_sure = confidence >= certainty and _count(sample) > 1
    if not (is_sure or is_telling) and thread_snippets:
        code, confidence = _decide(_sample(" ".join(thread_snippets[-3:])))
    if confidence < (max(certainty, _LONE_CERTAINTY) if _count(sample) < 2 else certainty):
        code = OTHER_LANGUAGE
    if code == OTHER_LANGUAGE and _is_anybodys(sample):
        code = known_language(code)
    return code, confidence


def _names_only(sample: str) -> bool:
    """ "Dupont SARL, rue de la Paix, Paris", which we asked for."""
    said = _LETTERS.findall(sample)
    return len(said) <= _SHORT_WORDS and 2 * sum(word[0].isupper() for word in said) >= len(said)


def _is_anybodys(sample: str) -> bool:
    """ "Wifi??" names a thing that all languages call so, and is read as those are that have no
    letters."""
    said = [fold(word) for word in _LETTERS.findall(sample)]
    named = _places_named(said, known_language(OTHER_LANGUAGE))
    return 0 < len(said) == len(named) <= _ANYBODYS


def _places_named(words: Sequence[str], code: str) -> set[int]:
    """The places of words that name things in a language."""
    return {n for span in concept_spans(words, code) for n in range(span.start, span.end)}


def text_language(text: str, fallback: str) -> str:
    """Which of our languages a reply of ours is written in; ``fallback`` where that is not sure:
    greeting and closing say little, and a letter holds foreign names."""
    code, _ = detect_language(text, certainty=_REPLY_CERTAINTY)
    return fallback if code == OTHER_LANGUAGE else code


def is_foreign(sentence: str, language: str) -> bool:
    """Whether a sentence of a text is in another of our languages than the text, surely."""
    if len(sentence.split()) < _SENTENCE_WORDS:
        return False
    code, _ = detect_language(sentence, certainty=_SENTENCE_CERTAINTY)
    return code not in (language, OTHER_LANGUAGE)


def _sample(text: str) -> str:
    return _NOISE.sub(" ", text[:_MAX_CHARACTERS].replace("’", "'"))


def _count(text: str) -> int:
    return sum(1 for _ in _LETTERS.finditer(text))


def _decide(sample: str) -> tuple[str, float]:
    words: list[str] = []
    for word in _LETTERS.findall(sample):
        folded = fold(word, "it")  # keeps "è"
        words += [folded] if folded.isascii() else [folded, fold(word)]
    letters = [*filter(str.isalpha, sample)]
    if not words or sum(map("\u0250".__gt__, letters)) < _LATIN_SHARE * len(letters):
        return OTHER_LANGUAGE, 0.0
    ngrams = {
        value.language.iso_code_639_1.name.lower(): value.value
        for value in _detector().compute_language_confidence_values(sample)
    }
    named = _named_in(words) if len(words) < _SHORT_WORDS else Counter()
    # A word that only one language has counts three times.
    scores = {
        code: (_held(words, rule.function_words) + 2 * _held(words, rule.only_here) + named[code])
        ** 2
        for code, rule in sorted(rules(LanguageRules).items())
    }
    total: float = sum(scores.values())
    weight = _WORD_WEIGHT if total else 0.0
    total = total or 1.0
    combined = {
        code: ngrams.get(code, 0.0) * (1 - weight) + weight * (score / total)
        for code, score in scores.items()
    }
    best = max(sorted(combined), key=lambda code: combined[code])
    if _is_foreign(words, best) or not _is_evident(sample, best):
        return OTHER_LANGUAGE, round(min(combined[best], 0.3), 3)
    return best, round(min(1.0, combined[best]), 3)


def _held(words: Sequence[str], listed: frozenset[str]) -> int:
    """How many of the words are listed."""
    return sum(map(listed.__contains__, words))


def _named_in(words: Sequence[str]) -> Counter[str]:
    """By language how many things it alone names there: "perros" are Spanish, "wifi" anybody's."""
    found = {
        code: {span.start for span in concept_spans(words, code)} for code in rules(LanguageRules)
    }
    counts = Counter(chain.from_iterable(found.values()))
    return Counter({code: sum(counts[n] == 1 for n in starts) for code, starts in found.items()})


def _is_evident(sample: str, code: str) -> bool:
    """Whether a short text holds words that the language's lists know: n-grams give any text to one
    of ours ("Handdoeken inbegrepen?"). One, of four words two, and more than words with letters
    that the language has not; names may have any."""
    found = _LETTERS.findall(sample)
    if len(found) >= _SHORT_WORDS:
        return True
    rule, folded = rules(LanguageRules)[code], [fold(word) for word in found]
    listed = rule.function_words | rule.only_here
    known = {n for n, word in enumerate(found) if {folded[n], fold(word, "it")} & listed}
    known |= _places_named(folded, code)
    plain = [found[0].lower(), *filter(str.islower, found[1:])]
    strange = [word for word in plain if set(_ACCENTED.findall(word)) - set(rule.accents)]
    return len(known) > max(len(strange), len(found) >= _FEW_WORDS)


@cache
def neighbour_words() -> frozenset[str]:
    """Frequent words of languages that the desk does not speak, and that none of its own has."""
    codes = [c for c in codes_with(LanguageRules) if c not in rules(LanguageRules)]
    return frozenset().union(*(read(LanguageRules, code).function_words for code in codes))


def _is_foreign(words: list[str], code: str) -> bool:
    rule = rules(LanguageRules)[code]
    known = rule.function_words | rule.only_here
    own = _held(words, known)
    others = _held([w for w in words if w not in known], neighbour_words())
    if others >= max(own, 2) or (others and not own):
        return True
    if len(words) < _FOREIGN_MIN_WORDS or own >= _FOREIGN_SHARE * len(words):
        return False
    # "Kurtaxe pro Nacht? Parkplatz? Danke!" has few frequent words: things are named, one by one.
    return own + len(_places_named(words, code)) < _FOREIGN_SHARE * len(words)
