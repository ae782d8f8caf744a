"""Consent in German. Specification: explicit 90, informal 60, hedged or bare 40."""

from drafting.pipeline.languages.shapes import AgreementRules

RULES = AgreementRules(
    explicit=(
        "nicht (?:akzeptieren|annehmen|zustimmen|einverstanden sein)",
        "(?:gelesen|verstanden|gesehen) und (?:akzeptiere|akzeptieren|stimme zu|stimmen zu"
        "|bin einverstanden|sind einverstanden)",
        "(?:ich|wir) (?:(?:hiermit|auch|gerne|gern|die|den|ihre|ihren|eure|euren|diese"
        "|diesen|bedingungen|alles|alle) ){0,4}(?:akzeptiere|akzeptieren|stimme|stimmen|bin"
        "|sind) ?(?:(?:hiermit|auch|voll|damit|mit|allem|den|dem|der|ihren|ihrem|euren"
        "|diesen|bedingungen|agb|preis|vorschlag|angebot|völlig|ganz|beide|alle|und"
        "|,) ){0,6}(?:einverstanden|zu|akzeptiert)?",
        "(?:damit |hiermit )?(?:bin ich|sind wir) (?:damit |mit allem |voll |völlig "
        "|mit den bedingungen )?einverstanden|(?:akzeptiere|akzeptieren) (?:ich|wir)"
        "|(?:stimme|stimmen) (?:ich|wir) (?:[a-zäöü]{2,15} ){0,4}zu",
        "einverstanden|(?:bedingungen|angebot|agb) (?:akzeptiert|angenommen)|(?:ich"
        "|wir) (?:nehme|nehmen) (?:das|ihr|euer|den|ihren) (?:angebot"
        "|vorschlag)[a-z ]{0,12}an|zugestimmt",
    ),
    objects=(
        "\\w{0,12}bedingungen|agbs?|angebot\\w{0,2}|vorschlag|preis\\w{0,2}|betrag|regeln?"
        "|richtlinien?|kaution|anzahlung|vorauszahlung|zahlung|stornierung\\w{0,12}|änderung"
        "|umbuchung|termin|buchung|zimmer|alles|allem|euro|lösung|konditionen|regelung"
        "|hausordnung|kosten",
        "(?:das|dem|damit|dies|diesen|zu|so|ihnen)$",
    ),
    # Somebody else says that the guest agreed, or the guest disputes it.
    reported=(
        "(?:sie|ihr|man|ihre kollegin|ihr kollege)(?: \\w+){0,2} (?:schreiben|schreibt|sagen"
        "|sagt|behaupten|behauptet|meinen|meint|schrieben|sagten)|(?:schreiben|schreibt"
        "|behaupten|behauptet|sagen|sagt) (?:sie|ihr)|nie gesagt|nicht gesagt",
    ),
    confirms=("(?:ich|wir) bestätigen?|(?:hiermit|gerne?) bestätigen? (?:ich|wir)|^bestätigt",),
    informal=(
        "(?:das |so |es |alles |ja,? |super,? |perfekt,? )?passt(?: (?:so|gut|perfekt"
        "|für (?:mich|uns)|mir|uns|super|wunderbar|prima))?",
        "(?:klingt|hört sich) (?:sehr |echt |richtig |ganz )?(?:gut|super|prima|toll|perfekt"
        "|fair|vernünftig)(?: an)?",
        "(?:das |so |alles |geht |ist )?(?:ist |geht |wäre )?(?:für (?:mich"
        "|uns) )?(?:völlig |absolut |alles )?(?:in ordnung|okay|ok) ?(?:für (?:mich|uns)|so"
        "|damit)|(?:geht|ist) (?:für (?:mich|uns) )?(?:klar|in ordnung|okay|ok)",
        "(?:machen wir(?: das)? so|so machen wir(?: das| es)?|(?:das |dann )?nehmen wir"
        "|(?:das |dann )?nehme ich|gerne so|können (?:sie|wir) so machen|(?:bitte )?(?:so"
        "|gerne) (?:buchen|weitermachen|umbuchen)|machen sie (?:das|es) (?:bitte )?so"
        "|legen sie los|kein problem (?:mit|für))",
        "(?:von (?:mir|uns) aus|gern(?:e)? (?:so|das)|abgemacht|alles klar,? (?:machen|so))",
    ),
    refusals=(
        "(?:ich|wir) (?:lehnen?|widersprechen?|weigern?)|lehne ich|widerspreche ich"
        "|nein,? danke|inakzeptabel|kommt nicht in ?frage|nicht (?:akzeptabel|hinnehmbar)",
        "passt (?:mir |uns |so |das |leider |gar |überhaupt ){0,4}nicht|geht (?:so |gar |leider "
        "|für uns ){0,4}nicht",
    ),
    negators=("nicht|kein|keine|keinen|keinesfalls|niemals|nie|weder|ohne|keineswegs",),
    negators_after=("nicht|keinesfalls|keineswegs|niemals|auf keinen fall",),
    hedges=(
        "im prinzip|prinzipiell|grundsätzlich|eigentlich|vielleicht|wahrscheinlich"
        "|vermutlich|nicht (?:ganz |völlig )?sicher|unsicher|eventuell|evtl|ich (?:denke"
        "|glaube|meine)|wir (?:denken|glauben)|müsste|sollte|dürfte|mehr oder weniger"
        "|vorerst|zähneknirschend|fast",
        "wenn|falls|sofern|vorausgesetzt|unter der (?:bedingung|voraussetzung)|solange"
        "|nur (?:wenn|falls)|es sei denn|je nachdem|kommt (?:darauf|drauf) an|vorbehaltlich",
    ),
    deferrals=(
        "(?:muss|müssen|möchte|möchten|will|wollen) (?:(?:ich|wir|das|es|noch|erst|aber"
        "|vorher|zuerst|mich|uns|nochmal|kurz|mal) ){0,5}[^.?!,]{0,40}(?:fragen|abklären"
        "|klären|absprechen|besprechen|überlegen|nachdenken|rücksprache|rückfragen|prüfen"
        "|abstimmen)",
        "(?:überlege|überlegen) (?:ich|wir|es|mir|uns)|(?:melde|melden) (?:mich|uns) (?:dann"
        "|noch|wieder|später|morgen)|(?:brauche|brauchen) (?:noch )?(?:etwas |ein bisschen "
        "|mehr )?(?:zeit|bedenkzeit)|noch nicht (?:entschieden|sicher|sagen)|weiß (?:es "
        "|ich )?noch nicht|wissen (?:es |wir )?noch nicht|gebe[n]? (?:ihnen "
        "|euch )?(?:noch )?bescheid",
    ),
    bare=(
        "ja|jo|ok|okay|gut|gerne|gern|perfekt|super|prima|klar|alles klar|in ordnung"
        "|verstanden|jawohl|natürlich|genau|sehr gut|bestens|wunderbar|toll|geht klar",
    ),
    bare_fillers=(
        "hallo|hi|moin|guten (?:tag|morgen|abend)|danke(?: (?:schön|sehr))?|vielen"
        "|herzlichen|dank|liebe[sr]?|grüße|viele|beste|bitte|sehr geehrte|damen|und|herren"
        "|team|dann|für (?:die (?:info|antwort|nachricht)|ihre (?:antwort|nachricht|mail))"
        "|das|ist|es|so|schön|bis (?:bald|dann)|mit freundlichen grüßen",
    ),
    contrasts=("aber|jedoch|allerdings|doch|nur|außer|bis auf|trotzdem|obwohl|wobei|hingegen",),
    limits=(
        "\\w{0,10}bedingung\\w{0,3}|preis\\w{0,2}|gebühr\\w{0,3}|betrag|kosten|kaution"
        "|anzahlung|erstatt\\w{1,6}|rückzahlung|storn\\w{2,12}|zahlen|bezahlen|zahlung|teuer"
        "|euro|rabatt|günstiger|agb|klausel|punkt",
        "nicht (?:mit|zu|den|die|das|alles|einverstanden|akzept\\w{1,5}|bereit)|zu (?:hoch"
        "|teuer|viel|lang|kurz)|unfair|überzogen|stattdessen|lieber|vorbehalt\\w{0,3}"
        "|widersprech\\w{1,3}|ohne|außer|statt",
    ),
    not_limits=(
        "link|seite|website|fehler|rechnung|quittung"
        "|check-?in|frage|wann|wie|entschuldig\\w{1,6}|danke",
    ),
    proposals=(
        "einverstanden|akzeptier\\w{1,3}|zustimm\\w{1,4}|bedingungen|agb|bestätig\\w{1,4}"
        "|können (?:ihnen|wir)[^.?!]{0,40}(?:anbieten|umbuchen|verschieben)|anbieten|angebot"
        "|vorschlag\\w{0,3}|schlagen vor|passt|(?:ist|wäre) das|geben sie|bescheid|pro nacht"
        "|kaution|zahlen|bezahlen|möchten sie|wünschen sie|sollen wir|dürfen wir|recht\\?"
        "|stattdessen",
    ),
    confirmations=("(?:ich|wir) bestätigen?|hiermit bestätigen? (?:ich|wir)",),
)
