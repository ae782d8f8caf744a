"""What a mail asks as the reader names it, and what was learned for that: two wishes of one
scenario are two topics, and one wish in other words, or in another language, is the same."""

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from drafting.pipeline.plan import ActionPlan, AskKind
from learning.calibration.maths import MAXIMUM_DELTA, scenario_and_topic
from templatesapp.text.reader.topics import likenesses, named_topics

Priors = Mapping[tuple[str, int], float]

_TOPICS = 3  # of a mail that count
_LEAST_SHARE = 0.04  # of a mail that a topic must have
_TOPIC_WEIGHT = 1.5  # what was learned for such mail tells more than what its scenario taught


def asked_topics(plan: ActionPlan) -> dict[str, float]:
    """The topics of what a mail asks with their shares (0-1, together 1), largest first."""
    asked = [ask.text for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    texts = asked or [ask.text for ask in plan.asks] or [plan.normalized_text]
    if not any(texts):
        return {}
    found = np.sum([likenesses(text, plan.language) for text in texts], axis=0)
    shares = (found / np.linalg.norm(found)) ** 2
    names = named_topics()
    first = np.argsort(-shares, kind="stable")[:_TOPICS]
    held = {names[n]: float(shares[n]) for n in first if shares[n] >= _LEAST_SHARE}
    return {name: share / sum(held.values()) for name, share in held.items()}


def leading_topic(plan: ActionPlan) -> str:
    """What a mail asks most; empty where the reader cannot tell."""
    return next(iter(asked_topics(plan)), "")


def priors_of_mail(plan: ActionPlan, priors: Priors) -> dict[tuple[str, int], float]:
    """What was learned for this mail, as points (±30) of a template key in its leading scenario:
    the scenario's own, and those of each topic by its share of the mail."""
    leading = plan.scenario.category
    shares = asked_topics(plan) if priors else {}
    points: dict[int, float] = defaultdict(float)
    for (context, key), delta in priors.items():
        _, topic = scenario_and_topic(context)
        share = shares.get(topic, 0.0) * _TOPIC_WEIGHT if topic else context == leading
        points[key] += delta * share
    return {
        (leading, key): round(max(-MAXIMUM_DELTA, min(MAXIMUM_DELTA, total)), 1)
        for key, total in points.items()
        if total
    }
