"""Shapes of the rules that one language brings, one frozen dataclass a concern.

Every ``tuple[str, ...]`` holds fragments of regular expressions for *folded* text (lower case, no
accents; fragments may be written with accents, the engine folds them the same way), matched at
word edges. A fragment holds no unbounded repetition of a group: mail length must stay linear.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MailFormRules:
    """How mail programs and people of a language frame what they quote and how they sign."""

    attribution_verbs: tuple[str, ...]  # "wrote" in "On … wrote:"
    original_markers: tuple[str, ...]  # "original message", "forwarded message"
    from_keys: tuple[str, ...]  # header keys of a quoted mail, without the colon
    other_keys: tuple[str, ...]  # sent, to, cc, subject, date
    device_footers: tuple[str, ...]  # "sent from my iPhone": whole line
    closings: tuple[str, ...]  # "kind regards": the phrase before a signature
    greetings: tuple[str, ...]  # words that open a mail: never a name
    joiners: tuple[str, ...]  # "and" between two first names
    titles: tuple[str, ...]  # before a name
    particles: tuple[str, ...]  # lower-case parts of a family name: "de", "von"
    not_names: tuple[str, ...]  # capitalised words that stand where a name may stand
    subject_prefixes: tuple[str, ...]  # "re", "fwd"


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """Evidence for a language in mails too short for n-grams."""

    function_words: frozenset[str]  # frequent words, folded; shared ones may stand in several
    only_here: frozenset[str]  # words (folded) that of the five only this language has


@dataclass(frozen=True, slots=True)
class AskRules:
    """What asks. A "start" is matched where a clause begins, the rest anywhere in the clause."""

    abbreviations: frozenset[str]  # tokens before a dot that ends no sentence
    ordinal_followers: frozenset[str]  # "5. Mai": words before which a number's dot ends nothing
    coordinators: tuple[str, ...]  # "and", "and also": may join two asks
    fillers: tuple[str, ...]  # what may stand before a start: greetings, "also", "so", "if not"
    # Questions.
    question_starts: tuple[str, ...]  # question word or inversion, where a "?" follows
    comma_starts: tuple[str, ...]  # the same after a bare comma (no relative pronouns)
    unmarked_starts: tuple[str, ...]  # sure signs of a question without "?"
    indirect_leads: tuple[str, ...]  # "let me know", "I wonder": with a complement after it
    complements: tuple[str, ...]  # "whether", "what", "how much": what is asked indirectly
    noun_leads: tuple[str, ...]  # "tell me the (price)": asks without a question word
    ability_questions: tuple[str, ...]  # "can you recommend": "can you" that wants information
    pleasantries: tuple[str, ...]  # "how are you"
    rhetorical: tuple[str, ...]  # "is this a joke"
    echoes: tuple[str, ...]  # "is that possible": after a request it asks nothing new
    # Requests.
    requests: tuple[str, ...]  # "please", "could you", "would it be possible"
    no_request: tuple[str, ...]  # directly after one of them: asks nothing ("please note")
    desires: tuple[str, ...]  # "I would like", "we need"
    desired: tuple[str, ...]  # what the desk can do about it: "to cancel", "a room"
    desire_reach: int  # characters between the two; German verbs stand last
    performatives: tuple[str, ...]  # "I demand", "we are cancelling": asks by saying so
    imperatives: tuple[str, ...]  # an action verb in the imperative, at a clause's start
    second_actions: tuple[str, ...]  # the form it has after "and" in a request
    trailing_please: tuple[str, ...]  # "the invoice please"
    ultimatums: tuple[str, ...]  # "unless I hear": a demand dressed as a condition


@dataclass(frozen=True, slots=True)
class AgreementRules:
    """Signs of consent and of its limits; see ``interpret/agreement.py`` for their order."""

    explicit: tuple[str, ...]  # "I agree", "I accept", "agreed"
    objects: tuple[str, ...]  # what one agrees to: terms, price, "that"
    reported: tuple[str, ...]  # before it, in its sentence: others say that the guest agreed
    confirms: tuple[str, ...]  # "I confirm": explicit only with one of ``objects``
    informal: tuple[str, ...]  # "sounds good", "go ahead": counts after a proposal
    refusals: tuple[str, ...]  # "I refuse", "no, thanks"
    negators: tuple[str, ...]  # before the consent, in its clause
    negators_after: tuple[str, ...]  # behind it, in its clause: "akzeptiere ich nicht"
    hedges: tuple[str, ...]  # weaken the consent they stand beside, conditions among them
    deferrals: tuple[str, ...]  # put the answer off; enough by themselves after a proposal
    bare: tuple[str, ...]  # "yes", "ok": a whole mail of it
    bare_fillers: tuple[str, ...]  # what leaves a bare yes bare: greetings, thanks
    contrasts: tuple[str, ...]  # "but"
    limits: tuple[str, ...]  # what, behind a contrast, limits the terms
    not_limits: tuple[str, ...]  # behind a contrast: a practical matter, no limit
    proposals: tuple[str, ...]  # in a staff text: it wants an answer
    confirmations: tuple[str, ...]  # "I confirm our arrival": for the list of confirmations


@dataclass(frozen=True, slots=True)
class OptOutRules:
    """A wish for no more mail: a word that means just that, stop/negation x contact, removal x
    list, or a stop of what was named before ("your offers … stop sending them")."""

    direct: tuple[str, ...]  # "unsubscribe me", "take me off your list"
    stops: tuple[str, ...]  # "stop", "please don't", "no more"
    contacts: tuple[str, ...]  # "emailing me", "newsletters"
    removals: tuple[str, ...]  # "take off", "delete"
    lists: tuple[str, ...]  # "mailing list", "newsletter"
    topics: tuple[str, ...]  # what such mail is called, in this sentence or the one before
    ends: tuple[str, ...]  # "no more", "enough": beside ``marketing``, in either order
    marketing: tuple[str, ...]  # what is nothing but that: "advertising", "newsletter"
    references: tuple[str, ...]  # "sending them": speaks of it without naming it
    exceptions: tuple[str, ...]  # in the same sentence: another meaning ("old address", "only")
    footers: tuple[str, ...]  # in the same sentence: said to a reader ("click here to unsubscribe")
    undo: tuple[str, ...]  # in the sentence or the next: wants the mail ("by accident")


@dataclass(frozen=True, slots=True)
class AutoReplyRules:
    """What machines answer: a phrase that only they write, or a notice with what goes with it."""

    machine: tuple[str, ...]  # "this is an automated message", "automatic reply:"
    absences: tuple[str, ...]  # "I am out of the office"
    remarks: tuple[str, ...]  # beside an absence: "back on Monday", "please contact"
    receipts: tuple[str, ...]  # "we have received your enquiry"
    promises: tuple[str, ...]  # beside a receipt: "will answer within 24 hours"
    exceptions: tuple[str, ...]  # in the same sentence: a person speaks of it ("I got your …")


@dataclass(frozen=True, slots=True)
class PrepaymentRules:
    """How payment requests and their answers speak."""

    payment: tuple[str, ...]  # staff or guest speaks of a prepayment, a link, a payment
    requests: tuple[str, ...]  # staff asks for it or reminds of it
    reminders: tuple[str, ...]  # "reminder", "notice"
    second: tuple[str, ...]
    third: tuple[str, ...]  # third, last, final
    paid: tuple[str, ...]  # "I have paid": done, in the first person
    not_paid: tuple[str, ...]  # "I paid" that is none: negated, future, or about something else
    received: tuple[str, ...]  # "I got your link": answers a request though no thread shows it


@dataclass(frozen=True, slots=True)
class TriggerRules:
    """Words of the four workflow triggers."""

    prepayment: tuple[str, ...]
    terms: tuple[str, ...]
    booking_actions: tuple[str, ...]
    booking_context: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThreadRules:
    """What staff promised and how a guest sounded."""

    commitments: tuple[str, ...]
    upset: tuple[str, ...]
    urgent: tuple[str, ...]
    grateful: tuple[str, ...]
    content_stop: frozenset[str]  # words that touch nothing when a reply shares them
