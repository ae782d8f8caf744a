"""German: how a guest sets aside a topic, and what makes an event a mere point in time.

All are phrases of folded words, separated by commas.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    # Before a topic: it is named as what the mail is not about.
    "set_aside": (
        "brauchen keinen, brauchen keine, brauche keinen, brauche keine, kein, keinen, keine, "
        "nicht mehr, ohne, statt, anstelle, nicht um, geht nicht um, benotige keinen, benotigen "
        "keinen, benotigen keine, nicht den, nicht die, nicht das, nicht der"
    ),
    # Straight before an action (cancel, change): the action is not wanted.
    "not_to": "nicht, nie, niemals, kein, keine, keinen, ohne",
    # After a topic, for languages that put the negation last.
    "set_aside_after": (
        "nicht mehr benotigt, brauchen wir nicht, brauche ich nicht, nicht mehr, brauchen wir "
        "doch nicht"
    ),
    # How a wish begins that is no question.
    "request": (
        "bitte, bitten, konnen sie, konnt ihr, konnten sie, konntet ihr, ich mochte, wir mochten, "
        "ich wurde gern, wir wurden gern, ich brauche, wir brauchen, ich benotige, wir benotigen, "
        "ich suche, ich hatte gern, wir hatten gern, ich verlange"
    ),
    # Before an event: "after check-out" says when, and asks nothing of check-out.
    "point_in_time": (
        "vor, vor dem, vor der, nach, nach dem, nach der, bis, bis zum, seit, beim, bei, "
        "zwischen, ab"
    ),
    # Before a cancellation: that of somebody else, which the guest hopes for.
    "of_others": (
        "falls jemand, wenn jemand, sollte jemand, falls es eine, wenn es eine, "
        "falls sie eine, wenn sie eine, falls ihr eine, wenn ihr eine, bei einer, "
        "falls eine, wenn ein gast, falls ein gast"
    ),
}
