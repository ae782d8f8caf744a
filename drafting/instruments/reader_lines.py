"""Trains the reader's heads on single lines and sentences of a mail.
Which lines are the guest's own and which a platform put around them, and whom it names; what
somebody needs at once, learned from situations, and from every sentence of labelled mail."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from email.utils import parseaddr

import numpy as np

from drafting.instruments.labelled import Row, languages_of
from drafting.instruments.reader_mails import NEED_NAMES, RuledMail
from drafting.instruments.reader_training import (
    Example,
    Floats,
    HeadPlan,
    Learned,
    Truths,
    fit,
    fit_head,
    head_of,
    matrix_of,
    odds_left_out,
    parts_of,
    train_head,
    truth_of,
)
from drafting.pipeline.interpret.matching import all_forms, fold, line_pattern
from drafting.pipeline.interpret.normalise import clean_text, own_subject, sure_frame
from drafting.pipeline.interpret.second_opinion import EMERGENCY
from templatesapp.text.reader.frames import FRAMES, OWN, line_features, read_frame
from templatesapp.text.reader.heads import Head
from templatesapp.text.reader.mails import ANY, NEEDS, alone_features, need_features
from templatesapp.text.reader.stays import BOOKING, GUEST, STAYS, booking_key, stay_rows
from templatesapp.text.reader.topics import TopicReader
from templatesapp.text.tokens import words

FRAMES_PLAN = HeadPlan(FRAMES, (OWN,), 2**14, 10.0)
# A name less likely is none: a wrong one is worse than "guest".
_STAYS_PLAN = HeadPlan(
    STAYS, (GUEST, BOOKING), 2**14, 5.0, lambda sure, truth: {GUEST: 0.3, BOOKING: 0.5}
)
# Labelled mails with a frame: not all of it is their writer's.
_PLATFORM = re.compile(r"##|©|booking\.com|hostelworld|airbnb|expedia|extranet", re.IGNORECASE)
_ORDINARY = 4  # every fourth mail that nobody passed on

NEEDS_PLAN = HeadPlan(NEEDS, NEED_NAMES, 2**16, 10.0)
_NOTHING = "none"
_EVERY = 3  # every third ask that wants nothing of the kind
_QUOTED = 0.6  # of the words that matter, in the sentence that holds them
_SHORT = 25  # words of a mail that is one matter from its first to its last


def train_frames(rows: Sequence[Row]) -> tuple[Head, dict[str, float]]:
    """``rows``: mails with their guest's own ``words``, and labelled mails, which are all their
    writer's own. The figures are of authors that were left out."""
    framed = [row for row in rows if "words" in row]
    mails = [row for row in rows if "labels" in row and not _PLATFORM.search(str(row))]
    ordinary = mails[::_ORDINARY]
    examples = [*_lines(framed), *_whole(ordinary)]
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


def _is_right(row: Row, head: Head) -> tuple[bool, bool]:
    wanted = " ".join(clean_text(row["words"]).split())
    found = " ".join(read_frame(clean_text(row["body"]), head).words.split())
    return found == wanted, wanted in found


@dataclass(frozen=True, slots=True)
class _Offered:
    """What may be a guest's name or a booking's number in a mail. ``is_named``: the mail has one;
    ``is_right``: a part of the name, or the number."""

    mail: str
    kind: str
    example: Example
    is_named: bool
    is_right: bool


def train_stays(rows: Sequence[Row], frames: Head) -> Learned:
    """``rows``: mails with the ``guest`` and ``booking`` that their frame names, and labelled ones
    with a frame.

    Figures: of what is named, how often it is found (of a name a part), how often another is."""
    offered = [one for row in rows for one in _offered(row, frames)]
    trained = train_head(_STAYS_PLAN, [one.example for one in offered])
    figures = {}
    for place, kind in enumerate(trained.head.names):
        best: dict[str, tuple[float, bool]] = {}
        for one, sure in zip(offered, trained.left_out[:, place].tolist(), strict=True):
            if one.kind == kind and sure >= trained.head.thresholds[kind]:
                best[one.mail] = max(best.get(one.mail, (0.0, False)), (sure, one.is_right))
        right = sum(is_right for _, is_right in best.values())
        mails = len({one.mail for one in offered if one.kind == kind and one.is_named})
        figures[f"frames, {kind}: found"] = right / mails
        figures[f"frames, {kind}: another"] = (len(best) - right) / mails
    return trained, figures


def _offered(row: Row, frames: Head) -> Iterator[_Offered]:
    """Of labelled mail nobody has said which number is the booking's."""
    labels = row.get("labels", {})
    names = {GUEST: row.get("guest") or labels.get("guest_name"), BOOKING: row.get("booking")}
    if not names[GUEST] or not (row.get("relayed") or (labels and _PLATFORM.search(str(row)))):
        return
    text = clean_text(row["body"])
    framed = sure_frame(text, frames) if labels else read_frame(text, frames)
    if framed is None:
        return
    wanted = {kind: _words_of(kind, name or "") for kind, name in names.items()}
    sender = parseaddr(row["from"])[0]
    for kind, said, features in stay_rows(framed, subject=row["subject"], sender=sender):
        if labels and kind == BOOKING:
            continue
        found = _words_of(kind, said)
        own = frozenset({kind} if found == wanted[kind] else ())
        example = Example(row["author"], features, own)
        is_right = not wanted[kind].isdisjoint(found)
        yield _Offered(row["id"], kind, example, bool(wanted[kind]), is_right)


def _words_of(kind: str, text: str) -> frozenset[str]:
    """A name's without its titles; a number is one."""
    title = line_pattern(all_forms().titles)
    said = [booking_key(text)] if kind == BOOKING else re.findall(r"[^\s.]+", fold(text))
    return frozenset(word for word in said if word and not title.fullmatch(word))


def _lines(rows: Sequence[Row]) -> Iterator[Example]:
    """Of a mail that nobody passed on what is not its writer's is no platform's either."""
    for row in rows:
        body, own = clean_text(row["body"]), clean_text(row["words"]).strip()
        lines = body.split("\n")
        begin = body.index(own)
        ends = np.cumsum([len(line) + 1 for line in lines])
        written = [number for number, line in enumerate(lines) if line.strip()]
        for number, features in zip(written, line_features(lines), strict=True):
            start, end = ends[number] - len(lines[number]) - 1, ends[number] - 1
            inside = min(end, begin + len(own)) - max(start, begin)
            is_own = inside > 0 and inside >= len(lines[number].strip()) / 2
            if is_own or row["relayed"]:
                yield Example(row["author"], features, frozenset({OWN} if is_own else ()))


def _whole(rows: Sequence[Row]) -> Iterator[Example]:
    for row in rows:
        for features in line_features(clean_text(row["body"]).split("\n")):
            yield Example(row["author"], features, frozenset({OWN}))


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of a mail, or two that stand together. ``is_known``: labels say what it tells."""

    mail: int
    example: Example
    is_known: bool


def train_needs(
    rows: Sequence[Row], cases: Sequence[RuledMail], topics: TopicReader
) -> tuple[Head, Floats]:
    """The head, and mails × needs: the log-odds of the sentence that tells each most surely, for
    one who has read nothing of the mail's author. ``rows``: situations, by what somebody ``needs``
    in them, and topics, which need nothing. ``topics``: by which all are read.

    Of most urgent mail nobody has said which sentence it is: the one that tells it most surely to a
    reader of the others.
    """
    said = [one for place, case in enumerate(cases) for one in _said(place, case, topics)]
    examples = [one.example for one in said] + list(_examples(rows, topics))
    known = np.array([one.is_known for one in said] + [True] * (len(examples) - len(said)))
    matrix = matrix_of(NEEDS_PLAN, examples)
    own = parts_of([example.author for example in examples], NEEDS)
    of_any = replace(NEEDS_PLAN, names=(ANY,))
    first = odds_left_out(of_any, matrix, truth_of(of_any, examples), own, known)
    known |= _surest(said, first[: len(said), 0], len(examples))
    truth = truth_of(NEEDS_PLAN, examples)
    odds = odds_left_out(NEEDS_PLAN, matrix, truth, own, known)
    head = head_of(NEEDS_PLAN, *fit(NEEDS_PLAN, matrix[known], truth[known]))
    told = np.full((len(cases), len(NEED_NAMES)), -np.inf)
    np.maximum.at(told, [one.mail for one in said], odds[: len(said)])
    return head, told


def _surest(said: Sequence[_Said], odds: Floats, count: int) -> Truths:
    """Of each urgent mail without a known one, the place of what tells it most surely."""
    told = {one.mail for one in said if one.is_known and one.example.labels}
    best: dict[int, int] = {}
    for place, one in enumerate(said):
        is_open = one.example.labels and one.mail not in told
        if is_open and (one.mail not in best or odds[place] > odds[best[one.mail]]):
            best[one.mail] = place
    found = np.zeros(count, dtype=bool)
    found[list(best.values())] = True
    return found


def _said(place: int, case: RuledMail, topics: TopicReader) -> Iterator[_Said]:
    """Of an urgent mail each sentence has its labels, and is known where labels say which it is."""
    labels, language = case.labels, case.plan.language
    needs = {*labels["escalation_triggers"], *([EMERGENCY] if labels.get("emergency") else [])}
    holding = frozenset({*needs, ANY}) if needs else frozenset()
    quote = set(words(labels.get("look_at") or ""))
    is_short = len(words(case.plan.normalized_text)) <= _SHORT
    subject = own_subject(case.row["subject"])
    read = alone_features(subject, case.plan.normalized_text, language, topics)
    for text, features in read:
        is_quoted = bool(quote) and len(quote.intersection(words(text))) >= _QUOTED * len(quote)
        is_known = not needs or is_quoted or (is_short and not quote)
        yield _Said(place, Example(case.author, features, holding), is_known)


def _examples(rows: Sequence[Row], topics: TopicReader) -> Iterator[Example]:
    said = [
        (row["author"], language, text, row["needs"])
        for row in rows
        if "needs" in row
        for language in languages_of(row)
        for text in row[language]
    ]
    asked = [
        (row["author"], language, row[language][0], _NOTHING)
        for row in rows
        if "answers" in row
        for language in languages_of(row)
    ]
    for author, language, text, need in [*said, *asked[::_EVERY]]:
        labels = frozenset() if need == _NOTHING else frozenset({need, ANY})
        yield Example(author, need_features(text, language, topics), labels)
