"""All that a mail wants, with kinds: sixty mails written before the rules that read them."""

import json
from pathlib import Path

import pytest

from drafting.pipeline.interpret.engine import interpret
from drafting.pipeline.plan import IncomingMail

MAILS = [
    json.loads(line)
    for line in Path(__file__).with_name("fresh_asks.jsonl").read_text("utf-8").splitlines()
]


def read(body, **more):
    return interpret(IncomingMail(body, **more))


@pytest.mark.parametrize("mail", MAILS, ids=[mail["id"] for mail in MAILS])
def test_asks_of_a_fresh_mail(mail):
    asks = read(mail["body"]).asks
    assert [str(ask.kind) for ask in asks] == [kind for kind, _ in mail["asks"]]
    for ask, (_, words) in zip(asks, mail["asks"], strict=True):
        assert words.lower() in f"{ask.text} {ask.evidence}".lower()


@pytest.mark.parametrize("mail", MAILS, ids=[mail["id"] for mail in MAILS])
def test_what_a_fresh_mail_proves(mail):
    plan = read(mail["body"])
    assert set(mail.get("proofs", ())) <= set(plan.proofs)
    assert not set(mail.get("no_proofs", ())) & set(plan.proofs)
    assert {*mail.get("emergency", ())} == {str(sort) for sort in plan.emergency}
    if "night" in mail:
        assert plan.says_night is mail["night"]
    if "agreement" in mail:
        assert plan.agreement.status == mail["agreement"]
