"""How promises, anger, haste and thanks sound in English (earlier mails of a thread)."""

from drafting.pipeline.languages.shapes import ThreadRules

RULES = ThreadRules(
    # First person plural in the future or perfect, and passives that state a result.
    commitments=(
        r"(?:we|i)(?:'ll| will| shall| can| have(?: now)?|'ve)(?: (?:now|already|of course"
        r"|gladly|happily|also|be able to|be happy to|just)){0,3} (?:hold|held|keep|kept"
        r"|reserved?|send|sent|refund(?:ed)?|move|moved|change|changed|offer|offered|book"
        r"|booked|arrange|arranged|wait|waive|waived|add|added|cancel|cancelled|confirm"
        r"|confirmed|give|get back|come back|look|check|ask|find|store|prepare|extend"
        r"|upgrade|contact|transfer|guarantee|let you know|make|provide|include|included)"
        r"|(?:is|are|has been|have been) (?:confirmed|reserved|guaranteed|included|booked"
        r"|cancelled|refunded)|free of charge|you (?:can|may|will) (?:get|have|use|leave"
        r"|stay|check|pay|receive)",
    ),
    upset=(
        r"unacceptable|disappoint\w{1,4}|complain\w{0,4}|complaint|terrible|awful|disgusting"
        r"|furious|angry|ridiculous|worst|never again|outrageous|shame|scam|unhappy"
        r"|dissatisfied|rude|dirty|lost patience|running out of patience|nobody (?:answers"
        r"|answered|replied|helped)|still (?:not|no|nothing)|appalling|poor service|fed up",
    ),
    urgent=(r"urgent(?:ly)?|asap|immediately|as soon as possible|right now|today|emergency|help",),
    grateful=(
        r"thanks?|thank you|grateful|wonderful|amazing|lovely|great|fantastic|perfect|appreciate",
    ),
    # Content words so common in hostel mail that sharing one touches nothing.
    content_stop=frozenset(
        "have has please could would your you that this with from will there what when which"
        " does about into know tell hello dear thanks thank regards hostel booking".split()
    ),
)
