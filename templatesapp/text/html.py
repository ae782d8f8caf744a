"""Plain text → HTML, the only way a reply gets its HTML part. No HTML is ever taken as input."""

import re
from html import escape

_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
# C0 controls and DEL are no characters of HTML text; tab and newline stay.
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127])
_SHELL = """<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><title></title></head>
<body>
{paragraphs}
</body>
</html>
"""


def plain_to_html(text: str, language: str = "en") -> str:
    """A whole page: blank lines part ``<p>``, newlines become ``<br>``, everything is escaped.

    ``language``: BCP 47 code for the ``lang`` attribute.
    """
    folded = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS).strip()
    paragraphs = [part.strip("\n") for part in _BLANK_LINES.split(folded) if part.strip()]
    inner = "\n".join(f"<p>{escape(part).replace(chr(10), '<br>')}</p>" for part in paragraphs)
    return _SHELL.format(language=escape(language), paragraphs=inner)
