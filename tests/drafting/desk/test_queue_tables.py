"""The tables of decisions of the two queues: what each must say, and that buttons can tell them
apart."""

from __future__ import annotations

import pytest

from drafting.outbox.release_decisions import DECISIONS as REPLIES
from learning.admin.review import DECISIONS as PROPOSALS


@pytest.mark.parametrize("table", [REPLIES, PROPOSALS], ids=["replies", "proposals"])
def test_each_decision_says_what_it_is_and_no_two_share_a_key(table):
    names = [one.name for one in table]
    keys = [one.key for one in table if one.key]
    assert len(set(names)) == len(names) and len(set(keys)) == len(keys)
    assert all(one.label and one.done and callable(one.when) for one in table)


@pytest.mark.parametrize("table", [REPLIES, PROPOSALS], ids=["replies", "proposals"])
def test_what_can_be_taken_back_names_the_state_that_it_leaves(table):
    undo = next(one for one in table if one.name == "undo")
    undoable = [one for one in table if one.undo]
    assert undoable and all(one.leaves for one in undoable)
    assert {one.leaves for one in undo.table} == {one.leaves for one in undoable}
