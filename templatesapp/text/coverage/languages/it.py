"""How Italian asks and answers: openers, nouns of the wanted thing, cues of each kind of answer."""

from __future__ import annotations

from templatesapp.text.coverage.rules import Aspect, CoverageRules

RULES = CoverageRules(
    asks={
        Aspect.DURATION: (
            "quanto tempo, quanto dura, quante ore, quanti minuti, per quanto tempo, quanto ci"
            " vuole, quanto ci mette, quanto ci si mette"
        ),
        Aspect.DISTANCE: (
            "quanto dista, quanto è lontano, quanto è lontana, quanto distano, a che distanza,"
            " quanto siete lontani"
        ),
        Aspect.PRICE: (
            "quanto costa, quanto costano, quanto viene, quanto verrebbe, quanto si paga,"
            " quanto pago, quanto paghiamo, quanto costerebbe, quant è, quanto è, a quanto"
            " ammonta, quanto"
        ),
        Aspect.FREQUENCY: "ogni quanto, con che frequenza, quante volte",
        Aspect.COUNT: "quanti, quante, in quanti",
        Aspect.SIZE: (
            "quanto è grande, quanto sono grandi, quanto è grosso, che dimensioni, quanto misura"
        ),
        Aspect.SPEED: "quanto è veloce, com è la velocità",
        Aspect.AGE: "che età, da che età, quanti anni, a che età, da quale età",
        Aspect.TIME: (
            "a che ora, fino a che ora, entro che ora, da che ora, che ora, che orario, che"
            " orari, in che orari, quando, fino a quando, entro quando, da quando, che giorno,"
            " quale giorno, in che giorni, quali giorni, a quale ora, fino a quale ora, entro"
            " quale ora"
        ),
        Aspect.PLACE: (
            "dove, dov è, da dove, a quale fermata, a che fermata, a che piano, quale fermata,"
            " quale piano, in quale via"
        ),
        Aspect.PERSON: "chi, a chi, con chi",
        Aspect.REASON: "perché, come mai, per quale motivo",
        Aspect.WAY: (
            "come, in che modo, come si fa, cosa succede, che succede, cosa devo fare, cosa"
            " dobbiamo fare, qual è il modo migliore, qual è il modo più economico"
        ),
        Aspect.CHOICE: (
            "quale, quali, che tipo di, quale autobus, che autobus, quale bus, che bus"
        ),
        Aspect.OPEN: "come si chiama, che cosa, cosa, qual è, quali sono, che",
    },
    attributes={
        Aspect.PRICE: (
            "prezzo, prezzi, costo, costi, tariffa, tariffe, importo, cauzione, totale,"
            " supplemento, costa, costano"
        ),
        Aspect.TIME: "orari, orario, ora, ore, scadenza, orari di apertura, data",
        Aspect.PLACE: "indirizzo, posizione, vicino, nelle vicinanze, vicina, in zona, nei paraggi",
        Aspect.SIZE: "dimensioni, dimensione, misure, misura, peso, grandezza, capienza",
        Aspect.SPEED: "velocità",
        Aspect.AGE: "età, età minima, limite di età, età massima",
        Aspect.CODE: (
            "password, codice, pin, nome, numero, numero di telefono, iban, link, rete, parola"
            " chiave"
        ),
        Aspect.DURATION: "durata, soggiorno minimo",
        Aspect.DISTANCE: "distanza, vicino, vicina, nelle vicinanze, lontano, lontana, a piedi",
    },
    clause_openers=(
        "che, cosa, quale, quali, dove, quando, chi, perché, come, quanto, quanta, quanti,"
        " quante, è, sono, c è, ci sono, avete, ha, hanno, possiamo, posso, si può, si possono,"
        " potete, può, potrebbe, potreste, potremmo, potrei, bisogna, dobbiamo, devo, serve,"
        " servono, è possibile, fate, offrite, accettate, organizzate, vendete, noleggiate, ci,"
        " era, erano, se, fino a, entro, a che, da che, mi, vi, ne, in che"
    ),
    and_words="e, ed, oppure anche, e anche, nonché",
    or_words="o, oppure",
    state_openers=(
        "è arrivato, è arrivata, sono arrivati, avete ricevuto, avete trovato, avete già, è"
        " stato, è stata, sono stati, ha ricevuto, ha trovato, hanno, è già, il pagamento è, è"
        " andato, è andata, ha funzionato"
    ),
    modals=(
        "posso, possiamo, si può, si possono, devo, dobbiamo, bisogna, potrei, potremmo, occorre"
    ),
    light_words=(
        "dista, distano, serve, lontano, bisogna, servite, trova, avere, prendere, usare, fare, portare, mettere, offrire, offrite, fornire, forniti,"
        " servire, servito, servita, disponibile, disponibili, possibile, permesso, consentito,"
        " aprire, apre, chiude, chiudere, inizia, iniziare, comincia, finisce, parte, arriva,"
        " arrivare, serve, servono, bisogno, necessario, vuole, organizzare, organizzate,"
        " preparare, piccolo, piccola, piccoli, grande, bello, buono, proprio, gratis, vicino,"
        " prossimo, migliore, economico, dormire, dormono, stare, dire, chiedere, dare,"
        " ricevere, vedere, noleggiare, affittare, comprare, accettare, accettate, adatto,"
        " ancora, presto, tardi, giorno, giorni, notte, persona, persone, cosa, modo, ospite,"
        " ospiti, ostello, totale, euro, di solito, incluso, inclusa, compreso, compresa,"
        " inclusi, compresi, costa, costo, pagare, prezzo, tenere, massimo, minimo, ora, ore,"
        " tipo, succede, primo, ultimo, casa, posto, taglia, lasciare, quanto, prima, dopo,"
        " libero, libera, sera, anche"
    ),
    scene_words=(
        "in, a, al, alla, allo, ai, agli, alle, nel, nella, nello, nei, nelle, sul, sulla,"
        " durante, dentro, presso, all, dell"
    ),
    leaning_words=(
        "esso, essa, essi, lasciarli, lasciarle, lasciarlo, usarlo, usarla, prenderlo,"
        " prenderla, aggiungerla, prenotarlo, prenotarla"
    ),
    leaning_openers=(
        "costa, costano, dura, sono, è, questo è, si trova, si trovano, apre, chiude, parte,"
        " inizia, finisce, lo, li, le serviamo, la serviamo, ci vogliono, ci vuole, ci vuole"
        " circa, calcolate, calcoli, considerate, mettete in conto, circa"
    ),
    yes_openers=(
        "sì, si certo, certo, certamente, certo che sì, assolutamente, assolutamente sì,"
        " volentieri, nessun problema, esatto, confermo, confermiamo, con piacere, senz altro,"
        " sicuramente,   corretto"
    ),
    no_openers=(
        "no, purtroppo, mi dispiace, ci dispiace, siamo spiacenti, spiacenti, purtroppo no"
    ),
    negations=(
        "no, non, mai, nessuno, nessuna, nessun, niente, nulla, senza, né, neanche, nemmeno,"
        " purtroppo, solo, soltanto, solamente, impossibile"
    ),
    lexical_no=(
        "esaurito, esaurita, al completo, completo, completi, chiuso, chiusa, vietato,"
        " vietata, proibito, escluso, esclusa, a pagamento, a parte, non disponibile, scaduto,"
        " impossibile, finito, extra, noleggiare, noleggio"
    ),
    weak_affirming="aperta, aperto, sono, sempre, ogni, tutti, tutte, anche",
    affirming=(
        "possibile, permesso, consentito, disponibile, disponibili, incluso, inclusa, inclusi,"
        " compreso, compresa, compresi, offriamo, abbiamo, ha, hanno, c è, ci sono, accettiamo,"
        " può, possono, potete, gratuito, gratuiti, gratuita, gratuitamente, gratis,"
        " noleggiare, richiesto, richiesta, bisogna, serve, servono, occorre, deve, dovete,"
        " organizziamo, serviamo, servita, pronti, ok, va bene, arrivato, arrivata, ricevuto,"
        " trovato, sicuro, sufficiente, valido,"
        " prenotiamo, prenotare, benvenuti, fornite, forniti, dotate, dotato,"
        " porti, portate"
    ),
    done_words=(
        "arrivato, arrivata, arrivati, ricevuto, ricevuta, trovato, trovata, confermato,"
        " confermata, prenotato, andato a buon fine, rimborsato"
    ),
    supposing="se, qualora, non appena, appena, nel caso, speriamo, cerchiamo",
    duties="deve, dovete, bisogna, occorre, richiesto, richiesta, va fatto, prega, preghiamo",
    instructing="può, potete, puoi, trova, trovate, deve, dovete, per favore, prego, si prega",
    telling=(
        "ci dica, ci dite, ci scriva, ci scrivete, ci faccia sapere, ci fate sapere, ci "
        "avvisi, ce lo dica, ci informi"
    ),
    refusals=(
        "non è possibile, non sono possibili, impossibile, purtroppo, non possiamo, non è "
        "permesso, non abbiamo, non è consentito, non cè, non ci sono, non offriamo, al "
        "completo"
    ),
    deferrals=(
        "le faremo sapere, vi faremo sapere, ti faremo sapere, verificheremo, controlleremo,"
        " la ricontatteremo, vi ricontatteremo, ricontatterà, descriva, chiederemo"
    ),
    own_words="suo, sua, suoi, sue, il suo, la sua, tuo, tua, vostro, vostra, le",
    undertakings="le invieremo, invieremo, le manderemo, manderemo, le scriveremo, le faremo sapere, "
    "controlleremo, verificheremo, guarderemo, chiederemo, prepareremo, organizzeremo, "
    "prenoteremo, riserveremo, proveremo, metteremo, chiameremo, provvederemo, ci "
    "occuperemo, ce ne occupiamo, abbiamo annotato, abbiamo preso nota, prendiamo nota, "
    "abbiamo inoltrato, le scriveranno, le risponderanno, le scriverà, le risponderà, la "
    "richiameranno, le rispondono, le scrivono, cercheremo, lo cerchiamo",
    courtesies=(
        "grazie, grazie mille, cordiali saluti, un saluto, a presto, vi aspettiamo, la"
        " aspettiamo, ti aspettiamo, non vediamo l ora, gentile, cari saluti, siamo felici, ci"
        " scusiamo, buona giornata, restiamo a disposizione"
    ),
    bounds=(
        "da, dalle, dalla, dall, fino, fino a, alle, entro, prima, dopo, tra, a partire, apre,"
        " chiude, inizia, termina, al più tardi, solo, massimo, al massimo"
    ),
    time_words=(
        "mezzanotte, mezzogiorno, ogni giorno, tutti i giorni, lunedì, martedì, mercoledì,"
        " giovedì, venerdì, sabato, domenica, domeniche, gennaio, febbraio, marzo, aprile,"
        " maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre, mattina,"
        " mattino, pomeriggio, sera, di notte, oggi, domani, ieri, stasera, 24 ore, sempre, in"
        " qualsiasi momento, giorno dell arrivo, all arrivo, alla partenza, al check in, al"
        " momento della prenotazione, subito, estate, inverno, primavera, autunno, stagione,"
        " fine settimana, tutto il giorno, tutto l anno, giorni lavorativi, tramonto"
    ),
    clock_words="alle, le, dalle, all, ore, entro, fino, verso, tra, prima, dopo, e, l, per",
    free_words=(
        "gratis, gratuito, gratuita, gratuiti, gratuite, gratuitamente, senza costi, senza"
        " supplemento, nessun costo, senza costi aggiuntivi, incluso, inclusa, inclusi,"
        " incluse, compreso, compresa, compresi, comprese, non costa nulla, senza pagare"
    ),
    price_words=(
        "prima notte, metà, intero importo, per cento, percento, pari a, equivale, prezzo totale"
    ),
    coins="euro, eur, €, centesimi, dollari, sterline, %",
    place_words=(
        "a, al, alla, allo, all, ai, alle, in, nel, nella, nell, nello, nei, nelle, sul,"
        " sulla, sotto, sopra, accanto, vicino, davanti, dietro, di fronte, fuori, dentro, qui,"
        " là, lì, angolo, via, piazza, presso, piano terra, primo piano, secondo piano, al"
        " piano, giù, su"
    ),
    no_places=(
        "in anticipo, almeno, al massimo, in contanti, in generale, di notte, al momento, su"
        " richiesta, in totale, in media, alle ore, all arrivo, al giorno, a notte, a persona,"
        " a presto, al più tardi, a piedi, in tempo, a luglio, a giugno, ad agosto, in estate,"
        " in inverno, a disposizione, al check in, al check out, a pagamento, alla partenza, in"
        " tutte, a settembre, in inglese, a partire, al mattino, alla sera, a letto, a testa,"
        " la sera"
    ),
    frequency_words=(
        "ogni, tutti i, al giorno, all ora, volta, volte, settimanale, spesso, sempre, mai,"
        " giornaliero"
    ),
    duration_units=(
        "minuto, minuti, min, ora, ore, giorno, giorni, notte, notti, settimana, settimane,"
        " mese, mesi, anno, anni, mezz ora, un ora"
    ),
    distance_units=(
        "km, m, metro, metri, chilometro, chilometri, minuti, minuto, gradini, passi, accanto,"
        " dietro l angolo, vicinissimo, ore, ora, a piedi"
    ),
    size_units=(
        "cm, mm, m, kg, litri, litro, l, centimetri, chili, abbastanza grande, abbastanza"
        " grandi, ci sta, ci stanno, bagaglio a mano"
    ),
    age_words=(
        "anni, sotto, sopra, minori, minorenni, maggiorenni, bambini, adulti, adulto, età,"
        " ogni età, dai"
    ),
    number_words=(
        "uno, una, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici,"
        " quindici, venti, trenta, quaranta, cinquanta, cento, dozzina, doppia, tripla,"
        " singola, un paio, entrambi, nessuno, mezza"
    ),
    way_words=(
        "prendere, prendete, prenda, prendi, camminare, seguire, seguite, segua, in autobus,"
        " in auto, in treno, in taxi, in traghetto, scendere, scendete, scenda, cambiare,"
        " inviare, invii, inviate, cliccare, clicchi, scrivere, scriva, scriveteci, chiamare,"
        " chiami, usare, usi, entrare, tramite, portare, porti, lasciare, lasci, lasciate,"
        " andare, vada, potete, può, basta, riceverà, riceverete, mostrare, a piedi, online,"
        " prenotare, pagare, rispondere, suonare, suoni, aprire, dovete, deve"
    ),
    reason_words="perché, poiché, a causa, siccome, dato che, per motivi, quindi, perciò",
    person_words=(
        "reception, receptionist, personale, staff, collega, colleghi, proprietario,"
        " direttore, autista, noi, nostro, nostra, facchino, telefono, polizia, qualcuno, me"
    ),
    reveal_words=(
        "trova, trovate, troverà, troverete, è sul, è sulla, inviamo, riceve, ricevete,"
        " riceverà, riceverete, comunichiamo, scritta, scritto, indicata, indicato, chiedete,"
        " chieda, si trova"
    ),
    naming_words="si chiama, è, chiamata, chiamato, si chiamano",
    asking_verbs=(
        "confermare, confermarmi, confermarci, spiegare, indicare, dire, dirmi, dirci, sapere, sapete, sa, indicare, indicarmi, spiegare, confermare,"
        " informazioni"
    ),
    but_words="ma, però, tuttavia, anche, e, mentre, invece",
)
