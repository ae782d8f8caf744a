"""Opt-out: no more mail of any kind; what is narrower or taken back is none."""

import pytest

from drafting.pipeline.interpret.signs import wants_no_mail


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Unsubscribe.", "en"),
        ("Please stop emailing me.", "en"),
        ("Don't send me any more offers.", "en"),
        ("I no longer want to receive your newsletter.", "en"),
        ("Take me off your mailing list.", "en"),
        ("Non mandatemi più email.", "it"),
        ("Vorrei cancellarmi dalla newsletter.", "it"),
        ("Basta pubblicità, grazie.", "it"),
        ("Bitte keine weiteren Mails mehr.", "de"),
        ("Ich möchte den Newsletter abbestellen.", "de"),
        ("Streichen Sie mich aus Ihrem Verteiler.", "de"),
        ("Ne m'envoyez plus de mails.", "fr"),
        ("Je souhaite me désabonner.", "fr"),
        ("No me manden más correos.", "es"),
        ("Quiero darme de baja.", "es"),
        ("Hört bitte auf, uns Werbung zu schicken.", "de"),
        ("Take me off your list, the breakfast was lovely.", "en"),
        ("Unsubscribe", "other"),
    ],
)
def test_opts_out(text, language):
    assert wants_no_mail(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Please don't write to my old address any more, use this one.", "en"),
        ("I unsubscribed by accident, please put me back.", "en"),
        ("We can't stop smiling!", "en"),
        ("We no longer need parking.", "en"),
        ("I haven't received any emails from you.", "en"),
        ("Please don't send it by email only, I need a paper copy.", "en"),
        ("Which stop do we get off at?", "en"),
        ("Don't hesitate to contact me.", "en"),
        ("Non ho ricevuto la mail di conferma.", "it"),
        ("Non scrivete più al vecchio indirizzo.", "it"),
        ("Ich habe keine Mail von Ihnen erhalten.", "de"),
        ("An welcher Haltestelle steigen wir aus?", "de"),
        ("Bitte nicht mehr an die alte Adresse schreiben.", "de"),
        ("Je n'ai pas reçu votre mail.", "fr"),
        ("À quel arrêt faut-il descendre ?", "fr"),
        ("No he recibido ningún correo.", "es"),
        ("Es temporada baja, ¿verdad?", "es"),
        ("What time is breakfast?", "en"),
        ("Our ovens bake forty rolls in ten minutes. Book a free trial today! Unsubscribe", "en"),
        ("Fresh sheets for your guests. Unsubscribe | View in your browser", "en"),
        ("We audit booking sites. Interested? To opt out reply NO.", "en"),
        ("Notre salon ouvre lundi. Se désabonner | Voir en ligne", "fr"),
        ("Il nostro forno è in offerta. Disiscriversi con un clic", "it"),
        ("Neue Matratzen für Ihr Haus. Abmelden | Im Browser ansehen", "de"),
    ],
)
def test_near_misses_do_not(text, language):
    assert not wants_no_mail(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I no longer receive your newsletter, is my address still right?", "en"),
        ("Unsubscribe us from the hike, please.", "en"),
        ("Take my name off the breakfast list, please.", "en"),
        ("Seit Juni bekommen wir keine Mails mehr von Ihnen, schade.", "de"),
        ("Melden Sie uns bitte vom Ausflug ab.", "de"),
        ("Non ricevo più la vostra newsletter, potete guardare?", "it"),
        ("Vorrei disiscrivermi dalla gita in barca.", "it"),
        ("Nous ne recevons plus vos offres, pourquoi ?", "fr"),
        ("Je me désinscris de la randonnée.", "fr"),
        ("Ya no recibimos vuestros mensajes, ¿qué pasa?", "es"),
        ("Dennos de baja de la excursión, por favor.", "es"),
        ("Já não recebo a vossa newsletter, o que se passa?", "pt"),
        ("Quero cancelar a inscrição no passeio de barco.", "pt"),
    ],
)
def test_who_misses_our_mail_or_leaves_an_outing_does_not(text, language):
    assert not wants_no_mail(text, language)
