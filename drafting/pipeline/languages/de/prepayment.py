"""Payment requests and their answers in German (wording of the three request templates)."""

from drafting.pipeline.languages.shapes import PrepaymentRules

RULES = PrepaymentRules(
    payment=(
        "voraus\\w{0,3}zahl\\w{0,5}|anzahlung|\\w{0,6}zahlungs?\\w{0,14}|bezahl\\w{0,4}"
        "|zahlen|zahle|überw[ei]{2}s\\w{0,4}|(?:sichere[nr]?|ihr|den|der) link|betrag"
        "|vorkasse|abgebucht|abbuch\\w{2,4}|karte|belast\\w{2,4}",
    ),
    requests=(
        # Asks leave to charge the card: "may we charge", "do you agree that we charge".
        "(?:einverstanden|dürfen|können|sollen)[^.?!]{0,80}(?:abbuchen|belasten|einziehen)",
        "(?:bezahlen|zahlen|überweisen|begleichen|versuchen|nutzen|verwenden) sie"
        "|(?:be)?zahlt? (?:ihr|bitte|über)|(?:über|mit|unter|per|hier ist|folgenden"
        "|diesen) (?:\\w+ ){0,3}\\w{0,8}link|(?:\\w{0,6}zahlung|betrag)[^.?!]{0,40} (?:offen"
        "|ausstehend|aussteht|aus|nicht eingegangen|fehlt|fällig|fehlgeschlagen)"
        "|versuch[^.?!]{0,50} (?:fehlgeschlagen|gescheitert|abgelehnt|nicht geklappt)",
    ),
    reminders=("\\w{0,9}erinnerung|mahnung|\\w{0,9}aufforderung|hinweis|\\w{0,9}versuch|frist",),
    second=("zweite[nrsm]?|2\\.",),
    third=("dritte[nrsm]?|3\\.|letzte[nrsm]?|letztmalige?",),
    paid=(
        "(?:zahlung|vorauszahlung|überweisung|anzahlung|betrag|geld) (?:ist |wurde |habe ich |bereits |schon |eben |gerade |heute ){0,2}(?:erledigt|raus|getätigt|überwiesen|gemacht|erfolgt|unterwegs|durch|ausgeführt|angewiesen|abgeschickt)",
        "(?:habe|haben) (?:ich |wir )?[^.?!]{0,60}(?:bezahlt|überwiesen|gezahlt|beglichen"
        "|angewiesen|getätigt|vorgenommen|abgeschickt|eingezahlt)",
        "(?:zahlung|überweisung|anzahlung|vorauszahlung|betrag|geld)[^.?!]{0,30} (?:ist"
        "|wurde|sind) [^.?!]{0,30}(?:erledigt|raus|durch|überwiesen|bezahlt|getätigt"
        "|unterwegs|erfolgt|angewiesen)|(?:soeben|eben|gerade|bereits|schon|heute"
        "|gestern) [^.?!]{0,30}(?:bezahlt|überwiesen)",
    ),
    not_paid=(
        "(?:versuch\\w{0,3}|probier\\w{0,2}) (?:\\w+ ){0,5}(?:zahlen|bezahlen|überweisen)|(?:zu zahlen|zu bezahlen|zu überweisen|bezahlen|zahlen) (?:versucht|probiert)",
        "(?:mit der|mit dem|die|das|den) (?:ich|wir) (?:\\w+ ){0,2}(?:bezahlt|gezahlt|überwiesen)",
        "(?:nicht|noch nicht|nie|wenn|falls|sobald|bevor|nachdem|doppelt|zweimal|werde"
        "|werden|wie)(?: \\w+){0,6} (?:bezahlt|überwiesen|gezahlt|beglichen)",
        "(?:bar|vor ort|an der rezeption|für (?:das )?(?:frühstück|parken)|doppelt|zu viel"
        "|zuviel) (?:be)?zahlt|abgebucht|zurückerstatt\\w{1,3}|rückerstatt\\w{1,4}",
    ),
    received=(
        "(?:ihr|ihre|ihren|euer|eure|euren|der|den|die|das) (?:\\w+ ){0,2}(?:zahlungslink"
        "|sichere[nr]? link|link|zahlungsaufforderung|\\w{0,9}erinnerung|mahnung"
        "|vorauszahlung)",
        "(?:\\w{0,8}link|aufforderung|\\w{0,9}erinnerung|mahnung)[^.?!]{0,30} (?:erhalten"
        "|bekommen|gelesen|gesehen)",
    ),
)
