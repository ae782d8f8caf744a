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
        "(?:desuscri|desuscrí|anular (?:mi|la) suscri|cancelar (?:mi|la) suscri"
        "|cancelen mi suscri|unsubscribe)\\w{0,8}|(?:borren|eliminen|borrad|eliminad|borrar"
        "|eliminar) mi (?:correo|dirección|e-?mail|mail|datos|contacto)",
    ),
    stops=(
        "no|dej(?:en|ad|a|e|ar)|par(?:en|ad)|bast[ae]|basta ya|ningún|ninguna|nunca|stop|sin"
        "|cesen|hart[oa]",
    ),
    contacts=(
        "(?:me |nos |de )?(?:env[ií]\\w{1,8}|mand\\w{1,8}|recib\\w{1,5}|remit\\w{1,6}|quiero"
        "|queremos|deseo)(?: \\w+){0,5} (?:correos?|e-?mails?|mails?|mensajes?|ofertas?"
        "|promociones|publicidad|newsletters?|boletines|boletín|propaganda|comunicaciones)",
        "(?:me|nos) (?:escrib\\w{1,5}|contact\\w{1,5}|molest\\w{1,5})(?: \\w+){0,2} más"
        "|(?:escribir|contactar|molestar|escribirme|contactarme|escribiendo"
        "|contactando)(?:me|nos)?(?: \\w+){0,2}",
        "(?:más|mas|con (?:los|tantos|sus|vuestros)|tantos|de) (?:correos?|e-?mails?|mails?"
        "|mensajes|ofertas|publicidad|newsletters?)",
    ),
    exceptions=(
        "(?:vieja|antigua|anterior|otra|nueva) dirección|(?:viejo|antiguo|anterior|otro"
        "|nuevo) (?:correo|e-?mail|mail|número)|solo por|sólo por|únicamente por"
        "|por teléfono|no (?:he|hemos|me ha|nos ha|ha) (?:recibido|llegado)|no (?:me "
        "|nos )?(?:llega|llegó|recibí|recibimos)|todavía no|aún no|no duden|no dude"
        "|hasta (?:el|que|mañana)|antes de|parada|correo de confirmación|spam|escribirles"
        "|contactarles|contactaros",
    ),
    undo=(
        "por (?:error|equivocación|accidente)|sin querer|volver a (?:suscri|dar)|vuelvan a"
        "|no quería|darme de alta|denme de alta|suscrib(?:ir|an|id)me|seguir recibiendo"
        "|de nuevo en la lista",
    ),
)
