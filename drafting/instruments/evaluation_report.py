"""The evaluation as a person reads it: plain text for the shell, Markdown for docs/."""

import re
from collections.abc import Callable, Mapping, Sequence

from drafting.instruments.evaluation import MEASURES, Evaluation
from drafting.instruments.labelled import Tally
from drafting.instruments.letters_measured import LETTER_MEASURES
from templatesapp.text.languages import FOLDER, desk_languages

Table = list[list[str]]

_INTRODUCTION = (
    "Made by `make evaluation` from fixtures/eval; do not edit by hand. Ratios of one run, on a "
    "desk with the sample house (the column of another house: on a desk with that one). **Read the "
    "authors left out and the column of the sealed set first**: the sealed mails were never looked "
    "at while anything was tuned, and none of their failures is listed here. Of the unseen set "
    "all have been looked at by now. The first set was tuned on."
)
_TRUST = (
    "What can be trusted: the language of a letter, and that one chosen automatically is one "
    "a colleague would take. What can't yet: `ready` on mail that nobody has seen, and that an "
    "indirect threat is noticed (the sealed set has five threats, four of them only hinted at). "
    "Of sixty letters that somebody read who did not know whose they are, 45 could be sent or "
    "wanted a small edit, 15 had to be rewritten (evaluation-letters.md). "
    "Nothing leaves without a person unless a superuser switches that on, and with these figures "
    "nobody should."
)

LINES_BEFORE = 11_422  # of the Python modules that held words of languages, at 0a0f862
OPINIONS = ("rules", "reader", "both")
_OPINION = re.compile(r"(?:, | by |: )(rules|reader|both)(?=:|$)")
_SHARE = re.compile(r"(\d+ of \d+ labels): (.+)")
# What the sealed set measures, too.
_SEALED = {"scenario acceptable": "category_acceptable", "agreed: found": "agreement_recall"}

_LEFT_OUT = (
    "Each author's mail as a reader has it that was trained on others' alone (a tenth of "
    "the authors is left out at a time; `make reader` keeps "
    "the figures in fixtures/eval/left_out.json): the rules alone, the reader alone, and both as "
    "the desk joins them. Beside them the sealed author's mail, where the measure is the same."
)


def _figures(columns: Mapping[str, Tally], measures: Mapping[str, str], wanted: str) -> Table:
    """A heading and a row a measure: its ratio in each column, and what is wanted of it."""
    table = [["measure", *columns, wanted]]
    for name, goal in measures.items():
        table.append([name, *(shown(tally.ratio(name)) for tally in columns.values()), goal])
    return table


def _by_language(evaluation: Evaluation) -> Table:
    return _figures({"all": evaluation.overall} | evaluation.by_language, MEASURES, "target")


def as_text(evaluation: Evaluation) -> str:
    table = _by_language(evaluation)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    lines += ["", "confidence  mails  claimed  right"]
    for label, count, claimed, right in _reliability_rows(evaluation):
        lines.append(f"{label:<10}  {count:>5}  {claimed:>7}  {right:>5}")
    return "\n".join([f"{evaluation.mails} mails", *lines])


def as_markdown(
    evaluation: Evaluation,
    reasons: Mapping[str, str],
    beside: Mapping[str, Evaluation],
    left_out: Mapping[str, float],
) -> str:
    """docs/evaluation.md: regenerated whole, so that it never disagrees with the code.

    ``reasons``: why an item is read as it is, by its id (fixtures/eval/reasons.json). ``beside``:
    sets that no tuner has read, by name, best guarded first. ``left_out``: see
    ``_left_out_parts``."""
    wrong = [
        [f.item, f.measure, *map(_cell, (f.expected, f.found, reasons.get(f.item, "open")))]
        for f in evaluation.failures
    ]
    parts = [
        "# Evaluation on labelled mail",
        _INTRODUCTION,
        _TRUST,
        *_left_out_parts(left_out, beside.get("sealed")),
        "## Letters and reading, mail never seen first",
        markdown(_side_by_side(evaluation, beside)),
        "## The first set by language",
        markdown(_by_language(evaluation)),
        "## Confidence: claimed against right",
        "Of what was selected in each bin of confidence, non-protected mail.",
        markdown([["confidence", "mails", "claimed", "right"], *_reliability_rows(evaluation)]),
        "## What remains wrong",
        markdown([["item", "measure", "expected", "found", "why"], *wrong]),
    ]
    return "\n\n".join(parts) + "\n"


def _side_by_side(evaluation: Evaluation, beside: Mapping[str, Evaluation]) -> Table:
    sets = {**beside, "first (tuned on)": evaluation}
    columns = {f"{name}, {each.mails} mails": each.overall for name, each in sets.items()}
    return _figures(columns, LETTER_MEASURES | MEASURES, "goal")


def _reliability_rows(evaluation: Evaluation) -> Table:
    return [
        [label, str(count), shown(claimed), shown(right)]
        for label, count, claimed, right in evaluation.reliability
    ]


def _cell(value: object) -> str:
    """Labels are guests' words, too: nothing of them may become markup of the document."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _left_out_parts(figures: Mapping[str, float], sealed: Evaluation | None) -> list[str]:
    """``figures``: of ``train_reader``, by name. Empty where there are none."""
    if not figures:
        return []
    return [
        "## Authors left out: what rules and reader contribute",
        _LEFT_OUT,
        markdown(_opinions(figures, sealed)),
        "## How much more labels would bring",
        "The same, left out, with fewer labels: every author keeps the same share of theirs.",
        markdown(_curve(figures)),
        "## Authors left out: by language, and the rest",
        markdown([["measure", "figure"], *_others(figures)]),
        "## Words of languages",
        _lines(),
    ]


def _opinions(figures: Mapping[str, float], sealed: Evaluation | None) -> Table:
    table = [["measure", *OPINIONS, "sealed, both"]]
    for measure, by in _by_measure(figures, _said).items():
        same = sealed.overall.ratio(_SEALED[measure]) if sealed and measure in _SEALED else None
        table.append([measure, *(shown(by.get(opinion)) for opinion in OPINIONS), shown(same)])
    return table


def _curve(figures: Mapping[str, float]) -> Table:
    found = _by_measure(figures, _share)
    shares = list(dict.fromkeys(share for by in found.values() for share in by))
    table = [["measure", *shares, "all labels"]]
    for measure, by in found.items():
        row = [*(by.get(share) for share in shares), figures.get(measure)]
        table.append([measure, *map(shown, row)])
    return table


def _by_measure(
    figures: Mapping[str, float], split: Callable[[str], tuple[str, str] | None]
) -> dict[str, dict[str, float]]:
    """``split``: a figure's name as its measure and its column; None where it is in another
    table."""
    found: dict[str, dict[str, float]] = {}
    for name, value in figures.items():
        if said := split(name):
            found.setdefault(said[0], {})[said[1]] = value
    return found


def _others(figures: Mapping[str, float]) -> Table:
    rest = (name for name in figures if not _share(name) and not _said(name))
    return [[name, f"{figures[name]:.4g}"] for name in rest]


def _share(name: str) -> tuple[str, str] | None:
    part = _SHARE.fullmatch(name)
    return (part[2], part[1]) if part else None


def _said(name: str) -> tuple[str, str] | None:
    """ "pairs: rules: right" is the measure "pairs: right" and the opinion "rules"."""
    said = None if _share(name) else _OPINION.search(name)
    return (name[: said.start()] + name[said.end() :], said[1]) if said else None


def _lines() -> str:
    files = sorted(FOLDER.rglob("*.toml"))
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    return (
        f"{LINES_BEFORE} lines of Python held them at 0a0f862, for five languages. Now it is "
        f"{lines} lines of TOML: {len(desk_languages())} languages that the desk reads, and the "
        f"mail forms of {len({file.parent for file in files}) - len(desk_languages()) - 1} others."
    )


def shown(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.3f}"


def markdown(table: Sequence[Sequence[str]]) -> str:
    heading, *body = table
    lines = [heading, ["---"] * len(heading), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
