"""Payment requests and their answers in Italian (wording of the three request templates)."""

from drafting.pipeline.languages.shapes import PrepaymentRules

RULES = PrepaymentRules(
    payment=(
        "pre-?pagament\\w|pagament\\w|pag(?:a|hi|are|ato|ata|o|ate|hiate|ando)|anticipo"
        "|caparra|acconto|link|bonifico|addebit\\w{1,4}|carta|importo|saldo",
    ),
    requests=(
        # Asks leave to charge the card: "may we charge", "do you agree that we charge".
        "(?:accetta|accettate|possiamo|d'accordo)[^.?!]{0,40} addebit\\w{1,5}",
        "(?:pag(?:hi|are|ate|hiate)|sald(?:i|are|ate)|complet(?:i|are|ate)|effettu(?:i|are"
        "|ate)|vers(?:i|are|ate)|riprov(?:i|are|ate))|(?:tramite|con|attraverso|usando|usi"
        "|usate|ecco|seguente|questo|dal|sul) (?:\\w+ ){0,2}link|(?:pagament|prepagament"
        "|import|sald)\\w[^.?!]{0,40} (?:sospeso|attesa|pendente|non (?:risulta|è|e')"
        "|mancante|aperto|fallit\\w|scadut\\w|dovut\\w)|tentativo[^.?!]{0,50} (?:fallit\\w"
        "|non (?:è|e') (?:riuscito|andato)|rifiutat\\w)",
    ),
    reminders=("promemoria|sollecito|avviso|richiamo|tentativo|richiesta",),
    second=("second[oa]|2[°ºoa]",),
    third=("terz[oa]|3[°ºoa]|ultim[oa]|definitiv[oa]",),
    paid=(
        "(?:pagamento|prepagamento|pagamento anticipato|bonifico|versamento|caparra) (?:è |è stato |è stata |già |appena ){0,2}(?:fatto|fatta|effettuato|eseguito|inviato|completato|andato a buon fine|partito|disposto)",
        "(?:ho|abbiamo)(?: appena| gia| già| ora| oggi| ieri| finalmente){0,4}(?: effettuato"
        "| fatto| inviato| eseguito| completato| provveduto)?(?: (?:il|al|a|la|un|lo|subito"
        "|stamattina)){0,2} ?(?:pagato|pagamento|bonifico|saldato|versato|versamento|pagare"
        "|saldo|prepagamento|trasferimento)",
        "(?:pagamento|bonifico|prepagamento)(?: \\w+){0,3} (?:effettuato|fatto|eseguito"
        "|inviato|andato a buon fine|completato)|(?:appena|già|gia) pagato|pagato(?: ora"
        "| adesso| tutto)?$",
    ),
    not_paid=(
        "(?:provat\\w|provo|tentat\\w|cercat\\w|riesco|riusciamo|riuscit\\w|voglio|vorrei|vorremmo) (?:\\w+ ){0,2}(?:pagare|saldare|versare)",
        "(?:con cui|con la quale|che|quanto) (?:ho|abbiamo) (?:gia )?pagato",
        "(?:non|mai|prima di|dopo aver|se|quando|appena avro|due volte"
        "|come mai)(?: \\w+){0,5} (?:pagato|pagamento|bonifico|saldato|versato)",
        "pagato (?:due volte|doppio|troppo|in contanti|in struttura|alla reception"
        "|il (?:parcheggio|taxi)|la (?:colazione|tassa))|addebitat\\w|rimbors\\w{1,4}",
    ),
    received=(
        "(?:vostr[oa]|il|la|del|della|questo) (?:\\w+ ){0,2}(?:link (?:sicuro|di pagamento"
        "|per)|richiesta di (?:pre)?pagamento|promemoria|sollecito|avviso)",
        "(?:ho|abbiamo|mi è|mi e'|ci è) (?:\\w+ )?(?:ricevuto|letto|visto"
        "|arrivat[oa]) (?:\\w+ ){0,4}(?:link|richiesta|promemoria|sollecito|avviso|mail)",
    ),
)
