"""What somebody went through long ago, or is over, alarms nobody; what happened now does. Who
asks beforehand how to get in at night is not locked out, and a theft that is only hinted at is an
accusation."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret.escalation import VULNERABLE, find_escalation
from drafting.pipeline.interpret.reading import readings
from drafting.pipeline.interpret.told import emergency_hits
from drafting.pipeline.plan import DEFAULT_SETTINGS, Emergency

OVER = [
    ("en", "My aunt, who died when I was nine, had a postcard of your terrace on her fridge."),
    ("en", "My brother had a stroke three years ago, so we walk at his pace."),
    ("en", "My wife had cancer and is healthy now, this is her party."),
    ("en", "My grandfather passed away in 1998 and we carry his walking stick along."),
    ("de", "Mein Onkel ist vor dreißig Jahren gestorben, von ihm habe ich den Wanderführer."),
    ("de", "Meine Frau hatte einen Schlaganfall und ist wieder ganz gesund, also feiern wir."),
    ("it", "Mio zio ha avuto un infarto nel 2015 e cammina più di me."),
    ("it", "Mia moglie ha avuto un ictus ma è guarita e vuole ballare."),
    ("fr", "Mon oncle est mort il y a vingt ans, il nous a laissé sa boussole."),
    ("fr", "Ma femme a eu un AVC, maintenant elle va très bien et veut danser."),
    ("es", "Mi tío murió hace veinte años y nos dejó su brújula."),
    ("es", "Mi mujer sobrevivió a un infarto y quiere bailar en la terraza."),
    ("pt", "O meu tio morreu há vinte anos e deixou-nos a bússola."),
    ("pt", "A minha mulher teve um AVC e está bem agora, por isso festejamos."),
]
NOW = [
    ("en", "My aunt died on Sunday and the burial is on the day of our arrival."),
    ("en", "My brother is in a coma since the accident, we do not know yet whether we come."),
    ("de", "Mein Onkel ist am Sonntag gestorben, wir können nicht fahren."),
    ("de", "Meine Frau liegt seit dem Unfall im Koma."),
    ("it", "Mio zio è morto domenica, non possiamo partire."),
    ("fr", "Mon oncle est mort dimanche, nous ne pouvons pas partir."),
    ("es", "Mi tío murió el domingo y no podemos viajar."),
    ("pt", "O meu tio morreu no domingo e não podemos viajar."),
]
HINTS = [
    (
        "en",
        "My purse lay in drawer two; we came back, it was empty, and only your cleaner had been in.",
    ),
    ("de", "Meine Uhr lag im Schrank. Nach dem Putzen ist sie weg."),
    ("it", "L'orologio era sul comodino: dopo le pulizie è sparito."),
    ("fr", "Mon portefeuille était dans le tiroir, il a disparu après le ménage."),
    ("es", "El reloj estaba en el cajón y ha desaparecido, nadie más entró."),
    ("pt", "O relógio estava na gaveta e desapareceu depois da limpeza."),
]
LOST = [
    ("en", "I lost my purse on the bus, it is gone. Is the pool only for guests?"),
    ("de", "Ich habe meine Uhr vergessen, hat die Putzfrau sie gefunden?"),
]
IDIOMS = [
    ("en", "Your cook stole our hearts."),
    ("de", "Ihr Koch hat uns das Herz gestohlen."),
    ("it", "Il vostro cuoco ci ha rubato il cuore."),
    ("fr", "Votre cuisinier nous a volé le coeur."),
    ("es", "Vuestro cocinero nos ha robado el corazón."),
    ("pt", "O vosso cozinheiro roubou-nos o coração."),
]
BEFOREHAND = [
    (
        "en",
        "Our coach is late, so we will be at your door around 1 am. Who lets us in, can we get in?",
    ),
    ("en", "I don't want to be standing outside your gate at 2 am, is there a key?"),
    ("de", "Wir stehen dann gegen ein Uhr nachts vor der Tür, macht uns da jemand auf?"),
    ("it", "Saremo davanti alla porta verso l'una di notte e ci chiediamo chi apre."),
    ("fr", "Nous serons devant la porte vers une heure du matin et nous nous demandons qui ouvre."),
    ("es", "Estaremos delante de la puerta a la una de la madrugada y no sabemos quién abre."),
    ("pt", "Estaremos em frente da porta à uma da manhã e não sabemos quem abre."),
]
OUTSIDE = [
    ("en", "We stand before your door, it is one in the morning and nobody opens."),
    ("de", "Wir stehen vor der Tür, es ist ein Uhr nachts und keiner macht auf."),
    ("it", "Siamo davanti alla porta, è l'una di notte e nessuno apre."),
    ("fr", "Nous sommes devant la porte, il est une heure du matin et personne n'ouvre."),
    ("es", "Estamos delante de la puerta, es la una de la madrugada y nadie abre."),
    ("pt", "Estamos lá fora, são duas da madrugada e ninguém abre a porta."),
]
ACCUSATION = "fraud_or_misconduct_accusation"


@pytest.mark.parametrize(("language", "text"), OVER)
def test_what_is_over_alarms_nobody(language, text):
    assert VULNERABLE not in find_escalation(text, language).triggers
    for mail in readings(text, language, DEFAULT_SETTINGS):
        assert Emergency.MEDICAL not in emergency_hits(mail)


@pytest.mark.parametrize(("language", "text"), NOW)
def test_what_happened_now_does(language, text):
    assert VULNERABLE in find_escalation(text, language).triggers


@pytest.mark.parametrize(("language", "text"), HINTS)
def test_a_theft_that_only_our_people_can_have_done_is_an_accusation(language, text):
    assert ACCUSATION in find_escalation(text, language).triggers


@pytest.mark.parametrize(("language", "text"), LOST + IDIOMS)
def test_what_is_lost_or_only_hearts_is_none(language, text):
    assert ACCUSATION not in find_escalation(text, language).triggers


def is_locked_out(language: str, text: str) -> bool:
    read = readings(text, language, DEFAULT_SETTINGS)
    return any(Emergency.LOCKED_OUT in emergency_hits(mail) for mail in read)


@pytest.mark.parametrize(("language", "text"), BEFOREHAND)
def test_who_asks_beforehand_stands_before_no_shut_door(language, text):
    assert not is_locked_out(language, text)
    assert VULNERABLE not in find_escalation(text, language).triggers


@pytest.mark.parametrize(("language", "text"), OUTSIDE)
def test_who_stands_there_at_night_is_locked_out(language, text):
    assert is_locked_out(language, text)
    assert VULNERABLE in find_escalation(text, language).triggers
