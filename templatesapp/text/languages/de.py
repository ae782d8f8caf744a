"""German: stop words, concepts, parts of compounds and spellings of guest mail."""

from __future__ import annotations

from templatesapp.text.languages import Vocabulary

STOP_WORDS = """
aber alle allem allen aller alles als also am an ander andere anderen anderes auch auf aus bei
beim bereits bin bis bist bitte bloss da dabei dafur dagegen daher damit danach dann daran
darauf darf darum das dass dazu dein dem den denn der des deshalb dessen die dies diese diesem
diesen dieser dieses doch dort du durch durfen eben ein eine einem einen einer eines einfach
einige einmal er es etwa etwas euch euer eure eurem euren eurer fur ganz gar geben gegen gehen
geht gern gerne gibt ging hab habe haben habt hat hatte hatten hattest hattet her hier hin
hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja je jede jedem jeden jeder
jedes jetzt kann kannst kein keine keinem keinen keiner kommt konnen konnt konnte konnten lassen
mal man mehr mein meine meinem meinen meiner mich mir mit mochte mochten muss mussen musst nach
nachdem nein nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner
seit sich sie sind so sobald sogar soll sollen sollte sollten sondern sonst soweit trotz uber um
und uns unser unsere unserem unseren unserer unter viel viele vom von vor wann war ware waren
warum was wegen weil welche welchem welchen welcher welches wem wen wenn wer werde werden
weshalb wie wieder wieso will wir wird wirklich wo woher wohin wollen wollte wollten wurde
wurden zu zum zur zwar zwischen hallo hi moin servus guten tag morgen abend liebes liebe lieber
team geehrte geehrter damen herren herr frau grusse grussen freundlichen freundliche herzliche
herzlichen beste danke dank vielen gruss lg mfg vg hostel gast frage fragen wissen sagen
mitteilen voraus ok okay
"""

SYNONYMS: dict[str, str] = {
    "fruhstueck": "frühstück",
    "handy": "telefon",
    "smartphone": "telefon",
    "tiefgarage": "garage",
    "automobil": "auto",
    "pkw": "auto",
    "wagen": "auto",
    "fluege": "flüge",
    "e-mail": "email",
    "mails": "mail",
}

CONCEPTS: dict[str, str] = {
    "door": "Tür, Haustür, Eingang, Eingangstür, Tor, Pforte",
    "code": "Code, Türcode, Zugangscode, PIN, Zahlencode, Zugangsdaten",
    "key": "Schlüssel, Zimmerschlüssel, Schlüsselkarte",
    "lockout": (
        "ausgesperrt, komme nicht rein, kommen nicht rein, nicht hinein, vor der Tür, vor "
        "verschlossener Tür, nicht ins Haus, niemand öffnet, macht jemand auf, niemand macht auf, "
        "Tür geht nicht auf, steht vor der Tür, nicht rein, reinlassen, hereinlassen, lässt uns "
        "jemand, nimmt den Code nicht, Code nicht an, nicht aufmachen, steht draussen, stehen "
        "draussen, draussen vor"
    ),
    "steps": "Stufe, Treppe, Treppen, Treppenstufen, Treppenhaus",
    "lift": "Aufzug, Fahrstuhl, Lift",
    "accessibility": (
        "Rollstuhl, barrierefrei, behindert, Behinderung, gehbehindert, Kinderwagen, Krücken, "
        "Gehstock, Rollator, Rampe, stufenlos, schlecht zu Fuss, nicht gut zu Fuß, nicht gut "
        "laufen, schlecht laufen, Knieprobleme, Oma, Gehhilfe"
    ),
    "courtyard": "Innenhof, Hof, Patio",
    "doorbell": "Klingel, klingeln, Sprechanlage",
    "excursion": "Ausflug, Tour, Führung, Tagesausflug, Besichtigung, Ausflüge",
    "boat-trip": (
        "Bootstour, Bootsfahrt, Bootsausflug, Boot mieten, Schiffstour, Bootsverleih, Ausflug mit "
        "dem Boot, mit dem Boot raus, Segeltörn"
    ),
    "cooking-class": "Kochkurs, Pizzaabend, Kochkurse, Pizza Abend, Pizzakurs",
    "hike": (
        "Wanderung, wandern, Wanderweg, Götterweg, Pfad der Götter, Sentiero degli Dei, Wanderwege"
    ),
    "kayak": "Kajak, Kanu, tauchen, schnorcheln, Tauchkurs, paddeln",
    "beach": "Strand, Liegestuhl, Sonnenliege, schwimmen, Strandbad, =baden gehen, Badestelle",
    "activity": (
        "Aktivität, Veranstaltung, unternehmen, Weinprobe, Unternehmungen, Programm, Live Musik, "
        "Event, Sehenswürdigkeiten, Ausgehen, Aktivitäten, was kann man machen, kann man machen"
    ),
    "restaurant": "Restaurant, Lokal, Pizzeria, essen gehen, wo kann man essen, Trattoria",
    "recommend": "empfehlen, Empfehlung, Tipp, vorschlagen, Vorschlag, Tipps",
    "change": (
        "umbuchen, Umbuchung, abändern, wechseln, tauschen, anpassen, umgebucht, umzubuchen, "
        "=ändern, =Änderung, =Änderungen, =geändert, passt an, passen an, passt die Reservierung"
    ),
    "move": "verschieben, verlegen, vorziehen, verschoben, Verschiebung",
    "postpone": (
        "auf später verschieben, anderer Termin, neuer Termin, anderes Datum, andere Daten, "
        "späteren Zeitpunkt"
    ),
    "date": "Datum, Termin, Tag, Reisedaten, Reisezeitraum, Zeitraum",
    "extend": (
        "eine Nacht länger, weitere Nacht, zusätzliche Nacht, länger bleiben, Nacht mehr, Nacht "
        "dranhängen, noch eine Nacht, Zusatznacht, Nächte länger, Nacht anhängen, =verlängern, "
        "=Verlängerung, =verlängere, =verlängert"
    ),
    "shorten": "verkürzen, eine Nacht weniger, früher abreisen, reduzieren, =kürzer",
    "add-person": (
        "eine Person mehr, weitere Person, zusätzliche Person, eine Person weniger, Person dazu, "
        "zusätzlicher Gast, noch eine Person, dazubuchen, kommt noch mit, hinzubuchen, "
        "hinzufügen, kommt doch nicht mit, kommt nicht mit, doch nicht mit, nur noch zu dritt, "
        "nur noch zu zweit, zu dritt statt, einer weniger, eine weniger, fällt aus"
    ),
    "name-change": (
        "Name ändern, Namensänderung, Namen ändern, auf den Namen, Nachname, falsch geschrieben, "
        "Nachnamen"
    ),
    "upgrade": "Upgrade, besseres Zimmer, grösseres Zimmer",
    "instead": "statt, stattdessen, anstatt, anstelle",
    "booking": "Buchung, Reservierung, reservieren, gebucht, reserviert, =buchen, =buche, =buchten",
    "availability": (
        "verfügbar, Verfügbarkeit, frei, freie Betten, freies Bett, freies Zimmer, Platz für, "
        "noch Platz, noch ein Zimmer, noch Betten, ausgebucht, noch etwas frei, noch Zimmer, noch "
        "ein Bett, freie Zimmer"
    ),
    "room": (
        "Zimmer, Doppelzimmer, Dreibettzimmer, Einzelzimmer, Privatzimmer, Familienzimmer, Raum"
    ),
    "bed": "Bett, Zustellbett, Etagenbett, Stockbett, Hochbett, Matratze",
    "dorm": (
        "Schlafsaal, Mehrbettzimmer, Gemeinschaftszimmer, Damenschlafsaal, Frauenschlafsaal, "
        "Schlafsäle"
    ),
    "double-booked": (
        "überbucht, Überbuchung, kein Bett mehr, doppelt vergeben, schon vergeben, kein Zimmer "
        "für uns"
    ),
    "booking-missing": (
        "keine Buchung gefunden, Buchung nicht gefunden, keine Reservierung, nicht im System, "
        "Buchung verschwunden, Buchung nicht, nicht auffindbar, nicht finden, Buchung bei euch "
        "angekommen, Buchung angekommen, Buchung eingegangen"
    ),
    "confirmation": "Bestätigung, Buchungsbestätigung, Bestätigungsmail, bestätigt",
    "not-received": (
        "nicht erhalten, nicht bekommen, nie erhalten, nie bekommen, nicht angekommen, keine "
        "Bestätigung, nichts erhalten, nichts bekommen, keine Mail, keine Antwort erhalten, keine "
        "Mail bekommen, Mail bekommen, keine Bestätigung bekommen, bis heute nichts"
    ),
    "wrong-booking": (
        "falsches Datum, falsche Daten, aus Versehen, versehentlich, doppelt gebucht, "
        "Doppelbuchung, falsches Zimmer, falsch gebucht, falsche Buchung, zweimal gebucht, "
        "irrtümlich, zwei Buchungen"
    ),
    "group": "Gruppe, Schulklasse, Reisegruppe, Klassenfahrt, Verein, Gruppenbuchung",
    "family": "Familie",
    "breakfast": "Frühstück, frühstücken, Morgenessen, Frühstücksbuffet",
    "packed-breakfast": (
        "Frühstückspaket, Lunchpaket, Frühstück zum Mitnehmen, Frühstücksbox, Frühstückstüte, "
        "Frühstück mitnehmen"
    ),
    "meal": (
        "Abendessen, Mittagessen, Essen, Mahlzeit, Speisen, Halbpension, Gerichte, warme "
        "Gerichte, etwas zu essen"
    ),
    "coffee": "Kaffee, Tee, Espresso",
    "vegan": "vegan, vegane, veganes",
    "vegetarian": (
        "vegetarisch, Vegetarier, vegetarische, kein Fleisch, isst kein Fleisch, fleischlos"
    ),
    "gluten": "Gluten, glutenfrei, Zöliakie",
    "allergy": (
        "Allergie, allergisch, Allergiker, Unverträglichkeit, laktosefrei, Laktose, Nussallergie, "
        "Intoleranz, vertrage keine, vertrage kein, verträgt keine, verträgt kein, keine Milch"
    ),
    "kitchen": "Küche, Gemeinschaftsküche, Mikrowelle, Kühlschrank, Herd, kochen, Wasserkocher",
    "cancel": (
        "stornieren, Stornierung, absagen, Absage, Storno, canceln, kündigen, storniert, "
        "abgesagt, zu stornieren, nicht mehr kommen, nicht kommen können, zurücktreten, "
        "Rücktritt, können leider nicht kommen, annullieren, doch nicht kommen, doch absagen"
    ),
    "refund": (
        "erstatten, Erstattung, Rückerstattung, Rückzahlung, zurückerstatten, Geld zurück, "
        "zurückzahlen, zurückbekommen, zurücküberwiesen, zurückerstattet, erstattet, "
        "zurücküberweisen, erstattbar, zurückgezahlt, Geld wieder, zurückfordern"
    ),
    "non-refundable": (
        "nicht erstattbar, nicht erstattungsfähig, nicht stornierbar, nicht rückerstattbar"
    ),
    "free-cancellation": (
        "kostenlos stornieren, kostenfrei stornieren, kostenlose Stornierung, Stornobedingungen, "
        "Stornierungsbedingungen, Stornogebühr, Stornokosten, flexible Rate, flexibler Tarif, "
        "gratis stornieren, kostenlos absagen, stornierbar, Stornofrist, Stornierungsfrist, "
        "Stornogebühren, Stornierungskosten, Rücktritt kosten, kosten wenn wir absagen, "
        "Stornierung kosten, was kostet eine Stornierung"
    ),
    "no-show": "No Show, nicht angetreten",
    "insurance": "Versicherung, Reiserücktrittsversicherung, Reiseversicherung",
    "check-in": (
        "einchecken, Check in, eingecheckt, Einchecken, Anmeldung, bezugsfertig, Zimmer bereit, "
        "Zimmer fertig, ins Zimmer, aufs Zimmer, Zimmer beziehen"
    ),
    "arrival": (
        "Ankunft, ankommen, =an, anreisen, Anreise, eintreffen, landen, angekommen, ankomme, landet"
    ),
    "arrival-time": (
        "Ankunftszeit, Uhrzeit der Ankunft, Check in Zeit, Check in Zeiten, ab wann einchecken, "
        "Anreisezeit, ab wann können wir einchecken"
    ),
    "late-arrival": (
        "spät ankommen, späte Ankunft, später Ankunft, nach Mitternacht, spät abends, spät "
        "nachts, mitten in der Nacht, Spätanreise, spät an, erst spät, später an, später "
        "anreisen, in der Nacht, spätabends, Nachtankunft, später Check in, erst gegen "
        "Mitternacht, gegen halb eins, gegen eins, nachts an, später Zug, später Flug, gegen "
        "Mitternacht, erst nachts"
    ),
    "early-check-in": (
        "früher einchecken, früher Check in, früher ins Zimmer, früher anreisen, vorher "
        "einchecken, frühe Ankunft, schon früher, früher auf das Zimmer, früh einchecken, früher "
        "aufs Zimmer, schon ins Zimmer"
    ),
    "reception": "Rezeption, Empfang, rund um die Uhr besetzt",
    "opening-hours": (
        "Öffnungszeiten, Rezeptionszeiten, Rezeption geöffnet, Rezeption besetzt, wie lange "
        "geöffnet, Rezeption offen"
    ),
    "id-document": "Ausweis, Personalausweis, Reisepass, Pass, Führerschein, Dokument, Ausweise",
    "self-check-in": (
        "Selbst Check in, selbst einchecken, Schlüsselbox, Schlüsselkasten, kontaktlos "
        "einchecken, online einchecken, Online Check in, ohne Rezeption"
    ),
    "checkout": (
        "auschecken, Check out, ausgecheckt, Zimmer verlassen, Zimmer räumen, Schlüssel abgeben, "
        "Schlüssel zurückgeben, Zimmer raus, aus dem Zimmer, Zimmer sein, aus dem Zimmer sein, "
        "Zimmer frei machen, letzter Tag, Zimmerräumung, geben wir die Schlüssel, wohin mit dem "
        "Schlüssel, Schlüsselabgabe"
    ),
    "late-checkout": (
        "später auschecken, später Check out, Late Check out, Zimmer länger, Zimmer behalten, "
        "länger im Zimmer, spät auschecken, länger auf dem Zimmer, Zimmer später verlassen, Check "
        "out später, Stunde später, zwei Stunden später, später raus, länger bleiben am "
        "Abreisetag"
    ),
    "departure": (
        "Abreise, abreisen, Abfahrt, losfahren, abfahren, Abreisetag, reisen ab, gehen aus dem "
        "Haus, aus dem Haus, brechen auf, gehen wir los, wir gehen um"
    ),
    "early-departure": (
        "frühe Abreise, früh abreisen, früh los, früh morgens los, sehr früh, Frühabreise, früh "
        "weg, früh raus, früh auschecken, vor Öffnung der Rezeption, Check out früh, schon um"
    ),
    "job": (
        "Job, arbeiten bei euch, bei euch arbeiten, bei Ihnen arbeiten, Stelle, Bewerbung, "
        "bewerben, Aushilfe, Saisonarbeit, Mitarbeiter, Stellenangebot, Arbeitsstelle, Saisonjob, "
        "Ferienjob, Saisonkraft, offene Stellen, Vollzeit, Teilzeit, einstellen, Saisonstelle, "
        "eine Arbeit, Arbeit suchen, Arbeit für mich, Arbeit bei"
    ),
    "volunteer": (
        "Freiwillige, Freiwilligenarbeit, ehrenamtlich, Workaway, Worldpackers, Kost und Logis, "
        "gegen Unterkunft, Work Exchange, mithelfen gegen"
    ),
    "internship": (
        "Praktikum, Praktikant, Praktikantin, Ausbildung, Praktikumsplatz, Pflichtpraktikum"
    ),
    "cv": (
        "Lebenslauf, Bewerbungsunterlagen, Anschreiben, Vorstellungsgespräch, Erfahrung als, "
        "Erfahrung im, Zeugnisse"
    ),
    "salary": "Gehalt, Lohn, Stundenlohn, Bezahlung pro Stunde, verdienen",
    "towel": "Handtuch, Badetuch, Handtücher",
    "linen": "Bettwäsche, Bettzeug, Kissen, Laken, =Decke, =Decken",
    "air-conditioning": "Klimaanlage, Ventilator, klimatisiert, Klima",
    "heating": "Heizung, geheizt, beheizt",
    "laundry": "Waschmaschine, Wäsche, Wäscherei, Trockner, waschen, bügeln, Bügeleisen",
    "hairdryer": "Föhn, Haartrockner, Fön",
    "bathroom": (
        "Badezimmer, Dusche, Toilette, WC, warmes Wasser, Warmwasser, duschen, =Bad, eigenes Bad, "
        "mit Bad"
    ),
    "facility": (
        "Ausstattung, Gemeinschaftsraum, Garten, Balkon, ausgestattet, Einrichtung, "
        "Annehmlichkeiten, Fitnessraum"
    ),
    "terrace": "Terrasse, Dachterrasse",
    "view": "Meerblick, Aussicht, Blick aufs Meer",
    "socket": "Steckdose, Adapter, Steckdosen",
    "supermarket": "Supermarkt, Einkaufsmöglichkeit, Lebensmittelladen, Lebensmittelgeschäft, Laden",
    "atm": "Geldautomat, Bankautomat, Geld abheben",
    "pharmacy": "Apotheke",
    "safe": "Safe, Tresor, Wertsachen",
    "broken": (
        "kaputt, defekt, funktioniert nicht, geht nicht, ausgefallen, tropft, läuft nicht, "
        "funktionieren nicht, nicht funktioniert, funktionierte nicht, undicht, nicht mehr geht"
    ),
    "repair": "reparieren, Reparatur, repariert, Techniker",
    "thanks": (
        "vielen Dank für alles, danke für alles, toller Aufenthalt, schöner Aufenthalt, "
        "wunderschöne Tage, schöne Zeit, wohl gefühlt, wohlgefühlt, tolle Zeit, danke für die, "
        "war wunderschön, war toll, wir kommen wieder, unvergesslich, grossartig gefallen, sehr "
        "gut gefallen, super gefallen, danke nochmal, schwärmen, Tage bei euch waren, wieder zu "
        "Hause, wir kommen bestimmt wieder, herzlichen Dank für"
    ),
    "compliment": (
        "wunderbar, grossartig, fantastisch, Lob, herzlich aufgenommen, tolles Team, nettes Team, "
        "nettes Personal, fünf Sterne, wollte nur sagen, Herzlichkeit, bester Erinnerung, wollten "
        "nur sagen"
    ),
    "complaint": (
        "Beschwerde, beschweren, beschwere, enttäuscht, enttäuschend, unverschämt, Frechheit, "
        "inakzeptabel, schmutzig, dreckig, Bettwanzen, Kakerlaken, Schimmel, Zumutung, unhöflich, "
        "Reklamation, ekelhaft, katastrophal, unfreundlich, mangelhaft, verdreckt"
    ),
    "review": "Bewertung, Rezension, bewerten, Umfrage, Feedback",
    "unsubscribe": (
        "abmelden, austragen, aus dem Verteiler, keine Mails mehr, keine E Mails mehr, keine "
        "Werbung, keine weiteren Mails, nicht mehr anschreiben, abbestellen, Daten löschen, keine "
        "weiteren E Mails, vom Verteiler, aus der Liste, streichen, keine Angebote mehr, "
        "streichen Sie mich, streicht mich"
    ),
    "newsletter": "Newsletter, Werbung, Verteiler, Werbemails, Rundmail, Werbemail",
    "press": (
        "Presse, Journalist, Journalistin, Magazin, Zeitung, Bloggerin, Blogger, Influencer, "
        "Kooperation, Zusammenarbeit, Dreh"
    ),
    "objection": "Widerspruch, widersprechen, widerspreche, beanstanden, Beanstandung, bestreiten, bestreite, anfechten",
    "lawyer": (
        "Anwalt, Rechtsanwalt, Klage, rechtliche Schritte, verklagen, vor Gericht, Amtsgericht, "
        "=gerichtlich"
    ),
    "quiet": (
        "Ruhezeiten, Nachtruhe, Ruhezeit, laut, Lärm, leise, Ruhe, Musik, ruhig, nicht schlafen, "
        "muss es leise sein, leise sein, singen, gesungen, schreien, für Ruhe sorgen, nicht an "
        "Schlaf, Schlaf, gegrölt, Krach"
    ),
    "smoking": (
        "rauchen, Raucher, Zigarette, rauchfrei, Aschenbecher, Raucherbereich, geraucht, dampfen"
    ),
    "alcohol": "Alkohol, Bier, Wein, Getränke, eigene Getränke, alkoholische",
    "visitor": (
        "Besuch, Besucher, externe Gäste, Besuch mitbringen, Freunde mitbringen, Freund "
        "mitbringen, Übernachtungsbesuch, vorbeikommen, Freundin mitbringen, besuchen, Besuch "
        "empfangen"
    ),
    "curfew": (
        "Sperrstunde, Ausgangssperre, Schliesszeit, spät zurückkommen, nachts rein, spät zurück, "
        "nachts zurückkommen, nachts ins Haus"
    ),
    "party": "Party, feiern, Junggesellenabschied, Feier, Geburtstag",
    "house-rule": "Hausordnung, Hausregel, verboten, untersagt, =Regel, =Regeln, ist es verboten",
    "lost": (
        "verloren, verlieren, vermisse, Fundsachen, Fundbüro, vermisst, abhanden gekommen, "
        "verlegt, Fundsache"
    ),
    "left-behind": (
        "vergessen, liegen gelassen, liegengelassen, liegen lassen, zurückgelassen, hängen "
        "lassen, hängengelassen, liegengeblieben, stehen lassen, liegen geblieben"
    ),
    "found": "gefunden, aufgetaucht, abgegeben worden, gefunden worden, wiedergefunden",
    "belonging": (
        "Ladegerät, Ladekabel, Schal, Jacke, Geldbeutel, Portemonnaie, Handtasche, Telefon, "
        "Brille, Sonnenbrille, Ohrring, Kette, Ring, Kopfhörer, Pullover, Badehose, Bikini, "
        "Kamera, Kulturbeutel, Halskette, Kuscheltier, Mütze, Geldbörse, =Buch, =Armbanduhr, "
        "meine Uhr, Etui, Lesebrille, Halstuch, Schirm, Tagebuch, Schuhe, Tablet, iPad, "
        "Spielzeug, Schmuck"
    ),
    "post-item": (
        "zuschicken, nachsenden, zusenden, nachschicken, per Post, Porto, Paket schicken, "
        "schicken, Versandkosten, versenden"
    ),
    "luggage": "Gepäck, Koffer, Tasche, Rucksack, Reisetasche, Rucksäcke, Taschen, Gepäckstück",
    "luggage-storage": (
        "Gepäckaufbewahrung, Gepäck abstellen, Gepäck abgeben, Gepäck lagern, Koffer abstellen, "
        "Koffer unterstellen, unterstellen, aufbewahren, Gepäck lassen, deponieren, Gepäckraum, "
        "Koffer lassen, Gepäck unterbringen, Rucksäcke lassen, Gepäck da lassen, Gepäck dalassen, "
        "Koffer dalassen, Sachen lassen, zwischenlagern, abstellen"
    ),
    "locker": "Schliessfach, Spind, Vorhängeschloss, Schliessfächer, Spinde",
    "porter": "Gepäckträger, Kofferträger, Gepäcktransport, Gepäckservice",
    "parcel": "Paket, Päckchen, Sendung, Lieferung, Paket an euch, Paket an Sie",
    "payment": (
        "Zahlung, zahlen, bezahlen, Bezahlung, bezahlt, gezahlt, überweisen, überwiesen, Betrag, "
        "Abrechnung, Rest, Restbetrag, Restzahlung"
    ),
    "card": "Kreditkarte, Karte, EC Karte, Debitkarte, Girokarte, Bankkarte, Kartenzahlung",
    "cash": "bar, Bargeld, Barzahlung",
    "bank-transfer": (
        "Banküberweisung, IBAN, Bankverbindung, Kontoverbindung, Kontodaten, =Überweisung, per "
        "Überweisung"
    ),
    "invoice": (
        "Rechnung, Quittung, Beleg, Rechnungsadresse, Steuernummer, Firmenrechnung, "
        "Mehrwertsteuer, Rechnung ausstellen"
    ),
    "charge": "abgebucht, belastet, Abbuchung, abbuchen, eingezogen, Belastung, berechnet",
    "double-charge": (
        "doppelt abgebucht, zweimal abgebucht, doppelt belastet, zweimal belastet, doppelte "
        "Abbuchung, doppelt bezahlt, zweimal gezahlt, doppelt abgebuchten, zweimal bezahlt, zwei "
        "Abbuchungen, doppelt berechnet"
    ),
    "overcharge": (
        "zu viel berechnet, zu viel abgebucht, falscher Betrag, zu hoch, falschen Betrag, mehr "
        "abgebucht"
    ),
    "city-tax": (
        "Kurtaxe, Ortstaxe, Touristensteuer, City Tax, Tourismusabgabe, Bettensteuer, Kurabgabe, "
        "Citytax"
    ),
    "price": (
        "Preis, kosten, kostet, Gebühr, Euro, kostenlos, gratis, Kosten, Aufpreis, "
        "kostenpflichtig, Gesamtpreis, inklusive Preis, wie teuer, Tarif, Zuschlag, kostenfrei, "
        "wie viel"
    ),
    "pay-on-arrival": (
        "vor Ort bezahlen, vor Ort zahlen, bei Ankunft zahlen, bei Anreise zahlen, bei Ankunft "
        "bezahlen, an der Rezeption bezahlen, an der Rezeption zahlen, bei Anreise bezahlen, "
        "Zahlung vor Ort"
    ),
    "bank-dispute": "zurückbuchen, Rückbuchung, Chargeback, Rücklastschrift, zurückbuchen lassen",
    "failed-payment": (
        "Zahlung fehlgeschlagen, Karte abgelehnt, abgelehnt, Zahlung funktioniert nicht, Zahlung "
        "klappt nicht, fehlgeschlagen, Karte nicht akzeptiert"
    ),
    "prepayment": (
        "Vorauszahlung, Anzahlung, vorauszahlen, im Voraus zahlen, im Voraus bezahlen, Vorkasse, "
        "anzahlen, vorab bezahlen, vorab zahlen, Vorabzahlung"
    ),
    "payment-link": (
        "Zahlungslink, Link zur Zahlung, Link zum Bezahlen, sicherer Link, Bezahllink, neuen "
        "Link, der Link, den Link, Link"
    ),
    "link-expired": (
        "Link abgelaufen, Link funktioniert nicht, Link geht nicht, abgelaufen, Link lässt sich "
        "nicht, Link ist abgelaufen, Link öffnet nicht"
    ),
    "reminder": (
        "Mahnung, Zahlungserinnerung, Erinnerung, letzte Erinnerung, zweite Erinnerung, dritte "
        "Erinnerung, letzte Mahnung, Erinnerungsmail"
    ),
    "deadline": (
        "Frist, innerhalb von 48 Stunden, innerhalb von 24 Stunden, 48 Stunden, 24 Stunden, "
        "fällig, bis wann zahlen"
    ),
    "paid-now": (
        "bezahlt haben, Vorauszahlung angekommen, prüfen Ihre Zahlung, Geld angekommen, hab bezahlt, "
        "Überweisung raus, überwiesen, "
        "habe bezahlt, haben bezahlt, habe gezahlt, habe überwiesen, Zahlung erledigt, gerade "
        "bezahlt, Zahlung eingegangen, Geld eingegangen, ist die Zahlung angekommen, soeben "
        "bezahlt, Zahlung getätigt, bereits bezahlt, schon bezahlt, Zahlung erhalten, Zahlung "
        "angekommen"
    ),
    "deposit": "Anzahlung, Kaution",
    "accept-terms": (
        "einverstanden, stimme zu, akzeptiere, Bedingungen zu, AGB, stimme den Bedingungen, "
        "Bedingungen akzeptiert"
    ),
    "policy": "Richtlinie, Bedingungen, Bestimmung, Vorschrift, =Regelung, =Regelungen",
    "pet": "Haustier, Tier, Haustiere, Tiere",
    "dog": "Hund, Hündin, Hunde",
    "cat": "Katze, Kater",
    "child": "Kind, Sohn, Tochter, Kinder",
    "baby": "Baby, Säugling, Kleinkind",
    "cot": "Babybett, Kinderbett, Hochstuhl, Gitterbett, Reisebett",
    "minor": (
        "minderjährig, Minderjährige, Jahre alt, unter 18, Mindestalter, Einverständniserklärung, "
        "jährige, Monate alt, Jugendliche, volljährig, Eltern unterschreiben, meine Eltern, ohne "
        "Eltern, ohne Erwachsene, allein reisen, Einverständnis, werde 17"
    ),
    "age": "Mindestalter, Altersgrenze, Altersbeschränkung, =Alter",
    "security-deposit": "Kaution, Pfand",
    "minimum-stay": "Mindestaufenthalt, Mindestaufenthaltsdauer",
    "camera-privacy": "Datenschutz, Videoüberwachung, Überwachungskamera, DSGVO",
    "discount": (
        "Rabatt, Ermässigung, Nachlass, günstiger, vergünstigt, Preisnachlass, besserer Preis, "
        "billiger, Sonderpreis, ermässigt, Vergünstigung"
    ),
    "promo-code": "Gutscheincode, Rabattcode, Promocode, Aktionscode",
    "offer": "Angebot, Sonderangebot, Aktion, Angebote, Anzeige, Herbstaktion",
    "loyalty": (
        "Stammgast, Stammgäste, zum zweiten Mal, Treuerabatt, wiederkommen, wiederholt bei euch, "
        "schon einmal bei"
    ),
    "student": "Student, Studentin, Studenten, Studierende, Studentenausweis",
    "long-stay": (
        "Langzeitaufenthalt, länger bleiben, Wochenpreis, einen Monat, mehrere Wochen, "
        "Monatspreis, Wochen, ab einer Woche, Langzeit"
    ),
    "voucher": "Gutschein, Geschenkgutschein",
    "bus": "Bus, Haltestelle, Bushaltestelle, Linienbus, Busticket, SITA Haltestelle",
    "ferry": "Schiff, Hafen, Anleger, Schnellboot, =Fähre, die Fähren, der Fähren, Fähren nach",
    "train": "Zug, Bahn, Bahnhof, Regionalbahn",
    "taxi": "Taxi, Taxifahrer",
    "airport": "Flughafen, Flug, Flieger, Flugzeug",
    "transfer": (
        "Shuttle, Transfer, abholen, Abholung, abgeholt, =Fahrer, abholt, holt uns ab, jemanden "
        "schicken"
    ),
    "parking": (
        "Parkplatz, parken, Parkhaus, Stellplatz, Garage, Parkmöglichkeit, Parkplätze, geparkt"
    ),
    "car": "Auto, Mietwagen, Fahrzeug, Motorrad, Wohnmobil, Leihwagen",
    "directions": (
        "Wegbeschreibung, wie kommen wir, wie komme ich, wie kommt man, Anfahrt, Weg zu, "
        "hinkommen, erreichen, wie weit, aussteigen, entfernt, zu euch, zu Ihnen, von Neapel "
        "nach, nach Positano, Anreise mit"
    ),
    "address-place": "Adresse, Lage, wo seid ihr, wo liegt, wo genau, wo befindet",
    "scooter": "Roller, Motorroller, Vespa",
    "bicycle": "Fahrrad, Rad, Fahrräder",
    "public-transport": (
        "öffentliche Verkehrsmittel, öffentlichen Verkehrsmitteln, Öffis, Fahrplan, letzter Bus, "
        "letzte Fähre, letzte Bus, ÖPNV"
    ),
    "strike": "Streik, Strasse gesperrt",
    "wifi": "WLAN, Wifi, Internet, Internetverbindung, Netz, Empfang im Zimmer, =Verbindung",
    "password": "Passwort, Kennwort, WLAN Schlüssel, WLAN Code, WLAN Passwort",
    "speed": "schnell, Geschwindigkeit, langsam, stabil, Bandbreite, Mbit",
    "remote-work": (
        "Homeoffice, remote arbeiten, Videokonferenz, Videocalls, Videocall, mobil arbeiten, "
        "online arbeiten, Arbeitsplatz, Videotelefonie, im Homeoffice, Online Meeting, Remote "
        "Arbeit, Videokonferenzen"
    ),
    "time": "Uhrzeit, Zeit, Uhr, wann, wie lange, bis wann, ab wann",
    "night": "Nacht, Nächte, Übernachtung",
    "person": "Erwachsene, Leute, =Person, =Personen",
    "emergency": (
        "Notfall, Krankenhaus, Polizei, verstorben, gestorben, Todesfall, Beerdigung, "
        "Intensivstation, Unfall, Notoperation, Operation, Trauerfall"
    ),
    "included": "inklusive, inbegriffen, enthalten, dabei, inkludiert, im Preis",
    "medical": "Arzt, Medikament, krank, Krankheit, Attest, erkrankt, verletzt",
    "weather": "Wetter, Regen, regnet, Temperatur",
    "safety": "=Sicherheit, ist es sicher",
    "language-spoken": "sprechen Sie Deutsch, spricht jemand Deutsch, Deutsch sprechen",
    "_": (
        "Bordkarte, SIM Karte, Postkarte, auf jeden Fall, in der Regel, zur Zeit, guten Tag, "
        "schönen Tag, schöner Tag, auf keinen Fall, mit der Bahn frei, Tage frei, so schnell wie "
        "möglich, schnellstmöglich, möglichst schnell, schnelle Antwort, rund um die Uhr, alles "
        "klar, jede Menge, einen schönen Tag, der Reihe nach, sicher nicht, von an"
    ),
    "boat": "Boot, mit dem Boot",
    "missing-thing": "fehlt, ist weg, verschwunden, nicht mehr da, nicht auffindbar, nirgends",
    "connect": "verbinden, einloggen, komme nicht ins, kommt nicht ins, anmelden im",
    "allowed": "erlaubt, gestattet, dürfen wir, darf ich, darf man, darf er, darf sie, dürfen",
}

# Parts long enough not to stand inside other words.
COMPOUND_PARTS: dict[str, str] = {
    "breakfast": "frühstück, fruehstueck",
    "luggage": "gepäck, koffer, rucksack",
    "luggage-storage": "aufbewahrung, gepäckraum, gepäcklager",
    "parking": "parkplatz, parkhaus, parkgebühr, parkmöglich, stellplatz, parkplätz",
    "airport": "flughafen",
    "ferry": "fährver, fährhafen",
    "bus": "bushalte, busfahr, busverbindung, buslinie, busticket",
    "train": "bahnhof, zugverbindung",
    "key": "schlüssel",
    "door": "haustür, eingangs, türcode, türöffn",
    "code": "türcode, zugangscode",
    "cancel": "stornier, storno, buchungsrücktritt",
    "refund": "erstattung, rückzahl",
    "booking": "buchung, reservierung",
    "prepayment": "vorauszahl, anzahlung, vorkasse",
    "payment": "zahlung, bezahl",
    "payment-link": "zahlungslink, bezahllink",
    "reminder": "erinnerung, mahnung",
    "invoice": "rechnung",
    "price": "preis, kosten, gebühr",
    "discount": "rabatt, nachlass, ermässigung",
    "promo-code": "gutscheincode, rabattcode",
    "voucher": "gutschein",
    "time": "zeiten, uhrzeit",
    "arrival": "ankunft, anreise",
    "departure": "abreise",
    "room": "zimmer",
    "dorm": "schlafsaal, schlafsäle, bettzimmer",
    "bed": "betten",
    "reception": "rezeption",
    "wifi": "internet, wlan",
    "quiet": "nachtruhe, ruhezeit",
    "smoking": "raucher",
    "pet": "haustier",
    "child": "kinder",
    "boat-trip": "bootstour, bootsfahrt, bootsausfl",
    "excursion": "ausflug, ausflüge",
    "cooking-class": "kochkurs",
    "hike": "wander",
    "job": "bewerbung, saisonarbeit, stellenangebot, stellenausschreib",
    "internship": "praktik",
    "lost": "fundsache, fundbüro, verlust",
    "locker": "schliessfach, schliessfächer",
    "linen": "bettwäsche",
    "towel": "handtuch, handtücher",
    "air-conditioning": "klimaanlage",
    "laundry": "waschmaschine, wäsche",
    "meal": "abendessen, mittagessen",
    "city-tax": "kurtaxe, touristensteuer",
    "insurance": "versicherung",
    "steps": "treppe, stufen",
    "accessibility": "rollstuhl, barrierefrei",
    "allergy": "allergie, allergiker, unverträglich",
    "password": "passwort",
    "remote-work": "videokonferenz, videocall, homeoffice",
    "minor": "minderjährig, jährige",
    "confirmation": "bestätigung",
    "charge": "abbuchung",
}

# Finer than a question needs: what tells one fact from its neighbour. Only the guard of facts reads
# them, so that ranking counts no word twice.
FINE_CONCEPTS: dict[str, str] = {
    "bus-stop": "Bushaltestelle, Haltestelle",
    "last": "letzte, letzter, letzten, letztes",
    "walk": (
        "zu Fuß, Fußweg, Gehminuten, Fußminuten, entfernt, von uns, vom Hostel, laufen, Weg, weg"
    ),
    "pier": "Hafen, Anleger, Pier, Mole, Anlegestelle",
    "season": "Saison, =geöffnet, =öffnet, =öffnen, =offen, =schließt, =schließen, =geschlossen",
    "night-phone": "Nachttelefon, Nachtnummer, Notfallnummer, Notfalltelefon",
    "car-ride": (
        "Taxi, Transfer, Shuttle, Privattransfer, Privatwagen, Taxifahrt, Flughafentransfer"
    ),
    "naples-side": "Neapel, Flughafen, Flughafentransfer",
    "postage": (
        "Porto, Versand, Versandkosten, Postversand, per Post, schicken nach, Zusendung, nachsenden"
    ),
    "italy": "Italien, innerhalb Italiens, =Italiens",
    "abroad": "Ausland, außerhalb Italiens, anderen Ländern, =Deutschland, Europa, international",
    "weekly-hours": "Stunden pro Woche, Stunden in der Woche, Wochenstunden, Stunden die Woche",
    "keep": "bewahren, aufbewahrt, aufbewahren, heben auf, heben, behalten wir, Aufbewahrung",
    "extra-bed": "Zustellbett, Zusatzbett, Extrabett, zusätzliches Bett, weiteres Bett",
    "padlock": "Vorhängeschloss, Vorhängeschlösser",
    "overnight": "über Nacht, pro Nacht, nachts",
    "direct": (
        "direkt buchen, Direktbuchung, Direktbucher, direkt bei uns, direkte Buchung, auf "
        "unserer Website, Buchen Sie direkt, direkt gebucht, direkt bucht, Direktbuchungen"
    ),
    "send": "schicken, senden, erhalten, bekommen, verschicken, zusenden, geschickt, gesendet",
    "return": "zurück, Rückkehr, wieder da",
    "bar": "Bar, Terrassenbar",
    "reply": (
        "antworten, antworten wir, antwortet, antworten Ihnen, melden uns, meldet sich, Antwort"
    ),
    "deposit-paid": "Pfand, Kaution, Schlüsselpfand, Schlüsselkaution",
    "guest-kitchen": (
        "Gästeküche, Gemeinschaftsküche, eine Küche, Küche für, keine Küche, Küche nutzen, "
        "Küche benutzen, Küche zur Verfügung, selbst kochen"
    ),
    "serve-dinner": (
        "bieten Abendessen, Abendessen an, servieren Abendessen, Abendessen gibt es, jeden "
        "Abend Abendessen, Abendessen bei uns"
    ),
    "wheelchair": "Rollstuhl, rollstuhlgerecht, barrierefrei, Rollstuhlfahrer",
    "assistance-dog": (
        "Assistenzhund, Assistenzhunde, Blindenhund, Blindenhunde, Blindenführhund, "
        "Blindenführhunde"
    ),
    "own-alcohol": (
        "eigenen Alkohol, eigener Alkohol, eigenes Bier, eigenen Wein, mitgebrachter Alkohol"
    ),
    "amex": "American Express, Amex",
    "free-of-charge": "kostenlos, kostenfrei, gratis",
    "refund-way": (
        "auf Ihrer Karte, auf der Karte, auf Ihr Konto, bis die Erstattung, Erstattung dauert, "
        "Rückerstattung dauert"
    ),
    "ticket": "Ticket, Fahrkarte, Fahrkarten, Tickets, Busticket, Fahrschein",
    "visitor": "keine Gäste, nicht Gäste, besuchen, Besucher, nicht bei uns wohnen",
    "job": "Saisonkräfte, Mitarbeiter, Personal",
    "ferry": "=Fähre, die Fähren, der Fähren, Überfahrt, Fährsaison",
    "pool": "Schwimmbad, Swimmingpool, Schwimmbecken",
}

VOCABULARY = Vocabulary(
    code="de",
    stemmer="german",
    stop_words=STOP_WORDS,
    concepts=CONCEPTS,
    fine_concepts=FINE_CONCEPTS,
    synonyms=SYNONYMS,
    compound_parts=COMPOUND_PARTS,
)
