"""How English tells times, amounts and bounds."""

from __future__ import annotations

from templatesapp.text.guarded.words import GuardWords

WORDS = GuardWords(
    clock_before=(
        "at, until, till, by, from, before, after, around, between, than, past, about, at around,"
        " at about, since"
    ),
    clock_after="o clock, hrs, h",
    before_hour_of={
        30: "half past, half",
        15: "quarter past, a quarter past, quarter after",
        -15: "quarter to, a quarter to",
        10: "ten past",
        20: "twenty past",
        -10: "ten to",
        -20: "twenty to",
    },
    after_hour_of={},
    named_times_of={
        720: "noon, midday",
        1440: "midnight",
    },
    mornings="am, a m, in the morning, morning",
    evenings=(
        "pm, p m, in the afternoon, in the evening, at night, afternoon, evening, that evening"
    ),
    coins="euro, euros, eur",
    cents="cent, cents",
    per_person=(
        "per person, per night, per bag, per car, each, a head, per guest, per stay, per hour"
    ),
    percent="percent, per cent",
    units_of={
        "minute": "minute, minutes, min, mins",
        "hour": "hour, hours, hr, hrs",
        "workday": "working day, working days, business day, business days, workdays",
        "day": "day, days",
        "week": "week, weeks",
        "month": "month, months",
        "night": "night, nights",
        "year": "year, years, year old, years old, years of age",
        "cm": "cm, centimetre, centimetres, centimeters",
        "m": "m, metre, metres, meters",
        "km": "km, kilometre, kilometres, kilometers",
        "kg": "kg, kilo, kilos",
        "mbit": "mbit, mbit s, mbps, mbit per second, megabit, megabits, mb s",
        "step": "step, steps, stairs",
        "person": (
            "person, persons, people, guest, guests, passenger, passengers, adults, travellers"
        ),
        "minor": "minor, minors, children, child, kids",
        "attempt": "attempt, attempts, tries, requests",
    },
    amounts_of={
        30: "half an hour, half hour",
        60: "an hour, one hour",
        90: "an hour and a half, one and a half hours",
        15: "a quarter of an hour",
        45: "three quarters of an hour",
        75: "an hour and a quarter",
    },
    lasting="takes, lasts, about, ride, trip, in, within, for, takes about, hour",
    ages="age, aged, age of, age is, age limit is",
    starts=(
        "from, starting at, starts at, start at, starts from, begins at, begin at, opens at, open"
        " from, as of, at least, no earlier than, not before, earliest, start, starts, begins,"
        " opens, over, minimum, not earlier than, older than, a minimum of, from about, runs from,"
        " of at least"
    ),
    ends=(
        "until, till, by, to, up to, before, closes at, close at, ends at, end at, ends, closes,"
        " at most, at most for, for at most,"
        " no later than, latest, a maximum of, maximum, not later than, under, below, at"
        " the latest by, through, no more than, close on, closes on, until about, stays open until"
    ),
    later="after, past, later than",
    joiners="to, until, till, and, through",
    or_more="or more, or older, and over, or above, and older, and more, upwards, onwards",
    or_less="at most, or fewer, or less, at the most, maximum, or under",
    moments="is at, is from, are at, time is, is",
    nots="not at, not, not for, not until, not from, nor, instead of, rather than",
    totals="total, in total, altogether, together, all in all, sum, comes to, in all",
    clause_heads="and, but, while, then, or, however, whereas, though",
    included="included, includes, including, inclusive, part of the price",
    free=(
        "free of charge, for free, is free, are free, free for, a free, offer free, our free,"
        " enjoy free, free parking, free wifi, free luggage, free towels, completely free, free to"
        " use, at no cost, at no extra cost, no charge, complimentary, costs nothing, without"
        " charge, no extra charge, without extra charge"
    ),
    charged=(
        "not free, at an extra cost, extra charge applies, for a fee, costs extra, extra cost,"
        " charged separately, paid extra"
    ),
    forbidden="forbidden, prohibited, banned",
    limiting="only, unfortunately, sadly, instead of, without",
)
