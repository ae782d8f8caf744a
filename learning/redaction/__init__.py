"""Redaction: what identifies a person becomes a token before it is kept for learning."""

from __future__ import annotations

from learning.redaction.engine import Redaction, redact
from learning.redaction.page import TOKENS, Finding

__all__ = ["TOKENS", "Finding", "Redaction", "redact"]
