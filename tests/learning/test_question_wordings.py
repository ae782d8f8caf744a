"""Questions in other words and languages: what belongs together, and what a person is asked."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path

import pytest

from config.errors import DomainError
from drafting.pipeline.answer.knowledge import KnowledgeSearch, answer_ask
from drafting.pipeline.outcomes import TextRead, read_text, sentence_key
from learning.ledger.likeness import Likeness, likeness, read_question
from learning.ledger.models import QuestionState, UnknownQuestion
from learning.ledger.selectors import (
    list_questions,
    near_answers,
    question_row,
    waiting_questions,
)
from learning.ledger.services import (
    join_question,
    part_question,
    promote_question,
    reject_question,
    revert_promotion,
)
from templatesapp.entries import Catalogue, KnowledgeEntry, ProfileEntry
from templatesapp.models import KnowledgeItem
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import question_hash
from tests.drafting.pipeline.plans import plan
from tests.factories import UserFactory
from tests.learning.factories import NOW
from tests.learning.proposal_factories import asked, record_questions, reviewer


def _data(name: str) -> dict:
    return json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


DATA = _data("question_wordings.json")
FRESH = _data("fresh_question_wordings.json")  # no head has read it, no join is tuned on it
TUNED = {held: [q for q in DATA["questions"] if q["is_held_out"] is held] for held in (False, True)}
ANSWER = "Yes, there is a hairdryer in each room."
SURE = (
    ("en", "Is there a hairdryer in the room?"),
    ("en", "Do you have hair dryers?"),
    ("it", "C'è un asciugacapelli in camera?"),
)


def _recorded(*wordings: tuple[str, str]) -> list[UnknownQuestion]:
    for language, text in wordings:
        record_questions(questions=[asked(text, language=language)], now=NOW)
    hashes = [question_hash(text) for _, text in wordings]
    rows = {row.question_hash: row for row in UnknownQuestion.objects.all()}
    return [rows[one] for one in hashes]


def _groups(questions, seed):
    """Rows as the ledger would make them of these wordings, and how many joins it would offer."""
    wordings = [(n, *w) for n, question in enumerate(questions) for w in question["wordings"]]
    random.Random(seed).shuffle(wordings)  # noqa: S311
    rows: list[list[tuple[int, str, str]]] = []
    offers = 0
    for number, language, text in wordings:
        asks = read_question(text, language)
        found = [
            (likeness(asks, read_question(other, spoken)), place)
            for place, row in enumerate(rows)
            for _, spoken, other in row
        ]
        best, place = max(found, default=(Likeness.OTHER, 0))
        offers += best is Likeness.MAYBE
        if best is Likeness.SAME:
            rows[place].append((number, language, text))
        else:
            rows.append([(number, language, text)])
    return rows, offers


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("questions", "most_rows"),
    [(TUNED[False], 12), (TUNED[True], 14), (FRESH["questions"], 16)],
    ids=["first", "second", "fresh"],
)
def test_fifty_six_wordings_of_eight_questions_are_few_rows_and_none_mixes_two(
    questions, most_rows, seed
):
    rows, offers = _groups(questions, seed)
    assert len(rows) <= most_rows
    assert not [row for row in rows if len({number for number, *_ in row}) > 1]
    assert len(rows) - offers <= 16  # with one key for each join that is offered


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (
            ("en", "May I bring my guitar?"),
            ("de", "Kann ich meine Gitarre mitbringen?"),
            Likeness.SAME,
        ),
        (
            ("en", "May I bring my guitar?"),
            ("de", "Kann ich eine Gitarre mieten?"),
            Likeness.MAYBE,
        ),
        (("en", "Is there a kettle?"), ("en", "Can I bring my own kettle?"), Likeness.MAYBE),
        (("en", "Can I rent a bike?"), ("de", "Kann ich mein Fahrrad mitbringen?"), Likeness.MAYBE),
        (("en", "Is there a vegan breakfast?"), ("en", "Is there breakfast?"), Likeness.MAYBE),
        (("en", "What does it cost to rent a bike?"), ("en", "How much is a bike?"), Likeness.SAME),
        (("en", "How much is a bike?"), ("en", "How much is a scooter?"), Likeness.OTHER),
    ],
)
def test_the_deed_tells_questions_about_one_thing_apart(left, right, expected):
    found = likeness(*(read_question(text, language) for language, text in (left, right)))
    assert found is expected


def test_it_does_not_matter_which_of_two_questions_came_first():
    """Of wordings in any two languages, near and far."""
    asked = [(spoken, text) for q in FRESH["questions"] for spoken, text in q["wordings"]]
    questions = [read_question(text, spoken) for spoken, text in asked]
    pairs = random.Random(3).sample(list(combinations(questions, 2)), 200)  # noqa: S311
    assert [likeness(one, two) for one, two in pairs] == [likeness(two, one) for one, two in pairs]
    assert {likeness(one, two) for one, two in pairs} == set(Likeness)


def test_near_misses_stay_apart():
    joined = [
        pair
        for *pair, _ in DATA["near_misses"]
        if likeness(*(read_question(text, language) for language, text in pair)) is Likeness.SAME
    ]
    assert len(joined) <= 2, joined


@pytest.mark.parametrize(
    ("left", "right", "is_same"),
    [
        (("en", "When does the last ferry leave?"), ("de", "Wann fährt die erste Fähre?"), False),
        (("it", "A che ora parte il primo bus?"), ("es", "¿A qué hora sale el último bus?"), False),
        (
            ("en", "Is there a bus to the station?"),
            ("en", "Is there a bus from the station?"),
            False,
        ),
        (("fr", "Un bus pour la gare ?"), ("it", "C'è un bus dalla stazione?"), False),
        (("es", "¿Hay dormitorio de mujeres?"), ("en", "Is there a dorm for men?"), False),
        (("pt", "Posso levar o meu cão?"), ("fr", "Puis-je amener mon chat ?"), False),
        (("en", "When does the last ferry leave?"), ("de", "Wann geht die letzte Fähre?"), True),
    ],
)
def test_of_two_sides_one_question_is_not_the_other(left, right, is_same):
    found = likeness(*(read_question(text, language) for language, text in (left, right)))
    assert (found is Likeness.SAME) is is_same


def _promoted(number: int, language: str, question: str, answer: str) -> KnowledgeEntry:
    return KnowledgeEntry(
        key=f"faq:{number}",
        category="general",
        question=question,
        answer=answer,
        language=language,
        citation=f"faq:{number}",
        uri="",
        may_be_injected=True,
        is_promoted=True,
        question_hashes=frozenset({question_hash(question)}),
    )


def _catalogue(promoted):
    return Catalogue(1, "", (), tuple(promoted), {}, (), ProfileEntry("", "", "", (), (), ()))


def _served(promoted, asked_of):
    """What each ask (its language, its words) is answered with, of these promoted answers."""
    search = KnowledgeSearch(_catalogue(promoted))
    for language, text in asked_of:
        mail = plan(text, category="general", language=language)
        (ask,) = mail.asks
        found = answer_ask(ask, mail, "", letter_language=language, search=search, has_room=True)
        yield found.text


def test_a_promoted_answer_meets_a_new_wording_only_where_it_surely_asks_the_same():
    """Of 24 questions in two further wordings each, of ten in other languages in one, and of those
    that are near and another matter. What is said here a person looks at: it is no exact wording.
    """
    questions = [*DATA["questions"], *FRESH["questions"]]
    promoted = [_promoted(n, *q["wordings"][0], q["answer"]) for n, q in enumerate(questions)]
    new = [(q["answer"], wording) for q in questions for wording in q["wordings"][1:3]]
    said = list(_served(promoted, [wording for _, wording in new]))
    assert {text for text, (right, _) in zip(said, new, strict=True) if text != right} == {""}
    assert len(new) == 48 and sum(map(bool, said)) >= 36
    others = DATA["in_other_languages"]
    promoted = [
        _promoted(n, o["language"], o["question"], o["answer"]) for n, o in enumerate(others)
    ]
    said = list(_served(promoted, [(o["language"], o["asked"]) for o in others]))
    assert sum(text == o["answer"] for text, o in zip(said, others, strict=True)) == 10
    near = DATA["near_misses"]
    wrong = [
        (question, other)
        for question, other, answer in near
        if next(_served([_promoted(0, *question, answer)], [other]))
    ]
    assert len(near) == 40 and len(wrong) <= 1, wrong


@pytest.mark.parametrize(
    ("asked", "is_looked_at"),
    [
        ("Is there a hairdryer in the room?", False),
        ("Do you have hair dryers?", True),
        ("Can I bring my own hair dryer?", True),
        ("Is there my hairdryer in the room?", True),
    ],
)
def test_what_was_promoted_for_other_words_never_leaves_unlooked_at(asked, is_looked_at):
    mail = plan(asked, category="general", language="en")
    (ask,) = mail.asks
    search = KnowledgeSearch(_catalogue([_promoted(0, *SURE[0], ANSWER)]))
    found = answer_ask(ask, mail, "", letter_language="en", search=search, has_room=True)
    assert found.text == ANSWER and found.origin
    text = TextRead(ANSWER, "en", {sentence_key(ANSWER): found.origin})
    (outcome,) = read_text(mail, text).outcomes
    assert outcome.outcome == "answered" and outcome.is_unproven is is_looked_at


@pytest.mark.parametrize("text", ["How much is it?", "And there?", "Is that included?", "When?"])
@pytest.mark.django_db
def test_a_fragment_is_no_question(text):
    assert record_questions(questions=[asked(text)], now=NOW).created == 0
    assert not UnknownQuestion.objects.exists()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Could you help us?", "en"),
        ("Können Sie uns helfen?", "de"),
        ("Ci potrebbe aiutare?", "it"),
        ("Pouvez-vous nous aider ?", "fr"),
        ("¿Nos podrían ayudar?", "es"),
        ("Podem ajudar-nos?", "pt"),
        ("What do you think?", "en"),
    ],
)
def test_what_names_nothing_is_no_question_in_any_language(text, language):
    assert not read_question(text, language).asks


@pytest.mark.django_db
@pytest.mark.both_databases
class TestWordings:
    def test_wordings_that_surely_ask_the_same_belong_to_the_first(self):
        first, second, third = _recorded(*SURE)
        assert (second.belongs_to, third.belongs_to) == (first, first)
        record_questions(questions=[asked(SURE[2][1], language="it")], now=NOW)
        (listed,) = list_questions()
        assert listed == first
        row = question_row(listed)
        assert row["times_seen"] == 4
        assert {"question": SURE[2][1], "language": "it", "times_seen": 2} in row["wordings"]
        assert waiting_questions().count() == 1

    def test_where_it_is_not_sure_joining_is_offered_and_one_key_does_it(self):
        first, second = _recorded(("en", "Is there a gym?"), ("en", "Where is the nearest gym?"))
        assert (second.belongs_to, second.offered_to) == (None, first)
        person = reviewer()
        join_question(question_id=second.pk, by=person, now=NOW)
        second.refresh_from_db()
        assert (second.belongs_to, second.offered_to) == (first, None)
        assert second.history.first().history_user == person
        part_question(question_id=second.pk, by=person, now=NOW)
        second.refresh_from_db()
        assert (second.belongs_to, second.offered_to) == (None, None)
        with pytest.raises(DomainError) as refused:
            join_question(question_id=second.pk, by=person, now=NOW)
        assert refused.value.code == "conflict"

    def test_an_answer_is_that_of_all_wordings_in_its_language(self):
        first, second, third = _recorded(*SURE)
        promote_question(question_id=first.pk, by=reviewer(), answer=ANSWER, now=NOW)
        for row in (first, second, third):
            row.refresh_from_db()
        assert first.state == second.state == QuestionState.APPROVED
        assert (third.state, third.belongs_to, third.offered_to) == (QuestionState.NEW, None, first)
        answers = current_catalogue().promoted_by_hash
        assert {first.question_hash, second.question_hash} == set(answers)
        with pytest.raises(DomainError) as refused:  # it would go to Italian mail in English
            join_question(question_id=third.pk, by=reviewer(), now=NOW)
        assert refused.value.code == "conflict"
        third.refresh_from_db()
        ((text, sure),) = near_answers(third)
        assert (text, sure.split(" to ")[0]) == (ANSWER, "The answer in English")
        with pytest.raises(DomainError) as refused:
            promote_question(question_id=third.pk, by=reviewer(), answer=ANSWER, now=NOW)
        assert "written in English" in refused.value.detail
        italian = "Sì, in ogni camera."
        promote_question(question_id=third.pk, by=reviewer(), answer=italian, now=NOW)
        assert KnowledgeItem.objects.get(language="it").answer == italian

    def test_a_new_wording_of_what_is_answered_is_offered_until_a_person_joins_it(self):
        (first,) = _recorded(SURE[0])
        promote_question(question_id=first.pk, by=reviewer(), answer=ANSWER, now=NOW)
        (second,) = _recorded(SURE[1])
        assert (second.belongs_to, second.offered_to) == (None, first)
        assert second.question_hash not in current_catalogue().promoted_by_hash
        join_question(question_id=second.pk, by=reviewer(), now=NOW)
        second.refresh_from_db()
        assert second.state == QuestionState.APPROVED
        assert current_catalogue().promoted_by_hash[second.question_hash].answer == ANSWER
        revert_promotion(question_id=first.pk, by=reviewer(), now=NOW)
        second.refresh_from_db()
        assert second.state == QuestionState.NEW

    def test_what_is_to_be_done_is_gathered_and_joined_to_no_question_unasked(self):
        """One guest's own matter is nobody else's."""
        (first,) = _recorded(("en", "Can we store our luggage?"))
        for text in (
            "Please store our luggage.",
            "Please keep two beds for my sister on 3 June.",
            "Please refund booking MA4BJ9 to the card on file.",
            "Please move our stay to a weekend.",
        ):
            record_questions(questions=[asked(text, is_action=True)], now=NOW)
        for scenario in ("payment", "lost-found"):
            once = asked("Could somebody look?", is_action=True, scenario_category=scenario)
            record_questions(questions=[once], now=NOW)
        to_do = UnknownQuestion.objects.get(is_action=True)
        assert (to_do.question, to_do.belongs_to) == ("Please store our luggage.", None)
        assert to_do.offered_to == first and not first.is_action

    def test_a_wording_of_what_wants_no_answer_waits_for_nobody(self):
        (first,) = _recorded(SURE[0])
        reject_question(question_id=first.pk, by=reviewer(), now=NOW)
        _recorded(SURE[1])
        assert waiting_questions().count() == 0

    def test_who_has_no_right_neither_joins_nor_parts(self):
        (row,) = _recorded(SURE[0])
        person = UserFactory.create(role="none")
        for decide in (join_question, part_question):
            with pytest.raises(DomainError) as refused:
                decide(question_id=row.pk, by=person, now=NOW)
            assert refused.value.code == "permission_denied"
