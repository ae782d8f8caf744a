"""No more mail, in German: a word that means just that, or stop/negation x contact."""

from drafting.pipeline.languages.shapes import OptOutRules

RULES = OptOutRules(
    direct=(
        "(?:vom|von (?:ihrem|eurem|dem|allen)|aus (?:ihrem|eurem|dem)|mich (?:bitte )?(?:vom"
        "|von)|den|ihren|euren)(?: \\w+){0,2} ?(?:newsletter|verteiler|mailverteiler"
        "|e-?mail-?verteiler|mailingliste|liste)(?: \\w+){0,4} (?:ab(?:melden|bestellen"
        "|gemeldet)?|austragen|streichen|entfernen|löschen|nehmen|runter|abbestellen"
        "|herausnehmen|kündigen)",
        "(?:abmelden|abbestellen|austragen|streichen|entfernen|löschen|nehmen|tragen|melden"
        "|streicht|nehmt|löscht|streich|nimm|lösch)(?: \\w+){0,5} (?:newsletter|verteiler"
        "|mailverteiler|mailingliste|e-?mail-?liste|ihrer liste|eurer liste|der liste"
        "|adressliste)",
        "unsubscribe|newsletter-?abmeldung|(?:löschen|löscht|streichen"
        "|entfernen) (?:sie )?(?:bitte )?meine (?:e-?mail-?)?adresse"
        "|meine (?:e-?mail-?)?adresse(?: \\w+){0,3} (?:löschen|streichen|entfernen)"
        "|widerspreche (?:der|jeder)[^.?!]{0,30}(?:werbung|werbe\\w{1,12})",
    ),
    stops=(
        "keine?[nr]?|nicht|nie|niemals|stopp?|aufhören|hören sie auf|hört auf|schluss"
        "|unterlassen|genug|einstellen|verzichten|verzichte",
    ),
    contacts=(
        "(?:weiteren?|mehr)? ?(?:e-?mails?|mails?|newsletter|nachrichten|werbung"
        "|werbe-?mails?|angebote|post|spam|rundmails?|infomails?"
        "|werbepost)(?: \\w+){0,4} (?:mehr|schicken|senden|zuschicken|zusenden|bekommen"
        "|erhalten|schickt|sendet|zu schicken|zu senden|von ihnen|von euch|haben)",
        "(?:weiteren?|mehr) (?:e-?mails?|mails?|newsletter|nachrichten|werbung|angebote"
        "|werbe-?mails?)|mit (?:den|diesen|ihren|euren) (?:e-?mails?|mails?|newslettern?"
        "|nachrichten|werbe-?mails?)",
        "(?:schreiben|anschreiben|kontaktieren|anmailen|schreibt|kontaktiert|belästigen"
        "|zuspammen)(?: \\w+){0,3} (?:mehr|mir|mich)?|(?:mir|mich"
        "|uns)(?: \\w+){0,2} (?:mehr )?(?:zu )?(?:schreiben|anzuschreiben|anschreiben"
        "|kontaktieren|mailen)",
    ),
    exceptions=(
        "alte[nrs]? (?:e-?mail-?)?(?:adresse|mailadresse|konto|nummer)"
        "|neue[nrs]? (?:e-?mail-?)?(?:adresse|mailadresse)"
        "|andere[nrs]? (?:e-?mail-?)?adresse|nur (?:per|via|noch per|telefonisch)"
        "|telefonisch|per telefon|keine (?:e-?mail|mail|bestätigung|antwort|nachricht"
        "|rückmeldung|bestätigungsmail) (?:von ihnen |von euch |bisher "
        "|bis jetzt )?(?:erhalten|bekommen|gekommen)|(?:bisher|noch) keine|nicht (?:erhalten"
        "|bekommen|angekommen)|zögern|vor (?:montag|morgen)|bis (?:montag|morgen)"
        "|haltestelle|zwischenstopp",
    ),
    undo=(
        "versehentlich|aus versehen|irrtümlich|wieder (?:anmelden|aufnehmen|eintragen"
        "|eingetragen)|wollte (?:mich )?(?:nicht|gar nicht)|anmelden (?:für|zum)"
        "|weiterhin (?:erhalten|bekommen)|möchte (?:ihn|sie|weiter)",
    ),
)
