"""Subject lines: whether a mail is a reply, and what the guest put there."""

from __future__ import annotations

import re
from functools import cache

from drafting.pipeline.interpret.quotes import all_forms

_MAX_PREFIXES = 6  # "Re: AW: Re: …" after a long exchange


@cache
def _prefix() -> re.Pattern[str]:
    """ "Re:", "AW:", "Fwd[2]:" in every language: mail programs write their own."""
    prefixes = "|".join(all_forms().subject_prefixes)
    return re.compile(rf"\s*(?:{prefixes})\s?(?:\[\d{{1,3}}\])?\s?:", re.IGNORECASE)


def is_reply(subject: str) -> bool:
    return _prefix().match(subject) is not None


def own_subject(subject: str) -> str:
    """The subject without its reply and forward prefixes."""
    for _ in range(_MAX_PREFIXES):
        match = _prefix().match(subject)
        if not match:
            break
        subject = subject[match.end() :]
    return subject.strip()
