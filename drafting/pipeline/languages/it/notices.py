"""Italian: whose matter an ask is, what guests tell, and what they say has happened."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import NoticeRules, phrases

RULES = NoticeRules(
    own=phrases("mio; mia; miei; mie; nostro; nostra; nostri; nostre"),
    own_things=phrases("""
        prenotazione; pagamento; caparra; acconto; prepagamento; bonifico; rimborso; pacco;
        conferma; richiesta; fattura; ricevuta; camera; stanza; letto; letti; carta; soldi; saldo;
        soggiorno; passaporto; caricatore; giacca; borsa; telefono; buono; tariffa; candidatura
    """),
    looked_up=phrases("""
        arrivat*; ricevut*; trovat*; confermat*; annullat*; cancellat*; addebitat*; rimborsat*;
        ancora ..1 disponibil*|liber*|valid*; registrat*; riservat*; prenotat*; a posto; risulta;
        mancante; ritrovat*; accreditat*; andat* a buon; da pagare; collegat*
    """),
    states=phrases("""
        mia|nostra ..1 camera|prenotazione|tariffa ..2 ha|e|è|include|comprende;
        avete|ha|hai|hanno ..3 ricevuto|trovat*|ritrovat*|cancellat*|annullat*|addebitat*|visto;
        e|è ..1 arrivat*|stat*|andat* ..3; qualcuno ..2 trovat*|ritrovat*|consegnat*|vist*; perche|
        come mai ..5 cancellat*|annullat*|addebitat*|rifiutat*|prelevat*|cobrat*; quando ..2
        riceve*|ricevo|arriva|avro|rimborsat* ..2 rimborso|conferma|soldi|mio|mia; risulta ..4;
        vi|le è|e|sono arrivat*; potete|puo|può ..2 confermar* ..4
        arrivat*|ricevut*|pagamento|prenotazione; novita su|sul|sulla; mi conferm* ..3
        ricev*|arriv*|pagament*|prenotazion*; a che punto; e|è rimborsabile; quanto ..2
        devo|dobbiamo|perdo|perderei; cosa ..2 intendete; dov|dove e|è ..1 mio|mia|il|la ..1
        rimborso|conferma|pacco; chi lavorava; e|è ancora ..1 disponibil*|liber*|possibile
    """),
    vacancies=phrases("""
        avete|ha|hai|avreste|c|ci|resta|restano|sono ..4 posto|posti|camera|camere|letto|letti|
        stanza|stanze|disponibilita|doppia|matrimoniale|liber*; posto|posti|camere|letti ..2
        liber*|disponibil*; disponibilita per|dal|dall|il|a|in; posto per|dal
    """),
    dates=phrases("""
        gennaio; febbraio; marzo; aprile; maggio; giugno; luglio; agosto; settembre; ottobre;
        novembre; dicembre; lunedi; martedi; mercoledi; giovedi; venerdi; sabato; domenica; stasera;
        stanotte; domani; weekend; dal|al|dall|all #; per # notti|persone; ferragosto; capodanno; pasqua
    """),
    prices=phrases("quanto; prezzo; costo; tariffa; totale"),
    deeds=phrases("""
        mandate; inviate; spedite; prenotate; chiamate; preparate; avvisate; tenete; aggiungete;
        spostate; mandi; invii; manderesti; invieresti; mandereste; inviereste; fate ..1
        avere|sapere|preparare; mettete; rimandate; rimborsate; spostereste; preparereste
    """),
    pointers=phrases("""
        lo; la; li; le; questo; questa; quello; quella; quelli; quelle; ci; cio; ne; altro; altra
    """),
    arrivals=phrases("""
        arriv*; saremo ..1 da voi|li; siamo ..1 da voi|li alle; check in alle|verso; atterr*; veniamo
    """),
    clocks=phrases(
        "mezzanotte; mezzogiorno; alle|verso|le|per # ; alle|verso l|le|la una|due|tre|dieci|undici|otto|nove|sette|sei"
    ),
    allergies=phrases("allergi*; intolleran*; celiac*; non ..1 puo|può|posso mangiare"),
    losses=phrases("""
        dimenticat*|perso|persa|persi|smarrit*|lasciat* ..2
        il|la|lo|l|un|una|i|le|gli|mio|mia|miei|mie|qualcosa ..2; non trovo|troviamo|trova piu? ..2;
        e|è sparit*; credo ..2 aver ..1 perso|dimenticato|lasciato; sono sparit*; rimast* in|nella|nel|da|li
    """),
    praises=phrases("""
        stati|stata|stato|trovati|trovata|trovato ..1 benissimo|bene|divinamente|meravigliosamente;
        soggiorno|esperienza|posto|ostello|vacanza|accoglienza|staff|personale|vista ..6
        meraviglios*|fantastic*|splendid*|bellissim*|stupend*|gentilissim*|perfett*|eccezional*|
        incantevol*|indimenticabil*|bravissim*|ottim*; meraviglios*|splendid*|bellissim*|
        fantastic*|stupend*|indimenticabil* ..1
        soggiorno|esperienza|posto|ostello|vacanza|accoglienza|staff|personale|giorni|serata;
        complimenti; ci avete|siamo ..2 coccolat*|sentit* a casa; siete ..1
        fantastic*|gentilissim*|bravissim*|unici|meraviglios*|stupend*; torneremo|tornerò ..1
        sicuramente|volentieri|presto; vi|lo consiglier*|raccomander*; piaciut* ..1
        moltissimo|tantissimo|molto; bella|ottima|positiva recensione; recensione ..1
        positiva|bellissima|ottima
    """),
    thanks=phrases("""
        grazie ..2 tutto|ospitalita|accoglienza|gentilezza|cuore|aiuto; ringrazi* ..3
        ospitalita|accoglienza|gentilezza|tutto|aiuto|soggiorno; grazie di cuore
    """),
    unwell=phrases("""
        senza|manca|manca l acqua|luce|riscaldamento|corrente; non c|ce e|è ..1 acqua|luce|
        riscaldamento|corrente; doccia|bagno|water|lavandino|condizionatore|riscaldamento|luce|
        serratura|finestra|porta|wifi|frigo|armadietto ..3 rott*|guast*|blocca*|intasat*|funzion*|
        otturat*|perde; sporc*; puzza; cimici; scarafagg*; muffa; non ..2 dormi*|chiuso occhio;
        acqua ..1 fredda|gelata; troppo rumore; rumore ..2 notte;
        rovinat*|danneggiat*|distrutt*|bagnat* ..2 mia|mio|nostra|nostro|miei|mie|valigia|borsa;
        mia|mio|nostra|nostro|valigia|miei|mie ..3 rovinat*|danneggiat*|distrutt*|bagnat*
    """),
    lockouts=phrases("""
        chius* fuori; rimast* fuori; bloccat* fuori; non ..2 riesc*|possiamo|posso|riusciamo ..1
        entrare|aprire; codice|porta|cancello|portone|tastierino ..4 non ..2
        funzion*|va|apre|accetta*|risponde; nessuno ..2 apre|risponde|viene|scende; fuori dal|dalla
        ..1 cancello|porta|portone|ostello; davanti al|alla ..1 porta|cancello|portone|ostello|
        ingresso; fateci|fatemi entrare; aprite*; apriteci; apritemi; codice ..2
        sbagliato|errato
    """),
    dangers=phrases("""
        incendio; c|ce e|è ..1 fuoco|fumo|incendio|fiamme; va|andando a fuoco; sta|stanno
        bruciando; brucia ..2 camera|stanza|cucina|ostello; fumo in|nel|nella|dal|dalla|ovunque;
        odore|puzza di gas|bruciato|fumo; fuga di gas; ha|con un ..1 coltello|pistola; minaccia* ..3
        uccider*|ammazzar*|coltello|morte; ci|mi vuole uccidere|ammazzare; mi|ci segue|inseguono|
        seguono; mi|ci ha|hanno|sta|stanno aggredit*|aggredendo|attaccat*; in pericolo; vuole
        entrare
    """),
    medical=phrases("""
        non|fatica|difficolta ..3 respir*; respira ..2 male|fatica|piu|appena; svenut*; priv* di
        sensi; incoscient*; dolore|dolori al petto; infarto; ictus; convulsion*; sanguin* ..1
        molto|tanto|dal|dalla|da; perde ..1 sangue; crisi|attacco ..1 asma*|epilettic*|panico;
        shock anafilattico|allergico; reazione allergica; serve|chiamate|bisogno|chiami ..3
        ambulanza|medico|dottore|112|118; gravemente ferit*; ferit* ..1 grave
    """),
    nights=phrases("""
        notte fonda; piena notte; nel cuore della notte; di notte; del mattino; a quest ora; buio
        pesto; mezzanotte; le|alle due|tre|quattro|una di notte|mattina
    """),
    calm=phrases(
        "senza fretta|stress; niente|nessuna fretta|panico; non e|è urgente; tranquill*; con calma"
    ),
    past=phrases("""
        ieri; scors*; fa; alla fine; durante il soggiorno; l altro giorno; siamo rimast* ..3
        ore|ora; abbiamo dovuto ..2 dormire|aspettare|chiamare; nel 20|2023|2024|2025
    """),
    hypothetical=phrases("""
        e se; cosa succede se; cosa facciamo se; nel caso; se arriviamo|non|dovessimo|qualcuno|
        rimaniamo; qualora; come facciamo; come si entra
    """),
    cancels=phrases("""
        cancellar*|cancellat*|cancelliamo|annull*|disd*|disdett* ..3
        prenotazione|soggiorno|camera|stanza|tutto|viaggio|letti|letto|notti|entramb*;
        cancellazione|annullamento|disdetta della|del|di ..1 mia|nostra|prenotazione;
        devo|dobbiamo|vorrei|vorremmo|voglio|vogliamo|costrett*|deciso ..3 cancell*|annull*|disd*;
        annullarla; cancellarla; disdirla; procedete|procedere con la|l cancellazione|annullamento
    """),
    changes=phrases("""
        cambi*|spost*|modific*|anticip*|posticip*|rimand*|corregg* ..4
        data|date|prenotazione|soggiorno|camera|stanza|notte|notti|arrivo|nome|al|dal|settimana;
        prolung*; notte|notti in piu;
        altra|ulteriore notte; aggiung* ..3
        notte|notti|persona|ospite|letto|letti|amic*; spostarla; accorciare; upgrade; anziche;
        restare ..2 notte|notti
    """),
    non_refundable=phrases("non rimborsabil*; senza rimborso; tariffa risparmio"),
    refundable=phrases("cancellazione gratuita; rimborsabil*; flessibil*; cancellabil*"),
    link_fails=phrases("""
        link|pagina|collegamento ..6 scadut*|errore|rott*|non|invalid*|valido; non ..3
        apr*|funzion*|carica* ..2 link|pagina
    """),
    card_fails=phrases("""
        carta ..5 rifiutat*|respint*|bloccat*|scadut*|negat*|declinat*; rifiutat*|respint*
        ..2 carta|pagamento; pagamento|tentativo|addebito|transazione ..4
        fallit*|rifiutat*|respint*|riuscit*|negat*; carta non ..2 funzion*|passa*|accetta*
    """),
    strange_charges=phrases("""
        addebitat*|pagat*|prelevat*|scalat* ..4 due volte|doppio|ancora|in piu; doppio
        addebito|pagamento|prelievo; due addebiti|prelievi|pagamenti; due volte ..5
        addebit*|pagat*|prelev*; non riconosc* ..4; addebit* ..5 senza|non; addebito
        sconosciuto|strano|inspiegabile; importo sbagliato|errato; piu del|di quanto|dovuto|pattuito
    """),
    bothers=phrases("""
        russa*; ubriac*; rumor*; casino; chiasso; musica; urla*; grida*; fumano; fuma; molest*;
        fissa; tocca*; minacci*; ruba*; maleducat*; baccano; festa
    """),
    waits=phrases("""
        nessun*|senza|mai|non ..4 rispost*|risposto|riscontro|ricevuto; ancora|sto|stiamo
        aspett*|attend*; scritto|mandato|inviato|chiesto ..4
        settimana|giorni|fa|gia|ieri|lunedi|martedi; attesa di ..1 risposta|riscontro; sollecit*
    """),
    item_found=phrases("abbiamo|hanno|e|è ..2 trovat*|ritrovat* ..3; trovato ..2 suo|sua|tuo|tua"),
    item_sent=phrases(
        "abbiamo|e|è|stato|stata ..3 spedit*|inviat*|mandat* ..3; in viaggio; tracking"
    ),
    booking_errors=phrases("""
        sbagliat*|errat*|scorrett* ..2 data|date|nome|camera|numero|mese|anno|tipo|email|cognome;
        data|date|nome|camera|numero|mese|cognome|email ..2 sbagliat*|errat*|scorrett*; errore ..4
        prenotazione|date|nome|conferma|sistema; conferma|prenotazione|risulta|risultano|sistema ..6
        ma|invece|mentre|anziche; per errore; per sbaglio
    """),
    duplicates=phrases("""
        prenotat* ..4 due volte|doppio; due prenotazioni; doppia prenotazione; prenotazione
        doppia|duplicata|doppione
    """),
    tax_ids=phrases(
        "partita iva; p iva; iva; codice fiscale; codice destinatario; sdi; pec; ragione sociale"
    ),
)
