"""Words of the workflow triggers in French: what the desk's steps are called by guests."""

from drafting.pipeline.languages.shapes import TriggerRules

RULES = TriggerRules(
    prepayment=(
        r"pré-?paiement\w?|lien (?:sécurisé|de paiement)|acompte|arrhes|payer (?:à l'avance"
        r"|d'avance|maintenant)|paiement anticipé|tentative de paiement"
        r"|carte (?:a été )?(?:refusée|bloquée)",
    ),
    terms=(r"conditions|termes|cgv|règlement|politique d'annulation|non remboursable|clause",),
    # Verb x object: only what changes, makes or ends a booking.
    booking_actions=(
        r"annul\w{1,6}|(?:modifi|chang|déplac|décal|prolong|raccourc|report|ajout|réserv"
        r"|avanc)\w{1,5}(?: \w+){0,4} (?:réservation|dates?|nuits?|chambres?|lits?|séjour"
        r"|arrivée|personnes?)|changement (?:de|d') ?(?:dates?|chambre)|modification"
        r"|(?:chambre|lit|place|dortoir)s?(?: \w+){0,3} (?:libres?|disponibles?)"
        r"|dispo(?:nibilités?)?|(?:renvo|envo)\w{1,4}(?: \w+){0,4} lien",
    ),
    booking_context=(
        r"réservation\w?|réservé\w{0,2}|réf(?:érence)?|check[ -]?(?:in|out)|séjour\w?|nuits?"
        r"|arriv\w{1,5}|chambre|dortoir|voyageurs?",
    ),
)
