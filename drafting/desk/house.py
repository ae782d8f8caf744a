"""A house as files: all that a desk may say and how it is set, in one folder of JSON.

``profile.json`` and ``settings.json`` hold one object each; ``facts``, ``policies``, ``knowledge``
and ``templates`` lists, in one file or one a language. What is exported and loaded again is the
same; history, versions, and what was learned stay with the desk that made them.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, models, transaction
from django.db.models import ProtectedError
from django.db.models.deletion import Collector

from config.errors import DomainError
from drafting.mail.models import DraftingSettings, MailSettings
from drafting.runs.models import RunSettings
from learning.thresholds.models import LearningSettings
from templatesapp.categories import LANGUAGES
from templatesapp.exchange import TEMPLATES
from templatesapp.house_rows import (
    LISTS,
    Row,
    field_problems,
    row_name,
    row_of,
    row_problems,
    settable_fields,
    stored_rows,
)
from templatesapp.models import DeskProfile, EmailTemplate
from templatesapp.selectors import list_unacknowledged
from templatesapp.services import create_rows, revise_template

REASON = "house files"
TEXTS: dict[str, tuple[type[models.Model], tuple[str, ...]]] = LISTS | {
    "templates": (EmailTemplate, TEMPLATES.key)
}
SETTINGS: dict[str, type[models.Model]] = {
    "mail": MailSettings,
    "drafting": DraftingSettings,
    "learning": LearningSettings,
    "runs": RunSettings,
}
# What names a house and begins empty where another takes its place; nothing of it is the sample.
_OTHERS_NAMES: dict[str, Row] = {
    "profile": {
        "house_nouns": [],
        "allowed_links": [],
        "calls_to_action": {},
        "is_sample_desk": False,
    },
    "mail": {"staff_addresses": [], "staff_domains": [], "aliases": ""},
}
FOLDER = Path(settings.BASE_DIR) / "fixtures" / "sample"
SAMPLE_REASON = "sample data"


@dataclass(frozen=True, slots=True)
class House:
    """The rows of a folder, as they stand in its files."""

    profile: Row
    settings: dict[str, Row]
    lists: dict[str, list[Row]]


@dataclass(frozen=True, slots=True)
class Loaded:
    """Rows made or brought up to date by this call; others are not counted. ``lacks``: what the
    desk cannot acknowledge then."""

    facts: int
    templates: int
    knowledge: int
    policies: int
    lacks: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.facts} facts, {self.templates} letters, "
            f"{self.knowledge} answers, {self.policies} policies"
        )


def read_house(folder: Path) -> House:
    """Raises validation_error for a folder or file that is none, or holds another shape."""
    if not folder.is_dir():
        raise DomainError("validation_error", f"{folder} is no folder.")
    profile, stored = (_read(folder / f"{name}.json", dict) for name in ("profile", "settings"))
    lists = {name: read_rows(folder, name) for name in TEXTS}
    letters = TEMPLATES.checked(enumerate(lists["templates"], start=1), "Template")
    lists["templates"] = [row for _, row in letters]
    return House(profile, stored, lists)


def read_rows(folder: Path, name: str) -> list[Row]:
    """The rows of ``name.json``, or of each language's file in the folder ``name``."""
    single = folder / f"{name}.json"
    paths = [single] if single.exists() else sorted((folder / name).glob("*.json"))
    return [row for path in paths for row in _read(path, list)]


def _read(path: Path, kind: type[Any]) -> Any:
    """An object, or a list of objects; empty where there is no file."""
    if not path.exists():
        return kind()
    try:
        found = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (ValueError, RecursionError, OSError) as error:
        raise DomainError("malformed_json", f"{path} cannot be read: {error}") from error
    rows = found if isinstance(found, list) else ()
    if not isinstance(found, kind) or not all(isinstance(row, dict) for row in rows):
        wanted = "one object" if kind is dict else "a list of objects"
        raise DomainError("validation_error", f"{path} must hold {wanted}.")
    return found


def export_house(*, folder: Path) -> Loaded:
    """Writes the desk's house. Two exports of one state are equal to the byte."""
    rows = {name: stored_rows(*which) for name, which in LISTS.items()}
    rows["templates"] = TEMPLATES.export()
    files: dict[str, Any] = {
        "profile.json": row_of(DeskProfile.current(), settable_fields(DeskProfile)),
        "settings.json": {
            name: row_of(stored, settable_fields(model))
            for name, model in SETTINGS.items()
            if (stored := model._default_manager.first()) is not None
        },
        "facts.json": rows["facts"],
        "policies.json": rows["policies"],
    }
    for language in LANGUAGES:
        for name in ("knowledge", "templates"):
            if own := [row for row in rows[name] if row["language"] == language]:
                files[f"{name}/{language}.json"] = own
    for file_name, content in files.items():
        path = folder / file_name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(content, ensure_ascii=False, indent=2, cls=DjangoJSONEncoder)
        path.write_text(f"{text}\n", encoding="utf-8")
    return Loaded(**{name: len(found) for name, found in rows.items()}, lacks=())


@transaction.atomic
def load_house(
    *, folder: Path, is_replacing: bool = False, is_dry_run: bool = False, reason: str = REASON
) -> Loaded:
    """Makes what is missing and renews what nobody but an earlier loading has touched; what
    staff changed stays.

    ``is_replacing``: the desk becomes the folder's house, whatever it was: every other text goes,
    and evidence about a letter's old text stops counting. ``is_dry_run``: tells what it would do,
    refusals included; nothing stays. Raises validation_error with all that is wrong in the folder,
    or house_in_use where the desk belongs to another house.
    """
    house = read_house(folder)
    _check(house)
    if is_replacing:
        _clear(house, reason)
    elif _belongs_to_another(house):
        raise DomainError(
            "house_in_use",
            "This desk holds the texts of another house. Load into an empty desk, or replace it.",
        )
    base = _OTHERS_NAMES if is_replacing else {}
    rows = base | house.settings | {"profile": house.profile}
    for name, row in rows.items():
        model = SETTINGS.get(name, DeskProfile)
        stored = model._default_manager.first()
        is_free = stored is None or is_replacing or stored.pk not in _touched(model, reason)
        if row and is_free:
            _save_changed(stored or model(pk=1), base.get(name, {}) | row, reason)
    counts = {name: _renew(name, house.lists[name], is_replacing, reason) for name in TEXTS}
    lacks = tuple(list_unacknowledged())
    if is_dry_run:
        transaction.set_rollback(True)
    return Loaded(**counts, lacks=lacks)


def _check(house: House) -> None:
    """All files together, so that no order of loading matters."""
    problems = row_problems(house.lists, house.profile)
    objects: list[tuple[str, type[models.Model] | None, Any]] = [
        (f"settings {name}", SETTINGS.get(name), row) for name, row in house.settings.items()
    ]
    if house.profile:
        objects.insert(0, ("profile", DeskProfile, house.profile))
    for name, (model, key) in TEXTS.items():
        objects += [(row_name(name, row, key), model, row) for row in house.lists[name]]
    for name, kind, row in objects:
        if not isinstance(row, dict):
            found = ["An object is wanted."]
        else:
            known = f"Known are: {', '.join(SETTINGS)}."
            found = field_problems(kind, row) if kind else [known]
        if found:
            problems[name] = found + problems.get(name, [])
    if problems:
        first = next(iter(problems))
        raise DomainError("validation_error", f"{first}: {problems[first][0]}", fields=problems)


def _belongs_to_another(house: House) -> bool:
    """A name and facts alone may come before the starter's letters; texts belong to whoever signs
    them. What nobody signs yet goes with a folder that holds each of its letters: its own export.
    """
    if not house.profile and not EmailTemplate.objects.exists():
        return False
    if not any(model._default_manager.exists() for model, _ in TEXTS.values()):
        return False
    stored = DeskProfile.objects.first()
    name = stored.business_name if stored else ""
    if name:
        return bool(name != house.profile.get("business_name"))
    held = {(row["template_id"], row["language"]) for row in house.lists["templates"]}
    letters = set(EmailTemplate.objects.values_list("template_id", "language"))
    return not (house.profile and letters and letters <= held)


def _clear(house: House, reason: str) -> None:
    """Nothing of the house before may be said again. A letter that events speak of cannot go: it
    is retired, and where the folder has its id, written anew."""
    for model, _ in LISTS.values():
        _delete(model._default_manager.all(), reason)
    if not house.profile:  # nothing is signed by whoever was here before
        _delete(DeskProfile.objects.all(), reason)
    try:
        _delete(EmailTemplate.objects.all(), reason)
    except ProtectedError:  # then one by one
        for template in EmailTemplate.objects.all():
            try:
                _delete([template], reason)
            except ProtectedError:
                fields = {"active": False, "learning_epoch": template.learning_epoch + 1}
                revise_template(
                    template=template, fields=fields, by=None, reason=reason, check_lint=False
                )


def _delete(found: Iterable[Any], reason: str) -> None:
    """All together, each with its history row: one by one takes several times as long."""
    items = list(found)
    for item in items:
        item._change_reason = reason
    if items:
        collector = Collector(using=DEFAULT_DB_ALIAS)
        collector.collect(items)
        collector.delete()


def _renew(name: str, rows: Sequence[Row], is_replacing: bool, reason: str) -> int:
    """How many of a list's rows were made or brought up to date."""
    model, key = TEXTS[name]
    stored = {
        tuple(getattr(item, part) for part in key): item for item in model._default_manager.all()
    }
    touched = frozenset() if is_replacing else _touched(model, reason)
    count, new, blank = 0, [], model()
    # What a row does not say is as the model begins, and not as the last house had it.
    base = row_of(blank, settable_fields(model)) if is_replacing else {}
    for row in rows:
        known = stored.get(tuple(row.get(part, getattr(blank, part)) for part in key))
        if known is None:
            new.append(row)
        elif known.pk not in touched:
            count += _save_changed(known, base | row, reason)
    create_rows(model=model, rows=new, reason=reason)
    return count + len(new)


def _save_changed(item: Any, row: Row, reason: str) -> bool:
    values = {name: item._meta.get_field(name).to_python(value) for name, value in row.items()}
    is_same = all(getattr(item, name) == value for name, value in values.items())
    if is_same and not item._state.adding:
        return False
    if isinstance(item, EmailTemplate):
        revise_template(template=item, fields=values, by=None, reason=reason, check_lint=False)
        return True
    for name, value in values.items():
        setattr(item, name, value)
    item.full_clean()
    item._change_reason = reason
    item.save()
    return True


def _touched(model: Any, reason: str) -> frozenset[Any]:
    """Keys of the rows that somebody has changed since they were loaded."""
    history = model.history.exclude(history_change_reason=reason)
    return frozenset(history.values_list("id", flat=True))


@transaction.atomic
def load_sample(*, is_sample_desk: bool = False) -> Loaded:
    """Loads the sample house as ``load_house`` loads any.

    ``is_sample_desk`` marks a new desk as a sample desk: its sample events count, and its runs may
    revise. It never turns a desk that works for real into one.
    """
    is_new = not DeskProfile.objects.exists()
    loaded = load_house(folder=FOLDER, reason=SAMPLE_REASON)
    if is_new and is_sample_desk:
        _save_changed(DeskProfile.objects.get(), {"is_sample_desk": True}, SAMPLE_REASON)
        if not RunSettings.objects.exists():  # no reply leaves without a person
            revising = {"is_revision_enabled": True, "is_automatic_release": False}
            _save_changed(RunSettings(pk=1), revising, SAMPLE_REASON)
    return loaded
