"""How French tells times, amounts and bounds."""

from __future__ import annotations

from templatesapp.text.guarded.words import GuardWords

WORDS = GuardWords(
    clock_before="à, de, jusqu à, avant, après, dès, vers, entre, depuis, à partir de, et",
    clock_after="heures, heure, h",
    before_hour_of={},
    after_hour_of={
        30: "et demie, et demi, trente",
        15: "et quart, quinze",
        -15: "moins le quart",
        45: "quarante cinq",
        10: "dix",
        20: "vingt",
        -10: "moins dix",
        -20: "moins vingt",
    },
    named_times_of={
        720: "midi",
        1440: "minuit",
    },
    mornings="du matin, le matin",
    evenings="de l après midi, du soir, le soir, de la nuit",
    coins="euro, euros, eur",
    cents="centime, centimes, cent, cents",
    per_person=("par personne, par nuit, chacun, par tête, par voiture, par bagage, par séjour"),
    percent="pour cent, pourcent",
    units_of={
        "minute": "minute, minutes, min",
        "hour": "heure, heures, h",
        "workday": "jours ouvrables, jour ouvrable, jours ouvrés",
        "day": "jour, jours",
        "week": "semaine, semaines",
        "month": "mois",
        "night": "nuit, nuits, nuitées",
        "year": "an, ans, année, années",
        "cm": "cm, centimètres",
        "m": "m, mètres, mètre",
        "km": "km, kilomètres, kilomètre",
        "kg": "kg, kilos, kilo",
        "mbit": "mbit, mbit s, mbps, mbit par seconde, mégabits, méga, mb s",
        "step": "marche, marches",
        "person": "personne, personnes, voyageurs, passagers, passager, adultes, clients",
        "minor": "mineurs, mineur, enfants, enfant",
        "attempt": "tentative, tentatives, essais, demandes",
    },
    amounts_of={
        30: "une demi heure, demi heure",
        60: "une heure",
        90: "une heure et demie",
        15: "un quart d heure",
        45: "trois quarts d heure",
        75: "une heure et quart",
    },
    lasting="dure, environ, met, prend, en, faut, trajet de, pendant, durée de, compter",
    ages="âge, âge minimum, âge minimum est, âge de",
    starts=(
        "de, dès, à partir de, à partir du, à partir d, du, des, ouvre à, commence à, commencent"
        " à, pas avant, au moins, minimum, plus de, au plus tôt à, débute à, dès l âge de, ouvre,"
        " commence, à compter de"
    ),
    ends=(
        "au maximum pendant, un maximum de, maximum de,"
        " jusqu à, jusqu au, à, au, avant, ferme à, finit à, se termine à, au plus tard à, maximum,"
        " au maximum, moins de, pas plus de, d ici, termine à, ferme, au plus, jusqu aux, avant le,"
        " jusqu"
    ),
    later="après, plus tard que",
    joiners="à, et, au, jusqu à, jusqu au, jusqu",
    or_more="ou plus, et plus, et au delà, au moins",
    or_less="au maximum, au plus, maximum, ou moins",
    moments="est à, sont à, est dès, est",
    nots="pas à, pas, pas de, pas dès, au lieu de, plutôt que",
    totals="au total, en tout, total, ensemble",
    clause_heads="et, mais, tandis, puis, ou, cependant, alors",
    included="inclus, incluse, inclues, incluses, compris, comprise, comprises, comprend",
    free=(
        "gratuit, gratuite, gratuits, gratuites, gratuitement, sans frais, sans supplément, ne"
        " coûte rien, offert, offerte, offerts"
    ),
    charged="payant, payante, payants, payantes, en supplément, en sus",
    forbidden="interdit, interdite, interdits, interdites",
    limiting="malheureusement, seulement, uniquement, sans, personne, ne, n",
)
