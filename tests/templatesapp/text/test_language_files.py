"""The reader of languages: what it takes, and what it says of an entry it cannot take."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

import pytest

from templatesapp.text import languages
from templatesapp.text.languages import (
    Forms,
    LanguageData,
    LanguageDataError,
    Listed,
    Phrases,
    SharedTable,
    WordTable,
    read_data,
)


class Kind(StrEnum):
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Rules(LanguageData):
    FILE: ClassVar[str] = "rules"

    forms: Forms
    phrases: Phrases = ()
    listed: Listed = ()
    words: frozenset[str] = frozenset()
    by_kind: Mapping[Kind, Listed] = field(default_factory=dict)
    by_minute: Mapping[int, Listed] = field(default_factory=dict)
    reach: int = 0
    is_capital: bool = False


@dataclass(frozen=True, slots=True)
class OneTable(LanguageData):
    FILE: ClassVar[str] = "rules.inner"

    phrases: Phrases


class Table(WordTable):
    FILE: ClassVar[str] = "rules.concepts"
    NOTATION: ClassVar[str] = "phrase"


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Writes the file and reads it."""
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    languages._language_file.cache_clear()

    def read(text, shape=Rules):
        (tmp_path / "pt").mkdir(exist_ok=True)
        (tmp_path / "pt" / "rules.toml").write_text(text, encoding="utf-8")
        return read_data(shape, "pt")

    yield read
    languages._language_file.cache_clear()


def test_each_field_is_read_as_its_type_says(written):
    rules = written(
        """
        forms = ['quer\\w{1,4}', "posso {verb}"]
        phrases = ["^quero|queremos a? cama*", "rembolso ..6 #|dinheiro"]
        listed = ["à noite", "=porta"]
        words = ["não", "d'água"]
        reach = 60
        is_capital = true
        [by_kind]
        time = ["a que horas"]
        [by_minute]
        -15 = ["menos um quarto"]
        [parts]
        stem = ["cancel", "alter"]
        verb = "{stem}ar"
        """
    )
    assert rules == Rules(
        forms=(r"quer\w{1,4}", "posso (?:cancel|alter)ar"),
        phrases=("^quero|queremos a? cama*", "rembolso ..6 #|dinheiro"),
        listed=("à noite", "=porta"),
        words=frozenset({"não", "d'água"}),
        by_kind={Kind.TIME: ("a que horas",)},
        by_minute={-15: ("menos um quarto",)},
        reach=60,
        is_capital=True,
    )


def test_a_table_of_a_file_is_read_by_itself(written):
    assert written('[inner]\nphrases = ["tribunal"]', OneTable) == OneTable(("tribunal",))


def test_a_table_of_words_has_the_lists_of_english(written, tmp_path):
    (tmp_path / "en").mkdir()
    english = tmp_path / "en" / "rules.toml"
    english.write_text('[concepts]\npolice = ["police"]\ncourts = ["court*"]', encoding="utf-8")
    both = '[concepts]\npolice = ["polícia"]\ncourts = ["tribunal|juiz"]\n'
    assert written(both, Table).courts == ("tribunal|juiz",)
    languages._language_file.cache_clear()
    with pytest.raises(LanguageDataError, match="courts: this key is missing"):
        written('[concepts]\npolice = ["polícia"]', Table)
    languages._language_file.cache_clear()
    with pytest.raises(LanguageDataError, match="line 4: judges: nothing reads this key"):
        written(f'{both}judges = ["juiz"]', Table)


def test_a_shared_table_may_lack_lists_but_those_that_each_folder_has(written, tmp_path):
    class Shared(SharedTable):
        FILE: ClassVar[str] = "rules"
        NEEDED: ClassVar[tuple[str, ...]] = ("police",)

    (tmp_path / "en").mkdir()
    english = tmp_path / "en" / "rules.toml"
    english.write_text('police = ["police"]\ncourts = ["court"]', encoding="utf-8")
    assert written('police = ["polícia"]', Shared).police == ("polícia",)
    languages._language_file.cache_clear()
    with pytest.raises(LanguageDataError, match="police: this key is missing"):
        written('courts = ["tribunal"]', Shared)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("forms = [", "pt/rules.toml: Invalid value (at end of document)"),
        ("reach = 3", "pt/rules.toml: forms: this key is missing"),
        ('forms = ["a"]\nform = ["b"]', "pt/rules.toml, line 2: form: nothing reads this key"),
        ('forms = "a"', "line 1: forms: a list is wanted"),
        ('forms = ["a "]', "line 1: forms: 'a ' is not in the notation of form"),
        ("forms = [3]", "line 1: forms: 3 is not in the notation of form"),
        ('forms = ["a {verb}"]', "forms: 'a {verb}' names the part 'verb', which is not there"),
        (
            'forms = []\nphrases = [\n"a",\n"b  c"]',
            "line 4: phrases: 'b  c' is not in the notation",
        ),
        ('forms = []\nphrases = ["a|b?|c"]', "line 2: phrases: 'a|b?|c' is not in the notation"),
        ('forms = []\nphrases = ["..3 a"]', "line 2: phrases: '..3 a' is not in the notation"),
        ('forms = []\nphrases = ["a ^b"]', "line 2: phrases: 'a ^b' is not in the notation"),
        ('forms = []\nlisted = ["a, b"]', "line 2: listed: 'a, b' is not in the notation of words"),
        ('forms = []\nlisted = ["€"]', "line 2: listed: '€' is not in the notation of words"),
        ('forms = []\nlisted = [\n"a",\n"b", "a"]', "line 3: listed: 'a' stands there twice"),
        ("forms = []\nreach = true", "line 2: reach: int is wanted"),
        ("forms = []\nby_kind = 3", "line 2: by_kind: a table is wanted"),
        ('forms = []\n[by_kind]\nhour = ["a"]', "line 3: by_kind: 'hour' is none of its keys"),
    ],
)
def test_a_bad_entry_is_named_with_its_place(written, text, complaint):
    with pytest.raises(LanguageDataError) as error:
        written(text)
    assert complaint in str(error.value)


def test_a_file_that_is_not_there_is_named(written):
    with pytest.raises(LanguageDataError, match=r"it/rules\.toml: there is no such file"):
        read_data(Rules, "it")
