"""The 20 categories of mails and templates, and the desk's languages. Stored; never renamed."""

import tomllib
from pathlib import Path

from babel import Locale, UnknownLocaleError

from templatesapp.text.languages import DEFAULT_LANGUAGE as DEFAULT_LANGUAGE
from templatesapp.text.languages import desk_languages

# As they are stored, and as screens say them.
CATEGORY_NAMES: dict[str, str] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
CATEGORIES = tuple(CATEGORY_NAMES)

# By their folders (docs/languages.md): English first, then by name.
LANGUAGES: dict[str, str] = dict(
    sorted(
        ((code, str(Locale(code).english_name)) for code in desk_languages()),
        key=lambda known: (known[0] != DEFAULT_LANGUAGE, known[1]),
    )
)


def language_name(code: str) -> str:
    """As screens say it, of any language that a mail may be in; a code that is none as it is."""
    try:
        return LANGUAGES.get(code) or str(Locale.parse(code, sep="-").english_name)
    except (UnknownLocaleError, ValueError):
        return code


PROTECTED_CATEGORIES = frozenset({"prepayment", "cancellation"})
PROTECTED_PERMISSION = "templatesapp.change_protected_template"


def is_hard_rule_protected(category: str) -> bool:
    """Whether texts of ``category`` are fixed: never ranked freely, never refined, no priors, no
    proposals.

    Ranker, refine, calibration and proposals all ask here. Spelling and case do not open it.
    """
    return category.strip().lower() in PROTECTED_CATEGORIES
