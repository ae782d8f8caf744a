"""What is wrong in a house's files: references and values, all files read together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from templatesapp.house_rows import LISTS
from templatesapp.lint import lint_template
from templatesapp.requirements import unknown_requirements
from templatesapp.text.facts import check_fact
from templatesapp.text.slots import known_slots, slot_names

Row = Mapping[str, Any]


def row_name(kind: str, row: Row, key: Sequence[str]) -> str:
    """ "knowledge late-arrival de": how a problem names its row."""
    return " ".join([kind, *(str(row.get(name, "")) for name in key)])


def row_problems(
    lists: Mapping[str, Sequence[Row]], templates: Sequence[Row], profile: Row
) -> dict[str, list[str]]:
    """Problems by the name of their row."""
    facts = frozenset(str(row.get("name", "")) for row in lists["facts"])
    found: dict[str, list[str]] = {}
    for kind, (_, key) in LISTS.items():
        for row in lists[kind]:
            if messages := said_problems(kind, row, facts):
                found.setdefault(row_name(kind, row, key), []).extend(messages)
        names = Counter(row_name(kind, row, key) for row in lists[kind])
        for name, count in names.items():
            if count > 1:
                found.setdefault(name, []).append("It stands in the files twice.")
    for row in templates:
        if messages := _in_template(row, facts):
            found[row_name("templates", row, ("template_id", "language"))] = messages
    for name in ("house_nouns", "allowed_links"):
        words = profile.get(name, [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            found["profile"] = [f"{name}: a list of texts is wanted."]
    calls = profile.get("calls_to_action", {})
    if not isinstance(calls, dict):
        found["profile"] = ["calls_to_action: an object is wanted."]
    for name, said in calls.items() if isinstance(calls, dict) else ():
        if messages := _unknown_slots(_sentences(said), facts):
            found[f"profile call to action {name}"] = messages
    return found


def said_problems(kind: str, row: Row, facts: Collection[str]) -> list[str]:
    """What is wrong with what a row of a list says; ``facts`` are the names that slots may hold."""
    if kind == "facts":
        told = [str(row.get(name, "")) for name in ("kind", "value", "unit")]
        problem = check_fact(*told) if told[1] else ""
        return [problem] if problem else []
    if kind == "knowledge":
        return _unknown_slots([str(row.get("answer", ""))], facts)
    return _unknown_slots(_sentences(row.get("mandatory_content")), facts)


def _in_template(row: Row, facts: Collection[str]) -> list[str]:
    findings = lint_template(
        subject=row["subject"],
        body=row["body"],
        reference_scope=row.get("reference_scope", ""),
        canonical_reference_url=row.get("canonical_reference_url", ""),
        fact_names=facts,
        language=row["language"],
    )
    unknown = unknown_requirements(row.get("requires") or ())
    return [
        *(finding.message for finding in findings if finding.is_error),
        *(f"There is no requirement '{name}'." for name in unknown),
    ]


def _sentences(said: Any) -> list[str]:
    return [str(one) for one in said.values()] if isinstance(said, dict) else []


def _unknown_slots(texts: Iterable[str], facts: Collection[str]) -> list[str]:
    known = known_slots(facts)
    names = dict.fromkeys(name for text in texts for name in slot_names(text))
    return [f"There is no slot {{{{SLOT:{name}}}}}." for name in names if name not in known]
