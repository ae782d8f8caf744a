"""Italian: how a threat is made without naming its act, and what harm is told of."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import ReprisalRules, phrases

RULES = ReprisalRules(
    retributions=phrases("""
        occup* ..1 di voi|lei|questo|tutto|vostr*; pens* a voi; sent* con|da;
        riceverete|ricevera|aspettate*|aspettatevi ..3
        lettera|raccomandata|diffida|pec|notizie|comunicazione; diffid*; ved* ..3 l ora ..2 di;
        segue|seguira|seguir*|prend*|cur* ..2 il|la|mio|nostro|questo
        caso|pratica|questione|faccenda; caso|causa|pratica|azione contro di? voi|vostr*|lei;
        vostro|questo|mio caso; far* vedere; decid*|decider*|stabilir* ..1 il|un|lo
        giudice|tribunale; decid*|stabil*|risolv* ..3 chi|questione|ragione|vertenza; in
        mano|mani; mandato; dice|detto|conferma*|sostiene|consigl* ..5
        ragione|diritto|causa|rimborso|danni|denuncia; palla passa|passera;
        risponder*|rispondere ..2 davanti|a; assist*|rappresent* ..2 me|noi|mi|ci; mi|ci
        assiste|rappresenta|difende; mettersi|mettere al lavoro
    """),
    legal_idioms=phrases("""
        sed* opportun*|competent*|legal*|giudiziari*; cart* bollat*; vie legali; per vie|via
        legali|legale|giudiziari*; far* valere ..3 diritti|ragioni; mezzi|strument* ..3
        legge|legali; termin* di legge; provvedimenti|misure|azioni
        legali|giudiziari*|consentit*; tutel* ..3 diritti|interessi|legalmente|sede|sedi;
        davanti al|a un|ad giudice|tribunale|avvocat*; in tribunale; citar* ..1 in giudizio;
        far* causa; risarcimento ..2 danni ..3 chieder*|pretend*; ci vediamo ..2
        giudice|tribunale|avvocat*; rivalersi|rivarr*; lo|la decider* un|il giudice; legge e|è
        dalla; mi|ci rivar*
    """),
    person_reports=phrases("""
        denunciarvi|denunciarla|denunciarlo|denunciarli; vi|la|lo|li
        denuncio|denuncero|denunciamo|denunceremo;
        denuncio|denunciare|denunciamo|denuncero|denunceremo ..1 voi|il|la|lo|al ..1
        vostr*|titolare|ragazzo|signora|addett*|struttura|ostello; denuncia|querela|esposto
        contro|nei confronti|verso|a carico; sporg* ..2 querela; querel* vi|il|la|per;
        vi|la|lo|li querel*; querelarvi; esposto ..3 procura|carabinieri|polizia|questura;
        fare|faccio|faro ..1 il vostro nome|nomi; carabinieri|polizia|questura ..4
        vostro|vostra|vostri|nome|contro
    """),
    afterwards=phrases("""
        ^poi; ^dopo; ^dopodiche; ^trascorso|trascorsi; ^passato|passata|passati;
        ^scaduto|scaduta|scaduti; ^oltre; dopo di che; da li in poi; da quel momento
    """),
    scandal_hunts=phrases("""
        stor*|cas*|vicend* ..1 come la|il|questa|questo|queste|mia|mio; cerc*|raccogl*|occup*
        ..3 stor*|cas*|testimonianze|vittime|truff*|fregatur*;
        inchiest*|servizio|servizi|puntata|articolo ..4
        truff*|fregatur*|ostell*|albergh*|alberg*|furb*|turist*|disonest*; trattate i
        clienti|ospiti|turisti; come ..2 trattat* ..2 clienti|ospiti|turisti;
        albergator*|gestor*|ostell*|strutture
        disonest*|furb*|truffald*|scorrett*|sporc*|fuorilegge; racconto tutto;
        raccontare|raccontarle|raccontargli tutto
    """),
    demonstratives=phrases("""
        e|è ..1 razzis*|discriminazion*|omofob*|furto|truffa|un; questa|questo|quella|quello
        e|è|si; si chiama; bell* e buon*; pur*
    """),
    sole_keys=phrases("""
        solo|soltanto|unic*|nessun*|tranne|eccetto|se non ..2
        vostr*|voi|personale|addett*|signor*|pulizie|reception ..5
        chiav*|codice|accesso|passepartout|entra*; chiav*|codice|accesso ..3
        solo|soltanto|unicamente ..2 voi|vostr*|personale|reception|pulizie|addett*; unic* ..2
        aver*|ha|hanno|con ..3 chiav*|accesso|codice ..3 vostr*|personale|voi|addett*
    """),
    injuries=phrases("""
        scossa; ustion*; non sento piu|le|la|il;
        rott*|fratturat*|slogat*|spezzat*|ferit*|ustionat*|bruciat*|tagliat*|schiacciat* ..2
        braccio|braccia|gamba|polso|caviglia|piede|mano|spalla|anca|costol*|naso|testa|ginocchio|dito|gomito|schiena|dente|denti;
        braccio|gamba|polso|caviglia|piede|mano|spalla|costol*|naso|ginocchio|dito
        rott*|fratturat*|slogat*|gonfi*|ingessat*;
        cadut*|caduto|scivolat*|precipitat*|inciampat*|ruzzolat* ..1
        dal|dalla|dalle|dai|sul|sulla|sulle|sui|giu|nel|nella|per|addosso; cadut*|caduto;
        trauma|commozione cranic*|cerebrale; punti di sutura; sangu*|perd* sangue; svenut*;
        priv* di sensi; presa la|una scossa; scossa elettrica; folgorat*; intossica*; avvelena*;
        monossido; fuga|odore|puzza di gas; shock anafilattico; reazione allergica; non
        riesco|riesce a muover*; fiamme; incendio
    """),
    premises=phrases("""
        dalla|dal|con|nella ..1 presa|filo|spina|lampada|stufa|muro;
        dalle|sulle|dal|sul|dalla|sulla|nella|nel|giu|per ..1
        scal*|scalett*|ringhier*|terrazz*|balcon*|piastrell*|pavimento|doccia|letto|gradin*|cucina|bagno|camerata;
        vostr* ..1
        scal*|letto|letti|ringhier*|terrazz*|doccia|pavimento|cucina|colazione|ostello|struttura;
        ringhiera|corrimano|scaletta|letto|soffitto|presa|vetro|gradino|mensola|balaustra ..3
        cedut*|rott*|crollat*|staccat*|cadut*|venut*; da voi
    """),
    frail=phrases("""
        nonn*; anzian*; settant* ann*; ottant* ann*; settantenn*; ottantenn*; novantenn*; di #
        anni; sedia a rotelle; carrozzina; disabil*; invalid*; incint*; diabetic*; epilettic*;
        asmatic*; febbre
    """),
    told=phrases("""
        raccont*|descriv*|spieg*|sapra|sapranno|verra|verranno a? sapere|riceve*|ricever*; tutta
        la|intera storia|verita; come stanno le cose; per filo e
    """),
)
