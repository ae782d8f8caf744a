"""Whether a text that may not be reworded came back as it was: all but its greeting is fixed."""

from itertools import zip_longest

from drafting.pipeline.interpret.signature import clean_name
from templatesapp.text.letter import greeting, letter_words, split_letter
from templatesapp.text.tokens import concepts

_MAX_GREETING_WORDS = 8


def changed_line(text: str, kept: str, language: str) -> tuple[str, str] | None:
    """The first line that differs, as sent and as kept; None where the letters are the same, or
    differ in how they greet alone. ``language``: of both. Line ends, and white space around the
    greeting and the rest, count nothing."""
    said, own = _lines(text), _lines(kept)
    if split_letter(kept)[0] and _greets(said[0], language):
        said[0] = own[0]
    pairs = zip_longest(said, own, fillvalue="")
    return next((pair for pair in pairs if pair[0] != pair[1]), None)


def _lines(text: str) -> list[str]:
    first, _, rest = "\n".join(text.strip().splitlines()).partition("\n")
    return [first.strip(), *rest.strip().splitlines()]


def _greets(line: str, language: str) -> bool:
    """ "Guten Tag Frau Dr. Wieland," or "Dear Guest,": a name, and no other word."""
    if line == greeting(None, language):
        return True
    own, said = letter_words(language), line.split()
    bare = " ".join(said).replace("’", "'").rstrip(" ,:!")
    openers = sorted(own.openers, key=len, reverse=True)
    opener = next((o for o in openers if bare.lower().startswith((f"{o} ", f"{o}, "))), None)
    if opener is None or len(said) > _MAX_GREETING_WORDS:
        return False
    called = bare[len(opener) :].lstrip(" ,").split()
    name = " ".join(word for word in called if word.lower().rstrip(".") not in own.titles)
    return clean_name(name) == name and not concepts(name, language)
