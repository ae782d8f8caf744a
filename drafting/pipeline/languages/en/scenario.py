"""English: how a guest sets aside a topic, and what makes an event a mere point in time.

All are phrases of folded words, separated by commas.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    # Before a topic: it is named as what the mail is not about.
    "set_aside": (
        "dont need, do not need, no longer need, not need, no need, dont want, do not want, no "
        "longer want, without, instead of, rather than, not about, nothing to do with, not "
        "looking for, wont need, not interested in, not asking about, not asking for"
    ),
    # Straight before an action (cancel, change): the action is not wanted.
    "not_to": "not, dont, doesnt, wouldnt, isnt, never, no, nor, didnt, havent, wont, not to",
    # After a topic, for languages that put the negation last.
    "set_aside_after": "",
    # How a wish begins that is no question.
    "request": (
        "please, kindly, could you, can you, would you, will you, i need, we need, i would like, "
        "we would like, id like, i want, we want, i expect, i demand, let me know, looking for"
    ),
    # Before an event: "after check-out" says when, and asks nothing of check-out.
    "point_in_time": (
        "before, after, prior to, until, since, between, on the day of, till, following, upon, "
        "at, post, pre"
    ),
    # Before a cancellation: that of somebody else, which the guest hopes for.
    "of_others": (
        "if you get a, if you get any, if you have a, if you have any, if there are any, "
        "if someone, if somebody, if anyone, if anybody, if another guest, in case of a, "
        "in case someone, in case of any, when someone, whenever someone, should someone, "
        "should there be a, get a, get any"
    ),
}
