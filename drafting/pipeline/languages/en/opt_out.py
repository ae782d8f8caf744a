"""No more mail, in English: a word that means just that, or stop/negation x contact."""

from drafting.pipeline.languages.shapes import OptOutRules

RULES = OptOutRules(
    direct=(
        "un-?su?b?s?cri?b(?:e|ed|ing)?(?: me)?(?! (?:link|button))"
        "|opt(?:ing)?[ -]?(?:me |us )?out(?! of (?:the |your |our )?(?:breakfast|dinner|insurance"
        "|cleaning|linen|tour|housekeeping|cover))"
        "|(?:remove|take|strike|cross|get|delete) (?:me|us|my (?:e-?mail|address|name|details|data))"
        "(?: \\w+){0,3} (?:from|off|out of)(?: \\w+){0,4} (?:lists?|database|newsletters?|mailings?"
        "|e-?mails?|contacts?|records|system|distribution|subscri\\w{1,8}|address book|marketing"
        "|here|it|this)|(?:^|please |kindly |pls )remove(?: me| us)?(?: please| now| immediately)?[.! ]{0,3}$",
        "(?:off|out of) (?:your|the|this|any|all) (?:\\w+ )?(?:mailing|distribution"
        "|e-?mail|newsletter|contact|marketing)(?: list| database)?|(?:delete|erase"
        "|remove) my (?:e-?mail )?(?:address|e-?mail|contact details|data)(?! (?:from|on"
        "|in) (?:the|my|this) (?:booking|invoice|reservation))|delete (?:me|my (?:e-?mail"
        "|address|contact|details))(?: \\w+){0,3} from (?:your|the)",
        "(?:get|getting|got|want) (?:me )?off (?:of )?(?:your|the|this|that|all) (?:\\w+ )?(?:list"
        "|mailing list|newsletter)|(?:withdraw|revoke|retract) (?:\\w+ ){0,2}consent"
        "|leave (?:me|us) (?:alone|in peace)|lose my (?:e-?mail|address|number|contact)"
        "|do(?: not|n't|nt|n t) (?:ever )?contact (?:me|us)|(?:do not|don'?t|never|no longer|not) (?:want"
        "|wish|care|like)(?: ever)? to (?:hear from you|be (?:contacted|e-?mailed|bothered|mailed))",
        "(?:stop|quit|cease|enough (?:of|with)|no more|end)(?: \\w+){0,3} (?:e-?mails|mails|spam"
        "|newsletters?|mailings|junk ?mails?|promos)(?: (?:already|please|ok|thanks|thank you))?",
    ),
    stops=(
        "stop|please stop|quit|cease|enough|no (?:more|further)|do not|don'?t|dont|never|not"
        "|no longer|without|sick of|tired of|refrain(?: from)?|fed up|rather not|no interest",
    ),
    contacts=(
        "(?:e-?mailing|mailing|spamming|contacting|messaging|bombarding|writing(?: to)?"
        "|texting|bothering) (?:me|us|this address)",
        "(?:send(?:ing)?|get(?:ting)?|receiv(?:e|ing)|want) (?:me |us |to receive |any "
        "|anymore |more |further |your |these |those |out |such |to get "
        "|to be sent |promotional |promo |marketing |commercial |advertising |weekly |daily |unwanted |this |that ){0,4}(?:e-?mails?|mails?|messages?|newsletters?|offers?|promotions?"
        "|marketing|advertising|spam|mailings|promos?|reminders|communications?"
        "|correspondence|updates|mailshots?|anything|stuff|junk|crap|rubbish)",
        "(?:e-?mails?|newsletters?|mailings?|marketing|promotional (?:e-?mails?|messages)"
        "|spam|messages) (?:from you|please|any ?more|of any kind|to (?:me|us|this))",
        "(?:contact|e-?mail|mail|message|spam|write to|write) (?:me"
        "|us)(?: \\w+){0,2} (?:again|any ?more|further|ever|in (?:the )?future|about offers)"
        "|contact (?:me|us)$|(?:e-?mail|mail|write|contact|text)(?: me| us)? (?:again|any ?more|ever)",
        "with (?:the|these|your|all the) (?:e-?mails|newsletters|mails|spam|messages|offers)"
        "|(?:newsletters?|mailing list)|more (?:e-?mails?|mails?|messages)"
        "|^(?:all )?(?:further )?e-?mails?",
    ),
    removals=(
        "not (?:be )?on|(?:remov|delet|eras|unsubscrib|exclud|drop)\\w{1,4}|(?:take|took|taken|strike|struck|cross|crossed"
        "|cut|get|got|leave|come)(?: \\w+){0,3} (?:off|out of|from)|(?:off|out of)",
    ),
    lists=(
        "(?:mailing|e-?mail|mail|distribution|contact|marketing|subscriber|subscription|newsletter|promo) ?-?lists?"
        "|newsletters?|mailings?|address book|mail-?outs?|your (?:lists?|database|records|system)|(?:any|all) of your lists",
    ),
    topics=(
        "newsletters?|offers?|promotions?|promos?|advertising|adverts?|ads|marketing|spam|mailings?"
        "|(?:these|those|your|weekly|constant|all the|so many) (?:e-?mails?|mails?|messages)",
    ),
    ends=(
        "no more|any ?more|no longer|stop|stopped|cease|quit|enough(?! \\w)|enough (?:of|with|already)|end|no interest|not use|don'?t use|never again|not interested in|do not want"
        "|don'?t want|refrain from|against",
    ),
    marketing=(
        "newsletters?|advertising|adverts?|ads|marketing|spam|mailings|your (?:deals|offers|promotions|specials)(?! for)|promotional \\w+|commercial (?:e-?mails?|messages|information)"
        "|(?:e-?mail|mail) communications?|mass mails?|junk mail|promos",
    ),
    references=(
        "(?:sending|mailing|e-?mailing|forwarding|send|mail) (?:me |us )?(?:them|those|these|this|that|it|any)"
        "|(?:stop|quit|drop) (?:it|this|that|these|those|them)|stop(?: please| now| immediately| pls)?[.! ]{0,3}$"
        "|(?:want|need|asked for|signed up for) (?:it|them|any of (?:it|them|this))",
    ),
    exceptions=(
        "no need|need not|needn't|(?:not|don't) (?:have|need) to|old (?:e-?mail|address|account|number|one)|(?:previous|former|wrong|other"
        "|work) (?:e-?mail|address|account)|new (?:e-?mail|address)|by (?:e-?mail|post|phone"
        "|text) only|only by|e-?mail only|by phone|on the phone|call me|don't (?:forget"
        "|hesitate)|do not (?:hesitate|forget)",
        "(?:stop|can't stop|cannot stop|couldn't stop) (?:smiling|laughing|thinking|talking"
        "|raving|dreaming|at|in|by|from|the bus|bus|holding|over)|bus stop|next stop"
        "|(?:wait|waiting|guest|cleaning|shopping|price) ?list"
        "|until (?:i|we|then|monday|tomorrow)|before (?:i|we|you)|why (?:didn't|did|don't"
        "|do)|(?:didn't|did not|haven't|have not|never) (?:get|got|receive|received|send"
        "|sent)|not (?:(?:get|receive)(?! (?:any ?more|further|these|those|your|such|any (?:more|further|of)"
        "|more|communications|promo|marketing))|getting|receiving|received|got)|junk folder"
        "|by text"
        "|confirmation (?:e-?mail|mail)",
        "(?:cancel|without) (?:my|our|the) (?:booking|reservation) without",
    ),
    footers=(
        "if you(?: \\w+){0,4} (?:unsubscribe|opt out|wish|want|like|prefer|rather)(?: \\w+){0,2} (?:to|not"
        "|receive|e-?mails?|from)|(?:click|tap|press) (?:here|below|on|the)|unsubscribe (?:here|below|at any"
        "|any ?time|using|via|link)|you (?:can|may) (?:unsubscribe|opt out)|to unsubscribe",
    ),
    undo=(
        "by (?:accident|mistake)|accidentally|mistakenly|resubscribe|re-subscribe"
        "|put me back|(?:did not|didn't|never|don't|do not) (?:mean|want|wish|intend"
        "|like)? ?(?:to )?(?:unsubscribe|unsubscribed|opt)|sign me up|subscribe me"
        "|add me (?:back|again|to)|still want|want to (?:keep|stay|remain)|back on",
    ),
)
