"""Makes a letter's opening fit anyone: its greeting, and a first sentence as its subject. Pure."""

import re

from templatesapp.text.distance import greeting_openers
from templatesapp.text.letter import split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import SLOT, read_as_empty

GREETING_SLOT = "{{SLOT:GREETING}}"
_ANONYMOUS = "Dear Guest,"
_CLAUSE_END = re.compile(r"[,!.:](?=\s|\Z)")
_MAX_CHARACTERS = 80
_MAX_NAME_WORDS = 6
MAX_SUBJECT_CHARACTERS = 100
_MAX_CALLED_WORDS = 2  # after a comma: "Hola, Marta:"


def greeting_to_slot(text: str, base: str, greeting: str) -> str:
    """``text`` with its greeting as the base has it: a slot, or "Dear Guest,".

    ``greeting``: what the draft put in. A new template (no base) always opens with the slot; a
    text without any greeting is left to the lint where the base has the slot.
    """
    end = greeting_end(text, greeting)
    if base and GREETING_SLOT not in base:
        return _ANONYMOUS + text[end:] if end and base.startswith(_ANONYMOUS) else text
    if end:
        return GREETING_SLOT + text[end:]
    return text if base else f"{GREETING_SLOT}\n\n{text}"


def greeting_end(text: str, greeting: str = "") -> int:
    """Where the greeting at the start of a letter ends; 0 where there is none.

    Only the clause counts when more stands in its line: "Hi Leo, thanks for writing." ends
    behind the comma.
    """
    if greeting and text.startswith(greeting):
        return len(greeting)
    line = text.split("\n", 1)[0].rstrip()
    said = tuple(re.findall(r"\w+", line.casefold())[:4])
    _, opener = greeting_openers().at(said, 0) or (False, 0)
    if not opener or SLOT.match(line):
        return 0
    longest = opener + _MAX_NAME_WORDS
    if len(line) <= _MAX_CHARACTERS and _is_short(line, longest) and _stands_alone(text, line):
        return len(line)
    clause = _CLAUSE_END.search(line)
    return clause.end() if clause and _is_short(line[: clause.start()], longest) else 0


def subject_of(body: str) -> str:
    """First sentence behind the greeting, at most 100 characters, cut between words."""
    paragraphs = split_letter(body)[1]
    text = read_as_empty("\n\n".join(paragraphs)).strip()
    found = sentences(text[greeting_end(text) :])
    first = " ".join(found[0].split()).rstrip(".:;, ") if found else ""
    if len(first) > MAX_SUBJECT_CHARACTERS:
        first = first[: MAX_SUBJECT_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
    return first[:1].upper() + first[1:] if first else "New template"


def _is_short(part: str, longest: int) -> bool:
    return len(re.findall(r"\w+", part)) <= longest


def _stands_alone(text: str, line: str) -> bool:
    """The line is all greeting: "Hello Annika!", "Hola, Marta:", "Buongiorno" over a blank line."""
    clause = _CLAUSE_END.search(line)
    if clause is None or clause.end() == len(line):
        rest = text[len(line) :]
        return clause is not None or not rest.strip() or rest.startswith("\n\n")
    behind = line[clause.end() :]
    return line[-1] in ",:!" and _is_short(behind, _MAX_CALLED_WORDS)
