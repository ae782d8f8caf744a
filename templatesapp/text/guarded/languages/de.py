"""How German tells times, amounts and bounds."""

from __future__ import annotations

from templatesapp.text.guarded.words import GuardWords

WORDS = GuardWords(
    clock_before=(
        "um, ab, bis, von, vor, nach, gegen, zwischen, seit, bis um, schon um, bis spätestens,"
        " spätestens um, erst um, als"
    ),
    clock_after="uhr",
    before_hour_of={
        -30: "halb",
        15: "viertel nach",
        -15: "viertel vor, dreiviertel",
        10: "zehn nach",
        20: "zwanzig nach",
        -10: "zehn vor",
        -20: "zwanzig vor",
    },
    after_hour_of={},
    named_times_of={
        720: "mittag, zwölf uhr mittags",
        1440: "mitternacht",
    },
    mornings="morgens, vormittags, früh, am morgen, am vormittag, in der früh",
    evenings="abends, nachmittags, am abend, am nachmittag, nachts, am abend vorher",
    coins="euro, euros, eur",
    cents="cent, cents",
    per_person=("pro person, pro nacht, pro stück, pro auto, je person, pro kopf, pro gepäckstück"),
    percent="prozent",
    units_of={
        "minute": (
            "minute, minuten, min, gehminuten, fußminuten, autominuten, fahrminuten, minütige,"
            " minütiger, minütigen"
        ),
        "hour": "stunde, stunden, std, wochenstunden, stündige",
        "workday": "werktage, werktagen, werktag, arbeitstage, arbeitstagen, bankarbeitstage",
        "day": "tag, tage, tagen",
        "week": "woche, wochen",
        "month": "monat, monate, monaten",
        "night": "nacht, nächte, nächten, übernachtungen",
        "year": "jahr, jahre, jahren, jährige, jährigen, lebensjahr",
        "cm": "cm, zentimeter, zentimetern",
        "m": "m, meter, metern",
        "km": "km, kilometer, kilometern",
        "kg": "kg, kilo, kilogramm",
        "mbit": "mbit, mbit s, mbps, mbit pro sekunde, megabit, mb s",
        "step": "stufe, stufen, treppenstufen, treppen",
        "person": (
            "person, personen, leute, leuten, gäste, gästen, passagiere, passagieren, erwachsene,"
            " fahrgäste, fahrgästen, mitfahrer, reisende"
        ),
        "minor": "minderjährige, minderjährigen, kinder, kindern, kind, jugendliche",
        "attempt": "versuch, versuche, versuchen, aufforderungen, zahlungsaufforderungen",
    },
    amounts_of={
        30: "eine halbe stunde, halbe stunde, halben stunde",
        60: "eine stunde, einer stunde",
        90: "anderthalb stunden, eineinhalb stunden",
        15: "eine viertelstunde, viertelstunde",
        45: "eine dreiviertelstunde, dreiviertelstunde",
        75: "eine stunde und eine viertelstunde",
    },
    lasting="dauert, etwa, ca, ungefähr, fahrt, fährt, innerhalb von, rund, gut",
    ages="alter, mindestalter, mindestalter ist, mindestalter beträgt, alter von",
    starts=(
        "ab, von, vom, ab dem, beginnt um, beginnen um, öffnet um, frühestens, nicht vor,"
        " mindestens, über, startet um, erst ab, frühestens um, beginnt, beginnen, öffnet, minimum,"
        " älter als, frühestens ab"
    ),
    ends=(
        "höchstens für, maximal für,"
        " bis, bis um, bis zu, bis zum, spätestens, spätestens um, schließt um, endet um, enden um,"
        " höchstens, maximal, bis spätestens, vor, unter, nicht später als, schließt, endet, max,"
        " nicht mehr als, zum, bis etwa"
    ),
    later="nach, später als",
    joiners="bis, und, bis zum, bis um",
    or_more="oder mehr, oder älter, und älter, und mehr, aufwärts",
    or_less="höchstens, maximal, oder weniger",
    moments="ist um, ist ab, sind um, ist",
    nots="nicht um, nicht, nicht ab, statt, anstatt, nicht erst um",
    totals="insgesamt, zusammen, gesamt, gesamtpreis, in summe, macht",
    clause_heads="und, aber, während, dann, oder, jedoch, sondern, doch",
    included=("inklusive, inbegriffen, enthalten, im preis, inkludiert, eingeschlossen, dabei"),
    free=(
        "kostenlos, kostenfrei, gratis, umsonst, ohne aufpreis, ohne gebühr, kostet nichts, ohne"
        " zusatzkosten, frei von kosten"
    ),
    charged="kostenpflichtig, gegen gebühr, gegen aufpreis, kostet extra",
    forbidden="verboten, untersagt",
    limiting="leider, nur, ohne",
)
