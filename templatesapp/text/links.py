"""Links in a plain text, found as mail programs find them: with a scheme, with ``www.`` or bare.

What is not recognised as a link is not held against the allow-list, so the finder errs towards
finding: "desk.It" (a missing space) is a link to a host in Italy, as mail programs see it.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote, urlsplit

_REST = r"[^\s<>\"“”«»]"
_DOT = r"[.。．｡]"  # browsers read the ideographic and full-width dots as dots
# Every alternative starts at a fixed place and only moves forward, so the search is linear.
_LINK = re.compile(
    rf"""(?P<schemed>(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{{1,20}}://{_REST}{{1,2000}})
    | (?P<mail>(?<![\w.+-])[\w.+-]{{1,64}}@(?:[\w-]{{1,63}}\.){{1,8}}[\w-]{{1,63}})
    | (?P<bare>(?<![\w@.。．｡-])(?:[^\W_](?:[\w-]{{0,62}}){_DOT}){{1,8}}(?P<top>[^\W\d_]{{2,24}})
      (?![\w@-])(?:(?::\d{{1,5}})?[/?\#]{_REST}{{0,2000}})?)""",
    re.VERBOSE,
)
_TRAILING = ".,;:!?…'’*_~"
_PAIRS = {")": "(", "]": "[", "}": "{"}

# Generic endings that mail programs link in any spelling. Two-letter (country) endings need no
# list; any other ending counts where the whole name is lower case ("our-inn.example").
_GENERIC_LIST = """
    com net org info biz name pro eu edu gov int mil app dev shop store online site website space
    tech live link click page blog cloud digital email travel hotel hostel holiday tours rentals
    restaurant cafe bar club fun top xyz icu vip win bid loan review work world today news media
    agency group solutions services support help center company business finance money pay cash
    bank insurance zip mov mobi tel asia cat jobs museum aero coop post xxx"""
_GENERIC = frozenset(_GENERIC_LIST.split())
# Written without a space by habit: abbreviations whose second half is a country's ending.
_NO_HOSTS = frozenset({"a.m", "p.m", "sig.na", "sig.ra", "c.so", "v.le", "u.a", "z.b", "e.g"})


@dataclass(frozen=True, slots=True)
class Link:
    """``url`` as it stands in ``text[start:end]``; ``host`` lower case without ``www.``."""

    url: str
    host: str
    path: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AllowedLinks:
    """``hosts``: every page of them (with or without ``www.``; no other subdomain).
    ``urls``: that page and what lies below it."""

    hosts: frozenset[str] = frozenset()
    urls: frozenset[str] = frozenset()


def find_links(text: str) -> list[Link]:
    """Links in order of place; a full stop or bracket that belongs to the sentence is left out."""
    links = []
    for match in _LINK.finditer(text):
        if match.lastgroup == "mail" or (match["bare"] and not _is_host(match)):
            continue
        url = _without_sentence_marks(match.group())
        host, path = _host_and_path(url)
        if host:
            links.append(Link(url, host, path, match.start(), match.start() + len(url)))
    return links


def foreign_links(
    text: str, allowed_hosts: Collection[str], allowed_urls: Collection[str] = ()
) -> list[Link]:
    """Links of ``text`` that lead neither to an allowed host nor to an allowed page."""
    hosts = {host.strip().lower().removeprefix("www.") for host in allowed_hosts}
    pages = [_host_and_path(url) for url in allowed_urls]
    return [
        link
        for link in find_links(text)
        if link.host not in hosts and not any(_lies_below(link, *page) for page in pages)
    ]


def _is_host(match: re.Match[str]) -> bool:
    """Whether a name without scheme is one that mail programs would link."""
    name = re.split(r"[:/?#]", match["bare"], maxsplit=1)[0]
    top = match["top"].lower()
    if name.lower() in _NO_HOSTS or not any(c.isalpha() for c in name[: -len(top) - 1]):
        return False
    if name.lower().startswith("www.") or len(match["bare"]) > len(name):
        return True
    return len(top) == 2 or top in _GENERIC or name == name.lower()


def _without_sentence_marks(url: str) -> str:
    while url and (
        url[-1] in _TRAILING
        or (url[-1] in _PAIRS and url.count(url[-1]) > url.count(_PAIRS[url[-1]]))
    ):
        url = url[:-1]
    return url


@lru_cache(maxsize=2_000)  # the allowed links come again with every draft
def _host_and_path(url: str) -> tuple[str, str]:
    """Host and path as a browser reads them: a backslash is a slash, user data before @ is none."""
    plain = re.sub("[。．｡]", ".", url).replace("\\", "/")
    try:
        parts = urlsplit(plain if "://" in plain else f"//{plain}")
        host = (parts.hostname or "").rstrip(".").removeprefix("www.")
    except ValueError:  # "http://[": no host, and surely not an allowed one
        return plain.lower(), ""
    return host or plain.lower(), parts.path


def _lies_below(link: Link, host: str, path: str) -> bool:
    if link.host != host or ".." in unquote(link.path).split("/"):
        return False
    top = path.rstrip("/")
    return link.path.rstrip("/") == top or link.path.startswith(f"{top}/")
