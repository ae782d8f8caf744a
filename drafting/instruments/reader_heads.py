"""All heads of the reader, trained from one pile of labelled rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drafting.drafts.kept import current_desk
from drafting.instruments.reader_letters import train_letters
from drafting.instruments.reader_pairs import pair_example, pair_figures, pair_plan, pair_rows
from drafting.instruments.reader_training import train_head
from templatesapp.text.reader.heads import Head
from templatesapp.text.reader.opinions import PAIRS


def train_heads(
    rows: Sequence[Mapping[str, Any]], *, seed: int
) -> tuple[dict[str, Head], dict[str, float]]:
    """The heads, and their figures of authors that were left out. A row is a mail, a pair of an
    ask and a sentence, or a question with its answer, told apart by its fields."""
    pairs = list(pair_rows(row for row in rows if "body" not in row))
    trained = train_head(pair_plan(), [pair_example(row) for row in pairs], seed=seed)
    figures = {f"pairs, {k}": v for k, v in pair_figures(trained, pairs).items()}
    heads = {PAIRS: trained.head}
    if any("body" in row for row in rows):
        letters, of_letters = train_letters(rows, current_desk(), seed=seed)
        heads |= letters
        figures |= of_letters
    return heads, figures
