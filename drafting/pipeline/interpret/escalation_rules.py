"""What one language brings to escalation: the words of each concept, never whole sentences.

Phrase notation: ``drafting.pipeline.interpret.phrases``. The engine combines the concepts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from templatesapp.text.language_files import LanguageData, Phrases


@dataclass(frozen=True, slots=True)
class EscalationRules(LanguageData):
    FILE: ClassVar[str] = "threats.escalation"

    harmless: Phrases  # hides every other concept it covers: "tennis court"
    negators: Phrases  # single words: "not", "without"
    light_words: Phrases  # may stand between a negation and what it negates
    # --- stance ---
    intents: Phrases  # the writer's own future or act: "I will", "we have"
    conditions: Phrases  # an ultimatum put to us: "if you don't", "otherwise"
    deadlines: Phrases  # "by Friday": weaker, guests ask for answers by a day too
    # --- threats ---
    legal_acts: Phrases  # a threat by itself: "take you to court"
    legal_actors: Phrases  # lawyer, court, consumer body: needs a turning verb
    police: Phrases  # needs a condition: guests report thefts to the police
    turning_verbs: Phrases  # contact, involve, hand over to
    platforms: Phrases
    shopping_verbs: Phrases  # "otherwise we look on Booking": no threat
    report_verbs: Phrases  # report, complain, open a dispute
    public_acts: Phrases  # a threat by itself: "go to the press"
    press: Phrases
    audiences: Phrases  # named networks, followers: an ultimatum alone makes a threat
    public_places: Phrases  # social media and review sites
    publish_verbs: Phrases
    bad_publicity: Phrases  # "bad review", "warn everyone"
    good_publicity: Phrases  # "great review": no threat
    # --- accusations ---
    accusations: Phrases  # by themselves: "you are thieves"
    fraud_words: Phrases  # need a staff word nearest
    fraud_doubts: Phrases  # asks or fears, or speaks of a link or a mail
    misconduct_acts: Phrases
    staff: Phrases  # we, our people, our house
    others: Phrases  # other guests, strangers
    pronouns: Phrases  # "he": whoever the sentence before names
    # --- money ---
    refunds: Phrases
    charges: Phrases  # charged, debited, kept
    refusals: Phrases  # we refused
    objections: Phrases  # the writer disagrees
    demands: Phrases
    wishes: Phrases  # asks politely
    cancelled: Phrases
    failures: Phrases  # a stay that failed
    despite: Phrases
    damages: Phrases  # compensation, what we are to pay for or ask to be paid
    other_money: Phrases  # salary, budget: amounts outside the dispute
    chargebacks: Phrases  # by themselves
    banks: Phrases
    reversals: Phrases
    # --- circumstances ---
    sure_deaths: Phrases  # funeral, passed away
    deaths: Phrases  # need a relative: phones die too
    relatives: Phrases
    critical_care: Phrases
    hospitals: Phrases  # need a relative
    perils: Phrases  # by themselves: "someone is following me"
    fears: Phrases  # need outside, stranded or menaces: "scared of heights" is none
    alone: Phrases
    outside: Phrases  # before the door, in the street
    stranded: Phrases  # locked out, the last bus gone: needs alone or children
    children: Phrases
    menaces: Phrases  # a stranger, an aggressive man
    # --- complaints ---
    contacted_before: Phrases
    often: Phrases
    repeated_times: Phrases  # by themselves: "the third time I am writing"
    despite_letters: Phrases  # by themselves: "despite my e-mails"
    unheard: Phrases
    complaints: Phrases


@dataclass(frozen=True, slots=True)
class ReprisalRules(LanguageData):
    """What a guest announces without naming the act, and harms that no threat names."""

    FILE: ClassVar[str] = "threats.reprisals"

    # --- threats ---
    retributions: Phrases  # what a lawyer or judge will do to us: needs one of them
    legal_idioms: Phrases  # by themselves: "every legal means", "before a judge"
    person_reports: Phrases  # a person reported, not a loss: by themselves
    afterwards: Phrases  # what comes after a deadline: "after that"
    scandal_hunts: Phrases  # what press and audiences want from us: needs one of them
    told: Phrases  # the whole story: needs a platform
    # --- accusations ---
    sole_keys: Phrases  # only our people could have: needs something missing
    demonstratives: Phrases  # "that is": speaks of the sentence before
    # --- circumstances ---
    injuries: Phrases  # need our premises or a hospital: "I broke my leg last year"
    premises: Phrases
    frail: Phrases  # old, ill or pregnant: like a child, not to be left outside


@dataclass(frozen=True, slots=True)
class NoticeRules(LanguageData):
    """What tells an ask's kind, what a guest tells us, and what proves that a letter may say it."""

    FILE: ClassVar[str] = "notices"

    # --- kinds of asks ---
    own: Phrases  # "my", "our"
    own_things: Phrases  # what a guest has with us: booking, payment, parcel
    looked_up: Phrases  # "arrived", "confirmed": needs ``own`` or ``own_things``
    states: Phrases  # by themselves: "did you find", "why was it cancelled"
    vacancies: Phrases  # "beds free": a state beside a date or a number of people
    dates: Phrases
    prices: Phrases  # after a vacancy: the price of that stay
    deeds: Phrases  # a question whose verb is ours to do: "me lo mandate?"
    pointers: Phrases  # "it", "the other one": speak of what was named before
    articles: Phrases  # may also stand before a thing's own name: "la", "this"
    # --- notices ---
    arrivals: Phrases  # needs an hour
    clocks: Phrases  # an hour in words: "midnight"
    allergies: Phrases
    losses: Phrases
    praises: Phrases
    thanks: Phrases  # for more than an answer: "for everything"
    unwell: Phrases  # a room that is not as it should be: "no hot water"
    # --- emergencies ---
    lockouts: Phrases  # now, before our door
    dangers: Phrases  # fire, a weapon
    medical: Phrases
    nights: Phrases
    calm: Phrases  # "no stress"
    past: Phrases  # "yesterday": over by now
    hypothetical: Phrases  # "what if", "in case": nothing has happened
    # --- proofs ---
    cancels: Phrases
    changes: Phrases
    non_refundable: Phrases
    refundable: Phrases
    link_fails: Phrases
    card_fails: Phrases
    strange_charges: Phrases
    bothers: Phrases  # what other guests do
    waits: Phrases  # "no answer so far"
    item_found: Phrases  # said by us
    item_sent: Phrases  # said by us
    booking_errors: Phrases
    duplicates: Phrases
    tax_ids: Phrases  # needs a number
