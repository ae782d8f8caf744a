"""How English asks and answers: openers, nouns of the wanted thing, cues of each kind of answer."""

from __future__ import annotations

from templatesapp.text.coverage.rules import Aspect, CoverageRules

RULES = CoverageRules(
    asks={
        Aspect.DURATION: "how long, how much time, how many hours, how many minutes",
        Aspect.DISTANCE: "how far, what distance",
        Aspect.PRICE: "how much, how expensive, what does it cost, what do you charge",
        Aspect.FREQUENCY: "how often, how frequently, how regularly",
        Aspect.COUNT: "how many",
        Aspect.SIZE: "how big, how large, how small, how tall, how high, how wide, how heavy",
        Aspect.SPEED: "how fast, how quick, how good is the wifi, how strong",
        Aspect.AGE: "how old, what age, from what age",
        Aspect.TIME: "what time, at what time, until what time, by what time, from what time, when,"
        " until when, by when, from when, since when, how late, how early, what day, which day,"
        " what days, which days, on which days, what hours, which dates, what is the latest,"
        " what is the earliest, how soon",
        Aspect.PLACE: "where, where exactly, at which stop, at what stop, which floor, what floor,"
        " on which floor, which stop, which station, whereabouts",
        Aspect.PERSON: "who, whom, with whom",
        Aspect.REASON: "why, how come, what for, for what reason",
        Aspect.WAY: "how, how do i, how can we, in what way, what happens, what should i do,"
        " what do we do, what do i do, what is the best way, what is the easiest way,"
        " what is the cheapest way, what to do",
        Aspect.CHOICE: "which, what kind of, what sort of, what type of, what bus, what kinds of",
        Aspect.OPEN: "what, whats",
    },
    attributes={
        Aspect.PRICE: "price, prices, cost, costs, fee, fees, fare, rate, rates, charge, amount,"
        " tariff, deposit, total, surcharge",
        Aspect.TIME: "hours, opening hours, time, times, deadline, opening times, timetable,"
        " schedule, date, latest, earliest",
        Aspect.PLACE: "address, location, near, nearby, close by, around here, in the area",
        Aspect.SIZE: "size, dimensions, weight, measurements, size limit, weight limit, capacity",
        Aspect.SPEED: "speed, bandwidth",
        Aspect.AGE: "age, minimum age, maximum age, age limit",
        Aspect.CODE: "password, code, pin, name, number, phone number, iban, link, email address,"
        " network, account, door code",
        Aspect.DURATION: "duration, minimum stay, maximum stay",
        Aspect.DISTANCE: "distance, near, nearby, close to, close, far, walking distance",
    },
    clause_openers="what, which, where, when, who, why, how, until, at what, is, are, do, does,"
    " did, can, could, may, will, would, should, shall, must, has, have, was, were, if so,"
    " whether, if there, if we can, if i can, by when, from when, isnt, arent, what time",
    and_words="and, plus, &, as well as",
    or_words="or",
    state_openers="has, have you, did, was, were, has anyone, did you, havent, hasnt, didnt",
    modals="can, could, may, must, should, do i have to, do we have to, do i need to,"
    " do we need to, am i allowed, are we allowed, have to",
    light_words="far, somewhere, walk, walking, visit, tell, back, find, get, go, come, use, take, make, bring, put, offer, provide, provided, sell, serve,"
    " served, available, possible, allowed, permitted, ok, okay, open, close, start, begin, end,"
    " run, runs, leave, need, needed, required, have, want, like, work, works, organise, organize,"
    " arrange, prepare, small, big, large, nice, good, own, extra, safe, free, near, nearby,"
    " nearest, closest, next, best, cheap, cheapest, sleep, stay, stays, say, ask, give, receive,"
    " see, rent, hire, borrow, buy, accept, accepted, suitable, still, early, late, day, days,"
    " per, night, nights, person, people, please, place, thing, things, way, guest, guests,"
    " hostel, total, euro, currently, usually, exactly, include, included, cost, costs, charge,"
    " charged, pay, price, bit, able, keep, booked, full, maximum, minimum, max, min, time, hour,"
    " hours, kind, type, happen, happens, do, does, doing, able, last, first, called, house, place",
    scene_words="in, on, at, near, during, inside, around, within, throughout, in the, at the,"
    " on the, for the",
    leaning_words="it, they, them, that is, this is, these are, those are, thats",
    leaning_openers="allow, count on, reckon, you need about, about",
    yes_openers="yes, yes of course, of course, sure, certainly, absolutely, definitely, yep,"
    " no problem, gladly, with pleasure, indeed, correct, that is right, thats right, exactly,"
    " that is correct,       ",
    no_openers="no, unfortunately, sadly, sorry, we are sorry, im sorry, i am afraid, im afraid,"
    " we are afraid, regrettably, were sorry, not at all, not at the moment, not really,"
    " unfortunately not",
    negations="no, not, never, none, nobody, nothing, without, neither, nor, cannot, cant, dont,"
    " doesnt, isnt, arent, wont, didnt, wasnt, werent, couldnt, hasnt, havent, unable, only,"
    " unfortunately, sadly, impossible, instead of",
    lexical_no="sold out, fully booked, full, complete, closed, forbidden, prohibited, banned,"
    " not included, extra charge, for a fee, at an extra cost, taken, filled, expired, over,"
    " unavailable, excluded, impossible, refuse, no longer, ended, out of order",
    weak_affirming="open, always, every, each, all, also, own",
    affirming="possible, allowed, permitted, available, included, welcome, offer, offers, provide,"
    " provided, have, has, there is, there are, accept, accepts, accepted, can, may, free,"
    " rent, rented, borrow, required, need, needs, must, please, ok, fine, yes, able, serve,"
    " served, sell, organise, arrange, arranged, ready, bring, ask, run, runs, includes,"
    " arrived, received, found, secured, safe, enough, valid,"
    " work, works, keep, hold, guaranteed, suitable, allow, take, use, with pleasure",
    done_words=(
        "arrived, received, reached, went through, found, done, confirmed, booked, cancelled,"
        " refunded"
    ),
    supposing="if, whether, as soon as, once we, in case, unless, we hope, we look for",
    duties="please, must, need, needs, required, due, have to, should",
    instructing=(
        "you can, you may, you could, you find, please, must, have to, yourself, take "
        "the, leave your"
    ),
    telling="tell us, let us know, write to us, inform us, send us",
    refusals=(
        "cannot, cant, not possible, impossible, unable, not allowed, we do not, we dont, "
        "we have no, there is no, there are no, unfortunately, sold out, fully booked"
    ),
    deferrals="get back to you, come back to you, follow up with you, let you know, will check,"
    " look into, looking into, will ask, in touch, describe, will inform you,"
    " give you the most accurate answer, will answer",
    own_words="your, yours, you",
    undertakings="we will send, we will write, we will let you know, we will check, we will look, we "
    "will ask, we will prepare, we will arrange, we will book, we will reserve, we will "
    "try, we will put, we will call, we will make, we will get back, we will note, we "
    "have noted, we have passed, we note, i will send, i will check, i will ask, i will "
    "write, ill check, ill send, well send, well check, well let you know, well prepare, "
    "well arrange, well look, well put, we look for it, we look into, will write to you, "
    "will answer you, answers you, will call you, will reply to you, write to you "
    "personally, answer you personally",
    courtesies="thank you, thanks, look forward, looking forward, warm regards, kind regards,"
    " best regards, see you, we hope, happy to help, do not hesitate, dont hesitate, dear,"
    " we wish you, have a nice, welcoming you, sorry for, apologise, apologize, understand your",
    bounds="from, until, till, before, after, by, between, starts, start, begins, ends, earliest,"
    " latest, no later than, at the latest, up to, closes, opens, as of, only",
    time_words="midnight, noon, midday, daily, every day, each day, monday, tuesday, wednesday,"
    " thursday, friday, saturday, sunday, mondays, tuesdays, wednesdays, thursdays, fridays,"
    " saturdays, sundays, weekday, weekdays, weekend, weekends, january, february, march, april,"
    " june, july, august, september, october, november, december, morning, mornings, afternoon,"
    " evening, evenings, at night, tonight, today, tomorrow, yesterday, around the clock,"
    " all day, 24 7, 24 hours, any time, anytime, always, day of arrival, on arrival, on departure,"
    " day before, upon arrival, before arrival, after check in, at check in, at check out,"
    " at booking, when you arrive, immediately, right away, season, spring, summer, autumn,"
    " winter, sunset, sunrise, all year, as soon as, working days",
    clock_words="at, from, to, until, till, by, before, after, around, between, about, than, past,"
    " and, since",
    free_words="free, free of charge, for free, no charge, without charge, no extra charge,"
    " complimentary, at no cost, no extra cost, costs nothing, no fee, at no extra cost,"
    " without extra cost, included, nothing to pay",
    price_words="first night, half, whole amount, full amount, percent, equals, per cent,"
    " total price, price of one night",
    coins="euro, euros, eur, €, dollar, dollars, pound, pounds, cent, cents, usd, gbp, £, $, %",
    place_words="at, in, on, next to, near, opposite, behind, beside, under, above, below,"
    " in front of, between, inside, outside, upstairs, downstairs, ground floor, first floor,"
    " second floor, third floor, top floor, here, there, corner, around the corner, street,"
    " across, along, by the, via, piazza, close to, off at, basement",
    no_places="in advance, at least, at most, in case, in touch, in general, in cash, in person,"
    " at night, at any time, at the latest, at the moment, on request, on time, on sundays,"
    " on mondays, in total, in order, on average, in fact, at all, on your own, at once,"
    " in september, in october, in june, in july, in august, in may, in april, in summer,"
    " in winter, in the morning, in the evening, in the afternoon, on arrival, in the meantime,"
    " at the same time, in all, on foot, in english, at your disposal, in common, of charge,"
    " based on, depending on, in good time, at check in, at check out, on departure, at no,"
    " at an, on monday, on tuesday, on wednesday, on thursday, on friday, on saturday, on sunday,"
    " on weekdays, on weekends, looking at, interest in, on the day, in spring, in autumn",
    frequency_words="every, each, daily, hourly, once, twice, times, weekly, per day, per hour,"
    " regularly, rarely, often, always, never, a day, an hour, a week",
    duration_units="minute, minutes, min, mins, hour, hours, hr, hrs, day, days, night, nights,"
    " week, weeks, month, months, year, years, half an hour, an hour, a day, a week, overnight",
    distance_units="km, m, metre, metres, meter, meters, kilometre, kilometres, kilometer,"
    " kilometers, mile, miles, minutes, minute, min, step, steps, minutes walk, walk, next door,"
    " around the corner, close by, hour, hours",
    size_units="cm, mm, m, kg, litre, litres, liter, liters, l, inch, inches, centimetres, kilos,"
    " square, big enough, large enough, fits, fit, cabin bag, cabin size",
    age_words="under, over, years, year, adults only, any age, all ages, minors, children, minor,"
    " years old, older, younger, age limit, from the age, no age, adult, adults, age",
    number_words="one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve,"
    " fifteen, twenty, thirty, forty, fifty, sixty, hundred, dozen, several, single, double,"
    " triple, none, a couple, couple, both, half",
    way_words="take, walk, drive, follow, by bus, by car, by ferry, by train, by taxi, get off,"
    " change, send, click, write, call, use, ring, enter, via, through, bring, leave, go, turn,"
    " you can, you will, please, we will, we send, just, simply, ask, online, book, pay, reply,"
    " receive, show, on foot, coach, open",
    reason_words="because, due to, since, as, so that, reason, in order to, owing to, therefore",
    person_words="reception, receptionist, staff, team, manager, owner, colleague, colleagues,"
    " driver, we, our, porter, police, night phone, phone, host, me, us, somebody, someone",
    reveal_words="find, is on, send, sent, receive, receives, given, get it, told, tell, shown,"
    " written, displayed, ask, hand, hands, reception gives",
    naming_words="is called, called, named, is, name is, it is",
    asking_verbs="confirm, check, explain, advise, find out, tell, know, say, advise, inform, explain, wonder, wondering, remind, confirm",
    but_words="but, however, although, though, while, and, also",
    homographs="lift, fan, ring, watch, bar, train, case, match, check, book",
    verb_marks="will, would, can, could, to, should, might, must, lets, we, you, they, i",
)
