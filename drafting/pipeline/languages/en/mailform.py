"""Quotes, headers and closings of English mail."""

from drafting.pipeline.languages.shapes import MailFormRules

RULES = MailFormRules(
    # Gmail, Apple Mail, Thunderbird: "On 3 May 2026 at 10:00, X wrote:".
    attribution_verbs=("wrote", "writes"),
    # Outlook, Gmail's and Apple's forwards.
    original_markers=("original message", "forwarded message", "begin forwarded message"),
    from_keys=("from",),
    other_keys=("sent", "to", "cc", "subject", "date", "reply-to"),
    device_footers=(
        "sent from (?:my|mail|yahoo|outlook|proton)[^\n]{0,60}",
        "get outlook for [^\n]{0,40}",
    ),
    # Formal, informal and thanks: (adjective) + noun, then nothing but a name.
    closings=(
        "(?:with )?(?:my |our )?(?:very )?(?:kind|kindest|best|warm|warmest|many|friendly|sunny)"
        "(?: (?:personal|regards|wishes|greetings|thanks|and)){1,3}(?: from [^\n,.!]{1,25})?",
        "regards",
        "yours(?: (?:sincerely|faithfully|truly|ever))?",
        "(?:yours )?(?:sincerely|faithfully|respectfully|cordially)(?: yours)?",
        "best",
        "all (?:the|my|our) (?:very )?best",
        "cheers",
        "(?:many |with |big |huge )?thanks?(?: (?:you|again|so much|very much|a lot"
        "|a million|a bunch"
        "|in advance|for (?:your|any|all|being|the) [^\n,.!]{1,30})){0,3}",
        "thx|ta|tia|thanx|tks|ty",
        "(?:lots of |much |with )?love",
        "take care",
        "greetings",
        "(?:see|speak|talk|hear) (?:to |from )?(?:you|ya)(?: [^\n,.!]{1,20})?",
        "have a (?:nice|great|good|lovely) [^\n,.!]{1,15}",
        "(?:i |we )?look(?:ing)? forward to [^\n,.!]{1,40}",
        "x{1,4}|hugs",
    ),
    greetings=(
        "hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|to whom|morning"
        "|evening"
        "|hiya|howdy",
    ),
    joiners=("and",),
    titles=("mr", "mrs", "ms", "miss", "dr", "prof", "sir"),
    particles=("of", "the"),
    not_names=(
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april"
        "|june|july|august|september|october|november|december",
        "yes|no|ok|okay|please|sorry|hope|thanks|thank|booking|reservation|ref|reference"
        "|room|guest"
        "|question|questions|the|we|i|it|is|are|not|you|hostel|team|sent|urgent|info|asap|phone"
        "|tel|mobile|email|mail|help|agreed|perfect|great|confirmed|refund|order|two|three|one"
        "|stop|end|ps|bye|this|that|my|our|your|also|and|or|if|ltd|inc|llc|manager|director"
        "|treasurer|secretary|from|regards|wishes|cheers|dear|hello|hi",
    ),
    subject_prefixes=("re", "fwd?"),
)
