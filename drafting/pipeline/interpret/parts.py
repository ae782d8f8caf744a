"""A question of several things, or of two deeds, and of nothing else: as one of each.

"How much are breakfast and a towel?" asks for two prices, and what answers one half of "can we
leave our bags and take a shower?" leaves the other open.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from drafting.pipeline.interpret.matching import AskRules, fold, patterns_of, words_pattern
from drafting.pipeline.interpret.scenario import ASPECTS, GROUPS, leading_topic, own_words
from templatesapp.text.coverage.questions import JOURNEY, is_light
from templatesapp.text.coverage.rules import compiled_rules
from templatesapp.text.languages import known_language, rules
from templatesapp.text.tokens import (
    ConceptSpan,
    concept_spans,
    concepts,
    placed_words,
    stop_words,
    words,
)

_MARKS = frozenset(",/")
_OF_THINGS = ASPECTS | {"opening-hours"}
_HYPHENED = re.compile(r"\b(\w{2,20})- (\w{1,6}) (\w{4,30})")


def each_part(text: str, language: str) -> tuple[str, ...]:
    """One text of each; the whole where there is but one."""
    ways = (_each_deed, _each_joined, _each_thing)
    return next(filter(None, (each(text, language) for each in ways)), (text,))


def _each_deed(text: str, language: str) -> tuple[str, ...]:
    """ "Can we leave our bags and take a shower before we go?": both, where each names a thing."""
    code = known_language(language)
    patterns, folded = patterns_of(AskRules, code), fold(text, language)
    own = patterns.own_deeds.search(folded)
    if own is None:
        return ()
    for joint in _joints(code).finditer(folded, own.end()):
        first, second = text[: joint.start()].rstrip(" ,"), text[joint.end() :].lstrip()
        if not patterns.second_deeds.match(folded, len(text) - len(second)):
            continue
        named = [leading_topic(part, language) for part in (first, second)]
        if all(named) and len({topic.concept for topic in named if topic}) > 1:
            return first, f"{text[: own.end()]} {second}"
    return ()


def _each_joined(text: str, language: str) -> tuple[str, ...]:
    """ "Wann kann man ein- und auschecken?": the word whose end is said but once."""
    for match in _HYPHENED.finditer(text):
        first, joint, second = match[1], fold(match[2], language), match[3]
        if not concepts(second, language) or not _joints(language).fullmatch(joint):
            continue
        ends = (f"{first}{second[n:]}" for n in range(1, len(second) - 2))
        whole = next((word for word in ends if concepts(word, language)), None)
        if whole is not None:
            start, end = match.span()
            return tuple(f"{text[:start]}{word}{text[end:]}" for word in (whole, second))
    return ()


def _each_thing(text: str, language: str) -> tuple[str, ...]:
    """Of "Do you have towels, lockers and a hair dryer?" one question each; none where anything
    else is said. One word more may be a verb: "Combien coûtent le parking et …"."""
    code, said, placed = known_language(language), words(text), placed_words(text)
    forms = rules(AskRules)[code]
    own = _own(text, language)
    for things in _chains(text, said, language):
        begun = _begun(said, things, code)
        before, after = said[: begun[0]], said[things[-1].end :]
        tells_more = own & {*after} and not _is_of_guests(after, forms)
        is_bare = begun == [thing.start for thing in things]
        is_named_alone = is_bare and not before and len(things) == 2  # "bed and breakfast"
        # Of "a bus to that town and a ferry" and "a safe, a dryer and an iron" it is but the end.
        is_way = things[0].concept in JOURNEY and things[-1].concept not in JOURNEY
        is_part = any(n >= begun[0] - 2 for n in _joint_places(text, before, code))
        if is_named_alone or is_way or is_part or tells_more or len(own & {*before}) > 1:
            continue
        if not any(word in forms.pairing for word in before):
            head, tail = text[: placed[begun[0]][1]], text[placed[things[-1].end - 1][2] :]
            return tuple(
                f"{head}{text[placed[begin][1] : placed[thing.end - 1][2]]}{tail}"
                for begin, thing in zip(begun, things, strict=True)
            )
    return ()


def _begun(said: Sequence[str], things: Sequence[ConceptSpan], code: str) -> list[int]:
    """Where each begins; the price or the hours that are named once are of all."""
    forms, first, last = rules(AskRules)[code], things[0], things[-1]
    begun = [_begin(said, thing, code) for thing in things]
    if begun[-1] == _past_determiners(said, last.start, forms):
        begun[0] = _past_determiners(said, first.start, forms)
    begun[0] = _past_aspect(said, first, code) or begun[0]
    return begun


def _begin(said: Sequence[str], thing: ConceptSpan, code: str) -> int:
    """Where "(the price of) breakfast" begins."""
    forms, joints = rules(AskRules)[code], compiled_rules(code)["and_words"].all
    spans = concept_spans(said, code)
    aspects = {i for s in spans if s.concept in _OF_THINGS for i in range(s.start, s.end)}
    begin = start = _past_determiners(said, thing.start, forms)
    while start and (said[start - 1],) not in joints:
        start -= 1
        if start in aspects:
            begin = _past_determiners(said, start, forms)
        elif said[start] not in stop_words(code) and said[start] not in forms.determiners:
            break
    return begin


def _past_aspect(said: Sequence[str], thing: ConceptSpan, code: str) -> int:
    """Where "entrada" of "horas de entrada y salida" begins, since the hours are of both; 0 where
    the thing is named alone."""
    aspects = (span.end for span in concept_spans(said, code) if span.concept in _OF_THINGS)
    start = max((end for end in aspects if thing.start < end < thing.end), default=0)
    while start and start < thing.end - 1 and said[start] in stop_words(code):
        start += 1
    return start


def _is_of_guests(after: Sequence[str], forms: AskRules) -> bool:
    """ "… and a kitchen (that) we can use"."""
    return any(re.fullmatch(speaker, word) for speaker in forms.speakers for word in after[:2])


def _own(text: str, language: str) -> frozenset[str]:
    """The words that say what is asked about."""
    return frozenset(word for word in own_words(text, language) if not is_light(word, language))


def _named(text: str, said: Sequence[str], language: str) -> list[ConceptSpan]:
    """The things that a text names; where it asks what is there, next to an "and" beside one of
    these also what no concept stands for ("a fridge and an oven")."""
    known = _known(text, said, language)
    code = known_language(language)
    if not patterns_of(AskRules, code).having.search(fold(text, code)):
        return known
    unknown = [
        new
        for joint in _joint_places(text, said, code)
        for new in _unknown(text, said, joint, known, language)
    ]
    return sorted([*known, *unknown], key=lambda span: span.start)


def _known(text: str, said: Sequence[str], language: str) -> list[ConceptSpan]:
    """What concepts stand for, each with all of its words ("the password of the wifi")."""
    forms, own = rules(AskRules)[known_language(language)], _own(text, language)
    spans: list[ConceptSpan] = []
    for one in concept_spans(said, known_language(language)):
        if one.concept in _OF_THINGS | GROUPS["verbs"]:
            continue
        span = _whole(said, one, own, forms)
        is_more = spans and span.start <= spans[-1].end and not _is_marked(text, spans[-1], span)
        if is_more and span.concept not in GROUPS["qualities"]:  # "wifi password"
            spans[-1] = spans[-1]._replace(end=max(spans[-1].end, span.end))
        else:
            spans.append(span)
    return spans


def _joint_places(text: str, said: Sequence[str], code: str) -> Iterator[int]:
    """Where an "and" stands; Italian "è" is none."""
    joints = compiled_rules(code)["and_words"].all
    for place, ((_, start, end), word) in enumerate(zip(placed_words(text), said, strict=False)):
        if (word,) in joints and "è" not in text[start:end].lower():
            yield place


def _unknown(
    text: str, said: Sequence[str], joint: int, known: Sequence[ConceptSpan], language: str
) -> Iterator[ConceptSpan]:
    """The thing on one side of an "and" that no concept stands for, where one does on the other."""
    forms, own = rules(AskRules)[known_language(language)], _own(text, language)
    after = joint + 1
    while after < len(said) and said[after] in forms.determiners:
        after += 1
    left, right = (
        next((span for span in known if span.start <= place < span.end), None)
        for place in (joint - 1, after)
    )
    beside = left or right
    if beside is None or (left and right) or beside.concept in GROUPS["qualities"]:
        return
    if right and said[joint - 1] in own:
        yield ConceptSpan(said[joint - 1], joint - 1, joint)
    elif left and after < len(said) and said[after] in own:
        new = _whole(said, ConceptSpan(said[after], after, after + 1), own, forms)
        if new.end == len(said):
            yield new


def _is_marked(text: str, first: ConceptSpan, second: ConceptSpan) -> bool:
    """Whether a comma or a stroke stands between them."""
    placed = placed_words(text)
    if first.end > second.start:
        return False
    return not _MARKS.isdisjoint(text[placed[first.end - 1][2] : placed[second.start][1]])


def _whole(
    said: Sequence[str], span: ConceptSpan, own: Collection[str], forms: AskRules
) -> ConceptSpan:
    """With the words that go on naming it: "(wheelchair) ramp", "(password) of the wifi"."""
    end = span.end
    while end < len(said) and said[end] in own:
        end += 1
    of = end
    while of < len(said) and (said[of] in forms.of_words or said[of] in forms.determiners):
        of += 1
    if end < of < len(said) and said[end] in forms.of_words:
        end = of + 1
    return span._replace(end=end)


def _chains(text: str, said: Sequence[str], language: str) -> Iterator[list[ConceptSpan]]:
    """Different things, each after a comma or a stroke, the last after an "and"; of three and more
    without one."""
    code, placed = known_language(language), placed_words(text)
    joints = compiled_rules(code)["and_words"].all
    things: list[ConceptSpan] = []
    least = 3
    for span in _named(text, said, language):
        if things and span.start < things[-1].end:
            continue
        if things:
            end, joint = things[-1].end, _begin(said, span, code)
            joining = text[placed[end][1] : placed[joint - 1][2]] if joint > end else ""
            is_joined = (*said[end:joint],) in joints and not joining.startswith("è")
            between = text[placed[end - 1][2] : placed[end][1]]
            if is_joined or (joint == end and not _MARKS.isdisjoint(between)):
                least = 2 if is_joined else least
                things.append(span)
                continue
        if len(things) >= least:
            yield things
        things, least = [span], 3
    if len(things) >= least:
        yield things


def _past_determiners(said: Sequence[str], start: int, forms: AskRules) -> int:
    """Where "(the) shuttle" begins."""
    while start and said[start - 1] in forms.determiners:
        start -= 1
    return start


@cache
def _joints(code: str) -> re.Pattern[str]:
    phrases = compiled_rules(known_language(code))["and_words"].all
    return words_pattern(tuple(" ".join(phrase) for phrase in phrases), code)
