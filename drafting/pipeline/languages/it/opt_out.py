"""No more mail, in Italian: a word that means just that, or stop/negation x contact."""

from drafting.pipeline.languages.shapes import OptOutRules

RULES = OptOutRules(
    direct=(
        "basta (?:con |di )?(?:le |i |la |queste |mandarmi |vostre ){0,2}(?:e-?mail|mail"
        "|newsletter|pubblicita|offerte|messaggi|spam)",
        "(?:disiscriv|cancellarmi|cancellatemi|cancellami|mi cancelli|toglietemi|toglimi"
        "|mi tolga|togliermi|rimuovetemi|rimuovermi|rimuovimi|mi rimuova|eliminatemi"
        "|eliminarmi|eliminate il mio)\\w{0,6}(?: \\w+){0,4} (?:dall[aeo']|da|dai"
        "|dal) ?\\w{0,12} ?(?:lista|mailing|newsletter|elenco|contatti|indirizzario|database"
        "|rubrica|vostra lista)?",
        "(?:disiscriv|disiscri|disiscrizion|unsubscribe)\\w{0,8}|(?:cancell|elimin|rimuov"
        "|togli)\\w{1,5} (?:il mio|la mia) (?:indirizzo|e-?mail|mail|contatto|nominativo"
        "|iscrizione)|revoco il (?:mio )?consenso",
    ),
    stops=(
        "basta|smett\\w{1,8}|non|niente|nessuna?|stop|mai più|senza|piantatela|evitate"
        "|evitare|cessate",
    ),
    contacts=(
        "(?:mandarmi|mandatemi|mandate|mandare|mandi|inviarmi|inviatemi|inviate|inviare"
        "|invii|spedirmi|spedite|spedire|ricevere|ricevo|voglio|vogliamo"
        "|desidero)(?: \\w+){0,4} (?:e-?mail|mail|messaggi\\w?|newsletter|offerte|promozioni"
        "|pubblicita|comunicazioni|posta)",
        "(?:scrivermi|scrivetemi|scriverci|scrivete|contattarmi|contattatemi|contattarci"
        "|contattate|disturbarmi|disturbatemi)(?: \\w+){0,2}(?: più| piu|$| per| con"
        "| di nuovo| in futuro)",
        "(?:più|altre|altri|con le|con queste|con i|di) (?:e-?mail|mail|messaggi|newsletter"
        "|offerte|pubblicita|promozioni|comunicazioni)|(?:e-?mail|mail|newsletter"
        "|pubblicita) (?:da parte vostra|grazie|per favore)",
    ),
    exceptions=(
        "vecchi[oa] (?:indirizzo|e-?mail|mail|account|numero)|(?:altro|precedente"
        "|nuovo) indirizzo|nuova (?:e-?mail|mail)|solo (?:per|via|tramite)|via telefono"
        "|per telefono|al telefono|non (?:ho|abbiamo|avendo) (?:ancora |mai )?ricevut\\w"
        "|non (?:mi|ci) (?:è|e'|e) (?:ancora |mai )?arrivat\\w|non ricevo (?:ancora )?(?:la"
        "|il|risposta)|fino a|finche|non esitate|prima di|mail di conferma|spam",
    ),
    undo=(
        "per (?:errore|sbaglio|caso)|non (?:volevo|intendevo)|reiscriv\\w{1,6}"
        "|riscriv\\w{1,6}|di nuovo (?:iscritt|nella lista)|iscrivetemi|iscrivermi"
        "|rimettetemi|voglio (?:ancora|continuare)",
    ),
)
