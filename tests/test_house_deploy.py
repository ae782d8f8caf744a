"""What docs/deploy says can be read by the programs it is for, and names what is there."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from config.env import Environment

FOLDER = Path(settings.BASE_DIR) / "docs" / "deploy"
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


def test_the_containers_file_names_one_image_for_all_of_ours():
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert {"database", "migrate", "web", "fetch", "send"} == set(services)
    for name in ("web", "fetch", "send"):
        wait = services[name]["depends_on"]["migrate"]["condition"]
        assert wait == "service_completed_successfully"
        assert services[name]["build"]["dockerfile"] == "docs/deploy/Dockerfile"


@pytest.mark.parametrize("path", sorted((FOLDER / "systemd").iterdir()), ids=lambda p: p.name)
def test_each_unit_is_read_whole(path):
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(path, encoding="utf-8")
    assert unit["Unit"]["Description"].startswith("Draftdesk")
    assert unit.has_section("Timer") or unit["Service"]["User"] == "desk"
    if shutil.which("systemd-analyze"):
        command = ["systemd-analyze", "verify", str(path)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        # The programs are where the desk will be, not here.
        assert "Unknown" not in said.stderr, said.stderr
