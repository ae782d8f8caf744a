"""What goes wrong, told mildly, is what it is; its harmless twins are not it: six languages."""

from __future__ import annotations

import pytest

from drafting.pipeline.answer.requirements import proofs_of, urgent_kind
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import Emergency, IncomingMail, Tier

DANGER, MEDICAL = Emergency.DANGER, Emergency.MEDICAL
SMELLS = [
    "It smells a little burnt in the corridor.",
    "A bit of smoke is coming out of the plug.",
    "Im Treppenhaus riecht es ein wenig nach Gas.",
    "In unserem Zimmer riecht es irgendwie verschmort.",
    "In sala c'è un leggero odore di bruciato.",
    "Ça sent un peu le gaz dans le couloir.",
    "Dans notre chambre ça sent le brûlé.",
    "Huele un poco a quemado en la escalera.",
    "Cheira um bocadinho a gás na escada.",
]
MISSED = [
    "My sister did not come back last night and we are worried.",
    "Meine Freundin ist seit gestern Abend verschwunden.",
    "Mio fratello non è tornato ieri sera.",
    "Ma copine n'est pas rentrée hier soir.",
    "Mi hermana no volvió anoche.",
    "O meu amigo não voltou ontem à noite.",
]
DESPAIR = [
    "I think it would be better if I weren't here any more.",
    "Ich sehe keinen Sinn mehr im Leben.",
    "Sarebbe meglio se io non ci fossi più.",
    "Je suis fatiguée de vivre.",
    "Sería mejor si yo no existiera.",
    "Estou cansada de viver.",
]
STUCK = [
    "We are stuck in your lift, it stopped between the floors.",
    "Wir stecken im Aufzug fest.",
    "Siamo bloccati nell'ascensore.",
    "On est coincés dans l'ascenseur.",
    "Estamos atrapados en el ascensor.",
    "Ficámos presos no elevador, a porta não abre.",
]
SICK_OF_OURS = [
    "Four of us have been throwing up since your dinner.",
    "Nach eurem Abendessen mussten sich zwei von uns übergeben.",
    "Dopo la cena da voi stiamo vomitando in tre.",
    "Depuis votre petit-déjeuner mon fils vomit.",
    "Después del desayuno de hoy mi novia no para de vomitar.",
    "Depois do vosso jantar a minha filha vomitou três vezes.",
]
UNROUSED = [
    "My brother does not really wake up any more.",
    "She can't be woken up.",
    "Mein Bruder ist nicht mehr ansprechbar.",
    "Mia sorella non si sveglia bene.",
    "Je n'arrive pas à réveiller ma sœur.",
    "Mi hermano no reacciona.",
    "A minha irmã não acorda.",
]
HEARTS = [
    "My chest feels so tight, is there a pharmacy near you?",
    "Mein linker Arm wird taub. Wo ist die nächste Apotheke?",
    "Ho il braccio sinistro intorpidito e mi fa male il petto.",
    "Sento un peso sul petto, c'è un medico?",
    "J'ai le bras gauche engourdi. Où est la pharmacie ?",
    "Me duele el pecho, ¿hay un médico cerca?",
    "Dói-me o peito, há uma farmácia?",
]
QUIET = [
    "The soup smells of smoke, is that how it should be?",
    "Meine Jacke riecht nach Rauch, wo kann ich sie waschen?",
    "La zuppa sa un po' di bruciato.",
    "Mon pull sent la fumée, avez-vous une laverie ?",
    "A sopa cheira um pouco a fumo.",
    "My husband doesn't wake up before ten. Until when is breakfast?",
    "Mein Mann wacht nicht vor neun auf, gibt es dann noch Frühstück?",
    "Mio marito non si sveglia mai prima delle dieci.",
    "Mi marido no se despierta nunca antes de las diez.",
    "O meu marido não acorda antes das nove.",
    "Vor dem ersten Kaffee bin ich nicht ansprechbar.",
    "Is there a chest of drawers in the room?",
    "Fate anche il petto di pollo a cena?",
    "My friend came back last night at two, is that allowed?",
    "Mein Freund ist gestern nicht gekommen, er kommt erst heute. Ist das in Ordnung?",
    "I see no point in going on the boat trip in the rain.",
    "Estoy cansada de la vida en la ciudad, ¿hay camas en mayo?",
    "Ich habe einen neuen Job im Krankenhaus, das feiern wir bei euch.",
    "J'ai trouvé un travail à l'hôpital, il faut fêter ça !",
    "Ma copine va me tuer si on n'a pas de vue mer !",
    "My grandma died last year and left us money for this trip.",
    "Meine Oma ist letztes Jahr gestorben und hat uns Geld hinterlassen.",
    "Mi abuela murió el año pasado y nos dejó dinero para el viaje.",
    "Please let me know whether there is a lift and whether dogs are allowed.",
    "Kein Frühstück bitte.",
    "Tre anni fa ho avuto un infarto, adesso sto bene.",
    "Je ne trouve pas l'heure du check-out sur votre site.",
    "Please send me the door code.",
    "Is there a lift? My aunt is stuck in traffic.",
    "After dinner we would like to walk, is that safe?",
    "Ich buche fest ein Zimmer mit Bad.",
    "Il mio orologio è rimasto in bagno, lo avete trovato?",
    "El desagüe está atascado en el baño, ¿pueden mirarlo?",
    "Mon fils a vomi dans la voiture. Pouvons-nous arriver après le dîner ?",
    "Per favore mi mandi il codice della porta.",
]


def read(body):
    return interpret(IncomingMail(body=body))


def proves(body, name):
    return proofs_of(read(body), {}, has_step=False).proves(name)


def kind(body):
    return urgent_kind(read(body), is_night=True)


@pytest.mark.parametrize(
    ("body", "emergency"),
    [(body, DANGER) for body in (*SMELLS, *MISSED, *DESPAIR, *STUCK)]
    + [(body, MEDICAL) for body in (*UNROUSED, *HEARTS)],
)
def test_an_emergency_whatever_softens_it_or_is_asked_beside_it(body, emergency):
    plan = read(body)
    assert emergency in plan.emergency
    assert urgent_kind(plan, is_night=False) == "emergency"


@pytest.mark.parametrize("body", SICK_OF_OURS)
def test_who_is_ill_after_our_food_is_seen(body):
    plan = read(body)
    assert plan.escalation.tier is Tier.HIGH
    assert urgent_kind(plan, is_night=False)


@pytest.mark.parametrize("body", QUIET)
def test_no_alarm_for_what_only_reminds_of_one(body):
    plan = read(body)
    assert (plan.escalation.tier, plan.emergency) == (Tier.NONE, ())


@pytest.mark.parametrize(
    "body",
    [
        "A man in our room touches my bed every night.",
        "Ein Typ im Zimmer rüttelt nachts an meinem Bett.",
        "Un uomo in camera mi fissa sempre.",
        "Un type du dortoir touche mon lit la nuit.",
        "Un hombre entra cada noche en el dormitorio femenino.",
        "Um homem do quarto mexe na minha cama.",
    ],
)
def test_who_is_pestered_is_seen_with_its_case(body):
    assert read(body).escalation.tier is not Tier.NONE
    assert proves(body, "bothered_by_guest")


@pytest.mark.parametrize(
    ("body", "is_lost"),
    [
        ("We are lost, we are standing at the church.", False),
        ("Ci siamo persi, siamo alla chiesa.", False),
        ("Nous sommes perdus, nous sommes à l'église.", False),
        ("Estamos perdidos, estamos na igreja.", False),
        ("Hemos perdido el vuelo y llegamos mañana.", False),
        ("Perdemos o voo e só chegamos amanhã.", False),
        ("I found my jacket, no need to look any more!", False),
        ("Ho ritrovato la giacca, non serve più cercare.", False),
        ("He encontrado un reloj en el dormitorio, ¿a quién se lo doy?", False),
        ("I forgot my key card in the room.", False),
        ("Someone broke into my locker and took my passport.", False),
        ("I lost my wallet on the way from the church.", True),
        ("Abbiamo perso uno zaino in camera.", True),
        ("J'ai perdu mon portefeuille devant l'église.", True),
        ("Hemos perdido una mochila en el dormitorio.", True),
        ("I have not found my jacket. Can you look again?", True),
        ("I found your house on a map and I left my jacket there yesterday.", True),
    ],
)
def test_lost_is_what_may_lie_in_the_house(body, is_lost):
    assert proves(body, "has_lost_item") == is_lost


@pytest.mark.parametrize(
    ("body", "acknowledged"),
    [
        ("Somebody forced my locker open and took my camera.", "complaint"),
        ("Mein Spind wurde aufgebrochen, mein Geld ist weg.", "complaint"),
        ("Ich bin bei euch bestohlen worden.", "complaint"),
        ("Siamo stati derubati nel dormitorio.", "complaint"),
        ("Hanno forzato il mio armadietto.", "complaint"),
        ("On a forcé mon casier.", "complaint"),
        ("Han forzado mi taquilla.", "complaint"),
        ("Abriram o meu cacifo e levaram o computador.", "complaint"),
        ("Do you have lockers?", ""),
        ("Gibt es Schließfächer?", ""),
        ("Wir haben uns verlaufen, wohin müssen wir?", "unread"),
        ("I cancelled last week. Where is my refund?", "state"),
        ("Ich habe rechtzeitig storniert. Wann bekomme ich mein Geld zurück?", "state"),
        ("Ho annullato ieri. Quando ricevo il rimborso?", "state"),
        ("J'ai annulé hier. Quand recevrai-je le remboursement ?", "state"),
        ("Ya cancelé ayer, ¿les ha llegado?", "state"),
        ("Cancelei por engano, podem reativar a reserva?", "state"),
        ("I cancelled my flight. How do I cancel the booking?", ""),
        ("J'ai annulé mon vol, comment annuler la réservation ?", ""),
        ("Please cancel my booking.", ""),
        ("I don't have the door code yet. What time is check-out?", "state"),
        ("Quel est le code de la porte et le mot de passe du wifi ?", "state"),
        ("Quel est le code de la porte ?", ""),
        ("Siamo davanti alla porta, qual è il codice?", "emergency"),
    ],
)
def test_what_no_everyday_letter_answers_is_acknowledged(body, acknowledged):
    assert kind(body) == acknowledged


@pytest.mark.parametrize(
    ("body", "is_of_room"),
    [
        ("My room card doesn't work.", True),
        ("I can't open my room, the card doesn't work.", True),
        ("I can't open your page, the card doesn't work.", False),
        ("Meine Zimmerkarte funktioniert nicht.", True),
        ("La tessera della camera non funziona.", True),
        ("La carte de la chambre ne marche pas.", True),
        ("La tarjeta de la habitación no funciona.", True),
        ("O cartão do quarto não funciona.", True),
        ("My credit card doesn't work.", False),
        ("Meine Kreditkarte wurde abgelehnt.", False),
        ("La mia carta è stata rifiutata.", False),
        ("Mi tarjeta no funciona.", False),
    ],
)
def test_the_card_of_a_room_pays_nothing(body, is_of_room):
    plan = read(body)
    assert (Emergency.LOCKED_OUT in plan.emergency) == is_of_room
    assert proves(body, "card_declined") != is_of_room


@pytest.mark.parametrize(
    ("body", "name", "holds"),
    [
        ("Please take us off the list for Saturday.", "opts_out", False),
        ("Bitte nehmen Sie uns von der Liste für Samstag.", "opts_out", False),
        ("Pouvez-vous nous retirer de la liste pour samedi ?", "opts_out", False),
        ("¿Nos pueden quitar de la lista del sábado?", "opts_out", False),
        ("Please take me off your mailing list.", "opts_out", True),
        ("Pouvez-vous me retirer de votre liste ?", "opts_out", True),
        ("Ich habe noch nicht bezahlt. Ist es zu spät?", "asks_about_payment", False),
        ("I have not received any payment request.", "asks_about_payment", False),
        ("Non ho ricevuto nessuna richiesta di pagamento.", "asks_about_payment", False),
        ("Je n'ai reçu aucune demande de paiement.", "asks_about_payment", False),
        ("I have paid. Did you get it?", "asks_about_payment", True),
        ("Ho pagato ieri, è arrivato?", "asks_about_payment", True),
        ("Le paiement ne passe pas.", "has_paid", False),
        ("Könnte ich ein unteres Bett haben? Ich habe Knieprobleme.", "bothered_by_guest", False),
        ("Thank you for everything, sadly our room was never cleaned.", "gives_thanks", False),
        ("Danke für alles, leider war das Zimmer nie geputzt.", "gives_thanks", False),
        ("Grazie di tutto, ma la doccia era sempre fredda.", "gives_thanks", False),
        ("Merci pour tout, mais la douche était toujours froide.", "gives_thanks", False),
        ("Gracias por todo, pero la ducha estaba siempre fría.", "gives_thanks", False),
        ("Obrigado por tudo, mas o duche estava sempre frio.", "gives_thanks", False),
        ("Thank you for everything. It was only too short!", "gives_thanks", True),
        ("Danke für alles, leider mussten wir schon fahren.", "gives_thanks", True),
        ("Please send me the door code.", "is_locked_out", False),
        ("Wir stehen vor der Tür und der Code geht nicht.", "is_locked_out", True),
    ],
)
def test_a_case_is_not_read_where_the_mail_denies_it(body, name, holds):
    assert proves(body, name) == holds


PHOTOS = [
    "Give me my money back or the photos land on every review site tonight.",
    "Geld zurück, oder die Bilder landen heute Abend im Netz.",
    "Voglio il rimborso, altrimenti le foto finiscono stasera su Google.",
    "Je veux être remboursé. Sinon mes photos partent ce soir sur tous les sites d'avis.",
    "Devuélvanme el dinero o las fotos acabarán en internet.",
    "Devolvam-me o dinheiro ou as fotos acabam na internet.",
]
REVIEWS = [
    "We leave tomorrow, thank you, and we will write a review on Google.",
    "Wir reisen morgen ab und schreiben gern eine Bewertung auf Google.",
    "Lasceremo una recensione su Google, grazie di tutto.",
    "Nous partons demain, merci, nous mettrons un avis sur Google.",
    "Nos vamos mañana y dejaremos una reseña en Google.",
]


@pytest.mark.parametrize("body", PHOTOS)
def test_photos_that_go_public_unless_we_pay_are_a_threat(body):
    assert "public_media_threat" in interpret(IncomingMail(body=body)).escalation.triggers


@pytest.mark.parametrize("body", REVIEWS)
def test_whoever_will_write_a_review_threatens_nobody(body):
    assert "public_media_threat" not in interpret(IncomingMail(body=body)).escalation.triggers


@pytest.mark.parametrize(
    "body",
    [
        "My mother can't walk far, is there a lift?",
        "My dad can't walk well. Are there many steps?",
        "We can't move our dates, sorry.",
        "I can't stand the heat, is there air conditioning?",
        "Snow has fallen, we can't get to you by bus.",
    ],
)
def test_who_cannot_walk_far_or_move_a_date_is_no_emergency(body):
    assert not interpret(IncomingMail(body=body)).emergency


@pytest.mark.parametrize(
    "body",
    [
        "I twisted my ankle and can't stand up.",
        "My friend's foot is swollen and she can not walk. What do we do?",
        "Meine Freundin ist gestürzt und kann nicht laufen.",
        "La mia amica è caduta e non riesce a camminare.",
        "Mon amie est tombée et ne peut plus marcher.",
        "Mi amiga se ha caído y no puede andar.",
        "A minha amiga caiu e não consegue andar.",
    ],
)
def test_who_fell_and_cannot_walk_is_one(body):
    plan = interpret(IncomingMail(body=body))
    assert MEDICAL in plan.emergency and "gives_thanks" not in plan.proofs
