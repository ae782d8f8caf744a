"""German: what a guest's threats, accusations, disputes and emergencies are made of.

Verbs stand at both ends of a clause (schalte … ein, zurückbuchen lassen), so most verbs
are stems and the engine asks only that they stand near what they turn to. Stems serve the compounds.
"""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import EscalationRules, phrases

RULES = EscalationRules(
    harmless=phrases("""
        vor gericht ..3 aussag*|erschein*; als zeug* ..6 gericht; gericht ..4 aussag*|zeug*;
        gestorben|verstorben|tot|tod|verlor* ..6 jahren|jahr; vor ..2 jahren|jahrzehnten; letztes
        jahr; letzten jahr; vorletztes jahr; wenn|falls wir|ich ..3 kein*
        bett|zimmer|platz|parkplatz ..2 find*|bekomm*; auf ..2 karte|kreditkarte|konto
        erstatt*|zuruck*; ihr*|euer*|eure* ..2 zweite*|dritte*|vierte*
        mail|nachricht|erinnerung|mahnung|schreiben|e; gericht|gerichte mit|ohne|zum|aus|fur|am;
        vegetarisch*|vegan*|warm*|kalt*|leck*|regional*|typisch*|abends|ein|kleine|kleines|
        ander*|dies* ..1 gericht|gerichte|gerichten; gerichte; nudelgericht*; fleischgericht*; fischgericht*;
        lieblingsgericht*; bin|als|ist|war|arbeite|arbeitet|von beruf ein?
        rechtsanwalt*|anwalt|anwaltin|rechtsanwaltin|journalist*|blogger*|richter*|jurist*; von
        beruf anwalt*|journalist*; anwaltskanzlei rechnung; rechnung ..4 kanzlei|anwalt*;
        gerichtstermin; vor gericht aussagen; als zeug*; espresso; pressen; orangensaft;
        akku|handy|batterie|telefon .. tot|leer; todmude; tot mude; todlich gelangweilt;
        todesmutig; toter winkel; tote hose; totensonntag; lachen gestorben; zum sterben schon;
        auf dieselbe|dasselbe|diese|meine|die gleiche? karte|konto|kreditkarte ..2
        zuruck*|erstatt*|gutschreib*; angst vor|um ..2
        hunden|spinnen|hohe|hohen|wasser|fliegen|schlangen; hohenangst; flugangst; platzangst;
        flug|fahre|zug|bahn ..5 erstatt*|storniert; polizeiwache; polizeistation; antwort ..2
        nicht notig|erforderlich; keine antwort ..1 notig|erforderlich; rechtlich* hinweis*;
        anzeige auf|bei|im|in ..1 facebook|google|internet|der; ihre|eure|die anzeige
        gesehen|gelesen; stellenanzeige; verlustanzeige; diebstahlanzeige; anzeige wegen|uber ..2
        verlust*|diebstahl*
    """),
    negators=phrases("""
        nicht; kein; keine; keinen; keinem; keiner; nie; niemals; ohne; statt; anstatt; weder;
        noch
    """),
    light_words=phrases("""
        zu; den; die; das; der; dem; ein; eine; einen; einem; einer; mit; an; vor; zum; zur; ins;
        in; gleich; mehr; wirklich; gern; gerne; etwa; sofort; gegen; sie; euch; ihnen; meinen;
        mein; meine; meinem
    """),
    intents=phrases("""
        freuen|gefasst; konnen sich; wird|werden ..2 nachspiel; bewertung ..4 wird|werden|fallt;
        wird|werden ..4 ausfallen|landen|gehen|kommen; werde|werden ich|wir; ich|wir werde|
        werden|muss|mussen|will|wollen|habe|haben|bin|sind|schalte|ubergebe|gebe|gehe|mache|
        stelle|erstatte|veroffentlich*|poste|schreibe|melde|wende|reiche|kontaktier*|
        informier*|beschwer*|lasse|lassen|leite|ziehe|verklage|fordere|bewerte|teile|hole|
        storniere|buche|ruf*|verbreit*|zeig*; sehe|sehen ich|wir; gezwungen; werde|werden
        mich|uns|das|die|den|es|sie|ihnen|alles|alle|diese*|meine*|unsere*|
        selbstverstandlich|dann|dies|umgehend|sofort; bleibt mir|uns; melde|wende|beschwere|
        schalte|gehe|poste|veroffentliche|schreibe|kontaktiere|informiere|ubergebe|stelle|
        reiche|leite|hole|lasse|ziehe|erstatte|verklage ich|wir; mein|unser|meine|unsere ..1
        anwalt*|rechtsanwalt*|bank|kanzlei; behalte|behalten|behalt mir|uns|ich; nachste* schritt;
        habe|haben ich|wir|bereits|schon|mich|uns|meine*|den|die; konnen sie|ihr; sie|ihr
        werden|werdet|konnen|konnt|bekommen|bekommt|erhalten|erhaltet; werden|wird ..4
        erfahren|sehen|lesen|wissen|horen; wird ..2 anwalt*|bank
    """),
    conditions=phrases("""
        ^ist|sind|kommt|kommen|wird|erhalte|bekomme|passiert|geschieht|melden|antworten|
        zahlen|erfolgt|liegt|geht|reagieren|sollte ..8 nicht|kein*|nichts|niemand; entweder ..8
        oder; ohne entschuldigung; wenn|falls|sollte|sollten|sofern ..6
        nicht|kein*|nichts|niemand|weiter*|weigern|verweiger*|ignorier*|immer; andernfalls;
        ansonsten; sonst; anderenfalls; widrigenfalls; es sei denn; ohne ..3
        antwort|ruckmeldung|losung|erstattung|entschuldigung|reaktion; entweder; notfalls;
        notigenfalls; gegebenenfalls; ich warne|verspreche; frist;
        letzte|letzter|letztes|letztmalig*
        aufforderung|mahnung|chance|frist|warnung|mal|moglichkeit|versuch; danach; dann
        ubergebe|gehe|schalte|werde|werden|muss|wende|melde|poste|veroffentlich*|mache|hole|
        lass*; oder ich|wir; spatestens; solange sie|ihr; bevor ich|wir; bleibt mir|uns ..2
        nichts|keine; lassen|lasst mir|uns keine
    """),
    deadlines=phrases("""
        bis ..2 montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|heute|
        ende|spatestens|zum|#; innerhalb|binnen ..3 tagen|stunden|woche|wochen|frist|tage; fristen
    """),
    legal_acts=phrases("""
        gerichtlich*|rechtlich*|juristisch* ..1 nachspiel|folge*|konsequenz*|schritt*;
        sache|fall|angelegenheit|alles|vorgang ..4
        anwalt*|anwaltin|rechtsanwalt*|kanzlei|rechtsschutz*; nachspiel ..2 gericht; gerichtliches
        nachspiel; rechtsschutz*; schreiben|post|brief von|vom ..2 anwalt*|rechtsanwalt*|kanzlei;
        mein|unser ..1 anwalt*|rechtsanwalt* ..4 ubernimmt|meldet|kummert|schreibt|sagt;
        rechtlich*|juristisch*|gerichtlich* ..1
        schritt*|weg*|mittel*|vorgeh*|hilfe|beistand|geltend|klar*|dagegen|durchsetz*|gegen;
        rechtsweg; klage; klagen ..2 werde*|muss*|einreich*; verklag*; einklag*; klag* ..4
        ein|einreich*|erheb*; auf dem klageweg; mahnbescheid; mahnverfahren; gerichtlich* mahn*;
        vor gericht; vors gericht; strafanzeige; strafantrag; anzeige ..4
        erstatt*|stell*|mach*|gegen|bei; erstatt* ..3 anzeige; zeig* sie|euch ..3 an; anzeigen ..2
        werde*; sie|euch ..4 anzeigen; anwalt*|rechtsanwalt*|anwaltin ..3 ubergeb*|
        einschalt*|eingeschaltet|beauftrag*|ubergeben|wird|meld*|horen|weitergeb*|geht; horen ..4
        anwalt*|anwaltin|rechtsanwalt*; ubergeb* ..5
        anwalt*|rechtsanwalt*|anwaltin|kanzlei|inkasso; schalt* ..4
        anwalt*|rechtsanwalt*|anwaltin; beauftrag* ..3 anwalt*|rechtsanwalt*|kanzlei;
        schadenersatzklage; sammelklage; abmahn*; sehen uns ..2 gericht; anwaltlich* ..2
        hilfe|schritt*|beistand|vertret*|pruf*|beraten|vorgeh*|schreiben; zivilrechtlich*;
        strafrechtlich*; inkasso ..3 ubergeb*|einschalt*
    """),
    legal_actors=phrases("""
        anwalt; anwalte; anwaltin; anwalten; rechtsanwalt*; kanzlei; rechtsschutz*;
        rechtsbeistand; gericht; amtsgericht; landgericht; verbraucherzentrale*;
        verbraucherschutz*; schlichtungsstelle*; schlichter; gesundheitsamt; ordnungsamt;
        gewerbeamt; gewerbeaufsicht; ombuds*; behorde*; staatsanwalt*; verbraucherzentrum;
        datenschutzbehorde*; aufsichtsbehorde*; finanzamt; guardia di finanza
    """),
    police=phrases("polizei; carabinieri"),
    turning_verbs=phrases("""
        ubernehm*; ubernimmt; ubernommen; befass*; klar*; einschalt*; schalt*; eingeschaltet;
        kontakt*; wend*; gewandt; meld*; gemeldet; inform*; beauftrag*; ubergeb*; uberlass*; geb*;
        geh*; gehe; rufe*; ruf; hol*; einbezieh*; hinzuzieh*; beschwer*; nehm*; nehme; zuzieh*;
        weitergeb*; weiterleit*; leit*; bitte ich; red*; sprech*; sprich*; schreib*; konsultier*;
        anruf*; zieh*; frag*; erfahr*; benachrichtig*; verstandig*
    """),
    platforms=phrases("""
        melde|melden|berichte|sage|schreibe|informiere|kontaktiere ..2 booking; bei|an|uber|mit|von booking;
        booking com; booking; hostelworld; airbnb; expedia; agoda; das portal; dem portal;
        buchungsportal*; die plattform; der plattform; hrs; holidaycheck
    """),
    shopping_verbs=phrases("""
        buch*; such*; schau*; find*; wahl*; vergleich*; umschau*; seh* nach; reservier*; prob*;
        versuch*
    """),
    report_verbs=phrases("""
        das|dies|es|alles|sie|euch ..1 melde|melden|meldet;
        inserat; anzeige ..2 pruf*; pruf*; melde|melden|meldet ..2
        sie|euch|das|den|die|dies*|alles|ihr*|es|unterkunft|vorfall;
        sie|euch|das|dies*|vorfall|alles|ihr*|unterkunft|es|missstand* ..6 melden|gemeldet;
        meldung; beschwer*; beschwerde; reklam*; streitfall; fall ..2 eroffn*|auf|aufmach*|anleg*;
        eroffn* ..2 fall|verfahren|streitfall; einschreit*; eingreif*; eingreift; sperr*;
        entfern*; auslist*; rauswerf*; rausnehm*; anzeig*; eskalier*; eskalation; einschalt*;
        eingeschaltet; schalt*; verfahren; geld zuruck; raus
    """),
    public_acts=phrases("""
        zeitung*|presse|medien|internet|offentlichkeit|netz|welt ..4 erfahr*|erfahrt; erfahr*|erfahrt ..4 zeitung*|presse|medien|internet|offentlichkeit|netz|welt;
        an|in|uber die offentlichkeit|presse|zeitung|zeitungen|medien; offentlich ..1 mach*; mach*
        ..3 offentlich; publik; an die grosse glocke; alle ..2 erfahr*|wiss*; jeder ..2
        erfahr*|wiss*; ganze|alle welt ..2 erfahr*|wiss*; ruf ..2 ruinier*|schad*|zerstor*;
        ruinier* ..3 ruf; shitstorm; viral; lesen ..4 zeitung|internet|uberall; niemand ..2
        mehr|bei|hier ..3 buch*
    """),
    press=phrases("""
        artikel; presse; zeitung; zeitungen; lokalzeitung; journalist*; lokalredaktion*;
        lokalpresse; lokalblatt; tagesblatt; regionalzeitung; prosieben; ndr; wdr; swr; mdr;
        tagesschau; fernsehsender; redaktion; fernseh*; rtl;
        zdf; ard; medien; reporter*; magazin; radio; bild; wiso; reisemagazin; redakteur*;
        verbrauchermagazin
    """),
    audiences=phrases("""
        tripadvisor; trustpilot; facebook; instagram; insta; tiktok; twitter; youtube; follower*;
        leser; leserinnen; abonnenten; zuschauer*; mein*|unser* ..2
        blog|kanal|podcast; folg* mir|uns ..3 leute|menschen|tausend;
        tausend|leute|menschen folgen|lesen|schauen|abonniert;
        soziale* medien|netzwerk*; social media; bewertungsportal*; holidaycheck
    """),
    public_places=phrases("""
        tripadvisor; google; trustpilot; facebook; instagram; insta; tiktok; twitter; youtube;
        social media; soziale* medien|netzwerk*; sozialen netzwerken; bewertung; bewertungen;
        rezension; rezensionen; online; internet; netz; follower*; abonnenten; blog; kanal; stern;
        sterne; foren; forum; holidaycheck; bewertungsportal*; portalen
    """),
    publish_verbs=phrases("""
        erscheint; druck*; zeigt; freuen; gefasst; landet; sieht; sehen; ausfall*; fallt aus;
        post*; veroffentlich*; schreib*; teil*; geteilt; hochlad*; lad*; stell*; bewert*;
        hinterlass*; warn*; erzahl*; berichten; bericht*; verbreit*; geb*; gebe; rechnen; kommt;
        kommen; landen; rein; ins; gibt; erfahr*; setz*; meld*; wend*; geh*; informier*;
        kontaktier*; erschein*; zeig*; verfass*; mach*; bekomm*; publizier*
    """),
    bad_publicity=phrases("""
        mit ihrem|eurem namen; name|namen ihres|eures; ein stern bewertung;
        schimmeligen|dreckigen|verwanzten zimmer; bewertung ..4 entsprechend; entsprechend* ..2
        ausfall*|bewert*; stern ist|noch ..2 zu; schlecht*|negativ*|vernichtend*|mies*|
        furchtbar*|ehrlich*|entsprechend*|ausfuhrlich*|kritisch*|saftig*|verheerend* ..1
        bewertung*|rezension*|kritik*|sterne; schlecht*|negativ* ..1 bewert*;
        ein|1|einen|null|0|einem stern|sterne; 1 stern*; warn*; die wahrheit; was ..4
        passiert|erlebt|geschehen|abgeht; wie sie|ihr|man ..4
        umgeh*|behandel*|umgeht|behandelt|betrug*|betrieb*; ihr* ruf;
        die|meine|unsere|alle|samtliche fotos|bilder|videos|video; alle fotos|bilder|details; mit
        fotos|bildern|foto; meiden; abraten; finger weg; auswirkung*; diese* vorfall; ganze
        geschichte
    """),
    good_publicity=phrases("""
        gut*|tolle*|positiv*|super|schon*|nett*|hervorragend*|begeistert*|klasse|beste*|top ..1
        bewertung*|rezension*|bewert*; funf|5 sterne*; weiterempfehl*; empfehl*
    """),
    accusations=phrases("""
        sie|ihr|das|dies|es|hostel|haus|laden ..1 sind|seid|ist|war|grenzt ..4 betrug|
        betruger|betrugerisch|diebe|dieb|abzocker|verbrecher|kriminelle|kriminell|gauner|
        diebstahl|rauber|ganoven|erpressung|nepp|schwindel|unterschlagung|bande; haben|habt
        mich|uns|mein|unser ..4
        betrogen|bestohlen|beklaut|belogen|hintergangen|gestohlen|geklaut|abgezockt; ich|wir
        wurde|wurden|bin|sind ..4 von ihnen|euch|ihrem|ihrer ..3
        betrogen|bestohlen|beklaut|belogen;
        glatter|reiner|klarer|purer|glatte|reine|pure|klare|blanker
        betrug|abzocke|diebstahl|betrugerei; nenne ich ..2 betrug|diebstahl; ihr*
        betrug|diebstahl|betrugerei|betrugsmasche; ihr|sie
        betruger|diebe|verbrecher|gauner|abzocker; betrugerisch* ..1 hostel|geschaft*|abbuchung*;
        betrugerbande; diebesbande; betruger!
    """),
    fraud_words=phrases("""
        betrug; betruger*; betrogen; betrug*; gestohlen; geklaut; stiehlt; stehlen; klaut; klauen;
        diebstahl; dieb; diebe; unterschlag*; falschung; gefalscht*; fingiert*; erpress*;
        abgezockt; schmiergeld; gelogen; belogen; gekopiert; kopiert
    """),
    fraud_doubts=phrases("""
        link; links; mail; e mail; email; nachricht; sms; webseite; website; seite; phishing;
        anruf; ob; sicher* gehen; vorsichtig; seri*; befurcht*; sorge; verdacht ..2 bank;
        gesperrt; bank; verdachtig; konnte; wirkt; aussieht; vermutlich; gibt sich als;
        versicherung; angeblich; fake; echt
    """),
    misconduct_acts=phrases("""
        hand|hande auf|an|unter ..2 bein|oberschenkel|po|hintern|brust|knie; fotografiert ..3
        karte|ausweis|kreditkarte; karte|kreditkarte ..3 fotografiert|kopiert|abfotografiert;
        heimlich ..8 foto*|video*|film*|aufnahm*|gefilmt; versteckte* kamera; geld|bargeld ..4
        verschwund*|weg|fehlt ..6 safe|spind|tresor|schlussel; wechselgeld ..3
        eingesteckt|behalten; insultiert; angeschrien ..3 rassist*; belastigt; belastig*;
        begrapscht; begrabscht; angefasst; betatscht; sexuell*; ubergriff*; ubergriffig;
        anzuglich*; rassist*; rassismus; homophob*; sexistisch*; auslanderfeindlich*; diskrimin*;
        angegriffen; geschlagen; geschubst; gestossen; getreten; gewurgt; gepackt; bedroht;
        bedrohte; angespuckt; angebrullt und; beleidigt ..2 rassist*; betrunken; alkoholisiert;
        besoffen; bekifft; nach alkohol; ins|in|mein|unser|unserem|unsere ..2 zimmer|dusche|bad
        ..4 gekommen|geplatzt|rein|eingedrungen|betreten|gegangen|gestanden; eingedrungen;
        durchwuhlt; durchsucht; herumgewuhlt; gewuhlt; durchstober*; gestohlen; geklaut;
        eingesteckt; entwendet; bestohlen; beklaut; gefilmt; fotografiert; bespitzelt; heimlich
        ..3 gefilmt|fotografiert|beobachtet; erpresst; genotigt; nachgestellt; kopiert;
        kreditkarte ..3 missbrauch*|kopiert|benutzt; daten ..2 verkauft|weitergegeben; hitlergruss
    """),
    staff=phrases("""
        ihr; ihre; ihrer; ihrem; ihren; euer; eure; eurer; eurem; euren; sie haben; ihr habt;
        mitarbeiter*; personal; rezeptionist*; rezeption; empfang*; nachtportier*; portier*;
        nachtwachter; nachtdienst; putzfrau*; putzkraft; reinigungs*; zimmermadchen; chef*;
        besitzer*; inhaber*; manager*; geschaftsfuhr*; angestellt*; hostel; herberge; team;
        betreiber*; mann|frau|typ|herr|dame|kerl am|an|hinter|von|vom der|dem?
        empfang|rezeption|tresen|theke|nacht*; vermieter*; gastgeber*; leitung; barkeeper;
        kellner*; hausmeister*; nachtschicht; leute von ihnen
    """),
    others=phrases("""
        mein ex; meine ex; stalker; ex freund; ex mann; ander*
        gast|gaste|gasten|person|reisend*|mann; mitbewohner*; zimmergenoss*; mitreisend*;
        zimmernachbar*; bettnachbar*; gast; gaste; gasten; gastes; jemand; jemandem; unbekannt*;
        fremd*; taschendieb*; ein|einen dieb; irgendwer; irgendjemand; taxifahrer*; ein mann|typ;
        strassenhandler*; touristen; jugendlich*; nachbar*; strand; bus; zug; bahn; flughafen
    """),
    pronouns=phrases("er; ihm; ihn; dieser; der; sie"),
    refunds=phrases("""
        nichts ..1 zuruck; restlich* nachte; teilruckerstatt*; erstatt*; ruckerstatt*;
        zuruckerstatt*; ruckzahl*; zuruckzahl*; zuruckuberweis*; zuruckgezahlt; zuruckbekomm*;
        zuruckerhalt*; zuruckgeb*; zurucküberw*; ruckuberweis*;
        geld|anzahlung|betrag|kaution|summe|vorauszahlung|kosten|euro|eur|alles|gebuhr ..6 zuruck;
        geld zuruck; kostenerstattung; teilerstattung; entschadig*; wiederhaben; gutschrift;
        zuruck uberweis*|zahl*|erstatt*
    """),
    charges=phrases("""
        abgebucht*; abbuch*; belast*; einbehalt*; einbehielt*; eingezogen; einzieh*; berechnet;
        berechnen; stornogebuhr*; stornierungsgebuhr*; stornokosten; stornierungskosten; no show;
        kassiert; behalten ..2 geld|anzahlung|betrag|kaution|#|komplett*; verlangt; abgezogen; in
        rechnung; gebuhr; gebuhren; zahlen soll*; kreditkarte ..2 belastet
    """),
    refusals=phrases("""
        verweiger*; weiger*; ablehn*; abgelehnt; lehn* ..4 ab; abgewiesen; nicht ..2
        erstatt*|zuruckzahl*|zuruckgezahlt|zuruckuberwies*|zuruckgeb*|zustehen|zusteht|
        zustunde; kein* erstattung|ruckzahlung|anspruch|geld|ruckerstattung; sie|ihr
        schreib*|sag*|behaupt*|antwort*|mein* ..4 nicht|kein*|nichts; nichts zuruck*; berufen ..2
        auf; stellen ..2 stur
    """),
    objections=phrases("""
        meine|unsere rechte; nehm* ..3 nicht ..1 hin; ohne grund; irrefuhrend*; nicht normal;
        widersprech*; widerspreche; widerspruch; bestreit*; nicht ..2 einverstanden|hinnehm*|
        akzeptier*|akzeptabel|zulassig|rechtens|gefallen|nachvollzieh*|in
        ordnung|fair|korrekt|richtig|rechtmassig|bereit|sein; akzeptiere ..3 nicht; unfair*;
        ungerecht*; unverschamt*; frechheit; inakzeptabel; unzulassig*; rechtswidrig*;
        unrechtmassig*; ungerechtfertigt*; unberechtigt*; skandal*; unzumutbar*; unakzeptabel;
        unhaltbar*; unglaublich; lacherlich; fechte ..2 an; anfecht*; einspruch; beanstand*; recht
        auf; anspruch auf; steht mir|uns ..1 zu; ein unding; kundenunfreundlich*; dreist*;
        abzocke; wucher; obwohl ..8 storniert*; beschwer*; reklamier*; vertragsbruch;
        sittenwidrig*; zu unrecht
    """),
    demands=phrases("""
        forder*; verlang*; bestehe; bestehen auf; erwart*; will|wollen|mochte|mochten
        mein*|unser*|das|den|die|eine ..1 geld|anzahlung|betrag|kaution|volle*|erstattung|euro;
        unverzuglich; umgehend; sofort*; schulden; schuldet; zahlen sie|mir|uns; erstatten
        sie|mir|uns; uberweisen sie|mir|uns; geben sie|mir|uns; haben will; rucken sie; mein geld
    """),
    wishes=phrases("""
        mochte*; wurde*; bitte*; hatte* gern*; hatte* gerne; bitten um; wunsch*; konnen sie; konnt
        ihr; konnten sie; hoffe*; ware; fande; erhoff*; erwart*; will; wollen; verlang*
    """),
    cancelled=phrases("""
        stornier*; storno; stornierung*; abgesagt; absag*; abreis*; abgereist; gekundigt; nicht
        ..2 angereist|anreisen|kommen|antreten|reisen; nicht angetreten|genutzt; no show;
        rucktritt; zuruckgetreten; stornogebuhr*; stornierungskosten; stornokosten
    """),
    failures=phrases("""
        nicht ..1 existier*; gar nicht gab|gibt; es nie gab; nicht vorhanden;
        kein* bett|betten|zimmer|platz|buchung ..2
        mehr|frei|fur|da|vorhanden|gefunden|bekommen|auffindbar; uberbucht*; uberbuch*;
        weggeschickt; abgewiesen; weitervermiet*; vergeben ..1 worden?; an andere ..1 vergeben;
        bettwanz*; wanzen; kakerlake*; ungeziefer; maus*; ratten; schimmel*; dreckig*; schmutzig*;
        verdreckt*; ekelhaft*; eklig*; versifft; unbewohnbar; kein* ..1
        wasser|strom|heizung|warmwasser|klimaanlage; defekt*; kaputt*; funktionier* ..3 nicht;
        nicht ..2 funktionier*|funktioniert|gereinigt|geputzt|wie|beschrieben|schlafen|
        geschlafen|gebucht|entsprach|entspricht; kein auge; schlaflos*; baustelle; baularm;
        uberschwemm*; verschlossen* ..2 tur*; niemand ..2 da; niemand ..2 aufgemacht; andere* ..1
        unterkunft|hotel|hostel ..4 such*|zahl*|buch*|ausweich*|nehm*|ubernacht*; ausweich*;
        katastroph*; alptraum; albtraum; horror*; doppelt* ..2 abgebucht*|belast*|berechn*;
        zweimal ..1 abgebucht|belastet; falsche* zimmer; ander* als ..2 gebucht|beschrieben;
        zerstochen; bissen; stiche
    """),
    despite=phrases("""
        obwohl; trotz; trotzdem; dennoch; obgleich; ungeachtet; jedoch; aber; doch; gleichwohl;
        nun; noch; immer
    """),
    damages=phrases("""
        schadenersatz; schadensersatz; entschadig*; schaden; differenz; mehrkosten; hotelkosten;
        kosten ..2 hotel|unterkunft|taxi|ersatz*; wert; reparatur*; unkosten; auslagen
    """),
    other_money=phrases("gehalt; budget; verdien*; lohn; miete; stundenlohn; abonnenten; follower"),
    chargebacks=phrases("""
        hol* ..8 kreditkarte|bank|paypal ..2 zuruck; chargeback*; charge back; ruckbuch*;
        ruckgebucht; zuruckbuch*; zuruckgebucht; buch* ..4 zuruck; lastschrift ..3
        zuruck*|widerruf*|widersprech*|ruck*; rucklastschrift; zuruckhol* ..2 lass*; zuruckholen
        lass*; kauferschutz; reklam* ..4 bank|kreditkart*|kartenanbieter|visa|mastercard|paypal;
        bank|kreditkart*|visa|mastercard|paypal ..6 reklam*|streitfall|widersprech*|
        storniere*|zuruckruf*|zuruckhol*|ruckgangig|beanstand*|anfecht*; streitfall ..3
        paypal|bank; paypal fall|streitfall|konflikt; uber meine|die|unsere ..1 bank ..3
        zuruck*|hol*
    """),
    banks=phrases("""
        bank; kreditkarte; karte; sparkasse; kreditkartenfirma; kreditkarteninstitut;
        kreditkartenunternehmen; kreditkartenanbieter; kreditkartengesellschaft; kartenanbieter;
        paypal; visa; mastercard; klarna; volksbank; american express; amex; hausbank
    """),
    reversals=phrases("""
        zuruckhol*; zuruckford*; zuruckzieh*; ruckgangig; widerruf*; widersprech*; stornieren
        lass*; storniere ..2 zahlung|abbuchung; zuruckruf*; zuruck ..1 hol*|buch*|forder*; hol*
        ..6 zuruck; sperren lass*; beanstand*; reklam*; anfecht*; einspruch
    """),
    sure_deaths=phrases("""
        das leben genommen; nicht geschafft; nicht mehr unter uns; hat uns verlassen;
        eingeschlafen; verstorben*; beerdigung*; todesfall*; beisetzung; trauerfall; trauerfeier;
        bestattung; von uns gegangen; verlust meine*|unsere*; tod
        meine*|unsere*|seine*|ihre*|eine*|von; sterbefall; suizid; selbstmord; fehlgeburt;
        totgeburt; meine|meinen|unsere|unseren ..1
        mutter|vater|mann|frau|oma|opa|bruder|schwester|sohn|tochter|freund|freundin ..3 verloren;
        liegt im sterben
    """),
    deaths=phrases("""
        gestorben; tot; tod; stirbt; sterben; starb; verstarb; verunglückt; umgekommen; toten
    """),
    relatives=phrases("""
        vater*; mutter; mama; papa; eltern*; mann; ehemann; frau; ehefrau; sohn; tochter; bruder;
        schwester; oma; opa; grossmutter; grossvater; grosseltern; onkel; tante; cousin*; freund*;
        verlobt*; partner*; schwieger*; kind; baby; enkel*; schwager*; kolleg*; lebensgefahrt*;
        schwiegermutter; schwiegervater; ich; er; sie
    """),
    critical_care=phrases("""
        intensivstation; intensivmedizin*; koma; notoperation; notoperiert; notop; lebensgefahr*;
        lebensbedrohlich*; herzinfarkt; schlaganfall; hirnblutung; herzstillstand; schwer*
        unfall|verletzt*|erkrankt*|krank; schwerverletzt*; schwerkrank*; schwerstkrank*;
        kritischem|kritischer|ernstem|ernster zustand; notarzt; rettungswagen; krankenwagen;
        notaufnahme; notfall ..2 krankenhaus|familie|klinik; krebs; todkrank*; hospiz; palliativ*;
        verkehrsunfall; autounfall; ins krankenhaus ..2 gebracht|eingeliefert|gekommen|musste;
        eingeliefert; sepsis; hirntumor; allergischen schock; anaphylak*
    """),
    hospitals=phrases("""
        krankenhaus; klinik; operiert; operation; op; chemotherapie; diagnose; leukamie; spital
    """),
    perils=phrases("""
        verfolgt mich|uns|wird|werde|werden; mich|uns ..3 verfolgt;
        werde|werden|wurde|wurden|worden ..4 verfolgt|bedroht|angegriffen|uberfallen|
        bedrangt|belastigt|ausgeraubt|geschlagen|gestalkt; in gefahr; stalk*; uberfallen;
        hausliche gewalt; hauslicher gewalt; gewalttatig*; vergewaltig*; mann|typ|ex ..3
        messer|pistole; bedroh* ..4 messer|pistole; mir ..2 antun|umbringen; etwas antun;
        suizidgefahr*; flucht|geflohen|fluchten|fliehen|fliehe vor|von|aus; nicht ..1 sicher
        hier?; lauft|lauf|geht|folgt|schleicht ..3 hinter|hinterher|nach mir|uns|her; folgt
        mir|uns; lasst mich|uns nicht in ruhe; k o tropfen; lauert
    """),
    fears=phrases("""
        angst; panik; verangstigt; furcht; furchte* mich; panisch; weine; heule; in tranen;
        verzweifelt; zittere; zittern; hilflos; hilfe; unsicher; nicht sicher; weiss nicht ..2
        weiter|mehr; unheimlich; helfen sie ..1 mir|uns; helft mir|uns
    """),
    alone=phrases("""
        allein; alleine; ganz allein*; alleinreisend*; alleine unterwegs; als frau; mitten in der
        nacht; dunkel*; niemand ..2 da|hier|erreichbar|auf; kein* ..1 akku|handy|geld|strom|netz;
        akku ..3 #|leer; madchen; stockdunkel; nachts; einzige frau
    """),
    outside=phrases("""
        stehe|stehen|sitze|sitzen|steh|stecken|stecke|warte|warten ..6 vor|draussen|auf|am|fest|an
        der|dem|der|strasse|tur|bahnhof|eurer|ihrer|hostel|haltestelle|flughafen; vor
        verschlossener tur; vor der tur; draussen; code ..4 nicht|falsch; niemand ..2
        offnet|aufmacht|auf|reagiert|macht; auf der strasse
    """),
    stranded=phrases("""
        ausgesperrt; gestrandet; stecken|stecke ..5 fest; sitzen|sitze ..5 fest; festsitz*; nicht
        ..1 reinkommen|hineinkommen|reingekommen; komm* ..4 nicht ..1 rein|hinein|weiter|weg;
        letzt* bus|zug|fahre|bahn|boot ..2 weg|verpasst|abgefahren|gefahren; verpasst ..2 letzt*;
        kein* ..1 unterkunft|schlafplatz|bleibe; wissen|weiss nicht wohin; vor verschlossener tur
    """),
    children=phrases("""
        kind; kinder; kindern; kleinkind*; baby; saugling; neugeboren*; sohn; tochter; # jahrig*;
        jahrig*; schwanger*; monate alt; rollstuhl; behindert*; alten mutter; kleinen; enkel*;
        jahre alt
    """),
    menaces=phrases("""
        ein|fremder|der|irgendein|komischer|betrunkener mann; manner; typ; typen; fremd*;
        betrunken*; mein ex; kerl; aggressiv*
    """),
    contacted_before=phrases("""
        war|waren|bin|stand jeden|jedes|taglich|mehrmals|schon ..4 rezeption|empfang;
        habe|haben|hatte|hatten ich|wir|mich|uns|ihnen|euch|das|es|sie|bereits|schon|
        mehrfach|mehrmals|zweimal|dreimal|am|gestern|sie|die ..6 geschrieben|gemeldet|
        angerufen|beschwert|gemailt|gesagt|gefragt|informiert|reklamiert|geschickt|
        kontaktiert|bescheid|gebeten|hingewiesen|mitgeteilt|gesprochen|angesprochen|
        telefoniert|erinnert;
        bereits|schon|mehrfach|mehrmals|zweimal|dreimal|wiederholt|gestern|vorgestern ..4
        geschrieben|angerufen|beschwert|gemailt|gefragt|reklamiert|geschickt|kontaktiert|
        hingewiesen|mitgeteilt|gebeten|angesprochen; mein*|unser*
        letzte*|vorige*|fruhere*|erste*|zweite*|bisherige*|vielen|zwei|drei?
        mail*|nachricht*|anruf*|beschwerde*|schreiben|e|anfrage*|meldung*|bitte*;
        schrieb|rief|meldete|beschwerte|fragte|mailte ich|mich|wir|ihnen|euch|schon|bereits
    """),
    often=phrases("""
        zweimal; dreimal; viermal; funfmal; mehrmals; mehrfach; wiederholt;
        zwei|drei|vier|funf|mehrere|viele|etliche|zahlreiche|2|3|4|5
        mal|male|mails|nachrichten|anrufe|beschwerden|e|tage|tagen|wochen; immer wieder; jeden
        tag|abend|morgen; jede nacht; standig; zum zweiten|dritten|vierten|funften|wiederholten;
        zweite|dritte|vierte|zweites|drittes|2|3|4
        mail|nachricht|beschwerde|mal|e|meldung|anfrage|schreiben; schon; bereits; beschwer*; seit
        tagen|wochen
    """),
    repeated_times=phrases("""
        zum dritten|vierten|funften|sechsten|zigsten|wiederholten|3|4|5 mal|male ..6
        schreib*|meld*|beschwer*|bitt*|frag*|reklamier*|anruf*|mail*|kontaktier*|hinweis*|
        sag*|wegen; schreib*|meld*|beschwer*|bitte|frage|reklamier*|rufe|maile|wende|kontaktier*
        ..6 zum ..1 dritten|vierten|funften|sechsten|zigsten|wiederholten|3|4|5 mal|male;
        dritte*|vierte*|funfte*|sechste*|3|4|5
        mail|nachricht|beschwerde|e|meldung|anfrage|schreiben|reklamation; drittes|viertes|funftes
        mal|schreiben; zweite|2 beschwerde|reklamation; zum zweiten mal ..6
        beschwer*|reklamier*|meld*; wie oft ..4 noch|schreiben|melden|sagen|beschweren|muss|soll*;
        bereits|schon ..4 beschwert|reklamiert;
        mehrfach|mehrmals|wiederholt|dreimal|viermal|zigmal ..5 gemeldet|beschwert|
        geschrieben|reklamiert|angerufen|hingewiesen|gebeten|angesprochen|gesagt|gemailt; zweimal
        ..4 beschwert|reklamiert|gemeldet; schon wieder ..4 beschwer*|reklam*
    """),
    despite_letters=phrases("""
        zwei|drei|vier|funf|mehrere|etliche|2|3|4 mails|nachrichten|anrufe|beschwerden|e ..5
        spater; trotz ..3 mail*|schreiben*|anruf*|nachricht*|beschwerde*|meldung*|mahnung*|
        aufforderung*|anfrage*|e|bitte|bitten|hinweis*|reklamation*|erinnerung*; auf meine|unsere
        ..3 mail*|schreiben|anruf*|nachricht*|beschwerde*|e|anfragen ..6
        nicht|kein*|niemand|ignorier*|nie; nach ..2
        mails|beschwerden|anrufen|nachrichten|meldungen ..6 immer|nicht|nichts|kein*
    """),
    unheard=phrases("""
        jedes mal; jedesmal; immer nur; ohne warmes; vertrostet;
        passiert|geschieht|tut|andert|bewegt ..2 nichts|nix; meldet ..2 niemand|keiner; keiner ..3
        reagiert|antwortet|geantwortet|gekummert|gemeldet|kommt|gekommen; niemand* ..5
        antwort*|reagier*|kummer*|gekummert|gemeldet|meldet|gekommen|geholfen|interessier*|
        tut|getan|fuhlt|antwortet|geantwortet|unternommen; kein* ..2
        antwort|reaktion|ruckmeldung|losung|hilfe|ruckruf|anderung|verbesserung; nichts ..3
        passiert|geschehen|getan|geandert|unternommen|gehort|gekommen|geschieht; ignorier*; immer
        noch; noch immer; nach wie vor; weiterhin; nie ..2 antwort|geantwortet|gehort|reagiert;
        vergeblich; ohne ..2 antwort|reaktion|erfolg|ergebnis|ruckmeldung; unbeantwortet;
        vertrost*; nicht ..2 reagiert|geantwortet|beantwortet|behoben|gelost|repariert|
        geandert|gemeldet|zurucküberwiesen; umsonst; funkstille; nicht ernst; abgewimmelt; noch
        nicht|kein*|nichts; taube ohren
    """),
    complaints=phrases("""
        beschwer*; beschwerde; reklam*; inakzeptabel; unverschamt*; frechheit; enttausch*;
        verargert; wutend; sauer; stinksauer; unmoglich; unzumutbar*; skandal*; lacherlich;
        schrecklich*; furchtbar*; schlimm*; katastroph*; mangel; mangelhaft; kaputt*; defekt*;
        dreckig*; schmutzig*; funktioniert ..3 nicht; nicht ..2
        funktionier*|repariert|behoben|geputzt|gereinigt|gelost; unfreundlich*; unprofessionell;
        larm*; laut; stinkt; gestank; zumutung; reicht ..1 jetzt|mir; geduld; genug; argerlich;
        unglaublich; nervt; unertraglich
    """),
)
