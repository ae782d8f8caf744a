"""No more mail, in French: a word that means just that, or stop/negation x contact."""

from drafting.pipeline.languages.shapes import OptOutRules

RULES = OptOutRules(
    direct=(
        "(?:me |m'|nous )?(?:désinscri|désabon|desincri)\\w{1,9}|unsubscribe"
        "|(?:retire|révoque|annule|retirer|révoquer) (?:tout |mon |ma )?(?:consentement|accord|"
        "autorisation)|(?:laissez|laisse)-(?:moi|nous) (?:tranquilles?|en paix)|fichez-moi la paix"
        "|(?:plus|pas|jamais) (?:être|etre) (?:contacté|sollicité|dérangé|relancé|démarché)e?"
        "|(?:plus|jamais) (?:entendre parler de|rien recevoir|rien (?:avoir|savoir))"
        "|(?:stop|assez|marre|basta|halte|fini)(?: (?:à|aux|de|des|avec|les|ces|vos|tous|toutes)){0,3}"
        " (?:e-?mails?|mails?|courriels?|newsletters?|pubs?|publicités?|spams?|sollicitations)",
        "(?:retire|retirez|retirer|enlevez|enlever|supprimez|supprimer|rayez|rayer|ôtez"
        "|effacez|effacer|radiez)(?:-moi)?(?: \\w+){0,4} (?:de|d'|des) ?(?:votre|vos|la"
        "|cette|toutes)(?: \\w+){0,2} ?(?:listes?|fichiers?|newsletter|base|mailing"
        "|diffusion|contacts)",
        "(?:supprimez|supprimer|effacez|retirez|retirer) (?:mon adresse|mon e-?mail|mon mail"
        "|mes coordonnées)(?! ancienne)",
    ),
    stops=(
        "ne|n'|pas|plus|arrêtez?|arrêter|cesse[rz]?|stop|assez|marre|aucune?|fini|sans|inutile|abstenez-vous|abstenir|évitez|éviter",
    ),
    contacts=(
        "(?:m'|me |nous |de m'|de me |de nous |à m')?(?:envoye[rz]|envoie|adresse[rz]"
        "|recevoir|reçois|veux|souhaite|spammer)(?:-moi)?(?: \\w+){0,5} (?:e-?mails?|mails?"
        "|courriels?|messages?|newsletters?|offres?|publicités?|pubs?|promotions?|courriers?"
        "|sollicitations?)",
        "(?:m'|me |nous )(?:envoye[rz]|adresse[rz])(?: plus)? rien|(?:m'|me |nous |de m'|de me )(?:écri\\w{1,5}|contacte[rz]|solliciter|relance[rz]"
        ")(?: \\w+){0,3}|(?:contactez|écrivez)(?:-moi)?(?: \\w+){0,2} plus",
        "(?:plus|d'autres|de|vos|ces|les|aucun) (?:e-?mails?|mails?|courriels?|newsletters?"
        "|publicités?|messages) ?(?:de votre part|promotionnels?|publicitaires?|svp"
        "|s'il vous plaît)?",
    ),
    removals=(
        "(?:retir|enlev|enlèv|supprim|ray|radi|ôt|effac|désinscri|désabonn|exclu|sort|annul|résili|résiliez)\\w{0,6}",
    ),
    lists=(
        "liste[s]? (?:de diffusion|d'envoi|de contacts|d'adresses|d'e-?mails|de mails|mail|mailing|de publipostage)"
        "|mailing ?-?list[e]?|newsletter|abonnement|lettre d'information|vos contacts|(?:votre|vos) (?:liste|listing|fichier)s?",
    ),
    topics=(
        "newsletters?|offres?|promos?|promotions?|pubs?|publicités?|spams?|lettres? d'information|prospection"
        "|(?:vos|ces|tous ces|tant de|trop de) (?:e-?mails?|mails?|courriels?|messages)",
    ),
    ends=(
        "(?:ne|n')(?: \\w+){1,4} plus|plus de|veux plus|arrêt\\w{1,4}|cess\\w{1,4}|stop|assez|marre|aucune?|ras le bol"
        "|(?:ne|n')(?: \\w+){1,2} pas intéress\\w{1,5}|m'oppose à",
    ),
    marketing=(
        "newsletters?|publicités?|pubs|spams?|marketing|prospection|lettres? d'information|(?:courriers?|courriels?|messages|mails"
        "|e-?mails|informations) (?:publicitaires?|commerciaux|promotionnels|commerciales|électroniques?)",
    ),
    references=(
        "(?:me |nous )?(?:les|la|le|l'|en) ?(?:envoyer|adresser|envoyez|adressez|recevoir)"
        "|(?:l'|les |m'en |nous en )(?:envoye[rz]|adresse[rz])|(?:arrêtez|arrêter|cessez|cesser|stop)(?: ça| cela| tout| svp| merci)?[.! ]{0,3}$"
        "|(?:la|les|en) (?:veux|souhaite|désire) (?:pas|plus)",
    ),
    exceptions=(
        "liste (?:d'attente|des invités)|pas (?:besoin|nécessaire|la peine)|inutile de (?:m'écrire|me répondre|répondre|m'appeler)|ancienne? (?:adresse|e-?mail|mail|compte|numéro)|nouvelle adresse|nouvel (?:e-?mail"
        "|mail)|autre adresse|uniquement par|seulement par|par téléphone|au téléphone"
        "|(?:n'ai|n'avons|n'a|ai|avons) (?:pas|jamais|rien|toujours pas"
        "|encore) (?:encore )?reçu|pas (?:encore )?(?:reçu|arrivé)|jamais (?:reçu|arrivé)"
        "|n'hésitez|avant (?:de|lundi|demain)|jusqu'à|à quel arrêt|arrêt (?:de|du) (?:bus"
        "|car)|l'arrêt|mail de confirmation|par sms|facture|imprime[rz]?|lien de paiement"
        "|réservation",
    ),
    footers=(
        "si vous (?:ne )?(?:souhaitez|voulez|désirez)|vous ne (?:souhaitez|voulez|désirez) plus|cliqu\\w{1,4}"
        "|pour (?:vous|se) (?:désinscrire|désabonner)|désinscrivez-vous|désabonnez-vous"
        "|vous pouvez (?:vous|à tout)",
    ),
    undo=(
        "par (?:erreur|mégarde|accident)|réinscri\\w{1,5}|réabonn\\w{1,5}|ne (?:voulais"
        "|souhaite|veux) pas (?:me |être )?(?:désinscri|désabonn)\\w{1,4}|remettez-moi"
        "|inscrivez-moi|m'inscrire|continuer à|toujours recevoir",
    ),
)
