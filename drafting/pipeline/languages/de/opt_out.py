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
        "^(?:bitte )?(?:mich )?(?:sofort |umgehend )?(?:austragen|abmelden|abbestellen|abbestellung"
        "|abmeldung|austragung)(?: bitte| danke)?[.! ]{0,3}$|(?:newsletter|werbung|e-?mails?|mails?"
        "|infomails?|angebote)(?: \\w+){0,2} (?:abbestell?\\w{1,3}|abmeld\\w{1,4}|stornieren|kündigen)"
        "|abbestell?\\w{1,3}(?: \\w+){0,3} (?:newsletter|werbung|mails?|e-?mails?)",
        "(?:lass|lasst|lassen sie)(?: \\w+){0,1} (?:mich|uns)(?: \\w+){0,6} (?:in ruhe|in frieden)"
        "|aufhören,? (?:mir|uns|mich)(?: \\w+){0,4} zu (?:schreiben|schicken|senden|mailen|kontaktieren)|(?:verschont|verschonen sie|verschone) (?:mich|uns)|(?:stopp?|schluss|genug|aufhören)"
        "(?: \\w+){0,3} (?:mails?|e-?mails?|newsletter|werbung|spam|post)|(?:widerruf\\w{0,2}|widerrufe"
        "|ziehe)(?: \\w+){0,3} (?:einwilligung|einverständnis|zustimmung)",
        "(?:schreib|kontaktier|mail|belästig|bombardier)\\w{0,3}(?: sie)? (?:mir|mich|uns)(?: \\w+){0,2} (?:nicht"
        "|nie|niemals) (?:mehr|wieder|länger)|nichts mehr(?: \\w+){0,3} (?:hören|bekommen|erhalten|lesen)"
        "|(?:nicht|nie|niemals) (?:mehr|wieder|länger)(?: \\w+){0,2} (?:kontaktiert|angeschrieben|angemailt"
        "|belästigt) werden",
        "(?:meldet|melden sie|meld|tragt|tragen sie|trag) (?:mich|uns)(?: \\w+){0,5} (?:ab|aus)",
        "unsubscribe|newsletter-?abmeldung|(?:löschen|löscht|streichen"
        "|entfernen) (?:sie )?(?:bitte )?meine (?:e-?mail-?)?adresse"
        "|meine (?:e-?mail-?)?adresse(?: \\w+){0,3} (?:löschen|streichen|entfernen)"
        "|widerspreche (?:der|jeder|hiermit)[^.?!]{0,60}(?:werbung|werbe\\w{1,12}|marketing)",
    ),
    stops=(
        "keine?[nr]?|nicht|nie|niemals|stopp?|aufhören|hören sie auf|hört auf|schluss"
        "|unterlassen|genug|einstellen|verzichten|verzichte|sehen sie|absehen|abzusehen|abstand|aufzuhören|hört|hören sie",
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
        "|zuspammen|anzuschreiben|zu kontaktieren)(?: \\w+){0,3} (?:mehr|mir|mich|wieder|nochmal)?|(?:mir|mich"
        "|uns)(?: \\w+){0,2} (?:mehr )?(?:zu )?(?:schreiben|anzuschreiben|anschreiben"
        "|kontaktieren|mailen)",
    ),
    removals=(
        "(?:nehm|nimm|genomm|streich|strich|gestrich|entfern|lösch|gelösch|austrag|ausgetrag|abmeld|abgemeld"
        "|abbestell|ausschließ|herausnehm|rausnehm|rausgenomm|kündig|stornier|abstell|abgestell)\\w{0,6}|raus|runter|heraus",
    ),
    lists=(
        "(?:mail|e-?mail-?|newsletter)?-?verteiler\\w{0,3}|newsletter\\w?|mailingliste|adressliste|e-?mail-?liste"
        "|mailliste|(?:ihrer|eurer|der) (?:liste|kartei|adressdatei|kundenkartei|datenbank)",
    ),
    topics=(
        "newsletter\\w?|angebote\\w?|werbung|werbe-?mails?|werbepost|spam|rundmails?|infomails?|aktionen"
        "|(?:ihre|eure|diese|ständigen|die ganzen|zu viele?|so viele?|ständig) (?:e-?mails?|mails?|nachrichten)",
    ),
    ends=(
        "kein\\w{0,2}(?: \\w+){0,4} mehr|nicht mehr|keinerlei|stopp?|genug|schluss|aufhören|unterlass\\w{0,3}"
        "|keine (?:weitere\\w?|werbung|newsletter)|möchte kein\\w{0,2}|will kein\\w{0,2}|satt|abmelden",
    ),
    marketing=(
        "newsletter\\w?|werbung|werbe-?mails?|werbemails?|werbepost|werbenachrichten|spam|marketing\\w{0,6}|rundmails?|infomails?",
    ),
    references=(
        "(?:mir |uns )?(?:die|sie|das|diese|solche|welche)(?: \\w+){0,3} (?:schicken|senden|zuschicken|zusenden"
        "|zu schicken|zu senden|schickt|sendet)|(?:hört|hören sie|hör)(?: \\w+){0,2} (?:auf damit|damit auf|auf)"
        "|(?:lasst|lassen sie|lass) (?:das|es)(?: \\w+){0,2}|unterlass\\w{0,3}(?: sie)?(?: das| dies)?"
        "|(?:das|dies|damit)(?: \\w+){0,2} (?:sein|einzustellen|aufzuhören|zu unterlassen)"
        "|keine (?:mehr|weiteren)[.! ]{0,3}$|will (?:das|ihn|sie|die)(?: \\w+){0,2} nicht",
    ),
    exceptions=(
        "(?:brauch|müss)\\w{1,3}(?: \\w+){0,3} nicht|warteliste|gästeliste|nicht (?:nötig|notwendig)|alte[nrs]? (?:e-?mail-?)?(?:adresse|mailadresse|konto|nummer)"
        "|neue[nrs]? (?:e-?mail-?)?(?:adresse|mailadresse)"
        "|andere[nrs]? (?:e-?mail-?)?adresse|nur (?:per|via|noch per|telefonisch)"
        "|telefonisch|per telefon|keine (?:e-?mail|mail|bestätigung|antwort|nachricht"
        "|rückmeldung|bestätigungsmail) (?:von ihnen |von euch |bisher "
        "|bis jetzt )?(?:erhalten|bekommen|gekommen)|(?:bisher|noch) keine|nicht (?:erhalten"
        "|bekommen|angekommen)|zögern|vor (?:montag|morgen)|bis (?:montag|morgen)"
        "|(?:habe|hab|haben|finde|finden) (?:die|ihre|eure|diese) (?:e-?mail|mail|nachricht)"
        "|haltestelle|zwischenstopp|per sms|rechnung|ausdrucken|zahlungslink|türcode|buchung|reservierung|frühstück",
    ),
    footers=(
        "(?:wenn|falls|sofern) (?:sie|du|ihr) (?:keine|nicht|sich|den|diese)|sollten sie|möchten sie keine"
        "|sie möchten keine|klick\\w{1,4}|(?:zum|um sich|hier) abmelden|hier (?:abbestellen|austragen)"
        "|(?:können sie|sie können) (?:sich|den|diesen)",
    ),
    undo=(
        "versehentlich|aus versehen|irrtümlich|wieder (?:anmelden|aufnehmen|eintragen"
        "|eingetragen)|wollte (?:mich )?(?:nicht|gar nicht)|anmelden (?:für|zum)"
        "|weiterhin (?:erhalten|bekommen)|möchte (?:ihn|sie|weiter)",
    ),
)
