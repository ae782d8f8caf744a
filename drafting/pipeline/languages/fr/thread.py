"""How promises, anger, haste and thanks sound in French (earlier mails of a thread)."""

from drafting.pipeline.languages.shapes import ThreadRules

RULES = ThreadRules(
    # First person plural in the future or perfect, and passives that state a result.
    commitments=(
        r"(?:nous|on|je) (?:vous )?(?:pouvons|allons|avons|gardons|garderons|réservons"
        r"|réserverons|enverrons|envoyons|remboursons|rembourserons|déplacerons|proposons"
        r"|offrons|confirmons|vérifierons|vérifions|recontacterons|ferons|tiendrons"
        r"|garantissons)|(?:est|sont|a été|ont été) (?:confirmée?s?|réservée?s?|incluse?s?"
        r"|garantie?s?|annulée?s?|remboursée?s?)|gratuit\w{0,6}|vous (?:pouvez|pourrez"
        r"|recevrez|aurez)",
    ),
    upset=(
        r"inacceptable|déç\w{1,4}|plain\w{1,4}|réclamation|honte\w{0,3}|horrible|affreux"
        r"|furieux|furieuse|sale|arnaque|plus jamais|personne ne (?:répond|fait|m'aide)"
        r"|toujours (?:pas|rien|aucun\w)|ridicule|catastroph\w{1,4}|scandal\w{1,5}"
        r"|mécontent\w{0,2}|désagréable",
    ),
    urgent=(
        r"urgent\w{0,3}|immédiatement|tout de suite|au plus vite|dès que possible"
        r"|aujourd'hui|aide|urgence",
    ),
    grateful=(r"merci|remerci\w{1,4}|parfait|super|génial\w{0,2}|magnifique|formidable|adoré",),
    # Content words so common in hostel mail that sharing one touches nothing.
    content_stop=frozenset(
        "vous nous votre avez pouvez quel quelle quand comment avec pour dans bonjour merci"
        " cordialement reservation".split()
    ),
)
