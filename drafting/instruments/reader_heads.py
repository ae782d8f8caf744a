"""Trains all the reader's classifiers (heads) from one pile of labelled rows.
First those on what questions are about, by which the others then read."""

from collections.abc import Sequence

from drafting.drafts.kept import current_desk
from drafting.instruments.labelled import Row, Tally, count_asks
from drafting.instruments.reader_letters import train_letters
from drafting.instruments.reader_lines import train_frames, train_needs, train_stays
from drafting.instruments.reader_mails import (
    RuledMail,
    alarm_figures,
    is_everyday,
    mail_cases,
    train_alarm,
    train_asks,
    train_mail,
    train_proofs,
    train_scenario,
    train_unread,
)
from drafting.instruments.reader_pairs import train_pairs, train_telling, train_ticks
from drafting.instruments.reader_topics import (
    Said,
    train_answering,
    train_same,
    train_served,
    train_topics,
    wordings,
)
from drafting.instruments.reader_training import Floats, Trained
from drafting.pipeline.interpret.second_opinion import URGENT, join_scenarios
from drafting.pipeline.plan import LANGUAGES, OTHER_LANGUAGE, Tier
from templatesapp.text.reader.frames import FRAMES
from templatesapp.text.reader.heads import Head, shipped_heads
from templatesapp.text.reader.mails import NEEDS
from templatesapp.text.reader.pairs import TELLING
from templatesapp.text.reader.stays import STAYS
from templatesapp.text.reader.topics import shipped_topics

_PARTS, _SHARES = 8, (1, 2, 4)
# What a curve by number of labels is drawn of.
OF_CURVE = (
    "scenario acceptable, reader",
    "scenario acceptable, both",
    "urgent: found by both",
    "urgent: false on everyday mail, both",
    "pairs: reader: right",
    "pairs: both: right",
)
_OF_TOPICS = {"wordings", "answers"}  # fields of rows
_OF_OTHERS = {"body", "full", "needs", "letter", "ticked", *_OF_TOPICS}  # of rows that are no pairs
_OF_ASKS = ("asks found", "asks right", "kind of ask")
_FEWEST = 20  # cases of a language; of fewer a ratio says nothing


def train_heads(rows: Sequence[Row]) -> tuple[dict[str, Head], dict[str, float]]:
    """The heads, and their figures of authors that were left out. A row is a mail, labelled or
    with its guest's own words, wordings of a topic, a situation, an ask with the answers to it, a
    pair of an ask and a sentence, or a question with its answer, told apart by its fields. Those of
    ``train_topic_heads`` stay as they are shipped, and so do those that the rows or the desk's
    letters and answers say nothing for."""
    heads = dict(shipped_heads())
    pairs = [row for row in rows if not _OF_OTHERS & row.keys()]
    cases = mail_cases(row for row in rows if "labels" in row)
    heads[NEEDS], told = train_needs(rows, cases, shipped_topics())
    trained, figures = _readers(cases, told, pairs)
    scenario, alarm = trained[:2]
    unread, of_unread = train_unread(cases)
    asks, of_asks = train_asks(cases)
    figures |= of_unread | of_asks | language_figures(cases, scenario, alarm)
    figures |= _curve(cases, told, pairs)
    trained += [unread, asks]
    desk = current_desk()
    if desk.catalogue.templates:
        letters, of_letters = train_letters(cases, desk, scenario)
        requires = {t.template_id: t.requires or () for t in desk.catalogue.templates}
        proofs, of_proofs = train_proofs(cases, requires)
        figures |= of_letters | of_proofs
        trained += [*letters, proofs]
    if desk.catalogue.knowledge and any("full" in row for row in rows):
        answering, of_answering = train_answering(rows, desk)
        same, of_same = train_same(rows)
        served, of_served = train_served(rows)
        figures |= of_answering | of_same | of_served
        trained += [answering, same, served]
    figures |= train_frames(rows)[1]
    if any("guest" in row for row in rows):
        figures |= train_stays(rows, shipped_heads()[FRAMES])[1]
    if told_by := [row for row in rows if "letter" in row]:
        heads[TELLING], of_telling = train_telling(told_by)
        figures |= of_telling
    if ticks := [row for row in rows if "ticked" in row]:
        ticked, of_ticks = train_ticks(ticks)
        figures |= of_ticks
        trained.append(ticked)
    return heads | {one.name: one.head for one in trained}, figures


def train_topic_heads(rows: Sequence[Row]) -> dict[str, Head]:
    """The shipped heads, those by which all others read trained anew: which lines are a guest's,
    whose stay a frame is about, what questions are about."""
    said = list(wordings(row for row in rows if _OF_TOPICS & row.keys()))
    known = current_desk().catalogue.knowledge
    said += [Said(item.key, item.language, item.answer) for item in known]
    frames = train_frames(rows)[0]
    stays = train_stays(rows, frames)[0].head
    return {**shipped_heads(), **train_topics(said), FRAMES: frames, STAYS: stays}


def _readers(
    cases: Sequence[RuledMail], told: Floats, pairs: Sequence[Row]
) -> tuple[list[Trained], dict[str, float]]:
    """Of scenarios, of alarms, of what else a mail is and of pairs, with their figures."""
    judged, of_pairs = train_pairs(pairs)
    scenario, of_scenarios = train_scenario(cases)
    mail = train_mail(cases)
    alarm = train_alarm(cases, mail, told)
    figures = of_pairs | of_scenarios | alarm_figures(cases, alarm, mail)
    return [scenario, alarm, mail, judged], figures


def _curve(cases: Sequence[RuledMail], told: Floats, pairs: Sequence[Row]) -> dict[str, float]:
    """What fewer labels would have given: every author keeps the same share of theirs. What a
    single sentence tells is learned from all."""
    figures: dict[str, float] = {}
    for keep in _SHARES:
        kept = [n for n in range(len(cases)) if n % _PARTS < keep]
        said = [pair for n, pair in enumerate(pairs) if n % _PARTS < keep]
        _, found = _readers([cases[n] for n in kept], told[kept], said)
        figures |= {f"{keep} of {_PARTS} labels: {name}": found[name] for name in OF_CURVE}
    return figures


def language_figures(
    cases: Sequence[RuledMail], scenario: Trained, alarm: Trained
) -> dict[str, float]:
    """How well each language is read by rules and left-out reader together, ``other`` for those
    that are not ours: its language found, category, things asked (by number in each mail, notices
    apart) and threats; no figure below twenty cases."""
    found: dict[str, Tally] = {}
    alarmed = alarm.left_out[:, alarm.head.names.index(URGENT)] >= alarm.head.thresholds[URGENT]
    for number, case in enumerate(cases):
        labels, plan = case.labels, case.plan
        language = labels["language"] if labels["language"] in LANGUAGES else OTHER_LANGUAGE
        tally = found.setdefault(language, Tally())
        tally.count("found", plan.language == language)
        if labels["escalation"] == Tier.CRITICAL:
            is_found = plan.escalation.tier is Tier.CRITICAL
            tally.count("CRITICAL found by rules", is_found)
            tally.count("CRITICAL found, or a person looks", is_found or bool(alarmed[number]))
        if is_everyday(case.row):
            category = join_scenarios(plan.scenarios, scenario.said_of(number))[0].category
            tally.count("category acceptable", category in labels["acceptable_categories"])
            count_asks(labels, plan, tally, _OF_ASKS)
    return {
        f"language {language}: {measure} ({count})": tally.hits[measure] / count
        for language, tally in sorted(found.items())
        for measure, count in sorted(tally.cases.items())
        if count >= _FEWEST
    }
