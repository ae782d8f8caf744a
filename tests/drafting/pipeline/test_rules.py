"""The rules as data: every language whole, every fragment safe and able to match."""

import dataclasses
import re

import pytest

from drafting.pipeline.interpret.matching import words_pattern
from drafting.pipeline.languages import language_codes, rules
from drafting.pipeline.plan import LANGUAGES

CONCERNS = (
    "mailform",
    "asks",
    "agreement",
    "opt_out",
    "auto_reply",
    "prepayment",
    "triggers",
    "thread",
)


def fragments(concern):
    for code, rule in rules(concern).items():
        for field in dataclasses.fields(rule):
            value = getattr(rule, field.name)
            if isinstance(value, tuple):
                yield from ((code, field.name, fragment) for fragment in value)


def test_every_language_has_rules():
    assert set(language_codes()) == set(LANGUAGES)


@pytest.mark.parametrize("concern", (*CONCERNS, "notices"))
def test_no_group_is_empty(concern):
    for code, rule in rules(concern).items():
        for field in dataclasses.fields(rule):
            if field.name != "ordinal_followers" and field.name != "desire_reach":
                assert getattr(rule, field.name), (code, field.name)


@pytest.mark.parametrize("concern", CONCERNS)
def test_fragments_compile_and_repeat_nothing_without_bound(concern):
    for code, name, fragment in fragments(concern):
        words_pattern((fragment,), code)
        # A repeated group needs a bound: "(…)*" can backtrack badly.
        assert not re.search(r"(?<!\\)\)[*+]|\}[*+]", fragment), (code, name, fragment)


def alternatives(fragment):
    """Those of the outermost level."""
    depth, current = 0, ""
    for char in re.findall(r"\\.|\[[^]]*\]|.", fragment):
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            yield current
            current = ""
        else:
            current += char
    yield current


@pytest.mark.parametrize("concern", CONCERNS)
def test_no_alternative_ends_in_a_blank(concern):
    """Fragments match up to a word's edge: behind a blank there is none."""
    for code, name, fragment in fragments(concern):
        for alternative in alternatives(fragment):
            assert not re.search(r" (?:\(\?!.*\))?$", alternative), (code, name, alternative)
