"""The evaluation as a person reads it: Markdown, for the shell and for docs/."""

import re
from collections import defaultdict
from collections.abc import Mapping

from django.template.loader import render_to_string

from drafting.instruments.evaluation import LETTER_MEASURES, MEASURES, Evaluation
from drafting.instruments.figures import markdown
from drafting.instruments.labelled import Tally
from templatesapp.text.language_files import FOLDER
from templatesapp.text.languages import desk_languages

OPINIONS = ("rules", "reader", "both")
_OPINION = re.compile(r"(?:, | by |: )(rules|reader|both)(?=:|$)")
_SHARE = re.compile(r"(\d+ of \d+ labels): (.+)")
# What the sealed set measures, too.
_SEALED = {"scenario acceptable": "category_acceptable", "agreed: found": "agreement_recall"}


def by_language(evaluation: Evaluation) -> str:
    columns = {"all": evaluation.overall} | evaluation.by_language
    return _figures(columns, MEASURES, "target")


def as_markdown(
    evaluation: Evaluation,
    reasons: Mapping[str, str],
    beside: Mapping[str, Evaluation],
    left_out: Mapping[str, float],
) -> str:
    """docs/evaluation.md: regenerated whole, so that it never disagrees with the code.

    ``reasons``: why an item is read as it is, by its id (fixtures/eval/reasons.json). ``beside``:
    sets that no tuner has read, by name, best guarded first. ``left_out``: figures of
    ``train_reader`` by name; without them their part is left out."""
    sets = {**beside, "first (tuned on)": evaluation}
    columns = {f"{name}, {each.mails} mails": each.overall for name, each in sets.items()}
    wrong = (
        {"item": one.item, "measure": one.measure}
        | {"expected": _cell(one.expected), "found": _cell(one.found)}
        | {"why": _cell(reasons.get(one.item, "open"))}
        for one in evaluation.failures
    )
    context: dict[str, object] = {
        "side_by_side": _figures(columns, LETTER_MEASURES | MEASURES, "goal"),
        "by_language": by_language(evaluation),
        "wrong": markdown(wrong),
    }
    if left_out:
        context |= _left_out(left_out, beside.get("sealed"))
        context |= _languages()
    return render_to_string("drafting/evaluation.md", context)


def _figures(columns: Mapping[str, Tally], measures: Mapping[str, str], wanted: str) -> str:
    """A row a measure: its ratio in each column, and what is wanted of it."""
    return markdown(
        {"measure": measure}
        | {name: tally.ratio(measure) for name, tally in columns.items()}
        | {wanted: goal}
        for measure, goal in measures.items()
    )


def _cell(value: object) -> str:
    """Labels are guests' words, too: nothing of them may become markup of the document."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _left_out(figures: Mapping[str, float], sealed: Evaluation | None) -> dict[str, str]:
    """Three tables of the figures: by opinion, by number of labels, and the rest."""
    by_opinion: dict[str, dict[str, float]] = defaultdict(dict)
    by_share: dict[str, dict[str, float]] = defaultdict(dict)
    rest = []
    for name, value in figures.items():
        if part := _SHARE.fullmatch(name):
            by_share[part[2]][part[1]] = value
        elif said := _OPINION.search(name):
            # "pairs: rules: right" is the measure "pairs: right" and the opinion "rules".
            by_opinion[name[: said.start()] + name[said.end() :]][said[1]] = value
        else:
            rest.append({"measure": name, "figure": f"{value:.4g}"})
    opinions = []
    for measure, by in by_opinion.items():
        same = sealed.overall.ratio(_SEALED[measure]) if sealed and measure in _SEALED else None
        told = {opinion: by.get(opinion) for opinion in OPINIONS}
        opinions.append({"measure": measure} | told | {"sealed, both": same})
    curve = (
        {"measure": measure, **by, "all labels": figures.get(measure)}
        for measure, by in by_share.items()
    )
    return {"opinions": markdown(opinions), "curve": markdown(curve), "rest": markdown(rest)}


def _languages() -> dict[str, int]:
    files = list(FOLDER.rglob("*.toml"))
    own = len(desk_languages())
    return {
        "language_lines": sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files),
        "own_languages": own,
        "other_languages": len({file.parent for file in files}) - own - 1,
    }
