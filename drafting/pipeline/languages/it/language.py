"""Frequent Italian words (closed classes first: they carry a language in short mails)."""

from drafting.pipeline.languages.shapes import LanguageRules

RULES = LanguageRules(
    # Articles, pronouns, auxiliaries, prepositions with articles; greetings and thanks of mail.
    function_words=frozenset(
        "il lo la i gli le un uno una e ed o ma se è sono siamo siete ho hai ha abbiamo avete hanno"
        " era che chi cosa quando dove come quanto quanta quanti quale quali perche io tu noi voi"
        " mi ti ci vi si ne non no di del dello della dei degli delle da dal dalla a al alla ai"
        " in nel nella nei con su sul sulla per tra fra anche ancora gia piu solo poi qui questo"
        " questa vostro vostra mio mia nostro nostra posso possiamo potete può c'e po ore ora"
        " buongiorno buonasera ciao salve grazie prego saluti cordiali scusate vorrei vorremmo"
        " avrei fino entro verso dopo prima dell all l un' d c".split()
    ),
    only_here=frozenset(
        "gli dello della dei degli delle dal dalla nel nella nei sul sulla alla ai è sono siamo"
        " siete ho hai abbiamo avete hanno che cosa quando dove quanto quanti quale quali perche"
        " noi voi ci anche ancora gia piu questo vostro vostra mio mia nostro nostra posso possiamo"
        " potete buongiorno buonasera ciao salve grazie saluti cordiali scusate vorrei vorremmo"
        " avrei fino entro dopo prima colazione camera prenotazione ostello accetto va bene"
        " perfetto disdire cancellare cancellatemi non bagagli ora ore per favore".split()
    ),
)
