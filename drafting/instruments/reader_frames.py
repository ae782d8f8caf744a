"""The head that tells a guest's own lines from those that a platform puts around them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from drafting.instruments.reader_training import Example, HeadPlan, fit_head
from drafting.pipeline.interpret.normalise import clean_text
from templatesapp.text.reader.frames import FRAMES, OWN, line_features, read_frame
from templatesapp.text.reader.heads import Head

FRAMES_PLAN = HeadPlan(FRAMES, (OWN,), 2**14, 10.0)
# Labelled mails with a frame: not all of it is their writer's.
_PLATFORM = re.compile(r"##|©|booking\.com|hostelworld|airbnb|expedia|extranet", re.IGNORECASE)
_ORDINARY = 4  # every fourth mail that nobody passed on


def train_frames(rows: Sequence[Mapping[str, Any]]) -> tuple[Head, dict[str, float]]:
    """``rows``: mails with their guest's own ``words``, and labelled mails, which are all their
    writer's own. The figures are of authors that were left out."""
    framed = [row for row in rows if "words" in row]
    mails = [row for row in rows if "labels" in row and not _PLATFORM.search(str(row))]
    ordinary = mails[::_ORDINARY]
    examples = [*_examples(framed), *_whole(ordinary)]
    right: list[tuple[bool, bool]] = []
    for author in sorted({row["author"] for row in framed}):
        head = fit_head(FRAMES_PLAN, [one for one in examples if one.author != author])
        own = [row for row in framed if row["author"] == author and row["relayed"]]
        right += [_is_right(row, head) for row in own]
    exact, holds = np.array(right or [(False, False)]).mean(axis=0)
    figures = {
        "relayed: mails": float(len(right)),
        "relayed: the guest's words and no more": float(exact),
        "relayed: all of the guest's words": float(holds),
    }
    return fit_head(FRAMES_PLAN, examples), figures


def _is_right(row: Mapping[str, Any], head: Head) -> tuple[bool, bool]:
    wanted = " ".join(clean_text(row["words"]).split())
    found = " ".join(read_frame(clean_text(row["body"]), head).words.split())
    return found == wanted, wanted in found


def _examples(rows: Sequence[Mapping[str, Any]]) -> Iterator[Example]:
    """Of a mail that nobody passed on what is not its writer's is no platform's either."""
    for row in rows:
        body, words = clean_text(row["body"]), clean_text(row["words"]).strip()
        lines = body.split("\n")
        begin = body.index(words)
        ends = np.cumsum([len(line) + 1 for line in lines])
        written = [number for number, line in enumerate(lines) if line.strip()]
        for number, features in zip(written, line_features(lines), strict=True):
            start, end = ends[number] - len(lines[number]) - 1, ends[number] - 1
            inside = min(end, begin + len(words)) - max(start, begin)
            is_own = inside > 0 and inside >= len(lines[number].strip()) / 2
            if is_own or row["relayed"]:
                yield Example(row["author"], features, frozenset({OWN} if is_own else ()))


def _whole(rows: Sequence[Mapping[str, Any]]) -> Iterator[Example]:
    for row in rows:
        for features in line_features(clean_text(row["body"]).split("\n")):
            yield Example(row.get("author", "first"), features, frozenset({OWN}))
