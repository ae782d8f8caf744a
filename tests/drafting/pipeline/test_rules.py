"""The languages as data: every file read and whole, every form safe and able to match."""

import dataclasses
import re
from pathlib import Path

import pytest

from drafting.mail.mail_words import MailWords
from drafting.pipeline import interpret
from drafting.pipeline.answer.given import GivenRules
from drafting.pipeline.check.checks import ClaimRules
from drafting.pipeline.check.policy import NonRefundableRules
from drafting.pipeline.interpret.matching import (
    AgreementRules,
    AskRules,
    AutoReplyRules,
    EscalationRules,
    LanguageRules,
    MailFormRules,
    NoticeRules,
    OptOutRules,
    PrepaymentRules,
    ReprisalRules,
    ScenarioRules,
    ThreadRules,
    TriggerRules,
    words_pattern,
)
from drafting.pipeline.interpret.spelling import Spelling
from drafting.pipeline.plan import LANGUAGES
from learning.ledger.likeness import LedgerWords
from templatesapp.text.coverage.rules import Attributes, CoverageRules, Openers
from templatesapp.text.facts import FactFormats
from templatesapp.text.guarded.words import GuardValues, GuardWords, NumberWords
from templatesapp.text.languages import (
    FOLDER,
    INTERNATIONAL,
    HouseWords,
    Vocabulary,
    WordTable,
    codes_with,
    desk_languages,
    read,
    rules,
)
from templatesapp.text.letter import LetterWords
from templatesapp.text.name_words import RedactionWords
from templatesapp.text.references import ReferenceWords
from templatesapp.text.sentences import SentenceWords
from templatesapp.text.tokens import Concepts

WITH_FORMS = (
    *(MailFormRules, AskRules, AgreementRules, OptOutRules, AutoReplyRules, PrepaymentRules),
    *(TriggerRules, ThreadRules),
)
WHOLE = (
    *WITH_FORMS,
    EscalationRules,
    ReprisalRules,
    NoticeRules,
    LanguageRules,
    LetterWords,
    FactFormats,
)
ALL = (
    *(*WHOLE, ScenarioRules, NonRefundableRules, ClaimRules, CoverageRules, GuardWords),
    *(Openers, Attributes, GuardValues, NumberWords, LedgerWords, GivenRules),
    *(Vocabulary, RedactionWords, ReferenceWords, SentenceWords, MailWords, Spelling),
)
MAY_BE_EMPTY = {"ordinal_followers", "kept_accents", "past_end"}


def entries(rule):
    """What it holds by name."""
    if isinstance(rule, WordTable):
        return rule.by_name
    return {field.name: getattr(rule, field.name) for field in dataclasses.fields(rule)}


def fragments(shape):
    for code in codes_with(shape):
        for name, value in entries(read(shape, code)).items():
            if isinstance(value, tuple):
                yield from ((code, name, fragment) for fragment in value)


def test_the_desk_speaks_the_languages_that_have_a_vocabulary():
    assert set(desk_languages()) == set(LANGUAGES)


@pytest.mark.parametrize("shape", ALL)
def test_every_language_has_its_file_and_the_reader_takes_it(shape):
    assert all(rules(shape)[code] for code in LANGUAGES)
    assert all(read(shape, code) for code in codes_with(shape))


def test_every_file_is_read_by_something():
    names = {shape.FILE.partition(".")[0] for shape in (*ALL, Concepts, HouseWords)}
    for path in FOLDER.rglob("*"):
        assert path.is_dir() or (path.suffix == ".toml" and path.stem in names), path
    assert all(
        read(shape, INTERNATIONAL)
        for shape in (Vocabulary, Concepts, RedactionWords, ReferenceWords)
    )


@pytest.mark.parametrize("shape", [*WHOLE, GivenRules])
def test_no_group_is_empty(shape):
    for code, rule in rules(shape).items():
        for name, value in entries(rule).items():
            assert value or name in MAY_BE_EMPTY, (code, name)


def test_every_list_of_a_table_is_asked_for_by_name():
    """The reader takes what English has; here a list that no engine names is found."""
    own = Path(interpret.__file__).parent
    rooms = (own, own.parent.parent / "mail")
    engines = "".join(path.read_text("utf-8") for room in rooms for path in room.glob("*.*"))
    named = set(re.findall(r"[a-z_]+", engines))
    for shape in (shape for shape in WHOLE if issubclass(shape, WordTable)):
        assert set(read(shape, "en").by_name) <= named, shape


@pytest.mark.parametrize("shape", [RedactionWords, ReferenceWords, SentenceWords])
def test_every_list_of_all_folders_together_is_asked_for_by_name(shape):
    rooms = [
        FOLDER.parent / "text",
        FOLDER.parent.parent / "learning",
        Path(interpret.__file__).parent,
    ]
    engines = "".join(p.read_text("utf-8") for room in rooms for p in room.rglob("*.py"))
    assert set(read(shape, "en").by_name) <= set(re.findall(r"\.([a-z_]+)", engines))


@pytest.mark.parametrize("shape", WITH_FORMS)
def test_forms_compile_and_repeat_nothing_without_bound(shape):
    for code, name, fragment in fragments(shape):
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


@pytest.mark.parametrize("shape", WITH_FORMS)
def test_no_alternative_ends_in_a_blank(shape):
    """Forms match up to a word's edge: after a blank there is none."""
    for code, name, fragment in fragments(shape):
        for alternative in alternatives(fragment):
            assert not re.search(r" (?:\(\?!.*\))?$", alternative), (code, name, alternative)
