"""The mailbox page and files of a reply, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from config.mail_urls import read_imap_url, read_smtp_url
from drafting.mail.models import MailSettings
from drafting.mail.work_models import OutgoingMail
from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.drafting.mail.mails import GUEST, record
from tests.drafting.mail.servers import dovecot_server, smtp_sink
from tests.drafting.outbox.test_mailbox_check import Delivering

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGE = "/admin/drafting/mailsettings/mailbox/"
PDF = b"%PDF-1.7\r\n" + bytes(range(256))


@pytest.mark.dovecot
def test_a_manager_tries_the_mailbox_out(open_desk, settings):
    with dovecot_server() as mailbox, smtp_sink() as (sink, port):
        sink.taken = Delivering(mailbox)
        settings.DESK_IMAP_SERVER = read_imap_url(mailbox.url)
        settings.DESK_SMTP_SERVER = read_smtp_url(f"smtp://127.0.0.1:{port}")
        settings.DESK_FROM_NAME, settings.DESK_FROM_ADDRESS = "Hostel", "info@hostel.example"
        page = open_desk(scene.person("manager"), PAGE)
        page.get_by_role("button", name="Test").click()
        page.wait_for_selector("text=What the test found")
        said = page.inner_text("#main")
        for what in ("Sending", "Login", "Inbox", "Sent folder", "A mail to itself"):
            assert f"{what}:" in said.replace("\n", " ")
        assert page.locator("[role=status] .desk-tag.is-good").count() == 5
        assert len(sink.taken) == 1
    assert grave_findings(page) == [] and page.trouble == []


def chosen(page: Any, field: str, tmp_path: Path) -> None:
    file = tmp_path / "Rechnung März.pdf"
    file.write_bytes(PDF)
    page.set_input_files(field, file)


def test_a_reply_leaves_with_a_file(open_desk, tmp_path):
    thread_id = record(date="").message.thread_id
    page = open_desk(scene.person(), f"/admin/drafting/thread/{thread_id}/change/?write=1")
    chosen(page, "#thread-files", tmp_path)
    page.fill("#thread-body", "Here it is.")
    page.get_by_role("button", name="Send this reply").click()
    page.wait_for_selector("text=Your reply leaves in a minute.")
    mail = OutgoingMail.objects.get()
    assert [(f.filename, bytes(f.content)) for f in mail.files.all()] == [
        ("Rechnung März.pdf", PDF)
    ]
    with page.expect_download() as saved:
        page.get_by_role("link", name="Rechnung März.pdf").click()
    assert Path(saved.value.path()).read_bytes() == PDF
    assert grave_findings(page) == [] and page.trouble == []


def test_a_first_mail_from_an_alias_with_a_file(open_desk, tmp_path):
    MailSettings.objects.update_or_create(
        pk=1, defaults={"aliases": "Groups <groups@hostel.example>\nAnna Berg"}
    )
    page = open_desk(scene.person(), "/admin/drafting/thread/new/")
    assert grave_findings(page) == []
    for field in ("#first-to", "#first-subject", "#first-body"):
        expect(page.locator(field)).to_have_css("border-top-style", "solid")
    page.select_option("#first-from", "groups@hostel.example")
    page.fill("#first-to", GUEST)
    page.fill("#first-subject", "Your invoice")
    page.fill("#first-body", "Dear Isla,\n\nhere it is.")
    chosen(page, "#first-files", tmp_path)
    page.get_by_role("button", name="Send this mail").click()
    page.wait_for_selector("text=Your mail leaves in a minute.")
    mail = OutgoingMail.objects.get()
    assert mail.headers["From"] == "Groups <groups@hostel.example>" and mail.files.count() == 1
    assert page.trouble == []
