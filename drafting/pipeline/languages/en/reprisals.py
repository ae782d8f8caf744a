"""English: how a threat is made without naming its act, and what harm is told of."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import ReprisalRules, phrases

RULES = ReprisalRules(
    retributions=phrases("""
        open and shut; strong|clear|cast|watertight|good case; says|said|reckons|thinks ..3
        enough|all|win|plenty|need|needs; magistrate|judge|lawyer|solicitor ..5 will|would ..2
        love|enjoy|interested; hear|hearing from; expect|await ..2 letter|call|writ|post;
        deal|dealing|dealt with you|people;
        handle|handling|handles|take|takes|taking|pursue|pursues ..1 your|my|our|the
        case|matter|claim; take|takes|taking|took ..2 care|charge of you; take|takes|taking
        you|your house on|apart; case|claim against you; your|this|my case; teeth into;
        knows|know ..2 how to make|get|treat|handle; on to|onto you;
        decide|decides|rule|rules|settle|settles|sort ..2 this|it|matter|who; has|have|had|got
        the|my|our|a file|case|paperwork|papers|complaint; advis*|tell*|told|says|say|reckon*
        ..6 claim|case|entitled|liable|owe|rights; coming|come|comes|go|goes|going after you;
        represent*|acting for|act for me|us; on my|our behalf; draft*|prepar* ..3
        letter|claim|papers|complaint; love|loves|delighted|happy|itching|keen ..4
        case|cases|claim|hostels|hotels|landlords; what he|she|they|lawyers can|could|will do;
        meet|met my|our lawyer*|solicitor*|attorney*
    """),
    legal_idioms=phrases("""
        measures|steps|remedies|means|options|routes|avenues the|that law|courts|i|we ..2
        allows|gives|offers|provides|provide|have; all|every|any legal|lawful
        means|measures|options|remedies|avenues; full force|weight|extent of the law; enforce
        my|our|the rights|claim; law is on my|our; legally|formally pursue|enforce;
        official|legal channels|route; see ..3 in front of a; paper work from the court; day in
        court; before the courts|court|judge; test|tested in court; you|it|this will|ll cost you
        more in; rights|claim ..3 enforced; up to the|a courts|court|judge
    """),
    person_reports=phrases("""
        name|naming|denounc* you|your|him|her|them|the ..4
        police|carabinieri|station|officer*|authorities; police|carabinieri|authorities|officer*
        ..5 name|naming|report|reporting|denounc* you|your|him|her|them;
        report|reporting|press|pressing|file|filing ..3 charges|complaint against
        you|your|him|her|them; criminal complaint|charges|report; report|reporting
        him|her|them|you to|for ..2 police|carabinieri|theft|fraud|assault|authorities
    """),
    afterwards=phrases("""
        after that|this; ^then; ^thereafter; ^afterwards; ^next; the next
        person|letter|mail|email|call|thing|step|stop; past that; beyond that; from then on;
        once that ..1 passes|passed|expires|runs
    """),
    scandal_hunts=phrases("""
        stor*|case|cases|tale|tales|example* ..1 like mine|this|these|ours|yours|that;
        stor*|case|cases|tale|tales|report*|piece|feature ..3
        dishonest|rogue|dodgy|crooked|shady|greedy|unsafe|filthy|nasty|terrible|awful|bad|rip|scam*|crook*|cheat*|con|tourist;
        dishonest|rogue|dodgy|crooked|shady|greedy
        host|hosts|hostel*|hotel*|landlord*|owner*|operator*|place*; investigat*|expos* ..3
        hostel*|hotel*|scam*|host|hosts|places; look*|hunt*|search*|collect*|after ..3
        stor*|cases|examples|victims; victims of
    """),
    demonstratives=phrases("""
        the|this|that man|woman|guy|lady|person|fellow is|s|was; that is|was|s; this is|was|s;
        that|this feels|sounds|looks; pure; sheer; what do you call
    """),
    sole_keys=phrases("""
        only|except|besides|but|apart from? your|the|you|staff|a ..4 has|have|had|hold*|with
        a|the|access|key|keys|code; nobody|no one|none ..4 but|except|besides|than
        your|you|staff|the ..3 key|keys|code|access|room|in; only key*|person|people|one|ones
        ..6 your|you|staff|cleaner*|reception*
    """),
    injuries=phrases("""
        shock; burns; numb; can t|cannot|no longer feel my|his|her; bitten by;
        broke|broken|breaking|fractured|sprained|twisted|dislocated|smashed|injured|hurt|burned|burnt|scalded|gashed|crushed
        ..1 my|his|her|our|both ..1
        arm|arms|leg|legs|wrist|ankle|foot|hand|hands|shoulder|hip|rib|ribs|nose|head|back|knee|finger|elbow|skull|tooth|teeth|toe|face;
        wrist|ankle|arm|leg|foot|shoulder|hip|rib|ribs|nose|hand|finger|elbow
        is|was|are|were|looks|might|must|may ..1
        broken|fractured|dislocated|crushed|bleeding|be;
        fell|fallen|falling|slipped|tripped|tumbled|crashed down|off|from|over|through|on|out;
        came down on; concuss*; stitches; bleeding; blood everywhere; unconscious; passed out;
        knocked out; electric shock; electrocuted; shock from; food poison*; poisoned; carbon
        monoxide; gas leak|smell; smell* ..2 gas; allergic shock|reaction; can t move|feel
        my|his|her; fire|flames|smoke in|from|coming
    """),
    premises=phrases("""
        from|by|in|at the|a|your ..1 socket|plug|wire|outlet|lamp|heater|wall;
        on|off|from|down|over|through|in|by|at|with your|the|a|that|those ..2
        stair|stairs|staircase|step|steps|bunk|bunks|ladder|railing|handrail|balcony|terrace|tiles|floor|shower|socket|plug|heater|boiler|kitchen|pool|dorm;
        your ..2
        stairs|staircase|steps|bunk|ladder|railing|handrail|balcony|terrace|floor|shower|ceiling|socket|heater|boiler|kitchen|breakfast|pool|hostel|house|place;
        railing|handrail|banister|ladder|bunk|bed|ceiling|lamp|shelf|step|glass|window ..2
        came|gave|broke|collapsed|snapped|fell|shattered
    """),
    frail=phrases("""
        grandmother*; grandfather*; grandma; grandpa; granny; gran; nan; nana; elderly; old|aged
        mother|father|mum|dad|parents|lady|man|aunt; # year old; seventy|eighty|ninety year; in
        his|her|their seventies|eighties|nineties; wheelchair; disabled; pregnant; diabetic;
        epileptic; asthma*; feverish; fever; sick|ill
        child|baby|son|daughter|mother|father|wife|husband
    """),
    told=phrases("""
        tell|tells|telling|explain*|describ*|informed|informing|know|knows|learn|learns|hear|hears|hearing|get|gets|getting|receive|receives|account;
        full|whole|exact|complete account|story|truth|report
    """),
)
