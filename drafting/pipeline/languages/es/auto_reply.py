"""Mail that machines write, in Spanish: their own phrases, or a notice x what goes with it."""

from drafting.pipeline.languages.shapes import AutoReplyRules

RULES = AutoReplyRules(
    machine=(
        "^(?:respuesta|mensaje|contestación) automátic[ao]|^(?:fuera de (?:la )?oficina|ausente"
        "|ausencia)(?= ?:| re ?:)|^(?:no se puede entregar|no entregado|correo no entregado"
        "|error de entrega|entrega fallida|mensaje no entregado)",
        "no (?:responda|respondan|conteste|contesten) a este (?:mensaje|correo|e-?mail)[.! ]{0,3}$|(?:este es|esta es|esto es|se trata de|es|este correo es|este mensaje es)(?: (?:un|una))"
        "? (?:\\w+ )?(?:mensaje|correo|e-?mail|mail|respuesta|notificación)? ?(?:electrónico )?"
        "(?:automátic[ao]|generad[ao]|automatizad[ao])|(?:generad|enviad|cread)[ao] "
        "(?:automáticamente|de forma automática|de manera automática)",
        "(?:buzón|dirección|cuenta|casilla|correo)(?: \\w+){0,3} no (?:está|es|se)(?: \\w+)? ?"
        "(?:supervisad|monitoread|atendid|monitorizad|revisad|leíd|activ|lee|revisa|atiende"
        "|supervisa)[ao]?|(?:mensajes|correos|respuestas|e-?mails)(?: \\w+){0,4} no (?:serán|son"
        "|se)(?: \\w+)? ?(?:leíd|atendid|respondid|reenviad|leen|leerán)[ao]?s?",
        "(?:su|tu|vuestro|el) (?:mensaje|correo|e-?mail|mail)(?: \\w+){0,2} no (?:se )?(?:ha|pudo"
        "|puede|fue|será)(?: \\w+){0,3} (?:entregar|entregado|entregarse|leído|reenviado)",
    ),
    absences=(
        "no (?:estoy|estaré|estamos|estaremos) en la oficina|(?:estoy|estaré|estamos|estaremos|me encuentro|me encontraré)(?: \\w+){0,2} (?:fuera de "
        "(?:la |mi )?oficina|ausentes? de)|(?:estoy|estaré|me encuentro|me encontraré)(?: \\w+){0,2}"
        " (?:ausente|de (?:vacaciones|baja|viaje de trabajo|permiso|licencia)|no disponible)"
        "|^(?:actualmente )?de vacaciones(?: \\w+){0,1} (?:hasta|del)|(?:oficinas?|despacho|empresa)"
        "(?: \\w+){0,3} (?:cerrad[ao]s?)|^(?:actualmente )?(?:fuera|ausente) de (?:la )?oficina",
        "ya no (?:trabajo|trabaja|formo|forma|pertenezco|estoy)(?: \\w+){0,2}|(?:he|ha) dejado "
        "(?:la empresa|la compañía|de trabajar)",
    ),
    remarks=(
        "(?:vuelvo(?! a (?!partir))|volveré|regreso(?! a (?!partir))|regresaré|de vuelta|estaré de vuelta|disponible|me reincorporo"
        "|me reincorporaré)(?: \\w+){0,4} (?:lun|mar|mié|jue|vie|sáb|dom|ene|feb|abr|may|jun|jul"
        "|ago|sep|oct|nov|dic|el \\d|día \\d|\\d)\\w{0,10}|a (?:mi|nuestro) (?:vuelta|regreso)"
        "|(?:en cuanto|cuando) (?:vuelva|regrese)|en (?:mi|nuestra|su) ausencia|durante mi ausencia",
        "acceso (?:\\w+ )?(?:limitado|restringido|al correo)|no (?:leeré|leo|podré leer|revisaré"
        "|tendré acceso|tengo acceso|consultaré)(?: \\w+){0,3}",
        "(?:vuelvo|regreso) (?:mañana|pronto)|(?:urgen(?:te|tes|cia|cias))|hasta (?:el )?(?:\\d|lun|mar|mié|jue|vie|sáb|dom|ene|feb|abr|may|jun|jul|ago|sep|oct|nov"
        "|dic|fin)\\w{0,10}|del \\d{1,2}(?: \\w+)? al \\d{1,2}"
        "|(?:contact\\w{1,5}|escrib\\w{1,5}|diríja\\w{0,4}"
        "|póngase en contacto)(?: \\w+){0,4} (?:compañer[oa]|colega|[^ ]{1,40}@[^ ]{1,60}\\w"
        "|centralita|recepción central)",
    ),
    receipts=(
        "(?:acusamos|acuso) recibo|(?:hemos|he) recibido (?:correctamente )?(?:su|tu|vuestra|vuestro) (?:consulta|mensaje"
        "|correo|solicitud|petición|e-?mail|mail)|(?:su|tu|vuestra) (?:solicitud|consulta|mensaje"
        "|correo)(?: \\w+){0,2} (?:recibid|registrad)[ao]|^(?:muchas )?gracias por (?:su|tu|vuestro|vuestra) (?:mensaje|correo|consulta|solicitud|interés)"
        "|gracias por (?:contactar\\w{0,4}"
        "|ponerse en contacto|escribirnos)",
    ),
    promises=(
        "(?:respond|contest|contact|atend)\\w{0,8}[^.?!]{0,40} (?:en|dentro de|antes de)"
        "(?: \\w+){0,4} ?(?:\\d+|dos|tres|un|una|pocas|pocos)(?:-\\d+)? ?(?:horas?|h|días?)"
        "|(?:número de|con el) (?:ticket|caso|expediente|número)",
    ),
    exceptions=(
        "(?:he|hemos|recibí|recibimos|me llegó|nos llegó|me ha llegado)(?: \\w+){0,4} automátic[ao]"
        "|(?:su|vuestra) respuesta automática|(?:estuve|estuvimos|estaba|estábamos)(?: \\w+)? "
        "(?:fuera|de vacaciones|ausentes?|de baja)|perdón|perdone\\w?|disculp\\w{1,4}"
        "|semana pasada",
    ),
)
