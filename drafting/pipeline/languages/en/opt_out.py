"""No more mail, in English: a word that means just that, or stop/negation x contact."""

from drafting.pipeline.languages.shapes import OptOutRules

RULES = OptOutRules(
    direct=(
        "unsubscribe(?! (?:link|button))|opt(?:ing)?[ -]?(?:me |us )?out(?: of)?"
        "|remove (?:me|us|my (?:e-?mail|address|name|details|data))(?: \\w+){0,3} (?:from"
        "|off)|take (?:me|us|my (?:e-?mail|address|name))(?: \\w+){0,3} off",
        "(?:off|from|out of) (?:your|the|this|any|all) (?:\\w+ )?(?:mailing|distribution"
        "|e-?mail|newsletter|contact|marketing)(?: list| database)?|(?:delete|erase"
        "|remove) my (?:e-?mail )?(?:address|e-?mail|contact details|data)(?! (?:from|on"
        "|in) (?:the|my|this) (?:booking|invoice|reservation))|delete (?:me|my (?:e-?mail"
        "|address|contact|details))(?: \\w+){0,3} from (?:your|the)",
    ),
    stops=(
        "stop|please stop|quit|cease|enough|no (?:more|further)|do not|don't|never|not"
        "|no longer|without|sick of|tired of",
    ),
    contacts=(
        "(?:e-?mailing|mailing|spamming|contacting|messaging|bombarding|writing(?: to)?"
        "|texting|bothering) (?:me|us|this address)",
        "(?:send(?:ing)?|get(?:ting)?|receiv(?:e|ing)|want) (?:me |us |to receive |any "
        "|anymore |more |further |your |these |those |out |such |to get "
        "|to be sent ){0,4}(?:e-?mails?|mails?|messages?|newsletters?|offers?|promotions?"
        "|marketing|advertising|spam|mailings|promos?|reminders)",
        "(?:e-?mails?|newsletters?|mailings?|marketing|promotional (?:e-?mails?|messages)"
        "|spam|messages) (?:from you|please|any ?more|of any kind|to (?:me|us|this))",
        "(?:contact|e-?mail|mail|message|spam|write to|write) (?:me"
        "|us)(?: \\w+){0,2} (?:again|any ?more|further|ever|in (?:the )?future|about offers)"
        "|contact (?:me|us)$",
        "with (?:the|these|your|all the) (?:e-?mails|newsletters|mails|spam|messages|offers)"
        "|(?:newsletters?|mailing list)|more (?:e-?mails?|mails?|messages)"
        "|^(?:all )?(?:further )?e-?mails?",
    ),
    exceptions=(
        "old (?:e-?mail|address|account|number|one)|(?:previous|former|wrong|other"
        "|work) (?:e-?mail|address|account)|new (?:e-?mail|address)|by (?:e-?mail|post|phone"
        "|text) only|only by|e-?mail only|by phone|on the phone|call me|don't (?:forget"
        "|hesitate)|do not (?:hesitate|forget)",
        "(?:stop|can't stop|cannot stop|couldn't stop) (?:smiling|laughing|thinking|talking"
        "|raving|dreaming|at|in|by|from|the bus|bus|holding|over)|bus stop|next stop"
        "|until (?:i|we|then|monday|tomorrow)|before (?:i|we|you)|why (?:didn't|did|don't"
        "|do)|(?:didn't|did not|haven't|have not|never) (?:get|got|receive|received|send"
        "|sent)|not (?:get|getting|receive|receiving|received|got)|junk"
        "|confirmation (?:e-?mail|mail)",
        "(?:cancel|without) (?:my|our|the) (?:booking|reservation) without",
    ),
    undo=(
        "by (?:accident|mistake)|accidentally|mistakenly|resubscribe|re-subscribe"
        "|put me back|(?:did not|didn't|never|don't|do not) (?:mean|want|wish|intend"
        "|like)? ?(?:to )?(?:unsubscribe|unsubscribed|opt)|sign me up|subscribe me"
        "|add me (?:back|again|to)|still want|want to (?:keep|stay|remain)|back on",
    ),
)
