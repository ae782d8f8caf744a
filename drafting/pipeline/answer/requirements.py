"""Which letters may assert what they assert: the proofs of this mail against their requirements."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from drafting.pipeline.plan import ActionPlan
from templatesapp.entries import TemplateEntry
from templatesapp.requirements import REQUIREMENTS, Proof

# Letters for these cases stay the letter of a mail that is urgent; a person releases them.
CASES = frozenset({"disputes_refund", "disputes_charge", "complains", "bothered_by_guest"})
_READ_ALONE = frozenset(
    name for name, required in REQUIREMENTS.items() if required.proofs == {Proof.READING}
)
_NOTHING_TO_DO = frozenset({"gives_thanks"})


@dataclass(frozen=True, slots=True)
class Proofs:
    """What is known of this guest. ``states``: what the caller says to have looked up; a False is
    a word, too: it takes back what the mail claims."""

    read: frozenset[str]
    states: Mapping[str, bool]
    has_step: bool = False

    def proves(self, name: str) -> bool:
        if name in self.states:
            return self.states[name]
        requirement = REQUIREMENTS.get(name)
        if requirement is None:
            return False
        return name in self.read or (self.has_step and Proof.STEP in requirement.proofs)

    def allows(self, template: TemplateEntry) -> bool:
        """Undecided requirements (None) do not keep a letter out; they keep it from leaving."""
        return all(self.proves(name) for name in template.requires or ())

    def may_be_read(self, template: TemplateEntry) -> bool:
        """Whether what is not proven of the letter's claims only the mail itself could prove."""
        return all(
            self.proves(name) or (name in _READ_ALONE and name not in self.states)
            for name in template.requires or ()
        )

    def is_unread(self, template: TemplateEntry) -> bool:
        """Whether the letter asserts what the mail alone could prove, and nobody read there."""
        names = _READ_ALONE.intersection(template.requires or ())
        return not all(map(self.proves, names))

    def has_case(self, template: TemplateEntry) -> bool:
        """Whether the letter is for a case of ``CASES`` that this mail is."""
        return bool(CASES.intersection(template.requires or ())) and self.allows(template)

    def rests_on_reading(self, template: TemplateEntry) -> bool:
        """Whether the letter is for a case that only the mail tells of: somebody sees to it."""
        names = frozenset(template.requires or ()) - _NOTHING_TO_DO - self.states.keys()
        return bool(names) and not self.has_step

    def rests_on_state(self, template: TemplateEntry) -> bool:
        """Whether somebody must have looked for this letter to be true, and did."""
        return any(
            REQUIREMENTS[name].is_state or Proof.STEP in REQUIREMENTS[name].proofs
            for name in template.requires or ()
            if name in REQUIREMENTS and (name in self.states or self.has_step)
        )


def proofs_of(plan: ActionPlan, states: Mapping[str, bool], *, has_step: bool) -> Proofs:
    return Proofs(frozenset(plan.proofs), states, has_step)


def is_undecided(template: TemplateEntry, asserting: Collection[int]) -> bool:
    """A fixed text, or one that asserts a state, of which nobody has said what proves it."""
    return template.requires is None and (template.is_protected or template.key in asserting)
