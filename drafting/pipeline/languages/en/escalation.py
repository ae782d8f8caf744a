"""English: what a guest's threats, accusations, disputes and emergencies are made of."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import EscalationRules, phrases

RULES = EscalationRules(
    harmless=phrases("""
        nearest|closest|next|local|any|good hospital|clinic|doctor|pharmacy; hospital ..2
        nearby|near|close|around;
        if you don t mind|object|need|have|know; if you do not mind|object; booking number|
        reference|ref|confirmation|id|code|fee|request|details|page|system|engine|office|
        period|date|dates|was|is|will; died|dead|death|killed|passed|attacked|lost ..6
        years|year|decades|months ago|before|earlier|later; attacked|killed|robbed ..5 last
        year|summer|season; if i|we don|do|can|cannot ..2 find
        a|any|no|another|bed|room|place; if i|we don|do|can|cannot ..2 get a|any|another ..1
        bed|beds|room|place|seat|seats|ticket|tickets|spot; your ..2 second|third|fourth|3rd|4th
        email|mail|message|reminder|e; flight|airline|ferry|train|tour ..4
        they|airline|company|ryanair|easyjet ..4 refund*; no reply|answer|response
        needed|necessary|required|expected; tennis|food|basketball|volleyball|padel court*; court
        yard; courtyard*; courts nearby; am|m|is|was|as|be|being|work|works|became|retired
        a|an|the? lawyer|solicitor|attorney|barrister|journalist|reporter|editor|blogger|
        influencer|policeman|policewoman; lawyer by profession; law student; lawyers conference;
        police station near*; french|bench|garlic|cider|trouser press; press the|a|any? button;
        press .. bell|buzzer|key|enter; charge .. back to the|my|our same|card|account; charge ..
        to my|the|our card; not only; death valley; dead end; death road; battery|phone|laptop
        died|dead; scam call; scared of heights; afraid of heights|dogs|flying|water; no hurry; in
        case of a? dispute; court duty; jury; appear in court; court hearing|date|appointment; mock trial|court; i
        d|would|will|ll|m|am|was|almost|nearly|could|half ..1 dead|die|died|dying|killed; dead
        tired|easy|slow|quiet|serious|simple|on; die|dying|dead|died for|of ..1
        coffee|laughter|laughing|hunger|thirst|boredom|embarrassment|heat|cold; dying to|for;
        drop dead gorgeous; to die for
    """),
    negators=phrases("""
        not; no; never; t; without; instead; rather; nor; neither; cannot; cant; dont; wont;
        hardly
    """),
    light_words=phrases("""
        a; an; any; the; to; be; been; want; wish; need; intend; intending; planning; plan; going;
        gonna; trying; have; has; had; of; than; my; our; yet; even; really; do; does; here; make;
        making; threaten; threatening; looking; it; this; that; your; you
    """),
    intents=phrases("""
        lawyer*|solicitor*|standards|ombudsman|press|media|police|booking|hostelworld|insurance|
        inspector*|authorities will|shall|ll; this|it is|s going; my|our ..5
        runs|appears|airs|goes;
        ^expect|await a|an|my|our|to; ^prepare for|to; ^brace; ^be prepared; count on; and|or|then will|shall|ll; i|we do; mark my words; don t be surprised; will hear; i|we
        ll|will|shall|would|d|must|can|could|may|might|have|ve|am|m|are|re; i|we
        intend|plan|demand|expect|want|threaten*; i|we asked|told|instructed ..1 my|our|the; i|we already|also|now?
        reported|contacted|instructed|informed|complained|opened|filed|posted; forced to; no
        choice|option|alternative; hesitate to; my|our next step; i|we be
        going|reporting|contacting|taking|filing|posting; you will|ll|can; my|our ..
        will|is|has|are; going to; will be
    """),
    conditions=phrases("""
        don|do t|not make|force me|us; or the|this|my ..3 get|comes|come; or i|we m|re|d; wait
        until|till;
        either ..8 or; ^no answer|refund|reply; if you
        don|do|won|can|cannot|will|refuse|fail|continue|keep|still|ignore|think; if i|we
        don|do|haven|have|hear|get|receive nothing|t|not|no; if this|it|that
        is|isn|s|has|hasn|does|doesn not|t|n; if .. not|t|nothing|no; unless; otherwise; or else;
        failing that; failing which; if the|my|our money|refund|amount|payment|second|charge;
        until you; last|final chance|warning|opportunity|deadline; either you; my|the|our last
        mail|email|message|attempt|e; if necessary|needed; before i|we
        turn|involve|escalate|write|do; giving|give you # days|hours|until; you have # days|hours;
        in that case; then i|we will|ll|shall|have; i|we will then; before i|we
        go|take|contact|report|post|call; without a .. refund|answer|reply|response; should you
        fail|refuse|not; you have until|one|#; or i|we
        will|ll|shall|am|are|go|take|post|report|call|contact; you leave me no; you give me no;
        leaves? me|us no; or the|this|that|my|our|everyone|everybody|all|people ..3
        will|shall|ll|goes|go|is|gets
    """),
    deadlines=phrases("""
        within the? next? # days|hours; within|in # hours|days; deadline; by monday|tuesday|
        wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|noon|midday|today|then; by the
        end of; final notice|reminder; seven|ten|fourteen days; until
        tonight|tomorrow|friday|monday
    """),
    legal_acts=phrases("""
        claim|claiming|seek|seeking|pursue|pursuing damages;
        report|reporting|reported you|your|the|this ..4 to|with ..4 board|authority|agency|association|inspector*|department|council|office|commission|ministry; through|via|by my|our|a|the solicitor*|lawyer*|attorney*|barrister*;
        legal action|proceedings|steps|measures|consequences; matter|case|file|dispute|everything
        ..4 to|with my|our|a|the ..1 lawyer*|solicitor*|attorney*; bring|bringing|make a claim in
        court|against; proceedings against you; start|starting|begin|issue proceedings; due legal
        process; letter from|by my|our ..1 lawyer*|solicitor*|attorney*; statutory demand;
        bailiff*; take|taking|taken|bring|drag you|this|it|the|your ..4 to
        court|tribunal|arbitration;
        take|taking|took|start|begin|initiate|pursue|consider|considering|threaten|seek
        legal|court action|proceedings|steps|remedies|advice|redress|route; legal|court
        action|proceedings against|will|unless|if; sue|suing you|your|over; sue|suing for ..2
        money|refund|damages|fraud|it|this; sue|suing the|this hostel|hotel|place|owner; i|we
        ll|will|shall|am|are|could|can|may|going ..2 sue|suing;
        going|forced|have|ready|intend|want|prepared|able|right to sue;
        fil*|lodg*|bring|issu*|start* a ..3 lawsuit|suit|claim against|in|with|at|for|court;
        fil*|lodg* a ..2 lawsuit|suit; small claims; county court claim; press|pressing|file
        charges; letter before action|claim; cease and desist; see you in court; hear|hearing from
        my|our|the lawyer*|solicitor*|attorney*|barrister*|legal; my|our
        lawyer*|solicitor*|attorney*|barrister* will|has|have|is|are|says|say|be|advised|about ..
        you|be|letter|write|writing|claim|touch|entitled; my|our
        lawyer*|solicitor*|attorney*|barrister* will|shall|is going ..4
        contact|write|letter|touch|deal|handle|pursue|take; held legally liable|responsible;
        legally liable; my|our legal team|insurance|counsel; report|reporting you|your|the|this
        ..3 to the? ..2 police|authorities|authority|council|ombudsman|trading
        standards|consumer|inspector*; settle|settled in|by court; a judge will|can|to decide; let
        a judge; pursue|pursuing this|it|that|matters|the ..1 further;
        take|taking this|it|matters|things further; take|taking the matter further; through the courts; money claim; in a
        court of law; before|in front of a judge; see|meet|meeting you before the judge
    """),
    legal_actors=phrases("""
        magistrate*; judge; environmental health; health and safety; hygiene|fire|safety
        inspector*|officer*|department|people|brigade; health people|officer*|office;
        consumer ombudsman; regulator; claim in court; law firm; law office; legal team; consumer
        centre|center|council|rights; consumer; lawyer*; solicitor*; attorney*; barrister*; legal
        adviser|advisor|counsel|representative; court; courts; tribunal; small claims; ombudsman;
        arbitration; trading standards; consumer protection|rights|association|council|
        centre|center|agency|board|affairs|body|organisation; citizens advice; better business
        bureau; bbb; data protection commissioner; legal insurance; data protection authority;
        legal action|proceedings|steps
    """),
    police=phrases("""
        cops; the cops; the law;
        police; carabinieri; authorities; health inspector*|department|authority|office;
        tourist|tourism|licensing|labour|tax authority|office|board|police|ministry
    """),
    turning_verbs=phrases("""
        will be ..2 interested|dealing|handling|contacting|writing|calling|hearing|informed|told|
        notified; get|getting|have|having ..3 involved;
        on the phone to|with; phone; phoning; ring; ringing; contact*; involve*; involving;
        instruct*; consult*; engage*; hire*; hiring; inform*; notify*; call; calling; hear|know
        about|of; speak|speaking|spoke|spoken|talk|talking|talked|go|going|turn|turning|
        write|writing|pass|passing|hand|handing|turn|refer|referring|complain|complaining|
        take|taking|send|sending|forward|report ..5 to|over|with|on; fil*; lodg*; complain*;
        go|going|get|getting; ask|asking|let|tell|telling|alert*; bring|bringing in;
        file|filing|lodge|lodging; see .. in; be in touch with; raise|raising; escalat*
    """),
    platforms=phrases("""
        let|have|get|make|ask|want|expect booking|hostelworld;
        booking com; to|via|through|tell|inform|involve|contact|with booking; hostelworld; airbnb;
        expedia; agoda; booking platform; the platform
    """),
    shopping_verbs=phrases("""
        book|booking|rebook|reserve|look|looking|search|check|checking|find|choose|try|use|
        compare|shop|switch ..3 on|at|with|through|via|somewhere|elsewhere|another|for; book
        through|via|on|with; look|check|search
    """),
    report_verbs=phrases("""
        take|taken|taking|kick|kicked|throw|thrown|strike you|your|this ..3 off|down;
        listing; your ad; have this|your|it ..2 checked|verified; investigat*; flag|flagging
        your|you|the|this; hear about|from; report|reporting|reported;
        complain|complaining|complained|complaint|complaints; escalat*; open|opening|opened|
        file|filing|filed|raise|raising|raised|lodge|lodging|lodged|start|make|making a|an|my? ..2
        dispute|case|claim|complaint|ticket; delist*; remove|removed|ban|banned|blacklist*;
        intervene; step in; side with; get .. refund|money; refund me|us through|via; against you
    """),
    public_acts=phrases("""
        blow|blowing the whistle; go|goes|going straight? in|into|on my|our|the next?
        column|blog|channel|paper|article|magazine|story|vlog|podcast|programme|show;
        be|end|appear|ends ..1 in the? paper|papers|press|news|newspaper*; article|story ..4 your
        name|hostel|place; go|going|take|taking|run|running|send|sending|sell .. to the?
        press|papers|newspapers|media|tabloids|tv; go|goes|going public|viral|to print; name and
        shame; naming and shaming; read about|it .. in the?
        paper|papers|press|newspaper*|news|online; expose|exposing you|your|this|the hostel|place;
        bad publicity; ruin|destroy your reputation; make sure
        everyone|everybody|no|people|nobody|the|others|all
        knows|know|world|one|hears|books|else|stays; social media storm|shitstorm;
        everyone|everybody|world|internet|web|public|followers|readers|subscribers|viewers|guests|
        travellers|travelers will|shall|to|is ..1 know|see|hear|read|learn|find; they|people
        will|ll|shall ..2 all? hear|know|read|learn about|of|how|what; post|put|publish
        .. all over
    """),
    press=phrases("""
        itv; cnn; fox news; sky news; channel four|4|five|5; rogue traders; watchdog; newsroom; news
        desk|team; columnist*; tabloid*; my|our article|piece|report|column|story|feature;
        the press; local|national press|paper*|newspaper*|news|radio|tv; newspaper*; journalist*;
        reporter*; tv|television|radio station*|channel*|programme|show|crew; media; my|our|an|the
        editor; magazine*; news|press outlet*; the papers; guardian; daily mail; bbc; watchdog;
        lonely planet; consumer programme|show
    """),
    audiences=phrases("""
        tripadvisor; trip advisor; trustpilot; facebook; instagram; insta; tiktok; tik tok;
        twitter; youtube; reddit; followers; readers; subscribers; viewers;
        people|followers|strangers|travellers|travelers|thousand|thousands follow|read|watch|subscribe;
        my|our ..2 channel|blog|podcast|newsletter|column; my
        blog|channel|column|podcast|vlog|audience; social media|networks; every|all review
        site|sites; local paper|press
    """),
    public_places=phrases("""
        travel|guest|hostel|backpacker|every|all|any|online forum|forums|site|sites|portal|portals|blog|blogs|group|groups|guide|guides;
        tripadvisor; trip advisor; google; trustpilot; yelp; facebook; instagram; insta; tiktok;
        tik tok; twitter; youtube; reddit; social media|networks|channels; review|reviews; online;
        my followers|blog|channel; followers; forums; internet; the web; stars; star
    """),
    publish_verbs=phrases("""
        runs; airs; appears; comes out; goes live; published;
        will|shall|ll|gonna ..2 hear|know|learn|find; post|posting|posts|posted; publish*; share|sharing; upload*; write|writing; leave|leaving;
        tell|telling; put|putting; give|giving; warn*; expect; broadcast; blast; gets;
        go|goes|going; describe; film; let; spread*; make sure; appear; see; read; drop;
        send|sending; run|running
    """),
    bad_publicity=phrases("""
        worst|bad|negative|terrible|awful|lowest|damning|scathing ..1 review*|rating*|feedback|stars;
        about this|you|your; exactly how|what; how your; every review site; false advertising;
        review accordingly|reflect*; reflect* in my|our review; one|1|star is|more|still ..2 too;
        bad|negative|terrible|awful|honest|scathing|damning|horrible|devastating|truthful|
        nasty|worst|critical|detailed|unfavourable
        review|reviews|rating|ratings|post|video|feedback; one|1|zero|single|0 star|stars;
        warn|warning|tell|telling other|others|everyone|everybody|people|travellers|
        travelers|all|every|friends|fellow; what happened; how you treat*|dealt|cheat*|behave*;
        the truth; name and shame; the whole story; my story; every detail|photo|picture;
        the|these|those|all|my photos|pictures|videos|video|footage|screenshots; stay away; avoid
        this|your; your reputation|name; with your name; see the effect
    """),
    good_publicity=phrases("""
        good|great|nice|positive|lovely|glowing|excellent|wonderful|fantastic|brilliant|
        amazing|5|five|top|happy|raving|rave star? review*|rating*|stars|feedback|words;
        recommend*; telling everyone how lovely|great|good; thank you for a|the
    """),
    accusations=phrases("""
        you|your|people|hostel|place|owner|manager|staff|this|it are|re|is|s|was|were ..4
        scam|scammers|fraud|fraudsters|thieves|crooks|criminals|con|swindlers|thief|
        fraudulent|theft|robbery|liars|stealing|extortion|criminal; you have|ve?
        stole|stolen|robbed|defrauded|scammed|cheated|swindled|conned;
        scammed|robbed|defrauded|cheated|swindled|conned by you|your|the staff|hostel|this hostel;
        bunch|gang|pack of thieves|crooks|criminals|scammers|liars; scam artists; con artists;
        call|calling that|this|it ..2 fraud|theft|a scam|stealing|robbery; running|run a ..2
        scam|fraud; daylight robbery; plain|pure|sheer|outright|simple|clear
        theft|fraud|scam|robbery|stealing; fraudulent charge|charges|payment|debit|transaction|use
        ..3 by|from you|your; your .. fraud|scam|theft|racism|harassment; fraudulent
        business|practice*|hostel
    """),
    fraud_words=phrases("""
        fraud*; scam*; theft; thieves; thief; crook*; embezzl*; swindl*; deceiv*; deceit; con
        artist*|man|men; extort*; blackmail*; falsif*; forged; fake|invented|fabricated
        charge*|damage*|invoice|bill|booking; stole; stolen; steals; stealing; robbed; bribe*;
        lied; lying; cheated
    """),
    fraud_doubts=phrases("""
        link; links; email; e; mail; message; sms; website; site; phishing; call; caller;
        pretend*; impersonat*; is this|it|that; whether; make sure; to be sure; careful; legit*;
        wonder*; worried; suspicious; looks like|suspicious; blocked|flagged|declined ..
        fraud|by|as; bank; afraid; in case; could be; might be; avoid; insurance; insurer
    """),
    misconduct_acts=phrases("""
        helped himself|herself|themselves to; sold|passed|shared|leaked|misused|used my|our ..2 details|number|data|information|passport|address;
        hand|hands on|up|under my|her|our
        leg|legs|thigh|thighs|breast*|bottom|knee|waist|body|skirt|shirt; photographed|copied
        my|our ..1 card; took|taken a photo|picture of my|our ..1 card; sat|lay on my|her bed;
        money|cash|euros|wallet|jewellery ..3 disappear*|vanish*|missing|gone|went ..6
        safe|locker|bag|room|key|staff; secretly; hidden camera; without our|my knowledge; steal*;
        insult*; yelled|shouted|screamed ..3 insults|racist|abuse;
        employee|staff|receptionist|cleaner|you took it|money|cash; touch|touched|touching|
        groped|groping|grabbed|grabbing|molest*|harass*|assault*|kissed|fondled|stroked|
        rubbed me|my|us|her|him|our|a|the|another|girls|women|and|by|in; harass*; assault*;
        sexually; sexual; grope*; molest*; racist*; racism; racial*; slur*; homophobic; sexist;
        antisemitic; discriminat*; hit|pushed|shoved|slapped|punched|kicked|beat|spat|struck|spat
        at? me|us|my|him|her|on; threatened|threatening|threatens me|us|my|to|him|her;
        stole|stolen|steal|stealing|pocketed|robbed|took .. my|our|from|money|cash|wallet|the;
        stole; pocketed the|my|our|it; went|going|rummag*|search*|look* through my|our|the
        bag*|luggage|things|belongings|locker*|stuff|suitcase|rucksack|backpack;
        came|entered|walked|burst into|in my|our|the room|shower|dorm|bathroom|while|without ..4
        knock*|permission|asking|undress*|shower*|naked|asleep|sleep*|warning;
        filmed|filming|photographed|photographing|spied|spying|watching|watched
        me|us|girls|women|through|in|on ..4; drunk; intoxicated; on drugs; smelled|stank of
        alcohol|drink; forged; overcharg* on purpose; blackmail*; bribe*; asked|offered|demanded
        .. sex|sexual|kiss|bribe; followed me|us|her to|into|home|up; exposed himself;
        used|misused my|our credit? card; copied|cloned|skimmed my|our|the|it; sold my|our
        data|details|number
    """),
    staff=phrases("""
        guy|man|woman|lady|girl|person|boy|lad who|that works|worked|serves|served|runs|ran;
        night|evening|day|desk guy|man|person|guard|lady|woman;
        you; your; yourselves; staff; receptionist*; reception; manager*; owner*; cleaner*;
        porter; night man|porter|guy|shift|guard; housekeep*; employee*; hostel|your worker*; the
        hostel; hostel; this place; management; volunteer*; team; host; landlord; your people;
        guy|man|woman|lady|girl|person at|on|behind|from the desk|reception|bar|front; maid;
        bartender; barman; desk clerk; night shift
    """),
    others=phrases("""
        my|her ex; stalker; my husband|boyfriend|partner; guest*; another
        guest|girl|man|traveller; someone; somebody; roommate*; room mate*; dorm mate*; stranger*;
        other people; people in; a man|guy|woman|boy|group; man in|from|next|above; pickpocket*;
        a|the thief; burglar; driver; taxi; the bus; drunk people; guys|men|boys|girls
        in|from|next; neighbour*; waiter; anyone; ticket; airline
    """),
    pronouns=phrases("he; she; they; him; her; his; them"),
    refunds=phrases("""
        all|half|every|most ..2 back; amount|sum|deposit|prepayment|payment|everything|lot|balance|
        share|price|fare back; what we|i paid; euros|pounds|dollars back;
        it|this|that|money|deposit|amount|everything is|be|was ..2
        returned|refunded|repaid|reimbursed; paid back; that|the|our|my money; refund*; money
        back; deposit back; reimburse*; reimbursement; money returned;
        return|returned|returning|repay*|give|gave|giving|transfer .. my|our|the|me|us|full
        money|deposit|amount|prepayment|payment|eur*|euro*|#; pay|paid me|us|it back; get .. back;
        back on my|our|to; compensat*; credit the|my; repaid
    """),
    charges=phrases("""
        lose|lost|losing|forfeit|forfeited|forfeiting
        all|everything|it|every|the|my|our|half ..2
        it|money|deposit|payment|prepayment|amount|of|euros|all|everything|paid; charge|charged|charging|charges; debit*; deduct*;
        kept|keep|keeping|withheld|withhold|retain*|pocketed .. money|deposit|amount|eur*|
        prepayment|payment|whole|it|full|everything|sum|half|all|#; no show;
        cancellation|penalty|cleaning|damage|cancel fee*|charge*; billed; took .. from my|our
        card|account|visa; taken .. from my|our; fee; penalty
    """),
    refusals=phrases("""
        refus*; denied; deny; denying; rejected; reject|rejecting; declined; won|wouldn|will|would
        t|not ..2 refund|return|give|pay|reimburse; you
        say|said|tell|told|wrote|write|claim|insist|replied|answered ..
        non|no|not|nothing|too|won|can|cannot; not willing|prepared to; entitled to nothing|zero;
        not entitled; nothing back; no refund; ignored my|our request|claim; you keep|kept
        saying|repeating|citing|quoting|pointing; hide|hiding behind
    """),
    objections=phrases("""
        know my|our rights; for no reason; without any? reason; how can it be; how can you; false
        advertising; misleading; i|we dispute; dispute|disputing|disputed
        the|this|that|every|your|it|these|any; contest|contesting the|this|your|that; i|we object;
        i|we strongly|completely|totally|do|really|simply|absolutely? disagree;
        do|don|cannot|can|will|won not|t ..2 accept|agree|tolerate; cannot|refuse to accept|agree;
        unfair; unjust*; unreasonable; unacceptable; not
        acceptable|fair|right|ok|okay|correct|legal|lawful|what|justified|reasonable; isn|t
        acceptable|fair|right|legal|lawful|what; outrag*; ridiculous; illegal; unlawful;
        disgrace*; scandal*; absurd; breach of; wrongly; wrongful; unjustified*; abusive;
        excessive; no right to; not entitled to keep; entitled to; against the law; i|we never
        agreed|authorised|authorized; you must|have to|owe; rip off; ripped off; not in line with;
        contradicts; appeal
    """),
    demands=phrases("""
        expect|want|demand|claim|require|seek full? compensation|damages|refund|reimbursement;
        demand*; insist*; expect|expecting|want|require|claim|claiming|request|requesting
        a|my|our|the|full|you|an|your|immediate|it|this|that|every|both|half; owe me|us; owed; due
        to me|us; entitled; must; have to|need to refund|return|repay|pay; refund me|us
        now|immediately|at|by|today|within|in|the|all|every; give|send|pay|transfer me|us|back
        my|our|the? money|deposit; immediately; at once; without delay; i|we should
        get|receive|be; where is my|our refund|money|deposit
    """),
    wishes=phrases("""
        i|we d|would like|appreciate|love|hope|ask|request; please
        refund|return|reimburse|give|pay|send; ask|asking for|you; i|we request*|want|hope;
        can|could|would you ..2 refund|return|give|pay|reimburse|compensate; get|have ..
        refund|money back; think .. refund|deserve; refund would|should|is|seems; expect*
    """),
    cancelled=phrases("""
        cancel*; cancelation; never stayed|came|arrived|slept|used; could not|t
        come|travel|arrive|stay; couldn t ..1 come|travel|arrive|stay; left early|after; no show
    """),
    failures=phrases("""
        does|did|doesn|didn not|t exist; never existed|happened; never had|saw|used|got the|a|any; nonexistent;
        ceiling|roof ..2 came|fell|collaps*|leak*; had to leave|flee; ants; rodent*; no
        bed|room|beds for|available|left|free|on|when|at|waiting; oversold; overbook*; over
        booked; double booked; gave|given|giving .. away|someone; turned|sent|moved away|to;
        wasn|was|isn t|not as|like described|advertised|shown|booked; not as
        described|advertised|what we booked|what i booked; bed bug*; bedbug*; cockroach*; mice;
        rats; filthy; disgusting; dirty; mould*; moldy; mold; unsafe; uninhabitable; no hot?
        water|heating|electricity|power; broken; did|does|do|has|is|was|were|still n? t|not ..2
        work*; not working|cleaned; didn|doesn t ..1 work; could|couldn not|t ..1 sleep;
        sleepless; unusable; flooded; leak*; construction noise|work; closed when; nobody
        was|there|opened; stood outside; different room|dorm; wrong room; mixed dorm instead;
        downgraded; charged twice; double charged; charged .. twice; horrible|terrible|awful
        stay|experience|night*; nightmare; catastroph*; covered in bites; bites; walked|left
        after; had to find|leave|pay|book|sleep|move ..6
        elsewhere|hotel|another|somewhere|else|again|out|floor; never received|got|had
        the|my|a|our; lost my|our booking|reservation; had no reservation|booking|record
    """),
    despite=phrases("""
        although; though; despite; even though; in spite of; nevertheless; nonetheless; still;
        yet; anyway; even so; but; regardless; all the same
    """),
    damages=phrases("""
        compensat*; damages; damage to|done|caused|fee|charge; for the damage; claim|claiming ..
        from|for; hotel cost*|bill; cost* of; the difference; worth; cover|pay|reimburse ..
        cost*|hotel|expenses|loss|taxi; pay for the; owe*
    """),
    other_money=phrases("""
        salary; wage*; earn*; budget; paid per month; rent; fare; followers; worth of; bought
    """),
    chargebacks=phrases("""
        dispute|claim|case|complaint with|through|via|at paypal|revolut|klarna|visa|mastercard|
        amex|wise|monzo;
        chargeback*; charge back|backs
        on|with|through|via|request|from|for|now|if|by|against|unless;
        file|initiate|start|do|request|make|issue a|the charge back|reversal;
        dispute|disputing|disputed|contest|reverse|reversing|challenge ..4
        charge|payment|transaction|amount|debit|it|this|that ..3 with|through|via|at my|our|the
        ..1 bank|card|credit|visa|mastercard|amex|paypal|provider|issuer; dispute|claim|case
        with|through|via|on|at my|our|the|paypal ..1
        bank|card|credit|visa|mastercard|amex|paypal|provider|issuer|case|claim; section 75;
        paypal buyer protection|dispute|case|claim; cancel|stop|recall the|this|my direct
        debit|payment|transfer .. bank; card|payment dispute
    """),
    banks=phrases("""
        my|our|the ..1 card issuer|company|provider; issuing bank; building society; wise; n26; starling;
        my|our|the|her|his bank; my|our|the credit? card company|provider|issuer|people; credit
        card company; paypal; visa; mastercard; amex; american express; revolut; monzo; bank;
        card|payment provider; klarna; stripe
    """),
    reversals=phrases("""
        not to pay|honour|honor|release|authorise|authorize; withdraw the|this|my payment|authorisation;
        revers*; dispute|disputing|disputed; claw*; recall*; take|pull|claim|get|fetch|call
        it|this|that|the|my|payment|money back; get .. money|payment|charge|amount|it back;
        stop|block|cancel|blocked|contest|refuse the|this|my|that|your
        payment|charge|transaction|debit; charge back; undo; retrieve; return the debit; reclaim*
    """),
    sure_deaths=phrases("""
        took|taken his|her|their own life; didn t make it; did not make it; no longer with us;
        lost his|her fight|battle; passed away; has passed; funeral*; bereave*; burial; cremation;
        deceased; death in the|our family; lost my|our|her|his dear? mother|father|mum|mom|
        dad|wife|husband|son|daughter|brother|sister|grandmother|grandfather|gran|grandma|
        grandpa|partner|baby|child; lost my|our|her|his best|dear friend; suicide; miscarriage; stillborn;
        stillbirth; death of my|our|a|his|her; memorial service; dying relative
    """),
    deaths=phrases("died; dead; death; dying; killed; dies; has gone; drowned"),
    relatives=phrases("""
        mother*; father*; mum; mom; mam; dad; parent*; wife; husband; son; daughter; brother*;
        sister*; grand*; gran; nan; nana; uncle; aunt*; cousin; partner; boyfriend; girlfriend;
        friend*; fiance*; child; baby; kid; niece; nephew; colleague; in law; roommate; twin;
        mate; me; i; she; he
    """),
    critical_care=phrases("""
        intensive care; icu; in a? coma; life support; emergency surgery|operation;
        critical|serious|grave condition; critically ill|injured; heart attack; cardiac arrest;
        stroke; life threatening; terminal* ill|cancer; terminally; fighting for .. life; brain
        haemorrhage|hemorrhage|tumour|tumor; serious|bad|terrible|car accident;
        rushed|airlifted|ambulance to|took|taken|came .. hospital|a; overdose; meningitis; sepsis;
        days|weeks to live; seizure*; palliative; hospice; anaphylactic; collapsed
    """),
    hospitals=phrases("""
        hospital; hospitalised; hospitalized; surgery; emergency room; a e; operated on; diagnosed
        with; cancer; leukaemia; chemo*
    """),
    perils=phrases("""
        following me|us; followed me|us; in danger; stalk*; attacked me|us|by|my; attack me|us;
        i|we|my|she ..3 been|was|were|got|am|being
        attacked|assaulted|mugged|raped|beaten|robbed|abused|drugged; man|guy|men|stranger|ex ..2
        with a|his knife|gun; threaten* ..5 knife|gun; ex ..4 outside|here|found|follow*|looking;
        rape*; violent ex|partner|husband|boyfriend|man; domestic violence|abuse; abusive
        partner|husband|boyfriend|ex; harm myself; kill myself; suicidal; end my life; won t leave
        me|us alone; trying to get|break into|in; being threatened|followed|stalked|chased; fear
        for my|our|her life|safety; don t feel safe|not feel safe; unsafe right now; spiked;
        escape from my|him; hurt me|us; chasing me|us; keeps grabbing; man is|keeps
        following|staring|watching; flee*
    """),
    fears=phrases("""
        scared; frightened; terrified; petrified; in fear; fear; panic*; shaking; crying; in
        tears; desperate; really|so|very|extremely|quite afraid; am|m|are|re afraid of|to
        be|here|alone|he|out|in; not safe; unsafe; t feel safe; don t know what to do; freaking
        out; helpless; not feel safe; please hurry; help me|us
    """),
    alone=phrases("""
        alone; by myself; on my own; all on my own; solo; woman travelling; girl; middle of the
        night; no phone|battery|money|signal; battery is|at|almost; dark; nobody|no one
        around|here|about|in; only woman
    """),
    outside=phrases("""
        standing|stand|sitting|sit|waiting|wait|stood|am|m|been|are|re outside|before|at|on|in
        the? your|the|street|front|door|gate|pavement|road|stairs|steps|rain|cold; can|cannot
        not|t ..1 get in|into|inside; on the street; code|door|key does|doesn|is|isn|won|will|has
        not|t|n work*|open; door is|stays locked|closed|shut; nobody|no one opens|answers|there|at
        the door|is answering|comes; got|get us|me in; let me|us in
    """),
    stranded=phrases("""
        strand*; stuck at|in|outside|here|on; am|are|re|m|been|got|is|were stuck|locked; locked
        out; cannot get in|inside; can t get in|inside|into; no way to|of get*; last
        bus|train|ferry has|is|had|was|left|gone; missed the last; nowhere to|else go|sleep|stay;
        sleep|sleeping outside|rough; abandoned
    """),
    children=phrases("""
        baby; toddler; infant; newborn; my|our|a|with|two|three|the small|little|young|# ?
        child|children|kid|kids|son|daughter|boy|girl; year old; months old; month old; pregnant;
        disabled; wheelchair; elderly; # year; my mother
    """),
    menaces=phrases("""
        man; men; guys; stranger*; drunk; drunks; my ex; gang; aggressive; shouting; following
    """),
    contacted_before=phrases("""
        i|we|ve|have|had already|also|now|first|previously|just|even|then? wrote|written|
        emailed|mailed|called|phoned|rang|asked|told|reported|complained|messaged|contacted|
        raised|sent|mentioned|informed|flagged|spoke|spoken|texted|requested|chased; my|our|all
        ..2 mail|mails|email|emails|message|messages|complaint|complaints|call|calls|letter|
        letters|request|requests|e; emailed|called|written|complained|asked|told|reported
        twice|again|before|several|already|repeatedly|three|four|many|multiple|yesterday|
        last
    """),
    often=phrases("""
        monday|tuesday|wednesday|thursday ..1 tuesday|wednesday|thursday|friday|again; each|every
        time; and again; every single; twice;
        two|three|four|five|six|several|many|multiple|countless|numerous|various|2|3|4|5|6
        times|emails|mails|messages|calls|e|occasions|days|people; repeatedly; again and again;
        over and over; time and again; every day|night|morning; daily; constantly; complained;
        complaint*; on # and; and on the; each time; every time; # and #; both times; already;
        weeks; since; second|third|fourth|fifth|2nd|3rd|4th|5th|sixth
        time|email|mail|message|complaint|e|reminder|attempt|request
    """),
    repeated_times=phrases("""
        third|fourth|fifth|sixth|seventh|3rd|4th|5th|6th|tenth|hundredth|umpteenth|nth time ..
        writ*|email*|complain*|ask*|report*|tell*|told|contact*|wrote|message*|call*|chas*|
        request*|rais*|mention*|say*|remind*|try*; third|fourth|fifth|sixth|3rd|4th|5th|6th
        complaint|email|mail|e mail?|message; complained|complaining|complain
        again|twice|before|already|repeatedly|several|three|four|many|multiple; second|2nd
        complaint; second|2nd time .. complain*|report*; how many more?
        times|emails|messages|calls ..4 write|complain|ask|say|tell|call|report|email|remind; how
        often ..4 complain|ask|say|tell|report|remind; complained ..
        several|three|four|many|multiple|two|2|3|4|5 times; already complained|reported; i|we
        have|ve complained; complained on|about .. nothing|nobody|no|still|and;
        asked|told|reported|written|emailed|called|wrote|phoned|messaged ..
        three|four|five|six|several|many|multiple|countless|3|4|5|6 times; yet again;
        keep|kept|keeps complaining|reporting|asking|writing|being ignored|having to
    """),
    despite_letters=phrases("""
        two|three|four|five|six|several|2|3|4|5 emails|mails|messages|calls|complaints|e ..5
        later; despite|notwithstanding|spite|after of?
        my|our|several|repeated|many|all|of|numerous|three|two|four|multiple|various ..3
        complaint*|email*|mail*|message*|call*|letter*|request*|reminder*|e;
        repeated|countless|numerous complaints|requests|reminders|emails
    """),
    unheard=phrases("""
        still ..1 leak*|drip*|cold|broken|dirty|blocked|smell*|does|doesn|isn|not; each time
        tomorrow; still|and no answer|reply|response|reaction|news|solution;
        had|received|got|getting|get|been|heard|is|was|with|but|and|have no
        reply|answer|response|reaction|feedback; no|nobody|noone|none one? ..2 answered|
        answers|replied|replies|responded|came|cares|care|did|does|has|bothered|listens|
        action|solution|fixed|helped|call|called; nothing
        happened|happens|has|was|is|changed|changes|done|back|from|came|got; ignor*; never|not|t
        heard|answered|replied|got|had|received|fixed|solved|resolved|responded|been ..
        back|anything|reply|answer|response|fixed|solved|word|me|resolved|a; still no|not|n|
        waiting|haven|broken|isn|doesn|nothing|the|unsolved|unresolved|same|unanswered|
        without|dirty|cold|loud|leaking; unanswered; silence; to no avail; in vain; without
        reply|success|result|any|an|answer|response; anyone there; last warning; still ..
        not|t|broken|waiting; keeps? telling|saying|promis*; no change; brushed off; fobbed; deaf
        ears; cold shoulder; running out of patience; nobody|no one .. anything
    """),
    complaints=phrases("""
        complain*; complaint*; unacceptable; disappoint*; ridiculous; absurd; disgrace*; furious;
        angry; fed up; sick of; had enough; not good enough; outrage*; appalling; shocking;
        terrible; horrible; awful; disgusting; running out of patience; losing patience; still
        broken|dirty|not|waiting|no|doesn|isn|haven; joke; poor service; unprofessional; rude;
        problem|issue is|has|remains|persists|not|still|again; unbearable; impossible to sleep;
        not working; does|do|is|has|did not|n
        work*|fixed|repaired|changed|cleaned|answered|solved; does|do|is|has|have|did|was|were t
        work*|fixed|repaired|changed|cleaned|answered|solved; smell*; stink*; noise|noisy|loud;
        broken
    """),
)
