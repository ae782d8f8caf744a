"""The heads that mail is read with."""

from __future__ import annotations

from collections.abc import Mapping

from drafting.drafts.reader.models import ReaderState, ReaderVersion
from templatesapp.text.reader.heads import Head, unpacked_heads


def live_heads() -> Mapping[str, Head]:
    """By name, the heads in the place of shipped ones; none where no version is live. One query."""
    held = ReaderVersion.objects.filter(state=ReaderState.LIVE).values_list("arrays", flat=True)
    packed = held.first()
    return unpacked_heads(bytes(packed)) if packed is not None else {}
