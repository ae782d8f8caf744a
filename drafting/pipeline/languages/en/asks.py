"""How English asks: wh-words, inversion, "let me know whether", nine request patterns."""

from drafting.pipeline.languages.shapes import AskRules

_SUBJECT = (
    "(?:i|you|we|he|she|it|they|there|the|a|an|any|anyone|anybody|someone|somebody|this|that"
    "|these|those|my|our|your|his|her|one|breakfast|check|smoking|parking|luggage|dogs|pets"
    "|towels|linen|wifi)"
)
_AUX = "(?:is|are|was|were|do|does|did|can|could|would|will|may|might|must|shall|have|has|should)"
_AUX_NEGATED = "(?:isn't|aren't|wasn't|don't|doesn't|didn't|can't|couldn't|won't|wouldn't)"
_PREPOSITION = "(?:(?:at|from|until|till|by|to|for|in|on|with|of|since|around|about) )?"
# What the desk can do for a guest.
_ACTION = (
    "(?:cancel|send|resend|email|e-mail|mail|forward|call|ring|phone|text|contact|reply|answer"
    "|respond|refund|reimburse|return|pay back|transfer|reverse|confirm|book|reserve|change|move"
    "|shift|push|switch|swap|upgrade|extend|shorten|postpone|rebook|update|modify|amend|correct"
    "|add|include|remove|delete|take (?:me|us|my|our|off|out|down)|keep|hold|save|store|block"
    "|release|put|leave|bring|give|provide|issue|make|arrange|organi[sz]e|prepare|check(?! ?-?in"
    "| ?-?out)|look|find|search|see|fix|repair|replace|clean|turn|open|unlock|lock"
    "|let (?:me|us) know|tell"
    "|explain|advise|inform|share|attach|unsubscribe|stop|charge|apply|waive|order|set|reset"
    "|restart|sort|investigate|review|reconsider|consider|assign|ship|post|split|print|sign"
    "|meet|pick|write|get back|help|ask|pass|note down|grant|allow|withdraw|drop)"
)

RULES = AskRules(
    abbreviations=frozenset(
        "e.g i.e eg ie approx ca no nr vs st ave mr mrs ms dr prof etc incl excl tel p.m a.m"
        " pm am"
        " min max jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat"
        " sun ref".split()
    ),
    ordinal_followers=frozenset(),
    coordinators=("and also", "and then", "and", "but also", "but", "plus", "as well as"),
    fillers=(
        "roughly|approximately|about|exactly|more or less",
        "hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks|thank you|sorry|please",
        "there|all|team|guys|everyone|folks",
        "also|so|then|now|if (?:so|not|yes|no)|otherwise|instead|one more(?: thing| question)?"
        "|secondly|first(?:ly)?|finally|lastly|besides|anyway|btw|by the way|quick question"
        "|just|and|but|ps|alternatively|again|if possible|in that case|question",
    ),
    # Question word, or auxiliary before subject (inversion).
    question_starts=(
        rf"{_PREPOSITION}(?:what|which|who|whose|why|how)(?:'s|'re)?",
        rf"{_PREPOSITION}(?:when|where)(?:'s)? (?:{_AUX}|exactly|to|else|and)",
        "where's|when's",
        f"{_AUX} {_SUBJECT}",
        f"{_AUX_NEGATED} {_SUBJECT}",
        r"(?:is|are|was|were|do|does|did|can|could|will|would) (?!be\b|have\b"
        r"|not\b)[a-z0-9'-]{2,20}",
        "any (?:chance|idea|way|news|update|possibility)",
        "(?:is it )?(?:possible|ok|okay|allowed) (?:to|if)",
    ),
    # After a bare comma a "which" or "where" is relative; inversion is not.
    comma_starts=(
        f"(?:is|are|do|does|did|can|could|would|will|may|shall|have) {_SUBJECT}",
        "how (?:much|many|long|far|often|early|late|big|do|does|can|is|are)",
        f"what(?:'s| time| is| are| do| does| kind)|which [a-z]{{2,15}} {_AUX}",
        f"(?:where|when) {_AUX} {_SUBJECT}",
    ),
    unmarked_starts=(
        "(?:at |until |from |by )?(?:what|which)(?:'s| is| are| time| times| do| does| kind| day)"
        "(?! (?:i|we) (?:want|need|mean))",
        "how (?:much|many|long|far|early|late|big|often|do|does|can|could|is|are|about)",
        "(?:what|where|how|when|who)s (?:the|your|my|our|it|that|this|best|a)|wh?at? (?:time|about)",
        f"(?:where|when|who|why) {_AUX}",
        "(?:do|does|did|can|could|would|will|is|are|am|was|were|may|have|has)"
        " (?:i|you|we|he|she|it|they|there|the|any|my|our|your|this|that|someone)",
        "(?:is it )?possible to|any (?:chance|news|update|idea|possibility) (?:of|on|if|to|about)",
        "if not,? (?:how|what|when|where|which|can|could|is)",
    ),
    indirect_leads=(
        "(?:let|letting) (?:me|us) know",
        "(?:tell|telling|remind|show) (?:me|us)",
        "(?:to|please|could you|can you|you) (?:confirm|check|clarify|explain|advise|specify"
        "|indicate|say)",
        "confirm|clarify|advise",
        "(?:like|love|want|need|good|nice|great|helpful|curious|happy|keen"
        "|trying) to (?:know|hear"
        "|understand|find out|learn|check|ask|be sure|clarify|see)",
        "(?:wondering|wonder|wondered|unsure|not sure|curious|asking|unclear"
        "|interested) ?(?:about"
        "|as to)?",
        "(?:want|wanted|wish|like) to (?:ask|know|check|enquire|inquire)",
        "(?:any idea|do you know|you know|question is|questions are|my question)",
        "(?:don't|do not|didn't|couldn't|can't|could not|cannot) (?:know|find|see"
        "|understand)(?! (?:who|why|what (?:to|else)|how to))",
    ),
    complements=(
        "whether|if|what|which|when|where|who|why",
        "how(?! (?:nice|lovely|great|happy|grateful|much (?:i|we)))",
        "(?:by|until|till|from|at|to|for) (?:what|which|when)",
    ),
    noun_leads=(
        "(?:tell|send) (?:me|us) (?:the|your) (?:[a-z-]{2,15} ){0,2}(?:price|prices|cost|rates?|times?|timetable"
        "|schedule"
        "|address|directions|date|password|hours|code|name|details|conditions|policy)",
        "(?:like|need|want) to (?:know|ask about|enquire about|inquire about) (?:the|your|more)",
        "(?:enquiring|inquiring|asking) about|(?:have|had) (?:a|some|another|one) questions?"
        " (?:about|regarding|on)",
    ),
    ability_questions=(
        "(?:can|could|would|do|will) you (?:please |also |maybe |perhaps )?(?:recommend|suggest"
        "|accommodate|host|fit|offer|guarantee|accept|say|happen|know|think|mind telling)",
        "(?:would|is) it be (?:possible|ok|okay)|would it be|is it (?:possible|ok|okay|allowed)",
    ),
    pleasantries=(
        "how (?:are|r) (?:you|u|things)(?: (?:all|doing|today|guys|there))?",
        "how(?:'s| is) (?:it going|everything|life|the weather)",
        "(?:you|everyone|all) (?:ok|well|good)$|hope (?:you|all|this)[^?]{0,40}",
        "remember (?:me|us)",
    ),
    # A judgement in the shape of a question; nobody could answer it.
    rhetorical=(
        "^(?:right|ok|okay|no|yes|eh|really|seriously|correct|deal|and|so|please|huh|agreed"
        "|what gives|why|hello|anyone there|anybody there|guess what|you know)[ ?!.]*$",
        "(?:is|was) (?:this|that|it) (?:a joke|some (?:kind|sort) of|serious|normal|really (?:how"
        "|what|acceptable|necessary)|too much to ask|how you|supposed to be|acceptable)",
        "are you (?:serious|kidding|joking)|you must be (?:joking|kidding)",
        "how (?:hard|difficult) (?:(?:can|could) (?:it|that|this)|is it to (?:answer|reply|write|send|read"
        "|understand|listen))",
        "how (?:absurd|ridiculous|crazy|dare|stupid|rude|unprofessional|is that"
        " even|can (?:you|that|this|anyone)[^?]{0,30} (?:possible|acceptable|dare|sleep))",
        "what (?:else )?(?:can|could|should|more can) (?:i|we) say|what were you thinking"
        "|what kind of (?:place|business|hostel|service|people) [^?]{0,40}",
        "who (?:knows|cares|wants|wouldn't|would (?:pay|accept|want|do|sleep|stay)|does (?:this|that)"
        "|do you think)",
        "do you (?:(?:really |honestly |seriously )(?:think|believe|expect|call)"
        "|(?:think|believe) (?:this|that|it) (?:is|was)|call (?:this|that))",
        "(?:isn't|aren't|wasn't|don't|doesn't|can't|won't|didn't|wouldn't) (?:it|that|they"
        "|you|i|we"
        "|he|she)[ ?!.]*$",
        "why (?:on earth|the hell|would anyone|should i)|what's the point|what is the point",
        "guess what|you know what|^know what|^(?:is )?any(?:one|body) (?:there|home)[ ?!.]*$",
    ),
    # The nine patterns of the specification (i would like / we need: see ``desires``).
    echoes=(
        "(?:is|would|will|could) (?:that|this|it)(?: all| also| be| still)?(?: (?:possible"
        "|ok|okay|fine|alright"
        "|all right|doable|work|feasible|an option|a problem|too much trouble|allowed))"
        "(?: (?:for you|with you|at all|please|somehow|or not|at your end))?",
        "(?:any chance|(?:is that )?possible|ok|okay|can (?:you|we|i) do (?:that|this)"
        "|yes or no|does that work(?: for you)?)",
    ),
    requests=(
        "(?:please|pls|plz|kindly)(?: (?:could|can|would|will) you)?",
        "(?:can|could|would|will) (?:you|someone|somebody|anyone)(?: guys)?(?: (?:please|kindly"
        "|also|maybe|perhaps|possibly|just|at least|then|quickly|therefore|either)){0,3}",
        "would you (?:mind|be able to|be so kind)",
        "(?:i'm |we're |i am |we are |am |are )?requesting(?: that)?|requests? for"
        "|to request(?= (?:a|an|the|that|my|our|you))",
        "(?:i|we)(?:'m|'re| am| are| was| were) wondering(?: (?:if|whether)(?: (?:you|we"
        "|i) (?:can"
        "|could|might|would))?)?",
        "would it be possible(?: (?:to|for you to|that))?",
        "if (?:you|someone) (?:could|can|would)(?: please| just| kindly)?",
    ),
    no_request=(
        "(?:please )?(?:find|see) (?:attached|below|above|enclosed|my|the attach)",
        "(?:accept|excuse|forgive|pardon|note|be (?:aware|advised|assured|informed|sure)"
        "|bear with|rest assured|understand|ignore my|disregard|correct me)",
        "(?:do not|don't) (?:worry|hesitate|get me wrong|take (?:this|it)|be|think|misunderstand)",
        "(?:say|give|send) (?:hi|hello|my (?:love|regards|best)|our (?:love|regards|best)|thanks)",
        "(?:thank|enjoy|feel free|have a|keep (?:up|in mind|in touch)|let me know if you (?:need"
        "|have|want)|like$|help$|help me$|stay safe|take (?:your time|care))",
        "(?:our|my) (?:love|regards|best|greetings|thanks)|(?:him|her|them|everyone|everybody|all) "
        "(?:a hug|our|my)|(?:you|u|ya|all|everyone)(?: (?:at|on|in|then|there|soon|later|next|all|again"
        "|tomorrow|tonight|around))",
        "(?:as|like) (?:to|it)|(?:be|have been|have done|have told)",
        "(?:and )?(?:thank|thanks|regards)",
    ),
    desires=(
        "(?:i|we)(?:'d| would| should|'ll)?(?: really| also| just| still| then| therefore"
        "| now| only)?"
        " (?:like|love|want|wish|need|prefer)",
        "(?:want|wanted|wanting|would like|'d like|hoping|hope|wish|have|need|looking"
        "|prefer)(?= to)",
        "(?:i|we) (?:require|must have)|looking for|^need",
        "(?:writing|emailing|contacting you|getting in touch|calling)(?= to)",
    ),
    desired=(
        f"you (?:guys )?to (?:please |kindly |also |then |just )?{_ACTION}",
        "to (?:please |kindly |also |then |just |now )?(?:cancel|change|move|shift|push"
        "|switch|swap"
        "|upgrade|extend|shorten|postpone|rebook|update|modify|amend|correct|add|include|remove"
        "|book|reserve|confirm|return|order|arrange|store|transfer|unsubscribe|apply|withdraw)",
        "to (?:request|rent|hire|claim|(?:speak|talk) (?:to|with) (?:a|the|your|someone"
        "|somebody)|get (?:a|an|the|my|our|some|it|this)|have (?:a|an"
        "|the|my|our|it|this)|receive|check (?:in|out) (?:early|late|before|after)|stay (?:an|one"
        "|longer|another)|be (?:moved|refunded|removed|called|contacted|taken))",
        "(?:a|an|the|my|our|your|some|another|one|two|three|four|more|extra|full|written|2|3|4)"
        " (?:[a-z-]{2,15} ){0,3}(?:refund|money|deposit|invoice|receipt|room|bed|beds|rooms|taxi"
        "|transfer|link|copy|confirmation|reply|answer|letter|cot|key|code|towels?|parking|space"
        "|place|bunk|bunks|breakfast|breakfasts|locker|blanket|pillow|table|tickets?|seats?|floor|explanation|apology|night|nights|solution|manager|discount|compensation)",
    ),
    desire_reach=48,
    performatives=(
        "(?:i|we)(?:'m| am|'re| are)? (?:hereby )?(?:cancel|cancell?ing|demand|demanding|insist"
        "|expect (?:a|an|the|you|my|our|it to|this to|that|to (?:hear|receive|get)|full)"
        "|ask (?:you|that|for)|am asking"
        "|asking (?:you|for)|request|claim|beg)",
        "(?:i|we)(?:'m| am|'re| are|'ll| will)?(?: afraid| sorry| unfortunately| sadly| now"
        "| going){0,4}"
        "(?: to)? (?:i |we )?(?:have|need|must|want|wish|going) (?:to )?cancel",
        "(?:i|we) (?:would|'d) appreciate (?:a|an|it if|if|your (?:help|reply|confirmation))",
    ),
    imperatives=(
        f"(?:do not |don't |never |just |simply |at least )?{_ACTION}"
        "(?! (?:of|from|to|in|on|at|is|was|with|the (?:best|good work)|up the|well"
        "|you (?:soon|in|then|on"
        "|there|later)|forward))",
    ),
    second_actions=(
        "(?:please )?(?:cancel|send|resend|forward|call|refund|return|confirm|tell (?:me|us)"
        "|let (?:me|us)|book|reserve|add|remove|delete|change|move|email|stop|give (?:me|us)|fix"
        "|issue|put|keep|hold|transfer|charge|get back|reply|unsubscribe|take (?:me|us)|explain)",
    ),
    trailing_please=(
        r"(?:please|pls|plz)\s?[.!?]{0,3}$",
        r"(?<!that )(?<!this )(?<!it )(?<!which )(?<!you )would be (?:really |very |so |just |much )?"
        r"(?:lovely|great|nice|perfect|appreciated|good|brilliant|fantastic|ideal|wonderful|helpful"
        r"|fab|amazing)(?! (?:if|to|that))",
    ),
    ultimatums=(
        "unless (?:i|we|you|the|this|that|it)",
        "if (?:i|we) (?:don't|do not|haven't|have not|am not|are not|'m not|get no"
        "|receive no|hear"
        " nothing)",
        "if (?:you|the|this|that|my|our|it|nothing|no)[^.?!]{1,60}(?:isn't|is not|aren't|are not"
        "|hasn't|has not|haven't|doesn't|does not|don't|do not|won't|refuse|fail|nothing|no)",
        "without (?:a|an|any) [^.?!]{3,40} by",
    ),
)
