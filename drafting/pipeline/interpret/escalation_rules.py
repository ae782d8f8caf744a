"""What one language brings to escalation: the words of each concept, never whole sentences.

Phrase notation: ``drafting.pipeline.interpret.phrases``. The engine combines the concepts.
"""

from __future__ import annotations

from dataclasses import dataclass


def phrases(block: str) -> tuple[str, ...]:
    """The phrases of a block, parted by semicolons; lines may break at a blank or behind a bar."""
    joined = " ".join(block.split()).replace("| ", "|")
    return tuple(part.strip() for part in joined.split(";") if part.strip())


@dataclass(frozen=True, slots=True)
class EscalationRules:
    harmless: tuple[str, ...]  # hides every other concept it covers: "tennis court"
    negators: tuple[str, ...]  # single words: "not", "without"
    light_words: tuple[str, ...]  # may stand between a negation and what it negates
    # --- stance ---
    intents: tuple[str, ...]  # the writer's own future or act: "I will", "we have"
    conditions: tuple[str, ...]  # an ultimatum put to us: "if you don't", "otherwise"
    deadlines: tuple[str, ...]  # "by Friday": weaker, guests ask for answers by a day too
    # --- threats ---
    legal_acts: tuple[str, ...]  # a threat by itself: "take you to court"
    legal_actors: tuple[str, ...]  # lawyer, court, consumer body: needs a turning verb
    police: tuple[str, ...]  # needs a condition: guests report thefts to the police
    turning_verbs: tuple[str, ...]  # contact, involve, hand over to
    platforms: tuple[str, ...]
    shopping_verbs: tuple[str, ...]  # "otherwise we look on Booking": no threat
    report_verbs: tuple[str, ...]  # report, complain, open a dispute
    public_acts: tuple[str, ...]  # a threat by itself: "go to the press"
    press: tuple[str, ...]
    audiences: tuple[str, ...]  # named networks, followers: an ultimatum alone makes a threat
    public_places: tuple[str, ...]  # social media and review sites
    publish_verbs: tuple[str, ...]
    bad_publicity: tuple[str, ...]  # "bad review", "warn everyone"
    good_publicity: tuple[str, ...]  # "great review": no threat
    # --- accusations ---
    accusations: tuple[str, ...]  # by themselves: "you are thieves"
    fraud_words: tuple[str, ...]  # need a staff word nearest
    fraud_doubts: tuple[str, ...]  # asks or fears, or speaks of a link or a mail
    misconduct_acts: tuple[str, ...]
    staff: tuple[str, ...]  # we, our people, our house
    others: tuple[str, ...]  # other guests, strangers
    pronouns: tuple[str, ...]  # "he": whoever the sentence before names
    # --- money ---
    refunds: tuple[str, ...]
    charges: tuple[str, ...]  # charged, debited, kept
    refusals: tuple[str, ...]  # we refused
    objections: tuple[str, ...]  # the writer disagrees
    demands: tuple[str, ...]
    wishes: tuple[str, ...]  # asks politely
    cancelled: tuple[str, ...]
    failures: tuple[str, ...]  # a stay that failed
    despite: tuple[str, ...]
    damages: tuple[str, ...]  # compensation, what we are to pay for or ask to be paid
    other_money: tuple[str, ...]  # salary, budget: amounts outside the dispute
    chargebacks: tuple[str, ...]  # by themselves
    banks: tuple[str, ...]
    reversals: tuple[str, ...]
    # --- circumstances ---
    sure_deaths: tuple[str, ...]  # funeral, passed away
    deaths: tuple[str, ...]  # need a relative: phones die too
    relatives: tuple[str, ...]
    critical_care: tuple[str, ...]
    hospitals: tuple[str, ...]  # need a relative
    perils: tuple[str, ...]  # by themselves: "someone is following me"
    fears: tuple[str, ...]  # need outside, stranded or menaces: "scared of heights" is none
    alone: tuple[str, ...]
    outside: tuple[str, ...]  # before the door, in the street
    stranded: tuple[str, ...]  # locked out, the last bus gone: needs alone or children
    children: tuple[str, ...]
    menaces: tuple[str, ...]  # a stranger, an aggressive man
    # --- complaints ---
    contacted_before: tuple[str, ...]
    often: tuple[str, ...]
    repeated_times: tuple[str, ...]  # by themselves: "the third time I am writing"
    despite_letters: tuple[str, ...]  # by themselves: "despite my e-mails"
    unheard: tuple[str, ...]
    complaints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReprisalRules:
    """What a guest announces without naming the act, and harms that no threat names."""

    # --- threats ---
    retributions: tuple[str, ...]  # what a lawyer or judge will do to us: needs one of them
    legal_idioms: tuple[str, ...]  # by themselves: "every legal means", "before a judge"
    person_reports: tuple[str, ...]  # a person reported, not a loss: by themselves
    afterwards: tuple[str, ...]  # what comes after a deadline: "after that"
    scandal_hunts: tuple[str, ...]  # what press and audiences want from us: needs one of them
    told: tuple[str, ...]  # the whole story: needs a platform
    # --- accusations ---
    sole_keys: tuple[str, ...]  # only our people could have: needs something missing
    demonstratives: tuple[str, ...]  # "that is": speaks of the sentence before
    # --- circumstances ---
    injuries: tuple[str, ...]  # need our premises or a hospital: "I broke my leg last year"
    premises: tuple[str, ...]
    frail: tuple[str, ...]  # old, ill or pregnant: like a child, not to be left outside


@dataclass(frozen=True, slots=True)
class NoticeRules:
    """What tells an ask's kind, what a guest tells us, and what proves that a letter may say it."""

    # --- kinds of asks ---
    own: tuple[str, ...]  # "my", "our"
    own_things: tuple[str, ...]  # what a guest has with us: booking, payment, parcel
    looked_up: tuple[str, ...]  # "arrived", "confirmed": needs ``own`` or ``own_things``
    states: tuple[str, ...]  # by themselves: "did you find", "why was it cancelled"
    vacancies: tuple[str, ...]  # "beds free": a state beside a date or a number of people
    dates: tuple[str, ...]
    prices: tuple[str, ...]  # after a vacancy: the price of that stay
    deeds: tuple[str, ...]  # a question whose verb is ours to do: "me lo mandate?"
    pointers: tuple[str, ...]  # "it", "the other one": speak of what was named before
    # --- notices ---
    arrivals: tuple[str, ...]  # needs an hour
    clocks: tuple[str, ...]  # an hour in words: "midnight"
    allergies: tuple[str, ...]
    losses: tuple[str, ...]
    praises: tuple[str, ...]
    thanks: tuple[str, ...]  # for more than an answer: "for everything"
    unwell: tuple[str, ...]  # a room that is not as it should be: "no hot water"
    # --- emergencies ---
    lockouts: tuple[str, ...]  # now, before our door
    dangers: tuple[str, ...]  # fire, a weapon
    medical: tuple[str, ...]
    nights: tuple[str, ...]
    calm: tuple[str, ...]  # "no stress"
    past: tuple[str, ...]  # "yesterday": over by now
    hypothetical: tuple[str, ...]  # "what if", "in case": nothing has happened
    # --- proofs ---
    cancels: tuple[str, ...]
    changes: tuple[str, ...]
    non_refundable: tuple[str, ...]
    refundable: tuple[str, ...]
    link_fails: tuple[str, ...]
    card_fails: tuple[str, ...]
    strange_charges: tuple[str, ...]
    bothers: tuple[str, ...]  # what other guests do
    waits: tuple[str, ...]  # "no answer so far"
    item_found: tuple[str, ...]  # said by us
    item_sent: tuple[str, ...]  # said by us
    booking_errors: tuple[str, ...]
    duplicates: tuple[str, ...]
    tax_ids: tuple[str, ...]  # needs a number
