"""What guests type on a phone, by an author who had seen nothing. The rows with an even number
were read while the spellings were written down, the others nobody looked at."""

import json
from pathlib import Path

import pytest

from drafting.pipeline.interpret.engine import interpret
from drafting.pipeline.interpret.spelling import written_out
from drafting.pipeline.plan import AskKind, IncomingMail
from templatesapp.text.languages import desk_languages

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("phone_spelling.jsonl").read_text("utf-8").splitlines()
]


def count_asked(body):
    asks = interpret(IncomingMail(body)).asks
    return sum(ask.kind is not AskKind.NOTICE for ask in asks)


# Without spellings, and without asks in one breath, 51 and 44.
@pytest.mark.parametrize(("remainder", "asked", "least"), [(0, 81, 63), (1, 73, 50)])
def test_what_is_asked_is_found(remainder, asked, least):
    rows = [row for row in ROWS if int(row["id"][2:]) % 2 == remainder]
    assert sum(row["asks"] for row in rows) == asked
    found = [(count_asked(row["chat"]), row["asks"]) for row in rows]
    assert sum(min(pair) for pair in found) >= least
    assert sum(max(0, read - labelled) for read, labelled in found) <= 4


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "r u open, wots the price", "are you open, what's the price"),
        ("it", "a ke ora? nn so", "a che ora? non so"),
        ("de", "könnts ihr mal schaun", "könnt ihr mal schauen"),
        ("fr", "c combien svp", "c'est combien s'il vous plaît"),
        ("es", "kiero saber a q hora", "quiero saber a que hora"),
        ("pt", "vc tem oq", "você tem o que"),
        (
            "de",
            "Gibts da was? Könnts ihr mir schreiben?",
            "Gibt es da was? Könnt ihr mir schreiben?",
        ),
        ("de", "Liebe Grüße\nChan", None),
        ("nl", "r u open", "r u open"),
        ("en", "room U, see u.example/r and r@u.example, 4-u", None),
        ("fr", "la vitamine C, d'accord, c'est bon", None),
        ("it", "alle 3.k, x-ray", None),
    ],
)
def test_words_in_small_letters_are_written_out(language, typed, meant):
    assert written_out(typed, language) == (typed if meant is None else meant)


@pytest.mark.parametrize("language", desk_languages())
def test_nothing_is_written_out_twice(language):
    typed = [row["chat"] for row in ROWS if row["language"] == language]
    for once in (written_out(text, language) for text in typed):
        assert written_out(once, language) == once


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        ("hi what time is breakfast do you have oat milk and is there parking", 3),
        ("quanto costa il parcheggio a che ora chiude la reception", 2),
        ("do you know how much it costs to leave a bag", 1),
        ("what time do you open the desk", 1),
        ("i was wondering if you could tell me what time is the last ferry", 1),
        ("Do you know what time the last ferry leaves?", 1),
        ("And you know what? The shower was cold.", 0),
    ],
)
def test_asks_in_one_breath(body, asks):
    assert count_asked(body) == asks
