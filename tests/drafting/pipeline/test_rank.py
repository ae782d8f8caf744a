"""Selection, priors and the hard rule, on a small catalogue of its own."""

from __future__ import annotations

import pytest

from drafting.pipeline.answer.rank import Ranker, RankSettings
from drafting.pipeline.plan import Scenario
from templatesapp.entries import TemplateEntry


def template(key, template_id, subject, category, body="", **more):
    return TemplateEntry(
        key=key,
        template_id=template_id,
        subject=subject,
        body=body or subject,
        category=category,
        language=more.pop("language", "en"),
        **more,
    )


CATALOGUE = (
    template(1, "T01", "Parking and garage for your car", "transportation"),
    template(2, "T02", "Bus from Sorrento to Positano", "transportation"),
    template(3, "T03", "Ferry and boat timetable", "transportation"),
    template(4, "T04", "Taxi and private transfer from the airport", "transportation"),
    template(5, "T05", "Breakfast times and price", "breakfast"),
    template(6, "T06", "Wifi network and password", "wifi"),
    template(7, "T07", "House rules: quiet hours", "house-rules"),
    template(8, "T08", "Luggage storage before check-in", "luggage"),
    template(
        *(9, "T09", "Thank you for agreeing to the change", "booking-changes"),
        purpose="agreement",
    ),
    template(10, "T10", "Changing your booking: dates and rooms", "booking-changes"),
    template(
        *(20, "P1O", "Prepayment by Octorate: secure link", "prepayment"),
        prepayment_step="first",
        prepayment_provider="octorate",
    ),
    template(
        *(21, "P1H", "Prepayment by Hostelworld: secure link", "prepayment"),
        prepayment_step="first",
        prepayment_provider="hostelworld",
    ),
    template(22, "P2", "Second request for prepayment", "prepayment", prepayment_step="second"),
    template(23, "P3", "Booking cancelled, third attempt", "prepayment", prepayment_step="third"),
    template(24, "P4", "Prepayment received, thank you", "prepayment", prepayment_step="success"),
    template(25, "P5", "A new payment link", "prepayment"),
    template(26, "P5", "Nuovo link di pagamento", "prepayment", language="it"),
    template(27, "C1", "Cancelling a refundable booking", "cancellation"),
    template(28, "C2", "Cancelling a non-refundable booking", "cancellation"),
)
BUS = (Scenario("transportation", 0.85),)
PREPAYMENT = (Scenario("prepayment", 0.9),)


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    return Ranker(CATALOGUE)


def ids(result):
    return [candidate.template_id for candidate in result.candidates]


def test_the_best_template_is_chosen_by_itself(ranker):
    result = ranker.rank("Which bus from Sorrento?", language="en", scenarios=BUS)
    assert result.selection == "auto"
    assert result.selected.template_id == "T02"
    assert result.selected == result.candidates[0]
    assert result.selected.score == 1.0
    assert "bus" in result.selected.evidence
    assert result.selected.evidence[0] == "scenario transportation 0.85"


def test_only_positive_scores_rank_and_nothing_found_is_none(ranker):
    result = ranker.rank("zeppelin", language="en", scenarios=())
    assert (result.selection, result.selected, result.candidates) == ("none", None, ())


def test_outside_the_scenarios_the_higher_threshold_holds(ranker):
    other = (Scenario("employment", 0.8),)
    strict = ranker.rank("the wifi password", language="en", scenarios=other)
    assert strict.selection == "none"
    assert strict.candidates[0].template_id == "T06"
    loose = RankSettings(threshold_outside=0)
    assert ranker.rank(
        "the wifi password", language="en", scenarios=other, settings=loose
    ).selected.template_id == ("T06")


def test_selection_goes_down_the_list_to_the_first_that_holds(ranker):
    scenarios = (Scenario("breakfast", 0.8),)
    text = "wifi network password, and breakfast"
    result = ranker.rank(text, language="en", scenarios=scenarios)
    assert result.selected.template_id == "T05"
    assert result.selected in result.candidates


def test_a_prior_lifts_the_fourth_to_the_first_before_any_cut():
    # The same word in ever longer subjects: four candidates, close to each other.
    near = [template(n, f"T{n}", "Towels " + "soft " * n, "faq") for n in range(1, 5)]
    others = [template(n, f"X{n}", f"Word{n}", "general") for n in range(10, 20)]
    ranker, scenarios = Ranker([*near, *others]), (Scenario("faq", 0.9),)
    before = ranker.rank("towels", language="en", scenarios=scenarios)
    after = ranker.rank(
        "towels", language="en", scenarios=scenarios, priors={("faq", 4): 30.0, ("faq", 1): -10.0}
    )
    assert ids(before) == ["T1", "T2", "T3"]
    assert ids(after)[0] == "T4"
    assert after.selected == after.candidates[0]
    assert after.candidates[0].prior_delta == 30.0


def test_a_strong_negative_prior_turns_auto_into_suggest(ranker):
    text = "Which bus from Sorrento?"
    sure = ranker.rank(text, language="en", scenarios=BUS)
    priors = {("transportation", key): -30 for key in (1, 2, 3, 4)}
    doubted = ranker.rank(text, language="en", scenarios=BUS, priors=priors)
    assert sure.selection == "auto"
    assert doubted.selection == "suggest"
    assert doubted.selected.confidence == pytest.approx(sure.selected.confidence - 30)
    assert doubted.selected.base_confidence == sure.selected.base_confidence


def test_a_prior_alone_makes_no_auto(ranker):
    weak = (Scenario("transportation", 0.42), Scenario("breakfast", 0.4))
    plain = ranker.rank("bus", language="en", scenarios=weak)
    lifted = ranker.rank("bus", language="en", scenarios=weak, priors={("transportation", 2): 30.0})
    assert plain.selected.base_confidence < 65
    assert lifted.selected.confidence >= 80
    assert lifted.selection == "suggest"


def test_confidence_stays_between_0_and_100(ranker):
    result = ranker.rank(
        "Which bus from Sorrento?",
        language="en",
        scenarios=BUS,
        priors={("transportation", 2): 30.0, ("transportation", 1): -30.0},
        settings=RankSettings(top=10),
    )
    assert all(0 <= candidate.confidence <= 100 for candidate in result.candidates)


def test_priors_of_another_scenario_do_not_count(ranker):
    text = "Which bus from Sorrento?"
    priors = {("breakfast", 2): -30.0}
    result = ranker.rank(text, language="en", scenarios=BUS, priors=priors)
    assert result.selected.prior_delta == 0


def test_ties_go_to_the_smaller_id():
    twins = [template(n, f"T{n}", "Towels for rent", "faq") for n in (3, 1, 2)]
    others = [template(n, f"X{n}", f"Word{n}", "general") for n in range(10, 16)]
    result = Ranker([*twins, *others]).rank(
        "towels", language="en", scenarios=(Scenario("faq", 0.9),)
    )
    assert ids(result) == ["T1", "T2", "T3"]


def test_agreement_templates_are_not_found_by_words(ranker):
    scenarios = (Scenario("booking-changes", 0.9),)
    result = ranker.rank("thank you for the change", language="en", scenarios=scenarios)
    assert result.selected.template_id == "T10"


def test_slots_never_enter_the_index():
    with_slot = template(1, "T1", "Hello", "faq", body="{{SLOT:FACT_WIFI_PASSWORD}} towels")
    other = template(2, "T2", "Bus", "transportation")
    third = template(3, "T3", "Breakfast", "breakfast")
    result = Ranker([with_slot, other, third]).rank("wifi", language="en", scenarios=())
    assert result.candidates == ()


def test_the_guests_language_is_preferred_where_it_exists(ranker):
    scenarios = PREPAYMENT
    italian = ranker.rank("il link di pagamento è scaduto", language="it", scenarios=scenarios)
    german = ranker.rank("der Zahlungslink ist abgelaufen", language="de", scenarios=scenarios)
    unknown = ranker.rank("betalingslink", language="other", scenarios=scenarios)
    assert italian.selected.template_key == 26
    assert german.selected.template_key == 25
    assert all(c.template_key != 26 for c in unknown.candidates)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("it", "a che ora è la colazione?"),
        ("de", "Wann gibt es Frühstück?"),
        ("fr", "à quelle heure est le petit-déjeuner ?"),
        ("es", "¿a qué hora es el desayuno?"),
        ("other", "colazione Frühstück"),
    ],
)
def test_english_templates_are_found_from_other_languages(ranker, language, text):
    result = ranker.rank(text, language=language, scenarios=(Scenario("breakfast", 0.8),))
    assert result.selected.template_id == "T05"


def test_protected_mail_gets_only_a_suggestion(ranker):
    result = ranker.rank("I need a new payment link", language="en", scenarios=PREPAYMENT)
    assert result.selection == "suggest"
    assert result.selected.template_id == "P5"
    assert {c.category for c in result.candidates} == {"prepayment"}


@pytest.mark.parametrize("text", ["prepayment received", "third attempt", "secure link Octorate"])
def test_no_step_is_ever_inferred(ranker, text):
    result = ranker.rank(text, language="en", scenarios=PREPAYMENT)
    assert not {"P1O", "P1H", "P2", "P3", "P4"} & set(ids(result))
    free = ranker.rank(text, language="en", scenarios=(Scenario("general", 0.6),))
    assert not {"P1O", "P1H", "P2", "P3", "P4"} & set(ids(free))


@pytest.mark.parametrize(
    ("step", "provider", "chosen", "selection"),
    [
        ("first", "octorate", "P1O", "auto"),
        ("first", "hostelworld", "P1H", "auto"),
        ("first", "", None, "suggest"),
        ("first", "unheard-of", None, "suggest"),
        ("second", "", "P2", "auto"),
        ("second", "octorate", "P2", "auto"),
        ("third", "", "P3", "auto"),
        ("success", "", "P4", "auto"),
    ],
)
def test_a_given_step_selects_its_template(ranker, step, provider, chosen, selection):
    result = ranker.rank_step(
        "ok thanks",
        language="en",
        scenarios=PREPAYMENT,
        step=step,
        provider=provider,
    )
    assert result.selection == selection
    assert chosen is None or result.selected.template_id == chosen
    assert result.selected in result.candidates


def test_a_given_step_needs_no_word_and_no_scenario(ranker):
    result = ranker.rank_step("", language="en", scenarios=(), step="second", provider="")
    assert (result.selection, result.selected.template_id) == ("auto", "P2")


def test_a_given_step_without_a_template_is_none():
    few = Ranker([template(1, "T1", "Bus", "transportation")])
    result = few.rank_step("hi", language="en", scenarios=PREPAYMENT, step="second", provider="")
    assert result.selection == "none"


def test_priors_never_reach_a_protected_template(ranker):
    text = "Can I cancel a non-refundable booking?"
    scenarios = (Scenario("cancellation", 0.9),)
    priors = {("cancellation", 27): 30.0, ("cancellation", 28): -30.0}
    assert ranker.rank(text, language="en", scenarios=scenarios) == ranker.rank(
        text, language="en", scenarios=scenarios, priors=priors
    )
    mixed = (Scenario("booking-changes", 0.9), Scenario("cancellation", 0.3))
    free = ranker.rank(text, language="en", scenarios=mixed, priors={("booking-changes", 28): 30.0})
    assert all(c.prior_delta == 0 for c in free.candidates if c.category == "cancellation")


def test_a_protected_template_is_no_auto_outside_its_scenario(ranker):
    scenarios = (Scenario("booking-changes", 0.45), Scenario("cancellation", 0.44))
    low = RankSettings(auto_threshold=0, auto_min_base=0, threshold_inside=0)
    result = ranker.rank(
        "cancelling a non-refundable booking", language="en", scenarios=scenarios, settings=low
    )
    assert result.selected.category == "cancellation"
    assert result.selection == "suggest"


def test_none_of_the_category_fits(ranker):
    only_steps = Ranker([t for t in CATALOGUE if t.prepayment_step])
    assert (
        only_steps.rank("the payment link", language="en", scenarios=PREPAYMENT).selection == "none"
    )
