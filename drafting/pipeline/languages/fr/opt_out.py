"""No more mail, in French: a word that means just that, or stop/negation x contact."""

from drafting.pipeline.languages.shapes import OptOutRules

RULES = OptOutRules(
    direct=(
        "(?:me |m'|nous )?(?:désinscri|désabonn)\\w{1,8}|unsubscribe",
        "(?:retire|retirez|retirer|enlevez|enlever|supprimez|supprimer|rayez|rayer|ôtez"
        "|effacez|effacer|radiez)(?:-moi)?(?: \\w+){0,4} (?:de|d'|des) ?(?:votre|vos|la"
        "|cette|toutes)(?: \\w+){0,2} ?(?:listes?|fichiers?|newsletter|base|mailing"
        "|diffusion|contacts)",
        "(?:supprimez|supprimer|effacez|retirez|retirer) (?:mon adresse|mon e-?mail|mon mail"
        "|mes coordonnées)(?! ancienne)",
    ),
    stops=("ne|n'|plus|arrêtez?|arrêter|cesse[rz]?|stop|assez|marre|aucune?|pas|fini|sans",),
    contacts=(
        "(?:m'|me |nous |de m'|de me |de nous |à m')?(?:envoye[rz]|envoie|adresse[rz]"
        "|recevoir|reçois|veux|souhaite|spammer)(?:-moi)?(?: \\w+){0,5} (?:e-?mails?|mails?"
        "|courriels?|messages?|newsletters?|offres?|publicités?|pubs?|promotions?|courriers?"
        "|sollicitations?)",
        "(?:m'|me |nous |de m'|de me )(?:écri\\w{1,5}|contacte[rz]|solliciter|relance[rz]"
        "|dérange[rz])(?: \\w+){0,3}|(?:contactez|écrivez)(?:-moi)?(?: \\w+){0,2} plus",
        "(?:plus|d'autres|de|vos|ces|les|aucun) (?:e-?mails?|mails?|courriels?|newsletters?"
        "|publicités?|messages) ?(?:de votre part|promotionnels?|publicitaires?|svp"
        "|s'il vous plaît)?",
    ),
    exceptions=(
        "ancienne? (?:adresse|e-?mail|mail|compte|numéro)|nouvelle adresse|nouvel (?:e-?mail"
        "|mail)|autre adresse|uniquement par|seulement par|par téléphone|au téléphone"
        "|(?:n'ai|n'avons|n'a|ai|avons) (?:pas|jamais|rien|toujours pas"
        "|encore) (?:encore )?reçu|pas (?:encore )?(?:reçu|arrivé)|jamais (?:reçu|arrivé)"
        "|n'hésitez|avant (?:de|lundi|demain)|jusqu'à|à quel arrêt|arrêt (?:de|du) (?:bus"
        "|car)|l'arrêt|mail de confirmation|spams?",
    ),
    undo=(
        "par (?:erreur|mégarde|accident)|réinscri\\w{1,5}|réabonn\\w{1,5}|ne (?:voulais"
        "|souhaite|veux) pas (?:me |être )?(?:désinscri|désabonn)\\w{1,4}|remettez-moi"
        "|inscrivez-moi|m'inscrire|continuer à|toujours recevoir",
    ),
)
