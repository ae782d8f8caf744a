"""Mails that a hard block is about, and near misses: as guests and their machines write them.

Of the first sixteen (opt-outs) or ten (automatic replies) of each list, those at even places
(0, 2, …) were at hand when the rules were tuned and those at odd places were held out. What
stands behind them was written later, without sight of the rules.
"""

from __future__ import annotations

from typing import NamedTuple


class Mail(NamedTuple):
    body: str
    subject: str = ""


OPT_OUTS: dict[str, tuple[Mail, ...]] = {
    "en": (
        Mail("Stop emailing me"),
        Mail("Unsubscribe me. Stop."),
        Mail("pls take me off ur mailing list thx"),
        Mail("I NEVER SIGNED UP FOR THIS. REMOVE ME FROM YOUR LIST IMMEDIATELY"),
        Mail(
            "Hi,\n\nwe had a lovely stay last year but I'd rather not get any more of these newsletters.\n\nThanks,\nKaren"
        ),
        Mail(
            "Hello\n\nCould you tell me what time breakfast is served tomorrow? Also please stop sending me promotional emails, I get one every week.\n\nMany thanks\nJohn"
        ),
        Mail("unsubcribe"),
        Mail("Please don't contact me again."),
        Mail("I do not wish to receive further communications from your hostel."),
        Mail("How do I get off this mailing list?"),
        Mail("enough with the emails already!!!"),
        Mail("I withdraw my consent to marketing. Please delete my address from your database."),
        Mail("dont send me anymore emails", "Re: Summer offers"),
        Mail("Quit spamming me or I will report you"),
        Mail("", "UNSUBSCRIBE"),
        Mail("Leave me alone, no more emails ok"),
        Mail("I've asked twice now to be taken off your mailing list. Please sort it."),
        Mail(
            "Hi there, no offence but your weekly offers are not for me, kindly stop sending them. Cheers"
        ),
        Mail("Please erase all my data and don't write to me any more"),
        Mail("Who gave you my address?? stop it with these mails"),
        Mail("could u pls delete me from ur email thing i get too many"),
        Mail("Not interested, please remove."),
        Mail(
            "Hi, is there a way to stop getting these promotional messages? I can't find the link."
        ),
        Mail("I'm getting your newsletter twice a week. I don't want it."),
        Mail("Please could you make sure I'm not on any of your lists from now on."),
        Mail("Kindly cease all email communication with me."),
        Mail("I keep getting your ads, enough!"),
        Mail("pls no more newsletter"),
        Mail("Why am I on your list? Take me off it."),
        Mail("I have no interest in hearing about your deals. Don't email again."),
        Mail("what time does the bar close? btw i keep getting ur newsletter pls stop that"),
        Mail("Please do not use my address for advertising."),
    ),
    "it": (
        Mail("Non scrivetemi più"),
        Mail("Cancellatemi dalla vostra lista, grazie"),
        Mail("basta mail!!!"),
        Mail("SMETTETELA DI MANDARMI PUBBLICITÀ"),
        Mail(
            "Buongiorno,\n\na che ora è la colazione domani? Inoltre vi chiedo di non inviarmi più offerte promozionali.\n\nGrazie\nMarta"
        ),
        Mail("vorrei disiscrivermi dalla newsletter come faccio?"),
        Mail("nn voglio piu ricevere le vostre email"),
        Mail("Revoco il consenso al trattamento dei miei dati per finalità di marketing."),
        Mail("Toglietemi dalla mailing list per favore"),
        Mail("Vi prego di rimuovere il mio indirizzo dai vostri contatti."),
        Mail("Non desidero ricevere ulteriori comunicazioni da parte vostra."),
        Mail("Come posso annullare l'iscrizione alla newsletter?"),
        Mail("non contattatemi mai più", "Re: Offerte di primavera"),
        Mail("Niente più messaggi grazie"),
        Mail("Disiscrizione"),
        Mail("Per favore smettete di scrivermi, non mi interessa."),
        Mail("Salve, ho già chiesto di essere rimosso dalla vostra mailing list. Grazie"),
        Mail("le vostre offerte non mi interessano, evitate di inviarmele"),
        Mail("Buonasera, potreste per cortesia non mandarmi più la newsletter?"),
        Mail("basta scrivermi"),
        Mail("Come faccio a non ricevere più queste mail?"),
        Mail("Mi arrivano in continuazione vostre promozioni, vi chiedo gentilmente di smettere."),
        Mail("toglietemi dagli indirizzi grazie"),
        Mail("Vi chiedo di non contattarmi ulteriormente via email."),
        Mail("Desidero essere eliminato dal vostro database."),
        Mail("ho cambiato idea non voglio piu la newsletter"),
        Mail("Non mi mandate più niente, grazie."),
        Mail("Ricevo troppe email da voi, vorrei non riceverne altre."),
        Mail("Vorrei annullare la newsletter"),
        Mail("La prego di non mandarmi più le vostre lettere informative."),
    ),
    "de": (
        Mail("Bitte schreiben Sie mir nicht mehr."),
        Mail("Nehmen Sie mich aus dem Verteiler"),
        Mail("keine mails mehr bitte!!"),
        Mail("HÖREN SIE AUF MIR WERBUNG ZU SCHICKEN"),
        Mail(
            "Hallo,\n\nwann gibt es morgen Frühstück? Und bitte schicken Sie mir keine Angebote mehr, das ist jede Woche eine Mail.\n\nDanke\nSabine"
        ),
        Mail("Wie kann ich mich vom Newsletter abmelden?"),
        Mail("newsletter abbestelen"),
        Mail("Hiermit widerrufe ich meine Einwilligung in den Erhalt von Werbung."),
        Mail("Bitte löschen Sie meine E-Mail-Adresse aus Ihrer Datenbank."),
        Mail("Ich möchte von Ihnen keine weiteren Nachrichten erhalten."),
        Mail("bitte austragen", "Newsletter"),
        Mail("Kontaktieren Sie mich bitte nicht wieder."),
        Mail("Lasst mich endlich mit euren Mails in Ruhe"),
        Mail("will keine post mehr von euch", "Re: Herbstangebote"),
        Mail("Ich widerspreche der Nutzung meiner Daten zu Werbezwecken."),
        Mail("Meldet mich bitte vom Newsletter ab, danke"),
        Mail("Guten Tag, ich hatte schon darum gebeten, aus dem Verteiler genommen zu werden."),
        Mail("Bitte sehen Sie von weiteren Werbemails ab."),
        Mail("ich will eure angebote nicht, hört auf damit"),
        Mail("Bitte meine Adresse aus dem Newsletter nehmen"),
        Mail("Ich erhalte ständig Werbung von Ihnen, bitte unterlassen Sie das."),
        Mail("Wie stelle ich den Newsletter ab?"),
        Mail(
            "Bitte entfernen Sie meine Mailadresse aus Ihrem System, ich will nichts mehr bekommen"
        ),
        Mail("Bitte keinerlei Werbung mehr an diese Adresse."),
        Mail("Streichen Sie meine Daten aus Ihrer Kartei"),
        Mail("ich möchte keinen newsletter von euch, bitte abmelden"),
        Mail("Ihr könnt aufhören, mir zu schreiben."),
        Mail("Ich bekomme zu viele Mails von Ihnen, bitte keine mehr."),
        Mail("Newsletter bitte stornieren"),
        Mail("Bitte schicken Sie mir Ihren Rundbrief nicht mehr."),
    ),
    "fr": (
        Mail("Ne m'écrivez plus"),
        Mail("Veuillez me retirer de votre liste de diffusion"),
        Mail("plus de mails svp!!!"),
        Mail("ARRÊTEZ DE M'ENVOYER DES PUBS"),
        Mail(
            "Bonjour,\n\nà quelle heure est le petit-déjeuner demain ? Par ailleurs merci de ne plus m'envoyer vos offres, j'en reçois une par semaine.\n\nMerci\nClaire"
        ),
        Mail("Comment me désabonner de la newsletter ?"),
        Mail("desinscription"),
        Mail("Je ne souhaite plus recevoir de messages de votre part."),
        Mail("je veux plus recevoir vos mails"),
        Mail("Merci de supprimer mon adresse de votre base de données."),
        Mail("Je retire mon consentement à recevoir de la prospection commerciale."),
        Mail("Cessez de me contacter"),
        Mail("stop aux mails, j'en ai marre", "Re: Offres d'été"),
        Mail("Merci de ne plus me contacter à l'avenir."),
        Mail("Desabonnez moi"),
        Mail("Arrêtez de m'écrire s'il vous plaît, ça ne m'intéresse pas."),
        Mail("Bonjour, j'ai déjà demandé à être retirée de votre liste de diffusion."),
        Mail("vos promos ne m'intéressent pas, arretez de me les envoyer"),
        Mail("Pourriez-vous ne plus m'envoyer la newsletter svp"),
        Mail("Merci de cesser tout envoi de publicité"),
        Mail("Comment faire pour ne plus recevoir ces messages ?"),
        Mail("Je reçois sans cesse vos publicités, merci d'arrêter."),
        Mail("Otez mon adresse de vos fichiers"),
        Mail("Prière de ne plus m'adresser de courrier électronique."),
        Mail("je ne veux plus de vos newsletters"),
        Mail("Rayez mon adresse mail de vos listes"),
        Mail("Je reçois trop de mails de chez vous, je n'en veux plus."),
        Mail("Supprimez-moi de vos contacts"),
        Mail("inutile de m'envoyer vos offres à l'avenir"),
        Mail("Merci de ne plus m'envoyer vos lettres d'information, j'en reçois trop."),
    ),
    "es": (
        Mail("No me escriban más"),
        Mail("Quiero darme de baja de su lista"),
        Mail("no mas correos por favor!!"),
        Mail("DEJEN DE MANDARME PUBLICIDAD"),
        Mail(
            "Hola,\n\n¿a qué hora es el desayuno mañana? Además les pido que no me envíen más ofertas, me llega una cada semana.\n\nGracias\nLucía"
        ),
        Mail("¿Cómo me doy de baja del boletín?"),
        Mail("quitenme de la lista"),
        Mail("Retiro mi consentimiento para recibir comunicaciones comerciales."),
        Mail("Por favor, borren mi dirección de su base de datos."),
        Mail("No deseo recibir más mensajes de ustedes."),
        Mail("baja", "Newsletter"),
        Mail("No vuelvan a contactarme."),
        Mail("ya basta de emails", "Re: Ofertas de verano"),
        Mail("dejad de escribirme por favor, no me interesa"),
        Mail("Solicito la baja de la newsletter"),
        Mail("no quiero recibir nada mas de ustedes"),
        Mail("Buenas, ya pedí que me sacaran de la lista de correo."),
        Mail("sus ofertas no me interesan, dejen de enviármelas"),
        Mail("¿Podrían no mandarme más el boletín?"),
        Mail("Les ruego que cesen el envío de publicidad a este correo"),
        Mail("¿Cómo hago para no recibir estos mensajes?"),
        Mail("Me llega publicidad suya todo el tiempo, les pido que paren."),
        Mail("eliminenme de sus contactos ya"),
        Mail("Ruego no me envíen más información comercial."),
        Mail("Bórrenme del boletín por favor"),
        Mail("ya no quiero sus newsletters"),
        Mail("Recibo demasiados correos suyos, no quiero más."),
        Mail("Anulen mi suscripción"),
        Mail("no me manden nada mas"),
    ),
    "pt": (
        Mail("Não me escrevam mais"),
        Mail("Por favor retirem-me da vossa lista de e-mails"),
        Mail("chega de emails!!"),
        Mail("PAREM DE ME MANDAR PUBLICIDADE"),
        Mail(
            "Olá,\n\na que horas é o pequeno-almoço amanhã? E já agora não me enviem mais ofertas, recebo uma por semana.\n\nObrigada\nLúcia"
        ),
        Mail("Como é que me descadastro da newsletter?"),
        Mail("tirem-me da lista"),
        Mail("Retiro o meu consentimento para receber comunicações comerciais."),
        Mail("Apaguem o meu endereço da vossa base de dados, por favor."),
        Mail("Não desejo receber mais mensagens vossas."),
        Mail("Não voltem a contactar-me."),
        Mail("basta de emails", "Re: Ofertas de verão"),
        Mail("parem de me escrever, não me interessa"),
        Mail("Quero cancelar a subscrição da newsletter"),
        Mail("não quero receber mais nada de vocês"),
        Mail("Vocês podem parar de me enviar promoções?"),
    ),
}

NO_OPT_OUTS: dict[str, tuple[Mail, ...]] = {
    "en": (
        Mail("We can't stop smiling, thanks for the photos you emailed us!"),
        Mail("please remove me from the booking, my sister will take my bed"),
        Mail("Please cancel my booking. Do I get an email about it?"),
        Mail("Stop the renewal of my long stay please, I am leaving on the 30th."),
        Mail("Which bus stop is closest, and can you email me the timetable?"),
        Mail("dont email me the invoice, print it and leave it at the desk"),
        Mail("No need to reply, just wanted to say thanks for everything"),
        Mail("Please don't reply to this address, use karen@example.com instead."),
        Mail(
            "Can we check in at 11?\n\nOn Mon, 3 Jun 2024 at 10:12, The Hostel <info@desk.example> wrote:\n> Your booking is confirmed.\n> To unsubscribe from our newsletter click here.\n> Don't want any more emails? Unsubscribe."
        ),
        Mail("Is it possible to opt out of breakfast and pay less?"),
        Mail("Could you stop the cleaners coming in before 10? We sleep late."),
        Mail("I stopped receiving your emails, could you resend the payment link?"),
        Mail("Please take my husband off the reservation and send me the new price by mail"),
        Mail("Don't text me the door code, my phone is broken, email me please"),
        Mail(
            "Do you have two beds for Friday?\n\nBest\nTom\n\nAcme Ltd. If you no longer wish to receive emails from us, unsubscribe here."
        ),
        Mail("We won't need any more towels, but thank you for the message"),
        Mail("Can you stop the shower from dripping? And please send me the wifi code by email."),
        Mail("We never received the message with the door code."),
        Mail("Please remove the city tax from my invoice, I am under 14."),
        Mail("We don't want breakfast any more, can you send an updated confirmation?"),
        Mail("I can't get enough of the photos you sent, thank you!"),
        Mail(
            "Please remove the extra towel charge, otherwise I won't recommend you in my newsletter."
        ),
        Mail("Can we get the newsletter with the city tips? We'd love to receive more."),
        Mail("Don't send a taxi, we'll walk. Please mail us the directions though."),
        Mail("I'd like to take my name off the room door sign please."),
        Mail("Please stop by our room when you have time, we left a message."),
        Mail("Do not cancel my mail notifications for the booking."),
        Mail("We no longer need the airport shuttle you offered by email."),
        Mail("Which list do I put my name on for the walking tour?"),
        Mail("We've had enough rain, but the newsletter tips for museums were great!"),
        Mail("I don't want to miss the walking tour, please email me the time."),
        Mail(
            "Please don't send the keys by post, we pick them up. Could you email the opening hours?"
        ),
        Mail("Please stop the music in the courtyard at 11, we wrote a message already."),
    ),
    "it": (
        Mail("Non riusciamo a smettere di sorridere, grazie delle foto che ci avete mandato!"),
        Mail("potete togliermi dalla prenotazione? viene mia sorella al mio posto"),
        Mail("Vorrei cancellare la prenotazione. Mi arriva una mail?"),
        Mail("Non rinnovate il mio soggiorno, parto il 30."),
        Mail("Qual è la fermata più vicina? Mi mandate gli orari per mail?"),
        Mail("non mandatemi la fattura per mail stampatela e lasciatela in reception"),
        Mail("Non serve rispondere, volevo solo ringraziarvi"),
        Mail("Non rispondete a questo indirizzo, usate marta@example.com"),
        Mail(
            "Possiamo arrivare alle 11?\n\nIl giorno lun 3 giu 2024 alle ore 10:12 Ostello <info@desk.example> ha scritto:\n> La prenotazione è confermata.\n> Per disiscriverti dalla newsletter clicca qui.\n> Non vuoi più ricevere email? Cancellati."
        ),
        Mail("Si può rinunciare alla colazione e pagare meno?"),
        Mail("Potete dire a chi pulisce di non venire prima delle 10? Dormiamo fino a tardi."),
        Mail("Non mi arrivano più le vostre email, potete rimandarmi il link per pagare?"),
        Mail("Togliete mio marito dalla prenotazione e mandatemi il nuovo prezzo per mail"),
        Mail("Non mandatemi il codice per sms, ho il telefono rotto, meglio una mail"),
        Mail("Non abbiamo più bisogno del parcheggio, grazie del messaggio"),
        Mail("Smette di piovere domani? Siamo senza ombrello e aspettiamo vostre notizie"),
        Mail("Potete cancellare la cena dalla prenotazione e mandarmi la ricevuta per mail?"),
        Mail("Non ho più la vostra mail con le indicazioni."),
        Mail("Mi potete togliere il letto in più? Grazie per la newsletter, molto carina."),
        Mail("Non vogliamo disturbarvi, ma non abbiamo ricevuto il messaggio di conferma."),
        Mail("Non serve che mi scriviate, arrivo alle 18."),
        Mail("Potete smettere di addebitare la tassa? Vi ho già scritto una mail."),
        Mail("Non mandateci il taxi, veniamo a piedi. Aspettiamo il codice per mail."),
        Mail("Non ho capito la vostra ultima mail, potete spiegarmi?"),
        Mail("Mi tolga una curiosità: la colazione è inclusa?"),
        Mail(
            "Non vogliamo più la camera sul cortile, scriveteci il prezzo di quella sulla strada."
        ),
        Mail("Non voglio perdere il tour, mandatemi una mail con l'orario."),
        Mail("Non ci sono più asciugamani in camera, ho già mandato un messaggio."),
        Mail("Basta un messaggio quando la camera è pronta."),
    ),
    "de": (
        Mail("Wir können nicht aufhören zu lächeln, danke für die Fotos, die Sie gemailt haben!"),
        Mail("bitte nehmen sie mich aus der buchung raus, meine schwester kommt statt mir"),
        Mail("Ich möchte meine Buchung stornieren. Bekomme ich dazu eine Mail?"),
        Mail("Bitte die Verlängerung stoppen, ich reise am 30. ab."),
        Mail("Welche Haltestelle ist am nächsten, und können Sie mir den Fahrplan mailen?"),
        Mail("die rechnung bitte nicht mailen sondern ausdrucken und an die rezeption legen"),
        Mail("Sie müssen nicht antworten, ich wollte nur danke sagen."),
        Mail("Bitte antworten Sie nicht an diese Adresse, sondern an sabine@example.com."),
        Mail(
            "Können wir um 11 einchecken?\n\nAm Mo., 3. Juni 2024 um 10:12 Uhr schrieb Hostel <info@desk.example>:\n> Ihre Buchung ist bestätigt.\n> Newsletter abbestellen: hier klicken.\n> Sie möchten keine E-Mails mehr erhalten? Abmelden."
        ),
        Mail("Kann man das Frühstück abbestellen und weniger zahlen?"),
        Mail("Könnte die Reinigung bitte nicht vor 10 kommen? Wir schlafen lange."),
        Mail(
            "Ich bekomme keine Mails mehr von Ihnen, können Sie den Zahlungslink noch einmal schicken?"
        ),
        Mail("Streichen Sie bitte meinen Mann aus der Reservierung und mailen Sie den neuen Preis"),
        Mail("Bitte den Türcode nicht per SMS schicken, mein Handy ist kaputt, lieber per Mail"),
        Mail("Wir brauchen keinen Parkplatz mehr, danke für die Nachricht"),
        Mail("Wo melde ich mich bei der Ankunft an und wie melde ich mich am letzten Tag ab?"),
        Mail("Können Sie das Zusatzbett aus der Buchung streichen und mir die Bestätigung mailen?"),
        Mail("Wir haben keine Nachricht mehr bekommen, ist das Zimmer noch frei?"),
        Mail("Bitte kein Frühstück mehr für uns. Danke für die nette Mail!"),
        Mail(
            "Bitte stören Sie uns nicht vor 9 Uhr, und schreiben Sie kurz, wenn das Zimmer fertig ist."
        ),
        Mail("Bitte kein Taxi schicken, wir laufen. Danke für die Mail."),
        Mail("Sie brauchen mir nicht zu schreiben, ich komme um 18 Uhr."),
        Mail("Nehmen Sie bitte das Frühstück aus der Rechnung, ich habe schon gemailt."),
        Mail("Bitte nehmen Sie mich auf die Warteliste und schreiben Sie mir."),
        Mail("Wir möchten keine Zwischenreinigung mehr, schicken Sie bitte eine kurze Mail."),
        Mail("Hört die Musik in der Bar um 23 Uhr auf? Danke für die Nachricht."),
        Mail("Ich möchte keine Umstände machen, schreiben Sie mir einfach eine Mail."),
        Mail("Es sind keine Handtücher mehr da, ich habe schon eine Nachricht geschickt."),
        Mail("Können Sie mir noch mehr Angebote für Touren schicken?"),
    ),
    "fr": (
        Mail("On n'arrête pas de sourire, merci pour les photos envoyées par mail !"),
        Mail("pouvez vous me retirer de la réservation, ma soeur viendra à ma place"),
        Mail("Je voudrais annuler ma réservation. Est-ce que je reçois un mail ?"),
        Mail("Merci d'arrêter le renouvellement de mon séjour, je pars le 30."),
        Mail("Quel arrêt de bus est le plus proche, et pouvez-vous m'envoyer les horaires ?"),
        Mail("ne m'envoyez pas la facture par mail, imprimez la et laissez la à la réception"),
        Mail("Pas besoin de répondre, je voulais juste vous remercier."),
        Mail("Merci de ne pas répondre à cette adresse, utilisez claire@example.com."),
        Mail(
            "Peut-on arriver à 11 h ?\n\nLe lun. 3 juin 2024 à 10:12, Auberge <info@desk.example> a écrit :\n> Votre réservation est confirmée.\n> Pour vous désabonner de la newsletter cliquez ici.\n> Vous ne souhaitez plus recevoir nos mails ? Désinscription."
        ),
        Mail("Peut-on se passer du petit-déjeuner et payer moins ?"),
        Mail("Pouvez-vous demander au ménage de ne pas venir avant 10 h ? Nous dormons tard."),
        Mail("Je ne reçois plus vos mails, pouvez-vous renvoyer le lien de paiement ?"),
        Mail("Enlevez mon mari de la réservation et envoyez-moi le nouveau prix par mail"),
        Mail("Ne m'envoyez pas le code par sms, mon téléphone est cassé, plutôt un mail"),
        Mail("Nous n'avons plus besoin du parking, merci pour le message"),
        Mail("Je n'ai plus votre mail avec l'adresse, où faut-il aller ?"),
        Mail(
            "Pouvez-vous enlever le lit bébé de la réservation et m'envoyer la confirmation par mail ?"
        ),
        Mail("Nous n'avons plus de nouvelles depuis votre dernier message."),
        Mail("On ne veut plus le petit-déjeuner, merci de m'envoyer le nouveau total."),
        Mail("Merci de ne pas nous déranger avant 9 h. Votre newsletter est très sympa !"),
        Mail("Pas besoin de m'écrire, j'arrive à 18 h."),
        Mail("N'envoyez pas de taxi, nous venons à pied. Merci de nous envoyer le code par mail."),
        Mail("Retirez le petit-déjeuner de la facture, s'il vous plaît."),
        Mail("Je n'ai pas compris votre dernier mail."),
        Mail("Pouvez-vous m'enlever de la liste d'attente ? Merci pour le message."),
        Mail("Nous ne voulons plus de ménage, envoyez-nous un mail de confirmation."),
        Mail("Il n'y a plus de serviettes, j'ai déjà envoyé un message."),
        Mail("Je ne veux pas rater la visite, envoyez-moi un mail avec l'heure."),
        Mail("Avez-vous plus d'offres pour les groupes ?"),
    ),
    "es": (
        Mail("No podemos dejar de sonreír, ¡gracias por las fotos que nos enviaron!"),
        Mail("pueden quitarme de la reserva? viene mi hermana en mi lugar"),
        Mail("Quiero cancelar mi reserva. ¿Me llega un correo?"),
        Mail("Por favor no renueven mi estancia, me voy el día 30."),
        Mail("¿Qué parada está más cerca y pueden enviarme los horarios por correo?"),
        Mail("no me manden la factura por correo, impriman y dejenla en recepcion"),
        Mail("No hace falta que respondan, solo quería dar las gracias."),
        Mail("Por favor no respondan a esta dirección, usen lucia@example.com."),
        Mail(
            "¿Podemos llegar a las 11?\n\nEl lun, 3 jun 2024 a las 10:12, Hostal <info@desk.example> escribió:\n> Su reserva está confirmada.\n> Para darse de baja del boletín haga clic aquí.\n> ¿No quiere recibir más correos? Darse de baja."
        ),
        Mail("¿Se puede renunciar al desayuno y pagar menos?"),
        Mail("¿Pueden pedir que no limpien antes de las 10? Dormimos hasta tarde."),
        Mail("Ya no me llegan sus correos, ¿pueden reenviar el enlace de pago?"),
        Mail("Quiten a mi marido de la reserva y mándenme el precio nuevo por correo"),
        Mail("No me envíen el código por sms, tengo el móvil roto, mejor un correo"),
        Mail("Ya no necesitamos el aparcamiento, gracias por el mensaje"),
        Mail("Me han dado la baja médica y no puedo viajar, ¿puedo cambiar las fechas?"),
        Mail("¿Pueden quitar la cuna de la reserva y enviarme la confirmación por correo?"),
        Mail("No nos ha llegado ningún mensaje más, ¿sigue libre la habitación?"),
        Mail("Ya no queremos el desayuno, envíenme por favor el total nuevo."),
        Mail("No hace falta que me escriban, llego a las 18."),
        Mail("No manden taxi, vamos andando. Envíennos el código por correo."),
        Mail("Quiten el desayuno de la factura, por favor, ya les mandé un correo."),
        Mail("No entendí su último correo."),
        Mail("¿Me pueden quitar de la lista de espera? Gracias por el mensaje."),
        Mail("Ya no queremos limpieza, mándennos un mensaje para confirmar."),
        Mail("No quiero perderme el tour, mándenme un correo con la hora."),
        Mail("Ya no hay toallas, envié un mensaje esta mañana."),
        Mail("¿Tienen más ofertas para grupos?"),
    ),
    "pt": (
        Mail("Não paramos de sorrir, obrigado pelas fotos que nos mandaram!"),
        Mail("podem tirar-me da reserva? vem a minha irmã no meu lugar"),
        Mail("Quero cancelar a reserva. Recebo um e-mail?"),
        Mail("Não prolonguem a minha estadia, saio dia 30."),
        Mail("Qual é a paragem mais próxima? Mandam-me os horários por e-mail?"),
        Mail("não me enviem a fatura por email, imprimam-na e deixem-na na receção"),
        Mail("Não é preciso responder, só queria agradecer"),
        Mail("Não respondam para este endereço, usem marta@example.com"),
        Mail("É possível prescindir do pequeno-almoço e pagar menos?"),
        Mail("Podem pedir à limpeza que não entre antes das 10? Dormimos até tarde."),
        Mail("Deixei de receber os vossos e-mails, podem reenviar o link de pagamento?"),
        Mail("Nunca recebemos a mensagem com o código da porta."),
        Mail("Já não precisamos do transfer que nos ofereceram por e-mail."),
        Mail("Em que lista ponho o nome para a caminhada?"),
    ),
}

AUTO_REPLIES: dict[str, tuple[Mail, ...]] = {
    "en": (
        Mail(
            "I am out of the office until 12 August with limited access to email. For urgent matters please contact my colleague Ben Hill.",
            "Automatic reply: Your booking",
        ),
        Mail(
            "Thank you for your email. I am currently on annual leave and will return on Monday 5 June. I will reply to your message on my return."
        ),
        Mail(
            "This is an automated message. Please do not reply. Your request was received, ticket no. 48213."
        ),
        Mail("out of office - back on tuesday"),
        Mail(
            "Hello,\n\nI'm on maternity leave until January. In my absence please write to sales@example.com.\n\nKind regards\nAnna"
        ),
        Mail(
            "Thanks for getting in touch! We have received your enquiry and will get back to you within 24 hours."
        ),
        Mail(
            "Your message to tom@example.com couldn't be delivered. The address wasn't found.",
            "Undeliverable: Your booking",
        ),
        Mail(
            "Please note that I no longer work for Acme. For all enquiries please contact office@example.com."
        ),
        Mail("This mailbox is not monitored. Messages sent to this address will not be read."),
        Mail(
            "Hi, I'm away on holiday and won't be checking my emails. I'll get back to you when I'm back on the 14th.",
            "Out of Office Re: Your stay",
        ),
        Mail(
            "Thank you for your message. I'm currently out of office and returning on 3 March. For anything urgent call reception."
        ),
        Mail(
            "Hi! This inbox is checked Monday to Friday only. We aim to respond within 2 working days.",
            "Thanks for your message",
        ),
        Mail("I will be out of the office starting 5 May and will not return until 19 May."),
        Mail(
            "Hello, I am travelling for work this week with little access to mail. My assistant Joan (joan@example.com) can help."
        ),
        Mail("I'm out of the office today, back tomorrow."),
        Mail("Auto-Reply: we're closed for the weekend and will answer on Monday."),
        Mail("I'm currently on parental leave and not reading email. Please contact Jo."),
        Mail("We've got your message! A member of our team will reply within one business day."),
    ),
    "it": (
        Mail(
            "Sono fuori ufficio fino al 12 agosto con accesso limitato alla posta. Per urgenze contattate il collega Bruno Neri.",
            "Risposta automatica: La sua prenotazione",
        ),
        Mail(
            "Grazie per la Sua email. Al momento sono in ferie e rientrerò lunedì 5 giugno. Risponderò al mio rientro."
        ),
        Mail(
            "Questo è un messaggio automatico, si prega di non rispondere. La richiesta è stata registrata con il numero 48213."
        ),
        Mail("sono assente dall'ufficio torno martedi"),
        Mail(
            "Salve,\n\nsono in maternità fino a gennaio. In mia assenza potete scrivere a vendite@example.com.\n\nCordiali saluti\nAnna"
        ),
        Mail("Abbiamo ricevuto la tua richiesta e ti risponderemo entro 24 ore."),
        Mail(
            "Il messaggio non è stato recapitato: l'indirizzo non esiste.",
            "Mancato recapito: La sua prenotazione",
        ),
        Mail(
            "Si informa che non lavoro più in Acme. Per ogni necessità scrivere a ufficio@example.com."
        ),
        Mail("Questa casella di posta non è presidiata, i messaggi non verranno letti."),
        Mail(
            "Ciao, sono in vacanza e non leggerò la posta. Vi rispondo appena rientro, il 14.",
            "Fuori sede Re: Il vostro soggiorno",
        ),
        Mail(
            "Ricevuto! La sua richiesta è stata presa in carico, riceverà risposta entro 48 ore. Messaggio generato automaticamente."
        ),
        Mail(
            "Buongiorno, l'ufficio è chiuso per ferie dal 5 al 20 agosto. Risponderemo alla riapertura.",
            "Chiusura estiva",
        ),
        Mail("Sono fuori stanza fino a lunedì. Per necessità: segreteria@example.com"),
        Mail(
            "La informiamo che la Sua mail è stata ricevuta correttamente e sarà evasa nel più breve tempo possibile. Non rispondere a questa mail."
        ),
        Mail("Il sottoscritto sarà assente dal 3 al 10. Rivolgersi al dott. Neri."),
        Mail("Risposta automatica. Grazie del messaggio, vi risponderemo appena possibile."),
        Mail("Sarò fuori ufficio il 3 e il 4. Per urgenze chiamare il 055 123456."),
        Mail("Grazie, il suo messaggio è stato inoltrato automaticamente all'ufficio competente."),
    ),
    "de": (
        Mail(
            "Ich bin bis 12. August nicht im Büro und habe nur eingeschränkt Zugriff auf meine Mails. In dringenden Fällen wenden Sie sich bitte an meinen Kollegen Ben Hill.",
            "Automatische Antwort: Ihre Buchung",
        ),
        Mail(
            "Vielen Dank für Ihre E-Mail. Ich bin derzeit im Urlaub und ab Montag, 5. Juni wieder erreichbar. Ihre Nachricht wird nicht weitergeleitet."
        ),
        Mail(
            "Dies ist eine automatisch erzeugte Nachricht, bitte antworten Sie nicht darauf. Ihre Anfrage wurde unter Nr. 48213 erfasst."
        ),
        Mail("bin ausser haus, ab dienstag wieder da", "Abwesenheitsnotiz"),
        Mail(
            "Hallo,\n\nich bin bis Januar in Elternzeit. Meine Vertretung erreichen Sie unter vertrieb@example.com.\n\nMit freundlichen Grüßen\nAnna"
        ),
        Mail(
            "Wir haben Ihre Anfrage erhalten und werden uns innerhalb von 24 Stunden bei Ihnen melden."
        ),
        Mail(
            "Ihre Nachricht konnte nicht zugestellt werden. Die Adresse wurde nicht gefunden.",
            "Unzustellbar: Ihre Buchung",
        ),
        Mail(
            "Ich bin nicht mehr bei Acme tätig. Bitte wenden Sie sich künftig an buero@example.com."
        ),
        Mail("Dieses Postfach wird nicht gelesen. Nachrichten an diese Adresse werden gelöscht."),
        Mail(
            "Hallo, ich bin im Urlaub und lese keine Mails. Ich melde mich nach meiner Rückkehr am 14.",
            "Abwesend Re: Ihr Aufenthalt",
        ),
        Mail(
            "Guten Tag, unser Büro ist vom 24.12. bis 2.1. geschlossen. Ihre Nachricht bearbeiten wir danach.",
            "Betriebsferien",
        ),
        Mail(
            "Ich befinde mich zurzeit im Urlaub. Ihre E-Mail wird nicht gelesen. In dringenden Fällen: 0123 456"
        ),
        Mail(
            "Ich bin heute und morgen nicht am Arbeitsplatz und beantworte Ihre Mail ab Mittwoch."
        ),
        Mail(
            "Vielen Dank für Ihre Anfrage! Unser Team meldet sich in Kürze. Diese E-Mail wurde automatisch versendet."
        ),
        Mail(
            "Ich bin am 5. Mai wieder im Haus. Ihre Mail wird automatisch an meinen Kollegen weitergeleitet."
        ),
        Mail("Danke für Ihre Mail. Wir haben Betriebsurlaub bis 8. Januar."),
        Mail("Vom 3. bis 10. Mai bin ich nicht im Büro."),
        Mail("Wir bestätigen den Eingang Ihrer E-Mail und antworten innerhalb von zwei Werktagen."),
    ),
    "fr": (
        Mail(
            "Je suis absent du bureau jusqu'au 12 août avec un accès limité à ma messagerie. En cas d'urgence contactez mon collègue Ben Hill.",
            "Réponse automatique : Votre réservation",
        ),
        Mail(
            "Merci pour votre message. Je suis actuellement en congés et serai de retour le lundi 5 juin. Je vous répondrai à mon retour."
        ),
        Mail(
            "Ceci est un message automatique, merci de ne pas y répondre. Votre demande a été enregistrée sous le numéro 48213."
        ),
        Mail("absent du bureau retour mardi"),
        Mail(
            "Bonjour,\n\nje suis en congé maternité jusqu'en janvier. En mon absence vous pouvez écrire à ventes@example.com.\n\nCordialement\nAnna"
        ),
        Mail("Nous avons bien reçu votre demande et vous répondrons dans un délai de 24 heures."),
        Mail(
            "Votre message n'a pas pu être remis : l'adresse est introuvable.",
            "Non remis : Votre réservation",
        ),
        Mail(
            "Je ne travaille plus chez Acme. Pour toute demande merci d'écrire à bureau@example.com."
        ),
        Mail("Cette boîte mail n'est pas consultée, les messages ne seront pas lus."),
        Mail(
            "Bonjour, je suis en vacances et ne lirai pas mes mails. Je reviens vers vous dès mon retour le 14.",
            "Absence Re: Votre séjour",
        ),
        Mail(
            "Bonjour, actuellement en congés, je prendrai connaissance de votre message à mon retour le 3 mars."
        ),
        Mail(
            "Je suis en déplacement jusqu'au 12, réponse à mon retour. Pour toute urgence appeler le standard.",
            "Message d'absence",
        ),
        Mail("Je serai absente du 5 au 19 mai inclus. Je traiterai votre demande à mon retour."),
        Mail("Message automatique : votre courriel a bien été reçu."),
        Mail("Absent jusqu'au 10 mai. En cas d'urgence : 01 23 45 67 89"),
        Mail("Nous accusons réception de votre message et vous répondrons sous 48 h."),
        Mail("Je suis actuellement en arrêt maladie. Merci de vous adresser à l'accueil."),
        Mail("Réponse automatique : je suis en formation jusqu'à vendredi."),
    ),
    "es": (
        Mail(
            "Estoy fuera de la oficina hasta el 12 de agosto con acceso limitado al correo. Para asuntos urgentes contacte con mi compañero Ben Hill.",
            "Respuesta automática: Su reserva",
        ),
        Mail(
            "Gracias por su correo. Actualmente estoy de vacaciones y regreso el lunes 5 de junio. Responderé a su mensaje a mi vuelta."
        ),
        Mail(
            "Este es un mensaje automático, por favor no responda. Su solicitud quedó registrada con el número 48213."
        ),
        Mail("ausente de la oficina vuelvo el martes"),
        Mail(
            "Hola:\n\nestoy de baja por maternidad hasta enero. En mi ausencia pueden escribir a ventas@example.com.\n\nSaludos\nAnna"
        ),
        Mail("Hemos recibido su consulta y le responderemos en un plazo de 24 horas."),
        Mail(
            "Su mensaje no se ha podido entregar: la dirección no existe.",
            "No se puede entregar: Su reserva",
        ),
        Mail("Ya no trabajo en Acme. Para cualquier consulta escriban a oficina@example.com."),
        Mail("Este buzón no está supervisado, los mensajes no serán leídos."),
        Mail(
            "Hola, estoy de vacaciones y no leeré el correo. Contestaré en cuanto vuelva, el día 14.",
            "Fuera de oficina Re: Su estancia",
        ),
        Mail(
            "Gracias por escribirnos. Nuestro horario es de 9 a 18. Le responderemos en 24-48 horas.",
            "Recibido",
        ),
        Mail(
            "Me encuentro fuera de la oficina del 1 al 10. Para temas urgentes llamen a la centralita."
        ),
        Mail("Estaré ausente del 5 al 19 de mayo. Atenderé su correo a mi regreso."),
        Mail("Correo generado automáticamente. No conteste a esta dirección."),
        Mail("No estaré en la oficina hasta el 10 de mayo. Un saludo"),
        Mail("Acusamos recibo de su mensaje; le contestaremos en 48 horas."),
        Mail("Estoy de viaje de trabajo hasta el viernes y tengo acceso limitado al correo."),
        Mail("Le confirmamos que hemos recibido su correo. Le contestaremos en 2 días hábiles."),
    ),
    "pt": (
        Mail("Encontro-me de férias até 20 de agosto. Respondo no meu regresso."),
        Mail("Esta é uma mensagem automática, por favor não responda a este e-mail."),
        Mail(
            "Estou fora do escritório até segunda-feira, com acesso limitado ao e-mail.",
            "Resposta automática: Reserva",
        ),
        Mail("Obrigado pelo seu contacto. Responderemos no prazo de 48 horas."),
        Mail("Recebemos a sua mensagem e entraremos em contacto dentro de dois dias."),
        Mail("A sua mensagem não pôde ser entregue ao destinatário.", "Falha na entrega"),
        Mail("Este endereço de e-mail não é monitorado."),
        Mail("Estou ausente de 3 a 14 de junho. Em caso de urgência contacte a minha colega Rita."),
        Mail(
            "Já não trabalho nesta empresa. Para assuntos urgentes escreva para geral@example.org."
        ),
    ),
}

NO_AUTO_REPLIES: dict[str, tuple[Mail, ...]] = {
    "en": (
        Mail("I will be out of the office from Friday, so could you send the invoice before then?"),
        Mail("We are on holiday in Rome until Sunday, can we leave our luggage with you?"),
        Mail("I got your automatic reply but nobody has answered my question yet."),
        Mail("We'll be back on Monday. Please keep a room for that night."),
        Mail("Thank you for your email. We are currently travelling and will arrive at 11pm."),
        Mail("I am on annual leave next week so we would like to book 3 nights."),
        Mail("I received an automated message saying that my payment failed."),
        Mail(
            "Sorry for the late reply, I was out of the office last week. Yes, we take the double room."
        ),
        Mail("Is this mailbox monitored on weekends?"),
        Mail("My first email could not be delivered, so here it is again: do you have parking?"),
        Mail(
            "I'm away on the 3rd, so my wife will check in instead. Please contact her if anything is urgent."
        ),
        Mail(
            "Thank you for getting back to me so quickly. We will be back on Tuesday for our bags."
        ),
        Mail(
            "I'm out of office right now so can't open the attachment, please paste the text in the mail."
        ),
        Mail("Thanks for the quick reply! We'll be back at the hostel around 6."),
        Mail("We received your confirmation, thank you. We will arrive on Monday."),
        Mail("My husband is away until Friday, so only I will check in."),
        Mail("We're out all day today, just leave the towels at the door."),
        Mail("I got your message and will send the money on Monday."),
    ),
    "it": (
        Mail("Da venerdì sarò fuori ufficio, potete mandarmi la fattura prima?"),
        Mail("Siamo in vacanza a Roma fino a domenica, possiamo lasciare i bagagli da voi?"),
        Mail("Ho ricevuto la vostra risposta automatica ma nessuno mi ha ancora risposto."),
        Mail("Torniamo lunedì. Teneteci una camera per quella notte."),
        Mail("Grazie per la mail. Al momento siamo in viaggio e arriviamo alle 23."),
        Mail("La prossima settimana sono in ferie e vorremmo prenotare 3 notti."),
        Mail("Mi è arrivato un messaggio automatico che dice che il pagamento non è riuscito."),
        Mail("Scusate il ritardo, la settimana scorsa ero fuori ufficio. Sì, prendiamo la doppia."),
        Mail("Questa casella viene letta anche nel fine settimana?"),
        Mail("La mia prima mail non è stata recapitata, la rimando: avete un parcheggio?"),
        Mail("Siamo in ferie e vorremmo fermarci 2 notti, torniamo a casa lunedì 7."),
        Mail(
            "Grazie per averci scritto subito! Il pagamento l'abbiamo fatto entro 24 ore come richiesto."
        ),
        Mail("Non sono in ufficio oggi, potete chiamarmi sul cellulare?"),
        Mail("Ho ricevuto la vostra richiesta di acconto, pago domani."),
        Mail("Siamo fuori fino alle 22, la chiave la prendiamo dopo."),
        Mail("Ho letto la mail in ritardo, rispondo ora: sì, confermiamo."),
        Mail("Saremo fuori tutto il giorno, lasciate gli asciugamani alla porta."),
        Mail("Ho ricevuto il messaggio, mando i soldi lunedì."),
    ),
    "de": (
        Mail("Ab Freitag bin ich nicht mehr im Büro, können Sie mir die Rechnung vorher schicken?"),
        Mail("Wir sind bis Sonntag im Urlaub in Rom, können wir das Gepäck bei Ihnen lassen?"),
        Mail("Ich habe Ihre automatische Antwort bekommen, aber noch keine auf meine Frage."),
        Mail("Wir sind am Montag wieder da. Bitte halten Sie uns ein Zimmer frei."),
        Mail("Danke für Ihre E-Mail. Wir sind derzeit unterwegs und kommen um 23 Uhr an."),
        Mail("Nächste Woche habe ich Urlaub und wir möchten 3 Nächte buchen."),
        Mail("Ich habe eine automatische Nachricht bekommen, dass die Zahlung nicht geklappt hat."),
        Mail(
            "Entschuldigung für die späte Antwort, ich war letzte Woche nicht im Büro. Ja, wir nehmen das Doppelzimmer."
        ),
        Mail("Wird dieses Postfach auch am Wochenende gelesen?"),
        Mail(
            "Meine erste Mail konnte nicht zugestellt werden, darum noch einmal: Gibt es Parkplätze?"
        ),
        Mail(
            "Wir haben Ihre Nachricht erhalten und den Betrag innerhalb von 24 Stunden überwiesen."
        ),
        Mail("Wir sind im Urlaub und ab Dienstag wieder in Florenz, bitte ein Bett reservieren."),
        Mail("Ich bin heute nicht im Büro, bitte rufen Sie mich auf dem Handy an."),
        Mail("Ihre Nachricht ist angekommen, wir überweisen innerhalb von 3 Tagen."),
        Mail("Wir sind bis 22 Uhr unterwegs und holen den Schlüssel danach."),
        Mail("Danke für Ihre Mail. Wir kommen ab Freitag wieder zu Ihnen."),
        Mail("Wir sind den ganzen Tag unterwegs, legen Sie die Handtücher vor die Tür."),
        Mail("Ich habe Ihre Nachricht erhalten und überweise am Montag."),
    ),
    "fr": (
        Mail(
            "À partir de vendredi je serai absent du bureau, pouvez-vous m'envoyer la facture avant ?"
        ),
        Mail("Nous sommes en vacances à Rome jusqu'à dimanche, peut-on laisser les bagages ?"),
        Mail("J'ai eu votre réponse automatique mais personne n'a encore répondu à ma question."),
        Mail("Nous serons de retour lundi. Merci de nous garder une chambre."),
        Mail("Merci pour votre mail. Nous sommes actuellement en route et arrivons à 23 h."),
        Mail("Je suis en congés la semaine prochaine et nous voudrions réserver 3 nuits."),
        Mail("J'ai reçu un message automatique disant que le paiement a échoué."),
        Mail(
            "Désolé pour la réponse tardive, j'étais absent du bureau la semaine dernière. Oui, nous prenons la double."
        ),
        Mail("Cette boîte mail est-elle consultée le week-end ?"),
        Mail("Mon premier mail n'a pas été remis, le voici à nouveau : avez-vous un parking ?"),
        Mail("Nous avons bien reçu votre demande d'acompte et avons payé dans les 24 heures."),
        Mail("Je suis en vacances et je serai de retour à Florence mardi, gardez moi un lit svp"),
        Mail("Je ne suis pas au bureau aujourd'hui, appelez-moi sur le portable."),
        Mail("Votre message est bien arrivé, nous paierons dans 3 jours."),
        Mail("Nous serons absents jusqu'à 22 h, nous prendrons la clé après."),
        Mail("J'ai bien reçu votre mail, nous arrivons lundi."),
        Mail("Nous sommes dehors toute la journée, laissez les serviettes à la porte."),
        Mail("J'ai reçu votre message, j'envoie l'argent lundi."),
    ),
    "es": (
        Mail("Desde el viernes estaré fuera de la oficina, ¿pueden enviarme antes la factura?"),
        Mail("Estamos de vacaciones en Roma hasta el domingo, ¿podemos dejar las maletas?"),
        Mail("Recibí su respuesta automática pero nadie ha contestado mi pregunta."),
        Mail("Volvemos el lunes. Por favor guárdennos una habitación."),
        Mail("Gracias por su correo. Actualmente estamos de viaje y llegamos a las 23 h."),
        Mail("La semana que viene estoy de vacaciones y nos gustaría reservar 3 noches."),
        Mail("Me llegó un mensaje automático diciendo que el pago falló."),
        Mail(
            "Perdón por la demora, la semana pasada estuve fuera de la oficina. Sí, tomamos la doble."
        ),
        Mail("¿Este buzón se lee también el fin de semana?"),
        Mail("Mi primer correo no se pudo entregar, va de nuevo: ¿tienen aparcamiento?"),
        Mail("Estamos de vacaciones y volvemos a Roma el martes, resérvennos dos camas."),
        Mail("Hemos recibido su mensaje y pagamos en menos de 24 horas como pedían."),
        Mail("Hoy no estoy en la oficina, llámenme al móvil."),
        Mail("Su mensaje ha llegado, pagaremos en 3 días."),
        Mail("Estaremos fuera hasta las 22, recogemos la llave después."),
        Mail("He recibido su correo, llegamos el lunes."),
        Mail("Estamos fuera todo el día, dejen las toallas en la puerta."),
        Mail("Recibí su mensaje, mando el dinero el lunes."),
    ),
    "pt": (
        Mail("Estamos de férias em Itália em junho, têm duas camas?"),
        Mail("Recebi uma resposta automática vossa, mas ninguém me escreveu depois."),
        Mail("Obrigado pela vossa mensagem. Aceitamos o quarto duplo."),
        Mail("Desculpem a demora, estive fora na semana passada. Sim, chegamos às 15h."),
        Mail("Recebemos o vosso link, já está pago."),
        Mail("Volto na segunda a Positano, podem guardar-me a mala até lá?"),
        Mail("A receção está fechada à noite?"),
        Mail("O código da porta é enviado automaticamente ou tenho de o pedir?"),
        Mail("Quem é que responde às urgências durante a noite?"),
    ),
}
