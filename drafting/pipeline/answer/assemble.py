"""From paragraphs to a letter: slots, forbidden phrases, length, mandatory sentences, and what is
promised for the asks that it leaves open.

Every step is a function of texts; the order is the design page's ("Drafting", section 2). What must
go takes its sentence with it, and nothing is ever cut in the middle.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from drafting.pipeline.answer.knowledge import Answer, leans
from drafting.pipeline.answer.paragraphs import Fit
from drafting.pipeline.check.policy import has_phrase, word_key
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret.scenario import leading_topic
from drafting.pipeline.outcomes import AnswerSource, Origin, TextRead, read_text, sentence_key
from drafting.pipeline.plan import ActionPlan, Ask, AskKind
from templatesapp.text.letter import (
    closing,
    greeting,
    insert_before_closing,
    letter_words,
    names_owners,
    owners_promises,
    personalise_greeting,
    promise_sentence,
    signed,
    split_letter,
)
from templatesapp.text.links import find_links
from templatesapp.text.sentences import Span, paragraph_spans, sentence_spans, sentences
from templatesapp.text.slots import Placement, cut_spans, resolve_slots, slot_names
from templatesapp.text.tokens import words

# The closing is the last paragraphs of few words: "Warm regards," and the signature under it.
_CLOSING_WORDS = 15
_CLOSING_PARAGRAPHS = 2
INJECTION = "KNOWLEDGE_INJECTION"
POLICY_NOTE = "POLICY_NOTE"
PARAGRAPH = "\n\n"
PROHIBITED, TOO_LONG = "prohibited", "too_long"
# Words kept free below the quality check's upper bound, so that a greeting's name never tips it.
_LENGTH_SHARE = 1.2
_MAY_BE_EMPTY = frozenset({"GREETING", "BOOKING_REF", "CTA", INJECTION, POLICY_NOTE})
_NEAR_ENOUGH = 0.5  # that a question is about what one of ours is about


def sentences_with(text: str, phrases: Iterable[str]) -> list[Span]:
    """The sentences that hold one of the phrases (whole words, case and accents folded)."""
    spans = sentence_spans(text)
    said = [word_key(span.text) for span in spans]
    whole = "".join(said)  # of two spaces between sentences, so that no phrase reaches over them
    keys = [key for key in map(word_key, phrases) if key in whole and key.strip()]
    return [span for span, own in zip(spans, said, strict=True) if any(k in own for k in keys)]


def shorten(text: str, *, max_words: int, keep: Sequence[str]) -> list[Span]:
    """What must go for at most ``max_words`` words: whole sentences from the end of the longest
    paragraphs, in reading order.

    Never goes: a sentence with a link, one that holds (or is part of) a text of ``keep``
    (mandatory sentences, answers), the greeting and the closing. So the result may stay too long.
    """
    excess = len(text.split()) - max_words
    if excess <= 0:
        return []
    kept_keys = [key for key in map(word_key, keep) if key.strip()]
    removable = _removable(text, kept_keys)
    sizes = [sum(len(span.text.split()) for span in part) for part, _ in removable]
    doomed: list[Span] = []
    while excess > 0:
        open_parts = [i for i, (_, spans) in enumerate(removable) if spans]
        if not open_parts:
            break
        longest = max(open_parts, key=lambda i: sizes[i])
        span = removable[longest][1].pop()
        doomed.append(span)
        sizes[longest] -= len(span.text.split())
        excess -= len(span.text.split())
    return sorted(doomed, key=lambda span: span.start)


def _removable(text: str, kept_keys: Sequence[str]) -> list[tuple[list[Span], list[Span]]]:
    """Per paragraph: its sentences, and those of them that may go, in order."""
    paragraphs, sentences = paragraph_spans(text), sentence_spans(text)
    fixed = _fixed_paragraphs(paragraphs)
    linked = [link.start for link in find_links(text)]

    def may_go(span: Span) -> bool:
        key = word_key(span.text)
        has_link = any(span.start <= at < span.end for at in linked)
        return not (has_link or any(kept in key or key in kept for kept in kept_keys))

    parts = []
    for index, paragraph in enumerate(paragraphs):
        inside = [s for s in sentences if paragraph.start <= s.start < paragraph.end]
        parts.append((inside, [s for s in inside if index not in fixed and may_go(s)]))
    return parts


def _fixed_paragraphs(paragraphs: Sequence[Span]) -> set[int]:
    """Indices of the greeting and of the closing."""
    fixed = {0} if paragraphs and paragraphs[0].text.rstrip().endswith((",", "!", ":")) else set()
    for index in range(len(paragraphs) - 1, 0, -1):
        is_short = len(paragraphs[index].text.split()) <= _CLOSING_WORDS
        if not is_short or len(paragraphs) - index > _CLOSING_PARAGRAPHS:
            break
        fixed.add(index)
    return fixed


@dataclass(frozen=True, slots=True)
class Letter:
    """The finished text; for each value put in, its slot and place; ``holes``: the sentences that
    lack a value, as they stand in the text; and those that had to go, with the reason."""

    text: str
    filled: dict[str, str]
    placements: tuple[Placement, ...]
    unresolved: tuple[str, ...]
    holes: tuple[str, ...] = ()
    left_out: tuple[dict[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LetterValues:
    """What is put into a letter. ``answers`` go where the text has a place for knowledge, else
    before the closing. ``promise`` goes before the closing; of a fixed text into that place, too.
    ``mandatory``: sentences that policy asks for."""

    name: str | None
    language: str
    booking_ref: str
    call_to_action: str
    facts: Mapping[str, str]
    answers: Sequence[str] = ()
    promise: str = ""
    mandatory: Sequence[str] = ()


def bare_letter(language: str, signature: str) -> str:
    """The letter that is written where no template was selected."""
    words = letter_words(language)
    parts = ["{{SLOT:GREETING}}", words.thanks, f"{{{{SLOT:{INJECTION}}}}}"]
    return PARAGRAPH.join([*parts, closing(signature, language)])


def write_letter(
    body: str,
    values: LetterValues,
    *,
    is_fixed: bool,
    prohibited: Sequence[str] = (),
    maximum_words: int = 0,
    keep: Sequence[str] = (),
) -> Letter:
    """The text as it would leave. Of a fixed body only the slots are filled. ``keep``: texts whose
    sentences are never shortened away."""
    names = slot_names(body)
    filled = _slot_values(values, body, is_fixed=is_fixed)
    if not is_fixed and INJECTION not in names and filled.get(INJECTION):
        body = insert_before_closing(body, f"{{{{SLOT:{INJECTION}}}}}")
    if not is_fixed and values.promise:
        body = insert_before_closing(body, values.promise)
    if "GREETING" not in names and not is_fixed:
        body = personalise_greeting(body, values.name, values.language)
    resolved = resolve_slots(body, filled)
    text = resolved.text.replace("\r\n", "\n")
    left_out: tuple[dict[str, str], ...] = ()
    if not is_fixed:
        text, left_out = _keep_rules(text, values, prohibited, maximum_words, keep)
    unresolved = tuple(name for name in resolved.unresolved if name not in _MAY_BE_EMPTY)
    return Letter(
        text=text,
        filled={name: filled[name] for name in slot_names(body) if filled.get(name)},
        placements=_placed(text, resolved.placements),
        unresolved=unresolved,
        holes=_with_holes(body, filled, unresolved) if unresolved else (),
        left_out=left_out,
    )


def _with_holes(
    body: str, filled: Mapping[str, str], unresolved: Collection[str]
) -> tuple[str, ...]:
    """The sentences of the body that hold a slot without a value, filled as far as they are; one
    that is nothing but its slot leaves no hole."""
    wanted = set(unresolved)
    lacking = (said for said in sentences(body) if not wanted.isdisjoint(slot_names(said)))
    return tuple(text for said in lacking if (text := resolve_slots(said, filled).text.strip()))


def _slot_values(values: LetterValues, body: str, *, is_fixed: bool) -> dict[str, str]:
    missing = [s for s in values.mandatory if not has_phrase(body, s)]
    injected = [PARAGRAPH.join(values.answers), values.promise if is_fixed else ""]
    return {
        **values.facts,
        "SIGNATURE": signed(body, values.facts.get("SIGNATURE", ""), values.language),
        "GREETING": greeting(values.name, values.language),
        "BOOKING_REF": values.booking_ref,
        "CTA": values.call_to_action,
        POLICY_NOTE: " ".join(missing),
        INJECTION: PARAGRAPH.join(part for part in injected if part),
    }


def _keep_rules(
    text: str,
    values: LetterValues,
    prohibited: Sequence[str],
    maximum_words: int,
    keep: Sequence[str],
) -> tuple[str, tuple[dict[str, str], ...]]:
    """The text with what must be said and without what may not, and what had to go."""
    forbidden = sentences_with(text, prohibited)
    text = _without(text, forbidden)
    kept = [*values.mandatory, *values.answers, values.promise, *keep]
    too_many = shorten(text, max_words=int(maximum_words * _LENGTH_SHARE), keep=kept)
    text = _without(text, too_many)
    for sentence in values.mandatory:
        if not has_phrase(text, sentence):
            text = insert_before_closing(text, sentence)
    gone = ((PROHIBITED, forbidden), (TOO_LONG, too_many))
    return text, tuple({"sentence": s.text, "why": why} for why, spans in gone for s in spans)


def _without(text: str, doomed: Sequence[Span]) -> str:
    return cut_spans(text, [(span.start, span.end) for span in doomed])


def _placed(text: str, placements: Sequence[Placement]) -> tuple[Placement, ...]:
    """The values where they stand in the final text; those whose sentence went are left out."""
    found = []
    position = 0
    for placement in placements:
        value = placement.value.replace("\r\n", "\n")
        start = text.find(value, position)
        if start >= 0:
            found.append(Placement(placement.name, value, start, start + len(value)))
            position = start + len(value)
    return tuple(found)


def as_told(body: str, plan: ActionPlan, desk: Desk, language: str) -> str:
    """A text of ours with what the house knows and the booking that the mail names."""
    facts = {**desk.catalogue.fact_values(language), "BOOKING_REF": plan.booking_ref or ""}
    return resolve_slots(body, facts).text


@dataclass(frozen=True, slots=True)
class Promises:
    """``language``: of the letter."""

    plan: ActionPlan
    desk: Desk
    language: str

    def promise(
        self,
        body: str,
        origins: Mapping[str, Origin],
        answers: Sequence[Answer],
        fits: Sequence[Fit],
    ) -> tuple[str, dict[str, Origin]]:
        """One sentence for all that the text leaves open, and what each sentence promises."""
        answered = PARAGRAPH.join(answer.text for answer in answers if answer.text)
        own = as_told(body, self.plan, self.desk, self.language)
        text = f"{own}{PARAGRAPH}{answered}"
        table = read_text(self.plan, TextRead(text, self.language, origins, is_reply=False))
        left = table.open_asks(self.plan.asks)
        owners = self.desk.catalogue.profile.owners
        told, theirs = self._told_by_letter(own, left, fits)
        rest = [ask for ask in left if ask not in theirs]
        topics = [ask.topic if self._is_about(ask) else "" for ask in rest]
        if names_owners(told, owners) and not any(topics):
            theirs, rest = list(left), []  # nothing could be named that the letter has not said
        promised: dict[str, Origin] = {}
        if theirs:
            own_case = origins.get(sentence_key(told), Origin(None))
            # What the caller has looked up is no promise; a step of prepayment tells nothing more.
            is_known = (
                own_case.source is AnswerSource.STATE
                and not fits[0].letter.template.prepayment_step
                and all(ask.kind is AskKind.STATE for ask in theirs)
            )
            origin = own_case if is_known else Origin(None)
            promised[sentence_key(told)] = replace(origin, asks=tuple(ask.id for ask in theirs))
        if not rest:
            return "", promised
        promise = promise_sentence(topics, owners, self.language)
        promised[sentence_key(promise)] = Origin(None, asks=tuple(ask.id for ask in rest))
        return promise, promised

    def _is_about(self, ask: Ask) -> bool:
        """Whether it says its topic itself, nothing that the house knows shows it to be about
        something else, and of a question something shows that it is: a wrong name for what is
        promised is worse than none. Who rents "a boat" of a houseboat wants no boat trip."""
        named = leading_topic(ask.text, self.plan.language)
        own = {word for noun in self.desk.catalogue.profile.house_nouns for word in words(noun)}
        if ask.is_unresolved or leans(ask) or (named and not own.isdisjoint(words(named.named))):
            return False
        found = self.desk.search.find(
            ask.text,
            language=self.plan.language,
            letter_language=self.language,
            is_read=False,
        )
        near = [one for one in found if one.is_nearest and one.near >= _NEAR_ENOUGH]
        is_shown = bool(near) or ask.kind is not AskKind.QUESTION
        return is_shown and all(ask.topic in one.item.concepts for one in near)

    def _told_by_letter(
        self, text: str, left: Sequence[Ask], fits: Sequence[Fit]
    ) -> tuple[str, list[Ask]]:
        """What somebody must look up or do and the letter says itself who does, with the sentence:
        all of it where it names the owners; of a letter for just this case what the case is."""
        duties = [ask for ask in left if ask.kind is not AskKind.QUESTION]
        inside = PARAGRAPH.join(split_letter(text)[1])
        if named := owners_promises(inside, self.desk.catalogue.profile.owners):
            return named[0], duties
        said = sentences(inside)
        if not duties or not said:
            return "", []
        if not fits or not fits[0].letter.template.requires:
            return "", []
        asked = [ask for ask in self.plan.asks if ask.kind in (AskKind.STATE, AskKind.ACTION)]
        topic = asked[0].topic
        return said[0], [ask for ask in duties if ask.topic in ("", topic)]
