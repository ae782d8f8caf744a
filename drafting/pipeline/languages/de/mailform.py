"""Quotes, headers and closings of German mail."""

from drafting.pipeline.languages.shapes import MailFormRules

RULES = MailFormRules(
    # "Am 3. Mai 2026 um 10:00 schrieb X <…>:".
    attribution_verbs=("schrieb", "schrieben", "hat geschrieben", "schreibt"),
    original_markers=(
        "urspr(?:u|ue)ngliche nachricht",
        "original-?nachricht",
        "weitergeleitete nachricht",
        "anfang der weitergeleiteten (?:nachricht|e-mail)",
    ),
    from_keys=("von",),
    other_keys=("gesendet", "an", "cc", "kopie", "betreff", "datum"),
    device_footers=(
        "von mein[^\n]{0,40} gesendet",
        "gesendet (?:von|mit|aus)[^\n]{0,60}",
        "outlook f(?:u|ue)r [^\n]{0,30} (?:beziehen|herunterladen)",
        "diese nachricht wurde von [^\n]{0,60} gesendet",
    ),
    closings=(
        "(?:(?:mit|mit den|viele|liebe|beste|herzliche|freundliche|sch(?:o|oe)ne|ganz|allerbeste"
        "|nette|sonnige|vielen|den|freundlichen|besten|herzlichen|lieben|vielen lieben) ){1,4}"
        "(?:gr(?:u|ue)(?:ß|ss)en?|gr(?:u|ue)(?:ß|ss)li)(?: (?:aus|von|in|nach) [^\n,.!]{1,30})?",
        "(?:einen )?(?:lieben |sch(?:o|oe)nen |besten )?gr(?:u|ue)(?:ß|ss)e?"
        "(?: (?:aus|von) [^\n,.!]{1,30})?",
        "mfg|lg|vg|glg|bg|hg",
        "(?:eure|euer|deine|dein)",
        "hochachtungsvoll",
        "(?:vielen |tausend |herzlichen |besten |lieben |sch(?:o|oe)nen )?dank(?:e)?"
        "(?: (?:im voraus|vorab|schon mal|sch(?:o|oe)n|sehr|euch|ihnen|nochmals?|dir|daf(?:u|ue)r"
        "|f(?:u|ue)r [^\n,.!]{1,30})){0,3}(?: und [^\n,.!]{0,30}gr(?:u|ue)(?:ß|ss)en?)?",
        "bis (?:bald|dann|dahin|demn(?:a|ae)chst)",
        "tsch(?:u|ue)(?:ß|ss)|ciao|servus|merci|ade",
        "(?:einen )?sch(?:o|oe)ne[ns]? (?:tag|abend|wochenende|woche)(?: noch)?",
    ),
    greetings=(
        "hallo|hi|hey|moin(?: moin)?|servus|guten (?:tag|morgen|abend)|sehr geehrte[rsn]?"
        "|liebe[rsn]?"
        "|werte[rs]?|gr(?:u|ue)(?:ß|ss) gott",
    ),
    joiners=("und", "u"),
    titles=("herr", "frau", "fam", "familie", "dr", "prof", "dipl.-ing"),
    particles=("von", "van", "der", "den", "zu"),
    not_names=(
        "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|m(?:a|ae)rz"
        "|april|mai|juni|juli|august|september|oktober|november|dezember",
        "ja|nein|ok|danke|bitte|buchung|buchungsnummer|reservierung|zimmer|gast|tel|telefon|mobil"
        "|handy|dringend|perfekt|einverstanden|ich|wir|das|der|die|ein|eine|es|nicht|und|oder|ps"
        "|gru(?:ß|ss)|gr(?:u|ue)(?:ß|ss)e|nummer|email|mail|iban|hotel|hostel|gmbh|ag|passt"
        "|super|vielen|viele|mit",
    ),
    subject_prefixes=("aw", "wg", "antw"),
)
