"""Lower case without accents, letter for letter: a place in the folded text is one in the text.

Words of an index are folded by ``tokens.fold``, which may change a text's length (ß is ss).
"""

import re
import unicodedata
from functools import lru_cache

_LETTERS = 4096  # kept: those of a few scripts
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


@lru_cache(maxsize=_LETTERS)
def _bare(letter: str) -> str:
    base = unicodedata.normalize("NFD", letter.lower())[:1]
    return base or letter


def fold_letters(text: str) -> str:
    return text.lower() if text.isascii() else fold_accents(text).lower()


def fold_accents(text: str, keep: str = "") -> str:
    """The same for letters with accents alone: a form's ``\\W`` stays what it is. ``keep``: letters
    that stay what they are (in lower case)."""

    def folded(found: re.Match[str]) -> str:
        letter = found.group()
        return letter.lower() if keep and letter.lower() in keep else _bare(letter)

    return _NOT_ASCII.sub(folded, text)
