"""Facts and knowledge by file: previewed, written as by hand, refused by row, and out again."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.html import escape

from drafting.desk.house import FOLDER, load_house, load_sample
from templatesapp.exchange import FACTS, KNOWLEDGE
from templatesapp.models import CatalogueVersion, KnowledgeItem, PropertyFact
from templatesapp.selectors import current_catalogue
from templatesapp.text.guarded.check import read_facts
from templatesapp.text.guarded.kinds import CONTRADICTS
from tests.factories import (
    EmailTemplateFactory,
    KnowledgeItemFactory,
    PropertyFactFactory,
)

pytestmark = pytest.mark.django_db

MODELS = {"facts": "propertyfact", "knowledge": "knowledgeitem"}
FACT = {"name": "POOL_PRICE", "kind": "money", "value": "7.50", "unit": "EUR"}
ANSWER = {
    "key": "pool",
    "category": "faq",
    "question": "Is there a pool?",
    "answer": "Yes, for {{SLOT:FACT_POOL_PRICE}}.",
}
SHEET = 'name;kind;value;Concepts\nPOOL_PRICE;money;7.50;"pool, swim"\nPOOL_FROM;time;09:00;\n'


def page(name: str, verb: str) -> str:
    return reverse(f"admin:templatesapp_{MODELS[name]}_{verb}")


def upload(client, name, content, file_name="own.json", **fields):
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    form = {"file": SimpleUploadedFile(file_name, data), "reason": "season"} | fields
    return client.post(page(name, "import"), form)


def sealed(response) -> str:
    return re.search(r'name="sealed" value="([^"]+)"', response.content.decode())[1]


def confirm(client, name, seal):
    form = {"confirmed": "1", "sealed": seal}
    return client.post(page(name, "import"), form, follow=True)


def written(client, name, content, file_name="own.json") -> str:
    return confirm(client, name, sealed(upload(client, name, content, file_name))).content.decode()


# --- what an import does --------------------------------------------------------------------------


def test_facts_and_then_what_names_them(desk_client):
    client = desk_client("manager")
    preview = upload(client, "facts", [FACT])
    assert "1 property fact would be written, 0 unchanged" in preview.content.decode()
    assert not PropertyFact.objects.exists()
    said = confirm(client, "facts", sealed(preview)).content.decode()
    assert "Imported: 1 property fact written." in said
    assert "Imported: 1 knowledge item written." in written(client, "knowledge", [ANSWER])
    assert current_catalogue().fact_values("en")["FACT_POOL_PRICE"] == "€7.50"
    row = PropertyFact.history.get()
    assert (row.history_user, row.history_change_reason) == (
        client.user,
        "import of own.json: season",
    )
    assert KnowledgeItem.history.get().history_user == client.user


def test_a_sheet_says_the_same(desk_client):
    client = desk_client("manager")
    assert "2 property facts written" in written(client, "facts", SHEET.encode(), "Own.CSV")
    price, opening = PropertyFact.objects.order_by("-name")
    assert (price.value, price.unit, price.concepts) == ("7.50", "", ["pool", "swim"])
    assert (opening.kind, opening.concepts) == ("time", [])
    sheet = "key,category,question,answer,active\npool,faq,Pool?,Yes.,\n"
    assert "1 knowledge item written" in written(client, "knowledge", sheet.encode(), "a.csv")
    item = KnowledgeItem.objects.get()
    assert (item.may_be_injected, item.active, item.language) == (True, True, "en")


def test_a_changed_value_is_shown_with_what_says_it_and_the_rest_stays(desk_client):
    PropertyFactFactory.create(name="POOL_PRICE", value="7.50", description="The pool")
    other = PropertyFactFactory.create(name="SPA_PRICE")
    EmailTemplateFactory.create(body="The pool: {{SLOT:FACT_POOL_PRICE}}.")
    before, client = current_catalogue(), desk_client("manager")
    preview = upload(client, "facts", [{"name": "POOL_PRICE", "value": "8.00"}])
    text = preview.content.decode()
    assert "<del" in text and "7.50</del>" in text and "8.00</ins>" in text
    assert "Said in 1 letter." in text
    assert "What it overtakes" in confirm(client, "facts", sealed(preview)).content.decode()
    fact = PropertyFact.objects.get(name="POOL_PRICE")
    assert (fact.value, fact.unit, fact.description) == ("8.00", "EUR", "The pool")
    assert fact.history.count() == 2 and other.history.count() == 1
    assert current_catalogue().version == before.version + 1


def test_the_same_file_again_writes_nothing(desk_client):
    client = desk_client("manager")
    for _ in range(2):
        preview = upload(client, "facts", SHEET.encode(), "own.csv")
        text = confirm(client, "facts", sealed(preview)).content.decode()
    assert "Imported: 0 property facts written." in text
    assert "Write these" not in preview.content.decode()
    assert PropertyFact.history.count() == 2
    assert CatalogueVersion.objects.get().number == 2


def test_a_preview_confirmed_twice_writes_once_and_says_why(desk_client):
    client = desk_client("manager")
    seal = sealed(upload(client, "facts", [FACT]))
    confirm(client, "facts", seal)
    assert "please look again" in confirm(client, "facts", seal).content.decode()
    assert PropertyFact.history.count() == 1


def test_a_preview_that_is_no_longer_true_writes_nothing(desk_client):
    fact, client = PropertyFactFactory.create(name="POOL_PRICE"), desk_client("manager")
    seal = sealed(upload(client, "facts", [FACT | {"value": "9.00"}]))
    fact.value = "8.00"
    fact.save()
    again = confirm(client, "facts", seal)
    assert "Property facts changed after this preview" in again.content.decode()
    fact.refresh_from_db()
    assert (fact.value, fact.history.count()) == ("8.00", 2)
    confirm(client, "facts", sealed(again))
    fact.refresh_from_db()
    assert fact.value == "9.00"


def test_a_preview_is_of_one_person_one_list_and_one_hour(desk_client, monkeypatch):
    client, other = desk_client("manager"), desk_client("manager")
    seal = sealed(upload(client, "facts", [FACT]))
    tries = ((other, "facts", seal), (client, "knowledge", seal), (client, "facts", seal + "x"))
    for who, name, sent in tries:
        assert "too old or not yours" in confirm(who, name, sent).content.decode()
    monkeypatch.setattr("templatesapp.admin.exchange._PREVIEW_SECONDS", -1)
    assert "too old or not yours" in confirm(client, "facts", seal).content.decode()
    assert not PropertyFact.objects.exists() and not KnowledgeItem.objects.exists()


def test_a_long_name_keeps_its_ending(desk_client):
    client = desk_client("manager")
    assert "2 property facts" in written(client, "facts", SHEET.encode(), f"{'x' * 150}.csv")


# --- who may --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "name", "may"),
    [
        ("none", "facts", False),
        ("reviewer", "facts", False),
        ("manager", "facts", True),
        ("none", "knowledge", False),
        ("reviewer", "knowledge", True),
    ],
)
def test_who_may_import(desk_client, role, name, may):
    client = desk_client(role)
    rows = [FACT] if name == "facts" else [ANSWER | {"answer": "Yes."}]
    assert (upload(client, name, rows).status_code == 200) == may
    assert (client.get(page(name, "import")).status_code == 200) == may
    text = client.get(page(name, "changelist")).content.decode()
    assert ("open_import" in text) == may
    assert (client.get(page(name, "export")).status_code == 200) == (role != "none")


# --- what is refused ------------------------------------------------------------------------------

BAD = {
    "no JSON": ("facts", b"{", "own.json", "not valid JSON"),
    "no list": ("facts", b'{"a": 1}', "own.json", "A list of at most"),
    "not UTF-8": ("facts", b"\xff\xfe", "own.csv", "as “CSV UTF-8”"),
    "no header": ("facts", b"", "own.csv", "empty"),
    "no object": ("facts", [FACT, 7], "own.json", "Row 2: An object is expected."),
    "an unknown key": ("facts", [FACT | {"colour": "red"}], "o.json", "Row 1: Unknown key"),
    "no name": ("facts", [{"kind": "text"}], "own.json", "Row 1: 'name' is missing."),
    "an unknown column": ("facts", b"name,colour\nA,red", "own.csv", "Row 2: Unknown key"),
    "a number": ("facts", [FACT | {"value": 7.5}], "own.json", "'value' has the wrong type"),
    "a list of numbers": ("facts", [FACT | {"concepts": [1]}], "o.json", "'concepts' has the"),
    "a text for a list": ("facts", [FACT | {"concepts": "pool"}], "o.json", "'concepts' has the"),
    "NUL": ("facts", [FACT | {"unit": "\0"}], "own.json", "NUL"),
    "NUL in a list": ("facts", [FACT | {"concepts": ["\ud800"]}], "own.json", "surrogate"),
    "twice": ("facts", [FACT, FACT], "own.json", "Row 2: It stands in row 1 already."),
    "another value": (
        *("facts", SHEET.replace("09:00", "noon").encode(), "own.csv"),
        "Row 3, POOL_FROM: not a valid time",
    ),
    "a small name": ("facts", [FACT | {"name": "pool"}], "own.json", "Row 1, pool: name: Capital"),
    "no kind": ("facts", [{"name": "A"}], "own.json", "Row 1, A: kind: This field cannot be blank"),
    "too long": (
        "facts",
        [FACT | {"kind": "number", "unit": "x" * 21}],
        "own.json",
        "at most 20 characters",
    ),
    "an unknown fact": ("knowledge", [ANSWER], "own.json", "no slot {{SLOT:FACT_POOL_PRICE}}"),
    "no truth": (
        *("knowledge", b"key,active\npool,perhaps", "own.csv"),
        "Row 2: 'active' has the wrong type.",
    ),
    "a promotion": (
        *("knowledge", [ANSWER | {"answer": "Yes.", "source": "promoted"}], "own.json"),
        "Row 1, pool en: source: The ledger",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_will_not_do_says_which_row_and_why(desk_client, case):
    name, content, file_name, words = BAD[case]
    answer = upload(desk_client("manager"), name, content, file_name)
    assert answer.status_code == 200
    assert escape(words) in answer.content.decode()
    assert not PropertyFact.objects.exists() and not KnowledgeItem.objects.exists()


def test_all_bad_rows_are_said_at_once_and_no_good_one_is_written(desk_client):
    rows = [FACT, *(FACT | {"name": f"P{number}", "value": "dear"} for number in range(8))]
    text = upload(desk_client("manager"), "facts", rows).content.decode()
    assert 'value="season"' in text, "the reason is not typed again"
    assert "<br>Row 3, P1: " in text
    assert "Row 2, P0: " in text and "Row 6, P4: " in text and "And 3 more rows." in text
    assert not PropertyFact.objects.exists()


def test_a_value_is_not_emptied_and_a_promotion_not_rewritten(desk_client):
    PropertyFactFactory.create(name="POOL_PRICE")
    item = KnowledgeItemFactory.create(key="pool", question_hashes=["ab"], source="promoted")
    client = desk_client("manager")
    for name, row, words in (
        ("facts", FACT | {"value": None}, "Say what it is"),
        ("knowledge", {"key": "pool", "question_hashes": []}, "The ledger"),
        ("knowledge", {"key": "pool", "source": "authored"}, "The ledger"),
    ):
        assert words in upload(client, name, [row]).content.decode()
    written(client, "knowledge", [{"key": "pool", "answer": "Yes."}])
    item.refresh_from_db()
    assert (item.answer, item.question_hashes, item.source) == ("Yes.", ["ab"], "promoted")


def test_hostile_rows_are_shown_and_never_run(desk_client):
    script = "<script>alert(1)</script>"
    rows = [ANSWER | {"key": script, "question": script, "answer": script}]
    assert script not in upload(desk_client("manager"), "knowledge", rows).content.decode()


def test_an_answer_written_by_hand_names_only_known_facts(desk_client):
    item, client = KnowledgeItemFactory.create(), desk_client("reviewer")
    change = reverse("admin:templatesapp_knowledgeitem_change", args=[item.pk])
    form = {
        **{name: getattr(item, name) for name in ("question", "category", "language", "key")},
        "answer": ANSWER["answer"],
        "active": "on",
    }
    assert "no slot {{SLOT:FACT_POOL_PRICE}}" in client.post(change, form).content.decode()
    PropertyFactFactory.create(name="POOL_PRICE")
    assert client.post(change, form).status_code == 302
    item.refresh_from_db()
    assert item.answer == ANSWER["answer"]


def test_a_yes_or_no_of_a_house_is_held_against_replies_by_what_its_question_is_about(desk_client):
    client, add = desk_client("manager"), reverse("admin:templatesapp_knowledgeitem_add")
    form = {
        "key": "dogs",
        "category": "faq",
        "language": "en",
        "active": "on",
        "question": "May we bring a dog?",
        "answer": "No, our neighbour keeps sheep.",
        "decides": "no",
    }
    shown = client.get(add).content.decode()
    assert "a reply that says the opposite is stopped" in shown
    for question in ("Do you have a glockenspiel?", "Do you have a sauna?"):
        answer = client.post(add, form | {"question": question})
        assert "the desk knows no word" in answer.content.decode()
    assert client.post(add, form).status_code == 302
    assert KnowledgeItem.objects.get().concepts == ["dog"]
    for said, is_wrong in (
        ("Yes, dogs are allowed.", True),
        ("You can bring your dog.", True),
        ("Sorry, dogs are not allowed.", False),
    ):
        found = read_facts(said, language="en", known=current_catalogue().guarded).findings
        assert any(one.code == CONTRADICTS for one in found) is is_wrong, said


# --- out, and in again ----------------------------------------------------------------------------


@pytest.mark.parametrize("house", ["sample", "starter"])
def test_an_export_comes_back_as_the_same(desk_client, house):
    load_house(folder=FOLDER.parent / house)
    KnowledgeItemFactory.create(source="promoted", question_hashes=["ab", "cd"], active=False)
    client = desk_client("manager")
    for exchange, ending in product((FACTS, KNOWLEDGE), ("json", "csv")):
        name = exchange.name
        answer = client.get(page(name, "export"), {"form": ending} if ending == "csv" else {})
        assert answer["Content-Disposition"] == f'attachment; filename="{name}.{ending}"'
        text = upload(client, name, answer.content, f"{name}.{ending}").content.decode()
        count = len(exchange.export())
        assert re.search(rf"0 [\w ]+ would be written, {count} unchanged", text), (name, ending)


def test_the_files_of_a_house_are_taken_and_change_nothing(desk_client):
    load_sample()
    client = desk_client("manager")
    paths: list[Path] = [FOLDER / "facts.json", *sorted((FOLDER / "knowledge").glob("*.json"))]
    for path in paths:
        name = "facts" if path.stem == "facts" else "knowledge"
        text = upload(client, name, path.read_bytes(), path.name).content.decode()
        assert re.search(r": 0 [\w ]+ would be written, \d\d", re.sub(r"<[^>]+>", "", text))
