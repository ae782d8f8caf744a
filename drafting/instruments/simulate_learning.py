"""Simulates learning in a world with a known truth, with the real services.
Drafts are generated, voices refine them, calibrations move the priors, and mail that was never
streamed is asked about.

Source: design page "Proof", "Learning".
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import product
from typing import Any

from django.contrib.auth.models import User

from config.errors import DomainError
from drafting.desk.gate import choose_with
from drafting.desk.house import load_sample
from drafting.drafts.authors import Author
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.other_letters import letter_for
from drafting.drafts.services.generate import GenerateRequest, generate_draft
from drafting.drafts.services.interpret import interpret_mail
from drafting.drafts.services.refine import RefineRequest, attest_draft, refine_draft
from drafting.drafts.shapes import plan_to_json, tightened
from drafting.instruments.simulate_world import (
    NOTHING_FITS,
    Asked,
    Chance,
    Voice,
    World,
    read_world,
    voices,
)
from drafting.mail.choices import MailSource
from drafting.mail.models import Message
from drafting.mail.parsing import mail_from_fields
from drafting.mail.services import record_mail
from drafting.pipeline.answer.choose import Choice
from drafting.pipeline.answer.compose import ComposeRequest, compose
from drafting.pipeline.answer.rank import SCENARIO_WEIGHT
from drafting.pipeline.plan import ActionPlan, IncomingMail
from learning.calibration.cells import compute_cells
from learning.calibration.services import (
    calibrate,
    current_priors,
    ignore_agent,
    take_back_ignoring,
)
from learning.proposals.decisions import approve_proposal, reject_proposal
from learning.proposals.models import (
    Change,
    ProposalType,
    RejectReason,
    ReviewState,
    TemplateProposal,
)
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import current_tuning
from templatesapp.models import EmailTemplate
from templatesapp.services import create_rows
from templatesapp.text.distance import edit_distance_pct
from templatesapp.text.letter import insert_before_closing
from templatesapp.text.slots import resolve_slots

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
MINUTES_BETWEEN = 20
CHECKPOINTS = (20, 100, 300, 1000)
CALIBRATE_EVERY = 20  # joined drafts: the gate's own minimum
WISH_SHARE = 0.5  # of the right letters with a wish, how many get its sentence
OWN_SHARE = 0.15  # of all rewrites, how many say something to this one guest alone
FIRST_DECOY = 900
ATTACKER = "attacker-"
STAFF_ADDRESS = "info@hostel-brikette.example"
NAMES_LETTER = 0.5  # of the wrong letters, how many voices name the right one's category
# Tried in the search for the best priors, a scenario's alone: 10, 20, 30 points of a mail.
RAISES = tuple(10 * tens / SCENARIO_WEIGHT for tens in (1, 2, 3))

Priors = Mapping[tuple[str, int], float]
Mails = Sequence[tuple[Asked, ActionPlan]]
Row = dict[str, Any]  # figures at one checkpoint, on held-out mail


@dataclass(frozen=True, slots=True)
class Options:
    seed: int
    drafts: int = 300
    noise: float = 0.3  # share of drafts whose voice says the opposite of what it should
    attack: str = "none"  # none | flood | drip | collusion
    has_reviewer: bool = False  # a person who approves what is right, rejects the rest


@dataclass(frozen=True, slots=True)
class Simulated:
    options: Options
    best: int  # mails that the best priors within the bounds get right
    edit_distance_pct: float | None  # before anything was learned
    rows: list[Row]
    worst_cell: str
    attacked: dict[str, float] | None  # see _attacked

    def headroom(self, row: Row) -> float | None:
        """The share of what the best priors could win that was won."""
        room = self.best - row["without_priors: right"]
        won = row["chosen: right"] - row["without_priors: right"]
        return round(won / room, 3) if room else None


def simulate(options: Options) -> Simulated:
    """One world, one seed. Needs a desk that may be filled and thrown away."""
    world, chance = read_world(options.seed), Chance(options.seed)
    person = _furnish(world)
    asked = [(mail, _plan(mail)) for mail in world.held_out]
    wanted = _wanted(world, asked) if options.has_reviewer else []
    distance = _edit_distance(wanted)
    rows: list[Row] = []
    told: Counter[str] = Counter()
    for number in range(1, options.drafts + 1):
        now = START + timedelta(minutes=MINUTES_BETWEEN * number)
        voice = _who(voices(), chance, options, number)
        told.update(_one_draft(world, chance, voice, person, options, now))
        if number % CALIBRATE_EVERY == 0:
            calibrate(by=None, now=now)
            if options.has_reviewer:
                _review(world, person, now)
        if number in CHECKPOINTS:
            given = current_priors(current_desk().catalogue)
            row = {"drafts": number} | _measure("chosen", asked, given)
            row |= _measure("without_priors", asked, {}) | _wishes(world, told)
            rows.append(row | {"edit_distance_pct": _edit_distance(wanted)})
    return Simulated(
        options=options,
        best=_best(asked),
        edit_distance_pct=distance,
        rows=rows,
        worst_cell=_worst_cell(asked),
        attacked=_attacked(person, now) if options.attack != "none" else None,
    )


def _furnish(world: World) -> User:
    """The sample property, the decoys, and a manager who has opened the gate."""
    load_sample()
    person = User.objects.create_superuser("person")
    decoys = [
        dict(decoy) | {"template_id": f"T{FIRST_DECOY + number}", "language": "en"}
        for number, decoy in enumerate(world.decoys)
    ]
    # Not linted: one says what no fact does.
    create_rows(model=EmailTemplate, rows=decoys, reason="decoy")
    tuning = LearningSettings.current()
    tuning.confirmed_by, tuning.confirmed_at = person, START
    tuning.confirmed_joined_count = tuning.validation_minimum
    tuning.save()
    return person


def _who(among: Sequence[Voice], chance: Chance, options: Options, number: int) -> Voice:
    """An attacker speaks in every other draft (flood), every tenth (drip), every third as two."""
    every = {"flood": 2, "drip": 10, "collusion": 3}.get(options.attack, 0)
    if every and number % every == 0:
        accomplice = number // every % 2 if options.attack == "collusion" else 0
        return Voice(f"{ATTACKER}{accomplice}")
    return chance.voice(among)


def _plan(mail: Asked) -> ActionPlan:
    plan = interpret_mail(mail=IncomingMail(body=mail.text))
    return tightened(plan, current_desk().interpret_settings, subject="")


def _one_draft(
    world: World, chance: Chance, voice: Voice, person: User, options: Options, now: datetime
) -> list[str]:
    """A guest writes, the desk drafts and a voice takes it or writes anew. The wish that the guest
    was told, if one: its letter, or the answer that no letter has."""
    mail: Asked = chance.choice(world.stream)
    agent = "" if voice.is_person else voice.name
    author = Author(agent=agent, source="live", person=person if voice.is_person else None)
    made = generate_draft(
        request=GenerateRequest(message=_received(mail, now)), author=Author(agent, "live"), now=now
    )
    template = made.draft.template
    drafted = template.template_id if template else NOTHING_FITS
    is_right = drafted == mail.letter
    if voice.name.startswith(ATTACKER) or (not voice.is_person and chance.happens(options.noise)):
        is_right = not is_right
    body = made.draft.body_plain
    if voice.is_trusting or is_right:
        said, reason, category = _accepted(body, mail, world, chance), "none", ""
    else:
        said, reason, category = _rewritten(mail, chance)
    if chance.happens(OWN_SHARE):
        said = insert_before_closing(said, chance.choice(world.own))
    request = RefineRequest(
        draft_id=made.draft.id,
        refined_body_plain=said,
        original_body_plain=body,
        rewrite_reason=reason,
        corrected_category=category,
    )
    attest = attest_draft if voice.is_person else refine_draft
    attest(request=request, author=author, now=now)
    wishes = [(drafted, world.wishes.get(drafted, ())), (mail.answer, [mail.answer])]
    return [name for name, texts in wishes if any(text and text in said for text in texts)]


def _received(mail: Asked, now: datetime) -> int:
    """Every mail is another guest's."""
    number = Message.objects.count() + 1
    parsed = mail_from_fields(
        message_id=f"<{number}@guests.example>",
        from_address=f"guest-{number}@guests.example",
        to=[STAFF_ADDRESS],
        subject="A question",
        sent_at=now,
        body_text=mail.text,
    )
    recorded = record_mail(source=MailSource.RECEIVED, parsed=parsed, received_at=now)
    return recorded.message.pk


def _accepted(body: str, mail: Asked, world: World, chance: Chance) -> str:
    wish = world.wishes.get(mail.letter)
    if not wish or not chance.happens(WISH_SHARE) or any(text in body for text in wish):
        return body
    return insert_before_closing(body, chance.choice(wish))


def _wishes(world: World, told: Mapping[str, int]) -> dict[str, int]:
    """What was proposed beside what was wished for: a wish that is proposed twice counts once; told
    are those that as many guests were told as a proposal takes; own matters are proposals with a
    sentence that holds for one guest only."""
    made = list(TemplateProposal.objects.select_related("source_template"))
    wished = {_wish_of(world, proposal) for proposal in made} - {""}
    enough = {w for w, guests in told.items() if guests >= current_tuning().minimum_evidence}
    return {
        "proposals": len(made),
        "right_proposals": len(wished),
        "wishes_told": len(enough),
        "wishes_found": len(enough & wished),
        "own_matters": sum(
            any(own in proposal.proposed_body_redacted for own in world.own) for proposal in made
        ),
    }


def _wish_of(world: World, proposal: TemplateProposal) -> str:
    """The planted wish that a proposal is: its letter, or the answer that no letter has."""
    letter = proposal.source_template.template_id if proposal.source_template else ""
    if proposal.type == ProposalType.PATCH:
        is_wish = proposal.sentence in world.wishes.get(letter, ())
        return letter if is_wish and proposal.change == Change.ADDED else ""
    answers = {mail.answer for mail in world.stream if mail.answer}
    said = proposal.proposed_body_redacted
    return next((answer for answer in sorted(answers) if answer in said), "")


def _rewritten(mail: Asked, chance: Chance) -> tuple[str, str, str]:
    """What a voice writes that takes the letter for the wrong one: text, reason, category."""
    if mail.letter == NOTHING_FITS:
        answer = mail.answer or "We ask at the desk and write to you today."
        return f"Dear Guest,\n\n{answer}\n\nBest regards", "missing-info", ""
    right = EmailTemplate.objects.get(template_id=mail.letter, language="en")
    facts = current_desk().catalogue.facts.values()
    values = {f"FACT_{fact.name}": fact.formatted("en") for fact in facts}
    text = resolve_slots(right.body, values | {"GREETING": "Dear Guest,"}).text
    reason = chance.choice(("wrong-template", "wrong-template", "wrong-template", "none"))
    category = right.category if chance.happens(NAMES_LETTER) else ""
    return chance.reworded(text), reason, category


def _is_right(mail: Asked, choice: Choice) -> bool:
    return choice.template is not None and choice.template.template_id == mail.letter


def _measure(name: str, asked: Mails, priors: Priors) -> Row:
    """Mails, and how many get the right letter; of those that leave by themselves right and wrong.
    Without priors: by the letters as they are by now."""
    chosen = [(mail, choose_with(plan, priors)) for mail, plan in asked]
    auto = [_is_right(mail, choice) for mail, choice in chosen if choice.selection == "auto"]
    return {
        f"{name}: mails": len(chosen),
        f"{name}: right": sum(_is_right(mail, choice) for mail, choice in chosen),
        f"{name}: auto_right": sum(auto),
        f"{name}: auto_wrong": len(auto) - sum(auto),
    }


def _wanted(world: World, asked: Mails) -> list[tuple[ActionPlan, list[str]]]:
    """Plans of the held-out mails, and what the guests should be told: the reply that a person gets
    who takes the right letter, with the sentence that is wished for it in any of its wordings."""
    keys, wanted = _english_keys(), []
    for mail, plan in asked:
        draft = Draft(action_plan=plan_to_json(plan))
        reply = letter_for(draft=draft, key=keys[mail.letter]).text
        wish = world.wishes.get(mail.letter)
        replies = [insert_before_closing(reply, wording) for wording in wish] if wish else [reply]
        wanted.append((plan, replies))
    return wanted


def _english_keys() -> dict[str, int]:
    templates = current_desk().catalogue.templates
    return {each.template_id: each.key for each in templates if each.language == "en"}


def _edit_distance(wanted: Sequence[tuple[ActionPlan, Sequence[str]]]) -> float | None:
    """Mean distance (%) of what the desk drafts now to what is wanted; None where nothing is."""
    if not wanted:
        return None
    desk = current_desk()
    priors, distances = current_priors(desk.catalogue), []
    for plan, replies in wanted:
        drafted = compose(plan, desk=desk, priors=priors, request=ComposeRequest()).letter.text
        distances.append(min(edit_distance_pct(drafted, reply) for reply in replies))
    return round(sum(distances) / len(distances), 1)


def _review(world: World, person: User, now: datetime) -> None:
    """Whoever knows the world approves what is wished for and rejects the rest."""
    for proposal in TemplateProposal.objects.filter(review_state=ReviewState.PENDING):
        if _wish_of(world, proposal):
            # Over a newer text of the letter; what cannot go live as it stands waits.
            with suppress(DomainError):
                approve_proposal(proposal_id=proposal.pk, by=person, rebase=True, now=now)
        else:
            reason = RejectReason.ONE_OFF.value
            reject_proposal(proposal_id=proposal.pk, by=person, reason=reason, now=now)


def _attacked(person: User, now: datetime) -> dict[str, float]:
    """What the attackers' word did to the priors, before anything is held back: points of the cell
    that it moved furthest and of the one that it lowered most, and whether ignoring them and taking
    that back restored every prior."""

    def deltas() -> dict[tuple[str, int], Decimal]:
        cells = compute_cells(cut_off=now, tuning=current_tuning())
        return {cell: prior.delta for cell, prior in cells.items()}

    under_attack = deltas()
    ignored = [
        ignore_agent(agent=f"{ATTACKER}{number}", since=START, by=person, reason="attack", now=now)
        for number in range(2)
    ]
    honest = deltas()
    for row in ignored:
        take_back_ignoring(row=row, by=person, now=now)
    moves = [float(delta - honest.get(cell, 0)) for cell, delta in under_attack.items()]
    return {
        "furthest": max(map(abs, moves)),
        "lowest": min(moves),
        "is_restored": deltas() == under_attack,
    }


def _best(asked: Mails) -> int:
    """What the best priors within the bounds reach: scenario by scenario, the right letter of a
    mail is raised, or that and what stands before it lowered, as long as mails are won."""
    by_scenario: dict[str, list[tuple[Asked, ActionPlan]]] = defaultdict(list)
    for mail, plan in asked:
        by_scenario[plan.scenario.category].append((mail, plan))
    return sum(_best_of_scenario(*each) for each in by_scenario.items())


def _best_of_scenario(scenario: str, mails: Mails) -> int:
    keys = _english_keys()
    cells: dict[tuple[str, int], float] = {}

    def hits(priors: Priors) -> int:
        return sum(_is_right(mail, choose_with(plan, priors)) for mail, plan in mails)

    best = hits(cells)
    for mail, plan in [*mails, *mails]:
        shown = choose_with(plan, cells)
        if _is_right(mail, shown):
            continue
        lowered = {(scenario, shown.template.key): -RAISES[-1]} if shown.template else {}
        for raised, more in product(RAISES, ({}, lowered)):
            priors = cells | {(scenario, keys[mail.letter]): raised} | more
            if (found := hits(priors)) > best:
                best, cells = found, priors
    return best


def _worst_cell(asked: Mails) -> str:
    """The scenario that lost most mails to the priors, in words; empty where none lost any."""
    lost: Counter[str] = Counter()
    priors = current_priors(current_desk().catalogue)
    for mail, plan in asked:
        lost[plan.scenario.category] += _is_right(mail, choose_with(plan, {}))
        lost[plan.scenario.category] -= _is_right(mail, choose_with(plan, priors))
    worst = max(lost, key=lambda scenario: (lost[scenario], scenario))
    return f"{worst}: {lost[worst]} mails lost" if lost[worst] > 0 else ""
