"""Mail that machines write, in Italian: their own phrases, or a notice x what goes with it."""

from drafting.pipeline.languages.shapes import AutoReplyRules

RULES = AutoReplyRules(
    machine=(
        "^(?:risposta|messaggio|risponditore) automatic[ao]|^(?:fuori (?:sede|ufficio|stanza)"
        "|assente|assenza)(?= ?:| re ?:| r ?:)|^(?:mancat[ao] (?:recapito|consegna)"
        "|messaggio non (?:recapitat|consegnat)o|non recapitabile|consegna non riuscita)",
        "non risponde(?:re|te)? a questa (?:e-?mail|mail|comunicazione)[.! ]{0,3}$|(?:questo|questa|il presente|la presente|presente|trattasi di|si tratta di)"
        "(?: (?:è|e'|e))?(?: (?:un|una))? (?:\\w+ )?(?:messaggio|e-?mail|mail|risposta"
        "|risponditore|comunicazione|notifica) (?:\\w+ )?(?:automatic[ao]|generat[ao]"
        "|inviat[ao] automaticamente)|(?:generat|inviat|creat|inoltrat|spedit)[ao] automaticamente"
        "|(?:generat|inviat|creat)[ao] (?:in automatico|da un sistema)",
        "(?:casella|indirizzo|account|posta)(?: \\w+){0,3} non (?:è|e'|e|viene|sono) (?:\\w+ )?"
        "(?:presidiat|monitorat|lett|controllat|attiv|abilitat)[aoie]|(?:messaggi|e-?mail|mail"
        "|risposte) (?:\\w+ ){0,5}non (?:verranno|saranno|vengono|sono) (?:lett|inoltrat"
        "|considerat|recapitat)[aei]",
        "(?:suo|tuo|vostro|il) messaggio(?: \\w+){0,2} non (?:è|e'|e) stato (?:recapitato"
        "|consegnato|possibile)|impossibile (?:recapitare|consegnare) il (?:\\w+ )?messaggio"
        "|(?:sua|tua|vostra) (?:e-?mail|mail) non (?:verrà|sarà|è) (?:stata )?(?:letta"
        "|inoltrata|recapitata|consegnata)",
    ),
    absences=(
        "(?:sono|siamo|sarò|saremo|risulto)(?: \\w+){0,2} (?:fuori (?:dall')?(?:ufficio|sede|stanza)"
        "|assent[ei] dall'ufficio)|(?:sono|sarò|sarà|risulto|risulta)(?: \\w+){0,2} (?:assente|in (?:ferie|vacanza"
        "|malattia|maternità|congedo|trasferta|permesso)|non disponibile)"
        "|^(?:attualmente |al momento )?(?:assente|in ferie|in congedo|fuori)(?: \\w+){0,2} (?:fino"
        "|dal|sino)|(?:ufficio|uffici|studio|sede|azienda)(?: \\w+){0,3} chius[oaie]|^(?:attualmente )?fuori (?:ufficio|sede)|non sono in ufficio",
        "non (?:lavoro|lavora|opero|collaboro|faccio|fa) più|non (?:è|e'|e|sono) più (?:in|parte"
        "|dipendente)|ha lasciato (?:la società|l'azienda)",
    ),
    remarks=(
        "(?:torno(?! a (?!partire))|tornerò|torneremo|rientro|rientrerò|rientreremo|sarò di nuovo|di ritorno"
        "|nuovamente)(?: \\w+){0,4} (?:lun|mar|mer|gio|ven|sab|dom|gen|feb|apr|mag|giu|lug"
        "|ago|set|ott|nov|dic|il \\d|dal \\d|l'\\d|\\d)\\w{0,10}",
        "al (?:mio|nostro) (?:rientro|ritorno)|(?:appena|quando) (?:rientro|torno|rientrerò"
        "|tornerò|possibile rientro)|in (?:mia|nostra|sua) assenza|alla (?:riapertura|ripresa)|durante (?:la mia|il mio)",
        "accesso (?:\\w+ )?(?:limitato|alla posta|alle e-?mail)|non (?:leggerò|leggo|potrò leggere"
        "|controllerò|posso leggere|ho accesso)(?: \\w+){0,2}",
        "rivolger\\w{1,4}|(?:torno|rientro)(?: \\w+)? (?:domani|presto)|(?:urgenz[ae]|urgent[ei]|emergenz[ae]|per (?:ogni |qualsiasi )?necessità)|fino (?:a|al|alle|ad) (?:\\d|lun|mar|mer|gio|ven"
        "|sab|dom|gen|feb|apr|mag|giu|lug|ago|set|ott|nov|dic|fine)\\w{0,10}|dal \\d{1,2}(?: \\w+)? al \\d{1,2}"
        "|(?:contatt\\w{1,6}|scriv\\w{1,6}|rivolg\\w{1,8})"
        "(?: \\w+){0,4} (?:collega|collaborat\\w{1,5}|[^ ]{1,40}@[^ ]{1,60}\\w|ufficio|numero)",
    ),
    receipts=(
        "(?:abbiamo|ho) (?:correttamente )?ricevuto (?:la|il) (?:tu|su|vostr)[ao] (?:richiesta"
        "|messaggio|e-?mail|mail|domanda|segnalazione)|(?:la|il) (?:tu|su|vostr)[ao] (?:richiesta"
        "|messaggio|e-?mail|mail) (?:è|e'|e) stat[ao] (?:\\w+ )?(?:ricevut|registrat|pres)[ao]"
        "|(?:confermiamo|accusiamo) (?:la )?(?:ricezione|ricevuta|ricezione)|^grazie (?:per|del|della)(?: (?:la|il))? (?:tu|su|vostr)[ao] (?:messaggio|e-?mail|mail|richiesta|interesse)"
        "|grazie per (?:averci|avermi) (?:contattat[oi]|scritto)",
    ),
    promises=(
        "(?:rispond|ricontatt|contatt|ricever|risposta)\\w{0,8}[^.?!]{0,40} (?:entro|nelle|nei|in)"
        "(?: \\w+){0,3} ?(?:\\d+|due|tre|poche|pochi|un|una)(?:-\\d+)? ?(?:ore|h|giorni|giorno)"
        "|(?:evas[ao]|rispond\\w{1,6}|ricontatt\\w{1,6})[^.?!]{0,40} (?:breve tempo|più presto|quanto prima)"
        "|(?:numero di|con il) (?:ticket|protocollo|pratica|richiesta|numero)",
    ),
    exceptions=(
        "(?:ho|abbiamo|mi (?:è|e'|e)|ci (?:è|e'|e)) (?:\\w+ )?(?:ricevut|avut|arrivat|lett|vist)"
        "[oaie](?: \\w+){0,3} (?:automatic[aoie]|fuori)|vostra risposta automatica"
        "|(?:ero|eravamo|sono stat[oa])(?: \\w+)? (?:fuori|assent[ei]|in ferie|in vacanza)"
        "|scusate|scusi|settimana scorsa",
    ),
)
