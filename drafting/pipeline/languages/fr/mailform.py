"""Quotes, headers and closings of French mail."""

from drafting.pipeline.languages.shapes import MailFormRules

RULES = MailFormRules(
    # "Le mar. 3 mai 2026 à 10:00, X a écrit :".
    attribution_verbs=("a écrit", "ont écrit", "écrivait"),
    original_markers=(
        "message d'origine",
        "message original",
        "message (?:transféré|réexpédié)",
        "début du message (?:transféré|réexpédié)",
        "courriel original",
    ),
    from_keys=("de", "expéditeur"),
    other_keys=("envoyé", "à", "cc", "objet", "date", "destinataire"),
    device_footers=(
        "envoyé (?:de|depuis|à partir de|avec) [^\n]{0,60}",
        "télécharge[rz] outlook [^\n]{0,40}",
        "obtenir outlook [^\n]{0,40}",
    ),
    closings=(
        "(?:bien |très )?(?:cordialement|amicalement|sincèrement|respectueusement)(?: vôtre)?",
        "(?:bien )?(?:à vous|à toi)",
        "(?:(?:mes|nos|sincères|meilleures|cordiales|bonnes|respectueuses) ){0,3}salutations"
        "(?: (?:distinguées|cordiales|les meilleures))?",
        "(?:veuillez|je vous prie) [^\n!]{0,80}(?:salutations|sentiments)[^\n,]{0,30}",
        "(?:mille |un grand |grand |encore )?mercis?(?: (?:d'avance|beaucoup|bien|à vous|à tous"
        "|encore|infiniment|pour [^\n,.!]{1,30}|de (?:votre|vos) [^\n,.!]{1,30}|de (?:me|nous) (?:lire|répondre|avoir lu)"
        ")){0,2}",
        "(?:à (?:bientôt|très bientôt|très vite|plus|demain|tout à l'heure))",
        "bonne (?:journée|soirée|réception|continuation|fin de journée)",
        "bises|bisous|amitiés",
        "dans l'attente [^\n.!]{1,50}",
        "cdlt|cdt|bav",
    ),
    greetings=("bonjour|bonsoir|salut|coucou|cher|chère|chers|madame|monsieur|mesdames",),
    joiners=("et",),
    titles=("mme", "mlle", "dr", "pr", "monsieur", "madame"),
    particles=("de", "du", "le", "la", "d"),
    not_names=(
        "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|mai|juin"
        "|juillet|août|septembre|octobre|novembre|décembre",
        "oui|non|ok|merci|réservation|réf|référence|chambre|tél|téléphone|mobile|urgent|parfait"
        "|accord|je|nous|le|la|les|un|une|des|ne|pas|et|ou|mais|ps|email|mail|hôtel|auberge"
        "|cordialement|bonjour|d'accord|numéro|on|il|elle|vous|avec|pour",
    ),
    subject_prefixes=("re", "tr"),
)
