"""Markup as the text that its reader saw."""

import re

import structlog
from bs4 import BeautifulSoup
from inscriptis import get_text

_TAG = re.compile(r"<[^<>]{0,2000}>")
logger = structlog.get_logger(__name__)


def html_to_text(markup: str) -> str:
    """The text of HTML; quoted blocks get their ``>`` marks."""
    for reading in (_layout_text, _plain_text):
        try:
            text = reading(markup).strip()
        except Exception as error:  # parsers of real-world HTML fail in many ways
            logger.warning("mail_html_not_read", error=type(error).__name__)
            continue
        if text:
            return text
    return ""


def _layout_text(markup: str) -> str:
    if "<blockquote" in markup.lower():
        markup = _with_marked_quotes(markup)
    return "\n".join(line.strip() for line in get_text(markup).splitlines())


def _with_marked_quotes(markup: str) -> str:
    soup = BeautifulSoup(markup, "lxml")
    for quote in soup.select("blockquote"):
        if quote.find_parent("blockquote") is None:
            lines = get_text(str(quote)).strip().splitlines()
            marked = soup.new_tag("pre")
            marked.string = "\n".join(f"> {line.strip()}" for line in lines)
            quote.replace_with(marked)
    return str(soup)


def _plain_text(markup: str) -> str:
    """Tags cut out; for markup so deeply nested that a real parser loses what is in it."""
    return BeautifulSoup(_TAG.sub(" ", markup), "html.parser").get_text()
