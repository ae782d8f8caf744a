"""Words of the workflow triggers in Italian: what the desk's steps are called by guests."""

from drafting.pipeline.languages.shapes import TriggerRules

RULES = TriggerRules(
    prepayment=(
        r"pre-?pagament\w|link (?:sicuro|di pagamento|per (?:il pagamento|pagare))|caparra"
        r"|acconto|pagare (?:in anticipo|subito|adesso)|pagamento anticipato"
        r"|tentativo di pagamento|carta (?:è stata |e' stata )?(?:rifiutata|bloccata)",
    ),
    terms=(
        r"termini|condizioni|regolamento|politica di (?:cancellazione|rimborso)"
        r"|non rimborsabile|penale",
    ),
    # Verb x object: only what changes, makes or ends a booking.
    booking_actions=(
        r"(?:cancell|annull|disd|spost|cambi|modific|prolung|anticip|posticip|aggiung|prenot"
        r"|ridur|riserv)\w{1,7}(?: \w+){0,4} (?:prenotazione|date|data|notte|notti|camera"
        r"|camere|letto|letti|soggiorno|arrivo|persona|persone|ospite)|disdett\w"
        r"|disdi\w{1,5}|annull\w{1,6}|cambio (?:data|date|camera)|posti? (?:liber\w"
        r"|disponibil\w)|disponibilit\w|vorre\w{1,4} prenotare|(?:mand|rimand"
        r"|invi)\w{1,6}(?: \w+){0,4} link",
    ),
    booking_context=(
        r"prenotazion\w|prenotat\w|rif(?:erimento)?|check[ -]?(?:in|out)|soggiorn\w{1,4}"
        r"|notte|notti|arriv\w{1,5}|camera|dormitorio|ospit[ei]",
    ),
)
