"""Quotes, headers and closings of Spanish mail."""

from drafting.pipeline.languages.shapes import MailFormRules

RULES = MailFormRules(
    # "El mar, 3 may 2026 a las 10:00, X escribió:".
    attribution_verbs=("escribió", "ha escrito", "escribe", "escribieron"),
    original_markers=(
        "mensaje original",
        "mensaje reenviado",
        "inicio del mensaje reenviado",
        "correo original",
    ),
    from_keys=("de",),
    other_keys=("enviado(?: el)?", "para", "cc", "asunto", "fecha"),
    device_footers=(
        "enviado (?:desde|con) [^\n]{0,60}",
        "obtener outlook para [^\n]{0,40}",
        "descargar outlook para [^\n]{0,40}",
    ),
    closings=(
        "(?:(?:un|unos|muchos|reciban?|con|mis|nuestros) ){0,2}(?:(?:cordial|cordiales|afectuoso"
        "|afectuosos|atento|atentos|fuerte|gran) )?(?:saludos?|abrazos?|besos?)"
        "(?: (?:cordial|cordiales|afectuosos|enormes?|grandes?|fuertes?|a todos"
        "|desde [^\n,.!]{1,25}))?",
        "(?:muy )?(?:atentamente|atte|cordialmente)",
        "(?:(?:muchas|mil|muchísimas|y) ){0,2}gracias(?: (?:de antemano|de nuevo"
        "|por [^\n,.!]{1,30}|a todos"
        "|y saludos|y un saludo|otra vez|anticipadas))?",
        "hasta (?:pronto|luego|entonces|la vista|mañana)",
        "(?:quedo|quedamos) (?:a la espera|atent[oa]s?|pendientes?)[^\n.!]{0,40}",
        "a la espera de [^\n.!]{1,40}|espero (?:su|vuestra|tu) respuesta",
        "buen (?:día|fin de semana)|que (?:tengan?|tengáis) [^\n.!]{1,25}",
        "besos|bss|salu2",
    ),
    greetings=(
        "hola|buenas|buenos días|buenas (?:tardes|noches)|estimad[oa]s?|querid[oa]s?|muy señores"
        "|señor(?:es|a)?",
    ),
    joiners=("y", "e"),
    titles=("sr", "sra", "srta", "dr", "dra", "don", "doña"),
    particles=("de", "del", "la", "los", "y"),
    not_names=(
        "lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo"
        "|junio"
        "|julio|agosto|septiembre|octubre|noviembre|diciembre",
        "sí|no|ok|vale|gracias|reserva|ref|referencia|habitación|tel|teléfono|móvil|urgente"
        "|perfecto|acepto|confirmo|de acuerdo|el|la|los|las|un|una|yo|nosotros|es|y|o|pero|ps|pd"
        "|email|correo|hotel|albergue|número|somos|saludos|atentamente|con|para|por",
    ),
    subject_prefixes=("re", "rv"),
)
