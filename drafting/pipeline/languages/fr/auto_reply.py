"""Mail that machines write, in French: their own phrases, or a notice x what goes with it."""

from drafting.pipeline.languages.shapes import AutoReplyRules

RULES = AutoReplyRules(
    machine=(
        "^(?:réponse|message|répondeur) automatique|^(?:absence|absent|absente)(?: du bureau"
        "| prolongée)?(?= ?:| re ?:)|^(?:non remis|non distribué|non délivré"
        "|échec de (?:la )?(?:remise|distribution|livraison)|message non (?:remis|distribué))",
        "ne (?:pas répondre|répondez pas) à ce (?:message|mail|courriel|e-?mail)[.! ]{0,3}$|(?:ceci est|il s'agit d'|c'est|cet e-?mail est|ce message est|ce mail est|voici)"
        "(?: ?(?:un|une))?(?: \\w+){0,2} ?(?:message|e-?mail|mail|courriel|réponse|notification"
        "|envoi)? ?(?:automatique|généré|généré automatiquement|automatiquement|automatisé)e?"
        "|(?:généré|envoyé|créé|transmis)e? (?:automatiquement|de manière automatique)",
        "(?:boîte|adresse|messagerie|compte)(?: \\w+){0,3} (?:n'est|ne sera|n'était) (?:pas|plus)"
        "(?: \\w+)? (?:consulté|relevé|lu|surveillé|suivi|utilisé|activ)e?|(?:messages|mails|e-?mails"
        "|courriels|réponses)(?: \\w+){0,4} ne (?:sont|seront) pas (?:lu|traité|transféré|consulté)e?s",
        "votre (?:message|e-?mail|mail|courriel)(?: \\w+){0,3} (?:n'a|n'ont|ne|n'est)"
        "(?: \\w+){0,3} (?:être |pas |été |sera |pu ){0,3}(?:remis|distribué|délivré|transféré|lu)",
    ),
    absences=(
        "(?:suis|serai)(?: \\w+){0,3} (?:absente?s?|en (?:congés?|vacances|déplacement|arrêt|formation"
        "|mission)|indisponibles?|hors du bureau|injoignable)|(?:sommes|serons)(?: \\w+){0,3} (?:absents"
        " du bureau|hors du bureau)|^(?:actuellement )?absente? (?:du bureau|jusqu|du \\d|ce jour|cette semaine)\\w{0,2}"
        "|(?:actuellement|présentement) (?:en congés?|absente?|en déplacement)|(?:bureaux?|agence|équipe"
        "|cabinet|société|entreprise)(?: \\w+){0,4} (?:fermée?s?|en congés?)",
        "ne (?:travaille|fais|fait|suis) plus (?:chez|pour|partie|à|au|dans|en)|(?:a|ai) quitté "
        "(?:l'entreprise|la société|mes fonctions|ses fonctions)",
    ),
    remarks=(
        "(?:de retour(?! à (?!partir))|retour(?! à (?!partir))|reviens|reviendrai|rentre|rentrerai|joignable|disponible)"
        "(?: \\w+){0,4} (?:lun|mar|mer|jeu|ven|sam|dim|jan|fév|avr|mai|juin|juil|août|sep|oct"
        "|nov|déc|le \\d|au \\d|\\d)\\w{0,10}|(?:à|dès|lors de) (?:mon|notre) retour"
        "|en (?:mon|notre|son) absence|(?:pendant|durant) (?:mon|cette|mes) (?:absence|congés"
        "|période)",
        "accès (?:\\w+ )?(?:limité|restreint|à ma|à mes)|(?:ne|n')(?: \\w+){0,2} (?:lirai|lis"
        "|consulte|consulterai|pas accès|lire|consulter)(?: \\w+){0,3}",
        "adresser (?:à|au|aux)|retour (?:demain|lundi)|(?:urgen(?:ce|t|te|ts|tes))|jusqu'(?:au|à|en) (?:\\d|lun|mar|mer|jeu|ven|sam|dim|jan|fév|avr|mai|juin|juil|août|sep|oct"
        "|nov|déc|fin)\\w{0,10}|du \\d{1,2}(?: \\w+)? au \\d{1,2}"
        "|(?:contact\\w{1,4}|écri\\w{1,4}|adress\\w{1,4})(?:-vous)?"
        "(?: \\w+){0,4} (?:collègue|[^ ]{1,40}@[^ ]{1,60}\\w|secrétariat|standard|équipe)",
    ),
    receipts=(
        "(?:accusons|accuse) (?:bonne )?réception|(?:avons|ai) bien (?:reçu|enregistré) (?:votre|ta) (?:demande|message|e-?mail|mail"
        "|courriel|requête)|votre (?:demande|message|e-?mail|mail|requête) (?:a|a bien|est)"
        "(?: bien)? (?:été )?(?:reçu|enregistré|pris)e?|merci de nous avoir (?:contacté|écrit)s?"
        "|^merci (?:beaucoup )?(?:pour|de) votre (?:message|e-?mail|mail|courriel|demande|intérêt)",
    ),
    promises=(
        "(?:répond|recontact|contact|revien|trait)\\w{0,6}[^.?!]{0,40} (?:sous|dans|d'ici|en)"
        "(?: \\w+){0,4} ?(?:\\d+|deux|trois|un|une|quelques)(?:-\\d+)? ?(?:heures?|h|jours?)"
        "|(?:numéro de|sous le) (?:ticket|dossier|numéro)",
    ),
    exceptions=(
        "(?:ai|avons|j'ai)(?: \\w+){0,2} (?:eu|reçu|vu|lu)(?: \\w+){0,3} automatique|votre (?:réponse"
        "|message) automatique|(?:étais|étions|j'étais)(?: \\w+)? (?:absente?s?|en congés?"
        "|en vacances|en déplacement)|désolée?s?|semaine dernière",
    ),
)
