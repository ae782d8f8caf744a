"""Frequent German words (closed classes first: they carry a language in short mails)."""

from drafting.pipeline.languages.shapes import LanguageRules

RULES = LanguageRules(
    # Articles, pronouns, auxiliaries, prepositions; greetings and thanks of mail.
    function_words=frozenset(
        "der die das den dem des ein eine einen einem einer und oder aber wenn ob dass ist"
        " sind war"
        " waren sein bin bist ich du er sie es wir ihr mich mir uns euch ihnen ihre ihren"
        " mein meine"
        " unser unsere was wann wo wie wer welche welcher welches warum wieviel viel haben"
        " habe hat"
        " hatte kann konnen konnte konnten werden wird wurde wurden muss mussen darf durfen soll"
        " nicht kein keine keinen nein ja von zu zum zur in im an am auf aus bei beim bis"
        " mit nach"
        " um fur uber unter vor durch ohne noch auch nur schon mehr sehr bitte danke hallo guten"
        " tag liebe lieber sehr geehrte gruße gruß grusse vielen dank mochte mochten gibt man da"
        " dann hier so als wie uhr moin fuer ueber".split()
    ),
    only_here=frozenset(
        "der das den dem und oder aber wenn ob dass ist sind bin bist ich du wir ihr mich mir uns"
        " euch ihnen mein meine unser unsere wann wo wie wer welche warum wieviel haben habe kann"
        " konnen konnten werden wird wurde wurden muss mussen darf nicht kein keine nein von"
        " zum zur"
        " im auf aus bei beim mit nach fur uber noch auch nur schon bitte danke hallo guten tag"
        " liebe geehrte gruße gruß vielen dank mochte mochten gibt uhr moin einverstanden passt"
        " fruhstuck zimmer buchung gepack stornieren abmelden fuer ein eine einen".split()
    ),
)
