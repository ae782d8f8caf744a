"""Words of the workflow triggers in Spanish: what the desk's steps are called by guests."""

from drafting.pipeline.languages.shapes import TriggerRules

RULES = TriggerRules(
    prepayment=(
        r"pre-?pagos?|enlace (?:seguro|de pago)|anticipo|depósito|pagar (?:por adelantado"
        r"|ahora|antes)|pago (?:anticipado|previo)|intento de pago|tarjeta (?:ha sido "
        r"|fue )?(?:rechazada|bloqueada)",
    ),
    terms=(
        r"condiciones|términos|normas|política de (?:cancelación|reembolso)|no reembolsable"
        r"|cláusula",
    ),
    # Verb x object: only what changes, makes or ends a booking.
    booking_actions=(
        r"cancel\w{1,6}|anul\w{1,5}|(?:cambi|modific|mov|pas|ampli|prolong|acort|aplaz|añad"
        r"|reserv|adelant|retras)\w{1,4}(?: \w+){0,4} (?:reserva|fechas?|noches?"
        r"|habitaci\w{2,6}|camas?|estancia|llegada|personas?)|cambio de (?:fechas?"
        r"|habitación)|(?:habitaci\w{2,6}|camas?|sitio|plazas?)(?: \w+){0,3} (?:libres?"
        r"|disponibles?)|hay sitio|disponib\w{2,7}|(?:mand|envi"
        r"|reenvi)\w{1,5}(?: \w+){0,4} enlace",
    ),
    booking_context=(
        r"reserv\w{1,5}|ref(?:erencia)?|check[ -]?(?:in|out)|estancia|noches?|lleg\w{1,6}"
        r"|habitaci\w{2,6}|dormitorio|huésped\w{0,2}",
    ),
)
