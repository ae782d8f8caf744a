"""How Italian asks: question words with prepositions, modal verbs, imperatives."""

from drafting.pipeline.languages.shapes import AskRules

_PREPOSITION = (
    "(?:(?:a|da|per|in|con|di|su|fino a|entro|verso|dalle|fin|intorno a|sino a|a partire da) )?"
)
# Stems of what the desk can do (first conjugation), then the irregular ones with their forms.
_STEMS_ARE = (
    "(?:mand|invi|cancell|annull|spost|cambi|conferm|prenot|proced|sped|richiam|rimand"
    "|rimbors|chiam|contatt|controll"
    "|verific|ritorn|restitu|storn|accredit|modific|prepar|lasci|port|ripar|sistem|inoltr"
    "|comunic|indic|segnal|consegn|assegn|aggiorn|consider|riserv|ferm|blocc|organizz|elimin"
    "|disdett|ridat|aiut|mostr|trov|cerc|sblocc|riavvi|riattiv|emett|stamp|firm)"
)
_PRONOUN = "(?:mi|ci|vi|lo|la|li|le|gli|ne|si|me lo|me la|ce lo|ce la)"
_SUFFIX = "(?:mi|ci|lo|la|li|le|gli|ne|melo|mela|celo|cela)?"
_INFINITIVE = (
    f"(?:{_STEMS_ARE}(?:ar|ir|er)(?:e|{_SUFFIX})|disdir\\w{{0,4}}|tener\\w{{0,4}}"
    f"|aggiunger\\w{{0,4}}|toglier\\w{{0,4}}"
    "|dir(?:mi|ci|e)|dar(?:mi|ci|e)|far(?:mi|ci|e)|risponder\\w{0,3}|richieder\\w{0,2}"
    "|aprir\\w{0,3}"
    "|ricever\\w{0,3}|aver(?:e|lo|la)|mettere\\w{0,3}|emettere|rimuovere\\w{0,3}"
    "|prolungare|anticipare"
    "|posticipare|ridurre|estendere|parlare|noleggiare|sapere|smettere|cambiar\\w{0,3})"
)

RULES = AskRules(
    abbreviations=frozenset(
        "es ca sig dott tel rif n nr art min max ecc p.es avv ing dr pag sig.ra".split()
    ),
    ordinal_followers=frozenset(),
    coordinators=("e anche", "e poi", "ed", "e", "ma", "inoltre", "oltre a", "nonche"),
    fillers=(
        "circa|più o meno|indicativamente|all'incirca",
        "ciao|salve|buongiorno|buonasera|gentile|gentili|grazie|scusate|scusi|scusa|per favore",
        "a tutti|ragazzi|team|staff",
        "anche|poi|inoltre|quindi|allora|invece|se si|se no|in caso|altrimenti|in tal caso"
        "|e|ma|dopo|prima|infine|una domanda|altra domanda|solo|magari|intanto|eventualmente"
        "|nel caso|per caso|gia",
    ),
    question_starts=(
        f"{_PREPOSITION}(?:quale|quali|qual|quant[oaie]|cosa|chi|perche)",
        "ogni quanto|(?:a|da|entro|fino a|verso|dalle|per) (?:che|quando|dove)|che (?:ora"
        "|ore|cosa|tipo|orari?|giorno|differenza)",
        "(?:quando|dove|dov'|come|com')(?! (?:da|gia|indicat|concordat|promess|scritto|dett))",
        "(?:non )?(?:c'(?:è|e|era)|ci (?:sono|sarebbe|vuole|vogliono)|è|si (?:puo|possono"
        "|deve|paga"
        "|trova|prenota|entra|mangia|usa|parcheggia)|posso|possiamo|potrei|potremmo|può|possono"
        "|potrebbe|potreste|potresti|puoi|potete|devo|dobbiamo|bisogna|occorre|serve|servono"
        "|basta"
        "|sarebbe|esiste|esistono|avreste|vorreste|riuscite|riesce|conviene|costa|costano"
        "|funziona"
        "|parte|passa|fa|ha|hai|va|vale|sono (?:inclus|compres|ammess|disponibil|previst|accettat"
        "|permess|consentit)[a-z]{1,2})",
        r"(?:mi |ci |vi |lo |la |li |le |ne )?(?!estate|mete|date\b|rate\b)[a-z]{2,12}(?:ate"
        r"|ete|ite)",
    ),
    comma_starts=(
        "(?:a|fino a|entro|da) che|che (?:ora|ore|cosa)|quanto costa|quanto|quanti|qual è|quali",
        "(?:c'è|c'e|ci sono|è possibile|si puo|si possono|posso|possiamo|potrei|potremmo|può"
        "|potreste|potrebbe|avete|accettate|offrite|fate|serve|bisogna|dobbiamo|devo|sarebbe)",
    ),
    unmarked_starts=(
        f"{_PREPOSITION}(?:quale|quali|quanto|quanti|quanta) (?:è|e'|sono|costa|costano"
        f"|viene|tempo|dista|si)",
        "(?:a|fino a|entro|da) che (?:ora|ore)|che (?:ora|orario|orari)",
        "(?:dove|come|quando) (?:si|posso|possiamo|devo|dobbiamo|è|sono|funziona)",
        "(?:avete|accettate|potrei|potremmo|posso|possiamo|si puo|è possibile|sarebbe possibile)",
    ),
    indirect_leads=(
        "(?:sapere|dir(?:mi|ci)|dite(?:mi|ci)|(?:mi )?(?:dica|dite|dici|dire)|ci (?:dica|dite|dire)"
        "|sa dir(?:mi|ci)|sapete dir(?:mi|ci)|capire|chieder(?:vi|le|ti|e)|indicar(?:mi|ci)"
        "|informar(?:mi|ci)|spiegar(?:mi|ci)|far(?:mi|ci) sapere|(?:fate|faccia|fai"
        "|fare)(?:mi|ci)?"
        " sapere|confermar(?:mi|ci|e)|conferma(?:te)?(?:mi|ci)?|verificare|controllare)",
        "(?:mi|ci) (?:chied|domand|interess|confermi|conferma|confermate|sapete|sa)[a-z]{0,7}",
        "(?:mi|ci) (?:faccia|fate|fa) sapere|non (?:so|sappiamo|ho capito|trovo)"
        "|volevo (?:sapere|chiedere)",
    ),
    complements=(
        "se|quando|quant[oaie]|dove|dov'è|come|quale|quali|qual|chi|perche|cosa",
        "(?:a|da|fino a|entro|per|con|in) (?:che|quale|quali|quando|quanto|chi)|che (?:ora"
        "|ore|cosa|tipo|orari?)",
    ),
    noun_leads=(
        "(?:sapere|dirmi|dirci|conoscere|avere) (?:il|l'|la|gli|le|i) ?(?:prezz|cost|orari"
        "|tariff|password|codic|indirizz|disponibil|modalit)[a-z]{0,4}",
        "(?:avere|ricevere|qualche) (?:informazioni|info|un'informazione)|informazioni (?:su"
        "|sul|sulla|sui)",
    ),
    ability_questions=(
        "(?:potete|potreste|puo|può|puoi|potrebbe|sapete|mi) (?:consigliar|suggerir|dirmi"
        "|dirci|dire)[a-z]{0,3}",
        "(?:è|sarebbe|e') (?:possibile|consentit[oa]|permess[oa])",
    ),
    pleasantries=("come (?:state|stai|sta|va|andate)", "tutto bene|come procede"),
    rhetorical=(
        "^(?:giusto|vero|no|ok|va bene|possibile|e quindi|capito|davvero|e|scherzate)[ ?!.]*$",
        "(?:vi|le|ti) (?:pare|sembra) (?:normale|giusto|serio|possibile|corretto|il modo)",
        "(?:è|e') (?:normale|uno scherzo|serio|modo di|questo il modo|mai possibile)"
        "|state scherzando"
        "|scherziamo|ma scherz|vi rendete conto",
        "come (?:osate|vi permettete|è possibile che|potete (?:pensare|trattare|dire|permettere))",
        "come fa(?:te)? (?:una|un|a dire|a pensare)",
        "che (?:razza|modo|serieta|vergogna)|chi se ne|^c'è (?:qualcuno|nessuno)[ ?!.]*$",
        "cosa (?:altro (?:devo|dovrei|posso)|dovrei) (?:fare|dire)",
    ),
    echoes=(
        "(?:è|e'|sarebbe|si può fare|può andare|andrebbe|va)(?: (?:possibile|fattibile|bene"
        "|un problema|ok))?"
        "(?: (?:farlo|così|per voi|o no|lo stesso))?|possibile",
    ),
    requests=(
        "(?:per (?:favore|cortesia|piacere)|cortesemente|gentilmente)",
        "(?<!si )(?:mi |ci |me lo |ce lo )?(?:può|puo|puoi|potete|potrebbe|potreste|potresti|riuscite a"
        "|riesce a|riusciresti a|riuscireste a)(?: (?:per favore|gentilmente|cortesemente"
        "|anche|magari|intanto))?"
        f" {_INFINITIVE}",
        "(?:vi|la|le|ti) (?:prego|preghiamo|chiedo|chiediamo|chiederei|chiederemmo|pregherei)",
        "(?:mi|ci) (?:manda|mandi|mandate|invia|invii|inviate|conferma|confermi|confermate|chiama"
        "|chiami|chiamate|richiama|richiami|tiene|tieni|tenete|prenota|prenotate|aggiunge"
        "|fa avere"
        "|fate avere|date|dai|da)",
        "mi chiedevo(?: se)?|richiesta di|sarebbe possibile|prego(?= [a-z]{3,12}(?:are|ere|ire))",
    ),
    no_request=(
        "(?:di )?(?:notare|scusar|scusate|non (?:esitare|preoccupar)|comprender"
        "|considerare che|accettare)",
        "(?:trovate|trova|vedi) (?:in )?allegat",
    ),
    desires=(
        "(?:vorrei|vorremmo|voglio|vogliamo|desidero|desideriamo|desidererei|gradirei|gradiremmo"
        "|volevo|volevamo|preferirei|avrei piacere)",
        "(?:avrei|avremmo|ho|abbiamo) bisogno|(?:mi|ci) (?:serve|servono|servirebbe|occorre"
        "|occorrono|piacerebbe)",
        "(?:scrivo|scriviamo|contatto|contattiamo|mail)(?= per)",
    ),
    desired=(
        f"{_INFINITIVE}",
        f"per {_INFINITIVE}",
        "(?:di )?(?:un|una|il|la|un'|uno|due|tre|altri|altre|della|dei"
        "|i) ?(?:[a-z-]{2,15} ){0,2}(?:rimborso|fattura"
        "|ricevuta|camera|stanza|letto|letti|posto|link|copia|conferma|risposta|taxi|transfer"
        "|culla|cuccetta|colazione|coperta|cuscino|armadietto|tavolo|bigliett[oi]|piano|sconto|notte|notti|soldi|denaro|restituzione|spiegazione|parcheggio|scuse"
        "|asciugaman[oi])",
    ),
    desire_reach=60,
    performatives=(
        "(?:chiedo|chiediamo|richiedo|richiediamo|pretendo|pretendiamo|esigo|esigiamo|sollecito)",
        "(?:mi aspetto|ci aspettiamo|aspetto|aspettiamo) (?:il|un|una|la|le|che|delle|i|subito)",
        "(?:annullo|annulliamo|disdico|disdiciamo|cancello|cancelliamo)",
        "(?:devo|dobbiamo|sono costrett[oa] a|siamo costretti a) (?:purtroppo )?(?:cancell"
        "|annull|disd|spost|cambi|modific|anticip|posticip|prolung)[a-z]{2,6}",
        "(?:vi|la|le) (?:diffido|invito a|intimo|prego|chiedo)",
    ),
    imperatives=(
        f"(?:non )?{_STEMS_ARE}(?:a|ate|ite|ino|are){_SUFFIX}(?= )",
        # The polite form takes its pronoun in front: "mi mandi", "non mi mandi".
        f"(?:non )?{_PRONOUN} {_STEMS_ARE}i",
        "(?:non )?(?:tenete|tieni|tenga|dite|dimmi|ditemi|dica|date|dateci|datemi|dia|fate|fatemi"
        "|fateci|faccia|togliete|toglietemi|tolga|togli|aggiungete|aggiunga|aggiungi"
        "|rispondete|procedete|proceda|procedi"
        "|risponda|rispondi|aprite|apra|mettete|metta|smettete|smettetela|scrivete|scrivetemi"
        "|scriva|scrivermi|disdite|disdica|restituite|restituisca|rendete|ridate|ridatemi"
        "|ridateci)",
    ),
    second_actions=(
        f"(?:di )?{_INFINITIVE}",
        f"(?:mi |ci )?{_STEMS_ARE}(?:ate|iate|i|a){_SUFFIX}",
        "(?:fatemi|fateci|ditemi|diteci|rispondete|tenete|mi dica|mi faccia)",
    ),
    trailing_please=(r"(?:per (?:favore|cortesia|piacere)|pls|please)\s?[.!?]{0,3}$",),
    ultimatums=(
        "se (?:non|entro|nessuno|la somma|il rimborso)[^.?!]{0,80}(?:non|entro|nessun|risposta)",
        "(?:in caso contrario|altrimenti|qualora non|a meno che|senza (?:una?|un'|alcun[a]?) )",
    ),
)
