"""How much of what a question says a text takes up, word by word, whatever the languages of both: a
word lies where it moves a question that holds it, so "Frühstück" meets "breakfast"."""

from dataclasses import dataclass

import numpy as np

from templatesapp.text.reader.topics import TopicReader

_WEIGHTIEST = 4
_MET, _NEARLY = 0.5, 0.6  # how near the nearest word of the text must lie


@dataclass(frozen=True, slots=True)
class Met:
    """``share``: how far the words are met, by their weight (0-1); ``least``: how far the least of
    the weightiest is; ``lost``: what is missing to ``share``, of words that are hardly met;
    ``unmet``: of what says where the question lies, the share of words that are not met (0-1)."""

    share: float
    least: float
    lost: float
    unmet: float


NOTHING_MET = Met(share=0.0, least=0.0, lost=1.0, unmet=1.0)


def words_met(reader: TopicReader, question: str, language: str, text: str, written: str) -> Met:
    """``written``: the text's language. Nothing is met where either has no word."""
    own, weights = reader.word_ways(question, language)
    others, _ = reader.word_ways(text, written)
    if not (len(own) and len(others)):
        return NOTHING_MET
    near = (own @ others.T).max(axis=1)
    weightiest = np.argsort(-weights, kind="stable")[:_WEIGHTIEST]
    pull = np.maximum(own @ reader.direction(question, language), 0) * weights
    shares = weights / (weights.sum() + 1e-9)
    return Met(
        share=float(near @ shares),
        least=float(near[weightiest].min()),
        lost=float(np.maximum(0, _NEARLY - near) @ shares),
        unmet=float(pull[near < _MET].sum() / (pull.sum() + 1e-9)),
    )
