"""How Spanish asks and answers: openers, nouns of the wanted thing, cues of each kind of answer."""

from __future__ import annotations

from templatesapp.text.coverage.rules import Aspect, CoverageRules

RULES = CoverageRules(
    asks={
        Aspect.DURATION: (
            "cuánto tiempo, cuánto dura, cuánto tarda, cuántas horas, cuántos minutos, cuánto"
            " se tarda"
        ),
        Aspect.DISTANCE: (
            "a qué distancia, qué distancia, qué tan lejos, cómo de lejos, está lejos, a"
            " cuánto está"
        ),
        Aspect.PRICE: (
            "cuánto cuesta, cuánto cuestan, cuánto vale, cuánto es, cuánto sale, cuánto, qué"
            " precio, cuánto hay que pagar, cuánto costaría, cuál es el precio, cuánto cobran"
        ),
        Aspect.FREQUENCY: "cada cuánto, con qué frecuencia, cuántas veces",
        Aspect.COUNT: "cuántos, cuántas",
        Aspect.SIZE: (
            "qué tamaño, de qué tamaño, cómo de grande, cómo de grandes, qué dimensiones, qué"
            " medidas"
        ),
        Aspect.SPEED: "qué velocidad, cómo de rápido",
        Aspect.AGE: "qué edad, a partir de qué edad, desde qué edad, cuántos años",
        Aspect.TIME: (
            "a qué hora, hasta qué hora, antes de qué hora, desde qué hora, a partir de qué"
            " hora, qué hora, qué horas, qué horario, qué horarios, cuándo, hasta cuándo, desde"
            " cuándo, qué día, qué días, para cuándo, cuál es el horario"
        ),
        Aspect.PLACE: (
            "dónde, adónde, de dónde, en qué parada, qué parada, en qué piso, en qué planta,"
            " por dónde"
        ),
        Aspect.PERSON: "quién, a quién, con quién, quiénes",
        Aspect.REASON: "por qué, por qué motivo, a qué se debe",
        Aspect.WAY: (
            "cómo, de qué manera, qué pasa, qué ocurre, qué tengo que hacer, qué debo hacer,"
            " qué hacemos, qué tenemos que hacer"
        ),
        Aspect.CHOICE: "cuál, cuáles, qué autobús, qué bus, qué tipo de",
        Aspect.OPEN: "cómo se llama, qué, cuál es, cuáles son",
    },
    attributes={
        Aspect.PRICE: (
            "precio, precios, coste, costo, tarifa, tarifas, importe, fianza, total,"
            " suplemento, cuesta"
        ),
        Aspect.TIME: "horario, horarios, hora, horas, fecha, plazo",
        Aspect.PLACE: "dirección, ubicación, cerca, cercano, cercana, por aquí, en la zona",
        Aspect.SIZE: "tamaño, medidas, dimensiones, peso",
        Aspect.SPEED: "velocidad",
        Aspect.AGE: "edad, edad mínima, límite de edad",
        Aspect.CODE: (
            "contraseña, clave, código, pin, nombre, número, número de teléfono, iban, enlace, red"
        ),
        Aspect.DURATION: "duración, estancia mínima",
        Aspect.DISTANCE: "distancia, cerca, cercano, lejos, a pie, andando",
    },
    clause_openers=(
        "qué, cuál, cuáles, dónde, cuándo, quién, cómo, cuánto, cuánta, cuántos, cuántas, por"
        " qué, es, son, está, están, hay, tienen, tiene, se puede, se pueden, puedo, podemos,"
        " podrían, podría, pueden, puede, hace, hay que, debo, debemos, tengo, tenemos, será,"
        " era, ha, han, si, hasta, a qué, desde, en qué, ofrecen, aceptan, venden, alquilan,"
        " organizan, sirven, necesito, necesitamos, incluye, cuesta"
    ),
    and_words="y, e, así como",
    or_words="o, u",
    state_openers=(
        "ha llegado, han llegado, han recibido, ha recibido, han encontrado, ha encontrado, se"
        " ha, les ha, les llegó, recibieron, llegó, encontraron, ya han"
    ),
    modals=(
        "puedo, podemos, se puede, se pueden, debo, debemos, tengo que, tenemos que, hay que,"
        " podría, podríamos"
    ),
    light_words=(
        "tarda, tardan, queda, lejos, traer, encuentra, encontrar, tener, tomar, coger, usar, hacer, traer, llevar, poner, ofrecer, ofrecen,"
        " proporcionar, servir, sirven, disponible, disponibles, posible, permitido, permitida,"
        " abrir, abre, cerrar, cierra, empieza, empezar, comienza, termina, sale, salir, llega,"
        " falta, necesario, necesito, necesita, quiero, funciona, organizar, preparar, pequeño,"
        " pequeños, grande, bueno, propio, gratis, libre, cerca, cercano, próximo, mejor,"
        " barato, dormir, quedar, decir, preguntar, dar, recibir, ver, alquilar, comprar,"
        " aceptar, aceptan, adecuado, todavía, temprano, tarde, día, días, noche, noches,"
        " persona, personas, cosa, manera, huésped, hostel, albergue, total, euros,"
        " normalmente, incluido, incluida, incluidos, cuesta, costar, coste, pagar, precio,"
        " guardar, máximo, mínimo, hora, horas, tipo, pasa, primero, último, casa, lugar,"
        " sitio, hace, ustedes, dejar, antes, después, admiten"
    ),
    scene_words="en, al, durante, dentro, sobre, por, a",
    leaning_words=(
        "ella, ello, eso, esto, usarlo, usarla, dejarlas, dejarlos, dejarlo, reservarlo, reservarla"
    ),
    leaning_openers=(
        "son, es, cuesta, cuestan, dura, está, están, empieza, sale, se tarda, lo servimos,"
        " se sirve, lo, calcule, calculen, cuente, unos, unas, aproximadamente"
    ),
    yes_openers=(
        "sí, claro, por supuesto, desde luego, sin problema, ningún problema, con mucho gusto,"
        " exacto, correcto, así es, efectivamente, claro que sí,   con gusto"
    ),
    no_openers=(
        "no, lamentablemente, desafortunadamente, por desgracia, lo sentimos, lo siento,"
        " desgraciadamente, sentimos"
    ),
    negations=(
        "no, nunca, jamás, ninguno, ninguna, ningún, nadie, nada, sin, ni, tampoco,"
        " lamentablemente, solo, sólo, solamente, únicamente, imposible"
    ),
    lexical_no=(
        "agotado, completo, completos, cerrado, cerrada, prohibido, prohibida, no incluido,"
        " aparte, de pago, con suplemento, excluido, caducado, imposible, terminado, lleno,"
        " ocupado, extra"
    ),
    weak_affirming="abierto, abierta, son, están, siempre, cada, todos, todas, todo, también",
    affirming=(
        "posible, permitido, permitida, disponible, disponibles, incluido, incluida,"
        " incluidos, incluidas, bienvenidos, ofrecemos, tenemos, tiene, tienen, hay, aceptamos,"
        " admitimos, puede, pueden, podemos, gratuito, gratuita, gratis, alquilar, necesario,"
        " necesita, hace falta, debe, deben, tiene que, servimos, se sirve, organizamos,"
        " reservar, reservarle, listo, recibido, llegado, encontrado, seguro, suficiente,"
        " válido, equipados,"
        " dispone, disponen, climatizados, climatizadas, traiga, traer"
    ),
    done_words=(
        "llegado, recibido, recibida, encontrado, encontrada, confirmado, confirmada,"
        " reservado, reembolsado"
    ),
    supposing="si, en cuanto, en caso de, cuando, esperamos, buscamos",
    duties="debe, deben, hay que, necesario, requiere, requerido, por favor, tiene que",
    instructing="puede, pueden, puedes, encuentra, encuentran, debe, deben, por favor",
    telling=(
        "díganos, nos diga, dígalo, díganoslo, escríbanos, nos escriba, avísenos, "
        "infórmenos, nos avise, háganos saber"
    ),
    refusals=(
        "no es posible, no son posibles, imposible, lamentablemente, por desgracia, no "
        "podemos, no está permitido, no tenemos, no hay, no ofrecemos, completo"
    ),
    deferrals=(
        "le informaremos, les informaremos, nos pondremos en contacto, se pondrá en contacto,"
        " lo comprobaremos, le avisaremos, les avisaremos, describa, le responderemos"
    ),
    own_words="su, sus, usted, tu, le",
    undertakings="le enviaremos, enviaremos, le mandaremos, le escribiremos, le avisaremos, "
    "comprobaremos, miraremos, preguntaremos, prepararemos, organizaremos, reservaremos, "
    "intentaremos, pondremos, llamaremos, nos ocupamos, nos encargamos, nos encargaremos, "
    "hemos anotado, tomamos nota, lo anotamos, hemos pasado, le escribirán, le "
    "responderán, le contestarán, le escribirá, le responderá, le llamarán, le escriben, "
    "le responden, buscaremos, lo buscamos",
    courtesies=(
        "gracias, muchas gracias, saludos, saludos cordiales, un cordial saludo, atentamente,"
        " hasta pronto, les esperamos, le esperamos, esperamos darles la bienvenida, no dude"
        " en, estamos encantados, disculpe, sentimos las molestias, que tenga"
    ),
    bounds=(
        "desde, a partir, de, hasta, antes, después, entre, abre, cierra, empieza, termina,"
        " como máximo, a más tardar, como muy tarde, solo, sólo"
    ),
    time_words=(
        "medianoche, mediodía, todos los días, cada día, lunes, martes, miércoles, jueves,"
        " viernes, sábado, sábados, domingo, domingos, fin de semana, enero, febrero, marzo,"
        " abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, por la"
        " mañana, mañana, por la tarde, tarde, por la noche, hoy, ayer, esta noche, 24 horas,"
        " siempre, en cualquier momento, a cualquier hora, día de llegada, a la llegada, al"
        " llegar, a la salida, al reservar, en el check in, inmediatamente, verano, invierno,"
        " primavera, otoño, temporada, todo el día, todo el año, días laborables, días hábiles,"
        " atardecer"
    ),
    clock_words="las, la, a, hasta, desde, de, antes, después, sobre, entre, y",
    free_words=(
        "gratis, gratuito, gratuita, gratuitos, gratuitamente, sin coste, sin cargo, sin"
        " gastos, sin suplemento, incluido, incluida, incluidos, incluidas, no cuesta nada, sin"
        " costo"
    ),
    price_words=(
        "primera noche, mitad, importe total, por ciento, equivale, corresponde, precio total"
    ),
    coins="euro, euros, eur, €, céntimos, dólares, libras, %",
    place_words=(
        "en la, en el, en, al lado, junto, cerca, enfrente, frente, delante, detrás, debajo,"
        " encima, arriba, abajo, aquí, allí, esquina, calle, plaza, via, piazza, planta baja,"
        " primera planta, segunda planta, primer piso, fuera, dentro"
    ),
    no_places=(
        "en efectivo, en general, en total, en cualquier momento, en caso, por lo menos, en"
        " verano, en invierno, en julio, en junio, en agosto, en mayo, en septiembre, a pie, en"
        " promedio, en metálico, en línea, al menos, en cuanto, en el check in, en inglés, en"
        " todo, en todas, en todos, en ninguna, en ningún, en absoluto, cerca de 2"
    ),
    frequency_words=(
        "cada, todos los, todas las, al día, por hora, por día, veces, vez, diario,"
        " diariamente, semanal, a menudo, siempre, nunca"
    ),
    duration_units=(
        "minuto, minutos, min, hora, horas, día, días, noche, noches, semana, semanas, mes,"
        " meses, año, años, media hora"
    ),
    distance_units=(
        "km, m, metro, metros, kilómetro, kilómetros, minutos, minuto, escalones, pasos, al"
        " lado, a la vuelta, hora, horas, a pie"
    ),
    size_units=(
        "cm, mm, m, kg, litro, litros, l, centímetros, kilos, bastante grande, suficientemente"
        " grande, cabe, caben, equipaje de mano"
    ),
    age_words=(
        "años, menores, menor, mayores, mayor, niños, adultos, adulto, edad, todas las edades,"
        " a partir de"
    ),
    number_words=(
        "uno, una, un, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce,"
        " quince, veinte, treinta, cuarenta, cincuenta, cien, docena, varios, individual,"
        " doble, triple, ninguno, medio, media, ambos"
    ),
    way_words=(
        "tome, tomar, tomen, coja, coger, camine, caminar, siga, seguir, en autobús, en coche,"
        " en tren, en taxi, en ferry, baje, bajarse, bájese, cambie, envíe, enviar, haga clic,"
        " escriba, escríbanos, llame, llamar, use, utilice, toque, entre, mediante, traiga,"
        " deje, dejar, vaya, gire, puede, pueden, basta, recibirá, recibirán, le enviamos,"
        " pregunte, en línea, reserve, pague, responda, muestre, a pie, abra, debe"
    ),
    reason_words="porque, ya que, debido, puesto que, por eso, a causa, para que",
    person_words=(
        "recepción, recepcionista, personal, equipo, compañero, dueño, propietario, gerente,"
        " conductor, nosotros, nuestro, nuestra, maletero, teléfono, policía, alguien"
    ),
    reveal_words=(
        "encuentra, encontrará, encontrarán, está en, enviamos, recibe, recibirá, recibirán,"
        " comunicamos, indicada, indicado, escrita, escrito, pregunte, pida"
    ),
    naming_words="se llama, es, llamado, llamada, se llaman",
    asking_verbs=(
        "confirmar, confirmarme, confirmarnos, explicar, indicar, decir, decirme, decirnos, saber, sabe, saben, indicar, indicarme, explicar,"
        " confirmar, informarme"
    ),
    but_words="pero, sin embargo, aunque, también, y, mientras, no obstante",
)
