"""What docs/deploy says can be read by the programs it is for, and names what is there."""

from __future__ import annotations

import configparser
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from config.env import Environment

ROOT = Path(settings.BASE_DIR)
FOLDER = ROOT / "docs" / "deploy"
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())


def test_every_command_that_is_named_exists():
    named = {
        name
        for path in FILES
        for name in re.findall(r"manage\.py[\", ]+([a-z_]+)", path.read_text(encoding="utf-8"))
    }
    assert {"backup", "fetch_mail", "send_mail", "migrate"} <= named
    assert named <= set(get_commands())


def test_every_variable_that_is_named_exists():
    known = {name.upper() for name in Environment.model_fields}
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert set(re.findall(r"\b(?:DESK_[A-Z_]+|DATABASE_URL)\b", text)) <= known


def test_every_test_that_the_docs_name_exists():
    pages = [*(FOLDER.parent).rglob("*.md"), ROOT / "README.md"]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    named = {name.rstrip("/.") for name in re.findall(r"\btests/[\w/.]+", text)}
    assert len(named) > 40
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_server_leaves_threads_beside_agents_that_wait():
    """A process without threads would serve nobody while one agent waits for mail."""
    pages = [*FILES, *FOLDER.parent.glob("*.md"), ROOT / "README.md"]
    text = "".join(page.read_text(encoding="utf-8").replace('", "', " ") for page in pages)
    commands = re.findall(r"gunicorn.? config\.wsgi[^\n`]*", text)
    assert len(commands) >= 5
    for command in commands:
        threads = re.search(r"--threads (\d+)", command)
        assert threads and int(threads[1]) > settings.DESK_WAITING_CLAIMS, command


def test_pg_dump_in_the_image_is_of_the_databases_number():
    image = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
    database = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(re.findall(r"^FROM (\S+)", image, re.MULTILINE)) == {"python:3.11-slim-bookworm"}
    assert database["database"]["image"] == "postgres:15-bookworm"  # as Debian 12's client


def test_the_example_of_settings_is_read_alike_and_starts_a_production(tmp_path, monkeypatch):
    """By a shell as ``desk`` does; a line in single quotes means the same to systemd and compose."""
    monkeypatch.delenv("DJANGO_ALLOW_ASYNC_UNSAFE", raising=False)  # left by browser tests
    text = (FOLDER / "desk.env").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not re.match(r"# ", line)]
    assert all(re.fullmatch(r"#?[A-Z_]+='[^'$]*'", line) for line in lines), lines
    file = tmp_path / "desk.env"
    text = text.replace("SECRET_KEY='CHANGE'", f"SECRET_KEY='{secrets.token_urlsafe(64)}'")
    file.write_text(re.sub(r"^#(?=DESK_)", "", text, flags=re.MULTILINE))
    script = (FOLDER / "desk").read_text(encoding="utf-8")
    for there, here in (
        ("/srv/draftdesk", str(ROOT)),
        ("/etc/draftdesk.env", str(file)),
        ("runuser -u desk -- .venv/bin/python", sys.executable),
    ):
        assert there in script
        script = script.replace(there, here)
    command = ["/bin/sh", "-c", script, "desk", "check", "--deploy", "--fail-level", "WARNING"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert said.returncode == 0, said.stderr


def test_the_containers_file_names_one_image_for_all_of_ours():
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert {"database", "migrate", "web", "fetch", "send"} == set(services)
    for name in ("web", "fetch", "send"):
        wait = services[name]["depends_on"]["migrate"]["condition"]
        assert wait == "service_completed_successfully"
        assert services[name]["build"]["dockerfile"] == "docs/deploy/Dockerfile"
        # Secrets lie where no commit and no image takes them from.
        assert services[name]["env_file"].startswith("../../var/")
    assert services["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    copied = re.findall(r"^COPY (?!--from)(\S+)", (FOLDER / "Dockerfile").read_text(), re.MULTILINE)
    assert all((ROOT / name).exists() for name in copied) and not {".", "docs", "var"} & {*copied}


@pytest.mark.parametrize("path", sorted((FOLDER / "systemd").iterdir()), ids=lambda p: p.name)
def test_each_unit_is_read_whole(path):
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(path, encoding="utf-8")
    assert unit["Unit"]["Description"].startswith("Draftdesk")
    assert unit.has_section("Timer") or unit["Service"]["User"] == "desk"
    if unit.has_section("Timer"):
        started = unit["Timer"].get("Unit", path.with_suffix(".service").name)
        name, _, job = started.removesuffix(".service").partition("@")
        assert path.with_name(f"{name}{'@' if job else ''}.service").is_file()
        assert not job or job in get_commands()
    if shutil.which("systemd-analyze"):
        command = ["systemd-analyze", "verify", str(path)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        # The programs are where the desk will be, not here; other units are the machine's own.
        ours = [line for line in said.stderr.splitlines() if "draftdesk" in line]
        assert [line for line in ours if "is not executable" not in line] == []
