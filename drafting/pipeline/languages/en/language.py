"""Frequent English words (closed classes first: they carry a language in short mails)."""

from drafting.pipeline.languages.shapes import LanguageRules

RULES = LanguageRules(
    # Articles, pronouns, auxiliaries, prepositions; greetings and thanks of mail.
    function_words=frozenset(
        "the a an and or but if is are was were be been am i you he she it we they me us them my"
        " your our their its this that these those there here what when where which who how why"
        " do does did have has had can could will would shall should may might must not no yes to"
        " of in on at by for from with about before after until into any some all also just please"
        " hi hello hey dear thanks thank thx cheers regards sorry is it's i'm we're don't can't"
        " i've we've i'd we'd i'll we'll as so than then still only need want get let know per out"
        " up again more one night".split()
    ),
    only_here=frozenset(
        "the and is are was were been you he she it we they your our their this that these those"
        " there what when where which who how why does did have has had can could would should"
        " might of by for from with about until any some also just please hi hello hey thanks"
        " thank thx cheers regards sorry yes don't can't still need want get know again out book"
        " booking stay room check cancel breakfast unsubscribe stop agree agreed great fine sounds"
        " good morning afternoon evening not my".split()
    ),
)
