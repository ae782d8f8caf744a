"""Numbers and addresses that are read letter by letter, and dates in digits."""

import re
from collections.abc import Iterator

from templatesapp.text.guarded.kinds import Kind, Value, day_amounts
from templatesapp.text.links import find_links

_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[\w-]{1,63}")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?\b")
_PHONE = re.compile(
    r"(?<![\w.,:])"
    r"(?:(?:\+|00)\d[\d ()/.-]{6,20}\d|0\d[\d ()/-]{6,16}\d|\d{3}[ ]\d{3}[ ]\d{4})(?!\w)"
)
_DATE = re.compile(
    r"\b(?:(?P<iso>\d{4}-(?P<im>\d\d)-(?P<id>\d\d))"
    r"|(?P<d>\d{1,2})[./](?P<m>\d{1,2})[./](?:\d{4}|\d\d)\b"
    r"|(?P<sd>\d{1,2})/(?P<sm>\d{1,2})(?![\d/])"
    r"|(?P<gd>\d{1,2})\.(?P<gm>0\d|1[0-2])\.(?!\d))"
)


def normal_url(text: str) -> str:
    """Host and path; scheme, www., query, fragment and a last slash say nothing."""
    plain = text.split("://", 1)[-1].split("?", 1)[0].split("#", 1)[0]
    host, _, path = plain.partition("/")
    return f"{host.lower().removeprefix('www.')}/{path.rstrip('/')}"


def written_values(text: str) -> tuple[list[Value], str]:
    """Addresses and numbers that are read letter by letter, and the text without them."""
    found: list[Value] = []
    if "@" in text:
        for match in _MAIL.finditer(text):
            mail = match.group().rstrip(".").lower()
            found.append(Value(Kind.EMAIL, match.start(), match.start() + len(mail), written=mail))
    if "." in text:
        found += [
            Value(Kind.URL, link.start, link.end, written=normal_url(link.url))
            for link in find_links(text)
        ]
    bare = _blanked(text, found)
    for kind, pattern in ((Kind.IBAN, _IBAN), (Kind.PHONE, _PHONE)):
        matches = [
            Value(kind, *match.span(), written=normal(kind, match.group()))
            for match in pattern.finditer(bare)
            if kind is not Kind.PHONE or len(normal(kind, match.group())) >= 8
        ]
        found += matches
        bare = _blanked(bare, matches)
    return found, bare


def normal(kind: Kind, text: str) -> str:
    """What is written, of whichever kind, as it is compared."""
    if kind is Kind.URL:
        return normal_url(text)
    if kind is Kind.PHONE:  # 00 and + are the same
        return "".join(filter(str.isdigit, text)).removeprefix("00")
    return text.strip().lower() if kind is Kind.EMAIL else text.replace(" ", "").upper()


def _blanked(text: str, values: list[Value]) -> str:
    for value in values:
        text = f"{text[: value.start]}{' ' * (value.end - value.start)}{text[value.end :]}"
    return text


def numeric_dates(text: str) -> Iterator[Value]:
    for match in _DATE.finditer(text):
        day, month = next(
            (int(match[d]), int(match[m]))
            for d, m in (("id", "im"), ("d", "m"), ("sd", "sm"), ("gd", "gm"))
            if match[d]
        )
        if 1 <= day <= 31 and 1 <= month <= 12 and match.group() != "24/7":
            yield Value(Kind.DATE, *match.span(), amounts=day_amounts(month, day))
