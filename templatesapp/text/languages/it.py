"""Italian: stop words, concepts and spellings of guest mail."""

from __future__ import annotations

from templatesapp.text.languages import Vocabulary

STOP_WORDS = """
a ad agli ai al alla alle allo anche ancora avere avete avevo aveva abbiamo abbia ha hai hanno
ho c ce che chi ci cio co col come con cosa cui d da dagli dai dal dalla dalle dallo de degli
dei del dell della delle dello di dove due dunque e ed era eravamo erano essere fa fate fare
faccio facciamo fra gia gli i il in invece io l la le lei li lo loro lui m ma me mentre mi mia
mie miei mio molto ne negli nei nel nell nella nelle nello no noi non nostra nostre nostri
nostro o ogni oppure ora per perche pero piu poi possiamo posso potete potrei potremmo potreste
puo poter potrebbe prima proprio qual quale quali qualche qualcosa qualcuno quando quanto quanta
quante quanti quella quelle quelli quello questa queste questi questo qui quindi sara saremo
saro se sei sempre senza si sia siamo siete solo sono sta stata state stati stato sto su sua sue
sugli sui sul sull sulla sulle sullo suo suoi t ti tra tu tua tue tuo tutta tutte tutti tutto un
una uno va vi viene vengo voi vorrei vorremmo vostra vostre vostri vostro buongiorno buonasera
buona sera ciao salve gentile gentili spett cortesi saluti cordiali distinti saluto grazie prego
cortesia favore piacere ostello dica sapere chiedere cordialmente mille anticipo ok sì signor
signora
"""

SYNONYMS: dict[str, str] = {
    "pren": "prenotazione",
    "mail": "email",
    "cell": "telefono",
    "cellulare": "telefono",
    "macchina": "auto",
    "automobile": "auto",
}

CONCEPTS: dict[str, str] = {
    "door": "=porta, =portone, ingresso, entrata, =cancello, davanti al cancello",
    "code": "codice, codice porta, codice d accesso, tastierino, pin",
    "key": "chiave",
    "lockout": (
        "chiuso fuori, chiusi fuori, chiusa fuori, rimasto fuori, rimasti fuori, non riusciamo a "
        "entrare, non riesco a entrare, non riesco ad entrare, fuori dalla porta, davanti alla "
        "porta, non si apre, nessuno apre, qualcuno puo scendere, non accetta il codice, qualcuno "
        "puo aprire, non si apre la porta, chiusi di fuori, siamo fuori, sono fuori, non accetta"
    ),
    "steps": "gradino, scala, scalino, scalinata, salita",
    "lift": "ascensore",
    "accessibility": (
        "sedia a rotelle, carrozzina, disabile, disabilita, accessibile, accessibilita, "
        "passeggino, stampelle, mobilita ridotta, bastone, barriere architettoniche, rampa, "
        "cammina male, cammina a fatica, non cammina bene, ginocchia"
    ),
    "courtyard": "cortile, patio",
    "doorbell": "campanello, citofono",
    "excursion": "escursione, gita, tour, visita guidata",
    "boat-trip": (
        "gita in barca, giro in barca, noleggio barca, crociera, gommone, uscita in barca, uscite "
        "in barca, in barca"
    ),
    "cooking-class": "corso di cucina, lezione di cucina, serata pizza, corso di pizza",
    "hike": "sentiero, sentiero degli dei, trekking, camminata, passeggiata",
    "kayak": "kayak, canoa, immersione, snorkeling, sup, noleggiate canoe, canoe",
    "beach": "spiaggia, ombrellone, lettino, stabilimento balneare, nuotare, bagno al mare",
    "activity": (
        "attivita, evento, cosa fare, cose da fare, festa in spiaggia, aperitivo, degustazione, "
        "cosa vedere, qualcosa da fare, giornata libera, fare qualcosa, =serata, =serate"
    ),
    "restaurant": "ristorante, trattoria, pizzeria, dove mangiare, locale",
    "recommend": (
        "consigliare, consiglio, consigliate, suggerire, suggerimento, suggerite, consigliarci, "
        "consigliarmi"
    ),
    "change": "cambiare, cambio, modificare, modifica, variare, variazione, cambiarla, modificarla",
    "move": "spostare, spostamento, spostarla, =anticipare, =anticiparla",
    "postpone": (
        "posticipare, rimandare, rinviare, altra data, altre date, nuove date, date diverse"
    ),
    "date": "=date, =giorno, =giorni, =data",
    "extend": (
        "prolungare, prolungamento, notte in piu, notti in piu, un altra notte, notte aggiuntiva, "
        "aggiungere una notte, restare di piu, rimanere di piu, notte extra, fermarci di piu, "
        "fermarmi"
    ),
    "shorten": "accorciare, ridurre, notte in meno, partire prima, togliere una notte",
    "add-person": (
        "persona in piu, aggiungere una persona, altra persona, una persona in meno, ospite in "
        "piu, aggiungere un amico, aggiungere un amica, aggiungere un ospite, si aggiunge, non "
        "viene piu, togliere un letto, uno in meno, una in meno, siamo diventati, saremo in tre, "
        "saremo in due, un posto in meno, non viene"
    ),
    "name-change": "cambio nome, cambiare il nome, nome sulla prenotazione, intestata a, cognome",
    "upgrade": "upgrade, camera migliore",
    "instead": "invece, al posto di, anziche, piuttosto che",
    "booking": "prenotazione, prenotare, prenotato, prenoto",
    "availability": (
        "disponibilita, disponibile, posto libero, avete posto, c e posto, posti letto, posto "
        "per, camere libere, letti liberi, al completo, esaurito, =libera, =libero, =liberi, "
        "=libere, ancora due letti, ancora un letto, ancora posto, ancora una camera, avete due "
        "letti, avete una camera, avete letti, posti per, ancora letti, avete ancora"
    ),
    "room": (
        "camera, stanza, matrimoniale, tripla, singola, camera privata, camera doppia, stanza "
        "doppia, =doppia"
    ),
    "bed": "letto, posto letto, letto aggiunto, letto a castello",
    "dorm": "dormitorio, camera condivisa, =camerata",
    "double-booked": "overbooking, camera data ad altri, senza letto, letto occupato",
    "booking-missing": (
        "non risulta, non trovate la prenotazione, nessuna prenotazione, prenotazione sparita, "
        "sparita, non trovano la prenotazione, non compare, non risultava, esiste davvero, "
        "prenotazione esiste, risulta la prenotazione"
    ),
    "confirmation": "conferma, mail di conferma, conferma della prenotazione",
    "not-received": (
        "non ho ricevuto, non abbiamo ricevuto, mai ricevuto, mai arrivata, non e arrivata, non "
        "mi e arrivata, non e arrivato, non arriva, senza conferma, arrivato niente, arrivato "
        "nulla, nessuna mail, nessuna conferma, ricevuto nulla, ricevuto niente, non mi e "
        "arrivato"
    ),
    "wrong-booking": (
        "date sbagliate, data sbagliata, per errore, per sbaglio, prenotato due volte, doppia "
        "prenotazione, camera sbagliata, errata, sbagliato, due prenotazioni"
    ),
    "group": "gruppo, scolaresca, comitiva, classe",
    "family": "famiglia",
    "breakfast": "colazione, prima colazione",
    "packed-breakfast": (
        "colazione al sacco, colazione da asporto, sacchetto colazione, colazione da portare via"
    ),
    "meal": "cena, pranzo, pasto, mangiare, mezza pensione",
    "coffee": "caffe, cappuccino",
    "vegan": "vegano, vegana",
    "vegetarian": "vegetariano, vegetariana",
    "gluten": "glutine, celiaco, celiaca, celiachia",
    "allergy": "allergia, allergico, allergica, intolleranza, intollerante, lattosio",
    "kitchen": (
        "microonde, frigorifero, frigo, fornelli, cucina comune, cucina condivisa, uso cucina, "
        "cucina per gli ospiti, usare la cucina, =cucinare"
    ),
    "cancel": (
        "annullare, annullamento, disdire, disdetta, disdetto, disdico, disdirla, annullarla, non "
        "verremo, non veniamo piu, non vengo piu, non posso piu venire, non possiamo piu venire, "
        "rinunciare, =cancellare, =cancellazione, =cancellazioni, =cancellarla, =cancellarlo, "
        "=cancellato, =cancellata, =cancelliamo, =cancellate, cancello la prenotazione, "
        "rinunciare al viaggio, rinunciamo, non riusciamo a venire, non potremo venire, non potro "
        "venire, non possiamo venire, non posso venire, non potessimo piu partire, non possiamo "
        "partire"
    ),
    "refund": (
        "rimborso, rimborsare, rimborsabile, restituzione, restituire, indietro i soldi, soldi "
        "indietro, rimborsato, riavere i soldi, rimborsarmi, rimborsarci, trattenuto, trattenuti, "
        "riavere, ci spetta indietro, avete trattenuto, indietro"
    ),
    "non-refundable": "non rimborsabile",
    "free-cancellation": (
        "cancellazione gratuita, annullamento gratuito, annullare gratis, annullare "
        "gratuitamente, cancellare gratuitamente, cancellare gratis, politica di cancellazione, "
        "condizioni di cancellazione, penale, tariffa flessibile, disdire gratis, disdire "
        "gratuitamente, perderemmo tutto, perdo tutto, senza penale"
    ),
    "no-show": "mancato arrivo",
    "insurance": "assicurazione",
    "check-in": (
        "check in, registrazione, fare il check in, camere pronte, camera pronta, camere sono "
        "pronte, camera è pronta, entrare in camera, entrare in stanza"
    ),
    "arrival": "arrivo, arrivare, arriviamo, arrivero, arriveremo, arriverei, arriveremmo, arrivi",
    "arrival-time": (
        "orario di arrivo, ora di arrivo, orario arrivo, orario di check in, orari di check in"
    ),
    "late-arrival": (
        "arrivo in tarda serata, arrivo tardi, arriviamo tardi, arriveremo tardi, dopo "
        "mezzanotte, tarda notte, arrivo notturno, check in tardivo, in ritardo, di notte, tarda "
        "sera, notte fonda, verso l una, verso mezzanotte, a mezzanotte, arrivo in notturna, in "
        "notturna, arriviamo di notte, intorno a mezzanotte, verso le 23, verso le 24, dopo le 23"
    ),
    "early-check-in": (
        "check in anticipato, entrare prima, camera prima, arrivare prima, check in prima, arrivo "
        "anticipato, arriviamo prima, camera pronta"
    ),
    "reception": "reception, ricezione, receptionist, accoglienza, =banco",
    "opening-hours": (
        "orari della reception, orario della reception, reception aperta, fino a che ora e "
        "aperta, orari di apertura"
    ),
    "id-document": "documento, carta d identita, passaporto, documenti, patente",
    "self-check-in": "check in autonomo, self check in, check in online, entrare da soli",
    "checkout": (
        "check out, lasciare la camera, lasciare la stanza, liberare la camera, liberare la "
        "stanza, riconsegnare le chiavi, restituire le chiavi, lasciare le chiavi, va liberata, "
        "=liberare, =liberarla, =liberiamo, rilasciare la camera, lasciare libera la camera, a chi lasciamo le chiavi, "
        "lasciamo le chiavi, consegnare le chiavi, consegniamo le chiavi"
    ),
    "late-checkout": (
        "check out tardivo, late check out, lasciare la camera piu tardi, tenere la camera, "
        "tenere la stanza, check out piu tardi, restare in camera, uscire piu tardi, lasciare la "
        "stanza piu tardi, restare fino, rimanere fino, fermarci fino, stare fino, restare in "
        "stanza, piu tardi la camera"
    ),
    "departure": (
        "partenza, partire, partiamo, ripartire, ripartiamo, =parto, partiremo, usciamo, uscire, "
        "andiamo via"
    ),
    "early-departure": (
        "partenza presto, partire presto, partiamo presto, partire all alba, prima che apra la "
        "reception, partenza anticipata"
    ),
    "job": (
        "lavorare per voi, lavorare da voi, lavorare con voi, assumere, assumete, assunzione, "
        "stagione lavorativa, candidatura, candidarmi, posto di lavoro, lavoro stagionale, "
        "cercate personale, candidare, posizione aperta, cercate qualcuno, cerco lavoro, un "
        "lavoro, =cameriere, =cameriera, come barista, offerta di lavoro, offerte di lavoro, "
        "opportunita di lavoro, cerco un posto, cercare personale, personale stagionale, proposta "
        "di collaborazione, stagione da voi, stagionale, lavorare qui, =impiego, lavorare in "
        "ostello"
    ),
    "volunteer": (
        "volontario, volontariato, workaway, worldpackers, in cambio di vitto, in cambio di "
        "alloggio, vitto e alloggio, scambio lavoro"
    ),
    "internship": "tirocinio, stage, tirocinante, stagista, =alternanza",
    "cv": "curriculum, cv, lettera di presentazione, esperienza come, esperienza in, colloquio",
    "salary": "stipendio, retribuzione, paga oraria, compenso",
    "towel": "asciugamano, asciugamani, telo, teli",
    "linen": "lenzuola, lenzuolo, biancheria, coperta, cuscino",
    "air-conditioning": (
        "aria condizionata, climatizzatore, climatizzazione, ventilatore, =condizionatore, "
        "=condizionatori, =clima"
    ),
    "heating": "riscaldamento, termosifone",
    "laundry": (
        "lavanderia, lavatrice, asciugatrice, lavare i vestiti, ferro da stiro, lavare i panni"
    ),
    "hairdryer": "asciugacapelli, fon, =phon",
    "bathroom": "bagno, doccia, acqua calda, bagno privato",
    "facility": (
        "servizi, struttura, spazi comuni, sala comune, giardino, balcone, attrezzatura, palestra"
    ),
    "terrace": "terrazza, terrazzo",
    "view": "vista mare, vista",
    "socket": "presa di corrente, presa, adattatore, prese",
    "supermarket": "supermercato, alimentari, minimarket, negozio di alimentari, fare la spesa",
    "atm": "bancomat, prelevare, sportello automatico",
    "pharmacy": "=farmacia, =farmacie",
    "safe": "cassaforte, cassetta di sicurezza",
    "broken": (
        "rotto, rotta, guasto, guasta, non funziona, non funzionano, non va, fuori servizio, "
        "difettoso, non funzionava, perde acqua"
    ),
    "repair": "riparare, aggiustare, sistemare, tecnico, riparazione",
    "thanks": (
        "grazie di tutto, grazie per tutto, grazie mille per, siamo stati benissimo, sono stata "
        "benissimo, sono stato benissimo, soggiorno meraviglioso, bellissimo soggiorno, soggiorno "
        "fantastico, ci siamo trovati benissimo, mi sono trovata benissimo, mi sono trovato "
        "benissimo, non vediamo l ora di tornare"
    ),
    "compliment": (
        "complimenti, gentilissimi, bravissimi, fantastico, meraviglioso, splendido, bellissimo, "
        "cinque stelle, volevo solo dirvi, gentilezza, nel cuore, volevo dirvi"
    ),
    "complaint": (
        "reclamo, lamentarmi, lamentela, lamentare, deluso, delusa, delusi, inaccettabile, "
        "vergogna, vergognoso, sporco, sporca, schifo, pessimo, pessima, cimici, scarafaggi, "
        "muffa, maleducato, orribile, disgustoso, scandaloso"
    ),
    "review": "recensione, recensire, opinione, sondaggio",
    "unsubscribe": (
        "disiscrivere, disiscrivetemi, disiscrivermi, cancellatemi dalla lista, togliermi dalla "
        "lista, non inviatemi piu, non mandatemi piu, non desidero ricevere, non voglio piu "
        "ricevere, rimuovermi, rimuovetemi, cancellate i miei dati, non scrivetemi piu, smettete "
        "di, dalla vostra lista, dalla lista, togliete il mio indirizzo, basta mail, mi cancelli "
        "dalla, toglietemi, non voglio piu, smettetela di, ricevo offerte"
    ),
    "newsletter": "newsletter, mailing list, email pubblicitarie, pubblicita",
    "press": (
        "stampa, giornalista, rivista, giornale, influencer, blogger, collaborazione, "
        "collaborare, riprese"
    ),
    "objection": "contestazione, contestare, contesto, contestiamo, opposizione, non accetto, obiezione",
    "lawyer": "avvocato, legale, tribunale, denuncia, vie legali",
    "quiet": (
        "orario di silenzio, silenzio, rumore, rumoroso, ore di silenzio, musica, schiamazzi, non "
        "si dorme, non riesco a dormire, senza disturbare, disturbare, non riusciamo a dormire, "
        "=quiete, urlano, urlare, gridano, intervenire, cantano, fanno casino, baccano, rumorosi"
    ),
    "smoking": "fumare, fumo, fumatore, fumatori, sigaretta, posacenere, svapare",
    "alcohol": (
        "alcol, alcolici, birra, =vino, bevande, alcool, nostre bevande, bevande nostre, qualche "
        "birra, bottiglia di vino"
    ),
    "visitor": (
        "visitatore, ospiti esterni, ospite esterno, far venire, far salire, amici in camera, "
        "amico in camera, ricevere visite, amica non ospite, puo venire una mia amica, puo venire "
        "un mio amico, invitare amici, invitare un amico, venire a trovarmi, ricevere amici"
    ),
    "curfew": (
        "coprifuoco, rientrare, rientro, rientrare tardi, orario di rientro, fino a che ora si "
        "puo stare fuori, stare fuori, chiudete la notte, tornare tardi"
    ),
    "party": "festa, festeggiare, addio al celibato, addio al nubilato, compleanno",
    "house-rule": "regolamento, regole della casa, regola, regole, vietato, si puo fumare",
    "lost": (
        "smarrito, smarrita, smarrire, oggetti smarriti, ho perso, non trovo piu, temo di aver "
        "lasciato, aver lasciato, ci tengo, =perso, =persa, =persi"
    ),
    "left-behind": (
        "dimenticato, dimenticata, dimenticare, lasciato in camera, lasciata in camera, ho "
        "lasciato, abbiamo lasciato, dimenticati, lasciato nel, lasciato nella, lasciato sotto, "
        "lasciato li"
    ),
    "found": "trovato, ritrovato, ritrovamento, avete trovato, trovata, ritrovare",
    "belonging": (
        "caricabatterie, sciarpa, giacca, portafoglio, borsetta, telefono, occhiali, orecchino, "
        "collana, anello, orologio, cuffie, felpa, costume da bagno, maglione, macchina "
        "fotografica, libro, collanina, bracciale, cappello, pigiama, peluche, kindle, chiavi di "
        "casa, sandali, scarpe, =caricatore, tablet, giocattolo, ipad, orecchini"
    ),
    "post-item": (
        "spedire, spedizione, spedirlo, spedirmelo, inviarmelo, per posta, corriere, spedirmela, "
        "spese di spedizione"
    ),
    "luggage": "bagaglio, bagagli, valigia, valigie, zaino, zaini, borsa, borse, trolley, borsone",
    "luggage-storage": (
        "deposito bagagli, lasciare i bagagli, lasciare le valigie, lasciare gli zaini, lasciare "
        "la valigia, lasciare lo zaino, depositare, lasciare il bagaglio, custodire, deposito, "
        "tenere i bagagli, lasciarvi i bagagli, lasciare le borse, lasciarvi le valigie"
    ),
    "locker": "armadietto, armadietti, lucchetto",
    "porter": "facchino, facchinaggio, portabagagli, portare i bagagli, trasporto bagagli",
    "parcel": "pacco, pacchetto, spedire un pacco, ricevere un pacco, consegna",
    "payment": "pagamento, pagare, pagato, pago, saldo, si versa, =versare, =versato",
    "card": "carta di credito, carta, carta prepagata, carta di debito, satispay, bancomat",
    "cash": "contanti",
    "bank-transfer": "bonifico, bonifico bancario, iban, coordinate bancarie",
    "invoice": (
        "fattura, ricevuta fiscale, partita iva, fatturazione, scontrino, codice fiscale, "
        "=ricevuta, =ricevute"
    ),
    "charge": (
        "addebito, addebitato, addebitare, prelevato, addebitati, addebitata, prelievo, estratto "
        "conto, risultano, riaccreditare, riaccreditarmelo, accredito, riaccredito"
    ),
    "double-charge": (
        "addebitato due volte, doppio addebito, pagato due volte, due addebiti, prelevato due "
        "volte, addebitati due volte, pagare due volte, addebitata due volte, due prelievi, "
        "importo doppio, doppio importo, due volte lo stesso importo, due importi"
    ),
    "overcharge": "importo sbagliato, importo errato, piu del dovuto, addebitato di piu",
    "city-tax": "tassa di soggiorno, tassa turistica, imposta di soggiorno, tassa",
    "price": (
        "prezzo, costo, costare, costa, quanto costa, tariffa, euro, gratis, gratuito, pagamento "
        "extra, a pagamento, totale, preventivo, supplemento, quanto viene, quanto si paga, "
        "spende, spendere, al giorno"
    ),
    "pay-on-arrival": (
        "pagare all arrivo, pagare in struttura, pagare alla reception, pagare sul posto, "
        "pagamento in loco, pagare in loco, pagamento all arrivo, pago all arrivo, pagare al "
        "check in"
    ),
    "bank-dispute": "contestare l addebito, chargeback, storno, contesto, contestazione",
    "failed-payment": (
        "pagamento rifiutato, carta rifiutata, pagamento fallito, pagamento non riuscito, non va "
        "a buon fine, non e andato a buon fine, rifiutata, pagamento non va"
    ),
    "prepayment": (
        "pagamento anticipato, prepagamento, prepagare, pagare in anticipo, pagare subito, "
        "acconto, caparra, anticipo del, preautorizzazione"
    ),
    "payment-link": (
        "link di pagamento, link per pagare, link per il pagamento, link sicuro, il link, nuovo "
        "link, link"
    ),
    "link-expired": (
        "link scaduto, link non funziona, link non si apre, scaduto, link e scaduto, link non va"
    ),
    "reminder": (
        "sollecito, promemoria, ultimo avviso, secondo avviso, terzo avviso, secondo sollecito, "
        "terzo sollecito, ultimo sollecito, avviso"
    ),
    "deadline": "scadenza, entro 48 ore, entro 24 ore, 48 ore, 24 ore, termine per",
    "paid-now": (
        "ha pagato, arrivato il pagamento anticipato, verificando il pagamento, bonifico fatto, "
        "fatto il bonifico, bonifico effettuato, "
        "ho pagato, abbiamo pagato, pagamento effettuato, ho appena pagato, ho effettuato il "
        "pagamento, avete ricevuto il pagamento, ho fatto il pagamento, pagamento fatto, e "
        "arrivato il pagamento, gia pagato"
    ),
    "deposit": "caparra, acconto, deposito cauzionale",
    "accept-terms": (
        "accetto, accettare i termini, termini e condizioni, accetto le condizioni, accettiamo le "
        "condizioni"
    ),
    "policy": "politica, normativa, =condizioni, =termini",
    "pet": "animale, animali, animali domestici, animale domestico",
    "dog": "cane, cagnolino, cani, cagnolina",
    "cat": "gatto, gatta, gattino",
    "child": "bambino, bambina, bambini, figlio, figlia, figli, ragazzi",
    "baby": "neonato, neonata, bebe",
    "cot": "culla, lettino, lettino da campeggio, seggiolone",
    "minor": (
        "minorenne, minorenni, minore, =anni, under 18, eta minima, autorizzazione dei genitori, "
        "=mesi, accompagnato da, stessa eta, senza adulti, nostra autorizzazione, autorizzazione "
        "firmata"
    ),
    "age": "eta, limite di eta, eta minima",
    "security-deposit": "deposito cauzionale, cauzione",
    "minimum-stay": "soggiorno minimo, minimo di notti",
    "camera-privacy": "privacy, dati personali, telecamere, videosorveglianza",
    "discount": (
        "sconto, scontare, riduzione, prezzo migliore, prezzo speciale, meno caro, prezzo piu "
        "basso, agevolazione, scontato, tariffa ridotta, convenzione"
    ),
    "promo-code": "codice sconto, codice promozionale, coupon, codice promo",
    "offer": "offerta, promozione, promo, offerte, in meno, annuncio",
    "loyalty": (
        "cliente abituale, clienti abituali, seconda volta, gia stati, torniamo, chi torna, "
        "=ritorna, chi ritorna, gia stati da voi, gia stata da voi, gia stato da voi, anno scorso"
    ),
    "student": "studente, studenti, studentessa, universitario",
    "long-stay": (
        "soggiorno lungo, lungo soggiorno, per un mese, settimane, tariffa settimanale, lunga "
        "permanenza"
    ),
    "voucher": "buono regalo, carta regalo, =buono",
    "bus": "autobus, pullman, bus, corriera, =fermata, =fermate",
    "ferry": "traghetto, traghetti, aliscafo, =porto, =molo, battello",
    "train": "treno, stazione",
    "taxi": "tassista, =taxi, =uber",
    "airport": "aeroporto, volo, aereo, atterriamo, atterro, atterrare",
    "transfer": (
        "navetta, transfer, venire a prenderci, venirci a prendere, autista, =prelevarci, un "
        "passaggio"
    ),
    "parking": (
        "parcheggio, parcheggiare, posto auto, garage, posteggio, autorimessa, parcheggi, "
        "lasciare la macchina, lasciare l auto, lasciarla vicino, posto macchina, lasciare la "
        "moto"
    ),
    "car": "auto, guidare, noleggio auto, camper, auto a noleggio, =moto, in macchina, in auto",
    "directions": (
        "indicazioni, come arrivare, come si arriva, come raggiungere, come raggiungervi, "
        "raggiungere, raggiungervi, come veniamo, come posso arrivare, come possiamo arrivare, "
        "dove si scende, dove scendere, quanto dista, lontano, da napoli a, dalla stazione, dall "
        "aeroporto, strada per"
    ),
    "address-place": "indirizzo, dove siete, dove vi trovate, ubicazione, posizione, dove si trova",
    "scooter": "scooter, motorino, =moto, vespa, noleggiare uno scooter",
    "bicycle": "bicicletta, bici",
    "public-transport": (
        "mezzi pubblici, orari degli autobus, ultimo bus, ultimo traghetto, primo bus, orari dei "
        "traghetti"
    ),
    "strike": "sciopero, strada chiusa",
    "wifi": (
        "wifi, wi fi, connessione, rete, internet, la rete, si prende bene, prende bene, =segnale"
    ),
    "password": "password, codice wifi, chiave wifi",
    "speed": "veloce, velocita, lento, lenta, stabile, banda",
    "remote-work": (
        "lavorare da remoto, smart working, smartworking, lavoro da remoto, videochiamata, "
        "videochiamate, videoconferenza, telelavoro, lavorare online, riunioni online, lavorare "
        "al computer, regge le videochiamate, devo lavorare, lavorare dal"
    ),
    "time": "ora, orario, a che ora, quando, orari",
    "night": "notte, notti",
    "person": "persona, persone, adulti",
    "emergency": (
        "emergenza, ospedale, ambulanza, polizia, deceduto, morto, morta, funerale, terapia "
        "intensiva, incidente, lutto, operazione"
    ),
    "included": "incluso, inclusa, compreso, compresa, =comprende",
    "medical": (
        "medico, dottore, medicina, malattia, febbre, =farmaco, =farmaci, aggravato, =malato, "
        "=malata, =malati"
    ),
    "weather": "tempo, pioggia, piove, meteo, temperatura",
    "safety": "sicuro, sicurezza",
    "language-spoken": "parlate inglese, parla italiano",
    "_": (
        "carta d identita, carta d imbarco, in ogni caso, nel caso, per caso, allo stesso tempo, "
        "tempo fa, da tempo, in anticipo, gentile struttura, vostra struttura, vista la, in "
        "vista, ora di"
    ),
    "boat": "barca",
    "missing-thing": (
        "non si trova, non trovo, non c e piu, sparito, scomparso, non troviamo, manca"
    ),
    "connect": (
        "collegarmi, collegarci, collegare, connettermi, connetterci, connettersi, non si collega"
    ),
    "allowed": "permesso, ammesso, ammessi, consentito, e permesso, si puo",
}

# Finer than a question needs: what tells one fact from its neighbour. Only the guard of facts reads
# them, so that ranking counts no word twice.
FINE_CONCEPTS: dict[str, str] = {
    "bus-stop": "fermata, fermate",
    "last": "=ultimo, =ultima, =ultimi, =ultime",
    "walk": (
        "a piedi, da noi, dall ostello, dalla nostra porta, camminata, di distanza, di cammino"
    ),
    "pier": "=molo, =porto, imbarco, banchina",
    "season": (
        "stagione, =aperto, =aperti, =aperta, apriamo, chiudiamo, =chiuso, =chiusi, =apre, =chiude"
    ),
    "night-phone": "telefono notturno, numero notturno, telefono di notte, numero di emergenza",
    "car-ride": "taxi, transfer, navetta, trasferimento, auto privata, auto con conducente",
    "naples-side": "=napoli, aeroporto",
    "postage": "spedizione, spedire, spediamo, affrancatura, per posta, spese postali",
    "italy": "=italia, territorio italiano",
    "abroad": "estero, fuori dall italia, altri paesi, =europa, internazionale",
    "weekly-hours": "ore a settimana, ore alla settimana, ore settimanali, ore per settimana",
    "keep": "conserviamo, teniamo, conservati, conservate, tenuti, custodiamo, conserva",
    "extra-bed": (
        "letto aggiunto, letto aggiuntivo, letto supplementare, letto extra, letto in più"
    ),
    "padlock": "lucchetto, lucchetti",
    "overnight": (
        "per la notte, a notte, durante la notte, di notte, per notte, tutta la notte, notturno"
    ),
    "direct": (
        "prenotare direttamente, prenotando direttamente, prenotazione diretta, prenotazioni "
        "dirette, direttamente con noi, direttamente da noi, sul nostro sito, prenota "
        "direttamente, diretta"
    ),
    "send": (
        "inviamo, mandiamo, invieremo, manderemo, ricevere, riceve, riceverai, riceverà, "
        "ricevete, inviato, spedito, mandato"
    ),
    "return": "ritorno, ritorna, rientro, rientra, torna",
    "bar": "=bar, bar della terrazza",
    "reply": (
        "rispondiamo, risponderemo, risponde, risponderà, risponderanno, una risposta, "
        "personalmente"
    ),
    "deposit-paid": "cauzione, deposito",
    "guest-kitchen": (
        "cucina per gli ospiti, cucina comune, cucina condivisa, uso cucina, una cucina, usare "
        "la cucina, cucina a disposizione"
    ),
    "serve-dinner": (
        "serviamo la cena, serviamo cena, offriamo la cena, cena è servita, facciamo la cena, "
        "cenare da noi, cena ogni sera"
    ),
    "wheelchair": "sedia a rotelle, sedie a rotelle, carrozzina",
    "assistance-dog": (
        "cani da assistenza, cane da assistenza, cani guida, cane guida, cani d assistenza"
    ),
    "own-alcohol": (
        "propri alcolici, vostri alcolici, alcolici propri, propria birra, proprio vino, alcol "
        "proprio"
    ),
    "amex": "american express, amex",
    "free-of-charge": "gratis, gratuito, gratuita, gratuitamente",
    "refund-way": (
        "sulla carta, sulla sua carta, per arrivare, rimborso richiede, rimborso impiega"
    ),
    "ticket": "biglietto, biglietti",
    "visitor": (
        "non sono ospiti, non è ospite, non è nostro ospite, non sono nostri ospiti, venire a trovarvi, venire a trovarla, ospiti esterni, "
        "visitatori"
    ),
    "ferry": "traghetto, traghetti, traversata",
    "job": "personale stagionale, per il personale",
    "loyalty": "che ritornano, che tornano, già stato, già stati",
    "pool": "piscina",
    "room": "camere, stanze",
}

VOCABULARY = Vocabulary(
    code="it",
    stemmer="italian",
    stop_words=STOP_WORDS,
    concepts=CONCEPTS,
    fine_concepts=FINE_CONCEPTS,
    synonyms=SYNONYMS,
    # "disponibilita" for "disponibilità": folding took the accent of the truncated nouns.
    endings=(("ita", "ità"),),
)
