"""Consent in Italian. Specification: explicit 90, informal 60, hedged or bare 40."""

from drafting.pipeline.languages.shapes import AgreementRules

RULES = AgreementRules(
    explicit=(
        "non [a-z']{2,12} (?:accettare|acconsentire|essere d'accordo)",
        "(?:accetto|accettiamo|acconsento|acconsentiamo|approvo|approviamo|concordo"
        "|concordiamo|accettato|accettate)",
        "(?:sono|siamo|ok,? sono|pienamente|tutti) (?:pienamente |assolutamente "
        "|completamente |tutti |entrambi )?d'accordo",
        "(?:^|sì,? |si,? |ok,? )d'accordo(?! per)",
        "(?:ho|abbiamo) (?:letto e )?accettato|do il (?:mio )?consenso"
        "|diamo il (?:nostro )?consenso",
    ),
    objects=(
        "termin[ie]|condizion[ie]|offerta|proposta|prezzo|tariff[ae]|importo|regol[ae]"
        "|regolamento|politic[ae]|caparra|acconto|deposito|pagamento|cancellazione"
        "|modific[ae]|cambio|date|prenotazione|soluzione|camera|tutto|quanto|euro|preventivo"
        "|alternativa",
        "(?:con )?(?:voi|lei|quanto (?:scritto|proposto|indicato))$",
    ),
    # Somebody else says that the guest agreed, or the guest disputes it.
    reported=(
        "(?:dite|dice|dicono|scrivete|scrive|sostenete|sostiene|avete scritto|ha scritto"
        "|affermate|afferma|secondo voi|quando|non ho (?:mai )?detto)(?: \\w+){0,3} (?:che"
        "|quando)",
    ),
    confirms=("(?:vi |le )?(?:confermo|confermiamo)|^confermato",),
    informal=(
        "(?:per (?:me|noi) )?va (?:bene|benissimo)(?: (?:così|per (?:me|noi)|tutto|la|il"
        "|questa|questo|anche|l'))?|(?:mi|ci) va bene",
        "(?:procedete|proceda|procedi|procediamo|potete procedere|puo procedere"
        "|può procedere|andate avanti|fate pure|faccia pure|andiamo avanti)(?: pure)?",
        "(?:per (?:me|noi)) (?:è |e' )?(?:ok|perfetto|perfetta|tutto ok|ottimo)|(?:mi"
        "|ci) sembra (?:ottimo|perfetto|perfetta|giusto|buono|buona|un'ottima|una buona"
        "|un buon|ok)",
        "nessun problema (?:per|con)|aggiudicato|ci sto|affare fatto|(?:la|lo) (?:prendo"
        "|prendiamo)|siamo (?:contenti|felici) (?:di|con|così)",
    ),
    refusals=(
        "(?:rifiuto|rifiutiamo|mi rifiuto|declino|contesto|contestiamo)|no,? grazie"
        "|inaccettabile|non se ne parla",
        "non (?:mi|ci) (?:va|sta) bene|non va (?:affatto |per niente )?bene|non (?:è"
        "|e') accettabile",
    ),
    negators=("non|né|mai|senza|nemmeno|neanche|impossibile|nessuno",),
    negators_after=("affatto|per niente|per nulla",),
    hedges=(
        "in linea di (?:massima|principio)|in principio|forse|probabilmente|magari|credo"
        "|penso|non (?:sono|siamo) (?:del tutto |ancora )?sicur[oaie]|più o meno|quasi"
        "|dovrebbe|a malincuore|per ora|al momento",
        "se(?! (?:ne|li|lo|la|vi serve|avete bisogno))|purche|a (?:condizione|patto)|a meno che"
        "|sempre che|solo (?:se|quando)|a seconda|dipende|qualora|nel caso",
    ),
    deferrals=(
        "(?:devo|dobbiamo|vorrei|vorremmo|preferisco) (?:prima )?(?:chiedere|sentire|parlare"
        "|parlarne|verificare|controllare|pensare|pensarci|consultar[a-z]{1,4}|valutare"
        "|capire|discutere)",
        "(?:ci|la|lo) (?:penso|pensiamo|devo pensare|dobbiamo pensare)|(?:vi|le"
        "|ti) (?:faccio|facciamo|farò|faremo|faro) sapere|non (?:so|sappiamo"
        "|ho ancora deciso|abbiamo ancora deciso)|(?:ho|abbiamo) bisogno di tempo"
        "|fatemi pensare|lasciatemi",
    ),
    bare=(
        "sì|si|ok|okay|certo|perfetto|ottimo|bene|benissimo|certamente|d'accordo così|capito"
        "|ricevuto|va bene grazie|esatto|volentieri|benone|giusto",
    ),
    bare_fillers=(
        "ciao|salve|buongiorno|buonasera|gentile|gentilissimi|grazie(?: mille)?|mille|tante"
        "|molte|saluti|cordiali|a tutti|e|a presto|per (?:la (?:risposta|disponibilita)"
        "|l'informazione|tutto)|prego|buona (?:giornata|serata)|allora|anche|ancora|così"
        "|tutto|è|e'",
    ),
    contrasts=("ma|però|tuttavia|anche se|tranne|eccetto|salvo|solo che|invece|a parte|solamente",),
    limits=(
        "termin[ie]|condizion[ie]|prezzo|tariff[ae]|importo|penal[ei]|addebit[oi]|caparra"
        "|acconto|deposito|rimbors[oaie]\\w{0,4}|cancellazione|pagare|pagamento|pago|costo"
        "|caro|car[aoe]|euro|sconto|meno",
        "non (?:accetto|sono d'accordo|voglio|vorrei|intendo|posso|mi (?:va|sembra)|trovo"
        "|condivido|tutt[oie]|la|il|le|i)|troppo|ingiust[oa]|eccessiv[oa]|contesto|invece"
        "|mi riservo|preferirei|preferirei|rifiuto|clausola|punto|senza",
    ),
    not_limits=(
        "link|pagina|sito|errore|fattura|ricevuta|check-?in|domanda|quando"
        "|come|scus\\w{1,4}|grazie",
    ),
    proposals=(
        "accett\\w{1,5}|d'accordo|termini|condizioni|conferm\\w{1,5}|possiamo (?:offrir"
        "|spostar|cambiar|proporr)\\w{1,4}|proponiamo|offriamo|offerta|proposta|va bene"
        "|(?:vi|le|ti) (?:va|andrebbe|interessa)|fateci sapere|ci faccia sapere|fammi sapere"
        "|a notte|caparra|deposito|pag(?:hi|are|ate|amento)|desidera|vuole|preferisce"
        "|procediamo|al posto",
    ),
    confirmations=("(?:vi |le )?(?:confermo|confermiamo)|con la presente confermo",),
)
