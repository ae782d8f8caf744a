"""What the release queue shows of the letters that a person may choose in a reply's place."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string

from drafting.drafts.evidence import chosen_letter
from drafting.drafts.other_letters import OtherLetter, best_letters, find_letters
from drafting.outbox.release_queue import ReplyScreen

MAX_SEARCH_CHARACTERS = 100


def show_letters(request: HttpRequest, screen: ReplyScreen, *, decide_url: str) -> JsonResponse:
    """The best letters besides the one that stands there, or those with the words of ``?q=``."""
    words = request.GET.get("q", "").strip()[:MAX_SEARCH_CHARACTERS]
    context = {
        "letters": _letters(screen, words),
        "words": words,
        "decide_url": decide_url,
    }
    return JsonResponse(
        {"html": render_to_string("admin/drafting/release/letters.html", context, request)}
    )


def _letters(screen: ReplyScreen, words: str) -> list[OtherLetter]:
    draft = screen.mail.draft
    if draft is None or draft.blanked_at is not None:
        return []
    if words:
        return find_letters(words=words, language=screen.mail.language)
    return best_letters(draft=draft, present=chosen_letter(draft, screen.attestation))
