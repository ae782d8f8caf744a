"""How well the words of a mail tell an opt-out and an automatic reply: recall and specificity."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.normalise import normalise
from drafting.pipeline.interpret.signs import is_auto_reply
from drafting.pipeline.plan import LANGUAGES, OTHER_LANGUAGE, IncomingMail
from tests.drafting.runs.hard_block_phrases import (
    AUTO_REPLIES,
    NO_AUTO_REPLIES,
    NO_OPT_OUTS,
    OPT_OUTS,
)

LEAST = 0.95  # share of each kind that must be told right


def opts_out(mail):
    return interpret(IncomingMail(body=mail.body, subject=mail.subject)).opt_out


def is_automatic(mail):
    """As recorded mail is read: quote and signature gone, in whichever language."""
    text = f"{mail.subject}\n\n{normalise(mail.body).text}".strip()
    return is_auto_reply(text, OTHER_LANGUAGE)


def share(judge, mails, *, wanted):
    wrong = [mail for mail in mails if judge(mail) is not wanted]
    return 1 - len(wrong) / len(mails), wrong


KINDS = [
    (opts_out, OPT_OUTS, True, 12),
    (opts_out, NO_OPT_OUTS, False, 12),
    (is_automatic, AUTO_REPLIES, True, 8),
    (is_automatic, NO_AUTO_REPLIES, False, 8),
    # A machine's mail wants no opt-out, and an opt-out is no machine's.
    (is_automatic, OPT_OUTS, False, 12),
    (is_automatic, NO_OPT_OUTS, False, 12),
    (opts_out, NO_AUTO_REPLIES, False, 8),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("judge", "mails", "wanted", "at_least"), KINDS)
def test_mails_of_a_language_are_told_apart(judge, mails, wanted, at_least, language):
    right, wrong = share(judge, mails[language], wanted=wanted)
    assert len(mails[language]) >= at_least
    assert right >= LEAST, wrong


@pytest.mark.parametrize(("judge", "mails", "wanted", "at_least"), KINDS)
def test_all_mails_are_told_apart(judge, mails, wanted, at_least):
    everything = [mail for code in LANGUAGES for mail in mails[code]]
    right, wrong = share(judge, everything, wanted=wanted)
    assert len(everything) >= 40
    assert right >= LEAST, wrong


def test_a_short_mail_is_read_in_every_language():
    """ "Remove me" is too short for its language to be told."""
    assert interpret(IncomingMail(body="remove me")).language != "en"
    assert interpret(IncomingMail(body="remove me")).opt_out


@pytest.mark.parametrize(
    "footer",
    [
        "If you no longer wish to receive emails from us, unsubscribe here.",
        "Se non desideri più ricevere le nostre email, cancellati dalla newsletter qui.",
        "Wenn Sie keine E-Mails mehr erhalten möchten, klicken Sie hier: Newsletter abbestellen.",
        "Si vous ne souhaitez plus recevoir nos mails, désabonnez-vous.",
        "Si ya no desea recibir más correos, puede darse de baja de la lista.",
    ],
)
def test_the_footer_of_a_company_is_no_wish_of_its_writer(footer):
    mail = IncomingMail(body=f"Hello,\n\ndo you have two beds for Friday?\n\n{footer}")
    assert not interpret(mail).opt_out


def test_a_notice_counts_only_where_nothing_is_asked():
    notice = "I am out of the office until 12 August. I will reply on my return."
    assert is_auto_reply(notice, "en")
    assert not is_auto_reply(f"{notice} Could you move our booking to September?", "en")


@pytest.mark.parametrize("language", [*LANGUAGES, OTHER_LANGUAGE])
def test_no_text_and_any_text_are_read(language):
    for text in ("", " ", "\n\n", "?", "^$", "\u200b", "I am on leave " * 2_000):
        is_auto_reply(text, language)
