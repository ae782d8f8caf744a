from __future__ import annotations

from templatesapp.text.coverage.cover import Coverage, cover_all


def cover(
    question: str, text: str, *, language: str, answer_language: str = "", is_reply: bool = True
) -> Coverage:
    """How far a text answers one question."""
    [judged] = cover_all(
        [question],
        text,
        kinds=["question"],
        language=language,
        answer_language=answer_language or language,
        is_reply=is_reply,
    )
    return judged
