"""How promises, anger, haste and thanks sound in Italian (earlier mails of a thread)."""

from drafting.pipeline.languages.shapes import ThreadRules

RULES = ThreadRules(
    # First person plural in the future or perfect, and passives that state a result.
    commitments=(
        r"(?:possiamo|vi|le|ti|abbiamo|provvederemo|terremo|faremo|manderemo|invieremo"
        r"|rimborseremo|sposteremo|teniamo|confermiamo|offriamo|garantiamo|prenoteremo"
        r"|riserveremo|controlleremo|verificheremo)(?: \w+){0,3} (?:offr\w{1,4}|tener\w{1,3}"
        r"|tenut\w|riservat\w|spostat\w|mandat\w|inviat\w|rimbors\w{1,5}|conferm\w{1,5}"
        r"|prenotat\w|aggiunt\w|sapere|risponder\w{1,4}|ricontatt\w{2,6}|cambiat\w"
        r"|cancellat\w)|(?:provvederemo|terremo|faremo|manderemo|invieremo|rimborseremo"
        r"|sposteremo|teniamo|confermiamo|offriamo|garantiamo|verificheremo|controlleremo)"
        r"|gratuit[oa](?:mente)?|(?:è|e') (?:stat[oa] )?(?:confermat\w|riservat\w|inclus\w"
        r"|garantit\w)|(?:può|puo|potete|può) (?:lasciare|usare|pagare|fare|avere)",
    ),
    upset=(
        r"inaccettabil\w|delus\w{1,4}|reclam\w{1,3}|lamentel\w|vergogn\w{1,4}|pessim\w"
        r"|orribil\w|arrabbiat\w|schifo|truff\w|sporc\w{1,3}|mai più|scortes\w"
        r"|nessuno (?:risponde|ha risposto|aiuta)|ancora (?:nessun\w|nulla|niente)|ridicol\w"
        r"|disservizi\w",
    ),
    urgent=(r"urgent\w{1,5}|subito|immediatamente|al più presto|oggi|aiuto|emergenza",),
    grateful=(
        r"grazie|ringrazi\w{1,4}|ottim\w|bellissim\w|fantastic\w|perfett\w|meraviglios\w"
        r"|gentil\w{1,5}",
    ),
    # Content words so common in hostel mail that sharing one touches nothing.
    content_stop=frozenset(
        "della delle degli sono avete vorrei potete quando quanto dove come anche questa"
        " questo buongiorno grazie saluti gentile ostello prenotazione".split()
    ),
)
