"""Number words of the five languages up to 199, as phrases of folded words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from templatesapp.text.tokens import fold, words

_SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn"
    " fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici"
    " quattordici quindici sedici diciassette diciotto diciannove",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
    " seize dix-sept dix-huit dix-neuf",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
    " dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés"
    " veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "fr": "vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
_HUNDRED = {"en": "one hundred", "de": "hundert", "it": "cento", "fr": "cent", "es": "ciento"}
_ALSO = {
    "en": {"a hundred": 100, "a couple of": 2, "a dozen": 12},
    "de": {"eins": 1, "zwo": 2, "einhundert": 100},
    "it": {},
    "fr": {"quatre-vingts": 80},
    "es": {"cien": 100},
}
_ARTICLES = frozenset({("ein",), ("un",)})  # "ein Kind" counts nobody


@cache
def number_words(language: str) -> Mapping[tuple[str, ...], int]:
    """``{("forty", "five"): 45, …}``."""
    below = {number: _below_hundred(number, language) for number in range(100)}
    found = {tuple(words(phrase)): number for number, phrase in below.items()}
    hundred = _HUNDRED[language]
    glue = "" if language in ("de", "it") else " "
    for number in range(1, 100):
        found[tuple(words(f"{hundred}{glue}{below[number]}"))] = 100 + number
        if language == "en":
            found[tuple(words(f"{hundred} and {below[number]}"))] = 100 + number
    found[tuple(words(hundred))] = 100
    found |= {tuple(words(fold(phrase))): n for phrase, n in _ALSO[language].items()}
    return {phrase: number for phrase, number in found.items() if phrase not in _ARTICLES}


def _below_hundred(number: int, language: str) -> str:
    small, tens = _SMALL[language].split(), _TENS[language].split()
    if number < len(small):
        return small[number]
    ten, rest = tens[number // 10 - 2], number % 10
    if language == "fr" and number // 10 in (7, 9):  # soixante-quinze, quatre-vingt-douze
        base = tens[number // 10 - 3]
        return f"{base} et onze" if number == 71 else f"{base} {small[10 + rest]}"
    if not rest:
        return ten
    if language == "de":
        return f"{small[rest]}und{ten}"
    if language == "it":
        return (ten[:-1] if rest in (1, 8) else ten) + small[rest]
    joiner = {"es": " y ", "fr": " et " if rest == 1 and number != 81 else " "}.get(language, " ")
    return f"{ten}{joiner}{small[rest]}"
