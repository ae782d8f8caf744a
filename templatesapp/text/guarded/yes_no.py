"""What a text says to be included, free or possible, against what the desk knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from templatesapp.text.guarded.assertions import Assertion, find_assertions
from templatesapp.text.guarded.findings import CONTRADICTS, Finding
from templatesapp.text.guarded.kinds import Found, Kind
from templatesapp.text.guarded.known import ChosenLetter, Known, Rule, meaning, most_specific
from templatesapp.text.guarded.scopes import PLAIN, Sentence
from templatesapp.text.hypernyms import hypernyms, known_concepts


@dataclass
class YesNo:
    """A text beside what is known. What the chosen letter says in the same words is right as it
    stands."""

    text: str
    language: str
    known: Known
    found: Found
    sentences: Sequence[Sentence]
    letter: ChosenLetter

    def yes_or_no(self) -> Iterable[Finding]:
        for assertion in find_assertions(self.sentences, self.language):
            rule = self._broken(assertion)
            if rule is not None:
                span = (assertion.piece.start, assertion.piece.end)
                said = self.text[slice(*span)].strip(" ,;")
                answer = rule.answer(self.language, self.known)
                yield Finding(CONTRADICTS, said, answer, rule.name, span)

    def _broken(self, assertion: Assertion) -> Rule | None:
        rules = [rule for rule in self.known.rules if rule.axis == assertion.axis]
        sentence = assertion.sentence
        if self.text[sentence.start : sentence.end].strip() in self.letter.sentences:
            return None
        for held, is_own in sentence.scopes_before(assertion.index):
            if not is_own and (assertion.piece.loose or assertion.topics):
                return None
            meant = meaning(held)
            fitting = [
                rule
                for rule in rules
                if rule.concepts <= meant and self._is_about(assertion, rule, is_own=is_own)
            ]
            if fitting:
                most = most_specific(fitting)
                if any(rule.is_yes == assertion.is_yes for rule in most):
                    return None
                around = meant | sentence.concepts | sentence.context
                return None if self._is_said(assertion, most, around) else most[0]
        return None

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

    def _is_about(self, assertion: Assertion, rule: Rule, *, is_own: bool) -> bool:
        """Whether the yes or no stands beside what the rule is about."""
        if assertion.axis != "price":
            return True
        piece = assertion.piece
        is_priced = any(
            v.kind is Kind.MONEY and piece.start <= v.start < piece.end for v in self.found.values
        )
        if is_priced or not piece.concepts.isdisjoint(known_concepts().little_ones):
            return False
        near = assertion.near
        return not near or near in rule.concepts or bool(hypernyms(near) & rule.concepts)
