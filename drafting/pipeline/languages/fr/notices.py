"""French: whose matter an ask is, what guests tell, and what they say has happened."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import NoticeRules, phrases

RULES = NoticeRules(
    own=phrases("mon; ma; mes; notre; nos"),
    own_things=phrases("""
        reservation; paiement; acompte; prepaiement; arrhes; virement; remboursement; colis;
        confirmation; demande; facture; recu; chambre; lit; lits; carte; argent; solde; sejour;
        passeport; chargeur; veste; sac; telephone; bon; tarif; candidature
    """),
    looked_up=phrases("""
        arrive; arrivee; arrives; recu; recue; recus; trouve*; retrouve*; confirme*; annule*;
        debite*; rembourse*; preleve*; encore ..1 disponible*|libre*|valable*; enregistre*;
        reserve*; valide*; en ordre; passe; credite*; facture*; parvenu*
    """),
    states=phrases("""
        ma|notre ..1 chambre|reservation ..2 a|est|t|comprend|inclut;
        avez|as|a|ont vous|tu|on|il|t|quelqu ..5
        recu|recue|trouve*|retrouve*|annule*|debite*|preleve*|vu;
        l|les avez vous ..3; est ..2 arrive*|bien arrive*|parvenu* ..2;
        est|sont|a|ont t? ..1 il|elle|ils|elles ..3
        arrive*|confirme*|annule*|trouve*|retrouve*|recu*|passe*|ete; quelqu un ..3
        trouve*|retrouve*|rapporte*|vu; pourquoi ..7
        annule*|debite*|preleve*|refuse*|facture*; quand ..4
        recevr*|rembours*|aurai|serai|serons ..3; vous ..1 est ..2 parvenu*|arrive*; pouvez|pourriez
        vous ..3 confirmer|verifier ..4 recu*|arrive*|bien|paiement|reservation|que|si; ou en est;
        des nouvelles ..3; combien ..3 dois|devons|doit|perd*; est il|elle ..2
        remboursable|possible|disponible|libre; que comptez vous; qui travaillait; mon|ma|notre ..4
        est|a ..2 bien|toujours|encore
    """),
    vacancies=phrases("""
        avez|auriez|reste|restent|y|aurait|as ..5
        chambre|chambres|lit|lits|place|places|disponibilite*|dortoir|double; chambre*|lit|lits|
        place* ..3 libre*|disponible*|dispo; disponibilites pour|du|le; de la place pour|du|le|en
    """),
    dates=phrases("""
        janvier; fevrier; mars; avril; mai; juin; juillet; aout; septembre; octobre; novembre;
        decembre; lundi; mardi; mercredi; jeudi; vendredi; samedi; dimanche; ce soir; demain;
        weekend; week end; du|le|au #; pour # nuits|personnes; paques; noel
    """),
    prices=phrases("combien; prix; cout; tarif; total; coute*"),
    deeds=phrases("""
        envoyez|appelez|reservez|preparez|gardez|mettez|ajoutez|deplacez|renvoyez|prevenez vous;
        m|me|nous envoyez|appelez|reservez|envoyer|renvoyez
    """),
    pointers=phrases("""
        il; elle; ils; elles; ca; cela; ce; c; celui; celle; ceux; la; y; en; l; autre; dedans
    """),
    arrivals=phrases("""
        arriv*; serons ..1 chez vous|la; serai ..1 chez vous|la; atterri*; debarqu*; viendrons;
        check in a|vers
    """),
    clocks=phrases("minuit; midi; a|vers|pour|de|avant # h|heures|heure; # h; # heures"),
    allergies=phrases("allergi*; intoleran*; coeliaque*; ne ..2 peut|peux|peuvent ..2 manger"),
    losses=phrases("""
        oublie*|perdu*|laisse*|egare* ..1 mon|ma|mes|un|une|notre|nos|le|la|l|ses|son|sa ..2;
        ne ..1 retrouv*|trouv* plus|pas ..3; a|ont disparu; est reste*; est|sont introuvable*|disparu*
    """),
    praises=phrases("""
        magnifique*|merveilleu*|superbe*|formidable*|excellent*|genial*|inoubliable*|parfait*|
        fantastique*|adorable*|tres bon|beau ..1
        sejour|moment*|accueil|auberge|hostel|equipe|endroit|jours|vacances|personnel|vue|nuits;
        sejour|accueil|auberge|equipe|personnel|hostel|endroit|moments ..6
        magnifique*|merveilleu*|superbe*|formidable*|excellent*|genial*|inoubliable*|parfait*|
        fantastique*|adorable*|chaleureu*|agreable*; adore* ..4; comme a la maison; reviendr* ..3;
        avons|ai ..2 passe un|des ..3 sejour|moment|moments|vacances|jours; felicitations; bravo;
        recommander* ..3; bon|bons|excellent|bel|positif avis; ravis|ravi|enchante* ..2 sejour|accueil
    """),
    thanks=phrases("""
        merci|remercie* ..3 tout|accueil|gentillesse|hospitalite|aide|sejour|coeur; merci pour
        tout; un grand merci
    """),
    unwell=phrases("""
        pas|plus|sans d|de ..1 eau|chauffage|electricite|lumiere|draps|courant; douche|toilettes|
        lavabo|clim|climatisation|chauffage|lumiere|serrure|fenetre|porte|wifi|frigo|casier|chasse
        ..4 cass*|panne|bouche*|bloque*|marche|fonctionne|fuit; sale; sales; punaises; cafards;
        moisi*; sent ..1 mauvais; pue; pas ..3 nettoye*|dormi|ferme; trop de bruit; bruyant*; eau
        ..2 froide; abime*|endommage*|detruit*|trempe* ..2 ma|mon|mes|notre|nos;
        ma|mon|mes|notre|nos ..3 abime*|endommage*|detruit*|trempe*
    """),
    lockouts=phrases("""
        enferme* dehors; coince* dehors; bloque* dehors; ne ..2 pouvons|peux|peut|arrive|arrivons|
        arrivent pas|plus ..2 entrer|ouvrir|rentrer; pas ..2 entrer|rentrer;
        code|porte|portail|digicode|grille ..5 pas|marche|ne|ouvre|fermee|faux; ca ne? ..1 s ouvre
        pas; personne ..3 ouvre|repond|vient|la|n; dehors ..3 devant|porte; devant ..3
        porte|portail|auberge|entree|grille|hostel; on|sommes|suis|est ..2 devant|dehors;
        ouvrez*; laissez ..2 entrer
    """),
    dangers=phrases("""
        incendie; au feu; le feu; y a ..2 feu|fumee|flammes; en feu; prend feu; brule ..2
        chambre|cuisine|dortoir; fumee ..3; odeur ..2 gaz|brule|fumee; fuite de gas|gaz; avec|a un
        couteau|pistolet|arme; menac* ..4 tuer|mort|couteau|frapper; va me|nous tuer; me|nous
        suit|suivent|poursuit; agresse*; attaque*; en danger; peur pour ..2 vie
    """),
    medical=phrases("""
        mal|peine|plus|n|difficulte*|difficilement ..4 respir*; respire ..2 mal|plus|pas; evanoui*;
        inconscient*; perdu connaissance; malaise; douleur* ..3 poitrine; infarctus; avc; crise ..2
        asthme|cardiaque|epilepsie|convulsion*|d; convulsion*; saigne ..3; plein de sang; choc|reaction
        anaphylactique|allergique; besoin|appelez|faut|appeler ..4
        ambulance|medecin|docteur|112|secours|samu; gravement
        blesse*
    """),
    nights=phrases("""
        milieu de la nuit; pleine nuit; du matin; cette heure; il fait nuit|noir; minuit; de la
        nuit
    """),
    calm=phrases("pas de stress|panique|souci; pas urgent|presse*; sans urgence; tranquille*"),
    past=phrases("""
        hier; dernier; derniere; il y a #; passe*; a la fin; pendant notre|mon; avons du; l autre
        jour; etions; etait
    """),
    hypothetical=phrases("""
        et si; que se passe; si on|nous|jamais|je|personne|la|le; au cas; en cas; comment
        faire|entrer|fait|on
    """),
    cancels=phrases("""
        annul* ..3 reservation|sejour|chambre|voyage|tout|lit|lits|nuits|nuit|deux; annulation de
        ma|notre|la; annulez|annuler la|les|l; dois|devons|souhaite*|voudr*|veux|voulons|prie ..4
        annuler; j annule; nous annulons; procede* ..2 annulation; l annuler
    """),
    changes=phrases("""
        chang*|modifi*|decal*|deplac*|report*|avanc*|corrig*|passer ..4
        date|dates|reservation|sejour|chambre|nuit|nuits|arrivee|nom|au|du|en; prolong*; nuit|nuits
        supplementaire*; nuit|nuits de plus; autre nuit; ajouter ..3 nuit|nuits|personne|lit|ami|amie;
        rester ..3 nuit|nuits|plus; raccourcir; surclass*; au lieu du|de #
    """),
    non_refundable=phrases("non remboursable*; pas remboursable*; sans remboursement"),
    refundable=phrases("annulation gratuite|sans; remboursable*; flexible*; annulable*"),
    link_fails=phrases("""
        lien|page ..6 expire*|erreur|invalide|marche|fonctionne|ouvre|mort|casse|vide; pas ..3
        ouvrir ..2 lien
    """),
    card_fails=phrases("""
        carte ..6 refuse*|rejete*|bloque*|expire*|decline*|passe; refus* ..2 carte|paiement;
        paiement|tentative|prelevement|transaction ..5 echou*|refuse*|rejete*|abouti|passe*
    """),
    strange_charges=phrases("""
        debite*|preleve*|facture*|paye* ..4 deux fois|double|trop|encore; deux fois ..5
        debite*|preleve*|facture*|paye*; double debit|prelevement|paiement; deux
        debits|prelevements|paiements; ne reconnais* pas ..4; prelevement|debit ..4
        inconnu|etrange|inexplique*|pas|sans; montant errone|faux|incorrect; plus que prevu|convenu
    """),
    bothers=phrases("""
        ronfl*; ivre*; soul*; bruit*; bruyant*; musique; cri*; hurl*; fum*; harcel*; touche*;
        menac*; vol*; impoli*; fete; derang*
    """),
    waits=phrases("""
        pas|aucun*|sans|jamais|personne ..4 repons*|repondu|nouvelle*|retour|recu; attend* ..4
        toujours|reponse|retour|confirmation; toujours rien; ecrit|demande|envoye ..4
        semaine*|jours|hier|deja|lundi|mardi; me permets de relancer|revenir; relance*
    """),
    item_found=phrases("avons|a ..4 trouve*|retrouve* ..3; votre|ton|ta ..4 trouve*|retrouve*|ici"),
    item_sent=phrases("avons|a|est ..4 envoye*|expedie*|poste* ..3; en route; numero de suivi"),
    booking_errors=phrases("""
        mauvais*|faux|fausse|errone* ..1 date*|nom|chambre|mois|annee|numero|mail;
        date*|nom|chambre|mois ..3 faux|fausse|errone*|incorrect*|mauvais*; erreur ..5
        reservation|date*|nom|confirmation|systeme; par erreur; confirmation|reservation ..7
        mais|alors|lieu; trompe* ..3
    """),
    duplicates=phrases("""
        reserve* ..4 deux fois|double; deux reservations; double reservation; reservation
        double|doublon|dupliquee; en double
    """),
    tax_ids=phrases(
        "tva; siret; siren; numero fiscal; adresse de facturation; raison sociale; vat"
    ),
)
