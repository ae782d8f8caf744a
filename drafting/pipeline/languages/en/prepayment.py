"""Payment requests and their answers in English (wording of the three request templates)."""

from drafting.pipeline.languages.shapes import PrepaymentRules

RULES = PrepaymentRules(
    payment=(
        "pre-?pay(?:ment|ing)?|payments?|pay|paid|paying|deposit|(?:secure|payment) link"
        "|amount due|bank transfer|charge[ds]?|card",
    ),
    requests=(
        # Asks leave to charge the card: "may we charge", "do you agree that we charge".
        "(?:can|may|shall|could|agree|accept)[^.?!]{0,30} (?:charge|debit|take)",
        "(?:please|kindly|must|need to|asked to|to) (?:now |kindly )?(?:pay|prepay|settle"
        "|complete|transfer|try)|(?:through|via|with|using|use|here is|this|following"
        "|attached) (?:\\w+ ){0,3}link|(?:payment|prepayment|amount|balance"
        "|deposit)[^.?!]{0,40} (?:is |was |has |are )?(?:still |now |over)?(?:due"
        "|outstanding|pending|open|missing|unpaid|failed|declined|not (?:been "
        "|yet )?(?:received|arrived|made))|attempt[^.?!]{0,50} (?:failed|declined"
        "|unsuccessful)|(?:accept|agree)[^.?!]{0,40} and (?:pay|wish)|and pay",
    ),
    reminders=("reminder|notice|attempt|request|remind(?:ing)? you",),
    second=("second|2nd|again remind",),
    third=("third|3rd|last|final",),
    paid=(
        "(?:payments?|prepayments?|transfers?|deposit) (?:is |was |has been |all |now |just |already ){0,2}(?:done|made|sent|completed?|through|on its way)",
        "(?:i|we)(?:'ve| have|'d)?(?: just| now| already| both| successfully| today"
        "| yesterday| finally){0,4} (?:paid|prepaid|transferred|wired|settled|completed"
        "|made the (?:payment|transfer)|sent the (?:payment|money)|made (?:the|a|my"
        "|our) (?:payment|prepayment|transfer))",
        "(?:the |my |our )?(?:payment|prepayment|transfer|amount"
        "|money)(?: of [^.?!]{1,20})? (?:is |was |has |went |has been "
        "|just ){1,4}(?:been )?(?:done|made|completed|sent|through|gone through|transferred|paid"
        "|processed|successful)|(?:just|already|now|all) paid",
    ),
    not_paid=(
        "(?:tr(?:y|ied|ying)|attempt\\w{0,3}|unable|how|want|wanted|able|going|need|like|before) (?:\\w+ ){0,2}(?:to )?(?:pay|paying|prepay|transfer|settle)",
        "(?:card|account|money|amount|sum|deposit|what|that|which|with which) (?:that )?(?:i"
        "|we)(?:'ve| have|'d)? (?:paid|transferred)|with which",
        "(?:not|never|n't|nothing|twice|double|before i(?:'ve)?|until|once|when|after|if"
        "|as soon as|unless|should|would|how|who)(?: \\w+){0,5} (?:paid|transferred|settled"
        "|completed|payment|done)",
        "paid (?:twice|double|too much|extra|more|for (?:the )?(?:breakfast|parking|taxi"
        "|city tax|two)|at (?:the )?(?:desk|reception|check|hostel)|in cash|cash)|(?:charged"
        "|overcharged|refund|refundable)",
    ),
    received=(
        "(?:your|the) (?:\\w+ ){0,2}(?:secure link|payment link|prepayment link"
        "|payment request|prepayment request|prepayment (?:e-?mail|mail|message|notice)"
        "|reminder|notice)",
        "(?:got|received|saw|read) (?:a|your|the|another|this|an) (?:\\w+ ){0,3}(?:link"
        "|request|reminder|notice|message about|e-?mail (?:about|asking|saying))",
    ),
)
