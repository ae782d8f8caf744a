"""Words of the workflow triggers in English: what the desk's steps are called by guests."""

from drafting.pipeline.languages.shapes import TriggerRules

RULES = TriggerRules(
    prepayment=(
        r"pre-?pay(?:ment|ments|ing)?|(?:secure|payment) link|deposit"
        r"|pay(?:ing)? (?:in advance|upfront|now)|advance payment|payment (?:attempt"
        r"|reminder|request)|card (?:was |is |got )?(?:declined|blocked|refused)",
    ),
    terms=(
        r"terms?(?: and conditions| & conditions| of)?|conditions|t&cs?|(?:cancellation"
        r"|refund) policy|house rules|non-?refundable",
    ),
    # Verb x object: only what changes, makes or ends a booking.
    booking_actions=(
        r"(?:cancel|change|move|modify|extend|shorten|postpone|rebook|amend|switch|upgrade"
        r"|push|shift|add|book|reserve|swap)(?:l?ing|l?ed|s)?(?: \w+){0,4} (?:booking"
        r"|reservation|stay|dates?|nights?|rooms?|beds?|arrival|guest|person|trip)|(?:cancel"
        r"|cancell?ation)|(?:change|changes) (?:of|to|in) (?:dates?|my|our|the)|(?:send"
        r"|resend)(?: \w+){0,4} link|(?:like|want|need) to (?:book|reserve|stay)|(?:beds?"
        r"|rooms?) (?:free|available|left)|availab(?:le|ility)",
    ),
    booking_context=(
        r"booking|booked|reservation|reserved|ref(?:erence)?|check(?:ing)?[ -]?(?:in|out)"
        r"|(?:our|my) (?:stay|room|bed|dorm)|nights?|arriv(?:e|ing|al)|guest",
    ),
)
