"""A house is set up on an empty desk by forms and file imports alone, and writes what the same house
writes that was loaded from its folder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect
from rest_framework.test import APIClient

from drafting.desk.house import LISTS, load_house
from drafting.desk.navigation import MENU
from drafting.mail.models import MailSettings
from templatesapp.categories import LANGUAGES
from templatesapp.exchange import TEMPLATES, write_sheet
from templatesapp.house_rows import stored_rows
from templatesapp.models import DeskProfile
from tests.browser import scene
from tests.browser.conftest import watch
from tests.browser.staff_guide import clicks_of, count_clicks, figures
from tests.drafting.drafts.plans import URLS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "a long password"
FOLDER = Path(settings.BASE_DIR) / "fixtures" / "houses" / "vigna"
MAILS = Path(settings.BASE_DIR) / "fixtures" / "eval" / "vigna_mails.jsonl"
# Two mails in each of the house's languages, each of a matter that a letter answers.
CHOSEN = ("V001", "V018", "V008", "V011", "V037", "V040")
IN_A_SHEET = "it"  # the language whose answers come as a spreadsheet


@pytest.fixture(autouse=True)
def named_house() -> None:
    """The desk begins as it is shipped: it does not know whose it is."""


@pytest.fixture
def front_page(browser: Browser, live_server: Any, transactional_db: None) -> Iterator[Page]:
    scene.person("manager", username="marta")
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    watch(page, live_server.url)
    count_clicks(page)
    page.goto(live_server.url)
    page.get_by_label("Username").fill("marta")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    yield page
    context.close()


def rows_of(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def open_list(page: Page, name: str) -> None:
    """By the line of the menu, then by its tab."""
    rooms = (room for _, rooms in MENU for room in rooms)
    room = next(room.title for room in rooms if name in {entry.title for entry in room.entries})
    page.locator("#nav-sidebar").get_by_role("link", name=room).click()
    page.locator("#tabs-items").get_by_role("link", name=name, exact=True).click()


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(re.compile("(changed|added) successfully"))).to_be_visible()


def say_who_we_are(page: Page) -> None:
    profile = rows_of("profile")
    page.get_by_role("link", name="Who we are", exact=True).click()
    for label in ("Business name", "Owners", "Signature"):
        page.get_by_label(label).fill(profile[label.lower().replace(" ", "_")])
    page.get_by_label("House nouns").fill("\n".join(profile["house_nouns"]))
    save(page)
    open_list(page, "Mail settings")
    addresses = rows_of("settings")["mail"]["staff_addresses"]
    page.get_by_label("Staff addresses").fill("\n".join(addresses))
    save(page)


def import_file(page: Page, name: str, path: Path, count: int) -> None:
    open_list(page, name)
    page.get_by_role("link", name="Import …").click()
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_label("Why?").fill("first season")
    page.get_by_role("button", name="Show what would change").click()
    page.get_by_role("button", name=f"Write these {count}").click()
    expect(page.get_by_text(f"Imported: {count} ")).to_be_visible()


def as_sheet(rows: list[dict[str, Any]], path: Path) -> Path:
    columns = [name for name in rows[0] if name not in ("source", "concepts")]
    cells = [[str(row[name]) for name in columns] + [", ".join(row["concepts"])] for row in rows]
    path.write_text(write_sheet([*columns, "concepts"], cells), encoding="utf-8-sig")
    return path


def write_policy(page: Page, rule: dict[str, Any]) -> None:
    open_list(page, "Policies")
    page.get_by_role("link", name="Add policy rule").first.click()
    page.get_by_label("Key").fill(rule["key"])
    for name in ("category", "condition", "review_tier"):
        page.locator(f"select[name={name}]").select_option(rule[name])
    for language, sentence in rule["mandatory_content"].items():
        page.get_by_title(LANGUAGES[language]).fill(sentence)
    page.get_by_label("Must not say").fill("\n".join(rule["prohibited_content"]))
    for category in rule["allowed_categories"]:
        page.locator(f"[name=allowed_categories][value={category}]").check()
    page.get_by_label("Tone").fill(rule["tone"])
    save(page)


def new_key(page: Page) -> str:
    open_list(page, "Agents' keys")
    page.get_by_role("link", name="Add agent key").first.click()
    page.get_by_label("Name").fill("writer")
    page.get_by_role("button", name="Save", exact=True).click()
    said = page.get_by_text("shown this once").inner_text()
    return said.rpartition(" ")[2]


def draft_of(client: APIClient, mail: dict[str, Any]) -> tuple[str, str]:
    """(letter, text) of what the desk writes."""
    asked = {"subject": mail["subject"], "body": mail["body"]}
    plan = client.post(URLS["interpret"], asked, format="json").json()
    made = client.post(URLS["generate"], {"action_plan": plan}, format="json")
    assert made.status_code == 201, made.content
    answer = made.json()
    return answer["template_used"]["template_id"], answer["draft"]["body_plain"]


def contents() -> dict[str, Any]:
    profile = DeskProfile.objects.values().get()
    said = {name: stored_rows(*which) for name, which in LISTS.items()}
    mail = MailSettings.objects.values("staff_addresses").get()
    return said | {"templates": TEMPLATES.export(), "profile": profile, "mail": mail}


def test_a_first_draft_is_seen_on_an_empty_desk(front_page):
    """And the answer that it lacks is written beside it, and stands in the next one."""
    page, loads = front_page, []
    page.on("domcontentloaded", lambda _: loads.append(1))
    page.get_by_role("link", name="Who we are", exact=True).click()
    page.get_by_label("Business name").fill("Lochside Bothy")
    page.get_by_label("Owners").fill("Morag & Ewan")
    page.get_by_label("Signature").fill("Morag & Ewan, Lochside Bothy")
    save(page)
    page.locator("#tabs-items").get_by_role("link", name="Try a mail").click()
    page.get_by_label("Mail", exact=True).fill("Hello, where can we park? Thanks, Tom Becker")
    page.get_by_role("button", name="Try it").click()
    letter = page.locator(".draft-letter")
    expect(letter).to_contain_text("Morag & Ewan, Lochside Bothy")
    job = "The first hour: a first draft seen, on an empty desk"
    assert (clicks_of(page), 0, len(loads)) == figures(job)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Write the answer").click()
    opened.value.locator("#id_answer").fill("You can park free of charge beside the pier.")
    save(opened.value)
    page.get_by_role("button", name="Try it again").click()
    expect(letter).to_contain_text("You can park free of charge beside the pier.")
    assert page.trouble == []


def test_a_house_is_set_up_by_forms_and_writes_as_the_loaded_one(front_page, tmp_path):
    page, loads = front_page, []
    page.on("domcontentloaded", lambda _: loads.append(1))
    say_who_we_are(page)
    import_file(page, "Facts", FOLDER / "facts.json", 30)
    for language in ("en", "de", "it"):
        letters = len(rows_of(f"templates/{language}"))
        import_file(page, "Letters", FOLDER / "templates" / f"{language}.json", letters)
    for language in ("en", "de", "it"):
        path = FOLDER / "knowledge" / f"{language}.json"
        if language == IN_A_SHEET:
            path = as_sheet(rows_of(f"knowledge/{language}"), tmp_path / "answers.csv")
        import_file(page, "Knowledge", path, 25)
    for rule in rows_of("policies"):
        write_policy(page, rule)
    client = APIClient(headers={"authorization": f"Bearer {new_key(page)}"})
    assert page.trouble == []
    assert (clicks_of(page), 0, len(loads)) == figures("The first hour: a house of one's own")
    mails = [json.loads(line) for line in MAILS.read_text(encoding="utf-8").splitlines()]
    chosen = {mail["id"]: mail for mail in mails if mail["id"] in CHOSEN}
    written = {name: draft_of(client, mail) for name, mail in chosen.items()}
    assert all(written[name][0] in chosen[name]["labels"]["letters"] for name in CHOSEN)
    by_hand = contents()
    load_house(folder=FOLDER, is_replacing=True)
    assert by_hand == contents()
    assert written == {name: draft_of(client, mail) for name, mail in chosen.items()}
