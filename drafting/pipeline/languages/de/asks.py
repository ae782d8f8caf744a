"""How German asks: verb before subject, w-words, "ob" clauses, infinitives at the end."""

from drafting.pipeline.languages.shapes import AskRules

_W_WORD = (
    "(?:wann|wo|wohin|woher|wie ?viele?|wie|wer|wen|wem|wessen|was|welche[rsnm]?|warum"
    "|wieso|weshalb|wozu|womit"
    "|worauf|wofür)"
)
_PREPOSITION = (
    "(?:(?:ab|bis|um|von|für|mit|in|an|auf|seit|gegen|zu|aus|bei|nach"
    "|über) )?(?:(?:spätestens|etwa|ungefähr|genau) )?"
)
_SUBJECT = (
    "(?:ich|du|er|sie|es|wir|ihr|man|das|der|die|den|dies|ein|eine|einen|mein|meine|unser|unsere"
    "|jemand|etwas|da|dort|hier|dafür|auch|noch|bei|denn|im|in|schon|eigentlich|vielleicht"
    "|irgendwo|nur|für|dann|mir|uns)"
)
_VERB = (
    "(?:ist|sind|war|wäre|wären|kann|können|könnte|könnten|könntet|könnt|kannst|darf|dürfen"
    "|dürfte|dürften|muss|müssen|müsste|müssten|müßte|soll|sollen|sollte|sollten|gibt"
    "|gäbe|hat|haben|habt"
    "|hast|hätte|hätten|hättet|wird|werden|würde|würden|würdet|geht|ginge|kostet|kosten|braucht"
    "|brauchen|bekommt|bekommen|bietet|bieten|akzeptiert|akzeptieren|liegt|fährt|fahren|reicht"
    "|lohnt|stimmt|wisst|wissen|weiß|vermietet|vermieten|verleiht|organisiert|organisieren"
    "|berechnet|findet|gilt|funktioniert|steht|kennt|kennen|lässt|besteht|bleibt|hält|nehmt"
    "|nehmen|macht|machen|servieren|serviert|verkauft|verkaufen|kommt|kommen|gehört"
    "|passt|gehen|bräuchten|benötigen|benötigt|holen|zahlen|zahlt)"
)
# What the desk can do, as it ends a clause or follows "zu".
_INFINITIVE = (
    "(?:\\w{0,12}(?:stornieren|buchen|ändern|schieben|längern|kürzen|reservieren|fügen|mieten"
    "|bestellen|melden|wechseln|schicken|senden|rufen|geben|nennen|sagen|teilen|stätigen"
    "|weisen|statten|zahlen|löschen|streichen|nehmen|tragen|halten|legen|stellen|lassen|prüfen"
    "|schauen|sehen|suchen|reparieren|tauschen|organisieren|richten|öffnen|machen|antworten"
    "|erklären|kontaktieren|schreiben|bekommen|erhalten|sagen|legen|heben|setzen|leiten"
    "|wahren|räumen|kümmern|bringen|hören|rechnen|drucken)|sprechen)"
)

RULES = AskRules(
    abbreviations=frozenset(
        "z.b zb bzw ca d.h dh u.a ua etc usw nr tel str inkl exkl evtl ggf mind max min dr hr fr"
        " jan feb okt nov dez st abs ggfs vgl sog zzgl b h a".split()
    ),
    ordinal_followers=frozenset(
        "januar februar marz maerz april mai juni juli august september oktober november dezember"
        " jan feb mar apr jun jul aug sep sept okt nov dez stock etage tag nacht woche bis"
        " und".split()
    ),
    coordinators=(
        "und auch",
        "und dann",
        "und außerdem",
        "und",
        "sowie",
        "aber",
        "sondern",
        "außerdem",
    ),
    fillers=(
        "ungefähr|etwa|circa|ca",
        "hallo|hi|hey|moin|guten (?:tag|morgen|abend)|danke|bitte|sorry|entschuldigung",
        "zusammen|ihr lieben|liebes team|team",
        "auch|dann|und|falls (?:ja|nein|nicht)|wenn (?:ja|nein|nicht)|ansonsten|außerdem|zudem"
        "|stattdessen|noch eine frage|eine frage|frage|also|übrigens|aber|zweitens|erstens|ferner"
        "|alternativ|nun|nämlich",
    ),
    question_starts=(
        f"{_PREPOSITION}{_W_WORD}",
        f"{_VERB} {_SUBJECT}",
        r"(?!damit|wenn|seit|mit|falls|weit|heute|gerne|bitte|bevor|nachdem|soweit|weil|dass"
        r"|die|eine|sobald|zeit)"
        r"\w{2,14}(?:en|t|e|st|n) (?:ich|wir|ihr|man|es|sie|du)",
        "(?:ist|sind|gibt|kostet|geht|darf|kann|muss|hat|haben|wird|werden|gelten"
        "|gilt) (?!nicht)[a-zäöü0-9-]{2,20}",
        "(?:zu welche[nmr]|mit welche[nmr]|in welche[nmr]|an welche[nmr])",
    ),
    comma_starts=(
        f"{_VERB} (?:ich|du|es|wir|ihr|man|sie|das|der|die|da|dort|ein|eine|unser|mein|jemand)",
        f"{_PREPOSITION}(?:wann|wie ?viel|wie (?:lange|weit|spät|früh|hoch|teuer|groß|komm"
        f"|oft)|wo (?:ist|kann|können|finde)"
        "|was (?:kostet|ist|kosten|passiert|muss))",
    ),
    unmarked_starts=(
        f"{_PREPOSITION}(?:wann|wo|wohin|wer|warum|wieso|wieviel|wie viel|wie|was"
        f"|welche[rsnm]?) {_VERB}",
        "(?:bis|ab|um) (?:wann|wie ?viel)|wie ?viele?|wie (?:lange|weit|spät|früh|oft|hoch"
        "|teuer|groß)",
        "(?:ist|sind|kann|können|könnten|darf|dürfen|gibt|muss|müssen|habt|haben|hätten|geht"
        "|kostet"
        "|bietet|bieten|wäre)"
        " (?:ich|wir|man|es|ihr|sie (?:mir|uns|auch|noch|ein|eine|einen|am|im|in)|das|der"
        "|die|dort|bei)",
    ),
    indirect_leads=(
        "(?:sagen|sagt|sag|mitteilen|mit|wissen|wüsste|wüssten|bescheid|bescheid (?:geben"
        "|sagen)|informieren"
        "|erklären|erfahren|bestätigen|bestätigt|nennen|verraten|fragen|nachfragen|prüfen|klären"
        "|interessiert|interessieren|interessieren würde|unsicher|klar|nicht sicher"
        "|schreiben|angeben|weiß nicht|wissen nicht),?",
        "(?:ich frage mich|wir fragen uns|frage|gefragt|meine frage),?",
    ),
    complements=(f"ob|{_PREPOSITION}{_W_WORD}",),
    noun_leads=(
        "(?:nennen|sagen|mitteilen|schicken|senden) sie (?:mir|uns) (?:bitte )?(?:den preis"
        "|die preise|die kosten|die adresse|das passwort|den code|die uhrzeit|die zeiten)",
        "(?:frage|fragen|informationen|infos|auskunft) (?:zu|zum|zur|über|bezüglich|wegen)",
    ),
    ability_questions=(
        "(?:können|könnten|könnt|könntet|kannst|könntest) (?:sie|ihr|du) (?:mir "
        "|uns )?(?:bitte |vielleicht |da |etwas |ein |eine |einen |\\w+ ){0,3}(?:empfehlen"
        "|sagen|garantieren|anbieten|verraten|raten)",
        "(?:wäre|ist|ginge|geht) (?:es|das) (?:auch )?(?:möglich|erlaubt|ok|okay|in ordnung)",
    ),
    pleasantries=(
        "wie geht(?:'s| es)(?: (?:ihnen|euch|dir|so))?",
        "alles (?:gut|klar|ok)",
    ),
    rhetorical=(
        "^(?:oder|ok|okay|richtig|stimmt's|nicht wahr|gell|echt|wirklich|ja|nein|ernsthaft"
        "|warum|na)[ ?!.]*$",
        "(?:ist|soll) (?:das|dies) (?:ein (?:scherz|witz)|ihr ernst|euer ernst|normal|etwa"
        "|der service|alles)",
        "(?:meinen|glauben|denken|finden) sie (?:das|etwa|ernsthaft|wirklich|eigentlich|im ernst)",
        "wie (?:kann|konnte) (?:so etwas|sowas|das|man)(?: (?:nur|denn|überhaupt|sein|passieren))",
        "was (?:soll (?:das|ich (?:denn|noch|sonst) (?:sagen|tun|machen))(?! kosten)|bilden sie|erlauben sie|ist das für)",
        "wo (?:sind wir|kommen wir)|wer (?:macht|bezahlt|zahlt) (?:so|denn|mir das)"
        "|^ist da (?:jemand|wer)[ ?!.]*$|was für ein(?:e)? (?:laden|saftladen|frechheit)",
    ),
    echoes=(
        "(?:wäre|ist|ginge|geht|klappt|passt|würde) (?:das|dies|es)(?: (?:so|auch|noch|bitte"
        "|denn|eventuell|evtl|vielleicht|irgendwie)){0,2}(?: (?:möglich|machbar|ok|okay"
        "|in ordnung|gehen|klappen|passen|für (?:sie|euch)[a-z ]{0,20}))?",
        "(?:möglich|machbar|geht das|klappt das)",
    ),
    requests=(
        "bitte",
        "(?:können|könnten|könnt|könntet|kannst|könntest|würden|würdet|würdest|wären"
        "|wärt) (?:sie|ihr|du|jemand)",
        "(?:könnte|kann|würde) (?:jemand|mir jemand|uns jemand|bitte jemand)",
        "(?:wäre es|ist es|ginge es|wäre) möglich|anfrage (?:für|nach|wegen)|bitte um"
        "|mit der bitte",
        "ich wollte fragen|ich wollte mal fragen",
    ),
    no_request=(
        "(?:sie )?(?:entschuldigen|verzeihen|beachten|verstehen|wundern|zögern|nicht (?:böse"
        "|wundern|falsch)|seien|sei nicht"
        "|sehr$|schön$|haben sie (?:verständnis|geduld))",
        "(?:im anhang|anbei|finden sie)",
        "(?:nicht )?vergessen sie nicht",
    ),
    desires=(
        "(?:ich|wir) (?:möchte|möchten|hätte|hätten|will|wollen|wünsche|wünschen|brauche|brauchen"
        "|benötige|benötigen|würde|würden|bräuchte|bräuchten|wollte|wollten)",
        "(?:möchte|möchten|hätte|hätten|will|wollen|brauche|brauchen|benötige|benötigen|würde"
        "|würden|bräuchte|bräuchten) (?:ich|wir)",
    ),
    desired=(
        f"(?:zu )?{_INFINITIVE}(?! (?:wir|sie|ihr))",
        "(?:eine?[nr]?|die|das|den|mein|unser|zwei|drei"
        "|noch) (?:[a-zäöü-]{2,18} ){0,2}\\w{0,14}(?:rechnung|quittung|bestätigung|bett"
        "|zimmer"
        "|taxi|transfer|link|kopie|antwort|rückmeldung|rückzahlung|erstattung|geld|rabatt"
        "|frühstück|decke|kissen|schließfach|tisch|ticket|nacht|parkplatz|handtuch|handtücher|babybett|entschädigung)",
    ),
    desire_reach=160,
    performatives=(
        "(?:ich|wir) (?:fordere?n?|verlangen?|bitten?|erwarten?|storniere?n?|kündigen?"
        "|widerrufen?|beantragen?|bestehen? auf|ersuchen?)",
        "(?:fordern?|fordere|verlange|verlangen|bitte|bitten|erwarte|erwarten|storniere"
        "|stornieren) (?:ich|wir)",
        "(?:hiermit|daher|deshalb|leider) (?:fordere|verlange|bitte|storniere|kündige"
        "|widerrufe|beantrage|muss|müssen) (?:ich|wir)",
        "(?:ich|wir) setzen? ihnen [^.?!]{0,30}frist",
        "(?:ich|wir) (?:muss|müssen|möchte|möchten) [^?!]{0,120}(?:stornieren|absagen"
        "|umbuchen|verschieben|ändern)",
    ),
    imperatives=(
        "(?:schicken|senden|rufen|geben|teilen|bestätigen|stornieren|überweisen|erstatten"
        "|streichen"
        "|löschen|nehmen|buchen|ändern|melden|antworten|lassen|sagen|stoppen|hören|reservieren"
        "|prüfen|schauen|halten|entfernen|machen|tragen|zahlen|unterlassen|nennen|erklären"
        "|informieren|verschieben|öffnen|schreiben|kontaktieren|bringen|stellen|legen"
        "|korrigieren|leiten) sie",
        "(?:schickt?|sende[t]?|sagt?|ruft?|gebt?|gib|storniert?|bestätigt?|meldet|lasst?"
        "|streicht?|nehmt"
        "|nimm|schaut?|haltet|löscht?|schreibt?|macht|mach|bucht|reserviert|überweist|hört"
        "|öffnet|tragt) (?:mir|mich|uns|bitte"
        "|die|das|den|meine|meinen|unsere|unser|euch|mal|auf|bescheid|doch|jemand|es|ein|eine)",
        "(?:nie|keine|nicht|kein) (?:mehr )?[^.?!]{2,40}(?:schicken|senden|schreiben|anrufen"
        "|kontaktieren)$",
    ),
    second_actions=(
        "(?:bitte |mir |uns |sie |die |das |mich |den |einen |eine |meine |unsere )?"
        "(?:[a-zäöü0-9-]{2,18} ){0,6}" + _INFINITIVE,
        "(?:schicken|senden|rufen|geben|teilen|bestätigen|stornieren|überweisen|erstatten"
        "|löschen|sagen|streichen|melden) (?:sie|mir|uns|mich)",
        "(?:schickt|ruft|sagt|gebt|storniert|bestätigt|meldet|löscht)",
    ),
    trailing_please=(r"bitte\s?[.!?]{0,3}$",),
    ultimatums=(
        "(?:wenn|falls|sollte|sollten|sofern|solange)[^.?!]{0,90}(?:nicht|kein|keine|keinen"
        "|nichts)",
        "(?:andernfalls|ansonsten|sonst) (?:werde|werden|wende|schalte|gehe|sehe)"
        "|ohne (?:ihre |eine )?(?:antwort|rückmeldung|zahlung|lösung)",
    ),
)
