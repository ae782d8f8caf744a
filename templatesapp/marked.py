"""Texts and their differences as HTML: everything is escaped, nothing is run or resolved."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from templatesapp.text.sentences import Span
from templatesapp.text.shown import Piece, shown_pieces
from templatesapp.text.slots import name_in_words
from templatesapp.text.word_diff import Op

# The slot stays in the text (so that a copied one is a slot), where the style shows its name.
_SLOT = '<span class="text-slot" data-name="{}"><i aria-hidden="true">{}</i></span>'
_HIDDEN = '<span class="text-hidden" title="{}">{}</span>'
_NEW = '<mark class="text-new" title="Neither the draft nor our texts say this">{}</mark>'
_STEP = {
    "equal": "{}",
    "insert": '<ins class="diff-ins">{}</ins>',
    "delete": '<del class="diff-del">{}</del>',
}


def shown_once(method: Callable[..., Any]) -> Callable[..., Any]:
    """For a field that the page of a row shows: the frame asks for it several times a page."""

    @wraps(method)
    def shown(owner: Any, row: Any) -> Any:
        kept = {} if row is None else row.__dict__.setdefault("_shown", {})
        if method.__name__ not in kept:
            kept[method.__name__] = method(owner, row)
        return kept[method.__name__]

    return shown


def show_text(text: str, new: Sequence[Span] = ()) -> SafeString:
    """A text with its slots and hidden characters marked; white space is kept by the style.
    ``new``: sentences of it that no text of ours says, in order; they are marked, too."""
    html, at = SafeString(), 0
    for span in new:
        html += _pieces(text[at : span.start]) + format_html(_NEW, _pieces(span.text))
        at = span.end
    return html + _pieces(text[at:])


def _pieces(text: str) -> SafeString:
    return format_html_join("", "{}", ((_shown(piece),) for piece in shown_pieces(text)))


def show_steps(steps: Iterable[Op]) -> SafeString:
    """One cell of a diff; the lines that part it from the next are the layout's."""
    html = format_html_join("", "{}", ((_step(step),) for step in steps))
    return mark_safe(html.rstrip("\n"))  # noqa: S308


def _step(step: Op) -> SafeString:
    """White space behind the words stays outside the mark: it is no change."""
    words = step.text.rstrip()
    return mark_safe(format_html(_STEP[step.op], show_text(words)) + step.text[len(words) :])  # noqa: S308


def _shown(piece: Piece) -> SafeString | str:
    if piece.kind == "slot":
        return format_html(_SLOT, name_in_words(piece.label), piece.text)
    if piece.kind == "hidden":
        return format_html(_HIDDEN, piece.label, piece.label.split(" ", 1)[0])
    return piece.text
