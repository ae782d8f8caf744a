"""French: what a guest's threats, accusations, disputes and emergencies are made of.

Verbs by stems (present, future and infinitive share them); the apostrophe parts words (j exige).
"""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import EscalationRules, phrases

RULES = EscalationRules(
    harmless=phrases("""
        porte|porter|depose|deposer|depot de? plainte pour|suite ..4
        vol|vole|volee|voles|perdu|perdue|perte|sac|telephone|portable|passeport|portefeuille;
        a en mourir|crever|pleurer|perir; mourir|mort|morte|morts ..1 chaud|froid|chaleur|ennui; lu|vu|entendu|trouve|decouvert|connu*|lisant ..5 journal|presse|magazine|tele|television|radio;
        comparaitre; temoigner; temoin ..4 tribunal; audience ..3 tribunal; convoqu* ..3 tribunal;
        mort*|decede*|disparu*|perdu ..6 annees|ans|an|mois plus|auparavant; il y a # ans|annees;
        il y a ..2 ans|annees; si je|nous|on ne? trouv*|peux|pouvons; votre|vos ..1
        second*|deuxieme|troisieme|quatrieme|2e|3e mail|message|courriel|rappel|relance|e; avocat
        ..2 toast|crevette*|salade|petit|mur|mure|smoothie;
        toast*|salade|sandwich|tartine*|pain|oeuf*|bagel|smoothie|puree|guacamole ..4 avocat*; a l
        avocat; avocats murs; des avocats ..2 petit; suis|est|etant|comme|etais|serai une?
        avocat*|journaliste|blogueur|blogueuse|influenceuse|influenceur|juriste; avocat* de
        profession|metier; cabinet d avocat*; facture ..6 cabinet|avocat*; tribunal ..2
        temoin|jure; convocation au tribunal; cour interieure; dans la cour; presse agrume*;
        orange pressee; cafe presse; pressing; suis|sommes|etes presse*;
        porter|deposer|porte|deposer|faire plainte ..2 vol|perte; declaration ..2 perte|vol;
        plainte ..2 pour vol|contre x|contre inconnu; commissariat ..2 plainte; gendarmerie ..2
        plainte; mort|morte|morts|mortes de rire|fatigue|faim|soif|froid|peur|trouille|sommeil;
        batterie|telephone|portable morte?|mort; point mort; morte saison; mourir|meurs|mourrait
        d|de ..1 envie|rire|faim; temps mort; angle mort; peur des|du|de|d ..1
        chien*|vide|hauteur*|avion|araignee*|rater|manquer|deranger|oublier|ne; j ai peur que; j
        ai bien peur; vertige; recredit*|rembours* ..3 meme carte|compte; sur la meme carte;
        vol|ferry|train|bateau ..6 annule*|rembours*; pas besoin de repon*; inutile de repon*; ne
        pas repondre; demande* beaucoup; forte demande
    """),
    negators=phrases("pas; ne; n; sans; jamais; ni; aucun; aucune; plutot; eviter"),
    light_words=phrases("""
        de; d; du; la; le; les; l; un; une; des; a; au; aux; en; y; vais; allons; veux; voulons;
        souhaite; souhaitons; voudrais; compte; comptons; ai; avons; suis; sommes; intention;
        besoin; pas; vous; me; te; se; s; m; nous; envisage; vraiment; plus; encore; avoir; etre;
        voulu; que; faire; recours; chercher; cherche
    """),
    intents=phrases("""
        comptez sur moi|nous; vont|va ..2 ador*|decouvrir|savoir|apprendre; vous
        enverra|ecrira|contactera; recevra; recevrez; je|j|on nous? vais|vous|me|m|ai|porte|
        saisi*|contact*|signal*|publi*|post*|laiss*|ecri*|transm*|fer*|alert*|prevenir*|
        engag*|depos*|dem*|inform*|conteste*|ouvr*|partag*|racont*|mett*|exig*|saur*|
        demander*|prendr*|fais|suis|pense|compte|reserve|n|adress*|diffus*|raconte*|avise*|
        averti*|dirai*|donner*|attribuer*; nous allons|avons|sommes|vous|porterons|saisirons|
        contacterons|signalerons|publierons|posterons|laisserons|ecrirons|ferons|engagerons|
        deposerons|demanderons|ouvrirons|partagerons|mettrons|comptons|contestons|
        informerons|alerterons|prendrons|faisons|ecrivons|publions; mon|notre
        avocat*|banque|conseil; ma banque; obligé|obligee|contraint*|forc*; oblige de; me|nous
        reserve*; n hesiter*; attendez vous; vous allez|aurez|verrez|pouvez|serez|recevrez; vais;
        allons; je vous; compte bien; va|vont ..2 savoir|lire|voir
    """),
    conditions=phrases("""
        si ..4 ne|personne|nul; soit ..10 soit; ^ou ..6 ou; sans excuse*; si ..5
        pas|rien|aucun*|toujours|continuez|refusez|persistez|ignorez|jamais; sinon; sans ..4
        reponse|retour|remboursement|geste|solution|nouvelles|excuses|reaction; a defaut; faute
        de; dans le cas contraire; en l absence; a moins que; autrement; faute d; je vous
        laisse|donne # h|heures|jours; si necessaire; s il le faut; au besoin; si vous ..3
        persist*|continu*|refus*|ignor*; derniere|dernier|ultime
        avertissement|chance|mise|fois|mail; dernier rappel avant; soit vous; ou|et je|j|nous ..1
        vais|porte|saisi*|contact*|signal*|publi*|post*|ferai|laiss*|allons; passe ce delai; au
        dela; ensuite je; auquel cas; ne me|nous laissez; tant que; avant que|de; vous avez
        jusqu|#; ou bien; apres quoi
    """),
    deadlines=phrases("""
        d ici ..1 lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|ce|la|le|#|fin|48;
        avant ..1 lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|ce|midi|fin|#; sous #
        jours|heures|h; sous huit|quinze|48 jours|heures|h; dans les # jours|heures; delai; jusqu
        a lundi|mardi|mercredi|jeudi|vendredi|demain|ce
    """),
    legal_acts=phrases("""
        verra|verrons|reverra|reverrons|retrouvera|retrouverons ..2 tribunal|tribunaux|justice|juge; devant le|la|un|les ..1 juge|tribunal|tribunaux|justice|prud;
        dossier|affaire|cas ..5 avocat*|huissier; action en justice; actions en justice;
        poursuites; un|lettre|courrier recommande* ..4 avocat*; avocat* ..5 un|lettre|courrier
        recommande*; valoir ..2 droits ..2 justice; courrier d|de ..2 avocat*|huissier; irons|irai
        ..2 juge|tribunal|justice|prud; mon|notre|ma ..1 avocat*|protection juridique ..4
        prend*|charge*|occup*|contact*; assurance juridique ..4 prend*; huissier;
        porter*|porte|portons|porterons|depose|deposer*|deposons|portera plainte; plainte
        contre|a|aupres|sera; en|la justice; justice ..2 sera|tranchera; poursui* ..3
        justice|judiciaire*|vous; vous poursui*; attaquer* ..2 justice; vous attaqu*; voie
        judiciaire|legale; voies judiciaires|legales|de;
        action|actions|demarche*|procedure*|recours ..1 justice|judiciaire*|juridique*|legale*;
        assign*; mise en demeure; mets en demeure; mettons en demeure; saisi* ..3
        tribunal|justice|juge|conciliateur|mediateur|avocat*|dgccrf|instance*|juridiction; devant
        ..2 tribunal|tribunaux|juge|justice; suites judiciaires|juridiques; dossier ..5 avocat*;
        entre les mains ..4 avocat*; aurez des nouvelles ..3 avocat*; nouvelles de mon|notre ..1
        avocat*; mon|notre|nos avocat* ..3 vous|prendra|va|contact*|ecri*|sera|s|est|a; engag* ..4
        procedure*|poursuite*|action*|recours; signalement ..4
        repression|fraudes|dgccrf|procureur; procureur; plainte penale; plainte en ligne; intent*
        ..2 proces|action; proces
    """),
    legal_actors=phrases("""
        avocat*; tribunal; tribunaux; juge; justice; conciliateur; mediateur; huissier; dgccrf;
        repression des fraudes; ufc que choisir; que choisir; 60 millions; association* ..2
        consommateur*; consommateur*; cnil; protection juridique; inspection du travail; services
        d hygiene; service d hygiene; autorites; signal conso; ecc; centre europeen
    """),
    police=phrases("police; gendarmerie; carabinieri; gendarmes; commissariat"),
    turning_verbs=phrases("""
        contact*; saisi*; appel*; inform*; adress*; consult*; transm*; confi*; alert*; avis*;
        averti*; preven*; ecri*; parl*; signal*; charg*; mandat*; tourn*; rapproch*; remett*;
        remis; aller; vais voir; irai; passe*; passer*; envoy*; envoie*; engag*; prendre contact;
        contacte; recour*; fais|faire|ferai ..1 appel|intervenir; plain*; dem*
    """),
    platforms=phrases("""
        booking com; booking; hostelworld; airbnb; expedia; agoda; la plateforme; plate forme;
        hotels com
    """),
    shopping_verbs=phrases("reserv*; cherch*; regard*; trouv*; chois*; compar*; voir"),
    report_verbs=phrases("""
        verifi* ..3 annonce|etablissement; votre annonce; recevra|aura ..2
        reclamation|plainte|signalement; signal*; reclam*; reclamation*; litige*; plain*;
        plainte*; ouvr* ..3 dossier|litige|reclamation|plainte|cas; interven*; retir* ..3
        annonce|site|plateforme; deferenc*; dereferenc*; denonc*; contest*; contre vous|votre;
        escalad*; rembours* ..3 par|via|aupres; bannir; suspendre
    """),
    public_acts=phrases("""
        fais|faire|ferai|ferons ..2 reputation;
        entendr* ..2 parler; presse|journal|journaux|medias ..3 entendr*|saur*|sera|seront ..3 parler|informe*|courant|averti*|saisi*;
        dans la|les presse|journaux|medias; rendre|rendrai|rends|rendrons ..3 public*; tout|tous
        ..2 monde ..2 saura|sache|sera|verra|va|lira|doit; tous ..1 sauront|sachent|verront; nuire
        ..2 reputation; ruin* ..2 reputation; mauvaise publicite; faire|fais|ferai ..2
        pub|publicite ..1 negative|mauvaise|contre|gratuite; buzz; viral*; etal* ..3
        public|internet; lirez ..3 journal|presse; deball*
    """),
    press=phrases("""
        article; presse; journal; journaux; journaliste*; redaction; television; tele; tv; medias;
        magazine; radio; reporter; tf1; m6; bfm; france 2|3|5|info|inter|televisions; mediapart;
        ouest france; parisien; 60 millions; que choisir; guide du routard; routard
    """),
    audiences=phrases("""
        tripadvisor; trustpilot; facebook; instagram; insta; tiktok; twitter; youtube; abonnes;
        lecteurs; lectrices; followers; mon|notre|ma ..2
        blog|chaine|podcast|audience; me|nous suivent; personnes|gens|mille ..1 suivent|lisent|regardent; reseaux sociaux;
        mes|nos reseaux
    """),
    public_places=phrases("""
        tripadvisor; google; trustpilot; facebook; instagram; insta; tiktok; twitter; youtube;
        reseaux sociaux; reseaux; reseau social; avis; commentaire*; internet; en ligne; blog;
        abonnes; forum*; etoile*; web; toile; story; followers; chaine
    """),
    publish_verbs=phrases("""
        parait*; paru*; sort*; faire; ador*; lir*; verr*; decouvr*; publi*; post*; partag*;
        laiss*; ecri*; mett*; diffus*; racont*; avert*; preven*; inform*; alert*; dir*; dis;
        attend*; donn*; attribu*; depos*; raconte*; envoy*; contact*; pub; fais|faire|ferai
        savoir|tourner|passer; mets; redig*; relay*; aurez; not*; filme*; circul*
    """),
    bad_publicity=phrases("""
        avec votre nom; votre nom; sale|mauvaise|terrible reputation; histoire des|de; recit;
        avis|commentaire|note en consequence; note|avis ..2 refletera|reflet*; etoile ..3 trop;
        avis|commentaire*|note*|critique*|evaluation* ..3 negati*|mauvais*|catastroph*|
        assassin*|desastreu*|salé|sale|salee|honnete*|detaille*|incendiaire*|cinglant*|
        terrible*|deplorable*; mauvais*|tres|pires? avis|note*|commentaire*|critique*;
        une|1|zero|seule etoile; la verite; ce qui ..2 passe*|est|arrive*; ce que ..3
        vecu|subi|vecue|fait|faites; comment vous ..3 traite*|traitez|agissez|comportez;
        les|mes|nos|des|toutes photo*|video*; votre reputation; deconseill*; eviter votre; eviter
        cet|cette; fuir; a fuir; mettre en garde; prevenir ..2 autres|tout|voyageurs|tous;
        notre|mon mesaventure|histoire|experience; effet sur vos; l effet
    """),
    good_publicity=phrases("""
        bon*|bel*|excellent*|super|positi*|tres bon|beau|meilleur*|chouette|genial*
        avis|commentaire*|note*|evaluation*|critique*; avis|commentaire* ..2
        positif*|elogieu*|excellent*|dithyrambique*; 5|cinq etoiles; recommand*; conseiller ..2
        amis
    """),
    accusations=phrases("""
        vous|c|ce|cela|ca|votre|ceci|hotel|auberge|etablissement ..1
        etes|est|s|sont|etait|releve|appelle|ressemble ..4 arnaque|arnaqueur*|escroc*|
        escroquerie|voleur*|vol|fraude|fraudeur*|malhonnete*|voyou*|bandit*|extorsion|
        racket|mafia; etes ..3 voleur*|escroc*|arnaqueur*|malhonnete*|menteur*; m|nous avez|avoir
        ..2 vole*|arnaque*|escroque*|trompe*|menti|roule*|derobe*|depouille*; avez
        vole|derobe|falsifie|detourne; j|nous ..3 ete ..1 arnaque*|vole*|escroque*|trompe* ..2 par
        vous|votre|vos; pure|pur|veritable|vraie|simple escroquerie|arnaque|vol|fraude; votre
        escroquerie|arnaque|fraude; bande de voleurs|escrocs|arnaqueurs; prelevement*|debit*
        frauduleu*; pratiques frauduleuses|malhonnetes|mafieuses
    """),
    fraud_words=phrases("""
        arnaque*; escroc*; escroquer*; fraude*; frauduleu*; vole|voles|volee|volees; voleur*;
        derobe*; detourne*; falsifi*; faux; fausse*; chantage; extorsion; pot de vin; menti;
        mensonge*; subtilis*; racket*
    """),
    fraud_doubts=phrases("""
        lien; liens; mail; email; e mail; courriel; sms; message; site; phishing; hameconnage;
        appel; est ce; si c est; assurer que; verifier; mefi*; prudent*; peur; craign*; crain*; se
        fait|font passer; banque; bloque*; soupcon*; suspect*; semble; pourrait; usurp*; assurance
    """),
    misconduct_acts=phrases("""
        attrap*|empoign*|bouscul*|pouss*|jete*|tire* ..3 bras|dehors|porte|mur|cheveux|col;
        main|mains sur|sous ..2 cuisse*|jambe*|fesse*|sein*|genou|corps; photographi* ..4
        carte|passeport; assis ..3 mon lit; propos ..1 racistes|homophobes|sexistes|antisemites;
        argent|euros|liquide|especes ..4 disparu*|manqu* ..6 coffre|casier|cle; insu; en cachette;
        camera cachee; bouscul*; pris ..3 euros|argent|liquide ..6 coffre|sac|casier; touche* ..3
        fesse*|sein*|cuisse*|mon|ma|mes|fille*|amie|femme|sans|corps; m a touche*; attouchement*;
        tripote*; pelote*; harcel*; agress*; agressé*; sexuel*; sexist*; raciste*; racisme;
        homophobe*; antisemite*; discrimin*; insult* ..3 raciste*|sexiste*|homophobe*|antisemite*;
        frappe*; gifle*; bouscule*; pousse* ..2 violemment|contre|dans; menac*; craché|crache*;
        empoigne*; saisi* par|le bras; vole* ..4
        sac|argent|portefeuille|billet*|euros|affaires|telephone|mon|ma|mes|dans|nos; a|ont ..1
        vole|pris|derobe|subtilise ..4 argent|sac|euros|affaires|portefeuille|billets; fouill*;
        fouine*; entre* ..3 chambre|douche|salle|dortoir ..5
        sans|frapper|pendant|alors|nue*|dorm*; ivre*; saoul*; soul; bourre*; alcoolise*; sentait l
        alcool; drogue*; filme* ..3 douche|chambre|filles|nous|insu|me; photographie* ..3
        insu|douche|filles; espionn*; epi*; mains baladeuses; avances; exhib*; chantage; copie ..3
        carte|passeport; suivi* ..2 jusqu|dans|chambre
    """),
    staff=phrases("""
        vous; votre; vos; personnel; receptionniste*; reception; employe*; veilleur*; gerant*;
        patron*; proprietaire*; responsable; manager*; directeur; directrice; auberge;
        etablissement; hotel; equipe; femme|dame|homme de menage; gardien*; agent; barman;
        serveur*; benevole*; homme|monsieur|dame|femme|gars|type|mec|fille|jeune a|de|du|derriere
        l? la? accueil|reception|comptoir|bar; hote*; menage; accueil
    """),
    others=phrases("""
        mon|son ex; harceleur; autre* client*|voyageur*|hote*|personne*|resident*|occupant*;
        un|une client*|voyageur*|occupant*|inconnu*|homme|type; quelqu un; colocataire*; voisin*;
        inconnu*; pickpocket*; voleurs a; taxi; chauffeur*; touriste*; plage; bus; metro; train;
        gare; des|les gens|jeunes; camarade*; un voleur; homme ..1 rue; client*
        du|de|dans|ivre*|saoul*; aeroport; compagnie
    """),
    pronouns=phrases("il; elle; ils; celui; celle; lui; qui"),
    refunds=phrases("""
        rembours*; restitu*; rend*|rendre|rendez|rendiez|rendu|recuper* ..4
        argent|acompte|caution|somme|arrhes|montant|euros; retourn* ..2 argent|somme; revoir ..2
        argent; dedommag*; indemnis*; recredit*; avoir ..1 equivalent; geste commercial
    """),
    charges=phrases("""
        debit*; preleve*; prelevement*; factur*; encaiss*; garde* ..3
        argent|acompte|caution|arrhes|somme|#|totalite|tout; retenu*; conserve* ..3
        argent|acompte|caution|arrhes|somme|#|totalite; frais ..2 annulation|dossier|menage;
        penalite*; no show; comptez ..2 #; reclam* ..2 #; facture ..2 #; payer quand meme
    """),
    refusals=phrases("""
        refus*; rejet*; ne ..4 rembourser*; ne ..3 rembours* pas|rien; pas ..2 rembours*|droit;
        aucun remboursement|droit; vous me|nous ..2 dites|repondez|ecrivez|avez ..4
        non|rien|pas|aucun*; opposez; abritez derriere; retranchez; non remboursable dites; droit
        a rien; vous ..2 repondu ..4 non|rien
    """),
    objections=phrases("""
        mes|nos droits; sans raison; mensongere; conteste*|contestons; contestation; n|ne ..2
        accept* pas; pas ..2 accept*|accord|normal*|acceptable|juste|legal|correct|serieux|
        honnete|tolerable|admissible; inacceptable*; inadmissible*; injuste*; scandal*; honteu*;
        illegal*; abusi*; anormal*; deloyal*; oppose* ..2 a|formellement; desaccord; ridicule;
        absurde; ai|avons|avais droit; est du|due; devez; vous nous|me devez; injustifi*; indu; a
        tort; non conforme; choque*; revolt*; deplorable; indign*; lamentable; escandal*;
        inexcusable
    """),
    demands=phrases("""
        exig*; reclam*; veux|voulons|demande|demandons|souhaite|souhaitons|attends|attendons ..4
        rembours*|restitution|argent|dedommag*|indemnis*|geste|mon|notre|la|le|etre; rendez
        moi|nous; remboursez moi|nous; immediatement; sans delai; dans les plus brefs;
        mets|mettons en demeure; vous prie de|d ..1 rembourser|restituer|proceder; veuillez ..3
        rembourser|restituer|proceder; devez me|nous
    """),
    wishes=phrases("""
        voudr*; souhait*; aimer*; pourriez; pouvez; demand*; merci de; espere*; prie; serait;
        possible; compte; attend*; veuillez; estim*; merite*; veux; voulons
    """),
    cancelled=phrases("""
        annul*; desist*; resili*; pas ..2 pu venir|arriver|voyager|sejourner|partir|profiter;
        jamais ..1 venu*|sejourne|dormi; parti* avant|plus; no show; interromp*; pas venus
    """),
    failures=phrases("""
        inexistant*; n exist* pas; jamais eu|vu|existe;
        pas|plus|aucun* de?
        lit*|chambre*|place*|reservation|eau|chauffage|electricite|climatisation ..2
        pour|disponible*|pour|nous|chaude|a|trouve*|libre*|dans|en; aucun* lit|chambre|place;
        surbooking; surreserv*; surbook*; complet ..3 malgre|alors; introuvable; disparu*;
        renvoye*; redirig*; donne* ..3 autre*|quelqu; punaise*; cafard*; souris; rats; sale;
        sales; crasseu*; moisi*; immonde*; degoutant*; insalubre*; inhabitable; invivable;
        infect*; en panne; casse*; ne ..1 marche* ..2 pas|plus; ne ..1 fonctionn* ..2 pas|plus;
        pas ..1 ferm* l? oeil; pas ..2 dorm*|conforme*|correspond*; nuit blanche; impossible de
        dormir; travaux; inond*; fuite*; porte|reception ferme*; personne ..3 accueil*|ouvr*|sur;
        dehors; du ..2 trouver|chercher|payer|reserver|dormir|partir ..6
        autre|ailleurs|hotel|chambre|dehors|logement; catastroph*; cauchemar*; horrible*; piqure*;
        pique*; debite*|preleve*|facture* ..4 deux fois|double; double debit|prelevement;
        desastr*; ne correspond*; rien a voir; mensonger*
    """),
    despite=phrases("""
        malgre; bien que; pourtant; quand meme; alors que; neanmoins; tout de meme; en depit;
        mais; toutefois; or; cependant; toujours; encore
    """),
    damages=phrases("""
        dedommag*; indemnis*; dommages; interets; prejudice; degats; frais ..2
        hotel|taxi|logement; difference; valeur; reparation; surcout; depense*
    """),
    other_money=phrases("salaire; budget; loyer; gagn*; payee par mois; abonnes; remuneration"),
    chargebacks=phrases("""
        chargeback; charge back; retrofacturation; opposition ..4
        paiement|prelevement|carte|banque|debit|transaction|somme; contest* ..6 aupres|avec|via
        ..2 banque|carte|visa|mastercard|paypal; banque ..4
        contest*|opposition|annul*|rejet*|recuper*|rembours*; rejet ..2 prelevement; litige ..2
        paypal|carte|banque|bancaire|visa; retrait ..1 paiement; procedure ..2
        contestation|retrofacturation; annul* ..3 paiement|prelevement|transaction ..4 banque
    """),
    banks=phrases("""
        ma|notre|la banque; banque; paypal; visa; mastercard; american express; amex; carte
        bancaire; conseiller bancaire; carte bleue; societe ..1 carte; emetteur; revolut;
        assurance ..1 carte
    """),
    reversals=phrases("""
        opposition; contest*; rejet*; annul* ..2
        paiement|prelevement|debit|transaction|operation|la; recuper*; revers*; litige; bloqu* ..2
        paiement|prelevement|transaction; rappel* ..2 fonds
    """),
    sure_deaths=phrases("""
        nous a quittes|quitte; mis fin a ses jours; n a pas survecu; n est plus; s est eteint*;
        obseques; enterrement*; funerailles; deces; decede*; deuil; inhumation; cremation; nous a
        quittes; suicide*; fausse couche; perdu ..1 mon|ma|notre|son|sa ..1 pere|mere|maman|
        papa|mari|femme|fils|fille|frere|soeur|grand*|mamie|papi|ami*|compagn*|oncle|tante|
        bebe; disparition de mon|ma|notre; mort de mon|ma|notre|son|sa|un|une
    """),
    deaths=phrases("""
        mort; morte; morts; mourant*; mourir; est parti*; meurt; mourut; eteint*; tue*
    """),
    relatives=phrases("""
        pere; mere; maman; papa; parent*; mari; epoux; epouse; femme; fils; fille; frere; soeur;
        grand mere|pere|parents; mamie; papi; oncle; tante; cousin*; compagn*; conjoint*; fiance*;
        beau pere|frere; belle mere|soeur; ami*; enfant*; bebe; neveu; niece; colleg*; je; il;
        elle; copain; copine
    """),
    critical_care=phrases("""
        soins intensifs; reanimation; coma; opere* ..1 urgence; operation ..1 urgence; urgences;
        entre la vie et la mort; pronostic vital; etat grave|critique; infarctus; crise cardiaque;
        avc; hemorragie; cancer; phase terminale; grave accident; gravement ..2 blesse*|malade*;
        accident ..1 grave|voiture|moto|route; hospitalise* ..2 urgence|d; ambulance; arret
        cardiaque; overdose; embolie; septicemie; soins palliatifs; samu; choc anaphylactique;
        transporte* ..2 hopital|d
    """),
    hospitals=phrases("""
        hopital; hospitalise*; hospitalisation; clinique; opere*; chimio*; leucemie; diagnostique*
    """),
    perils=phrases("""
        me|nous suit|suivent|poursuit|poursuivent|menace|menacent|harcele|harcelent; m|nous a|ont
        agress*|attaqu*|frapp*|suivi*|menac*; en danger; agresse*; viol; violee; violences
        conjugales|conjugale; mari|ex|compagnon|conjoint violent; homme|type|ex ..3
        couteau|pistolet|arme; menac* ..4 couteau|pistolet|arme; suicider; mettre fin; me faire du
        mal; stalker; harceleur; fuir mon|ma; fuis mon|un; pas en securite; ne me|nous ..1 sen*
        pas ..1 securite; braqu*; drogue* a; cambriol*; enferme* avec; suivie* par; poursuivie*
        par
    """),
    fears=phrases("""
        peur; terrifi*; effraye*; paniqu*; panique; angoiss*; pleur*; en larmes; larmes;
        desesper*; tremble*; a l aide; aidez moi|nous; au secours; apeure*; detresse; rassur*; ne
        sais plus quoi; terrorise*
    """),
    alone=phrases("""
        seul; seule; toute seule; tout seul; seuls; seules; plus de
        batterie|telephone|argent|reseau; sans batteries? telephone|argent; batterie ..3 #|vide;
        pleine nuit; milieu de la nuit; personne dans|dehors|autour|ici; nuit noire; noir; femme
        seule; il fait nuit
    """),
    outside=phrases("""
        dehors; devant ..2 porte|auberge|portail|entree|immeuble; a la rue; dans la rue; sur le
        trottoir; code ..3 marche|fonctionne|pas; porte ..3 ouvre|fermee|bloquee; personne ..2
        ouvre; sur le parking
    """),
    stranded=phrases("""
        enferme* dehors; suis|sommes|est|restons|reste|sont ..2 bloque*|coince*; en rade;
        pas|impossible ..2 entrer|rentrer|acceder; n arriv* pas a entrer|ouvrir|rentrer; dernier
        bus|train|ferry|bateau ..3 parti*|rate*|manque*; rate|avons rate|loupe ..2 dernier; nulle
        part ..1 aller|dormir; aucun endroit; nous ne|ne savons|sais pas ..1 ou ..1 dormir|aller;
        abandonne*
    """),
    children=phrases("""
        bebe; enfant*; nourrisson; fils de; ma|mon|notre|nos fille|fils|petit*|enfant*; enceinte;
        # ans; mois; fauteuil roulant; handicap*; agee; agees; fillette; nouveau ne; petite
        fille|soeur
    """),
    menaces=phrases("""
        homme; hommes; type; types; mec; mecs; inconnu*; ivre*; mon ex; individu*; agressi*
    """),
    contacted_before=phrases("""
        j|nous ..1 ai|avons appele|ecrit|signale*|relance*; appele
        lundi|mardi|mercredi|jeudi|vendredi|hier; ai|avons|avais|avions deja|aussi|meme|pourtant?
        vous|en|l|le|la|les|y? ..3 ecrit|appele|signale*|demande|dit|parle|envoye*|contacte*|
        prevenu*|reclame|relance*|telephone|informe*|laisse; deja ..2 ecrit|appele|signale*|
        demande|dit|parle|envoye|contacte*|plaint*|prevenu*|relance*|reclame|telephone|
        informe*; me|nous suis|sommes ..2 plaint*|adresse*; mes|mon|nos|notre|ma
        precedent*|dernier*|premier*|deux|trois|quatre|nombreux|plusieurs? mail*|message*|
        appel*|courriel*|courrier*|reclamation*|e|relance*|demande*|plainte*|lettre*
    """),
    often=phrases("""
        deux|trois|quatre|cinq|plusieurs|maintes|nombreuses|2|3|4|5|dix|multiples
        fois|mails|messages|appels|courriels|reprises|relances|e; a plusieurs reprises; sans
        cesse; chaque jour|nuit|matin|soir|fois; tous les jours|soirs|matins; repete*;
        deuxieme|troisieme|quatrieme|2e|2eme|3e|3eme|4e|seconde|second|enieme
        fois|mail|message|courriel|relance|reclamation|e|courrier; deja; plaint*; hier; depuis ..2
        jours|semaines; jours; et le #
    """),
    repeated_times=phrases("""
        combien de mails|messages|appels|courriels|relances ..6 envoy*|faut|ecri*|encore; combien
        de fois ..6 faut|dois|ecri*|encore;
        troisieme|quatrieme|cinquieme|sixieme|enieme|3e|3eme|4e|4eme|5e|centieme|dixieme fois ..4
        ecri*|signal*|demand*|plain*|appel*|contact*|relanc*|dis|repet*|reclam*|envoi*|
        rappel*|telephon*; troisieme|quatrieme|cinquieme|enieme|sixieme|3e|3eme|4e|5e
        mail|message|courriel|reclamation|e|courrier|plainte|demande;
        deuxieme|2e|2eme|seconde|second reclamation|plainte; deuxieme|2e|2eme|seconde fois ..3
        plain*|signal*|reclam*; combien de fois ..4 ecrire|dire|appeler|signaler|plaindre|
        demander|relancer|repeter|dois|faut|devons|encore; deja ..2 plaint*|reclame|signale*;
        plaint* ..3 deux|trois|plusieurs|2|3 fois|reprises;
        signale*|ecrit|appele*|demande|relance*|dit|parle ..4
        trois|quatre|plusieurs|maintes|3|4|5|nombreuses fois|reprises; une fois de plus ..3
        ecri*|plain*|signal*; encore une fois ..3 plain*|reclam*|signal*
    """),
    despite_letters=phrases("""
        deux|trois|quatre|cinq|plusieurs|2|3|4|5 mails|messages|appels|courriels|e ..6 plus tard;
        mails|appels|messages|courriels plus tard; malgre|depit de? ..3 mail*|message*|
        appel*|courriel*|reclamation*|relance*|demande*|plainte*|courrier*|lettre*|e|
        signalement*|rappel*; apres deux|trois|quatre|plusieurs|de|2|3|4|maint* ..2
        mails|messages|appels|courriels|relances|reclamations|e|plaintes|courriers|rappels
    """),
    unheard=phrases("""
        personne ..5 repond*|repondu|fait|bouge*|reagi*|venu*|vient|rappel*|occup*|ecout*|
        resolu|agi|interess*|regl*; aucun* ..2 reponse|reaction|retour|nouvelle*|solution|
        amelioration|changement|intervention|suite; rien ..3
        fait|change*|bouge*|resolu|regle*|se|passe*|ete|n|recu; sans ..2
        reponse|reaction|resultat|succes|suite|effet|retour|nouvelles; ignor*; toujours ..2
        pas|rien|aucun*|casse*|panne|sale*|en; jamais ..2
        repon*|repondu|recu|eu|rappele*|resolu|repare*; en vain; pas ..3
        repon*|repondu|reagi|rappele*|resolu|repare*|recu ..1 reponse?; silence; reste*
        lettre|sans; encore ..1 pas|rien|panne|attend*; j attends toujours; attendons toujours
    """),
    complaints=phrases("""
        plain*; reclam*; inacceptable*; inadmissible*; decu*; decevant*; scandal*; honteu*;
        furieu*; en colere; enerve*; ras le bol; marre; deplorable; lamentable; horrible*;
        catastroph*; affreu*; insupportable*; ridicule; indigne*; mecontent*; insatisfait*; pas
        serieux; peu serieux; probleme ..2 persiste|toujours|encore|pas; marche ..2 pas|plus;
        fonctionn* ..2 pas|plus; en panne; casse*; sale; sales; bruit*; bruyant*; pue; odeur*;
        desagreable*; impoli*; inadmissible; exaspere*; patience; intolerable; trop
    """),
)
