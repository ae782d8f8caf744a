"""Consent in French. Specification: explicit 90, informal 60, hedged or bare 40."""

from drafting.pipeline.languages.shapes import AgreementRules

RULES = AgreementRules(
    explicit=(
        "c'est d'accord",
        "(?:ne |n')[a-z]{2,12} pas (?:accepter|être d'accord|approuver)",
        "(?:j'|nous |je l'|je les |nous l'|nous les |et |n'|on )?(?:accepte|acceptons"
        "|approuve|approuvons|consens|consentons)(?! (?:vous|-vous))",
        "(?:je suis|nous sommes|on est|suis|sommes|je ne suis pas"
        "|nous ne sommes pas) (?:tout à fait |bien |entièrement |tous |totalement "
        "|parfaitement )?d'accord|(?:^|oui,? |ok,? |bien )d'accord",
        "(?:j'ai|nous avons) (?:lu et )?(?:accepté|approuvé)|(?:je donne"
        "|nous donnons) (?:mon|notre) accord|(?:conditions|offre) acceptée?s?|lu et approuvé"
        "|(?:vous avez )?(?:mon|notre) accord",
    ),
    objects=(
        "conditions?|termes|cgv|offre|proposition|prix|tarifs?|montant|règles|règlement"
        "|politique|acompte|arrhes|caution|paiement|prépaiement|annulation|changement"
        "|modification|dates|réservation|chambre|tout|toutes|euros?|devis|solution"
        "|alternative|frais",
        "(?:avec )?(?:cela|ça|ceci|vous|celles-ci|y)$",
    ),
    # Somebody else says that the guest agreed, or the guest disputes it.
    reported=(
        "(?:vous|on|il|elle|votre (?:collègue|mail|message))(?: \\w+){0,2} (?:dites|écrivez"
        "|prétendez|affirmez|dit|écrit|prétend|affirme)|(?:jamais|pas) dit",
    ),
    confirms=("(?:je|nous) (?:vous )?(?:confirme|confirmons)|^confirmé",),
    informal=(
        "(?:ça|cela|tout|c'est) (?:me |nous )?(?:va|convient|marche|roule|parait bien"
        "|paraît bien|semble (?:bien|parfait|correct|bon))(?: (?:très )?bien| parfaitement"
        "| pour (?:moi|nous))?",
        "(?:me|nous) (?:va|convient|conviennent|vont)(?: (?:très )?bien| parfaitement)?",
        "(?:c'est |cela est |tout est |tout )?(?:parfait|ok|bon|très bien|bien|nickel"
        "|impeccable) pour (?:moi|nous)|pas de (?:problème|souci)s? (?:pour|avec)"
        "|aucun (?:problème|souci) (?:pour|avec)",
        "(?:vous pouvez|on peut|nous pouvons) (?:y aller|procéder|continuer|valider|réserver"
        "|avancer)|allez-y|procédez|faisons (?:comme ça|ainsi|cela)|faites (?:comme ça|ainsi"
        "|donc)|on (?:fait comme ça|prend|part là-dessus|valide)|(?:je|nous) (?:prends"
        "|prenons|la prends|le prends|la prenons)|marché conclu|ça marche|c'est (?:bon"
        "|parfait)(?! de)",
    ),
    refusals=(
        "(?:je|nous) (?:refuse|refusons|décline|déclinons|conteste|contestons)|non,? merci"
        "|inacceptable|hors de question|pas question|en désaccord",
        "(?:ne|n') ?(?:me|nous|m')? ?(?:va|convient|est)[^.?!,]{0,12} pas|pas acceptable",
    ),
    negators=("ne|n'|pas|jamais|ni|sans|aucunement|non",),
    negators_after=("pas|jamais|nullement|aucunement",),
    hedges=(
        "en principe|sur le principe|a priori|peut-être|probablement|sans doute"
        "|pas (?:tout à fait |encore |très |complètement )?sûre?s?|je (?:pense|crois"
        "|suppose)|nous (?:pensons|croyons)|devrait|normalement|plus ou moins|presque"
        "|pour l'instant|à contrecœur|éventuellement",
        "si(?! (?:possible|besoin|vous avez besoin|nécessaire))|s'il|à condition|pourvu que"
        "|sous réserve|seulement si|sauf si|à moins|en fonction|cela dépend|ça dépend"
        "|tant que|dès que vous",
    ),
    deferrals=(
        "(?:je dois|nous devons|on doit|il faut que|j'aimerais|je voudrais|nous voudrions"
        "|je préfère|il me faut) (?:d'abord |encore |juste |en )?(?:demander|vérifier|voir"
        "|parler|en parler|réfléchir|consulter|discuter|en discuter|je demande|je vérifie"
        "|j'en parle)",
        "(?:je|nous|on) (?:vais|allons|va) (?:y )?(?:réfléchir|voir|demander|en parler)"
        "|(?:je|nous|on) (?:vous |te )?(?:tiens|tenons|tient|redis|redisons|recontacte"
        "|recontactons|dirai|dirons)|besoin de (?:temps|réfléchir)|pas encore (?:décidé"
        "|sûre?s?)|laissez-(?:moi|nous) (?:réfléchir|le temps|un peu)"
        "|je ne sais pas(?: encore)?|nous ne savons pas(?: encore)?|j'hésite|nous hésitons",
    ),
    bare=(
        "oui|ok|okay|parfait|très bien|bien|entendu|super|d'ac|bien sûr|bien reçu|compris"
        "|volontiers|c'est noté|noté|génial|impeccable|nickel",
    ),
    bare_fillers=(
        "bonjour|bonsoir|salut|merci(?: (?:beaucoup|bien|à vous|d'avance))?|cordialement"
        "|bien à vous|madame|monsieur|pour (?:votre (?:réponse|retour|message|mail)|tout"
        "|l'info|l'information|ces précisions)|à (?:bientôt|vous)|bonne (?:journée|soirée)"
        "|c'est|et|tout|alors|donc|beaucoup|l'équipe|à toute l'équipe",
    ),
    contrasts=(
        "mais|cependant|toutefois|par contre|en revanche|sauf|néanmoins|pourtant|excepté"
        "|seulement|hormis|à part|bien que|même si",
    ),
    limits=(
        "conditions?|termes|prix|tarifs?|montant|frais|acompte|caution|rembours\\w{2,6}"
        "|annulation|payer|paiement|coût|cher|chère|euros?|réduction|remise|clause|point"
        "|moitié",
        "pas (?:avec|les|la|le|tout|toutes|d'accord|prêts?|question|pour)|n'accept\\w{1,4}"
        "|trop|injuste|abusifs?|excessifs?|plutôt|au lieu|réserve|conteste|préfère\\w{0,4}"
        "|préférer\\w{0,4}|sans|sauf|refuse",
    ),
    not_limits=(
        "lien|page|site|erreur|facture|reçu|check-?in|question|quand|comment"
        "|désolée?|excus\\w{1,5}|merci",
    ),
    proposals=(
        "accept\\w{1,4}|d'accord|accord|conditions|confirm\\w{1,4}"
        "|pouvons (?:vous )?(?:proposer|offrir|changer|déplacer)|proposons|propose|offre"
        "|proposition|(?:cela|ça) (?:vous )?(?:convient|va|irait)|dites-nous"
        "|faites-nous savoir|merci de|par nuit|la nuit|acompte|caution|payer|régler"
        "|souhaitez-vous|voulez-vous|préférez-vous|à la place",
    ),
    confirmations=("(?:je|nous) (?:vous )?(?:confirme|confirmons)",),
)
