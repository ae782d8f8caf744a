"""Payment requests and their answers in French (wording of the three request templates)."""

from drafting.pipeline.languages.shapes import PrepaymentRules

RULES = PrepaymentRules(
    payment=(
        "pré-?paiements?|paiements?|payer|payée?|payez|acompte|arrhes|lien|virement|montant"
        "|régler|réglée?|règlement|débiter|débit\\w{1,3}|carte",
    ),
    requests=(
        # Asks leave to charge the card: "may we charge", "do you agree that we charge".
        "(?:acceptez|pouvons|d'accord|autorisez)[^.?!]{0,60} (?:débit|prélev)\\w{1,5}",
        "(?:payer|régler|payez|réglez|effectuez|verser|versez|réessayez|réessayer)|(?:via"
        "|par|avec|sur|utilisez|voici|ce|suivant|utiliser) (?:\\w+ ){0,2}lien|(?:paiement"
        "|prépaiement|montant|acompte|règlement)[^.?!]{0,40} (?:attente|attendu"
        "|pas (?:encore )?reçu|dû|suspens|manque|échoué|refusé)"
        "|tentative[^.?!]{0,50} (?:échoué|refusée)",
    ),
    reminders=("rappel|relance|avis|mise en demeure|tentative|demande",),
    second=("deuxième|second|seconde|2e|2ème",),
    third=("troisième|3e|3ème|dernier|dernière|ultime",),
    paid=(
        "(?:paiement|prépaiement|virement|règlement|acompte) (?:est |a été |déjà |bien |vient d.être ){0,2}(?:fait|faite|effectué|envoyé|réalisé|parti|passé|réglé|émis)",
        "(?:je viens|nous venons|on vient) (?:juste )?de (?:payer|régler|faire le (?:paiement|virement|prépaiement|règlement)|effectuer|virer|prépayer)",
        "(?:j'ai|nous avons|on a|je viens de|nous venons de|j'avais)(?: \\w+){0,4} (?:payé"
        "|payer|réglé|régler|viré|versé|effectué|effectuer|fait le (?:virement|paiement)"
        "|faire le (?:virement|paiement)|procédé au (?:paiement|règlement))",
        "(?:j'ai|nous avons) (?:payé|réglé|viré|versé|effectué)|(?:paiement|virement"
        "|règlement)(?: \\w+){0,4} (?:effectué|fait|envoyé|passé|validé)|c'est (?:payé|réglé)",
    ),
    not_paid=(
        "(?:essay\\w{1,3}|tent\\w{1,3}|arrive|réussi\\w?|voudr\\w{1,5}|souhait\\w{1,3}) (?:\\w+ ){0,2}(?:à |de )?(?:payer|régler|virer)",
        "(?:avec laquelle|avec lequel|que|qu') ?(?:j'ai|nous avons|on a) (?:payé|réglé|versé)",
        "(?:pas|jamais|si|quand|avant|après|dès que|une fois"
        "|deux fois)(?: \\w+){0,5} (?:payé|réglé|paiement|virement|effectué)",
        "(?:payé|réglé|débité)e? (?:deux fois|trop|en espèces|sur place|à la réception"
        "|le (?:parking|taxi|petit))|rembours\\w{1,6}|débité",
    ),
    received=(
        "(?:votre|vos|le|du|ce) (?:\\w+ ){0,2}(?:lien (?:sécurisé|de paiement)"
        "|demande de (?:pré-?)?paiement|rappel|relance|avis)|lien (?:sécurisé"
        "|de paiement) (?:que|reçu)",
        "(?:j'ai|nous avons) (?:bien )?(?:reçu|vu|lu) (?:\\w+ ){0,4}(?:lien|demande|rappel"
        "|relance|avis|mail)",
    ),
)
