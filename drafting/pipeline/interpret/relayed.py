"""The guest's own words out of what a booking platform puts around them."""

from __future__ import annotations

from templatesapp.text.reader.frames import read_frame

# In log-odds: of two hundred mails that nobody passed on one is cut, below its footer.
_SURELY = 4.0


def unframed(text: str) -> str:
    """The guest's words of a text that nobody vouches for; all of it where no frame is sure."""
    found = read_frame(text)
    return found.words if found.evidence >= _SURELY else text
