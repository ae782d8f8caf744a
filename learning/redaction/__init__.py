"""Redaction: what identifies a person becomes a token before it is kept for learning."""

from learning.redaction.engine import redact
from learning.redaction.page import TOKENS, own_words

__all__ = ["TOKENS", "own_words", "redact"]
