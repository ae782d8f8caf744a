"""What a letter left out stays in the template that a rewrite of it patches."""

from __future__ import annotations

from learning.proposals.left_out import restore_left_out

GREETING, CLOSING = "{{SLOT:GREETING}}", "Warm regards,\r\nPeter & Cristiana"
WIFI = "The wifi is called {{SLOT:FACT_WIFI}} and is free of charge."
SPEED = "It runs at about {{SLOT:FACT_SPEED}} Mbit per second in every room."
TERRACE = "You can work on the terrace until {{SLOT:FACT_TERRACE_CLOSES}}, with a roof."
ADDED = "Please use headphones, so that readers beside you keep their quiet."


def letter(*paragraphs: str) -> str:
    return "\r\n\r\n".join([GREETING, *paragraphs, CLOSING])


BASE = letter(WIFI, SPEED, TERRACE)


def restored(drafted: str, text: str) -> str:
    return restore_left_out(base=BASE, drafted=drafted, text=text)


def test_what_was_not_asked_comes_back_in_its_place() -> None:
    assert restored(letter(SPEED), letter(SPEED, ADDED)) == letter(WIFI, SPEED, TERRACE, ADDED)


def test_what_was_taken_out_on_purpose_stays_out() -> None:
    assert restored(letter(WIFI, SPEED), letter(SPEED, ADDED)) == letter(SPEED, TERRACE, ADDED)


def test_a_reworded_paragraph_is_not_there_twice() -> None:
    reworded = SPEED.replace("in every room", "in all of our rooms")
    assert restored(letter(SPEED), letter(reworded)) == letter(WIFI, reworded, TERRACE)


def test_a_letter_that_was_whole_is_left_alone() -> None:
    assert restored(BASE, letter(ADDED)) == letter(ADDED)
