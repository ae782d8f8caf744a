"""Where the new text of a mail ends and earlier mails begin."""

import re
from dataclasses import dataclass, fields
from functools import cache

from drafting.pipeline.interpret.matching import fold, line_pattern, union, words_pattern
from drafting.pipeline.interpret.rules import MailFormRules
from templatesapp.text.languages import Forms, codes_with, read

_QUOTED = re.compile(r"\s{0,8}>")
_HEADER_DATE = re.compile(r"\d{1,2}[:.h]\d{2}|\b(?:19|20)\d{2}\b|@")
_DATE = re.compile(r"\d{1,2}[:.h]\d{2}|\b(?:19|20)\d{2}\b")
_ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,255}")
_RULE_LINE = re.compile(r"\s*[-_*=]{5,}\s*")
_HEADER_KEY = re.compile(r"[\s*>]{0,6}([^\W\d_][^\W\d_ -]{0,12}(?:[ -][^\W\d_]{1,6})?)\*?\s?:\*?\s")
_MAX_ATTRIBUTION = 320  # characters over at most three lines; longer is prose
_HEADER_BLOCK_LINES = 5


@cache
def all_forms() -> MailFormRules:
    """Mail programs quote in their own language, whatever the mail's: all rules together."""
    known = [read(MailFormRules, code) for code in codes_with(MailFormRules)]
    names = [field.name for field in fields(MailFormRules)]
    return MailFormRules(**{name: union(getattr(rule, name) for rule in known) for name in names})


def split_quote(text: str) -> tuple[str, str]:
    """``(new, quoted)``. ``>`` lines go wherever they stand; a header without ends the mail.

    Where nothing stands above such a header the mail is a forward, or an answer below: then what
    follows is the text, as it would be lost otherwise.
    """
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
        if header or (header := _quote_header_length(lines, index)):
            if any(line.strip() for line in new):
                quoted += [line.lstrip("> \t") for line in lines[index:]]
                break
            quoted += lines[index : index + header]
            index += header
            continue
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
        if joined.endswith((":", "----")):
            return length if _is_attribution(joined, lines, index + length) else 0
    return 0


def _is_attribution(joined: str, lines: list[str], after: int) -> bool:
    """Who wrote when: with an address and a date in any language, else by the verb."""
    if _DATE.search(joined) and _ADDRESS.search(joined):
        return True
    dated = _HEADER_DATE.search(joined) or _next_is_quoted(lines, after)
    return bool(dated and words_pattern(all_forms().attribution_verbs).search(fold(joined)))


def _next_is_quoted(lines: list[str], index: int) -> bool:
    following = next((line for line in lines[index : index + 3] if line.strip()), "")
    return bool(_QUOTED.match(following))


def _quote_header_length(lines: list[str], index: int) -> int:
    """Lines of "Original message", or of the headers of a quoted mail, from here; 0 for none."""
    line = lines[index].strip()
    if not line:
        return 0
    if _is_marker(line):
        return 1 + _header_block_length(lines, index + 1)
    if _RULE_LINE.fullmatch(line):
        block = _header_block_length(lines, index + 1)
        return 1 + block if block else 0
    return _header_block_length(lines, index)


def _is_marker(line: str) -> bool:
    if line[0] not in "-_*=" and not line.endswith(":"):
        return False
    bare = fold(line).strip("-_*=> :")
    return line_pattern(all_forms().original_markers).fullmatch(bare) is not None


def _header_block_length(lines: list[str], index: int) -> int:
    """Lines of "From: …" with other header keys below it; 0 for none. The order is each
    program's own, and blank lines may stand between."""
    from_key, other = line_pattern(all_forms().from_keys), line_pattern(all_forms().other_keys)
    known, end, has_sender = 0, 0, False
    for at in range(index, min(index + 2 * _HEADER_BLOCK_LINES, len(lines))):
        line = lines[at]
        key = _header_key(line)
        is_sender = bool(key and from_key.fullmatch(key))
        if is_sender or (key and other.fullmatch(key)):
            known, end, has_sender = known + 1, at + 1, has_sender or is_sender
        elif (not known and line.strip()) or (known and line.strip() and at > end):
            break
    return end - index if known >= 2 and has_sender and lines[index].strip() else 0


def _header_key(line: str) -> str:
    match = _HEADER_KEY.match(line[:80] + " ")
    return fold(match.group(1)) if match else ""


@dataclass(frozen=True, slots=True)
class ForwardedMail:
    sender: str  # as its header line says it
    subject: str
    text: str


def read_forwarded(text: str) -> ForwardedMail | None:
    """The first mail that a text gives on, by its headers; None where there is none."""
    lines = [line.lstrip("> \t") for line in text.split("\n")]
    from_key = line_pattern(all_forms().from_keys)
    for index in range(len(lines)):
        length = _quote_header_length(lines, index)
        headers = lines[index : index + length]
        if any(from_key.fullmatch(_header_key(line)) for line in headers):
            return ForwardedMail(
                sender=_value_of(headers, all_forms().from_keys),
                subject=_value_of(headers, all_forms().subject_keys),
                text="\n".join(lines[index + length :]).strip(),
            )
    return None


def _value_of(headers: list[str], keys: Forms) -> str:
    """Of the first header line with one of the keys; "" for none."""
    named = (line for line in headers if line_pattern(keys).fullmatch(_header_key(line)))
    return next(named, "").partition(":")[2].strip(" *\t")
