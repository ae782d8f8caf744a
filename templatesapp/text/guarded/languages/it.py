"""How Italian tells times, amounts and bounds."""

from __future__ import annotations

from templatesapp.text.guarded.words import GuardWords

WORDS = GuardWords(
    clock_before=(
        "alle, le, dalle, alle ore, ore, dalle ore, entro le, fino alle, verso le, tra le, prima"
        " delle, dopo le, per le, all, l, dall, entro l, delle"
    ),
    clock_after="in punto",
    before_hour_of={},
    after_hour_of={
        30: "e mezza, e mezzo, e trenta",
        15: "e un quarto, e quindici",
        -15: "meno un quarto",
        45: "e tre quarti, e quarantacinque",
        10: "e dieci",
        20: "e venti",
        -10: "meno dieci",
        -20: "meno venti",
    },
    named_times_of={
        720: "mezzogiorno",
        1440: "mezzanotte",
    },
    mornings="di mattina, del mattino, della mattina, mattina",
    evenings=("di sera, del pomeriggio, della sera, di pomeriggio, di notte, pomeriggio, sera"),
    coins="euro, eur",
    cents="centesimi, centesimo, cent",
    per_person=(
        "a persona, per persona, a notte, a testa, l uno, per notte, ad auto, a bagaglio, per"
        " ospite"
    ),
    percent="per cento, percento",
    units_of={
        "minute": "minuto, minuti, min",
        "hour": "ora, ore",
        "workday": "giorni lavorativi, giorno lavorativo, giorni feriali",
        "day": "giorno, giorni",
        "week": "settimana, settimane",
        "month": "mese, mesi",
        "night": "notte, notti",
        "year": "anno, anni",
        "cm": "cm, centimetri",
        "m": "m, metri, metro",
        "km": "km, chilometri, chilometro",
        "kg": "kg, chili, chilo",
        "mbit": "mbit, mbit s, mbps, mbit al secondo, megabit, mega, mb s",
        "step": "gradino, gradini, scalini",
        "person": "persona, persone, ospiti, ospite, passeggeri, passeggero, adulti",
        "minor": "minori, minore, minorenni, bambini, bambino",
        "attempt": "tentativo, tentativi, richieste, solleciti",
    },
    amounts_of={
        30: "mezz ora, mezza ora",
        60: "un ora",
        90: "un ora e mezza, un ora e mezzo",
        15: "un quarto d ora",
        45: "tre quarti d ora",
        75: "un ora e un quarto",
    },
    lasting="dura, circa, impiega, in, ci vuole, ci mette, tragitto di",
    ages="età, età minima, età minima è",
    starts=(
        "dalle, dal, dai, dagli, da, a partire da, a partire dalle, a partire dai, a partire dal,"
        " inizia alle, apre alle, comincia alle, non prima delle, almeno, minimo, sopra i, dopo i,"
        " dalle ore, non prima di, oltre i, dall, inizia, apre, a partire dalle ore, dopo i"
    ),
    ends=(
        "al massimo per, per un massimo di, un massimo di, massimo di,"
        " fino alle, fino a, fino al, fino ai, entro le, entro, entro il, alle, al, chiude alle,"
        " finisce alle, termina alle, prima delle, al massimo, al più tardi alle, massimo, sotto i,"
        " non oltre le, chiude, al più, non più di, per non più di, inferiore a, fino all, entro l,"
        " meno di, sotto gli, fino alle ore"
    ),
    later="dopo le, dopo, oltre le",
    joiners="alle, e le, a, al, e, fino alle, all, ai",
    or_more="o più, in su, e oltre, in poi",
    or_less="al massimo, o meno, massimo",
    moments="è alle, sono alle, è dalle, è",
    nots="non alle, non, non dalle, invece di, anziché",
    totals="in totale, totale, in tutto, complessivamente, insieme",
    clause_heads="e, ma, mentre, poi, o, però, invece",
    included=(
        "incluso, inclusa, inclusi, incluse, compreso, compresa, compresi, comprese, comprende, fa"
        " parte del prezzo"
    ),
    free=(
        "gratis, gratuito, gratuita, gratuiti, gratuite, gratuitamente, senza costi, senza"
        " supplemento, senza costi aggiuntivi, non costa nulla"
    ),
    charged="a pagamento, con supplemento, si paga a parte",
    forbidden="vietato, vietata, vietati, vietate, proibito, proibita",
    limiting="purtroppo, solo, soltanto, solamente, senza",
)
