"""The kept index against the library it takes its statistics from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from templatesapp.text.postings import K1, TEMPLATE_WEIGHTS, B, FieldedIndex, Likeness

WORDS = st.sampled_from(["bed", "bus", "key", "wifi", "pay", "dog", "bag", "sea"])
DOCUMENTS = st.lists(st.lists(WORDS, max_size=8), max_size=12)
QUERY = st.lists(st.one_of(WORDS, st.just("unknown")), max_size=8)


def one_field(documents: list[list[str]]) -> FieldedIndex:
    return FieldedIndex([{"body": words} for words in documents], {"body": 1.0})


def library_scores(documents: list[list[str]], query: list[str]) -> list[float]:
    """The library's scores; where it fails for want of words, none."""
    if not any(documents):
        return [0.0] * len(documents)
    return BM25Okapi(documents, k1=K1, b=B).get_scores(query).tolist()


@settings(max_examples=400, deadline=None)
@given(documents=DOCUMENTS, query=QUERY)
def test_field_scores_equal_the_library(documents, query):
    found = one_field(documents).scores(query)
    expected = library_scores(documents, query)
    for number, score in enumerate(expected):
        assert found.get(number, 0.0) == pytest.approx(score, abs=1e-9)


@settings(max_examples=200, deadline=None)
@given(
    documents=st.lists(
        st.fixed_dictionaries({name: st.lists(WORDS, max_size=6) for name in TEMPLATE_WEIGHTS}),
        max_size=8,
    ),
    query=QUERY,
)
def test_fielded_scores_are_the_weighted_sum(documents, query):
    found = FieldedIndex(documents, TEMPLATE_WEIGHTS).scores(query)
    by_field = {
        name: library_scores([d[name] for d in documents], query) for name in TEMPLATE_WEIGHTS
    }
    for number, document in enumerate(documents):
        expected = sum(TEMPLATE_WEIGHTS[name] * by_field[name][number] for name in by_field)
        assert found.get(number, 0.0) == pytest.approx(expected, abs=1e-9)
        holds_a_word = any(word in words for words in document.values() for word in query)
        assert (number in found) == holds_a_word


def test_scores_of_no_documents_are_none():
    assert one_field([]).scores(["bed"]) == {}
    assert one_field([[], []]).scores(["bed"]) == {}
    assert FieldedIndex([], TEMPLATE_WEIGHTS).ranking(["bed"]) == []


def test_repeated_query_words_count_twice():
    field = one_field([["bed", "sea"], ["bus"], ["key"]])
    assert field.scores(["bed", "bed"])[0] == pytest.approx(2 * field.scores(["bed"])[0])


def test_unknown_words_match_nothing():
    assert one_field([["bed"], ["bus"]]).scores(["zeppelin"]) == {}


def test_ranking_leaves_out_scores_that_are_not_positive():
    # One document: the library's idf of its words is negative and floored to a negative mean.
    index = FieldedIndex([{"body": ["bed"]}], {"body": 1.0})
    assert index.scores(["bed"])[0] < 0
    assert index.ranking(["bed"]) == []


def test_ranking_breaks_ties_by_number():
    documents = [{"body": ["bus"]}, {"body": ["bed"]}, {"body": ["bed"]}, {"body": ["key"]}]
    documents += [{"body": ["sea"]}]
    ranking = FieldedIndex(documents, {"body": 1.0}).ranking(["bed"])
    assert [number for number, _ in ranking] == [1, 2]


def test_held_and_shares_tell_how_much_of_a_query_matches():
    documents = [{"body": ["bed", "sea"]}, {"body": ["bed"]}, {"body": ["bus"]}]
    index = FieldedIndex(documents, {"body": 1.0})
    query = ["bed", "sea", "bed", "zeppelin"]
    assert index.held(query, 0) == ["sea", "bed"]  # the rarer word first
    shares = index.shares(query)
    assert shares[0] == pytest.approx(1.0)  # no document knows a zeppelin
    assert 0 < shares[1] < 0.5
    assert 2 not in shares
    assert index.shares(["zeppelin"]) == {}


def test_a_text_is_wholly_like_itself_and_like_no_text_without_words():
    texts = ["Breakfast is at eight.", "", "The bus stops at the church, the bus to the sea."]
    found = Likeness(texts).of([texts[0], texts[2], "?"])
    assert found[[0, 1], [0, 2]] == pytest.approx([1, 1], abs=1e-6)
    assert 0 < found[0, 2] < 1
    assert not found[2].any() and not found[:, 1].any()
