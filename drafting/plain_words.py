"""What the desk's codes mean, in a sentence for a person: pages take it from here alone."""

from __future__ import annotations

from collections.abc import Iterable

CODES = {
    # What a check found (drafting.pipeline.check.checks)
    "unanswered_questions": "Something is neither answered nor promised",
    "prohibited_claims": "It says that something was done that we have not done",
    "missing_plaintext": "The text is empty",
    "missing_html": "The formatted text is empty",
    "missing_signature": "Our signature is missing",
    "missing_required_link": "A link that the answer needs is missing",
    "missing_required_reference": "The page that this letter refers to is missing",
    "reference_not_applicable": "It refers to a page that this letter should not name",
    "contradicts_thread": "It contradicts what we wrote before",
    "missing_policy_mandatory_content": "A sentence that our policies ask for is missing",
    "policy_prohibited_content": "It says what our policies forbid",
    "unresolved_slot": "A place in the letter was not filled in",
    "foreign_link": "It holds a link that is not ours",
    "contradicts_fact": "It contradicts a fact of ours",
    "protected_text_changed": "A text that is protected by law was changed",
    "check_error": "The check itself failed; somebody should look into it",
    "partial_question_coverage": "A question is answered in part only",
    "notice_ignored": "Something that the guest told us is not taken up",
    "unknown_value": "It states a value that none of our facts knows",
    "language_mismatch": "It is not written in the guest's language",
    "length_out_of_range": "It is much shorter or longer than such letters are",
    # Who should look at it (drafting.pipeline.check.policy)
    "mandatory-review": "A person must read it",
    "owner-alert": "The owners should see it",
    # Why a sentence of a letter was left out
    "not_asked": "Nobody asked about it",
}


def plain(code: str) -> str:
    """The code itself for one without a sentence."""
    return CODES.get(code, code)


def plain_list(codes: Iterable[str]) -> str:
    """As the end of a sentence."""
    said = (plain(code) for code in codes)
    return "; ".join(one[:1].lower() + one[1:] for one in said)
