"""How promises, anger, haste and thanks sound in Spanish (earlier mails of a thread)."""

from drafting.pipeline.languages.shapes import ThreadRules

RULES = ThreadRules(
    # First person plural in the future or perfect, and passives that state a result.
    commitments=(
        r"(?:podemos|hemos|le|les|os|te|guardamos|guardaremos|reservamos|reservaremos"
        r"|enviaremos|enviamos|devolveremos|moveremos|cambiaremos|ofrecemos|confirmamos"
        r"|comprobaremos|avisaremos|miraremos|garantizamos"
        r"|haremos)(?: \w+){0,3} (?:ofrec\w{1,4}|guard\w{1,5}|reserv\w{1,5}|envi\w{1,5}"
        r"|devolv\w{1,5}|cambi\w{1,5}|confirm\w{1,5}|avis\w{1,6}|cancel\w{1,5}"
        r"|respond\w{1,6})|(?:guardaremos|reservaremos|enviaremos|devolveremos|moveremos"
        r"|ofrecemos|confirmamos|comprobaremos|avisaremos|garantizamos|haremos)|(?:está|esta"
        r"|están|ha sido|queda) (?:confirmad\w|reservad\w|incluid\w|garantizad\w|cancelad\w)"
        r"|gratis|gratuit\w{1,6}|(?:puede|puedes|pueden|podéis) (?:dejar|usar|pagar|hacer"
        r"|tener|recoger)",
    ),
    upset=(
        r"inaceptable|decepcion\w{1,4}|quej\w{1,3}|reclam\w{1,6}|vergüenza|horrible|fatal"
        r"|furios\w|enfadad\w|suci\w{1,3}|estafa|nunca más|nadie (?:contesta|responde|ayuda"
        r"|hace)|sigo sin|seguimos sin|todavía (?:no|nada)|ridícul\w|pésim\w|poco serio"
        r"|harto|harta",
    ),
    urgent=(
        r"urgente\w{0,5}|inmediatamente|cuanto antes|lo antes posible|hoy|ayuda|emergencia"
        r"|ya mismo",
    ),
    grateful=(
        r"gracias|agrade\w{2,7}|genial|estupendo|maravillos\w|fantástic\w|perfecto|encantad\w",
    ),
    # Content words so common in hostel mail that sharing one touches nothing.
    content_stop=frozenset(
        "usted ustedes tiene tienen pueden podeis cuando cuanto donde como para esta este"
        " hola gracias saludos estimado reserva".split()
    ),
)
