"""What the desk may say, as plain frozen values that all requests of a process share.
Read once per catalogue version, never written to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from templatesapp.categories import DEFAULT_LANGUAGE, is_hard_rule_protected
from templatesapp.choices import ReferenceScope
from templatesapp.text.facts import format_fact
from templatesapp.text.guarded.known import Known, build_known
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import resolve_slots


@dataclass(frozen=True, slots=True)
class TemplateEntry:
    """An active template; ``key`` is its primary key, empty strings mean: none."""

    key: int
    template_id: str
    subject: str
    body: str
    category: str
    language: str
    purpose: str = "answer"
    prepayment_step: str = ""
    prepayment_provider: str = ""
    reference_scope: str = ""
    canonical_reference_url: str = ""
    version: int = 1
    learning_epoch: int = 1
    acknowledges: str = ""
    # None: nobody has decided what this text asserts. Empty: decided that nothing is needed.
    requires: tuple[str, ...] | None = None

    @property
    def is_protected(self) -> bool:
        return is_hard_rule_protected(self.category)

    @property
    def required_reference(self) -> str:
        """The link that every text of this letter keeps."""
        is_required = self.reference_scope == ReferenceScope.REQUIRED
        return self.canonical_reference_url if is_required else ""


@dataclass(frozen=True, slots=True)
class KnowledgeEntry:
    key: str
    category: str
    question: str
    answer: str
    language: str
    citation: str
    uri: str
    may_be_injected: bool
    is_promoted: bool
    question_hashes: frozenset[str] = frozenset()
    concepts: frozenset[str] = frozenset()
    decides: str = ""  # yes | no


@dataclass(frozen=True, slots=True)
class FactEntry:
    name: str
    kind: str
    value: str
    unit: str
    concepts: frozenset[str] = frozenset()
    edge: str = ""  # from | until

    def formatted(self, language: str) -> str:
        return format_fact(self.kind, self.value, self.unit, language)


@dataclass(frozen=True, slots=True)
class PolicyEntry:
    """One rule. ``category`` "" holds for any scenario; ``mandatory_content`` is one sentence per
    language; empty ``allowed_categories`` allow every template."""

    key: str
    category: str = ""
    condition: str = "always"
    mandatory_content: Mapping[str, str] = field(default_factory=dict)
    prohibited_content: tuple[str, ...] = ()
    allowed_categories: tuple[str, ...] = ()
    tone: str = ""
    review_tier: str = "standard"


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    business_name: str
    owners: str
    signature: str
    allowed_links: tuple[str, ...] = ()
    calls_to_action: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    is_sample_desk: bool = False
    house_nouns: tuple[str, ...] = ()

    @property
    def is_filled_in(self) -> bool:
        """Whether a letter can be signed."""
        return bool(self.business_name and self.owners and self.signature)


@dataclass(frozen=True)
class Catalogue:
    """Everything active of one catalogue version. ``stamp`` is unique to version and database: a
    catalogue of the same one is equal, and finds what was worked out from it."""

    version: int = field(compare=False)
    stamp: str
    templates: tuple[TemplateEntry, ...] = field(compare=False)
    knowledge: tuple[KnowledgeEntry, ...] = field(compare=False)
    facts: Mapping[str, FactEntry] = field(compare=False)
    policies: tuple[PolicyEntry, ...] = field(compare=False)
    profile: ProfileEntry = field(compare=False)

    def sharing(self, other: Catalogue | None) -> Catalogue:
        """The same; where ``other`` differs in its stamp alone, as after a change of settings, its
        very values, with what was worked out from them."""
        if other is None:
            return self
        again = replace(other, version=self.version, stamp=self.stamp)
        if any(getattr(again, each.name) != getattr(self, each.name) for each in fields(self)):
            return self
        again.__dict__.update(other.__dict__ | again.__dict__)
        return again

    @cached_property
    def templates_by_key(self) -> dict[int, TemplateEntry]:
        return {template.key: template for template in self.templates}

    @cached_property
    def languages(self) -> frozenset[str]:
        """In which the house has letters or answers: fewer than the desk reads."""
        return self._known_languages | {letter.language for letter in self.templates}

    @cached_property
    def _answering_languages(self) -> frozenset[str]:
        letters = (t for t in self.templates if t.purpose == "answer" and not t.is_protected)
        return self._known_languages | {letter.language for letter in letters}

    @cached_property
    def _known_languages(self) -> frozenset[str]:
        return frozenset(item.language for item in self.knowledge)

    def letter_language(self, language: str) -> str:
        """What a guest of a language is answered in: their own where the house has answers in it.
        That it can thank and confirm in a language answers nothing yet."""
        return language if language in self._answering_languages else DEFAULT_LANGUAGE

    @cached_property
    def promoted_by_hash(self) -> dict[str, KnowledgeEntry]:
        """Active promoted answers by the hash of each question that they answer."""
        return {
            question_hash: item
            for item in self.knowledge
            if item.is_promoted
            for question_hash in item.question_hashes
        }

    @cached_property
    def guarded(self) -> Known:
        """What the guard of facts compares texts with (``templatesapp.text.guarded``)."""
        filled = (
            replace(item, answer=resolve_slots(item.answer, self.fact_values(item.language)).text)
            for item in self.knowledge
        )
        stating = {
            (letter.language, resolve_slots(said, self.fact_values(letter.language)).text): None
            for letter in self.templates
            for said in sentences(letter.body)
            if "{{SLOT:FACT_" in said
        }
        pages = [*self.profile.allowed_links, *(t.canonical_reference_url for t in self.templates)]
        return build_known(self.facts.values(), filled, pages, stating)

    @cached_property
    def _fact_values(self) -> dict[str, dict[str, str]]:
        return {}

    def fact_values(self, language: str) -> dict[str, str]:
        """``{"FACT_CHECK_IN_FROM": "3:30 pm", …}`` in the words of a language, and who we are;
        do not change it."""
        if language not in self._fact_values:
            self._fact_values[language] = {
                "OWNERS": self.profile.owners,
                "SIGNATURE": self.profile.signature,
            } | {f"FACT_{name}": fact.formatted(language) for name, fact in self.facts.items()}
        return self._fact_values[language]
