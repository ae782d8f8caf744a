"""How French asks: "est-ce que", verb-pronoun inversion, qu- words, "-ez" imperatives."""

from drafting.pipeline.languages.shapes import AskRules

_QU = "(?:quel(?:le)?s?|quand|où|comment|combien|pourquoi|qui|quoi|lequel|laquelle)"
_PREPOSITION = "(?:(?:à|de|pour|par|jusqu'à|depuis|dans|en|avec|vers|sur|jusqu'|à partir de|d') ?)?"
_INVERSION = r"[a-z'-]{0,12}[a-z]{2,14}-(?:t-)?(?:il|elle|on|vous|nous|je|tu|ils|elles|ce)"
_INFINITIVE = (
    "(?:m'|me |nous |l'|le |la |les |lui |leur |y |en ){0,2}(?:annuler|envoyer|renvoyer"
    "|transmettre"
    "|appeler|rappeler|contacter|répondre|rembourser|restituer|rendre|virer|confirmer|réserver"
    "|changer|modifier|déplacer|décaler|prolonger|raccourcir|ajouter|inclure|retirer|supprimer"
    "|enlever|garder|conserver|bloquer|libérer|mettre|laisser|donner|fournir|établir|faire"
    "|préparer|organiser|vérifier|regarder|chercher|trouver|réparer|remplacer|nettoyer|ouvrir"
    "|indiquer|dire|expliquer|informer|désinscrire|désabonner|cesser|arrêter|reporter|avancer"
    "|louer|commander|recevoir|obtenir|avoir|parler|débloquer|adresser|expédier|imprimer"
    "|corriger|échanger|demander|repousser|séparer|tenir)"
)

RULES = AskRules(
    abbreviations=frozenset(
        "env max min tél réf ref n° etc ex p.ex mme mlle st av bd cf art dr m no".split()
    ),
    ordinal_followers=frozenset(),
    coordinators=("et aussi", "et puis", "et", "mais aussi", "mais", "ainsi que", "puis"),
    fillers=(
        "environ|à peu près|approximativement",
        "bonjour|bonsoir|salut|merci|pardon|désolée?|s'il vous plaît|svp",
        "à tous|l'équipe|à toute l'équipe|madame|monsieur",
        "aussi|alors|si oui|si non|sinon|sinon,|dans ce cas|également|par ailleurs|de plus|donc"
        "|et|mais|au fait|une question|autre question|petite question|question|enfin|ensuite"
        "|d'ailleurs|en plus|en outre"
        "|après|puis",
    ),
    question_starts=(
        "(?:qu')?est-ce(?: qu[e'])?|qu'est-ce",
        f"{_PREPOSITION}{_QU}",
        "à (?:quelle|quel|qui|quoi)|d'où|qu'|tous les combien",
        _INVERSION,
        "y a-t-il|y aurait-il|y a t il",
        # Spoken order, still a question before "?".
        "(?:c'est|ça|cela|on (?:peut|doit|pourrait)|je (?:peux|dois|pourrais)"
        "|nous (?:pouvons|devons"
        "|pourrions)|vous (?:avez|auriez|acceptez|faites|proposez|pouvez|pourriez|offrez"
        "|prêtez|louez)"
        "|il (?:y a|faut|est possible|reste)|est-il)",
        "possible d[e']|moyen de",
    ),
    comma_starts=(
        "(?:qu')?est-ce(?: qu[e'])?|qu'est-ce",
        _INVERSION,
        "(?:à |jusqu'à |de )?(?:quel(?:le)?s? (?:heure|est|sont|bus|jour|prix)|combien|comment)",
        "(?:c'est (?:possible|gratuit|payant|inclus|compris|combien|bon)|on peut|vous avez"
        "|il y a|y a-t-il|ça marche)",
    ),
    unmarked_starts=(
        f"(?:qu')?est-ce que|qu'est-ce|{_PREPOSITION}quel(?:le)?s? (?:est|sont|heure|bus|ligne)",
        "(?:peut|pouvez|pourriez|pourrait|puis|pouvons|avez|auriez|faut|acceptez|y a|est"
        "|sont|serait|proposez"
        "|faites|doit|dois|devons|savez|existe)-(?:t-)?(?:il|elle|on|vous|nous|je|ils|elles|ce)",
        "combien (?:coûte|coûtent|ça|cela|de temps|faut)|comment (?:faire|venir|accéder"
        "|se rendre|puis|peut|fonctionne)",
        "où (?:est|se|puis|peut|pouvons|dois|faut)",
    ),
    indirect_leads=(
        "(?:savoir|dire|dites|dis|confirmer|confirmez|indiquer|indiquez|préciser|précisez"
        "|informer"
        "|expliquer|demander|demande|demandais|demandions|vérifier|comprendre|connaître"
        "|me demande)",
        "(?:je ne sais pas|nous ne savons pas|je me demand[a-z]{1,4}|ma question"
        "|pas (?:trouvé|compris|sûre?))",
    ),
    complements=(rf"si|s'il|s'ils|{_PREPOSITION}{_QU}|ce que|ce qu'|jusqu'à quand",),
    noun_leads=(
        "(?:connaître|savoir|m'indiquer|me donner|me dire|nous indiquer|nous donner"
        "|me communiquer) (?:le|la|les|l'|vos|votre) ?"
        "(?:prix|tarifs?|horaires?|heures?|adresse|code|mot de passe|conditions"
        "|disponibilités?|montant|coût)",
        "(?:une |des |quelques )?questions? (?:sur|concernant|à propos|au sujet)"
        "|renseignements? (?:sur|concernant)",
    ),
    ability_questions=(
        "(?:pouvez|pourriez|peux|pourrais)-(?:vous|tu) (?:me |nous )?(?:recommander"
        "|conseiller|suggérer|dire|garantir|proposer|accepter)",
        "(?:est|serait)-(?:il|ce) (?:possible|permis|autorisé)|c'est possible",
    ),
    pleasantries=(
        "(?:comment )?(?:ça va|allez-vous|vas-tu|vous allez(?: bien)?)",
        "vous allez bien",
    ),
    rhetorical=(
        "^(?:non|n'est-ce pas|d'accord|ok|vraiment|sérieusement|pas vrai|ah bon|et|pourquoi"
        "|alors|hein)[ ?!.]*$",
        "(?:est-ce|c'est|trouvez-vous (?:ça|cela)|trouvez vous) (?:normal|une blague"
        "|une plaisanterie|sérieux|acceptable|digne|trop demander|ainsi)",
        "vous (?:trouvez|croyez|pensez) (?:ça|cela|vraiment|que c'est|normal)"
        "|vous (?:plaisantez|moquez)|vous vous moquez",
        "comment (?:est-ce possible|osez|peut-on (?:traiter|accepter|laisser))|que (?:dire"
        "|voulez-vous que)|à quoi bon|qui (?:accepterait|voudrait)|quelle (?:honte|audace)"
        "|^(?:il y a|y a-t-il) quelqu'un[ ?!.]*$",
    ),
    echoes=(
        "(?:est-ce|serait-ce|c'est|ce serait|est-ce que c'est|est-il|serait-il|cela est-il"
        "|est-ce que ce serait)"
        " (?:possible|faisable|envisageable|bon|ok|d'accord)(?: (?:pour vous|ou non|svp))?"
        "|possible|ça (?:marche|irait|vous va)|cela vous convient(?:-il)?",
    ),
    requests=(
        "s'il (?:vous|te) plaît|svp|stp|s'il vous plait",
        "merci (?:de|d')(?: bien vouloir| me| nous)?",
        "(?:pouvez|pourriez|pourrez|peux|pourrais|voulez|voudriez)-(?:vous"
        "|tu)(?: (?:s'il vous plaît|aussi|également|peut-être|donc|alors|svp"
        "|éventuellement))?",
        f"(?:vous|tu) (?:pouvez|pourriez|peux|pourrais) (?:aussi |bien |svp )?{_INFINITIVE}"
        f"|(?:vous|tu) (?:me|m'|nous) (?:confirmez|envoyez|gardez|donnez|tenez)",
        "veuillez|prière de|je vous (?:prie|demande|demanderais|serais)|nous vous (?:prions"
        "|demandons|serions)|je vous saurais gré",
        "serait-il possible|est-il possible|demande (?:de|d')|quelqu'un (?:peut|pourrait|peut-il)",
    ),
    no_request=(
        "(?:de |d')?(?:m'|nous |vous )?(?:(?:trouver|agréer|excuser|m'excuser|recevoir"
        "|croire|accepter|noter|pardonner|avoir|avance|avoir)"
        "|votre|vos|ta|tes|tout|d'avance|l'accueil|la part|prendre (?:en )?(?:note|compte)"
        "|patience|compréhension)",
        "(?:m'avoir|nous avoir|m'excuser|me pardonner|répondre|rien|cœur|croire)",
    ),
    desires=(
        "(?:je|nous) (?:voudrais|voudrions|souhaite|souhaitons|souhaiterais|souhaiterions"
        "|veux|voulons|désire|désirons|désirerais|préférerais|préférerions|voulais|voulions)",
        "(?:j'aimerais|nous aimerions|on aimerait|on voudrait|j'ai besoin|nous avons besoin"
        "|on a besoin|il me faut|il nous faut|il me faudrait|il nous faudrait"
        "|j'aurais besoin|je cherche|nous cherchons)",
    ),
    desired=(
        f"(?:d[e'] ?)?{_INFINITIVE}",
        "(?:d[e'] ?)?(?:un|une|le|la|l'|mon|ma|deux|trois"
        "|des) ?(?:[a-z-]{2,15} ){0,2}(?:remboursement|facture|reçu|chambre|lit|lits|place"
        "|lien|copie|confirmation|réponse|taxi|transfert|navette|réduction|nuit|argent|geste"
        "|parking|couchette|petit-déjeuner|couverture|oreiller|casier|table|billets?|étage|serviettes?|justificatif|excuses|dédommagement)",
    ),
    desire_reach=60,
    performatives=(
        "(?:je|nous) (?:vous )?(?:demande|demandons|exige|exigeons|réclame|réclamons"
        "|sollicite|sollicitons|annule|annulons|résilie|attends (?:un|une|le|votre|de|que"
        "|la)|attendons (?:un|une|le|votre|de|que|la)|mets en demeure|prie|prions)",
        "j'(?:annule|exige|attends (?:un|une|le|votre|de|que|la))|j'ai (?:dû|demandé) (?:annuler)?",
        "(?:je|nous) (?:dois|devons|suis contrainte? d|suis obligée? d|sommes obligés d"
        "|vous écris pour|vous écrivons pour|me permets d"
        "|vous contacte pour)[^.?!]{0,25}(?:annuler|décaler|modifier|changer|reporter"
        "|avancer|déplacer)",
    ),
    imperatives=(
        "(?!avez|etes|pouvez|savez|voulez|chez|assez|allez|devez|serez|aurez|faisiez"
        "|veuillez|venez|rendez|nez|recevez|sachez|agréez|excusez|notez|croyez|pardonnez"
        "|rassurez)"
        r"(?:ne |n'|ne m'|ne me |ne nous )?(?:m'|me |nous )?[a-z]{3,14}ez(?:-(?:moi|nous|le"
        r"|la|les|lui|en|y|leur)){0,2}(?!-vous| vous)",
        "(?:faites|dites|ne faites|envoie|appelle|annule|dis|garde|réserve|confirme"
        "|arrête)(?:-(?:moi|nous|le|la|les))?",
    ),
    second_actions=(
        f"(?:de |d'|à )?{_INFINITIVE}",
        r"(?:me |m'|nous )?(?!avez|etes|pouvez|savez|voulez|allez)[a-z]{3,14}ez-(?:moi|nous"
        r"|le|la|les)",
        "(?:annulez|envoyez|confirmez|dites|faites|rappelez|gardez|supprimez|retirez)",
    ),
    trailing_please=(r"(?:s'il (?:vous|te) plaît|svp|stp)\s?[.!?]{0,3}$",),
    ultimatums=(
        "(?:sans|faute de|à défaut de?)[^.?!]{3,70}",
        "si (?:je|nous|vous|d'ici|le|la|rien|aucun)[^.?!]{0,70}(?:ne|n'|pas|aucun|rien)",
        "à moins que",
    ),
)
