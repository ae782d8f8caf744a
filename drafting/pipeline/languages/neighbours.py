"""Words that tell languages without rules from those with: a Dutch mail is no German one.

Closed-class words of Portuguese, Dutch, Catalan, Polish, Romanian and Scandinavian languages
that none of the five has (folded, as they are looked up). Enough of them and the mail is "other".
"""

NEIGHBOUR_WORDS: frozenset[str] = frozenset(
    # Portuguese
    "nao voce voces uma umas obrigado obrigada ola bom boa sao tambem ate pelo pela com em do da"
    " dos das os as ao minha meu nossa nosso temos gostaria gostariamos posso qual onde quando"
    # Dutch
    " het een niet wij jullie zijn voor van naar ook graag kunnen kunt bedankt groet groeten hoe"
    " laat wat zou maar heb hebben wordt aan bij onze mijn deze dit nog geen hallo"
    # Catalan
    " amb els una bon dia gracies podem hi ha aixo aquest tenim voldria hola som fins"
    # Polish, Romanian
    " czy nie jest mamy prosze dziekuje dziekujemy pokoj na sie mozna dzien dobry buna"
    " ziua pentru"
    " este sunt multumesc putem avem dumneavoastra si la ce"
    # Swedish, Danish, Norwegian
    " och att det som vi jag har kan till inte tack hej ikke jeg og vi er med pa tak"
    " hilsen venlig".split()
)
