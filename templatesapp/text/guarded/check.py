"""The guard of facts: what a text says that the desk knows otherwise, or does not know at all.

    known = current_catalogue().guarded
    reading = read_facts(text, language=…, known=known, letter=…, told=[mail, *thread])
    reading.findings    # contradicts_fact, unknown_value
    reading.matches     # {fact name: its value}: keep them with the text

``letter``: the chosen letter, rendered with today's facts. ``told``: the guest's mail, the thread,
values of states. What a guest wrote makes a value known; it never excuses a contradiction.
``draft``: what the text is a rewrite of. A value of it that is one of ours and now stands beside
another fact is rather told apart wrongly than wrong, so somebody is to look. ``asked``: by the
sentence that answers it, what somebody asked in that sentence's stead: "Yes, it is included.".
"""

from bisect import bisect
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from templatesapp.text.guarded.kinds import (
    CONTRADICTS,
    UNKNOWN,
    WRITTEN,
    FactReading,
    Finding,
    Found,
    Kind,
    Value,
)
from templatesapp.text.guarded.known import (
    ChosenLetter,
    GuardedFact,
    Known,
    Rule,
    Told,
    chosen_letter,
    meaning,
    most_specific,
)
from templatesapp.text.guarded.scopes import (
    MAX_LOOSE_WORDS,
    PLAIN,
    Asked,
    Assertion,
    Piece,
    Sentence,
    find_assertions,
    is_denied,
    opening,
    read_sentences,
)
from templatesapp.text.guarded.values import find_values
from templatesapp.text.guarded.words import guarding
from templatesapp.text.reader.sayings import sayings
from templatesapp.text.tokens import hypernyms, known_concepts, words

_DENIED_KINDS = frozenset({Kind.TIME, Kind.MEASURE, Kind.DATE})
_SOFT_KINDS = _DENIED_KINDS | {Kind.AGE}
_CARD = "card"
_NEAR_MISS = 3  # letters or digits by which a number or address is one of ours, misspelt
_FAR_NEARER = 0.3  # of likenesses (up to 2)
_ALIKE_WITHOUT_TOPIC = 0.6  # cosine from which wording alone tells the fact
_DAWN = Decimal(5 * 60)  # minutes after midnight
_EACH_WITHIN = 20  # characters after a price
_MAX_TIMES = 40  # "€17 for two": the most that something is told so many times


def read_facts(
    text: str,
    *,
    language: str,
    known: Known,
    letter: str = "",
    told: Sequence[str] = (),
    links: Collection[str] = (),
    draft: str = "",
    asked: Mapping[str, Asked] | None = None,
) -> FactReading:
    """Every value and yes or no of ``text`` against what is known; in order of place."""
    found = find_values(text, language)
    sentences = read_sentences(text, language, found.values)
    chosen = chosen_letter(letter, language)
    vouching = known.told, chosen.told, *(_told_in(tuple(one), language) for one in (told, links))
    drafted = _told_in((draft,), language)
    check = _Check(text, language, known, found, sentences, chosen, vouching, drafted, asked or {})
    findings = [*check.values(), *check.yes_or_no()]
    findings.sort(key=lambda finding: finding.span)
    matches = {name: known.by_name[name].fact.value for name, _ in check.places}
    return FactReading(tuple(findings), matches, found.is_cut, tuple(check.places))


@lru_cache(maxsize=64)  # a desk's links, and what one mail's texts are all judged by
def _told_in(texts: tuple[str, ...], language: str) -> Told:
    found = [find_values(text, language) for text in texts]
    return Told(
        (value for one in found for value in one.values),
        (number for one in found for _, number in one.numbers),
    )


@dataclass
class _Check:
    """A text beside what is known. ``told``: what facts and knowledge, the letter, the mail and our
    links say, in this order."""

    text: str
    language: str
    known: Known
    found: Found
    sentences: Sequence[Sentence]
    letter: ChosenLetter
    told: tuple[Told, ...]
    drafted: Told
    asked: Mapping[str, Asked]
    places: list[tuple[str, tuple[int, int]]] = field(default_factory=list)

    def values(self) -> Iterable[Finding]:
        starts = [sentence.start for sentence in self.sentences]
        for value in self.found.values:
            sentence = self.sentences[bisect(starts, value.start) - 1]
            if finding := self._judged(value, sentence):
                yield finding

    def _judged(self, value: Value, sentence: Sentence) -> Finding | None:
        if value.kind in WRITTEN:
            return self._written(value, sentence)
        facts, held = self._concerned(value, sentence)
        near = (*facts, *self._in_sentence(value, sentence))
        equal = [one for one in near if _states(value, one)]
        self.places += [(one.name, (value.start, value.end)) for one in equal]
        if equal:
            return None
        if facts and self._is_excused(value, facts, held, sentence):
            return None
        facts = self._still_open(value, facts, sentence)
        hard = next((one for one in facts if self._is_hard(value, one, sentence)), None)
        if hard:
            if self._is_ours(value, sentence, hard):
                return None
            is_drafted = self.drafted.holds(value) and self.known.told.holds(value)
            return self._finding(UNKNOWN if is_drafted else CONTRADICTS, value, hard)
        if value.is_named or any(told.holds(value) for told in self.told[1:]):
            return None
        if self._is_number_told(value):
            return None
        if value.kind is Kind.MONEY and any(self._times(value, one, sentence) for one in near):
            return None
        if alike := self._alike(value, sentence):
            return self._finding(CONTRADICTS, value, alike)
        # What another fact says does not vouch for a value said of this one.
        if (not facts or value.is_later) and self.known.told.holds(value):
            return None
        free = None if facts else self._free(value, sentence)
        return self._finding(CONTRADICTS if free else UNKNOWN, value, free)

    def _is_ours(self, value: Value, sentence: Sentence, fact: GuardedFact) -> bool:
        """Whether our own answers say the same of this very value, in whatever words, and those
        that state the fact are far less near."""
        stating = self.known.examples(self.language).stating
        ours = sayings(tuple(stating(value)), self.language)
        others = sayings(tuple(stating(fact.value)), self.language)
        for whole in (sentence, sentence.piece_of(value)):
            said = self.text[whole.start : whole.end], self.language
            if ours.says(*said) and ours.nearness(*said) >= others.nearness(*said) + _FAR_NEARER:
                return True
        return False

    def _alike(self, value: Value, sentence: Sentence) -> GuardedFact | None:
        """The fact that our answers state where this text says something else."""
        if self._is_denied(value, sentence):
            return None
        found = self.known.examples(self.language).alike(value, sentence, self.language)
        around, own = sentence.around | sentence.context, sentence.piece_at(value.start)
        before = sentence.context.union(*(p.concepts for p in sentence.pieces[: own + 1]))
        near = self.known.like(value)
        # One without concepts is of no topic: what says it has to be like what we say.
        if any(one.value.equals(value) and one.concepts and one.concepts <= around for one in near):
            return None
        if not found or any(one.value.equals(value) for _, one in found):
            return None
        score, best = found[0]
        facts = [self.known.by_name[name] for name in best.names]
        fact = max(facts, key=lambda one: len(one.concepts & before))
        if not fact.concepts & before and score < _ALIKE_WITHOUT_TOPIC:
            return None
        is_open = value.kind in (Kind.TIME, Kind.MONEY) and not self._is_hard(value, fact, sentence)
        return None if is_open else fact

    def _free(self, value: Value, sentence: Sentence) -> Rule | None:
        """The rule that this costs nothing, where the value is its price."""
        if value.kind is not Kind.MONEY:
            return None
        held = sentence.piece_of(value).concepts
        free = (r for r in self.known.rules if r.axis == "price" and r.is_yes)
        return next((rule for rule in free if rule.concepts <= held), None)

    def _concerned(
        self, value: Value, sentence: Sentence
    ) -> tuple[tuple[GuardedFact, ...], frozenset[str]]:
        """The most specific facts whose concepts the value's clause holds, and what it holds.

        A clause without a topic of its own takes that of its neighbours, the nearest first.
        """
        facts = [one for one in self.known.like(value) if one.concepts]
        index = sentence.piece_at(value.start)
        piece = sentence.pieces[index]
        for held, is_own in sentence.scopes(index):
            if not is_own:
                is_vague = piece.loose <= MAX_LOOSE_WORDS
                facts = [one for one in facts if is_vague and piece.topics <= one.meaning]
            if fitting := [one for one in facts if one.concepts <= held]:
                return most_specific(fitting), held
        return (), piece.concepts

    def _in_sentence(self, value: Value, sentence: Sentence) -> tuple[GuardedFact, ...]:
        """Those of the whole sentence and what it goes on about, where the clause has no topic of
        its own or no other value could be theirs."""
        piece = sentence.piece_of(value)
        held = piece.concepts | sentence.context
        is_alone = not any(other.kind is value.kind for other in self._beside(value, sentence))
        if not piece.topics or is_alone:
            held |= sentence.concepts
        return tuple(one for one in self.known.like(value) if one.concepts and one.concepts <= held)

    def _beside(self, value: Value, sentence: Sentence) -> list[Value]:
        return [v for v in self.found.values if v is not value and sentence.holds(v.start)]

    def _is_excused(
        self,
        value: Value,
        facts: Sequence[GuardedFact],
        held: frozenset[str],
        sentence: Sentence,
    ) -> bool:
        """Whether another that it concerns holds it: a knowledge item, a sentence of the letter,
        or a closer fact that the paragraph is about."""
        if self.letter.says(value, held) or any(
            about <= held and told.holds(value) for about, told in self.known.answers
        ):
            return True
        meant = frozenset().union(*(fact.meaning for fact in facts))
        return any(
            one.value.equals(value)
            and any(one.meaning > fact.meaning for fact in facts)
            and (one.concepts <= sentence.around | held or one.concepts & held - meant)
            for one in self.known.like(value)
        )

    def _still_open(
        self, value: Value, facts: tuple[GuardedFact, ...], sentence: Sentence
    ) -> tuple[GuardedFact, ...]:
        """Without those that the sentence states rightly elsewhere, where the value is another
        fact's: "check-in is from 15:30; for €14 you can have your bed at 12:30"."""
        if not self.known.told.holds(value):
            return facts
        others = self._beside(value, sentence)
        return tuple(one for one in facts if not any(_states(other, one) for other in others))

    def _is_hard(self, value: Value, one: GuardedFact, sentence: Sentence) -> bool:
        """Whether the value, said of this fact and not equal to it, is surely wrong."""
        piece = sentence.piece_of(value)
        if value.is_later or self._is_denied(value, sentence):
            return False
        if value.kind is Kind.MONEY:
            return not self._is_sum(value, one, sentence)
        if piece.is_supposing and value.kind in _SOFT_KINDS:
            return False
        if value.kind not in (Kind.TIME, Kind.MEASURE, Kind.DATE) or not one.fact.edge:
            return True
        edge = value.edge
        if "last" in one.concepts and "last" in piece.concepts:
            edge = "until"
        if edge:
            return edge == one.fact.edge
        if value.kind is not Kind.TIME:
            return False
        if value.is_moment:
            return one.fact.edge == "from" or not one.is_paired
        others = piece.concepts & frozenset(known_concepts().sold_by_others) - one.meaning
        return not others and not self._is_inside(value, one)  # "reception gets you a taxi at 5"

    def _is_denied(self, value: Value, sentence: Sentence) -> bool:
        return value.is_denied or (
            value.kind in _DENIED_KINDS and is_denied(value, sentence, self.text, self.language)
        )

    def _is_inside(self, value: Value, one: GuardedFact) -> bool:
        """Between from and until; a span without a known other end is open there, by day."""
        (bound,) = one.value.amounts
        other = self._other_end(one)
        opens = _DAWN if other is None else other
        for amount in value.amounts:
            begin, end = (bound, other) if one.fact.edge == "from" else (opens, bound)
            if begin is not None and end is not None and begin > end:  # over midnight
                if amount >= begin or amount <= end:
                    return True
            elif (begin is None or amount >= begin) and (end is None or amount <= end):
                return True
        return False

    def _other_end(self, one: GuardedFact) -> Decimal | None:
        ends = (
            next(iter(other.value.amounts))
            for other in self.known.like(one.value)
            if other.concepts == one.concepts and other.fact.edge not in ("", one.fact.edge)
        )
        return next(ends, None) if one.is_paired else None

    def _is_number_told(self, value: Value) -> bool:
        """Whether a bare number that may be an hour, or an age, is one that the mail tells of
        whatever: "a taxi for four" is not at four."""
        is_age = value.kind is Kind.AGE or value.unit == "year"
        if not is_age and value.kind is not Kind.TIME:
            return False
        said = [n for place, n in self.found.numbers if value.start <= place < value.end]
        is_bare = is_age or len(words(self.text[value.start : value.end])) == 1
        return is_bare and any(n in told.numbers for told in self.told[2:] for n in said)

    def _counts(self, sentence: Sentence) -> set[int]:
        counts = {
            number
            for place, number in self.found.numbers
            if sentence.holds(place) and 1 < number <= _MAX_TIMES
        }
        return counts | {2} if "pair" in sentence.concepts else counts

    def _times(self, value: Value, one: GuardedFact, sentence: Sentence) -> bool:
        """ "€17 for two", "€15 for two people and three nights"."""
        (amount,) = value.amounts
        (price,) = one.value.amounts
        times = amount / price if price else Decimal(0)
        counts = self._counts(sentence)
        return times in counts or any(times == a * b for a in counts for b in counts)

    def _is_sum(self, value: Value, one: GuardedFact, sentence: Sentence) -> bool:
        """So many times the price, a share of it, or a total of what is said."""
        if self._times(value, one, sentence):
            return True
        (amount,) = value.amounts
        (price,) = one.value.amounts
        times = amount / price if price else Decimal(0)
        counts = self._counts(sentence)
        is_part = any((price / n).quantize(amount) == amount for n in counts)
        if is_part and self._is_share(value, one, sentence):
            return True
        said = sentence.piece_of(value).said
        if not guarding(self.language).totals.is_in(said):
            return False
        others = [
            next(iter(v.amounts))
            for v in self.found.values
            if v.kind is Kind.MONEY and v.start < value.start
        ]
        return any(sum(others[-n:]) == amount for n in range(2, 5)) or times == int(times) > 1

    def _is_share(self, value: Value, one: GuardedFact, sentence: Sentence) -> bool:
        """ "So €45 each", where the text states the price, and not as one for each."""
        each = guarding(self.language).per_person
        stated = (
            words(self.text[v.end : v.end + _EACH_WITHIN])
            for v in self.found.values
            if v.equals(one.value)
        )
        is_for_all = any(not each.length_at_start(after) for after in stated)
        return is_for_all and each.is_in(sentence.piece_of(value).said)

    def _written(self, value: Value, sentence: Sentence) -> Finding | None:
        """Numbers and addresses: known letter by letter, misspelt, or unknown."""
        facts, place = self.known.like(value), (value.start, value.end)
        self.places += [(one.name, place) for one in facts if one.value.written == value.written]
        near: Sequence[GuardedFact] = ()
        if value.kind is not Kind.PHONE:
            if any(told.holds(value) for told in self.told):
                return None
        elif self._is_other_phone(value, sentence):
            near, _ = self._concerned(value, sentence)
        else:
            return None
        ours = [*near, *(one for one in facts if _is_misspelt(value, one))]
        return self._finding(CONTRADICTS if ours else UNKNOWN, value, ours[0] if ours else None)

    def _is_other_phone(self, value: Value, sentence: Sentence) -> bool:
        """Unknown, or a known number under another's name ("our night phone: …")."""
        said = value.written
        numbers = {w for told in self.told for kind, w in told.written if kind is Kind.PHONE}
        ends = (number.endswith(said.lstrip("0")) for number in numbers)
        if said not in numbers and not (len(said) >= 8 and any(ends)):
            return True
        facts = self.known.like(value)
        held = sentence.piece_of(value).concepts
        named = [one for one in facts if one.concepts and one.concepts <= held]
        ours = [one for one in facts if one.value.equals(value)]
        return bool(named and ours) and not any(one in named for one in ours)

    def _finding(self, code: str, value: Value | Piece, one: GuardedFact | Rule | None) -> Finding:
        return Finding(
            code=code,
            said=self.text[value.start : value.end],
            known=one.answer(self.language, self.known) if one else "",
            fact=one.name if one else "",
            span=(value.start, value.end),
        )

    def yes_or_no(self) -> Iterable[Finding]:
        said: list[Piece] = []
        for assertion in (*self._replies(), *find_assertions(self.sentences, self.language)):
            code, rule = self._broken(assertion)
            if code and assertion.piece not in said:
                said.append(assertion.piece)
                finding = self._finding(code, assertion.piece, rule)
                yield replace(finding, said=finding.said.strip(" ,;"))

    def _replies(self) -> Iterable[Assertion]:
        """The "yes" or "no" that sentences begin with."""
        for sentence in self.sentences:
            asked = self._asked(sentence)
            is_yes = opening(sentence.pieces[0], self.language)
            if asked is not None and is_yes is not None and not sentence.is_question:
                yield Assertion(asked.axis, is_yes, sentence.pieces[0], sentence, 0, is_reply=True)

    def _asked(self, sentence: Sentence) -> Asked | None:
        return self.asked.get(self.text[sentence.start : sentence.end].strip())

    def _broken(self, assertion: Assertion) -> tuple[str, Rule | None]:
        """What is wrong with it, "" for nothing, and the rule that it breaks."""
        sentence = assertion.sentence
        whole = self.text[sentence.start : sentence.end].strip()
        if whole in self.letter.sentences:
            return "", None
        asked = self._asked(sentence)
        scopes = list(sentence.scopes_before(assertion.index))
        if asked is not None and assertion.is_reply:
            scopes = [(asked.concepts, True)]
        elif asked is not None and assertion.may_reply(asked, self.language):
            scopes.append((sentence.context | asked.concepts, False))
        else:
            asked = None
        rules = [rule for rule in self.known.rules if rule.axis == assertion.axis]
        for held, is_own in scopes:
            if not is_own and (assertion.piece.loose or assertion.topics):
                return "", None
            meant = meaning(held)
            about = [rule for rule in rules if rule.concepts <= meant]
            fitting = [rule for rule in about if self._is_about(assertion, rule)]
            if fitting:
                most = most_specific(fitting)
                if any(rule.is_yes == assertion.is_yes for rule in most):
                    return "", None
                # What another clause is about makes no difference to what this one says itself.
                around = meant | sentence.concepts | sentence.context
                is_said = any(self._is_said(assertion, most, near) for near in (meant, around))
                return ("", None) if is_said else (CONTRADICTS, most[0])
        is_bare = sentence.is_vague if assertion.is_reply else sentence.is_bare
        if asked is None or not is_bare or self._says(assertion, asked.concepts):
            return "", None
        return UNKNOWN, None

    def _says(self, assertion: Assertion, concepts: frozenset[str]) -> bool:
        """Whether an answer or the letter says just this of what was asked."""
        meant = meaning(concepts)
        return any(
            (axis, yes) == (assertion.axis, assertion.is_yes) and about and about <= meant
            for axis, yes, about in (*self.known.said, *self.letter.said)
        )

    def _is_said(self, assertion: Assertion, rules: Sequence[Rule], around: frozenset[str]) -> bool:
        """Whether the most specific that answers or the letter say of it is the same."""
        said = [
            (yes, about)
            for axis, yes, about in (*self.known.said, *self.letter.said)
            if axis == assertion.axis
            and about <= around
            and any(about & (rule.concepts - PLAIN) for rule in rules)
        ]
        return any(
            yes == assertion.is_yes and not any(about < other for _, other in said)
            for yes, about in said
        )

    def _is_about(self, assertion: Assertion, rule: Rule) -> bool:
        """Whether the yes or no stands beside what the rule is about."""
        if assertion.is_needless and rule.concepts.isdisjoint(known_concepts().owed):
            return False
        piece = assertion.piece
        if assertion.axis != "price":
            is_of_data = guarding(self.language).card_data.is_in(piece.said)
            return assertion.is_yes or _CARD not in rule.concepts or not is_of_data
        is_priced = any(
            v.kind is Kind.MONEY and piece.start <= v.start < piece.end for v in self.found.values
        )
        if is_priced or not piece.concepts.isdisjoint(known_concepts().little_ones):
            return False
        is_included = guarding(self.language).included.is_in(piece.said)
        if is_included and not rule.concepts.isdisjoint(known_concepts().sold_by_others):
            return False  # "a ferry goes every day, Sundays included"
        near = assertion.near
        return not near or near in rule.concepts or bool(hypernyms(near) & rule.concepts)


def _is_misspelt(value: Value, one: GuardedFact) -> bool:
    known, said = one.value.written, value.written
    return Levenshtein.distance(known, said, score_cutoff=_NEAR_MISS) <= _NEAR_MISS


def _states(value: Value, one: GuardedFact) -> bool:
    """Equal, and not the other end of the span."""
    is_other_end = one.is_paired and value.edge not in ("", one.fact.edge)
    return value.equals(one.value) and not value.is_denied and not is_other_end
