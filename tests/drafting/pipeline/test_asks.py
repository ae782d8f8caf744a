"""Questions and requests: clause by clause, every match, each once."""

import pytest

from drafting.pipeline.interpret.asks import find_asked
from drafting.pipeline.interpret.engine import interpret
from drafting.pipeline.interpret.matching import split_sentences
from drafting.pipeline.plan import MAX_ASKS, AskKind, IncomingMail
from templatesapp.text.sentences import sentences


def asked(text, language="en"):
    found = find_asked(text, language)
    return tuple([a.text for a in found if a.kind == kind] for kind in ("question", "action"))


# The nine patterns of the specification (docs: drafts/interpret).
@pytest.mark.parametrize(
    "text",
    [
        "Please cancel my booking.",
        "Could you send the invoice again?",
        "Can you hold our bags?",
        "Would you move us to another room?",
        "I would like to cancel our booking.",
        "I want to change the dates.",
        "I need a receipt for my stay.",
        "I am requesting a full refund.",
        "This is a request for a late check-out.",
        "I was wondering if you could store our bags.",
        "We would like to extend our stay.",
        "We need a quiet room.",
        "Would it be possible to get a cot.",
        "Please could you confirm the booking.",
    ],
)
def test_each_pattern_is_one_ask(text):
    questions, requests = asked(text)
    assert len(questions) + len(requests) == 1


def test_every_match_of_a_pattern_counts():
    _, requests = asked("Please cancel bed two. Please refund the deposit. Please confirm both.")
    assert len(requests) == 3


def test_the_same_text_counts_once():
    _, requests = asked("Please call me.\nPLEASE CALL ME.")
    assert len(requests) == 1


def test_a_request_that_says_the_question_counts_once():
    questions, requests = asked("Could you tell me what time breakfast starts?")
    assert len(questions) == 1
    assert requests == []


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("Is there a lift and what time does reception close?", "en", 2),
        ("How much is parking, and also is it guarded at night?", "en", 2),
        ("C'è l'ascensore e a che ora chiude la reception?", "it", 2),
        ("Gibt es einen Aufzug und wann schließt die Rezeption?", "de", 2),
        ("Y a-t-il un ascenseur et à quelle heure ferme la réception ?", "fr", 2),
        ("¿Hay ascensor en la casa y a qué hora cierra la recepción?", "es", 2),
        ("Do you have bread and butter?", "en", 1),
        ("Is it far?", "en", 1),
    ],
)
def test_clauses_are_cut_where_a_question_starts(text, language, count):
    assert len(asked(text, language)[0]) == count


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Let me know whether the kitchen is open.", "en"),
        ("what time does the bar close", "en"),
        ("Fatemi sapere se la cucina è aperta.", "it"),
        ("Sagen Sie mir bitte, ob die Küche offen ist.", "de"),
        ("Dites-moi si la cuisine est ouverte.", "fr"),
        ("Quería saber si la cocina está abierta.", "es"),
    ],
)
def test_indirect_and_unmarked_questions(text, language):
    assert len(asked(text, language)[0]) == 1


def test_indirect_complements_are_questions_of_their_own():
    questions, _ = asked("I'd like to know if there is a lift and whether towels are included.")
    assert len(questions) == 2


def test_list_items_are_asks():
    text = "Please tell me:\n1) is there a lift?\n2) can we cook?\n3) where do we park?"
    assert len(asked(text)[0]) == 3
    assert len(asked("Two things: 1) is there a lift? 2) can we cook?")[0]) == 2


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How are you?", "en"),
        ("Is this a joke?", "en"),
        ("The view is great, isn't it?", "en"),
        ("Please find attached my passport.", "en"),
        ("Please note that we arrive late.", "en"),
        ("Come state?", "it"),
        ("Vi sembra normale?", "it"),
        ("Wie geht es euch?", "de"),
        ("Was soll das denn?", "de"),
        ("Bitte entschuldigen Sie die späte Antwort.", "de"),
        ("Comment allez-vous ?", "fr"),
        ("Vous trouvez ça normal ?", "fr"),
        ("¿Qué tal?", "es"),
        ("¿Les parece normal?", "es"),
        ("We arrive at noon, the courtyard looked lovely when we passed.", "en"),
        ("Me dejé una gorra en la terraza.", "es"),
    ],
)
def test_pleasantries_rhetoric_and_statements_ask_nothing(text, language):
    assert asked(text, language) == ([], [])


def test_is_that_possible_asks_nothing_new_behind_a_request():
    questions, requests = asked("We need to change our dates. Is that possible?")
    assert len(questions) + len(requests) == 1
    assert len(asked("Is that possible?")[0]) == 1


def test_an_ultimatum_is_the_request_where_nothing_else_asks():
    text = "Unless I hear from a manager by Friday, I will write a review."
    assert len(asked(text)[1]) == 1
    assert len(asked("Please refund me. " + text)[1]) == 1


def test_abbreviations_dates_and_links_cut_no_sentence():
    questions, _ = asked("Ist am 19. Juni um ca. 20 Uhr z. B. noch ein Bett frei?", "de")
    assert questions == ["Ist am 19. Juni um ca. 20 Uhr z. B. noch ein Bett frei?"]
    questions, _ = asked("Is https://example.org/?a=b. your page?")
    assert len(questions) == 1


def test_asks_carry_sentence_and_message():
    mail = IncomingMail("We come late. Is someone there?", message=7)
    ask = interpret(mail).asks[-1]
    assert ask.evidence == "Is someone there?"
    assert ask.message == 7


@pytest.mark.parametrize(
    ("language", "mail", "questions", "actions"),
    [
        (
            "en",
            "Please tell us:\n- wardrobe depth\n- is the yard lit?\n- nearest stop. We have a pram.",
            ["wardrobe depth", "is the yard lit?", "nearest stop."],
            [],
        ),
        (
            "de",
            "Bitte senden Sie uns:\n1. Hausordnung als PDF\n2. Anfahrtsskizze\n\nDanke!",
            [],
            ["Hausordnung als PDF", "Anfahrtsskizze"],
        ),
        (
            "it",
            "Si richiede:\na) un preventivo scritto\nb) la lista delle stanze",
            [],
            ["un preventivo scritto", "la lista delle stanze"],
        ),
        (
            "es",
            "Quisiera saber:\n- precio por persona\n- hora del desayuno",
            ["precio por persona", "hora del desayuno"],
            [],
        ),
        ("en", "Our details:\n- arrival 5 May\n- two adults", [], []),
        ("en", "What is a bed in May:\n- 5 May\n- 6 May", ["What is a bed in May"], []),
    ],
)
def test_a_list_is_asked_item_by_item(language, mail, questions, actions):
    assert asked(mail, language) == (questions, actions)


@pytest.mark.parametrize(
    ("language", "mail", "questions"),
    [
        (
            "de",
            "Entstehen uns dadurch Kosten, und wie viel wäre das?",
            ["Entstehen uns dadurch Kosten", "und wie viel wäre das?"],
        ),
        (
            "fr",
            "La buanderie ferme-t-elle la nuit, et combien coûte une machine ?",
            ["La buanderie ferme-t-elle la nuit", "et combien coûte une machine ?"],
        ),
        (
            "es",
            "¿Quedará algún sitio en la terraza y a qué hora cierra?",
            ["Quedará algún sitio en la terraza", "y a qué hora cierra?"],
        ),
        ("en", "We come by the night train, and where do we put the bags?", None),
        ("de", "Ich komme mit dem Nachtzug, und wo lasse ich die Taschen?", None),
        ("it", "Arriviamo con il treno della notte e dove lasciamo le borse?", None),
        ("it", "Il treno della notte è lungo: è vero che avete una doccia?", None),
        ("en", "The night train is long, but where do we put the bags?", None),
    ],
)
def test_what_a_question_is_joined_to_is_one_unless_the_guest_tells_of_himself(
    language, mail, questions
):
    found, _ = asked(mail, language)
    assert found == questions if questions else len(found) == 1


@pytest.mark.parametrize(
    ("language", "mail", "question"),
    [
        ("fr", "Et la laverie, est-elle ouverte le soir ?", None),
        ("es", "Y la lavandería, ¿abre por la noche?", None),
        ("de", "Und die Waschmaschine, ist die abends frei?", None),
        ("es", "Hola, ¿tenéis lavandería?", "tenéis lavandería?"),
        ("en", "A small matter, is the laundry open at night?", "is the laundry open at night?"),
    ],
)
def test_a_topic_before_its_question_belongs_to_it(language, mail, question):
    assert asked(mail, language)[0] == [question or mail]


@pytest.mark.parametrize(
    ("language", "mail", "count"),
    [
        ("en", "To reach your guest, answer directly to this e-mail.", 0),
        ("en", "Please answer this message.", 0),
        ("en", "Please reply to this e-mail with the total price.", 1),
        ("de", "Antworten Sie einfach auf diese Nachricht.", 0),
        ("it", "Rispondete direttamente a questa e-mail.", 0),
        ("fr", "Répondez simplement à ce message.", 0),
        ("es", "Por favor, responda a este correo.", 0),
        ("pt", "Responda a esta mensagem para escrever ao hóspede.", 0),
    ],
)
def test_where_to_answer_is_no_ask(language, mail, count):
    assert len(asked(mail, language)[1]) == count


def test_the_dot_of_a_day_ends_no_sentence_in_english_either():
    assert asked("Are you open 22.-28. December?")[0] == ["Are you open 22.-28. December?"]


def test_an_unknown_language_keeps_question_marks():
    assert len(asked("Czy macie wolne pokoje?", "other")[0]) == 1


def test_a_mail_of_a_thousand_questions_is_read_to_a_bound():
    text = " ".join(f"Is there a lift in house number {number}?" for number in range(1_000))
    assert MAX_ASKS < len(find_asked(text, "en")) <= MAX_ASKS + 2
    plan = interpret(IncomingMail(text))
    assert len(plan.asks) == MAX_ASKS
    assert plan.is_cut


@pytest.mark.parametrize(
    "text",
    [
        "Can our daughter (4) go in the pool?",
        "Darf unsere Tochter (4) ins Becken?",
        "Può nostra figlia (4) entrare in piscina?",
        "Notre fille (4) peut-elle aller dans la piscine ?",
        "¿Puede nuestra hija (4) entrar en la piscina?",
        "A nossa filha (4) pode entrar na piscina?",
    ],
)
def test_an_age_in_brackets_begins_no_item(text):
    said = split_sentences(text, "en")
    assert [sentence.text for sentence in said] == [text]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Two questions: (1) is there a lift? (2) where do we park?", 3),
        ("Drei Fragen: 1) Gibt es einen Lift 2) Wo parken wir 3) Wann gibt es Frühstück", 4),
        ("1) c'è l'ascensore 2) dove si parcheggia", 2),
        ("a) is there a lift b) can we park", 2),
    ],
)
def test_a_count_from_the_first_on_begins_items(text, count):
    assert len(split_sentences(text, "en")) == count


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Nous arriverons vendredi à 18 h. Où peut-on se garer ?"),
        ("es", "Llegamos a las 18 h. Dónde se aparca?"),
        ("pt", "Chegamos às 18h. Onde se estaciona?"),
        ("de", "Wir kommen um 18 h. Wo parken wir?"),
        ("it", "La strada dura 20 min. Dove si parcheggia?"),
        ("en", "The walk takes 20 min. Where can we park?"),
    ],
)
def test_an_hour_ends_a_sentence_before_a_capital(language, text):
    assert len(split_sentences(text, language)) == len(sentences(text)) == 2


def test_an_hour_ends_none_before_a_small_letter():
    assert len(split_sentences("C'est à 5 h. de route", "fr")) == 1


@pytest.mark.parametrize("thing", ["a lift", "a cot", "a hairdryer", "bathrobes", "a wallbox"])
def test_what_any_house_may_have_got_is_a_question(thing):
    [ask] = interpret(IncomingMail(f"Have you got {thing}?")).asks
    assert ask.kind is AskKind.QUESTION


@pytest.mark.parametrize("thing", ["my jacket", "our transfer", "it"])
def test_what_of_ours_you_have_got_somebody_looks_up(thing):
    [ask] = interpret(IncomingMail(f"Have you got {thing}?")).asks
    assert ask.kind is AskKind.STATE


PLAIN = [
    "When can we get into our room?",
    "When do we get breakfast?",
    "When can I have a massage?",
    "When do we have to leave the room?",
    "By when do I have to clear the room?",
    "When do we need to vacate the room?",
    "Is it still possible to eat at nine?",
    "Wann bekommen wir den Türcode?",
    "Quand recevrons-nous la clé ?",
    "¿Cuándo recibimos la llave?",
    "Quando recebemos o código da porta?",
    "Quando chega o comboio?",
    "Quando riceviamo la chiave?",
]
OWN = [
    "When do I get my deposit back?",
    "When will I get an answer?",
    "When will I have my money back?",
    "When can we expect to receive the refund?",
    "Is it still possible to add a bed?",
    "Wann bekommen wir unsere Rechnung?",
    "Wann bekomme ich sie?",
    "Quand vais-je recevoir mon remboursement ?",
    "¿Cuándo recibiré mi reembolso?",
    "Quando chega a minha encomenda?",
]


@pytest.mark.parametrize("text", PLAIN)
def test_when_any_guest_gets_or_has_to_do_something_is_a_question(text):
    [ask] = interpret(IncomingMail(text)).asks
    assert ask.kind is AskKind.QUESTION


@pytest.mark.parametrize("text", OWN)
def test_when_guests_get_what_is_theirs_somebody_looks_up(text):
    [ask] = interpret(IncomingMail(text)).asks
    assert ask.kind is AskKind.STATE


@pytest.mark.parametrize(
    "text",
    [
        "jusqu'à quelle heure peut-on descendre le matin ?",
        "à partir de quelle heure peut-on entrer ?",
        "fino a che ora si può scendere la mattina ?",
        "hasta qué hora se puede cenar?",
        "até que horas se pode jantar?",
        "until what time can one have dinner?",
        "bis wann kann man abends essen?",
    ],
)
def test_in_small_letters_the_hour_asked_for_stays_with_its_question(text):
    [ask] = interpret(IncomingMail(text)).asks
    assert ask.text == text


def test_in_small_letters_a_second_question_after_an_hour_is_one():
    asks = interpret(IncomingMail("fino a che ora si può cenare avete piatti vegani?")).asks
    assert [ask.text for ask in asks] == ["fino a che ora si può cenare", "avete piatti vegani?"]
