"""Mail that machines write, in German: their own phrases, or a notice x what goes with it."""

from drafting.pipeline.languages.shapes import AutoReplyRules

RULES = AutoReplyRules(
    machine=(
        "^(?:automatische|autom|auto)\\.?[ -]?(?:antwort|nachricht|mail|e-?mail|benachrichtigung)"
        "|^abwesenheits?(?:notiz|nachricht|meldung|assistent|benachrichtigung)"
        "|^(?:abwesend|abwesenheit|nicht im (?:büro|haus))(?= ?:| re ?:| aw ?:)"
        "|^(?:unzustellbar|nicht zustellbar|zustellung fehlgeschlagen|mail delivery)",
        "automatisch(?: \\w+){0,5} weitergeleitet|antworten sie(?: bitte)? nicht auf diese (?:e-?mail|nachricht|mail)[.! ]{0,3}$|(?:dies|das|diese (?:e-?mail|mail|nachricht)|es)(?: \\w+){0,2} (?:ist|ist eine|wurde"
        "|handelt)(?: \\w+){0,4} (?:automatisch|maschinell|systemseitig)\\w{0,3} ?(?:erzeugt"
        "|erstellt|generiert|versendet|verschickt|versandt|antwort|nachricht|e-?mail|mail"
        "|benachrichtigung)?\\w{0,3}|(?:automatisch|maschinell) (?:erzeugt|erstellt|generiert"
        "|versendet|verschickt|versandt)\\w{0,2}",
        "(?:postfach|mailbox|adresse|e-?mail-?adresse|mailkonto|konto|posteingang)(?: \\w+){0,3} "
        "(?:nicht|nicht mehr)(?: \\w+){0,2} (?:gelesen|überwacht|betreut|abgerufen|bearbeitet"
        "|verwendet|genutzt|aktiv)|(?:nachrichten|e-?mails|mails|antworten) an diese "
        "(?:e-?mail-?)?(?:adresse|mailadresse)(?: \\w+){0,3} (?:gelöscht|nicht)",
        "(?:ihre|deine|eure) (?:nachricht|e-?mail|mail)(?: \\w+){0,4} (?:konnte|kann|wurde|wird)"
        "(?: \\w+){0,4} nicht(?: \\w+)? (?:zugestellt|weitergeleitet|gelesen|bearbeitet)",
    ),
    absences=(
        "(?:bin|sind|befinde|befinden|werde|ist)(?: [\\w.]+){0,8} (?:nicht (?:im|in meinem) (?:büro"
        "|haus|hause|dienst)|außer haus|ausser haus|nicht am (?:platz|arbeitsplatz))"
        "|(?:bin|befinde mich|werde ich)(?: [\\w.]+){0,8} (?:im urlaub|in urlaub|in (?:elternzeit"
        "|mutterschutz|karenz)|abwesend|nicht erreichbar|auf (?:dienstreise|geschäftsreise)"
        "|krankgeschrieben)|habe (?:ich )?(?:[\\w.]+ ){0,4}urlaub|^(?:zur ?zeit |derzeit )?"
        "(?:im urlaub|abwesend|in elternzeit)"
        "|^(?:zur ?zeit |derzeit |momentan )?(?:nicht im büro|außer haus|ausser haus)",
        "(?:bin|ist|arbeite|arbeitet)(?: \\w+){0,2} nicht mehr (?:bei|für|im|in|tätig)(?: \\w+){0,3}"
        "|betriebsurlaub|betriebsferien|(?:bin|ab)(?: [\\w.]+){0,5} wieder im (?:haus|büro)|(?:büro|team|sekretariat|praxis|betrieb)(?: [\\w.]+){0,8} (?:geschlossen|nicht besetzt)"
        "|(?:hat|habe) das unternehmen verlassen|(?:unternehmen|firma) (?:verlassen|ausgeschieden)",
    ),
    remarks=(
        "(?:ab|am|bis|vom|bis zum|ab dem)(?: \\w+)?,? (?:mon|die|mitt|don|frei|sam|son|\\d|jan|feb"
        "|märz|apr|mai|jun|jul|aug|sep|okt|nov|dez)[\\w.]{0,10}(?:,? [\\w.]+){0,4} (?:wieder|zurück"
        "|erreichbar)|(?:morgen|nächste woche) wieder|wieder (?:da|im büro|erreichbar|zurück|im haus|im dienst)|nach meiner rückkehr"
        "|(?:sobald|wenn) ich (?:wieder|zurück)|in meiner abwesenheit|bei meiner rückkehr"
        "|bis (?:zum |einschließlich )?(?:\\d|mon|die|mitt|don|frei|sam|son|jan|feb|märz|apr|mai|jun|jul|aug|sep|okt|nov|dez|ende)"
        "[\\w.]{0,10}|(?:beantworte\\w?|bearbeite\\w?|melde\\w?)(?: \\w+){0,3} (?:ab|danach|anschließend|im neuen jahr)",
        "(?:eingeschränkt|keinen|begrenzt|kaum|nur bedingt)\\w{0,3} zugriff|lese(?: \\w+){0,3} keine"
        "|(?:mails?|e-?mails?|nachrichten)(?: \\w+){0,3} nicht (?:gelesen|lesen|abrufen"
        "|bearbeiten|beantworten|weitergeleitet|bearbeitet)",
        "(?:dringend|notf[aä]ll|eilig)\\w{0,4}|vertretung|vertritt mich|vertreten durch"
        "|(?:wenden|kontaktieren|schreiben)(?: sie)?(?: \\w+){0,6} (?:kolleg\\w{1,6}"
        "|[^ ]{1,40}@[^ ]{1,60}\\w|zentrale|sekretariat)",
    ),
    receipts=(
        "bestätige\\w?(?: \\w+){0,3} (?:eingang|empfang|erhalt)|(?:haben|habe)(?: \\w+)? (?:ihre|deine|eure) (?:anfrage|nachricht|e-?mail|mail|anliegen"
        "|bewerbung)(?: \\w+){0,2} (?:erhalten|empfangen|registriert)|(?:ihre|deine|eure) (?:anfrage"
        "|nachricht|e-?mail|mail)(?: \\w+)? (?:ist|wurde)(?: \\w+){0,3} (?:eingegangen|erfasst"
        "|registriert)|^(?:vielen )?dank für (?:ihre|deine|eure|ihr|dein|euer) (?:nachricht|e-?mail|mail|anfrage|interesse)"
        "|danke?,? dass sie uns (?:kontaktieren|kontaktiert|geschrieben)\\w{0,3}",
    ),
    promises=(
        "(?:innerhalb|binnen|in)(?: \\w+){0,3} (?:\\d+|zwei|drei|eines|einem|weniger)(?:-\\d+)? ?(?:\\w+ )?"
        "(?:stunden|tagen?|tages|werktagen?|arbeitstagen?)[^.?!]{0,40} (?:melden|antworten|beantworten"
        "|bearbeiten|bearbeitet|kontaktieren|zurück)|(?:melden|antworten|beantworten|bearbeiten)"
        "[^.?!]{0,40} (?:innerhalb|binnen|in)(?: \\w+){0,3} (?:\\d+|zwei|drei|weniger)(?:-\\d+)? ?"
        "(?:\\w+ )?(?:stunden|tagen?|werktagen?|arbeitstagen?)|(?:ticket|vorgangs|fall)-?(?:nr|nummer)",
    ),
    exceptions=(
        "(?:habe|haben|bekam|erhielt)(?: \\w+){0,3} (?:automatische\\w?|abwesenheit\\w{0,12})"
        "|(?:ihre|eure) automatische|(?:war|waren)(?: \\w+){0,4} (?:nicht im|im urlaub|außer|ausser"
        "|abwesend|krank)|entschuldig\\w{1,6}|letzte woche",
    ),
)
