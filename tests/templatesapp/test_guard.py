"""The one guard of the legally fixed texts."""

from __future__ import annotations

import pytest

from templatesapp.categories import CATEGORIES, is_hard_rule_protected
from tests.factories import EmailTemplateFactory


@pytest.mark.parametrize(
    "name", ["prepayment", "cancellation", "Prepayment", " CANCELLATION ", "PREPAYMENT\n"]
)
def test_spelling_and_case_do_not_open_it(name):
    assert is_hard_rule_protected(name)


@pytest.mark.parametrize("name", ["", "payment", "policies", "pre-payment", "cancel"])
def test_nothing_else_is_protected(name):
    assert not is_hard_rule_protected(name)


def test_two_of_the_twenty_categories_are_protected():
    assert len(CATEGORIES) == len(set(CATEGORIES)) == 20
    assert sum(map(is_hard_rule_protected, CATEGORIES)) == 2


def test_templates_ask_the_guard():
    assert EmailTemplateFactory.build(category="cancellation").is_protected
    assert not EmailTemplateFactory.build(category="payment").is_protected
