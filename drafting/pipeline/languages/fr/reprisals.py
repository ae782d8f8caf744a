"""French: how a threat is made without naming its act, and what harm is told of."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import ReprisalRules, phrases

RULES = ReprisalRules(
    retributions=phrases("""
        entendr* parler|des|de|une; s? occup* ..1 de vous|votre|vos|ce|cette|cela|ca|tout; s?
        occup* de vous; charg* ..2 de vous|votre|mon|notre|l ..1 cas|dossier|affaire;
        prend*|pris|suivr*|suit ..2 dossier|affaire|cas|main; votre|mon|notre|ce cas|dossier;
        dossier|procedure|recours|action contre votre|vous; ouver*|ouvr*|monte*|prepar*|redig*
        ..2 dossier|courrier|lettre|mise|plainte|assignation; courrier|lettre|recommande* ..3
        part|partira|arriv*|recevrez|suit|suivra|avocat; recevrez|recevoir|attendez ..4
        courrier|lettre|recommande*|nouvelles|mise|convocation; mise en demeure; tranch*;
        decid*|jug* ..3 qui|raison|affaire|litige|ca|cela|la; fera|feront un?
        plaisir|malin|devoir; ravi*|impatient*|hate ..4 affaire|dossier|cas|vous;
        dit|confirme*|assur*|conseill*|estim* ..6 droit|raison|rembours*|plainte|gagn*|tort;
        represent*|defend* ..1 mes|nos|moi|nous; aux trousses; entre les mains; nouvelles de
    """),
    legal_idioms=phrases("""
        voie* de droit|judiciaire*|legale*; par voie|voies judiciaire|legale|legales;
        moyens|mesures|demarches|suites|recours ..1
        droit|legaux|legales|juridique*|judiciaire*|loi|justice; grands moyens;
        faire|fasse*|ferai|ferons valoir ..2 droits; en justice; devant le|un|les
        juge|tribunal|tribunaux|justice|conciliateur; assign* en|vous|votre|devant; poursuiv*
        ..3 justice|judiciaire*|en|votre|vous; poursuites; mon|notre conseil ..1
        est|a|va|vous|prendra|deja; mon|notre avocat*|juriste; dommages et interets; c est|sera
        la? justice|tribunal|juge qui; la loi est; bras de la justice; ester en
    """),
    person_reports=phrases("""
        plainte|main courante contre|a l|visant ..1 lui|elle|vous|votre|vos|eux|encontre;
        porte*|depose* ..1 plainte contre; plainte ..4 contre; denonc* ..2
        vous|votre|vos|lui|elle|employe*|personnel ..4 police|gendarm*|carabinier*|commissariat;
        vous|le|la|les denonc*; gendarm*|police|carabinier*|commissariat ..5
        votre|vos|nom|contre|plainte contre|employe*|nommer*
    """),
    afterwards=phrases("""
        ^ensuite; ^apres; ^puis; ^passe; ^au; apres quoi; passe ce|cette delai|date|heure; au
        dela; une fois ..2 delai
    """),
    scandal_hunts=phrases("""
        histoire*|cas|temoignage*|affaire* ..1 comme le|la|celle|celui|mien*|notre;
        cherch*|recueill*|rassembl*|collect*|enquet*|prepar*|travaill* ..5
        histoire*|cas|temoignage*|victime*|arnaque*|escroc*|abus|scandale*;
        reportage|enquete|emission|article|sujet|dossier ..4
        arnaque*|escroc*|abus|marchand*|malhonnet*|insalubre*|touristes|auberge*|hotel*;
        hotelier*|auberge*|hebergeur*|loueur*|proprietaire* malhonnet*|vereux|indelicat*|peu
        scrupuleux
    """),
    demonstratives=phrases("""
        c est|etait|s; cela|ca est|s|porte|releve; ceci est; pur*; ni plus ni; appelle ca|cela
    """),
    sole_keys=phrases("""
        seul*|que|sauf|hormis|personne ..3 votre|vos|vous|personnel|menage|reception*|employe*
        ..6 cle|cles|clef*|code|acces|passe|badge|entr*; cle|cles|clef*|acces|code ..4 seul*|que
        ..3 vous|votre|vos|personnel|menage|reception*; forcement|surement votre|vos|un|l ..2
        employe*|personnel|femme|menage|receptionniste*|equipe
    """),
    injuries=phrases("""
        decharge; brulure*; ne sens|sent plus; engourdi*;
        cass*|fractur*|foul*|lux*|brul*|coup*|blesse*|ecras*|ouvert ..2
        bras|jambe*|poignet*|cheville*|pied*|main*|epaule*|hanche*|cote*|nez|tete|genou*|doigt*|coude*|dos|dent*|crane;
        bras|jambe|poignet|cheville|pied|main|epaule|cotes|nez|genou|doigt ..1
        casse*|fracture*|foule*|luxe*; tombe*|tombee|glisse*|chute*|chute|trebuch*|degringol*
        ..2 dans|du|de|sur|depuis|en; effondre* sur|sous; traumatisme; commotion; points de
        suture; saign*; sang partout; inconscient*; evanoui*; perdu connaissance; decharge
        electrique; electrocut*; intoxic*; empoisonn*; monoxyde; fuite|odeur de gaz; sent le
        gaz; choc|reaction allergique|anaphylactique; ne peux|peut plus bouger; flammes;
        incendie
    """),
    premises=phrases("""
        avec|par|de|sur|dans la|une|votre|l ..1 prise|fil|lampe|radiateur|mur;
        dans|sur|du|de|depuis|par|sous votre|vos|le|la|les|l|une? ..1
        escalier*|marche*|balcon|terrasse|carrelage|sol|douche|lit|echelle|plafond|prise|cuisine|dortoir|mezzanine;
        vos|votre ..1
        escalier*|marche*|balcon|terrasse|carrelage|sol|douche|lit|lits|echelle|prise|cuisine|auberge|etablissement|maison;
        rampe|balustrade|echelle|lit|plafond|lampe|etagere|vitre|marche ..4
        cede|casse|lache|effondre*|tombe*|arrache*|brise*; chez vous
    """),
    frail=phrases("""
        grand mere|pere; grands parents; mamie; papi; agee|age|agees|ages; de # ans;
        soixante|quatre ..2 ans; vieille|vieux mere|pere|dame|tante|parents; octogenaire*;
        nonagenaire*; fauteuil roulant; handicape*; enceinte; diabetique*; epileptique*;
        asthmatique*; fievre
    """),
    told=phrases("""
        racont*|decri*|expliqu*|expos*|saur*|saura|sauront|apprendr*|recevr*|temoign*;
        toute|entiere l? histoire|verite; tout ce qui
    """),
)
