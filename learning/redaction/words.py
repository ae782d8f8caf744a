"""Words that tell redaction where a name or a number stands, in en it de fr es.

All folded (lower case, no accents). One set serves all languages: a text that is to be redacted may
quote another language, and a word too many only narrows what counts as a name.
"""

from __future__ import annotations

from functools import cache

from templatesapp.text.languages import vocabularies
from templatesapp.text.reference_words import BOOKING_WORDS, OTHER_NUMBER_WORDS, PLATFORM_WORDS
from templatesapp.text.tokens import fold as fold_word


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """One phrase between semicolons; longest first, so that the longest one is tried first."""
    phrases = {tuple(part.split()) for part in text.replace("\n", " ").split(";")}
    return tuple(sorted((phrase for phrase in phrases if phrase), key=len, reverse=True))


# --- numbers ----------------------------------------------------------------------------------

PHONE_WORDS = _words(
    "call calls ring text reach phone tel cell cellular cellulare mobil mobile mobiltelefon "
    "telefon telefono telephone whatsapp wa sms number nummer numero rufen anrufen ruf rufe erreichbar "
    "appeler appelez appelle joignable joindre portable movil celular llamar llamame llamadme llamenos "
    "chiamare chiamami chiamatemi chiamateci t m h"
)
CARD_WORDS = _words("card carta karte kreditkarte carte tarjeta visa mastercard maestro amex")
IBAN_WORDS = _words("iban konto account conto cuenta compte")
PRICE_WORDS = _words(
    "€ eur euro euros $ usd dollar dollars £ gbp pounds chf franken km m cm kg g % h hrs hours ore "
    "stunden heures horas people persons persone personen personnes personas nights notti nachte nuits "
    "noches followers abonnes follower seguidores mb gb steps stufen"
)

# --- where a name stands ----------------------------------------------------------------------

GREETINGS = _phrases("""
    dear; hi; hello; hey; hiya; good morning; good afternoon; good evening; good day; greetings; hi there;
    morning; hello again; hi again; attn; attention; fao; to; howdy; evening; dearest;
    ciao; salve; buongiorno; buonasera; buon giorno; buona sera; buondi; gentile; gentilissimo; gentilissima;
    egregio; caro; cara; cari; carissimo; carissima; carissimi; spett le; alla cortese attenzione di;
    hallo; hi; moin; servus; gruezi; guten tag; guten morgen; guten abend; liebe; lieber; liebes;
    sehr geehrte; sehr geehrter; sehr geehrtes; hallo liebe; hallo lieber; werte; werter; z hd;
    bonjour; bonsoir; salut; coucou; cher; chere; chers; cheres; rebonjour; a l attention de;
    hola; buenas; buenos dias; buenas tardes; buenas noches; estimado; estimada; estimados; estimadas;
    querido; querida; queridos; queridas; apreciado; apreciada; hola de nuevo; a la atencion de
""")
CLOSINGS = _phrases("""
    kind regards; best regards; warm regards; warmest regards; kindest regards; many regards; regards;
    best wishes; warm wishes; with best wishes; with kind regards; all the best; best; all best; cheers; thanks;
    thank you; many thanks; thanks a lot; thanks so much; thanks again; thanks in advance; thank you again;
    thank you so much; thank you very much; thank you in advance; thx; ta; tia; sincerely; yours sincerely;
    yours faithfully; yours truly; yours; love; lots of love; take care; see you soon; see you; with thanks;
    kind wishes; respectfully; warmly; cordially; gratefully; hugs; xx; xoxo; bye; speak soon; thanking you;
    sincerely yours; looking forward; ciao ciao;
    saluti; cordiali saluti; distinti saluti; un saluto; un caro saluto; cari saluti; tanti saluti;
    un cordiale saluto; i miei saluti; cordialmente; grazie; grazie mille; mille grazie; tante grazie;
    grazie in anticipo; grazie ancora; molte grazie; a presto; un abbraccio; abbracci; baci; in fede;
    buona giornata; buona serata; a domani; ciao; resto in attesa; cordialita; buon lavoro; saluti cordiali;
    viele grusse; liebe grusse; beste grusse; herzliche grusse; freundliche grusse; mit freundlichen grussen;
    mit freundlichem gruss; mit besten grussen; mit herzlichen grussen; schone grusse; sonnige grusse; gruss;
    grusse; lg; vg; mfg; bg; danke; vielen dank; danke schon; besten dank; herzlichen dank; vielen lieben dank;
    danke im voraus; vielen dank im voraus; bis bald; bis dann; tschuss; ihr; ihre; euer; eure; hochachtungsvoll;
    alles gute; alles liebe; schonen tag noch; danke euch; danke und gruss;
    cordialement; bien cordialement; tres cordialement; bien a vous; sincerement; salutations; amicalement;
    salutations distinguees; merci; merci d avance; merci beaucoup; merci bien; mille mercis; un grand merci;
    bonne journee; bonne soiree; a bientot; au revoir; bises; bisous; respectueusement; par avance merci;
    merci par avance; a tres vite; cdt; belle journee;
    saludos; un saludo; saludos cordiales; un cordial saludo; cordiales saludos; muchos saludos; atentamente;
    gracias; muchas gracias; mil gracias; gracias de antemano; gracias por todo; un abrazo; abrazos; besos;
    hasta pronto; hasta luego; cordialmente; muy atentamente; saludos a todos; de antemano gracias; quedo atento;
    quedo atenta; buen dia; feliz dia
""")
# Behind these a name follows: "this is Kayleigh", "name Jonathan Breakspear".
INTRODUCTIONS = _phrases("""
    my name is; my name s; the name is; the name s; name is; names are; our names are; his name is; her name is; this is; it s me; it is me;
    here is; i am called; called; named; under the name; under the name of; in the name of; in the names of; on the name of; under; name; names; full name;
    guest name; lead guest; first name; last name; surname; booked by; booked as; reservation for; booking for; signed;
    spoke to; spoke with; talked to; talked with; speaking to; speaking with; chatted with; met; ask for; asked for; c o; care of;
    mi chiamo; il mio nome e; mi chiamano; sono; a nome; a nome di; a nome della signora; intestata a; intestato a; nome; cognome; nomi; nome e cognome;
    parlato con; qui e; si chiama; si chiamano; prenotazione di; firmato; ospiti;
    ich heisse; mein name ist; mein name lautet; hier ist; hier schreibt; auf den namen; unter dem namen; auf den name; namens; name; namen; vorname; nachname; heisst; gast;
    je m appelle; mon nom est; je suis; c est; au nom de; au nom d; sous le nom de; sous le nom d; s appelle; s appellent; nom; noms; prenom; parle avec; parle a; ici;
    me llamo; mi nombre es; soy; a nombre de; al nombre de; se llama; se llaman; nombre; nombres; apellido; apellidos; hable con; hablado con; hablamos con; habla
""")
# A bare adjective, job or nationality often follows these: then only two words make a name.
WEAK_INTRODUCTIONS = _phrases("""
    this is; here is; under; called; met; name; names; reservation for; booking for; sono; soy; je suis; c est; hier ist; ici; ospiti; gast; nome; nom; nombre;
    qui e; namen; nomi; ask for; asked for; surname; named; signed; habla; i am; i m; ich bin; it s; booked as
""")
RELATIONS = _words(
    # en
    "friend friends wife husband partner boyfriend girlfriend fiance fiancee son daughter brother sister "
    "mother father mum mom dad mam parents grandmother grandfather grandma grandpa gran granny nan nana "
    "uncle aunt auntie cousin cousins nephew niece colleague colleagues roommate flatmate mate buddy pal "
    "boss stepson stepdaughter stepmother stepfather twin twins baby kid child children toddler siblings "
    "bestie hubby spouse companion receptionist manager host cleaner porter neighbour neighbor kids sons "
    "daughters brothers sisters "
    "person traveller traveler guest participant "
    # it
    "persona ospite viaggiatore partecipante "
    "amico amica amici amiche moglie marito compagno compagna fidanzato fidanzata figlio figlia figli "
    "figlie fratello sorella madre padre mamma papa babbo nonna nonno zio zia cugino cugina nipote collega "
    "suocera suocero cognato cognata bambino bambina bimbo bimba ragazzo ragazza coinquilina coinquilino "
    # de
    "person gast mitreisende mitreisender reisende teilnehmer teilnehmerin "
    "freund freundin freunde frau ehefrau mann ehemann partnerin verlobte verlobter sohn tochter bruder "
    "schwester mutter vater mama oma opa grossmutter grossvater onkel tante cousine neffe nichte kollege "
    "kollegin schwager schwagerin kind kinder enkel enkelin enkelkind mitbewohnerin mitbewohner kumpel "
    "lebensgefahrte lebensgefahrtin schwiegermutter schwiegervater tochter sohne zwillinge chef chefin "
    # fr
    "personne voyageur voyageuse participant "
    "ami amie amis amies femme mari epouse epoux compagnon compagne copain copine fils fille frere soeur "
    "mere pere maman grand-mere grand-pere mamie papi papy oncle tante cousin cousine neveu niece collegue "
    "conjoint conjointe bebe enfant enfants belle-mere beau-pere beau-frere belle-soeur petite-fille "
    "petit-fils filles freres soeurs parents fiancee colocataire "
    # es
    "huesped viajero viajera "
    "amigo amiga amigos amigas mujer esposa esposo marido pareja novio novia hijo hija hijos hijas hermano "
    "hermana padre madre abuelo abuela tio tia primo prima sobrino sobrina companero companera colega nieto "
    "nieta suegra suegro cunado cunada bebe nino nina mellizos gemelos"
)
# The pronoun or article in front makes "friend" a relation; "the manager Tom" counts too.
OWNERS = _words(
    "my our his her their your the a an another "
    "mio mia miei mie nostro nostra nostri nostre suo sua il la un una l tuo vostro vostra vostri altra altro "
    "mein meine meiner meinem meinen unser unsere unserer unserem unseren sein seine ihre ihr ihrer der die das ein eine dem den eure euer "
    "mon ma mes notre nos son sa ses votre vos le un une leur leurs les "
    "mi mis nuestro nuestra nuestros nuestras su sus tu el los las otra otro vuestro vuestra"
)
# May stand between the pronoun and the relation, or before it: "my best friend", "meine kleine Tochter".
RELATION_ADJECTIVES = _words(
    "second third fourth fifth other zweite dritte vierte funfte zweiter dritter vierter andere seconda terza quarta secondo terzo "
    "deuxieme troisieme quatrieme segunda tercera cuarta segundo tercer "
    "best old dear good little big older younger elder eldest youngest late travel future ex close new beautiful lovely "
    "migliore cara caro piccola piccolo vecchio vecchia futuro futura "
    "beste bester besten gute guter alte kleine kleiner grosse grosser liebe lieber altere alterer jungere jungerer "
    "meilleur meilleure petit petite grand grande cher chere futur future "
    "mejor pequeno pequena mayor menor querido querida vieja viejo gran futura"
)
# "Marta on the desk", "Luca della reception": the name stands in front.
DESKS = _words(
    "desk reception frontdesk receptionist rezeption empfang accueil recepcion portineria bar"
)
DESK_JOINERS = _words(
    "on at from the front in behind your der an am vom von des alla della dalla in del al a la de l en"
)
WEAK_DESK_JOINERS = _words("the der des la l de")
TITLES = _words(
    "mr mrs ms miss mister dr prof professor sir madam madame mme mlle monsieur signor signora signore signorina sig "
    "sigra sig.ra sig.na sig.re dott dott.ssa dottor dottoressa avv ing arch herr herrn frau familie family famiglia famille familia "
    "senor senora senorita sr sra srta don dona doctor doctora maitre hon rev"
)
# Titles that are ordinary words too: a name must follow at once, and alone they prove nothing.
WEAK_TITLES = _words(
    "hon sir madam madame signora signor signore herr frau family famiglia familie famille familia don dona doctor "
    "dr prof professor senor senora monsieur miss"
)
JOINERS = _words("and e ed und et y i with con mit avec plus")
PARTICLES = _words(
    "de da di von van der den del della dello dei degli la le lo du des zu zur zum el dos das do bin ibn "
    "al ter ten of st san mac mc af av"
)
ATTRIBUTION_VERBS = _words("wrote writes scritto scrive schrieb ecrit escribio escribe")
HEADER_KEYS = _words("from to cc bcc sent da a von an de para pour enviado gesendet")

# --- what is no name --------------------------------------------------------------------------

ORGANISATION_WORDS = _words(
    "hostel hostels hotel hotels ostello albergue hostal auberge herberge jugendherberge bnb b&b guesthouse "
    "brikette club verein association associazione asociacion ltd llc inc gmbh srl spa sarl sas ag kg ug plc "
    "co corp company group gruppo gruppe groupe grupo travel travels viaggi reisen voyages viajes agency "
    "agenzia agentur agence agencia university universita universitat universite universidad school scuola "
    "schule ecole escuela college institute institut istituto team staff crew reception management office "
    "desk support service booking booking.com bookings hostelworld airbnb expedia agoda octorate restaurant "
    "ristorante bar cafe trattoria pizzeria bank banca banco banque analytics consulting studio media magazine "
    "tours tour tourism rowing sports orchestra choir theatre theater foundation stiftung fondazione church "
    "parish council partners solutions systems technologies labs digital holidays airlines airways ferries "
    "department dept network newsletter info admin noreply treasurer secretary president direktion direzione"
)
PLACES = _words(
    "positano naples napoli neapel sorrento sorrente sorrent amalfi salerno capri pompeii pompei pompeji ravello "
    "praiano nocelle montepertuso fornillo bomerano italy italia italien italie rome roma rom milan milano "
    "florence firenze florenz venice venezia london paris berlin madrid barcelona munich munchen vienna wien "
    "zurich dublin campania costiera amalfitana sud nord europe europa france germany deutschland spain espana "
    "espagne england uk usa ireland scotland wales australia canada switzerland schweiz austria osterreich "
    "hamburg koln lyon marseille bordeaux sevilla valencia bologna torino bari palermo amsterdam brussels lisbon"
)
CALENDAR = _words(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec "
    "lunedi martedi mercoledi giovedi venerdi sabato domenica gennaio febbraio marzo aprile maggio giugno luglio "
    "agosto settembre ottobre novembre dicembre lun mer gio ven sab dom gen mag giu lug ago set ott dic "
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar marz mai juni juli "
    "oktober dezember mo di mi do fr sa so okt dez "
    "lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet aout septembre octobre "
    "novembre decembre lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio "
    "julio septiembre octubre noviembre diciembre easter ostern pasqua paques pascua christmas natale weihnachten noel navidad"
)
OTHER_NO_NAMES = _words(
    # who is greeted without a name
    "all everyone everybody there guys folks people lovely friends sirs sir madam madams whom concern again both team friend girls boys ladies gentlemen "
    "tutti ragazzi ragazze signori signore amici damen herren zusammen alle allerseits leute tous toutes equipe messieurs mesdames "
    "todos todas chicos chicas equipo amigos senores guest guests ospite gast gaste client cliente clients huesped huespedes "
    # courtesy, answers
    "thanks thank please sorry yes no ok okay hello hi hey dear cheers regards wishes grazie prego ciao saluti danke bitte "
    "ja nein hallo grusse gruss merci oui non bonjour bonsoir salut gracias si hola saludos perfect perfetto perfekt parfait perfecto "
    "great good best kind warm urgent dringend urgente hope hoping looking grusse viele liebe herzliche freundliche cordialement "
    # hostel words in titles
    "female male mixed dorm dormitory standard double triple room sea view terrace breakfast wifi check checkin checkout city tax id "
    "reservation confirmation invoice order payment refund question enquiry inquiry request private single twin family superior deluxe "
    "camera prenotazione colazione doppia tripla zimmer buchung fruhstuck doppelzimmer chambre petit dejeuner habitacion reserva desayuno "
    "amex maestro paypal revolut klarna tesla smart vespa ikea netflix spotify zoom teams skype uber "
    "passport visa mastercard iban email mail e-mail tel phone fax mobile whatsapp sent iphone android outlook gmail google instagram tiktok "
    "facebook tripadvisor youtube twitter internet online english italian german french spanish american british australian irish scottish "
    "canadian italiano italiana tedesco deutsch deutsche deutscher englisch italienisch francais francaise anglais espanol espanola ingles "
    "european vegan vegetarian via street strasse rue calle piazza road airport station bus ferry train re fwd aw wg tr subject betreff "
    "oggetto objet asunto date datum data ps p.s attachment kindle fiat vespa sita usb pdf nut allergy epipen adult adults child children "
    "manager owner director ceo treasurer assistant student teacher lawyer doctor"
)
# Common first names of the five languages that are no word of them. What is rarer stands elsewhere.
FIRST_NAMES = _words(
    # en
    "james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony andrew "
    "joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan "
    "stephen steven larry justin scott brandon benjamin samuel gregory alexander patrick peter simon oliver harry "
    "callum liam noah ethan logan lucas nathan adam luke owen dylan tyler connor sean ian neil craig stuart graham "
    "mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret ashley "
    "kimberly emily michelle amanda melissa deborah stephanie rebecca laura helen cynthia kathleen anna angela shirley "
    "brenda pamela emma nicole samantha katherine christine rachel carolyn janet catherine maria heather diane julie "
    "joyce kelly lauren megan chloe sophie zoe lucy ella mia charlotte amelia jane fiona gemma hannah abigail kate "
    "katie kayleigh natalie vanessa victoria alice alison tom tim jim joe mike dave steve chris nick ben sam dan alex "
    # it
    "marco luca matteo alessandro andrea lorenzo francesco gabriele davide riccardo simone federico giovanni giuseppe "
    "antonio mario luigi paolo stefano roberto claudio giorgio alberto michele nicola vincenzo salvatore pietro carlo "
    "enrico daniele fabio filippo giacomo tommaso emanuele raffaele gianluca maurizio sergio dario mattia edoardo "
    "giulia francesca sara martina valentina alessia elena silvia federica ilaria giorgia paola simona monica barbara "
    "elisa roberta claudia cristina daniela michela laura lucia teresa carla giovanna antonella patrizia raffaella "
    "lorenza ludovica beatrice camilla arianna giada marta caterina eleonora margherita ginevra "
    # de
    "hans jurgen klaus dieter uwe holger bernd matthias stefan andreas markus torsten thorsten sven jens jorg ralf "
    "frank-walter tobias sebastian florian lukas jonas felix niklas jannik johannes philipp moritz heinrich karl "
    "wolfgang gunter gunther helmut manfred werner rolf gerhard detlef volker hartmut silke sabine petra monika ursula "
    "heike anja claudia birgit susanne katrin kathrin annette anke ulrike brigitte ingrid renate helga gisela karin "
    "nadine katja tanja melanie sandra steffi franziska annika johanna lena lisa leonie hanna greta frieda ilse ute "
    "wiebke hauke dorte lennart finn malte "
    # fr
    "jean philippe michel alain nicolas christophe laurent frederic david sebastien julien guillaume thierry herve "
    "francois jerome stephane mathieu antoine benoit xavier gilles yves arnaud cedric fabien gregory hugo lucas theo "
    "enzo maxime baptiste quentin remi romain bastien marie nathalie isabelle sylvie catherine francoise martine "
    "christine monique valerie sandrine veronique stephanie celine chantal virginie severine aurelie emilie julie "
    "camille lea manon chloe ines lucie mathilde solene elodie delphine audrey laetitia margaux juliette amelie "
    "genevieve brigitte jacqueline josephine noemie helene agnes odile "
    # es
    "jose antonio manuel francisco juan javier carlos jesus miguel alejandro rafael pedro angel pablo fernando sergio "
    "jorge alberto alvaro diego adrian raul ivan ruben oscar enrique ramon vicente andres joaquin santiago eduardo "
    "victor roberto jaime ignacio gonzalo mateo nicolas iker xabier unai carmen josefa isabel ana laura cristina marta "
    "maria lucia elena sara raquel paula beatriz silvia patricia sonia sandra susana monica nuria irene julia alicia "
    "ines candela ainhoa itziar leire macarena montserrat begona yolanda noelia lorena eva nerea "
) - _words("angel jesus santiago victoria lucia mia maria ella ana eva sara paula julia luz")
# In front of these a first name is a saint's, a street's or a house's.
PLACE_PREFIXES = _words(
    "san santa santo sant st saint sainte sankt via viale vico piazza largo corso rue place avenue boulevard street "
    "strasse platz calle plaza villa palazzo hotel hostel ristorante trattoria bar chiesa church cathedral basilica "
    "garage porto monte lido isola beach spiaggia parco ospedale hospital torre casa don porta ponte"
)
# First names and surnames that are ordinary words: names only where a name stands.
ORDINARY_NAMES = _words(
    # en
    "will may mark grace hope faith joy summer june april august bill frank dawn iris lily ivy olive amber ruby "
    "pearl sandy rich art gene sue pat rob bob drew guy heath hunter mason miles penny robin skip chase max sunny "
    "angel rose jack sky storm star crystal charity constance jade brook brooke cliff dean earl carol gay holly "
    "melody misty rusty sterling wade ward young brown green white black king bishop baker cook hill wood stone "
    "field bell day knight long short small price page rice berry bird fox rivers banks woods parks street lane "
    "church hall castle english french ireland london paris florence sydney georgia israel jordan chelsea austin "
    "dallas rivera beach case cash cross down early fair fine free gray grey head home major "
    "moon moore more noble nice park power read reed rush sharp silver singer speed spring swift taylor tower "
    "walker waters weeks winter wise wolf gold golden cotton west north south east strong gentle bright "
    # it
    "bianca bianco rosa rosso viola gioia luce stella alba aurora serena sereno felice santo franco massimo "
    "costanza vittoria primo salvo vita marina mare bello bella chiara chiaro letizia gentile amato amore conte "
    "costa monti fiore fiori fontana greco grasso leone longo mancini marino neri pace parisi porta ricci riva "
    "romano russo sala sole valle verde villa carta fede angelo natale pasqua domenica benedetta allegra dolce speranza celeste azzurra nera nero "
    # de
    "ernst wolf frank heide linde sommer winter kaiser koch muller klein lang gross schwarz weiss braun jung alt "
    "berg stein engel vogel fuchs sonne blume licht konig richter schneider bauer fischer weber wagner becker "
    "schafer zimmermann kraft sauer scharf frei frisch fromm kurz reich roth rot sturm baum busch feld graf herr "
    "horn hut kalt krug lamm lustig morgen nacht ritter sand schatz schon stark stock strauss teich vogt wald wirt gut gern "
    # fr
    "blanche claire pierre florent olive violette rose aime desire constant juste parfait marine aurore fleur "
    "france oceane prudence petit grand blanc leblanc roux fontaine riviere bonnet bois boucher boulanger "
    "chevalier clement clemence comte dubois dupont fort gros jardin jolie jour marchand martin mer mercier "
    "meunier moulin noir noel page pain parent perrin poirier pont prince rolland roy tresor valentin victoire "
    "ange celeste chaton lune lapin luce olivier solange vincent bonne bon belle beau "
    # es
    "blanca luz sol mar rocio pilar dolores consuelo paz cruz esperanza alma nieves leon clara luna rosario "
    "mercedes remedios soledad socorro concepcion asuncion pastor bueno bravo caballero calle campo castillo "
    "delgado flores fuentes guerra iglesia iglesias leal lobo marin merino molina montes moreno moro nieto ojeda "
    "pardo prado ramos reyes rico rios rojas rubio salas santos serrano torres valle vega vidal viento"
)


@cache
def no_names() -> frozenset[str]:
    """Capitalised words that are no name: function words, our field's words, places, days."""
    found = set(OTHER_NO_NAMES | ORGANISATION_WORDS | PLACES | CALENDAR | PARTICLES | TITLES)
    found |= BOOKING_WORDS | OTHER_NUMBER_WORDS | PLATFORM_WORDS | PHONE_WORDS | GREETING_WORDS
    found |= JOINERS | OWNERS
    for vocabulary in vocabularies().values():
        found.update(map(fold_word, vocabulary.stop_words))
        for phrases in vocabulary.concepts.values():
            found.update(fold_word(w.lstrip("=")) for phrase in phrases for w in phrase.split())
    return frozenset(found - ORDINARY_NAMES - FIRST_NAMES | CALENDAR | OWNERS | GREETING_WORDS)


GREETING_WORDS = frozenset(word for phrase in GREETINGS + CLOSINGS for word in phrase)
