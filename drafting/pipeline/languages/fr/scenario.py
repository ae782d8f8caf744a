"""French: how a guest sets aside a topic, and what makes an event a mere point in time.

All are phrases of folded words, separated by commas.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    # Before a topic: it is named as what the mail is not about.
    "set_aside": (
        "pas besoin, plus besoin, n avons pas besoin, sans, au lieu, au lieu de, au lieu du, "
        "plutot que, ne s agit pas, ne veux pas, ne voulons pas, pas interesse, ne voulons plus, "
        "ne veux plus"
    ),
    # Straight before an action (cancel, change): the action is not wanted.
    "not_to": "pas, ne pas, jamais, ni, sans, n, ne",
    # After a topic, for languages that put the negation last.
    "set_aside_after": "",
    # How a wish begins that is no question.
    "request": (
        "merci de, veuillez, je vous prie de, pourriez vous, pouvez vous, je voudrais, nous "
        "voudrions, j aimerais, nous aimerions, je souhaite, nous souhaitons, je souhaiterais, j "
        "ai besoin, nous avons besoin, je cherche, je demande, j exige"
    ),
    # Before an event: "after check-out" says when, and asks nothing of check-out.
    "point_in_time": (
        "avant, avant le, avant de, apres, apres le, jusqu, depuis, lors du, au moment du, entre, "
        "a l, au, des l"
    ),
    # Before a cancellation: that of somebody else, which the guest hopes for.
    "of_others": (
        "si quelquun, si quelqu un, si vous avez une, si vous avez, si vous recevez une, "
        "en cas d, en cas de, sil y a une, s il y a une, si un client, si dautres, si une"
    ),
}
