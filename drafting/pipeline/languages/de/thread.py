"""How promises, anger, haste and thanks sound in German (earlier mails of a thread)."""

from drafting.pipeline.languages.shapes import ThreadRules

RULES = ThreadRules(
    # First person plural in the future or perfect, and passives that state a result.
    commitments=(
        r"(?:wir|ich) (?:können|halten|reservieren|schicken|senden|erstatten|buchen"
        r"|verschieben|bieten|haben|werden|bestätigen|prüfen|melden|stornieren|legen|merken"
        r"|garantieren)(?: [^.?!]{0,80})? ?(?:an|zurück|um|reserviert|geschickt|erstattet"
        r"|umgebucht|frei|bescheid|storniert|bestätigt|anbieten|halten|prüfen|uns|vor)?"
        r"|(?:ist|sind|wurde|wurden) (?:\w+ ){0,3}(?:bestätigt|reserviert|inklusive"
        r"|garantiert|gebucht|storniert|erstattet)|kostenlos|(?:sie|ihr) (?:können|könnt"
        r"|dürfen|dürft|bekommen|bekommt|erhalten)",
    ),
    upset=(
        r"inakzeptabel|enttäusch\w{1,4}|beschwer\w{1,5}|unverschämt\w{0,4}|frechheit"
        r"|schlimm\w{0,4}|furchtbar|schrecklich|wütend|verärgert|dreckig|schmutzig|betrug"
        r"|nie wieder|niemand (?:antwortet|hilft|meldet)|immer noch (?:nicht|kein\w{0,2}"
        r"|nichts)|lächerlich|zumutung|unmöglich|reklam\w{2,6}|mangelhaft",
    ),
    urgent=(
        r"dringend|sofort|umgehend|schnellstmöglich|so schnell wie möglich|heute|hilfe|notfall",
    ),
    grateful=(
        r"danke\w{0,3}|vielen dank|dankbar|toll|super|wunderbar|großartig|perfekt|schön"
        r"|nett\w{0,2}",
    ),
    # Content words so common in hostel mail that sharing one touches nothing.
    content_stop=frozenset(
        "haben sind wird bitte konnen konnten ihre ihrer ihren eine einen einer dass wann"
        " auch noch hallo danke grusse liebe hostel buchung".split()
    ),
)
