"""German: whose matter an ask is, what guests tell, and what they say has happened."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import NoticeRules, phrases

RULES = NoticeRules(
    own=phrases("mein*; unser*"),
    own_things=phrases("""
        buchung; reservierung; zahlung; anzahlung; vorauszahlung; uberweisung; ruckerstattung;
        erstattung; paket; packchen; bestatigung; anfrage; rechnung; quittung; zimmer; bett; betten;
        karte; geld; restbetrag; aufenthalt; pass; ausweis; ladekabel; jacke; tasche; handy;
        gutschein; tarif; bewerbung; rate
    """),
    looked_up=phrases("""
        angekommen; eingegangen; erhalten; gefunden; bestatigt; storniert; abgebucht; belastet;
        erstattet; noch frei|verfugbar|gultig|da; eingetragen; reserviert; gebucht; angelangt;
        gutgeschrieben; durchgegangen; da; aufgetaucht; abgegeben; offen; hinterlegt
    """),
    states=phrases("""
        hat|ist|sind|ob mein*|unser* ..1 zimmer|bett|buchung|reservierung|rate;
        haben|habt|hat sie|ihr|jemand|man|er ..6
        erhalten|bekommen|gefunden|storniert|abgebucht|belastet|gesehen|eingetragen;
        ist|sind|war|waren|wurde|wurden mein*|unser*|die|das|der|es|noch ..5
        eingegangen|angekommen|gefunden|storniert|bestatigt|abgegeben|da|erstattet|eingetragen|frei;
        warum|wieso|weshalb ..6 storniert|abgebucht|belastet|abgelehnt|berechnet|annulliert; wann ..2
        bekomme|bekommen|erhalte|erhalten|kommt ..3 geld|ruckerstattung|erstattung|bestatigung|
        antwort|ruckzahlung; was haben sie|ihr ..1 vor; wer hatte|hat ..2 dienst; was|wieviel|wie ..2
        schulde*|schulden; muss|mussen die|der ..2 person ..4; konnen|konnten sie ..3
        bestatigen|nachsehen|prufen ..4 ob|dass; ob ..8 eingegangen|angekommen|gefunden; noch frei;
        bekomme|bekommen|kriege ich|wir ..5 zuruck|erstattet; ist ..5 noch ..1
        frei|moglich|verfugbar|gultig
    """),
    vacancies=phrases("""
        haben|habt|hatten|hattet|gibt|ist|sind|ware ..6
        zimmer|bett|betten|platz|platze|schlafplatz|doppelzimmer|einzelzimmer|verfugbarkeit|frei;
        zimmer|bett|betten|platz|platze ..4 frei|verfugbar; frei ..3
        zimmer|betten|bett|platze|doppelzimmer
    """),
    dates=phrases("""
        januar; februar; marz; april; mai; juni; juli; august; september; oktober; november;
        dezember; montag; dienstag; mittwoch; donnerstag; freitag; samstag; sonntag; heute; morgen;
        wochenende; vom #; am #; fur # nachte|personen; silvester; weihnachten; ostern; pfingsten
    """),
    prices=phrases("was kost*; wie viel; wieviel; preis; kosten; kostet; gesamtpreis"),
    deeds=phrases("""
        schickt|schicken|sendet|senden|ruft|rufen|bucht|buchen|reserviert|reservieren|legt|legen|
        bringt|bringen|haltet|halten|mailt|mailen|verlegt|verlegen ihr|sie ..1
        mir|uns|es|das|die|den|bitte
    """),
    pointers=phrases("""
        es; das; dies; dieser; diese; dieses; er; sie; davon; dafur; dazu; dort; da; denen; andere;
        anderen; welche
    """),
    arrivals=phrases("""
        komm* ..8 an|erst|bei|am|um|gegen|gleich; ankommen; ankomme; ankunft; anreise*; anreisen;
        sind ..4 bei euch|ihnen|da; treffen ..6 ein; landen; landet; checken ..3 ein; einchecken
    """),
    clocks=phrases(
        "mitternacht; mittag; mittags; um|gegen|ab|ca|circa|nach|vor|bis # ; # uhr; halb"
    ),
    allergies=phrases("""
        allerg*; nussallerg*; erdnussallerg*; laktoseintoleran*; unvertraglichkeit*; glutenunvertrag*;
        zoliak*; vertrag* ..3 kein|keine|nicht; intoleran*
    """),
    losses=phrases("""
        mein*|unser*|ein*|den|die|das ..8 vergessen|verloren|liegengelassen|liegenlassen|verlegt;
        liegen gelassen|geblieben; liegengeblieben; vermisse|vermissen ..3; liegt noch; ist|sind
        verschwunden|weg|gestohlen; finde|finden mein*|unser* ..4 nicht; habe|haben ..6
        vergessen|verloren|liegenlassen
    """),
    praises=phrases("""
        wunderschon*|wunderbar*|toll*|herrlich*|fantastisch*|super|grossartig*|unvergesslich*|
        traumhaft*|schon* ..1 aufenthalt|zeit|tage|hostel|unterkunft|team|urlaub|wochenende|
        aussicht|nachte|personal|erlebnis; aufenthalt|hostel|team|personal|unterkunft|zeit ..8
        schon|wunderbar|toll|super|herrlich|fantastisch|grossartig|perfekt|freundlich|herzlich|
        wunderschon|traumhaft; wohl gefuhlt; wohlgefuhlt; hat uns|mir|es ..5
        gefallen|genossen; haben ..4 genossen; kommen ..3 wieder; weiterempfehl*; kompliment*;
        gute|gern|positive|tolle bewertung; bestes hostel; lob an
    """),
    thanks=phrases("""
        dank|danke ..3 fur ..3
        alles|gastfreundschaft|aufenthalt|zeit|herzlich*|hilfe|betreuung|tage|freundlich*;
        bedanken ..3; dankbar
    """),
    unwell=phrases("""
        kein* ..1 warmes|heisses|fliessend*? wasser|strom|heizung|licht|bettwasche|handtucher;
        wasser ..6 kalt; dusche|toilette|klo|heizung|klima*|licht|lampe|schloss|fenster|tur|wlan|
        kuhlschrank|spind|waschbecken ..4 kaputt|defekt|verstopft|funktioniert|geht|tropft|klemmt;
        bettwanzen; kakerlaken; schimmel; stinkt; dreckig; schmutzig; nicht ..3
        geputzt|gereinigt|geschlafen|schlafen; zu laut|kalt|heiss; larm; keiner|niemand kummert;
        mein*|unser* ..6 ruiniert|beschadigt|zerstort|durchnasst|kaputt
    """),
    lockouts=phrases("""
        ausgesperrt; komm* ..4 nicht ..2 rein|hinein|herein; nicht ..1 reinkommen|hineinkommen;
        kommen|komme ..4 nicht ..2 haus|hostel|gebaude|tur|zimmer; code|tur|tor|zahlenschloss|
        tastenfeld ..4 nicht|geht ..1 funktionier*|geht|auf|offnet|angenommen|akzeptiert; niemand|keiner
        ..2 offnet|aufmacht|macht|reagiert|kommt|antwortet|da; stehe|stehen|steh|sitzen|warten ..6
        draussen|vor|tor|tur; vor verschlossener tur; vor dem|der|eurem|ihrem ..1
        tor|tur|hostel|eingang; lasst|lassen ..3 rein|hinein; code ..2 falsch
    """),
    dangers=phrases("""
        es brennt; brennt ..4; brennt es; feuer; flammen; rauch ..3; voller rauch; rauchgeruch; riecht
        ..3 gas|rauch|verbrannt; gasgeruch; hat|mit ..1 messer|pistole|waffe; droht|bedroht mich|uns|mit|sie; umbringen; toten; will ..3 umbringen|toten|schlagen; verfolgt mich|uns; greift ..3 an;
        angegriffen; in gefahr; lebensgefahr; angst um ..2 leben; einzubrechen; einbrechen
    """),
    medical=phrases("""
        kaum|keine|nicht|schlecht|schwer ..2 luft|atmen|atmet|atemnot; atemnot; atembeschwerden;
        kriegt|bekommt|bekomme|kriege ..2 luft; bewusstlos*; ohnmachtig; zusammen
        brustschmerz*; schmerzen ..2 brust; herzinfarkt; schlaganfall; krampfanfall; blutet ..3;
        blutend*; uberall blut; asthmaanfall; allergisch* schock|reaktion; anaphyla*; braucht|
        brauchen|brauche|ruft|rufen ..4 krankenwagen|notarzt|arzt|rettung*|112; schwer
        verletzt
    """),
    nights=phrases("""
        mitten in der nacht; nachts; tief* nacht; # uhr nachts|fruh|morgens; um diese zeit;
        stockdunkel; mitternacht
    """),
    calm=phrases("kein* stress|eile|panik; nicht eilig|dringend; keine sorge; in ruhe"),
    past=phrases("""
        gestern; letzte*; vorige*; vor # tagen|wochen; damals; am ende; wahrend unseres|meines;
        mussten|musste ..6 warten|schlafen|anrufen; standen; stand; war; waren; neulich
    """),
    hypothetical=phrases("""
        was ist wenn; was passiert; was machen wir; falls; wenn wir|ich|niemand|es|der; sollten wir;
        im fall; wie kommen wir|ich
    """),
    cancels=phrases("""
        buchung|reservierung|aufenthalt|zimmer|reise|alles|betten|bett|beide ..8
        stornieren|storniere|absagen|kundigen|stornierung; storniere|storniert|stornieren|sagen|
        kundige ..5 buchung|reservierung|aufenthalt|zimmer|reise|bett|betten|ab; stornierung
        meiner|unserer|der|vornehmen; muss|mussen|mochte|mochten|will|wollen ..10
        stornieren|absagen; bitte ..4 stornieren|stornierung|storniert; stornieren sie|wir ..3;
        stornieren mochte|muss|mussen
    """),
    changes=phrases("""
        termin|datum|daten|buchung|reservierung|aufenthalt|zimmer|nacht|anreise|name|namen ..8
        andern|verschieben|umbuchen|verlegen|tauschen|wechseln|korrigieren|anpassen|verlangern;
        andern|verschieben|umbuchen|verlegen|verlangern|verschiebt ..5
        termin|datum|buchung|reservierung|aufenthalt|zimmer|auf|vom|um; umbuchung; weitere|extra|
        zusatzliche nacht|person|bett; verlanger*; eine nacht langer|mehr; langer bleiben;
        statt # ; upgrade; person ..3 hinzufugen|dazu|mehr; nur noch #
    """),
    non_refundable=phrases(
        "nicht erstattbar*|erstattungsfahig*|stornierbar*|ruckerstattbar*; nichterstattbar*; spartarif"
    ),
    refundable=phrases(
        "kostenlos* storn*; kostenfrei* storn*; stornierbar*; erstattbar*; flexibl* tarif|rate"
    ),
    link_fails=phrases("""
        link|zahlungslink|seite ..6 abgelaufen|ungultig|fehler|nicht|kaputt|leer|tot|fehlermeldung;
        nicht ..3 offnen|aufrufen ..2 link
    """),
    card_fails=phrases("""
        karte|kreditkarte ..6 abgelehnt|gesperrt|abgelaufen|verweigert|nicht|zuruckgewiesen;
        zahlung|versuch|abbuchung ..6 fehlgeschlagen|abgelehnt|gescheitert|schiefgegangen|durch|
        schlug; abgelehnt ..2 karte
    """),
    strange_charges=phrases("""
        zweimal|doppelt|nochmal|erneut ..4 abgebucht|belastet|berechnet|bezahlt|eingezogen;
        abgebucht|belastet|berechnet ..4 zweimal|doppelt|zuviel|ohne|obwohl; doppelte
        abbuchung|belastung|zahlung; zwei abbuchungen|belastungen|zahlungen; unbekannte*|falsche*|
        fremde* abbuchung|belastung|buchung|betrag; abbuchung|belastung|buchung ..5 nicht ..2
        kenne|erklaren|zuordnen|bekannt; zu viel ..3 berechnet|abgebucht; mehr als ..2
        vereinbart|ausgemacht
    """),
    bothers=phrases("""
        schnarch*; betrunken*; larm*; laut*; musik; schrei*; raucht; rauchen; belastig*; starrt;
        anfass*; angefasst; bedroh*; klaut; geklaut; feier*; party; unverschamt*; streit*
    """),
    waits=phrases("""
        kein*|ohne|nie|nicht|niemand ..4 antwort|ruckmeldung|geantwortet|reagiert|gehort; warte*
        ..4 antwort|ruckmeldung|bestatigung; warte immer noch; geschrieben ..4
        woche*|tag*|gestern|bereits; vor ..3 tagen|wochen ..4 geschrieben|gemailt|gefragt; hake
        ..3 nach; nachhaken; nachfassen; zweite|dritte mail|anfrage|nachricht
    """),
    item_found=phrases("haben|hat|wurde ..6 gefunden; ihr|dein|ihre|deine ..4 gefunden|liegt|hier"),
    item_sent=phrases(
        "haben|wurde|ist ..6 verschickt|geschickt|abgeschickt|versendet|versandt|unterwegs; sendungsnummer"
    ),
    booking_errors=phrases("""
        falsch* datum|daten|name|namen|zimmer|monat|jahr|nummer|termin|mail|anzahl;
        datum|name|zimmer|monat|termin ..3 falsch|stimmt; fehler ..5
        buchung|bestatigung|reservierung|datum|name; versehentlich|irrtumlich|aus versehen ..5
        gebucht|reserviert|angegeben; bestatigung|buchung|system|da steht|steht|zeigt ..8
        aber|statt|obwohl|dabei; nicht was wir|ich; vertippt; verbucht
    """),
    duplicates=phrases("""
        zweimal|doppelt ..3 gebucht|reserviert; zwei buchungen|reservierungen; doppelte*
        buchung|reservierung; doppelbuchung
    """),
    tax_ids=phrases(
        "ust; umsatzsteuer*; ustid; steuernummer; ust id; rechnungsadresse; firmenadresse; vat"
    ),
)
