"""Payment requests and their answers in Spanish (wording of the three request templates)."""

from drafting.pipeline.languages.shapes import PrepaymentRules

RULES = PrepaymentRules(
    payment=(
        "pre-?pago|pagos?|pag(?:ar|ado|a|as|ue|ues|uen|uéis|ad|ando)|anticipo|depósito|señal"
        "|enlace|link|transferencia|importe|abon\\w{1,4}|cargo|cobrar|cobro|tarjeta",
    ),
    requests=(
        # Asks leave to charge the card: "may we charge", "do you agree that we charge".
        "(?:acepta|aceptan|podemos|acuerdo|autoriza)[^.?!]{0,60} (?:cobr|carg)\\w{1,5}",
        "(?:por favor|pag(?:ue|uen|ad|ar|as)|abon(?:e|en|ar)|complet(?:e|en|ar)|realic(?:e"
        "|en)|inténtelo|intente)|(?:con|mediante|a través|usando|use|utilice|aquí|este"
        "|siguiente|por) (?:\\w+ ){0,3}enlace|(?:pago|prepago|importe"
        "|depósito)[^.?!]{0,40} (?:pendiente|no (?:se ha |hemos )?recibido|falta|vencido"
        "|fallado|rechazado)|intento[^.?!]{0,50} (?:fallado|falló|fallido|rechazado)"
        "|y pag(?:as|a|ue)",
    ),
    reminders=("recordatorio|aviso|requerimiento|intento|solicitud",),
    second=("segundo|segunda|2º|2o",),
    third=("tercer|tercero|tercera|3º|3er|último|última|final",),
    paid=(
        "(?:pago|prepago|transferencia|ingreso|depósito) (?:está |ha sido |ya |está ya |fue ){0,2}(?:hech[oa]|realizad[oa]|efectuad[oa]|enviad[oa]|list[oa]|completad[oa]|mandad[oa])",
        "(?:acabo|acabamos) de (?:hacer|realizar|efectuar|enviar|pagar|ingresar|abonar|transferir|prepagar)(?: \\w+){0,2}(?: (?:pago|prepago|transferencia|ingreso|dinero|importe))?",
        "(?:he|hemos|acabo de|acabamos de|ya)(?: \\w+){0,3} (?:pagado|pagué|pagar|pagada"
        "|abonado|abonar|transferido|realizado|realizar|efectuado|hecho (?:el|la) (?:pago"
        "|transferencia)|completado)",
        "(?:he|hemos) (?:pagado|abonado|transferido|realizado|efectuado|hecho)(?: \\w+){0,3}"
        "|(?:pagué|pagamos|aboné) (?:el|la|los|ayer|hoy|esta|con|por|ya)|(?:pago"
        "|transferencia)(?: \\w+){0,3} (?:hecho|hecha|realizado|realizada|efectuado|enviado"
        "|completado)|ya (?:está|esta|queda) (?:pagado|pagada|hecho)",
    ),
    not_paid=(
        "(?:intent\\w{1,4}|trat\\w{1,4} de|prob\\w{1,4}|querr?\\w{1,5}|quiero|quisiera\\w?|consigo|puedo|podemos) (?:\\w+ ){0,2}(?:pagar|abonar|ingresar)",
        "(?:con la que|con el que|que|lo que) (?:he|hemos|pagué|pagamos) ?(?:pagado)?",
        "(?:no|nunca|si|cuando|antes de|después de|dos veces|una vez|aún"
        "|todavía)(?: \\w+){0,5} (?:pagado|pagar|pago|abonado|transferencia)",
        "(?:pagado|pagué|pagamos|cobrado) (?:dos veces|doble|demasiado|en efectivo"
        "|en recepción|el (?:parking|taxi|desayuno))|cobrad[oa]|devoluci\\w{1,3}|reembols\\w",
    ),
    received=(
        "(?:su|vuestro|el|del|este|tu) (?:\\w+ ){0,2}(?:enlace (?:seguro|de pago)|enlace"
        "|solicitud de (?:pre)?pago|recordatorio|aviso)",
        "(?:he|hemos) (?:recibido|visto|leído) (?:\\w+ ){0,4}(?:enlace|solicitud"
        "|recordatorio|aviso|correo)",
    ),
)
