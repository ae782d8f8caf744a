"""How well each language is read: rules and left-out reader together, on the labels."""

from collections import Counter
from collections.abc import Sequence

from drafting.instruments.labelled import Tally
from drafting.instruments.reader_mails import RuledMail, is_everyday
from drafting.instruments.reader_training import Trained
from drafting.pipeline.interpret.second_opinion import URGENT, join_scenarios
from drafting.pipeline.plan import LANGUAGES, OTHER_LANGUAGE, AskKind, Tier

_FEWEST = 20  # cases of a language; of fewer a ratio says nothing


def language_figures(
    cases: Sequence[RuledMail], scenario: Trained, alarm: Trained
) -> dict[str, float]:
    """By language, ``other`` for those that are not ours: its language found, category, things
    asked (by number in each mail, notices apart) and threats; no figure below twenty cases."""
    found: dict[str, Tally] = {}
    alarmed = alarm.left_out[:, alarm.head.names.index(URGENT)] >= alarm.head.thresholds[URGENT]
    for number, case in enumerate(cases):
        labelled = str(case.labels["language"])
        language = labelled if labelled in LANGUAGES else OTHER_LANGUAGE
        tally = found.setdefault(language, Tally())
        tally.count("found", case.plan.language == language)
        _count_critical(case, tally, is_alarmed=bool(alarmed[number]))
        if is_everyday(case.row):
            category = join_scenarios(case.plan.scenarios, scenario.said_of(number))[0].category
            is_acceptable = category in case.labels["acceptable_categories"]
            tally.count("category acceptable", is_acceptable)
            _count_asks(case, tally)
    return {
        f"language {language}: {measure} ({count})": tally.hits[measure] / count
        for language, tally in sorted(found.items())
        for measure, count in sorted(tally.cases.items())
        if count >= _FEWEST
    }


def _count_critical(case: RuledMail, tally: Tally, *, is_alarmed: bool) -> None:
    if case.labels["escalation"] == Tier.CRITICAL:
        is_found = case.plan.escalation.tier is Tier.CRITICAL
        tally.count("CRITICAL found by rules", is_found)
        tally.count("CRITICAL found, or a person looks", is_found or is_alarmed)


def _count_asks(case: RuledMail, tally: Tally) -> None:
    if "asks" not in case.labels:
        return
    notice = AskKind.NOTICE.value
    labelled = Counter(a["kind"] for a in case.labels["asks"] if a["kind"] != notice)
    found = Counter(a.kind.value for a in case.plan.asks if a.kind.value != notice)
    both = min(labelled.total(), found.total())
    tally.count("asks found", both, labelled.total())
    tally.count("asks right", both, found.total())
    tally.count("kind of ask", (labelled & found).total(), both)
