"""Consent in Spanish. Specification: explicit 90, informal 60, hedged or bare 40."""

from drafting.pipeline.languages.shapes import AgreementRules

RULES = AgreementRules(
    explicit=(
        "no [a-z]{2,12} (?:a )?(?:aceptar|estar de acuerdo)",
        "(?:acepto|aceptamos|apruebo|aprobamos|consiento|aceptado|aceptada|aceptadas|aceptados)",
        "(?:estoy|estamos|totalmente|todos) (?:totalmente |completamente |plenamente |todos "
        "|muy )?(?:de acuerdo|conformes?)|(?:^|si,? |sí,? |ok,? |vale,? )(?:de acuerdo"
        "|conforme)",
        "(?:he|hemos) (?:leído y )?aceptado|(?:doy|damos) (?:mi|nuestro) (?:consentimiento"
        "|conformidad|visto bueno)",
    ),
    objects=(
        "condiciones|términos|oferta|propuesta|precio|tarifas?|importe|normas|reglas"
        "|política|depósito|fianza|señal|pago|prepago|cancelación|cambio|cambios|fechas"
        "|reserva|habitación|todo|todas|todos|euros?|presupuesto|alternativa|solución"
        "|modificación|cargo",
        "(?:con )?(?:ello|eso|esto|ustedes|vosotros|lo (?:propuesto|indicado|que))$",
    ),
    # Somebody else says that the guest agreed, or the guest disputes it.
    reported=(
        "(?:dicen|dice|decis|escriben|escribe|escribis|afirman|afirma|sostienen|han escrito"
        "|habeis escrito|nunca dije|no he dicho|nunca he dicho)(?: \\w+){0,3} que",
    ),
    confirms=("(?:les |os |le )?(?:confirmo|confirmamos)|^confirmado",),
    informal=(
        "(?:me|nos) (?:parece|parecen|va|viene|vienen|encaja|cuadra|sirve|suena) (?:muy "
        "|genial|estupendo|estupendamente|bien|perfecto|perfectamente|fenomenal|correcto|ok"
        "|todo)(?:bien)?(?: bien)?",
        "(?:por (?:mi|mí|nosotros|nuestra|mi parte),? )?(?:está|esta|todo) (?:muy "
        "|todo )?(?:bien|perfecto|ok|correcto)(?: (?:así|por|para|con))"
        "|suena (?:muy )?(?:bien|genial|perfecto)|(?:perfecto|ok|vale|bien|genial"
        "|estupendo) (?:para|por) (?:mi|mí|nosotros|nuestra parte|mi parte)",
        "(?:adelante|seguimos adelante|sigan adelante|seguid adelante|pueden (?:proceder"
        "|seguir|continuar)|podéis (?:proceder|seguir|continuar)|proceda[n]?|procedamos"
        "|procedemos|hagámoslo|hacedlo|háganlo|quedamos así|trato hecho|hecho)",
        "(?:sin|ningún|no hay) (?:ningún )?(?:problema|inconveniente) (?:con|por|en)"
        "|nos (?:la|lo) quedamos|me (?:la|lo) quedo|(?:la|lo) (?:cojo|cogemos|tomo|tomamos)",
    ),
    refusals=(
        "(?:rechazo|rechazamos|me niego|nos negamos|declino|discrepo)|no,? gracias"
        "|inaceptable|ni hablar",
        "no (?:me|nos) (?:parece|va|viene|sirve|encaja|cuadra)|no (?:es|está"
        "|esta) (?:aceptable|bien)|en desacuerdo",
    ),
    negators=("no|nunca|ni|sin|tampoco|jamás",),
    negators_after=("en absoluto|para nada",),
    hedges=(
        "en principio|quizás?|tal vez|probablemente|a lo mejor|no (?:estoy"
        "|estamos) (?:del todo |muy |aún |todavía )?segur[oa]s?|creo|creemos|supongo"
        "|suponemos|debería|más o menos|casi|por ahora|de momento|puede que|a regañadientes",
        "si(?! (?:es necesario|necesitan|necesitais|hace falta|acepto|aceptamos|estoy"
        "|estamos|gracias|perfecto|claro))(?= )|siempre que"
        "|siempre y cuando|a condición|con la condición|a menos que|solo si|sólo si"
        "|dependiendo|depende|salvo que|en caso de",
    ),
    deferrals=(
        "(?:tengo|tenemos|debo|debemos|quiero|queremos|quisiera|prefiero|necesito"
        "|necesitamos|me gustaría) (?:que )?(?:antes |primero )?(?:preguntar|consultar"
        "|consultarlo|hablar|hablarlo|pensar|pensarlo|comprobar|mirar|mirarlo|ver|valorar"
        "|comentar|comentarlo)",
        "(?:lo|me lo|nos lo) (?:pienso|pensamos|pensaré|pensaremos|miro|miramos|consulto"
        "|consultamos|hablo|hablamos)|(?:os|les|le|te) (?:digo|decimos|diré|diremos|aviso"
        "|avisamos|avisaré|confirmo luego|confirmaré)|(?:necesito"
        "|necesitamos) (?:más )?tiempo|todavía no (?:lo )?(?:sé|sabemos|he decidido"
        "|hemos decidido)|aún no (?:lo )?(?:sé|sabemos|he decidido|hemos decidido)"
        "|no (?:lo )?(?:sé|sabemos) (?:todavía|aún)|déjenme|dejadme|dejame",
    ),
    bare=(
        "sí|si|ok|okay|vale|perfecto|bien|muy bien|genial|claro|por supuesto|entendido"
        "|de acuerdo así|estupendo|correcto|recibido|fenomenal|bueno",
    ),
    bare_fillers=(
        "hola|buenas|buenos días|buenas (?:tardes|noches)|gracias|muchas|mil|un saludo"
        "|saludos|atentamente|por (?:la (?:respuesta|información|info)|todo|avisar"
        "|responder)|hasta (?:pronto|luego)|y|pues|entonces|estimad[oa]s?|a todos|equipo"
        "|de nada|así|todo|un",
    ),
    contrasts=(
        "pero|sin embargo|aunque|salvo|excepto|no obstante|solo que|a excepción|en cambio|menos",
    ),
    limits=(
        "condiciones|términos|precio|tarifas?|importe|cargos?|comisión|gastos|fianza"
        "|depósito|señal|devoluci\\w{1,4}|reembols\\w{1,5}|cancelación|pagar|pago|coste|caro"
        "|cara|euros?|descuento|cláusula|punto|mitad",
        "no (?:con|acepto|estoy|estamos|quiero|queremos|puedo|podemos|me|nos|todas|todo|la"
        "|el|las|los)|demasiad[oa]|injust[oa]|excesiv[oa]|abusiv[oa]|en lugar|prefiero"
        "|preferiría|me reservo|sin|rechazo|discrepo|salvo",
    ),
    not_limits=(
        "enlace|link|página|web|error|factura|recibo|check-?in|pregunta|cuándo"
        "|cómo|perdón|disculp\\w{1,5}|gracias",
    ),
    proposals=(
        "acept\\w{1,5}|de acuerdo|conforme|condiciones|términos|confirm\\w{1,5}"
        "|podemos (?:ofrecer|cambiar|mover|pasar|reservar)\\w{0,4}|ofrecemos|proponemos"
        "|oferta|propuesta|(?:le|les|os|te) (?:parece|va|viene|interesa|gustaría)|díganos"
        "|decidnos|dinos|por noche|la noche|depósito|fianza|pag(?:a|ar|ue|o)|quiere|desea"
        "|prefiere|en lugar|seguimos",
    ),
    confirmations=("(?:les |os |le )?(?:confirmo|confirmamos)",),
)
