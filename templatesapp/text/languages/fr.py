"""French: stop words, concepts and spellings of guest mail."""

from __future__ import annotations

from templatesapp.text.languages import Vocabulary

STOP_WORDS = """
a ai aie aient ainsi alors apres as au aucun aucune aujourd aussi autre autres aux avait avant
avec avez avoir avons auriez aurions aura c ca car ce ceci cela celle celui ces cet cette ceux
chaque chez ci comme comment d dans de deja des deux dire dites donc dont du elle elles en
encore entre es est et etait etaient ete etes etre eu fait faire faites faut fois font hui il
ils j je jusqu jusque l la le les leur leurs lorsque lui m ma mais malgre me meme mes moi moins
mon n ne ni non nos notre nous on ont ou par parce pas peu peut peux peuvent pendant plus
plusieurs plutot pour pourquoi pourrais pourrait pourrez pourriez pourrions pouvez pouvoir
pouvons puis puisque qu quand que quel quelle quelles quels qui quoi sa sans se sera serait
serez serions ses seulement si soit sommes son sont sous souhaite souhaiterais souhaitons suis
sur t ta tandis te tes toi ton tous tout toute toutes tres trop tu un une va vais vers veux
voudrais voudrions voici voila vont vos votre vous vu y bonjour bonsoir salut chere cher madame
monsieur messieurs mesdames cordialement bien sincerement merci beaucoup avance remercie
remercions svp plait cordiales salutations amicalement bonne journee soiree equipe auberge
hostel jeunesse savoir demander question questions possible oui ok
"""

SYNONYMS: dict[str, str] = {
    "resa": "réservation",
    "resas": "réservation",
    "ptit": "petit",
    "dej": "déjeuner",
    "clim": "climatisation",
    "mel": "mail",
    "bagnole": "voiture",
    "portable": "téléphone",
    "doc": "document",
    "dispos": "disponibilité",
    "dispo": "disponibilité",
    "promo": "promotion",
    "rdv": "rendez-vous",
}

CONCEPTS: dict[str, str] = {
    "door": "porte, porte d entrée, portail, portillon, =entrée, =entrées",
    "code": "code, code de la porte, code d accès, digicode, code d entrée, clavier",
    "key": "clé, clef, clés, clefs",
    "lockout": (
        "enfermé dehors, coincé dehors, coincés dehors, bloqué dehors, bloqués dehors, devant la "
        "porte, n arrive pas à entrer, n arrivons pas à entrer, ne peux pas entrer, ne pouvons "
        "pas entrer, porte ne s ouvre pas, personne n ouvre, impossible d entrer, dehors"
    ),
    "steps": "marche, escalier, marches, escaliers, =montée",
    "lift": "ascenseur",
    "accessibility": (
        "fauteuil roulant, handicapé, handicap, accessible, accessibilité, mobilité réduite, "
        "poussette, béquilles, canne, pmr, plain pied, rampe, marche avec difficulté, marche mal, "
        "marche difficilement, grand mère, difficulté à marcher"
    ),
    "courtyard": "patio, =cour",
    "doorbell": "sonnette, interphone, =sonner",
    "excursion": "excursion, visite guidée, tour, balade, visiter, excursions, =sortie, =sorties",
    "boat-trip": (
        "sortie en bateau, tour en bateau, excursion en bateau, louer un bateau, croisière, "
        "promenade en bateau, balade en bateau, sortie en mer, sorties en mer, en bateau"
    ),
    "cooking-class": (
        "cours de cuisine, soirée pizza, atelier cuisine, atelier pizza, cours de pizza"
    ),
    "hike": "randonnée, sentier, sentier des dieux, randonner, marche à pied",
    "kayak": "kayak, canoë, plongée, paddle, tuba",
    "beach": "plage, transat, parasol, baignade, nager, se baigner",
    "activity": (
        "activité, événement, que faire, animation, dégustation, choses à faire, activités, "
        "soirée à thème, concert, quoi faire"
    ),
    "restaurant": "restaurant, resto, pizzeria, où manger, trattoria",
    "recommend": (
        "recommander, recommandation, conseiller, conseil, suggérer, conseillez, recommandez, "
        "bonnes adresses, conseils"
    ),
    "change": "changer, changement, modifier, modification, échanger",
    "move": "décaler, déplacer, déplacement, décalage, =avancer",
    "postpone": (
        "reporter, repousser, autres dates, nouvelles dates, une autre date, report, dates "
        "différentes"
    ),
    "date": "date, =jour, =jours",
    "extend": (
        "prolonger, prolongation, nuit supplémentaire, une nuit de plus, nuit en plus, rester "
        "plus longtemps, ajouter une nuit, une autre nuit, nuits de plus, rallonger, nuits "
        "supplémentaires"
    ),
    "shorten": "raccourcir, écourter, une nuit de moins, partir plus tôt, réduire",
    "add-person": (
        "personne supplémentaire, une personne de plus, ajouter une personne, une personne en "
        "plus, une personne de moins, ajouter un ami, ajouter une amie, ajouter quelqu un, invité "
        "supplémentaire, ne vient pas, ne vient finalement pas, enlever un lit, un de moins, une "
        "de moins, plus que trois, sommes que trois, ne sera pas là, retirer une personne"
    ),
    "name-change": (
        "changement de nom, changer le nom, nom sur la réservation, au nom de, nom de famille, "
        "mal orthographié"
    ),
    "upgrade": "surclassement, surclasser, meilleure chambre",
    "instead": "au lieu de, à la place, plutôt que, au lieu du",
    "booking": "réservation, réserver, réservé, réserve",
    "availability": (
        "disponibilité, disponible, libre, lits libres, chambre libre, de la place, des places, "
        "reste t il, il vous reste, complet, encore une chambre, encore de la place, encore un "
        "lit, disponibles, encore des lits"
    ),
    "room": "chambre, chambre double, chambre privée, chambre triple",
    "bed": "lit, lit d appoint, lits superposés, matelas",
    "dorm": "dortoir, chambre partagée",
    "double-booked": (
        "surbooking, surréservation, surréservé, plus de lit, lit occupé, donné notre chambre, "
        "chambre donnée"
    ),
    "booking-missing": (
        "réservation introuvable, ne trouvez pas, pas de réservation, aucune réservation, ne "
        "figure pas, réservation disparue, introuvable, n apparaît pas, ne trouve pas ma "
        "réservation, réservation est bien enregistrée, bien enregistrée, vérifier que ma "
        "réservation"
    ),
    "confirmation": "confirmation, mail de confirmation, email de confirmation",
    "not-received": (
        "pas reçu, rien reçu, jamais reçu, n ai pas eu, pas encore reçu, aucune confirmation, n "
        "avons reçu, n ai reçu, pas de mail, aucun mail"
    ),
    "wrong-booking": (
        "mauvaises dates, mauvaise date, par erreur, réservé deux fois, double réservation, "
        "mauvaise chambre, trompé, trompée, erreur de date, erreur dans, réservation en double"
    ),
    "group": "groupe, classe, scolaire, groupes",
    "family": "famille",
    "breakfast": "petit déjeuner, petit déj, petits déjeuners",
    "packed-breakfast": (
        "petit déjeuner à emporter, panier repas, petit déjeuner emporter, pique nique, petit déj "
        "à emporter"
    ),
    "meal": "dîner, repas, déjeuner du midi, manger, plat, demi pension",
    "coffee": "café, thé, expresso",
    "vegan": "végane, végétalien, végétalienne",
    "vegetarian": "végétarien, végétarienne, végétariens",
    "gluten": "gluten, sans gluten, coeliaque, cœliaque",
    "allergy": "allergie, allergique, intolérant, intolérance, lactose, allergies",
    "kitchen": (
        "micro ondes, frigo, réfrigérateur, plaques, bouilloire, cuisine commune, cuisine "
        "partagée, une cuisine, la cuisine, cuisine équipée, =cuisiner"
    ),
    "cancel": (
        "annuler, annulation, annulé, annulez, décommander, ne viendrons pas, ne viendrons plus, "
        "ne viendrai pas, ne viendrai plus, ne pourrons pas venir, ne pourrai pas venir, ne "
        "pouvons plus venir, ne peux plus venir, renoncer, désister, renoncer au voyage, "
        "désistement"
    ),
    "refund": (
        "remboursement, rembourser, remboursable, remboursé, récupérer mon argent, récupérer "
        "notre argent, rendre l argent, restitution, restituer, avez gardé, =rendu, être rendu"
    ),
    "non-refundable": "non remboursable, pas remboursable",
    "free-cancellation": (
        "annulation gratuite, annuler gratuitement, annuler sans frais, conditions d annulation, "
        "frais d annulation, politique d annulation, tarif flexible, sans frais d annulation, "
        "délai d annulation, annuler sans pénalité, désister sans frais, perdrions nous, sans "
        "frais"
    ),
    "no-show": "non présentation",
    "insurance": "assurance voyage, =assurance",
    "check-in": (
        "check in, nous enregistrer, =enregistrement, chambre prête, chambres prêtes, chambres "
        "sont prêtes, chambre est prête, avoir la chambre, accès à la chambre"
    ),
    "arrival": "arrivée, arriver, arrivons, arriverons, arrive, arriverai, atterrissons",
    "arrival-time": (
        "heure d arrivée, heures d arrivée, à partir de quelle heure, horaire d arrivée, heure de "
        "check in, horaires de check in"
    ),
    "late-arrival": (
        "arrivée tardive, arriver tard, arrivons tard, arriverons tard, après minuit, tard dans "
        "la nuit, en pleine nuit, tard le soir, arriverai tard, arrive tard, vers minuit, arriver "
        "après, en retard"
    ),
    "early-check-in": (
        "arrivée anticipée, arriver plus tôt, check in anticipé, chambre plus tôt, arriver avant, "
        "entrer dans la chambre avant, accéder à la chambre avant, check in plus tôt, chambre "
        "avant"
    ),
    "reception": "réception, accueil, réceptionniste",
    "opening-hours": (
        "horaires de la réception, réception ouverte, horaires d ouverture, réception est elle "
        "ouverte, heures d ouverture, réception ferme"
    ),
    "id-document": (
        "pièce d identité, carte d identité, passeport, document d identité, permis de conduire, "
        "papiers"
    ),
    "self-check-in": (
        "arrivée autonome, self check in, boîte à clés, entrer seuls, check in en ligne"
    ),
    "checkout": (
        "check out, libérer la chambre, quitter la chambre, rendre la chambre, rendre les clés, "
        "rendre la clé, libérer le lit, laisser les clés, remettre les clés, à qui remettre, "
        "laisser les clefs, où laisser la clé"
    ),
    "late-checkout": (
        "départ tardif, late check out, libérer la chambre plus tard, garder la chambre, check "
        "out tardif, check out plus tard, partir plus tard, rester dans la chambre, quitter la "
        "chambre plus tard, rendre la chambre plus tard"
    ),
    "departure": (
        "=départ, =départs, partir, partons, =pars, repartir, repartons, partirons, nous partons "
        "vers, quittons, =sortirons, =sortons"
    ),
    "early-departure": (
        "départ très tôt, partir très tôt, partons tôt, partir tôt, départ matinal, avant l "
        "ouverture de la réception, départ anticipé, partons très tôt, à l aube"
    ),
    "job": (
        "emploi, travailler chez vous, travailler pour vous, travailler avec vous, embauche, "
        "embaucher, recruter, recrutez, recrutement, candidature, postuler, saisonnier, "
        "saisonnière, job, job d été, =cdd, temps partiel, temps plein, serveur, candidat, un "
        "poste, poste de, au poste, recrutez vous, un travail, du travail, offre de travail, "
        "travail saisonnier"
    ),
    "volunteer": (
        "bénévole, bénévolat, volontaire, volontariat, workaway, worldpackers, contre le gîte, "
        "contre hébergement, échange de logement, logé nourri, en échange du logement, en échange "
        "d un lit, en échange de, volontaires"
    ),
    "internship": "=stage, stagiaire, alternance, apprentissage, =stages",
    "cv": (
        "curriculum, cv, lettre de motivation, expérience en, entretien, expérience dans, "
        "expérience comme"
    ),
    "salary": "salaire, rémunération, rémunéré, salaire mensuel",
    "towel": "serviette, serviettes de toilette, drap de bain",
    "linen": "drap, couverture, oreiller, linge de lit, draps, couette",
    "air-conditioning": "climatisation, ventilateur, climatisé, climatiseur",
    "heating": "chauffage, chauffé",
    "laundry": (
        "laverie, machine à laver, lave linge, sèche linge, laver nos vêtements, laver du linge, "
        "lessive, laver, fer à repasser"
    ),
    "hairdryer": "sèche cheveux",
    "bathroom": "salle de bain, douche, toilettes, eau chaude, wc, salle d eau, salle de bains",
    "facility": (
        "équipement, équipé, salle commune, jardin, balcon, installations, espace commun, salle "
        "de sport"
    ),
    "terrace": "terrasse, rooftop, toit terrasse",
    "view": "vue mer, vue sur la mer, vue",
    "socket": "prise électrique, prise, adaptateur, prises",
    "supermarket": "supermarché, épicerie, supérette, courses",
    "atm": "distributeur, retirer de l argent, guichet automatique",
    "pharmacy": "pharmacie",
    "safe": "coffre fort, coffre",
    "broken": (
        "cassé, cassée, en panne, ne marche pas, ne marche plus, ne fonctionne pas, ne fonctionne "
        "plus, hors service, fuit, panne, défectueux, ne fonctionnait pas, fonctionne pas, ne "
        "marche toujours pas, marche pas"
    ),
    "repair": "réparer, réparé, réparation, technicien",
    "thanks": (
        "merci pour tout, merci pour votre accueil, séjour magnifique, super séjour, excellent "
        "séjour, merveilleux séjour, très bon séjour, séjour merveilleux, séjour parfait, nous "
        "avons adoré, j ai adoré, passé un super, passé un excellent, séjour inoubliable, merci "
        "encore pour, merci à toute"
    ),
    "compliment": (
        "formidable, génial, magnifique, félicitations, adorable, merveilleux, bravo, cinq "
        "étoiles, voulais juste vous dire, voulions vous dire, gentillesse, conquis"
    ),
    "complaint": (
        "plainte, plaindre, plains, réclamation, déçu, déçue, déçus, inacceptable, inadmissible, "
        "honteux, sale, punaises, punaises de lit, cafards, moisissure, dégoûtant, horrible, "
        "catastrophique, désagréable, scandaleux, crasseux, saleté"
    ),
    "review": "avis, évaluation, note sur, sondage, questionnaire",
    "unsubscribe": (
        "désabonner, désinscrire, désabonnez, désinscrivez, me retirer de, retirez moi, ne plus "
        "recevoir, plus recevoir, arrêtez de m envoyer, supprimer mes données, cessez de, ne m "
        "envoyez plus, retirer de la liste, ne m écrivez plus, supprimer mon adresse, retirez mon "
        "adresse"
    ),
    "newsletter": (
        "newsletter, lettre d information, publicité, mails publicitaires, liste de diffusion, "
        "publicités"
    ),
    "press": (
        "presse, journaliste, magazine, journal, influenceur, influenceuse, collaboration, "
        "partenariat, tournage, blogueuse, blogueur"
    ),
    "objection": "contestation, contester, conteste, contestons, opposition, n accepte pas, réclamation",
    "lawyer": "avocat, tribunal, plainte pénale, poursuites, justice",
    "quiet": (
        "heures de silence, silence, bruit, bruyant, calme, tapage, musique, heures calmes, "
        "impossible de dormir, n ai pas dormi, ne peut pas dormir, crie, crient, hurlent, hurle, "
        "chantent, intervenir, vacarme, boucan"
    ),
    "smoking": "fumer, fumeur, cigarette, fumeurs, cendrier, vapoter",
    "alcohol": "alcool, bière, =vin, boisson, boissons, =vins, bières",
    "visitor": (
        "visiteur, visite d un ami, invité, inviter, recevoir des amis, invités, amis extérieurs, "
        "personne extérieure, recevoir un ami, recevoir une amie, visiteurs, me rendre visite, "
        "faire venir, passer me voir"
    ),
    "curfew": (
        "couvre feu, rentrer tard, heure de retour, rentrer après, porte fermée la nuit, rentrer "
        "la nuit, rentrer le soir"
    ),
    "party": "fête, enterrement de vie, anniversaire, faire la fête",
    "house-rule": "règlement intérieur, =règle, =règles, =règlement, interdit",
    "lost": "perdu, perdre, objets trouvés, égaré, perdue, objet perdu, ai perdu, objets perdus",
    "left-behind": (
        "oublié, oubliée, oublier, laissé dans, laissé sous, laissé derrière, ai laissé, avons "
        "laissé, laissée dans, oubli"
    ),
    "found": "trouvé, retrouvé, retrouver, avez trouvé, retrouvée, trouvée",
    "belonging": (
        "chargeur, écharpe, veste, portefeuille, sac à main, téléphone, lunettes, boucle d "
        "oreille, collier, bague, montre, écouteurs, casque audio, pull, maillot de bain, "
        "appareil photo, livre, doudou, bracelet, foulard, trousse, manteau, chapeau, liseuse, "
        "tablette, jouet, bijou, ipad"
    ),
    "post-item": (
        "renvoyer, expédier, envoyer par la poste, par colis, frais de port, par courrier, frais "
        "d envoi, me l envoyer, par la poste, la poste, bureau de poste"
    ),
    "luggage": "bagage, valise, sac, bagages, sac à dos, valises",
    "luggage-storage": (
        "consigne, bagagerie, laisser nos bagages, laisser mes bagages, laisser nos valises, "
        "déposer nos bagages, déposer mes bagages, garder nos bagages, laisser les bagages, "
        "stocker, déposer nos valises, laisser ma valise, déposer ma valise, laisser nos sacs, "
        "déposer nos sacs, garder nos valises, déposer les bagages, laisser mon sac, entreposer, "
        "déposer les valises"
    ),
    "locker": "casier, cadenas, casiers",
    "porter": (
        "porteur, porter nos bagages, porter nos valises, transport de bagages, porter les "
        "bagages, porter les valises, =bagagiste"
    ),
    "parcel": "colis, paquet, livraison, recevoir un colis, faire livrer",
    "payment": "paiement, payer, payé, règlement du, =régler, =réglé, =réglée, =paie, solde",
    "card": "carte bancaire, carte de crédit, carte, cb, carte bleue",
    "cash": "espèces, liquide, cash",
    "bank-transfer": "virement, virement bancaire, iban, rib",
    "invoice": (
        "facture, reçu fiscal, ticket de caisse, note de frais, tva, facturation, justificatif, "
        "reçu de paiement, une facture"
    ),
    "charge": "débité, prélevé, prélèvement, débitée, =facturé, =débit",
    "double-charge": (
        "débité deux fois, prélevé deux fois, double débit, payé deux fois, double prélèvement, "
        "deux fois débité, débitée deux fois, deux prélèvements, deux débits, facturé deux fois, "
        "payer deux fois, double paiement, débit en double, en double sur ma carte, recréditer"
    ),
    "overcharge": (
        "montant incorrect, trop cher débité, mauvais montant, trop prélevé, montant erroné, "
        "surfacturé"
    ),
    "city-tax": "taxe de séjour, taxe touristique, =taxe, =taxes",
    "price": (
        "prix, coûter, coût, coûte, tarif, combien, gratuit, euro, frais, supplément, total, "
        "gratuitement, =payant, est ce payant, en payant, =devis, par jour"
    ),
    "pay-on-arrival": (
        "payer sur place, payer à l arrivée, régler sur place, paiement sur place, régler à l "
        "arrivée, payer à la réception, payer quelque chose sur place"
    ),
    "bank-dispute": (
        "contester le paiement, opposition, rétrofacturation, contester auprès de ma banque, "
        "faire opposition, chargeback"
    ),
    "failed-payment": (
        "paiement refusé, carte refusée, paiement échoué, paiement ne passe pas, refusée, n est "
        "pas passé, ne passe pas, échec du paiement"
    ),
    "prepayment": (
        "prépaiement, acompte, payer d avance, paiement anticipé, paiement à l avance, payer à l "
        "avance, prépayer, arrhes, préautorisation, une avance, =prépayer"
    ),
    "payment-link": "lien de paiement, lien sécurisé, lien pour payer, nouveau lien, le lien, lien",
    "link-expired": (
        "lien expiré, lien ne fonctionne pas, lien ne marche pas, expiré, lien a expiré, lien ne "
        "s ouvre pas, lien mort"
    ),
    "reminder": (
        "relance, rappel, dernier rappel, deuxième rappel, troisième rappel, dernier avis, "
        "dernière relance, deuxième relance, second rappel, premier rappel"
    ),
    "deadline": (
        "sous 48 heures, sous 24 heures, 48 heures, 24 heures, échéance, dans les 48 h, 48h, 24h, "
        "date limite, =délai, =délais"
    ),
    "paid-now": (
        "avez payé, prépaiement est il arrivé, prépaiement est arrivé, vérifions votre paiement, "
        "virement fait, virement effectué, fait le virement, "
        "ai payé, avons payé, paiement effectué, viens de payer, ai effectué le paiement, bien "
        "reçu le paiement, bien reçu mon paiement, ai réglé, avons réglé, ai fait le paiement, "
        "reçu mon paiement, déjà payé, venons de payer"
    ),
    "deposit": "acompte, caution, dépôt de garantie, arrhes",
    "accept-terms": (
        "accepte les conditions, acceptons les conditions, j accepte, conditions générales, d "
        "accord avec les conditions"
    ),
    "policy": "politique, conditions, modalités",
    "pet": "animal, animaux, animal de compagnie, animaux de compagnie",
    "dog": "chien, chienne, chiot",
    "cat": "chat, chatte, chaton",
    "child": "enfant, fils, fille, enfants, gamin, petits enfants",
    "baby": "bébé, nourrisson",
    "cot": "lit bébé, lit de bébé, chaise haute, lit parapluie, berceau",
    "minor": (
        "mineur, mineure, mineurs, =ans, moins de 18, âge minimum, autorisation parentale, =mois, "
        "adolescent, ado, sans adulte, notre autorisation, même âge, autorisation, =seule"
    ),
    "age": "âge, limite d âge, âge minimum",
    "security-deposit": "caution, dépôt de garantie",
    "minimum-stay": "séjour minimum, durée minimum, nuits minimum",
    "camera-privacy": "vidéosurveillance, données personnelles, rgpd, confidentialité",
    "discount": (
        "réduction, remise, rabais, moins cher, tarif réduit, meilleur prix, prix spécial, tarif "
        "préférentiel, ristourne, geste commercial"
    ),
    "promo-code": "code promo, code de réduction, code promotionnel, coupon, code promotion",
    "offer": "offre, promotion, offre spéciale",
    "loyalty": (
        "fidélité, clients fidèles, client fidèle, deuxième fois, habitués, revenir, deuxième "
        "séjour, revenons, revient"
    ),
    "student": "étudiant, étudiante, étudiants",
    "long-stay": (
        "long séjour, plusieurs semaines, un mois, tarif semaine, tarif à la semaine, longue "
        "durée, semaines"
    ),
    "voucher": "bon cadeau, chèque cadeau, carte cadeau, bon d achat",
    "bus": "bus, arrêt, autocar, =car, arrêt de bus",
    "ferry": (
        "ferry, hydroglisseur, =port, embarcadère, bateau depuis, bateau pour, navette maritime"
    ),
    "train": "train, =gare, =gares",
    "taxi": "chauffeur de taxi, =taxi, =taxis, =uber",
    "airport": "aéroport, vol, avion, atterrir, atterrissons",
    "transfer": (
        "navette, transfert, venir nous chercher, chauffeur, venir me chercher, nous récupérer"
    ),
    "parking": (
        "parking, stationnement, stationner, place de parking, garage, se garer, =garer, me "
        "garer, laisser la voiture, où laisser, la laisser près"
    ),
    "car": (
        "voiture, location de voiture, conduire, camping car, moto, véhicule, voiture de location"
    ),
    "directions": (
        "itinéraire, comment venir, comment aller, comment se rendre, comment arriver, comment "
        "accéder, accès depuis, descendre, rejoindre, trajet, à quelle distance, depuis naples, "
        "depuis sorrente, depuis l aéroport, quel bus, loin, comment rejoindre, venir depuis, "
        "depuis la gare, se rendre, pour venir, venir chez vous, chemin"
    ),
    "address-place": "adresse, situé, où êtes vous, emplacement, où se trouve, localisation",
    "scooter": "scooter, louer un scooter, vespa",
    "bicycle": "vélo, bicyclette",
    "public-transport": (
        "transports en commun, transport public, dernier bus, dernier ferry, dernier part, "
        "horaires des bus, horaires des ferries, premier bus"
    ),
    "strike": "grève, route fermée",
    "wifi": "wifi, connexion, réseau, internet, ça capte, débit internet, haut débit",
    "password": "mot de passe, code wifi, code du wifi, clé wifi",
    "speed": "rapide, vitesse, lent, lente, stable, débit internet",
    "remote-work": (
        "télétravail, télétravailler, travailler à distance, visioconférence, visio, visios, "
        "réunion en ligne, travailler en ligne, examen en ligne, réunions en ligne, appels vidéo, "
        "travail à distance"
    ),
    "time": "heure, à quelle heure, quand, horaire, horaires, jusqu à quand",
    "night": "nuit, nuitée",
    "person": "personne, adulte",
    "emergency": (
        "urgence, hôpital, ambulance, police, décédé, décès, mort, obsèques, enterrement, "
        "réanimation, accident, soins intensifs, hospitalisé, opération"
    ),
    "included": "inclus, compris, incluse, comprise, comprend",
    "medical": "médecin, médicament, malade, maladie, certificat médical, blessé",
    "weather": "météo, pluie, pleut, température",
    "safety": "sécurité, sûr",
    "language-spoken": "parlez français, parle français",
    "_": (
        "carte d identité, carte d embarquement, carte postale, carte sim, en tout cas, au cas "
        "où, en cas de, tout de suite, bonne journée, par avance, d avance, en avance, compte "
        "tenu, premier abord, libre de, hâte, aussi vite, au plus vite, dès que, beau jour, de "
        "nos jours, carte cadeau"
    ),
    "boat": "bateau",
    "missing-thing": (
        "a disparu, disparu, introuvable, ne trouvons plus, ne trouve plus, manque, n est plus là"
    ),
    "connect": "me connecter, nous connecter, connecter, se connecte",
    "allowed": (
        "autorisé, permis, autorisés, autorisée, a t on le droit, on a le droit, le droit de, "
        "acceptez vous"
    ),
}

# Finer than a question needs: what tells one fact from its neighbour. Only the guard of facts reads
# them, so that ranking counts no word twice.
FINE_CONCEPTS: dict[str, str] = {
    "bus-stop": "arrêt de bus, arrêt, arrêts",
    "last": "=dernier, =dernière, =derniers, =dernières",
    "walk": "à pied, de chez nous, de l auberge, de notre porte, de marche, à pieds",
    "pier": "port, jetée, embarcadère, quai, ponton, môle",
    "season": (
        "saison, =ouvert, =ouverts, =ouverte, ouvrons, fermons, =fermé, =fermés, =ouvre, =ferme"
    ),
    "night-phone": "téléphone de nuit, numéro de nuit, ligne de nuit, numéro d urgence",
    "car-ride": "taxi, transfert, navette, voiture privée, voiture avec chauffeur, transferts",
    "naples-side": "naples, aéroport",
    "postage": (
        "envoi, envoyer par la poste, frais de port, affranchissement, expédition, par la "
        "poste, frais d envoi"
    ),
    "italy": "=italie",
    "abroad": "étranger, hors d italie, autres pays, =europe, international",
    "weekly-hours": "heures par semaine, heures hebdomadaires, heures la semaine",
    "keep": "gardons, conservons, conservés, gardés, conserve, garde",
    "extra-bed": "lit d appoint, lit supplémentaire, lit en plus",
    "padlock": "cadenas",
    "overnight": "pour la nuit, par nuit, pendant la nuit, la nuit",
    "direct": (
        "réserver directement, réservation directe, réservations directes, en direct, "
        "directement chez nous, directement avec nous, sur notre site, réservant directement"
    ),
    "send": "envoyons, enverrons, recevoir, recevez, recevrez, envoyé, reçoivent, envoie",
    "return": "=retour, revient, rentre, est de retour",
    "bar": "=bar, bar de la terrasse",
    "reply": "répondons, répondrons, répond, répondra, répondront, une réponse, personnellement",
    "deposit-paid": "caution, consigne, dépôt de garantie",
    "guest-kitchen": (
        "cuisine pour les clients, cuisine commune, cuisine partagée, cuisine à disposition, "
        "une cuisine, de cuisine pour, utiliser la cuisine"
    ),
    "serve-dinner": (
        "servons le dîner, servons à dîner, dîner est servi, proposons le dîner, proposons un "
        "dîner, dîner chaque soir, dîner chez nous"
    ),
    "wheelchair": "fauteuil roulant, fauteuils roulants, pmr",
    "assistance-dog": "chien d assistance, chiens d assistance, chien guide, chiens guides",
    "own-alcohol": (
        "propre alcool, votre alcool, propres boissons alcoolisées, propre bière, propre vin"
    ),
    "amex": "american express, amex",
    "free-of-charge": "gratuit, gratuite, gratuitement, sans frais",
    "refund-way": "sur votre carte, sur la carte, remboursement prend, remboursement met",
    "ticket": "billet, ticket, billets, tickets",
    "visitor": (
        "ne sont pas clients, ne sont pas des clients, ne loge pas, ne logent pas, vous rendre visite, visiteurs, visiteur, "
        "amis de l extérieur"
    ),
    "ferry": "ferry, ferries, traversée",
    "job": "personnel saisonnier, pour le personnel, saisonniers",
    "loyalty": "qui reviennent, déjà venu, déjà venus, déjà séjourné",
    "pool": "piscine",
}

VOCABULARY = Vocabulary(
    code="fr",
    stemmer="french",
    stop_words=STOP_WORDS,
    concepts=CONCEPTS,
    fine_concepts=FINE_CONCEPTS,
    synonyms=SYNONYMS,
    # Participles ("réservée"): without their accent the stemmer leaves them whole.
    endings=(("ees", "ées"), ("ee", "ée")),
)
