"""Where the new text of a mail ends and earlier mails begin."""

from __future__ import annotations

import re
from functools import cache

from drafting.pipeline.interpret.matching import fold, line_pattern, union, words_pattern
from drafting.pipeline.languages import rules
from drafting.pipeline.languages.shapes import MailFormRules

_QUOTED = re.compile(r"\s{0,8}>")
_HEADER_DATE = re.compile(r"\d{1,2}[:.h]\d{2}|\b(?:19|20)\d{2}\b|@")
_RULE_LINE = re.compile(r"\s*[-_*=]{5,}\s*")
_HEADER_KEY = re.compile(r"[\s*>]{0,6}([^\W\d_][^\W\d_ -]{0,12}(?:[ -][^\W\d_]{1,6})?)\*?\s?:\*?\s")
_MAX_ATTRIBUTION = 320  # characters over at most three lines; longer is prose
_HEADER_BLOCK_LINES = 5


@cache
def _forms() -> MailFormRules:
    """Mail programs quote in their own language, whatever the mail's: all rules together."""
    languages = rules("mailform").values()
    fields = MailFormRules.__dataclass_fields__
    return MailFormRules(**{name: union(getattr(r, name) for r in languages) for name in fields})


def all_forms() -> MailFormRules:
    return _forms()


def split_quote(text: str) -> tuple[str, str]:
    """``(new, quoted)``. ``>`` lines go wherever they stand; a header without ends the mail."""
    lines = text.split("\n")
    new: list[str] = []
    quoted: list[str] = []
    index = 0
    while index < len(lines):
        if _QUOTED.match(lines[index]):
            quoted.append(lines[index].lstrip("> \t"))
            index += 1
            continue
        header = _attribution_length(lines, index)
        if header and _next_is_quoted(lines, index + header):
            index += header  # the ">" lines that follow go by themselves; an answer may follow them
            continue
        if header or _starts_quote(lines, index):
            quoted += [line.lstrip("> \t") for line in lines[index:]]
            break
        new.append(lines[index])
        index += 1
    return "\n".join(new), "\n".join(quoted)


def _attribution_length(lines: list[str], index: int) -> int:
    """Lines (1–3) taken by "On … wrote:" from here, else 0."""
    first = lines[index].strip()
    if not first or len(first) > _MAX_ATTRIBUTION:
        return 0
    joined = ""
    for length in (1, 2, 3):
        if index + length > len(lines):
            return 0
        line = lines[index + length - 1].strip()
        if not line or _QUOTED.match(line):
            return 0
        joined = f"{joined} {line}".strip()
        if len(joined) > _MAX_ATTRIBUTION:
            return 0
        if line.endswith((".", "!", "?")) and not _HEADER_DATE.search(line):
            return 0  # "Yes, please." above the header: a sentence of the guest
        if joined.endswith(":"):
            dated = _HEADER_DATE.search(joined) or _next_is_quoted(lines, index + length)
            verb = words_pattern(_forms().attribution_verbs)
            return length if dated and verb.search(fold(joined)) else 0
    return 0


def _next_is_quoted(lines: list[str], index: int) -> bool:
    following = next((line for line in lines[index : index + 3] if line.strip()), "")
    return bool(_QUOTED.match(following))


def _starts_quote(lines: list[str], index: int) -> bool:
    line = lines[index].strip()
    if not line:
        return False
    if _is_marker(line):
        return True
    if _RULE_LINE.fullmatch(line):
        return index + 1 < len(lines) and _is_header_block(lines, index + 1)
    return _is_header_block(lines, index)


def _is_marker(line: str) -> bool:
    if line[0] not in "-_*=" and not line.endswith(":"):
        return False
    bare = fold(line).strip("-_*=> :")
    return line_pattern(_forms().original_markers).fullmatch(bare) is not None


def _is_header_block(lines: list[str], index: int) -> bool:
    """ "From: …" and another header key within the lines that follow."""
    key = _header_key(lines[index])
    if not key or not line_pattern(_forms().from_keys).fullmatch(key):
        return False
    other = line_pattern(_forms().other_keys)
    following = [
        line for line in lines[index + 1 : index + 1 + 2 * _HEADER_BLOCK_LINES] if line.strip()
    ]
    keys = [_header_key(line) for line in following[:_HEADER_BLOCK_LINES]]
    return sum(bool(other.fullmatch(key)) for key in keys if key) >= 1


def _header_key(line: str) -> str:
    match = _HEADER_KEY.match(line[:80] + " ")
    return fold(match.group(1)) if match else ""
