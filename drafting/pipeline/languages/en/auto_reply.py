"""Mail that machines write, in English: their own phrases, or a notice x what goes with it."""

from drafting.pipeline.languages.shapes import AutoReplyRules

RULES = AutoReplyRules(
    machine=(
        "^(?:automatic|automated|auto)[ -]?(?:reply|response|answer|message)"
        "|^out[ -]of[ -](?:the )?office(?! hours)|^ooo(?= ?:| re ?:)|^undeliver(?:able|ed)"
        "|^(?:mail )?delivery (?:status notification|failure|failed|has failed|incomplete)"
        "|^(?:returned mail|failure notice|vacation (?:reply|response|message))"
        "|^away from (?:the )?office",
        "(?:this|it) is an? (?:auto|automatic|automated|automatically|system|computer)[ -]?"
        "(?:generated )?(?:generated|reply|response|message|e-?mail|mail|notification|answer)"
        "|(?:auto|automatically|system|computer)[ -]generated (?:message|e-?mail|reply|response)"
        "|(?:do not|don't) (?:reply|respond) to this (?:automated|automatic) \\w+"
        "|(?:do not|don't) (?:reply|respond) to this (?:e-?mail|message|mail)[.! ]{0,3}$"
        "|(?:automatically|being) forwarded|(?:was|is|has been) (?:sent|generated|created) automatically",
        "(?:mailbox|inbox|e-?mail (?:address|account)|address|account) (?:is|are) "
        "(?:not|no longer|un)[ -]?(?:being )?(?:monitored|read|attended|checked|in use|active)"
        "|sent from an? (?:unmonitored|unattended|no-?reply|notification[- ]only)"
        "|(?:messages?|e-?mails?|repl(?:y|ies)) (?:sent )?to this (?:address|mailbox|inbox"
        "|e-?mail)(?: address)? (?:will not be|are not|cannot be|won't be)",
        "your (?:message|e-?mail|mail)(?: to [^ ]{1,80})? (?:could not|couldn't|cannot|can't"
        "|was not|wasn't|has not been) (?:be )?delivered|delivery to the following recipients?"
        "|the person you (?:are trying|have tried|tried) to (?:reach|contact)",
        "your (?:message|e-?mail|mail) (?:will not be|won't be|is not being) "
        "(?:read|forwarded|answered)",
    ),
    absences=(
        "(?:i|we)(?: am|'m| m| are|'re| will be|'ll be) (?:currently |now |presently |away "
        "|still |travelling |traveling )?(?:and )?(?:out of|not in|away from) "
        "(?:the |my |our )?(?:office|desk)|^(?:currently )?out of (?:the )?office(?! hours)",
        "i(?: am|'m| m| will be|'ll be)(?: \\w+){0,2} (?:on|away on|off on) (?:\\w+ ){0,2}"
        "(?:leave|vacation|holidays?|sabbatical|business trip)|i(?: am|'m| m) "
        "(?:currently |now )?(?:away(?! from home| on | for | with | in )|off work|unavailable|off sick)"
        "|i(?: am|'m| m| will be) (?:currently )?(?:travelling|traveling|away) (?:for work|on business)"
        "|^(?:currently |presently )?(?:on|away on) (?:annual |maternity |paternity |sick |parental )leave"
        "|(?:our|the|this) (?:office|offices|team|company|reception team)(?: \\w+)? (?:is|are|will be) "
        "(?:\\w+ )?(?:closed|unavailable|away)",
        "(?:i|he|she) (?:am |is |have |has )?(?:no longer|not any ?more) "
        "(?:work(?:s|ing)?|with|employed|left|at|part of)|(?:has|have) left (?:the )?company",
    ),
    remarks=(
        "(?:will|shall|'ll)(?: be)? (?:back|return\\w{0,3}|respond|reply|answer|get back|come back"
        "|be in touch|read)[^.?!]{0,40} (?:on|after|when|once|upon|from) (?:my |our |i |we )?"
        "(?:return|back|am back|'m back|get back|mon|tue|wed|thu|fri|sat|sun|\\d|the \\d|jan|feb"
        "|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\w{0,10}",
        "not (?:be )?(?:back|return\\w{0,3}|available)(?: \\w+){0,2} (?:until|before)|(?:until|from) (?:the )?(?:\\d|tomorrow|next|mon|tue"
        "|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\w{0,10}"
        "|(?:assistant|deputy|replacement|stand-in)",
        "(?:back(?! (?:in|at|to|from) (?!the office|work|my))|return\\w{0,3}(?! to (?!the office|work|my))|available again|in the office again)(?: \\w+){0,3} (?:on|from|in"
        "|at) (?:the )?(?:\\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct"
        "|nov|dec)\\w{0,10}|(?:on|upon) (?:my|our) return|(?:when|once) (?:i|we)(?: am|'m| are|'re"
        "| get) back|in (?:my|our) absence",
        "back (?:tomorrow|next|on|soon|in \\d)(?: \\w+)?|(?:limited|no|little|restricted|intermittent) access to (?:my |our )?(?:e-?mails?|mails?"
        "|inbox)|(?:not|won't|wont)(?: be)? (?:checking|reading|monitoring|able to (?:check|read"
        "|access|answer)|check|read)(?: \\w+){0,3} (?:e-?mails?|mails?|inbox|messages)",
        "(?:urgent|emergency|immediate|pressing|time-sensitive)|(?:contact|write to|refer to|reach out to) (?!me|us)\\w+|(?:please |kindly )?(?:contact"
        "|write to|direct|forward|refer|reach out to|e-?mail|call)(?: \\w+){0,4} (?:colleague"
        "|[^ ]{1,40}@[^ ]{1,60}\\w|team|assistant|instead|manager|enquiries)",
    ),
    receipts=(
        "(?:we|i)(?: have|'ve)? (?:successfully )?(?:received|got) your (?:message|e-?mail|mail|enquiry"
        "|inquiry|request|query|application|ticket)|your (?:message|e-?mail|enquiry|inquiry"
        "|request|query)(?: has been| was| is) (?:successfully )?(?:received|registered|logged)"
        "|(?:thanks|thank you) for (?:getting in touch|contacting|reaching out|writing to)"
        "|^(?:thanks|thank you) for your (?:message|e-?mail|mail|enquiry|inquiry|request|interest)"
        "|(?:inbox|mailbox) is (?:checked|monitored|read)",
    ),
    promises=(
        "(?:respond|reply|answer|get back|be in touch|contact|come back)\\w{0,3}[^.?!]{0,40} (?:within|in)"
        "(?: \\w+){0,3} ?(?:\\d+|one|two|three|a few|few)(?:-\\d+)? ?(?:\\w+ )?(?:hours?|days?|hrs|h)"
        "|(?:ticket|case|reference) (?:no|number|id)",
    ),
    exceptions=(
        "(?:i|we)(?: have|'ve| just| only| already){0,2} (?:got|get|received|receive|had|saw)"
        "(?: \\w+){0,3} (?:auto\\w{0,9}|out[ -]of|system|computer)|your (?:auto\\w{0,9}"
        "|out[ -]of[ -]office)|(?:i|we) (?:was|were) (?:out|away|on|not)|sorry for|last week"
        "|(?:don't|do not) want",
    ),
)
