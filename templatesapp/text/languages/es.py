"""Spanish: stop words, concepts and spellings of guest mail."""

from __future__ import annotations

from templatesapp.text.languages import Vocabulary

STOP_WORDS = """
a ademas al algo alguien algun alguna algunas alguno algunos alli ante antes aqui asi aun aunque
bien cada como con contra cual cuales cualquier cuando cuanto cuanta cuantas cuantos cuyo da dan
de decir decirme del desde despues donde dos durante e el ella ellas ellos en entonces entre era
eran es esa esas ese eso esos esta estaba estamos estan estar estara estare estaremos estas este
esto estos estoy fue fuera fueron gran ha haber habia habeis hace hacen hacer hacia han has
hasta hay haya he hemos hola hoy i igual ir iremos iria iriamos la las le les lo los mas me
mejor menos mi mia mias mientras mio mios mis misma mismo mucha muchas mucho muchos muy nada ni
no nos nosotros nosotras nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para
pero poco podeis podemos poder podria podriais podriamos podrian por porque primero pues puede
pueden puedo que quien quienes queremos queria queriamos quiero quisiera quisieramos se sea sean
segun ser sera seria si sido siempre sin sino sobre solo somos son soy su sus tal tambien
tampoco tan tanto te teneis tenemos tener tengo ti tiene tienen toda todas todavia todo todos
tras tu tus u un una unas uno unos usted ustedes va vais vamos van vosotros voy vuestra vuestras
vuestro vuestros y ya yo buenos buenas dias tardes noches estimado estimada estimados saludos
saludo cordial cordiales atentamente gracias antemano favor hostal albergue hostel saber
preguntar pregunta preguntas posible ok señor señora equipo
"""

SYNONYMS: dict[str, str] = {
    "mail": "correo",
    "email": "correo",
    "movil": "teléfono",
    "celular": "teléfono",
    "auto": "coche",
    "carro": "coche",
    "finde": "fin de semana",
    "bici": "bicicleta",
    "habitacion": "habitación",
    "hab": "habitación",
    "computadora": "ordenador",
    "portatil": "ordenador",
}

CONCEPTS: dict[str, str] = {
    "door": "entrada, portal, verja, =puerta, =puertas",
    "code": "código, código de la puerta, código de acceso, clave de la puerta, teclado, pin",
    "key": "llave, llaves",
    "lockout": (
        "encerrado fuera, no podemos entrar, no puedo entrar, no consigo entrar, no conseguimos "
        "entrar, fuera en la calle, delante de la puerta, no se abre, nadie abre, nadie nos abre, "
        "no abre la puerta, fuera sin poder entrar, bajar alguien a abrirnos, a abrirnos, "
        "abrirnos, abrirme, no acepta el código, no acepta, no nos abre"
    ),
    "steps": "escalón, escalera, escalones, escaleras, peldaño, subida",
    "lift": "ascensor, elevador",
    "accessibility": (
        "silla de ruedas, discapacidad, discapacitado, accesible, accesibilidad, movilidad "
        "reducida, cochecito, muletas, bastón, carrito de bebé, rampa, camina con dificultad, "
        "camina mal, anda mal, abuela"
    ),
    "courtyard": "patio",
    "doorbell": "timbre, interfono, telefonillo",
    "excursion": "excursión, visita guiada, paseo, tour, salida guiada, =salidas",
    "boat-trip": (
        "paseo en barco, excursión en barco, alquilar un barco, crucero, lancha, salida en barco, "
        "salidas en barco, en barco"
    ),
    "cooking-class": (
        "clase de cocina, curso de cocina, noche de pizza, taller de cocina, clases de cocina"
    ),
    "hike": "senderismo, sendero, sendero de los dioses, caminata, ruta a pie",
    "kayak": "kayak, piragua, buceo, esnórquel, snorkel, paddle surf",
    "beach": "playa, sombrilla, tumbona, hamaca, =bañarse, bañarnos, =nadar",
    "activity": (
        "actividad, evento, qué hacer, cosas que hacer, cata, fiesta en la playa, actividades, "
        "ocio, planes, qué ver"
    ),
    "restaurant": "restaurante, dónde comer, pizzería, trattoria, dónde cenar",
    "recommend": (
        "recomendar, recomendación, aconsejar, consejo, sugerir, recomendáis, recomendarnos, "
        "recomendarme, recomiendan, recomiendas, sugerencia"
    ),
    "change": "cambiar, cambio, modificar, modificación, cambiarla, modificarla",
    "move": (
        "mover, pasar mi reserva, pasar la reserva, trasladar, moverla, =adelantar, mover la "
        "reserva, mover mi reserva, mover nuestra reserva, =pasarla, =retrasar"
    ),
    "postpone": (
        "aplazar, posponer, otras fechas, nuevas fechas, otra fecha, reprogramar, fechas "
        "distintas, para más adelante, retrasar la reserva"
    ),
    "date": "fecha, =día, =días",
    "extend": (
        "prolongar, alargar, ampliar, noche más, una noche adicional, noche extra, quedarnos más, "
        "quedarme más, añadir una noche, otra noche, noches más, agregar una noche, extender, "
        "quedarnos otra, quedarme otra"
    ),
    "shorten": "acortar, una noche menos, irnos antes, reducir, salir un día antes",
    "add-person": (
        "una persona más, persona adicional, añadir una persona, persona extra, una persona "
        "menos, agregar una persona, añadir a, otra persona, se une, un amigo más, una amiga más, "
        "no viene, quitar una cama, uno menos, una menos, quitar a, al final somos, ya no viene"
    ),
    "name-change": (
        "cambio de nombre, cambiar el nombre, nombre de la reserva, a nombre de, apellido"
    ),
    "upgrade": "mejor habitación, mejora de habitación",
    "instead": "en lugar de, en vez de, en su lugar",
    "booking": "reserva, reservar, reservado, reservación, reservé, reservamos",
    "availability": (
        "disponibilidad, disponible, hay sitio, queda alguna, quedan camas, sitio para, hueco, os "
        "queda, les queda, os quedan, queda sitio, camas libres, habitaciones libres, quedan "
        "habitaciones, =libre, =libres, =plaza, =plazas, tenéis camas, tenéis habitaciones, "
        "tenéis alguna, tienen camas, camas para, hay camas, hay habitaciones, tenéis sitio, "
        "camas juntas, =completo, =completos"
    ),
    "room": "habitación, habitaciones, cuarto, doble, habitación privada, triple, individual",
    "bed": "cama supletoria, litera, colchón, =cama, =camas",
    "dorm": "dormitorio, habitación compartida, dormitorios",
    "double-booked": (
        "overbooking, sobreventa, cama ocupada, habitación ocupada, sin cama, habían dado nuestra"
    ),
    "booking-missing": (
        "no encuentran, ninguna reserva, reserva desaparecida, no encuentran mi reserva, no hay "
        "ninguna reserva, no existía, no constaba, reserva está hecha, si la reserva está, mirar "
        "si la reserva, no aparece la reserva, no aparece mi reserva, no consta, mi reserva no "
        "aparece, reserva no aparece"
    ),
    "confirmation": "confirmación, correo de confirmación",
    "not-received": (
        "no he recibido, no hemos recibido, no recibí, nunca recibí, no me ha llegado, no ha "
        "llegado, sin confirmación, no me llegó, no nos ha llegado, aún no recibo, no llega, "
        "llegado nada, me ha llegado nada, ningún correo, sin correo, no he tenido respuesta"
    ),
    "wrong-booking": (
        "fechas equivocadas, fecha equivocada, por error, reservado dos veces, reserva doble, "
        "habitación equivocada, equivocado, me equivoqué, nos equivocamos, me he equivocado, "
        "reserva duplicada, duplicada, dos reservas"
    ),
    "group": "grupo, escolar, clase de, equipo de",
    "family": "familia",
    "breakfast": "desayuno, desayunar, desayunos",
    "packed-breakfast": "desayuno para llevar, picnic, desayuno preparado, desayuno en bolsa",
    "meal": "cena, almuerzo, cenar, media pensión, plato, =comer, =comida, =comidas",
    "coffee": "café, té",
    "vegan": "vegano, vegana",
    "vegetarian": "vegetariano, vegetariana",
    "gluten": "gluten, sin gluten, celíaco, celíaca, celiaco",
    "allergy": (
        "alergia, alérgico, alérgica, intolerancia, intolerante, lactosa, alergias, frutos secos"
    ),
    "kitchen": "cocina, microondas, nevera, frigorífico, cocinar, hervidor",
    "cancel": (
        "cancelar, cancelación, cancelado, anular, anulación, anulado, cancelen, cancelamos, "
        "cancelad, cancelarla, anularla, no podremos ir, ya no vamos, ya no podemos ir, no podré "
        "ir, ya no iremos, ya no puedo ir, no iremos, dar de baja la reserva, no pudiéramos "
        "viajar, no podemos viajar"
    ),
    "refund": (
        "reembolso, reembolsar, reembolsable, devolución, devolver, devolvernos, devolverme, "
        "devuelvan, dinero de vuelta, recuperar el dinero, devolváis, devuelvo el dinero, "
        "recuperar mi dinero, reembolsen, devuelven, devolvéis, se han quedado con, quedado con"
    ),
    "non-refundable": "no reembolsable",
    "free-cancellation": (
        "cancelación gratuita, cancelar gratis, cancelar sin coste, cancelar sin cargo, política "
        "de cancelación, condiciones de cancelación, gastos de cancelación, tarifa flexible, "
        "cancelación gratis, cancelar gratuitamente, cancelar sin penalización, penalización, "
        "anular sin penalización, perderíamos todo, perdemos todo"
    ),
    "no-show": "no presentarse, no show",
    "insurance": "seguro de viaje, aseguradora, seguro médico, =seguro de",
    "check-in": (
        "check in, registro, registrarnos, hacer el check in, registrarme, habitación lista, "
        "habitaciones listas, habitaciones están listas, habitación está lista, entrar en la "
        "habitación"
    ),
    "arrival": (
        "llegada, llegar, llegamos, llegaremos, llego, llegaré, llegan, llegaríamos, llegaría, "
        "aterrizamos"
    ),
    "arrival-time": (
        "hora de llegada, horario de llegada, a partir de qué hora, hora de entrada, horario de "
        "entrada, hora de check in"
    ),
    "late-arrival": (
        "llegada tardía, llegar tarde, llegamos tarde, llegaremos tarde, después de medianoche, "
        "de madrugada, tarde por la noche, llegaré tarde, pasada la medianoche, medianoche, "
        "llegada nocturna, llego tarde, con retraso, sobre las doce, a medianoche, a las doce de "
        "la noche, doce y media de la noche, una de la madrugada, muy tarde"
    ),
    "early-check-in": (
        "check in anticipado, llegar antes, entrar antes, habitación antes, entrada anticipada, "
        "check in temprano, antes de la hora de entrada, llegamos antes, check in antes"
    ),
    "reception": "recepción, recepcionista, mostrador",
    "opening-hours": (
        "horario de recepción, horario de la recepción, recepción abierta, horario de apertura, "
        "abierta la recepción, recepción 24 horas, cierra la recepción"
    ),
    "id-document": (
        "documento, dni, pasaporte, carnet de identidad, documentos, identificación, "
        "documentación, carné de conducir"
    ),
    "self-check-in": (
        "check in autónomo, self check in, check in online, entrar solos, caja de llaves"
    ),
    "checkout": (
        "check out, dejar la habitación, abandonar la habitación, hora de salida, desalojar, "
        "devolver las llaves, entregar las llaves, dejar las llaves, devolver la llave, dejar la "
        "llave, dejar el cuarto, hay que dejar la habitación, hora hay que dejar, dejar libre la "
        "habitación, a quién damos las llaves, damos las llaves, dónde dejamos las llaves"
    ),
    "late-checkout": (
        "salida tardía, late check out, salir más tarde, dejar la habitación más tarde, check out "
        "tardío, check out más tarde, quedarnos en la habitación, dejarla más tarde, quedarme en "
        "la habitación, mantener la habitación, quedarnos hasta, quedarme hasta, quedarnos un "
        "rato más"
    ),
    "departure": (
        "salimos, marcharnos, nos vamos, irnos, me voy, =salgo, marcharme, =salida, hora de "
        "salida, =partida, =partir, =partimos, salimos sobre, nos marchamos"
    ),
    "early-departure": (
        "salir muy temprano, salimos muy temprano, salida muy temprano, salir temprano, nos vamos "
        "muy temprano, irnos muy temprano, antes de que abra la recepción, salgo muy temprano, "
        "irme muy temprano, muy temprano"
    ),
    "job": (
        "trabajar con vosotros, trabajar para vosotros, trabajar en el hostal, trabajar ahí, "
        "empleo, vacante, contratar, contratáis, candidatura, puesto, temporada de trabajo, "
        "camarero, camarera, cocinero, busco trabajo, trabajo de temporada, puesto de trabajo, "
        "media jornada, jornada completa, buscáis personal, buscan personal, buscáis gente, "
        "buscáis a alguien, buscan a alguien, trabajado en recepción, =currante, un trabajo, "
        "oferta de trabajo, trabajar aquí"
    ),
    "volunteer": (
        "voluntario, voluntariado, workaway, worldpackers, a cambio de alojamiento, intercambio "
        "de trabajo, voluntaria, a cambio de cama, a cambio de hospedaje"
    ),
    "internship": "prácticas, becario, becaria, pasantía",
    "cv": (
        "currículum, cv, curriculum, carta de presentación, experiencia como, experiencia en, "
        "entrevista, currículo"
    ),
    "salary": "salario, sueldo, remuneración",
    "towel": "toalla, toallas",
    "linen": "sábana, sábanas, manta, almohada, ropa de cama",
    "air-conditioning": "aire acondicionado, ventilador, climatización",
    "heating": "calefacción",
    "laundry": (
        "lavandería, lavadora, lavar la ropa, lavar ropa, plancha, =secadora, lavar, sitio para "
        "lavar"
    ),
    "hairdryer": "secador de pelo, =secador, =secadores",
    "bathroom": "ducha, agua caliente, aseo, baño privado, =baño, =baños",
    "facility": (
        "instalaciones, sala común, jardín, balcón, equipamiento, zonas comunes, gimnasio, equipada"
    ),
    "terrace": "terraza, azotea",
    "view": "vistas al mar, vistas, vista al mar",
    "socket": "enchufe, adaptador, enchufes",
    "supermarket": "supermercado, tienda, colmado, ultramarinos, hacer la compra",
    "atm": "cajero, sacar dinero",
    "pharmacy": "farmacia",
    "safe": "caja fuerte",
    "broken": (
        "roto, rota, estropeado, estropeada, no funciona, no va, averiado, no funcionan, "
        "averiada, avería, gotea, no funcionaba, dejó de funcionar, ha dejado de funcionar"
    ),
    "repair": "reparar, arreglar, reiniciar, reiniciarlo, arreglen, técnico, arreglarlo",
    "thanks": (
        "gracias por todo, estancia maravillosa, maravillosa estancia, estancia fantástica, "
        "gracias por vuestra, gracias por su hospitalidad, lo pasamos genial, nos encantó, me "
        "encantó, hemos estado genial, estancia increíble, estuvimos genial, gracias por la "
        "acogida, gracias por hacernos, ya estamos en casa, días maravillosos, no dejamos de "
        "hablar"
    ),
    "compliment": (
        "maravilloso, fantástico, genial, encantador, encantadora, increíble, felicidades, "
        "enhorabuena, cinco estrellas, quería deciros, quería decirles, cariño, conquistado"
    ),
    "complaint": (
        "queja, quejarme, quejarnos, reclamación, decepcionado, decepcionada, inaceptable, "
        "vergüenza, sucio, sucia, asqueroso, chinches, cucarachas, moho, pésimo, pésima, "
        "horrible, lamentable, maleducado, suciedad, decepción, poco serio, hoja de reclamaciones"
    ),
    "review": "reseña, opinión, valoración, encuesta",
    "unsubscribe": (
        "darme de baja, denme de baja, dadme de baja, no me envíen más, no quiero recibir, no "
        "deseo recibir, dejen de enviar, dejad de enviarme, eliminar mis datos, no me mandéis "
        "más, borren mis datos, borrad mis datos, dar de baja, dejen de escribirme, no me "
        "escriban más, quitarme de la lista, no me enviéis más, quítenme de su lista, quítenme, "
        "de su lista, no quiero recibir más, quitadme, de la lista"
    ),
    "newsletter": (
        "boletín, newsletter, publicidad, lista de correo, correos publicitarios, correos ni "
        "ofertas"
    ),
    "press": (
        "prensa, periodista, revista, periódico, influencer, bloguera, bloguero, colaboración, "
        "colaborar, rodaje"
    ),
    "objection": "reclamación, impugnar, oponerse, oposición, no acepto, disconforme, no estoy de acuerdo",
    "lawyer": "abogado, abogada, tribunal, juzgado, demanda, acciones legales, denuncia",
    "quiet": (
        "horas de silencio, silencio, ruido, ruidoso, música, horario de silencio, descanso, "
        "tranquilo, no pudimos dormir, no se puede dormir, hacer ruido, no puedo dormir, "
        "gritando, gritan, gritos, cantando, pueden hacer algo, jaleo, escándalo"
    ),
    "smoking": "fumar, fumador, cigarrillo, fumadores, tabaco, cenicero, vapear",
    "alcohol": (
        "alcohol, cerveza, =vino, =vinos, cervezas, =bebida, =bebidas, propias cervezas, propias "
        "bebidas"
    ),
    "visitor": (
        "visita, visitas, visitante, invitar, invitado, traer amigos, amigos de fuera, recibir "
        "visitas, invitar a, traer a una amiga, traer a un amigo, venga a verme, invitados, "
        "recibir a"
    ),
    "curfew": (
        "toque de queda, volver tarde, hora de cierre, volver de noche, cierra la puerta, "
        "regresar tarde, cerráis por la noche, llegar de madrugada después"
    ),
    "party": "fiesta, despedida de soltero, despedida de soltera, cumpleaños, celebrar",
    "house-rule": (
        "normas, normas de la casa, regla, reglas, prohibido, reglamento, norma, se puede fumar"
    ),
    "lost": "perdido, perdí, perder, objetos perdidos, extraviado, perdida, extravié, he perdido",
    "left-behind": (
        "olvidado, olvidé, olvidada, dejado en, me dejé, dejé en, olvidamos, se me olvidó, se nos "
        "olvidó, olvidar, me he dejado, nos dejamos, dejé olvidado, olvidados"
    ),
    "found": (
        "encontrado, encontraron, encontrar, habéis encontrado, han encontrado, encontrasteis, "
        "encontró, =aparecido, =aparecida"
    ),
    "belonging": (
        "cargador, bufanda, chaqueta, cartera, teléfono, gafas, pendiente, collar, anillo, reloj, "
        "auriculares, jersey, bañador, sudadera, neceser, sombrero, pulsera, gorra, =cámara, "
        "=libro, =bolso, gafas de sol, tableta, tablet, juguete, joya"
    ),
    "post-item": (
        "enviármelo, enviármela, por correo postal, gastos de envío, mandármelo, por mensajería, "
        "mensajero, enviarlo a, enviarla a, envío, mandármela"
    ),
    "luggage": "equipaje, maleta, mochila, maletas, mochilas, bultos, =bolsa, =bolsas",
    "luggage-storage": (
        "consigna, guardar el equipaje, guardar las maletas, dejar el equipaje, dejar las "
        "maletas, dejar las mochilas, dejar nuestras maletas, guardar equipaje, dejar la maleta, "
        "guardar las mochilas, dejar la mochila, dejar equipaje, guardar nuestras, dejar las "
        "cosas, guardar la maleta, guardamos las maletas, dejar maletas, =guardarnos"
    ),
    "locker": "taquilla, taquillas, candado",
    "porter": (
        "maletero, mozo, llevar las maletas, transporte de equipaje, llevar el equipaje, porteador"
    ),
    "parcel": "paquete, paquetería, enviar un paquete, recibir un paquete, entrega",
    "payment": "pago, pagar, pagado, pagué, abonar, el resto, saldo",
    "card": "tarjeta, tarjeta de crédito, tarjeta de débito",
    "cash": "efectivo, metálico",
    "bank-transfer": "transferencia, transferencia bancaria, iban, datos bancarios",
    "invoice": "factura, cif, nif, facturación, iva, razón social, =recibo, =recibos, =comprobante",
    "charge": (
        "cobrado, cobrar, cobro, cobraron, cobrasteis, cobran, =cargo, =cargos, cargado en mi"
    ),
    "double-charge": (
        "cobrado dos veces, doble cargo, pagado dos veces, cobro doble, doble cobro, cobraron dos "
        "veces, cargado dos veces, dos cargos, cobro duplicado, cargo duplicado, pagar dos veces, "
        "dos cobros, cobrado doble"
    ),
    "overcharge": (
        "cobrado de más, importe incorrecto, cargo incorrecto, importe equivocado, cobraron de "
        "más, cargo desconocido"
    ),
    "city-tax": "tasa turística, impuesto turístico, tasa de alojamiento, tasa",
    "price": (
        "precio, costar, cuesta, coste, tarifa, euro, gratis, cuánto, gratuito, total, "
        "presupuesto, suplemento, costaría, cuestan, vale cada, costo"
    ),
    "pay-on-arrival": (
        "pagar al llegar, pagar en el hostal, pagar en recepción, pago al llegar, pagar allí, "
        "pagar a la llegada, pagar en el sitio, pagar in situ, pago a la llegada, pagar en "
        "persona"
    ),
    "bank-dispute": (
        "contracargo, retroceder el cargo, disputar el cargo, anular el cargo, chargeback, "
        "devolver el recibo, reclamar a mi banco"
    ),
    "failed-payment": (
        "pago rechazado, tarjeta rechazada, pago fallido, rechazado, rechazada, no pasa la "
        "tarjeta, error en el pago, no me deja pagar, pago falla"
    ),
    "prepayment": (
        "prepago, pago anticipado, pagar por adelantado, anticipo, señal, pago por adelantado, "
        "preautorización, prepagar, pagar por anticipado, =adelanto"
    ),
    "payment-link": (
        "enlace de pago, enlace seguro, enlace para pagar, nuevo enlace, el enlace, enlace, link "
        "de pago, link, el link"
    ),
    "link-expired": (
        "enlace caducado, enlace no funciona, enlace ha caducado, caducado, enlace ha expirado, "
        "expirado, enlace no abre, enlace da error, error 404, enlace no se abre, enlace no va, "
        "ha caducado"
    ),
    "reminder": (
        "recordatorio, último aviso, segundo aviso, tercer aviso, segundo recordatorio, primer "
        "aviso, último recordatorio, tercer recordatorio, =aviso, =avisos"
    ),
    "deadline": "en 48 horas, en 24 horas, 48 horas, 24 horas, vencimiento, fecha límite, =plazo",
    "paid-now": (
        "ha pagado, prepago hecho, hacer el prepago, hecho el prepago, llegado su prepago, "
        "llegado mi prepago, llegado el pago, comprobando su pago, transferencia hecha, "
        "he pagado, hemos pagado, acabo de pagar, pago hecho, pago realizado, he hecho el pago, "
        "recibido el pago, recibido mi pago, ya está pagado, ya he pagado, hice el pago, realicé "
        "el pago, ya pagué, acabamos de pagar, he realizado el pago, os ha llegado el pago"
    ),
    "deposit": "depósito, fianza, señal",
    "accept-terms": (
        "acepto las condiciones, acepto los términos, aceptamos las condiciones, términos y "
        "condiciones, acepto"
    ),
    "policy": "política, condiciones, normativa",
    "pet": "mascota, animal, mascotas, animales",
    "dog": "perro, perra, perrito",
    "cat": "gato, gata, gatito",
    "child": "niño, niña, hijo, hija, hijos, niños, niñas",
    "baby": "recién nacido, =bebé, =bebés",
    "cot": "cuna, trona",
    "minor": (
        "menor, menores, =años, menor de edad, edad mínima, autorización de los padres, =meses, "
        "adolescente, autorización firmada, sin adultos, nuestro permiso, con autorización, misma "
        "edad, de su edad"
    ),
    "age": "edad, límite de edad",
    "security-deposit": "fianza, depósito de garantía",
    "minimum-stay": "estancia mínima, mínimo de noches",
    "camera-privacy": (
        "protección de datos, cámaras de seguridad, videovigilancia, datos personales"
    ),
    "discount": (
        "descuento, rebaja, más barato, precio especial, mejor precio, tarifa reducida, precio "
        "reducido, oferta para, bonificación"
    ),
    "promo-code": "código de descuento, código promocional, cupón, código promo, código descuento",
    "offer": "oferta, promoción, ofertas",
    "loyalty": (
        "clientes habituales, segunda vez, cliente habitual, repetir, volvemos, fidelidad, "
        "repetimos, volver"
    ),
    "student": "estudiante, estudiantes, universitario",
    "long-stay": (
        "estancia larga, estancias largas, un mes, semanas, tarifa semanal, larga estancia, "
        "varias semanas"
    ),
    "voucher": "bono regalo, vale regalo, tarjeta regalo, cheque regalo",
    "bus": "autobús, autocar, =bus, autobuses, =parada, =paradas, parada de autobús",
    "ferry": "ferry, ferri, ferris, embarcadero, hidroala, ferrys, =puerto",
    "train": "tren, trenes, =estación, =estaciones",
    "taxi": "taxi, taxista, =uber",
    "airport": "aeropuerto, vuelo, avión, aterrizar, aterrizamos, aterriza",
    "transfer": (
        "traslado, recogernos, recogerme, recogida, chófer, lanzadera, recoger en, venir a "
        "buscarnos, conductor"
    ),
    "parking": (
        "aparcamiento, aparcar, parking, plaza de aparcamiento, garaje, parquear, "
        "=estacionamiento, =estacionar, dejar el coche, lo podemos dejar"
    ),
    "car": "coche, alquiler de coche, conducir, autocaravana, moto, coche de alquiler, vehículo",
    "directions": (
        "cómo llegar, cómo llegamos, cómo llego, cómo ir, cómo se llega, indicaciones, dónde "
        "bajar, desde nápoles, desde sorrento, desde el aeropuerto, qué autobús, lejos, qué "
        "distancia, ir desde, llegar desde, llegar hasta, mejor forma de llegar, dónde me bajo, "
        "dónde nos bajamos, la manera de llegar, desde la estación, =camino, =bajarse"
    ),
    "address-place": (
        "dirección, ubicación, dónde estáis, dónde están, situado, dónde queda, dónde se encuentra"
    ),
    "scooter": "moto de alquiler, scooter, vespa, alquilar una moto",
    "bicycle": "bicicleta, bicicletas",
    "public-transport": (
        "transporte público, último autobús, último ferry, horario de autobuses, horarios de los "
        "autobuses, último bus, último barco"
    ),
    "strike": "huelga, carretera cortada",
    "wifi": "wifi, conexión, red, internet, señal wifi",
    "password": "contraseña, clave del wifi, clave wifi, =clave, la clave",
    "speed": "rápido, velocidad, lento, rápida, lenta, estable, megas",
    "remote-work": (
        "teletrabajo, teletrabajar, trabajar en remoto, videollamada, videollamadas, "
        "videoconferencia, reuniones online, trabajar online, trabajar a distancia, trabajo en "
        "remoto, remoto"
    ),
    "time": "hora, a qué hora, cuándo, horario, horarios",
    "night": "noche, noches",
    "person": "persona, personas, adultos",
    "emergency": (
        "emergencia, hospital, ambulancia, policía, fallecido, falleció, muerto, murió, funeral, "
        "cuidados intensivos, uci, accidente, operación, urgencias, entierro"
    ),
    "included": "incluido, incluye, incluida",
    "medical": (
        "médico, medicamento, enfermo, enferma, enfermedad, fiebre, certificado médico, lesionado"
    ),
    "weather": "tiempo, lluvia, llueve, temperatura",
    "safety": "=seguridad, es seguro",
    "language-spoken": "habláis español, hablan español",
    "_": (
        "tarjeta de embarque, tarjeta sim, carnet de identidad, en caso de, por si acaso, al "
        "mismo tiempo, a tiempo, buen día, otro día, aire libre, tiempo libre, lo antes posible, "
        "cuanto antes, de antemano, pasado de, fin de semana, hace tiempo, en cualquier caso, "
        "tarjeta regalo, equipo de hostel, lo más rápido"
    ),
    "boat": "barco, barca",
    "missing-thing": (
        "no aparece, desaparecido, ha desaparecido, no está, no encuentro, no encontramos, falta"
    ),
    "connect": "conectarme, conectarnos, conectar, no se conecta",
    "allowed": "se puede, está permitido, permitido, permitís, se permite, aceptáis, puede dormir",
}

# Finer than a question needs: what tells one fact from its neighbour. Only the guard of facts reads
# them, so that ranking counts no word twice.
FINE_CONCEPTS: dict[str, str] = {
    "bus-stop": "=parada, =paradas",
    "last": "=último, =última, =últimos, =últimas",
    "walk": (
        "a pie, de nosotros, del hostel, del albergue, de nuestra puerta, andando, caminando, "
        "de distancia, paseo corto, corto paseo, paseo de unos"
    ),
    "pier": "muelle, puerto, embarcadero",
    "season": (
        "temporada, =abierto, =abiertos, =abierta, abrimos, cerramos, =cerrado, =cerrados, "
        "=abre, =cierra"
    ),
    "night-phone": (
        "teléfono nocturno, teléfono de noche, número nocturno, número de emergencia, teléfono "
        "de guardia"
    ),
    "car-ride": "taxi, traslado, transfer, lanzadera, coche privado, traslados",
    "naples-side": "nápoles, aeropuerto",
    "postage": "envío, gastos de envío, enviar por correo, franqueo, por correo, envíos",
    "italy": "=italia",
    "abroad": "extranjero, fuera de italia, otros países, =europa, internacional",
    "weekly-hours": "horas a la semana, horas por semana, horas semanales",
    "keep": "guardamos, conservamos, guardados, se guardan, se conservan, guarda",
    "extra-bed": "cama supletoria, cama extra, cama adicional",
    "padlock": "candado, candados",
    "overnight": "por la noche, durante la noche, por noche, toda la noche",
    "direct": (
        "reservar directamente, reserva directa, reservas directas, directamente con nosotros, "
        "en nuestra web, en nuestra página, reservando directamente"
    ),
    "send": (
        "enviamos, enviaremos, mandamos, recibir, reciben, recibirá, recibes, recibirás, enviado"
    ),
    "return": "vuelta, regreso, regresa, vuelve",
    "bar": "=bar, bar de la terraza",
    "reply": (
        "respondemos, contestamos, responderemos, contestaremos, responderá, responde, "
        "contesta, una respuesta, personalmente"
    ),
    "deposit-paid": "fianza, depósito",
    "guest-kitchen": (
        "cocina para huéspedes, cocina común, cocina compartida, una cocina, usar la cocina, "
        "cocina a disposición, cocina para los"
    ),
    "serve-dinner": (
        "servimos cena, servimos cenas, ofrecemos cena, cena se sirve, damos cenas, cenar en el "
        "hostel"
    ),
    "wheelchair": "silla de ruedas, sillas de ruedas",
    "assistance-dog": "perro de asistencia, perros de asistencia, perro guía, perros guía",
    "own-alcohol": "propio alcohol, su alcohol, propia cerveza, propio vino, alcohol propio",
    "amex": "american express, amex",
    "free-of-charge": "gratis, gratuito, gratuitamente, sin coste",
    "refund-way": "a su tarjeta, en su tarjeta, reembolso tarda, a la tarjeta",
    "ticket": "billete, billetes, boleto, ticket",
    "visitor": (
        "no son huéspedes, no es huésped, no se aloja, no se alojan, visitarle, visitarles, visitantes, visitas, visita de"
    ),
    "job": "personal de temporada, para el personal",
    "ferry": "ferri, ferry, ferris, transbordador, barco a positano, travesía",
    "loyalty": "que vuelven, que repiten, ya ha estado, ya han estado, clientes que",
    "pool": "piscina, alberca",
}

VOCABULARY = Vocabulary(
    code="es",
    stemmer="spanish",
    stop_words=STOP_WORDS,
    concepts=CONCEPTS,
    fine_concepts=FINE_CONCEPTS,
    synonyms=SYNONYMS,
    # "habitacion" for "habitación": the stemmer knows the suffix only with its accent.
    endings=(("cion", "ción"), ("sion", "sión")),
)
