"""Links of a reply that neither templates, knowledge, facts nor settings hold.

Stricter than the finder that it is built on: nobody looks at the text before it leaves, so what
only might be read as a link counts, too, and so does what leads elsewhere from a known host.
"""

import html
import re
import unicodedata
from urllib.parse import SplitResult, unquote, urlsplit

from templatesapp.text.links import AllowedLinks, Link, find_links, foreign_links

_DECODINGS = 3  # "%25252e": what a chain of servers may undo
_WEB_PORTS = {"http": 80, "https": 443}
# No host of its own, and run or opened by programs that find it.
_SCHEMES = re.compile(
    r"(?<!\w)(?:(?:javascript|vbscript|blob|view-source):\S|data:[\w.+-]*[/;,]|(?:file|intent):/)",
    re.IGNORECASE,
)
_MAILTO = re.compile(r"mailto:\s?(?://)?[^\s<>@]{0,64}@([\w.-]{1,253})", re.IGNORECASE)
# An address that goes on like a page: programs disagree on which of the two it is.
_PAGE_OF_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}(?:[/?#]|:\d)\S?")
_NUMERIC_HOST = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5}|/)")


def fabricated_links(text: str, allowed: AllowedLinks) -> tuple[str, ...]:
    """Each such link once, as it stands in the text as a program reads it."""
    found: dict[str, None] = {}
    folded = _visible(text)
    # As written; as browsers fold it; as HTML.
    for reading in dict.fromkeys((text, folded, _visible(html.unescape(folded)))):
        found |= dict.fromkeys(
            link.url for link in foreign_links(reading, allowed.hosts, allowed.urls)
        )
        found |= dict.fromkeys(
            link.url for link in find_links(reading) if not _is_plain(link, allowed)
        )
        found |= dict.fromkeys(_without_host(reading, allowed))
    return tuple(found)


def _visible(text: str) -> str:
    """Compatibility forms folded, invisible characters gone: "ｅvil.c\u00adom" is evil.com."""
    folded = unicodedata.normalize("NFKC", text)
    return "".join(c for c in folded if unicodedata.category(c) != "Cf")


def _without_host(text: str, allowed: AllowedLinks) -> list[str]:
    found = [m.group() for m in (*_SCHEMES.finditer(text), *_PAGE_OF_ADDRESS.finditer(text))]
    found += [match.group() for match in _NUMERIC_HOST.finditer(text)]
    for match in _MAILTO.finditer(text):
        if foreign_links(f"https://{match.group(1)}/", allowed.hosts, allowed.urls):
            found.append(match.group())
    return found


def _is_plain(link: Link, allowed: AllowedLinks) -> bool:
    """Whether a link to a known host does only what it seems to do."""
    try:
        parts = urlsplit(link.url if "://" in link.url else f"//{link.url}")
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in ("", *_WEB_PORTS) or "@" in parts.netloc:
        return False
    if port is not None and not _is_known_port(parts.scheme, port, parts.netloc, allowed):
        return False
    # Some server could read it as going up: "..%5c", "%252e%252e".
    steps = _decoded(parts.path).replace("\\", "/").replace(";", "/").split("/")
    return ".." not in steps and not _leads_elsewhere(parts, allowed)


def _is_known_port(scheme: str, port: int, netloc: str, allowed: AllowedLinks) -> bool:
    if port == _WEB_PORTS.get(scheme, 443):
        return True
    netlocs = (urlsplit(url if "://" in url else f"//{url}").netloc for url in allowed.urls)
    return netloc.lower() in {known.lower() for known in netlocs}


def _leads_elsewhere(parts: SplitResult, allowed: AllowedLinks) -> bool:
    """Whether a page of ours is told to go on to a host that is not: "?next=https://…"."""
    rest = _decoded(f"{parts.path} {parts.query} {parts.fragment}")
    targets = (part for part in re.split(r"[\s=&?#;,]", rest) if "//" in part.replace("\\", "/"))
    return any(foreign_links(target, allowed.hosts, allowed.urls) for target in targets)


def _decoded(text: str) -> str:
    for _ in range(_DECODINGS):
        text = unquote(text)
    return text
