"""How German asks and answers: openers, nouns of the wanted thing, cues of each kind of answer."""

from __future__ import annotations

from templatesapp.text.coverage.rules import Aspect, CoverageRules

RULES = CoverageRules(
    asks={
        Aspect.DURATION: "wie lange, wie viel zeit, wie viele stunden, wie viele minuten",
        Aspect.DISTANCE: "wie weit, welche entfernung",
        Aspect.PRICE: (
            "wie viel, wieviel, was kostet, was kosten, wie teuer, was verlangen sie, was"
            " macht das, was zahlen, wie hoch ist, wie hoch sind"
        ),
        Aspect.FREQUENCY: "wie oft, wie häufig, wie regelmäßig",
        Aspect.COUNT: "wie viele, wieviele",
        Aspect.SIZE: "wie groß, wie hoch, wie breit, wie schwer, wie klein",
        Aspect.SPEED: "wie schnell, wie stabil, wie gut ist das wlan",
        Aspect.AGE: "wie alt, ab welchem alter, welches alter",
        Aspect.TIME: (
            "wann, um wie viel uhr, um wieviel uhr, wie viel uhr, bis wann, ab wann, seit"
            " wann, von wann, zu welcher uhrzeit, welche uhrzeit, bis wie viel uhr, ab wie viel"
            " uhr, wie spät, wie früh, an welchem tag, an welchen tagen, welcher tag, zu"
            " welchen zeiten, bis zu welcher uhrzeit, ab welcher uhrzeit"
        ),
        Aspect.PLACE: (
            "wo, wohin, woher, an welcher haltestelle, welche haltestelle, in welchem stock,"
            " welcher stock, auf welcher etage, in welcher etage"
        ),
        Aspect.PERSON: "wer, wem, wen, an wen, bei wem, mit wem",
        Aspect.REASON: "warum, wieso, weshalb, aus welchem grund",
        Aspect.WAY: (
            "wie, wie kommen wir, wie komme ich, auf welche weise, was passiert, was muss ich"
            " tun, was müssen wir tun, was tun"
        ),
        Aspect.CHOICE: (
            "welche, welcher, welches, welchen, was für, welchem, welchen bus, welcher bus"
        ),
        Aspect.OPEN: "was, wie lautet, wie heißt, wie ist",
    },
    attributes={
        Aspect.PRICE: (
            "preis, preise, kosten, gebühr, gebühren, tarif, betrag, kaution, gesamtpreis,"
            " aufpreis, zuschlag, kostet"
        ),
        Aspect.TIME: (
            "uhrzeit, uhrzeiten, zeiten, zeit, öffnungszeiten, frist, datum, frühstückszeiten"
        ),
        Aspect.PLACE: "adresse, lage, anschrift, in der nähe, nähe, nah, in der umgebung",
        Aspect.SIZE: "größe, maße, gewicht, abmessungen, maß",
        Aspect.SPEED: "geschwindigkeit",
        Aspect.AGE: "alter, mindestalter, altersgrenze, höchstalter",
        Aspect.CODE: (
            "passwort, code, zugangscode, pin, name, nummer, telefonnummer, iban, link,"
            " netzwerk, wlan passwort, türcode, kennwort"
        ),
        Aspect.DURATION: "dauer, mindestaufenthalt",
        Aspect.DISTANCE: "entfernung, in der nähe, nähe, nah, weit, weit weg, fußläufig",
    },
    clause_openers=(
        "was, welche, welcher, welches, wo, wann, wer, warum, wie, bis wann, ab wann, ist,"
        " sind, gibt, haben, hat, kann, können, könnten, dürfen, darf, muss, müssen, wird,"
        " werden, würde, soll, sollen, war, waren, kostet, kosten, um wie, falls, ob, brauche,"
        " brauchen, bieten, akzeptieren, verkaufen, vermieten, besteht, lässt, fährt, wird es"
    ),
    and_words="und, sowie",
    or_words="oder",
    state_openers=(
        "ist meine, ist unsere, ist mein, hat, haben sie meine, haben sie mein, haben sie"
        " unsere, wurde, wurden, ist das geld, ist die zahlung, haben sie schon, haben sie"
        " bereits"
    ),
    modals="kann, können, darf, dürfen, muss, müssen, soll, sollen, könnte, könnten",
    light_words=(
        "laufen, läuft, dauert, gehen, geht, weit, findet, bekommen, gehen, kommen, nutzen, benutzen, nehmen, machen, mitbringen, bringen,"
        " anbieten, bieten, angeboten, servieren, serviert, verfügbar, vorhanden, möglich,"
        " erlaubt, gestattet, öffnen, öffnet, schließen, schließt, beginnt, beginnen, endet,"
        " fährt, fahren, abfahren, brauche, brauchen, benötigen, nötig, will, funktioniert,"
        " organisieren, vorbereiten, klein, kleine, kleiner, groß, große, gut, gute, eigene,"
        " eigenen, eigenes, frei, nah, nächste, nächsten, beste, billig, günstig, schlafen,"
        " schläft, bleiben, sagen, fragen, geben, gibt, erhalten, sehen, mieten, leihen,"
        " ausleihen, kaufen, akzeptieren, geeignet, noch, früh, spät, tag, tage, nacht, person,"
        " personen, ding, weg, gast, gäste, hostel, gesamt, euro, normalerweise, inklusive,"
        " enthalten, inbegriffen, kostet, kosten, zahlen, bezahlen, preis, behalten, maximum,"
        " minimum, maximal, uhr, zeit, stunde, stunden, art, passiert, erste, letzte, haus,"
        " platz, ort, abstellen, lassen, steht, hält, kleinen, etwas"
    ),
    scene_words=("in, im, an, am, auf, bei, beim, während, ins, innerhalb, zum, zur, zu, ums, vom"),
    leaning_words=(
        "es kostet, es dauert, es ist, es sind, es beginnt, es liegt, es öffnet, er, ihn, das"
        " ist, das sind, dies ist, dort, dafür, damit"
    ),
    leaning_openers=(
        "rechnen, rechnet, planen, sie kostet, sie kosten, sie dauert, sie ist, sie sind, sie"
        " öffnet, sie beginnt, er kostet, ca, etwa, ungefähr"
    ),
    yes_openers=(
        "ja, natürlich, gerne, gern, selbstverständlich, sicher, klar, auf jeden fall, kein"
        " problem, genau, richtig, das stimmt, na klar,  jawohl, sehr gerne"
    ),
    no_openers=(
        "nein, leider, es tut uns leid, tut uns leid, tut mir leid, bedauerlicherweise, leider"
        " nein, leider nicht"
    ),
    negations=(
        "nein, nicht, kein, keine, keinen, keiner, keinem, keines, nie, niemals, niemand,"
        " nichts, ohne, weder, leider, nur, unmöglich"
    ),
    lexical_no=(
        "ausgebucht, ausverkauft, geschlossen, verboten, untersagt, voll, belegt, vergeben,"
        " extra, aufpreis, gegen gebühr, gegen aufpreis, kostenpflichtig, ausgeschlossen,"
        " abgelaufen, vorbei, unmöglich, komplett, separat"
    ),
    weak_affirming=(
        "sind, ist, immer, jeder, jede, jedes, jeden, alle, auch, eigene, eigenen, eigenes,"
        " geöffnet, offen"
    ),
    affirming=(
        "möglich, erlaubt, gestattet, verfügbar, vorhanden, inklusive, enthalten, inbegriffen,"
        " willkommen, bieten, haben, hat, gibt, akzeptieren, nehmen, kann, können, dürfen,"
        " darf, kostenlos, gratis, kostenfrei, leihen, mieten, erforderlich, nötig, brauchen,"
        " müssen, muss, bitte, ok, okay, serviert, servieren, organisieren, buchen,"
        " reservieren, bereit, erhalten, angekommen, eingegangen, gefunden, sicher,"
        " genug, gültig, ausgestattet, bereitgestellt, verfügt"
    ),
    done_words=(
        "angekommen, eingegangen, erhalten, eingetroffen, gefunden, bestätigt, gebucht,"
        " storniert, erstattet, verbucht"
    ),
    supposing="ob, falls, sobald, wenn, sofern, wir hoffen, wir suchen",
    duties="bitte, muss, müssen, erforderlich, nötig, fällig, soll, sollen",
    instructing=(
        "sie können, können sie, ihr könnt, könnt ihr, sie finden, finden sie, bitte, "
        "müssen, selbst"
    ),
    telling=(
        "sagen sie uns, sagen sie es uns, schreiben sie uns, geben sie uns bescheid, "
        "teilen sie uns, sagt uns, schreibt uns"
    ),
    refusals=(
        "nicht möglich, unmöglich, leider, können wir nicht, wir können nicht, nicht "
        "erlaubt, wir haben keine, wir haben keinen, wir haben kein, es gibt keine, es "
        "gibt keinen, es gibt kein, bieten wir nicht, ausgebucht"
    ),
    deferrals=(
        "melden uns, geben ihnen bescheid, bescheid geben, werden das prüfen, werden prüfen,"
        " kümmern uns, beschreiben sie, meldet sich"
    ),
    own_words="ihr, ihre, ihren, ihrem, ihrer, ihnen, sie, dein, deine",
    undertakings="wir schicken ihnen, wir senden ihnen, wir werden ihnen, wir schreiben ihnen, wir "
    "geben ihnen bescheid, wir prüfen, wir sehen nach, wir schauen nach, wir fragen nach, "
    "wir bereiten, wir kümmern uns, wir organisieren, wir buchen, wir reservieren, wir "
    "versuchen, wir legen, wir rufen, wir haben notiert, wir notieren, wir haben "
    "vermerkt, wir vermerken, haben wir notiert, haben wir weitergegeben, wir merken uns, "
    "schreiben ihnen, schreibt ihnen, antworten ihnen, antwortet ihnen, rufen sie an, wir "
    "suchen, ich schicke, ich prüfe, ich frage, ich schreibe",
    courtesies=(
        "danke, vielen dank, herzlichen dank, freundliche grüße, mit freundlichen grüßen,"
        " viele grüße, liebe grüße, wir freuen uns, freuen uns, bis bald, gute reise, zögern"
        " sie nicht, entschuldigung, tut uns leid für"
    ),
    bounds=(
        "ab, von, bis, vor, nach, zwischen, spätestens, frühestens, beginnt, endet, öffnet,"
        " schließt, nur, seit"
    ),
    time_words=(
        "mitternacht, mittag, mittags, täglich, jeden tag, montag, dienstag, mittwoch,"
        " donnerstag, freitag, samstag, sonntag, montags, dienstags, mittwochs, donnerstags,"
        " freitags, samstags, sonntags, wochenende, wochentags, werktags, januar, februar,"
        " märz, april, mai, juni, juli, august, september, oktober, november, dezember,"
        " morgens, vormittags, nachmittags, abends, abend, morgen, nachts, heute, gestern, rund"
        " um die uhr, jederzeit, immer, am anreisetag, bei anreise, bei ankunft, bei abreise,"
        " beim check in, beim check out, bei der buchung, sofort, sommer, winter, frühling,"
        " herbst, saison, ganzjährig, den ganzen tag, werktage, sonnenuntergang, tag der"
        " anreise"
    ),
    clock_words="um, ab, bis, von, vor, nach, gegen, zwischen, und, circa, seit",
    free_words=(
        "kostenlos, kostenfrei, gratis, umsonst, ohne aufpreis, ohne gebühr, keine kosten,"
        " inklusive, enthalten, inbegriffen, im preis, kostet nichts, nicht extra, frei"
    ),
    price_words=(
        "erste nacht, ersten nacht, hälfte, prozent, gesamtbetrag, entspricht, voller betrag,"
        " gesamter betrag"
    ),
    coins="euro, eur, €, cent, dollar, pfund, %",
    place_words=(
        "an der, an, am, auf, im, in, neben, bei, beim, vor, hinter, gegenüber, unter, über,"
        " oben, unten, erdgeschoss, ersten stock, zweiten stock, erster stock, stock, hier,"
        " dort, ecke, straße, nahe, draußen, drinnen, keller, platz, direkt an, zur, zum"
    ),
    no_places=(
        "im voraus, am besten, im preis, in bar, im allgemeinen, in der nacht, am morgen, am"
        " abend, am nachmittag, im moment, auf anfrage, auf wunsch, im durchschnitt, bei"
        " anreise, bei ankunft, bei abreise, am anreisetag, im juli, im juni, im august, im"
        " mai, im sommer, im winter, im september, im oktober, am montag, am dienstag, am"
        " mittwoch, am donnerstag, am freitag, am samstag, am sonntag, am wochenende, in"
        " ordnung, an sich, beim check in, beim check out, vor ort, auf jeden, auf keinen, im"
        " zweifel, an bord, zu fuß, auf englisch, in ruhe, am tag, zum frühstück, rücksicht"
        " auf, in allen, vor anreise, vor der anreise, auf andere"
    ),
    frequency_words=(
        "jede, jeden, jeder, alle, täglich, stündlich, mal, einmal, zweimal, wöchentlich, pro"
        " tag, pro stunde, oft, immer, nie, regelmäßig"
    ),
    duration_units=(
        "minute, minuten, min, stunde, stunden, std, tag, tage, tagen, nacht, nächte, woche,"
        " wochen, monat, monate, monaten, jahr, jahre, jahren, halbe stunde, werktage"
    ),
    distance_units=(
        "km, m, meter, metern, kilometer, minuten, minute, stufen, schritte, gehminuten,"
        " nebenan, um die ecke, stunde, stunden, fußweg"
    ),
    size_units=("cm, mm, m, kg, liter, l, zentimeter, kilo, groß genug, passt, passen, handgepäck"),
    age_words=(
        "jahre, jahren, unter, ab, minderjährige, minderjährigen, erwachsene, erwachsenen,"
        " kinder, kindern, alter, jedes alter, volljährig, älter, jünger"
    ),
    number_words=(
        "eins, ein, eine, einen, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf,"
        " zwölf, fünfzehn, zwanzig, dreißig, vierzig, fünfzig, hundert, dutzend, mehrere,"
        " einzel, doppel, beide, keine, halb, halbe"
    ),
    way_words=(
        "nehmen, nehmt, gehen, folgen, mit dem bus, mit dem auto, mit dem zug, mit dem taxi,"
        " mit der fähre, aussteigen, steigen, umsteigen, schicken, senden, klicken, schreiben,"
        " rufen, anrufen, nutzen, benutzen, klingeln, eingeben, über, durch, bringen, lassen,"
        " können, bitte, einfach, erhalten, bekommen, zeigen, zu fuß, online, buchen, zahlen,"
        " antworten, öffnen, fahren sie, ihr fahrt, fahrt ihr, müssen, werden"
    ),
    reason_words="weil, da, wegen, aufgrund, denn, deshalb, daher, damit",
    person_words=(
        "rezeption, personal, team, kollege, kollegin, kollegen, besitzer, inhaber, chef,"
        " fahrer, wir, unser, träger, telefon, nachttelefon, polizei, jemand, uns"
    ),
    reveal_words=(
        "finden, steht auf, steht im, schicken, senden, erhalten, bekommen, mitteilen, teilen,"
        " sagen, aushang, fragen, hängt"
    ),
    naming_words="heißt, lautet, namens, nennt sich",
    asking_verbs=(
        "bestätigen, erklären, herausfinden, mitteilen, sagen, wissen, wüsste, mitteilen, erklären, bestätigen, weißt, wisst, fragen, verraten"
    ),
    but_words="aber, jedoch, allerdings, doch, während, auch, und, dafür, sondern",
    nouns_are_capital=True,
)
