"""docs/evaluation.md, first part: authors left out, and what the words of languages take."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from drafting.instruments.evaluation import Evaluation
from templatesapp.text.language_files import FOLDER
from templatesapp.text.languages import desk_languages

LINES_BEFORE = 11_422  # of the Python modules that held words of languages, at 0a0f862
OPINIONS = ("rules", "reader", "both")
_OPINION = re.compile(r"(?:, | by |: )(rules|reader|both)(?=:|$)")
_SHARE = re.compile(r"(\d+ of \d+ labels): (.+)")
# What the sealed set measures, too.
_SEALED = {"scenario acceptable": "category_acceptable", "agreed: found": "agreement_recall"}

_LEFT_OUT = (
    "Each author's mail as a reader has it that was trained on all others' (`make reader` keeps "
    "the figures in fixtures/eval/left_out.json): the rules alone, the reader alone, and both as "
    "the desk joins them. Beside them the sealed author's mail, where the measure is the same."
)

Table = list[list[str]]


def left_out_parts(figures: Mapping[str, float], sealed: Evaluation | None) -> list[str]:
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
