"""No more mail, in Spanish: a word that means just that, or stop/negation x contact."""

from drafting.pipeline.languages.shapes import OptOutRules

RULES = OptOutRules(
    direct=(
        "(?:dar(?:me|nos)?|den(?:me|nos)?|dad(?:me|nos)?|de(?:me)|dame|darse|doy|quiero"
        "|solicito|pido)(?: \\w+){0,2} (?:de|la) baja(?! de temporada)|baja de (?:la|su"
        "|vuestra|esta) (?:lista|newsletter|boletín|base)",
        "(?:bórr|borr|quít|quit|elimín|elimin|sác|sac|táchen|suprim|retír|retir)(?:e|en|ad|a"
        "|ar|an|enme|eme|adme|arme|ame)?(?:me|nos)?(?: \\w+){0,4} (?:de|del) (?:la|su|sus"
        "|vuestra|vuestras|esta|todas)? ?(?:lista|listas|base|boletín|newsletter|mailing"
        "|suscrip\\w{1,6}|contactos)",
        "^(?:por favor )?(?:solicito |quiero )?(?:dar )?(?:de )?(?:la )?baja(?: por favor| gracias)?[.! ]{0,3}$"
        "|(?:retiro|revoco|retirar|revocar|anulo) (?:el|mi|todo|cualquier) consentimiento"
        "|(?:déjenme|déjeme|dejadme|déjame) (?:en paz|tranquil[oa])"
        "|no (?:me )?vuelv\\w{1,3} a (?:contactar|escribir|molestar|enviar|mandar)\\w{0,3}"
        "|no (?:quiero|deseo|quisiera)(?: \\w+){0,2} (?:ser (?:contactad|molestad)[oa]|que me (?:contact|molest|escrib)"
        "\\w{1,4}|(?:recibir|saber) (?:más |mas )?nada)|baja (?:en|de|del|a) (?:la|el|su"
        "|vuestro|este)? ?(?:newsletter|boletín|lista|correo|suscripción)"
        "|(?:basta|stop|alto|paren|no más|no mas)(?: (?:de|con|a|ya|los|las|tantos|sus)){0,3}"
        " (?:e-?mails?|correos?|mails?|mensajes|publicidad|newsletters?|spam|propaganda)",
        "(?:desuscri|desuscrí|anular (?:mi|la) suscri|cancelar (?:mi|la) suscri"
        "|cancelen mi suscri|unsubscribe)\\w{0,8}|(?:borren|eliminen|borrad|eliminad|borrar"
        "|eliminar) mi (?:correo|dirección|e-?mail|mail|datos|contacto)",
    ),
    stops=(
        "no|dej(?:en|ad|a|e|ar)|par(?:en|ad)|bast[ae]|basta ya|ningún|ninguna|nunca|stop|sin"
        "|cesen|cesar|eviten|evitar|absténganse|abstenerse|hart[oa]",
    ),
    contacts=(
        "(?:me |nos |de )?(?:env[ií]\\w{1,8}|mand\\w{1,8}|recib\\w{1,5}|remit\\w{1,6}|quiero"
        "|queremos|deseo)(?: \\w+){0,5} (?:correos?|e-?mails?|mails?|mensajes?|ofertas?"
        "|promociones|publicidad|newsletters?|boletines|boletín|propaganda|comunicaciones)",
        "(?:mand|enví|envi|escrib|remit)\\w{1,5}(?: \\w+){0,1} nada(?: más| mas)?|(?:me|nos) (?:escrib\\w{1,5}|contact\\w{1,5}|molest\\w{1,5})(?: \\w+){0,2} más"
        "|(?:escribir|contactar|molestar|escribirme|contactarme|escribiendo"
        "|contactando)(?:me|nos)?(?: \\w+){0,2}",
        "(?:más|mas|con (?:los|tantos|sus|vuestros)|tantos|de) (?:correos?|e-?mails?|mails?"
        "|mensajes|ofertas|publicidad|newsletters?)",
    ),
    removals=("(?:borr|quit|elimin|sac|saqu|tach|suprim|retir|desuscri|exclu|anul|baj)\\w{0,8}",),
    lists=(
        "lista(?:s)? (?:de )?(?:correos?|distribución|envíos?|contactos|e-?mails?|mails?|suscriptores|difusión)"
        "|mailing(?: ?-?list)?|newsletter|boletín(?:es)?|suscripción|(?:su|sus|vuestra|vuestras) (?:lista|listas|base de datos)",
    ),
    topics=(
        "newsletters?|ofertas?|promociones|publicidad|propaganda|spam|bolet(?:ín|ines)|comunicaciones comerciales"
        "|(?:sus|vuestros|estos|tantos|demasiados|muchos) (?:correos?|e-?mails?|mails?|mensajes)",
    ),
    ends=(
        "no(?: \\w+){0,5} (?:más|mas)|ya no|basta|stop|dej(?:en|ad|e) de|paren|cesen|hart[oa]|ningun\\w?|ningún"
        "|no (?:quiero|deseo|me interes\\w{1,3})|me opongo a",
    ),
    marketing=(
        "newsletters?|publicidad|propaganda|spam|marketing|bolet(?:ín|ines)|(?:información|comunicaciones|correos|mensajes"
        "|e-?mails) (?:comercial(?:es)?|promocional(?:es)?|publicitari[oa]s?)",
    ),
    references=(
        "(?:enviár|envi[aá]r|mandár|mandar|enviándo|mandándo|remitír)(?:me|nos)?(?:l[aeo]s?)|(?:me|nos) (?:l[aeo]s?) "
        "(?:envíen|manden|envíes|mandes|enviéis|mandéis)|dejen de hacerlo|dejad de hacerlo|(?:paren|pare|parad|parar|cesen|basta)(?: ya| por favor)?[.! ]{0,3}$"
        "|no (?:quiero|deseo) (?:más|mas|recibir más)[.! ]{0,3}$|(?:no (?:lo|la|los|las) quiero)[.! ]{0,3}$",
    ),
    exceptions=(
        "lista de (?:espera|invitados)|no (?:hace falta|es necesario|necesit\\w{1,4})|(?:vieja|antigua|anterior|otra|nueva) dirección|(?:viejo|antiguo|anterior|otro"
        "|nuevo) (?:correo|e-?mail|mail|número)|solo por|sólo por|únicamente por"
        "|por teléfono|no (?:he|hemos|me ha|nos ha|ha) (?:recibido|llegado)|no (?:me "
        "|nos )?(?:llega|llegó|recibí|recibimos)|todavía no|aún no|no duden|no dude"
        "|hasta (?:el|que|mañana)|antes de|parada|correo de confirmación|por sms|factura|impriman|enlace de pago|reserva|baja (?:médica|laboral|temporada)|carpeta de spam|escribirles"
        "|contactarles|contactaros",
    ),
    footers=(
        "si (?:ya )?no (?:desea|desean|quiere|quieren|deseas|quieres)|no (?:quiere|desea|quieres|deseas) recibir"
        "|clic|para darse de baja|puede (?:darse|cancelar)|date de baja|pulse aquí",
    ),
    undo=(
        "por (?:error|equivocación|accidente)|sin querer|volver a (?:suscri|dar)|(?<!no )vuelvan a(?! (?:contactar|escribir|molestar|enviar|mandar))"
        "|no quería|darme de alta|denme de alta|suscrib(?:ir|an|id)me|seguir recibiendo"
        "|de nuevo en la lista",
    ),
)
