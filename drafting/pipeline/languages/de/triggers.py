"""Words of the workflow triggers in German: what the desk's steps are called by guests."""

from drafting.pipeline.languages.shapes import TriggerRules

RULES = TriggerRules(
    prepayment=(
        r"voraus\w{0,3}zahlung\w{0,2}|anzahlung|zahlungslink|(?:sichere[nr]?) link"
        r"|im voraus (?:be)?zahl\w{1,3}|vorkasse|zahlungsversuch"
        r"|karte (?:wurde )?(?:abgelehnt|gesperrt)",
    ),
    terms=(
        r"\w{0,10}bedingungen|agbs?|hausordnung|stornierungs\w{2,12}|nicht erstattbar\w{0,2}"
        r"|klausel",
    ),
    # Verb x object: only what changes, makes or ends a booking.
    booking_actions=(
        r"(?:\w{0,4}storn\w{2,8}|umbuch\w{2,4}|verschieb\w{2,4}|verläng\w{3,6}|absag\w{1,3}"
        r"|umzubuchen|änderung)|(?:buch|reservier|änder|tausch"
        r"|wechsel)\w{1,3}(?: \w+){0,4} (?:buchung|reservierung|termin|nacht|nächte|zimmer"
        r"|bett|betten|aufenthalt|anreise|person)|(?:buchung|reservierung|zimmer|bett|betten"
        r"|nacht|nächte|termin)(?: \w+){0,4} (?:buchen|reservieren|ändern|tauschen|wechseln"
        r"|hinzufügen|verschoben)|(?:noch )?(?:frei|verfügbar|verfügbarkeit)"
        r"|link(?: \w+){0,3} (?:schicken|senden)",
    ),
    booking_context=(
        r"\w{0,6}buchung\w{0,8}|gebucht|reservierung\w{0,8}|reserviert|check[ -]?(?:in|out)"
        r"|aufenthalt\w{0,2}|nacht|nächte|übernachtung\w{0,2}|anreis\w{1,2}|ankunft|zimmer"
        r"|gast",
    ),
)
