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
    own, joints = _own(text, language), {" ".join(p) for p in compiled_rules(code)["and_words"].all}
    for things in _chains(text, said, language):
        first, last = things[0], things[-1]
        begun = [_begin(said, thing, code) for thing in things]
        if begun[-1] == _past_determiners(said, last.start, forms):  # the price is of all
            begun[0] = _past_determiners(said, first.start, forms)
        begun[0] = _past_aspect(said, first, code) or begun[0]
        before, after = said[: begun[0]], said[last.end :]
        tells_more = own & {*after} and not _is_of_guests(after, forms)
        is_way = (
            first.concept in JOURNEY and last.concept not in JOURNEY
        )  # "a bus to … and a ferry"
        is_more = any(text[placed[n][1] : placed[n][2]] in joints for n in range(len(before))[-2:])
        if is_way or is_more:  # "a safe and (a hair dryer and an iron)"
            continue
        is_bare = begun == [thing.start for thing in things]
        is_named_alone = is_bare and not before and len(things) == 2  # "bed and breakfast"
        if is_named_alone or tells_more or len(own & {*before}) > 1:
            continue
        if not any(word in forms.pairing for word in before):
            head, tail = text[: placed[begun[0]][1]], text[placed[last.end - 1][2] :]
            return tuple(
                f"{head}{text[placed[begin][1] : placed[thing.end - 1][2]]}{tail}"
                for begin, thing in zip(begun, things, strict=True)
            )
    return ()


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
    return frozenset(word for word in own_words(text, language) if not is_light(word, language))


def _named(text: str, said: Sequence[str], language: str) -> list[ConceptSpan]:
    """The things that a text names, each with all of its words ("the password of the wifi"); next
    to an "and" beside one of these also what no concept stands for ("a fridge and an oven")."""
    code, own = known_language(language), _own(text, language)
    forms, joints = rules(AskRules)[code], compiled_rules(code)["and_words"].all
    spans: list[ConceptSpan] = []
    for one in concept_spans(said, code):
        if one.concept in _OF_THINGS | GROUPS["verbs"]:
            continue
        span = _whole(said, one, own, forms)
        is_more = spans and span.start <= spans[-1].end and not _is_marked(text, spans[-1], span)
        if is_more and span.concept not in GROUPS["qualities"]:  # "wifi password"
            spans[-1] = spans[-1]._replace(end=max(spans[-1].end, span.end))
        else:
            spans.append(span)
    placed, having = placed_words(text), patterns_of(AskRules, code).having
    has = having.search(fold(text, code)) is not None
    for place in range(len(said)) if has else ():
        if (said[place],) not in joints or text[placed[place][1]] in "èÈ":
            continue
        after = place + 1
        while after < len(said) and said[after] in forms.determiners:
            after += 1
        left, right = (
            next((s for s in spans if s.start <= at < s.end), None) for at in (place - 1, after)
        )
        if not GROUPS["qualities"].isdisjoint(span.concept for span in (left, right) if span):
            continue
        if left and not right and said[after : after + 1] and said[after] in own:
            new = _whole(said, ConceptSpan(said[after], after, after + 1), own, forms)
            if new.end == len(said):
                spans.append(new)
        elif right and not left and said[place - 1] in own:
            spans.append(ConceptSpan(said[place - 1], place - 1, place))
    return sorted(spans, key=lambda span: span.start)


def _is_marked(text: str, first: ConceptSpan, second: ConceptSpan) -> bool:
    placed = placed_words(text)
    if first.end > second.start:
        return False
    return not _MARKS.isdisjoint(text[placed[first.end - 1][2] : placed[second.start][1]])


def _whole(
    said: Sequence[str], span: ConceptSpan, own: Collection[str], forms: AskRules
) -> ConceptSpan:
    end = span.end
    while end < len(said) and said[end] in own:  # "wheelchair ramp"
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
