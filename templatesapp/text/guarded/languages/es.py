"""How Spanish tells times, amounts and bounds."""

from __future__ import annotations

from templatesapp.text.guarded.words import GuardWords

WORDS = GuardWords(
    clock_before=(
        "a las, las, a la, la, hasta las, desde las, de las, antes de las, después de las, sobre"
        " las, entre las, a partir de las, a, de, desde, hasta"
    ),
    clock_after="horas, hs, en punto, h",
    before_hour_of={},
    after_hour_of={
        30: "y media, y treinta",
        15: "y cuarto, y quince",
        -15: "menos cuarto",
        45: "y cuarenta y cinco",
        10: "y diez",
        20: "y veinte",
        -10: "menos diez",
        -20: "menos veinte",
    },
    named_times_of={
        720: "mediodía",
        1440: "medianoche",
    },
    mornings="de la mañana, por la mañana, am, a m",
    evenings="de la tarde, de la noche, por la tarde, por la noche, pm, p m",
    coins="euro, euros, eur",
    cents="céntimo, céntimos, cent, cents",
    per_person=(
        "por persona, por noche, cada uno, por cabeza, por coche, por maleta, por estancia"
    ),
    percent="por ciento",
    units_of={
        "minute": "minuto, minutos, min",
        "hour": "hora, horas",
        "workday": "días laborables, día laborable, días hábiles",
        "day": "día, días",
        "week": "semana, semanas",
        "month": "mes, meses",
        "night": "noche, noches",
        "year": "año, años",
        "cm": "cm, centímetros",
        "m": "m, metros, metro",
        "km": "km, kilómetros, kilómetro",
        "kg": "kg, kilos, kilo",
        "mbit": "mbit, mbit s, mbps, mbit por segundo, megabits, megas, mb s",
        "step": "escalón, escalones, peldaños",
        "person": "persona, personas, huéspedes, huésped, pasajeros, pasajero, adultos",
        "minor": "menores, menor, niños, niño",
        "attempt": "intento, intentos, solicitudes",
    },
    amounts_of={
        30: "media hora",
        60: "una hora",
        90: "una hora y media, hora y media",
        15: "un cuarto de hora",
        45: "tres cuartos de hora",
        75: "una hora y cuarto",
    },
    lasting="dura, unos, unas, tarda, en, trayecto de, aproximadamente",
    ages="edad, edad mínima, edad mínima es, edad de",
    starts=(
        "de, desde, a partir de, a partir de las, a partir del, a partir de los, desde las, desde"
        " el, desde los, de las, empieza a las, abre a las, comienza a las, no antes de las, al"
        " menos, mínimo, más de, mayores de, como mínimo, del, abre, empieza, por lo menos"
    ),
    ends=(
        "como máximo por, por un máximo de, un máximo de, máximo de,"
        " hasta, hasta las, hasta el, hasta los, a, a las, al, antes de las, antes del, cierra a"
        " las, termina a las, acaba a las, como máximo, máximo, menos de, menores de, a más tardar"
        " a las, no más de, no más tarde de las, cierra, como mucho, abre hasta las, hasta la"
    ),
    later="después de las, después de, pasadas las",
    joiners="a, a las, y las, y, al, hasta las, hasta",
    or_more="o más, en adelante",
    or_less="como máximo, como mucho, máximo, o menos",
    moments="es a las, son a las, es a partir de las, es",
    nots="no a las, no, no desde, en lugar de, en vez de",
    totals="en total, total, juntos, suman",
    clause_heads="y, pero, mientras, luego, o, aunque",
    included="incluido, incluida, incluidos, incluidas, incluye, incluyen, comprende",
    free=(
        "gratis, gratuito, gratuita, gratuitos, gratuitas, gratuitamente, sin coste, sin cargo,"
        " sin suplemento, no cuesta nada, sin costo"
    ),
    charged="de pago, con suplemento, se paga aparte",
    forbidden="prohibido, prohibida, prohibidos, prohibidas",
    limiting="lamentablemente, solo, sólo, solamente, únicamente, sin",
)
