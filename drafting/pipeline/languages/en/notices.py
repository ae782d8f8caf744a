"""English: whose matter an ask is, what guests tell, and what they say has happened."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import NoticeRules, phrases

RULES = NoticeRules(
    own=phrases("my; our; mine; ours"),
    own_things=phrases("""
        booking; reservation; payment; deposit; prepayment; transfer; refund; parcel; package;
        confirmation; request; invoice; receipt; room; bed; beds; card; money; balance; stay;
        passport; charger; jacket; bag; phone; voucher; rate; screenshot; application
    """),
    looked_up=phrases("""
        arrived; reached; received; come|came|gone|went through|in; got;
        found; find; turned up; confirm|confirmed; cancelled; canceled; charged; debited; refunded;
        still ..1 available|free|on|valid|held|ours; processed; registered; reserved|held for;
        booked; in order; all set; missing; left to pay; owe; linked; showing
    """),
    states=phrases("""
        did|have|has|had you ..2 get|got|receive|received|find|found|seen|charge|charged|cancel|
        cancelled|send|sent ..2 my|our|the|a|me|us|it|this|that;
        did|has|have any|anybody|anyone|someone|somebody|the one? ..3
        find|found|hand|handed|turn|turned|see|seen; was|were|is|are my|our ..5
        found|cancelled|canceled|charged|confirmed|refunded|received|still|already;
        did|has|have my|our|the ..6 arrive|arrived|come|reach|reached|go|gone;
        why was|were|did|am|are|have|has ..6 cancelled|canceled|charged|charge|cancel|refused|
        declined|debited|taken; when will|do|can|should|is|are i|we|my|our ..3
        get|receive|have|see|refund|refunded; any news|update on|about|of my|our|the; is it|everything
        ..1 booked|confirmed|arrived|received; do you have|see|find my|our; where is my|our; will
        my|our ..3 be|still; do i|we owe; who was working; does the ..2 person still; am|are i|we
        ..2 booked|confirmed|entitled; how much do i|we owe; could|can you confirm|check ..3
        arrived|received|that|whether|if; what do you intend|plan; is it refundable; how much will
        i|we lose|get; can|could i|we ..1 get a ..1 refund; what is|s left to pay; is it still
        available|free|possible; has|have|did it|they|that ..2 arrived|arrive|come|gone;
        is|are|does|has|if|whether|what|which my|our ..1 room|bed|booking|reservation|rate|dorm
    """),
    vacancies=phrases("""
        any|a|the|two|three|four|enough|some ..3 room|rooms|bed|beds|place|places|space|spaces|
        dorm|dorms|private|double|twin|availability ..2 free|available|left|for|on|from;
        do|would|will you ..1 have ..3 room|rooms|bed|beds|space|availability|vacancy|vacancies|
        private|double|twin; is|are there ..2 room|rooms|bed|beds|availability|vacancies; any
        availability; availability for|on|from; vacancies; space for|on; room for us|two|three|four|
        five|six|#; can you fit|take|accommodate
    """),
    dates=phrases("""
        january; february; march; april; may; june; july; august; september; october; november;
        december; jan; feb; aug; sept; sep; oct; nov; dec; monday; tuesday; wednesday; thursday;
        friday; saturday; sunday; tonight; tomorrow; weekend; this week; next week; # st|nd|rd|th;
        1st; 2nd; 3rd; for # nights|people; new year; christmas; easter
    """),
    prices=phrases("how much; what price; price; cost; costs; rate; rates; total"),
    deeds=phrases("send me|us; call me|us; move|put me|us; add it|me|us|one; do that"),
    pointers=phrases("it; that; this; those; these; them; they; one; the other|same one?"),
    arrivals=phrases("""
        arrive; arriving; arrival; be with you; be there; get in|there|to you; getting in|there;
        reach you|the|positano; reaching; check in; checking in; turn up; turning up; come in; our
        eta; eta; getting to you; at yours; land; landing
    """),
    clocks=phrases(
        "midnight; noon; midday; # o clock; at|around|about|by|before|after|until #; half past"
    ),
    allergies=phrases("""
        allerg*; intoleran*; coeliac; celiac; anaphyla*; can|cannot not|t? eat|have
        gluten|nuts|lactose|dairy|wheat|eggs
    """),
    losses=phrases("""
        left|forgot|lost|misplaced|forgotten my|our|a|an|the|his|her|one|some ..4; left behind;
        can|cannot|could not|t? find my|our; my|our ..3 is|was|were|are|has|went|gone
        missing|stolen|gone|disappeared; have you found; leave|leaving it behind
    """),
    praises=phrases("""
        loved every|it|our|the|staying|your; best|wonderful|amazing|fantastic|lovely|great|perfect|
        beautiful|brilliant|unforgettable|incredible|superb|magical ..2
        stay|time|hostel|place|staff|team|days|nights|visit|week|weekend|memories|experience|hosts|
        people; enjoyed ..3 stay|time|every|visit|ourselves; had a ..3
        time|stay|blast; made our|my ..3 stay|day|trip|holiday; felt ..2 at home|welcome; keep up;
        compliments to; so|very|really kind|friendly|helpful|welcoming; stay ..6 was|is ..2
        wonderful|great|lovely|perfect|amazing|fantastic; couldn t have been; said yes;
        would|we|i|will|definitely ..2 come back|recommend you|return|recommend your; glowing|great|
        good|five|5|nice|positive star? review; thank you from both|all|us
    """),
    thanks=phrases("""
        thanks|thank|grateful you? ..3 for everything|all|having|hosting|looking|making|your|the ..2
        hospitality|kindness|help|stay|care|us|time|days|warm*; thank you from; thank you so much
        for; thanks for everything; thank you for everything; thank you all
    """),
    unwell=phrases("""
        no hot|warm|running? water|heating|electricity|power|sheets|towels|light; bed bug*; bedbug*;
        toilet|shower|sink|heating|heater|aircon|air|conditioning|light|lamp|lock|locker|window|door|
        tap|fridge|wifi|internet ..2 is|are|was|has|does|doesn|keeps|isn|stopped|dead ..1
        broken|not|blocked|leaking|clogged|dead|t|down|out|stuck; smells ..1 of|like|bad|awful;
        not been cleaned; wasn t cleaned; dirty; filthy; cockroach*; mould; mold; too
        hot|cold|loud|noisy to; can|could|cannot not|t? ..1 sleep because|with|for; out of order; my|our ..3
        ruined|damaged|destroyed|soaked|stained|wrecked; ruined|damaged|destroyed|soaked|stained
        my|our
    """),
    lockouts=phrases("""
        locked out; can|cannot not|t ..1 get in|into|inside|enter|open; nobody|no one|noone ..2
        opens|opening|answers|answering|lets|picks|comes|reacts|here|there|at; door|gate|code|
        keypad|lock|pin ..2 doesn|does|won|will|isn|is|not ..1 t|not|no ..1
        open|work|working|opening|accept*|respond; code|pin|keypad|card is|was|shows ..1
        wrong|invalid|red|rejected|error; standing|waiting|stand|sitting|stuck|stranded|are|am|m|re
        ..1 outside|before ..4; outside your|the gate|door|hostel|entrance; in front of your|the
        ..1 door|gate|hostel|entrance; let me|us in; shut out; code .. doesn|does|not t|not|work
    """),
    dangers=phrases("""
        fire in|at|here|on; is on fire; house|room|dorm|kitchen|building|curtain|bin is|are ..1
        burning|burn; there s|is|are ..2 fire|smoke|flames; smoke in|from|coming|everywhere|full;
        smell* ..3 gas|smoke|burning; gas leak; has|with|holding|got a ..1 knife|gun|weapon;
        threat* to ..1 kill|stab|hurt|hit; going|wants|tried to ..1 kill|stab|hurt me|us|my;
        kill me|us|her|him|myself; following me|us; attack* me|us; trying to break|get into|in;
        life is|are in danger; in danger; afraid for my|our lives|life
    """),
    medical=phrases("""
        can|cannot|could not|t|hardly|barely ..1 breath*; hardly|barely breath*; trouble|difficulty|
        difficulties|problems|hard|struggling ..2 breath*; short* of breath; not breathing; stopped
        breathing; unconscious; passed out; fainted; collapsed; chest pain*; heart attack; stroke;
        seizure; bleed* ..2 heavily|badly|lot|a|from|won|not; blood everywhere; asthma ..1
        attack; allergic ..1 shock|reaction; anaphyla*; need|needs|call|send ..3
        ambulance|doctor|112|paramedic*; overdose;
        badly hurt|injured|burned|burnt; can|cannot not|t ..1 stand|walk|move
    """),
    nights=phrases("""
        middle of the night; # at night; # am; # a m; at night; this late; so late; 2am; 3am; 1am;
        4am; in the dark; pitch dark; freezing night; one|two|three|four in the morning
    """),
    calm=phrases("no stress|rush|hurry|worries|drama|panic; not urgent; all good; just wondering"),
    past=phrases("""
        yesterday; last night|week|month|year|time|summer|friday|saturday|sunday|monday; ago; the
        other day|night; in the end; finally; during our|my stay; had to ..2 sleep|wait|stand|call;
        on|in # ; we|i stood|waited|were|was; fell
    """),
    hypothetical=phrases("""
        what if; what happens if|when; in case; if we|i|you|the|nobody|no|it|they|someone; should
        we|i; do we|i need; worried that; afraid of; how do we|i; would there; when we|i arrive; can
        we|i still
    """),
    cancels=phrases("""
        cancel|cancelling|canceling|cancellation ..3
        booking|reservation|stay|trip|room|beds|bed|it|nights|both|everything; cancel ..1
        my|our|the|this|both|for|from|free|if|as|because|please; want|need|have|like|must|wish|forced|
        decided ..3 cancel; please ..3 cancel; cancelling ..1 my|our|the; cancellation of my|our|the;
        can ..4 cancel ..2 my|our|it|booking; go ahead|with with? the|my|our? cancellation
    """),
    changes=phrases("""
        change|changing|move|moving|shift|switch|swap|push|postpone|modify|amend|update|correct ..4
        date|dates|booking|reservation|stay|room|night|nights|arrival|name|weekend|week|to|from;
        extend; stay|add|book ..2 night|nights|longer; extra|another|additional|more
        night|nights|bed|beds|person|people|guest; add ..2 person|guest|friend|people|bed; rebook;
        postpone; shorten; upgrade; earlier|later than booked; # instead of #; reschedul*
    """),
    non_refundable=phrases(
        "non refundable; not refundable; nonrefundable; no refund rate; saver rate"
    ),
    refundable=phrases("""
        free cancellation; refundable; flexible rate|booking; cancel* free|without; full refund
        until|up
    """),
    link_fails=phrases("""
        link|page|button ..5 expired|invalid|broken|error|fail|fails|failed|dead|404|nowhere|blank|
        empty|hangs|crashes; link ..3 doesn|does|didn|won|isn|not|can|is ..1 t|not|no ..1
        work|working|open|load|valid; can|cannot|could not|t ..1 open the|your|that ..1 link|page
    """),
    card_fails=phrases("""
        card ..4 declined|refused|rejected|blocked|denied|expired|fail*; declined|rejected|refused
        my|our|the card; payment|attempt|charge|transaction ..3
        failed|declined|rejected|refused|unsuccessful|blocked; payment ..2 didn|did|not|won|doesn
        t|not ..1 go|work; card ..2 didn|doesn|did|won|is t|not ..1 work|go|accepted
    """),
    strange_charges=phrases("""
        charged|debited|billed|paid|deducted|taken ..3 twice|two|double|again|extra|too;
        double|duplicate charge*|charged|payment|debit|billing; twice ..4
        charged|debited|paid|billed; two|second|extra|unknown|another|strange|wrong|unexplained ..1
        charge|charges|debit|debits|payment|payments|transaction*; do|don|did|didn|not not|t
        recogni* ..4; charge ..4 don|not ..1 recogni*|know|understand; overcharged; charged ..4
        without; wrong amount; more than agreed|the|booked
    """),
    bothers=phrases("""
        snor*; drunk; noise; noisy; loud; music; shouting; screaming; fighting; smoking; smokes;
        harass*; staring; touch*; parties; partying; party; threat*; stole; steals; rude; annoying;
        sleep ..2 because|with
    """),
    waits=phrases("""
        no|not|never|any|without ..3 reply|answer|response|answered|replied|heard|responded;
        haven|have|not|nothing ..1 t|not|ever? ..1 heard|received|got|had ..2
        back|reply|answer|response|anything|from|yet; still|been waiting; wrote|emailed|asked|
        written|messaged ..4 last|days|week|weeks|ago|before|already|monday|tuesday|wednesday|
        thursday|friday; second|third time i|we
    """),
    item_found=phrases("""
        have|ve|has|we|they|cleaner* ..2 found your|it|the|a; your ..4 was|is|has|were ..2
        found|here|safe|with
    """),
    item_sent=phrases("""
        have|ve|we|is|was|been ..3 posted|sent|shipped|mailed your|it|the|to|by|today; on its way;
        tracking number|code; parcel is|was|has
    """),
    booking_errors=phrases("""
        wrong|incorrect|mistaken date|dates|name|room|number|month|year|type|dorm|email|spelling;
        mistake|error|typo|mix|glitch ..4 booking|reservation|dates|name|confirmation|system;
        confirmation|booking|reservation|it|system|mail shows|says|states|lists|has ..8
        but|instead|although|though; misspelled; misspelt; booked ..3 wrong|by mistake|accidentally;
        not what i|we booked; should be|have been ..3 instead
    """),
    duplicates=phrases("""
        booked|reserved ..3 twice|two; two|duplicate|double|second bookings|booking|reservations|
        reservation ..4; same booking|room|bed twice; booked again by
    """),
    tax_ids=phrases("vat; tax id|number|code; company registration; fiscal; registered at|address"),
)
