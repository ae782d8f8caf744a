"""How French asks and answers: openers, nouns of the wanted thing, cues of each kind of answer."""

from __future__ import annotations

from templatesapp.text.coverage.rules import Aspect, CoverageRules

RULES = CoverageRules(
    asks={
        Aspect.DURATION: (
            "combien de temps, quelle durée, combien d heures, combien de minutes, pendant"
            " combien de temps, combien de temps dure"
        ),
        Aspect.DISTANCE: "à quelle distance, quelle distance, est ce loin, c est loin",
        Aspect.PRICE: (
            "combien coûte, combien coûtent, combien ça coûte, combien, quel prix, à combien,"
            " combien faut il payer, quel est le montant"
        ),
        Aspect.FREQUENCY: "à quelle fréquence, combien de fois, tous les combien",
        Aspect.COUNT: "combien de, combien d",
        Aspect.SIZE: "quelle taille, quelles dimensions, de quelle taille",
        Aspect.SPEED: "quelle vitesse, quel débit",
        Aspect.AGE: "quel âge, à partir de quel âge, à quel âge",
        Aspect.TIME: (
            "à quelle heure, jusqu à quelle heure, avant quelle heure, de quelle heure, à"
            " partir de quelle heure, dès quelle heure, quelle heure, quelles heures, quels"
            " horaires, quand, jusqu à quand, à partir de quand, depuis quand, quel jour, quels"
            " jours, dans quel délai, quels sont les horaires"
        ),
        Aspect.PLACE: (
            "où, d où, à quel arrêt, quel arrêt, à quel étage, quel étage, où se trouve"
        ),
        Aspect.PERSON: "qui, à qui, avec qui, qui est ce qui",
        Aspect.REASON: "pourquoi, pour quelle raison",
        Aspect.WAY: (
            "comment, de quelle manière, que se passe t il, que faire, que dois je faire, que"
            " devons nous faire"
        ),
        Aspect.CHOICE: ("quel, quelle, quels, quelles, lequel, laquelle, quel bus, quel type de"),
        Aspect.OPEN: (
            "comment s appelle, qu est ce que, que, quoi, quel est, quelle est, quels sont, quelles sont, qu"
        ),
    },
    attributes={
        Aspect.PRICE: (
            "prix, coût, coûts, tarif, tarifs, frais, montant, caution, total, supplément, coûte"
        ),
        Aspect.TIME: "horaires, horaire, heure, heures, date, délai, heures d ouverture",
        Aspect.PLACE: "adresse, emplacement, près, à proximité, proximité, dans le coin",
        Aspect.SIZE: "taille, dimensions, poids, mesures",
        Aspect.SPEED: "vitesse, débit",
        Aspect.AGE: "âge, âge minimum, limite d âge, âge minimal",
        Aspect.CODE: (
            "mot de passe, code, pin, nom, numéro, numéro de téléphone, iban, lien, réseau"
        ),
        Aspect.DURATION: "durée, séjour minimum",
        Aspect.DISTANCE: "distance, près, à proximité, proximité, proche, loin, à pied",
    },
    clause_openers=(
        "quel, quelle, quels, quelles, où, quand, qui, pourquoi, comment, combien, est ce,"
        " est, sont, y a, avez, a t, peut, peuvent, pouvons, puis, pouvez, pourriez, pourrait,"
        " pourrions, faut, doit, dois, devons, avons, ont, était, à quelle, jusqu, à partir de"
        " quelle, si oui, serait, c est, proposez, acceptez, que, qu, le, la, les, louez,"
        " vendez, servez, organisez"
    ),
    and_words="et, ainsi que",
    or_words="ou",
    state_openers=(
        "avez vous bien reçu, avez vous reçu, avez vous trouvé, avez vous déjà, mon paiement,"
        " est ce que mon, est ce que vous avez reçu, a t il été, a t elle été, a t on trouvé,"
        " notre paiement, est il arrivé, est arrivé"
    ),
    modals=("peut, peut on, pouvons, puis je, faut il, dois je, devons, doit, pourrait, pourrions"),
    light_words=(
        "faut, trouve, loin, depuis, trouve, trouver, servez, faut, jour, avoir, prendre, utiliser, faire, apporter, mettre, offrir, proposer, proposez,"
        " fournir, fournies, fournis, servir, servi, disponible, disponibles, possible, permis,"
        " autorisé, ouvrir, ouvre, fermer, ferme, commence, commencer, finit, part, partir,"
        " arrive, besoin, nécessaire, veux, marche, fonctionne, organiser, organisez, préparer,"
        " petit, petite, grand, grande, bon, bonne, propre, gratuit, libre, proche, près,"
        " prochain, meilleur, dormir, rester, dire, demander, donner, recevoir, voir, louer,"
        " acheter, accepter, acceptez, admis, adapté, encore, tôt, tard, jour, jours, nuit,"
        " nuits, personne, personnes, chose, façon, client, auberge, hostel, total, euros,"
        " habituellement, inclus, incluse, compris, comprise, coûte, coûter, coût, payer, prix,"
        " garder, maximum, minimum, heure, heures, type, passe, premier, dernier, maison,"
        " endroit, lieu, laisser, dure, bien, depuis, établissement"
    ),
    scene_words="dans, en, à, au, aux, sur, chez, pendant, durant, près, l",
    leaning_words=(
        "il est, il coûte, il dure, il part, il commence, il ouvre, il ferme, il se trouve, il"
        " vous, il peut, elle, ils, elles, cela, ça, c est, ce sont, celui ci, celle ci"
    ),
    leaning_openers=(
        "comptez, prévoyez, nous le, nous la, nous les, vous pouvez le, vous pouvez la, vous"
        " pouvez les, vous pouvez l, environ"
    ),
    yes_openers=(
        "oui, bien sûr, certainement, tout à fait, absolument, volontiers, avec plaisir, pas"
        " de problème, aucun problème, exact, exactement, c est exact, effectivement, sans"
        " problème,"
    ),
    no_openers=(
        "non, malheureusement, désolé, désolés, nous sommes désolés, je suis désolé, hélas,"
        " malheureusement non, nous regrettons"
    ),
    negations=(
        "non, pas, ne, n, jamais, aucun, aucune, personne, rien, sans, ni, malheureusement,"
        " seulement, uniquement, impossible"
    ),
    lexical_no=(
        "complet, complets, fermé, fermée, interdit, interdite, interdits, en supplément,"
        " payant, payante, payants, exclu, exclus, expiré, épuisé, impossible, terminé, en sus,"
        " se louent, à part"
    ),
    weak_affirming="ouvert, ouverte, sont, a, ont, toujours, chaque, tous, toutes, tout, aussi",
    affirming=(
        "possible, permis, autorisé, autorisés, disponible, disponibles, inclus, incluse,"
        " incluses, compris, comprise, comprises, bienvenus, bienvenue, proposons, offrons,"
        " avons, il y a, acceptons, peut, peuvent, pouvez, gratuit, gratuite, gratuits,"
        " gratuitement, louer, louent, requis, requise, nécessaire, faut, devez, doit, merci"
        " de, servons, servi, organisons, réserver, réservons, prêt, reçu, arrivé, trouvé, sûr,"
        " suffit, valable, valide,"
        " équipé, équipées, équipés, dispose, disposent, fournis, fournies, fourni,"
        " admis, climatisées, climatisés, apportez"
    ),
    done_words=(
        "arrivé, arrivée, reçu, reçue, trouvé, trouvée, confirmé, confirmée, réservé,"
        " remboursé, bien reçu"
    ),
    supposing="si, dès que, au cas où, lorsque, nous espérons, nous cherchons",
    duties="devez, doit, faut, requis, requise, demandé, demandée, nécessaire, veuillez, prie",
    instructing=(
        "vous pouvez, pouvez vous, vous trouvez, vous trouverez, veuillez, vous devez, merci de"
    ),
    telling=(
        "dites nous, dites le nous, écrivez nous, nous dire, nous écrire, nous prévenir, "
        "prévenez nous, faites nous savoir, nous le dire"
    ),
    refusals=(
        "pas possible, impossible, malheureusement, nous ne pouvons, nous ne pouvons pas, "
        "pas permis, pas autorisé, nous navons, il ny a pas, complet"
    ),
    deferrals=(
        "vous tiendrons informé, vous tiendrons au courant, reviendrons vers vous, reviendra"
        " vers vous, allons vérifier, vous recontacterons, décrivez, nous nous renseignons"
    ),
    own_words="votre, vos, vous, ton, ta",
    undertakings="nous vous enverrons, nous vous envoyons, nous enverrons, nous vous écrirons, nous "
    "vous tiendrons, nous vérifierons, nous vérifions, nous regarderons, nous "
    "demanderons, nous préparerons, nous organiserons, nous réserverons, nous essaierons, "
    "nous mettrons, nous appellerons, nous nous en occupons, nous nous occupons, nous "
    "avons noté, nous notons, c est noté, nous avons transmis, vous écriront, vous "
    "répondront, vous écrira, vous répondra, vous rappelleront, vous écrivent, vous "
    "répondent, nous cherchons, nous chercherons",
    courtesies=(
        "merci, merci pour, cordialement, bien cordialement, à bientôt, au plaisir, nous avons"
        " hâte, vous accueillir, vous souhaitons, n hésitez pas, sincères salutations, nous"
        " nous réjouissons, bonne journée, vous accueille avec plaisir, avec plaisir vous"
        " accueillir, toutes nos excuses"
    ),
    bounds=(
        "à partir, de, dès, jusqu, avant, après, entre, au plus tard, au plus tôt, ouvre,"
        " ferme, commence, finit, seulement, uniquement, d ici"
    ),
    time_words=(
        "minuit, midi, tous les jours, chaque jour, lundi, mardi, mercredi, jeudi, vendredi,"
        " samedi, dimanche, week end, janvier, février, mars, avril, mai, juin, juillet, août,"
        " septembre, octobre, novembre, décembre, le matin, matin, après midi, soir, le soir,"
        " la nuit, aujourd hui, demain, hier, ce soir, 24 heures sur 24, 24 h, à toute heure,"
        " toujours, à tout moment, jour d arrivée, jour de l arrivée, à l arrivée, à votre"
        " arrivée, au départ, à la réservation, lors de la réservation, immédiatement, été,"
        " hiver, printemps, automne, saison, toute la journée, toute l année, jours ouvrables,"
        " jours ouvrés, coucher du soleil"
    ),
    clock_words="à, de, jusqu, avant, après, dès, vers, entre, et, depuis",
    free_words=(
        "gratuit, gratuite, gratuits, gratuites, gratuitement, sans frais, sans supplément,"
        " offert, offerte, inclus, incluse, incluses, compris, comprise, comprises, aucun"
        " frais, ne coûte rien"
    ),
    price_words=(
        "première nuit, moitié, totalité, pour cent, pourcent, équivaut, correspond, prix"
        " total, montant total"
    ),
    coins="euro, euros, eur, €, centimes, dollars, livres, %",
    place_words=(
        "à côté, au, à la, à l, aux, dans, en face, sur, sous, devant, derrière, près, ici,"
        " là, coin, rue, place, via, piazza, rez de chaussée, premier étage, deuxième étage,"
        " étage, dehors, dedans, chez, juste à"
    ),
    no_places=(
        "à l avance, au moins, au plus, au plus tard, au plus tôt, en espèces, en général, au"
        " maximum, au total, à pied, à partir, à l heure, au départ, à l arrivée, à votre"
        " arrivée, sur demande, en été, en hiver, en moyenne, au besoin, en juillet, en juin,"
        " en août, en mai, à disposition, à votre disposition, au moment, dans la nuit, en"
        " septembre, au check in, au check out, sur réservation, dans tous, dans toute, dans"
        " tout, en fait, en plus, au plaisir, en supplément, dans les cinq"
    ),
    frequency_words=(
        "tous les, toutes les, chaque, par jour, par heure, fois, quotidien, hebdomadaire,"
        " souvent, toujours, jamais"
    ),
    duration_units=(
        "minute, minutes, min, heure, heures, h, jour, jours, nuit, nuits, semaine, semaines,"
        " mois, an, ans, demi heure"
    ),
    distance_units=(
        "km, m, mètre, mètres, kilomètre, kilomètres, minutes, minute, marches, pas, à côté,"
        " au coin, heure, heures, à pied"
    ),
    size_units=(
        "cm, mm, m, kg, litre, litres, l, centimètres, kilos, assez grand, assez grands,"
        " rentre, rentrent, bagage cabine"
    ),
    age_words=(
        "ans, moins de, plus de, mineurs, mineur, majeurs, enfants, adultes, adulte, âge, tout"
        " âge, à partir de"
    ),
    number_words=(
        "un, une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, quinze,"
        " vingt, trente, quarante, cinquante, cent, douzaine, plusieurs, simple, double,"
        " triple, aucun, demi"
    ),
    way_words=(
        "prenez, prendre, marchez, marcher, suivez, suivre, en bus, en voiture, en train, en"
        " taxi, en ferry, en bateau, descendez, descendre, changez, envoyez, cliquez, écrivez,"
        " appelez, utilisez, sonnez, entrez, via, par, apportez, laissez, allez, tournez, vous"
        " pouvez, il suffit, vous recevrez, nous vous envoyons, demandez, en ligne, réservez,"
        " payez, répondez, montrez, à pied, ouvrez, devez"
    ),
    reason_words="parce, car, en raison, puisque, comme, à cause, afin, donc",
    person_words=(
        "réception, réceptionniste, personnel, équipe, collègue, collègues, propriétaire,"
        " directeur, chauffeur, nous, notre, porteur, téléphone, police, quelqu un"
    ),
    reveal_words=(
        "trouvez, trouverez, se trouve, est sur, envoyons, recevez, recevrez, communiquons,"
        " indiqué, affiché, écrit, demandez"
    ),
    naming_words="s appelle, est, nommé, s appellent",
    asking_verbs=(
        "confirmer, expliquer, indiquer, préciser, dire, me dire, nous dire, savoir, savez, indiquer, m indiquer, expliquer, confirmer,"
        " préciser"
    ),
    but_words="mais, cependant, toutefois, aussi, et, tandis, par contre, en revanche",
)
