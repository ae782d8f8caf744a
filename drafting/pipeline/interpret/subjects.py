"""Subject lines: whether a mail is a reply, and what the guest put there."""

import re
from functools import cache

from drafting.pipeline.interpret.quotes import all_forms

_MAX_PREFIXES = 6  # "Re: AW: Re: …" after a long exchange


@cache
def _prefixes() -> re.Pattern[str]:
    """ "Re:", "AW:", "Fwd[2]:" in every language: mail programs write their own."""
    prefixes = "|".join(all_forms().subject_prefixes)
    one = rf"\s*(?:{prefixes})\s?(?:\[\d{{1,3}}\])?\s?:"
    return re.compile(rf"(?:{one}){{1,{_MAX_PREFIXES}}}", re.IGNORECASE)


def is_reply(subject: str) -> bool:
    return _prefixes().match(subject) is not None


def own_subject(subject: str) -> str:
    """The subject without its reply and forward prefixes."""
    match = _prefixes().match(subject)
    return subject[match.end() if match else 0 :].strip()
