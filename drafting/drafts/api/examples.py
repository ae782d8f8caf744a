"""Examples of the OpenAPI document."""

from drf_spectacular.utils import OpenApiExample

_DRAFT_ID = "7b0d2a52-4a53-4d1b-9b0e-0d6d3c1f7a11"
_TEXT = "Dear Annika,\n\nBreakfast is served on the terrace.\n\nWarm regards,\nAda & Luca"

INTERPRET = OpenApiExample(
    "a guest asks",
    value={
        "subject": "Breakfast",
        "body": "Hello, what time does breakfast start? Thanks, Annika",
        "from_address": "annika@example.com",
    },
    request_only=True,
)
GENERATE = OpenApiExample("for a recorded mail", value={"message": 1}, request_only=True)
QUALITY_CHECK = OpenApiExample(
    "a rewrite before it is attested",
    value={"draft_id": _DRAFT_ID, "draft": {"body_plain": _TEXT}},
    request_only=True,
)
REFINE = OpenApiExample(
    "a rewrite",
    value={
        "draft_id": _DRAFT_ID,
        "original_body_plain": _TEXT,
        "refined_body_plain": _TEXT.replace("terrace", "terrace, with a view of the sea"),
        "rewrite_reason": "style",
    },
    request_only=True,
)
