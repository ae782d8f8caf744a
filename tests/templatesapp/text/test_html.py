from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templatesapp.text.shown import plain_to_html


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "br":
            self.text += "\n"

    def handle_data(self, data):
        self.text += data


def _read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("One", "<p>One</p>"),
        ("One\nTwo", "<p>One<br>Two</p>"),
        ("One\n\nTwo", "<p>One</p>\n<p>Two</p>"),
        ("One\r\n\r\n \r\nTwo\r\n", "<p>One</p>\n<p>Two</p>"),
        ("<b>1 & 2</b>", "<p>&lt;b&gt;1 &amp; 2&lt;/b&gt;</p>"),
        ('"it\'s"', "<p>&quot;it&#x27;s&quot;</p>"),
        ("a\x00b", "<p>ab</p>"),
        ("", ""),
    ],
)
def test_plain_to_html(text, body):
    html = plain_to_html(text)
    assert html.startswith("<!DOCTYPE html>")
    assert f"<body>\n{body}\n</body>" in html


def test_the_language_is_escaped_too():
    assert 'lang="&quot;&gt;"' in plain_to_html("x", language='">')


@given(st.text(alphabet="<>&\"'a/= \n\rscript{}%é", max_size=60))
def test_no_tag_of_the_text_becomes_a_tag(text):
    reader = _read(plain_to_html(text))
    assert set(reader.tags) <= {"html", "head", "meta", "title", "body", "p", "br"}
    assert reader.text.split() == text.split()
