"""How Spanish asks: "¿", question words, verbs without pronouns, imperatives of four persons."""

from drafting.pipeline.languages.shapes import AskRules

_PREPOSITION = "(?:(?:a|de|en|con|hasta|desde|para|por|sobre|hacia|a partir de|cada) )?"
_WORD = "(?:cual|cuales|cuando|cuant[oa]s?|donde|adonde|quien|quienes)"
_INFINITIVE = (
    "(?:(?:cancelar|anular|enviar|mandar|reenviar|llamar|contactar|responder|contestar|devolver"
    "|reembolsar|reintegrar|ingresar|confirmar|reservar|cambiar|mover|pasar|modificar"
    "|ampliar|prolongar|alargar"
    "|acortar|añadir|agregar|incluir|quitar|borrar|eliminar|guardar|mantener|dejar|dar|poner"
    "|hacer|preparar|organizar|revisar|comprobar|mirar|buscar|encontrar|arreglar|reparar"
    "|limpiar|abrir|reiniciar|decir|explicar|informar|indicar|emitir|aplazar|retrasar|adelantar"
    "|alquilar|pedir|recibir|tener|obtener|hablar|desbloquear|solucionar|resolver"
    "|facturar|imprimir|cobrar|corregir|solicitar|ayudar|facilitar|remitir)(?:me|nos|lo"
    "|la|los|las|les|le|melo|noslo|selo)?)"
)

RULES = AskRules(
    abbreviations=frozenset(
        "p.ej ej aprox tel ref n nº núm sr sra srta dr dra etc máx mín ud uds vd av pág art c".split()
    ),
    ordinal_followers=frozenset(),
    coordinators=("y también", "y además", "y", "e", "pero", "además", "así como"),
    fillers=(
        "aproximadamente|más o menos|unos",
        "hola|buenas|buenos días|buenas (?:tardes|noches)|gracias|perdón|disculpen?"
        "|disculpad|por favor",
        "a todos|equipo|chicos",
        "también|entonces|si (?:es así|sí|no|no es así)|en caso contrario|en ese caso|además"
        "|y|pero|por cierto|otra"
        " (?:pregunta|cosa)|una (?:pregunta|duda|consulta)|pregunta|después|luego"
        "|por otro lado|ya|asimismo|por último|de paso",
    ),
    question_starts=(
        f"{_PREPOSITION}{_WORD}",
        "(?:a|de|en|con|hasta|desde|para|por) que|que (?:hora|horario|dia|precio|tipo"
        "|autobus|bus|parada|linea|es|hay|hago|hacemos|debo|debemos|pasa|incluye|cuesta"
        "|necesito|opciones|tal|tren|ferry)",
        "como(?! (?:ya|siempre|dije|indicaba|acordamos|le|les|os|te|pone))|por que",
        "(?:hay|habria|existe|es|son|esta|estan|seria|se (?:puede|pueden|podria|debe|paga"
        "|permite|permiten|admiten|puede)"
        "|puedo|podemos|podria|podriamos|puede|pueden|podeis|podrian|podriais|tengo|tenemos"
        "|teneis|tienen|tendrian|tendriais"
        "|aceptan|aceptais|acepta|ofrecen|ofreceis|hacen|haceis|hace|incluye|incluyen|cuesta"
        "|cuestan|vale|funciona"
        "|sale|llega|sirve|sirven|servis|necesito|necesitamos|hace falta|debo|debemos"
        "|conocen|conoceis|saben|sabeis"
        "|organizan|organizais|alquilan|alquilais|admiten|admitis|nos|os|me|dan|dais|queda"
        "|quedan|cobran|cobrais|va|cabe|abre|cierra|cierran|tardan?)",
        r"(?!ademas|seis|veis\b|mes\b)[a-z]{2,12}(?:ais|eis)",
        "llevar|posible",
    ),
    comma_starts=(
        "(?:hay|es posible|seria posible|se puede|se pueden|puedo|podemos|podria|podriamos"
        "|podeis|pueden|teneis|tienen|esta incluid[oa]|aceptan|aceptais|hace falta|tengo que"
        "|tenemos que)",
        "(?:a|hasta|desde|de) que hora|que hora|cuanto|cuantos|cual es|como (?:llego"
        "|llegamos|puedo|podemos|funciona)|donde (?:esta|puedo|podemos|dejo)",
    ),
    unmarked_starts=(
        "(?:a|hasta|desde|de) que (?:hora|dia)|que hora|cuant[oa]s? (?:cuesta|es|vale"
        "|cuestan|dura|tarda|hay|son)|cual es|cuales son",
        "(?:donde|como) (?:esta|puedo|podemos|se|llego|llegamos|funciona|queda)",
        "(?:hay (?:algun|alguna|un|una|que|wifi|parking|sitio)|se puede|puedo|podemos|podria"
        "|podriamos|teneis|tienen (?:un|una|algun|sitio|habitacion|parking)|es posible"
        "|seria posible|podeis|pueden|podrian|podriais)",
    ),
    indirect_leads=(
        "(?:saber|sabe|sabeis|saben|dec(?:ir|id|i)(?:me|nos|rme|rnos)|decirme|decirnos"
        "|diganme|digame|dígannos|diganos|dime|dinos|confirm(?:ar|a|en|e|ad)(?:me|nos)?"
        "|indicar(?:me|nos)|indiquen(?:me|nos)|informar(?:me|nos)|explicar(?:me|nos)"
        "|avisar(?:me|nos)?|avisen(?:me|nos)?|preguntar(?:les|os|le)?|pregunto|preguntaba"
        "|preguntarles|comprobar|entender|aclarar(?:me|nos)?|conocer)",
        "(?:me gustaria|nos gustaria|queria|queriamos|quisiera) (?:saber|preguntar)|no (?:se"
        "|sabemos|encuentro|entiendo)|mi (?:pregunta|duda)|la duda",
    ),
    complements=(
        f"si|{_PREPOSITION}{_WORD}|como|(?:a|de|en|hasta|desde|con|por) que|que (?:hora|dia"
        f"|precio|tipo|hay|autobus|pasa|opciones|es|incluye)",
    ),
    noun_leads=(
        "(?:saber|conocer|decirme|decirnos|indicarme|darme|darnos|facilitarme) (?:el|la|los"
        "|las|su|vuestro) (?:precio|precios|coste|horarios?|tarifas?|direccion|codigo"
        "|contraseña|contrasena|clave|disponibilidad|importe|condiciones)",
        "(?:una |alguna |unas )?(?:duda|dudas|pregunta|preguntas|consulta"
        "|informacion) (?:sobre|acerca|respecto)",
    ),
    ability_questions=(
        "(?:pued[a-z]{1,3}|pod[a-z]{2,6}|me|nos) (?:recomendar|recomiend|aconsej|sugerir"
        "|decir|garantiz)[a-z]{0,5}",
        "(?:es|seria) posible",
    ),
    pleasantries=(
        "(?:como|que tal) (?:esta|estan|estais|estas|va|todo|andan)",
        "^que tal[ ?!]*$|todo bien",
    ),
    rhetorical=(
        "^(?:verdad|no|vale|ok|de acuerdo|en serio|cierto|entonces|por que|eh|si|y)[ ?!.¿]*$",
        "(?:les|os|le|te) parece (?:normal|serio|bien esto|logico|correcto|justo|aceptable)"
        "|es (?:esto )?(?:normal|una broma|serio|mucho pedir)|estan de broma|estais de broma"
        "|es una broma",
        "como (?:es posible|puede ser|se atreven|os atreveis)|que (?:clase|tipo) de (?:sitio"
        "|lugar|servicio|hostal|hostel|gente)|^¿?hay alguien(?: ahi)?[ ?!.¿]*$|que mas (?:puedo"
        "|quieren)|quien (?:va a|quiere|pagaria)|^¿?de verdad[ ?!.]*$",
        "(?:creen|piensan) (?:que (?:es|esto)|ustedes)|para que (?:sirve|tienen)",
    ),
    echoes=(
        "(?:es|seria|sería) (?:eso |esto )?(?:posible|factible)(?:,? (?:si o no|hacerlo"
        "|por favor))?|(?:se puede|se podria)(?: hacer)?|posible|(?:les|os|le) (?:parece"
        "|va) bien",
    ),
    requests=(
        "por favor|porfa|porfavor|hagan? el favor",
        "(?<!se )(?:me |nos |lo |la )?(?:puede|puedes|pueden|podeis|podria|podrias|podrian"
        "|podriais|serian tan amables de|seria tan amable de)(?: (?:por favor|tambien"
        "|ustedes|usted|quizas|al menos|vosotros))?"
        f" {_INFINITIVE}",
        "(?:me|nos) (?:puede|puedes|pueden|podeis|podria|podrias|podrian|podriais|envia"
        "|envias|envian|enviais|manda|mandas|mandan|mandais|confirma|confirman|confirmais"
        "|llama|llaman|guardais|guardan)",
        "(?:solicitud|peticion) de|(?:le|les|os|te) (?:ruego|rogamos|pido|pedimos|pediria"
        "|agradeceria|agradeceriamos|solicito)",
        "me preguntaba(?: si)?|seria posible|rogamos|ruego",
    ),
    no_request=(
        "(?:disculp|perdon|acept(?:e|en|ad) (?:mis|nuestras)|no (?:duden|dude|se preocup"
        "|os preocup)|tengan en cuenta|encontr[a-z]{2,6} adjunt|comprend)[a-z]{0,6}",
    ),
    desires=(
        "(?:quiero|queremos|quisiera|quisieramos|querria|querriamos|necesito|necesitamos"
        "|deseo|deseamos|desearia|desearíamos|queria|queriamos|prefiero|preferimos"
        "|preferiria)",
        "(?:escribo|escribimos|contacto|correo)(?= para)",
        "(?:me|nos) (?:gustaria|encantaria|hace falta|hacen falta|interesaria)|busco|buscamos",
    ),
    desired=(
        _INFINITIVE,
        "(?:un|una|el|la|los|mi|dos|tres|otra|otro|nuestra"
        "|nuestro) (?:[a-zñ-]{2,15} ){0,2}(?:reembolso|devolucion|factura|recibo|habitacion"
        "|cama|camas|plaza|enlace|copia|confirmacion|respuesta|taxi|traslado|cuna|descuento"
        "|litera|desayuno|manta|almohada|taquilla|mesa|billetes?|planta|noche|dinero|justificante|parking|toallas?|explicacion|disculpa|compensacion"
        "|solucion)",
    ),
    desire_reach=60,
    performatives=(
        "(?:solicito|solicitamos|pido|pedimos|exijo|exigimos|reclamo|reclamamos|cancelo"
        "|cancelamos(?! es| el)|anulo|ruego|rogamos|requiero)",
        "(?:espero|esperamos) (?:(?:su|una|vuestra|tu|la) )?(?:respuesta|solucion|devolucion"
        "|reembolso|contestacion|que me)",
        "(?:tengo que|tenemos que|debo|debemos) (?:cancelar|anular|cambiar|mover|modificar"
        "|aplazar|retrasar|adelantar|pasar)",
    ),
    imperatives=(
        "(?:no )?(?:me |nos |lo |la |se |le |os )?(?:envi|mand|cancel|anul|confirm|llam"
        "|contact|devuelv|reembols|reserv|cambi|muev|modifiqu|modific|añad|anad|agreg|quit"
        "|borr|elimin|guard|manten|dej|prepar|revis|mir|busqu|busc|arregl|repar|abr|reinici"
        "|explic|inform|respond|contest|avis|indiqu|indic|solucion|dig|hag|pong|pon|dem|teng"
        "|escrib|correg|corrij)"
        "(?:(?:a|e|ad|id|ed|en|an|quen)(?:me|nos|lo|la|los|las|melo|noslo|le|les)|ad|id|ed"
        "|en|quen"
        # Bare singular forms are also nouns and past tenses ("reserva", "llamé").
        "|(?:a|e)(?= (?:mi|la|el|los|las|por|un|una|nuestra|nuestro|esta|este|al) ))",
        "no (?:me|nos|le|les) (?:envi|mand|escrib|llam|contact|cobr|molest|cancel|cambi|quit"
        "|dej)[a-z]{1,4}|(?:me|nos) [a-z]{3,9}en(?= )",
        "(?:no )?(?:dad|denme|dennos|deme|denos|den|dame|danos|dadme|dadnos|haced|hagan"
        "|poned|dejad|dejen|paren|parad|digame|diganme|dime|decidme|decidnos|avisadme"
        "|ponedme|ponganme|ponme|borradme|quitadme|manden|envien|enviadme)",
    ),
    second_actions=(
        _INFINITIVE,
        "(?:que )?(?:me|nos|lo|la|le) (?:devuelv|confirm|envi|mand|cancel|indiqu|dig|llam"
        "|reserv|guard|cambi|d)(?:an|en|a|e|ais|eis)",
        "(?:env[i]?|mand|cancel|confirm|llam|avis|dig|devuelv)(?:e|a|en|ad|an)(?:me|nos|lo"
        "|la)?|(?:denme|dadme|diganme|decidme|digame)",
    ),
    trailing_please=(r"(?:por favor|porfa|please)\s?[.!?]{0,3}$",),
    ultimatums=(
        "si (?:no|en|antes|para|nadie)[^.?!]{0,80}(?:no|antes|nadie|recib|devuelv)",
        "(?:de lo contrario|en caso contrario|a menos que|sin una?) [^.?!]{0,60}",
    ),
)
