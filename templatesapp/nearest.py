"""Which templates say much the same as a text: so that nobody adds what is there already."""

from functools import lru_cache

from templatesapp.entries import Catalogue, TemplateEntry
from templatesapp.text.distance import similarity_pct
from templatesapp.text.letter import split_letter
from templatesapp.text.postings import TEMPLATE_WEIGHTS, FieldedIndex
from templatesapp.text.slots import SLOT
from templatesapp.text.tokens import index_terms, query_terms

_AT_MOST = 3
# Of the best match's score: below it a template shares ordinary words only.
_NEAR_SHARE = 0.25


def nearest_templates(
    *, catalogue: Catalogue, subject: str, body: str, language: str
) -> list[tuple[TemplateEntry, float]]:
    """The active templates of the language nearest to a text, best first, at most three, each with
    how much of its words is the same, in order (100: the same text); no query.

    Ranked by BM25 alone: how a template did with guests says nothing about what it says.
    """
    templates, index = _index(catalogue, language)
    query = query_terms(f"{subject}\n{_said(body)}", language)
    ranking = index.ranking(query)[:_AT_MOST]
    return [
        (templates[number], similarity_pct(templates[number].body, body))
        for number, score in ranking
        if score >= _NEAR_SHARE * ranking[0][1]
    ]


@lru_cache(maxsize=5)  # one per language
def _index(catalogue: Catalogue, language: str) -> tuple[list[TemplateEntry], FieldedIndex]:
    templates = [entry for entry in catalogue.templates if entry.language == language]
    documents = [
        {
            "subject": tuple(index_terms(entry.subject, language)),
            "category": (),
            "body": _terms(entry.body, language),
        }
        for entry in templates
    ]
    return templates, FieldedIndex(documents, TEMPLATE_WEIGHTS)


@lru_cache(maxsize=10_000)
def _terms(text: str, language: str) -> tuple[str, ...]:
    """Kept by text: an approval changes one text, and the others need no second reading."""
    return tuple(index_terms(_said(text), language))


def _said(text: str) -> str:
    """A letter without greeting, closing and slots: these make no two letters alike."""
    return SLOT.sub(" ", "\n".join(split_letter(text)[1]))
