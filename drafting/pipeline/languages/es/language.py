"""Frequent Spanish words (closed classes first: they carry a language in short mails)."""

from drafting.pipeline.languages.shapes import LanguageRules

RULES = LanguageRules(
    # Articles, pronouns, auxiliaries, prepositions; greetings and thanks of mail.
    function_words=frozenset(
        "el la los las un una unos unas lo y e o u pero si es son soy somos esta estan estamos era"
        " fue he has ha hemos habeis han hay yo tu usted ustedes nosotros vosotros me te se nos os"
        " le les mi mis su sus nuestro nuestra vuestro vuestra este esta esto ese que quien cual"
        " cuando donde como cuanto cuanta cuantos por para con sin de del a al en sobre entre hasta"
        " desde hacia no muy mas ya tambien todavia solo aqui puedo podemos pueden podeis podria"
        " podrian tengo tenemos tienen teneis quiero queremos quisiera quisieramos hola buenas"
        " buenos dias tardes gracias saludos saludo favor hora".split()
    ),
    only_here=frozenset(
        "el los las unos unas y pero es son soy somos estan estamos fue hemos habeis han hay yo"
        " usted ustedes nosotros vosotros nos os nuestro nuestra vuestro vuestra este esto quien"
        " cual cuando donde cuanto cuanta cuantos hasta desde muy mas ya tambien todavia aqui puedo"
        " podemos pueden podeis podria podrian tengo tenemos tienen teneis quiero queremos quisiera"
        " hola buenas buenos dias tardes gracias saludos saludo desayuno habitacion reserva acepto"
        " acuerdo cancelar baja vale perfecto equipaje hora del".split()
    ),
)
