"""Engines hold no word list of a language: those stand in ``templatesapp/languages``.

A word that English does not have, and Italian, German, French or Spanish has, has no business in
code; one may be a chance, three in one statement are a list. English lists stand beside others, so
they are found by these; a set of plain English words is found by what every language has most of.
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from templatesapp.text.languages import FOLDER, Vocabulary, rules
from templatesapp.text.tokens import fold

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("templatesapp/text", "learning/redaction", "drafting/pipeline", "drafting/mail")
A_LIST = 3  # words
ALLOWED = {
    "templatesapp/text/links.py": "endings of host names (pro, services) are words by chance",
    "drafting/mail/models.py": "help texts: English that other languages borrowed (agent, tier)",
}
# Names of people, and of things in mail, are alike in many languages.
_NO_PROOF = {"redaction", "references", "mail", "mail_forms"}
_WORD = re.compile(r"[^\W\d_]{3,}")


def modules():
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not any(name.startswith(allowed) for allowed in ALLOWED):
                yield name


@cache
def words_of(code):
    found, waiting = set(), []
    for path in (FOLDER / code).glob("*.toml"):
        if path.stem not in _NO_PROOF:
            waiting.append(tomllib.loads(path.read_text(encoding="utf-8")))
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            found |= {fold(word) for word in _WORD.findall(entry)}
        elif isinstance(entry, (dict, list)):
            waiting += entry.values() if isinstance(entry, dict) else entry
    return found


@cache
def foreign():
    return set().union(*(words_of(code) for code in rules(Vocabulary) if code != "en")) - words_of(
        "en"
    )


def strings(statement):
    """What a statement holds besides docstrings, without what regular expressions escape."""
    bodies = [n.body for n in ast.walk(statement) if isinstance(getattr(n, "body", None), list)]
    said = {id(s.value) for body in bodies for s in body if isinstance(s, ast.Expr)}
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield re.sub(r"\\[a-zA-Z]", " ", node.value)


def word_lists(text):
    stops = set(rules(Vocabulary)["en"].stop_words)
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Expr):
            continue
        words = {fold(word) for string in strings(statement) for word in _WORD.findall(string)}
        if len(words & foreign()) >= A_LIST:
            yield statement.lineno, sorted(words & foreign())
        for node in ast.walk(statement):
            if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
                plain = {str(e.value) for e in node.elts if isinstance(e, ast.Constant)} & stops
                if len(plain) >= A_LIST:
                    yield node.lineno, sorted(plain)


@pytest.mark.parametrize("name", list(modules()))
def test_an_engine_holds_no_words_of_a_language(name):
    assert list(word_lists((ROOT / name).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "text",
    [
        '_NO = frozenset({"nicht", "kein", "ohne"})',
        '_NO = re.compile(r"\\b(?:not|nicht|pas|nunca|senza)\\b")',
        'def f(word):\n    """Doc."""\n    return word in "nicht senza nunca".split()',
        '_JOINERS = ("and", "with", "the")',
    ],
)
def test_a_word_list_is_seen(text):
    assert list(word_lists(text))


@pytest.mark.parametrize("path", list(ALLOWED))
def test_what_is_allowed_is_there_and_needs_it(path):
    files = sorted((ROOT / path).rglob("*.py")) or [ROOT / path]
    assert any(list(word_lists(file.read_text(encoding="utf-8"))) for file in files)
