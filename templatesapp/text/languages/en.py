"""English: stop words, concepts and spellings of guest mail."""

from __future__ import annotations

from templatesapp.text.languages import Vocabulary

# Function words, courtesy words and what every hostel mail says anyway.
STOP_WORDS = """
a about above after again all also although am an and any anybody anyone anything are arent
around as at be because been before being between both but by can cannot cant could couldnt did
didnt do does doesnt doing dont done down during each either else even ever every few for from
further get gets getting give go going gone got had hadnt has hasnt have havent having he her
here hers him his how i id if ill im in into is isnt it its ive just let lets like ll look
looking lot make many may maybe me might mine more most much must my need needs neither no nor
not now of off ok okay on once one only or other our ours out over own per perhaps please pls
quite rather re really s said same say see shall she should shouldnt since so some somebody
someone something soon still such sure t than that thats the their them then there theres these
they thing things this those though through to too under until unless up upon us ve very via
want wants was wasnt we well were werent what whats when where whether which while who whom
whose why will with within without wont would wouldnt yes yet you your yours yourself hi hello
hey dear thanks thank thx cheers regards kind best sincerely good morning evening afternoon mr
mrs ms hostel guest guests tell know question questions wonder wondering possible able help hope
happy
"""

SYNONYMS: dict[str, str] = {
    "brekkie": "breakfast",
    "brekky": "breakfast",
    "brekkies": "breakfast",
    "pls": "please",
    "plz": "please",
    "aircon": "airconditioning",
    "ac": "airconditioning",
    "cancelation": "cancellation",
    "accomodation": "accommodation",
    "reciept": "receipt",
    "recieved": "received",
    "tmrw": "tomorrow",
    "pic": "photo",
    "pics": "photo",
    "pax": "people",
    "mins": "minutes",
    "hrs": "hours",
    "info": "information",
    "motorbike": "motorcycle",
}

CONCEPTS: dict[str, str] = {
    # Getting in.
    "door": "door, front door, main door, entrance, gate, entry",
    "code": (
        "code, door code, access code, entry code, entrance code, gate code, keypad, pin code, "
        "combination, numbers for the door"
    ),
    "key": "key, key card, keycard, fob",
    "lockout": (
        "locked out, cant get in, cannot get in, cant enter, cannot enter, let us in, let me in, "
        "nobody opens, outside the door, in front of the door, standing outside, shut out, unable "
        "to get in, unable to enter, cant open the door, could not get in, stuck outside, waiting "
        "outside, come down and, somebody come down, blinks red, does not accept, doesnt accept, "
        "let in"
    ),
    "steps": "step, stair, staircase, stairway, uphill, climb, lots of stairs, how steep, steep",
    "lift": "lift, elevator",
    "accessibility": (
        "wheelchair, accessibility, disabled, disability, walking stick, crutches, reduced "
        "mobility, mobility, step free, walk with a stick, pushchair, pram, buggy, stroller, "
        "ramp, =accessible, walks badly, cant climb, cannot climb, bad knees, hard to walk, "
        "unsteady, old mother, elderly"
    ),
    "courtyard": "courtyard, patio",
    "doorbell": "doorbell, bell, intercom, buzzer, ring the bell",
    # Things to do.
    "excursion": (
        "excursion, tour, day trip, guided tour, outing, =sightseeing, guided walk, guided walks"
    ),
    "boat-trip": (
        "boat trip, boat tour, boat ride, sunset cruise, cruise, sailing, boat rental, rent a "
        "boat, private boat, trip by boat, out on a boat, round the coast by boat, boat hire, "
        "hire a boat"
    ),
    "cooking-class": (
        "cooking class, cookery class, cooking course, pizza night, pizza evening, cooking "
        "lesson, pasta making, pizza making, pizza class, cookery, cookery lesson, cooking "
        "lessons, learn to cook, pizza making class"
    ),
    "hike": "hike, trek, trail, path of the gods, walk of the gods, hiking, footpath",
    "kayak": (
        "kayak, canoe, paddle board, sup, snorkel, scuba, diving, paddle boards, paddleboard, "
        "snorkelling, kayaking"
    ),
    "beach": "beach, sunbed, swim, lido",
    "activity": (
        "activity, things to do, what to do, event, entertainment, social event, live music, pub "
        "crawl, happy hour, games night, wine tasting, tasting, sightsee, nightlife, organise "
        "yourselves, sign up, planned activities, bored, what else is there"
    ),
    "restaurant": (
        "restaurant, trattoria, pizzeria, place to eat, where to eat, somewhere to eat, bar "
        "nearby, table for"
    ),
    "recommend": (
        "recommend, recommendation, suggest, suggestion, advise, any tips, tip, what would you "
        "do, what can you suggest"
    ),
    # Changing a booking.
    "change": "change, modify, modification, amend, amendment, alter, switch, swap, adjust",
    "move": "move, shift, push back, bring forward, push my stay, push our stay, push the",
    "postpone": (
        "postpone, reschedule, rebook, new dates, different dates, other dates, another date, "
        "later date"
    ),
    "date": "date, day",
    "extend": (
        "extend, extension, extra night, additional night, another night, one more night, stay "
        "longer, add a night, add one night, add night, prolong, longer stay, extra nights, more "
        "nights, nights longer, night longer"
    ),
    "shorten": (
        "shorten, leave earlier, one night less, fewer nights, leave a day early, leave one day "
        "early, night fewer, cut short, reduce"
    ),
    "add-person": (
        "add a person, extra person, additional person, another person, one more person, add a "
        "guest, extra guest, add another, one more guest, bring a friend, add a friend, "
        "additional guest, friend joins, fewer people, one person less, one less person, person "
        "fewer, dropped out, drops out, off the reservation, off the booking, only three now, "
        "only two now, only one of us, is not coming, isnt coming, not joining, one less, one "
        "fewer, person less"
    ),
    "name-change": (
        "name on the booking, change the name, name change, under the name, in the name of, "
        "surname, misspelled, spelled wrong, spelling of"
    ),
    "upgrade": "upgrade, better room, bigger room",
    "instead": "instead of, instead, rather than",
    # A booking and its troubles.
    "booking": "booking, reservation, book, reserve",
    "availability": (
        "availability, available, vacancy, vacant, free room, free bed, free beds, free rooms, "
        "any room, any beds, any bed, do you have room, have space, still have, space for, beds "
        "left, room left, rooms left, bed left, sold out, fully booked, any space, place for, "
        "anything free, something free, anything available, free for, have anything, spare room, "
        "spare bed, any spaces, beds free, room free, rooms free, beds available, place to stay, "
        "still free, got room, got space, got beds, any beds going, full that week"
    ),
    "room": (
        "room, private room, double room, triple room, twin room, single room, sea view room, "
        "ensuite"
    ),
    "bed": "bed, bunk, extra bed, mattress",
    "dorm": "dorm, dormitory, shared room",
    "double-booked": (
        "overbooked, oversold, double booked, overbooking, given away, gave away, no bed for us, "
        "no room for us, no bed for me, bed was taken, room was taken"
    ),
    "booking-missing": (
        "cant find my booking, cannot find my booking, no record, no reservation, not in the "
        "system, not in your system, booking disappeared, booking vanished, booking not found, "
        "does not appear, did not appear, had no booking, not on the list, no booking under"
    ),
    "confirmation": (
        "confirmation, confirmation email, booking confirmation, confirmation number, confirmed "
        "booking"
    ),
    "not-received": (
        "not received, havent received, have not received, did not receive, didnt receive, never "
        "received, never arrived, not got, havent got, never got, no confirmation, inbox, junk "
        "folder, spam folder, nothing has arrived, nothing has come, heard nothing, nothing "
        "since, no email, no mail from you, nothing from you, in junk"
    ),
    "wrong-booking": (
        "wrong dates, wrong date, wrong room, wrong booking, by mistake, booked twice, double "
        "booking, duplicate booking, duplicate, two bookings, wrong number of, not what I booked, "
        "different room, incorrect"
    ),
    "group": "group, group booking, school, team of, class of, party of",
    "family": "family",
    # Breakfast, and what else there is to eat.
    "breakfast": (
        "breakfast, breakfast included, morning meal, food in the morning, in the morning to eat, "
        "morning buffet"
    ),
    "packed-breakfast": (
        "packed breakfast, breakfast box, breakfast to go, takeaway breakfast, lunch box, packed "
        "lunch, breakfast bag"
    ),
    "meal": "meal, lunch, dinner, food, supper, eat, half board",
    "coffee": "coffee, cappuccino, espresso, tea",
    "vegan": "vegan, plant based",
    "vegetarian": "vegetarian, veggie",
    "gluten": "gluten, gluten free, coeliac, celiac",
    "allergy": (
        "allergy, allergic, intolerant, intolerance, nut allergy, lactose, lactose free, dairy "
        "free, epipen, lactose intolerant, dairy, cannot eat, cant eat, nuts, shellfish"
    ),
    "kitchen": (
        "kitchen, microwave, fridge, refrigerator, stove, kettle, cook ourselves, cook our own, "
        "self catering"
    ),
    # Cancelling.
    "cancel": (
        "cancel, cancellation, call off, annul, revoke my booking, no longer coming, not coming "
        "anymore, cant come anymore, wont be coming, can no longer come, unable to come, wont "
        "make it, cannot make it, cant make it, have to drop out, withdraw, no longer need the "
        "room, no longer need the bed, wont be able to come, not be able to come, cant travel, "
        "cannot travel, unable to travel, not able to come, not going to make it, give up our "
        "booking, pull out, back out"
    ),
    "refund": (
        "refund, refundable, money back, reimburse, reimbursement, get back my money, give back, "
        "pay back, paid back, get our money, deposit back"
    ),
    "non-refundable": "non refundable, nonrefundable, not refundable, no refund",
    "free-cancellation": (
        "free cancellation, cancel for free, cancel free of charge, cancel without charge, cancel "
        "without penalty, cancellation fee, cancellation policy, cancellation deadline, "
        "cancellation terms, flexible rate, flexible booking, what do i lose, what would it cost "
        "me, lose everything, lose the money"
    ),
    "no-show": "no show",
    "insurance": "insurance, insurer, travel insurance",
    # Arriving.
    "check-in": (
        "check in, checking in, checked in, check us in, check me in, room ready, rooms ready, "
        "rooms are ready, room is ready, get into the room, get into our room, have the room"
    ),
    "arrival": "arrive, arrival, get there at, get in at, reach you, reaching, landing, land at",
    "arrival-time": (
        "arrival time, arrive around, arrive at, arriving at, estimated time of arrival, eta, "
        "check in time"
    ),
    "late-arrival": (
        "late arrival, arrive late, arriving late, late check in, after midnight, around "
        "midnight, late at night, in the middle of the night, arrive after, late night arrival, "
        "get in late, at night, doesnt reach you until, get in around midnight, late train, late "
        "flight, late bus, late ferry, reach you late, in late"
    ),
    "early-check-in": (
        "check in early, check in earlier, room ready earlier, early arrival, arrive early, "
        "arriving early, get into the room earlier, room earlier, drop in early, earlier check "
        "in, arrive before"
    ),
    "reception": (
        "reception, front desk, reception hours, desk, receptionist, 24 hour reception, staffed"
    ),
    "opening-hours": (
        "opening hours, reception open, open until, desk open, close at, closes at, hours of "
        "reception"
    ),
    "id-document": (
        "passport, identity card, id card, photo id, driving licence, driver license, drivers "
        "license, proof of identity, identification, documents, document, copy of id, what do we "
        "need to bring, bring to check in, need to show, show at check in"
    ),
    "self-check-in": (
        "how do we get in, how do i get in, how can we get in, how can i get in, how to get in, "
        "self check in, let ourselves in, contactless check in, key box, keybox, without "
        "reception, online check in"
    ),
    # Leaving.
    "checkout": (
        "check out, checking out, checked out, leave the room, vacate, vacate the room, hand back "
        "the key, return the key, drop the key, leave the key, out of the room, out of our room, "
        "out by, be out of, clear the room, leave our room, last morning, move out, hand over the "
        "keys, hand the keys, give the keys, give the keycards, leave the keys, hand in the key"
    ),
    "late-checkout": (
        "late check out, check out late, check out later, later check out, stay in the room "
        "until, keep the room, keep the room until, room a bit longer, stay in the room longer, "
        "room longer, hang around, stay a bit longer, extra hour, another hour, another two "
        "hours, stay until, leave later"
    ),
    "departure": (
        "departure, depart, leave early, leaving early, set off, on the last day, day of "
        "departure, leaving on, =leaving, wed leave, well leave, we leave, leave about, leave "
        "around, set out"
    ),
    "early-departure": (
        "leave very early, leave before, early departure, check out early, early check out, leave "
        "at 4, leave at 5, leave at 6, before reception opens, leave at dawn, crack of dawn, "
        "leave before breakfast, early flight, early bus, early ferry, very early, leave early"
    ),
    # Work.
    "job": (
        "job, work for you, work at your, working for you, employment, position, hire, hiring, "
        "recruit, seasonal work, staff position, looking for work, join your team, join the team, "
        "job opening, work season, summer job, part time, full time, take anyone on, taking on "
        "staff, need staff, need anyone, =vacancies, work with you, staff for, seasonal job, "
        "front desk job, =application, =applications, apply for, apply to work, =applying"
    ),
    "volunteer": (
        "volunteer, workaway, worldpackers, work exchange, in exchange for, exchange for a bed, "
        "help out in return"
    ),
    "internship": "internship, intern, trainee, apprenticeship, work placement, placement",
    "cv": (
        "cv, resume, curriculum, cover letter, references from, experience as, years of "
        "experience, interview"
    ),
    "salary": "salary, wage, paid per hour, how much do you pay",
    # What the house has.
    "towel": "towel",
    "linen": "linen, bed linen, sheets, duvet, blanket, pillow, =bedding",
    "air-conditioning": (
        "airconditioning, air conditioning, air con, air conditioner, a c, fan, cooling"
    ),
    "heating": "heating, heater, radiator",
    "laundry": (
        "laundry, washing machine, wash our clothes, wash clothes, dryer, tumble dryer, iron, "
        "ironing"
    ),
    "hairdryer": "hairdryer, hair dryer",
    "bathroom": "bathroom, toilet, shower, hot water, private bathroom, ensuite bathroom",
    "facility": (
        "facility, amenity, equipped, equipment, common room, common area, lounge, garden, "
        "balcony, rooftop, sauna, gym"
    ),
    "terrace": "terrace, roof terrace",
    "view": "view, sea view",
    "socket": "socket, power outlet, plug, adapter, adaptor, charging point, power point",
    "supermarket": "supermarket, grocery, grocer, shop nearby, food shop, mini market, minimarket",
    "atm": "atm, cash machine, cashpoint, cash point, withdraw money, withdraw cash",
    "pharmacy": "pharmacy, chemist, drugstore",
    "safe": "safe box, safe deposit, safety box",
    "broken": (
        "broken, not working, doesnt work, does not work, isnt working, out of order, stopped "
        "working, not work, broke, leaking, leak, faulty, wont work, defective"
    ),
    "repair": "repair, fix, fixed, technician",
    # Feelings, feedback and letters.
    "thanks": (
        "thank you so much, thank you all, thank you for everything, thank you for the, thanks "
        "for everything, grateful, a wonderful, wonderful stay, amazing stay, lovely stay, great "
        "stay, had a great, had a lovely, had a wonderful, had an amazing, loved our stay, loved "
        "it, loved staying, unforgettable, fantastic stay, perfect stay, best hostel, cant wait "
        "to come back, thanks again for, miss your, pass our love, thank the whole, thank the "
        "team, what a week, had the best, best time, best holiday, home from, got home"
    ),
    "compliment": (
        "angel, wonderful, amazing, fantastic, brilliant staff, friendly staff, lovely staff, "
        "great team, five stars, just wanted to say, just wanted to tell, kindness, stole our "
        "hearts, what a place"
    ),
    "complaint": (
        "complain, complaint, disappointed, disappointing, disgusting, unacceptable, terrible, "
        "awful, horrible, disgrace, appalling, bed bug, bites, cockroach, mould, filthy, dirty, "
        "unclean, rude, smelled, stank, worst, ruined, unfriendly, not happy, unhappy, ashamed, "
        "shame on, let down, dreadful, stained, broken promises, poor service, bad experience, "
        "never again"
    ),
    "review": "review, feedback, rate our stay, survey, =rating, =ratings",
    "unsubscribe": (
        "unsubscribe, opt out, mailing list, stop emailing, stop sending, no more emails, no more "
        "mails, remove me from, take me off, stop writing, no longer wish to receive, stop these "
        "emails, delete my data, delete my email, off your list, off the list, my address off, "
        "off whatever list, address off, no more please, stop the emails, leave me alone, off "
        "your mailing, stop contacting, stop mailing me, delete me"
    ),
    "newsletter": (
        "newsletter, marketing email, marketing emails, adverts, spam, emails from you, =mailing"
    ),
    "press": (
        "press, journalist, magazine, newspaper, blogger, influencer, collaboration, collaborate, "
        "partnership, film crew, photo shoot, filming, school project, interview you, "
        "questionnaire, writing about"
    ),
    "objection": "objection, =object, =objecting, dispute, contest, i do not accept, do not agree",
    "lawyer": "lawyer, solicitor, attorney, court, legal action, sue",
    # Rules of the house.
    "quiet": (
        "quiet hours, quiet, quiet time, silence, noise, noisy, loud, music, cant sleep, couldnt "
        "sleep, could not sleep, cannot sleep, disturb, annoying anyone, keep it down, how late "
        "may we, singing, shouting, screaming, have a word with them, racket, can hear "
        "everything, awake"
    ),
    "smoking": "smoke, smoking, smoker, cigarette, vape, vaping, ashtray",
    "alcohol": "alcohol, beer, wine, own drinks, drinks, booze, bring our own, spirits, byo",
    "visitor": (
        "visitor, visit me, overnight guest, friend over, friends over, friend visit, not "
        "staying, come over, non guest, outside guest, have people over, friend come, friends "
        "dropping by, mates of ours, come and sit, drop by, friend from outside, join us, join me"
    ),
    "curfew": (
        "curfew, come back late, come home late, stay out, get back late, locked at night, lock "
        "the door at night, come in at any time"
    ),
    "party": "party, parties, stag, hen do, hen party, bachelor, bachelorette, celebrate",
    "house-rule": "house rule, house rules, =rules, =rule, forbidden, prohibited, are we allowed",
    # Things left behind.
    "lost": (
        "lost, lost and found, lost property, mislaid, lose, misplaced, went missing, lost "
        "something, slipped behind, fell behind, under the bed, behind the bed, cant find it, not "
        "in my bag, isnt in my bag, unpacking, come across it, come across, turned up, dropped "
        "my, =missing"
    ),
    "left-behind": (
        "left behind, left my, left our, left a, left his, left her, forgot, forgotten, forgot "
        "my, left something, leave behind, i think i left, must have left, may have left, might "
        "have left"
    ),
    "found": "found, find, turned up, handed in, has anyone found, anybody found, spotted",
    "belonging": (
        "charger, scarf, jacket, wallet, purse, phone, passport, glasses, sunglasses, earring, "
        "necklace, ring, watch, camera, headphones, earphones, airpods, kindle, book under, "
        "hoodie, jumper, sweater, swimsuit, bikini, toiletry bag, teddy, power bank, tablet, "
        "notebook, diary, hat, cap, coat, umbrella, bracelet, keys ring, laptop, towel behind, "
        "trainers, sandals, shirt, dress, shoes, ipad, toy, =ring, rings, jewellery, medicine"
    ),
    "post-item": (
        "post it, send it to, send it, ship it, mail it, postage, courier, forward it, shipping, "
        "posted to, send it on, send them to"
    ),
    # Luggage.
    "luggage": "luggage, bag, suitcase, baggage, backpack, rucksack, trolley, case, bags",
    "luggage-storage": (
        "luggage storage, store our, store my, store luggage, left luggage, leave our bags, leave "
        "my bag, leave my bags, leave our luggage, leave my luggage, drop our bags, drop my bags, "
        "drop off our, drop off my, drop our luggage, leave bags, leave luggage, bag storage, "
        "store bags, store the, keep our bags, look after our, leave a suitcase, leave the bags, "
        "leave our suitcases, leave our backpacks, leave my backpack, drop bags, bag drop, "
        "storage"
    ),
    "locker": "locker, padlock",
    "porter": "porter, carry our, carry my, carry the, luggage service, bag carrier",
    "parcel": (
        "parcel, package, post a box, ship a box, box to you, delivery, deliver, send a box, box "
        "ahead, mail a box"
    ),
    # Paying.
    "payment": "payment, pay, paid, paying, settle, balance, outstanding",
    "card": "card, credit card, debit card, bank card, contactless",
    "cash": "cash, in cash",
    "bank-transfer": (
        "bank transfer, wire transfer, iban, wire, transfer the money, bank details, "
        "=transferred, money transfer, sort code"
    ),
    "invoice": "invoice, receipt, vat, tax number, company name on, =bill, =bills",
    "charge": (
        "debit, debited, taken from my card, taken from my account, deducted, statement, bank "
        "statement, card statement, taken by you, taken from us, took from my card, deduction, "
        "=billed, =charged, =charges, charge on my, a charge of, charged my card"
    ),
    "double-charge": (
        "charged twice, double charge, double charged, debited twice, paid twice, two charges, "
        "charged two times, charged again, second charge, billed twice, pay twice"
    ),
    "overcharge": (
        "overcharged, charged too much, wrong amount, charged more, higher than, incorrect "
        "amount, unknown charge, strange amount, different amount, too much, we agreed on, "
        "explain the difference, not what we agreed, amount is wrong, wrong total"
    ),
    "city-tax": "city tax, tourist tax, tax",
    "price": (
        "price, cost, how much, rate, fee, fare, euro, expensive, total, charge for, free of "
        "charge, for free, tariff, pricing, quote, extra charge, =spend, per day"
    ),
    "pay-on-arrival": (
        "pay on arrival, pay at the desk, pay at the hostel, pay at check in, pay when we arrive, "
        "pay on the spot, pay at reception, pay there, payment on arrival, pay at the property"
    ),
    "bank-dispute": "chargeback, reverse it, dispute, my bank, reverse the charge",
    "failed-payment": (
        "payment failed, declined, card was declined, card rejected, payment not go through, "
        "payment did not go through, didnt go through, payment error, card not accepted, doesnt "
        "accept my card, rejected"
    ),
    # Prepaying.
    "prepayment": (
        "prepayment, prepay, pre payment, pre pay, pay in advance, advance payment, pay upfront, "
        "upfront payment, deposit payment, secure my booking, secure the booking, guarantee the "
        "booking, preauthorisation, pre authorisation, preauthorization"
    ),
    "payment-link": (
        "payment link, secure link, link to pay, link for the payment, pay link, link you sent, "
        "new link, link again, prepayment link, secure payment link, the link"
    ),
    "link-expired": (
        "link expired, link has expired, link doesnt work, link does not work, link is not "
        "working, link not work, link isnt working, link does not open, link broken, broken link, "
        "expired, error 404, link is dead"
    ),
    "reminder": (
        "reminder, second reminder, first reminder, final reminder, last reminder, third "
        "reminder, last notice, final notice, third notice, last warning, payment reminder, "
        "second request, third attempt, second attempt"
    ),
    "deadline": (
        "deadline, within 48 hours, within 24 hours, 48 hours, 24 hours, due, overdue, until when "
        "do I have to pay, more time to pay"
    ),
    "paid-now": (
        "prepayment arrived, payment is being checked, payment landed, transfer done, transfer sent, "
        "have paid, just paid, i paid, ve paid, payment done, payment made, paid it, already "
        "paid, payment went through, did you receive my payment, received my payment, payment "
        "arrived, made the payment, just transferred, have transferred, settled the, just "
        "settled, it reached you, payment reached you, have just sent the"
    ),
    "deposit": "deposit",
    "accept-terms": (
        "accept the terms, agree to the terms, terms and conditions, i agree, agree with the "
        "terms, accept the conditions, accept your terms"
    ),
    # Policies.
    "policy": "policy, policies, regulation, terms, =conditions",
    "pet": "pet, animal",
    "dog": "dog, puppy, doggy, dachshund, labrador",
    "cat": "cat, kitten",
    "child": "child, kid, children, son, daughter",
    "baby": "baby, infant, toddler, newborn",
    "cot": "cot, crib, baby bed, high chair",
    "minor": (
        "minor, underage, under 18, teenager, years old, year old, parental consent, guardian, "
        "accompanied by, minimum age, age limit, age restriction, month old, months old, her age, "
        "his age, my mum, my parents, parents sign, on my own, permission, writes a letter, turn "
        "17, turning 17, underaged"
    ),
    "age": "age limit, minimum age, maximum age, too old, age",
    "security-deposit": "security deposit, damage deposit",
    "minimum-stay": "minimum stay, maximum stay, minimum nights",
    "camera-privacy": "cctv, surveillance, data protection, privacy, gdpr",
    # Offers.
    "discount": (
        "discount, reduction, cheaper, reduced rate, better price, special price, special rate, "
        "best price, lower price, money off, off the price, concession, deal, price match, knock "
        "something off, anything off, something off, deal for, price reduction, reduced price, "
        "negotiate, better deal, lower rate"
    ),
    "promo-code": (
        "promo code, discount code, promotion code, coupon, promotional code, voucher code, code "
        "from your"
    ),
    "offer": (
        "special offer, offer, promotion, promo, black friday, sale, early bird, advert, =ad, "
        "campaign"
    ),
    "loyalty": (
        "loyalty, returning guest, returning guests, regular guest, come back for, second time, "
        "repeat guest, stayed before, again this year"
    ),
    "student": "student, student card, isic",
    "long-stay": (
        "long stay, longer stay, weekly rate, for a month, for a whole month, week long, weeks, "
        "fortnight, nights in a row, month long, two weeks, three weeks, ten nights, fourteen "
        "nights, for a week, =monthly"
    ),
    "voucher": "gift card, gift voucher, gift certificate",
    # Getting there.
    "bus": "bus, coach, bus stop, bus ticket, bus timetable",
    "ferry": "ferry, hydrofoil, boat from, ferries, port, harbour, pier, by boat",
    "train": "train, station, railway, train station",
    "taxi": "taxi, cab, driver, =uber",
    "airport": "airport, flight, plane, terminal",
    "transfer": (
        "shuttle, pick up, pick us up, picked up, pickup, collect us, private driver, private "
        "transfer, drop off at the airport, =transfer, =transfers, taxi transfer, airport "
        "transfer"
    ),
    "parking": (
        "parking, car park, park the car, park our car, park my car, garage, parking space, "
        "parking place, parking spot, leave the car, leave a car, leave our car, leave my car, "
        "where to park, parked"
    ),
    "car": (
        "car, rental car, hire car, drive, driving, motorcycle, camper, campervan, rental, hired "
        "car, by car"
    ),
    "directions": (
        "how to get, get to you, get to the hostel, how do we get, how do i get, reach the "
        "hostel, best way, way to you, where are you, where do we get off, way from, far from, "
        "how far, get from, getting from, getting there, getting to, walk from, get there, come "
        "from, travel from, how can we get, how can i get, cheapest way, easiest way, reach you, "
        "find you, come to you from, reach positano, to positano, way to positano, make our way, "
        "=directions, what is the best way, would you do"
    ),
    "address-place": (
        "located, location, where exactly, where is the hostel, your address, the address, exact "
        "address, where you are, find the hostel, find you"
    ),
    "scooter": "scooter, moped, rent a scooter",
    "bicycle": "bicycle, bike, cycling, cycle",
    "public-transport": (
        "public transport, public transportation, timetable, last bus, last ferry, first bus"
    ),
    "strike": "strike, road closed, road is closed",
    # Connection.
    "wifi": (
        "wifi, internet, connection, network, online exam, wi fi, signal, stronger signal, "
        "online, hotspot, router"
    ),
    "password": "password, wifi code, wifi key, network name",
    "speed": (
        "speed, fast, mbps, bandwidth, slow, reliable, stable, strong enough, good enough, hold up"
    ),
    "remote-work": (
        "remote work, work remotely, working remotely, home office, remotely, coworking, co "
        "working, video call, video calls, online meeting, online meetings, work online, upload, "
        "stream, zoom call"
    ),
    # Asking shapes that carry no topic.
    "time": "time, when, what time, hour, o clock, until when, how late, how early, how long",
    "night": "night",
    "person": "person, people, adult",
    "emergency": (
        "emergency, hospital, ambulance, police, passed away, died, funeral, intensive care, "
        "accident, surgery"
    ),
    "included": "included, include, inclusive",
    "medical": "doctor, medicine, medication, sick, illness, ill, injured",
    "weather": "weather, rain, storm, temperature",
    "safety": "is it safe, safety, security, secure area",
    "language-spoken": "speak english, speak italian, languages",
    "_": (
        "how do we get in, how do i get in, how can we get in, how can i get in, how to get in, "
        "boarding card, boarding pass, sim card, postcard, business card, identity card, id card, "
        "bank holiday, in case, just in case, double check, on the other hand, at least, book "
        "club, national park, key to, in advance, play a part, at the same time, by the way, last "
        "time, next time, first time, every time, some time, on time, change my mind, spare "
        "change, cold case, find out, water park, to date, these days, nowadays, one day, good "
        "day, nice day, lovely day, great day, to be found, of course, course, find it, long way, "
        "way too, find the, feel free, dont mind, never mind, in that case, in any case, offer "
        "letter, a bit"
    ),
    "boat": "boat, take the boat, =boats",
    "missing-thing": (
        "not in any of our, not in my, nowhere to be found, disappeared, gone missing, cant find, "
        "cannot find, is gone, no longer there, still there"
    ),
    "connect": "log on, log in, connect, =connected, sign in to",
    "allowed": "allowed, permitted, allow, =permit, let me stay, let us",
}

# Finer than a question needs: what tells one fact from its neighbour. Only the guard of facts reads
# them, so that ranking counts no word twice.
FINE_CONCEPTS: dict[str, str] = {
    "bus-stop": "bus stop, stop, stops",
    "last": "last, final",
    "walk": (
        "walk, on foot, away, from us, from the hostel, from our door, walking, uphill, up to "
        "the hostel"
    ),
    "pier": "pier, harbour, port, jetty, landing stage",
    "season": "season, =open, =opens, =close, =closes, =closed, winter break",
    "night-phone": "night phone, night number, night line, emergency number",
    "car-ride": "taxi, cab, transfer, transfers, shuttle, private car, private driver",
    "naples-side": "naples, airport",
    "postage": "postage, post it, posting, shipping, by post, post them, post lost",
    "italy": "italy, within the country, italian address",
    "abroad": (
        "abroad, outside italy, other countries, foreign countries, europe, overseas, another "
        "country, international"
    ),
    "weekly-hours": "hours a week, hours per week, working week, hours weekly, weekly hours",
    "keep": (
        "we keep, keep it, keep lost, keep everything, keep what, kept for, is kept, are kept, "
        "keep them, keep found, keep all"
    ),
    "extra-bed": "extra bed, additional bed, spare bed",
    "padlock": "padlock",
    "overnight": "overnight, for the night, per night, a night, over night",
    "direct": (
        "book direct, book directly, booking direct, booking directly, direct booking, direct "
        "bookings, directly with us, direct with us, on our website, on our own website"
    ),
    "send": "send, sent, receive, get the code, mail you",
    "return": "=back, return, returns, comes back",
    "bar": "bar, terrace bar, drinks are served",
    "reply": (
        "answer you, reply to you, we answer, we reply, will answer, will reply, answers you, "
        "answer every complaint, reply within, get back to you, personally"
    ),
    "deposit-paid": "deposit",
    "guest-kitchen": (
        "guest kitchen, shared kitchen, kitchen for guests, communal kitchen, use the kitchen, "
        "a kitchen, use our kitchen, cook your own, kitchen you can use, no kitchen"
    ),
    "serve-dinner": (
        "serve dinner, dinner is served, offer dinner, we do dinner, dinner every evening, "
        "serve evening meals, have dinner here, dinner with us, dinner at the hostel"
    ),
    "wheelchair": "wheelchair, wheelchairs, step free",
    "assistance-dog": "assistance dog, assistance dogs, guide dog, guide dogs",
    "own-alcohol": "own alcohol, own beer, own wine, alcohol of your own, own beers",
    "amex": "american express, amex",
    "free-of-charge": "free of charge, for free",
    "refund-way": (
        "reach your card, on your card, to arrive, refund takes, refunds take, reach the card, "
        "back on, to reach"
    ),
    "ticket": "ticket, tickets",
    "job": "seasonal staff, for staff, staff members",
    "visitor": "not a guest, not guests, join you, visit you, friends from outside",
}

VOCABULARY = Vocabulary(
    code="en",
    stemmer="english",
    stop_words=STOP_WORDS,
    concepts=CONCEPTS,
    fine_concepts=FINE_CONCEPTS,
    synonyms=SYNONYMS,
)
