"""Consent in English. Specification: explicit 90, informal 60, hedged or bare 40."""

from drafting.pipeline.languages.shapes import AgreementRules

RULES = AgreementRules(
    explicit=(
        "(?:i|we)(?: (?:hereby|fully|do|both|all|also|can|gladly|happily|completely|totally|have"
        "|read|understand|and|understood|don't|do not|cannot|can't|won't|will not|never|couldn't"
        "|wouldn't|not|am|are|able|willing|prepared|ready|to)){0,5} (?:agree|agreed|accept"
        "|accepted"
        "|consent)",
        "(?:i|we)(?:'ve|'m|'re)? [^.?!]{0,60} and (?:hereby |fully )?(?:accept|agree)",
        "(?:i've|we've|i have|we have) (?:read and )?(?:agreed|accepted)",
        "(?:i'm|i am|we're|we are) (?:in (?:full )?agreement|in accord)",
        "(?:^|yes,? |all )(?:agreed|accepted)|(?:terms|conditions|offer|price) (?:is "
        "|are )?(?:agreed|accepted)",
        "you have (?:my|our) (?:consent|agreement|approval|ok|okay)",
        "(?:agree|consent)(?= to (?:the|your|these|those|all))",
    ),
    objects=(
        "terms?|conditions?|t&cs?|polic(?:y|ies)|offer|proposal|price|rates?|fees?|amount"
        "|charges?|rules"
        "|agreement|deposit|prepayment|payment|cancellation|change|changes|dates|booking"
        "|everything"
        "|euros?|eur|quote|alternative|room|arrangement|solution|suggestion",
        "(?:to |with )?(?:it|this|that|them|these|those|all|both|you|all of (?:it|this|that))$",
    ),
    # Somebody else says that the guest agreed, or the guest disputes it.
    reported=(
        "(?:you|they|he|she|your (?:colleague|mail|e-?mail|message|system)"
        "|it)(?: \\w+){0,2} (?:say|says|said|write|writes|wrote|claim|claims|claimed|think"
        "|thought|told|state|stated|states|assume|assumed)|(?:when|where|whether|never said"
        "|not said|didn't say|did not say)(?: that)?",
    ),
    confirms=("(?:i|we)(?: (?:can|hereby|do|also|fully)){0,2} confirm|(?:^|yes,? |all )confirmed",),
    informal=(
        "(?:that |this |it |which |all )?sounds? (?:very |really |absolutely "
        "|perfectly )?(?:good|great|fine|perfect|like a plan|lovely|reasonable|fair|ok|okay)",
        "(?:please |pls |just )?(?:go ahead|proceed)|(?:feel free|happy|glad"
        "|ready) to (?:go ahead|proceed)|go for it|do it|go with (?:it|that)|let's (?:do"
        "|go with|go for|proceed|book) (?:it|that|this|the|ahead)",
        "(?:that|this|it|which|all)(?:'s| is| would be| will be)? (?:absolutely |totally "
        "|perfectly |all |just |very )?(?:works?|fine|perfect|good|great|ok|okay|suits?"
        "|acceptable|alright)(?: (?:for|with|by) (?:me|us)| then)",
        "(?:works?|fine|good|ok|okay|great|perfect|suits?) (?:for|with|by) (?:me|us"
        "|both of us)|suits (?:me|us)",
        "(?:that's|that is|this is|that'll be|that would be|that works|it's all"
        "|all) (?:absolutely |perfectly |totally |really )?(?:fine|perfect|great|good|ok"
        "|okay|alright)",
        "(?:^|,|and )(?:that|this|it) works|(?:i'm|we're|i am|we are) (?:happy|fine|ok|okay"
        "|good|cool) with|no (?:problem|objections?|issues?) with|(?:we'll|i'll|we will"
        "|i will) take (?:it|that|the|this)|you can (?:go ahead|charge|book|proceed)"
        "|count (?:me|us) in|^deal",
    ),
    refusals=(
        "(?:i|we)(?: have to| must| will| would)? (?:refuse|decline|disagree|reject|object)",
        "no,? (?:thanks|thank you|way|deal)|not (?:acceptable|ok|okay|interested)"
        "|unacceptable|out of the question",
        "(?:doesn't|does not|don't|won't|will not|wouldn't|would not) (?:work|suit|sound)",
    ),
    negators=(
        "don't|do not|cannot|can't|can not|not|never|no longer|nor|neither|won't|wouldn't"
        "|unable to|refuse to|didn't|did not|without|haven't|have not|aren't",
    ),
    negators_after=("not(?= (?:yet|now))",),
    hedges=(
        "in principle|not (?:entirely |quite |completely |100% |fully )?sure|unsure|probably"
        "|maybe|perhaps|i (?:guess|suppose|think)|we (?:guess|suppose|think)|might|should be"
        "|would be ok|i believe|more or less|partly|most of|for now|tentatively|almost"
        "|reluctantly|hopefully",
        "(?<!know )(?<! me )(?<! us )(?<!see )(?<!ask )(?<!check )(?<!wondering )if|provided"
        "|providing|as long as|so long as|on (?:the )?condition|only (?:if|when|once)|unless"
        "|assuming|subject to|depending|depends|once (?:you|we|i)",
        "(?:before|until) (?:i|we) (?:agree|accept|confirm|decide|commit)",
    ),
    deferrals=(
        "(?:need|have|want|would like|'d like|going) to (?:ask|check|talk|speak|discuss"
        "|think|consult|sleep on|clarify|confirm with|see)(?: [a-z']{1,12}){0,6} (?:first"
        "|before|with|over|about it|to my|my|our)",
        "(?:need|want|would like|'d like) (?:some |more |a bit more |a little )?time"
        "|let me (?:think|check|ask|talk|sleep)|(?:talk|chat|discuss|speak|think|run) (?:it|this|that"
        "|about it|about this)(?: over)? (?:over|with|by|through|past|to)|(?:ask|check with|consult"
        "|speak to|talk to) (?:my|our|the others|everyone)|think (?:it|about it|this) over|sleep on it",
        "(?:i'll|we'll|i will|we will|will) (?:let you know|get back to you|come back to you"
        "|decide|think about)|not decided|haven't decided|can't (?:say|decide|confirm) yet"
        "|cannot (?:say|decide|confirm) yet|undecided|not sure (?:yet|if|whether|about)",
    ),
    bare=(
        "yes|yep|yeah|yup|ok|okay|k|sure|fine|perfect|great|alright|all right|cool|good"
        "|right|noted|got it|understood|of course|will do|certainly|absolutely|ok then"
        "|thumbs up",
    ),
    bare_fillers=(
        "hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks?|thank you|thx|ta"
        "|cheers|please|very much|so much|a lot|many|again|for (?:that|this|letting me know"
        "|the (?:info|information|update|reply|offer|message)|your (?:reply|help|message"
        "|email))|there|all|team|then|that's|it's|is|it|and|for us|with us|kind|best|regards"
        "|guys|everyone|then|you|the|much|bye|see you(?: soon| then)?|so",
    ),
    contrasts=("but|however|although|though|except|only|yet|still|apart from|other than",),
    limits=(
        "terms?|conditions?|price|fees?|charges?|amount|deposit|refund|refundable"
        "|cancellation|policy|pay|paying|payment|cost|expensive|rate|euros?|eur|discount"
        "|cheaper|half",
        "not (?:with|to|the|happy|willing|ready|all|for|agree|accept)|don't (?:agree|accept"
        "|like|want|think)|do not (?:agree|accept|want|think)|can't (?:accept|agree|pay)"
        "|disagree|unfair|too (?:high|much|long|short|expensive|late)|except|instead|reserve"
        "|object|without|insist|would prefer|rather|unless|only if|point|clause",
    ),
    not_limits=(
        "link|page|website|site|error|button|invoice|receipt|check in|question"
        "|when|how do i|where do i|sorry|apolog\\w{2,6}|thank",
    ),
    proposals=(
        "agree|accept|terms|conditions|would you like|shall we|we can (?:offer|move|change"
        "|book|arrange)|offer|confirm|(?:is|would|does) (?:that|this|it) (?:ok|okay|work"
        "|suit|be)|let (?:us|me) know|please (?:pay|reply|tell|choose)|propose|suggest"
        "|per night|deposit|may we|do you want|instead|happy to|could (?:offer|move|give)",
    ),
    confirmations=(
        "(?:i|we)(?: (?:can|hereby|do|also)){0,2} confirm|confirming (?:that|our|my|the)"
        "|(?:this is|just) to confirm",
    ),
)
