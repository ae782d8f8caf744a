"""No more mail, in Italian: a word that means just that, or stop/negation x contact."""

from drafting.pipeline.languages.shapes import OptOutRules

RULES = OptOutRules(
    direct=(
        "basta (?:con |di )?(?:le |i |la |queste |mandarmi |vostre ){0,2}(?:e-?mail|mail"
        "|newsletter|pubblicita|offerte|messaggi|spam)",
        "(?:disiscriv|cancellarmi|cancellatemi|cancellami|mi cancelli|toglietemi|toglimi"
        "|mi tolga|togliermi|rimuovetemi|rimuovermi|rimuovimi|mi rimuova|eliminatemi"
        "|eliminarmi|eliminate il mio)\\w{0,6}(?: \\w+){0,4} (?:dall[aeo']|da|dai"
        "|dal) ?(?:\\w+ ){0,3}(?:lista|liste|mailing|newsletter|elenco|elenchi|contatti"
        "|indirizzario|database|rubrica|archivi\\w?|e-?mail|mail|invii|comunicazioni|pubblicita)",
        "(?:disiscriv|disiscri|disiscrizion|unsubscribe)\\w{0,8}|(?:cancell|elimin|rimuov"
        "|togli)\\w{1,5} (?:il mio|la mia) (?:indirizzo|e-?mail|mail|contatto|nominativo"
        "|iscrizione)|(?:revoco|revocare"
        "|ritiro|ritirare|nego) (?:il|ogni|qualsiasi) (?:mio )?consenso|lasciatemi (?:in pace|stare)"
        "|(?:smett|cess|evit|piant|fin)\\w{1,6}(?:la)? di (?:scriver|contattar|disturbar|tempestar|bombardar"
        "|spammar)(?:mi|ci)|non contatta\\w{1,5}(?: \\w+){0,1} (?:più|piu|ulteriormente|oltre|mai)|non (?:voglio|vogliamo|desidero|intendo)(?: \\w+){0,2} (?:essere contattat\\w"
        "|sentirvi|ricevere (?:più |piu |altro |altri |altre )?(?:nulla|niente))"
        "|(?:stop|basta|smettetela|piantatela|finitela)(?: \\w+){0,3} (?:e-?mail|mail|newsletter|spam"
        "|pubblicita|messaggi)",
        "(?:annull|disd|cancell|disattiv|revoc|termin)\\w{1,6} (?:l'|la |mia |la mia )?(?:iscrizione"
        "|registrazione|sottoscrizione|abbonamento)(?: \\w+){0,2} ?(?:alla|dalla|della|newsletter"
        "|alle|dalle|mailing)|(?:cancell|rimuov|elimin|togli)\\w{1,6} (?:il mio |la mia )?"
        "(?:indirizzo|contatto|e-?mail|mail|nominativo)(?: \\w+){0,2} (?:dal|dai|dalla|dalle|dagli)",
    ),
    stops=(
        "basta|smett\\w{1,8}|non|nn|n[oò]|niente|nessuna?|stop|mai più|senza|piantatela|evitate"
        "|evitare|evitiate|cessate|cessare|astenetevi|astenersi",
    ),
    contacts=(
        "(?:mandarmi|mandatemi|mandate|mandare|mandi|inviarmi|inviatemi|inviate|inviare"
        "|invii|spedirmi|spedite|spedire|ricevere|ricevo|voglio|vogliamo"
        "|desidero)(?: \\w+){0,4} (?:e-?mail|mail|messaggi\\w?|newsletter|offerte|promozioni"
        "|pubblicita|comunicazioni|posta)",
        "(?:mandat|mandar|inviat|inviar|scrivet|scriver|spedit)\\w{1,4}(?: \\w+){0,1} (?:niente|nulla)|(?:scrivermi|scrivetemi|scriverci|scrivete|contattarmi|contattatemi|contattarci"
        "|contattate|disturbarmi|disturbatemi)(?: \\w+){0,2}(?: più| piu|$| per| con"
        "| di nuovo| in futuro)",
        "(?:più|altre|altri|con le|con queste|con i|di) (?:e-?mail|mail|messaggi|newsletter"
        "|offerte|pubblicita|promozioni|comunicazioni)|(?:e-?mail|mail|newsletter"
        "|pubblicita) (?:da parte vostra|grazie|per favore)",
    ),
    removals=(
        "(?:rimuov|rimoss|cancell|togli|tolt|tolg|elimin|disiscri|esclud|esclus|depenn|annull|disd|disattiv)\\w{0,8}|uscire|fuori",
    ),
    lists=(
        "mailing ?-?list|newsletter|list[ae] (?:di )?(?:distribuzione|contatti|invio|posta|mail|e-?mail)"
        "|indirizzario|elenco (?:contatti|invii|iscritti)|(?:vostra|vostre|sua|tua) list[ae]|(?:vostro|vostri|suo) (?:database|archivi\\w?|sistema)"
        "|(?:dagli|dai|dalla|dal) (?:vostri |vostra |vostro )?(?:indirizzi|contatti|rubrica|archivi\\w?)",
    ),
    topics=(
        "newsletter|offerte|promozioni|pubblicit[aà]|spam|comunicazioni (?:commerciali|promozionali)"
        "|(?:vostre|queste|tutte le|troppe|tante) (?:e-?mail|mail)|(?:vostri|questi) messaggi",
    ),
    ends=(
        "non(?: \\w+){0,4} più|nn(?: \\w+){0,4} (?:più|piu)|niente|basta|stop|smett\\w{1,7}|cess\\w{1,5}|nessun\\w?"
        "|stufo|stufa|non (?:voglio|desidero|mi interess\\w{1,3})|contrari[oa]",
    ),
    marketing=(
        "newsletter|pubblicit[aà]|spam|marketing|(?:comunicazioni|informazioni|messaggi|e-?mail|mail) (?:commerciali|promozionali"
        "|pubblicitari[ea])|mailing ?-?list",
    ),
    references=(
        "(?:ricever|inviar|mandar)ne(?: altr[ei]| più| di più)?|(?:inviar|mandar|spedir)(?:me(?:l[aeio]|ne)|l[aeio]|ne)|(?:inviate|mandate|spedite)(?:me(?:l[aeio]|ne))"
        "|me (?:l[aeio]|ne) (?:inviate|mandate|spedite|invii|mandi)|(?:smett\\w{1,6}|basta|finitela|piantatela|piantarla|finirla)(?: grazie| subito| per favore)?[.! ]{0,3}$"
        "|(?:la|le|li|ne) (?:voglio|desidero|vogliamo)(?: \\w+)?[.! ]{0,3}$",
    ),
    exceptions=(
        "list[ae] (?:d'|di )attesa|non (?:serve|occorre)|non (?:c'è|è|e') (?:bisogno|necessario)|vecchi[oa] (?:indirizzo|e-?mail|mail|account|numero)|(?:altro|precedente"
        "|nuovo) indirizzo|nuova (?:e-?mail|mail)|solo (?:per|via|tramite)|via telefono"
        "|per telefono|al telefono|non (?:ho|abbiamo|avendo) (?:ancora |mai )?ricevut\\w"
        "|non (?:mi|ci) (?:è|e'|e) (?:ancora |mai )?arrivat\\w|non ricevo (?:ancora )?(?:la"
        "|il|risposta)|fino a|finche|non esitate|per sms|via sms|stampa\\w{1,4}|fattura|ricevuta|codice|prima di|mail di conferma|spam",
    ),
    footers=(
        "se non (?:vuoi|vuole|desideri|desidera|volete|desiderate|intendi|intende)|qualora|per (?:disiscriverti"
        "|disiscriversi|cancellarti|cancellarsi)|clicc\\w{1,4}|non vuoi più|disiscriviti|cancellati"
        "|puoi (?:disiscriverti|cancellarti)",
    ),
    undo=(
        "per (?:errore|sbaglio|caso)|non (?:volevo|intendevo)|reiscriv\\w{1,6}"
        "|riscriv\\w{1,6}|di nuovo (?:iscritt|nella lista)|iscrivetemi|iscrivermi"
        "|rimettetemi|voglio (?:ancora|continuare)",
    ),
)
