"""Italian: what a guest's threats, accusations, disputes and emergencies are made of.

The will stands in the verb itself (agirò, mi rivolgo), so the verbs are listed by their first
person and infinitive forms.
"""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import EscalationRules, phrases

RULES = EscalationRules(
    harmless=phrases("""
        letto|visto|leggo|sentito|trovato|trovati|conosciuto|scoperto|scoperti ..4 giornale|giornali|tv|televisione|rivista|stampa;
        udienza ..3 tribunale; testimon* ..3 tribunale; in tribunale ..3 testimon*|udienza; se non
        trovo|troviamo|riesco|riusciamo|posso|possiamo|sbaglio|disturbo|piove|disponibil*|
        letti|bastano|fosse; mort* ..4 anni|anno fa|prima; anni fa; vostr* ..2
        second*|terz*|quart* mail|email|messaggio|sollecito|avviso|e;
        denuncia|denunciare|denunciato|denunciata|denunciamo .. smarrimento|furto|scomparsa;
        denuncia per|di ..2 documenti|passaporto|portafoglio; denuncia .. presso|dai|ai|alla|in
        carabinieri|polizia|questura; sono|sia|essendo|come|faccio|fa|ero un? l?
        avvocat*|giornalista|blogger|influencer|legale; studio legale|avvocat* fattura; avvocat*
        di professione; da avvocato; sede|numero|indirizzo legale; campo|campi da tennis|padel;
        ora legale; legale rappresentante; caffe|succo espresso|pressa; morire|morti|morto
        dal|dalle|dal|di ridere|risate|sonno|fame|sete|caldo|freddo|stanchezza; da morire;
        stanco|stanca|stanchi morto|morta|morti; telefono|cellulare|batteria|telefonino ..
        morto|morta; natura morta; punto morto; stagione morta; bassa stagione; non
        serve|occorre|importa ..2 risposta; paura dei|delle|di
        cani|altezze|volare|altezza|api|serpenti|perdere; vertigini;
        riaccredit*|stornare|storno|rimborso sulla|alla stessa carta; volo|traghetto|treno ..
        rimborsato|rimborsano|rimborso; vittima di phishing; assicurazione legale; stazione di
        polizia; caserma dei carabinieri; penale di cancellazione prevista; senza penal*;
        cancellazione gratuita prevista
    """),
    negators=phrases("non; senza; mai; nessun; nessuna; ne; invece; neanche; nemmeno; evitare"),
    light_words=phrases("""
        voglio|vogliamo|vorrei|vorremmo|intendo|intendiamo|ho|abbiamo|sto|stiamo|devo|
        dobbiamo|serve|occorre|bisogno; vi; mi; ci; lo; la; le; li; ne; il; i; gli; un; una; di;
        a; da; alcun; alcuna; nessuna; essere; stato; stata; fare; per; far; certo; ancora;
        proprio; piu; è; e; sara; adire; ricorrere; procedere; agire; andare; intenzione;
        intenzionato; intenzionata; al; alle; ai
    """),
    intents=phrases("""
        ho|abbiamo gia|subito|anche? contattato|segnalato|aperto|informato|scritto|
        incaricato|sporto|presentato|pubblicato|inviato|avvisato; procedo; procedero; procederemo;
        agiro; agiremo; faro; faremo; sono|siamo|saro|saremo|mi|ci
        costretto|costretta|costretti|vedo|vedro|vediamo|costringete; scrivero; scriveremo;
        aprir*; apro; contatt*; segnal*; rivolg*; pubblich*; pubblic*; mettero; metteremo; metto;
        lascero; lasceremo; lascio; postero; posteremo; posto; racconter*; racconto; dir*; dico;
        intendo; intendiamo; andro; andremo; vado; andiamo; chieder*; chiedo; passo; passero;
        denuncer*; denuncio; invier*; mander*; presenter*; presento; ricorrer*; sporgero; avviso;
        avviser*; informer*; informo; coinvolg*; voglio; devo; dovro; dovremo; condivider*;
        condivido; avvis*; mio|nostro|il avvocato|legale; sto|stiamo
        per|valutando|pensando|considerando|contattando|scrivendo|aprendo; non esit*; ho|abbiamo
        intenzione; vedrete; sapr*; leggerete; aspettatevi; avrete; riceverete;
        fatto|far|fare|chiederò|chiedo|dato alla|alla mia|mia banca; la mia banca
    """),
    conditions=phrases("""
        se entro ..8 non; se ..3 nessuno; ^o ..6 o|oppure; oppure stasera|domani|oggi; se non; se
        ..4 non ..1 ho|ricevo|riceviamo|abbiamo|avro|avremo|rispond*|arriv*|rimbors*|risolv*|
        restitu*|mi|ci; in caso contrario; altrimenti; in mancanza; in difetto; in assenza;
        qualora non; a meno che; finche non; salvo; senza un? ..3
        riscontro|risposta|rimborso|soluzione|scuse; vi avverto; vi avviso; vi do|diamo ..2
        #|una|tempo; se necessario; prima di rivolgermi|procedere|agire; ultimo|ultima|ultimi
        avviso|avvertimento|sollecito|possibilita|occasione|chance|diffida|termine; trascorso;
        scaduto; decorso; o mi|ci|vi|lo|rimborsate|restituite|risolvete; oppure; se
        continuate|continua|insistete|ignorate|rifiutate|persistete; in tal caso; prima che|di;
        diffido; dopodiche; poi mi|ci; non mi|ci lasciate; o|e
        faccio|pubblico|vado|chiamo|scrivo|procedo; nel caso|qualora ..4 non
    """),
    deadlines=phrases("""
        entro|tra il? # giorni|ore|giorno; entro ..2 lunedi|martedi|mercoledi|giovedi|
        venerdi|sabato|domenica|domani|oggi|stasera|sera|settimana|ore|mese|fine|termine|
        tot|#; dopodomani
    """),
    legal_acts=phrases("""
        davanti al|a|alla|un giudice|magistrato|corte|tribunale; trascin* ..2 tribunale|giudizio; port* ..2 tribunale|giudizio|giudice; in sede legale|civile|penale; nelle sedi competenti|opportune|legali; vie legali|giudiziarie;
        sporger*|sporgo|presenter*|presento|depositer* un|una denuncia|querela|esposto|ricorso;
        tutto|pratica|caso|questione|faccenda ..3 all|al|ad|a|dal|con ..2 avvocat*|legale;
        sede|sedi giudiziaria|giudiziarie|giudiziale; sedi|sede
        opportune|competenti|opportuna|competente; nostra|mia tutela; giudiziari*; raccomandata
        ..4 avvocat*|legale; avvocat*|legale ..4 raccomandata|lettera; diffida; mio|nostro|mia ..2
        avvocat*|legale ..2 pronto|pronta|interverr*|si occuper*; ricorso al|ai giudice|tribunale;
        ufficiale giudiziario; ingiunzione; vie legali|giudiziarie; azione|azioni
        legale|legali|giudiziaria|giudiziarie; per via|vie legale|legali; proceder*
        legalmente|giudizialmente; agir* legalmente|giudizialmente|in; adir*; tutelarmi|tutelarci
        nelle|legalmente|in; tutela legale; adire; citar* in; citarvi; vi cito|citero|citeremo; vi
        denunc*; vi quer*; quereler*; querela; portar* in tribunale|giudizio; vi
        portero|porto|porteremo ..1 tribunale|giudizio; vi faccio|facciamo|faro|faremo causa;
        far*|faccio|intentare|intenter* causa; causa contro|civile; denuncer*;
        denuncio|denunciamo|denunciare|denunciarvi|denunciarla voi|la|il|questa|questo|tutto|
        vostra|vostro|struttura|ostello|i|le|alla|alle|ai|alle;
        sporger*|sporgo|presenter*|presento|presentare|deposit* formale?
        denuncia|querela|esposto|ricorso; fare|faro|faremo|faccio denuncia|esposto; esposto
        alla|al|all|ai|contro; decreto ingiuntivo; messa in mora; diffida legale|formale; diffido;
        sentirete|sentira|sentirete|riceverete|avrete ..4 avvocat*|legale|legali; ci
        vediamo|vedremo|rivediamo in tribunale; in|al ..1 mani|mano del|dei ..1
        avvocat*|legale|legali; affid* ..5 avvocat*|legale|legali; i|il miei|mio|nostro|nostri
        avvocat*|legale|legali ..2
        vi|scriver*|contatter*|provveder*|procede*|agir*|si|invier*|ha|sta|e|dice;
        richiesta|risarcimento ..2 danni in|tramite|per sede|avvocato|legale|giudice
    """),
    legal_actors=phrases("""
        agenzia delle entrate; fisco; difensore civico; ispettorato del lavoro; ufficio igiene; ente turismo; azienda sanitaria; regione campania;
        avvocat*; legale; legali; tribunale; giudice di pace; giudice; codacons; adiconsum;
        federconsumatori; altroconsumo; associazione|tutela|difesa|sportello ..2 consumator*;
        consumatori; ombudsman; agcm; antitrust; autorita; conciliazione; garante ..2 privacy;
        guardia di finanza; finanza; asl; nas; ispettorato; vigili; comune di positano; camera di
        commercio; procura; unione consumatori
    """),
    police=phrases("polizia; carabinieri; questura; forze dell ordine; guardia di finanza"),
    turning_verbs=phrases("""
        rivolg*; contatt*; inform*; coinvolg*; sent*; consult*; incaric*; segnal*; affid*; passo;
        passer*; passare; scriv*; and*; vado; chiam*; chied*; interpell*; avvis*; ricorr*; parl*;
        invier*; mander*; denunc*; mett* in mano|mani; trasmett*; far* interven*; ho
        inoltrato|dato; inoltr*; fatto
    """),
    platforms=phrases("""
        booking com; booking; hostelworld; airbnb; expedia; agoda; la piattaforma; il portale
    """),
    shopping_verbs=phrases("prenot*; cerc*; guard*; trov*; scegl*; ved* su"),
    report_verbs=phrases("""
        verific* ..3 annuncio|struttura|pagina; annuncio; provvedimenti; segnal*; reclam*;
        reclamo; reclami; contestazione; contestare; disputa; apr* ..2
        pratica|caso|controversia|contestazione|reclamo|segnalazione; lament*; denunc*; interven*;
        rimuov*; cancell* dal|dalla; far* togliere|rimuovere|cancellare; escalation; contro di;
        contro la|il|vostr*; rimborso tramite; togliervi; ricorso; protest*
    """),
    public_acts=phrases("""
        finir* sul|sui|in ..2 giornale|giornali|tv|prima; articolo ..4 vostro|nome;
        rendo|render*|rendere ..2 pubblic*|noto; alla stampa; sui giornali; sul giornale; in
        televisione; in tv; far* conoscere|sapere ..2 tutti; sapranno|saprà tutti; tutti ..1
        sapranno|sappiano|sapra|vedranno|leggeranno; tutti devono|dovranno|dovrebbero
        sapere|conoscere; rovin* ..2 reputazione|immagine; vi faccio|faro|faremo ..2
        pubblicita|recension*; sputtan*; smascher*; striscia la notizia; le iene; diventer*
        virale; diffonder* ..4 social|tutti|web
    """),
    press=phrases("""
        articolo; stampa; giornale; giornali; giornalist*; quotidian*; redazione; televisione; tv;
        tg; rivista; media; testat*; telegiornal*; rai; mediaset; fanpage;
        cronist*; mattino; corriere; repubblica; radio; striscia la notizia;
        iene; mi manda raitre
    """),
    audiences=phrases("""
        tripadvisor; trustpilot; facebook; instagram; tiktok; tik tok; twitter; youtube; follower;
        followers; lettori; iscritti; miei|mio|nostro ..2
        seguaci|blog|canale|pubblico; mi|ci seguono; seguono ..2 persone|mila;
        persone|mila ..2 seguono|leggono|guardano; social; social
        network
    """),
    public_places=phrases("""
        tripadvisor; google; trustpilot; facebook; instagram; tiktok; tik tok; twitter; youtube;
        social; social network; online; recension*; web; internet; follower; followers; blog;
        gruppi; stelle; stella; forum; rete
    """),
    publish_verbs=phrases("""
        ritrov*; trov*; vedr*; mostr*; pubblic*; post*; condivid*; scriv*; lasc*; racconter*;
        racconto; raccontare; mett*; diffond*; avvis*; avvert*; segnal*; dir*; carich*; far*
        girare|sapere|vedere; inserir*; aspett*; avrete; invier*; mander*; contatt*; rivolg*;
        parl*; finir*; finit*; finisc*; leggerete; chiam*
    """),
    bad_publicity=phrases("""
        come|cosa ..4 trattat*|trattate|successo|lavorate|comporta*|ridott*; per filo e per segno;
        con una stella; una stella; di voi; quanto accaduto; recensione di conseguenza; recensione
        ..2 conseguen*|merit*|adeguat*; recension* ..2
        negativ*|pessim*|brutt*|terribil*|onest*|dettagliat*|critic*|disastros*|veritier*;
        pessim*|brutt*|negativ* recension*; una|1|zero|sola stella; foto e|o video; le foto; le
        mie foto; i video; la verita; vostra reputazione; come trattate|vi
        comportate|lavorate|truffate; quello che e|mi|ci successo|avete|fatto|capitato; cosa
        e|mi|ci successo|avete; state alla larga; stare alla larga; sconsigl*;
        avvertire|avvisare|avvisero|avvertiro ..2 altri|tutti|viaggiatori; tutta la storia; l
        accaduto
    """),
    good_publicity=phrases("""
        bell*|ottim*|buon*|splendid*|positiv*|fantastic*|meraviglios*|bellissim* recension*;
        recension* ..1 positiv*|ottim*|bell*|bellissim*|entusiasta|fantastic*; 5|cinque stelle;
        consiglier*; consigliarvi; grazie di tutto
    """),
    accusations=phrases("""
        siete|sei|sono|e|è|era|fate|questa|questo|questi|si|quest|avete|trattasi ..4
        truffator*|ladri|ladro|imbroglion*|delinquent*|truffa|frode|furto|disonesti|rapina|
        estorsione|criminali|raggiro|appropriazione|banditi|farabutti; mi|ci avete
        derubat*|truffat*|rubato|imbrogliat*|fregat*|raggirat*|rubati|rubata; avete
        rubato|sottratto|falsificat*|clonato; truffat* da voi; derubat* da voi; vera e propria
        truffa|frode|rapina; razzist* siete; addebito|addebiti|prelievo|prelievi fraudolent*;
        vostra truffa|frode; banda|branco|covo di ladri|truffatori|imbroglioni; ladri!;
        comportamento|gestione truffaldin*|fraudolent*|criminal*
    """),
    fraud_words=phrases("""
        truff*; frod*; rubat*; rubare; ruba; furto; ladr*; derubat*; imbrogli*; raggir*;
        estorsione; sottratt*; clonat*; clonazione; falsificat*; fals* fattur*|dann*|addebit*;
        mazzett*; mentit*; corrott*; ricatt*
    """),
    fraud_doubts=phrases("""
        link; mail; email; e mail; messaggio; sms; sito; phishing; telefonata; non vorrei; temo;
        paura; sicur* che; verificare; sospett*; si spaccia|spacciano|finge; banca ..
        bloccat*|segnalat*; bloccat*; per caso; assicurazione; sembra; sembrava; potrebbe; evitare
    """),
    misconduct_acts=phrases("""
        mano|mani sulla|sulle|sul|sotto|addosso; fotografat* ..4 carta|passaporto|documento;
        seduto ..3 letto; soldi|denaro|contanti|euro|portafoglio ..3 sparit*|scompars*|mancan* ..6
        cassaforte|armadietto|chiave|reception|personale; di nascosto; telecamera nascosta;
        entrat* ..3 camera|stanza|doccia|bagno ..4 cambia*|spoglia*; insult*; molest*; palpegg*;
        palpat*; toccat*; toccava; mi|ci|le|la|l ha|hanno toccat*|palpat*|abbracciat*|
        baciat*|spint*|colpit*|picchiat*|schiaffeggiat*|afferrat*|strattonat*|aggredit*|
        minacciat*|insultat*|seguit*|filmat*|fotografat*|spiat*|derubat*|rubat*|ricattat*|
        discriminat*; razzist*; razzial*; omofob*; sessist*; discriminat*; discriminazione;
        aggredit*; ubriac*; drogat*; entrat* ..3 camera|stanza|doccia|bagno|dormitorio ..4
        senza|mentre|bussare|dormiv*|nuda|nudo; rovistat*; frugat*; frugav*; rovistav*;
        perquisit*; rubat* ..3
        borsa|soldi|portafoglio|contanti|euro|zaino|mi|mia|mie|miei|dal|dalla; ha|hanno
        rubato|preso|sottratto|intascato ..3
        soldi|borsa|portafoglio|euro|mia|mio|miei|zaino|contanti|mance; intascat*; spiav*; filmat*
        ..3 doccia|bagno|ragazze|camera|di; mani addosso; avances; molestie; alzato le mani; alz*
        le mani; copiato|clonato ..2 carta|passaporto|dati; battute sessuali|oscene; insulti
        razzisti|omofobi|sessisti
    """),
    staff=phrases("""
        vostr*; voi; avete; siete; personale; staff; receptionist; reception; addett*; dipendent*;
        portiere; titolar*; proprietari*; gestor*; direttore; direttrice; responsabile; manager;
        ragazzo|ragazza|uomo|tizio|signore|signora|tipo|donna alla|della|al|del|in|dietro
        reception|banco|desk|bar|turno; struttura; ostello; cameriera; addetta; collaborator*;
        inserviente; guardiano; custode; impiegat*; pulizie; donna|signora|ragazza delle pulizie;
        barista; notturno
    """),
    others=phrases("""
        mio ex; mia ex; stalker; altr* ospit*|client*|ragazz*|person*; ospit*
        della|del|in|nella|nel|di camera|dormitorio|stanza|mia|nostra|sopra|accanto;
        un|uno|una|qualche ospite|client*|sconosciut*|ladro|ragazzo|ragazza|turista; qualcun*;
        compagn*; coinquilin*; vicin*; turist*; borseggiator*; tassista; autista; scippator*;
        gente; ignoti; uno sconosciuto; autobus; treno; spiaggia; un uomo
    """),
    pronouns=phrases("lui; lei; gli; poi; si; mi; ci; l"),
    refunds=phrases("""
        rimbors*; restitu*; restituzione; ridat*|ridare|ridia|ridiate|rendete|rendere|
        indietro|riavere|rivoglio|rivogliamo|riaver*
        i|il|la|lo|mi|ci|miei|nostri|soldi|mio|indietro ..2
        soldi|denaro|caparra|acconto|importo|deposito|somma|tutto;
        soldi|caparra|acconto|importo|deposito|denaro indietro; rivoglio; rivogliamo; storno;
        riaccredit*; risarc*; indennizz*
    """),
    charges=phrases("""
        addebit*; prelev*; trattenut*; trattenere; trattenete; trattiene; penale; penali;
        incassat*; tenut* ..3 soldi|caparra|acconto|importo|deposito|tutto|#; pretendete;
        chiedete; chiesto ..2 #; scalat*; mora; fattura|conto di; pagare lo stesso|comunque; presi
        ..2 carta; carta ..2 addebit*; cobr*
    """),
    refusals=phrases("""
        rifiut*; negat*; negate; nega; negare; non mi|ci|ne|vi|lo|li|si ..1
        spetta|spett*|rimborsat*|restitu*|dovuto|risulta|volete|rimborser*|ridate; non ..1
        volete|intendete|avete|ha|e ..3 rimbors*|restitu*|ridare; non|mai ..1 rimborsat*; nessun
        rimborso|diritto; rispondete|rispondeste|risposto|dite|detto|scrivete ..3
        non|nulla|niente|nessun*; respint*; appell* alle|alla; nascondete dietro
    """),
    objections=phrases("""
        miei|nostri diritti; non potete ..1 tener*|trattener*|far*|pretend*; senza motivo;
        pubblicita ingannevole; contest*; non ..1
        accett*|concord*|condivid*|ritengo|trovo|sono|siamo d?
        accordo|giusto|corretto|legittimo?|questa|questo|la|le|il|che; non accett*; non
        e|è|mi|lo|la|sembra|pare|trovo ..3 corrett*|giust*|accettabil*|legal*|onest*|
        legittim*|regolare|seri*|ammissibil*|possibile|quanto; inaccettabil*; ingiust*; scorrett*;
        assurd*; vergogn*; illegal*; illegittim*; scandalos*; abusiv*; ridicol*; indecent*; mi
        oppongo; ci opponiamo; in disaccordo; disaccordo; ho|abbiamo|avrei|avremmo diritto; mi|ci
        spetta|spettano|dovete|aspetto|spettava; siete|sei obbligat*|tenuti; non avete|avevate il?
        diritto; reclam*; in malafede; violazione; inadempien*
    """),
    demands=phrases("""
        esig*; pretend*; chiedo|chiediamo|richiedo|richiediamo|attendo|attendiamo|aspetto|
        aspettiamo|reclamo|reclamiamo|voglio|vogliamo|sollecito|sollecitiamo|rivendico; mi|ci
        aspetto|aspettiamo|dovete|spetta|spettano; rivoglio; rivogliamo; dovete; immediat*;
        intimo; diffido; ridatemi; ridateci; restituitemi; restituiteci; rimborsatemi;
        rimborsateci; subito
    """),
    wishes=phrases("""
        vorrei; vorremmo; gradir*; desider*; chied*; prego; per favore; potete; potreste; potrei;
        sarebbe; mi piacerebbe; spero; è|e possibile; confido; richiedo; pretendo; merito;
        meritiamo
    """),
    cancelled=phrases("""
        disdett*; disdir*; cancell*; annullat*; annullament*; annullo; annulliamo; annullare
        la|il|prenotazione|tutto; non mi|ci? sono|siamo ..1 presentat*|venut*; mancata
        presentazione; no show; non ..1 potut* venire|partire|arrivare|raggiungere; andat* via;
        partit* prima; rinunc*
    """),
    failures=phrases("""
        inesistent*; non esist*; mai avut*|vist*|usat*|esistit*;
        overbooking; non c era|erano ..3 posto|letto|camera|stanza|nessun*|post*|prenotazion*;
        nessun* letto|posto|camera; non risult*; sparit*; mandat* via|altrove|altra|in;
        dato|data|ceduto|ceduta|assegnat* ..3 altri|altro|qualcun*; cimic*; scarafagg*; topi;
        topo; sporc*; sudici*; muffa; lurid*; schif*; senza
        acqua|riscaldamento|luce|elettricita|corrente|finestr*|aria; acqua fredda|gelata; rott*;
        guast*; non funzion*; non ..1 dormit*; impossibile dormire; invivibil*; inagibil*;
        allagat*; rumor* insopport*; lavori in corso; chius* ..3 reception|nessuno|porta; divers*
        da|dalle|dalla|rispetto; non come|corrisponde*|conforme; dov* ..1
        trovare|cercare|pagare|andare|dormire ..4 altrove|altro|altra|albergo|hotel|fuori; notte
        ..2 inferno|insonne|incubo; disastro; disastros*; incubo; addebit* ..4 due volte; pagat*
        ..2 due volte per|a causa; doppio addebito; lasciat* fuori; pessim*; orribil*
    """),
    despite=phrases("""
        nonostante; malgrado; benche; sebbene; anche se; pur; comunque; lo stesso; ugualmente;
        tuttavia; eppure; ma; pero; invece; ancora
    """),
    damages=phrases("""
        risarc*; danni; danno; indennizz*; differenza; spese; costo|costi ..3
        albergo|hotel|taxi|notte|camera; valore; pretendete; albergo|hotel ..3 #
    """),
    other_money=phrases("""
        stipendio; budget; guadagn*; affitto; paga mensile; retribuzione; seguaci
    """),
    chargebacks=phrases("""
        chargeback; charge back; riaddebito; disconosc*; storno
        tramite|con|dalla|alla|presso|bancario; contest* ..5
        tramite|con|presso|alla|dalla|attraverso ..1
        banca|carta|paypal|emittente|nexi|visa|mastercard|circuito; bloccare|revoc*|annull* ..3
        addebito|pagamento|bonifico .. banca; disputa|contestazione|controversia|reclamo ..1
        paypal|carta|banca; stornare ..3 banca|carta
    """),
    banks=phrases("""
        mia|nostra|la|alla|dalla banca; banca; paypal; visa; mastercard; nexi; american express;
        amex; societa|emittente|gestore|circuito ..2 carta; carta di credito; revolut; postepay
    """),
    reversals=phrases("""
        stornare; storno; storn*; contest*; disconosc*; revoc*;
        bloccare|blocco|bloccher*|annull*|ritir* ..3 addebito|pagamento|transazione|operazione;
        recuperare; riprend* ..2 soldi|importo; farmi|farci restituire|rimborsare|ridare; disput*
    """),
    sure_deaths=phrases("""
        non ce l ha fatta; se n e|è andat*; se ne e|è andat*; ci ha lasciat*; tolto la vita;
        venuto a mancare; spirat*; funeral*; lutto; decess*; decedut*; scompars* di|improvvisa|di;
        mancat* ..2 mio|mia|nostro|nostra|il|la ..1 padre|madre|mamma|papa|nonn*|marito|
        moglie|fratello|sorella|zi*|figli*|amic*|suocer*; venut* a mancare; perso|perduto
        mio|mia|nostro|nostra|il|la ..1 padre|madre|mamma|papa|nonn*|marito|moglie|fratello|
        sorella|figli*|amic*|bambin*|compagn*; morte di mio|mia|nostro|una|un; suicid*; aborto;
        esequie; camera ardente
    """),
    deaths=phrases("""
        morto; morta; morti; morte; muore; morendo; moribond*; mancat*; spento; spenta; deced*
    """),
    relatives=phrases("""
        padre; madre; mamma; papa; babbo; genitor*; marito; moglie; figli*; fratello; sorella;
        nonn*; zi*; cugin*; compagn*; fidanzat*; suocer*; cognat*; nipot*; amic*; bambin*;
        neonat*; collega; io
    """),
    critical_care=phrases("""
        terapia intensiva; rianimazione; coma; operat* ..2 urgenza; operazione|intervento ..1
        urgen*; condizioni gravi|critiche|gravissime; gravi|gravissime condizioni; infart*; ictus;
        pericolo di vita|morte; in fin di vita; tumore; cancro; malato|malata terminale; incidente
        grave|stradale|d; grave incidente; ricoverat* ..3 urgen*|gravi|d|ospedale; ambulanza;
        pronto soccorso; emorragia; overdose; shock anafilattico; crisi epilettic*; meningite
    """),
    hospitals=phrases("ospedale; ricoverat*; ricovero; operat*; chemio*; leucemia; diagnosticat*"),
    perils=phrases("""
        mi|ci sta|stanno|segue|seguono|ha|hanno|stava|insegue|perseguita seguendo|inseguendo|
        aggredit*|rapinat*|minacciat*|picchiat*|pedinando|perseguitando|da; stalker; stalking; in
        pericolo; violenza domestica|sessuale; violent* ex|compagno|marito; ex|compagno|marito
        violent*; stuprat*; stupro; uomo|tizio|tipo|ex ..3 coltello|pistola; minacci* ..4
        coltello|pistola; farmi|farla del male; togliermi la vita; suicidarmi; mi|ci
        segue|seguono|insegue|minaccia|minacciano|perseguita; scappare da|dal
        mio|lui|marito|compagno; non mi sento|sentiamo al sicur*; aggredit*; rapinat*
    """),
    fears=phrases("""
        paura; terrorizzat*; spaventat*; panico; terrore; piangendo; piango; in lacrime;
        disperat*; sotto shock; tremo; angosciat*; non so cosa|che|piu fare; aiuto; aiutatemi;
        aiutateci; vi prego; non mi|ci sento|sentiamo sicur*|al|tranquill*
    """),
    alone=phrases("""
        da sol*; sola; solo io|con; sono sol*; tutt* sol*; completamente sol*; senza
        batteria|telefono|soldi|nessuno; batteria ..2 #|scarica|scaricando|finendo|morendo; notte
        fonda; cuore della notte; buio; non c e|è nessuno; nessuno in giro|per|qui; ragazza sola
    """),
    outside=phrases("""
        fuori dalla|dal|davanti|in|al|alla; davanti alla|al|a
        porta|portone|ingresso|cancello|ostello; per strada; in strada; in mezzo alla strada;
        codice ..3 non ..1 funzion*|va|apre; porta ..3 non si? ..1 apre|funziona|chiusa; nessuno
        apre|risponde|ci|mi; per terra
    """),
    stranded=phrases("""
        chius* fuori; bloccat*; rimast* fuori|a|in|bloccat*|per; non riesc* ad? entrare|aprire;
        non possiamo|posso|possono entrare; perso|persa ..2 ultimo|ultima|corriera|coincidenza;
        ultimo|ultima ..2 partito|perso|andato|partita; non sappiamo|so dove ..1
        andare|dormire|stare; senza un posto|tetto; abbandonat*
    """),
    children=phrases("""
        bambin*; neonat*; figli*; bimb*; incinta; mesi; anzian*; disabil*; sedia a rotelle;
        piccol*
    """),
    menaces=phrases("uomo; uomini; tizio; tizi; sconosciut*; ubriac*; mio ex; aggressiv*"),
    contacted_before=phrases("""
        ho|abbiamo|avevo|avevamo gia|anche|mai|piu|sempre|inoltre? ..2 scritto|scritta|
        telefonato|chiamato|segnalat*|reclamat*|chiest*|detto|parlat*|inviat*|mandat*|
        contattat*|avvisat*|comunicat*|lamentat*|fatto|sollecitat*; vi|le ho|abbiamo gia? ..1
        scritto|telefonato|chiamato|segnalato|chiesto|detto|inviato|mandato|contattat*|
        avvisat*; mi|ci ero|sono|siamo|eravamo gia? ..1 lamentat*|rivolt*;
        mi|mia|mie|miei|nostre|nostra|precedent*
        mail|email|messagg*|telefonat*|segnalazion*|richiest*|reclam*|e|lettera|sollecit*; gia
        scritto|segnalato|chiesto|telefonato|chiamato|lamentat*|detto|reclamato|sollecitato
    """),
    often=phrases("""
        due|tre|quattro|cinque|sei|diverse|varie|molte|parecchie|numerose|piu|tante|2|3|4|5|
        mille|troppe volte|mail|email|messaggi|telefonate|segnalazioni|richieste|e; ripetutamente;
        continuamente; ogni giorno|sera|notte|volta|mattina; piu volte;
        seconda|terza|quarta|quinta|ennesim*|secondo|terzo|quarto|quinto|2a|3a|sesta
        volta|mail|email|messaggio|segnalazione|reclamo|sollecito|richiesta|e; gia; lamentat*;
        reclam*; da giorni|settimane; ieri e|ma; ieri
    """),
    repeated_times=phrases("""
        terza|quarta|quinta|sesta|settima|ennesima|centesima|decima|3a|4a|3ª|4ª volta ..3
        scriv*|segnal*|chied*|lament*|reclam*|contatt*|telefon*|chiam*|dic*|ripet*|
        sollecit*|comunic*|richied*|mand*|prov*;
        terza|quarta|quinta|sesta|ennesima|terzo|quarto|quinto|ennesimo|sesto
        mail|email|messaggio|segnalazione|reclamo|richiesta|e|comunicazione|lamentela; seconda
        volta ..3 lament*|reclam*|segnal*; secondo reclamo|sollecito; seconda
        segnalazione|lamentela; quante volte ..3
        scriv*|dir*|dic*|chied*|segnal*|telefon*|ripet*|lament*|deve|devo|dobbiamo|ancora; gia ..2
        lamentat*|reclamat*|segnalat*; ho|abbiamo|avevo|avevamo ..2 segnalato ..3
        volte|giorni|ieri; sollecitat* ..2 volte;
        scritto|chiamato|telefonato|segnalato|chiesto|detto|parlato ..4
        tre|quattro|cinque|piu|diverse|varie|molte|mille|3|4|5 volte; ancora una volta ..2
        costrett*|scriv*|lament*
    """),
    despite_letters=phrases("""
        due|tre|quattro|cinque|diverse|varie|2|3|4 mail|email|messaggi|telefonate|e ..5 dopo;
        nonostante|malgrado
        i|le|la|il|numeros*|ripetut*|divers*|vari*|tre|due|molt*|tant*|mie|miei|nostre ..3
        mail|email|messaggi*|telefonat*|segnalazion*|richiest*|reclam*|sollecit*|lettere|
        lamentel*|e|chiamat*; ripetute|numerose|continue
        segnalazioni|richieste|lamentele|telefonate; dopo
        tre|quattro|due|diverse|varie|numerose|molte|tante|3|2|4
        mail|email|messaggi|telefonate|segnalazioni|richieste|solleciti|e
    """),
    unheard=phrases("""
        non ..1 succede|accade|cambia nulla|niente; non ..1 e|è intervenut*; nessun* ..2
        risposta|riscontro|rispost*|risponde|rispondono|reazione|soluzione|interven*|fa|
        fatto|ascolt*|fatt*|venut*|risolt*|si|ha|e; senza ..2
        risposta|riscontro|esito|risultato|successo|risultati; non ..2
        risposto|rispost*|risponde*|rispond*|ricevuto ..1
        risposta|nulla|niente|riscontro|alcun*|nessun*; non ..2
        rispost*|rispond*|cambiat*|risolt*|successo|fatto|fate|funziona; non e|è ..2
        cambiato|successo|stato|arrivat*; niente; nulla; ignor*; invano; inutil*; ancora
        non|niente|nulla|nessun*|rott*|guast*|sporc*; tuttora; mai ..1
        risposto|ricevuto|risolto|rispost*|arrivat*; silenzio; ancora aspett*|attend*; continu* a
    """),
    complaints=phrases("""
        lament*; reclam*; inaccettabil*; delus*; vergogn*; arrabbiat*; furios*; indignat*; stuf*;
        stanc*; scandalos*; ridicol*; assurd*; pessim*; terribil*; orribil*; insopportabil*;
        disservizio; poco seri*; scarsa; scortes*; maleducat*; problema ..2
        persiste|resta|rimane|ancora; ancora ..1 rott*|guast*|sporc*|non|fredd*|senza; non
        funziona; non e|è ..2 riparat*|risolt*|pulit*|sistemat*|funzion*|possibile; schifo; non
        va; rumor*; pazienza; puzz*; disguido
    """),
)
