"""Frequent French words (closed classes first: they carry a language in short mails)."""

from drafting.pipeline.languages.shapes import LanguageRules

RULES = LanguageRules(
    # Articles, pronouns, auxiliaries, prepositions; greetings and thanks of mail. Elided forms
    # are split at the apostrophe before the look-up.
    function_words=frozenset(
        "le la les l un une des du de d et ou mais si est sont suis etes sommes etait ai as a avons"
        " avez ont je j tu il elle on nous vous ils elles me m te se s moi mon ma mes notre nos"
        " votre vos leur son sa ses ce c cette ces ca qui que qu quoi quel quelle quels quelles"
        " quand ou comment combien pourquoi ne n pas non oui au aux en dans sur sous par pour avec"
        " sans chez depuis jusqu jusque vers apres avant entre y peut pouvons pouvez puis peux"
        " faut deja encore aussi plus tres bien bonjour bonsoir salut merci cordialement svp"
        " voudrais voudrions aimerais serait heure".split()
    ),
    only_here=frozenset(
        "les une des du et mais est sont suis etes sommes avons avez ont je j tu elle nous vous ils"
        " moi mes notre nos votre vos leur cette ces ca qui quoi quel quelle quels quelles quand"
        " comment combien pourquoi ne pas oui au aux dans sur avec sans chez depuis jusqu jusque"
        " vers apres avant peut pouvons pouvez faut deja encore aussi tres bonjour bonsoir salut"
        " merci cordialement svp voudrais voudrions aimerais serait heure chambre petit dejeuner"
        " accord parfait annuler desabonner clé clef est-ce".split()
    ),
)
