"""Language: short mails by frequent words, foreign ones as other."""

import pytest

from drafting.pipeline.interpret.language import detect_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What time is breakfast?", "en"),
        ("ok, thanks", "en"),
        ("A che ora è la colazione?", "it"),
        ("Perfetto, grazie", "it"),
        ("Wann gibt es Frühstück?", "de"),
        ("Passt, danke", "de"),
        ("À quelle heure est le petit déjeuner ?", "fr"),
        ("Parfait, merci", "fr"),
        ("¿A qué hora es el desayuno?", "es"),
        ("Vale, gracias", "es"),
        ("Bom dia, o pequeno-almoço está incluído?", "pt"),
        ("Obrigado, podemos chegar depois das 22h? Qual é o preço do café da manhã?", "pt"),
        ("Gostaria de reservar duas camas para junho.", "pt"),
        ("Perfeito, obrigada", "pt"),
        ("Tá bom, valeu", "pt"),
        ("¿Dan toallas?", "es"),
        ("¿Se admiten perros?", "es"),
        ("me mandas un recibo", "es"),
        ("il pranzo quanto?", "it"),
        ("Towels?", "en"),
        ("Where to park?", "en"),
        ("Kommen spät", "de"),
        ("Asciugamani?", "it"),
        ("Où se garer ?", "fr"),
        ("¿Guardan bicis?", "es"),
        ("Continuo à espera", "pt"),
        ("Thanks, Søren", "en"),
        ("Wifi??", "en"),  # anybody's words
        ("taxi ?", "en"),
        ("Da che ora si può fare il check-in e fino a che ora è aperta la reception?", "it"),
    ],
)
def test_short_mails(text, language):
    assert detect_language(text)[0] == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Kurze Fragen: Kurtaxe pro Nacht? Lademöglichkeit fürs E-Auto? Danke!", "de"),
        ("Sauna auch vormittags? Bademantel vorhanden?", "de"),
        ("Massage am Freitag möglich?", "de"),
        ("Questions: washing machine? dishwasher? bike cellar? nearest supermarket?", "en"),
        ("Bathrobe provided?", "en"),
        ("Domande: lavatrice? lavastoviglie? deposito bici? supermercato più vicino?", "it"),
        ("Accappatoio incluso?", "it"),
        ("Questions : lave-linge ? lave-vaisselle ? local vélos ? supermarché proche ?", "fr"),
        ("Peignoir fourni ?", "fr"),
        ("Preguntas: ¿lavadora? ¿lavavajillas? ¿garaje bicis? ¿supermercado cercano?", "es"),
        ("¿Salida tardía posible?", "es"),
        ("Perguntas: máquina de lavar? garagem bicicletas? supermercado mais próximo?", "pt"),
        ("Saída tardia possível?", "pt"),
    ],
)
def test_mails_of_nothing_but_things_have_a_language(text, language):
    assert detect_language(text)[0] == language


@pytest.mark.parametrize(
    "text",
    [
        "Dank je wel, we komen om negen uur aan",
        "Bon dia, a quina hora és l'esmorzar? Gràcies i fins aviat.",
        "Witam, czy macie wolne pokoje?",
        "Привет, сколько стоит завтрак?",
        "朝食は何時ですか",
        "Hond toegestaan?",  # too short for a word that the lists of neighbours have
        "Saako koiran ottaa mukaan?",
        "Ile kosztuje nocleg?",
        "Lakan ingår?",
        "Je snídaně v ceně?",  # "je" is French, too
        "Missä voi pysäköidä?",
        "Elérhető a parkoló holnap?",
        "Nereye park edebiliriz?",
        "Vragen: wasmachine? vaatwasser? fietsenstalling? barbecue? dichtstbijzijnde supermarkt?",
        "Kat welkom? Parkeerplaats vrij? Laadpaal aanwezig? Kosten per nacht? Groet, Jan",
        "Frågor: tvättmaskin? parkering? husdjur? frukost ingår?",
        "",
        "4471 +44 7700 900123",
    ],
)
def test_other_languages_are_other(text):
    assert detect_language(text)[0] == "other"


def test_subject_and_thread_speak_for_a_very_short_text():
    assert detect_language("Ok", subject="cambio de habitación")[0] == "es"
    assert detect_language("Ok", thread_snippets=["Wann können wir anreisen?"])[0] == "de"


def test_certainty_is_a_setting():
    code, confidence = detect_language("Ciao, a che ora apre la reception?")
    assert code == "it"
    assert 0.5 < confidence <= 1.0
    assert detect_language("Ciao, a che ora apre la reception?", certainty=1.01)[0] == "other"
